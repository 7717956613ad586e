package cfg

import (
	"iter"
	"slices"

	"culprit/internal/ieee"
)

// Expr is a side-effect-free expression. Its value depends on the variables
// and the memory of the state it is evaluated in, and it always has one.
type Expr interface {
	Type() Type
	expr()
}

// Op is an operator of Unary, Binary and Cast expressions.
type Op uint8

// Operators. Operands of bit-vector operators have equal widths.
const (
	OpInvalid Op = iota

	// Unary, Bits -> Bits
	Neg
	Not // bitwise complement
	// Unary, Bool -> Bool
	LNot
	// Unary, Float -> Float
	FNeg

	// Binary, Bits x Bits -> Bits
	Add
	Sub
	Mul
	UDiv
	SDiv
	URem
	SRem
	And
	Or
	Xor
	Shl // shift count is unsigned, same width as the left operand
	LShr
	AShr
	// PtrAdd is Add whose left operand is the pointer and whose right operand
	// is a byte offset. Alias analysis relies on the distinction.
	PtrAdd

	// Binary, Bits x Bits -> Bool (Eq also Bool x Bool)
	Eq
	Ne
	ULt
	ULe
	SLt
	SLe

	// Binary, Bool x Bool -> Bool, lazy
	LAnd
	LOr

	// Binary, Float x Float -> Float
	FAdd
	FSub
	FMul
	FDiv
	// Binary, Float x Float -> Bool (IEEE: NaN compares false, FNe true)
	FEq
	FNe
	FLt
	FLe

	// Casts
	ZExt       // Bits -> wider Bits
	SExt       // Bits -> wider Bits
	Trunc      // Bits -> narrower Bits
	BoolToBits // Bool -> Bits, 0 or 1
	BitsToBool // Bits -> Bool, != 0
	SToF       // signed Bits -> Float, round to nearest even
	UToF       // unsigned Bits -> Float
	FToS       // Float -> signed Bits, toward zero; out of range: minimal value
	FToU       // Float -> unsigned Bits, toward zero; out of range: minimal value of the signed conversion to 64 bits, truncated
	FToF       // Float -> Float of another width
	FToBits    // reinterpret a Float as Bits of the same width
	BitsToF    // reinterpret Bits as a Float of the same width

	// Float predicates and functions, Unary
	FIsNaN  // Float -> Bool
	FIsInf  // Float -> Bool
	FSqrt   // Float -> Float
	FAbs    // Float -> Float
	FFloor  // Float -> Float
	FCeil   // Float -> Float
	FTruncF // Float -> Float, toward zero
	FRound  // Float -> Float, half away from zero

	// directed is the first of the operations that round in another mode than to
	// nearest even: Down, Up and Zero of each of rounding (Op.Directed).
	directed

	numOps = directed + Op(3*len(rounding))
)

// rounding lists the operations that round to nearest even.
var rounding = [...]Op{FAdd, FSub, FMul, FDiv, FSqrt, SToF, UToF, FToF}

// Directed is an operation that rounds to nearest even in the mode m, and
// itself another one.
func (op Op) Directed(m ieee.Mode) Op {
	i := slices.Index(rounding[:], op)
	if i < 0 || m == ieee.Nearest {
		return op
	}
	return directed + Op(3*i) + Op(m-ieee.Down)
}

// Rounds reports whether the result of an operation is rounded.
func (op Op) Rounds() bool {
	base, _ := op.Base()
	return slices.Contains(rounding[:], base)
}

// Base is the operation without its mode.
func (op Op) Base() (Op, ieee.Mode) {
	if op < directed || op >= numOps {
		return op, ieee.Nearest
	}
	i := op - directed
	return rounding[i/3], ieee.Down + ieee.Mode(i%3)
}

// Site is where in the source an operation stands that C may leave undefined.
// Expressions of the lowering's own have none.
type Site struct {
	Pos   Pos
	Text  string // of the operation
	CType *CType // of its result
}

// Const is a literal: Bits and Bool values in the low bits of V, floats as
// their IEEE bit pattern.
type Const struct {
	T Type
	V uint64
}

// VarRef is the value of a variable.
type VarRef struct{ V *Var }

// AddrOf is the address of an object, of pointer width.
type AddrOf struct {
	Obj  *Object
	Bits int // pointer width
}

// FuncAddr is the address of a procedure, of pointer width.
type FuncAddr struct {
	Proc *Proc
	Bits int
}

// Unary is Op applied to X. T is the result type.
type Unary struct {
	Op Op
	T  Type
	X  Expr
	// Signed marks a Neg of the program on a signed type: its value wraps
	// like any other, but overflow is undefined in C.
	Signed bool
	Site   *Site
}

// Binary is Op applied to X and Y. T is the result type.
type Binary struct {
	Op   Op
	T    Type
	X, Y Expr
	// Signed marks Add, Sub, Mul and Shl of the program on a signed type:
	// their values wrap like any others, but overflow is undefined in C.
	Signed bool
	Site   *Site // of these, SDiv, SRem and AShr; nil if unknown
}

// Cast converts X to T by Op.
type Cast struct {
	Op   Op
	T    Type
	X    Expr
	Site *Site // of FToS; nil if unknown
}

// Ite is Then if Cond holds, else Else.
type Ite struct{ Cond, Then, Else Expr }

// Load is the scalar of type T at address Addr.
type Load struct {
	T      Type
	Addr   Expr
	Region *Region // nil until alias analysis ran
}

func (e *Const) Type() Type    { return e.T }
func (e *VarRef) Type() Type   { return e.V.Type }
func (e *AddrOf) Type() Type   { return BV(e.Bits) }
func (e *FuncAddr) Type() Type { return BV(e.Bits) }
func (e *Unary) Type() Type    { return e.T }
func (e *Binary) Type() Type   { return e.T }
func (e *Cast) Type() Type     { return e.T }
func (e *Ite) Type() Type      { return e.Then.Type() }
func (e *Load) Type() Type     { return e.T }

func (*Const) expr()    {}
func (*VarRef) expr()   {}
func (*AddrOf) expr()   {}
func (*FuncAddr) expr() {}
func (*Unary) expr()    {}
func (*Binary) expr()   {}
func (*Cast) expr()     {}
func (*Ite) expr()      {}
func (*Load) expr()     {}

// Children calls f on the direct subexpressions of e, left to right.
func Children(e Expr, f func(Expr)) {
	switch e := e.(type) {
	case *Unary:
		f(e.X)
	case *Binary:
		f(e.X)
		f(e.Y)
	case *Cast:
		f(e.X)
	case *Ite:
		f(e.Cond)
		f(e.Then)
		f(e.Else)
	case *Load:
		f(e.Addr)
	}
}

// Walk calls f on e and all its subexpressions, parents first.
func Walk(e Expr, f func(Expr)) {
	f(e)
	Children(e, func(c Expr) { Walk(c, f) })
}

// Parts are e and all its subexpressions, parents first.
func Parts(e Expr) iter.Seq[Expr] {
	return func(yield func(Expr) bool) { parts(e, yield) }
}

// parts yields the parts of e until yield returns false, which it returns then.
func parts(e Expr, yield func(Expr) bool) (more bool) {
	more = yield(e)
	Children(e, func(c Expr) { more = more && parts(c, yield) })
	return more
}

// Mentions reports whether e reads v.
func Mentions(e Expr, v *Var) bool {
	for x := range Parts(e) {
		if r, ok := x.(*VarRef); ok && r.V == v {
			return true
		}
	}
	return false
}

// Loads reports whether e reads memory.
func Loads(e Expr) bool {
	for x := range Parts(e) {
		if _, ok := x.(*Load); ok {
			return true
		}
	}
	return false
}

// Sums yields the additions that an address is computed by, the last one first.
func Sums(addr Expr) iter.Seq[*Binary] {
	return func(yield func(*Binary) bool) {
		x := addr
		for {
			b, ok := x.(*Binary)
			if !ok || b.Op != PtrAdd || !yield(b) {
				return
			}
			x = b.X
		}
	}
}

// Pointers yields an address and those that it is computed from, its base last.
func Pointers(addr Expr) iter.Seq[Expr] {
	return func(yield func(Expr) bool) {
		if addr == nil || !yield(addr) {
			return
		}
		for b := range Sums(addr) {
			if !yield(b.X) {
				return
			}
		}
	}
}

// Base returns the pointer that an address is computed from: the address
// itself, without what is added to it.
func Base(addr Expr) Expr {
	for b := range Sums(addr) {
		addr = b.X
	}
	return addr
}

// Distance is how many bytes an address lies behind its base, if that is a constant.
func Distance(addr Expr) (n uint64, known bool) {
	for b := range Sums(addr) {
		k, ok := b.Y.(*Const)
		if !ok {
			return 0, false
		}
		n += k.V
	}
	return n, true
}

// InitialisedConst returns the constant object that a statement writes to by
// its name, as initialisers do, nil if there is none.
func InitialisedConst(s Stmt) *Object {
	var addr Expr
	switch s := s.(type) {
	case *Store:
		addr = s.Addr
	case *MemCopy:
		addr = s.Dst
	case *MemSet:
		addr = s.Dst
	default:
		return nil
	}
	if a, ok := Base(addr).(*AddrOf); ok && a.Obj.Const {
		return a.Obj
	}
	return nil
}

// SiteOf is the site of an operation, nil for an expression that has none.
func SiteOf(e Expr) *Site {
	switch e := e.(type) {
	case *Unary:
		return e.Site
	case *Binary:
		return e.Site
	case *Cast:
		return e.Site
	}
	return nil
}

// True and False are the Boolean literals.
var (
	True  = &Const{T: BoolType, V: 1}
	False = &Const{T: BoolType, V: 0}
)

// Constructors of conditions.

// Compare builds a comparison of x and y, which have one type.
func Compare(op Op, x, y Expr) Expr { return &Binary{Op: op, T: BoolType, X: x, Y: y} }

// Conjunction is the conjunction of conditions, which are evaluated from left to right
// until one is false. True and nil are left out.
func Conjunction(xs ...Expr) Expr {
	var out Expr = True
	for _, x := range xs {
		switch {
		case isTrue(out), IsFalse(x):
			out = x
		case !isTrue(x) && !IsFalse(out):
			out = &Binary{Op: LAnd, T: BoolType, X: out, Y: x}
		}
	}
	return out
}

// Disjunction is the disjunction of two conditions; y is evaluated if x is false.
func Disjunction(x, y Expr) Expr {
	switch {
	case IsFalse(x), IsTrue(y):
		return y
	case IsTrue(x), IsFalse(y):
		return x
	}
	return &Binary{Op: LOr, T: BoolType, X: x, Y: y}
}

// Implies is the condition that y holds where x does; a nil x always does.
func Implies(x, y Expr) Expr {
	if isTrue(x) {
		return y
	}
	return Disjunction(Negate(x), y)
}

// isTrue recognizes the literal True, and nil, which stands for no condition.
func isTrue(x Expr) bool { return x == nil || IsTrue(x) }

// IsTrue recognizes the literal True.
func IsTrue(x Expr) bool { c, ok := x.(*Const); return ok && c.T == BoolType && c.V != 0 }

// IsFalse recognizes the literal False.
func IsFalse(x Expr) bool { c, ok := x.(*Const); return ok && c.T == BoolType && c.V == 0 }

// Negate negates a condition: comparisons and connectives by their duals, but for
// the order of floats, which is false in both directions for a NaN.
func Negate(x Expr) Expr {
	switch x := x.(type) {
	case *Const:
		if x.V != 0 {
			return False
		}
		return True
	case *Unary:
		if x.Op == LNot {
			return x.X
		}
	case *Binary:
		switch x.Op {
		case Eq:
			return Compare(Ne, x.X, x.Y)
		case Ne:
			return Compare(Eq, x.X, x.Y)
		case ULt:
			return Compare(ULe, x.Y, x.X)
		case ULe:
			return Compare(ULt, x.Y, x.X)
		case SLt:
			return Compare(SLe, x.Y, x.X)
		case SLe:
			return Compare(SLt, x.Y, x.X)
		case FEq:
			return Compare(FNe, x.X, x.Y)
		case FNe:
			return Compare(FEq, x.X, x.Y)
		case LAnd:
			return Disjunction(Negate(x.X), Negate(x.Y))
		case LOr:
			return &Binary{Op: LAnd, T: BoolType, X: Negate(x.X), Y: Negate(x.Y)}
		}
	}
	return &Unary{Op: LNot, T: BoolType, X: x}
}
