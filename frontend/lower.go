package frontend

import (
	"fmt"
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// lowerer lowers a linked program. What a procedure body needs besides is in fn.
type lowerer struct {
	library.Models
	conf  Config
	enums enumerations

	static    staticInits
	argCount  *cfg.Var // what argc is at first; see arguments.go
	unwinding unwinding
	indexed   map[cfg.Expr]safety.Indexed   // elements of inner arrays, by address
	led       map[cc.ExpressionNode]cfg.Pos // inner arrays that become pointers
}

func newLowerer(conf Config, u *link.Program) *lowerer {
	u.Lengths = conf.Checks&safety.Length != 0 || conf.Execute
	p := emit.New(emit.Options{PtrBits: conf.PtrBits, Execute: conf.Execute, Checks: conf.Checks, UnsignedChar: conf.UnsignedChar}, u)
	lib := library.Config{PtrBits: conf.PtrBits, Main: conf.Main, Entered: conf.Call != nil, Execute: conf.Execute, Checks: conf.Checks, MallocMayFail: conf.MallocMayFail, ExternAny: conf.ExternAny}
	l := &lowerer{conf: conf, Models: library.NewModels(lib, p, link.NewErrorFuncs(conf.ErrorFuncs, !conf.Checks.Assertions(), u))}
	l.Program.ConstInt = l.constInt
	l.indexed, l.led = map[cfg.Expr]safety.Indexed{}, map[cc.ExpressionNode]cfg.Pos{}
	l.enums = enumerations{values: map[*cc.Enumerator]emit.Value{}, types: map[*cc.Enumerator]*ctypes.Type{}}
	l.Types.Read(u.ASTs, u.Symbols.Attributes)
	l.Types.Evaluate(u.Sources, l.constInt, l.enumType)
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
	l.static.init.mainParams(m)
	l.static.init.constructors(m)
	l.static.init.Jump(mainStart)
	l.finish()
}

// declare creates the procedure of a reachable function.
func (l *lowerer) declare(f *link.Function) {
	l.Procs.Named[f.Name] = l.newProc(f, prelude.UserName(f.Name), l.Types.OfDecl(f.Def.Declarator))
}

// newProc creates a procedure called name for a function; t is the type of the
// function, and may have more parameters than it declares.
func (l *lowerer) newProc(f *link.Function, name string, t *ctypes.Type) *emit.Proc {
	d := f.Def.Declarator
	pr := &emit.Proc{Func: f, Type: t, Cyclic: l.Reach.Cyclic[f.Name]}
	defer func() {
		if p := recover(); p != nil {
			u, ok := p.(emit.Unsupported)
			if !ok {
				panic(p)
			}
			pr.Unsupported = u.What
		}
	}()
	pr.DeclPos = l.Linked.Sources.Between(d.NameTok(), d.NameTok())
	pr.CFG = l.CFG.NewProc(name, pr.DeclPos.Pos)
	pr.CFG.Exit = l.CFG.NewLoc(pr.CFG, cfg.Pos{})
	l.Procs.Order = append(l.Procs.Order, pr)
	l.Names.Scope(pr.CFG)
	l.declareParams(pr)
	if slices.ContainsFunc(t.Params, l.Types.Dynamic) {
		pr.Unsupported = "parameter of variable size"
	}
	for i, pt := range t.Params {
		var pd *cc.Declarator
		if i < len(pr.Params) {
			pd = pr.Params[i]
		}
		pr.Stores = append(pr.Stores, l.param(pr, pd, pt))
	}
	for i := range pr.Stores {
		for j := range i {
			l.restrict(pr, i, j)
		}
	}
	if t.Variadic && readsVarargs(f) {
		pr.VarArgs = l.NewVar(pr.CFG, "#va", l.Types.VoidPtr, cfg.Pos{})
		pr.VarArgs.Temp = true
		pr.CFG.Params = append(pr.CFG.Params, pr.VarArgs)
	}
	pr.CFG.Locals = nil
	switch {
	case t.Result.Scalar():
		l.result(pr, t.Result)
	case t.Result.Kind == ctypes.Void && l.conf.Execute && f.Name == l.conf.Main:
		l.result(pr, l.Types.Int) // the exit status
	case t.Result.Aggregate() && !l.Types.Dynamic(t.Result):
		pr.Result = l.Hidden(name+"::result", t.Result)
	case t.Result.Kind != ctypes.Void:
		pr.Unsupported = "result of type " + t.Result.Name
	}
	return pr
}

// declareParams finds the declarators of a function's parameters.
func (l *lowerer) declareParams(pr *emit.Proc) {
	d := pr.Func.Def.Declarator
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		return
	}
	var own []*cc.Declarator
	if dd := emit.OwnParameters(d); dd != nil && dd.ParameterTypeList != nil {
		for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
			own = append(own, l.ParameterDeclaration.Declarator)
		}
	}
	for i, p := range ft.Parameters() {
		if i >= len(pr.Type.Params) {
			break
		}
		pd := p.Declarator
		if len(own) == len(pr.Type.Params) { // the type may be that of another definition
			pd = own[i]
		}
		pr.Params = append(pr.Params, pd)
		if pr.Func.Name == l.conf.Main && !l.conf.Execute && l.Types.Of(p.Type()).Kind == ctypes.Pointer {
			l.Linked.Watched[pd] = true
		}
	}
}

// result creates the variable of a procedure's result.
func (l *lowerer) result(pr *emit.Proc, t *ctypes.Type) {
	v := l.CFG.NewVar(pr.CFG, "\\result", l.Types.Value(t))
	pr.CFG.Locals = pr.CFG.Locals[:len(pr.CFG.Locals)-1]
	v.CType, v.Signed = l.Types.Described(t), t.Signed
	pr.CFG.Ret = v
}

// param creates the variables of one parameter and appends them to Params.
func (l *lowerer) param(pr *emit.Proc, d *cc.Declarator, t *ctypes.Type) *emit.Storage {
	s := &emit.Storage{Type: t}
	name, pos := "", cfg.Pos{}
	taken := false
	if d != nil {
		name = d.Name()
		pos = l.Linked.Sources.Between(d.NameTok(), d.NameTok()).Pos
		taken = l.Linked.Taken[l.Linked.VarKey(d)]
	}
	if name == "" {
		name = fmt.Sprintf("#%d", len(pr.CFG.Params)+1)
	}
	switch {
	case t.Scalar(), t.Aggregate() && !taken && l.Types.Leaves(t) > 0:
		s.Flat = l.NewFlat(pr.CFG, name, t, pos)
		s.Flat.Each(func(f *emit.Flat) { pr.CFG.Params = append(pr.CFG.Params, f.Var) })
		if taken {
			s.Flat.Var.Name = l.Names.Unique(pr.CFG, name+"#in")
			s.Flat.Var.Temp = true
		}
	default: // a structure in memory, passed by address
		v := l.NewVar(pr.CFG, name+"#in", l.Types.VoidPtr, pos)
		v.Temp = true
		pr.CFG.Params = append(pr.CFG.Params, v)
		s.Flat = &emit.Flat{Type: l.Types.PointerTo(t), Var: v}
	}
	return s
}

// constant evaluates a constant expression.
func (l *lowerer) constant(n cc.ExpressionNode) (v emit.Value, f *fn, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, is := p.(emit.Unsupported); !is {
				panic(p)
			}
			ok = false
		}
	}()
	f = l.newFn(nil)
	f.Constant = true
	v = f.rvalue(n)
	return v, f, v.Type != nil
}

// constWide evaluates an integer constant expression and converts it to the
// type t of 128 bits.
func (l *lowerer) constWide(n cc.ExpressionNode, t *ctypes.Type) (emit.Value, bool) {
	x, f, ok := l.constant(n)
	if !ok || x.Type.Kind != ctypes.Int && x.Type.Kind != ctypes.Wide {
		return emit.Value{}, false
	}
	x = f.ToWide(x, t, n)
	for _, p := range f.Parts(x) {
		if _, c := p.Expr.(*cfg.Const); !c {
			return emit.Value{}, false
		}
	}
	return x, true
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

// constInt evaluates an integer constant expression.
func (l *lowerer) constInt(n cc.ExpressionNode) (int64, bool) {
	x, ok := l.constVal(n)
	if !ok {
		return 0, false
	}
	c := x.Expr.(*cfg.Const)
	if x.Type.Signed {
		return cfg.SignExtend(c.V, c.T.Width()), true
	}
	return int64(c.V), true
}

// constVal evaluates an integer constant expression to a constant of at most
// 64 bits.
func (l *lowerer) constVal(n cc.ExpressionNode) (v emit.Value, ok bool) {
	x, f, ok := l.constant(n)
	if ok && x.Type.Kind == ctypes.Wide {
		x = emit.Value{Expr: f.Conv(x, l.Types.LongLong), Type: l.Types.LongLong}
	}
	if !ok || x.Type.Kind != ctypes.Int {
		return emit.Value{}, false
	}
	c, isC := f.Bits(x).(*cfg.Const)
	return emit.Value{Expr: c, Type: x.Type}, isC
}

// restrict notes two parameters of which one is restrict.
func (l *lowerer) restrict(pr *emit.Proc, i, j int) {
	is := func(i int) bool {
		if i >= len(pr.Params) || pr.Params[i] == nil || pr.Stores[i].Type.Kind != ctypes.Pointer || l.Types.ElemOf(pr.Stores[i].Type).Kind == ctypes.Func {
			return false
		}
		found := false
		syntax.Each(pr.Params[i].Pointer, func(n cc.Node) {
			q, ok := n.(*cc.TypeQualifier)
			found = found || ok && q.Case == cc.TypeQualifierRestrict
		})
		return found
	}
	if a, b := pr.Stores[j], pr.Stores[i]; !l.conf.Execute && !prelude.Is(pr.Func.Name) && a.Type.Kind == ctypes.Pointer && b.Type.Kind == ctypes.Pointer && (is(i) || is(j)) {
		l.Typing.Restricted = append(l.Typing.Restricted, emit.Restricted{Proc: pr.CFG, A: a.Flat.Var, B: b.Flat.Var, Pos: pr.DeclPos.Pos})
	}
}
