package bench

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
)

// readCSV reads a file with a header line as one map per row.
func readCSV(file string) ([]map[string]string, error) {
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

// first returns the first of several columns that is not empty.
func first(row map[string]string, columns ...string) string {
	for _, c := range columns {
		if row[c] != "" {
			return row[c]
		}
	}
	return ""
}

// Reference holds figures of others by task: a CSV file whose column id, name
// or program names tasks. With a column tool, each tool gives columns of its
// own.
type Reference struct {
	Columns []string
	Rows    map[string]map[string]string
}

// ReadReference reads such a file.
func ReadReference(file string) (*Reference, error) {
	rows, err := readCSV(file)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head, err := csv.NewReader(f).Read()
	if err != nil {
		return nil, err
	}
	r := &Reference{Rows: map[string]map[string]string{}}
	seen := map[string]bool{}
	for _, row := range rows {
		id := first(row, "id", "name", "program")
		if r.Rows[id] == nil {
			r.Rows[id] = map[string]string{}
		}
		prefix := ""
		if row["tool"] != "" {
			prefix = row["tool"] + " "
		}
		for _, c := range head {
			if row[c] == "" || slices.Contains([]string{"id", "name", "program", "tool"}, c) {
				continue
			}
			name := prefix + c
			r.Rows[id][name] = row[c]
			if !seen[name] {
				seen[name] = true
				r.Columns = append(r.Columns, name)
			}
		}
	}
	return r, nil
}
