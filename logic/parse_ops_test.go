package logic

// opShape says which argument sorts an SMT-LIB operator takes.
type opShape uint8

const (
	shapeBools opShape = iota // any number of Booleans
	shapeSame                 // two or more of one Boolean or bit-vector sort
	shapeBVs                  // two or more bit-vectors of one width
	shapeBV2                  // two bit-vectors of one width
	shapeBV1                  // one bit-vector
	shapeOther                // checked by its own code
)

type opDef struct {
	shape opShape
	op    Op // 0 if built by code
}

var smtOps = map[string]opDef{
	"and": {shapeBools, OpAnd}, "or": {shapeBools, OpOr}, "xor": {shapeBools, 0}, "not": {shapeBools, 0}, "=>": {shapeBools, 0},
	"=": {shapeSame, OpEq}, "distinct": {shapeSame, 0},
	"bvadd": {shapeBVs, OpAdd}, "bvmul": {shapeBVs, OpMul}, "bvand": {shapeBVs, OpBvAnd}, "bvor": {shapeBVs, OpBvOr},
	"bvxor": {shapeBVs, OpBvXor}, "bvsub": {shapeBV2, 0}, "bvudiv": {shapeBV2, OpUDiv}, "bvsdiv": {shapeBV2, OpSDiv},
	"bvurem": {shapeBV2, OpURem}, "bvsrem": {shapeBV2, OpSRem}, "bvshl": {shapeBV2, OpShl}, "bvlshr": {shapeBV2, OpLShr},
	"bvashr": {shapeBV2, OpAShr}, "bvult": {shapeBV2, OpULt}, "bvule": {shapeBV2, OpULe}, "bvslt": {shapeBV2, OpSLt},
	"bvsle": {shapeBV2, OpSLe}, "bvugt": {shapeBV2, 0}, "bvuge": {shapeBV2, 0}, "bvsgt": {shapeBV2, 0}, "bvsge": {shapeBV2, 0},
	"bvneg": {shapeBV1, 0}, "bvnot": {shapeBV1, OpBvNot},
	"concat": {shapeOther, OpConcat}, "ite": {shapeOther, OpIte}, "select": {shapeOther, OpSelect}, "store": {shapeOther, OpStore},
	"array.copy": {shapeOther, OpCopy},
}

// apply applies an operator of SMT-LIB after checking the sorts.
func (p *parser) apply(name string, at int, args []T) T {
	def, ok := smtOps[name]
	if !ok || !p.shaped(def.shape, args) {
		p.fail(at, "ill-sorted application of %q", name)
	}
	tb := p.tb
	if def.shape == shapeOther {
		return p.applyOther(def.op, name, at, args)
	}
	if def.op == OpEq && len(args) > 2 {
		var eqs []T
		for i := range args[1:] {
			eqs = append(eqs, tb.Eq(args[i], args[i+1]))
		}
		return tb.And(eqs...)
	}
	if def.op != 0 {
		return tb.Build(def.op, args...)
	}
	switch name {
	case "not":
		if len(args) == 1 {
			return tb.Not(args[0])
		}
	case "xor":
		if len(args) == 2 {
			return tb.Xor(args[0], args[1])
		}
	case "=>":
		if len(args) == 2 {
			return tb.Implies(args[0], args[1])
		}
	case "distinct":
		var nes []T
		for i := range args {
			for _, b := range args[i+1:] {
				nes = append(nes, tb.Ne(args[i], b))
			}
		}
		return tb.And(nes...)
	case "bvsub":
		return tb.Sub(args[0], args[1])
	case "bvneg":
		return tb.Neg(args[0])
	case "bvugt":
		return tb.ULt(args[1], args[0])
	case "bvuge":
		return tb.ULe(args[1], args[0])
	case "bvsgt":
		return tb.SLt(args[1], args[0])
	case "bvsge":
		return tb.SLe(args[1], args[0])
	}
	p.fail(at, "wrong number of arguments of %q", name)
	return False
}

func (p *parser) shaped(sh opShape, args []T) bool {
	if sh == shapeOther {
		return true
	}
	for i, a := range args {
		s := p.tb.Sort(a)
		switch {
		case sh == shapeBools && s.Kind != SBool,
			sh == shapeSame && s.Kind == SArray,
			sh >= shapeBVs && s.Kind != SBV,
			sh != shapeBools && i > 0 && s != p.tb.Sort(args[0]):
			return false
		}
	}
	switch sh {
	case shapeSame, shapeBVs:
		return len(args) >= 2
	case shapeBV2:
		return len(args) == 2
	case shapeBV1:
		return len(args) == 1
	}
	return true
}

func (p *parser) applyOther(op Op, name string, at int, args []T) T {
	tb := p.tb
	sort := func(i int) Sort { return tb.Sort(args[i]) }
	ok := false
	switch n := len(args); op {
	case OpConcat:
		ok = n == 2 && sort(0).Kind == SBV && sort(1).Kind == SBV && sort(0).W+sort(1).W <= 64
	case OpIte:
		ok = n == 3 && sort(0).Kind == SBool && sort(1) == sort(2)
	case OpSelect:
		ok = n == 2 && sort(0).Kind == SArray && sort(1) == bvSort(sort(0).W)
	case OpStore:
		ok = n == 3 && sort(0).Kind == SArray && sort(1) == bvSort(sort(0).W) && sort(2) == bvSort(sort(0).E)
	case OpCopy:
		ok = n == 5 && sort(0).Kind == SArray && sort(3) == sort(0)
		for _, i := range []int{1, 2, 4} {
			ok = ok && sort(i) == bvSort(sort(0).W)
		}
	}
	if !ok {
		p.fail(at, "ill-sorted application of %q", name)
	}
	return tb.Build(op, args...)
}
