package inductive

import (
	"fmt"
	"testing"

	"culprit/frontend"
	"culprit/frontend/frontendtest"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt/bitblast"
)

// TestLiterals takes the literals of a formula with 2^60 ways down to them, each
// once and with the sign that makes it true.
func TestLiterals(t *testing.T) {
	tb := logic.NewTable()
	f := tb.Var("x", logic.BoolSort())
	vars := []logic.T{f}
	for i := range 60 {
		a, b := tb.Var(fmt.Sprint("a", i), logic.BoolSort()), tb.Var(fmt.Sprint("b", i), logic.BoolSort())
		vars = append(vars, a, b)
		f = tb.And(tb.Or(a, f), tb.Or(b, tb.Not(f)))
	}
	h := &Houdini{TB: tb}
	got := map[logic.T]bool{}
	for _, l := range h.literals(nil, f, true, map[signed]bool{}) {
		if got[l] {
			t.Errorf("%s twice", tb.String(l))
		}
		got[l] = true
	}
	for _, v := range vars {
		if !got[v] {
			t.Errorf("no %s", tb.String(v))
		}
	}
}

// TestElementsArbitrary checks that the recheck accepts no address that the program
// sets, and no invariant of one address that others have to have.
func TestElementsArbitrary(t *testing.T) {
	prog := frontendtest.Parse(t, `#include <stdlib.h>
struct node { int v; struct node *next; };
int main(void) {
	struct node *list = 0;
	while (rand()) {
		struct node *n = malloc(sizeof *n);
		n->next = list;
		list = n;
	}
	while (list) list = list->next;
	return 0;
}`, frontend.Config{PtrBits: 64})
	ctl, err := hoare.BuildControl(prog, nil, hoare.MaxInlined)
	if err != nil {
		t.Fatal(err)
	}
	enc := hoare.NewEncoder(logic.NewTable(), prog)
	segs, _, ok := SegmentsOf(t.Context(), ctl, enc, bitblast.New(bitblast.Config{}))
	if !ok {
		t.Fatal("no segments")
	}
	var e elements
	e.any = enc.TB.Var("any", logic.BVSort(64))
	if e.arbitrary(enc, segs) != nil {
		t.Error("a new symbol is not arbitrary")
	}
	e.any = enc.VarTerm[prog.HeapTop.ID]
	if e.arbitrary(enc, segs) == nil {
		t.Error("the top of the heap is arbitrary")
	}
	e.any = enc.TB.Var("any", logic.BVSort(64))
	for _, s := range segs {
		s.After[e.any] = enc.TB.BV(64, 0)
		if e.arbitrary(enc, segs) == nil {
			t.Error("an address that a segment sets is arbitrary")
		}
		delete(s.After, e.any)
	}
}
