package library

import (
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
)

// Rounding. In a program that calls fesetround a variable has the mode, in the
// numbers of x86's fenv.h, and each operation that rounds is a choice among
// those of cfg. Operations on constants are the compiler's, which rounds to
// nearest, and so is what is computed for the initial values of objects.

// RoundingMode makes the variable if the program may set the mode.
func (f *Caller) RoundingMode() {
	l := f.l
	if !l.calls(clib.SetRound) {
		return
	}
	v := l.NewVar(nil, "#rounding", l.Types.Int, cfg.Pos{})
	v.Temp = true
	l.Procs.Rounding = v
	f.Emit(&cfg.Assign{Dst: v, Src: emit.Const(v.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
}

// setRounding lowers fesetround.
func setRounding(f *Caller, c *Call) Result {
	tt := f.l.Types
	mode := f.Save(emit.Value{Expr: f.Conv(f.Lower(f.Arg(c, 0)), tt.Int), Type: tt.Int}).Expr
	is := func(m uint64) cfg.Expr { return emit.Binary(cfg.Eq, mode, emit.Const(cfg.BV(32), m)) }
	known := is(0)
	for _, d := range emit.DirectedModes {
		known = emit.Binary(cfg.LOr, known, is(d.Fenv))
	}
	v := f.l.Procs.Rounding
	f.Choose(is(0), parse.Span{Pos: c.At.Pos}, func() {
		f.Emit(&cfg.Assign{Dst: v, Src: emit.Const(v.Type, 0)}, c.At, cfg.RoleImplicit)
	}, func() {
		if f.Cur != nil {
			f.l.Procs.Redirected = append(f.l.Procs.Redirected, f.Cur)
		}
		f.Emit(&cfg.Assign{Dst: v, Src: emit.Ite(known, mode, &cfg.VarRef{V: v})}, c.At, cfg.RoleImplicit)
	})
	return Give(emit.Value{Expr: emit.Ite(known, emit.Const(cfg.BV(32), 0), emit.Const(cfg.BV(32), 1)), Type: tt.Int})
}

// getRounding lowers fegetround.
func getRounding(f *Caller, c *Call) Result {
	return Give(emit.Value{Expr: f.OfMode(0, 0x400, 0x800, 0xc00), Type: f.l.Types.Int})
}

// roundingStyle is FLT_ROUNDS.
func roundingStyle(f *Caller, c *Call) Result {
	return Give(emit.Value{Expr: f.OfMode(1, 3, 2, 0), Type: f.l.Types.Int})
}

// RefuseDirected ends the paths on which another mode than to nearest is set,
// in a program that computes with long double: its routines know no other.
func (l *Models) RefuseDirected() {
	extended := false
	for name := range l.Procs.Routines {
		extended = extended || strings.Contains(name, "extended")
	}
	if !extended {
		return
	}
	for _, at := range l.Procs.Redirected {
		at = l.Locations.Find(at)
		at.Kind, at.Reason, at.Out = cfg.Unsupported, cfg.Reason{Kind: cfg.Construct, Text: "change of the rounding mode of long double"}, nil
		l.CFG.Edges = slices.DeleteFunc(l.CFG.Edges, func(e *cfg.Edge) bool { return e.From == at })
	}
}

// Precise notes that floats are computed in their own precision, in a data model
// where gcc does not see to that.
func (l *Models) Precise() {
	if l.conf.PtrBits != 32 {
		return
	}
	for _, e := range l.CFG.Edges {
		rounds := false
		for x := range cfg.StmtParts(e.Stmt) {
			switch x := x.(type) {
			case *cfg.Binary:
				rounds = rounds || x.Op.Rounds()
			case *cfg.Unary:
				rounds = rounds || x.Op.Rounds()
			case *cfg.Cast:
				rounds = rounds || x.Op.Rounds() && x.X.Type().Width() >= x.T.Width()
			}
		}
		if rounds && e.Pos.IsValid() {
			l.Notes.Assume(e.Pos, "assumes that floats have the precision of their types, as with gcc -m32 -msse2 -mfpmath=sse")
			return
		}
	}
}
