package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit/bench"
	"culprit/internal/gcc"
)

// Subject is one version of a program whose outputs are compared, with its
// tests.
type Subject struct {
	ID    string // suite/program/version
	Suite string
	File  string
	Cases []gcc.Case
	// Grouped says that versions share a folder with their tests, so that a
	// table has a row for the program.
	Grouped bool
	Skip    string // why it is not run, "" if it is
}

// Subjects reads an index of faulty programs: a CSV file with the columns
// suite, program, version, kind and file, whose files lie below
// DIR/suite/program. Tests are looked for in the forms that such suites have:
//
//   - a file universe beside the versions, one command line per test, to be
//     run in the folder inputs;
//   - files input-* or heldout-input-* beside the program;
//   - files tests/*/*.in beside the versions.
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
				if cases[base], err = findCases(base); err != nil {
					return nil, err
				}
			}
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

// findCases returns the tests of a program.
func findCases(base string) ([]gcc.Case, error) {
	if text, err := os.ReadFile(filepath.Join(base, "universe")); err == nil {
		return universe(string(text), filepath.Join(base, "inputs"))
	}
	var files []string
	for _, pattern := range []string{"input-*", "heldout-input-*", "tests/*/*.in"} {
		found, err := filepath.Glob(filepath.Join(base, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	var out []gcc.Case
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name, err := filepath.Rel(base, file)
		if err != nil {
			return nil, err
		}
		out = append(out, gcc.Case{Name: name, Stdin: text})
	}
	return out, nil
}

// universe returns the test of every line of text. Relative names are those
// of files seen from the folder inputs; an argument that names one makes it
// visible to the program.
func universe(text, inputs string) ([]gcc.Case, error) {
	var out []gcc.Case
	for i, line := range strings.Split(text, "\n") {
		cmd, err := parseCommand(line)
		if err != nil {
			out = append(out, gcc.Case{Name: fmt.Sprint(i + 1), Skip: err.Error()})
			continue
		}
		if len(cmd.args) == 0 && cmd.stdin == "" {
			continue
		}
		c := gcc.Case{Name: fmt.Sprint(i + 1), Args: cmd.args}
		if cmd.stdin != "" {
			if c.Stdin, err = os.ReadFile(filepath.Join(inputs, cmd.stdin)); err != nil {
				c.Skip = "no file " + cmd.stdin
			}
		}
		for _, a := range cmd.args {
			if a == "" || filepath.IsAbs(a) {
				continue
			}
			path := filepath.Join(inputs, a)
			if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
				continue
			}
			file, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			if c.Files == nil {
				c.Files = map[string][]byte{}
			}
			c.Files[a] = file
		}
		out = append(out, c)
	}
	return out, nil
}
