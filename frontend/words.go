package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
)

// Arithmetic on 64-bit words, from which the operations on composite numbers
// are built. Constants fold; everything else is computed in steps, so that no
// expression grows: let gives a step a variable. What is long becomes a
// procedure of the program, made when it is first needed.

// word is a constant of 64 bits.
func word(v uint64) cfg.Expr { return konst(cfg.BV(64), v) }

func add(x, y cfg.Expr) cfg.Expr { return binary(cfg.Add, x, y) }
func sub(x, y cfg.Expr) cfg.Expr { return binary(cfg.Sub, x, y) }
func mul(x, y cfg.Expr) cfg.Expr { return binary(cfg.Mul, x, y) }
func and(x, y cfg.Expr) cfg.Expr { return binary(cfg.And, x, y) }
func or(x, y cfg.Expr) cfg.Expr  { return binary(cfg.Or, x, y) }
func xor(x, y cfg.Expr) cfg.Expr { return binary(cfg.Xor, x, y) }
func shl(x, n cfg.Expr) cfg.Expr { return binary(cfg.Shl, x, n) }
func shr(x, n cfg.Expr) cfg.Expr { return binary(cfg.LShr, x, n) }
func eq(x, y cfg.Expr) cfg.Expr  { return binary(cfg.Eq, x, y) }
func ult(x, y cfg.Expr) cfg.Expr { return binary(cfg.ULt, x, y) }
func both(a, b cfg.Expr) cfg.Expr {
	return binary(cfg.LAnd, a, b)
}
func either(a, b cfg.Expr) cfg.Expr { return binary(cfg.LOr, a, b) }

// bit is 1 if the condition holds, else 0.
func bit(c cfg.Expr) cfg.Expr { return cast(cfg.BoolToBits, cfg.BV(64), c) }

// over is x >> (64-n), what a shift of x to the left by n < 64 pushes out.
func over(x, n cfg.Expr) cfg.Expr { return shr(shr(x, word(1)), sub(word(63), n)) }

// half gives the upper and the lower 32 bits of a word.
func half(x cfg.Expr) (hi, lo cfg.Expr) {
	return shr(x, word(32)), and(x, word(1<<32-1))
}

// let computes e now.
func (f *emitter) let(e cfg.Expr) cfg.Expr {
	switch x := e.(type) {
	case *cfg.Const, *cfg.AddrOf, *cfg.FuncAddr:
		return e
	case *cfg.VarRef:
		if x.V.Temp && x.V.Proc != nil || f.dead() {
			return e
		}
	}
	if e.Type().Kind == cfg.Bool {
		// A variable has no Bool.
		return binary(cfg.Ne, f.let(cast(cfg.BoolToBits, cfg.BV(8), e)), konst(cfg.BV(8), 0))
	}
	v := f.step(e.Type())
	f.emit(&cfg.Assign{Dst: v, Src: e}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
	return &cfg.VarRef{V: v}
}

// step adds a variable for values of type t.
func (f *emitter) step(t cfg.Type) *cfg.Var {
	tt := f.l.tt
	for _, c := range []*ctypes.Type{tt.UChar, tt.UShort, tt.UInt, tt.ULongLong, tt.Float, tt.Double} {
		if tt.Value(c) == t {
			return f.temp(c)
		}
	}
	return f.tempOf(tt.ULongLong, t)
}

// choose computes results on one of two ways.
func (f *emitter) choose(c cfg.Expr, yes, no func() []cfg.Expr) []cfg.Expr {
	if k, ok := c.(*cfg.Const); ok {
		if k.V != 0 {
			return yes()
		}
		return no()
	}
	if f.dead() {
		return yes()
	}
	a, b, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(c, a, b, parse.Span{})
	var dst []*cfg.Var
	for i, way := range []func() []cfg.Expr{yes, no} {
		f.start([]*cfg.Loc{a, b}[i])
		for j, e := range way() {
			if i == 0 {
				dst = append(dst, f.step(e.Type()))
			}
			f.emit(&cfg.Assign{Dst: dst[j], Src: e}, parse.Span{}, cfg.RoleImplicit)
		}
		f.jump(end)
	}
	f.start(end)
	return refs(dst)
}

func refs(vs []*cfg.Var) []cfg.Expr {
	out := make([]cfg.Expr, len(vs))
	for i, v := range vs {
		out[i] = &cfg.VarRef{V: v}
	}
	return out
}

// routine is a computation that has a procedure.
type routine struct {
	p       *cfg.Proc
	results []*cfg.Var
}

// routine computes the results, of the given widths, that build makes of its
// arguments: by a call of the procedure name, or directly if all arguments
// are constant.
func (f *emitter) routine(name string, widths []int, args []cfg.Expr, build func(f *emitter, args []cfg.Expr) []cfg.Expr) []cfg.Expr {
	constant := true
	for _, a := range args {
		_, k := a.(*cfg.Const)
		constant = constant && k
	}
	switch {
	case constant:
		return build(f, args)
	case f.dead():
		out := make([]cfg.Expr, len(widths))
		for i, w := range widths {
			out[i] = &cfg.VarRef{V: f.step(cfg.BV(w))}
		}
		return out
	}
	r := f.l.procs.routines[name]
	if r == nil {
		r = f.l.newRoutine(name, widths, args, build)
		f.l.procs.routines[name] = r
	}
	f.emit(&cfg.Call{Proc: r.p, Args: args}, parse.Span{Pos: f.at.Pos}, cfg.RoleImplicit)
	out := refs(r.results)
	for i, e := range out {
		out[i] = f.let(e)
	}
	return out
}

// newRoutine makes the procedure of a routine.
func (l *lowerer) newRoutine(name string, widths []int, args []cfg.Expr, build func(f *emitter, args []cfg.Expr) []cfg.Expr) *routine {
	p := l.prog.NewProc("#"+name, cfg.Pos{})
	p.Exit = l.prog.NewLoc(p, cfg.Pos{})
	l.names.scope(p)
	f := l.newFn(nil)
	f.p = p
	f.cur = l.prog.NewLoc(p, cfg.Pos{})
	p.Entry = f.cur
	r := &routine{p: p}
	var params []*cfg.Var
	for _, a := range args {
		v := l.newVar(p, "x", l.tt.ULongLong, cfg.Pos{})
		v.Temp, v.Type = true, a.Type()
		params = append(params, v)
		p.Params = append(p.Params, v)
	}
	p.Locals = nil
	for _, w := range widths {
		v := l.newVar(nil, "#"+name, l.tt.ULongLong, cfg.Pos{})
		v.Temp, v.Type = true, cfg.BV(w)
		r.results = append(r.results, v)
	}
	for i, e := range build(&f.emitter, refs(params)) {
		f.emit(&cfg.Assign{Dst: r.results[i], Src: e}, parse.Span{}, cfg.RoleImplicit)
	}
	f.jump(p.Exit)
	l.prog.NewEdge(p.Exit, p.Exit, &cfg.Return{}, cfg.Pos{}, "", cfg.RoleImplicit)
	return r
}

// leadingZeros counts them in a word that is not 0.
func (f *emitter) leadingZeros(x cfg.Expr) cfg.Expr {
	n := word(0)
	for _, k := range []uint64{32, 16, 8, 4, 2, 1} {
		c := ult(x, word(1<<(64-k)))
		s := f.let(ite(c, word(k), word(0)))
		x = f.let(shl(x, s))
		n = f.let(add(n, s))
	}
	return n
}

// product is the exact product of two words.
func (f *emitter) product(x, y cfg.Expr) (hi, lo cfg.Expr) {
	x1, x0 := half(x)
	y1, y0 := half(y)
	low := f.let(mul(x0, y0))
	l1, l0 := half(low)
	m := f.let(add(mul(x1, y0), l1))
	m1, m0 := half(m)
	n := f.let(add(mul(x0, y1), m0))
	n1, n0 := half(n)
	hi = f.let(add(add(mul(x1, y1), m1), n1))
	return hi, f.let(or(shl(n0, word(32)), l0))
}

// quotient divides a number of two words by a word v > hi: the algorithm D of
// Knuth, The Art of Computer Programming 2, 4.3.1, with 32-bit digits.
func (f *emitter) quotient(hi, lo, v cfg.Expr) (q, r cfg.Expr) {
	s := f.leadingZeros(v)
	v = f.let(shl(v, s))
	hi = f.let(or(shl(hi, s), over(lo, s)))
	lo = f.let(shl(lo, s))
	v1, v0 := half(v)
	u1, u0 := half(lo)
	// digit divides the number of the digits hi and u by v.
	digit := func(hi, u cfg.Expr) (q, rest cfg.Expr) {
		q = f.let(binary(cfg.UDiv, hi, v1))
		rest = f.let(sub(hi, mul(q, v1)))
		for range 2 {
			large := f.let(both(ult(rest, word(1<<32)), either(binary(cfg.ULe, word(1<<32), q),
				ult(or(shl(rest, word(32)), u), mul(q, v0)))))
			q = f.let(sub(q, bit(large)))
			rest = f.let(ite(large, add(rest, v1), rest))
		}
		return q, f.let(sub(or(shl(hi, word(32)), u), mul(q, v)))
	}
	q1, rest := digit(hi, u1)
	q0, rest := digit(rest, u0)
	return f.let(or(shl(q1, word(32)), q0)), f.let(shr(rest, s))
}
