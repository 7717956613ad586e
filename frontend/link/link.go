package link

import (
	"culprit/frontend/ccfix"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// Linking: the translation units of a program share functions and variables of
// external linkage by name. Those of internal linkage keep their names, too,
// unless another unit uses the name: then the n-th unit's is "name#n", which
// is a name for the user of the program and none of C.
//
//	in each unit           in the program
//	bodies                 one; of inline functions and of the prelude the first
//	int x; extern int x;   one variable; zero at first if one is not an extern
//	int x = 1;             at most one
//	struct s;              the structure of that tag that a unit completes

// New reads the declarations of translation units. keep names functions that
// all units share whatever their linkage, library those that the C library or the
// compiler has.
func New(asts []*cc.AST, marks [][]ccfix.SymbolMark, src *parse.Sources, gnuInline bool, keep, library func(string) bool) *Program {
	u := &Program{ASTs: asts, Sources: src, gnuInline: gnuInline, library: library, Funcs: map[string]*Function{}, Globals: map[string]*Global{}, Taken: map[any]bool{}, pureMemo: map[cc.Node]bool{}, Tests: newTests(), Watched: map[*cc.Declarator]bool{},
		Inits: map[*cc.Declarator]*cc.Initializer{}}
	if len(asts) > 1 {
		u.renamed = renamed(asts, keep)
	}
	u.symbols(asts, marks)
	for _, ast := range asts {
		u.add(ast)
	}
	return u
}

// add reads the declarations of a translation unit.
func (u *Program) add(ast *cc.AST) {
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

func (u *Program) addFunc(d *cc.Declarator, def *cc.FunctionDefinition) {
	f := &Function{Name: u.NameOf(d), Def: def, strength: u.strengthOf(d)}
	if old := u.Funcs[f.Name]; old != nil && old.strength >= f.strength {
		if f.strength == strongBody && !d.IsInline() && !old.inline && !prelude.Is(f.Name) {
			u.refuse(d, "second body of function %s, the first is at %v", d.Name(), u.position(old.Def.Declarator))
		}
		return
	}
	if d.Type().Kind() != cc.Function {
		u.refuse(d, "%s has a body but is not a function", d.Name())
		return
	}
	if g := u.Globals[f.Name]; g != nil {
		u.refuse(d, "%s is a function here and a variable at %v", d.Name(), u.position(g.Decls[0]))
		return
	}
	f.inline = d.IsInline()
	u.Funcs[f.Name] = f
	u.scan(f)
}

func (u *Program) addDecl(d *cc.Declaration) {
	if d.Case == cc.DeclarationAuto && d.Declarator != nil {
		u.addGlobal(d.Declarator, d.Initializer)
	}
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		u.addGlobal(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
	}
}

func (u *Program) addGlobal(d *cc.Declarator, init *cc.Initializer) {
	if d.IsTypename() || d.Type().Kind() == cc.Function {
		return
	}
	name := u.NameOf(d)
	if name != u.Linked(d) {
		u.Taken[name] = true // types may differ
		return
	}
	if f := u.Funcs[name]; f != nil {
		u.refuse(d, "%s is a variable here and a function at %v", d.Name(), u.position(f.Def.Declarator))
		return
	}
	g := u.Globals[name]
	if g == nil {
		g = &Global{Name: name, Order: len(u.Globals)}
		u.Globals[g.Name] = g
	}
	weak := u.IsWeak(d)
	defines := !d.IsExtern() || init != nil
	if init != nil && g.Init != nil && !weak && !g.weak && !prelude.Is(name) {
		u.refuse(d, "second initial value of %s, the first is at %v", d.Name(), u.position(g.DeclInit))
		return
	}
	g.Decls = append(g.Decls, d)
	switch {
	case defines && weak && g.Defined && unitScope(d) != g.unit:
		return // another unit has defined it
	case defines && !weak && g.weak && unitScope(d) != g.unit:
		g.Init, g.DeclInit, g.refs, g.globs = nil, nil, nil, nil // what was weak gives way
		g.weak = false
	}
	if defines && !g.Defined {
		g.Defined, g.weak = true, weak
	}
	if defines {
		g.unit = unitScope(d)
	}
	if init != nil {
		g.Init, g.DeclInit = init, d
		s := newUses(u)
		s.scan(init)
		g.refs, g.globs = append(s.calls.list, s.refs.list...), s.globs.list
	}
}

const (
	inlineOnly strength = iota // for calls that the compiler chooses to expand
	weakBody
	strongBody
)
