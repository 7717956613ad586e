package invariants

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
)

// Every part of a test can be left out, and no other changes.
func TestParts(t *testing.T) {
	in := &fault.Test{Args: []string{"ab", "c"}, Stdin: []byte("d"), Files: map[string][]byte{"f": []byte("e")}, Values: []uint64{7, 8}}
	ps := split(in)
	if same := ps.join(ps.all); identity(same) != identity(in) {
		t.Errorf("%+v", same)
	}
	var got []string
	for i := range ps.all {
		x := ps.join(slices.Concat(ps.all[:i], ps.all[i+1:]))
		got = append(got, fmt.Sprintf("%q %q %q %d", x.Args, x.Stdin, x.Files["f"], x.Values))
	}
	want := `["c"] "d" "e" [7 8]
["b" "c"] "d" "e" [7 8]
["a" "c"] "d" "e" [7 8]
["ab"] "d" "e" [7 8]
["ab" ""] "d" "e" [7 8]
["ab" "c"] "" "e" [7 8]
["ab" "c"] "d" "" [7 8]
["ab" "c"] "d" "e" [8]
["ab" "c"] "d" "e" [7]`
	if s := strings.Join(got, "\n"); s != want {
		t.Errorf("got\n%s\nwant\n%s", s, want)
	}
	if x := split(&fault.Test{Stdin: []byte("d")}); x.join(nil).Values != nil {
		t.Error("values that are read from the standard input are given")
	}
}

func TestNumbers(t *testing.T) {
	text := `MAX -12 1.50 "ab" +-7?`
	var got []string
	for _, k := range number.FindAllStringIndex(text, -1) {
		got = append(got, fmt.Sprint(text[k[0]:k[1]], " ", variations(text[k[0]:k[1]])))
	}
	want := `-12 [-13 -11 -14 -10 -16 -8 -20 -4 -28 4 -44 20 -76 52 -140 116]
1.50 [1.38 1.62 1.25 1.75 1.00 2.00 0.50 2.50 -0.50 3.50 -2.50 5.50 -6.50 9.50 -14.50 17.50]
-7 [-8 -6 -9 -5 -11 -3 -15 1 -23 9 -39 25 -71 57]`
	if x := strings.Join(got, "\n"); x != want {
		t.Errorf("got\n%s\nwant\n%s", x, want)
	}
}

// Good and bad inputs are found in every kind of input, without tests: the
// program fails if the first of two numbers is 40 to 49, and ends early if a
// number is missing.
func TestInputs(t *testing.T) {
	const check = `
int limit;
static int half(int x) { return x >= 40 && x < 50 ? 0 : x / 2; }
static void both(int x, int y) {
	limit = half(x) + y * 0;
	if (x > 2) __VERIFIER_assert(limit > 0);
}
`
	const head = "#include <stdio.h>\n#include <stdlib.h>\nextern void abort(void); extern void __assert_fail(const char *, const char *, unsigned, const char *);\nvoid reach_error(void) { __assert_fail(\"0\", \"t.c\", 1, \"f\"); }\nvoid __VERIFIER_assert(int c) { if (!c) { reach_error(); abort(); } }\n" + check
	for _, tt := range []struct {
		name, main string
		test       fault.Test
	}{
		{"stdin", `int main(void) { int x, y; if (scanf("%d %d", &x, &y) != 2) return 1; both(x, y); return 0; }`, fault.Test{Stdin: []byte("  44 7 9 10")}},
		{"arguments", `int main(int argc, char **argv) { if (argc < 3) return 1; both(atoi(argv[1]), atoi(argv[2])); return 0; }`, fault.Test{Args: []string{"44", "7", "xyz"}}},
		{"file", `int main(void) { int x, y; FILE *f = fopen("in", "r"); if (!f || fscanf(f, "%d %d", &x, &y) != 2) return 1; both(x, y); return 0; }`, fault.Test{Files: map[string][]byte{"in": []byte("44 7 9")}}},
		{"values", `int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); both(x, __VERIFIER_nondet_int()); return 0; }`, fault.Test{Values: []uint64{44, 7, 9}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := &fault.Input{Prog: frontendtest.Execute(t, head+tt.main), Failing: &tt.test, Oracle: &fault.Oracle{}}
			if err := fault.Locate(context.Background(), in); err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			w, err := inputs(context.Background(), in, Options{Good: 8, Bad: 3, Tries: 1000})
			if err != nil {
				t.Fatal(err)
			}
			defer w.close()
			if w.in == in || len(symbols(w.in.Failing)) >= len(symbols(in.Failing)) {
				t.Errorf("not minimized: %s", summary(w.in.Failing))
			}
			if len(w.good) != 8 || len(w.bad) != 3 || w.tried == 0 || w.tried > 1000 {
				t.Errorf("%d good, %d bad, %d tried", len(w.good), len(w.bad), w.tried)
			}
			for i, x := range slices.Concat(w.good, w.bad) {
				want := fault.Pass
				if i >= len(w.good) {
					want = fault.Fail
				}
				if o, _ := in.Oracle.Judge(context.Background(), x, fault.Execute(context.Background(), in.Prog, x, in.Budget)); o != want {
					t.Errorf("%s: %v, want %v", summary(x), o, want)
				}
			}
		})
	}
}

// What the correct program rejects is not an input, and what it prints decides.
func TestReference(t *testing.T) {
	const src = `#include <stdio.h>
int twice(int x) {
	if (x > 900)
		return x + 90;
	return x + x;
}
int main(void) { int x; if (scanf("%d", &x) != 1) return 1; printf("%d\n", twice(x)); return 0; }
`
	faulty := strings.Replace(src, "x > 900", "x > 60", 1)
	in := &fault.Input{
		Prog: frontendtest.Execute(t, faulty), Reference: frontendtest.Execute(t, src), Oracle: &fault.Oracle{},
		Failing: &fault.Test{Stdin: []byte("77"), Expect: &fault.Expectation{Output: []byte("154\n"), HasOutput: true}},
	}
	d := diagnosis(t, in, Options{Good: 6, Bad: 4, Tries: 200})
	if d.Good != 6 || d.Bad != 4 || d.Tried == 0 {
		t.Errorf("%+v", d)
	}
	w, err := inputs(context.Background(), in, Options{Good: 6, Bad: 4, Tries: 200})
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	for _, x := range slices.Concat(w.good, w.bad) {
		if len(x.Stdin) == 0 {
			t.Error("an input that the correct program rejects")
		}
		var n int
		if _, err := fmt.Sscan(string(x.Stdin), &n); err != nil {
			t.Error(err)
		}
		if bad := n > 60 && n <= 900; bad != slices.Contains(w.bad, x) {
			t.Errorf("%d is bad: %v", n, !bad)
		}
	}
}
