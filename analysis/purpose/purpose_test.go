package purpose_test

import (
	"testing"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/frontend"
)

const src = `#include <assert.h>
#include <stdlib.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int total, noted, list[3];
void must(int ok) { if (!ok) abort(); }
void same(int got, int want) { if (got < 0) return; assert(got == want); }
void sorted(void) { for (int i = 1; i < 3; i++) must(list[i - 1] <= list[i]); }
void counted(int n) { total++; assert(n > 0); }
void asked(int n) { assert(__VERIFIER_nondet_int() != n); }
void quiet(int n) { if (n > 3) n = 2; }
int valued(int n) { assert(n); return n; }
void told(int n) { printf("%d\n", n); assert(n); }
void add(int n) { total += n; }
int main(void) {
	int x = __VERIFIER_nondet_int(), y = x, z = x + 1, seen = 0, steps = 0;
	list[0] = y;
	if (y > 5)
		seen = 1;
	steps++;
	add(y);
	must(x != 7); same(x, z); sorted(); counted(y); asked(1); quiet(2); valued(z); told(total);
	if (seen && steps > 1)
		assert(total < 9);
	return 0;
}
`

func program(t *testing.T, execute bool) *cfg.Program {
	t.Helper()
	prog, err := frontend.ParseFiles([]frontend.Source{{Name: "a.c", Text: []byte(src)}}, frontend.Config{PtrBits: 64, Execute: execute})
	if err != nil {
		t.Fatal(err)
	}
	return prog
}

// TestOnlyChecks: a procedure that does nothing but check has no effect, returns nothing, and
// fails or ends the program on some way.
func TestOnlyChecks(t *testing.T) {
	prog := program(t, true)
	want := map[string]bool{"must": true, "same": true, "told": true}
	for _, f := range prog.Procs {
		if got := purpose.OnlyChecks(prog, f); got != want[f.Name] {
			t.Errorf("%s: %v", f.Name, got)
		}
	}
}

// TestInputs: variables that are copies of inputs are told from what is computed of them.
func TestInputs(t *testing.T) {
	prog := program(t, false)
	in := purpose.NewInputs(prog)
	want := map[string]bool{"x": true, "y": true, "z": false, "seen": false}
	for _, v := range prog.Vars {
		if given, ok := want[v.Name]; ok && v.Proc == prog.Main && in.Given(&cfg.VarRef{V: v}) != given {
			t.Errorf("%s: %v", v.Name, !given)
		}
	}
}

// TestMonitors: what is set to constants and decides about nothing but the failure watches
// the program, and what is counted for it counts.
func TestMonitors(t *testing.T) {
	prog := program(t, false)
	m := purpose.NewMonitors(prog)
	for _, v := range prog.Vars {
		if v.Proc != prog.Main || v == prog.Main.Ret {
			continue
		}
		if got := m.Watches(v); v.Name != "" && !v.Temp && got != (v.Name == "seen") {
			t.Errorf("%s watches: %v", v.Name, got)
		}
		if got := m.Counts(v); !v.Temp && got != (v.Name == "steps") {
			t.Errorf("%s counts: %v", v.Name, got)
		}
	}
}

// TestNoted: what is counted for the check alone is noted, not what decides about more.
func TestNoted(t *testing.T) {
	prog, err := frontend.ParseFiles([]frontend.Source{{Name: "a.c", Text: []byte(`extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	int rounds = 0, wrong = 0, state = 0, last = 0;
	while (__VERIFIER_nondet_int()) {
		last = __VERIFIER_nondet_int();
		wrong = wrong + 1;
		if (wrong == 3)
			state = 2;
		rounds++;
	}
	if (state == 2 && rounds < 3 || last == 7)
		reach_error();
	return 0;
}
`)}}, frontend.Config{PtrBits: 64, Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	noted := purpose.Noted(prog)
	for _, v := range prog.Vars {
		switch v.Name {
		case "rounds", "state", "wrong", "last":
			if got, want := noted[v.ID], v.Name == "rounds" || v.Name == "state"; got != want {
				t.Errorf("%s: %v", v.Name, got)
			}
		}
	}
}

// TestGuards: what decides only whether something is checked is told from what computes what
// is checked, and limits of inputs from what the program asks of its arguments.
func TestGuards(t *testing.T) {
	prog, err := frontend.ParseFiles([]frontend.Source{{Name: "a.c", Text: []byte(`extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int list[3], total;
void push(int x) { total += x; }
int main(int argc, char **argv) {
	int x = __VERIFIER_nondet_int(), sum = 0, i, k;
	if (x < 0)
		return 0;
	if (argc > 3)
		return 1;
	for (i = 1; i < 3; i++)
		if (list[i - 1] > list[i])
			reach_error();
	for (k = 0; list[k] != 7; k++)
		if (k > 2)
			reach_error();
	if (x > 3) {
		sum = x * 2;
		if (sum != x + x)
			reach_error();
	}
	while (x > 5) {
		push(x);
		if (total < x)
			reach_error();
	}
	if (total > 5 && list[k] != 7)
		reach_error();
	return 0;
}
`)}}, frontend.Config{PtrBits: 64, Execute: true})
	if err != nil {
		t.Fatal(err)
	}
	guards, limits := purpose.Guards(prog), purpose.Limits(prog)
	want := map[string]bool{"i = 1": true, "i < 3": true, "i++": true, "k = 0": false, "list[k] != 7": false, "k++": false,
		"x > 3": false, "sum = x * 2": false, "x > 5": false, "x < 0": false, "argc > 3": false}
	seen := 0
	for _, e := range prog.Edges {
		if only, ok := want[e.Text]; ok {
			seen++
			if guards[e] != only {
				t.Errorf("%s: guard %v", e.Text, guards[e])
			}
			if limits[e] != (e.Text == "x < 0") {
				t.Errorf("%s: limit %v", e.Text, limits[e])
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d statements", seen, len(want))
	}
}
