package interp

import (
	"fmt"

	"culprit/cfg"
)

// value returns a slot that holds e, emitting code where e is not a leaf.
func (c *compiler) value(e cfg.Expr) int32 {
	switch e := e.(type) {
	case *cfg.Const:
		return c.constant(cfg.Mask(e.V, e.T.Width()))
	case *cfg.VarRef:
		c.read(e.V)
		c.check(e.V)
		return int32(e.V.ID)
	case *cfg.AddrOf:
		if !c.moves(e.Obj) {
			return c.constant(e.Obj.Addr)
		}
	case *cfg.FuncAddr:
		return c.constant(e.Proc.Addr)
	case *cfg.Cast:
		switch e.Op {
		case cfg.ZExt, cfg.BoolToBits, cfg.FToBits, cfg.BitsToF:
			return c.value(e.X)
		}
	}
	t := c.newTemp()
	c.into(e, t)
	return t
}

// moves reports whether each activation may have an object at another address.
func (c *compiler) moves(o *cfg.Object) bool {
	return c.opt.own && o.Proc != nil && c.cycles[o.Proc.ID]
}

// into emits code that leaves e in slot dst, writing dst last.
func (c *compiler) into(e cfg.Expr, dst int32) {
	switch e := e.(type) {
	case *cfg.Const, *cfg.VarRef, *cfg.FuncAddr:
		c.emit(instr{op: opMove, dst: dst, a: c.value(e)})
	case *cfg.AddrOf:
		if c.moves(e.Obj) {
			c.emit(instr{op: opObjAddr, dst: dst, a: int32(e.Obj.ID)})
		} else {
			c.emit(instr{op: opMove, dst: dst, a: c.value(e)})
		}
	case *cfg.Unary:
		c.unary(e, dst)
	case *cfg.Binary:
		c.binary(e, dst)
	case *cfg.Cast:
		c.cast(e, dst)
	case *cfg.Ite:
		other := c.jump(e.Cond, false)
		checked := len(c.known)
		c.into(e.Then, dst)
		over := c.emit(instr{op: opJump})
		c.land(other)
		c.known = c.known[:checked]
		c.into(e.Else, dst)
		c.land([]int{over})
		c.known = c.known[:checked]
	case *cfg.Load:
		c.load(e, dst)
	default:
		panic(fmt.Sprintf("interp: expression %T", e))
	}
}

func (c *compiler) unary(e *cfg.Unary, dst int32) {
	a := c.value(e.X)
	w := e.X.Type().Width()
	switch e.Op {
	case cfg.Neg:
		if c.opt.checks&OverflowCheck != 0 && e.Signed && c.signed(e, e.Op, dst, a, a, w) {
			return
		}
		c.emit(instr{op: opNeg, dst: dst, a: a, mask: maskOf(w)})
	case cfg.Not:
		c.emit(instr{op: opNot, dst: dst, a: a, mask: maskOf(w)})
	case cfg.LNot:
		c.emit(instr{op: opLNot, dst: dst, a: a})
	default:
		c.emit(instr{op: c.float(opFUnary), aux: uint8(e.Op), sh: uint8(w), dst: dst, a: a})
	}
}

var binaryOps = map[cfg.Op]opcode{
	cfg.Add: opAdd, cfg.PtrAdd: opAdd, cfg.Sub: opSub, cfg.Mul: opMul,
	cfg.UDiv: opUDiv, cfg.SDiv: opSDiv, cfg.URem: opURem, cfg.SRem: opSRem,
	cfg.And: opAnd, cfg.Or: opOr, cfg.Xor: opXor,
	cfg.Shl: opShl, cfg.LShr: opLShr, cfg.AShr: opAShr,
	cfg.Eq: opEq, cfg.Ne: opNe, cfg.ULt: opULt, cfg.ULe: opULe, cfg.SLt: opSLt, cfg.SLe: opSLe,
}

func (c *compiler) binary(e *cfg.Binary, dst int32) {
	w := e.X.Type().Width()
	switch op, _ := e.Op.Base(); op {
	case cfg.LAnd, cfg.LOr:
		short := e.Op == cfg.LOr
		pcs := c.jump(e, short)
		c.emit(instr{op: opMove, dst: dst, a: c.constant(b2u(!short))})
		over := c.emit(instr{op: opJump})
		c.land(pcs)
		c.emit(instr{op: opMove, dst: dst, a: c.constant(b2u(short))})
		c.land([]int{over})
		return
	case cfg.FAdd, cfg.FSub, cfg.FMul, cfg.FDiv:
		a, b := c.value(e.X), c.value(e.Y)
		c.emit(instr{op: c.float(opFBinary), aux: uint8(e.Op), sh: uint8(w), dst: dst, a: a, b: b})
		return
	case cfg.FEq, cfg.FNe, cfg.FLt, cfg.FLe:
		a, b := c.value(e.X), c.value(e.Y)
		c.emit(instr{op: opFCompare, aux: uint8(e.Op), sh: uint8(w), dst: dst, a: a, b: b})
		return
	}
	if e.Op == cfg.PtrAdd && (c.lead(e, dst) || c.index(e, dst)) {
		return
	}
	op, ok := binaryOps[e.Op]
	if !ok {
		panic(fmt.Sprintf("interp: binary operator %d", e.Op))
	}
	a, b := c.value(e.X), c.value(e.Y)
	c.pointers(e, a, b)
	c.unsigned(e, a, b, w)
	if c.opt.checks&OverflowCheck != 0 && e.Signed && c.signed(e, e.Op, dst, a, b, w) {
		return
	}
	switch e.Op {
	case cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem, cfg.Shl, cfg.LShr, cfg.AShr:
		c.at(e)
	}
	c.emit(instr{op: op, sh: uint8(64 - w), dst: dst, a: a, b: b, mask: maskOf(w)})
}

// index emits the address of an array element, base + index * size, as one
// instruction.
func (c *compiler) index(e *cfg.Binary, dst int32) bool {
	in := instr{op: opIndex64, dst: dst, mask: 1}
	switch e.X.Type().Width() {
	case 32:
		in.op = opIndex32
	case 64:
	default:
		return false
	}
	y := e.Y
	if m, ok := y.(*cfg.Binary); ok && m.Op == cfg.Mul && !((m.Signed || m.Site != nil) && c.opt.checks&(OverflowCheck|WrapCheck) != 0) {
		if k, ok := m.Y.(*cfg.Const); ok {
			in.mask = cfg.Mask(k.V, k.T.Width())
			y = m.X
		}
	}
	if s, ok := y.(*cfg.Cast); ok && s.Op == cfg.SExt {
		in.sh = uint8(64 - s.X.Type().Width())
		y = s.X
	}
	if y == e.Y {
		return false
	}
	in.a = c.value(e.X)
	in.b = c.value(y)
	c.emit(in)
	return true
}

func (c *compiler) cast(e *cfg.Cast, dst int32) {
	from, to := e.X.Type().Width(), e.T.Width()
	switch e.Op {
	case cfg.ZExt, cfg.BoolToBits, cfg.FToBits, cfg.BitsToF:
		c.into(e.X, dst)
		return
	}
	a := c.value(e.X)
	switch e.Op {
	case cfg.FToS, cfg.FToU:
		if e.Site != nil && (c.opt.checks&ConversionCheck != 0 || e.Op == cfg.FToS && c.opt.checks&OverflowCheck != 0) {
			c.at(e)
			c.emit(instr{op: opSigned, aux: uint8(e.Op), sh: uint8(64 - from), dst: c.newTemp(), a: a, b: a, mask: uint64(to)})
		}
		c.emit(instr{op: c.float(opFCast), aux: uint8(e.Op), sh: uint8(from), dst: dst, a: a, mask: uint64(to)})
	case cfg.Trunc:
		c.emit(instr{op: opMask, dst: dst, a: a, mask: maskOf(to)})
	case cfg.SExt:
		c.emit(instr{op: opSExt, sh: uint8(64 - from), dst: dst, a: a, mask: maskOf(to)})
	case cfg.BitsToBool:
		c.emit(instr{op: opNonZero, dst: dst, a: a})
	default:
		c.emit(instr{op: c.float(opFCast), aux: uint8(e.Op), sh: uint8(from), dst: dst, a: a, mask: uint64(to)})
	}
}

// branchOps gives the branch taken when the comparison holds and the one
// taken when it does not, the latter with exchanged operands where marked.
var branchOps = map[cfg.Op]struct {
	holds, fails opcode
	swap         bool
}{
	cfg.Eq:  {opBrEq, opBrNe, false},
	cfg.Ne:  {opBrNe, opBrEq, false},
	cfg.ULt: {opBrULt, opBrULe, true},
	cfg.ULe: {opBrULe, opBrULt, true},
	cfg.SLt: {opBrSLt, opBrSLe, true},
	cfg.SLe: {opBrSLe, opBrSLt, true},
}

// jump emits code that branches if the Boolean e equals sense and falls
// through otherwise. It returns the branches, whose targets are open.
func (c *compiler) jump(e cfg.Expr, sense bool) []int {
	switch x := e.(type) {
	case *cfg.Const:
		if (x.V&1 == 1) == sense {
			return []int{c.emit(instr{op: opJump})}
		}
		return nil
	case *cfg.Unary:
		if x.Op == cfg.LNot {
			return c.jump(x.X, !sense)
		}
	case *cfg.Cast:
		if x.Op == cfg.BitsToBool {
			if y, ok := x.X.(*cfg.Cast); ok && y.Op == cfg.BoolToBits {
				return c.jump(y.X, sense)
			}
			return []int{c.emit(instr{op: zeroBranch(sense), a: c.value(x.X)})}
		}
	case *cfg.Binary:
		if x.Op == cfg.LAnd || x.Op == cfg.LOr {
			if (x.Op == cfg.LOr) == sense { // either operand decides
				out := c.jump(x.X, sense)
				checked := len(c.known)
				out = append(out, c.jump(x.Y, sense)...)
				c.known = c.known[:checked]
				return out
			}
			skip := c.jump(x.X, !sense)
			checked := len(c.known)
			out := c.jump(x.Y, sense)
			c.known = c.known[:checked]
			c.land(skip)
			return out
		}
		if br, ok := branchOps[x.Op]; ok {
			a, b := c.value(x.X), c.value(x.Y)
			c.pointers(x, a, b)
			in := instr{op: br.holds, sh: uint8(64 - x.X.Type().Width()), a: a, b: b}
			if !sense {
				in.op = br.fails
				if br.swap {
					in.a, in.b = b, a
				}
			}
			return []int{c.emit(in)}
		}
	}
	return []int{c.emit(instr{op: zeroBranch(sense), a: c.value(e)})}
}

func zeroBranch(nonZero bool) opcode {
	if nonZero {
		return opBrNonZero
	}
	return opBrZero
}

// sameExpr reports whether a and b are syntactically equal.
func sameExpr(a, b cfg.Expr) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *cfg.Const:
		b, ok := b.(*cfg.Const)
		return ok && *a == *b
	case *cfg.VarRef:
		b, ok := b.(*cfg.VarRef)
		return ok && a.V == b.V
	case *cfg.AddrOf:
		b, ok := b.(*cfg.AddrOf)
		return ok && *a == *b
	case *cfg.FuncAddr:
		b, ok := b.(*cfg.FuncAddr)
		return ok && *a == *b
	case *cfg.Unary:
		b, ok := b.(*cfg.Unary)
		return ok && a.Op == b.Op && a.T == b.T && a.Signed == b.Signed && sameExpr(a.X, b.X)
	case *cfg.Binary:
		b, ok := b.(*cfg.Binary)
		return ok && a.Op == b.Op && a.T == b.T && a.Signed == b.Signed && sameExpr(a.X, b.X) && sameExpr(a.Y, b.Y)
	case *cfg.Cast:
		b, ok := b.(*cfg.Cast)
		return ok && a.Op == b.Op && a.T == b.T && sameExpr(a.X, b.X)
	case *cfg.Ite:
		b, ok := b.(*cfg.Ite)
		return ok && sameExpr(a.Cond, b.Cond) && sameExpr(a.Then, b.Then) && sameExpr(a.Else, b.Else)
	case *cfg.Load:
		b, ok := b.(*cfg.Load)
		return ok && a.T == b.T && sameExpr(a.Addr, b.Addr)
	}
	return false
}

// complementary reports whether syntax shows that b is the negation of a.
func complementary(a, b cfg.Expr) bool {
	if u, ok := a.(*cfg.Unary); ok && u.Op == cfg.LNot && sameExpr(u.X, b) {
		return true
	}
	if u, ok := b.(*cfg.Unary); ok && u.Op == cfg.LNot && sameExpr(u.X, a) {
		return true
	}
	x, ok := a.(*cfg.Binary)
	if !ok {
		return false
	}
	y, ok := b.(*cfg.Binary)
	if !ok {
		return false
	}
	straight := func() bool { return sameExpr(x.X, y.X) && sameExpr(x.Y, y.Y) }
	crossed := func() bool { return sameExpr(x.X, y.Y) && sameExpr(x.Y, y.X) }
	switch x.Op {
	case cfg.Eq:
		return y.Op == cfg.Ne && (straight() || crossed())
	case cfg.Ne:
		return y.Op == cfg.Eq && (straight() || crossed())
	case cfg.ULt:
		return y.Op == cfg.ULe && crossed()
	case cfg.ULe:
		return y.Op == cfg.ULt && crossed()
	case cfg.SLt:
		return y.Op == cfg.SLe && crossed()
	case cfg.SLe:
		return y.Op == cfg.SLt && crossed()
	case cfg.LAnd:
		return y.Op == cfg.LOr && complementary(x.X, y.X) && complementary(x.Y, y.Y)
	case cfg.LOr:
		return y.Op == cfg.LAnd && complementary(x.X, y.X) && complementary(x.Y, y.Y)
	}
	return false
}
