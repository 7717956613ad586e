package frontier

import "culprit/cfg"

// Rules that compute an expression of the statement otherwise: with another
// operator, another operand, or another element of an array.

// mutant is an expression that differs from that of a statement in one place.
type mutant struct {
	x     cfg.Expr
	class class
	what  string
}

// mutating collects the mutants of an expression.
type mutating struct {
	vars    []variable
	arrays  []array // in scope
	out     []mutant
	consts  []func(d int64) cfg.Expr // the expression with one of its constants larger by d
	bits    int                      // of pointers
	address bool                     // only operands change: the rest is how elements are found
}

// mutants are those of an expression of a statement, at most maxMutants, those
// without other variables first.
func mutants(prog *cfg.Program, e *cfg.Edge, x cfg.Expr) []mutant {
	m := mutating{vars: inScope(prog, e), arrays: arraysInScope(prog, e), bits: prog.PtrBits}
	m.of(x, func(y cfg.Expr) cfg.Expr { return y })
	var out []mutant
	for _, c := range []class{edited, simple, foreign} {
		for _, k := range m.out {
			if k.class == c && len(out) < maxMutants {
				out = append(out, k)
			}
		}
	}
	return out
}

// of mutates x, which whole puts into the expression.
func (m *mutating) of(x cfg.Expr, whole func(cfg.Expr) cfg.Expr) {
	add := func(c class, what string, y cfg.Expr) {
		if c == foreign || !m.address {
			m.out = append(m.out, mutant{whole(y), c, what})
		}
	}
	switch x := x.(type) {
	case *cfg.Const:
		if x.T.Kind == cfg.Bits && x.T.Bits > 1 {
			add(simple, "another constant", plus(x, 1))
			add(simple, "another constant", plus(x, -1))
			if !m.address {
				m.consts = append(m.consts, func(d int64) cfg.Expr { return whole(plus(x, d)) })
			}
		}
	case *cfg.VarRef:
		if x.V.Type.Kind == cfg.Bits && !x.V.Pointer() {
			add(simple, "an operand one more or less", plus(x, 1))
			add(simple, "an operand one more or less", plus(x, -1))
			m.elements(variable{t: x.V.Type, signed: x.V.Signed, x: x}, add)
		}
		m.others(x, x.V.Pointer(), add)
	case *cfg.Load:
		m.load(x, add, whole)
	case *cfg.Unary:
		if x.Op == cfg.LNot || x.Op == cfg.Neg || x.Op == cfg.FNeg {
			add(edited, "another operator", x.X)
		}
		m.of(x.X, func(y cfg.Expr) cfg.Expr { c := *x; c.X = y; return whole(&c) })
	case *cfg.Cast:
		if y := converted(x); y != nil {
			add(edited, "the operation after the conversion", y)
		}
		m.of(x.X, func(y cfg.Expr) cfg.Expr { c := *x; c.X = y; return whole(&c) })
	case *cfg.Ite:
		add(edited, "another condition", &cfg.Ite{Cond: x.Cond, Then: x.Else, Else: x.Then})
		m.of(x.Cond, func(y cfg.Expr) cfg.Expr { return whole(&cfg.Ite{Cond: y, Then: x.Then, Else: x.Else}) })
		m.of(x.Then, func(y cfg.Expr) cfg.Expr { return whole(&cfg.Ite{Cond: x.Cond, Then: y, Else: x.Else}) })
		m.of(x.Else, func(y cfg.Expr) cfg.Expr { return whole(&cfg.Ite{Cond: x.Cond, Then: x.Then, Else: y}) })
	case *cfg.Binary:
		if x.Op == cfg.PtrAdd {
			return // offsets within an address are those of load
		}
		for _, op := range operators[x.Op] {
			c := *x
			c.Op = op
			if op == x.Op {
				c.X, c.Y = x.Y, x.X
			}
			add(edited, "another operator", &c)
		}
		if x.Op == cfg.SDiv {
			c := *x
			c.X = &cfg.Binary{Op: cfg.Add, T: x.T, X: x.X, Y: plus(x.Y, -1)}
			add(edited, "a quotient that is rounded up", &c)
		}
		if x.T == x.X.Type() {
			add(edited, "one operand less", x.X)
		}
		if x.T == x.Y.Type() {
			add(edited, "one operand less", x.Y)
		}
		m.of(x.X, func(y cfg.Expr) cfg.Expr { c := *x; c.X = y; return whole(&c) })
		m.of(x.Y, func(y cfg.Expr) cfg.Expr { c := *x; c.Y = y; return whole(&c) })
	}
}

// converted is the operation whose result a conversion widens or makes a float, with
// converted operands instead; nil if it does not.
func converted(x *cfg.Cast) cfg.Expr {
	b, ok := x.X.(*cfg.Binary)
	if !ok || b.T != b.X.Type() || b.T != b.Y.Type() {
		return nil
	}
	op, known := b.Op, b.Op == cfg.Add || b.Op == cfg.Sub || b.Op == cfg.Mul
	if x.Op == cfg.SToF {
		op, known = inFloats[b.Op]
	} else if x.Op != cfg.SExt {
		return nil
	}
	if !known {
		return nil
	}
	return &cfg.Binary{Op: op, T: x.T, X: &cfg.Cast{Op: x.Op, T: x.T, X: b.X}, Y: &cfg.Cast{Op: x.Op, T: x.T, X: b.Y}}
}

var inFloats = map[cfg.Op]cfg.Op{cfg.Add: cfg.FAdd, cfg.Sub: cfg.FSub, cfg.Mul: cfg.FMul, cfg.SDiv: cfg.FDiv}

// operators are those that take the place of another one; its own stands for
// operands in the other order.
var operators = map[cfg.Op][]cfg.Op{
	cfg.Add: {cfg.Sub, cfg.Mul}, cfg.Sub: {cfg.Add, cfg.Mul, cfg.Sub}, cfg.Mul: {cfg.Add, cfg.Sub, cfg.SDiv},
	cfg.SDiv: {cfg.SRem, cfg.Mul, cfg.SDiv}, cfg.SRem: {cfg.SDiv, cfg.Mul}, cfg.UDiv: {cfg.URem, cfg.Mul}, cfg.URem: {cfg.UDiv, cfg.Mul},
	cfg.And: {cfg.Or, cfg.Xor}, cfg.Or: {cfg.And, cfg.Xor}, cfg.Xor: {cfg.And, cfg.Or},
	cfg.Shl: {cfg.LShr, cfg.AShr}, cfg.LShr: {cfg.Shl}, cfg.AShr: {cfg.Shl},
	cfg.FAdd: {cfg.FSub, cfg.FMul}, cfg.FSub: {cfg.FAdd, cfg.FMul, cfg.FSub}, cfg.FMul: {cfg.FAdd, cfg.FSub, cfg.FDiv}, cfg.FDiv: {cfg.FMul, cfg.FDiv},
	cfg.Eq: {cfg.Ne, cfg.SLt, cfg.SLe}, cfg.Ne: {cfg.Eq, cfg.SLt, cfg.SLe},
	cfg.SLt: {cfg.SLe, cfg.SLt, cfg.Eq, cfg.Ne, cfg.ULt}, cfg.SLe: {cfg.SLt, cfg.SLe, cfg.Eq, cfg.Ne},
	cfg.ULt: {cfg.ULe, cfg.ULt, cfg.Eq, cfg.Ne, cfg.SLt}, cfg.ULe: {cfg.ULt, cfg.ULe, cfg.Eq, cfg.Ne},
	cfg.FLt: {cfg.FLe, cfg.FLt, cfg.FEq}, cfg.FLe: {cfg.FLt, cfg.FLe}, cfg.FEq: {cfg.FNe, cfg.FLt}, cfg.FNe: {cfg.FEq, cfg.FLt},
	cfg.LAnd: {cfg.LOr}, cfg.LOr: {cfg.LAnd},
}

// others puts other variables of the type of x in its place.
func (m *mutating) others(x cfg.Expr, pointer bool, add func(class, string, cfg.Expr)) {
	n := 0
	for _, v := range m.vars {
		if n < maxOtherVars && v.t == x.Type() && v.pointer == pointer && !same(v.x, x) {
			n++
			add(foreign, v.name+" in it", v.x)
		}
	}
}

// same reports whether two expressions are the same variable.
func same(x, y cfg.Expr) bool {
	switch x := x.(type) {
	case *cfg.VarRef:
		y, ok := y.(*cfg.VarRef)
		return ok && x.V == y.V
	case *cfg.Load:
		y, ok := y.(*cfg.Load)
		if !ok {
			return false
		}
		a, ok := x.Addr.(*cfg.AddrOf)
		b, ok2 := y.Addr.(*cfg.AddrOf)
		return ok && ok2 && a.Obj == b.Obj
	}
	return false
}

// load mutates what is read from memory: a variable, or an element.
func (m *mutating) load(x *cfg.Load, add func(class, string, cfg.Expr), whole func(cfg.Expr) cfg.Expr) {
	n := int64(x.T.Bytes())
	at := func(a cfg.Expr) cfg.Expr { c := *x; c.Addr, c.Region = a, nil; return &c }
	base := x.Addr
	if p, ok := base.(*cfg.Binary); ok && p.Op == cfg.PtrAdd {
		was := m.address
		m.address = true
		m.of(p.Y, func(y cfg.Expr) cfg.Expr { c := *p; c.Y = y; return whole(at(&c)) })
		m.address = was
		if i := index(p.Y, n); i != nil && i.Type() == x.T {
			add(edited, "the index for its element", i)
		}
		if _, fixed := p.Y.(*cfg.Const); fixed {
			base = p.X
		}
	}
	if o, ok := base.(*cfg.AddrOf); ok {
		if o.Obj.Size == uint64(n) {
			add(simple, "an operand one more or less", plus(x, 1))
			add(simple, "an operand one more or less", plus(x, -1))
			m.elements(variable{t: x.T, signed: o.Obj.CType.Signed, x: x}, add)
			m.others(x, false, add)
			return
		}
		for _, v := range m.vars {
			if !v.pointer && v.t.Kind == cfg.Bits && v.t.Bits > 8 {
				add(foreign, "the element of "+v.name, at(m.element(o, v, n)))
			}
		}
	}
	for _, d := range []int64{n, -n} {
		add(simple, "the element beside it", at(&cfg.Binary{Op: cfg.PtrAdd, T: cfg.BV(m.bits), X: x.Addr, Y: &cfg.Const{T: cfg.BV(m.bits), V: cfg.Mask(uint64(d), m.bits)}}))
	}
}

// elements puts elements of arrays in the place of an index.
func (m *mutating) elements(v variable, add func(class, string, cfg.Expr)) {
	if v.t.Kind != cfg.Bits || v.t.Bits <= 8 || m.address {
		return
	}
	for _, b := range m.arrays {
		if b.elem == v.t {
			add(foreign, "the element of "+b.name+" for its index", &cfg.Load{T: v.t, Addr: m.element(b.addr, v, int64(v.t.Bytes()))})
		}
	}
}

// element is the address of the element of n bytes with an index.
func (m *mutating) element(array cfg.Expr, v variable, n int64) cfg.Expr {
	t := cfg.BV(m.bits)
	return &cfg.Binary{Op: cfg.PtrAdd, T: t, X: array, Y: &cfg.Binary{Op: cfg.Mul, T: t, X: widened(v, m.bits), Y: &cfg.Const{T: t, V: uint64(n)}}}
}

// index is that of the element of n bytes at an offset, without the conversion to
// the size of a pointer; nil if the offset has another form.
func index(offset cfg.Expr, n int64) cfg.Expr {
	b, ok := offset.(*cfg.Binary)
	if !ok || b.Op != cfg.Mul {
		return nil
	}
	if k, ok := b.Y.(*cfg.Const); !ok || k.V != uint64(n) {
		return nil
	}
	return unconverted(b.X)
}

// widened is an integer variable as an index.
func widened(v variable, bits int) cfg.Expr {
	switch {
	case v.t.Width() == bits:
		return v.x
	case v.signed:
		return &cfg.Cast{Op: cfg.SExt, T: cfg.BV(bits), X: v.x}
	}
	return &cfg.Cast{Op: cfg.ZExt, T: cfg.BV(bits), X: v.x}
}

// plus is an expression of bits and a number.
func plus(x cfg.Expr, d int64) cfg.Expr {
	t := x.Type()
	if t.Kind != cfg.Bits {
		return x
	}
	return &cfg.Binary{Op: cfg.Add, T: t, X: x, Y: &cfg.Const{T: t, V: cfg.Mask(uint64(d), t.Width())}}
}
