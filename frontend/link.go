package frontend

import (
	"fmt"
	"slices"

	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

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

// link reads the declarations of translation units. keep names functions that
// all units share whatever their linkage.
func link(asts []*cc.AST, marks [][]ccfix.SymbolMark, src *sources, gnuInline bool, keep func(string) bool) *unit {
	u := &unit{asts: asts, src: src, gnuInline: gnuInline, funcs: map[string]*function{}, globals: map[string]*global{}, taken: map[any]bool{}, pureMemo: map[cc.Node]bool{}, tests: newTests(), watched: map[*cc.Declarator]bool{},
		inits: map[*cc.Declarator]*cc.Initializer{}}
	if len(asts) > 1 {
		u.renamed = renamed(asts, keep)
	}
	u.symbols(asts, marks)
	for _, ast := range asts {
		u.add(ast)
	}
	return u
}

// nameOf is the name that a function or a variable at file scope has in the
// program.
func (u *unit) nameOf(d *cc.Declarator) string { return u.resolve(u.linked(d)) }

// linked is nameOf without looking at aliases.
func (u *unit) linked(d *cc.Declarator) string {
	name := d.Name()
	if len(u.renamed)+len(u.sym.labels) == 0 {
		return name
	}
	s := unitScope(d)
	if l, ok := u.sym.labels[s][name]; ok {
		return l
	}
	if n, ok := u.renamed[s][name]; ok {
		return n
	}
	return name
}

// renamed gives names to what has internal linkage in one unit while another
// one uses its name.
func renamed(asts []*cc.AST, keep func(string) bool) map[*cc.Scope]map[string]string {
	internal := make([]map[string]bool, len(asts))
	used := make([]map[string]bool, len(asts))
	users := map[string]int{} // the number of units that use a name
	for i, ast := range asts {
		internal[i], used[i] = internals(ast), undeclared(ast)
		for name := range ast.Scope.Nodes {
			used[i][name] = true
		}
		for name := range used[i] {
			users[name]++
		}
	}
	out := map[*cc.Scope]map[string]string{}
	for i, ast := range asts {
		m := map[string]string{}
		for name := range internal[i] {
			if users[name] > 1 && !keep(name) && !prelude.Is(name) && (i > 0 || !onlyInternal(used, internal, name)) {
				m[name] = fmt.Sprintf("%s#%d", name, i+1)
			}
		}
		if len(m) > 0 {
			out[ast.Scope] = m
		}
	}
	return out
}

// onlyInternal reports whether every unit that uses name gives it internal
// linkage, so that the first may keep the plain name.
func onlyInternal(used, internal []map[string]bool, name string) bool {
	for i := range used {
		if used[i][name] && !internal[i][name] {
			return false
		}
	}
	return true
}

// undeclared lists the functions that are called without a declaration.
func undeclared(ast *cc.AST) map[string]bool {
	out := map[string]bool{}
	syntax.Each(ast.TranslationUnit, func(n cc.Node) {
		if x, ok := n.(*cc.PrimaryExpression); ok && x.Case == cc.PrimaryExpressionIdent && x.ResolvedTo() == nil {
			out[x.Token.SrcStr()] = true
		}
	})
	return out
}

// internals lists the names of internal linkage.
func internals(ast *cc.AST) map[string]bool {
	out := map[string]bool{}
	decl := func(d *cc.Declarator) {
		if d != nil && d.IsStatic() && !d.IsTypename() {
			out[d.Name()] = true
		}
	}
	for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		switch e := l.ExternalDeclaration; {
		case e == nil:
		case e.Case == cc.ExternalDeclarationFuncDef:
			decl(e.FunctionDefinition.Declarator)
		case e.Case == cc.ExternalDeclarationDecl:
			decl(e.Declaration.Declarator)
			for i := e.Declaration.InitDeclaratorList; i != nil; i = i.InitDeclaratorList {
				decl(i.InitDeclarator.Declarator)
			}
		}
	}
	return out
}

// agree makes sure that the units mean the same by the variables they share.
func (l *lowerer) agree() *cpp.Error {
	if len(l.u.asts) < 2 {
		return nil
	}
	names := slices.Clone(l.reach.globals)
	slices.SortFunc(names, func(a, b string) int { return l.order0(a) - l.order0(b) })
	for _, name := range names {
		g := l.u.globals[name]
		if g == nil {
			continue
		}
		first := l.tt.OfDecl(g.decls[0])
		for _, d := range g.decls[1:] {
			if t := l.tt.OfDecl(d); !l.tt.Agree(first, t, 0) {
				return cpp.Errorf(l.u.position(d), "%s is of type %s here and of type %s at %v", d.Name(), t.Name, first.Name, l.u.position(g.decls[0]))
			}
		}
	}
	return nil
}

// order0 is the place of a variable in the order of declarations.
func (l *lowerer) order0(name string) int {
	if g := l.u.globals[name]; g != nil {
		return g.order
	}
	return -1
}
