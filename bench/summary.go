package bench

import (
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// tally counts the rows of one category.
type tally struct {
	tasks, trues, falses           int // as expected
	solvedTrue, solvedFalse, wrong int
	unchecked                      int // verdicts where none was expected
	score                          int
	cpu                            float64
	reasons                        map[string]int
}

func (y *tally) count(r *Result) {
	y.tasks++
	y.cpu += r.CPU
	y.score += r.Score()
	switch {
	case r.Expected == "true":
		y.trues++
	case r.Expected != "":
		y.falses++
	}
	switch r.Status {
	case Correct:
		if r.Verdict == "TRUE" {
			y.solvedTrue++
		} else {
			y.solvedFalse++
		}
	case Wrong:
		y.wrong++
	case Unchecked:
		y.unchecked++
	default:
		y.reasons[reasonOf(r)]++
	}
}

func reasonOf(r *Result) string {
	if r.Reason == "" {
		return "other"
	}
	return r.Reason
}

// Score is what the competition gives for a row: 2 for a proof, 1 for a bug,
// -32 for a wrong proof, -16 for a wrong alarm.
func (r *Result) Score() int {
	switch {
	case r.Status == Wrong && r.Verdict == "TRUE":
		return -32
	case r.Status == Wrong:
		return -16
	case r.Status != Correct:
		return 0
	case r.Verdict == "TRUE":
		return 2
	}
	return 1
}

// tallies counts rows by category and all together.
func tallies(results []Result) (by map[string]*tally, all *tally) {
	fresh := func() *tally { return &tally{reasons: map[string]int{}} }
	by, all = map[string]*tally{}, fresh()
	for i := range results {
		r := &results[i]
		if by[r.Category] == nil {
			by[r.Category] = fresh()
		}
		by[r.Category].count(r)
		all.count(r)
	}
	return by, all
}

// Summary is the table of verdicts against expected ones, by category, with
// the unsolved tasks by reason. The notes name the wrong answers.
func Summary(results []Result) *Table {
	by, all := tallies(results)
	reasons := slices.Sorted(maps.Keys(all.reasons))
	slices.SortStableFunc(reasons, func(a, b string) int { return all.reasons[b] - all.reasons[a] })
	t := &Table{
		Title:   "Verdicts by category",
		Columns: []string{"category", "tasks", "solved", "%", "TRUE", "FALSE", "wrong", "score", "CPU s"},
		Foot:    2,
	}
	if all.unchecked > 0 {
		t.Columns = append(t.Columns, "unchecked")
	}
	t.Columns = append(t.Columns, reasons...)
	row := func(name string, y *tally) {
		solved := y.solvedTrue + y.solvedFalse
		cells := []any{
			name, y.tasks, solved, fmt.Sprintf("%.0f", percent(solved, y.tasks)),
			fmt.Sprintf("%d/%d", y.solvedTrue, y.trues), fmt.Sprintf("%d/%d", y.solvedFalse, y.falses), y.wrong, y.score, fmt.Sprintf("%.0f", y.cpu),
		}
		if all.unchecked > 0 {
			cells = append(cells, y.unchecked)
		}
		for _, k := range reasons {
			cells = append(cells, y.reasons[k])
		}
		t.Add(cells...)
	}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		row(name, by[name])
	}
	row("all", all)
	share := []any{"% of all", "", "", "", "", "", "", "", ""}
	if all.unchecked > 0 {
		share = append(share, fmt.Sprintf("%.1f", percent(all.unchecked, all.tasks)))
	}
	for _, k := range reasons {
		share = append(share, fmt.Sprintf("%.1f", percent(all.reasons[k], all.tasks)))
	}
	t.Add(share...)
	for i := range results {
		if r := &results[i]; r.Status == Wrong {
			t.Notes = append(t.Notes, fmt.Sprintf("wrong: %s is %s, expected %s", r.Task, r.answer(), r.Expected))
		}
	}
	return t
}

// answer is the verdict of a row with what it is about.
func (r *Result) answer() string {
	s := r.Verdict
	if r.Violated != "" && r.Violated != r.Property {
		s += "(" + r.Violated + ")"
	}
	if r.Reason != "" {
		s += " " + r.Reason
	}
	return strings.TrimSpace(s)
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// Table is a title, column names and rows, the last Foot of them sums.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
	Foot    int
	Notes   []string
}

func (t *Table) Add(cells ...any) {
	row := make([]string, len(cells))
	for i, c := range cells {
		switch c := c.(type) {
		case float64:
			row[i] = fmt.Sprintf("%.2f", c)
		default:
			row[i] = fmt.Sprint(c)
		}
	}
	t.Rows = append(t.Rows, row)
}

// Write writes the table with aligned columns: the first to the left,
// numbers to the right.
func (t *Table) Write(w io.Writer) error {
	width := make([]int, len(t.Columns))
	number := make([]bool, len(t.Columns))
	for i, c := range t.Columns {
		width[i] = utf8.RuneCountInString(c)
		number[i] = i > 0
	}
	for _, row := range t.Rows {
		for i, c := range row {
			width[i] = max(width[i], utf8.RuneCountInString(c))
			if strings.Trim(c, "0123456789.-%/ ") != "" {
				number[i] = false
			}
		}
	}
	var b strings.Builder
	line := func(row []string) {
		var l strings.Builder
		for i, c := range row {
			fill := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i > 0 {
				l.WriteString("  ")
			}
			if number[i] {
				l.WriteString(fill + c)
			} else {
				l.WriteString(c + fill)
			}
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	rule := func() {
		total := 2 * (len(width) - 1)
		for _, n := range width {
			total += n
		}
		b.WriteString(strings.Repeat("-", total) + "\n")
	}
	b.WriteString(t.Title + "\n")
	line(t.Columns)
	rule()
	for i, row := range t.Rows {
		if t.Foot > 0 && i == len(t.Rows)-t.Foot {
			rule()
		}
		line(row)
	}
	for _, n := range t.Notes {
		b.WriteString(n + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteCSV writes the rows without the sums.
func (t *Table) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write(t.Columns); err != nil {
		return err
	}
	if err := c.WriteAll(t.Rows[:len(t.Rows)-t.Foot]); err != nil {
		return err
	}
	return c.Error()
}

// ReadRows reads a file with a header line as one map per row.
func ReadRows(file string) ([]map[string]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(all) < 2 {
		return nil, fmt.Errorf("%s: no rows", file)
	}
	var out []map[string]string
	for _, rec := range all[1:] {
		row := map[string]string{}
		for i, name := range all[0] {
			row[name] = rec[i]
		}
		out = append(out, row)
	}
	return out, nil
}

// First returns the first of several columns that is not empty.
func First(row map[string]string, columns ...string) string {
	for _, c := range columns {
		if row[c] != "" {
			return row[c]
		}
	}
	return ""
}
