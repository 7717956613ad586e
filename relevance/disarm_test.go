package relevance_test

import (
	"strings"
	"testing"
)

// Constants that keep an assertion from failing and repair nothing are not
// called fixes, with a reason.
func TestDisarmingConstants(t *testing.T) {
	const head = `
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
`
	for _, c := range []struct {
		name, src string
		runs      [][]uint64
		text      string // of the statement
		want      string // why not; "" if it is a fix
	}{
		{name: "the result of a function that only the condition reads", text: "return running", want: "the assertion itself would read the constant", src: `
int running = 0;
int isRunning(void) { return running; }
void work(int methane) { if (methane) running = 0; else running = 1; }
int main(void) {
  int m = __VERIFIER_nondet_int();
  work(m);
  if (!isRunning()) reach_error();
  return 0;
}`, runs: [][]uint64{{1}}},
		{name: "the parameter of an assertion function", text: "check(x == 3)", want: "the assertion itself would read the constant", src: `
void check(int cond) { if (!cond) reach_error(); }
int main(void) { int x = 0; for (int i = 0; i < 4; i++) x++; check(x == 3); return 0; }`},
		{name: "a flag computed for the condition", text: "ok = x == 3", want: "the assertion itself would read the constant", src: `
int main(void) { int x = 0; int ok; for (int i = 0; i < 4; i++) x++; ok = x == 3; if (!ok) reach_error(); return 0; }`},
		{name: "an element that is read in", text: "a[i] = __VERIFIER_nondet_int()", want: "it is an input", src: `
int a[3];
int main(void) {
  int i, n = 0;
  for (i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 3; i++) n = n + a[i];
  if (n == 6) reach_error();
  return 0;
}`, runs: [][]uint64{{1, 2, 3}}},
		{name: "a value in an expression", text: "three()", want: "it is read there, not assigned", src: `
int three(void) { return 3; }
int main(void) { int y = three() * 2; if (y == 6) reach_error(); return 0; }`},
		{name: "the cell that the condition reads", text: "a[i] = i", want: "the assertion itself would read the constant", src: `
int a[3];
int main(void) {
  int i;
  for (i = 0; i < 3; i++) a[i] = i;
  if (a[2] != 0) reach_error();
  return 0;
}`},
		{name: "the state of a monitor", text: "state = 2", want: "the assertion itself would read the constant", src: monitored, runs: [][]uint64{{9, 5, 0}}},
		{name: "an earlier state of a monitor", text: "state = 0", want: "only the assertion depends on it", src: monitored, runs: [][]uint64{{9, 5, 0}}},
		{name: "what a specification is given", text: "arg = msg", want: "only the assertion depends on it", src: specified, runs: [][]uint64{{3}}},
		{name: "a call in a specification", text: "readable(m)", want: "only the assertion depends on it", src: specified, runs: [][]uint64{{3}}},
		{name: "an input", text: "x = __VERIFIER_nondet_int()", want: "it is an input", src: `
int main(void) { int x = __VERIFIER_nondet_int(); int y = x; if (y == 7) reach_error(); return 0; }`, runs: [][]uint64{{7}}},
		{name: "a copy of an input", text: "return v", want: "it is an input", src: `
int read(void) { int v = __VERIFIER_nondet_int(); return v; }
int main(void) { int y = read() * 2; if (y == 14) reach_error(); return 0; }`, runs: [][]uint64{{7}}},
		{name: "a null pointer that is followed", text: "p = &x", want: "a constant would replace what is computed", src: `
int x, y;
int main(void) {
  int *p = &x;
  *p = 5; y = *p;
  if (x == 5) reach_error();
  return 0;
}`},
		{name: "a branch that does not run", text: "on = 1", want: "with it, line 7 is never executed", src: `
int main(void) { int s = 0, on = 1;
  for (int i = 1; i <= 3; i++)
    if (on == 1) s = s + 2;
  if (s > 0) reach_error();
  return 0;
}`},
		{name: "a right run that ends otherwise", text: "scale = 2", want: "with it, correct runs end with a different out", src: `
int scale, out;
int main(void) {
  unsigned char x = __VERIFIER_nondet_int();
  scale = 2;
  out = (x % 2) * scale;
  int bad = x == 9 ? out + 1 : 0;
  if (bad == 3) reach_error();
  return 0;
}`, runs: [][]uint64{{9}}},
		{name: "another trace fails", text: "n = 3", want: "other error traces remain", src: `
int main(void) {
  int n = 3, x = __VERIFIER_nondet_int();
  int y = n * 2;
  if (x > 0) y = y + 1;
  if (y == 6 || y == 1) reach_error();
  return 0;
}`, runs: [][]uint64{{0}}},
		{name: "a factor that makes the condition constant", text: "mask = 255", want: "with it, nothing else decides whether the assertion fails", src: `
int main(void) {
  int mask = 255, left = 9, sum;
  sum = left & mask;
  if (sum + 1 == 10) reach_error();
  return 0;
}`},
		{name: "the address of a block", text: "q = p", want: "a constant would replace what is computed", src: `
int main(void) {
  int *p = malloc(4), *r = malloc(4), *q;
  q = p;
  int y = (q == p) + 2 * (q == 0);
  if (y > 0) reach_error();
  return 0;
}`},
		{name: "a wrong start of a count", text: "n = 1", src: `
int main(void) {
  int n = 1;
  for (int i = 0; i < 4; i++) n = n + 1;
  if (n != 4) reach_error();
  return 0;
}`},
		{name: "a count for the assertion alone", text: "n = 0", want: "only the assertion depends on it", src: `
int main(void) {
  int n = 0;
  for (int i = 0; i < 4; i++) n = n + 1;
  if (n > 3) reach_error();
  return 0;
}`},
		{name: "a wrong bound", text: "last = 5", src: `
int main(void) {
  int s = 0, last = 5;
  for (int i = 0; i < last; i++) s = s + 1;
  if (s > 4) reach_error();
  return 0;
}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.runs == nil {
				c.runs = [][]uint64{nil}
			}
			sums := summarize(t, head+strings.TrimPrefix(c.src, "\n"), c.runs...)
			found := false
			for _, st := range sums[0].Statements {
				if st.Edge.Text != c.text {
					continue
				}
				found = true
				switch {
				case c.want == "" && !st.Validated:
					t.Errorf("%s = %d: %q", c.text, int64(st.Fix), st.FixNote)
				case c.want != "" && (st.Validated || st.FixNote != "no fix: "+c.want):
					t.Errorf("%s: validated %v (%d), %q", c.text, st.Validated, int64(st.Fix), st.FixNote)
				}
			}
			if !found {
				for _, st := range sums[0].Statements {
					t.Logf("%q", st.Edge.Text)
				}
				t.Error("no such statement")
			}
		})
	}
}

const monitored = `
int state = 9, total;
int main(void) {
  state = 0;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (x == 9) { if (state == 0) state = 1; }
    if (x == 5) { if (state == 1) state = 2; }
    if (x == 0) { if (state == 2) reach_error(); }
    total = total + (x & 1);
  }
  return 0;
}`

const specified = `
int key[4], sent;
int readable(int m) { if (m == 2) return key[2] == 0; return 1; }
void spec(int m) { int r; r = readable(m); if (!r) reach_error(); }
int main(void) {
  int arg, msg = 2;
  unsigned char x = __VERIFIER_nondet_int();
  key[2] = x;
  if (readable(msg)) sent = msg;
  arg = msg;
  spec(arg);
  return 0;
}`
