package verifier

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// A trace that reads a number from a text has chosen the number alone: that it
// is the one in the text is a product for each digit, which solvers find hard
// to go back through. To write a given number is easy.

// numeral is a number that a trace reads.
type numeral struct {
	input int       // of the trace
	text  []logic.T // the bytes that it is read from
	value uint64
}

// write gives a trace inputs that spell the numbers which it reads from texts,
// if there are such inputs. The numbers are those that it has.
func (v *run) write(ctx context.Context, t *cfg.Trace) {
	reads := func(e *cfg.Edge) bool {
		q := cfg.Asks(e.Stmt)
		return q != nil && q.Func == clib.Digits
	}
	if len(t.Edges) > maxPlain || !slices.ContainsFunc(t.Edges, reads) {
		return
	}
	enc := hoare.NewEncoder(logic.TableOn(v.clock), v.task.orig)
	tb := enc.TB
	var nums []numeral
	s := enc.Questions(t, func(s *hoare.Sym, q *cfg.Question) {
		if n := len(s.Inputs); q.Func == clib.Digits && n < len(t.Inputs) {
			m := numeral{input: n, value: t.Inputs[n].Value}
			for _, x := range q.Args {
				m.text = append(m.text, enc.Expr(x, s))
			}
			nums = append(nums, m)
		}
	})
	if s.Dead {
		return
	}
	s.Guard = append(s.Guard, readableInputs(tb, s)...)
	solver := smt.New(tb, v.engine, smt.Config{})
	budget := v.question(ctx)
	budget.Work /= smallPart
	for width := 1; width < clib.MaxDigits; width++ {
		conds := slices.Clone(s.Guard)
		again := width == 1
		for _, m := range nums {
			digits := strconv.FormatUint(m.value, 10)
			again = again || len(digits) < width
			conds = append(conds, m.spelled(tb, s.Inputs[m.input].Term, strings.Repeat("0", max(0, width-len(digits)))+digits))
		}
		if !again {
			return
		}
		if solver.CheckBudget(budget, conds...) == smt.Sat {
			t.Inputs = s.CfgInputs(plain(tb, tb.And(conds...), s.Inputs, solver.Model()))
			return
		}
	}
}

// spelled is the condition that a number has its value and that the text has
// these digits, and no further one.
func (m numeral) spelled(tb *logic.Table, in logic.T, digits string) logic.T {
	conds := []logic.T{tb.Eq(in, tb.BV(64, m.value))}
	for i, b := range m.text {
		switch {
		case i < len(digits):
			conds = append(conds, tb.Eq(b, tb.BV(8, uint64(digits[i]))))
		case i == len(digits):
			conds = append(conds, tb.Not(tb.ULt(tb.Sub(b, tb.BV(8, '0')), tb.BV(8, 10))))
		}
	}
	return tb.And(conds...)
}

// readableInputs are the conditions that the texts among the inputs can be read
// (cfg.Text).
func readableInputs(tb *logic.Table, s *hoare.Sym) (conds []logic.T) {
	for _, in := range s.Inputs {
		h, ok := in.Edge.Stmt.(*cfg.MemHavoc)
		if !ok || h.Text == nil || h.Region == nil || h.Region.Cell != 8 {
			continue
		}
		number := func(n uint64) logic.T { return tb.BV(int(tb.Sort(in.Addr).W), n) }
		for i := range uint64(maxText) {
			b := tb.Select(in.Term, tb.Add(in.Addr, number(i)))
			if h.Text.Last {
				i++
			}
			behind := tb.ULe(in.Size, number(i))
			for _, never := range []byte(h.Text.Never) {
				conds = append(conds, tb.Or(behind, tb.Ne(b, tb.BV(8, uint64(never)))))
			}
		}
	}
	return conds
}

// plain replaces the inputs of a model by the simplest values for which the
// condition, evaluated, still holds: nobody wants to read 2147483663 where 1
// does it.
func plain(tb *logic.Table, cond logic.T, inputs []hoare.SymInput, m *logic.Model) *logic.Model {
	size := tb.Size(cond)
	out := *m
	out.BV = maps.Clone(m.BV)
	ev := logic.NewEvaluator(tb)
	for _, in := range inputs {
		if tb.Sort(in.Term).Kind == logic.SArray {
			continue
		}
		old := out.BV[in.Term]
		for v := uint64(0); v < 2 && v < old; v++ {
			if size*len(inputs) > 1000*maxPlain {
				return m
			}
			out.BV[in.Term] = v
			ev.Reset(&out)
			if ev.Holds(cond) {
				break
			}
			out.BV[in.Term] = old
		}
	}
	return &out
}

// plainBounds are how large the numbers in the inputs of a trace may be for
// people, and what is asked for instead of larger ones.
var plainBounds = [...]uint64{16, 1000}

// smaller gives a trace other inputs, if it has large numbers in them and can do
// with small ones: they are easier to read, and a failure on the way of which
// numbers overflow hides what is wrong with the program on others. It returns the
// inputs as they were, nil if it changes nothing.
func (v *run) smaller(ctx context.Context, t *cfg.Trace) (before []cfg.Input) {
	large := func(in cfg.Input) bool {
		h := number(t.Edges[in.Step])
		if h == nil {
			return false
		}
		x, w := in.Value, h.Dst.Type.Width()
		if h.Dst.Signed && cfg.SignExtend(x, w) < 0 {
			x = cfg.Mask(-x, w)
		}
		return x > plainBounds[len(plainBounds)-1]
	}
	if len(t.Edges) > maxPlain || !slices.ContainsFunc(t.Inputs, large) {
		return nil
	}
	enc := hoare.NewEncoder(logic.TableOn(v.clock), v.task.orig)
	tb := enc.TB
	s := enc.Residual(t, func(e *cfg.Edge, _ cfg.Input) bool { return number(e) != nil }, nil, nil, nil)
	if s.Dead {
		return nil
	}
	open := func(in hoare.SymInput) *cfg.Havoc {
		if tb.IsConst(in.Term) {
			return nil
		}
		return number(in.Edge)
	}
	solver := smt.New(tb, v.engine, smt.Config{})
	budget := v.question(ctx)
	budget.Work /= smallPart
	for _, most := range plainBounds {
		conds := slices.Clone(s.Guard)
		for _, in := range s.Inputs {
			h := open(in)
			if h == nil {
				continue
			}
			x, w := in.Term, h.Dst.Type.Width()
			switch {
			case most >= 1<<(w-1): // all are
			case h.Dst.Signed:
				conds = append(conds, tb.ULe(tb.Add(x, tb.BV(w, most)), tb.BV(w, 2*most)))
			default:
				conds = append(conds, tb.ULe(x, tb.BV(w, most)))
			}
		}
		if solver.CheckBudget(budget, conds...) != smt.Sat {
			continue
		}
		m := plain(tb, tb.And(conds...), s.Inputs, solver.Model())
		before = slices.Clone(t.Inputs)
		for i, in := range s.Inputs {
			if open(in) != nil {
				t.Inputs[i].Value = m.BV[in.Term]
			}
		}
		return before
	}
	return nil
}

// number is the statement of an edge that takes a whole number as an input, or
// nil.
func number(e *cfg.Edge) *cfg.Havoc {
	h, ok := e.Stmt.(*cfg.Havoc)
	if !ok || h.Kind != cfg.Nondet || h.Dst.Type.Kind != cfg.Bits || h.Dst.CType != nil && h.Dst.CType.Pointer() {
		return nil
	}
	return h
}
