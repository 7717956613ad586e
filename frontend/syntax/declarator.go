package syntax

import (
	"slices"

	"modernc.org/cc/v4"
)

// FileScope reports whether what d declares is the same in the whole unit.
func FileScope(d *cc.Declarator) bool {
	if d.IsParam() {
		return false
	}
	s := d.LexicalScope()
	return s == nil || s.Parent == nil || d.IsExtern()
}

// TagKey is the tag of a structure or union, "" if it has none.
func TagKey(t cc.Type) string {
	switch t := t.(type) {
	case *cc.StructType:
		if tag := Tag(t.Tag()); tag != "" {
			return "struct " + tag
		}
	case *cc.UnionType:
		if tag := Tag(t.Tag()); tag != "" {
			return "union " + tag
		}
	}
	return ""
}

// Tag is the tag of a type, "" if it has none.
func Tag(t cc.Token) string { return t.SrcStr() }

// Record is what cc's structure and union types share.
type Record interface {
	NumFields() int
	FieldByIndex(int) *cc.Field
}

// EnumKind is the type of an enumeration where nothing evaluates its constants.
// A type that is signed to cc is unsigned without a negative constant, unless its tag
// was declared with an underlying type.
func EnumKind(x *cc.EnumType) (k cc.Kind) {
	defer func() {
		if recover() != nil {
			k = cc.UInt
		}
	}()
	u := x.UnderlyingType()
	if u == nil || u.Kind() == cc.InvalidKind || u.Kind() == cc.Enum {
		return cc.UInt
	}
	unsigned := map[cc.Kind]cc.Kind{cc.Int: cc.UInt, cc.Long: cc.ULong, cc.LongLong: cc.ULongLong}
	if k, ok := unsigned[u.Kind()]; ok && x.Min() >= 0 && !hasUnderlying(x) {
		return k
	}
	return u.Kind()
}

func hasUnderlying(x *cc.EnumType) bool {
	return Tag(x.Tag()) != "" && slices.ContainsFunc(x.LexicalScope().Nodes[Tag(x.Tag())], func(n cc.Node) bool {
		e, ok := n.(*cc.EnumSpecifier)
		return ok && Underlying(e) != nil
	})
}

// Underlying is the type that an enumeration is declared with, nil if there is
// none.
func Underlying(e *cc.EnumSpecifier) cc.Type {
	if e == nil || e.EnumTypeSpecifier == nil {
		return nil
	}
	if t, ok := e.Type().(*cc.EnumType); ok {
		return t.UnderlyingType()
	}
	return nil
}

// Enumerators are the constants of an enumeration in their order.
func Enumerators(e *cc.EnumSpecifier) (list []*cc.Enumerator) {
	for n := e.EnumeratorList; n != nil; n = n.EnumeratorList {
		list = append(list, n.Enumerator)
	}
	return list
}

// plainName reports whether a declarator without pointers is a name alone.
func plainName(d *cc.Declarator) bool {
	return d.DirectDeclarator != nil && d.DirectDeclarator.Case == cc.DirectDeclaratorIdent
}

// OwnParameters finds the parameters of the function that d declares, not those
// of a function that it returns a pointer to.
func OwnParameters(d *cc.Declarator) (params *cc.DirectDeclarator) {
	for dd := d.DirectDeclarator; dd != nil; {
		switch dd.Case {
		case cc.DirectDeclaratorDecl:
			dd = dd.Declarator.DirectDeclarator
			continue
		case cc.DirectDeclaratorFuncParam, cc.DirectDeclaratorFuncIdent:
			params = dd
		}
		dd = dd.DirectDeclarator
	}
	return params
}

// Prototype lists the declarators of the parameters in a declaration of a function,
// nil for one without a name. Their types may be merged with those of others, where
// parameters have other names.
func Prototype(d *cc.Declarator) (params []*cc.Declarator) {
	own := OwnParameters(d)
	if own == nil || own.ParameterTypeList == nil {
		return nil
	}
	for l := own.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
		params = append(params, l.ParameterDeclaration.Declarator)
	}
	return params
}

// IsVolatile reports whether the type of a declarator is volatile.
func IsVolatile(d *cc.Declarator) bool {
	q := d.Type().Attributes()
	return q != nil && q.IsVolatile()
}

// ReadOnly reports whether the type of a global makes every write to it
// undefined. Of pointers it is not said: cc gives a pointer to const the
// attributes of a constant pointer; nor of vectors: one that is constant makes
// all of its type constant.
func ReadOnly(t cc.Type) bool {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok {
			q := t.Attributes()
			return q != nil && q.IsConst() && t.Kind() != cc.Ptr && q.VectorSize() <= 0
		}
		t = a.Elem()
	}
}

// TypeofOperand is e of a declaration with typeof(e), or nil.
func TypeofOperand(s *cc.DeclarationSpecifiers) cc.ExpressionNode {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if t := s.TypeSpecifier; t != nil && t.Case == cc.TypeSpecifierTypeofExpr && t.ExpressionList != nil {
			return t.ExpressionList
		}
	}
	return nil
}

// Plain reports whether a declarator is a name alone, so that it declares what its
// specifiers say.
func Plain(d *cc.Declarator) bool {
	return d.Pointer == nil && d.DirectDeclarator != nil && d.DirectDeclarator.Case == cc.DirectDeclaratorIdent
}
