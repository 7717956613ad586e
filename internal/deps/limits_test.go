package deps

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A limit that is a constant somewhere cannot be measured, and nobody finds it.

// limitName matches names that say that a number is a limit.
var limitName = regexp.MustCompile(`^(max|Max|most|Most|few|many|least|longest)([A-Z]\w*)?$`)

// notLimits are constants of such names that are facts of a format, a machine or
// a language.
var notLimits = map[string]bool{
	"cfg/clib.MaxDigits":             true, // of a number in a format
	"cfg/clib.MaxInt":                true,
	"interp/dependence.maxInstances": true, // numbered by 31 bits
}

// limitFaults returns what is wrong with the limits of a file: they are declared
// in tuning.go with their name, range, unit and reason, and nowhere else.
func limitFaults(fset *token.FileSet, rel string, f *ast.File) (faults []string) {
	dir, tuning := path.Dir(rel), path.Base(rel) == "tuning.go"
	fault := func(n ast.Node, what string) {
		faults = append(faults, rel+":"+strconv.Itoa(fset.Position(n.Pos()).Line)+": "+what)
	}
	good := map[*ast.CallExpr]bool{}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			for i, value := range v.Values {
				call := limitCall(value)
				if call == nil {
					continue
				}
				good[call] = true
				want := strconv.Quote(dir + "." + v.Names[i].Name)
				if name, ok := call.Args[0].(*ast.BasicLit); !ok || name.Value != want {
					fault(call, "the name of this limit must be "+want)
				}
				if v.Doc == nil && v.Comment == nil && (g.Doc == nil || g.Lparen.IsValid()) {
					fault(call, "a limit needs a comment with its reason")
				}
				if !tuning {
					fault(call, "limits belong into tuning.go")
				}
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if call := limitCall(n); call != nil && !good[call] {
				fault(n, "a limit is the value of a variable of the package")
			}
		case *ast.GenDecl:
			if n.Tok != token.CONST {
				return true
			}
			for _, s := range n.Specs {
				v := s.(*ast.ValueSpec)
				for i, name := range v.Names {
					if i < len(v.Values) && isNumber(v.Values[i]) && (tuning || limitName.MatchString(name.Name)) && !notLimits[dir+"."+name.Name] {
						fault(name, name.Name+" is a limit: declare it in tuning.go by limit.Of")
					}
				}
			}
		}
		return true
	})
	return faults
}

// TestLimits finds limits outside of the table.
func TestLimits(t *testing.T) {
	sources(t, func(fset *token.FileSet, rel string, file *ast.File) {
		if strings.HasSuffix(rel, "_test.go") || strings.HasPrefix(rel, "lab/") {
			return
		}
		for _, fault := range limitFaults(fset, rel, file) {
			t.Error(fault)
		}
	})
}

// TestLimitsFinds shows what TestLimits looks for.
func TestLimitsFinds(t *testing.T) {
	for _, tt := range []struct {
		file, code string
		bad        bool
	}{
		{"p/tuning.go", "// maxA\nvar maxA = limit.Of(\"p.maxA\", 1, 0, 2, \"\")", false},
		{"p/tuning.go", "var (\n// maxA\nmaxA = limit.Of[uint32](\"p.maxA\", 1, 0, 2, \"\")\n)", false},
		{"p/tuning.go", "// limits\nvar (\nmaxA = limit.Of(\"p.maxA\", 1, 0, 2, \"\")\n)", true},
		{"p/tuning.go", "// maxA\nvar maxA = limit.Of(\"p.maxB\", 1, 0, 2, \"\")", true},
		{"q/p/tuning.go", "// maxA\nvar maxA = limit.Of(\"p.maxA\", 1, 0, 2, \"\")", true},
		{"p/p.go", "// maxA\nvar maxA = limit.Of(\"p.maxA\", 1, 0, 2, \"\")", true},
		{"p/tuning.go", "func f() int { return limit.Of(\"p.maxA\", 1, 0, 2, \"\") }", true},
		{"p/tuning.go", "const firstA = work.Second", true},
		{"p/p.go", "const maxA = 1 << 10", true},
		{"p/p.go", "func f() { const most = 3 }", true},
		{"p/p.go", "const pageSize = 1 << 10", false},
		{"p/p.go", "const maxName = \"longest\"", false},
		{"p/p.go", "const manner = 3", false},
	} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, tt.file, "package p\n"+tt.code, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := limitFaults(fset, tt.file, file); len(got) > 0 != tt.bad {
			t.Errorf("%s: %s: %v", tt.file, tt.code, got)
		}
	}
}

// limitCall returns the call of limit.Of that e is, or converts.
func limitCall(e ast.Expr) *ast.CallExpr {
	call, ok := e.(*ast.CallExpr)
	if ok && len(call.Args) == 1 { // a conversion: a share of work is a number
		call, ok = call.Args[0].(*ast.CallExpr)
	}
	if !ok || len(call.Args) != 5 {
		return nil
	}
	fun := call.Fun
	if x, ok := fun.(*ast.IndexExpr); ok {
		fun = x.X
	}
	if operand(fun) != "limit.Of" {
		return nil
	}
	return call
}

// isNumber reports whether an expression is made of numbers and units.
func isNumber(e ast.Expr) bool {
	number, other := false, false
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok {
			number = number || lit.Kind == token.INT || lit.Kind == token.FLOAT
			other = other || lit.Kind == token.STRING || lit.Kind == token.CHAR
		}
		return true
	})
	return number && !other || strings.HasPrefix(operand(e), "work.") || strings.HasPrefix(operand(e), "time.")
}
