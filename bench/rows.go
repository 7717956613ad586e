package bench

import (
	"encoding/csv"
	"fmt"
	"os"
)

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
