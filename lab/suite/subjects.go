package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit/bench"
	tests "culprit/fault/suite"
	"culprit/internal/gcc"
)

// Subject is one version of a program whose outputs are compared, with its
// tests.
type Subject struct {
	ID    string // suite/program/version
	Suite string
	File  string
	Cases []gcc.Case
	// Expected are the outputs that the suite has for its tests, by name.
	Expected map[string][]byte
	// Grouped says that versions share a folder with their tests, so that a
	// table has a row for the program.
	Grouped bool
	Skip    string // why it is not run, "" if it is
}

// Subjects reads an index of faulty programs: a CSV file with the columns
// suite, program, version, kind and file, whose files lie below
// DIR/suite/program, and their tests in the forms that package fault/suite
// reads.
//
// only names the suites, programs or versions to take, as beginnings of ID;
// none means all.
func Subjects(dir, index string, only []string) ([]Subject, error) {
	rows, err := bench.ReadRows(index)
	if err != nil {
		return nil, err
	}
	var out []Subject
	cases := map[string][]gcc.Case{} // of programs whose versions share them
	expected := map[string]map[string][]byte{}
	for _, row := range rows {
		base := filepath.Join(dir, row["suite"], row["program"])
		id := strings.Join([]string{row["suite"], row["program"], row["version"]}, "/")
		files, err := sourceFiles(base, row["kind"], row["file"])
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			s := Subject{ID: id, Suite: row["suite"], File: file, Grouped: row["kind"] != "dir"}
			if len(files) > 1 {
				s.ID = strings.TrimSuffix(id, row["version"]) + strings.TrimSuffix(filepath.Base(file), ".c")
			}
			if !Wanted(s.ID, only) {
				continue
			}
			if _, ok := cases[base]; !ok {
				tests, err := tests.Read(base)
				if err != nil {
					return nil, err
				}
				cases[base], expected[base] = []gcc.Case{}, map[string][]byte{}
				for _, t := range tests {
					if t.Expect != nil {
						expected[base][t.Name] = t.Expect.Output
					}
					cases[base] = append(cases[base], gcc.Case{Name: t.Name, Args: t.Args, Stdin: t.Stdin, Files: t.Files, Skip: t.Skip})
				}
			}
			s.Expected = expected[base]
			if s.Cases = cases[base]; len(s.Cases) == 0 {
				s.Skip = "no tests"
			}
			out = append(out, s)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: names no program below %s", index, dir)
	}
	return out, nil
}

// Wanted reports whether id is one of only or lies below it.
func Wanted(id string, only []string) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(o string) bool {
		o = strings.TrimSuffix(o, "/")
		return id == o || strings.HasPrefix(id, o+"/")
	})
}

// sourceFiles returns the programs of one row of an index.
func sourceFiles(base, kind, file string) ([]string, error) {
	path := filepath.Join(base, file)
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case kind != "dir":
		if filepath.Ext(path) != ".c" {
			return nil, nil
		}
		return []string{path}, nil
	case !info.IsDir() || file != ".":
		return nil, nil // inputs and the like
	}
	return filepath.Glob(filepath.Join(path, "*.c"))
}
