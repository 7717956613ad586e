package bench

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"culprit/svcomp"
)

// Plan is a measurement: tasks, how to run them, and where the rows go.
type Plan struct {
	Tasks  []Task
	Config Config
	// Output is the result file, "" for none. An unfinished measurement has
	// its rows in a journal next to it; the same plan continues it.
	Output string
	Fresh  bool // forget earlier results
	// Begin is told the rows that there are already.
	Begin func(earlier []Result)
	// OnResult is told of each new row, when it is on the disk.
	OnResult func(*Result)
}

// ErrInterrupted ends a measurement that was stopped from outside. The rows
// so far are in the journal.
var ErrInterrupted = errors.New("interrupted")

// Measure carries out a plan and returns the rows of its tasks in their order.
// After ErrInterrupted these are the rows so far.
func (p *Plan) Measure(ctx context.Context) ([]Result, error) {
	id, err := identify(p.Tasks, p.Config)
	if err != nil {
		return nil, err
	}
	m := measurement{plan: p, id: id, rows: map[string]Result{}}
	if p.Output != "" {
		if err := m.open(); err != nil {
			return nil, err
		}
		defer m.journal.Close()
	}
	return m.run(ctx)
}

// identify returns what results must have in common to be in one table: the
// hash of the program, how it was called, and all the tasks with their
// contents. Paths are not part of it, so that machines with different folders
// agree.
func identify(tasks []Task, c Config) (string, error) {
	h := sha256.New()
	file := func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, reason(err))
		}
		defer f.Close()
		n, err := io.Copy(h, f)
		fmt.Fprintf(h, "\n%d\n", n)
		return err
	}
	if err := file(c.Binary); err != nil {
		return "", err
	}
	fmt.Fprintf(h, "%q %q %v %v %d\n", c.Args, c.Set, c.Timeout, c.CPU, c.Memory)
	for i := range tasks {
		t := &tasks[i]
		fmt.Fprintf(h, "%q %q %q %q %v %q\n", t.ID, t.Category, t.Property, t.DataModel, t.Expected, t.Subproperty)
		files := []string{t.File}
		if svcomp.IsTask(t.File) {
			def, err := svcomp.ReadTask(t.File)
			if err != nil {
				return "", err
			}
			files = append(files, def.Inputs...)
			for _, p := range def.Properties {
				files = append(files, p.File)
			}
		}
		for _, f := range slices.Compact(files) {
			if err := file(f); err != nil {
				return "", err
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}

// measurement is a plan being carried out.
type measurement struct {
	plan *Plan
	id   string
	rows map[string]Result // by key
	// journal is the file next to the result file that holds the rows of an
	// unfinished measurement, in the order of their ends; nil without a result
	// file. Each row is on the disk before its task counts as done. It has no
	// line breaks within a row, and ends with the identity.
	journal *os.File
}

// open takes the journal for this process alone, and the rows of earlier runs
// of the same plan from it and from the result file.
func (m *measurement) open() error {
	output := m.plan.Output
	if info, err := os.Stat(output); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is not a regular file", output)
	}
	if info, err := os.Stat(filepath.Dir(output)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: folder %s does not exist", output, filepath.Dir(output))
	}
	path := output + ".journal"
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("%s: %w", path, reason(err))
	}
	if err = lock(f.Fd()); err != nil {
		f.Close()
		return fmt.Errorf("%s: in use by another run", path)
	}
	m.journal = f
	mine, err := f.Stat()
	there, serr := os.Stat(path)
	switch {
	case err != nil || serr != nil || !os.SameFile(mine, there): // its owner finished and removed it meanwhile
		err = fmt.Errorf("%s: in use by another run", path)
	case m.plan.Fresh:
		err = f.Truncate(0)
	default:
		if err = m.readOutput(); err == nil {
			err = m.readJournal()
		}
	}
	if err != nil {
		if info, serr := f.Stat(); serr == nil && info.Size() == 0 {
			os.Remove(path) // made just now
		}
		f.Close()
	}
	return err
}

// readOutput takes the rows of the result file.
func (m *measurement) readOutput() error {
	if _, err := os.Stat(m.plan.Output); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	rows, err := ReadResults(m.plan.Output)
	if err != nil {
		return fmt.Errorf("%w; --fresh replaces the file", err)
	}
	for _, r := range rows {
		if r.Measurement != m.id {
			return fmt.Errorf("%s: holds another measurement (program, flags, limits or tasks differ); --fresh replaces it", m.plan.Output)
		}
		m.rows[r.key()] = r
	}
	return nil
}

// readJournal takes the rows of the journal. A process or a machine that dies
// leaves at most lines at the end that are torn; they are cut off.
func (m *measurement) readJournal() error {
	in := bufio.NewReader(m.journal)
	good := int64(0)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			break // the end, perhaps in the midst of a line
		}
		rec, err := csv.NewReader(strings.NewReader(line)).Read()
		if err != nil {
			break
		}
		r, err := parseRecord(rec)
		if err != nil {
			break
		}
		if r.Measurement != m.id {
			return fmt.Errorf("%s: begun with another program, other flags, limits or tasks; --fresh starts anew", m.journal.Name())
		}
		m.rows[r.key()] = r
		good += int64(len(line))
	}
	if err := m.journal.Truncate(good); err != nil {
		return fmt.Errorf("%s: %w", m.journal.Name(), reason(err))
	}
	_, err := m.journal.Seek(good, io.SeekStart)
	return err
}

// record adds a row to the journal; it is on the disk when the call returns.
func (m *measurement) record(r *Result) error {
	w := csv.NewWriter(m.journal)
	err := w.Write(r.record())
	w.Flush()
	if err = errors.Join(err, w.Error()); err == nil {
		err = m.journal.Sync()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", m.journal.Name(), reason(err))
	}
	return nil
}

// results returns the rows in the order of the tasks.
func (m *measurement) results() []Result {
	var out []Result
	for i := range m.plan.Tasks {
		if r, ok := m.rows[m.plan.Tasks[i].key()]; ok {
			out = append(out, r)
		}
	}
	return out
}

// run measures what is missing.
func (m *measurement) run(ctx context.Context) ([]Result, error) {
	p := m.plan
	var missing []Task
	for i := range p.Tasks {
		if _, ok := m.rows[p.Tasks[i].key()]; !ok {
			missing = append(missing, p.Tasks[i])
		}
	}
	if p.Begin != nil {
		p.Begin(m.results())
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var failed error
	each(ctx, missing, p.Config, func(_ int, run Run) {
		if run.Reason == interrupted || failed != nil {
			return
		}
		if p.Config.OnRun != nil {
			p.Config.OnRun(&run)
		}
		r := run.result()
		r.Measurement = m.id
		if m.journal != nil {
			if failed = m.record(&r); failed != nil {
				stop() // a full disk, for instance: no use to continue
				return
			}
		}
		m.rows[r.key()] = r
		if p.OnResult != nil {
			p.OnResult(&r)
		}
	})
	out := m.results()
	switch {
	case failed != nil:
		return out, failed
	case len(out) < len(p.Tasks):
		return out, ErrInterrupted
	case m.journal == nil:
		return out, nil
	}
	if err := writeOutput(p.Output, out); err != nil {
		return out, err
	}
	return out, os.Remove(m.journal.Name())
}

// Machine is one line on where and how figures of a program were taken.
func Machine(c Config, version string) string {
	parts := []string{version, runtime.GOOS + "/" + runtime.GOARCH}
	if m := field("/proc/cpuinfo", "model name"); m != "" {
		parts = append(parts, m)
	}
	parts = append(parts, fmt.Sprintf("%d cores", runtime.NumCPU()))
	if kb, err := strconv.ParseUint(strings.TrimSuffix(field("/proc/meminfo", "MemTotal"), " kB"), 10, 64); err == nil {
		parts = append(parts, fmt.Sprintf("%d GiB", (kb+1<<19)>>20))
	}
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		load, _, _ := strings.Cut(string(text), " ")
		parts = append(parts, "load "+load)
	}
	limits := fmt.Sprintf("limits %v", c.Timeout)
	if c.CPU > 0 && c.CPU != c.Timeout {
		limits += fmt.Sprintf(" wall, %v CPU", c.CPU)
	}
	if c.Memory > 0 {
		limits += fmt.Sprintf(", %d MiB", c.Memory>>20)
	}
	if c.Set != "" {
		limits += ", with " + c.Set
	}
	parts = append(parts, limits, fmt.Sprintf("%d at a time", max(c.Jobs, 1)))
	return strings.Join(parts, "; ")
}

// field returns the value of "name : value" in a file of /proc.
func field(file, name string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		k, v, ok := strings.Cut(line, ":")
		if ok && strings.TrimSpace(k) == name {
			return strings.TrimSpace(v)
		}
	}
	return ""
}
