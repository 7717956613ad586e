package main

import (
	"strings"
	"testing"

	"culprit/internal/rounds"
)

// orderHead declares what the programs of TestOrder use.
const orderHead = `extern void abort(void); extern void exit(int); extern int __VERIFIER_nondet_int(void); int input(int, int); int printf(const char *, ...); void reach_error(void) { abort(); }
struct s { int v; } s; int x, i, a[4], b[4], *p = a;
int set(int v) { x = v; return v; } int get(void) { return x; } int (*fp)(int) = set;
int own(int v) { int t[3]; t[1] = v; return t[1] * 2; } int rec(int n) { return n ? rec(n - 1) + 1 : x; }
int move(void) { p = b; return 7; } int write(int *q) { *q = 3; return 1; } struct s make(void) { s.v = 5; return s; }
int leave(void) { exit(0); return 1; } int fail(void) { reach_error(); return 1; } int sub(int u, int v) { return u - v; }
int add(int k) { x = x * 10 + k; return 1; } void sub3(int u, int v, int w) {} int other(int v) { return v; } int swap(void) { fp = other; return 3; }
int main(void) { `

// TestOrder looks at programs in which the order of evaluation is open: what
// is answered for one order, how many assumptions are noted, and what is
// answered for all.
func TestOrder(t *testing.T) {
	for _, tt := range rounds.Rows([]struct {
		body  string
		one   string
		notes int
		all   string
	}{
		{"x = 1; if (get() + set(5) != 6) reach_error();", "TRUE", 1, "FALSE"},
		{"x = 1; if (x + set(5) != 6) reach_error();", "FALSE", 1, "FALSE"},
		{"x = 1; if (x + set(5) != 10) reach_error();", "TRUE", 1, "FALSE"},
		{"x = 1; int y = x; if (y + set(5) != 6) reach_error();", "TRUE", 0, "TRUE"},
		{"if (own(1) + own(2) != 6 || get() + rec(2) != 2) reach_error();", "TRUE", 0, "TRUE"},
		{"*p = move(); if (a[0] != 7) reach_error();", "TRUE", 1, "FALSE"},
		{"p[1] = move(); if (a[1] != 7) reach_error();", "TRUE", 1, "FALSE"},
		{"x = 1; x += set(5); if (x != 10) reach_error();", "TRUE", 1, "FALSE"},
		{"x = set(5); if (x != 5) reach_error();", "TRUE", 0, "TRUE"},
		{"sub(set(1), set(2)); if (x != 1) reach_error();", "TRUE", 1, "FALSE"},
		{"sub(own(1), set(2)); if (x != 2) reach_error();", "TRUE", 0, "TRUE"},
		{"return leave() + fail();", "TRUE", 1, "FALSE"},
		{"return __VERIFIER_nondet_int() - __VERIFIER_nondet_int();", "TRUE", 0, "TRUE"},
		{"a[0] = 1; if (a[0] + write(a) != 2) reach_error();", "TRUE", 1, "FALSE"},
		{"int k = 0; if (sub(write(&k), k) != 1) reach_error();", "TRUE", 1, "FALSE"},
		{"a[1] = 1; x = 1; if ((a + get())[set(0)] != 1) reach_error();", "TRUE", 1, "FALSE"},
		{"x = 1; int r = x + fp(3); if (r != 4 && r != 6) reach_error();", "TRUE", 1, "TRUE"},
		{"s.v = 1; if (s.v + make().v != 6) reach_error();", "TRUE", 1, "FALSE"},
		{"int r = get() && set(5); r = (get(), set(3)); r = get() ? set(1) : set(2);", "TRUE", 0, "TRUE"},
		{"int v[2] = {set(1), set(2)}; if (x != 2) reach_error();", "TRUE", 1, "FALSE"},
		{"struct { int u, v; } k = {get(), set(5)}; if (k.u) reach_error();", "TRUE", 1, "FALSE"},
		{"int *q = (int[]){get(), set(5)}; if (q[0]) reach_error();", "TRUE", 1, "FALSE"},
		{"sub3(add(1), add(2), add(3)); if (x == 213) reach_error();", "TRUE", 1, "FALSE"},
		{"sub3(add(1), add(2), add(3)); if (x == 211) reach_error();", "TRUE", 1, "TRUE"},
		{`printf("%d", sub(set(1), 0), set(2)); if (x != 1) reach_error();`, "TRUE", 1, "FALSE"},
		{`printf("%d %d", own(1), set(2)); if (x != 2) reach_error();`, "TRUE", 0, "TRUE"},
		{"input(set(1), set(2)); if (x != 1) reach_error();", "TRUE", 1, "FALSE"},
		{"int n = 1; n = n + set(5); if (n != 6) reach_error();", "TRUE", 0, "TRUE"},
		{"if (fp(swap()) != 3 || x != 3) reach_error();", "TRUE", 1, "TRUE"},
	}) {
		dir := folder(t, map[string]string{"a.c": orderHead + tt.body + " return 0; }\n"})
		one, _, _ := verify(t, dir, "a.c")
		all, _, _ := verify(t, dir, "a.c", "--order", "all")
		verdict := func(s string) string { return strings.Fields(s + " ?")[0] }
		if n := strings.Count(one, "are evaluated"); verdict(one) != tt.one || n != tt.notes || verdict(all) != tt.all {
			t.Errorf("%s\n%s%s", tt.body, one, all)
		}
	}
}

// TestOrderInTurns looks at parts that may be evaluated in turns: --order all
// says that it takes them as wholes.
func TestOrderInTurns(t *testing.T) {
	for _, tt := range []struct {
		body  string
		notes int
	}{
		{"return set(1) + (add(2) + add(3));", 1},
		{"return other(x) + set(1);", 1},
		{"return other(2) + set(1);", 0},
		{"return x + set(1);", 0},
	} {
		dir := folder(t, map[string]string{"a.c": orderHead + tt.body + " }\n"})
		out, _, _ := verify(t, dir, "a.c", "--order", "all")
		if n := strings.Count(out, "in the middle of"); n != tt.notes || strings.Contains(out, "are evaluated") {
			t.Errorf("%s\n%s", tt.body, out)
		}
	}
}

// TestSequence looks at effects that C leaves unsequenced, which gcc warns of.
func TestSequence(t *testing.T) {
	const head = "#define twice(e) f(2 * (e))\nint h(void); int f(int a) { return a; } int g(int a, int b) { return a ^ b; } int x; int next(void) { return x++; }\n" +
		"int main(void) { int i = 0, j = 1, a[4] = {0}, *p = a; "
	for body, want := range map[string]string{
		"i = i++": "FALSE", "j = i++ + i++": "FALSE", "a[i] = i++": "FALSE", "j = f(i++) + i": "FALSE", "j = g(i++, i)": "FALSE",
		"i = ++i": "FALSE", "a[i] = a[i]++": "FALSE", "*p++ = *p": "FALSE", "i += i++": "FALSE", "j = (i = 3) + i": "FALSE", "i = (i = 3)": "FALSE",
		"i = f(i++)": "TRUE", "j = (i++, i)": "TRUE", "j = i++ && i": "TRUE", "j = i++ ? i : 2": "TRUE", "a[i++] = a[j++]": "TRUE",
		"j = next() + x": "TRUE", "j = i = 3": "TRUE", "j = a[0]++ + a[1]++": "TRUE", "i = g(1, i = 2)": "TRUE", "j = sizeof(i++) + i++": "TRUE",
		"j = twice(a[0]++ + a[1])": "TRUE", "j = twice(a[0]++ + a[0])": "FALSE", // whose operands have one text
		"j = (j > 0 && i++) + i": "UNKNOWN", "j = (h() ?: i++) + i": "UNKNOWN",
	} {
		dir := folder(t, map[string]string{"a.c": head + body + "; return (i ^ j ^ a[0] ^ *p) == 77; }\n"})
		for _, order := range []string{"one", "all"} {
			if out, _, _ := verify(t, dir, "a.c", "--property", "ub-sequence", "--order", order); strings.Fields(out + " ?")[0] != want {
				t.Errorf("%s in %s order(s), want %s:\n%s", body, order, want, out)
			}
		}
	}
}
