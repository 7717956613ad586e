package deps

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"culprit/cfg/clib"
)

// words are names of library functions that are also ordinary words. They
// count only next to others.
var words = wordSet(`_assert abort access alarm clock clone close compare div error exit floor free index kill link log nan open raise
	random read remove rename round send signal sleep socket system time trunc truncate write puts gets ceil exp pow dup rint`)

func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// listed collects the elements of one list: the cases of a clause,
// the keys or elements of a literal, the operands of a comparison, the arguments
// of a call, an index.
func listed(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.CaseClause:
		return n.List
	case *ast.CallExpr:
		return n.Args
	case *ast.IndexExpr:
		return []ast.Expr{n.Index}
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			return []ast.Expr{n.X, n.Y}
		}
	case *ast.CompositeLit:
		var out []ast.Expr
		for _, e := range n.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				out = append(out, kv.Key)
				e = kv.Value
			}
			out = append(out, e)
		}
		return out
	}
	return nil
}

// libraryNames returns the names of library functions among the literals of a
// list, if at least one of them can mean nothing else.
func libraryNames(list []ast.Expr) []string {
	var names []string
	certain := false
	for _, e := range list {
		lit, ok := e.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			continue
		}
		text, err := strconv.Unquote(lit.Value)
		if err != nil {
			continue
		}
		all := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\n,|", r) })
		known := all[:0]
		for _, w := range all {
			if plain, _ := clib.Plain(strings.TrimPrefix(w, "__builtin_")); clib.Lookup(plain) != nil {
				known = append(known, w)
				certain = certain || !words[w]
			}
		}
		if len(known) == len(all) {
			names = append(names, known...)
		}
	}
	if !certain {
		return nil
	}
	return names
}

// LibraryNames returns, for each list of a file that contains names of library
// functions, its position and the names.
func LibraryNames(fset *token.FileSet, f *ast.File) []string {
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		if names := libraryNames(listed(n)); len(names) > 0 {
			out = append(out, fset.Position(n.Pos()).String()+": "+strings.Join(names, " "))
		}
		return true
	})
	return out
}
