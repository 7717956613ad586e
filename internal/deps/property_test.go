package deps

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"culprit/analysis/safety"
)

// A property is a row of the table of analysis/safety with all that is known about it. Other
// code asks for the row and has no names or formulas of its own: nothing fails
// where a list of its own lacks one. The commands of lab ask verify
// for a property by its name, as a person does.

// TestPropertyNames finds names of properties outside of the table.
func TestPropertyNames(t *testing.T) {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || rel == "lab"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || rel == "analysis/safety/property.go",
			rel == "internal/cfgtext/expr.go": // where stack is a word of the text form of graphs
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		for _, x := range propertyNames(fset, f) {
			t.Errorf("%s: use the table of analysis/safety", x)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// propertyNames lists the literals of a file that are names or formulas.
func propertyNames(fset *token.FileSet, f *ast.File) (found []string) {
	packed := func(s string) string { return strings.ReplaceAll(s, " ", "") }
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return true
		}
		text, _ := strconv.Unquote(lit.Value)
		for _, p := range safety.Properties() {
			if text == p.Name || p.Formula != "" && packed(text) == packed(p.Formula) {
				found = append(found, fset.Position(lit.Pos()).String()+": "+lit.Value)
			}
		}
		return true
	})
	return found
}

// TestPropertyNamesFinds shows what TestPropertyNames looks for.
func TestPropertyNamesFinds(t *testing.T) {
	for code, want := range map[string]int{
		`var x = p.Name == "valid-free"`:                                     1,
		`var m = map[string]string{"no-overflow": "G ! overflow", "x": "y"}`: 2,
		`var s = "the property valid-free"`:                                  0,
		`const c = "G!overflow"`:                                             1,
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", "package p\n"+code, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := propertyNames(fset, f); len(got) != want {
			t.Errorf("%s: %v", code, got)
		}
	}
}
