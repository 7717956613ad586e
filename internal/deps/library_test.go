package deps

import (
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What is known about a function of the C library by its name is an entry of
// cfg/clib. Other code asks for the entry and does not look at names: nothing
// fails where a list of names of its own lacks one.

// mayName lists packages and files that have names of library functions where
// code decides or tabulates by them.
var mayName = map[string]string{
	"cfg/clib":                          "the table",
	"interp/libc":                       "binds a name to its implementation; its test compares them with the table",
	"frontend/library/extended_math.go": "binds the functions of long double to their implementation",
	"frontend/library/unknown.go":       "functions of programs with names that end in printf",
	"harness/heap.go":                   "a harness replaces malloc, and no other function",
	"internal/cfgtext/expr.go":          "statements of the text form of graphs",
	"frontend/cpp/machine.go":           "options of compilers",
	"cfg/print.go":                      "operators of the text form of graphs",
	"frontend/ctypes/type.go":           "ways of rounding",
	"logic":                             "operators of terms: select is one of arrays",
	"cmd/verify/lsp/lsp.go":             "requests of the language server protocol",
	"internal/meta/function.go":         "C text: functions whose calls cannot be moved",
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
			found := LibraryNames(fset, f)
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
		if got := LibraryNames(fset, f); len(got) > 0 != tt.bad {
			t.Errorf("%s: %v", tt.code, got)
		}
	}
}
