package deps

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"culprit/cfg/clib"
)

// What is known about a function of the C library by its name is an entry of
// cfg/clib. Other code asks for the entry and does not look at names: nothing
// fails where a list of names of its own lacks one.

// mayName lists packages and files that have names of library functions where
// code decides or tabulates by them.
var mayName = map[string]string{
	"cfg/clib":                  "the table",
	"interp/libc":               "binds a name to its implementation; its test compares them with the table",
	"frontend/extended_math.go": "binds the functions of long double to their implementation",
	"frontend/call_unknown.go":  "functions of programs with names that end in printf",
	"harness/heap.go":           "a harness replaces malloc, and no other function",
	"cfg/parse_expr.go":         "statements of the text form of graphs",
	"cfg/print.go":              "operators of the text form of graphs",
	"frontend/extended.go":      "ways of rounding",
	"internal/meta/function.go": "C text: functions whose calls cannot be moved",
}

// words are names of library functions that mean something else, too. They
// count only beside others.
var words = wordSet(`_assert abort access alarm clock clone close compare div error exit floor free index kill link log nan open raise
	random read remove rename round send signal sleep socket system time trunc truncate write puts gets ceil exp pow dup rint`)

func wordSet(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// listed collects the literals that stand in one list: the cases of a clause,
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

// libraryNames gives the names of library functions that the literals of a
// list consist of, if one of them can be nothing else.
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

func namesIn(fset *token.FileSet, f *ast.File) []string {
	var out []string
	ast.Inspect(f, func(n ast.Node) bool {
		if names := libraryNames(listed(n)); len(names) > 0 {
			out = append(out, fset.Position(n.Pos()).String()+": "+strings.Join(names, " "))
		}
		return true
	})
	return out
}

// TestLibraryNames finds lists of library functions outside of the table.
func TestLibraryNames(t *testing.T) {
	out, err := exec.Command("go", "list", "-C", root, "-f", "{{.Dir}}|{{join .GoFiles \" \"}}|{{join .IgnoredGoFiles \" \"}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	base, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		dir, names, _ := strings.Cut(line, "|")
		rel, err := filepath.Rel(base, dir)
		if err != nil {
			t.Fatal(err)
		}
		rel = filepath.ToSlash(rel)
		for _, name := range strings.Fields(strings.ReplaceAll(names, "|", " ")) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			found := namesIn(fset, f)
			switch {
			case mayName[rel] != "":
				used[rel] = used[rel] || len(found) > 0
			case mayName[rel+"/"+name] != "":
				used[rel+"/"+name] = used[rel+"/"+name] || len(found) > 0
			default:
				for _, x := range found {
					t.Errorf("%s: use the entries of cfg/clib", x)
				}
			}
		}
	}
	for k := range mayName {
		if !used[k] {
			t.Errorf("%s has no names any more", k)
		}
	}
}

// TestLibraryNamesFinds shows what TestLibraryNames looks for.
func TestLibraryNamesFinds(t *testing.T) {
	for _, tt := range []struct {
		code string
		bad  bool
	}{
		{`func f(s string) bool { switch s { case "printf", "puts": return true }; return false }`, true},
		{`func f(s string) bool { return s == "getchar" }`, true},
		{`func f(s string) bool { return s == "read" }`, false},
		{`func f(s string) bool { switch s { case "read", "fread": return true }; return false }`, true},
		{`var m = map[string]bool{"fgets": true, "read": true}`, true},
		{`var m = map[string]bool{"read": true, "write": true}`, false},
		{`var l = g("exit _exit abort")`, true},
		{`var l = []string{"memcpy"}`, true},
		{`func f(s string) bool { return strings.HasPrefix(s, "strto") || strings.Contains(s, "scanf") }`, true},
		{`var x = m["__isoc99_scanf"]`, true},
		{`var x = fmt.Errorf("call of printf")`, false},
		{`const helper = "strlen"`, false},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", "package p\n"+tt.code, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := namesIn(fset, f); len(got) > 0 != tt.bad {
			t.Errorf("%s: %v", tt.code, got)
		}
	}
}
