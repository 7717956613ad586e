package maxsat

import (
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

// expr is the value of an expression in the current state.
func (u *unroller) expr(x cfg.Expr) logic.T { return u.st.Enc.Expr(x, operands{u}) }

// operands are what expressions read in the current state.
type operands struct{ u *unroller }

// Var is the value of a variable; one that the state does not know is that of
// the run, or anything.
func (o operands) Var(v *cfg.Var) logic.T {
	if t, ok := o.u.st.Variable(v); ok {
		return t
	}
	return o.u.fresh(v.Name, hoare.SortOf(v.Type), 0)
}

// AddrOf is a constant.
func (o operands) AddrOf(x *cfg.AddrOf) logic.T { return o.u.tb.BV(x.Bits, x.Obj.Addr) }

// Load reads memory at the addresses that a term may be.
func (o operands) Load(x *cfg.Load) logic.T {
	u := o.u
	at := u.expr(x.Addr)
	size := uint64(x.T.Bytes())
	var v logic.T
	for k, p := range u.places(at, size) {
		w := u.cells(p.addr, size)
		if k == 0 {
			v = w
			if p.when != logic.True {
				v = u.known(p.when, w)
			}
			continue
		}
		v = u.tb.Ite(p.when, w, v)
	}
	return hoare.FromBytes(u.tb, v, x.T)
}

// Float is a function of which only the point of the run is known.
func (o operands) Float(op cfg.Op, t, at cfg.Type, args ...logic.T) logic.T {
	u := o.u
	same := logic.True
	for _, v := range args {
		same = u.tb.And(same, u.sameValue(v))
	}
	v := u.tb.BV(t.Width(), u.st.FloatResult(op, t, at, args))
	if same != logic.True {
		u.assume(same)
	}
	return u.known(same, v)
}

// known is a value that is t under a condition and else anything.
func (u *unroller) known(when, t logic.T) logic.T {
	if when == logic.True {
		return t
	}
	f := u.fresh("value", u.tb.Sort(t), u.st.Eval(t))
	u.require(u.tb.Implies(when, u.tb.Eq(f, t)))
	return f
}

// assume demands something here of formulas that are strict.
func (u *unroller) assume(what logic.T) {
	if u.lenient {
		return
	}
	u.require(u.tb.Implies(u.tb.And(u.strict, u.path), what))
}

// copies notes that the current statement gives values to memory in a way that
// cannot be forced.
func (u *unroller) copies() {
	if u.soft.event >= 0 {
		u.soft.events[u.soft.event].mem = true
	}
}

// sameValue says that a term has the value of the run.
func (u *unroller) sameValue(t logic.T) logic.T {
	return u.tb.Eq(t, u.tb.Constant(u.tb.Sort(t), u.st.Eval(t)))
}

// cells reads memory at one address. Cells without a term have the value of
// the run, or any.
func (u *unroller) cells(addr, size uint64) logic.T {
	return u.st.Read(addr, size, func(n int) logic.T { return u.any(8 * n) })
}

// place is an address that a term may be, and the condition for that.
type place struct {
	addr uint64
	when logic.T
}

// places lists addresses that a term may be, first that of the run. A term that
// chooses between addresses has all of these; of any other one they are those
// that the statement uses in the run, and neighbours of its address here of
// which the state knows something. Of a formula that is strict there are no
// others.
func (u *unroller) places(at logic.T, size uint64) []place {
	here := u.st.Eval(at)
	if u.tb.IsConst(at) {
		return []place{{here, logic.True}}
	}
	var others []uint64
	if leaves := map[logic.T]bool{}; u.leaves(at, leaves) {
		for t := range leaves {
			others = append(others, u.st.Eval(t))
		}
	} else {
		others = append(others, u.accesses[access{u.edge, size}]...)
		for _, step := range []uint64{size, -size} {
			for a, n := here+step, 0; n < neighbours && u.st.Holds(hoare.RunCell{Var: -1, Addr: a}).Term != 0; a, n = a+step, n+1 {
				others = append(others, a)
			}
		}
	}
	slices.Sort(others)
	out := []place{{here, u.sameValue(at)}}
	for _, a := range slices.Compact(others) {
		if a != here {
			out = append(out, place{addr: a})
		}
	}
	some := []logic.T{out[0].when}
	for k := range out[1:] {
		p := &out[k+1]
		p.when = u.tb.Eq(at, u.tb.BV(u.tb.Width(at), p.addr))
		some = append(some, p.when)
	}
	u.assume(u.tb.Or(some...))
	return out
}

// leaves finds the constants that a term chooses between. It returns false if
// there is something else, or there are too many.
func (u *unroller) leaves(t logic.T, out map[logic.T]bool) bool {
	seen := map[logic.T]bool{}
	var visit func(t logic.T) bool
	visit = func(t logic.T) bool {
		switch {
		case seen[t]:
			return true
		case u.tb.IsConst(t):
			out[t] = true
			return len(out) <= maxPlaces
		case u.tb.Op(t) != logic.OpIte || len(seen) > 8*maxPlaces:
			return false
		}
		seen[t] = true
		args := u.tb.Args(t)
		return visit(args[1]) && visit(args[2])
	}
	return visit(t)
}

// recorded is a definition that has the value of the run, or else that value.
func (u *unroller) recorded(def logic.T, value uint64) logic.T {
	t, _ := u.st.Recorded(def, u.tb.Sort(def), value)
	return t
}

func (u *unroller) assign(v *cfg.Var, def logic.T) { u.st.SetVar(v, u.doubt(def)) }

// statement executes a statement without control, in the run or off it.
func (u *unroller) statement(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		def := u.expr(s.Src)
		if w := u.written(); w != nil && w.Var == s.Dst {
			def = u.recorded(def, w.Value)
		}
		u.assign(s.Dst, def)
	case *cfg.Store:
		u.store(s)
	case *cfg.MemSet:
		n := u.st.Eval(u.expr(s.Size))
		dst := u.st.Eval(u.expr(s.Dst))
		v := u.expr(s.Val)
		if n > maxBlock || n == 0 {
			return
		}
		u.copies()
		v = u.doubt(v)
		for k := range n {
			u.st.Write(dst+k, 1, v)
		}
	case *cfg.MemCopy:
		u.copy(s)
	default:
		u.effects(e)
	}
}

// written is what the current instance writes, if that is one thing.
func (u *unroller) written() *cfg.Access {
	if u.st.Inst == nil || len(u.st.Inst.Writes) != 1 {
		return nil
	}
	return &u.st.Inst.Writes[0]
}

// store writes at the addresses that a term may be.
func (u *unroller) store(s *cfg.Store) {
	at := u.expr(s.Addr)
	addr, size := u.st.Eval(at), uint64(s.Val.Type().Bytes())
	def := hoare.ToBytes(u.tb, u.expr(s.Val), s.Val.Type())
	if w := u.written(); w != nil && w.Var == nil && w.Size == size {
		if addr != w.Addr {
			at = u.tb.BV(u.tb.Width(at), w.Addr)
		}
		def = u.recorded(def, w.Value)
	}
	v := u.doubt(def)
	for _, p := range u.places(at, size) {
		if p.when == logic.True {
			u.st.Write(p.addr, size, v)
		} else {
			u.st.Write(p.addr, size, u.tb.Ite(p.when, v, u.cells(p.addr, size)))
		}
	}
}

// copy copies a block byte by byte, from and to the addresses of the run.
func (u *unroller) copy(s *cfg.MemCopy) {
	n := u.st.Eval(u.expr(s.Size))
	dst, src := u.st.Eval(u.expr(s.Dst)), u.st.Eval(u.expr(s.Src))
	if n > maxBlock {
		u.st.Clear(dst, n)
		return
	}
	doubted := u.unit() >= 0
	u.copies()
	type piece struct {
		from hoare.RunByte
		n    uint64
	}
	var pieces []piece // the source is read as a whole before anything is written
	for i := uint64(0); i < n; {
		b, m := u.st.Stretch(src+i, min(n-i, 8))
		pieces = append(pieces, piece{b, m})
		i += m
	}
	for _, p := range pieces {
		if p.from.Term != 0 && doubted {
			u.st.Write(dst, p.n, u.doubt(u.st.Part(p.from, p.n)))
		} else {
			u.st.CopyBytes(dst, p.n, p.from)
		}
		dst += p.n
	}
}

// effects serves statements whose values are inputs or come from the library:
// what the run wrote. A library call that works on other values than in the
// run may give anything, and so may one that the run does not have.
func (u *unroller) effects(e *cfg.Edge) {
	if u.st.Inst == nil {
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			u.st.SetVar(s.Dst, u.fresh(s.Dst.Name, hoare.SortOf(s.Dst.Type), 0))
		case *cfg.Alloc:
			u.st.SetVar(s.Dst, u.fresh(s.Dst.Name, hoare.SortOf(s.Dst.Type), 0))
		case *cfg.Lib:
			if s.Dst != nil {
				u.assign(s.Dst, u.fresh(s.Func, hoare.SortOf(s.Dst.Type), 0))
			}
		}
		return
	}
	same := logic.True
	if s, ok := e.Stmt.(*cfg.Lib); ok && !u.input[u.at] {
		same = u.asRecorded(s)
		if len(u.st.Inst.Writes) > 0 && s.Dst == nil {
			u.assume(same)
		}
	}
	for _, w := range u.st.Inst.Writes {
		switch {
		case w.Var != nil:
			u.assign(w.Var, u.known(same, u.tb.Constant(hoare.SortOf(w.Var.Type), w.Value)))
		case w.Size > maxBlock || w.Size > 8 && uint64(len(w.Data)) != w.Size:
			u.st.Clear(w.Addr, w.Size)
		case w.Size <= 8:
			u.copies()
			u.st.Write(w.Addr, w.Size, u.doubt(u.known(same, u.tb.BV(8*int(w.Size), w.Value))))
		default:
			u.copies()
			for k, b := range w.Data {
				u.st.Write(w.Addr+uint64(k), 1, u.doubt(u.known(same, u.tb.BV(8, uint64(b)))))
			}
		}
	}
}

// asRecorded says that a library call works on the values that it had in the
// run: its arguments, and the memory that it reads.
func (u *unroller) asRecorded(s *cfg.Lib) logic.T {
	var out []logic.T
	for _, a := range s.Args {
		out = append(out, u.sameValue(u.expr(a)))
	}
	for _, r := range u.st.Inst.Reads {
		if r.Var != nil || r.Size > maxBlock {
			continue
		}
		for k := range r.Size {
			if b := u.st.Holds(hoare.RunCell{Var: -1, Addr: r.Addr + k}); b.Term != 0 {
				out = append(out, u.sameValue(u.st.Part(b, 1)))
			}
		}
	}
	return u.tb.And(out...)
}
