package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Labels, jumps and returns.

// jumps says where the jumps within a function go.
type jumps struct {
	labels            map[*cc.LabeledStatement]*label
	cases             map[*cc.LabeledStatement]*cfg.Loc
	breaks, continues []target // of the open loops and switches, outermost first
	landings          map[*site]*landing
	leave             *cfg.Loc // where a return goes
}

// label is a label of the function.
type label struct {
	loc     *cfg.Loc
	lowered bool
	begun   []scopes // what had begun in each open block, where that matters
}

// target is where break or continue goes, and how many blocks are open there.
type target struct {
	loc   *cfg.Loc
	depth int
}

// target is the place x in the blocks that are open now.
func (f *fn) target(x *cfg.Loc) target { return target{x, len(f.blocks)} }

// jumpTo ends the blocks that the innermost of the targets lies outside of, and
// continues there.
func (f *fn) jumpTo(targets []target) {
	if n := len(targets); n > 0 {
		f.endBlocks(targets[n-1].depth)
		f.jump(targets[n-1].loc)
	}
}

func (f *fn) labeled(x *cc.LabeledStatement) {
	switch x.Case {
	case cc.LabeledStatementLabel:
		name := x.Token.SrcStr()
		at := f.l.u.Sources.Between(x.Token, x.Token)
		lab := f.label(x)
		loc := lab.loc
		loc.Pos = at.Pos
		f.jump(loc)
		f.cur = loc
		if f.l.errs.Labels && name == "ERROR" {
			f.end(cfg.Error, cfg.Reason{Kind: cfg.ErrorLabel, Name: name}, at)
		}
		lab.lowered = true
		f.labelled(lab)
		f.entered()
	default:
		if loc := f.jumps.cases[x]; loc != nil {
			f.jump(loc)
			f.cur = f.l.locs.find(loc)
			f.entered()
		}
	}
	f.stmt(x.Statement)
}

// label returns what is known of a label.
func (f *fn) label(x *cc.LabeledStatement) *label {
	lab := f.jumps.labels[x]
	if lab == nil {
		lab = &label{loc: f.newLoc(cfg.Pos{})}
		f.jumps.labels[x] = lab
	}
	return lab
}

func (f *fn) jumpStmt(x *cc.JumpStatement) {
	at := f.l.u.Sources.Between(x.Token, x.Token)
	switch x.Case {
	case cc.JumpStatementGoto:
		name := x.Token2.SrcStr()
		if labs := f.pr.fn.Jumps.Labels[name]; len(labs) == 1 {
			f.gotoLabel(labs[0])
			return
		}
		at = f.l.u.Sources.Between(x.Token, x.Token2)
		f.try(at, func() {
			_, lab := f.pr.fn.LabelOwner(name)
			if lab == nil {
				f.fail(nil, "goto %s", name)
			}
			f.jumpOut(lab, at)
		})
	case cc.JumpStatementGotoExpr:
		f.try(f.l.u.Sources.Node(x.ExpressionList), func() { f.computedGoto(x.ExpressionList) })
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
	at := f.l.u.Sources.Node(n)
	v := f.rvalue(n)
	if v.t.Kind != ctypes.Pointer {
		f.fail(n, "computed goto")
	}
	from := f.cur
	rest := cfg.Expr(cfg.True)
	for _, name := range f.pr.fn.Jumps.AddrLabels {
		labs := f.pr.fn.Jumps.Labels[name]
		if len(labs) != 1 {
			continue
		}
		f.cur = from
		cond := binary(cfg.Eq, v.e, f.sizeConst(f.l.names.label(name)))
		f.assume(cond, parse.Span{Pos: at.Pos, Text: at.Text + " == &&" + name}, cfg.RoleUser)
		f.gotoLabel(labs[0])
		rest = binary(cfg.LAnd, rest, cfg.Negate(cond))
	}
	f.cur = from
	f.assume(rest, parse.Span{}, cfg.RoleImplicit)
	f.unsupported("computed goto to an unknown target", at)
}

func (f *fn) returnStmt(x *cc.JumpStatement) {
	at := f.l.u.Sources.Between(x.Token, x.Token)
	e := x.ExpressionList
	if e == nil {
		f.endFunction()
		f.noResult()
		f.returns(at)
		return
	}
	at = f.l.u.Sources.Between(x.Token, syntax.Last(e))
	f.try(at, func() {
		t := f.pr.t.Result
		if f.cleans(0) {
			f.cleanReturn(e, t, at)
			return
		}
		switch {
		case f.p.Ret != nil && t.Scalar():
			dst := place{t: t, flat: &flat{t: t, v: f.p.Ret}}
			if v := f.valueFor(e, dst, at); v.t != nil {
				f.store(dst, v, at, cfg.RoleUser)
			}
		case f.pr.ret != nil:
			f.store(f.of(f.pr.ret), f.rvalue(e), at, cfg.RoleUser)
		default:
			f.effect(e)
		}
	})
	f.returns(at)
}

// returns leaves the function, which C does not define for one that is declared
// not to return.
func (f *fn) returns(at parse.Span) {
	if name := f.pr.fn.Name; !f.l.u.Symbols.Noreturn[name] || f.dead() {
	} else if f.asks(safety.Unreachable) {
		f.forbidden(safety.Unreachable, cfg.True, forbidden("return from "+f.pr.p.Name+", which is declared not to return"), at)
	} else {
		f.unsupported("return from "+f.pr.p.Name+", which is declared not to return,", at)
	}
	f.jump(f.jumps.leave)
}

// endFunction ends the scopes of all variables that are cleaned up.
func (f *fn) endFunction() {
	if f.cleans(0) {
		f.endBlocks(0)
	}
}

// cleanReturn is a return statement with functions that run between the
// evaluation of the result and its delivery, and may return something
// themselves.
func (f *fn) cleanReturn(e cc.ExpressionNode, t *ctypes.Type, at parse.Span) {
	var result place
	switch {
	case f.p.Ret != nil && t.Scalar():
		result = place{t: t, flat: &flat{t: t, v: f.temp(t)}}
	case f.pr.ret != nil:
		result = f.structTemp(t)
	default:
		f.effect(e)
		f.endFunction()
		return
	}
	f.store(result, f.rvalue(e), at, cfg.RoleUser)
	f.endFunction()
	dst := place{t: t, flat: &flat{t: t, v: f.p.Ret}}
	if f.pr.ret != nil {
		dst = f.of(f.pr.ret)
	}
	f.store(dst, f.load(result), parse.Span{}, cfg.RoleImplicit)
}

// noResult leaves the result of a function that has one without a value.
func (f *fn) noResult() {
	if r := f.p.Ret; r != nil {
		f.emit(&cfg.Havoc{Dst: r, Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
	}
}
