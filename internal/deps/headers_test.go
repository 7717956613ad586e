package deps

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"testing"
)

// The header of an if or switch is read as what its condition is about. A
// counter that goes up there, or a field that is set there, is a side effect in
// a place where nobody looks for one.

// effects returns the headers of a file that count, accumulate or set something
// that their condition does not mention.
func effects(fset *token.FileSet, file *ast.File) (found []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		var init ast.Stmt
		var cond ast.Node
		switch n := n.(type) {
		case *ast.IfStmt:
			init, cond = n.Init, n.Cond
		case *ast.SwitchStmt:
			init, cond = n.Init, n.Body
			if n.Tag != nil {
				cond = n.Tag
			}
		case *ast.TypeSwitchStmt:
			init, cond = n.Init, n.Assign
		}
		bad := false
		switch s := init.(type) {
		case *ast.IncDecStmt:
			bad = true
		case *ast.AssignStmt:
			switch s.Tok {
			case token.DEFINE:
			case token.ASSIGN:
				bad = !slices.ContainsFunc(s.Lhs, func(x ast.Expr) bool { return mentions(cond, x) })
			default:
				bad = true
			}
		}
		if bad {
			found = append(found, fset.Position(init.Pos()).String())
		}
		return true
	})
	return found
}

// mentions reports whether a node has a variable or field of the same text as x.
func mentions(n ast.Node, x ast.Expr) bool {
	want := operand(x)
	yes := want == ""
	ast.Inspect(n, func(n ast.Node) bool {
		if e, ok := n.(ast.Expr); ok && operand(e) == want {
			yes = true
		}
		return !yes
	})
	return yes
}

// operand returns the text of a variable or field, "" for other expressions.
func operand(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		if of := operand(x.X); of != "" {
			return of + "." + x.Sel.Name
		}
	}
	return ""
}

// TestHeaders finds side effects in headers.
func TestHeaders(t *testing.T) {
	sources(t, func(fset *token.FileSet, rel string, file *ast.File) {
		for _, at := range effects(fset, file) {
			t.Errorf("%s: a side effect in a header: make it a statement of its own", at)
		}
	})
}

// TestHeadersFinds shows what TestHeaders looks for.
func TestHeadersFinds(t *testing.T) {
	for _, tt := range []struct {
		code string
		bad  bool
	}{
		{"if x := f(); x > 0 {}", false},
		{"if err = f(); err != nil {}", false},
		{"if s.err = f(); s.err != nil {}", false},
		{"if s.left = nil; x > 0 {}", true},
		{"if n++; n > 3 {}", true},
		{"if by[c]++; x > 0 {}", true},
		{"switch n -= 2; x {}", true},
		{"switch x = f(); { case x > 0: }", false},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, "p.go", fmt.Sprintf("package p\nfunc f() { %s }", tt.code), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := effects(fset, file); len(got) > 0 != tt.bad {
			t.Errorf("%s: %v", tt.code, got)
		}
	}
}
