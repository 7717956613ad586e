package frontend

import (
	"culprit/cfg"
	"culprit/frontend/cpp"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// unit is what the lowering needs to know about the translation units of a
// program, linked together, before it looks at bodies.
type unit struct {
	asts []*cc.AST
	src  *sources
	// GnuInline: inline means what GNU C gave to it.
	gnuInline bool
	// renamed holds, by file scope, the names of its functions and variables
	// of internal linkage that another translation unit uses, too.
	renamed map[*cc.Scope]map[string]string
	funcs   map[string]*function
	globals map[string]*global
	// taken holds the variables whose address is used, by varKey.
	taken map[any]bool
	// sym is what the linker sees of attributes.
	sym *symbols
	// inits holds the initialisers of static local variables.
	inits map[*cc.Declarator]*cc.Initializer
	// pure memoises which expressions have no side effects.
	pureMemo map[cc.Node]bool
	// lengths says that lengths in the names of types are checked.
	lengths bool
	// tests are the places that look at no more of a value than its sign.
	tests *tests
	// watched are the parameters of main at whose use the lowering looks.
	watched map[*cc.Declarator]bool
	// nested holds the declarations of nested functions by name, nestedKeys
	// the names that they have in the program.
	nested     map[string][]nestedDecl
	nestedKeys map[string]bool
	// refused is the error of the first invalid definition.
	refused *cpp.Error
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
	strength strength
	// outer is the function around a nested one; own are the variables that a
	// nested one declares, captured those that functions nested in it use.
	outer    *function
	own      map[*cc.Declarator]bool
	captured []*cc.Declarator
	nests    bool // functions
	jumps    functionJumps
}

// functionJumps is what a body has of labels and of what leads to them.
type functionJumps struct {
	labels     map[string][]*cc.LabeledStatement // by name
	addrLabels []string                          // labels whose address is used
	gotos      []string                          // labels that a nested function jumps to
	setjmps    []*cc.PostfixExpression
}

// global is a file-scope variable, all its declarations together.
type global struct {
	name  string
	decls []*cc.Declarator
	order int // of the first declaration
	init  *cc.Initializer
	// declInit is the declarator that init belongs to.
	declInit *cc.Declarator
	def      bool      // some declaration is not extern
	weak     bool      // and those are weak
	unit     *cc.Scope // of the last of those
	refs     []string  // functions its initializer refers to
	globs    []string
}

// varKey identifies a variable: its name at file scope, else its declarator.
func (u *unit) varKey(d *cc.Declarator) any {
	if syntax.FileScope(d) {
		return u.nameOf(d)
	}
	return d
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
	f := &function{name: u.nameOf(d), def: def, strength: u.strengthOf(d)}
	if old := u.funcs[f.name]; old != nil && old.strength >= f.strength {
		if f.strength == strongBody && !d.IsInline() && !old.inline && !prelude.Is(f.name) {
			u.refuse(d, "second body of function %s, the first is at %v", d.Name(), u.position(old.def.Declarator))
		}
		return
	}
	if d.Type().Kind() != cc.Function {
		u.refuse(d, "%s has a body but is not a function", d.Name())
		return
	}
	if g := u.globals[f.name]; g != nil {
		u.refuse(d, "%s is a function here and a variable at %v", d.Name(), u.position(g.decls[0]))
		return
	}
	f.inline = d.IsInline()
	u.funcs[f.name] = f
	u.scan(f)
}

// scan lists what a function refers to, in its parameters and its body.
func (u *unit) scan(f *function) {
	s := newUses(u)
	s.fn = f
	s.scan(f.def.Declarator)
	s.scan(f.def.CompoundStatement)
	f.calls, f.refs, f.globs, f.indirect = s.calls.list, s.refs.list, s.globs.list, s.indirect
}

func (u *unit) refuse(d *cc.Declarator, format string, args ...any) {
	u.refuseAt(u.position(d), format, args...)
}

func (u *unit) refuseAt(pos cfg.Pos, format string, args ...any) {
	if u.refused == nil {
		u.refused = cpp.Errorf(pos, format, args...)
	}
}

// position is where a declarator stands.
func (u *unit) position(d *cc.Declarator) cfg.Pos { return u.src.Position(d) }

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
	if name != u.linked(d) {
		u.taken[name] = true // types may differ
		return
	}
	if f := u.funcs[name]; f != nil {
		u.refuse(d, "%s is a variable here and a function at %v", d.Name(), u.position(f.def.Declarator))
		return
	}
	g := u.globals[name]
	if g == nil {
		g = &global{name: name, order: len(u.globals)}
		u.globals[g.name] = g
	}
	weak := u.isWeak(d)
	defines := !d.IsExtern() || init != nil
	if init != nil && g.init != nil && !weak && !g.weak && !prelude.Is(name) {
		u.refuse(d, "second initial value of %s, the first is at %v", d.Name(), u.position(g.declInit))
		return
	}
	g.decls = append(g.decls, d)
	switch {
	case defines && weak && g.def && unitScope(d) != g.unit:
		return // another unit has defined it
	case defines && !weak && g.weak && unitScope(d) != g.unit:
		g.init, g.declInit, g.refs, g.globs = nil, nil, nil, nil // what was weak gives way
		g.weak = false
	}
	if defines && !g.def {
		g.def, g.weak = true, weak
	}
	if defines {
		g.unit = unitScope(d)
	}
	if init != nil {
		g.init, g.declInit = init, d
		s := newUses(u)
		s.scan(init)
		g.refs, g.globs = append(s.calls.list, s.refs.list...), s.globs.list
	}
}
