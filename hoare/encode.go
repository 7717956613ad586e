package hoare

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"

	"culprit/cfg"
	"culprit/internal/ieee"
	"culprit/internal/work"
	"culprit/logic"
)

// Encoder turns expressions and statements of one program into terms. Every
// program variable and every memory region is one logic variable; floats are
// their IEEE bit patterns.
type Encoder struct {
	TB   *logic.Table
	Prog *cfg.Program
	// Stray: an address that was read from memory nobody has written is not
	// followed: a read there gives anything, and a write leaves anything in the
	// region. A proof remains valid; a model need not be an execution. The
	// other addresses are then seen to be few from their form (logic.Known).
	Stray bool
	// RunOn: where a run may go on without end, it does so with lost blocks, too
	// (cfg.Loc.Forever).
	RunOn bool
	// Narrow: states learn from the conditions on their way within which constants
	// terms are, and addresses, sizes, factors and the operands of divisions that
	// have few values so get a form that shows them (logic.Few).
	Narrow bool
	// VarTerm[id] and RegTerm[id] stand for the value of a variable and the
	// contents of a region in the state a predicate talks about.
	VarTerm []logic.T
	RegTerm []logic.T
	// varOf inverts VarTerm and RegTerm: state symbols by term.
	varOf map[logic.T]int
	nans  map[logic.T]bool // terms that were made as NaNs whose bits are not known
	// nanBits tells whether the program can look at the bits of a NaN that it
	// computes. It is looked for when the first float is computed.
	nanBits func() bool
}

// Undetermined reports whether the program does not determine the results of
// an operation on floats, so that terms have an uninterpreted function for it.
func (e *Encoder) Undetermined(op cfg.Op) bool {
	f, _, ok := cfg.FloatOp(op)
	return ok && (f.ToInt() || !f.FromInt() && e.nanBits())
}

// NewEncoder makes the state symbols of prog.
func NewEncoder(tb *logic.Table, prog *cfg.Program) *Encoder {
	e := &Encoder{TB: tb, Prog: prog, varOf: map[logic.T]int{}, nanBits: sync.OnceValue(func() bool { return seesNaNBits(prog) })}
	seen := map[string]bool{}
	for _, v := range prog.Vars {
		name := v.Name
		if v.Proc != nil {
			name = v.Proc.Name + "::" + name
		}
		if seen[name] {
			name = fmt.Sprintf("%s#%d", name, v.ID)
		}
		seen[name] = true
		t := tb.Var(name, SortOf(v.Type))
		e.VarTerm = append(e.VarTerm, t)
		e.varOf[t] = v.ID
	}
	for _, r := range prog.Regions {
		t := tb.Var(fmt.Sprintf("mem%d", r.ID), logic.ArraySort(prog.PtrBits, r.Cell))
		e.RegTerm = append(e.RegTerm, t)
		e.varOf[t] = len(prog.Vars) + r.ID
	}
	return e
}

// Clone is the encoder over a copy of its terms, for work side by side with it.
func (e *Encoder) Clone(clock *work.Clock) *Encoder {
	c := *e
	c.TB, c.nans = e.TB.Clone(clock), maps.Clone(e.nans)
	return &c
}

// Symbol returns the dense index of a state symbol: the variable's id, or
// len(Vars) plus the region's id, or -1 for any other term.
func (e *Encoder) Symbol(t logic.T) int {
	if i, ok := e.varOf[t]; ok {
		return i
	}
	return -1
}

// Symbols is the number of state symbols.
func (e *Encoder) Symbols() int { return len(e.VarTerm) + len(e.RegTerm) }

// SymbolTerm is the inverse of Symbol.
func (e *Encoder) SymbolTerm(i int) logic.T {
	if i < len(e.VarTerm) {
		return e.VarTerm[i]
	}
	return e.RegTerm[i-len(e.VarTerm)]
}

// few is a value in a form that shows that it is one of few, if the state knows
// that.
func few(s Operands, x logic.T) logic.T {
	if s, ok := s.(*Sym); ok {
		return s.few(x)
	}
	return x
}

// SortOf is the sort of a value of type t.
func SortOf(t cfg.Type) logic.Sort {
	if t.Kind == cfg.Bool {
		return logic.BoolSort()
	}
	return logic.BVSort(t.Width())
}

// Operands says what expressions read, and what operations are that the solver
// lacks.
type Operands interface {
	Var(v *cfg.Var) logic.T
	AddrOf(x *cfg.AddrOf) logic.T
	Load(x *cfg.Load) logic.T
	// Float is a floating operation with a result of type t on operands of type
	// at.
	Float(op cfg.Op, t, at cfg.Type, args ...logic.T) logic.T
}

// Expr is the value of x in a state.
func (e *Encoder) Expr(x cfg.Expr, s Operands) logic.T {
	tb := e.TB
	switch x := x.(type) {
	case *cfg.Const:
		if x.T.Kind == cfg.Bool {
			return tb.Bool(x.V != 0)
		}
		return tb.BV(x.T.Width(), x.V)
	case *cfg.VarRef:
		return s.Var(x.V)
	case *cfg.AddrOf:
		return s.AddrOf(x)
	case *cfg.FuncAddr:
		return tb.BV(x.Bits, x.Proc.Addr)
	case *cfg.Unary:
		return e.unary(s, x.Op, x.T, e.Expr(x.X, s), x.X.Type())
	case *cfg.Binary:
		a, b := e.Expr(x.X, s), e.Expr(x.Y, s)
		switch x.Op {
		case cfg.Mul:
			if !tb.IsConst(a) && !tb.IsConst(b) { // sums of multiples have a normal form
				a, b = few(s, a), few(s, b)
			}
		case cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem:
			a, b = few(s, a), few(s, b)
		}
		return e.binary(s, x.Op, a, b, x.X.Type())
	case *cfg.Cast:
		return e.cast(s, x, e.Expr(x.X, s))
	case *cfg.Ite:
		c, a, b := e.Expr(x.Cond, s), e.Expr(x.Then, s), e.Expr(x.Else, s)
		if e.Narrow && x.Type().Width() >= minFit {
			if s, ok := s.(*Sym); ok {
				a, b = tb.Fit(tb.Learn(s.Known, c), a), tb.Fit(tb.Learn(s.Known, tb.Not(c)), b)
			}
		}
		return tb.Ite(c, a, b)
	case *cfg.Load:
		return s.Load(x)
	}
	panic(fmt.Sprintf("hoare: expression %T", x))
}

func (e *Encoder) unary(s Operands, op cfg.Op, t cfg.Type, a logic.T, at cfg.Type) logic.T {
	tb := e.TB
	w := at.Width()
	switch op {
	case cfg.Neg:
		return tb.Neg(a)
	case cfg.Not:
		return tb.BvNot(a)
	case cfg.LNot:
		return tb.Not(a)
	case cfg.FNeg, cfg.FAbs:
		v := tb.BvXor(a, tb.BV(w, 1<<uint(w-1)))
		if op == cfg.FAbs {
			v = tb.BvAnd(a, tb.BV(w, 1<<uint(w-1)-1))
		}
		if e.surelyNaN(a) {
			e.noteNaN(v)
		}
		return v
	case cfg.FIsNaN:
		return e.isNaN(a, w)
	case cfg.FIsInf:
		return tb.Eq(e.magnitude(a, w), tb.BV(w, ieee.Inf(w)))
	}
	return s.Float(op, t, at, a)
}

func (e *Encoder) binary(s Operands, op cfg.Op, a, b logic.T, at cfg.Type) logic.T {
	tb := e.TB
	w := at.Width()
	switch op {
	case cfg.Add, cfg.PtrAdd:
		return tb.Add(a, b)
	case cfg.Sub:
		return tb.Sub(a, b)
	case cfg.Mul:
		return tb.Mul(a, b)
	case cfg.UDiv:
		return tb.UDiv(a, b)
	case cfg.SDiv:
		return tb.SDiv(a, b)
	case cfg.URem:
		return tb.URem(a, b)
	case cfg.SRem:
		return tb.SRem(a, b)
	case cfg.And:
		return tb.BvAnd(a, b)
	case cfg.Or:
		return tb.BvOr(a, b)
	case cfg.Xor:
		return tb.BvXor(a, b)
	case cfg.Shl:
		return tb.Shl(a, b)
	case cfg.LShr:
		return tb.LShr(a, b)
	case cfg.AShr:
		return tb.AShr(a, b)
	case cfg.Eq:
		return tb.Eq(a, b)
	case cfg.Ne:
		return tb.Not(tb.Eq(a, b))
	case cfg.ULt:
		return tb.ULt(a, b)
	case cfg.ULe:
		return tb.ULe(a, b)
	case cfg.SLt:
		return tb.SLt(a, b)
	case cfg.SLe:
		return tb.SLe(a, b)
	case cfg.LAnd:
		return tb.And(a, b)
	case cfg.LOr:
		return tb.Or(a, b)
	case cfg.FEq:
		return e.fEq(a, b, w)
	case cfg.FNe:
		return tb.Not(e.fEq(a, b, w))
	case cfg.FLt:
		return e.fLt(a, b, w)
	case cfg.FLe:
		return tb.Or(e.fLt(a, b, w), e.fEq(a, b, w))
	}
	return s.Float(op, at, at, a, b)
}

func (e *Encoder) cast(s Operands, x *cfg.Cast, a logic.T) logic.T {
	tb := e.TB
	w := x.T.Width()
	switch x.Op {
	case cfg.ZExt:
		return tb.ZExt(a, w)
	case cfg.SExt:
		return tb.SExt(a, w)
	case cfg.Trunc:
		return tb.Extract(w-1, 0, a)
	case cfg.BoolToBits:
		return tb.Ite(a, tb.BV(w, 1), tb.BV(w, 0))
	case cfg.BitsToBool:
		return tb.Not(tb.Eq(a, tb.BV(x.X.Type().Width(), 0)))
	case cfg.FToBits, cfg.BitsToF:
		return a
	}
	if x.Op == cfg.FToF && x.X.Type() == x.T {
		return a
	}
	return s.Float(x.Op, x.T, x.X.Type(), a)
}

// IEEE comparisons are exact over the bit patterns.

func (e *Encoder) magnitude(a logic.T, w int) logic.T {
	return e.TB.BvAnd(a, e.TB.BV(w, 1<<uint(w-1)-1))
}

func (e *Encoder) isNaN(a logic.T, w int) logic.T {
	if e.surelyNaN(a) {
		return e.TB.True()
	}
	return e.TB.ULt(e.TB.BV(w, ieee.Inf(w)), e.magnitude(a, w))
}

func (e *Encoder) fEq(a, b logic.T, w int) logic.T {
	tb := e.TB
	zero := tb.BV(w, 0)
	bothZero := tb.And(tb.Eq(e.magnitude(a, w), zero), tb.Eq(e.magnitude(b, w), zero))
	return tb.And(tb.Not(e.isNaN(a, w)), tb.Not(e.isNaN(b, w)), tb.Or(tb.Eq(a, b), bothZero))
}

func (e *Encoder) fLt(a, b logic.T, w int) logic.T {
	tb := e.TB
	zero := tb.BV(w, 0)
	ma, mb := e.magnitude(a, w), e.magnitude(b, w)
	negA, negB := tb.SLt(a, zero), tb.SLt(b, zero)
	bothZero := tb.And(tb.Eq(ma, zero), tb.Eq(mb, zero))
	less := tb.Ite(negA, tb.Ite(negB, tb.ULt(mb, ma), tb.Not(bothZero)),
		tb.Ite(negB, tb.False(), tb.ULt(ma, mb)))
	return tb.And(tb.Not(e.isNaN(a, w)), tb.Not(e.isNaN(b, w)), less)
}

// floatFn is a float operation. An uninterpreted function has
// whatever the program does not determine: the value of an integer that cannot hold the
// number, and the sign and the payload of a NaN that is computed, which the
// processor chooses, where the program can look at them.
func (e *Encoder) floatFn(op cfg.Op, t, at cfg.Type, args ...logic.T) logic.T {
	tb := e.TB
	f, m, ok := cfg.FloatOp(op)
	if !ok {
		panic(fmt.Sprintf("hoare: operator %d on floats", op))
	}
	w, aw := t.Width(), at.Width()
	if base, _ := op.Base(); base == cfg.FSub {
		args = []logic.T{args[0], tb.BvXor(args[1], tb.BV(aw, 1<<uint(aw-1)))}
	}
	nan := !f.FromInt() && slices.ContainsFunc(args, e.surelyNaN)
	v := tb.Float(f, m, w, args...)
	other := func() logic.T { return tb.Apply(fmt.Sprintf("f%d_%s_%s", op, at, t), SortOf(t), args...) }
	switch {
	case f.FromInt():
		return v
	case f.ToInt():
		if nan {
			return other()
		}
		return tb.Ite(e.fits(f, w, args[0], aw), v, other())
	case nan || tb.IsConst(v) && tb.ConstVal(v) == ieee.NaN(w):
		v = tb.BV(w, ieee.NaN(w))
		if e.nanBits() {
			v = tb.BvOr(other(), v)
		}
		return e.noteNaN(v)
	case tb.IsConst(v) || !e.nanBits():
		return v
	}
	return tb.Ite(e.isNaN(v, w), tb.BvOr(other(), tb.BV(w, ieee.NaN(w))), v)
}

// fits tells whether the integral part of a float of aw bits is an integer of
// w bits.
func (e *Encoder) fits(f ieee.Op, w int, x logic.T, aw int) logic.T {
	tb := e.TB
	number := func(v float64) logic.T {
		n, _ := ieee.Bits(v, aw)
		return tb.BV(aw, n)
	}
	high := e.fLt(x, number(math.Ldexp(1, w)), aw)
	if f == ieee.ToUnsigned {
		return tb.And(e.fLt(number(-1), x, aw), high)
	}
	least := math.Ldexp(-1, w-1)
	low := e.fLt(number(least-1), x, aw)
	if w > 53 || w > 24 && aw == 32 { // least-1 is not a number of the format, nor is one between
		low = tb.Not(e.fLt(x, number(least), aw))
	}
	return tb.And(low, e.fLt(x, number(-least), aw))
}

// surelyNaN reports whether a term was made as a NaN whose bits are not known.
func (e *Encoder) surelyNaN(a logic.T) bool { return e.nans[a] }

func (e *Encoder) noteNaN(a logic.T) logic.T {
	if e.nans == nil {
		e.nans = map[logic.T]bool{}
	}
	e.nans[a] = true
	return a
}

// evalFloat computes a floating operation on constants.
func evalFloat(op cfg.Op, t, at cfg.Type, c []uint64) (v uint64, ok bool) {
	if len(c) == 2 {
		return cfg.EvalBinary(op, at.Width(), c[0], c[1])
	}
	return cfg.EvalUnary(op, t.Width(), at.Width(), c[0])
}

// load reads a scalar of type t at addr.
func (e *Encoder) load(s *Sym, r *cfg.Region, addr logic.T, t cfg.Type) logic.T {
	arr, addr := s.Regs[r.ID], s.few(addr)
	if known, rest, ok := e.strays(addr); ok {
		return e.TB.Ite(rest, e.loadAt(e.anything(r), r, known, t), e.loadAt(arr, r, known, t))
	}
	return e.loadAt(arr, r, addr, t)
}

// strays tells when an address is not followed, and what it is otherwise.
func (e *Encoder) strays(addr logic.T) (known, rest logic.T, ok bool) {
	if !e.Stray {
		return 0, 0, false
	}
	known, rest, ok = e.TB.Known(addr)
	return known, rest, ok && rest != e.TB.False()
}

// anything is memory of which nothing is known.
func (e *Encoder) anything(r *cfg.Region) logic.T {
	return e.TB.Fresh("stray", logic.ArraySort(e.Prog.PtrBits, r.Cell))
}

// loadAt reads from an array.
func (e *Encoder) loadAt(arr logic.T, r *cfg.Region, addr logic.T, t cfg.Type) logic.T {
	tb := e.TB
	n := t.Bytes() * 8
	var v logic.T
	if r.Cell == n {
		v = tb.Select(arr, addr)
	} else {
		if r.Cell != 8 {
			panic(fmt.Sprintf("hoare: %d-bit load from region of %d-bit cells", n, r.Cell))
		}
		v = tb.SelectWord(arr, addr, n/8)
	}
	return FromBytes(tb, v, t)
}

// store writes val of type t to addr in array arr and returns the new array.
func (e *Encoder) store(arr logic.T, r *cfg.Region, addr, val logic.T, t cfg.Type) logic.T {
	if known, rest, ok := e.strays(addr); ok {
		return e.TB.Ite(rest, e.anything(r), e.store(arr, r, known, val, t))
	}
	tb := e.TB
	n := t.Bytes() * 8
	val = ToBytes(tb, val, t)
	if r.Cell == n {
		return tb.Store(arr, addr, val)
	}
	if r.Cell != 8 {
		panic(fmt.Sprintf("hoare: %d-bit store to region of %d-bit cells", n, r.Cell))
	}
	for i, part := range tb.Split(val, 8) {
		arr = tb.Store(arr, tb.Add(addr, tb.BV(e.Prog.PtrBits, uint64(i))), part)
	}
	return arr
}

// fill is the constant array of r whose bytes are all b.
func (e *Encoder) fill(r *cfg.Region, b logic.T) logic.T {
	tb := e.TB
	v := b
	for w := 8; w < r.Cell; w += 8 {
		v = tb.Concat(b, v)
	}
	return tb.ConstArray(logic.ArraySort(e.Prog.PtrBits, r.Cell), v)
}
