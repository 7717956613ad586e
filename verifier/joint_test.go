package verifier

import (
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/internal/work"
	"culprit/interp"
	"culprit/verifier/inductive"
)

// jointPrograms run for ever and keep several assertions by facts that hold
// together. In the twin, the text before the bar is replaced by what follows
// it; the twin is wrong.
var jointPrograms = []struct{ name, code, twin string }{
	{"ledger", `
struct ledger { int balance, limit, closed; };
static void move(struct ledger *l, int by) {
	if (l->closed || by < -100 || by > 100) return;
	if (l->balance + by < -l->limit || l->balance + by > 9000) return;
	l->balance += by;
}
static void allow(struct ledger *l, int limit) {
	if (l->closed || limit < 0 || limit > 500) return;
	if (l->balance < -limit) return;
	l->limit = limit;
}
int main(void) {
	struct ledger l = {0, 0, 0};
	for (;;) {
		switch (__VERIFIER_nondet_int()) {
		case 0: move(&l, __VERIFIER_nondet_int()); break;
		case 1: allow(&l, __VERIFIER_nondet_int()); break;
		default: if (l.balance == 0) l.closed = 1;
		}
		if (!(l.balance >= -l.limit)) reach_error();
		if (!(!l.closed || l.balance == 0)) reach_error();
	}
}`, "if (l.balance == 0) l.closed|if (l.balance >= 0) l.closed"},
	{"phases", `
enum { IDLE, LEFT, RIGHT };
struct machine { int phase, left, right, timer; };
static void step(struct machine *m, int go) {
	if (m->timer > 0) { m->timer--; return; }
	switch (m->phase) {
	case IDLE: if (go) { m->phase = LEFT; m->left = 1; m->timer = 3; } break;
	case LEFT: m->phase = RIGHT; m->left = 0; m->right = 1; m->timer = 2; break;
	case RIGHT: m->phase = IDLE; m->right = 0; break;
	}
}
int main(void) {
	struct machine m = {IDLE, 0, 0, 0};
	for (;;) {
		step(&m, __VERIFIER_nondet_int());
		if (m.left && m.right) reach_error();
		if (m.timer < 0 || m.timer > 3) reach_error();
	}
}`, "m->left = 0; m->right = 1|m->right = 1"},
	{"ring", `
struct ring { unsigned head, tail, count; };
static void put(struct ring *r) { if (r->count == 8) return; r->tail = (r->tail + 1) % 8; r->count++; }
static void get(struct ring *r) { if (r->count == 0) return; r->head = (r->head + 1) % 8; r->count--; }
int main(void) {
	struct ring r = {0, 0, 0};
	for (;;) {
		if (__VERIFIER_nondet_int()) put(&r); else get(&r);
		if (r.count > 8 || r.head >= 8 || r.tail >= 8) reach_error();
		if ((r.head + r.count) % 8 != r.tail) reach_error();
	}
}`, "r->count == 8|r->count > 8"},
}

const jointHead = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"

// together is a run that proves what it can by one invariant and nothing else.
func together(t *testing.T, code string) *run {
	t.Helper()
	v := newRun(parseC(t, jointHead+code), Config{Replay: interp.Replay, NoValues: true}, time.Now())
	if err := v.prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.proveTogether(t.Context(), work.Minute)
	return v
}

// TestTogether proves all assertions at once, does not prove those that are
// wrong, and misses every conjunct that is taken from the proof.
func TestTogether(t *testing.T) {
	for _, c := range jointPrograms {
		t.Run(c.name, func(t *testing.T) {
			v := together(t, c.code)
			if !v.rest.empty() || len(v.proof.Joint) != 1 {
				t.Fatalf("not proved by one invariant: %d", len(v.proof.Joint))
			}
			if err := v.recheck(t.Context()); err != nil {
				t.Fatal(err)
			}
			j := &v.proof.Joint[0]
			whole := j.Inv
			for q, conj := range whole {
				for k := range conj {
					j.Inv = inductive.Invariant{}
					for r, all := range whole {
						j.Inv[r] = slices.Clone(all)
					}
					j.Inv[q] = slices.Delete(j.Inv[q], k, k+1)
					if v.recheck(t.Context()) == nil {
						t.Errorf("confirmed without %s", j.TB.String(conj[k]))
					}
				}
			}
			from, to, _ := strings.Cut(c.twin, "|")
			if !strings.Contains(c.code, from) {
				t.Fatalf("no %q to replace", from)
			}
			if together(t, strings.Replace(c.code, from, to, 1)).rest.empty() {
				t.Error("the wrong twin is proved, too")
			}
		})
	}
}

// TestList proves a list by what holds of its first element, whatever is appended:
// neither equations of higher degree between addresses nor an automaton with dozens
// of predicates about them may be in the way.
func TestList(t *testing.T) {
	const src = `
#include <stdlib.h>
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct item { struct item *next; int *count; };
static struct item *fresh(void) {
	struct item *i = malloc(sizeof *i);
	if (!i) exit(1);
	i->next = 0;
	i->count = malloc(sizeof *i->count);
	return i;
}
int main(void) {
	struct item *list = fresh(), *last = list;
	do {
		last->next = fresh();
		last = last->next;
	} while (__VERIFIER_nondet_int());
	if (!list) reach_error();
	if (!list->next) reach_error();
}`
	r := Verify(t.Context(), parseC(t, src), Config{Replay: interp.Replay, Work: 10 * work.Second})
	if r.Verdict != True {
		t.Errorf("%v %s after %v", r.Verdict, r.Reason, r.Stats.Wall)
	}
}
