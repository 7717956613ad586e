package dependence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend/frontendtest"
	"culprit/interp"
)

// recordC records a run of a C program.
func recordC(t testing.TB, src, stdin string) (*interp.Recording, *Graph) {
	t.Helper()
	p := frontendtest.Execute(t, src)
	r, err := interp.Record(p, interp.RunConfig{Stdin: strings.NewReader(stdin)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	g, err := NewGraph(p, r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r, g
}

// TestSliceC slices from the instance that printed the last byte. Lines of the
// dynamic slice are marked SLICE, those that only the relevant slice has
// RELEVANT.
func TestSliceC(t *testing.T) {
	for _, tc := range []struct{ name, stdin, src string }{
		{"middle of three (paper 001, figure 1)", "2 1 3", `
#include <stdio.h>
int main(void) {
  int x, y, z, m;
  scanf("%d %d %d", &x, &y, &z); // SLICE
  m = y; // SLICE
  if (y < z) { // RELEVANT
    if (x < y) // RELEVANT
      m = y;
    else if (x > z) // RELEVANT
      m = x;
  } else {
    if (x > y)
      m = y;
    else if (x > z)
      m = x;
  }
  printf("%d\n", m); // SLICE
}`},
		{"influence in both directions (paper 000, figure 6)", "", `
#include <stdio.h>
int main(void) {
  int a = 2; // SLICE
  int b = 1; // RELEVANT
  int c = 1; // SLICE
  int d = 0;
  if (a > 0) { // SLICE
    if (b < 0) // RELEVANT
      if (c != 2)
        c = 2;
    d = c + 3; // SLICE
  }
  printf("%d", d); // SLICE
}`},
		{"a definition behind the branch hides it", "", `
#include <stdio.h>
int main(void) {
  int a = 0, x = 0;
  if (a)
    x = 1;
  x = 2; // SLICE
  printf("%d", x); // SLICE
}`},
		{"a chain of control dependences to the definition (paper 001, definition 3.1)", "", `
#include <stdio.h>
int main(void) {
  int p = 0; // RELEVANT
  int q = 1;
  int x = 5; // SLICE
  if (p) // RELEVANT
    if (q)
      x = 6;
  printf("%d", x); // SLICE
}`},
		{"the definition was executed: the flow path covers the branch", "", `
#include <stdio.h>
int main(void) {
  int p = 1; // SLICE
  int x = 5;
  if (p) // SLICE
    x = 6; // SLICE
  printf("%d", x); // SLICE
}`},
		{"skipped inside a function", "", `
#include <stdio.h>
int state = 1; // SLICE
int off = 1;
int mode = 0; // RELEVANT
void update(void) {
  if (mode) // RELEVANT
    state = 2;
}
int main(void) {
  off = 3;
  update(); // RELEVANT
  printf("%d", state); // SLICE
}`},
		{"arguments are told apart", "", `
#include <stdio.h>
int first(int a, int b) {
  int c = b;
  return a; // SLICE
}
int main(void) {
  int x = 1; // SLICE
  int y = 2;
  int r = first(x, y); // SLICE
  printf("%d", r); // SLICE
}`},
		{"one iteration too few", "", `
#include <stdio.h>
int main(void) {
  int n = 2; // SLICE
  int s = 0; // SLICE
  int t = 0;
  for (int i = 0; i < n; i++) { // SLICE
    s += i; // SLICE
    t += s;
  }
  printf("%d", s); // SLICE
}`},
		{"elements of an array", "", `
#include <stdio.h>
int a[4];
int main(void) {
  int k = 3; // RELEVANT
  int m = 4;
  a[0] = 1;
  a[1] = 2; // SLICE
  a[2] = 3;
  if (m > 5)
    a[0] = 9;
  if (k > 5) // RELEVANT
    a[k - 4] = 9;
  printf("%d", a[1]); // SLICE
}`},
		{"locals of recursive activations", "", `
#include <stdio.h>
int down(int n) {
  int keep = n * 10; // SLICE
  int other = 0;
  if (n > 0)
    other = down(n - 1);
  return keep; // SLICE
}
int main(void) {
  int r = down(2); // SLICE
  printf("%d", r); // SLICE
}`},
		{"linked list", "", `
#include <stdio.h>
#include <stdlib.h>
struct node { int val; struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a); // SLICE
  struct node *b = malloc(sizeof *b); // SLICE
  a->val = 1;
  a->next = b; // SLICE
  b->val = 7; // SLICE
  b->next = 0;
  struct node *p = a; // SLICE
  p = p->next; // SLICE
  printf("%d", p->val); // SLICE
}`},
		{"through library functions", "", `
#include <stdio.h>
#include <string.h>
int main(void) {
  char s[8], u[8];
  strcpy(u, "no");
  strcpy(s, "yes"); // SLICE
  char d[8];
  memcpy(d, s, 4); // SLICE
  puts(d); // SLICE
}`},
		{"switch with fall through", "", `
#include <stdio.h>
int main(void) {
  int k = 1; // SLICE
  int x = 0;
  int y = 0;
  switch (k) { // SLICE
  case 0:
    y = 4;
  case 1: // SLICE
    x = 1; // SLICE
  case 2:
    y = 2;
    break;
  default:
    x = 3;
  }
  printf("%d", x); // SLICE
}`},
		{"what might have been printed in its place", "", `
#include <stdio.h>
int done = 0;
int job = 0; // RELEVANT
void finish(void) {
  if (job) // RELEVANT
    printf("%d ", job);
}
int main(void) {
  if (done)
    puts("done");
  putchar('.');
  if (done)
    fputs("done", stderr);
  finish(); // RELEVANT
  printf("%d", 7); // SLICE
}`},
		{"variable-length array", "", `
#include <stdio.h>
int main(void) {
  int n = 3; // SLICE
  int m = 2;
  int d[n]; // SLICE
  d[1] = 4; // SLICE
  d[2] = m;
  printf("%d", d[1]); // SLICE
}`},
		{"goto out of a loop", "", `
#include <stdio.h>
int main(void) {
  int i = 0; // SLICE
  int lim = 3; // SLICE
  int found = 0;
  while (1) {
    if (i >= lim) goto done; // SLICE
    found = i; // SLICE
    i++; // SLICE
  }
done:
  printf("%d", found); // SLICE
}`},
	} {
		r, g := recordC(t, tc.src, tc.stdin)
		last := g.Printed(int64(len(r.Result.Stdout)) - 1)
		if r.Result.Status != interp.Exited || last < 0 {
			t.Errorf("%s: %v %v, printed by %d", tc.name, r.Result.Status, r.Result.Fault, last)
			continue
		}
		slice := lineNumbers(g, g.Slice([]int{last}, DataDep|ControlDep))
		relevant := lineNumbers(g, g.Relevant([]int{last}))
		if want := markedLines(tc.src, "// SLICE"); !slices.Equal(slice, want) {
			t.Errorf("%s: slice %v, want %v", tc.name, slice, want)
		}
		want := append(markedLines(tc.src, "// SLICE"), markedLines(tc.src, "// RELEVANT")...)
		slices.Sort(want)
		if !slices.Equal(relevant, want) {
			t.Errorf("%s: relevant slice %v, want %v", tc.name, relevant, want)
		}
	}
}

func lineNumbers(g *Graph, s *InstanceSet) []int {
	var out []int
	for i := range s.All() {
		if g.User(i) {
			out = append(out, g.Edge(i).Pos.Line)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func markedLines(src, mark string) []int {
	var out []int
	for i, l := range strings.Split(src, "\n") {
		if strings.Contains(l, mark) {
			out = append(out, i+1)
		}
	}
	return out
}

// sumProgram is the program of paper 002, figure 2: it sums up a list, and
// skips an element when x holds. LIMIT is what the fault changes.
const sumProgram = `
#include <stdio.h>
struct node { int val; struct node *next; } n3 = {3, 0}, n2 = {2, &n3}, n1 = {1, &n2};
int main(void) {
  struct node *p = &n1; int sum = 0, x;
  while (p) { // 2
    sum = sum + p->val; // 3
    p = p->next; // 4
    x = sum > LIMIT; // 5
    if (x && p) // 6
      p = p->next; // 7
  }
  printf("%d", sum); // 9
}
`

// at lists the instances of statements on the line marked with a number.
func instancesAt(g *Graph, src string, mark int) []int {
	line := markedLines(src, fmt.Sprintf("// %d", mark))[0]
	var out []int
	for i := range g.N() {
		if e := g.Edge(i); userEdge(e) && e.Pos.Line == line {
			out = append(out, i)
		}
	}
	return out
}

func TestIndexPaper(t *testing.T) {
	_, pass := recordC(t, strings.ReplaceAll(sumProgram, "LIMIT", "2"), "")
	_, fail := recordC(t, strings.ReplaceAll(sumProgram, "LIMIT", "0"), "")
	al := Align(pass, fail, nil)
	// The index of the only 7 in the failing run: in the first iteration,
	// inside the true branch of 6.
	sevens := instancesAt(fail, sumProgram, 7)
	var lines []string
	for _, e := range fail.Index(sevens[0]) {
		if e.Edge != nil {
			lines = append(lines, e.Edge.Text)
		}
	}
	if got := fmt.Sprint(lines); len(sevens) != 1 || got != "[p x && p]" {
		t.Errorf("7 is executed %d times, first in %s", len(sevens), got)
	}
	// It has no counterpart, although the passing run executes 7 as often, but
	// in the second iteration.
	other := instancesAt(pass, sumProgram, 7)
	if _, ok := al.Back(sevens[0]); ok {
		t.Error("7 of the failing run is aligned")
	}
	if _, ok := al.There(other[0]); ok || len(other) != 1 || len(pass.Index(other[0])) != 4 {
		t.Errorf("7 of the passing run is executed %d times, with index %v, aligned %v", len(other), pass.Index(other[0]), ok)
	}
	// The statements of the highest level correspond.
	i, j := instancesAt(pass, sumProgram, 9)[0], instancesAt(fail, sumProgram, 9)[0]
	if k, ok := al.There(i); !ok || k != j {
		t.Errorf("line 9: %d is aligned with %d, want %d", i, k, j)
	}
	// The n-th iterations correspond, whatever happened inside.
	for _, mark := range []int{2, 3, 4, 5, 6} {
		a, b := instancesAt(pass, sumProgram, mark), instancesAt(fail, sumProgram, mark)
		for n := range min(len(a), len(b)) {
			if k, ok := al.There(a[n]); !ok || k != b[n] {
				t.Errorf("line %d, iteration %d: aligned with %d %v, want %d", mark, n+1, k, ok, b[n])
			}
		}
	}
}

// controlPrograms have all kinds of jumps.
var controlPrograms = []string{`
#include <stdio.h>
int main(void) {
  int n, s = 0;
  scanf("%d", &n);
  for (int i = 0; i < 20; i++) {
    if (i % 3 == n % 3) continue;
    for (int j = 0; ; j++) {
      if (j > i) break;
      switch ((i + j + n) % 5) {
      case 0: s++; break;
      case 1: s += 2;
      case 2: s += 3; continue;
      case 3: goto next;
      default: s--;
      }
      s ^= j;
    }
  next:
    if (s > 1000 + n) return 1;
  }
  printf("%d", s);
  return 0;
}`, `
#include <stdio.h>
int depth;
int ack(int m, int n) {
  depth++;
  if (m == 0) return n + 1;
  if (n == 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}
int main(void) {
  int n;
  scanf("%d", &n);
  do {
    depth = 0;
    printf("%d ", ack(2, n % 4));
    printf("%d\n", depth);
  } while (n-- > 0);
}`, `
#include <stdio.h>
#include <stdlib.h>
int left;
void step(void) { if (left-- == 0) exit(3); }
int main(void) {
  scanf("%d", &left);
  for (;;) {
    step();
    if (left == 2) { step(); step(); }
  }
}`, `
#include <stdio.h>
int main(void) {
  int n, i = 0, s = 0;
  scanf("%d", &n);
  if (n % 2) goto inside;
  while (i < n) {
    s += 2;
  inside:
    s++;
    i++;
    if (s % 7 == 3) goto out;
  }
  s = -s;
out:
  printf("%d\n", s);
  return s;
}`, `
#include <stdio.h>
#include <stdlib.h>
int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int n, a[9];
  scanf("%d", &n);
  for (int i = 0; i < 9; i++) a[i] = (i * 7 + n) % 9;
  qsort(a, 9, sizeof *a, cmp);
  for (int i = 0; i < 9; i++) printf("%d", a[i]);
}`}

// Indices are unique in runs of C programs, and runs on different inputs are
// aligned by them.
func TestIndexC(t *testing.T) {
	for n, src := range controlPrograms {
		var graphs []*Graph
		for _, in := range []string{"3", "4", "9"} {
			_, g := recordC(t, src, in)
			graphs = append(graphs, g)
		}
		for x, a := range graphs {
			keys := map[string]int{}
			for i := range a.N() {
				key := indexKey(a, i)
				if j, ok := keys[key]; ok {
					t.Fatalf("program %d: %d and %d have the index %s", n, i, j, key)
				}
				keys[key] = i
			}
			for y, b := range graphs {
				al := Align(b, a, nil)
				pairs := 0
				for i := range b.N() {
					want, ok := keys[indexKey(b, i)]
					if j, found := al.There(i); ok != found || ok && j != want {
						t.Fatalf("program %d: %d is aligned with %d %v, want %d %v", n, i, j, found, want, ok)
					}
					if ok {
						pairs++
					}
				}
				if x == y && pairs != a.N() {
					t.Errorf("program %d: %d of %d are aligned with themselves", n, pairs, a.N())
				}
			}
		}
	}
}

// The value read by an instance is what the instance it depends on wrote.
func TestGraphValues(t *testing.T) {
	checked := 0
	for n, src := range controlPrograms {
		r, g := recordC(t, src, "5")
		type value struct {
			v *cfg.Var
			x uint64
		}
		var wrote [][]value
		for in := range r.All(0) {
			var ws []value
			for _, a := range in.Writes {
				ws = append(ws, value{a.Var, a.Value})
			}
			wrote = append(wrote, ws)
			for k, a := range in.Reads {
				if a.Var == nil {
					continue
				}
				from := g.DataOf(in.Index, k)
				if len(from) != 1 || !slices.Contains(wrote[from[0]], value{a.Var, a.Value}) {
					t.Fatalf("program %d: instance %d (%s) reads %s = %d from %v", n, in.Index, in.Edge.Text, a.Var.Name, int64(a.Value), from)
				}
				checked++
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d reads", checked)
	}
}

func TestGraphOutput(t *testing.T) {
	r, g := recordC(t, `
#include <stdio.h>
int main(void) {
  for (int i = 0; i < 3; i++)
    printf("%d,", i * 10); // first
  putchar('!');
  fprintf(stderr, "not this");
  puts("end");
}`, "")
	for k := range r.Result.Stdout {
		want := "printf"
		switch {
		case k == 8:
			want = "putchar"
		case k > 8:
			want = "puts"
		}
		if i := g.Printed(int64(k)); i < 0 || !strings.HasPrefix(g.Edge(i).Text, want) {
			t.Errorf("byte %d (%q) is printed by %d", k, r.Result.Stdout[k], i)
		}
	}
	if g.Printed(-1) != -1 || g.Printed(int64(len(r.Result.Stdout))) != -1 {
		t.Error("bytes that were not printed")
	}
	if a, b := g.Printed(0), g.Printed(3); a == b || g.Edge(a) != g.Edge(b) {
		t.Errorf("the first two numbers are printed by %d and %d", a, b)
	}
}

// Instances of library functions belong to their call.
func TestGraphOwner(t *testing.T) {
	_, g := recordC(t, `
#include <string.h>
char s[8];
int main(void) {
  int x;
  strcpy(s, "ab");
  return 0;
}`, "")
	inside := 0
	for i := range g.N() {
		switch o := g.Owner(i); {
		case g.User(i) && o != i:
			t.Errorf("%d belongs to %d", i, o)
		case !g.User(i) && o >= 0:
			inside++
			if g.Edge(o).Pos.Line != 6 {
				t.Errorf("%d belongs to line %d", i, g.Edge(o).Pos.Line)
			}
		}
	}
	t.Log(inside, "instances inside strcpy")
}

// summaryProgram has a definition of x under two branches, another under one
// of them, and uses after, in the manner of paper 001, figure 2.
const summaryProgram = `
#include <stdio.h>
int main(void) {
  int a, b, x, y = 0;
  scanf("%d %d", &a, &b);
  x = 1; // 1
  if (a > 0) { // 2
    y = 5; // 3
    if (b > 0) // 4
      x = 2; // 5
  } else if (b > 1) // 6
    y = x; // 7
  y = y + x; // 8
  if (y > 3) // 9
    x = y; // 10
  printf("%d %d", x, y); // 11
}
`

// The summary control dependences differ with the flow of control (paper 001,
// figure 3).
func TestSummaryC(t *testing.T) {
	for _, tc := range []struct {
		stdin string
		want  map[int][]int // by mark, marks of branches
	}{
		// x and y are defined under 2 and 4: flow paths cover them.
		{"1 1", map[int][]int{8: nil, 11: nil}},
		// 5 is skipped by 4; 3 is executed under 2.
		{"1 0", map[int][]int{8: {4}, 11: nil}},
		// 3 and 5 are skipped by 2, 7 by 6, and 10 by 9.
		{"0 0", map[int][]int{8: {2, 6}, 11: {2, 9}}},
		// 7 is executed under 6, which depends on 2 itself; 5 is skipped by
		// 2: for x it does not matter that 7 is executed.
		{"0 2", map[int][]int{7: nil, 8: {2}, 11: {2, 9}}},
	} {
		_, g := recordC(t, summaryProgram, tc.stdin)
		mark := map[int]int{} // by line
		for k := 1; k <= 11; k++ {
			mark[markedLines(summaryProgram, fmt.Sprintf("// %d", k))[0]] = k
		}
		for k, want := range tc.want {
			var got []int
			for _, i := range instancesAt(g, summaryProgram, k) {
				for _, j := range g.summaryInstances(i) {
					got = append(got, mark[g.Edge(int(j)).Pos.Line])
				}
			}
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Errorf("input %s: %d depends on %v, want %v", tc.stdin, k, got, want)
			}
		}
	}
}

func TestGraphState(t *testing.T) {
	src := `
#include <stdio.h>
#include <stdlib.h>
struct source { int line; FILE *file; } source;
int main(void) {
  source.file = stdin;
  struct source *p = &source;
  FILE *f = fopen("other", "w+");
  FILE *in = stdin;
  int skip = 1; // skip
  fputc('x', f);
  if (skip) // if
    getchar(); // first
  rand();
  fprintf(stderr, "message");
  srand(4); // seed
  int c = fgetc(in); // second
  c = getc(p->file); // memory
  ungetc('z', stdin); // back
  int r = rand(); // random
  rewind(f); // rewind
  int d = getc(f); // file
  scanf("%c", &c); // third
  printf("%c%d", c, d != r); // out
}`
	r, g := recordC(t, src, "abcdef")
	if string(r.Result.Stdout) != "z1" {
		t.Fatalf("%q %v", r.Result.Stdout, r.Result.Fault)
	}
	at := func(mark string) int {
		line := markedLines(src, "// "+mark)[0]
		for i := range g.N() {
			if _, ok := g.Edge(i).Stmt.(*cfg.Lib); ok && g.Edge(i).Pos.Line == line {
				return i
			}
		}
		return -1
	}
	for mark, want := range map[string]string{"second": "first", "memory": "second", "back": "memory", "third": "back", "random": "seed", "file": "rewind"} {
		if got := g.State(at(mark)); got < 0 || got != at(want) {
			t.Errorf("%s depends on %d, want %s, %d", mark, got, want, at(want))
		}
	}
	if got := g.State(at("out")); got >= 0 {
		t.Errorf("output depends on %d", got)
	}
	// Why the third call gave what it gave: the first was executed.
	out := []int{g.Printed(0)}
	line := markedLines(src, "// if")[0]
	if slices.Contains(lineNumbers(g, g.Relevant(out)), line) {
		t.Error("the state is followed without being asked for")
	}
	kinds := DataDep | ControlDep | StateDep
	if s := g.Slice(out, kinds); !slices.Contains(lineNumbers(g, s), line) {
		t.Errorf("slice %v lacks line %d", lineNumbers(g, s), line)
	}
}

// The end of a run is where output may be missing.
func TestSummaryMissingOutput(t *testing.T) {
	src := `
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc > 3) // before
    puts("early");
  puts("output");
  if (argc > 2) // missing
    puts("late");
  if (argc > 4)
    argc = 0;
  return 0;
}`
	_, g := recordC(t, src, "")
	var got []int
	for _, j := range g.summaryInstances(g.N() - 1) {
		got = append(got, g.Edge(int(j)).Pos.Line)
	}
	if want := markedLines(src, "// missing"); !slices.Equal(got, want) {
		t.Errorf("the end depends on lines %v, want %v", got, want)
	}
}

// The wrong byte may be due to what was printed, or not printed, before it.
func TestWrongOutput(t *testing.T) {
	src := `
#include <stdio.h>
int main(void) {
  printf("%d", 1); // one
  printf("%d", 2); // two
  fputs("other", stderr);
  printf("%d", 3); // three
  return 0; // end
}`
	_, g := recordC(t, src, "")
	for k, want := range [][]string{{"one"}, {"one", "two"}, {"two", "three"}, {"three", ""}} {
		var got, lines []int
		for _, i := range g.WrongOutput(int64(k)) {
			got = append(got, g.Edge(i).Pos.Line)
		}
		for _, mark := range want {
			if mark == "" {
				lines = append(lines, 0) // the end of Main
			} else {
				lines = append(lines, markedLines(src, "// "+mark)...)
			}
		}
		if !slices.Equal(got, lines) {
			t.Errorf("byte %d: lines %v, want %v", k, got, lines)
		}
	}
	for i, want := range map[int]int{g.Printed(0): -1, g.Printed(1): g.Printed(0), g.Printed(2): g.Printed(1), g.N() - 1: g.Printed(2)} {
		if got := g.PrintedBefore(i); got != want {
			t.Errorf("before %d: %d, want %d", i, got, want)
		}
	}
}
