package frontend

import (
	"fmt"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// fn lowers the body of one procedure: its declarations, statements, expressions
// and calls.
type fn struct {
	library.Caller
	l            *lowerer
	locals       locals
	jumps        jumps
	alternatives int // open calls of unsequenced that lower both orders
	// evaluated holds the values of expressions that are evaluated before what
	// they are part of.
	evaluated map[cc.ExpressionNode]emit.Value
}

// locals says where what the procedure declares lives.
type locals struct {
	vars     map[*cc.Declarator]*emit.Storage
	like     map[*cc.Declarator]cc.ExpressionNode // those declared by typeof(expression)
	literals map[cc.Node]*emit.Storage            // compound literals
	indexed  *cc.Declarator                       // argv of main, while an index is applied to it
	cut      map[cc.ExpressionNode]cut            // operations whose result is cut
	cancels  map[cc.ExpressionNode]bool           // operations whose left operand cancels with another one
	lists    map[*cc.Declarator]*cfg.Var          // whether a va_list has been begun and not ended
	begun    []*cc.Declarator                     // those, in order
}

func (l *lowerer) newFn(pr *emit.Proc) *fn {
	f := &fn{l: l,
		locals: locals{vars: map[*cc.Declarator]*emit.Storage{}, like: map[*cc.Declarator]cc.ExpressionNode{}, literals: map[cc.Node]*emit.Storage{},
			cut: map[cc.ExpressionNode]cut{}, cancels: map[cc.ExpressionNode]bool{}},
		jumps: jumps{labels: map[*cc.LabeledStatement]*label{}, cases: map[*cc.LabeledStatement]*cfg.Loc{}, landings: map[*emit.Site]*landing{}}}
	f.Caller = library.NewCaller(&l.Models, f, emit.Emitter{Program: &l.Program, Procedure: pr, Lower: f.rvalue})
	if pr != nil {
		f.Proc = pr.CFG
	}
	return f
}

// bindParam gives a parameter its storage; those in memory are copied in.
func (f *fn) bindParam(pr *emit.Proc, i int, d *cc.Declarator) {
	s := pr.Stores[i]
	t := s.Type
	inMemory := t.Aggregate() && s.Flat.Var != nil && s.Flat.Type.Kind == ctypes.Pointer
	taken := d != nil && f.l.Linked.Taken[f.l.Linked.VarKey(d)]
	if !taken && !inMemory {
		if d != nil {
			f.locals.vars[d] = s
		}
		return
	}
	own := &emit.Storage{Type: t}
	name := fmt.Sprintf("#%d", i)
	if d != nil {
		name = d.Name()
	}
	f.Memory(own, name, t, s.Flat.Var.Pos)
	if d != nil {
		f.locals.vars[d] = own
	}
	in := s.Flat.Var
	f.Entry = append(f.Entry, func() {
		f.keepAddress(d, own)
		dst := f.Of(own)
		if inMemory {
			f.CopyPlace(dst, emit.Place{Type: t, Addr: &cfg.VarRef{V: in}}, parse.Span{}, cfg.RoleImplicit)
			return
		}
		f.Store(dst, emit.Value{Expr: &cfg.VarRef{V: in}, Type: t}, parse.Span{}, cfg.RoleImplicit)
	})
}

// body lowers the body of pr. start, if not nil, is where it begins;
// otherwise that is the entry of the procedure.
func (l *lowerer) body(pr *emit.Proc, start *cfg.Loc) {
	f := l.newFn(pr)
	if start == nil {
		start = l.CFG.NewLoc(pr.CFG, pr.CFG.Pos)
		pr.CFG.Entry = start
	}
	f.Cur = start
	f.jumps.leave = pr.CFG.Exit
	main := pr.Func.Name == l.conf.Main
	handlers := main && l.RunsAfterMain()
	if handlers || main && l.Open() != nil || pr.Nesting.Frame != nil {
		f.jumps.leave = f.NewLoc(cfg.Pos{})
	}
	// Entry statements are known only after the body: it starts after them.
	bodyStart := f.NewLoc(pr.CFG.Pos)
	f.Cur = bodyStart
	f.At = pr.DeclPos
	f.Try(pr.DeclPos, func() {
		if pr.Unsupported != "" {
			f.Fail(nil, "%s", pr.Unsupported)
		}
		for i, d := range pr.Params {
			f.bindParam(pr, i, d)
		}
		f.measureParams()
		f.compound(pr.Func.Def.CompoundStatement)
	})
	if f.Cur != nil {
		if r := pr.CFG.Ret; r != nil && pr.Func.Name == l.conf.Main && pr.Type.Result.Kind != ctypes.Void {
			f.Emit(&cfg.Assign{Dst: r, Src: emit.Const(r.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
		} else {
			f.noResult()
		}
		f.returns(pr.DeclPos)
	}
	f.unreached()
	if f.jumps.leave != pr.CFG.Exit {
		f.Start(f.jumps.leave)
		f.closeFrame()
		if handlers {
			if f.Scoped() {
				f.EndObjects(f.Mine())
			}
			f.Handlers()
		}
		if main {
			f.LeftOpen(pr.DeclPos)
		}
		f.Jump(pr.CFG.Exit)
	}
	f.Cur = start
	f.At = pr.DeclPos
	f.openFrame()
	f.activated()
	for _, g := range f.Entry {
		g()
	}
	f.Jump(bodyStart)
	l.CFG.NewEdge(pr.CFG.Exit, pr.CFG.Exit, &cfg.Return{}, cfg.Pos{}, "", cfg.RoleImplicit)
	pr.Vars = f.locals.vars
}
