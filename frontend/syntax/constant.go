package syntax

import "modernc.org/cc/v4"

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
