package code

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
	return c.Opt.Own && o.Proc != nil && c.cycles[o.Proc.ID]
}

// into emits code that leaves e in slot dst, writing dst last.
func (c *compiler) into(e cfg.Expr, dst int32) {
	switch e := e.(type) {
	case *cfg.Const, *cfg.VarRef, *cfg.FuncAddr:
		c.emit(Instr{Op: Move, Dst: dst, A: c.value(e)})
	case *cfg.AddrOf:
		if c.moves(e.Obj) {
			c.emit(Instr{Op: ObjAddr, Dst: dst, A: int32(e.Obj.ID)})
		} else {
			c.emit(Instr{Op: Move, Dst: dst, A: c.value(e)})
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
		over := c.emit(Instr{Op: Jump})
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
		if c.Opt.Checks&OverflowCheck != 0 && e.Signed && c.signed(e, e.Op, dst, a, a, w) {
			return
		}
		c.emit(Instr{Op: Neg, Dst: dst, A: a, Mask: MaskOf(w)})
	case cfg.Not:
		c.emit(Instr{Op: Not, Dst: dst, A: a, Mask: MaskOf(w)})
	case cfg.LNot:
		c.emit(Instr{Op: LNot, Dst: dst, A: a})
	default:
		c.emit(Instr{Op: c.float(FUnary), Aux: uint8(e.Op), Sh: uint8(w), Dst: dst, A: a})
	}
}

var binaryOps = map[cfg.Op]opcode{
	cfg.Add: Add, cfg.PtrAdd: Add, cfg.Sub: Sub, cfg.Mul: Mul,
	cfg.UDiv: UDiv, cfg.SDiv: SDiv, cfg.URem: URem, cfg.SRem: SRem,
	cfg.And: And, cfg.Or: Or, cfg.Xor: Xor,
	cfg.Shl: Shl, cfg.LShr: LShr, cfg.AShr: AShr,
	cfg.Eq: Eq, cfg.Ne: Ne, cfg.ULt: ULt, cfg.ULe: ULe, cfg.SLt: SLt, cfg.SLe: SLe,
}

func (c *compiler) binary(e *cfg.Binary, dst int32) {
	w := e.X.Type().Width()
	switch op, _ := e.Op.Base(); op {
	case cfg.LAnd, cfg.LOr:
		short := e.Op == cfg.LOr
		pcs := c.jump(e, short)
		c.emit(Instr{Op: Move, Dst: dst, A: c.constant(B2u(!short))})
		over := c.emit(Instr{Op: Jump})
		c.land(pcs)
		c.emit(Instr{Op: Move, Dst: dst, A: c.constant(B2u(short))})
		c.land([]int{over})
		return
	case cfg.FAdd, cfg.FSub, cfg.FMul, cfg.FDiv:
		a, b := c.value(e.X), c.value(e.Y)
		c.emit(Instr{Op: c.float(FBinary), Aux: uint8(e.Op), Sh: uint8(w), Dst: dst, A: a, B: b})
		return
	case cfg.FEq, cfg.FNe, cfg.FLt, cfg.FLe:
		a, b := c.value(e.X), c.value(e.Y)
		c.emit(Instr{Op: FCompare, Aux: uint8(e.Op), Sh: uint8(w), Dst: dst, A: a, B: b})
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
	if c.Opt.Checks&OverflowCheck != 0 && e.Signed && c.signed(e, e.Op, dst, a, b, w) {
		return
	}
	switch e.Op {
	case cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem, cfg.Shl, cfg.LShr, cfg.AShr:
		c.at(e)
	}
	c.emit(Instr{Op: op, Sh: uint8(64 - w), Dst: dst, A: a, B: b, Mask: MaskOf(w)})
}

// index emits the address of an array element, base + index * size, as one
// instruction.
func (c *compiler) index(e *cfg.Binary, dst int32) bool {
	in := Instr{Op: Index64, Dst: dst, Mask: 1}
	switch e.X.Type().Width() {
	case 32:
		in.Op = Index32
	case 64:
	default:
		return false
	}
	y := e.Y
	if m, ok := y.(*cfg.Binary); ok && m.Op == cfg.Mul && !((m.Signed || m.Site != nil) && c.Opt.Checks&(OverflowCheck|WrapCheck) != 0) {
		if k, ok := m.Y.(*cfg.Const); ok {
			in.Mask = cfg.Mask(k.V, k.T.Width())
			y = m.X
		}
	}
	if s, ok := y.(*cfg.Cast); ok && s.Op == cfg.SExt {
		in.Sh = uint8(64 - s.X.Type().Width())
		y = s.X
	}
	if y == e.Y {
		return false
	}
	in.A = c.value(e.X)
	in.B = c.value(y)
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
		if e.Site != nil && (c.Opt.Checks&ConversionCheck != 0 || e.Op == cfg.FToS && c.Opt.Checks&OverflowCheck != 0) {
			c.at(e)
			c.emit(Instr{Op: Signed, Aux: uint8(e.Op), Sh: uint8(64 - from), Dst: c.newTemp(), A: a, B: a, Mask: uint64(to)})
		}
		c.emit(Instr{Op: c.float(FCast), Aux: uint8(e.Op), Sh: uint8(from), Dst: dst, A: a, Mask: uint64(to)})
	case cfg.Trunc:
		c.emit(Instr{Op: Mask, Dst: dst, A: a, Mask: MaskOf(to)})
	case cfg.SExt:
		c.emit(Instr{Op: SExt, Sh: uint8(64 - from), Dst: dst, A: a, Mask: MaskOf(to)})
	case cfg.BitsToBool:
		c.emit(Instr{Op: NonZero, Dst: dst, A: a})
	default:
		c.emit(Instr{Op: c.float(FCast), Aux: uint8(e.Op), Sh: uint8(from), Dst: dst, A: a, Mask: uint64(to)})
	}
}

// branchOps gives the branch taken when the comparison holds and the one
// taken when it does not, the latter with exchanged operands where marked.
var branchOps = map[cfg.Op]struct {
	holds, fails opcode
	swap         bool
}{
	cfg.Eq:  {BrEq, BrNe, false},
	cfg.Ne:  {BrNe, BrEq, false},
	cfg.ULt: {BrULt, BrULe, true},
	cfg.ULe: {BrULe, BrULt, true},
	cfg.SLt: {BrSLt, BrSLe, true},
	cfg.SLe: {BrSLe, BrSLt, true},
}

// jump emits code that branches if the Boolean e equals sense and falls
// through otherwise. It returns the branches, whose targets are open.
func (c *compiler) jump(e cfg.Expr, sense bool) []int {
	switch x := e.(type) {
	case *cfg.Const:
		if (x.V&1 == 1) == sense {
			return []int{c.emit(Instr{Op: Jump})}
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
			return []int{c.emit(Instr{Op: zeroBranch(sense), A: c.value(x.X)})}
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
			in := Instr{Op: br.holds, Sh: uint8(64 - x.X.Type().Width()), A: a, B: b}
			if !sense {
				in.Op = br.fails
				if br.swap {
					in.A, in.B = b, a
				}
			}
			return []int{c.emit(in)}
		}
	}
	return []int{c.emit(Instr{Op: zeroBranch(sense), A: c.value(e)})}
}

func zeroBranch(nonZero bool) opcode {
	if nonZero {
		return BrNonZero
	}
	return BrZero
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

// float chooses the code of a floating operation.
func (c *compiler) float(op opcode) opcode {
	if c.Opt.Host {
		switch op {
		case FBinary:
			return HostBinary
		case FUnary:
			return HostUnary
		case FCast:
			return HostCast
		}
	}
	return op
}

// lead emits a noted sum with its check, and reports whether e is one.
func (c *compiler) lead(e *cfg.Binary, dst int32) bool {
	if !c.led[e] {
		return false
	}
	root, sum := c.value(cfg.Base(e)), c.newTemp()
	c.led[e] = false
	c.binary(e, sum)
	c.led[e] = true
	c.at(e)
	c.emit(Instr{Op: Inside, A: root, B: sum})
	c.emit(Instr{Op: Move, Dst: dst, A: sum})
	return true
}
