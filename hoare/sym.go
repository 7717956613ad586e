package hoare

import (
	"fmt"
	"slices"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/logic"
)

// Sym is a symbolic state: the value of every variable and region as a term
// over the symbols of some start state and over inputs chosen on the way,
// together with the conditions under which execution got here.
type Sym struct {
	Enc   *Encoder
	Vals  []logic.T // by Var.ID
	Regs  []logic.T // by Region.ID
	Guard []logic.T // conjuncts passed, in order; never contains true
	// GuardStep[i] is the number of edges executed before Guard[i] was added.
	GuardStep []int
	Inputs    []SymInput
	Steps     int
	// Dead is set once a condition is false syntactically.
	Dead bool
	// Known is what the conditions on the way say of terms (Encoder.Narrow).
	Known logic.Ranges
	// Choose, if set, supplies the value of a choice instead of a fresh symbol.
	Choose func(n int, sort logic.Sort) logic.T
}

// SymInput is a fresh symbol for one nondeterministic choice.
type SymInput struct {
	Step int       // edges executed before
	Edge *cfg.Edge // the statement that chooses
	Term logic.T   // a BV or Bool variable, or an array variable
	// Addr and Size delimit the bytes an array input is used for.
	Addr, Size logic.T
}

// NewSym is the state whose variables have the values of the start state.
func NewSym(e *Encoder) *Sym {
	return &Sym{Enc: e, Vals: append([]logic.T(nil), e.VarTerm...), Regs: append([]logic.T(nil), e.RegTerm...)}
}

// Init puts the state at program start: memory is zero, the heap is empty.
func (s *Sym) Init() {
	p := s.Enc.Prog
	tb := s.Enc.TB
	if p.HeapTop != nil {
		s.Vals[p.HeapTop.ID] = tb.BV(p.PtrBits, p.HeapBase())
	}
	for _, r := range p.Regions {
		s.Regs[r.ID] = s.Enc.fill(r, tb.BV(8, 0))
	}
}

// Clone copies the state.
func (s *Sym) Clone() *Sym {
	s.Enc.TB.Clock.Count(len(s.Vals), work.Cell)
	c := *s
	c.Vals = append([]logic.T(nil), s.Vals...)
	c.Regs = append([]logic.T(nil), s.Regs...)
	c.Guard = s.Guard[:len(s.Guard):len(s.Guard)]
	c.GuardStep = s.GuardStep[:len(s.GuardStep):len(s.GuardStep)]
	c.Inputs = s.Inputs[:len(s.Inputs):len(s.Inputs)]
	return &c
}

// Var is the current value of v.
func (s *Sym) Var(v *cfg.Var) logic.T { return s.Vals[v.ID] }

// AddrOf implements Operands.
func (s *Sym) AddrOf(x *cfg.AddrOf) logic.T { return s.Enc.TB.BV(x.Bits, x.Obj.Addr) }

// Load implements Operands.
func (s *Sym) Load(x *cfg.Load) logic.T {
	return s.Enc.load(s, x.Region, s.Enc.Expr(x.Addr, s), x.T)
}

// few is x in a form that shows its values, if what is known leaves few.
func (s *Sym) few(x logic.T) logic.T { return s.Enc.TB.Few(s.Known, x) }

// Fit brings the values that another state does not have into a form that shows
// how small they are, if that is known: when states are merged, less is known.
func (s *Sym) Fit(o *Sym) {
	if s.Known.Empty() {
		return
	}
	for i, x := range s.Vals {
		if x != o.Vals[i] && s.Enc.Prog.Vars[i].Type.Width() >= minFit {
			s.Vals[i] = s.Enc.TB.Fit(s.Known, x)
		}
	}
}

// Float implements Operands.
func (s *Sym) Float(op cfg.Op, t, at cfg.Type, args ...logic.T) logic.T {
	return s.Enc.floatFn(op, t, at, args...)
}

// assume adds a condition.
func (s *Sym) assume(c logic.T) {
	tb := s.Enc.TB
	if c == tb.True() {
		return
	}
	if c == tb.False() {
		s.Dead = true
	}
	if s.Enc.Narrow {
		s.Known = tb.Learn(s.Known, c)
	}
	s.Guard = append(s.Guard, c)
	s.GuardStep = append(s.GuardStep, s.Steps)
}

// fresh makes an input symbol.
func (s *Sym) fresh(e *cfg.Edge, sort logic.Sort) logic.T {
	var t logic.T
	if s.Choose != nil {
		t = s.Choose(len(s.Inputs), sort)
	} else {
		t = s.Enc.TB.Fresh("in", sort)
	}
	s.Inputs = append(s.Inputs, SymInput{Step: s.Steps, Edge: e, Term: t})
	return t
}

// Exec executes the statement of e.
func (s *Sym) Exec(e *cfg.Edge) {
	s.exec(e, e.Stmt)
	s.Steps++
}

func (s *Sym) exec(e *cfg.Edge, st cfg.Stmt) {
	enc, tb := s.Enc, s.Enc.TB
	switch st := st.(type) {
	case *cfg.Assign:
		s.Vals[st.Dst.ID] = enc.Expr(st.Src, s)
	case *cfg.Havoc:
		s.Vals[st.Dst.ID] = s.fresh(e, SortOf(st.Dst.Type))
	case *cfg.Assume:
		if enc.RunOn && passesForever(e) {
			return
		}
		s.assume(enc.Expr(st.Cond, s))
	case *cfg.Store:
		a, v := s.few(enc.Expr(st.Addr, s)), enc.Expr(st.Val, s)
		s.Regs[st.Region.ID] = enc.store(s.Regs[st.Region.ID], st.Region, a, v, st.Val.Type())
	case *cfg.MemCopy:
		if st.DstRegion.Cell != st.SrcRegion.Cell {
			panic("hoare: copy between regions of different cells")
		}
		d, f, n := s.few(enc.Expr(st.Dst, s)), s.few(enc.Expr(st.Src, s)), s.few(enc.Expr(st.Size, s))
		s.Regs[st.DstRegion.ID] = tb.Copy(s.Regs[st.DstRegion.ID], d, n, s.Regs[st.SrcRegion.ID], f)
	case *cfg.MemSet:
		d, v, n := s.few(enc.Expr(st.Dst, s)), enc.Expr(st.Val, s), s.few(enc.Expr(st.Size, s))
		s.fillRange(st.Region, d, n, enc.fill(st.Region, v))
	case *cfg.MemHavoc:
		if st.Everything() && st.Region != nil {
			s.havocRange(e, st.Region, tb.BV(enc.Prog.PtrBits, 0), enc.Expr(st.Size, s))
			s.Regs[st.Region.ID] = s.Inputs[len(s.Inputs)-1].Term
			return
		}
		s.havocRange(e, st.Region, enc.Expr(st.Dst, s), enc.Expr(st.Size, s))
	case *cfg.Alloc:
		s.alloc(e, st)
	case *cfg.Call:
		vals := make([]logic.T, len(st.Args))
		for i, a := range st.Args {
			vals[i] = enc.Expr(a, s)
		}
		for i, p := range st.Proc.Params {
			s.Vals[p.ID] = vals[i]
		}
	case *cfg.Free, *cfg.Return, *cfg.Skip:
	case *cfg.Lib:
		panic("hoare: call of " + st.Func + " in a program that was lowered for execution")
	default:
		panic(fmt.Sprintf("hoare: statement %T", st))
	}
}

// passesForever reports whether e is the way on beside an error of runs without
// end.
func passesForever(e *cfg.Edge) bool {
	return !e.To.Forever() && slices.ContainsFunc(e.From.Out, func(o *cfg.Edge) bool { return o.To.Forever() })
}

func (s *Sym) fillRange(r *cfg.Region, addr, size, src logic.T) {
	s.Regs[r.ID] = s.Enc.TB.Copy(s.Regs[r.ID], addr, size, src, addr)
}

// havocRange records the choice even for memory that no statement reads, so
// that inputs and statements stay in step with every other consumer.
func (s *Sym) havocRange(e *cfg.Edge, r *cfg.Region, addr, size logic.T) {
	if r == nil {
		s.fresh(e, logic.ArraySort(s.Enc.Prog.PtrBits, 8))
		return
	}
	f := s.fresh(e, logic.ArraySort(s.Enc.Prog.PtrBits, r.Cell))
	in := &s.Inputs[len(s.Inputs)-1]
	in.Addr, in.Size = addr, size
	s.fillRange(r, addr, size, f)
}

// alloc is the bump allocator of package cfg: the new object lies at the
// aligned heap top and the heap never wraps around.
func (s *Sym) alloc(e *cfg.Edge, st *cfg.Alloc) {
	enc, tb := s.Enc, s.Enc.TB
	w := enc.Prog.PtrBits
	size := s.few(enc.Expr(st.Size, s))
	top := s.Var(enc.Prog.HeapTop)
	p := tb.BvAnd(tb.Add(top, tb.BV(w, cfg.HeapAlign-1)), tb.BV(w, ^uint64(cfg.HeapAlign-1)))
	step := tb.Ite(tb.Eq(size, tb.BV(w, 0)), tb.BV(w, 1), size)
	end := tb.Add(p, step)
	s.assume(tb.ULe(top, p))
	s.assume(tb.ULt(p, end))
	s.Vals[st.Dst.ID] = p
	s.Vals[enc.Prog.HeapTop.ID] = end
	if st.Zero {
		if st.Region == nil {
			return
		}
		s.fillRange(st.Region, p, size, enc.fill(st.Region, tb.BV(8, 0)))
		return
	}
	s.havocRange(e, st.Region, p, size)
}

// CfgInputs reads the values of the inputs from a model, in order.
func (s *Sym) CfgInputs(m *logic.Model) []cfg.Input {
	var out []cfg.Input
	for _, in := range s.Inputs {
		out = append(out, s.Enc.InputOf(m, in.Term, in.Step))
	}
	return out
}

// InputOf reads the value of the input t of a step from a model.
func (e *Encoder) InputOf(m *logic.Model, t logic.T, step int) cfg.Input {
	sort := e.TB.Sort(t)
	if sort.Kind != logic.SArray {
		return cfg.Input{Step: step, Value: m.BV[t]}
	}
	in := cfg.Input{Step: step, Mem: map[uint64]byte{}}
	if a := m.Arr[t]; a != nil {
		for addr, v := range a.M {
			for i := range uint64(sort.E) / 8 {
				in.Mem[addr+i] = byte(v >> (8 * i))
			}
		}
	}
	return in
}

// seesNaNBits reports whether a program may look at the sign or the payload of
// a float: by a conversion to its bits, or by reading memory that floats were
// stored to as something else. For one that may not, all NaNs are alike.
func seesNaNBits(prog *cfg.Program) bool {
	floats := map[*cfg.Region]bool{}
	var copies []*cfg.MemCopy
	sees := false
	for _, e := range prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			if s.Val.Type().Kind == cfg.Float {
				floats[s.Region] = true
			}
		case *cfg.MemCopy:
			copies = append(copies, s)
		}
		for x := range cfg.StmtParts(e.Stmt) {
			if c, ok := x.(*cfg.Cast); ok && c.Op == cfg.FToBits {
				sees = true
			}
		}
	}
	if sees || floats[nil] {
		return true
	}
	for grown := len(floats) > 0; grown; {
		grown = false
		for _, s := range copies {
			if floats[s.SrcRegion] && !floats[s.DstRegion] {
				floats[s.DstRegion], grown = true, true
			}
		}
	}
	if len(floats) == 0 {
		return false
	}
	for _, e := range prog.Edges {
		for x := range cfg.StmtParts(e.Stmt) {
			if l, ok := x.(*cfg.Load); ok && floats[l.Region] {
				sees = sees || l.Region == nil || l.T.Kind != cfg.Float || l.T.Width() != l.Region.Cell
			}
		}
	}
	return sees
}
