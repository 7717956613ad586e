package deps

import (
	"bufio"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "culprit"
	root   = "../.."
)

// rule is one line of arrows.txt. any stands for "*".
// named has those packages of ours that the line itself names.
type rule struct {
	any   bool
	ours  []string
	named []string
	libs  []string
}

// allows reports whether a file of the package may import path.
func (r rule) allows(path string) bool {
	if own, ok := strings.CutPrefix(path, module+"/"); ok {
		return r.any || slices.Contains(r.ours, own)
	}
	return isStandard(path) || slices.ContainsFunc(r.libs, func(lib string) bool {
		return path == lib || strings.HasPrefix(path, lib+"/")
	})
}

func isStandard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".") && first != module
}

// parseRules reads the format described at the top of arrows.txt.
func parseRules(text string) (map[string]rule, error) {
	rules := map[string]rule{}
	sc := bufio.NewScanner(strings.NewReader(text))
	for n := 1; sc.Scan(); n++ {
		line, _, _ := strings.Cut(sc.Text(), "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		name, rest, ok := strings.Cut(line, ":")
		ours, libs, bar := strings.Cut(rest, "|")
		if !ok || !bar {
			return nil, fmt.Errorf("arrows.txt:%d: want \"package: ours | libraries\"", n)
		}
		var r rule
		for _, f := range strings.Fields(ours) {
			if f == "*" {
				r.any = true
				continue
			}
			if base, ok := strings.CutPrefix(f, "+"); ok {
				b, ok := rules[base]
				if !ok {
					return nil, fmt.Errorf("arrows.txt:%d: +%s before its line", n, base)
				}
				r.ours = append(r.ours, b.ours...)
				f = base
			} else {
				r.named = append(r.named, f)
			}
			r.ours = append(r.ours, f)
		}
		r.libs = strings.Fields(libs)
		if _, dup := rules[name]; dup {
			return nil, fmt.Errorf("arrows.txt:%d: second line for %s", n, name)
		}
		rules[name] = r
	}
	return rules, sc.Err()
}

// imported is one import of one file.
type imported struct {
	pkg  string // folder below the root, "" for the root
	path string
	pos  token.Position
	test bool
}

// imports returns the imports of every Go file below dir, testdata and hidden
// folders excepted, in the order of the files.
func imports(dir string) ([]imported, error) {
	var out []imported
	fset := token.NewFileSet()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if path != dir && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			out = append(out, imported{filepath.ToSlash(rel), p, fset.Position(spec.Pos()), strings.HasSuffix(base, "_test.go")})
		}
		return nil
	})
	return out, err
}

// violations returns one line for each import the rules do not allow.
func violations(rules map[string]rule, all []imported) []string {
	var out []string
	tests := rules["test"]
	named := map[string]bool{}
	for _, im := range all {
		r, ok := rules[im.pkg]
		switch {
		case !ok && named[im.pkg]:
			continue
		case !ok:
			named[im.pkg] = true
			out = append(out, fmt.Sprintf("%s: package %s has no line in arrows.txt", im.pos, im.pkg))
			continue
		case r.allows(im.path):
			continue
		case im.test && (strings.HasPrefix(im.path, module+"/") || tests.allows(im.path)):
			continue
		}
		out = append(out, fmt.Sprintf("%s: %s may not import %s", im.pos, im.pkg, im.path))
	}
	return out
}

func TestArrows(t *testing.T) {
	text, err := os.ReadFile("testdata/arrows.txt")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := parseRules(string(text))
	if err != nil {
		t.Fatal(err)
	}
	all, err := imports(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range append(violations(rules, all), unused(rules, all)...) {
		t.Error(v)
	}
	for _, r := range []rule{{libs: []string{"example.org/x"}}, {named: []string{"report"}}} {
		if got := unused(map[string]rule{"cfg": r}, all); len(got) != 1 {
			t.Errorf("%v: an unused import is not found: %v", r, got)
		}
	}
}

// unused returns what a line names and its package does not import, in the
// order of the packages' names. Imports of tests count for libraries only.
func unused(rules map[string]rule, all []imported) []string {
	var out []string
	for name, r := range rules {
		for _, lib := range r.libs {
			used := slices.ContainsFunc(all, func(im imported) bool {
				return (im.pkg == name || name == "test") && (im.path == lib || strings.HasPrefix(im.path, lib+"/"))
			})
			if !used {
				out = append(out, name+" does not import "+lib)
			}
		}
		for _, own := range r.named {
			used := slices.ContainsFunc(all, func(im imported) bool {
				return im.pkg == name && !im.test && im.path == module+"/"+own
			})
			if !used {
				out = append(out, name+" does not import "+own)
			}
		}
	}
	slices.Sort(out)
	return out
}

// TestPolicy makes sure that the policy rejects what it is there to reject.
func TestPolicy(t *testing.T) {
	text, err := os.ReadFile("testdata/arrows.txt")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := parseRules(string(text))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		pkg, path string
		test, ok  bool
	}{
		{"interp", "culprit/cfg", false, true},
		{"interp", "culprit/logic", false, false},
		{"interp", "culprit/logic", true, true},
		{"cfg", "culprit/logic", false, false},
		{"cfg", "fmt", false, true},
		{"verifier", "culprit/logic", false, true},
		{"verifier", "culprit/interp", false, false},
		{"frontend", "modernc.org/cc/v4", false, true},
		{"verifier", "modernc.org/cc/v4", true, false},
		{"smt", "github.com/irifrance/gini", false, false},
		{"smt/bitblast", "github.com/irifrance/gini/z", false, true},
		{"smt/z3", "github.com/aclements/go-z3/z3", false, true},
		{"report", "github.com/alecthomas/kong", false, false},
		{"report", "github.com/google/go-cmp/cmp", false, false},
		{"report", "github.com/google/go-cmp/cmp", true, true},
		{"cmd/verify", "culprit/interp", false, true},
		{"cmd/verify", "modernc.org/cc/v4", false, false},
		{"utils", "fmt", false, false},
	}
	for _, tt := range tests {
		got := violations(rules, []imported{{pkg: tt.pkg, path: tt.path, test: tt.test}})
		if (len(got) == 0) != tt.ok {
			t.Errorf("%s imports %s (test %v): got %q, want ok %v", tt.pkg, tt.path, tt.test, got, tt.ok)
		}
	}
}

func TestParseRulesErrors(t *testing.T) {
	for _, text := range []string{"cfg", "cfg: logic", "a: +b |", "a: |\na: |"} {
		if _, err := parseRules(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
