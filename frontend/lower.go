package frontend

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"

	"modernc.org/cc/v4"
)

// proc is a procedure that will be lowered.
type proc struct {
	fn     *function
	p      *cfg.Proc
	t      *ctype // function type
	params []*cc.Declarator
	// ret is the hidden result of a function that returns a structure.
	ret     *storage
	pstores []*storage // parallel to params
	// va is the hidden last parameter that points to the variable arguments,
	// nil if the body does not look at them.
	va     *cfg.Var
	cyclic bool
	bad    string // why its calls are unsupported
	// outer is the function around a nested one, chain its hidden first
	// parameter, frame what a recursive one keeps for those nested in it.
	outer *proc
	chain *cfg.Var
	frame *frame
	vars  map[*cc.Declarator]*storage // once its body is lowered
	// sites are the places in it where jumps from other functions arrive,
	// escapes those that a call of it may jump to, activation counts the calls.
	sites, escapes []*site
	activation     *cfg.Var
	// variants are the copies of a function that passes its variable arguments
	// on, by the types of these; packed says that this is one of them.
	variants map[string]*proc
	packed   bool
	declPos  span
}

// lowerer holds the state of one run.
type lowerer struct {
	conf   Config
	prog   *cfg.Program
	src    *sources
	tt     *types
	u      *unit
	reach  *reach
	procs  map[string]*proc
	order  []*proc
	vars   map[any]*storage // globals and statics by varKey
	names  map[string]int   // names of global variables and objects in use
	locals map[*cfg.Proc]map[string]int
	strs   map[string]*cfg.Object
	// literals are the lengths of string literals, questions counts those to
	// the library.
	literals  map[*cfg.Object]uint64
	questions int
	alias     map[*cfg.Loc]*cfg.Loc
	// reached holds the locations some jump leads to.
	reached map[*cfg.Loc]bool
	isErr   map[string]bool
	// errFuncs says that a reachable function calls an error function, so
	// that other failed assertions merely end the program.
	errFuncs  bool
	errLabels bool
	init      *fn // builds the global initialisers
	noted     map[string]bool
	temps     int
	statics   []func()
	sizes     *cfg.Region // see lib_memory.go
	allocated bool        // what is assumed of allocations is said
	keeps     bool        // and what, of functions without body
	labelIDs  map[string]uint64
	enums     map[*cc.Enumerator]val
	// callEffects and bodyEffects memoise what functions do, with and without
	// what they call.
	callEffects map[string]*effect
	bodyEffects map[string]*ownEffect
	enumTypes   map[*cc.Enumerator]*ctype // by the first constant
	argCount    *cfg.Var                  // see arguments.go
	routines    map[string]*routine
	unwinding   unwinding
	// lengths are the evaluated sizes of arrays, extents the layouts of
	// structures of variable size.
	lengths map[cc.ExpressionNode]*pinned
	extents map[recordKey]*extent
}

func newLowerer(conf Config, u *unit) *lowerer {
	src := u.src
	l := &lowerer{conf: conf, u: u, src: src,
		prog:  &cfg.Program{File: src.main.name, Sources: src.texts, PtrBits: conf.PtrBits},
		tt:    newTypes(conf.PtrBits),
		procs: map[string]*proc{}, vars: map[any]*storage{}, names: map[string]int{},
		locals: map[*cfg.Proc]map[string]int{}, strs: map[string]*cfg.Object{}, literals: map[*cfg.Object]uint64{},
		alias: map[*cfg.Loc]*cfg.Loc{}, reached: map[*cfg.Loc]bool{}, isErr: map[string]bool{}, noted: map[string]bool{}, labelIDs: map[string]uint64{},
		lengths: map[cc.ExpressionNode]*pinned{}, extents: map[recordKey]*extent{}, routines: map[string]*routine{}}
	for _, f := range conf.ErrorFuncs {
		// Where something else is asked for, they are what their bodies say.
		l.isErr[f] = conf.Checks == 0 || u.funcs[f] == nil
	}
	eval := func(n cc.ExpressionNode) (int64, bool) { return l.constInt(n) }
	l.callEffects, l.bodyEffects = map[string]*effect{}, map[string]*ownEffect{}
	l.enums, l.enumTypes = map[*cc.Enumerator]val{}, map[*cc.Enumerator]*ctype{}
	l.tt.constOf, l.tt.enumType, l.tt.index = eval, l.enumType, u.sym.attrs
	l.tt.attrs = newAttrTable(u.asts, src, eval)
	l.tt.complete = completed(u.asts)
	if conf.Execute {
		u.taken[clib.Errno] = true // the library writes it, too
	}
	l.reach = u.reachable(conf.Main, func(f string) bool { return l.isError(f) || alwaysBuiltin[f] })
	declared := false
	for _, name := range l.reach.funcs {
		for _, c := range u.funcs[name].calls {
			declared = declared || l.isError(c)
		}
	}
	for _, name := range l.reach.addr { // called through a pointer
		declared = declared || l.isError(name)
	}
	l.errFuncs = declared || conf.Checks != 0
	l.errLabels = conf.ErrorLabels && !l.errFuncs
	return l
}

// run lowers everything main reaches.
func (l *lowerer) run() {
	for _, name := range l.reach.funcs {
		l.declare(l.u.funcs[name])
	}
	m := l.procs[l.conf.Main]
	l.prog.Main = m.p
	l.init = l.newFn(m)
	l.init.constant = true
	l.init.cur = l.prog.NewLoc(m.p, m.p.Pos)
	m.p.Entry = l.init.cur
	l.nest()
	l.findSites()
	l.globals()
	for i := 0; i < len(l.order); i++ { // bodies may add procedures
		if pr := l.order[i]; pr != m && !pr.inside(m) {
			l.body(pr, nil)
		}
	}
	others := len(l.order)
	// The body of main comes last, because bodies add static variables and
	// strings, whose initialisers run before it. Its parameters come first
	// of all in the numbering anyway.
	mainStart := l.prog.NewLoc(m.p, m.p.Pos)
	l.body(m, mainStart)
	for i := 0; i < len(l.order); i++ {
		if pr := l.order[i]; pr.inside(m) || i >= others {
			l.body(pr, nil)
		}
	}
	for i := 0; i < len(l.statics); i++ {
		l.statics[i]()
	}
	for _, a := range l.u.sym.attrs.unheard {
		if at := l.src.between(a.tok, a.tok); at.pos.IsValid() {
			l.note(at.pos, "attribute %s is unknown and ignored", a.name)
		}
	}
	l.init.mainParams(m)
	l.init.constructors(m)
	l.init.jump(mainStart)
	l.finish()
}

// declare creates the procedure of a reachable function.
func (l *lowerer) declare(f *function) {
	l.procs[f.name] = l.newProc(f, preludeName(f.name), l.tt.ofDecl(f.def.Declarator))
}

// newProc creates a procedure called name for a function; t is the type of the
// function, and may have more parameters than it declares.
func (l *lowerer) newProc(f *function, name string, t *ctype) *proc {
	d := f.def.Declarator
	pr := &proc{fn: f, t: t, cyclic: l.reach.cyclic[f.name]}
	defer func() {
		if p := recover(); p != nil {
			u, ok := p.(unsupported)
			if !ok {
				panic(p)
			}
			pr.bad = u.what
		}
	}()
	pr.declPos = l.src.between(d.NameTok(), d.NameTok())
	pr.p = l.prog.NewProc(name, pr.declPos.pos)
	pr.p.Exit = l.prog.NewLoc(pr.p, cfg.Pos{})
	l.order = append(l.order, pr)
	l.locals[pr.p] = map[string]int{}
	if ft, ok := d.Type().(*cc.FunctionType); ok && len(t.params) > 0 {
		var own []*cc.Declarator
		if dd := ownParameters(d); dd != nil && dd.ParameterTypeList != nil {
			for l := dd.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
				own = append(own, l.ParameterDeclaration.Declarator)
			}
		}
		for i, p := range ft.Parameters() {
			if i < len(t.params) {
				pd := p.Declarator
				if len(own) == len(t.params) { // the type may be that of another definition
					pd = own[i]
				}
				pr.params = append(pr.params, pd)
				if f.name == l.conf.Main && !l.conf.Execute && l.tt.of(p.Type()).k == kPtr {
					l.u.watched[pd] = true
				}
			}
		}
	}
	if slices.ContainsFunc(t.params, l.tt.dynamic) {
		pr.bad = "parameter of variable size"
	}
	for i, pt := range t.params {
		var pd *cc.Declarator
		if i < len(pr.params) {
			pd = pr.params[i]
		}
		pr.pstores = append(pr.pstores, l.param(pr, pd, pt))
	}
	if t.variadic && readsVarargs(f) {
		pr.va = l.newVar(pr.p, "#va", l.tt.voidPtr, cfg.Pos{})
		pr.va.Temp = true
		pr.p.Params = append(pr.p.Params, pr.va)
	}
	pr.p.Locals = nil
	switch {
	case t.ret.scalar():
		l.result(pr, t.ret)
	case t.ret.k == kVoid && l.conf.Execute && f.name == l.conf.Main:
		l.result(pr, l.tt.intT) // the exit status
	case t.ret.aggregate() && !l.tt.dynamic(t.ret):
		pr.ret = l.hidden(name+"::result", t.ret)
	case t.ret.k != kVoid:
		pr.bad = "result of type " + t.ret.name
	}
	return pr
}

// result creates the variable of a procedure's result.
func (l *lowerer) result(pr *proc, t *ctype) {
	v := l.prog.NewVar(pr.p, "\\result", l.tt.value(t))
	pr.p.Locals = pr.p.Locals[:len(pr.p.Locals)-1]
	v.CType, v.Signed = l.tt.described(t), t.signed
	pr.p.Ret = v
}

// param creates the variables of one parameter and appends them to Params.
func (l *lowerer) param(pr *proc, d *cc.Declarator, t *ctype) *storage {
	s := &storage{t: t}
	name, pos := "", cfg.Pos{}
	taken := false
	if d != nil {
		name = d.Name()
		pos = l.src.between(d.NameTok(), d.NameTok()).pos
		taken = l.u.taken[l.u.varKey(d)]
	}
	if name == "" {
		name = fmt.Sprintf("#%d", len(pr.p.Params)+1)
	}
	switch {
	case t.scalar(), t.aggregate() && !taken && l.tt.leaves(t) > 0:
		s.flat = l.newFlat(pr.p, name, t, pos)
		s.flat.each(func(f *flat) { pr.p.Params = append(pr.p.Params, f.v) })
		if taken {
			s.flat.v.Name = l.unique(pr.p, name+"#in")
			s.flat.v.Temp = true
		}
	default: // a structure in memory, passed by address
		v := l.newVar(pr.p, name+"#in", l.tt.voidPtr, pos)
		v.Temp = true
		pr.p.Params = append(pr.p.Params, v)
		s.flat = &flat{t: l.tt.ptrTo(t), v: v}
	}
	return s
}

// unique makes a name distinct within a procedure (or among the globals).
func (l *lowerer) unique(p *cfg.Proc, name string) string {
	m := l.names
	if p != nil {
		m = l.locals[p]
	}
	n := m[name]
	m[name] = n + 1
	if n == 0 {
		return name
	}
	return l.unique(p, fmt.Sprintf("%s#%d", name, n+1))
}

// isError reports whether a call of name violates the property. A library
// function has a second name, which cc also gives to calls of one that the
// program does not declare: __builtin_abort is abort.
func (l *lowerer) isError(name string) bool {
	return l.isErr[name] || l.isErr[strings.TrimPrefix(name, "__builtin_")]
}

// note records a remark once for each position and text.
func (l *lowerer) note(pos cfg.Pos, format string, args ...any) {
	n := cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...)}
	key := n.Pos.String() + n.Text
	if !l.noted[key] {
		l.noted[key] = true
		l.prog.Notes = append(l.prog.Notes, n)
	}
}

// assumption records an assumption once for each position and text.
func (l *lowerer) assumption(pos cfg.Pos, format string, args ...any) {
	n := len(l.prog.Notes)
	l.note(pos, format, args...)
	for i := range l.prog.Notes[n:] {
		l.prog.Notes[n+i].Assumed = true
	}
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
func (l *lowerer) constWide(n cc.ExpressionNode, t *ctype) (val, bool) {
	x, f, ok := l.constant(n)
	if !ok || x.t.k != kInt && x.t.k != kWide {
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

// asserts refuses the program if a static assertion of it is false. (cc would
// compute with sizes of its own.)
func (l *lowerer) asserts() error {
	var refused *Error
	for _, ast := range l.u.asts {
		walkAll(ast.TranslationUnit, func(n cc.Node) {
			a, ok := n.(*cc.StaticAssertDeclaration)
			if !ok || refused != nil {
				return
			}
			e := a.ConstantExpression
			if s, ok := unparen(e).(*cc.UnaryExpression); ok && s.Case == cc.UnaryExpressionSizeofExpr {
				e = s.UnaryExpression // the rewriter put it there
			}
			if v, known := l.constInt(e); known && v == 0 {
				refused = errorAt(l.src.position(a), "static assertion failed: %s", stringToken(a.Token4))
			}
		})
	}
	if refused != nil {
		return refused
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
	if x.t.signed {
		return cfg.SignExtend(c.V, c.T.Width()), true
	}
	return int64(c.V), true
}

// constVal evaluates an integer constant expression to a constant of at most
// 64 bits.
func (l *lowerer) constVal(n cc.ExpressionNode) (v val, ok bool) {
	x, f, ok := l.constant(n)
	if ok && x.t.k == kWide {
		x = val{e: f.conv(x, l.tt.llong), t: l.tt.llong}
	}
	if !ok || x.t.k != kInt {
		return val{}, false
	}
	c, isC := f.bits(x).(*cfg.Const)
	return val{e: c, t: x.t}, isC
}
