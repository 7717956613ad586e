package outputs

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"culprit/internal/gcc"
	"culprit/interp"
	"culprit/lab/suite"
)

// TestOutputs compares the programs of a small corpus in all three forms.
func TestOutputs(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"index.csv": "suite,program,version,kind,file\n" +
			"lines,sum,orig,file,orig/sum.c\nlines,sum,bad,file,bad/sum.c\nlines,sum,universe,file,universe\nlines,sum,inputs,dir,inputs\n" +
			"single,2-A-bug-3-4,buggy,dir,.\n" +
			"class,max,a,file,a/max.c\nclass,max,tests,dir,tests\n" +
			"class,none,a,file,a/none.c\n",
		"lines/sum/orig/sum.c":                  sumProgram,
		"lines/sum/bad/sum.c":                   "int main(void) { return }\n",
		"lines/sum/universe":                    "1 2 '3' < in/a\n < in/b\n7 ../inputs/in/c\n1 < in/missing\n",
		"lines/sum/inputs/in/a":                 "10 20\n30",
		"lines/sum/inputs/in/b":                 "",
		"lines/sum/inputs/in/c":                 "100",
		"single/2-A-bug-3-4/3.c":                "#include <stdio.h>\nint main(void) { int x, a[3] = {1, 2, 3}; scanf(\"%d\", &x); printf(\"%d\\n\", a[x] != 9); return 0; }\n",
		"single/2-A-bug-3-4/4.c":                "#include <stdio.h>\nint main(void) { int x; scanf(\"%d\", &x); if (x > 5) for (;;) {} printf(\"%d\\n\", x); return 0; }\n",
		"single/2-A-bug-3-4/input-pos1":         "1",
		"single/2-A-bug-3-4/input-neg1":         "3",
		"single/2-A-bug-3-4/heldout-input-pos1": "7000000",
		"class/max/a/max.c":                     "#include <stdio.h>\nint main(void) { int a, b; scanf(\"%d%d\", &a, &b); printf(\"%d\\n\", a > b ? a : b); return a == b ? 256 + 7 : -1; }\n",
		"class/max/tests/white/1.in":            "1 2",
		"class/max/tests/white/2.in":            "2 2",
		"class/max/tests/white/2.out":           "2",
		"class/none/a/none.c":                   "int main(void) { return 0; }\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	subjects, err := suite.Subjects(dir, filepath.Join(dir, "index.csv"), nil)
	if err != nil {
		t.Fatal(err)
	}
	runs := Measure(context.Background(), subjects, Config{Sanitize: true, Jobs: 2, Steps: 1_000_000, Timeout: 1e9})
	var got []string
	for _, r := range runs {
		s := r.ID + ":"
		if r.Refused != "" {
			s += " refused"
		}
		if r.Skip != "" {
			s += " " + r.Skip
		}
		for _, c := range r.Results {
			s += " " + c.Case + "=" + c.Class.String()
			if c.Class == Different || c.Class == Unsupported {
				t.Error(r.ID, c.Case, c.Class, c.Detail)
			}
		}
		got = append(got, s)
	}
	want := []string{
		"lines/sum/orig: 1=equal 2=equal 3=equal 4=skipped",
		"lines/sum/bad: refused",
		"single/2-A-bug-3-4/3: input-neg1=undefined input-pos1=equal heldout-input-pos1=crashed",
		"single/2-A-bug-3-4/4: input-neg1=equal input-pos1=equal heldout-input-pos1=skipped",
		"class/max/a: tests/white/1.in=equal tests/white/2.in=equal",
		"class/none/a: no tests",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	var b strings.Builder
	if err := Table(runs).Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"lines/sum", "class/max", "single ", "all "} {
		if !strings.Contains(b.String(), "\n"+line) {
			t.Errorf("no row %q in\n%s", line, b.String())
		}
	}
	if d := Details(runs); len(d.Rows) != 6 {
		t.Errorf("details: %q", d.Rows)
	}

	only, err := suite.Subjects(dir, filepath.Join(dir, "index.csv"), []string{"lines/sum/orig", "class/max/"})
	if err != nil || len(only) != 2 {
		t.Errorf("selected %v, %v", only, err)
	}
	if _, err := suite.Subjects(dir, filepath.Join(dir, "index.csv"), []string{"lines/su"}); err == nil {
		t.Error("no error for a selection of nothing")
	}
}

const sumProgram = `#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int i, x, sum = 0;
  FILE *f = argc == 3 ? fopen(argv[2], "r") : stdin;
  for (i = 1; i < argc; i++)
    sum += atoi(argv[i]);
  while (f && fscanf(f, "%d", &x) == 1)
    sum += x;
  printf("%d of %d\n", sum, argc);
  if (sum > 50)
    abort();
  return sum;
}
`

// TestOutputsFindDifference plants differences and expects to be told.
func TestOutputsFindDifference(t *testing.T) {
	want := &gcc.Ending{Stdout: []byte("a 1\n"), Code: 3}
	for _, c := range []struct {
		got  execution
		diff string
	}{
		{execution{stdout: []byte("a 1\n"), status: interp.Exited, code: 3}, ""},
		{execution{stdout: []byte("a 2\n"), status: interp.Exited, code: 3}, "byte 2"},
		{execution{stdout: []byte("a 1\n"), status: interp.Exited, code: 4}, "exit status 4, compiled 3"},
		{execution{stdout: []byte("a 1\n"), status: interp.Exited, noCode: true}, ""},
		{execution{stdout: []byte("a 1\n"), status: interp.ReachedError}, "ends with"},
	} {
		got := c.got.differs(want)
		if (got == "") != (c.diff == "") || !strings.Contains(got, c.diff) {
			t.Errorf("%+v: %q, want %q", c.got, got, c.diff)
		}
	}
}
