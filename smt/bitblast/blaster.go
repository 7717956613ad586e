package bitblast

import (
	"fmt"
	"slices"

	"culprit/logic"
)

// blaster translates terms into the circuit. Variables, reads of arrays and
// applications of functions become inputs; the latter two are recorded, and
// the engine adds the axioms of congruence that a model violates.
type blaster struct {
	tb    *logic.Table
	c     circuit
	div   divider
	memo  []int32 // by term: index into words, 0 = not translated
	used  []logic.T
	words []word
	stack []logic.T

	vars     []logic.T // Boolean and bit-vector variables met
	accesses []access  // array reads, applications and float operations met
	arrays   []logic.T // array variables read; -1 = released
	fns      []string  // functions applied
	tmp      []word
}

// access is one OpSelect or OpApply, or an OpFloat that is not defined by
// gates: its value is a word of inputs, created right after the translation of
// its arguments.
type access struct {
	fn    int32 // index into arrays, or -1 - index into fns
	args  []word
	val   word
	float *floatUse // of an OpFloat
}

// array numbers the array variables met.
func (b *blaster) array(t logic.T) int32 {
	i := slices.Index(b.arrays, t)
	if i < 0 {
		i = len(b.arrays)
		b.arrays = append(b.arrays, t)
	}
	return int32(i)
}

// function numbers the function symbols met.
func (b *blaster) function(name string) int32 {
	i := slices.Index(b.fns, name)
	if i < 0 {
		i = len(b.fns)
		b.fns = append(b.fns, name)
	}
	return int32(-1 - i)
}

func (b *blaster) reset(tb *logic.Table) {
	for _, t := range b.used {
		b.memo[t] = 0
	}
	b.tb = tb
	b.used = b.used[:0]
	if cap(b.memo) < tb.Len() {
		b.memo = make([]int32, tb.Len()+tb.Len()/2)
	}
	b.memo = b.memo[:cap(b.memo)]
	b.c.reset()
	b.div.reset(&b.c)
	b.words = append(b.words[:0], nil)
	b.vars, b.accesses, b.arrays, b.fns = b.vars[:0], b.accesses[:0], b.arrays[:0], b.fns[:0]
}

// forget drops what is known of terms with index n or more.
func (b *blaster) forget(n int) {
	keep := b.used[:0]
	for _, t := range b.used {
		if int(t) >= n {
			b.memo[t] = 0
		} else {
			keep = append(keep, t)
		}
	}
	b.used = keep
	b.vars = slices.DeleteFunc(b.vars, func(t logic.T) bool { return int(t) >= n })
	for i, t := range b.arrays {
		if int(t) >= n {
			b.arrays[i] = -1
		}
	}
}

func (b *blaster) word(t logic.T) word {
	return b.words[b.memo[t]]
}

func (b *blaster) known(t logic.T) bool {
	if int(t) >= len(b.memo) {
		b.memo = append(b.memo, make([]int32, b.tb.Len()+b.tb.Len()/2-len(b.memo)+1)...)
	}
	return b.memo[t] != 0
}

func (b *blaster) set(t logic.T, x word) {
	b.memo[t] = int32(len(b.words))
	b.words = append(b.words, x)
	b.used = append(b.used, t)
}

// bool translates a formula.
func (b *blaster) bool(t logic.T) lit { return b.translate(t)[0] }

// translate walks the term bottom up with its own stack: terms of unrolled
// programs are deep.
func (b *blaster) translate(t logic.T) word {
	if b.known(t) {
		return b.word(t)
	}
	tb := b.tb
	b.stack = append(b.stack[:0], t)
	for len(b.stack) > 0 {
		t := b.stack[len(b.stack)-1]
		if b.known(t) {
			b.stack = b.stack[:len(b.stack)-1]
			continue
		}
		args := tb.Args(t)
		if tb.Op(t) == logic.OpSelect {
			args = args[1:]
		}
		n := len(b.stack)
		for i := len(args) - 1; i >= 0; i-- {
			a := args[i]
			if tb.Op(t) == logic.OpAdd {
				a = b.unscaled(a)
			}
			if !b.known(a) {
				b.stack = append(b.stack, a)
			}
		}
		if len(b.stack) > n {
			continue
		}
		b.stack = b.stack[:n-1]
		b.set(t, b.build(t, args))
	}
	return b.word(t)
}

func (b *blaster) fresh(w int) word {
	x := b.c.word(w)
	for i := range x {
		x[i] = b.c.input()
	}
	return x
}

func width(s logic.Sort) int {
	if s.Kind == logic.SBool {
		return 1
	}
	return int(s.W)
}

// build translates one term whose arguments are translated.
func (b *blaster) build(t logic.T, args []logic.T) word {
	tb, c := b.tb, &b.c
	w := width(tb.Sort(t))
	x := func(i int) word { return b.word(args[i]) }
	switch op := tb.Op(t); op {
	case logic.OpFalse:
		return b.one(litFalse)
	case logic.OpTrue:
		return b.one(litTrue)
	case logic.OpConst:
		return c.constWord(w, tb.ConstVal(t))
	case logic.OpVar:
		if tb.Sort(t).Kind == logic.SArray {
			panic("bitblast: array variable outside of a read")
		}
		b.vars = append(b.vars, t)
		return b.fresh(w)
	case logic.OpSelect:
		arr := tb.Args(t)[0]
		if tb.Op(arr) != logic.OpVar {
			panic("bitblast: read of " + tb.Op(arr).String() + " left by logic")
		}
		a := access{fn: b.array(arr), args: []word{x(0)}, val: b.fresh(w)}
		b.accesses = append(b.accesses, a)
		return a.val
	case logic.OpApply:
		a := access{fn: b.function(tb.Name(t)), val: b.fresh(w)}
		for i := range args {
			a.args = append(a.args, x(i))
		}
		b.accesses = append(b.accesses, a)
		return a.val
	case logic.OpFloat:
		return b.float(t, w, args)
	case logic.OpNot:
		return b.one(x(0)[0].not())
	case logic.OpAnd:
		r := litTrue
		for i := range args {
			r = c.and(r, x(i)[0])
		}
		return b.one(r)
	case logic.OpOr:
		r := litFalse
		for i := range args {
			r = c.or(r, x(i)[0])
		}
		return b.one(r)
	case logic.OpEq:
		return b.one(c.eq(x(0), x(1)))
	case logic.OpIte:
		return c.iteWord(x(0)[0], x(1), x(2))
	case logic.OpULt:
		return b.one(c.ult(x(0), x(1)))
	case logic.OpULe:
		return b.one(c.ule(x(0), x(1)))
	case logic.OpSLt:
		return b.one(c.slt(x(0), x(1)))
	case logic.OpSLe:
		return b.one(c.sle(x(0), x(1)))
	case logic.OpAdd:
		return b.sum(w, args)
	case logic.OpMul:
		return b.product(args)
	default:
		return b.buildBits(op, t, w, args)
	}
}

// buildBits is the second half of build: division, bit operations, resizing.
func (b *blaster) buildBits(op logic.Op, t logic.T, w int, args []logic.T) word {
	tb, c := b.tb, &b.c
	x := b.word(args[0])
	var y word
	if len(args) > 1 {
		y = b.word(args[1])
	}
	switch op {
	case logic.OpUDiv:
		q, _ := b.div.udivrem(x, y)
		return q
	case logic.OpURem:
		_, r := b.div.udivrem(x, y)
		return r
	case logic.OpSDiv:
		q, _ := b.div.sdivrem(x, y)
		return q
	case logic.OpSRem:
		_, r := b.div.sdivrem(x, y)
		return r
	case logic.OpBvAnd:
		return b.fold(args, c.and)
	case logic.OpBvOr:
		return b.fold(args, c.or)
	case logic.OpBvXor:
		return b.fold(args, c.xor)
	case logic.OpBvNot:
		return c.notWord(x)
	case logic.OpShl:
		return c.shift(shiftLeft, x, y)
	case logic.OpLShr:
		return c.shift(shiftRightLogical, x, y)
	case logic.OpAShr:
		return c.shift(shiftRightArith, x, y)
	case logic.OpConcat:
		r := c.word(w)
		copy(r[copy(r, y):], x)
		return r
	case logic.OpExtract:
		hi, lo := tb.ExtractBounds(t)
		return x[lo : hi+1 : hi+1]
	case logic.OpZExt:
		return c.zext(x, w)
	case logic.OpSExt:
		return c.sext(x, w)
	}
	panic(fmt.Sprintf("bitblast: operator %s", op))
}

func (b *blaster) one(l lit) word {
	r := b.c.word(1)
	r[0] = l
	return r
}

func (b *blaster) fold(args []logic.T, f func(x, y lit) lit) word {
	r := b.word(args[0])
	for _, a := range args[1:] {
		r = b.c.zipWord(r, b.word(a), f)
	}
	return r
}

// unscaled strips the coefficient of a monomial of a sum.
func (b *blaster) unscaled(a logic.T) logic.T {
	if b.tb.Op(a) == logic.OpMul {
		if m := b.tb.Args(a); len(m) == 2 && b.tb.IsConst(m[0]) {
			return m[1]
		}
	}
	return a
}

// sum translates OpAdd; each monomial enters as signed, shifted words.
func (b *blaster) sum(w int, args []logic.T) word {
	s := sum{c: &b.c, w: w, words: b.tmp[:0]}
	for _, a := range args {
		coef, m := uint64(1), b.unscaled(a)
		if m != a {
			coef = b.tb.ConstVal(b.tb.Args(a)[0])
		}
		s.addScaled(coef, b.word(m))
	}
	r := s.result()
	b.tmp = s.words
	return r
}

func (b *blaster) product(args []logic.T) word {
	r := b.word(args[0])
	for _, a := range args[1:] {
		r = b.c.mul(r, b.word(a))
	}
	return r
}
