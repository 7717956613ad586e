package link

import (
	"fmt"

	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// NameOf is the name that a function or a variable at file scope has in the
// program.
func (u *Program) NameOf(d *cc.Declarator) string { return u.resolve(u.Linked(d)) }

// Linked is NameOf without looking at aliases.
func (u *Program) Linked(d *cc.Declarator) string {
	name := d.Name()
	if len(u.renamed)+len(u.Symbols.labels) == 0 {
		return name
	}
	s := unitScope(d)
	if l, ok := u.Symbols.labels[s][name]; ok {
		return l
	}
	if n, ok := u.renamed[s][name]; ok {
		return n
	}
	return name
}

// resolve follows aliases.
func (u *Program) resolve(name string) string {
	for range len(u.Symbols.aliases) {
		to, ok := u.Symbols.aliases[name]
		if !ok {
			break
		}
		name = to
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

// unitScope is the file scope that a declarator lies in.
func unitScope(d *cc.Declarator) *cc.Scope {
	s := d.LexicalScope()
	for s != nil && s.Parent != nil {
		s = s.Parent
	}
	return s
}

// inUnit is the name in the program of a symbol that a unit mentions.
func (u *Program) inUnit(ast *cc.AST, symbol string) string {
	for name, l := range u.Symbols.labels[ast.Scope] {
		if l == symbol {
			symbol = name
			break
		}
	}
	if n, ok := u.renamed[ast.Scope][symbol]; ok {
		return n
	}
	return symbol
}

// nestedName names the nested function that d declares, by a definition or as
// auto before it.
func (u *Program) nestedName(outer *Function, d *cc.Declarator) string {
	for _, n := range u.nested[d.Name()] {
		if n.scope == d.LexicalScope() {
			return n.key
		}
	}
	key := outer.Name + "." + d.Name()
	for i := 2; u.nestedKeys[key]; i++ {
		key = fmt.Sprintf("%s.%s#%d", outer.Name, d.Name(), i)
	}
	if u.nested == nil {
		u.nested, u.nestedKeys = map[string][]nestedDecl{}, map[string]bool{}
	}
	u.nested[d.Name()] = append(u.nested[d.Name()], nestedDecl{d.LexicalScope(), key})
	u.nestedKeys[key] = true
	return key
}

// declareNested notes the nested functions that a declaration with auto
// announces.
func (u *Program) declareNested(f *Function, x *cc.Declaration) {
	for l := x.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		if d := l.InitDeclarator.Declarator; d != nil && d.Type().Kind() == cc.Function {
			u.nestedName(f, d)
		}
	}
}

// FunctionName is the name, in the program, of the function that an identifier
// resolved to d means.
func (u *Program) FunctionName(x *cc.PrimaryExpression, d *cc.Declarator) string {
	if decls := u.nested[d.Name()]; x != nil && decls != nil {
		for s := x.LexicalScope(); s != nil; s = s.Parent {
			for _, n := range decls {
				if n.scope == s {
					return n.key
				}
			}
		}
	}
	return u.NameOf(d)
}

// VarKey identifies a variable: its name at file scope, else its declarator.
func (u *Program) VarKey(d *cc.Declarator) any {
	if syntax.FileScope(d) {
		return u.NameOf(d)
	}
	return d
}

// Declaration is a declaration of a function or variable at file scope that the program
// does not define, in the first file that has one; nil if none has.
func (u *Program) Declaration(name string) *cc.Declarator {
	for _, ast := range u.ASTs {
		for _, n := range ast.Scope.Nodes[name] {
			if d, ok := n.(*cc.Declarator); ok && !d.IsSynthetic() {
				return d
			}
		}
	}
	return nil
}
