package frontend

import (
	"fmt"
	"math"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/argv"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/entry"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

func newLowerer(conf Config, u *link.Program) *lowerer {
	u.Lengths = conf.Checks&safety.Length != 0 || conf.Execute
	p := emit.New(emit.Options{PtrBits: conf.PtrBits, Execute: conf.Execute, Checks: conf.Checks, UnsignedChar: conf.UnsignedChar}, u)
	lib := library.Config{PtrBits: conf.PtrBits, Main: conf.Main, Execute: conf.Execute, Checks: conf.Checks, MallocMayFail: conf.MallocMayFail, ExternAny: conf.ExternAny}
	if conf.Call != nil {
		lib.Harness = entry.Prefix
	}
	l := &lowerer{conf: conf, Models: library.NewModels(lib, p, link.NewErrorFuncs(conf.ErrorFuncs, !conf.Checks.Assertions(), u))}
	l.Program.ConstInt = l.constInt
	l.indexed, l.led = map[cfg.Expr]safety.Indexed{}, map[cc.ExpressionNode]cfg.Pos{}
	l.enums = enumerations{values: map[*cc.Enumerator]emit.Value{}, types: map[*cc.Enumerator]*ctypes.Type{}}
	for _, e := range u.Symbols.Attributes.EnumOf {
		if t, ok := e.Type().(*cc.EnumType); ok && (t.Min() < math.MinInt32 || t.Max() > math.MaxInt32) {
			l.enums.wide = true
		}
	}
	l.Types.Read(u.ASTs, u.Symbols.Attributes)
	l.Types.Evaluate(u.Sources, l.constInt, syntax.Changes, l.enumType)
	if conf.Execute {
		u.Taken[clib.Errno] = true // the library writes it, too
	}
	l.Reach = u.Reachable(conf.Main, func(f string) bool { return l.Errs.Violates(f) || link.AlwaysBuiltin[f] })
	l.Errs.Reached(!conf.Checks.Assertions(), conf.ErrorLabels, u, l.Reach)
	l.Effects = link.NewEffects(u, l.Types, l.Reach, &l.Errs)
	return l
}

// run lowers everything main reaches.
func (l *lowerer) run() {
	for _, name := range l.Reach.Funcs {
		l.declare(l.Linked.Funcs[name])
	}
	m := l.Procs.Named[l.conf.Main]
	l.CFG.Main = m.CFG
	l.static.init = l.newFn(m)
	l.static.init.Constant = true
	l.static.init.Cur = l.CFG.NewLoc(m.CFG, m.CFG.Pos)
	m.CFG.Entry = l.static.init.Cur
	if why := l.Linked.Symbols.Hidden; why != "" {
		l.static.init.Unsupported(why, parse.Span{Pos: m.CFG.Pos})
		l.static.init.Start(l.static.init.NewLoc(m.CFG.Pos))
	}
	l.static.init.RoundingMode()
	l.nest()
	l.findSites()
	l.globals()
	for i := 0; i < len(l.Procs.Order); i++ { // bodies may add procedures
		if pr := l.Procs.Order[i]; pr != m && !pr.Inside(m) {
			l.body(pr, nil)
		}
	}
	others := len(l.Procs.Order)
	// The body of main comes last, because bodies add static variables and
	// strings, whose initialisers run before it. Its parameters come first
	// of all in the numbering anyway.
	mainStart := l.CFG.NewLoc(m.CFG, m.CFG.Pos)
	l.body(m, mainStart)
	for i := 0; i < len(l.Procs.Order); i++ {
		if pr := l.Procs.Order[i]; pr.Inside(m) || i >= others {
			l.body(pr, nil)
		}
	}
	l.static.initialise()
	for _, a := range l.Linked.Symbols.Attributes.Unheard {
		if at := l.Linked.Sources.Between(a.Tok, a.Tok); at.Pos.IsValid() {
			l.Notes.Add(at.Pos, "attribute %s is unknown and ignored", a.Name)
		}
	}
	l.vector = argv.Parameters(&l.static.init.Emitter, m, l.conf.Execute)
	l.static.init.constructors(m)
	l.static.init.Jump(mainStart)
	l.finish()
}

// asserts refuses the program if a static assertion of it is false, a constant
// of an enumeration has no value, or the size of a bit-field is asked for. (cc would
// compute with sizes of its own.)
func (l *lowerer) asserts() error {
	for _, ast := range l.Linked.ASTs {
		syntax.Each(ast.TranslationUnit, func(n cc.Node) {
			switch n := n.(type) {
			case *cc.EnumSpecifier:
				if n.EnumeratorList != nil {
					l.enumType(syntax.Enumerators(n))
				}
			case *cc.UnaryExpression:
				if m, ok := syntax.Unparen(syntax.AddressOperand(n)).(*cc.PostfixExpression); ok && m.Field() != nil && m.Field().IsBitfield() {
					l.Linked.RefuseAt(l.Linked.Sources.Position(n), "a bit-field has no address: %s", m.Field().Name())
				}
				sized := n.Case == cc.UnaryExpressionSizeofExpr || n.Case == cc.UnaryExpressionAlignofExpr
				if m, ok := syntax.Unparen(n.UnaryExpression).(*cc.PostfixExpression); ok && sized && m.Field() != nil && m.Field().IsBitfield() {
					l.Linked.RefuseAt(l.Linked.Sources.Position(n), "a bit-field has no size or alignment to ask for: %s", m.Field().Name())
				}
			case *cc.DirectDeclarator:
				l.length(n.AssignmentExpression)
			case *cc.DirectAbstractDeclarator:
				l.length(n.AssignmentExpression)
			case *cc.StaticAssertDeclaration:
				e := n.ConstantExpression
				if s, ok := syntax.Unparen(e).(*cc.UnaryExpression); ok && s.Case == cc.UnaryExpressionSizeofExpr {
					e = s.UnaryExpression // the rewriter put it there
				}
				if v, known := l.constInt(e); known && v == 0 {
					l.Linked.RefuseAt(l.Linked.Sources.Position(n), "static assertion failed: %s", syntax.StringText(n.Token4))
				}
			}
		})
	}
	if l.Linked.Refused != nil {
		return l.Linked.Refused
	}
	return nil
}

// length refuses the length of an array that the rewriter kept from cc and that is
// negative.
func (l *lowerer) length(e cc.ExpressionNode) {
	if x, ok := e.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall {
		if v, known := l.constInt(e); known && v < 0 {
			l.Linked.RefuseAt(l.Linked.Sources.Position(e), "the length of an array is negative: %s", l.Linked.Sources.Node(e).Text)
		}
	}
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
		f.l.keep(own, d, f.l.Types.Constant(d))
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
			f.Handlers(parse.Span{})
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
