package frontend

import (
	"regexp"
	"strings"

	"culprit/frontend/cpp"

	"modernc.org/cc/v4"
)

// attribute is one attribute in the source.
type attribute struct {
	name string // without underscores around it
	args []cc.ExpressionNode
	tok  cc.Token
}

// attributesIn appends the attributes of a list.
func attributesIn(out []attribute, l *cc.AttributeSpecifierList) []attribute {
	for ; l != nil; l = l.AttributeSpecifierList {
		if l.AttributeSpecifier == nil {
			continue
		}
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue == nil {
				continue
			}
			a := attribute{name: cpp.AttributeName(v.AttributeValue.Token.SrcStr()), tok: v.AttributeValue.Token}
			if a.name == "Aligned" { // see rewrite_attributes.go
				a.name = "aligned"
			}
			for e := v.AttributeValue.ArgumentExpressionList; e != nil; e = e.ArgumentExpressionList {
				a.args = append(a.args, e.AssignmentExpression)
			}
			out = append(out, a)
		}
	}
	return out
}

// text is the value of an argument that is a string literal, else "".
func (a *attribute) text() string {
	if len(a.args) == 0 {
		return ""
	}
	x, ok := unparen(a.args[0]).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionString {
		return ""
	}
	s, _ := x.Value().(cc.StringValue)
	return strings.TrimRight(string(s), "\x00")
}

// word is the name of an argument that is an identifier, else "".
func (a *attribute) word() string {
	if len(a.args) == 0 {
		return ""
	}
	if id := identOf(a.args[0]); id != nil {
		return id.Token.SrcStr()
	}
	return ""
}

// attributeIndex finds the attributes of what declarators declare.
type attributeIndex struct {
	of map[*cc.Declarator][]attribute
	// parent is the name of a type that a typedef gives another name.
	parent map[*cc.Declarator]*cc.Declarator
	// asm holds the names that declarations have for the linker.
	asm map[*cc.Declarator]string
	// enums holds the attributes of enumerations, by their first constant.
	enums map[*cc.Enumerator][]attribute
	// enumOf finds the enumeration of a constant.
	enumOf map[*cc.Enumerator]*cc.EnumSpecifier
	// section is the first attribute by which the start or the end of the program
	// runs what is declared.
	section *attribute
	// unheard holds the attributes of unknown name in order of occurrence.
	unheard []attribute
	// linked lists, for each unit, the declarations of functions and variables
	// with linkage.
	linked [][]linkedDecl
}

// linkedDecl declares a function or variable with linkage; def is its body.
type linkedDecl struct {
	d   *cc.Declarator
	def *cc.FunctionDefinition
}

func newAttributeIndex(asts []*cc.AST) *attributeIndex {
	x := &attributeIndex{of: map[*cc.Declarator][]attribute{}, parent: map[*cc.Declarator]*cc.Declarator{},
		asm: map[*cc.Declarator]string{}, enums: map[*cc.Enumerator][]attribute{},
		enumOf: map[*cc.Enumerator]*cc.EnumSpecifier{}}
	for _, ast := range asts {
		x.linked = append(x.linked, nil)
		walkAll(ast.TranslationUnit, x.visit)
	}
	return x
}

func (x *attributeIndex) visit(n cc.Node) {
	switch n := n.(type) {
	case *cc.FunctionDefinition:
		x.link(n.Declarator, n)
		x.add(n.Declarator, x.specifiers(n.DeclarationSpecifiers))
	case *cc.BlockItem:
		if n.Case == cc.BlockItemFuncDef {
			x.add(n.Declarator, x.specifiers(n.DeclarationSpecifiers))
		}
	case *cc.ParameterDeclaration:
		if n.Declarator != nil {
			x.add(n.Declarator, attributesIn(x.specifiers(n.DeclarationSpecifiers), n.AttributeSpecifierList))
		}
	case *cc.Declaration:
		x.declaration(n)
	case *cc.StructDeclaration:
		x.members(n)
	case *cc.EnumSpecifier:
		for l := n.EnumeratorList; l != nil; l = l.EnumeratorList {
			x.enumOf[l.Enumerator] = n
		}
	}
}

func (x *attributeIndex) link(d *cc.Declarator, def *cc.FunctionDefinition) {
	if !d.IsTypename() && !d.IsParam() && isFileScope(d) {
		l := &x.linked[len(x.linked)-1]
		*l = append(*l, linkedDecl{d, def})
	}
}

// linkage calls f on the declarations of a unit that have linkage.
func (x *attributeIndex) linkage(unit int, f func(d *cc.Declarator, def *cc.FunctionDefinition)) {
	for _, l := range x.linked[unit] {
		f(l.d, l.def)
	}
}

func (x *attributeIndex) declaration(n *cc.Declaration) {
	own := attributesIn(x.specifiers(n.DeclarationSpecifiers), n.AttributeSpecifierList)
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		i := l.InitDeclarator
		if i == nil || i.Declarator == nil {
			continue
		}
		x.link(i.Declarator, nil)
		a := append([]attribute(nil), own...)
		x.add(i.Declarator, attributesIn(attributesIn(a, l.AttributeSpecifierList), i.AttributeSpecifierList))
		if i.Asm != nil {
			x.asm[i.Declarator] = stringToken(i.Asm.Token3)
		}
		if i.Declarator.IsTypename() && i.Declarator.Pointer == nil && plainName(i.Declarator) {
			if t := n.DeclarationSpecifiers.Type(); t != nil {
				if base := t.Typedef(); base != nil && base != i.Declarator {
					x.parent[i.Declarator] = base
				}
			}
		}
	}
}

func (x *attributeIndex) members(n *cc.StructDeclaration) {
	var own []attribute
	var enum *cc.EnumSpecifier
	for q := n.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
		list := q.AttributeSpecifierList
		if q.TypeQualifier != nil {
			list = q.TypeQualifier.AttributeSpecifierList
		}
		if list != nil && enum != nil {
			x.enumeration(enum, attributesIn(nil, list))
		} else {
			own = attributesIn(own, list)
		}
		enum = nil
		if q.TypeSpecifier != nil {
			enum = q.TypeSpecifier.EnumSpecifier
		}
	}
	own = attributesIn(own, n.AttributeSpecifierList)
	for l := n.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		if s := l.StructDeclarator; s != nil && s.Declarator != nil {
			x.add(s.Declarator, append([]attribute(nil), own...))
		}
	}
}

// specifiers returns the attributes among specifiers. A list right after the
// definition of an enumeration belongs to that.
func (x *attributeIndex) specifiers(s *cc.DeclarationSpecifiers) (out []attribute) {
	var enum *cc.EnumSpecifier
	for ; s != nil; s = s.DeclarationSpecifiers {
		switch {
		case s.AttributeSpecifierList != nil && enum != nil:
			x.enumeration(enum, attributesIn(nil, s.AttributeSpecifierList))
		case s.AttributeSpecifierList != nil:
			out = attributesIn(out, s.AttributeSpecifierList)
		case s.FunctionSpecifier != nil && s.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn:
			out = append(out, attribute{name: "noreturn", tok: s.FunctionSpecifier.Token})
		}
		enum = nil
		if s.TypeSpecifier != nil {
			enum = s.TypeSpecifier.EnumSpecifier
		}
	}
	return out
}

func (x *attributeIndex) enumeration(e *cc.EnumSpecifier, a []attribute) {
	if e.Case == cc.EnumSpecifierDef && e.EnumeratorList != nil {
		first := e.EnumeratorList.Enumerator
		x.enums[first] = append(x.enums[first], a...)
	}
}

func (x *attributeIndex) add(d *cc.Declarator, a []attribute) {
	if d == nil {
		return
	}
	for p := d.Pointer; p != nil; p = p.Pointer {
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil {
				a = attributesIn(a, q.TypeQualifier.AttributeSpecifierList)
			}
		}
	}
	if len(a) == 0 {
		return
	}
	x.of[d] = append(x.of[d], a...)
	for _, b := range a {
		if b.name == "section" && runSection.MatchString(b.text()) && x.section == nil {
			x.section = &b
		}
		if cpp.Attributes[b.name] == cpp.Unheard {
			x.unheard = append(x.unheard, b)
		}
	}
}

// find returns an attribute of what d declares, or nil.
func (x *attributeIndex) find(d *cc.Declarator, name string) *attribute {
	l := x.of[d]
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].name == name {
			return &l[i]
		}
	}
	return nil
}

// runSection matches the sections of ELF that are run, or lead to functions that
// are, before main or after it.
var runSection = regexp.MustCompile(`^\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)\b`)

// stringToken is the text of a string literal; adjacent ones are one token.
func stringToken(t cc.Token) string {
	s := t.SrcStr()
	if len(s) < 2 || s[0] != '"' || strings.ContainsRune(s, '\\') {
		return ""
	}
	return s[1 : len(s)-1]
}
