package hoare

import (
	"fmt"
	"math"
	"slices"

	"culprit/cfg"
	"culprit/logic"
)

// expr is the value of an expression of the current instance as a term over
// the symbols of the state. Operands of &&, || and ?: that the run skipped are
// terms as well.
func (r *Run) expr(x cfg.Expr) logic.T { return r.state.Enc.Expr(x, (*runOperands)(r)) }

// runOperands are what the expressions of the current instance read.
type runOperands Run

// Var is the symbol of a variable, or the value that the instance read.
func (o *runOperands) Var(v *cfg.Var) logic.T {
	if t, ok := o.state.Variable(v); ok {
		return t
	}
	return (*Run)(o).unknown(v.Name, SortOf(v.Type))
}

// AddrOf is a constant, except for the locals of nested activations, whose
// addresses are the run's: then some access of the instance has it.
func (o *runOperands) AddrOf(x *cfg.AddrOf) logic.T {
	r, inst := (*Run)(o), o.state.Inst
	if p := x.Obj.Proc; p != nil && r.state.Open(p) > 1 {
		r.concretise("the address of a local of a nested activation")
		if s, ok := inst.Edge.Stmt.(*cfg.Assign); ok && s.Src == cfg.Expr(x) && len(inst.Writes) == 1 {
			return r.TB.BV(x.Bits, inst.Writes[0].Value)
		}
		return r.unknown(x.Obj.Name, logic.BVSort(x.Bits))
	}
	return r.TB.BV(x.Bits, x.Obj.Addr)
}

// Load reads memory at the address of the run.
func (o *runOperands) Load(x *cfg.Load) logic.T {
	r := (*Run)(o)
	at := r.expr(x.Addr)
	addr, size := r.state.Eval(at), uint64(x.T.Bytes())
	if slices.ContainsFunc(r.state.Inst.Reads, func(a cfg.Access) bool { return a.Var == nil && a.Addr == addr && a.Size == size }) {
		r.alias(at, addr)
	} else if _, ok := x.Addr.(*cfg.AddrOf); !ok && !r.TB.IsConst(at) || !r.state.Known(addr, size) {
		return FromBytes(r.TB, r.unknown("skipped", logic.BVSort(int(8*size))), x.T)
	}
	return FromBytes(r.TB, r.cells(addr, size), x.T)
}

// Float takes the result of a floating operation from the run.
func (o *runOperands) Float(op cfg.Op, t, at cfg.Type, args ...logic.T) logic.T {
	r := (*Run)(o)
	if slices.ContainsFunc(args, func(a logic.T) bool { return !r.TB.IsConst(a) }) {
		r.concretise("floating arithmetic")
	}
	return r.TB.BV(t.Width(), r.state.FloatResult(op, t, at, args))
}

// cells is what memory holds: terms, and for bytes without terms the value.
func (r *Run) cells(addr, size uint64) logic.T {
	return r.state.Read(addr, size, func(n int) logic.T { return r.unknown("skipped", logic.BVSort(8*n)) })
}

// unknown is a free symbol for something that the run did not read.
func (r *Run) unknown(name string, sort logic.Sort) logic.T {
	t := r.state.Fresh(fmt.Sprintf("%s?%d", name, r.state.Inst.Index), sort, 0)
	r.free[t] = int32(len(r.nodes) - 1)
	return t
}

// address notes an address that the statement writes to or copies from, and
// returns the address of the run.
func (r *Run) address(x cfg.Expr, n *node) uint64 {
	t := r.expr(x)
	a := r.state.Eval(t)
	if s, ok := n.edge.Stmt.(*cfg.Store); ok && x == s.Addr && len(r.state.Inst.Writes) == 1 && r.state.Inst.Writes[0].Var == nil {
		a = r.state.Inst.Writes[0].Addr
	}
	r.alias(t, a)
	return a
}

// size notes the size of a block.
func (r *Run) size(x cfg.Expr) {
	t := r.expr(x)
	r.alias(t, r.state.Eval(t))
}

// alias adds the conjunct that a term has the value of the run.
func (r *Run) alias(t logic.T, value uint64) {
	if r.TB.IsConst(t) || r.state.Eval(t) != value {
		return
	}
	r.terms = append(r.terms, r.TB.Eq(t, r.TB.BV(r.TB.Width(t), value)))
}

// FloatResult is a floating operation on the values that its operands have in
// the run.
func (s *RunState) FloatResult(op cfg.Op, t, at cfg.Type, args []logic.T) uint64 {
	c := make([]uint64, len(args))
	for k, a := range args {
		c[k] = s.Eval(a)
	}
	return floatResult(op, t, at, c)
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
	op, _ = op.Base()
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
