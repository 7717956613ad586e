package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
)

// census counts what the structure of a checkout is measured by. Product is
// what is compiled into verify: no tests, nothing that only tests or the
// experiments use.
type census struct {
	Checkout []string `arg:"" optional:"" help:"Checkouts to compare, the old one first (default: this one)."`
}

type counts struct {
	files, lines, comments, functions, long, structs, wide int
	median, longest                                        int // lines of a file
}

const (
	longFunction = 60
	wideStruct   = 15
)

var rows = []struct {
	name string
	of   func(c *counts) int
}{
	{"files", func(c *counts) int { return c.files }},
	{"lines", func(c *counts) int { return c.lines }},
	{"lines that are comments only", func(c *counts) int { return c.comments }},
	{"median lines of a file", func(c *counts) int { return c.median }},
	{"longest file", func(c *counts) int { return c.longest }},
	{"functions", func(c *counts) int { return c.functions }},
	{fmt.Sprintf("functions above %d lines", longFunction), func(c *counts) int { return c.long }},
	{"structs", func(c *counts) int { return c.structs }},
	{fmt.Sprintf("structs above %d fields", wideStruct), func(c *counts) int { return c.wide }},
}

// Run prints a table with a column for each checkout.
func (c *census) Run() error {
	if len(c.Checkout) == 0 {
		c.Checkout = []string{"."}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, part := range []struct {
		name string
		in   func(path string) bool
	}{
		{"product", func(p string) bool { return !isTest(p) && !isApart(p) }},
		{"tests and what only they use", isTest},
		{"experiments", func(p string) bool { return !isTest(p) && isApart(p) }},
	} {
		fmt.Fprintf(w, "%s\t%s\t\n", part.name, strings.Join(c.Checkout, "\t"))
		var of []counts
		for _, dir := range c.Checkout {
			n, err := countFiles(dir, part.in)
			if err != nil {
				return err
			}
			of = append(of, n)
		}
		for _, r := range rows {
			fmt.Fprintf(w, "%s\t", r.name)
			for i := range of {
				fmt.Fprintf(w, "%d\t", r.of(&of[i]))
			}
			fmt.Fprintln(w)
		}
	}
	return w.Flush()
}

// testSupport are the packages that only tests import.
var testSupport = []string{"internal/ctest", "internal/deps", "internal/gen", "internal/meta", "internal/rounds", "smt/internal"}

func isTest(path string) bool {
	return strings.HasSuffix(path, "_test.go") || slices.ContainsFunc(testSupport, func(d string) bool { return strings.HasPrefix(path, d+"/") })
}

func isApart(path string) bool { return strings.HasPrefix(path, "cmd/experiments/") }

// countFiles counts the Go files of a checkout that belong to a part.
func countFiles(dir string, in func(string) bool) (n counts, err error) {
	var lengths []int
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || !in(filepath.ToSlash(rel)):
			return nil
		}
		lines, err := n.file(path)
		lengths = append(lengths, lines)
		return err
	})
	if len(lengths) > 0 {
		slices.SortFunc(lengths, cmp.Compare)
		n.median, n.longest = lengths[len(lengths)/2], lengths[len(lengths)-1]
	}
	return n, err
}

func (n *counts) file(path string) (lines int, err error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(src)) {
		lines++
		if strings.HasPrefix(strings.TrimSpace(line), "//") {
			n.comments++
		}
	}
	n.files++
	n.lines += lines
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, path, src, parser.SkipObjectResolution)
	if err != nil {
		return 0, err
	}
	ast.Inspect(f, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncDecl:
			n.functions++
			if files.Position(x.End()).Line-files.Position(x.Pos()).Line >= longFunction {
				n.long++
			}
		case *ast.TypeSpec:
			if s, ok := x.Type.(*ast.StructType); ok {
				n.structs++
				if s.Fields.NumFields() > wideStruct {
					n.wide++
				}
			}
		}
		return true
	})
	return lines, nil
}
