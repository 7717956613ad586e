package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Blocks, and the lives of what is declared in them or made besides: compound
// literals, variable-length arrays, and the locals of recursive functions. A
// temporary, such as the structure in f().a, lives until the end of the full
// expression.

// open begins a block. What it returns ends it.
func (f *fn) open(n cc.Node) func() {
	depth := len(f.Blocks)
	f.Blocks = append(f.Blocks, emit.Block{Node: n})
	return func() {
		f.endBlocks(depth)
		f.Blocks = f.Blocks[:depth]
	}
}

// endBlocks ends the blocks from a depth on, the innermost first.
func (f *fn) endBlocks(depth int) {
	top := len(f.Blocks)
	for i := top - 1; i >= depth; i-- {
		if c := f.Blocks[i].Cleanups; len(c) > 0 {
			f.EndLives(i+1, top)
			f.cleanUp(c)
			top = i + 1
		}
	}
	f.EndLives(depth, top)
}

// gotoLabel continues at a label and ends the blocks that this leaves.
func (f *fn) gotoLabel(x *cc.LabeledStatement) {
	depth := f.DepthAt(x)
	f.endBlocks(depth)
	f.backTo(x, depth)
	f.Jump(f.label(x).loc)
}

// Labels, jumps and returns.

// jumpTo ends the blocks that the innermost of the targets lies outside of, and
// continues there.
func (f *fn) jumpTo(targets []target) {
	if n := len(targets); n > 0 {
		f.endBlocks(targets[n-1].depth)
		f.Jump(targets[n-1].loc)
	}
}

func (f *fn) jumpStmt(x *cc.JumpStatement) {
	at := f.l.Linked.Sources.Between(x.Token, x.Token)
	switch x.Case {
	case cc.JumpStatementGoto:
		name := x.Token2.SrcStr()
		if labs := f.Procedure.Func.Jumps.Labels[name]; len(labs) == 1 {
			f.gotoLabel(labs[0])
			return
		}
		at = f.l.Linked.Sources.Between(x.Token, x.Token2)
		f.Try(at, func() {
			_, lab := f.Procedure.Func.LabelOwner(name)
			if lab == nil {
				f.Fail(nil, "goto %s", name)
			}
			f.jumpOut(lab, at)
		})
	case cc.JumpStatementGotoExpr:
		f.Try(f.l.Linked.Sources.Node(x.ExpressionList), func() { f.computedGoto(x.ExpressionList) })
	case cc.JumpStatementContinue:
		f.jumpTo(f.jumps.continues)
	case cc.JumpStatementBreak:
		f.jumpTo(f.jumps.breaks)
	case cc.JumpStatementReturn:
		f.returnStmt(x)
	}
}

// computedGoto lowers goto *e: one branch for each label of the function whose
// address is used.
func (f *fn) computedGoto(n cc.ExpressionNode) {
	at := f.l.Linked.Sources.Node(n)
	v := f.rvalue(n)
	if v.Type.Kind != ctypes.Pointer {
		f.Fail(n, "computed goto")
	}
	from := f.Cur
	rest := cfg.Expr(cfg.True)
	for _, name := range f.Procedure.Func.Jumps.AddrLabels {
		labs := f.Procedure.Func.Jumps.Labels[name]
		if len(labs) != 1 {
			continue
		}
		f.Cur = from
		cond := emit.Binary(cfg.Eq, v.Expr, f.SizeConst(f.l.Names.Label(name)))
		f.Assume(cond, parse.Span{Pos: at.Pos, Text: at.Text + " == &&" + name}, cfg.RoleUser)
		f.gotoLabel(labs[0])
		rest = emit.Binary(cfg.LAnd, rest, cfg.Negate(cond))
	}
	f.Cur = from
	f.Assume(rest, parse.Span{}, cfg.RoleImplicit)
	f.Unsupported("computed goto to an unknown target", at)
}

func (f *fn) returnStmt(x *cc.JumpStatement) {
	at := f.l.Linked.Sources.Between(x.Token, x.Token)
	e := x.ExpressionList
	if e == nil {
		f.endFunction()
		f.noResult()
		f.returns(at)
		return
	}
	at = f.l.Linked.Sources.Between(x.Token, syntax.Last(e))
	f.Try(at, func() {
		t := f.Procedure.Type.Result
		if f.cleans() {
			f.cleanReturn(e, t, at)
			return
		}
		switch {
		case f.Proc.Ret != nil && t.Scalar():
			dst := emit.Place{Type: t, Flat: &emit.Flat{Type: t, Var: f.Proc.Ret}}
			if v := f.valueFor(e, dst, at); v.Type != nil {
				f.Store(dst, v, at, cfg.RoleUser)
			}
		case f.Procedure.Result != nil:
			f.Store(f.Of(f.Procedure.Result), f.rvalue(e), at, cfg.RoleUser)
		default:
			f.Effect(e)
		}
	})
	f.returns(at)
}

// returns leaves the function, which C does not define for one that is declared
// not to return.
func (f *fn) returns(at parse.Span) {
	if name := f.Procedure.Func.Name; !f.l.Linked.Symbols.Noreturn[name] || f.Dead() {
	} else if f.Asks(safety.Unreachable) {
		f.Forbidden(safety.Unreachable, cfg.True, emit.Forbidden("return from "+f.Procedure.CFG.Name+", which is declared not to return"), at)
	} else {
		f.Unsupported("return from "+f.Procedure.CFG.Name+", which is declared not to return,", at)
	}
	f.listsEnded(at)
	f.Jump(f.jumps.leave)
}

// endFunction ends the scopes of all variables that are cleaned up.
func (f *fn) endFunction() {
	if f.cleans() {
		f.endBlocks(0)
	}
}

// cleanReturn is a return statement with functions that run between the
// evaluation of the result and its delivery, and may return something
// themselves.
func (f *fn) cleanReturn(e cc.ExpressionNode, t *ctypes.Type, at parse.Span) {
	var result emit.Place
	switch {
	case f.Proc.Ret != nil && t.Scalar():
		result = emit.Place{Type: t, Flat: &emit.Flat{Type: t, Var: f.Temp(t)}}
	case f.Procedure.Result != nil:
		result = f.StructTemp(t)
	default:
		f.Effect(e)
		f.endFunction()
		return
	}
	f.Store(result, f.rvalue(e), at, cfg.RoleUser)
	f.endFunction()
	dst := emit.Place{Type: t, Flat: &emit.Flat{Type: t, Var: f.Proc.Ret}}
	if f.Procedure.Result != nil {
		dst = f.Of(f.Procedure.Result)
	}
	f.Store(dst, f.Load(result), parse.Span{}, cfg.RoleImplicit)
}

// noResult leaves the result of a function that has one without a value.
func (f *fn) noResult() {
	if r := f.Proc.Ret; r != nil {
		f.Emit(&cfg.Havoc{Dst: r, Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
	}
	if f.Procedure.Result != nil {
		f.uninit(f.Procedure.Result, nil)
	}
}
