package verifier

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// The one gate that traces pass before they are reported, wherever they come
// from: the error must be reached in a replay, and whatever the values are
// that the program's text does not determine but the world does not choose
// either (cfg.Unknown).

// refusal says why a trace is not reported.
type refusal struct{ kind, reason string }

// admit returns nil if t is an error trace of the program. Results that the library determines
// have the library's values then, and its inputs are small where they can be.
func (v *run) admit(ctx context.Context, t *cfg.Trace) (no *refusal) {
	var before []cfg.Input
	v.phase(PhaseFeasibility, func() { before = v.smaller(ctx, t) })
	if before != nil {
		if v.real(ctx, t) == nil {
			return nil
		}
		t.Inputs = before
	}
	return v.real(ctx, t)
}

// real is admit for a trace with the inputs that it has.
func (v *run) real(ctx context.Context, t *cfg.Trace) (no *refusal) {
	if twoTexts(t) {
		return &refusal{"abstraction", "a trace depends on an argument that is read again after another one"}
	}
	v.phase(PhaseFeasibility, func() {
		v.write(ctx, t)
		which, inside := v.outsideAccesses(t)
		overlap := v.overlap(t)
		switch {
		case !inside && !overlap || v.separate(ctx, t, which):
		case inside:
			no = &refusal{"abstraction", "a trace depends on where a pointer points that the program never set"}
			return
		default:
			no = &refusal{"abstraction", "a trace depends on objects that overlap, where pointers from outside point"}
			return
		}
		what, facts := v.dependence(ctx, t)
		switch {
		case what == "":
		case v.learn(facts):
			no = &refusal{"library", "the library says something else"}
		default:
			no = &refusal{"abstraction", "a trace depends on " + what}
		}
	})
	if no != nil {
		return no
	}
	v.phase(PhaseReplay, func() {
		if err := v.cfg.Replay(v.task.orig, t); err != nil {
			if lost(t) && v.learn([]fact{{name: cfg.NewerVar}}) {
				no = &refusal{"replay", "a block that a trace says is lost may be held by a newer one"}
				return
			}
			no = &refusal{"replay", fmt.Sprintf("a trace could not be replayed: %v", err)}
		}
	})
	return no
}

// twoTexts reports whether an element of argv has one text after another in a trace:
// the program would find the first again.
func twoTexts(t *cfg.Trace) bool {
	chosen := map[uint64]bool{}
	for _, in := range t.Inputs {
		if h, ok := t.Edges[in.Step].Stmt.(*cfg.Havoc); ok && h.Func == cfg.ArgumentChosen {
			if chosen[in.Value] {
				return true
			}
			chosen[in.Value] = true
		}
	}
	return false
}

// lost reports whether a trace ends where a block is said to be lost.
func lost(t *cfg.Trace) bool {
	if len(t.Edges) == 0 {
		return false
	}
	for _, k := range t.Edges[len(t.Edges)-1].To.Checks {
		switch k.Kind {
		case cfg.LostCheck, cfg.LostHereCheck, cfg.LostForeverCheck:
			return true
		}
	}
	return false
}

func inHeap(p *cfg.Program, addr uint64) bool {
	return addr >= p.HeapBase() && addr-p.HeapBase() < heapReach
}

// inObject reports whether an address is one of an object of the program.
func inObject(p *cfg.Program, addr uint64) bool {
	return slices.ContainsFunc(p.Objects, func(o *cfg.Object) bool {
		return !o.Outside && addr >= o.Addr && addr-o.Addr < max(o.Size, 1)
	})
}

// dependence names an unknown value that matters for t: with the inputs of t,
// another value of it may reach no error. It is "" if there is none. Facts
// are what the library says on the way; where they let t reach its error, t is
// changed to have these values.
func (v *run) dependence(ctx context.Context, t *cfg.Trace) (what string, facts []fact) {
	r := v.residueOf(t)
	switch {
	case r == nil:
		return "", nil
	case r.what != "":
		return r.what, r.facts
	}
	tb := r.tb
	var known, conds []logic.T
	for _, c := range r.bound {
		known = append(known, c.term)
	}
	passed := tb.True()
	for _, c := range r.conds {
		switch c.role {
		case statedCond:
			known = append(known, c.term)
		case elseErrorCond:
			passed = tb.And(passed, c.term)
		default:
			conds = append(conds, tb.Or(tb.Not(passed), c.term))
		}
	}
	cond := tb.And(conds...)
	if len(r.answers) > 0 && tb.And(append(known, cond)...) == tb.False() {
		return unknownName(t.Edges, r.last), r.facts
	}
	vars := tb.Vars(cond)
	if len(vars) > 0 && smt.New(tb, v.engine, smt.Config{}).CheckBudget(v.question(ctx), append(known, tb.Not(cond))...) != smt.Unsat && !v.everyWorld(ctx, t) {
		for _, in := range r.s.Inputs {
			if slices.Contains(vars, in.Term) {
				return unknownName(t.Edges, in.Step), r.facts
			}
		}
		return unknownName(t.Edges, r.first), r.facts
	}
	// Where a condition is false whatever the values are, the replay will tell.
	answered(tb, r.s, t, r.answers)
	return "", r.facts
}

// nowhere finds an access of a trace through a pointer that is not known, where the
// values of the trace have it lead to nothing, and returns the step that chooses
// the pointer, or -1. What such an access reads is not what the program
// would read. A pointer that a function returns leads to memory outside of the
// program unless it is null; one that is stored where nobody knows what is stored
// leads nowhere at all.
func (v *run) nowhere(tb *logic.Table, t *cfg.Trace, s *hoare.Sym, at []logic.T) int {
	if !slices.ContainsFunc(at, func(a logic.T) bool { return !tb.IsConst(a) }) {
		return -1
	}
	p := v.task.orig
	enc := hoare.NewEncoder(logic.TableOn(v.clock), p)
	values, _, _ := addresses(enc, t, func(*cfg.Edge, cfg.Input) bool { return false })
	for i, a := range at {
		if i >= len(values) || tb.IsConst(a) || !enc.TB.IsConst(values[i]) {
			continue
		}
		x := enc.TB.ConstVal(values[i])
		if inObject(p, x) || inHeap(p, x) {
			continue
		}
		vars := tb.Vars(a)
		for _, in := range s.Inputs {
			_, stored := in.Edge.Stmt.(*cfg.MemHavoc)
			if (x < room || stored) && slices.Contains(vars, in.Term) {
				return in.Step
			}
		}
	}
	return -1
}

// answered gives the inputs of a trace, by step, the answers of the library.
func answered(tb *logic.Table, s *hoare.Sym, t *cfg.Trace, answers map[int]cfg.Answer) {
	for i := range t.Inputs {
		in := &t.Inputs[i]
		a, ok := answers[in.Step]
		if !ok {
			continue
		}
		in.Value = a.Value
		if h, ok := t.Edges[in.Step].Stmt.(*cfg.MemHavoc); ok {
			in.Mem = map[uint64]byte{}
			at := s.Inputs[i].Addr
			if h.Region != nil && tb.IsConst(at) {
				for k, b := range a.Text {
					in.Mem[tb.ConstVal(at)+uint64(k)] = b
				}
			}
		}
	}
}

// boundInputs are the steps of a trace whose inputs are not free: random numbers
// behind a second setting of their state, which may be the same as the first;
// what is read from a stream after one was opened for writing, which may be
// what the program wrote, or after something was put back; what a stream says of
// itself then, or when it was only opened; what is asked of a descriptor after one was
// closed; whether a stream can be flushed to which nothing was printed; a character that
// scanf would have taken before (scanned); and results
// that depend on those of calls before (clib.Func.After). Of the latter, which are
// those with true, that a call fails is free, and that it does not.
func boundInputs(t *cfg.Trace) map[int]bool {
	out := map[int]bool{}
	asked, fromEnd := map[string]bool{}, false
	seeded, random, written := 0, false, false
	used, back, closed, buffers := false, false, false, false
	printed := map[string]bool{} // to which streams, since they were flushed
	chosen := map[int]*cfg.Input{}
	for i := range t.Inputs {
		chosen[t.Inputs[i].Step] = &t.Inputs[i]
	}
	var texts scanned
	for i, e := range t.Edges {
		if e.Call == nil {
			continue
		}
		f := clib.Lookup(e.Call.Func)
		if f == nil {
			continue
		}
		bound := texts.contradicts(e, f, chosen[i])
		if f.Prints != clib.NoOutput {
			printed[e.Call.Stream] = e.Call.Stream != clib.StderrName
		}
		_, result := e.Stmt.(*cfg.Havoc)
		later := result && asked[f.After]
		asked[f.After] = asked[f.After] || result && f.After != ""
		asked[clib.Descriptor] = asked[clib.Descriptor] || f.Frees()
		switch {
		case !result:
		case f.Seeks:
			fromEnd = e.Call.FromEnd
			later = f.Range.Hi > 0 && !fromEnd
		case f.After == clib.Position:
			later, fromEnd = !fromEnd, false
		}
		switch {
		case f.Seeds():
			seeded++
			if random { // before it, the state was set, too
				seeded++
			}
		case f.Buffers():
			buffers = true
		case f.Flushes():
			bound = bound || !printed[e.Call.Stream] || buffers
			if delete(printed, e.Call.Stream); e.Call.Stream == "" { // all, where it is null
				clear(printed)
			}
		case e.Call.Writes:
			written = true
		case f.State == clib.RandState || f.State == clib.Rand48State:
			random = true
			bound = seeded >= 2
		case f.State == clib.DescriptorState:
			bound = closed
			closed = closed || f.Closes
		default:
			stream := f.State == clib.StreamState || f.State == clib.StdinState
			asks := stream && !f.Input && f.Arity() == 1
			bound = bound || stream && (f.Input && (written && f.State == clib.StreamState || back) || asks && (!used || back))
			used = used || stream && !asks || f.Prints != clib.NoOutput
			back = back || f.PutsBack
		}
		if bound || later {
			out[i] = !bound && f.Range.Lo == -1
		}
	}
	return out
}

// failing reports whether an input is the result -1 of a call.
func failing(e *cfg.Edge, in cfg.Input) bool {
	h, ok := e.Stmt.(*cfg.Havoc)
	return ok && in.Value == cfg.Mask(^uint64(0), int(h.Dst.Type.Bits))
}

// unreadable finds an input of a trace that is a text which cannot be read, and
// the facts that exclude it; its index is -1 if there is none.
func unreadable(tb *logic.Table, s *hoare.Sym, t *cfg.Trace) (n int, facts []fact) {
	for i, in := range s.Inputs {
		h, ok := t.Edges[in.Step].Stmt.(*cfg.MemHavoc)
		if !ok || h.Text == nil || h.Region == nil || i >= len(t.Inputs) || !tb.IsConst(in.Addr) || !tb.IsConst(in.Size) {
			continue
		}
		size := tb.ConstVal(in.Size)
		if h.Text.Last && size > 0 {
			size--
		}
		for addr, b := range t.Inputs[i].Mem {
			if k := addr - tb.ConstVal(in.Addr); k < size && strings.IndexByte(h.Text.Never, b) >= 0 {
				for j := range min(size, uint64(maxText)) {
					facts = append(facts, textFact(h.Text, j))
				}
				return i, facts
			}
		}
	}
	return -1, nil
}

// ask is how questions are answered, nil if nobody does.
func (v *run) ask() func(*cfg.Question, []uint64) (cfg.Answer, bool) {
	if v.cfg.Library == nil {
		return nil
	}
	return func(q *cfg.Question, args []uint64) (cfg.Answer, bool) {
		return v.cfg.Library(q, args, v.task.orig.PtrBits)
	}
}

// stated reports whether the condition of an edge is not a decision of the program
// but a fact that the lowering states, such as the range of a result.
func stated(e *cfg.Edge) bool { return e.Role == cfg.RoleImplicit && len(e.From.Out) == 1 }

// elseError reports whether the program fails where the condition of an edge does
// not hold: what a trace does behind such an edge may rest on the condition, since
// there is an error without it, too. Errors that an execution has to confirm do not
// count.
func elseError(e *cfg.Edge) bool {
	return len(e.From.Out) == 2 && e.To.Kind != cfg.Error && slices.ContainsFunc(e.From.Out, func(o *cfg.Edge) bool {
		return o.To.Kind == cfg.Error && len(o.To.Checks) == 0 && o.To.Reason.Kind != cfg.OtherObject
	})
}

// unknownName describes the statement of a trace that chooses an unknown value.
func unknownName(edges []*cfg.Edge, i int) string {
	e := edges[i]
	pos := e.Pos
	for ; i >= 0 && !pos.IsValid(); i-- { // inside a library function that is described in C
		pos = edges[i].Pos
	}
	if s, ok := e.Stmt.(*cfg.Havoc); ok && s.Func != "" {
		switch {
		case s.Func == cfg.AddressBits:
			return fmt.Sprintf("the bits of an address at %s", pos)
		case s.Kind == cfg.Nondet && !s.Dst.Pointer():
			return fmt.Sprintf("the result of %s at %s, which what the program did before may determine", s.Func, pos)
		case s.Kind == cfg.Nondet:
			return fmt.Sprintf("where %s (%s) points", pointerName(s), pos)
		}
		if f := clib.Lookup(s.Func); f != nil && f.Promises != clib.Exact {
			return fmt.Sprintf("the result of %s at %s, of which only %s is promised", s.Func, pos, f.Promises)
		}
		return fmt.Sprintf("the result of %s at %s, which is not modelled", s.Func, pos)
	}
	if e.Text != "" {
		return fmt.Sprintf("what %s at %s stores, which is not modelled", e.Text, pos)
	}
	if _, ok := e.Stmt.(*cfg.MemHavoc); ok {
		return fmt.Sprintf("bytes that get an unknown value at %s", pos)
	}
	return fmt.Sprintf("the value of %s at %s", e.Stmt, pos)
}

// open reports whether no error may rest on the value that an input has in a
// trace: it is not known, or a pointer from a function without body that would
// point into an object of the program of another type than the function
// returns pointers to. C allows the latter, but such a program makes no sense.
func open(p *cfg.Program, e *cfg.Edge, in cfg.Input) bool {
	if hoare.IsUnknown(e.Stmt) {
		return true
	}
	h, ok := e.Stmt.(*cfg.Havoc)
	if !ok || h.Kind != cfg.Nondet || !h.Dst.Pointer() || strings.HasPrefix(h.Func, "__VERIFIER_nondet") {
		return false
	}
	if f := clib.Lookup(h.Func); f != nil && f.Returns { // it is null or what the program gave
		return false
	}
	if inHeap(p, in.Value) {
		return true
	}
	for _, o := range p.Objects {
		if !o.Outside && in.Value >= o.Addr && in.Value-o.Addr < max(o.Size, 1) {
			return !typedAt(o.CType, in.Value-o.Addr, h.Dst.CType.Elem)
		}
	}
	return false
}

// heapReach is how far from its start the heap is taken to reach.
const heapReach = 1 << 32

// typedAt reports whether there is an object of type want at an offset in one
// of type t.
func typedAt(t *cfg.CType, off uint64, want *cfg.CType) bool {
	switch {
	case t == nil || want == nil || want.Size == 0 || off >= t.Size:
		return false
	case off == 0 && sameLayout(t, want):
		return true
	case t.Array() && t.Elem != nil && t.Elem.Size > 0:
		return typedAt(t.Elem, off%t.Elem.Size, want)
	}
	return slices.ContainsFunc(t.Members, func(m cfg.Member) bool { return m.Bits == 0 && off >= m.Offset && typedAt(m.Type, off-m.Offset, want) })
}

// sameLayout reports whether two types may be the same one. The members of a
// structure that is only pointed to are not always known.
func sameLayout(t, u *cfg.CType) bool {
	if t.Kind != u.Kind || t.Size != u.Size {
		return false
	}
	if len(t.Members) == 0 || len(u.Members) == 0 {
		return true
	}
	return slices.EqualFunc(t.Members, u.Members, func(m, n cfg.Member) bool {
		return m.Name == n.Name && m.Offset == n.Offset
	})
}

// pointerName names the variable that an input is for.
func pointerName(s *cfg.Havoc) string {
	if s.Dst.Temp || s.Dst.Name == "" {
		return "the result of " + s.Func
	}
	return "`" + cfg.SourceName(s.Dst.Name) + "`"
}

// learn remembers facts for another run, if there are new ones.
func (v *run) learn(facts []fact) bool {
	if len(v.res.Traces) > 0 || v.library.round >= maxRounds || v.elapsed() > v.cfg.share(limitPart, math.MaxInt64) {
		return false
	}
	known := map[string]bool{}
	for _, f := range v.library.facts {
		known[f.key()] = true
	}
	n := len(v.library.facts)
	for _, f := range facts {
		if !known[f.key()] && f.statable() {
			known[f.key()] = true
			v.library.facts = append(v.library.facts, f)
			v.log("the library: %s of %#x is %#x %q", f.name, f.args, f.Value, f.Text)
		}
	}
	v.library.learned = len(v.library.facts) > n
	return v.library.learned
}
