package maxsat

import (
	"bytes"
	"fmt"
	"strconv"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/fault"
	"culprit/hoare"
	"culprit/interp/dependence"
	"culprit/logic"
)

// postcondition is what should have been what should have held where the failure shows: instance at is not
// reached, or its values are others.
type postcondition struct {
	at   int
	not  bool // it is enough not to come there
	want *expected
	// exact says that the postcondition is the expected output, not only another one.
	exact bool
	text  claim
	// rest is what was expected from the place on where the instance prints.
	rest []byte
}

// claim is a statement of what could hold: a subject, and a verb in its base
// form with what follows it.
type claim struct{ subject, predicate string }

// with completes a claim by a modal verb: "the assertion could hold".
func (c claim) with(modal string) string { return c.subject + " " + modal + " " + c.predicate }

// expected is the integer that should have been printed, and the one that was.
type expected struct{ got, want int64 }

// newPostcondition says what should have held:
//
//   - of a failed assertion that the run does not come there;
//   - of a wrong output that the wrong number or character is the expected one,
//     or, if what was printed is not a single argument, that something which was
//     printed there has another value, or, of a text that is wrong as such,
//     that the run does not come there;
//   - of a wrong exit status that it is the expected one;
//   - of undefined behaviour that the run does not come there or the statement
//     reads other values.
//
// The run printed got.
func newPostcondition(in *fault.Input, g *dependence.Graph, got []byte) postcondition {
	f := in.Failure
	w := postcondition{at: f.At, not: true}
	if f.Kind != fault.WrongOutput {
		return w
	}
	if i := g.Printed(int64(f.Offset)); i >= 0 {
		w.at = i
	} else if is := g.WrongOutput(int64(f.Offset)); len(is) > 0 && is[0] != f.At {
		w.at = is[0] // output is missing: what was printed last
	}
	if e := in.Failing.Expect; e != nil && e.HasOutput {
		w.want = expectedAt(got, e.Output, f.Offset)
		from := min(f.Offset, len(got))
		for from > 0 && g.Printed(int64(from-1)) == w.at {
			from--
		}
		if bytes.HasPrefix(e.Output, got[:from]) {
			w.rest = e.Output[from:]
		}
	}
	return w
}

// state adds the postcondition in the state before its instance.
func (w *postcondition) state(u *unroller, in *fault.Input) {
	tb, e := u.tb, u.edge
	notHere := tb.Not(u.path)
	text := strconv.Quote(e.Text)
	if e.Text == "" {
		text = fmt.Sprintf("the statement in line %d", e.Pos.Line)
	}
	defer func() { w.text = u.what }()
	// If the statement itself does something else, everything is possible.
	itself := logic.False
	if k := u.unit(); k >= 0 && in.Failure.Kind != fault.FailedAssertion {
		itself = tb.Not(u.units[k].sel)
	}
	only := func(c logic.T, what claim) {
		u.what = what
		u.require(tb.Or(itself, c))
		u.require(u.path)
	}
	switch in.Failure.Kind {
	case fault.FailedAssertion:
		u.what = claim{"the assertion", "hold"}
		u.require(notHere)
	case fault.UndefinedBehavior:
		u.what = claim{text, "use other values"}
		u.lenient = true
		u.require(tb.Or(notHere, itself, w.others(u)))
		w.valid(u)
	case fault.WrongStatus:
		if s, ok := e.Stmt.(*cfg.Assign); ok {
			v := u.expr(s.Src)
			c := tb.Not(u.sameValue(v))
			if x := in.Failing.Expect; x != nil && x.HasStatus && tb.Width(v) >= 8 {
				c = tb.Eq(tb.Extract(7, 0, v), tb.BV(8, uint64(x.Status)))
			}
			only(c, claim{"the exit status", "be the expected one"})
			return
		}
		only(w.others(u), claim{text, "use other values"})
	default:
		if c, ok := w.printed(u); ok {
			w.exact = true
			only(c, claim{text, "print what is expected"})
		} else if c := w.others(u); c != logic.False {
			only(c, claim{text, "print something else"})
		} else {
			u.what = claim{text, "be skipped there"}
			u.require(tb.Or(notHere, itself))
			w.instead(u)
		}
	}
}

// valid demands, of formulas that are strict, that memory is accessed where the
// statement did so before, or in the object next below.
func (w *postcondition) valid(u *unroller) {
	valid := func(addr cfg.Expr, size uint64) {
		at := u.expr(addr)
		if u.tb.IsConst(at) {
			return
		}
		n, here := u.tb.Width(at), u.st.Eval(at)
		var ok []logic.T
		for _, a := range u.accesses[access{u.edge, size}] {
			if a != here {
				ok = append(ok, u.tb.Eq(at, u.tb.BV(n, a)))
			}
		}
		var below *cfg.Object
		for _, o := range u.prog.Objects {
			if o.Addr <= here && o.Size >= size && (below == nil || o.Addr > below.Addr) {
				below = o
			}
		}
		if below != nil {
			last := u.tb.BV(n, below.Addr+below.Size-size)
			ok = append(ok, u.tb.And(u.tb.ULe(u.tb.BV(n, below.Addr), at), u.tb.ULe(at, last)))
		}
		u.require(u.tb.Implies(u.tb.And(u.strict, u.path), u.tb.Or(ok...)))
	}
	if s, ok := u.edge.Stmt.(*cfg.Store); ok {
		valid(s.Addr, uint64(s.Val.Type().Bytes()))
	}
	cfg.Exprs(u.edge.Stmt, func(e cfg.Expr) {
		cfg.Walk(e, func(e cfg.Expr) {
			if l, ok := e.(*cfg.Load); ok {
				valid(l.Addr, uint64(l.T.Bytes()))
			}
		})
	})
}

// values are the operands of the postcondition's instance: the arguments of a call, or
// what it reads.
func (w *postcondition) values(u *unroller) []logic.T {
	var out []logic.T
	if l, ok := u.edge.Stmt.(*cfg.Lib); ok {
		for _, a := range l.Args {
			out = append(out, u.expr(a))
		}
	}
	for _, r := range u.st.Inst.Reads {
		if r.Var != nil {
			out = append(out, operands{u}.Var(r.Var))
			continue
		}
		for k := range min(r.Size, maxBlock) {
			if b := u.st.Holds(hoare.RunCell{Var: -1, Addr: r.Addr + k}); b.Term != 0 {
				out = append(out, u.st.Part(b, 1))
			}
		}
	}
	return out
}

// others says that some value is not that of the run.
func (w *postcondition) others(u *unroller) logic.T {
	var out []logic.T
	for _, v := range w.values(u) {
		out = append(out, u.tb.Not(u.sameValue(v)))
	}
	return u.tb.Or(out...)
}

// printed says that the argument which was printed has the expected value.
func (w *postcondition) printed(u *unroller) (logic.T, bool) {
	l, ok := u.edge.Stmt.(*cfg.Lib)
	if !ok || w.want == nil {
		return 0, false
	}
	var found []logic.T
	for _, a := range l.Args {
		if _, literal := a.(*cfg.Const); literal || a.Type().Kind == cfg.Float {
			continue
		}
		t := u.expr(a)
		n := u.tb.Width(t)
		if cfg.Mask(uint64(w.want.got), n) == u.st.Eval(t) {
			found = append(found, u.tb.Eq(t, u.tb.BV(n, uint64(w.want.want))))
		}
	}
	return u.tb.And(found...), len(found) == 1
}

// expectedAt reads the integers around a byte of two outputs, or else takes
// the bytes themselves.
func expectedAt(got, want []byte, at int) *expected {
	x, okX := integerAt(got, at)
	y, okY := integerAt(want, at)
	switch {
	case okX && okY:
		return &expected{x, y}
	case at < len(got) && at < len(want):
		return &expected{int64(got[at]), int64(want[at])}
	}
	return nil
}

// integerAt is the decimal integer around a byte of a text.
func integerAt(text []byte, at int) (int64, bool) {
	digits := func(k int) bool { return k >= 0 && k < len(text) && text[k] >= '0' && text[k] <= '9' }
	from, to := at, at
	if !digits(at) && at < len(text) && text[at] == '-' {
		to++
	}
	for digits(to) {
		to++
	}
	for digits(from - 1) {
		from--
	}
	if from > 0 && from <= len(text) && text[from-1] == '-' {
		from--
	}
	if from >= to || from > 0 && text[from-1] == '.' || to < len(text) && text[to] == '.' {
		return 0, false // or a number with a fraction
	}
	n, err := strconv.ParseInt(string(text[from:to]), 10, 64)
	return n, err == nil
}

// print is a statement on a way that the run did not take that prints, and the
// condition under which the text begins as was expected.
type print struct{ path, begins logic.T }

// instead demands that what is printed on other ways, where the run goes to the
// postcondition's instance, begins as was expected.
func (w *postcondition) instead(u *unroller) {
	for _, r := range u.open {
		for k, p := range r.prints {
			first := true
			for _, q := range r.prints[:k] {
				first = first && u.tb.And(p.path, q.path) == logic.False
			}
			if first {
				u.require(u.tb.Implies(p.path, p.begins))
			}
		}
	}
}

// prints notes a library call on a way that the run did not take, if it prints.
func (u *unroller) prints(l *cfg.Lib) {
	arg, known := -1, false // text, format or character; to standard output
	f := clib.Lookup(l.Func)
	if f != nil && f.Prints > clib.OtherOutput {
		arg, known = max(f.FormatOf(clib.Printf), 0), f.Stream() < 0
	}
	if !known && !u.printing[u.edge] && u.edge != u.g.Edge(u.post.at) {
		return
	}
	p := print{path: u.path, begins: logic.True}
	if arg >= 0 && arg < len(l.Args) && len(u.post.rest) > 0 {
		t := u.expr(l.Args[arg])
		switch f.Prints {
		case clib.CharOutput:
			p.begins = u.tb.Eq(u.tb.Extract(7, 0, t), u.tb.BV(8, uint64(u.post.rest[0])))
		default:
			p.begins = u.tb.Bool(!u.tb.IsConst(t) || u.begins(u.st.Eval(t), f.Prints == clib.FormatOutput))
		}
	}
	u.off.printed = append(u.off.printed, p)
}

// begins compares the text at an address with what was expected, as far as it
// is constant, and in a format up to the first conversion.
func (u *unroller) begins(addr uint64, format bool) bool {
	for _, c := range u.post.rest {
		b := u.st.Holds(hoare.RunCell{Var: -1, Addr: addr})
		if b.Term == 0 || !u.tb.IsConst(b.Term) {
			return true
		}
		x := byte(u.tb.ConstVal(b.Term) >> (8 * b.K))
		if x == 0 || format && x == '%' {
			return true
		}
		if x != c {
			return false
		}
		addr++
	}
	return true
}
