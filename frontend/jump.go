package frontend

import (
	"slices"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// Labels, jumps and returns.

func (f *fn) labeled(x *cc.LabeledStatement) {
	switch x.Case {
	case cc.LabeledStatementLabel:
		name := x.Token.SrcStr()
		at := f.l.src.between(x.Token, x.Token)
		loc := f.label(x)
		loc.Pos = at.pos
		f.jump(loc)
		f.cur = loc
		if f.l.errLabels && name == "ERROR" {
			f.end(cfg.Error, cfg.Reason{Kind: cfg.ErrorLabel, Name: name}, at)
		}
		f.seen[x] = true
		f.labelled(x)
		f.entered()
	default:
		if loc := f.cases[x]; loc != nil {
			f.jump(loc)
			f.cur = f.l.find(loc)
			f.entered()
		}
	}
	f.stmt(x.Statement)
}

// label returns the location of a label.
func (f *fn) label(x *cc.LabeledStatement) *cfg.Loc {
	loc := f.labels[x]
	if loc == nil {
		loc = f.newLoc(cfg.Pos{})
		f.labels[x] = loc
	}
	return loc
}

func (f *fn) jumpStmt(x *cc.JumpStatement) {
	at := f.l.src.between(x.Token, x.Token)
	switch x.Case {
	case cc.JumpStatementGoto:
		name := x.Token2.SrcStr()
		if labs := f.pr.fn.labels[name]; len(labs) == 1 {
			f.gotoLabel(labs[0])
			return
		}
		at = f.l.src.between(x.Token, x.Token2)
		f.try(at, func() {
			_, lab := f.pr.fn.labelOwner(name)
			if lab == nil {
				f.fail(nil, "goto %s", name)
			}
			f.jumpOut(lab, at)
		})
	case cc.JumpStatementGotoExpr:
		f.try(f.l.src.node(x.ExpressionList), func() { f.computedGoto(x.ExpressionList) })
	case cc.JumpStatementContinue:
		if n := len(f.conts); n > 0 {
			f.endBlocks(f.contDepth[n-1])
			f.jump(f.conts[n-1])
		}
	case cc.JumpStatementBreak:
		if n := len(f.breaks); n > 0 {
			f.endBlocks(f.breakDepth[n-1])
			f.jump(f.breaks[n-1])
		}
	case cc.JumpStatementReturn:
		f.returnStmt(x)
	}
}

// label notes a label; f is nil outside of functions.
func (f *function) label(x *cc.LabeledStatement) {
	if f == nil {
		return
	}
	if f.labels == nil {
		f.labels = map[string][]*cc.LabeledStatement{}
	}
	name := x.Token.SrcStr()
	f.labels[name] = append(f.labels[name], x)
}

// addrLabel notes a use of &&name.
func (f *function) addrLabel(name string) {
	if !slices.Contains(f.addrLabels, name) {
		f.addrLabels = append(f.addrLabels, name)
	}
}

// labelAddr is the value of &&name: a small number that no object's address
// equals.
func (l *lowerer) labelAddr(name string) uint64 {
	if l.labelIDs[name] == 0 {
		l.labelIDs[name] = uint64(len(l.labelIDs)+1) * 8
	}
	return l.labelIDs[name]
}

// computedGoto lowers goto *e: one branch for each label of the function whose
// address is used.
func (f *fn) computedGoto(n cc.ExpressionNode) {
	at := f.l.src.node(n)
	v := f.rvalue(n)
	if v.t.k != kPtr {
		f.fail(n, "computed goto")
	}
	from := f.cur
	rest := cfg.Expr(cfg.True)
	for _, name := range f.pr.fn.addrLabels {
		labs := f.pr.fn.labels[name]
		if len(labs) != 1 {
			continue
		}
		f.cur = from
		cond := binary(cfg.Eq, v.e, f.sizeConst(f.l.labelAddr(name)))
		f.assume(cond, span{pos: at.pos, text: at.text + " == &&" + name}, cfg.RoleUser)
		f.gotoLabel(labs[0])
		rest = binary(cfg.LAnd, rest, not(cond))
	}
	f.cur = from
	f.assume(rest, span{}, cfg.RoleImplicit)
	f.unsupported("computed goto to an unknown place", at)
}

func (f *fn) returnStmt(x *cc.JumpStatement) {
	at := f.l.src.between(x.Token, x.Token)
	e := x.ExpressionList
	if e == nil {
		f.endFunction()
		f.noResult()
		f.jump(f.leave)
		return
	}
	at = f.l.src.between(x.Token, lastToken(e))
	f.try(at, func() {
		t := f.pr.t.ret
		if f.cleans(0) {
			f.cleanReturn(e, t, at)
			return
		}
		switch {
		case f.p.Ret != nil && t.scalar():
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
	f.jump(f.leave)
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
func (f *fn) cleanReturn(e cc.ExpressionNode, t *ctype, at span) {
	var result place
	switch {
	case f.p.Ret != nil && t.scalar():
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
	f.store(dst, f.load(result), span{}, cfg.RoleImplicit)
}

// noResult leaves the result of a function that has one without a value.
func (f *fn) noResult() {
	if r := f.p.Ret; r != nil {
		f.emit(&cfg.Havoc{Dst: r, Kind: cfg.Uninit}, span{}, cfg.RoleImplicit)
	}
}
