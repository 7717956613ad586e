package bench

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A journal is the file beside a result file that holds the rows of an
// unfinished measurement. Each line is a checksum of eight hexadecimal digits,
// a space and a payload: first the header as JSON, then rows as CSV, and
// between them headers again where a retry discards rows. A row is on the disk
// before the next task is started. A process or a machine that dies leaves at
// most lines at the end that are torn; they are cut off.
type journal struct {
	f    *os.File
	path string
}

// header says what a journal is about.
type header struct {
	Format      int
	Measurement identity
	Shard       string   // "" for all tasks
	Over        bool     // the rows of the result file count, too
	Retry       []string // statuses whose rows are discarded here
}

const journalFormat = 1

// errDamaged is a journal that no crash explains.
var errDamaged = errors.New("damaged journal")

// openJournal opens the journal of a result file for this process alone.
func openJournal(output string) (*journal, error) {
	path := output + ".journal"
	for range 100 {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, reason(err))
		}
		if err := lock(f.Fd()); err != nil {
			f.Close()
			return nil, fmt.Errorf("%s: in use by another run", path)
		}
		// Whoever held it may have removed it meanwhile.
		mine, err1 := f.Stat()
		there, err2 := os.Stat(path)
		if err1 == nil && err2 == nil && os.SameFile(mine, there) {
			syncFolder(path)
			return &journal{f: f, path: path}, nil
		}
		f.Close()
	}
	return nil, fmt.Errorf("%s: cannot be opened", path)
}

// read returns the payloads of the journal and cuts off a torn end.
func (j *journal) read() ([]string, error) {
	text, err := io.ReadAll(j.f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.path, reason(err))
	}
	payloads, good, err := parseJournal(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.path, err)
	}
	if good < len(text) {
		if err := j.f.Truncate(int64(good)); err != nil {
			return nil, fmt.Errorf("%s: %w", j.path, reason(err))
		}
	}
	_, err = j.f.Seek(int64(good), io.SeekStart)
	return payloads, err
}

// parseJournal returns the payloads of the lines and the length of the text
// up to the torn end. A bad line before a good one is damage.
func parseJournal(text string) (payloads []string, good int, err error) {
	bad, at := 0, 0
	for n := 1; at < len(text); n++ {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			break
		}
		payload, ok := unseal(text[at : at+end])
		at += end + 1
		switch {
		case ok && bad > 0:
			return nil, 0, fmt.Errorf("%w: line %d", errDamaged, bad)
		case ok:
			payloads, good = append(payloads, payload), at
		case bad == 0:
			bad = n
		}
	}
	return payloads, good, nil
}

func seal(payload string) string {
	return fmt.Sprintf("%08x %s\n", crc32.ChecksumIEEE([]byte(payload)), payload)
}

func unseal(line string) (string, bool) {
	sum, payload, ok := strings.Cut(line, " ")
	return payload, ok && sum == fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(payload)))
}

// append adds a payload; it is on the disk when the call returns.
func (j *journal) append(payload string) error {
	_, err := j.f.WriteString(seal(payload))
	if err == nil {
		err = j.f.Sync()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", j.path, reason(err))
	}
	return nil
}

func (j *journal) appendHeader(h header) error {
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return j.append(string(text))
}

func (j *journal) appendResult(r *Result) error {
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.Write(r.record()); err != nil {
		return err
	}
	w.Flush()
	return j.append(strings.TrimSuffix(b.String(), "\n"))
}

// restart empties the journal.
func (j *journal) restart() error {
	if err := j.f.Truncate(0); err != nil {
		return fmt.Errorf("%s: %w", j.path, reason(err))
	}
	_, err := j.f.Seek(0, io.SeekStart)
	return err
}

// remove deletes the journal of a finished measurement.
func (j *journal) remove() error {
	err := os.Remove(j.path)
	syncFolder(j.path)
	return errors.Join(err, j.f.Close())
}

// entry is a line of a journal: a header or a row.
type entry struct {
	head *header
	row  *Result
}

func parseEntry(payload string) (entry, error) {
	if strings.HasPrefix(payload, "{") {
		var h header
		if err := json.Unmarshal([]byte(payload), &h); err != nil {
			return entry{}, fmt.Errorf("%w: %w", errDamaged, err)
		}
		return entry{head: &h}, nil
	}
	rec, err := csv.NewReader(strings.NewReader(payload)).Read()
	if err != nil || len(rec) != len(columns) {
		return entry{}, fmt.Errorf("%w: a row of %d columns", errDamaged, len(rec))
	}
	var r Result
	for i, s := range rec {
		if s == "" {
			continue
		}
		if err := columns[i].set(&r, s); err != nil {
			return entry{}, fmt.Errorf("%w: column %s: %w", errDamaged, columns[i].name, err)
		}
	}
	return entry{row: &r}, nil
}

// syncFolder makes the name of a file last, as far as the system can.
func syncFolder(path string) {
	if d, err := os.Open(filepath.Dir(path)); err == nil {
		_ = d.Sync()
		d.Close()
	}
}
