package frontend

import (
	"fmt"
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// proc is a procedure that will be lowered.
type proc struct {
	fn     *link.Function
	p      *cfg.Proc
	t      *ctypes.Type // function type
	params []*cc.Declarator
	// ret is the hidden result of a function that returns a structure.
	ret     *storage
	pstores []*storage // parallel to params
	// va is the hidden last parameter that points to the variable arguments,
	// nil if the body does not look at them.
	va     *cfg.Var
	cyclic bool
	bad    string                      // why its calls are unsupported
	vars   map[*cc.Declarator]*storage // once its body is lowered
	nest   nesting
	jumps  nonlocalJumps
	// variants are the copies of a function that passes its variable arguments
	// on, by the types of these; packed says that this is one of them.
	variants map[string]*proc
	packed   bool
	declPos  parse.Span
}

// lowerer lowers a linked program. What a procedure body needs besides is in fn.
type lowerer struct {
	conf  Config
	prog  *cfg.Program
	u     *link.Program
	tt    *ctypes.Types
	enums enumerations
	reach *link.Reach
	errs  link.ErrorFuncs
	procs procedures

	names     names
	notes     notes
	locs      locations
	static    staticStorage
	dynamic   dynamicTypes
	effects   *link.Effects
	library   libraryState
	formats   *link.FormatSources // once asked for
	unwinding unwinding
	typing    typing
	followed  map[cfg.Expr]safety.Followed    // pointers, by the expressions in addresses
	lossy     map[cfg.Expr][]safety.Converted // conversions, by the expressions in them
}

// procedures are the procedures of the program.
type procedures struct {
	named    map[string]*proc
	order    []*proc // in which they are numbered; lowering a body may add some
	routines map[string]*routine
	// rounding is the mode that fesetround has set, in a program that calls it;
	// redirected are the locations after calls that may set another one than to
	// nearest.
	rounding   *cfg.Var
	redirected []*cfg.Loc
}

// libraryState is what the models of library functions share.
type libraryState struct {
	headers   *cfg.Region         // sizes of heap blocks, for realloc; see lib_memory.go
	questions int                 // asked so far
	argCount  *cfg.Var            // what argc is at first; see arguments.go
	kept      map[string]*cfg.Var // what calls before have answered, by what was asked; 0 at first
	order     []*cfg.Var          // those, and others that are 0 at first
	open      *cfg.Var            // what the program has to close; see lib_requires.go
}

func newLowerer(conf Config, u *link.Program) *lowerer {
	u.Lengths = conf.Checks&safety.Length != 0 || conf.Execute
	l := &lowerer{conf: conf, u: u, errs: link.NewErrorFuncs(conf.ErrorFuncs, conf.Checks != 0, u),
		prog:    &cfg.Program{File: u.Sources.Main.Name, Sources: u.Sources.Texts, PtrBits: conf.PtrBits},
		tt:      ctypes.New(conf.PtrBits, conf.UnsignedChar),
		procs:   procedures{named: map[string]*proc{}, routines: map[string]*routine{}},
		names:   newNames(),
		locs:    locations{into: map[*cfg.Loc]*cfg.Loc{}, reached: map[*cfg.Loc]bool{}},
		static:  staticStorage{vars: map[any]*storage{}, objects: map[string]*cfg.Object{}, lengths: map[*cfg.Object]uint64{}},
		typing:  typing{objects: map[*cfg.Object]*ctypes.Type{}},
		dynamic: dynamicTypes{lengths: map[cc.ExpressionNode]*pinned{}, extents: map[ctypes.RecordKey]*extent{}},
	}
	l.followed = map[cfg.Expr]safety.Followed{}
	l.lossy = map[cfg.Expr][]safety.Converted{}
	l.notes = notes{prog: l.prog, said: map[string]bool{}}
	l.enums = enumerations{values: map[*cc.Enumerator]val{}, types: map[*cc.Enumerator]*ctypes.Type{}}
	l.tt.Read(u.ASTs, u.Symbols.Attributes)
	l.tt.Evaluate(u.Sources, l.constInt, l.enumType)
	if conf.Execute {
		u.Taken[clib.Errno] = true // the library writes it, too
	}
	l.reach = u.Reachable(conf.Main, func(f string) bool { return l.errs.Violates(f) || link.AlwaysBuiltin[f] })
	l.errs.Reached(conf.Checks != 0, conf.ErrorLabels, u, l.reach)
	l.effects = link.NewEffects(u, l.tt, l.reach, &l.errs)
	return l
}

// run lowers everything main reaches.
func (l *lowerer) run() {
	for _, name := range l.reach.Funcs {
		l.declare(l.u.Funcs[name])
	}
	m := l.procs.named[l.conf.Main]
	l.prog.Main = m.p
	l.static.init = l.newFn(m)
	l.static.init.constant = true
	l.static.init.cur = l.prog.NewLoc(m.p, m.p.Pos)
	m.p.Entry = l.static.init.cur
	if why := l.u.Symbols.Hidden; why != "" {
		l.static.init.unsupported(why, parse.Span{Pos: m.p.Pos})
		l.static.init.start(l.static.init.newLoc(m.p.Pos))
	}
	l.roundingMode()
	l.nest()
	l.findSites()
	l.globals()
	for i := 0; i < len(l.procs.order); i++ { // bodies may add procedures
		if pr := l.procs.order[i]; pr != m && !pr.inside(m) {
			l.body(pr, nil)
		}
	}
	others := len(l.procs.order)
	// The body of main comes last, because bodies add static variables and
	// strings, whose initialisers run before it. Its parameters come first
	// of all in the numbering anyway.
	mainStart := l.prog.NewLoc(m.p, m.p.Pos)
	l.body(m, mainStart)
	for i := 0; i < len(l.procs.order); i++ {
		if pr := l.procs.order[i]; pr.inside(m) || i >= others {
			l.body(pr, nil)
		}
	}
	l.static.initialise()
	for _, a := range l.u.Symbols.Attributes.Unheard {
		if at := l.u.Sources.Between(a.Tok, a.Tok); at.Pos.IsValid() {
			l.notes.add(at.Pos, "attribute %s is unknown and ignored", a.Name)
		}
	}
	l.static.init.mainParams(m)
	l.static.init.constructors(m)
	l.static.init.jump(mainStart)
	l.finish()
}

// declare creates the procedure of a reachable function.
func (l *lowerer) declare(f *link.Function) {
	l.procs.named[f.Name] = l.newProc(f, prelude.UserName(f.Name), l.tt.OfDecl(f.Def.Declarator))
}

// newProc creates a procedure called name for a function; t is the type of the
// function, and may have more parameters than it declares.
func (l *lowerer) newProc(f *link.Function, name string, t *ctypes.Type) *proc {
	d := f.Def.Declarator
	pr := &proc{fn: f, t: t, cyclic: l.reach.Cyclic[f.Name]}
	defer func() {
		if p := recover(); p != nil {
			u, ok := p.(unsupported)
			if !ok {
				panic(p)
			}
			pr.bad = u.what
		}
	}()
	pr.declPos = l.u.Sources.Between(d.NameTok(), d.NameTok())
	pr.p = l.prog.NewProc(name, pr.declPos.Pos)
	pr.p.Exit = l.prog.NewLoc(pr.p, cfg.Pos{})
	l.procs.order = append(l.procs.order, pr)
	l.names.scope(pr.p)
	l.declareParams(pr)
	if slices.ContainsFunc(t.Params, l.tt.Dynamic) {
		pr.bad = "parameter of variable size"
	}
	for i, pt := range t.Params {
		var pd *cc.Declarator
		if i < len(pr.params) {
			pd = pr.params[i]
		}
		pr.pstores = append(pr.pstores, l.param(pr, pd, pt))
	}
	for i := range pr.pstores {
		for j := range i {
			l.restrict(pr, i, j)
		}
	}
	if t.Variadic && readsVarargs(f) {
		pr.va = l.newVar(pr.p, "#va", l.tt.VoidPtr, cfg.Pos{})
		pr.va.Temp = true
		pr.p.Params = append(pr.p.Params, pr.va)
	}
	pr.p.Locals = nil
	switch {
	case t.Result.Scalar():
		l.result(pr, t.Result)
	case t.Result.Kind == ctypes.Void && l.conf.Execute && f.Name == l.conf.Main:
		l.result(pr, l.tt.Int) // the exit status
	case t.Result.Aggregate() && !l.tt.Dynamic(t.Result):
		pr.ret = l.hidden(name+"::result", t.Result)
	case t.Result.Kind != ctypes.Void:
		pr.bad = "result of type " + t.Result.Name
	}
	return pr
}

// declareParams finds the declarators of a function's parameters.
func (l *lowerer) declareParams(pr *proc) {
	d := pr.fn.Def.Declarator
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		return
	}
	var own []*cc.Declarator
	if dd := ownParameters(d); dd != nil && dd.ParameterTypeList != nil {
		for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
			own = append(own, l.ParameterDeclaration.Declarator)
		}
	}
	for i, p := range ft.Parameters() {
		if i >= len(pr.t.Params) {
			break
		}
		pd := p.Declarator
		if len(own) == len(pr.t.Params) { // the type may be that of another definition
			pd = own[i]
		}
		pr.params = append(pr.params, pd)
		if pr.fn.Name == l.conf.Main && !l.conf.Execute && l.tt.Of(p.Type()).Kind == ctypes.Pointer {
			l.u.Watched[pd] = true
		}
	}
}

// result creates the variable of a procedure's result.
func (l *lowerer) result(pr *proc, t *ctypes.Type) {
	v := l.prog.NewVar(pr.p, "\\result", l.tt.Value(t))
	pr.p.Locals = pr.p.Locals[:len(pr.p.Locals)-1]
	v.CType, v.Signed = l.tt.Described(t), t.Signed
	pr.p.Ret = v
}

// param creates the variables of one parameter and appends them to Params.
func (l *lowerer) param(pr *proc, d *cc.Declarator, t *ctypes.Type) *storage {
	s := &storage{t: t}
	name, pos := "", cfg.Pos{}
	taken := false
	if d != nil {
		name = d.Name()
		pos = l.u.Sources.Between(d.NameTok(), d.NameTok()).Pos
		taken = l.u.Taken[l.u.VarKey(d)]
	}
	if name == "" {
		name = fmt.Sprintf("#%d", len(pr.p.Params)+1)
	}
	switch {
	case t.Scalar(), t.Aggregate() && !taken && l.tt.Leaves(t) > 0:
		s.flat = l.newFlat(pr.p, name, t, pos)
		s.flat.each(func(f *flat) { pr.p.Params = append(pr.p.Params, f.v) })
		if taken {
			s.flat.v.Name = l.names.unique(pr.p, name+"#in")
			s.flat.v.Temp = true
		}
	default: // a structure in memory, passed by address
		v := l.newVar(pr.p, name+"#in", l.tt.VoidPtr, pos)
		v.Temp = true
		pr.p.Params = append(pr.p.Params, v)
		s.flat = &flat{t: l.tt.PointerTo(t), v: v}
	}
	return s
}

// constant evaluates a constant expression.
func (l *lowerer) constant(n cc.ExpressionNode) (v val, f *fn, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, is := p.(unsupported); !is {
				panic(p)
			}
			ok = false
		}
	}()
	f = l.newFn(nil)
	f.constant = true
	v = f.rvalue(n)
	return v, f, v.t != nil
}

// constWide evaluates an integer constant expression and converts it to the
// type t of 128 bits.
func (l *lowerer) constWide(n cc.ExpressionNode, t *ctypes.Type) (val, bool) {
	x, f, ok := l.constant(n)
	if !ok || x.t.Kind != ctypes.Int && x.t.Kind != ctypes.Wide {
		return val{}, false
	}
	x = f.toWide(x, t, n)
	for _, p := range f.parts(x) {
		if _, c := p.e.(*cfg.Const); !c {
			return val{}, false
		}
	}
	return x, true
}

// asserts refuses the program if a static assertion of it is false, a constant
// of an enumeration has no value, or the size of a bit-field is asked for. (cc would
// compute with sizes of its own.)
func (l *lowerer) asserts() error {
	for _, ast := range l.u.ASTs {
		syntax.Each(ast.TranslationUnit, func(n cc.Node) {
			switch n := n.(type) {
			case *cc.EnumSpecifier:
				if n.EnumeratorList != nil {
					l.enumType(syntax.Enumerators(n))
				}
			case *cc.UnaryExpression:
				if m, ok := syntax.Unparen(syntax.AddressOperand(n)).(*cc.PostfixExpression); ok && m.Field() != nil && m.Field().IsBitfield() {
					l.u.RefuseAt(l.u.Sources.Position(n), "a bit-field has no address: %s", m.Field().Name())
				}
				sized := n.Case == cc.UnaryExpressionSizeofExpr || n.Case == cc.UnaryExpressionAlignofExpr
				if m, ok := syntax.Unparen(n.UnaryExpression).(*cc.PostfixExpression); ok && sized && m.Field() != nil && m.Field().IsBitfield() {
					l.u.RefuseAt(l.u.Sources.Position(n), "a bit-field has no size or alignment to ask for: %s", m.Field().Name())
				}
			case *cc.StaticAssertDeclaration:
				e := n.ConstantExpression
				if s, ok := syntax.Unparen(e).(*cc.UnaryExpression); ok && s.Case == cc.UnaryExpressionSizeofExpr {
					e = s.UnaryExpression // the rewriter put it there
				}
				if v, known := l.constInt(e); known && v == 0 {
					l.u.RefuseAt(l.u.Sources.Position(n), "static assertion failed: %s", syntax.StringText(n.Token4))
				}
			}
		})
	}
	if l.u.Refused != nil {
		return l.u.Refused
	}
	return nil
}

// constInt evaluates an integer constant expression.
func (l *lowerer) constInt(n cc.ExpressionNode) (int64, bool) {
	x, ok := l.constVal(n)
	if !ok {
		return 0, false
	}
	c := x.e.(*cfg.Const)
	if x.t.Signed {
		return cfg.SignExtend(c.V, c.T.Width()), true
	}
	return int64(c.V), true
}

// constVal evaluates an integer constant expression to a constant of at most
// 64 bits.
func (l *lowerer) constVal(n cc.ExpressionNode) (v val, ok bool) {
	x, f, ok := l.constant(n)
	if ok && x.t.Kind == ctypes.Wide {
		x = val{e: f.conv(x, l.tt.LongLong), t: l.tt.LongLong}
	}
	if !ok || x.t.Kind != ctypes.Int {
		return val{}, false
	}
	c, isC := f.bits(x).(*cfg.Const)
	return val{e: c, t: x.t}, isC
}

// oldStyle reports whether the function is defined with a list of names, so that
// its arguments are promoted.
func (pr *proc) oldStyle() bool {
	dd := ownParameters(pr.fn.Def.Declarator)
	return dd != nil && dd.Case == cc.DirectDeclaratorFuncIdent
}
