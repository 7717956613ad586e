package emit

import (
	"culprit/cfg"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// OldStyle reports whether the function is defined with a list of names, so that
// its arguments are promoted.
func (pr *Proc) OldStyle() bool {
	dd := syntax.OwnParameters(pr.Func.Def.Declarator)
	return dd != nil && dd.Case == cc.DirectDeclaratorFuncIdent
}

func (s *Site) Setjmp() bool {
	_, ok := s.Node.(*cc.PostfixExpression)
	return ok
}

// Framed returns the innermost of the functions around pr that has a frame.
func (pr *Proc) Framed() *Proc {
	for o := pr.Nesting.Outer; o != nil; o = o.Nesting.Outer {
		if o.Nesting.Frame != nil {
			return o
		}
	}
	return nil
}

// Inside reports whether pr is nested in o.
func (pr *Proc) Inside(o *Proc) bool {
	for p := pr.Nesting.Outer; p != nil; p = p.Nesting.Outer {
		if p == o {
			return true
		}
	}
	return false
}

// FrameOf is the address of the frame of o, the function being lowered or one
// around it.
func (f *Emitter) FrameOf(o *Proc) cfg.Expr {
	if o == f.Procedure {
		return &cfg.VarRef{V: o.Nesting.Frame.At}
	}
	at := cfg.Expr(&cfg.VarRef{V: f.Procedure.Nesting.Chain})
	for p := f.Procedure.Framed(); p != o; p = p.Framed() {
		at = f.Word(at, FrameChain*f.Program.Word())
	}
	return at
}

func (f *Emitter) SetWord(at cfg.Expr, off uint64, v cfg.Expr) {
	f.Emit(&cfg.Store{Addr: f.Offset(at, off), Val: v}, parse.Span{}, cfg.RoleImplicit)
}

// Word reads a word of a frame.
func (f *Emitter) Word(at cfg.Expr, off uint64) cfg.Expr {
	return &cfg.Load{T: cfg.BV(f.Program.Options.PtrBits), Addr: f.Offset(at, off)}
}

func (l *Program) FuncOffset(i int) uint64 { return (FrameFuncs + uint64(i)) * l.Word() }
