package emit

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
)

// Arithmetic on 64-bit words, from which the operations on composite numbers
// are built. Constants fold; everything else is computed in steps, so that no
// expression grows: let gives a step a variable. What is long becomes a
// procedure of the program, made when it is first needed.

// Word is a constant of 64 bits.
func Word(v uint64) cfg.Expr { return Const(cfg.BV(64), v) }

func add(x, y cfg.Expr) cfg.Expr { return Binary(cfg.Add, x, y) }
func sub(x, y cfg.Expr) cfg.Expr { return Binary(cfg.Sub, x, y) }
func mul(x, y cfg.Expr) cfg.Expr { return Binary(cfg.Mul, x, y) }
func And(x, y cfg.Expr) cfg.Expr { return Binary(cfg.And, x, y) }
func Or(x, y cfg.Expr) cfg.Expr  { return Binary(cfg.Or, x, y) }
func xor(x, y cfg.Expr) cfg.Expr { return Binary(cfg.Xor, x, y) }
func Shl(x, n cfg.Expr) cfg.Expr { return Binary(cfg.Shl, x, n) }
func Shr(x, n cfg.Expr) cfg.Expr { return Binary(cfg.LShr, x, n) }
func Eq(x, y cfg.Expr) cfg.Expr  { return Binary(cfg.Eq, x, y) }

// Is compares x with a constant.
func Is(x cfg.Expr, v uint64) cfg.Expr { return Eq(x, Const(x.Type(), v)) }

// IsNot is the negation of Is.
func IsNot(x cfg.Expr, v uint64) cfg.Expr { return Binary(cfg.Ne, x, Const(x.Type(), v)) }

func ult(x, y cfg.Expr) cfg.Expr { return Binary(cfg.ULt, x, y) }
func Both(a, b cfg.Expr) cfg.Expr {
	return Binary(cfg.LAnd, a, b)
}
func Either(a, b cfg.Expr) cfg.Expr { return Binary(cfg.LOr, a, b) }

// bit is 1 if the condition holds, else 0.
func bit(c cfg.Expr) cfg.Expr { return Cast(cfg.BoolToBits, cfg.BV(64), c) }

// over is x >> (64-n), what a shift of x to the left by n < 64 pushes out.
func over(x, n cfg.Expr) cfg.Expr { return Shr(Shr(x, Word(1)), sub(Word(63), n)) }

// half gives the upper and the lower 32 bits of a word.
func half(x cfg.Expr) (hi, lo cfg.Expr) {
	return Shr(x, Word(32)), And(x, Word(1<<32-1))
}

// Let computes e now.
func (f *Emitter) Let(e cfg.Expr) cfg.Expr {
	switch x := e.(type) {
	case *cfg.Const, *cfg.AddrOf, *cfg.FuncAddr:
		return e
	case *cfg.VarRef:
		if x.V.Temp && x.V.Proc != nil || f.Dead() {
			return e
		}
	}
	if e.Type().Kind == cfg.Bool {
		// A variable has no Bool.
		return Binary(cfg.Ne, f.Let(Cast(cfg.BoolToBits, cfg.BV(8), e)), Const(cfg.BV(8), 0))
	}
	v := f.step(e.Type())
	f.Emit(&cfg.Assign{Dst: v, Src: e}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	return &cfg.VarRef{V: v}
}

// step adds a variable for values of type t.
func (f *Emitter) step(t cfg.Type) *cfg.Var {
	tt := f.Program.Types
	for _, c := range []*ctypes.Type{tt.UChar, tt.UShort, tt.UInt, tt.ULongLong, tt.Float, tt.Double} {
		if tt.Value(c) == t {
			return f.Temp(c)
		}
	}
	return f.TempOf(tt.ULongLong, t)
}

// choose computes results on one of two ways.
func (f *Emitter) choose(c cfg.Expr, yes, no func() []cfg.Expr) []cfg.Expr {
	if k, ok := c.(*cfg.Const); ok {
		if k.V != 0 {
			return yes()
		}
		return no()
	}
	if f.Dead() {
		return yes()
	}
	a, b, end := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(c, a, b, parse.Span{})
	var dst []*cfg.Var
	for i, way := range []func() []cfg.Expr{yes, no} {
		f.Start([]*cfg.Loc{a, b}[i])
		for j, e := range way() {
			if i == 0 {
				dst = append(dst, f.step(e.Type()))
			}
			f.Emit(&cfg.Assign{Dst: dst[j], Src: e}, parse.Span{}, cfg.RoleImplicit)
		}
		f.Jump(end)
	}
	f.Start(end)
	return refs(dst)
}

func refs(vs []*cfg.Var) []cfg.Expr {
	out := make([]cfg.Expr, len(vs))
	for i, v := range vs {
		out[i] = &cfg.VarRef{V: v}
	}
	return out
}

// routine computes the results, of the given widths, that build makes of its
// arguments: by a call of the procedure name, or directly if all arguments
// are constant.
func (f *Emitter) routine(name string, widths []int, args []cfg.Expr, build func(f *Emitter, args []cfg.Expr) []cfg.Expr) []cfg.Expr {
	constant := true
	for _, a := range args {
		_, k := a.(*cfg.Const)
		constant = constant && k
	}
	switch {
	case constant:
		return build(f, args)
	case f.Dead():
		out := make([]cfg.Expr, len(widths))
		for i, w := range widths {
			out[i] = &cfg.VarRef{V: f.step(cfg.BV(w))}
		}
		return out
	}
	r := f.Program.Procs.Routines[name]
	if r == nil {
		r = f.Program.newRoutine(name, widths, args, build)
		f.Program.Procs.Routines[name] = r
	}
	f.Emit(&cfg.Call{Proc: r.p, Args: args}, parse.Span{Pos: f.At.Pos}, cfg.RoleImplicit)
	out := refs(r.results)
	for i, e := range out {
		out[i] = f.Let(e)
	}
	return out
}

// newRoutine makes the procedure of a routine.
func (l *Program) newRoutine(name string, widths []int, args []cfg.Expr, build func(f *Emitter, args []cfg.Expr) []cfg.Expr) *routine {
	p := l.CFG.NewProc("#"+name, cfg.Pos{})
	p.Exit = l.CFG.NewLoc(p, cfg.Pos{})
	l.Names.Scope(p)
	f := &Emitter{Program: l, Proc: p}
	f.Cur = l.CFG.NewLoc(p, cfg.Pos{})
	p.Entry = f.Cur
	r := &routine{p: p}
	var params []*cfg.Var
	for _, a := range args {
		v := l.NewVar(p, "x", l.Types.ULongLong, cfg.Pos{})
		v.Temp, v.Type = true, a.Type()
		params = append(params, v)
		p.Params = append(p.Params, v)
	}
	p.Locals = nil
	for _, w := range widths {
		v := l.NewVar(nil, "#"+name, l.Types.ULongLong, cfg.Pos{})
		v.Temp, v.Type = true, cfg.BV(w)
		r.results = append(r.results, v)
	}
	for i, e := range build(f, refs(params)) {
		f.Emit(&cfg.Assign{Dst: r.results[i], Src: e}, parse.Span{}, cfg.RoleImplicit)
	}
	f.Jump(p.Exit)
	l.CFG.NewEdge(p.Exit, p.Exit, &cfg.Return{}, cfg.Pos{}, "", cfg.RoleImplicit)
	return r
}

// leadingZeros counts them in a word that is not 0.
func (f *Emitter) leadingZeros(x cfg.Expr) cfg.Expr {
	n := Word(0)
	for _, k := range []uint64{32, 16, 8, 4, 2, 1} {
		c := ult(x, Word(1<<(64-k)))
		s := f.Let(Ite(c, Word(k), Word(0)))
		x = f.Let(Shl(x, s))
		n = f.Let(add(n, s))
	}
	return n
}

// product is the exact product of two words.
func (f *Emitter) product(x, y cfg.Expr) (hi, lo cfg.Expr) {
	x1, x0 := half(x)
	y1, y0 := half(y)
	low := f.Let(mul(x0, y0))
	l1, l0 := half(low)
	m := f.Let(add(mul(x1, y0), l1))
	m1, m0 := half(m)
	n := f.Let(add(mul(x0, y1), m0))
	n1, n0 := half(n)
	hi = f.Let(add(add(mul(x1, y1), m1), n1))
	return hi, f.Let(Or(Shl(n0, Word(32)), l0))
}

// quotient divides a number of two words by a word v > hi: the algorithm D of
// Knuth, The Art of Computer Programming 2, 4.3.1, with 32-bit digits.
func (f *Emitter) quotient(hi, lo, v cfg.Expr) (q, r cfg.Expr) {
	s := f.leadingZeros(v)
	v = f.Let(Shl(v, s))
	hi = f.Let(Or(Shl(hi, s), over(lo, s)))
	lo = f.Let(Shl(lo, s))
	v1, v0 := half(v)
	u1, u0 := half(lo)
	// digit divides the number of the digits hi and u by v.
	digit := func(hi, u cfg.Expr) (q, rest cfg.Expr) {
		q = f.Let(Binary(cfg.UDiv, hi, v1))
		rest = f.Let(sub(hi, mul(q, v1)))
		for range 2 {
			large := f.Let(Both(ult(rest, Word(1<<32)), Either(Binary(cfg.ULe, Word(1<<32), q),
				ult(Or(Shl(rest, Word(32)), u), mul(q, v0)))))
			q = f.Let(sub(q, bit(large)))
			rest = f.Let(Ite(large, add(rest, v1), rest))
		}
		return q, f.Let(sub(Or(Shl(hi, Word(32)), u), mul(q, v)))
	}
	q1, rest := digit(hi, u1)
	q0, rest := digit(rest, u0)
	return f.Let(Or(Shl(q1, Word(32)), q0)), f.Let(Shr(rest, s))
}
