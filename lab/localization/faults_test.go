package localization

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"culprit/fault"
)

// TestFaults measures two methods on a small suite of each form. In test 3 no
// instance of the faulty line is in the slice: the sum is not touched at all.
func TestFaults(t *testing.T) {
	const right = `#include <stdio.h>
int main(int argc, char **argv) {
	int n = 0, s = 0;
	while (scanf("%d", &n) == 1)
		if (n > 2)
			s += n;
	printf("%d\n", s);
	return 0;
}
`
	wrong := strings.Replace(right, "n > 2", "n > 3", 1)
	dir := t.TempDir()
	writeAll(t, dir, map[string]string{
		"c/s/p/orig/p.c": right, "c/s/p/v1/p.c": wrong, "c/s/p/v2/p.c": right,
		"c/s/p/universe": "< a\n< b\nx < c\n", "c/s/p/inputs/a": "1 2", "c/s/p/inputs/b": "3 4 5", "c/s/p/inputs/c": "1 2 3",
		"c/t/q/bad.c": wrong, "c/t/q/good.c": right, "c/t/q/input-1": "5", "c/t/q/input-2": "5 3",
		"index.csv": `suite,program,version,kind,file,fault_lines
s,p,orig,file,orig/p.c,
s,p,v1,file,v1/p.c,5
s,p,v2,file,v2/p.c,5
t,q,bad,dir,.,bad.c 5
`,
	})
	versions, err := Versions(filepath.Join(dir, "c"), filepath.Join(dir, "index.csv"), nil)
	if err != nil || len(versions) != 3 {
		t.Fatal(versions, err)
	}
	runs := Measure(context.Background(), versions, Config{Methods: []fault.Method{fault.PredicateSwitching(), fault.Slice()}})
	var got []string
	for _, r := range runs {
		line := r.ID + " " + r.Test + " " + r.Method
		switch {
		case r.Err != "":
			line += ": " + r.Err
		case r.Found:
			line += ": found"
		}
		if r.Top1 {
			line += " first"
		}
		got = append(got, line)
	}
	want := []string{
		"s/p/v1 2 predicate-switching: found first", "s/p/v1 2 slice: found",
		"s/p/v1 3 predicate-switching: found first", "s/p/v1 3 slice",
		"s/p/v2  predicate-switching: no test fails", "s/p/v2  slice: no test fails",
		"t/q/bad input-2 predicate-switching: found first", "t/q/bad input-2 slice: found",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
	var b strings.Builder
	if err := Table(runs).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"s/p/v1   predicate-switching      2      6   1.0   1.00", "s/p      slice ", "1 times slice: no test fails"} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, b.String())
		}
	}
	if n := len(Details(runs).Rows); n != len(runs) {
		t.Errorf("%d rows", n)
	}
	broken := fault.Method{Name: "broken", Run: func(context.Context, *fault.Input) (*fault.Result, error) { panic("soup") }}
	runs = Measure(context.Background(), versions[:1], Config{Methods: []fault.Method{broken}, Tests: 1})
	if len(runs) != 1 || runs[0].Err != "internal error: soup" || runs[0].Lines != 6 || runs[0].Found {
		t.Errorf("%+v", runs)
	}
	if _, err := Versions(filepath.Join(dir, "c"), filepath.Join(dir, "index.csv"), []string{"none"}); err == nil {
		t.Error("a suite that does not exist")
	}
}

// writeAll writes files below a folder: their paths.
func writeAll(t *testing.T, dir string, files map[string]string) map[string]string {
	t.Helper()
	paths := map[string]string{}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		paths[name] = path
	}
	return paths
}
