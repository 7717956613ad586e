package frontend

import (
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/parse"
	"culprit/internal/ieee"
)

// Rounding. In a program that calls fesetround a variable has the mode, in the
// numbers of x86's fenv.h, and each operation that rounds is a choice among
// those of cfg. Operations on constants are the compiler's, which rounds to
// nearest, and so is what is computed for the initial values of objects.

// directedModes are the numbers of the modes other than to nearest.
var directedModes = [...]struct {
	fenv uint64
	mode ieee.Mode
}{{0x400, ieee.Down}, {0x800, ieee.Up}, {0xc00, ieee.Zero}}

// roundingMode makes the variable if the program may set the mode.
func (l *lowerer) roundingMode() {
	if !l.calls(clib.SetRound) {
		return
	}
	v := l.newVar(nil, "#rounding", l.tt.Int, cfg.Pos{})
	v.Temp = true
	l.procs.rounding = v
	l.static.init.emit(&cfg.Assign{Dst: v, Src: konst(v.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
}

// inMode is an operation in the mode that is set.
func (f *emitter) inMode(e cfg.Expr) cfg.Expr {
	mode := f.l.procs.rounding
	if mode == nil || f.constant || f.dead() {
		return e
	}
	var in func(op func(cfg.Op) cfg.Op) cfg.Expr
	constant := func(es ...cfg.Expr) bool {
		return !slices.ContainsFunc(es, func(e cfg.Expr) bool { _, ok := e.(*cfg.Const); return !ok })
	}
	switch x := e.(type) {
	case *cfg.Binary:
		if constant(x.X, x.Y) {
			return e
		}
		a, b := f.let(x.X), f.let(x.Y)
		in = func(op func(cfg.Op) cfg.Op) cfg.Expr { return binary(op(x.Op), a, b) }
	case *cfg.Unary:
		if constant(x.X) {
			return e
		}
		a := f.let(x.X)
		in = func(op func(cfg.Op) cfg.Op) cfg.Expr { return unary(op(x.Op), a) }
	case *cfg.Cast:
		if constant(x.X) {
			return e
		}
		a := f.let(x.X)
		in = func(op func(cfg.Op) cfg.Op) cfg.Expr { return cast(op(x.Op), x.T, a) }
	default:
		return e
	}
	r := in(func(op cfg.Op) cfg.Op { return op })
	for _, d := range directedModes {
		is := binary(cfg.Eq, &cfg.VarRef{V: mode}, konst(mode.Type, d.fenv))
		r = ite(is, in(func(op cfg.Op) cfg.Op { return op.Directed(d.mode) }), r)
	}
	return f.let(r)
}

// setRounding lowers fesetround.
func setRounding(f *fn, c *call) callResult {
	tt := f.l.tt
	mode := f.save(val{e: f.conv(f.rvalue(f.arg(c, 0)), tt.Int), t: tt.Int}).e
	is := func(m uint64) cfg.Expr { return binary(cfg.Eq, mode, konst(cfg.BV(32), m)) }
	known := is(0)
	for _, d := range directedModes {
		known = binary(cfg.LOr, known, is(d.fenv))
	}
	v := f.l.procs.rounding
	nearest, other, after := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(is(0), nearest, other, parse.Span{Pos: c.at.Pos})
	f.start(nearest)
	f.emit(&cfg.Assign{Dst: v, Src: konst(v.Type, 0)}, c.at, cfg.RoleImplicit)
	f.jump(after)
	f.start(other)
	if f.cur != nil {
		f.l.procs.redirected = append(f.l.procs.redirected, f.cur)
	}
	f.emit(&cfg.Assign{Dst: v, Src: ite(known, mode, &cfg.VarRef{V: v})}, c.at, cfg.RoleImplicit)
	f.jump(after)
	f.start(after)
	return give(val{e: ite(known, konst(cfg.BV(32), 0), konst(cfg.BV(32), 1)), t: tt.Int})
}

// getRounding lowers fegetround.
func getRounding(f *fn, c *call) callResult {
	return give(val{e: f.ofMode(0, 0x400, 0x800, 0xc00), t: f.l.tt.Int})
}

// roundingStyle is FLT_ROUNDS.
func roundingStyle(f *fn, c *call) callResult {
	return give(val{e: f.ofMode(1, 3, 2, 0), t: f.l.tt.Int})
}

// ofMode chooses by the mode: to nearest, down, up, to zero.
func (f *emitter) ofMode(nearest uint64, directed ...uint64) cfg.Expr {
	r := cfg.Expr(konst(cfg.BV(32), nearest))
	if v := f.l.procs.rounding; v != nil && !f.constant {
		for i, d := range directedModes {
			r = ite(binary(cfg.Eq, &cfg.VarRef{V: v}, konst(v.Type, d.fenv)), konst(cfg.BV(32), directed[i]), r)
		}
	}
	return r
}

// refuseDirected ends the paths on which another mode than to nearest is set,
// in a program that computes with long double: its routines know no other.
func (l *lowerer) refuseDirected() {
	extended := false
	for name := range l.procs.routines {
		extended = extended || strings.Contains(name, "extended")
	}
	if !extended {
		return
	}
	for _, at := range l.procs.redirected {
		at = l.locs.find(at)
		at.Kind, at.Reason, at.Out = cfg.Unsupported, cfg.Reason{Kind: cfg.Construct, Text: "change of the rounding mode of long double"}, nil
		l.prog.Edges = slices.DeleteFunc(l.prog.Edges, func(e *cfg.Edge) bool { return e.From == at })
	}
}

// precise notes that floats are computed in their own precision, in a data model
// where gcc does not see to that.
func (l *lowerer) precise() {
	if l.conf.PtrBits != 32 {
		return
	}
	for _, e := range l.prog.Edges {
		rounds := false
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				switch x := x.(type) {
				case *cfg.Binary:
					rounds = rounds || x.Op.Rounds()
				case *cfg.Unary:
					rounds = rounds || x.Op.Rounds()
				case *cfg.Cast:
					rounds = rounds || x.Op.Rounds() && x.X.Type().Width() >= x.T.Width()
				}
			})
		})
		if rounds && e.Pos.IsValid() {
			l.notes.assume(e.Pos, "assumes that floats have the precision of their types, as with gcc -m32 -msse2 -mfpmath=sse")
			return
		}
	}
}
