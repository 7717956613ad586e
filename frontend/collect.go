package frontend

import (
	"slices"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// unit is what the lowering needs to know about the translation units of a
// program, linked together, before it looks at bodies.
type unit struct {
	asts []*cc.AST
	// renamed holds, by file scope, the names of its functions and variables
	// of internal linkage that another translation unit uses, too.
	renamed map[*cc.Scope]map[string]string
	funcs   map[string]*function
	globals map[string]*global
	// taken holds the variables whose address is used, by varKey.
	taken map[any]bool
	// inits holds the initialisers of static local variables.
	inits map[*cc.Declarator]*cc.Initializer
	// pure memoises which expressions have no side effects.
	pureMemo map[cc.Node]bool
	// refused is the first definition that is none.
	refused *Error
}

// function is a function with a body.
type function struct {
	name     string
	def      *cc.FunctionDefinition
	calls    []string // called by name, in order of occurrence
	refs     []string // functions whose address is used
	globs    []string
	indirect bool // calls through pointers
	inline   bool
}

// global is a file-scope variable, all its declarations together.
type global struct {
	name  string
	decls []*cc.Declarator
	order int // of the first declaration
	init  *cc.Initializer
	// declInit is the declarator that init belongs to.
	declInit *cc.Declarator
	def      bool     // some declaration is not extern
	refs     []string // functions its initializer refers to
	globs    []string
}

// varKey identifies a variable: its name at file scope, else its declarator.
func (u *unit) varKey(d *cc.Declarator) any {
	if isFileScope(d) {
		return u.nameOf(d)
	}
	return d
}

func isFileScope(d *cc.Declarator) bool {
	if d.IsParam() {
		return false
	}
	s := d.LexicalScope()
	return s == nil || s.Parent == nil || d.IsExtern()
}

// add reads the declarations of a translation unit.
func (u *unit) add(ast *cc.AST) {
	for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		e := l.ExternalDeclaration
		if e == nil {
			continue
		}
		switch e.Case {
		case cc.ExternalDeclarationFuncDef:
			u.addFunc(e.FunctionDefinition.Declarator, e.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			u.addDecl(e.Declaration)
		}
	}
}

func (u *unit) addFunc(d *cc.Declarator, def *cc.FunctionDefinition) {
	f := &function{name: u.nameOf(d), def: def}
	if old := u.funcs[f.name]; old != nil {
		if !d.IsInline() && !old.inline && !isPrelude(f.name) {
			u.refuse(d, "second body of function %s, the first is at %v", d.Name(), position(old.def.Declarator))
		}
		return
	}
	if d.Type().Kind() != cc.Function {
		u.refuse(d, "%s has a body, but is no function", d.Name())
		return
	}
	if g := u.globals[f.name]; g != nil {
		u.refuse(d, "%s is a function here and a variable at %v", d.Name(), position(g.decls[0]))
		return
	}
	f.inline = d.IsInline()
	u.funcs[f.name] = f
	s := scanUses(u, def.CompoundStatement)
	f.calls, f.refs, f.globs, f.indirect = s.calls.list, s.refs.list, s.globs.list, s.indirect
}

func (u *unit) refuse(d *cc.Declarator, format string, args ...any) {
	if u.refused == nil {
		u.refused = errorAt(position(d), format, args...)
	}
}

// position is where a declarator stands.
func position(d *cc.Declarator) cfg.Pos {
	at := d.Position()
	return cfg.Pos{File: displayName(at.Filename), Line: at.Line, Col: at.Column}
}

func (u *unit) addDecl(d *cc.Declaration) {
	if d.Case == cc.DeclarationAuto && d.Declarator != nil {
		u.addGlobal(d.Declarator, d.Initializer)
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		u.addGlobal(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
	}
}

func (u *unit) addGlobal(d *cc.Declarator, init *cc.Initializer) {
	if d.IsTypename() || d.Type().Kind() == cc.Function {
		return
	}
	name := u.nameOf(d)
	if f := u.funcs[name]; f != nil {
		u.refuse(d, "%s is a variable here and a function at %v", d.Name(), position(f.def.Declarator))
		return
	}
	g := u.globals[name]
	if g == nil {
		g = &global{name: name, order: len(u.globals)}
		u.globals[g.name] = g
	}
	if init != nil && g.init != nil && !isPrelude(name) {
		u.refuse(d, "second initial value of %s, the first is at %v", d.Name(), position(g.declInit))
		return
	}
	g.decls = append(g.decls, d)
	g.def = g.def || !d.IsExtern() || init != nil
	if init != nil {
		g.init, g.declInit = init, d
		s := scanUses(u, init)
		g.refs, g.globs = append(s.calls.list, s.refs.list...), s.globs.list
	}
}

// nameSet is a set of names in order of insertion.
type nameSet struct {
	list []string
	seen map[string]bool
}

func (s *nameSet) add(n string) {
	if s.seen == nil {
		s.seen = map[string]bool{}
	}
	if !s.seen[n] {
		s.seen[n] = true
		s.list = append(s.list, n)
	}
}

// uses lists what a piece of syntax refers to.
type uses struct {
	u                  *unit
	calls, refs, globs nameSet
	indirect           bool
	callee             map[*cc.PrimaryExpression]bool
	undone             map[cc.ExpressionNode]bool // &e below * or ->
}

func scanUses(u *unit, n cc.Node) *uses {
	s := &uses{u: u, callee: map[*cc.PrimaryExpression]bool{}, undone: map[cc.ExpressionNode]bool{}}
	w := walker{}
	w.pre = func(n cc.Node) bool {
		s.visit(n)
		return true
	}
	w.walk(n)
	return s
}

// calleeOf returns the name of the function n calls directly, or "".
func (u *unit) calleeOf(n *cc.PostfixExpression) (string, *cc.PrimaryExpression) {
	e := unparen(n.PostfixExpression)
	for {
		op, ok := e.(*cc.UnaryExpression)
		if !ok || op.Case != cc.UnaryExpressionDeref && op.Case != cc.UnaryExpressionAddrof {
			break
		}
		e = unparen(op.CastExpression)
	}
	id := identOf(e)
	if id == nil {
		return "", nil
	}
	switch d := id.ResolvedTo().(type) {
	case *cc.Declarator:
		if d.Type().Kind() != cc.Function {
			return "", nil
		}
		return u.nameOf(d), id
	case nil:
	default:
		return "", nil
	}
	return id.Token.SrcStr(), id
}

func (s *uses) visit(n cc.Node) {
	switch x := n.(type) {
	case *cc.PostfixExpression:
		if x.Case == cc.PostfixExpressionPSelect {
			s.undone[unparen(x.PostfixExpression)] = true
		}
		if x.Case != cc.PostfixExpressionCall {
			return
		}
		name, id := s.u.calleeOf(x)
		if id == nil {
			s.indirect = true
			return
		}
		s.callee[id] = true
		s.calls.add(name)
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionDeref:
			s.undone[unparen(x.CastExpression)] = true
		case cc.UnaryExpressionAddrof:
			if !s.undone[x] {
				s.takeAddr(x.CastExpression)
			}
		}
	case *cc.PrimaryExpression:
		s.ident(x)
	case *cc.InitDeclarator:
		if d := x.Declarator; d != nil && x.Initializer != nil && !isFileScope(d) && d.IsStatic() {
			s.u.inits[d] = x.Initializer
		}
	}
}

// takeAddr marks the variable that &e exposes.
func (s *uses) takeAddr(e cc.ExpressionNode) {
	id := rootOf(e)
	if id == nil {
		return
	}
	if d, ok := id.ResolvedTo().(*cc.Declarator); ok && d.Type().Kind() != cc.Function {
		s.u.taken[s.u.varKey(d)] = true
	}
}

func (s *uses) ident(x *cc.PrimaryExpression) {
	if x.Case != cc.PrimaryExpressionIdent {
		return
	}
	switch d := x.ResolvedTo().(type) {
	case *cc.Declarator:
		switch {
		case d.Type().Kind() == cc.Function:
			if !s.callee[x] {
				s.refs.add(s.u.nameOf(d))
			}
		case isFileScope(d):
			s.globs.add(s.u.nameOf(d))
		}
	}
}

// reach is the part of a unit that main can reach.
type reach struct {
	funcs   []string // in order of discovery
	in      map[string]bool
	globals []string
	addr    []string // functions whose address is used
	cyclic  map[string]bool
}

// reachable follows calls and references from main.
func (u *unit) reachable(main string, skip func(string) bool) *reach {
	r := &reach{in: map[string]bool{}}
	var globs, addrs nameSet
	var work []string
	var visit func(name string)
	visit = func(name string) {
		name = u.bodyOf(name)
		if u.funcs[name] != nil && !r.in[name] && !skip(name) {
			r.in[name] = true
			r.funcs = append(r.funcs, name)
			work = append(work, name)
			if name == preludePrefix+"atexit" {
				visit(runAtexit)
			}
		}
	}
	var glob func(string)
	glob = func(name string) {
		if globs.seen[name] {
			return
		}
		globs.add(name)
		if g := u.globals[name]; g != nil {
			for _, f := range g.refs {
				addrs.add(u.refBody(f))
				visit(u.refBody(f))
			}
			for _, h := range g.globs {
				glob(h)
			}
		}
	}
	visit(main)
	for len(work) > 0 {
		f := u.funcs[work[0]]
		work = work[1:]
		for _, g := range f.globs {
			glob(g)
		}
		for _, c := range f.calls {
			visit(c)
		}
		for _, c := range f.refs {
			addrs.add(u.refBody(c))
			visit(u.refBody(c))
		}
	}
	r.globals, r.addr = globs.list, addrs.list
	r.cyclic = u.cycles(r)
	return r
}

// bodyOf returns the name of the function whose body a call of name runs.
func (u *unit) bodyOf(name string) string {
	if u.funcs[name] == nil {
		if lib := preludePrefix + libName(name); u.funcs[lib] != nil {
			return lib
		}
	}
	return name
}

// refBody returns the name of the function that the address of name is of.
func (u *unit) refBody(name string) string {
	b := u.bodyOf(name)
	if w := refPrefix + libName(name); u.funcs[b] == nil && u.funcs[w] != nil {
		return w
	}
	return b
}

// cycles finds the functions that may call themselves (Tarjan's algorithm).
func (u *unit) cycles(r *reach) map[string]bool {
	out := map[string]bool{}
	index, low := map[string]int{}, map[string]int{}
	on := map[string]bool{}
	var stack []string
	succ := func(n string) []string {
		f := u.funcs[n]
		s := f.calls
		if f.indirect {
			s = append(slices.Clone(s), r.addr...)
		}
		return s
	}
	var visit func(string)
	visit = func(n string) {
		index[n] = len(index) + 1
		low[n] = index[n]
		stack = append(stack, n)
		on[n] = true
		for _, m := range succ(n) {
			m = u.bodyOf(m)
			if !r.in[m] {
				continue
			}
			if m == n {
				out[n] = true
			}
			if index[m] == 0 {
				visit(m)
				low[n] = min(low[n], low[m])
			} else if on[m] {
				low[n] = min(low[n], index[m])
			}
		}
		if low[n] != index[n] {
			return
		}
		for i := len(stack) - 1; ; i-- {
			on[stack[i]] = false
			if stack[i] == n {
				if len(stack)-i > 1 {
					for _, m := range stack[i:] {
						out[m] = true
					}
				}
				stack = stack[:i]
				return
			}
		}
	}
	for _, f := range r.funcs {
		if index[f] == 0 {
			visit(f)
		}
	}
	return out
}

// pure reports that evaluating n changes nothing and calls nothing.
func (u *unit) pure(n cc.ExpressionNode) bool {
	if n == nil {
		return true
	}
	if v, ok := u.pureMemo[n]; ok {
		return v
	}
	v := u.pureNode(n)
	u.pureMemo[n] = v
	return v
}

func (u *unit) pureNode(n cc.ExpressionNode) bool {
	switch x := n.(type) {
	case *cc.AdditiveExpression:
		return u.pure(x.AdditiveExpression) && u.pure(x.MultiplicativeExpression)
	case *cc.AndExpression:
		return u.pure(x.AndExpression) && u.pure(x.EqualityExpression)
	case *cc.AssignmentExpression:
		return false
	case *cc.CastExpression:
		return u.pure(x.CastExpression) && u.pure(x.UnaryExpression)
	case *cc.ConditionalExpression:
		return u.pure(x.LogicalOrExpression) && u.pure(x.ExpressionList) && u.pure(x.ConditionalExpression)
	case *cc.ConstantExpression:
		return u.pure(x.ConditionalExpression)
	case *cc.EqualityExpression:
		return u.pure(x.EqualityExpression) && u.pure(x.RelationalExpression)
	case *cc.ExclusiveOrExpression:
		return u.pure(x.ExclusiveOrExpression) && u.pure(x.AndExpression)
	case *cc.ExpressionList:
		for ; x != nil; x = x.ExpressionList {
			if !u.pure(x.AssignmentExpression) {
				return false
			}
		}
		return true
	case *cc.InclusiveOrExpression:
		return u.pure(x.InclusiveOrExpression) && u.pure(x.ExclusiveOrExpression)
	case *cc.LogicalAndExpression:
		return u.pure(x.LogicalAndExpression) && u.pure(x.InclusiveOrExpression)
	case *cc.LogicalOrExpression:
		return u.pure(x.LogicalOrExpression) && u.pure(x.LogicalAndExpression)
	case *cc.MultiplicativeExpression:
		return u.pure(x.MultiplicativeExpression) && u.pure(x.CastExpression)
	case *cc.RelationalExpression:
		return u.pure(x.RelationalExpression) && u.pure(x.ShiftExpression)
	case *cc.ShiftExpression:
		return u.pure(x.ShiftExpression) && u.pure(x.AdditiveExpression)
	case *cc.PostfixExpression:
		return u.purePostfix(x)
	case *cc.PrimaryExpression:
		switch x.Case {
		case cc.PrimaryExpressionExpr:
			return u.pure(x.ExpressionList)
		case cc.PrimaryExpressionStmt:
			return false
		case cc.PrimaryExpressionGeneric:
			a := x.GenericSelection.Associated()
			return a != nil && u.pure(a.AssignmentExpression)
		}
		return true
	case *cc.UnaryExpression:
		switch x.Case {
		case cc.UnaryExpressionInc, cc.UnaryExpressionDec:
			return false
		case cc.UnaryExpressionLabelAddr, cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofExpr, cc.UnaryExpressionAlignofType:
			return true
		}
		return u.pure(x.PostfixExpression) && u.pure(x.CastExpression) && u.pure(x.UnaryExpression)
	}
	return false
}

func (u *unit) purePostfix(x *cc.PostfixExpression) bool {
	switch x.Case {
	case cc.PostfixExpressionPrimary:
		return u.pure(x.PrimaryExpression)
	case cc.PostfixExpressionIndex:
		return u.pure(x.PostfixExpression) && u.pure(x.ExpressionList)
	case cc.PostfixExpressionSelect, cc.PostfixExpressionPSelect:
		return u.pure(x.PostfixExpression)
	case cc.PostfixExpressionCall:
		name, _ := u.calleeOf(x)
		if u.funcs[name] != nil || !isPureBuiltin(name) {
			return false
		}
		for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
			if !u.pure(l.AssignmentExpression) {
				return false
			}
		}
		return true
	}
	return false
}
