package main

import (
	"fmt"
	"strings"
)

// family is a family of programs of any size, alike but for it.
type family struct {
	name    string
	about   string // for a plot
	axis    string // what its size is
	verdict string // of all of them
	sizes   []int
	text    func(n int) string
}

// families are chosen so that each grows in one respect: the states of
// processes that wait for each other, the rounds of a loop before its error or
// before its end, the text of a program, the calls, the heap.
var families = []family{
	{"ring", "processes that pass a token (TRUE)", "processes", "TRUE", []int{1, 2, 3, 4, 5, 6, 7, 8}, func(n int) string { return ring(n, false) }},
	{"ring-bug", "processes that pass a token, one drops it (FALSE)", "processes", "FALSE", []int{1, 2, 4, 8, 16, 32}, func(n int) string { return ring(n, true) }},
	{"array", "elements set, then checked (TRUE)", "elements", "TRUE", []int{10, 100, 1000, 10_000, 100_000}, scaledArray},
	{"array-unrolled", "elements set to inputs, their maximum checked (TRUE)", "elements", "TRUE", []int{2, 4, 8, 16, 32, 64}, scaledMaximum},
	{"late-error", "rounds before an error (FALSE)", "rounds", "FALSE", []int{10, 100, 1000, 10_000, 100_000}, lateError},
	{"parser", "keywords of a scanner (TRUE)", "keywords", "TRUE", []int{2, 4, 8, 16, 32, 64}, scaledParser},
	{"branches", "branches one after the other (TRUE)", "branches", "TRUE", []int{4, 8, 16, 32, 64, 128, 256}, scaledBranches},
	{"calls", "functions that call one another (TRUE)", "functions", "TRUE", []int{4, 8, 16, 32, 64, 128}, scaledCalls},
	{"list", "nodes of a list (TRUE)", "nodes", "TRUE", []int{2, 4, 8, 16, 32}, scaledList},
}

const scaledHead = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n" +
	"static void check(int ok) { if (!ok) reach_error(); }\n"

// program ends what the parts have begun.
func program(format string, args ...any) string { return scaledHead + fmt.Sprintf(format, args...) }

// repeated is a text for each number below n, with it in place of each $.
func repeated(n int, text string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.NewReplacer("$+", fmt.Sprint((i+1)%n), "$", fmt.Sprint(i)).Replace(text))
	}
	return b.String()
}

// ring is a token ring in the way of the SystemC tasks: each process waits for
// an event, works, and notifies the next; a scheduler runs one that is ready.
func ring(n int, bug bool) string {
	lost := ""
	if bug {
		lost = "if (done > 2) { value0 = value0 + 2; }"
	}
	return program("int done;\n%sint main(void) { ready0 = 1; while (1) {\n%s%s check(value0 <= done + 1 && value0 >= done); } }\n",
		repeated(n, "int ready$, pc$, value$;\n"),
		repeated(n, `if (ready$ && __VERIFIER_nondet_int()) {
	if (pc$ == 0) { pc$ = 1; }
	else { ready$ = 0; if ($ == 0) { if (value$ > 1000) return 0; value$ = value$ + 1; } else { value$ = value0; } if ($ == `+fmt.Sprint(n-1)+`) { done = value$; }
	ready$+ = 1; pc$ = 0; }
}
`), lost)
}

func scaledArray(n int) string {
	return program("int a[%d]; int main(void) { int i; for (i = 0; i < %d; i++) a[i] = 2 * i + 1; for (i = 0; i < %d; i++) check(a[i] %% 2 == 1); return 0; }\n", n, n, n)
}

func scaledMaximum(n int) string {
	return program("int a[%d]; int main(void) { int i, max; for (i = 0; i < %d; i++) a[i] = __VERIFIER_nondet_int(); max = a[0]; for (i = 1; i < %d; i++) if (a[i] > max) max = a[i]; int k = __VERIFIER_nondet_int(); if (k >= 0 && k < %d) check(a[k] <= max); return 0; }\n", n, n, n, n)
}

func lateError(n int) string {
	return program("int main(void) { int n = 0; while (__VERIFIER_nondet_int()) { n++; check(n < %d); } return 0; }\n", n)
}

// scaledParser is a scanner for words of four letters in a buffer of inputs.
func scaledParser(n int) string {
	var words strings.Builder
	for i := range n {
		fmt.Fprintf(&words, "if (s[0] == '%c' && s[1] == '%c' && s[2] == 'x' && s[3] == 'y') return %d;\n", 'a'+i/8, 'a'+i%8, i+1)
	}
	return program("static int word(const char *s) {\n%sreturn 0; }\nint main(void) { char s[16]; int i, at = 0, count = 0; for (i = 0; i < 15; i++) s[i] = (char)__VERIFIER_nondet_int(); s[15] = 0;\n"+
		"while (at + 4 <= 15 && s[at]) { int k = word(s + at); check(k >= 0 && k <= %d); if (k) { at += 4; count++; } else at++; }\ncheck(count <= 3); return 0; }\n", words.String(), n)
}

func scaledBranches(n int) string {
	return program("int main(void) { int x = 0;\n%scheck(x <= %d); return 0; }\n", repeated(n, "if (__VERIFIER_nondet_int()) x++;\n"), n)
}

// scaledCalls is a chain of functions, each of which calls the one before.
func scaledCalls(n int) string {
	var b strings.Builder
	b.WriteString("static int f0(int x) { return x > 50 ? 50 : x; }\n")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "static int f%d(int x) { int y = f%d(x); return y > 50 ? 50 : y; }\n", i, i-1)
	}
	return program("%sint main(void) { check(f%d(__VERIFIER_nondet_int()) <= 50); return 0; }\n", b.String(), n-1)
}

func scaledList(n int) string {
	return program("void *malloc(unsigned long); struct node { int v; struct node *next; };\nint main(void) { struct node *top = 0, *p; int i, sum = 0; for (i = 0; i < %d; i++) { p = malloc(sizeof *p); if (!p) return 0; p->v = 1; p->next = top; top = p; }\nfor (p = top; p; p = p->next) sum += p->v; check(sum == %d); return 0; }\n", n, n)
}
