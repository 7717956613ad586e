package hoare

import (
	"fmt"
	"math"

	"culprit/cfg"
	"culprit/logic"
)

// expr is the value of an expression of the current instance as a term over
// the symbols of the state. Operands of &&, || and ?: that the run skipped are
// terms as well.
func (r *Run) expr(x cfg.Expr) logic.T {
	tb := r.TB
	switch x := x.(type) {
	case *cfg.Const:
		if x.T.Kind == cfg.Bool {
			return tb.Bool(x.V != 0)
		}
		return tb.BV(x.T.Width(), x.V)
	case *cfg.VarRef:
		return r.variable(x.V)
	case *cfg.AddrOf:
		return r.addrOf(x)
	case *cfg.FuncAddr:
		return tb.BV(x.Bits, x.Proc.Addr)
	case *cfg.Unary:
		a := r.expr(x.X)
		if r.isFloat(x.Op) {
			return r.float(x.Op, x.T, x.X.Type(), a)
		}
		return r.enc.unary(x.Op, x.T, a, x.X.Type())
	case *cfg.Binary:
		a, b := r.expr(x.X), r.expr(x.Y)
		if r.isFloat(x.Op) {
			return r.float(x.Op, x.T, x.X.Type(), a, b)
		}
		return r.enc.binary(x.Op, a, b, x.X.Type())
	case *cfg.Cast:
		a := r.expr(x.X)
		if r.isFloat(x.Op) {
			return r.float(x.Op, x.T, x.X.Type(), a)
		}
		return r.enc.cast(x, a)
	case *cfg.Ite:
		return tb.Ite(r.expr(x.Cond), r.expr(x.Then), r.expr(x.Else))
	case *cfg.Load:
		return r.load(x)
	}
	panic(fmt.Sprintf("hoare: expression %T", x))
}

// variable is the symbol of a variable, or the value that the instance read.
func (r *Run) variable(v *cfg.Var) logic.T {
	if t := r.vars[v.ID]; t != 0 {
		return t
	}
	for _, a := range r.inst.Reads {
		if a.Var == v {
			if v.Type.Kind == cfg.Bool {
				return r.TB.Bool(a.Value&1 != 0)
			}
			return r.TB.BV(v.Type.Width(), a.Value)
		}
	}
	return r.unknown(v.Name, SortOf(v.Type))
}

// unknown is a free symbol for something that the run did not read.
func (r *Run) unknown(name string, sort logic.Sort) logic.T {
	t := r.TB.Fresh(fmt.Sprintf("%s?%d", name, r.inst.Index), sort)
	r.free[t] = int32(len(r.nodes) - 1)
	r.model.BV[t] = 0
	return t
}

// addrOf is a constant, but for the locals of nested activations, whose
// addresses are the run's: then some access of the instance has it.
func (r *Run) addrOf(x *cfg.AddrOf) logic.T {
	if p := x.Obj.Proc; p != nil && r.open[p.ID] > 1 {
		r.concretise("the address of a local of a nested activation")
		if s, ok := r.inst.Edge.Stmt.(*cfg.Assign); ok && s.Src == cfg.Expr(x) && len(r.inst.Writes) == 1 {
			return r.TB.BV(x.Bits, r.inst.Writes[0].Value)
		}
		return r.unknown(x.Obj.Name, logic.BVSort(x.Bits))
	}
	return r.TB.BV(x.Bits, x.Obj.Addr)
}

// address notes an address that the statement writes to or copies from, and
// returns the address of the run.
func (r *Run) address(x cfg.Expr, n *node) uint64 {
	t := r.expr(x)
	a := r.ev.Value(t)
	if s, ok := n.edge.Stmt.(*cfg.Store); ok && x == s.Addr && len(r.inst.Writes) == 1 && r.inst.Writes[0].Var == nil {
		a = r.inst.Writes[0].Addr
	}
	r.alias(t, a)
	return a
}

// size notes the size of a block.
func (r *Run) size(x cfg.Expr) {
	t := r.expr(x)
	r.alias(t, r.ev.Value(t))
}

// alias adds the conjunct that a term has the value of the run.
func (r *Run) alias(t logic.T, value uint64) {
	if r.TB.IsConst(t) || r.ev.Value(t) != value {
		return
	}
	r.terms = append(r.terms, r.TB.Eq(t, r.TB.BV(r.TB.Width(t), value)))
}

// load reads memory at the address of the run.
func (r *Run) load(x *cfg.Load) logic.T {
	at := r.expr(x.Addr)
	addr, size := r.ev.Value(at), uint64(x.T.Bytes())
	var read *cfg.Access
	for k := range r.inst.Reads {
		if a := &r.inst.Reads[k]; a.Var == nil && a.Addr == addr && a.Size == size {
			read = a
			break
		}
	}
	if read != nil {
		r.alias(at, addr)
	} else if _, ok := x.Addr.(*cfg.AddrOf); !ok && !r.TB.IsConst(at) || !r.known(addr, size) {
		return r.fromBytes(r.unknown("skipped", logic.BVSort(int(8*size))), x.T)
	}
	value := uint64(0)
	if read != nil {
		value = read.Value
	}
	return r.fromBytes(r.cells(addr, size, value), x.T)
}

// cells is what memory holds: terms, and for bytes without terms the value.
func (r *Run) cells(addr, size, value uint64) logic.T {
	var v logic.T
	for k := uint64(0); k < size; {
		b, n := r.mem.run(addr+k, size-k)
		var part logic.T
		if b.term == 0 {
			part = r.TB.BV(int(8*n), value>>(8*k))
		} else {
			part = r.stretch(b, n)
		}
		if k == 0 {
			v = part
		} else {
			v = r.TB.Concat(part, v)
		}
		k += n
	}
	return v
}

// known reports whether the terms of all bytes of a range are known.
func (r *Run) known(addr, size uint64) bool {
	for k := range size {
		if r.mem.at(addr+k).term == 0 {
			return false
		}
	}
	return true
}

// fromBytes is the value of type t that memory holds as v.
func (r *Run) fromBytes(v logic.T, t cfg.Type) logic.T {
	tb := r.TB
	switch {
	case t.Kind == cfg.Bool:
		return tb.Not(tb.Eq(v, tb.BV(tb.Width(v), 0)))
	case t.Width() < tb.Width(v):
		return tb.Extract(t.Width()-1, 0, v)
	}
	return v
}

// isFloat tells whether the solver lacks an operator.
func (r *Run) isFloat(op cfg.Op) bool {
	switch op {
	case cfg.FAdd, cfg.FSub, cfg.FMul, cfg.FDiv, cfg.SToF, cfg.UToF, cfg.FToS, cfg.FToU, cfg.FToF,
		cfg.FSqrt, cfg.FFloor, cfg.FCeil, cfg.FTruncF, cfg.FRound:
		return true
	}
	return false
}

// float takes the result of a floating operation from the run.
func (r *Run) float(op cfg.Op, t, at cfg.Type, args ...logic.T) logic.T {
	fixed := true
	c := make([]uint64, len(args))
	for k, a := range args {
		c[k] = r.ev.Value(a)
		fixed = fixed && r.TB.IsConst(a)
	}
	if !fixed {
		r.concretise("floating arithmetic")
	}
	return r.TB.BV(t.Width(), floatResult(op, t, at, c))
}

// floatResult is a floating operation on constants as a run computes it: like
// an x86 processor where C and IEEE 754 leave a choice.
func floatResult(op cfg.Op, t, at cfg.Type, c []uint64) uint64 {
	v, ok := evalFloat(op, t, at, c)
	switch {
	case ok:
	case t.Kind == cfg.Float:
		v = nanResult(op, t, at, c)
	default: // a conversion to an integer that cannot hold the value
		v = outOfRange(op, t.Width(), cfg.FloatValue(c[0], at.Width()))
	}
	return cfg.Mask(v, t.Width())
}

// outOfRange is the result of the conversion to 32 or 64 bits, signed, that
// compilers use; the part above the signed range is converted apart.
func outOfRange(op cfg.Op, width int, x float64) uint64 {
	limit := math.Ldexp(1, 63)
	if width < 32 || width == 32 && op == cfg.FToS {
		limit = math.Ldexp(1, 31)
	}
	switch x = math.Trunc(x); {
	case x >= -limit && x < limit:
		return uint64(int64(x))
	case op == cfg.FToU && width == 64 && x >= limit:
		return 0
	}
	return -uint64(limit)
}

// nanResult is the first NaN among the operands, made quiet, or else that of
// an invalid operation.
func nanResult(op cfg.Op, t, at cfg.Type, c []uint64) uint64 {
	quiet, sign := uint64(0x7ff8000000000000), uint64(1)<<(t.Bits-1)
	if t.Bits == 32 {
		quiet = 0x7fc00000
	}
	for _, x := range c {
		switch {
		case !math.IsNaN(cfg.FloatValue(x, at.Width())):
		case op == cfg.FToF && at.Bits < t.Bits:
			return x>>31<<63 | x&(1<<23-1)<<29 | quiet
		case op == cfg.FToF && at.Bits > t.Bits:
			return x>>63<<31 | x&(1<<52-1)>>29 | quiet
		default:
			return x | quiet
		}
	}
	return quiet | sign
}
