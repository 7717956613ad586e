package verifier

import (
	"context"
	"slices"
	"time"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// Pointers from outside may lead anywhere, and then all memory is one region.
// Few errors need that. The first attempt is at the program in which they lead
// to no object of the program (cfg.Program.Simpler): an error trace of it that
// can be replayed is one of the program. A proof of it rests on an assumption,
// which is dropped afterwards.

// assumedApart is the note on a proof of which the assumption stays.
const assumedApart = "assumes that pointers from outside, and in memory that was never set, do not point to objects of the program"

// viaSimpler verifies the simpler program, and where that proves it, the program
// itself. That proof is never given up for less than an answer: with more work
// the second attempt may come as far as a trace that it cannot decide, and what
// a short limit answers a longer one has to answer, too.
func viaSimpler(ctx context.Context, prog *cfg.Program, c Config, start time.Time) *Result {
	begun := c.clock.Now()
	attempt, cancel := c.clock.WithLimit(ctx, c.share(limitPart, maxShare))
	stands := !observesAddresses(prog.Simpler) // a proof of the simpler program
	assuming := c
	assuming.OnProof = nil
	if c.OnProof != nil && stands {
		assuming.OnProof = func(r *Result) { c.OnProof(r.assumingApart(prog, "")) }
	}
	first := verify(attempt, prog.Simpler, assuming, start)
	cancel()
	took := c.clock.Since(begun)
	if c.Log != nil {
		c.Log("pointers from outside apart: %s after %v", first.Verdict, took.Time())
	}
	switch {
	case first.Verdict == False:
		first.partial("proved only where pointers from outside do not point to objects of the program")
		return first
	case first.Verdict == True && stands:
	case ctx.Err() != nil && first.Verdict != True:
		return first
	default:
		return verify(ctx, prog, c, start)
	}
	attempt, cancel = c.clock.WithLimit(ctx, c.dropLimit(took))
	defer cancel()
	res := verify(attempt, prog, c, start)
	if res.Verdict != Unknown {
		return res
	}
	why := ""
	if attempt.Err() == nil {
		why = res.Reason
	}
	return first.assumingApart(prog, why)
}

// assumingApart is a proof of the simpler program as one of the program, with
// the reason for which the assumption was not dropped, if it is more than lack
// of work.
func (r *Result) assumingApart(prog *cfg.Program, why string) *Result {
	text := assumedApart
	if why != "" {
		text += "; without that it is open: " + why
	}
	return r.under(cfg.Note{Pos: prog.Main.Pos, Text: text, Assumed: true})
}

// observesAddresses reports whether a program computes with the bits of an
// address. From these it may make a pointer to an object of its own, whichever
// way they flow: the simpler program takes such a one for a pointer from outside,
// and its errors are errors, but a proof of it says nothing.
func observesAddresses(p *cfg.Program) bool {
	return slices.ContainsFunc(p.Edges, ofAddress)
}

// reach is how far outside of objects an access is still not taken for one of
// other memory.
const reach = 1 << 16

// elsewhere is a range of addresses in which neither the program nor its heap
// has objects.
func elsewhere(p *cfg.Program) (from, to uint64) {
	from = reach
	for _, o := range p.Objects {
		from = max(from, o.Addr+o.Size+reach)
	}
	return from, p.HeapBase() - reach
}

// indexedHeap is how far after the start of the heap the constant part of an
// address is taken for that of a block, and not for a negative offset.
const indexedHeap = 1 << 28

// addresses are those of all accesses of a trace, as terms over the inputs that
// are open; outside says which are of memory outside, where the regions tell.
func addresses(enc *hoare.Encoder, t *cfg.Trace, open func(*cfg.Edge, cfg.Input) bool) (at []logic.T, regions []*cfg.Region, s *hoare.Sym) {
	s = enc.Residual(t, open, nil, nil, func(addr logic.T, r *cfg.Region) {
		at, regions = append(at, addr), append(regions, r)
	})
	return at, regions, s
}

// outsideAccesses finds the accesses of a trace whose pointers lead to memory outside
// if the program is apart, and otherwise those whose pointers were never set.
// inside says that such a one leads to an object of the program nevertheless.
func (v *run) outsideAccesses(t *cfg.Trace) (which []bool, inside bool) {
	p := v.task.orig
	open := neverSet
	if p.Apart {
		open = func(*cfg.Edge, cfg.Input) bool { return true }
	} else if !slices.ContainsFunc(t.Inputs, func(in cfg.Input) bool { return neverSet(t.Edges[in.Step], in) }) || !loadsPointers(p) {
		return nil, false
	}
	enc := hoare.NewEncoder(logic.TableOn(v.clock), p)
	at, regions, _ := addresses(enc, t, open)
	values, _, end := addresses(enc, t, func(*cfg.Edge, cfg.Input) bool { return false })
	top := p.HeapBase() + heapReach
	if p.HeapTop != nil && enc.TB.IsConst(end.Var(p.HeapTop)) {
		top = enc.TB.ConstVal(end.Var(p.HeapTop))
	}
	out := outsideRegion(p)
	which = make([]bool, len(at))
	for i, a := range at {
		if i >= len(values) || enc.TB.IsConst(a) || p.Apart && regions[i] != out || indexes(p, enc.TB, a) {
			continue
		}
		which[i] = true
		if k := values[i]; enc.TB.IsConst(k) {
			x := enc.TB.ConstVal(k)
			inside = inside || x >= p.HeapBase() && x < top || inObject(p, x)
		}
	}
	return which, inside
}

// loadsPointers reports whether an address that a program accesses may be
// computed from a value that it loads.
func loadsPointers(p *cfg.Program) bool {
	found := false
	followed := map[*cfg.Var]bool{}
	follow := func(e cfg.Expr) {
		for e := range cfg.Parts(e) {
			switch e := e.(type) {
			case *cfg.VarRef:
				followed[e.V] = true
			case *cfg.Load:
				found = true
			}
		}
	}
	for _, e := range p.Edges {
		for x := range cfg.StmtParts(e.Stmt) {
			if l, ok := x.(*cfg.Load); ok {
				follow(cfg.Base(l.Addr))
			}
		}
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			follow(cfg.Base(s.Addr))
		case *cfg.MemCopy, *cfg.MemSet, *cfg.MemHavoc:
			cfg.Exprs(s, func(x cfg.Expr) { follow(cfg.Base(x)) })
		}
	}
	for n := -1; n < len(followed); {
		n = len(followed)
		for _, e := range p.Edges {
			switch s := e.Stmt.(type) {
			case *cfg.Assign:
				if followed[s.Dst] {
					follow(s.Src)
				}
			case *cfg.Call:
				for i, v := range s.Proc.Params {
					if i < len(s.Args) && followed[v] {
						follow(s.Args[i])
					}
				}
			}
		}
	}
	return found
}

// pointerInput reports whether an input is a pointer from outside.
func pointerInput(e *cfg.Edge) bool {
	h, ok := e.Stmt.(*cfg.Havoc)
	return ok && h.Dst.Pointer()
}

// overlap reports whether pointers from outside lead to places of which one
// begins within the other. Nothing forbids that, but nobody writes a function
// that returns such pointers: an error that needs them is not reported.
func (v *run) overlap(t *cfg.Trace) bool {
	p := v.task.orig
	if p.Slots {
		return false
	}
	var at []uint64
	for _, in := range t.Inputs {
		if pointerInput(t.Edges[in.Step]) && in.Value >= reach && !inObject(p, in.Value) && !inHeap(p, in.Value) {
			at = append(at, in.Value)
		}
	}
	slices.Sort(at)
	at = slices.Compact(at)
	for i := 1; i < len(at); i++ {
		if at[i]-at[i-1] < room {
			return true
		}
	}
	return false
}

// room is the distance of pointers from outside that are neither null nor
// equal.
const room = 1 << 12

// distinct are the conditions under which no two pointers among the inputs of
// a trace overlap.
func distinct(tb *logic.Table, bits int, inputs []hoare.SymInput) (out []logic.T) {
	var ps []logic.T
	for _, in := range inputs {
		if pointerInput(in.Edge) && len(ps) < maxPointers {
			ps = append(ps, in.Term)
		}
	}
	far := tb.BV(bits, room)
	for i, p := range ps {
		for _, q := range ps[:i] {
			out = append(out, tb.Or(tb.Eq(p, q), tb.And(tb.ULe(far, tb.Sub(p, q)), tb.ULe(far, tb.Sub(q, p)))))
		}
	}
	return out
}

// separate gives a trace inputs with which the given accesses are of memory
// outside, and pointers from outside do not overlap. It reports whether there
// are any.
func (v *run) separate(ctx context.Context, t *cfg.Trace, which []bool) bool {
	p := v.task.orig
	from, to := elsewhere(p)
	if p.Slots || from >= to {
		return false
	}
	enc := hoare.NewEncoder(logic.TableOn(v.clock), p)
	tb := enc.TB
	at, _, s := addresses(enc, t, func(*cfg.Edge, cfg.Input) bool { return true })
	solver := smt.New(tb, v.engine, smt.Config{})
	var out []logic.T
	for i, a := range at {
		if i < len(which) && which[i] {
			out = append(out, tb.And(tb.ULe(tb.BV(p.PtrBits, from), a), tb.ULt(a, tb.BV(p.PtrBits, to))))
		}
	}
	guard := append(slices.Clone(s.Guard), distinct(tb, p.PtrBits, s.Inputs)...)
	r := smt.Unsat
	if !s.Dead {
		r = solver.CheckBudget(v.question(ctx), append(slices.Clone(guard), out...)...)
	}
	if r == smt.Unsat && !s.Dead {
		// Where a pointer of the program may have been overwritten through
		// others, it is one of the program if they lead elsewhere.
		var free []logic.T
		for _, c := range out {
			if solver.CheckBudget(v.question(ctx), append(free, c)...) != smt.Unsat {
				free = append(free, c)
			}
		}
		out = free
		r = solver.CheckBudget(v.question(ctx), append(slices.Clone(guard), out...)...)
	}
	if r != smt.Sat {
		return false
	}
	cond := tb.And(append(guard, out...)...)
	t.Inputs = s.CfgInputs(plain(tb, cond, s.Inputs, solver.Model()))
	return true
}

// indexes reports whether an address is computed from one of the program's, as
// the element of an array is.
func indexes(p *cfg.Program, tb *logic.Table, a logic.T) bool {
	_, _, k := tb.Linear(a)
	return k >= p.HeapBase() && k-p.HeapBase() < indexedHeap || inObject(p, k)
}

// neverSet reports whether an input is what a heap block holds where nothing
// was stored.
func neverSet(e *cfg.Edge, _ cfg.Input) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Alloc:
		return true
	case *cfg.MemHavoc:
		return s.Kind == cfg.Uninit && !s.Everything()
	}
	return false
}

// outsideRegion is the region of memory outside of the program, or nil.
func outsideRegion(p *cfg.Program) *cfg.Region {
	for _, o := range p.Objects {
		if o.Outside {
			return o.Region
		}
	}
	return nil
}
