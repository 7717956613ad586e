package bench

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

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
