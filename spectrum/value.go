package spectrum

import (
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

// mostBlock is the size in bytes from which on blocks are not followed.
const mostBlock = 1 << 16

// expr is the value of an expression in the current state.
func (u *unroller) expr(x cfg.Expr) logic.T {
	switch x := x.(type) {
	case *cfg.VarRef:
		return u.variable(x.V)
	case *cfg.Load:
		return u.load(x)
	case *cfg.Unary:
		return u.operate(x, []cfg.Expr{x.X}, func(v []cfg.Expr) cfg.Expr { y := *x; y.X = v[0]; return &y })
	case *cfg.Cast:
		return u.operate(x, []cfg.Expr{x.X}, func(v []cfg.Expr) cfg.Expr { y := *x; y.X = v[0]; return &y })
	case *cfg.Binary:
		return u.operate(x, []cfg.Expr{x.X, x.Y}, func(v []cfg.Expr) cfg.Expr { y := *x; y.X, y.Y = v[0], v[1]; return &y })
	case *cfg.Ite:
		return u.operate(x, []cfg.Expr{x.Cond, x.Then, x.Else}, func(v []cfg.Expr) cfg.Expr { return &cfg.Ite{Cond: v[0], Then: v[1], Else: v[2]} })
	}
	return u.enc.Expr(x, u.ops)
}

// operate applies the operator of x to the values of its operands. What the
// solver lacks is a function of which only the point of the run is known.
func (u *unroller) operate(x cfg.Expr, operands []cfg.Expr, with func([]cfg.Expr) cfg.Expr) logic.T {
	refs := make([]cfg.Expr, len(operands))
	vals := make([]logic.T, len(operands))
	for k, y := range operands {
		vals[k] = u.expr(y)
		u.args[k].Type = y.Type()
		refs[k] = &cfg.VarRef{V: u.args[k]}
	}
	for k := range operands { // the operands are values now
		u.args[k].Type = operands[k].Type()
		u.ops.Vals[k] = vals[k]
	}
	if !float(x) {
		return u.enc.Expr(with(refs), u.ops)
	}
	same := logic.True
	for k, v := range vals {
		if !u.tb.IsConst(v) {
			same = u.tb.And(same, u.sameValue(v))
			u.ops.Vals[k] = u.konst(v)
		}
	}
	t := u.enc.Expr(with(refs), u.ops)
	if !u.tb.IsConst(t) {
		return u.fresh("float", u.tb.Sort(t), 0)
	}
	u.assume(same)
	return u.known(same, t)
}

// known is a value that is t under a condition and else anything.
func (u *unroller) known(when, t logic.T) logic.T {
	if when == logic.True {
		return t
	}
	f := u.fresh("value", u.tb.Sort(t), u.ev.Value(t))
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
	if u.event >= 0 {
		u.events[u.event].mem = true
	}
}

// konst is the value of a term in the run.
func (u *unroller) konst(t logic.T) logic.T { return u.value(u.tb.Sort(t), u.ev.Value(t)) }

func (u *unroller) value(sort logic.Sort, v uint64) logic.T {
	if sort.Kind == logic.SBool {
		return u.tb.Bool(v&1 != 0)
	}
	return u.tb.BV(int(sort.W), v)
}

// sameValue says that a term has the value of the run.
func (u *unroller) sameValue(t logic.T) logic.T { return u.tb.Eq(t, u.konst(t)) }

// float tells whether the solver lacks the operator of an expression.
func float(x cfg.Expr) bool {
	var op cfg.Op
	switch x := x.(type) {
	case *cfg.Unary:
		op = x.Op
	case *cfg.Binary:
		op = x.Op
	case *cfg.Cast:
		op = x.Op
	}
	switch op {
	case cfg.FAdd, cfg.FSub, cfg.FMul, cfg.FDiv, cfg.SToF, cfg.UToF, cfg.FToS, cfg.FToU, cfg.FToF,
		cfg.FSqrt, cfg.FFloor, cfg.FCeil, cfg.FTruncF, cfg.FRound:
		return true
	}
	return false
}

// variable is the value of a variable; one that the state does not know is
// that of the run, or anything.
func (u *unroller) variable(v *cfg.Var) logic.T {
	if t := u.st.vars[v.ID]; t != 0 {
		return t
	}
	if u.now != nil {
		for _, a := range u.now.Reads {
			if a.Var == v {
				return u.value(hoare.SortOf(v.Type), a.Value)
			}
		}
	}
	return u.fresh(v.Name, hoare.SortOf(v.Type), 0)
}

// load reads memory at the addresses that a term may be.
func (u *unroller) load(x *cfg.Load) logic.T {
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
	return u.fromBytes(v, x.T)
}

// cells reads memory at one address. What the state does not know is that of
// the run, or anything.
func (u *unroller) cells(addr, size uint64) logic.T {
	return u.st.load(addr, size, func(addr, n uint64) logic.T {
		if u.now != nil {
			for _, a := range u.now.Reads {
				if a.Var == nil && a.Addr <= addr && addr+n <= a.Addr+a.Size && a.Size <= 8 {
					return u.tb.BV(8*int(n), a.Value>>(8*(addr-a.Addr)))
				}
			}
		}
		return u.any(8 * int(n))
	})
}

// place is an address that a term may be, and the condition for that.
type place struct {
	addr uint64
	when logic.T
}

// Limits of places.
const (
	mostPlaces = 24 // that a term chooses from
	neighbours = 4  // elements on each side, for any other term
)

// places lists addresses that a term may be, first that of the run. A term that
// chooses between addresses has all of these; of any other one they are those
// that the statement uses in the run, and neighbours of its address here of
// which the state knows something. Of a formula that is strict there are no
// others.
func (u *unroller) places(at logic.T, size uint64) []place {
	here := u.ev.Value(at)
	if u.tb.IsConst(at) {
		return []place{{here, logic.True}}
	}
	var others []uint64
	if leaves := map[logic.T]bool{}; u.leaves(at, leaves) {
		for t := range leaves {
			others = append(others, u.ev.Value(t))
		}
	} else {
		others = append(others, u.accesses[access{u.edge, size}]...)
		for _, step := range []uint64{size, -size} {
			for a, n := here+step, 0; n < neighbours && u.st.mem[a].term != 0; a, n = a+step, n+1 {
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
			return len(out) <= mostPlaces
		case u.tb.Op(t) != logic.OpIte || len(seen) > 8*mostPlaces:
			return false
		}
		seen[t] = true
		args := u.tb.Args(t)
		return visit(args[1]) && visit(args[2])
	}
	return visit(t)
}

// fromBytes is the value of type t that memory holds as v.
func (u *unroller) fromBytes(v logic.T, t cfg.Type) logic.T {
	switch {
	case t.Kind == cfg.Bool:
		return u.tb.Ne(v, u.tb.BV(u.tb.Width(v), 0))
	case t.Width() < u.tb.Width(v):
		return u.tb.Extract(t.Width()-1, 0, v)
	}
	return v
}

// toBytes is a value of type t as memory holds it.
func (u *unroller) toBytes(v logic.T, t cfg.Type) logic.T {
	switch n := 8 * t.Bytes(); {
	case t.Kind == cfg.Bool:
		return u.tb.Ite(v, u.tb.BV(8, 1), u.tb.BV(8, 0))
	case t.Width() < n:
		return u.tb.ZExt(v, n)
	}
	return v
}

// recorded is a definition that has the value of the run, or else that value.
func (u *unroller) recorded(def logic.T, value uint64) logic.T {
	if sort := u.tb.Sort(def); u.ev.Value(def) != u.ev.Value(u.value(sort, value)) {
		return u.value(sort, value)
	}
	return def
}

func (u *unroller) assign(v *cfg.Var, def logic.T) { u.st.setVar(v.ID, u.doubt(def)) }

// statement executes a statement without control, in the run or beside it.
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
		n := u.ev.Value(u.expr(s.Size))
		dst := u.ev.Value(u.expr(s.Dst))
		v := u.expr(s.Val)
		if n > mostBlock || n == 0 {
			return
		}
		u.copies()
		v = u.doubt(v)
		for k := range n {
			u.st.write(dst+k, 1, v)
		}
	case *cfg.MemCopy:
		u.copy(s)
	default:
		u.effects(e)
	}
}

// written is what the current instance writes, if that is one thing.
func (u *unroller) written() *cfg.Access {
	if u.now == nil || len(u.now.Writes) != 1 {
		return nil
	}
	return &u.now.Writes[0]
}

// store writes at the addresses that a term may be.
func (u *unroller) store(s *cfg.Store) {
	at := u.expr(s.Addr)
	addr, size := u.ev.Value(at), uint64(s.Val.Type().Bytes())
	def := u.toBytes(u.expr(s.Val), s.Val.Type())
	if w := u.written(); w != nil && w.Var == nil && w.Size == size {
		if addr != w.Addr {
			at = u.tb.BV(u.tb.Width(at), w.Addr)
		}
		def = u.recorded(def, w.Value)
	}
	v := u.doubt(def)
	for _, p := range u.places(at, size) {
		if p.when == logic.True {
			u.st.write(p.addr, size, v)
		} else {
			u.st.write(p.addr, size, u.tb.Ite(p.when, v, u.cells(p.addr, size)))
		}
	}
}

// copy copies a block byte by byte, from and to the addresses of the run.
func (u *unroller) copy(s *cfg.MemCopy) {
	n := u.ev.Value(u.expr(s.Size))
	dst, src := u.ev.Value(u.expr(s.Dst)), u.ev.Value(u.expr(s.Src))
	if n > mostBlock {
		u.st.write(dst, 0, 0)
		return
	}
	k := u.unit()
	u.copies()
	bytes := make([]byteTerm, n)
	for i := range bytes {
		bytes[i] = u.st.get(cell{-1, src + uint64(i)})
	}
	for i := uint64(0); i < n; {
		b, m := bytes[i], 1
		for i+uint64(m) < n && m < 8 && follows(b, bytes[i+uint64(m)], m) && b.term != 0 {
			m++
		}
		if b.term == 0 || k < 0 {
			u.st.set(cell{-1, dst + i}, b)
			i++
			continue
		}
		u.st.write(dst+i, uint64(m), u.doubt(u.st.stretch(b, m, u.any)))
		i += uint64(m)
	}
}

// effects serves statements whose values are inputs or come from the library:
// what the run wrote. A library call that works on other values than in the
// run may give anything, and so may one that the run does not have.
func (u *unroller) effects(e *cfg.Edge) {
	if u.now == nil {
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			u.st.setVar(s.Dst.ID, u.fresh(s.Dst.Name, hoare.SortOf(s.Dst.Type), 0))
		case *cfg.Alloc:
			u.st.setVar(s.Dst.ID, u.fresh(s.Dst.Name, hoare.SortOf(s.Dst.Type), 0))
		case *cfg.Lib:
			if s.Dst != nil {
				u.assign(s.Dst, u.fresh(s.Func, hoare.SortOf(s.Dst.Type), 0))
			}
		}
		return
	}
	same := logic.True
	if s, ok := e.Stmt.(*cfg.Lib); ok && !u.input[u.at] {
		if same = u.asRecorded(s); len(u.now.Writes) > 0 && s.Dst == nil {
			u.assume(same)
		}
	}
	for _, w := range u.now.Writes {
		switch {
		case w.Var != nil:
			u.assign(w.Var, u.known(same, u.value(hoare.SortOf(w.Var.Type), w.Value)))
		case w.Size > mostBlock || w.Size > 8 && uint64(len(w.Data)) != w.Size:
			u.st.write(w.Addr, min(w.Size, mostBlock), 0)
		case w.Size <= 8:
			u.copies()
			u.st.write(w.Addr, w.Size, u.doubt(u.known(same, u.tb.BV(8*int(w.Size), w.Value))))
		default:
			u.copies()
			for k, b := range w.Data {
				u.st.write(w.Addr+uint64(k), 1, u.doubt(u.known(same, u.tb.BV(8, uint64(b)))))
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
	for _, r := range u.now.Reads {
		if r.Var != nil || r.Size > mostBlock {
			continue
		}
		for k := range r.Size {
			if b := u.st.mem[r.Addr+k]; b.term != 0 {
				out = append(out, u.sameValue(u.st.stretch(b, 1, u.any)))
			}
		}
	}
	return u.tb.And(out...)
}
