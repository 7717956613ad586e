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
	"strconv"
	"strings"
	"text/tabwriter"

	"culprit/internal/deps"
)

// census measures the structure of a checkout; doc/structure.md shows the
// result. Product is what is compiled into verify, by what its packages
// import: no tests, nothing that only tests or the experiments use.
type census struct {
	Checkout []string `arg:"" optional:"" help:"Checkouts to compare, the old one first (default: this one)."`
	List     bool     `help:"List the product's long functions, wide structs, and places that know names of their own, instead."`
	Packages bool     `help:"Count the lines, the files and the arrows between the files of each package of the product instead."`
	Order    []string `placeholder:"PACKAGE" help:"Show the best order of the files of these packages and the arrows against it instead."`
}

type counts struct {
	files, lines, comments, functions, structs int
	median, longest                            int // lines of a file

	// Places, each as FILE:LINE: and what is there.
	long, wide []string
	library    []string // lists of names of C library functions, outside of their table
	methods    []string // comparisons with the name of a localization method
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
	{fmt.Sprintf("functions above %d lines", longFunction), func(c *counts) int { return len(c.long) }},
	{"structs", func(c *counts) int { return c.structs }},
	{fmt.Sprintf("structs above %d fields", wideStruct), func(c *counts) int { return len(c.wide) }},
	{"packages with lists of library names", func(c *counts) int { return packages(c.library) }},
	{"packages that compare methods' names", func(c *counts) int { return packages(c.methods) }},
}

// Run prints a table with a column for each checkout.
func (c *census) Run() error {
	if len(c.Checkout) == 0 {
		c.Checkout = []string{"."}
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	parts := []string{"product", "tests and what only they use", "experiments"}
	counted := make([][]counts, len(parts))
	for _, dir := range c.Checkout {
		ps, err := packagesOf(dir)
		if err != nil {
			return err
		}
		if c.Packages || len(c.Order) > 0 {
			if err := printArrows(w, ps, c.Order); err != nil {
				return err
			}
			continue
		}
		for i, in := range partsOf(ps) {
			n, err := countFiles(dir, in)
			if err != nil {
				return err
			}
			counted[i] = append(counted[i], n)
		}
	}
	switch {
	case c.Packages || len(c.Order) > 0:
	case c.List:
		for _, n := range counted[0] {
			for _, at := range slices.Concat(n.long, n.wide, n.library, n.methods) {
				fmt.Println(at)
			}
		}
	default:
		for i, part := range parts {
			fmt.Fprintf(w, "%s\t%s\t\n", part, strings.Join(c.Checkout, "\t"))
			for _, r := range rows {
				fmt.Fprintf(w, "%s\t", r.name)
				for j := range counted[i] {
					fmt.Fprintf(w, "%d\t", r.of(&counted[i][j]))
				}
				fmt.Fprintln(w)
			}
		}
	}
	return w.Flush()
}

// partsOf says which files are product, tests with what only they use, and
// experiments.
func partsOf(ps []listed) (in [3]func(path string) bool) {
	product := map[string]bool{}
	for _, p := range ps {
		product[p.name()] = true
	}
	for i := range in {
		in[i] = func(path string) bool {
			switch {
			case strings.HasSuffix(path, "_test.go"):
				return i == 1
			case strings.HasPrefix(path, "lab/"):
				return i == 2
			case product[filepath.ToSlash(filepath.Dir(path))]:
				return i == 0
			}
			return i == 1
		}
	}
	return in
}

// packages counts the folders of places.
func packages(places []string) int {
	dirs := map[string]bool{}
	for _, at := range places {
		file, _, _ := strings.Cut(at, ":")
		dirs[filepath.Dir(file)] = true
	}
	return len(dirs)
}

// countFiles counts the Go files of a checkout that belong to a part.
func countFiles(dir string, in func(string) bool) (n counts, err error) {
	var lengths []int
	var parsed []*ast.File
	fset := token.NewFileSet()
	methods := map[string]bool{}
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
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(fset, rel, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		lengths = append(lengths, n.text(src))
		parsed = append(parsed, f)
		methodNames(f, methods)
		return nil
	})
	for _, f := range parsed {
		n.file(fset, f, methods)
	}
	if len(lengths) > 0 {
		slices.SortFunc(lengths, cmp.Compare)
		n.median, n.longest = lengths[len(lengths)/2], lengths[len(lengths)-1]
	}
	return n, err
}

// text counts the lines of a file.
func (n *counts) text(src []byte) (lines int) {
	for line := range strings.Lines(string(src)) {
		lines++
		if strings.HasPrefix(strings.TrimSpace(line), "//") {
			n.comments++
		}
	}
	n.files++
	n.lines += lines
	return lines
}

// file counts what is declared in a file, and finds where it knows names that
// others own. The table of library functions and the package of a method may
// know their own.
func (n *counts) file(fset *token.FileSet, f *ast.File, methods map[string]bool) {
	place := func(x ast.Node, what string) string { return fmt.Sprintf("%v: %s", fset.Position(x.Pos()), what) }
	if dir := filepath.Dir(fset.Position(f.Pos()).Filename); dir != "cfg/clib" && dir != "interp/libc" {
		n.library = append(n.library, deps.LibraryNames(fset, f)...)
	}
	compared := func(es ...ast.Expr) {
		for _, e := range es {
			if name := text(e); methods[name] && name != f.Name.Name {
				n.methods = append(n.methods, place(e, name))
			}
		}
	}
	ast.Inspect(f, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.FuncDecl:
			n.functions++
			if lines := fset.Position(x.End()).Line - fset.Position(x.Pos()).Line + 1; lines > longFunction {
				n.long = append(n.long, place(x, fmt.Sprintf("%s has %d lines", x.Name.Name, lines)))
			}
		case *ast.TypeSpec:
			if s, ok := x.Type.(*ast.StructType); ok {
				n.structs++
				if fields := s.Fields.NumFields(); fields > wideStruct {
					n.wide = append(n.wide, place(x, fmt.Sprintf("%s has %d fields", x.Name.Name, fields)))
				}
			}
		case *ast.CaseClause:
			compared(x.List...)
		case *ast.BinaryExpr:
			if x.Op == token.EQL || x.Op == token.NEQ {
				compared(x.X, x.Y)
			}
		}
		return true
	})
}

// methodNames adds the names of the localization methods that a file declares:
// the field Name of literals of fault.Method.
func methodNames(f *ast.File, into map[string]bool) {
	ast.Inspect(f, func(x ast.Node) bool {
		lit, ok := x.(*ast.CompositeLit)
		if !ok {
			return true
		}
		typ := lit.Type
		if sel, ok := typ.(*ast.SelectorExpr); ok {
			typ = sel.Sel
		}
		if id, ok := typ.(*ast.Ident); !ok || id.Name != "Method" {
			return true
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok && fmt.Sprint(kv.Key) == "Name" && text(kv.Value) != "" {
				into[text(kv.Value)] = true
			}
		}
		return true
	})
}

// text returns the value of a string literal, or "".
func text(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	s, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ""
	}
	return s
}
