package cfg

// Constructors of conditions.

// Compare builds a comparison of x and y, which have one type.
func Compare(op Op, x, y Expr) Expr { return &Binary{Op: op, T: BoolType, X: x, Y: y} }

// Conjunction is the conjunction of conditions, which are evaluated from left to right
// until one is false. True and nil are left out.
func Conjunction(xs ...Expr) Expr {
	var out Expr = True
	for _, x := range xs {
		switch {
		case isTrue(out):
			out = x
		case !isTrue(x):
			out = &Binary{Op: LAnd, T: BoolType, X: out, Y: x}
		}
	}
	return out
}

// Disjunction is the disjunction of two conditions; y is evaluated if x is false.
func Disjunction(x, y Expr) Expr { return &Binary{Op: LOr, T: BoolType, X: x, Y: y} }

// Implies is the condition that y holds where x does; a nil x always does.
func Implies(x, y Expr) Expr {
	if isTrue(x) {
		return y
	}
	return Disjunction(Negate(x), y)
}

// isTrue recognizes the literal True, and nil, which is no condition at all.
func isTrue(x Expr) bool {
	if x == nil {
		return true
	}
	c, ok := x.(*Const)
	return ok && c.T == BoolType && c.V != 0
}

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
