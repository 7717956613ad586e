package frontend

import (
	"slices"

	"modernc.org/cc/v4"
)

func isFileScope(d *cc.Declarator) bool {
	if d.IsParam() {
		return false
	}
	s := d.LexicalScope()
	return s == nil || s.Parent == nil || d.IsExtern()
}

// tagKey is the tag of a structure or union, "" if it has none.
func tagKey(t cc.Type) string {
	switch t := t.(type) {
	case *cc.StructType:
		if tag := tagOf(t.Tag()); tag != "" {
			return "struct " + tag
		}
	case *cc.UnionType:
		if tag := tagOf(t.Tag()); tag != "" {
			return "union " + tag
		}
	}
	return ""
}

func tagOf(t cc.Token) string { return t.SrcStr() }

// structural is what cc's structure and union types share.
type structural interface {
	NumFields() int
	FieldByIndex(int) *cc.Field
}

// enumKind is the type of an enumeration where nothing evaluates its constants.
// What is signed to cc is unsigned without a negative constant, unless its tag was
// declared with an underlying type.
func enumKind(x *cc.EnumType) (k cc.Kind) {
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
	return tagOf(x.Tag()) != "" && slices.ContainsFunc(x.LexicalScope().Nodes[tagOf(x.Tag())], func(n cc.Node) bool {
		e, ok := n.(*cc.EnumSpecifier)
		return ok && underlying(e) != nil
	})
}

// underlying is the type that an enumeration is declared with, nil if there is
// none.
func underlying(e *cc.EnumSpecifier) cc.Type {
	if e == nil || e.EnumTypeSpecifier == nil {
		return nil
	}
	if t, ok := e.Type().(*cc.EnumType); ok {
		return t.UnderlyingType()
	}
	return nil
}

func enumerators(e *cc.EnumSpecifier) (list []*cc.Enumerator) {
	for n := e.EnumeratorList; n != nil; n = n.EnumeratorList {
		list = append(list, n.Enumerator)
	}
	return list
}

// plainName reports whether a declarator without pointers is a name alone.
func plainName(d *cc.Declarator) bool {
	return d.DirectDeclarator != nil && d.DirectDeclarator.Case == cc.DirectDeclaratorIdent
}
