package tables

import (
	"encoding/csv"
	"os"
	"slices"

	"culprit/bench"
)

// Reference holds figures of others by task: a CSV file whose column id, name
// or program names tasks. With a column tool, each tool gives columns of its
// own.
type Reference struct {
	Columns []string
	Rows    map[string]map[string]string
}

// ReadReference reads such a file.
func ReadReference(file string) (*Reference, error) {
	rows, err := bench.ReadRows(file)
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
		id := bench.First(row, "id", "name", "program")
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
