package syntax

import (
	"regexp"
	"strings"

	"culprit/frontend/cpp"

	"modernc.org/cc/v4"
)

// Attribute is one attribute in the source.
type Attribute struct {
	Name string // without underscores around it
	Args []cc.ExpressionNode
	Tok  cc.Token
}

// AttributesIn appends the attributes of a list.
func AttributesIn(out []Attribute, l *cc.AttributeSpecifierList) []Attribute {
	for ; l != nil; l = l.AttributeSpecifierList {
		if l.AttributeSpecifier == nil {
			continue
		}
		for v := l.AttributeSpecifier.AttributeValueList; v != nil; v = v.AttributeValueList {
			if v.AttributeValue == nil {
				continue
			}
			a := Attribute{Name: cpp.AttributeName(v.AttributeValue.Token.SrcStr()), Tok: v.AttributeValue.Token}
			if a.Name == "Aligned" { // see ccfix/rewrite_attributes.go
				a.Name = "aligned"
			}
			for e := v.AttributeValue.ArgumentExpressionList; e != nil; e = e.ArgumentExpressionList {
				a.Args = append(a.Args, e.AssignmentExpression)
			}
			out = append(out, a)
		}
	}
	return out
}

// Text is the value of an argument that is a string literal, else "".
func (a *Attribute) Text() string {
	if len(a.Args) == 0 {
		return ""
	}
	x, ok := Unparen(a.Args[0]).(*cc.PrimaryExpression)
	if !ok || x.Case != cc.PrimaryExpressionString {
		return ""
	}
	s, _ := x.Value().(cc.StringValue)
	return strings.TrimRight(string(s), "\x00")
}

// Word is the name of an argument that is an identifier, else "".
func (a *Attribute) Word() string {
	if len(a.Args) == 0 {
		return ""
	}
	if id := Ident(a.Args[0]); id != nil {
		return id.Token.SrcStr()
	}
	return ""
}

// Attributes finds the attributes of what declarators declare.
type Attributes struct {
	Of map[*cc.Declarator][]Attribute
	// parent is the name of a type that a typedef gives another name.
	Parent map[*cc.Declarator]*cc.Declarator
	// asm holds the names that declarations have for the linker.
	Asm map[*cc.Declarator]string
	// enums holds the attributes of enumerations, by their first constant.
	Enums map[*cc.Enumerator][]Attribute
	// EnumOf finds the enumeration of a constant.
	EnumOf map[*cc.Enumerator]*cc.EnumSpecifier
	// Cast are what casts mention.
	Cast map[*cc.Declarator]bool
	// constants are declarators whose specifiers say const.
	constants map[*cc.Declarator]bool
	// section is the first attribute by which the start or the end of the program
	// runs what is declared.
	Section *Attribute
	// unheard holds the attributes of unknown name in order of occurrence.
	Unheard []Attribute
	// linked lists, for each unit, the declarations of functions and variables
	// with linkage.
	Linked [][]Linked
}

// Linked declares a function or variable with linkage; def is its body.
type Linked struct {
	Declarator *cc.Declarator
	Definition *cc.FunctionDefinition
}

// NewAttributes collects the attributes in the units of a program.
func NewAttributes(asts []*cc.AST) *Attributes {
	x := &Attributes{Of: map[*cc.Declarator][]Attribute{}, Parent: map[*cc.Declarator]*cc.Declarator{},
		Asm: map[*cc.Declarator]string{}, Enums: map[*cc.Enumerator][]Attribute{},
		EnumOf: map[*cc.Enumerator]*cc.EnumSpecifier{}, Cast: map[*cc.Declarator]bool{}, constants: map[*cc.Declarator]bool{}}
	for _, ast := range asts {
		x.Linked = append(x.Linked, nil)
		Each(ast.TranslationUnit, x.visit)
	}
	return x
}

func (x *Attributes) visit(n cc.Node) {
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
			x.add(n.Declarator, AttributesIn(x.specifiers(n.DeclarationSpecifiers), n.AttributeSpecifierList))
			x.qualified(n.Declarator, constSpecifiers(n.DeclarationSpecifiers), specified(n.DeclarationSpecifiers))
		}
	case *cc.Declaration:
		x.declaration(n)
	case *cc.StructDeclaration:
		x.members(n)
	case *cc.CastExpression:
		if n.Case == cc.CastExpressionCast {
			Each(n.CastExpression, x.cast)
		}
	case *cc.EnumSpecifier:
		for l := n.EnumeratorList; l != nil; l = l.EnumeratorList {
			x.EnumOf[l.Enumerator] = n
		}
	}
}

func (x *Attributes) link(d *cc.Declarator, def *cc.FunctionDefinition) {
	if !d.IsTypename() && !d.IsParam() && FileScope(d) {
		l := &x.Linked[len(x.Linked)-1]
		*l = append(*l, Linked{d, def})
	}
}

// Linkage calls f on the declarations of a unit that have linkage.
func (x *Attributes) Linkage(unit int, f func(d *cc.Declarator, def *cc.FunctionDefinition)) {
	for _, l := range x.Linked[unit] {
		f(l.Declarator, l.Definition)
	}
}

func (x *Attributes) declaration(n *cc.Declaration) {
	own := AttributesIn(x.specifiers(n.DeclarationSpecifiers), n.AttributeSpecifierList)
	for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		i := l.InitDeclarator
		if i == nil || i.Declarator == nil {
			continue
		}
		x.link(i.Declarator, nil)
		x.qualified(i.Declarator, constSpecifiers(n.DeclarationSpecifiers), specified(n.DeclarationSpecifiers))
		a := append([]Attribute(nil), own...)
		x.add(i.Declarator, AttributesIn(AttributesIn(a, l.AttributeSpecifierList), i.AttributeSpecifierList))
		if i.Asm != nil {
			x.Asm[i.Declarator] = StringText(i.Asm.Token3)
		}
		if i.Declarator.IsTypename() && i.Declarator.Pointer == nil && plainName(i.Declarator) {
			if t := n.DeclarationSpecifiers.Type(); t != nil {
				if base := t.Typedef(); base != nil && base != i.Declarator {
					x.Parent[i.Declarator] = base
				}
			}
		}
	}
}

func (x *Attributes) members(n *cc.StructDeclaration) {
	var own []Attribute
	var enum *cc.EnumSpecifier
	for q := n.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
		list := q.AttributeSpecifierList
		if q.TypeQualifier != nil {
			list = q.TypeQualifier.AttributeSpecifierList
		}
		if list != nil && enum != nil {
			x.enumeration(enum, AttributesIn(nil, list))
		} else {
			own = AttributesIn(own, list)
		}
		enum = nil
		if q.TypeSpecifier != nil {
			enum = q.TypeSpecifier.EnumSpecifier
		}
	}
	own = AttributesIn(own, n.AttributeSpecifierList)
	for l := n.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		if s := l.StructDeclarator; s != nil && s.Declarator != nil {
			x.add(s.Declarator, append([]Attribute(nil), own...))
			x.qualified(s.Declarator, constMember(n.SpecifierQualifierList), s.Declarator.Type())
		}
	}
}

// specifiers returns the attributes among specifiers. A list right after the
// definition of an enumeration belongs to that.
func (x *Attributes) specifiers(s *cc.DeclarationSpecifiers) (out []Attribute) {
	var enum *cc.EnumSpecifier
	for ; s != nil; s = s.DeclarationSpecifiers {
		switch {
		case s.AttributeSpecifierList != nil && enum != nil:
			x.enumeration(enum, AttributesIn(nil, s.AttributeSpecifierList))
		case s.AttributeSpecifierList != nil:
			out = AttributesIn(out, s.AttributeSpecifierList)
		case s.FunctionSpecifier != nil && s.FunctionSpecifier.Case == cc.FunctionSpecifierNoreturn:
			out = append(out, Attribute{Name: "noreturn", Tok: s.FunctionSpecifier.Token})
		}
		enum = nil
		if s.TypeSpecifier != nil {
			enum = s.TypeSpecifier.EnumSpecifier
		}
	}
	return out
}

func (x *Attributes) enumeration(e *cc.EnumSpecifier, a []Attribute) {
	if e.Case == cc.EnumSpecifierDef && e.EnumeratorList != nil {
		first := e.EnumeratorList.Enumerator
		x.Enums[first] = append(x.Enums[first], a...)
	}
}

func (x *Attributes) add(d *cc.Declarator, a []Attribute) {
	if d == nil {
		return
	}
	for p := d.Pointer; p != nil; p = p.Pointer {
		for q := p.TypeQualifiers; q != nil; q = q.TypeQualifiers {
			if q.TypeQualifier != nil {
				a = AttributesIn(a, q.TypeQualifier.AttributeSpecifierList)
			}
		}
	}
	if len(a) == 0 {
		return
	}
	x.Of[d] = append(x.Of[d], a...)
	for _, b := range a {
		if b.Name == "section" && runSection.MatchString(b.Text()) && x.Section == nil {
			x.Section = &b
		}
		if cpp.Attributes[b.Name] == cpp.Unheard {
			x.Unheard = append(x.Unheard, b)
		}
	}
}

// Find returns an attribute of what d declares, or nil.
func (x *Attributes) Find(d *cc.Declarator, name string) *Attribute {
	l := x.Of[d]
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].Name == name {
			return &l[i]
		}
	}
	return nil
}

// runSection matches the sections of ELF that are run, or lead to functions that
// are, before main or after it.
var runSection = regexp.MustCompile(`^\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)\b`)

// StringText is the text of a string literal; adjacent ones are one token.
func StringText(t cc.Token) string {
	s := t.SrcStr()
	if len(s) < 2 || s[0] != '"' || strings.ContainsRune(s, '\\') {
		return ""
	}
	return s[1 : len(s)-1]
}

// qualified notes whether the specifiers before a declarator say const, themselves
// or by the name of a type. cc keeps that in the type, where that of a pointer is not
// told from that of what it leads to, and that of a structure becomes one of the
// members that are defined there.
func (x *Attributes) qualified(d *cc.Declarator, constant bool, t cc.Type) {
	if d == nil {
		return
	}
	for t != nil && !constant {
		if base := t.Typedef(); base != nil {
			constant = base != d && x.Constant(base)
			break
		}
		a, ok := t.(*cc.ArrayType)
		if !ok {
			break
		}
		t = a.Elem()
	}
	if constant {
		x.constants[d] = true
	}
}

// Constant reports whether the object that d declares is const, or its elements are.
func (x *Attributes) Constant(d *cc.Declarator) bool {
	if d == nil {
		return false
	}
	switch by, p := outermost(d); {
	case d.IsParam() && by != ofBase && by != ofPointer: // it is a pointer
		return false
	case by == ofPointer:
		return saysConst(p.TypeQualifiers)
	default:
		return by != ofFunction && x.constants[d]
	}
}

// derivation is what a declarator makes of the type that the specifiers name.
type derivation int

const (
	ofBase derivation = iota
	ofArray
	ofPointer
	ofFunction
)

// outermost is what a declarator declares: what its elements are, of an array that
// holds pointers.
func outermost(d *cc.Declarator) (by derivation, p *cc.Pointer) {
	by, p = derived(d.DirectDeclarator)
	if (by == ofBase || by == ofArray && !d.IsParam()) && d.Pointer != nil {
		p = d.Pointer
		for p.Pointer != nil {
			p = p.Pointer
		}
		by = ofPointer
	}
	return by, p
}

func derived(dd *cc.DirectDeclarator) (by derivation, p *cc.Pointer) {
	switch dd.Case {
	case cc.DirectDeclaratorIdent:
		return ofBase, nil
	case cc.DirectDeclaratorDecl:
		return outermost(dd.Declarator)
	}
	by, p = derived(dd.DirectDeclarator)
	switch {
	case by == ofPointer || by == ofFunction:
		return by, p
	case dd.Case == cc.DirectDeclaratorFuncParam || dd.Case == cc.DirectDeclaratorFuncIdent:
		return ofFunction, nil
	}
	return ofArray, nil
}

func saysConst(q *cc.TypeQualifiers) bool {
	for ; q != nil; q = q.TypeQualifiers {
		if isConst(q.TypeQualifier) {
			return true
		}
	}
	return false
}

func isConst(q *cc.TypeQualifier) bool { return q != nil && q.Case == cc.TypeQualifierConst }

func constSpecifiers(s *cc.DeclarationSpecifiers) bool {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if isConst(s.TypeQualifier) {
			return true
		}
	}
	return false
}

// specified is the type that specifiers name.
func specified(s *cc.DeclarationSpecifiers) cc.Type {
	if s == nil {
		return nil
	}
	return s.Type()
}

func constMember(s *cc.SpecifierQualifierList) bool {
	for ; s != nil; s = s.SpecifierQualifierList {
		if isConst(s.TypeQualifier) {
			return true
		}
	}
	return false
}

// cast notes what the operand of a cast mentions.
func (x *Attributes) cast(n cc.Node) {
	if e, ok := n.(*cc.PrimaryExpression); ok && e.Case == cc.PrimaryExpressionIdent {
		if d, ok := e.ResolvedTo().(*cc.Declarator); ok {
			x.Cast[d] = true
		}
	}
}
