package bench

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"culprit/report"
	"culprit/svcomp"
)

// Result is what is kept of a run: one row of a result file.
type Result struct {
	Task        string
	Category    string
	Property    string
	DataModel   string
	Expected    string // true, false, or false(subproperty)
	Verdict     string // TRUE, FALSE, UNKNOWN, ERROR
	Violated    string // the property that a FALSE is about
	Status      string // one of the constants below
	Reason      string // short key for UNKNOWN and ERROR
	Text        string // the reason in words
	CPU, Wall   float64
	Peak        uint64 // MiB
	Traces      int
	Relevant    int // statements relevant in all traces
	Iterations  int
	Measurement string // id of program, flags, limits and tasks
}

// The values of Result.Status.
const (
	Correct   = "correct"
	Wrong     = "wrong"
	Unknown   = "unknown"
	Failed    = "error"
	Unchecked = "unchecked" // a verdict where none was expected
)

// status judges a run.
func (r *Run) status() string {
	switch {
	case r.Wrong():
		return Wrong
	case r.Solved():
		return Correct
	case r.Verdict == "UNKNOWN":
		return Unknown
	case r.Verdict == "ERROR":
		return Failed
	}
	return Unchecked
}

// result keeps what a row has of a run.
func (r *Run) result() Result {
	out := Result{
		Task: r.ID, Category: r.Category, Property: r.Property, DataModel: r.DataModel, Expected: r.Expected.String(),
		Verdict: r.Verdict, Violated: r.Violated(), Status: r.status(), Reason: r.Reason, Text: r.Text,
		CPU: round(r.CPU), Wall: round(r.Wall), Peak: r.Peak >> 20,
	}
	if r.Expected == svcomp.ExpectFalse && r.Subproperty != "" {
		out.Expected += "(" + r.Subproperty + ")"
	}
	if r.Report != nil {
		out.Traces, out.Relevant, out.Iterations = len(r.Report.Traces), inAll(r.Report), r.Report.Stats.Iterations
	}
	if r.Reason == "time" || r.Reason == "memory" {
		// How far a run got until a limit is another matter each time.
		out.Text, out.Iterations = atLimit(r.Reason), 0
	}
	for _, s := range out.texts() {
		*s = plain(*s)
	}
	return out
}

// Results are the rows of runs.
func Results(runs []Run) []Result {
	out := make([]Result, len(runs))
	for i := range runs {
		out[i] = runs[i].result()
	}
	return out
}

// inAll counts the statements relevant in all traces to one error location,
// over all error locations.
func inAll(rep *report.Report) int {
	n := 0
	for i := range rep.Summaries {
		for j := range rep.Summaries[i].Statements {
			if rep.Summaries[i].Statements[j].Relevant == report.InAll {
				n++
			}
		}
	}
	return n
}

// round keeps the digits that a row shows.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }

// plain keeps a text on one line, printable and short.
func plain(s string) string {
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, "?"), func(r rune) bool { return r <= ' ' || r == 0x7f }), " ")
	const length = 300
	if r := []rune(s); len(r) > length {
		s = string(r[:length-1]) + "…"
	}
	return s
}

func (r *Result) texts() []*string {
	return []*string{&r.Task, &r.Category, &r.Property, &r.DataModel, &r.Expected, &r.Verdict, &r.Violated, &r.Status, &r.Reason, &r.Text, &r.Measurement}
}

// Line shows the row to people who watch a measurement.
func (r *Result) Line() string {
	wrong := ""
	if r.Status == Wrong {
		wrong = "  WRONG"
	}
	return strings.TrimRight(fmt.Sprintf("%-8s %7.2f s  %s  %s%s", r.Verdict, r.CPU, r.Task, r.Text, wrong), " ")
}

// key tells a row from the others of a measurement.
func (r *Result) key() string { return r.Task + "\x00" + r.Property }

// key is that of the task's row.
func (t *Task) key() string { return t.ID + "\x00" + t.Property }

// column is one of a result file: how a row shows it and reads it.
type column struct {
	name string
	get  func(*Result) string
	set  func(*Result, string) error
}

var columns = []column{
	text("task", func(r *Result) *string { return &r.Task }),
	text("category", func(r *Result) *string { return &r.Category }),
	text("property", func(r *Result) *string { return &r.Property }),
	text("data_model", func(r *Result) *string { return &r.DataModel }),
	text("expected", func(r *Result) *string { return &r.Expected }),
	text("verdict", func(r *Result) *string { return &r.Verdict }),
	text("violated", func(r *Result) *string { return &r.Violated }),
	text("status", func(r *Result) *string { return &r.Status }),
	text("reason", func(r *Result) *string { return &r.Reason }),
	text("text", func(r *Result) *string { return &r.Text }),
	seconds("cpu_s", func(r *Result) *float64 { return &r.CPU }),
	seconds("wall_s", func(r *Result) *float64 { return &r.Wall }),
	{"peak_mib", func(r *Result) string { return strconv.FormatUint(r.Peak, 10) }, func(r *Result, s string) (err error) {
		r.Peak, err = strconv.ParseUint(s, 10, 64)
		return err
	}},
	count("traces", func(r *Result) *int { return &r.Traces }),
	count("relevant", func(r *Result) *int { return &r.Relevant }),
	count("iterations", func(r *Result) *int { return &r.Iterations }),
	text("measurement", func(r *Result) *string { return &r.Measurement }),
}

func text(name string, field func(*Result) *string) column {
	return column{name, func(r *Result) string { return *field(r) }, func(r *Result, s string) error { *field(r) = s; return nil }}
}

func seconds(name string, field func(*Result) *float64) column {
	return column{
		name, func(r *Result) string { return strconv.FormatFloat(*field(r), 'f', 3, 64) },
		func(r *Result, s string) error {
			x, err := strconv.ParseFloat(s, 64)
			if err == nil && !(x >= 0 && x < 1e9) {
				err = errors.New("not a time")
			}
			*field(r) = round(x)
			return err
		},
	}
}

func count(name string, field func(*Result) *int) column {
	return column{
		name, func(r *Result) string { return strconv.Itoa(*field(r)) },
		func(r *Result, s string) error {
			n, err := strconv.Atoi(s)
			if err == nil && n < 0 {
				err = errors.New("negative")
			}
			*field(r) = n
			return err
		},
	}
}

// parseRecord reads the fields of a whole row of this version.
func parseRecord(rec []string) (r Result, err error) {
	if len(rec) != len(columns) {
		return r, fmt.Errorf("%d columns", len(rec))
	}
	for i, s := range rec {
		if s != "" {
			err = errors.Join(err, columns[i].set(&r, s))
		}
	}
	return r, err
}

// record is the row as fields of a CSV file.
func (r *Result) record() []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.get(r)
	}
	return out
}

// WriteResults writes a result file.
func WriteResults(w io.Writer, results []Result) error {
	c := csv.NewWriter(w)
	head := make([]string, len(columns))
	for i := range columns {
		head[i] = columns[i].name
	}
	if err := c.Write(head); err != nil {
		return err
	}
	for i := range results {
		if err := c.Write(results[i].record()); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// ReadResults reads a result file. Columns that it does not know it ignores;
// task, verdict and status must be there. Its errors read "file:line:col:
// what".
func ReadResults(file string) ([]Result, error) {
	text, err := svcomp.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parseResults(file, string(text))
}

func parseResults(file, text string) ([]Result, error) {
	rd := csv.NewReader(strings.NewReader(text))
	head, err := rd.Read()
	if err == io.EOF {
		return nil, fmt.Errorf("%s:1:1: empty file", file)
	}
	if err != nil {
		return nil, csvError(file, err)
	}
	for _, name := range []string{"task", "verdict", "status"} {
		if !slices.Contains(head, name) {
			return nil, fmt.Errorf("%s:1:1: no column %s: not a result file", file, name)
		}
	}
	var out []Result
	seen := map[string]bool{}
	for {
		rec, err := rd.Read()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return nil, csvError(file, err)
		}
		var r Result
		for i, s := range rec {
			j := slices.IndexFunc(columns, func(c column) bool { return c.name == head[i] })
			if j < 0 || s == "" {
				continue
			}
			for strings.Contains(s, "\r\n") { // the reader makes one end of a line of it, and the next reader another
				s = strings.ReplaceAll(s, "\r\n", "\n")
			}
			if err := columns[j].set(&r, s); err != nil {
				line, col := rd.FieldPos(i)
				return nil, fmt.Errorf("%s:%d:%d: column %s: bad value %q", file, line, col, head[i], clip(s))
			}
		}
		line, _ := rd.FieldPos(0)
		switch {
		case r.Task == "":
			return nil, fmt.Errorf("%s:%d:1: a row without a task", file, line)
		case !slices.Contains([]string{Correct, Wrong, Unknown, Failed, Unchecked}, r.Status):
			return nil, fmt.Errorf("%s:%d:1: unknown status %q", file, line, clip(r.Status))
		case seen[r.key()]:
			return nil, fmt.Errorf("%s:%d:1: second row for %s", file, line, clip(r.Task))
		}
		seen[r.key()] = true
		out = append(out, r)
	}
}

func csvError(file string, err error) error {
	if pe, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%s:%d:%d: %w", file, pe.Line, max(pe.Column, 1), pe.Err)
	}
	return fmt.Errorf("%s: %w", file, err)
}

func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:59]) + "…"
	}
	return s
}

// writeOutput writes a result file as a whole or not at all, through a file
// next to it of a fixed name: only the holder of the journal writes it.
func writeOutput(path string, results []Result) error {
	tmp := path + ".part"
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return fmt.Errorf("%s: %w", tmp, reason(err))
	}
	err = WriteResults(f, results)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		os.Remove(tmp)
		return fmt.Errorf("%s: %w", path, reason(err))
	}
	if d, err := os.Open(filepath.Dir(path)); err == nil { // make the new name last, as far as the system can
		_ = d.Sync()
		d.Close()
	}
	return nil
}
