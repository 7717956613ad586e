package deps

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// sources parses the Go files of the module, tests among them, and calls f on each.
func sources(t *testing.T, f func(fset *token.FileSet, rel string, file *ast.File)) {
	t.Helper()
	fset := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && rel != "."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		file, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		f(fset, filepath.ToSlash(rel), file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// aboutOthers returns the functions and types of a file whose doc comment does
// not begin with their name: mostly it is the comment of one that was renamed
// or that stood there before.
func aboutOthers(fset *token.FileSet, file *ast.File) (found []string) {
	check := func(name *ast.Ident, doc *ast.CommentGroup) {
		if doc == nil || name.Name == "init" || name.Name == "_" {
			return
		}
		words := strings.Fields(doc.Text())
		if len(words) > 1 && (words[0] == "A" || words[0] == "An" || words[0] == "The") {
			words = words[1:]
		}
		if len(words) > 0 && strings.TrimRight(words[0], ",.:;") != name.Name && strings.TrimSuffix(words[0], "'s") != name.Name {
			found = append(found, fmt.Sprintf("%s: the comment of %s begins with %s", fset.Position(doc.Pos()), name.Name, words[0]))
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			check(d.Name, d.Doc)
		case *ast.GenDecl:
			if d.Tok != token.TYPE {
				continue
			}
			for _, s := range d.Specs {
				s := s.(*ast.TypeSpec)
				switch {
				case s.Doc != nil:
					check(s.Name, s.Doc)
				case len(d.Specs) == 1:
					check(s.Name, d.Doc)
				}
			}
		}
	}
	return found
}

// TestComments finds doc comments that are about something else.
func TestComments(t *testing.T) {
	sources(t, func(fset *token.FileSet, rel string, file *ast.File) {
		if strings.HasSuffix(rel, "_test.go") {
			return // what a test shows is a sentence
		}
		for _, x := range aboutOthers(fset, file) {
			t.Error(x)
		}
	})
}

// TestCommentsFinds shows what TestComments looks for.
func TestCommentsFinds(t *testing.T) {
	for _, tt := range []struct {
		code string
		bad  bool
	}{
		{"// f returns 1.\nfunc f() int { return 1 }", false},
		{"// g returns 1.\nfunc f() int { return 1 }", true},
		{"func f() int { return 1 }", false},
		{"// A T is a number.\ntype T int", false},
		{"// Numbers.\ntype T int", true},
		{"// Kinds.\nconst (\n\ta = iota\n)", false},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", "package p\n\n"+tt.code, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := aboutOthers(fset, file); len(got) > 0 != tt.bad {
			t.Errorf("%s: %v", tt.code, got)
		}
	}
}
