package bench

import (
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit/svcomp"
)

// Task is one program of a corpus with its expected verdict.
type Task struct {
	ID       string // name of the task file without extension
	Category string
	File     string // the task file
	Expected svcomp.Expected
}

// Find returns the tasks below a folder, by id. A task whose definition is
// broken is an error.
func Find(dir string) ([]Task, error) {
	var out []Task
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !svcomp.IsTask(path) {
			return err
		}
		def, err := svcomp.ReadTask(path)
		if err != nil {
			return err
		}
		id := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		category, _, ok := strings.Cut(id, ".")
		if !ok {
			category = filepath.Base(filepath.Dir(path))
		}
		out = append(out, Task{ID: id, Category: category, File: path, Expected: def.Select().Expected})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no task definition (.yml) below this folder", dir)
	}
	slices.SortFunc(out, func(a, b Task) int { return strings.Compare(a.ID, b.ID) })
	return out, nil
}

// Select keeps the tasks named in a CSV list: its column id (or name) names
// tasks, its column category, if there is one, replaces their categories.
func Select(tasks []Task, list string) ([]Task, error) {
	rows, err := readCSV(list)
	if err != nil {
		return nil, err
	}
	byID := map[string]Task{}
	for _, t := range tasks {
		byID[t.ID] = t
	}
	var out []Task
	for _, row := range rows {
		id := first(row, "id", "name", "program")
		t, ok := byID[id]
		if !ok {
			return nil, fmt.Errorf("%s: no task %q in the corpus", list, id)
		}
		if c := row["category"]; c != "" {
			t.Category = c
		}
		out = append(out, t)
	}
	return out, nil
}

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
