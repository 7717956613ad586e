package entry

import (
	"fmt"
	"strings"

	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// pointee is what a pointer leads to, nil for other types.
func pointee(t cc.Type) cc.Type {
	if p, ok := t.(*cc.PointerType); ok {
		return p.Elem()
	}
	return nil
}

// decayed is the type that a parameter has.
func decayed(t cc.Type) cc.Type {
	switch x := t.(type) {
	case *cc.ArrayType:
		return x.Elem().Pointer()
	case *cc.FunctionType:
		return x.Pointer()
	}
	return t
}

// spelled is a type as C text, without what declarators add.
func spelled(t cc.Type) string {
	if d := t.Typedef(); d != nil && d.Name() != "" && syntax.FileScope(d) {
		return d.Name()
	}
	kind, name := "", tag(t)
	switch t.(type) {
	case *cc.StructType:
		kind = "struct"
	case *cc.UnionType:
		kind = "union"
	case *cc.EnumType:
		kind = "enum"
		if name == "" {
			return "int"
		}
	case *cc.PredefinedType:
		return words[t.Kind()]
	default:
		return ""
	}
	if name == "" {
		panic(impossible{"a " + kind + " has no name"})
	}
	return kind + " " + name
}

// tag is the tag of a type, or "".
func tag(t cc.Type) string {
	switch x := t.(type) {
	case *cc.StructType:
		return syntax.Tag(x.Tag())
	case *cc.UnionType:
		return syntax.Tag(x.Tag())
	case *cc.EnumType:
		return syntax.Tag(x.Tag())
	}
	return ""
}

// key is a structure, union or enumeration by its tag, by its other name if it has none,
// or by what it consists of.
func key(t cc.Type) string {
	kind := map[cc.Kind]string{cc.Struct: "struct ", cc.Union: "union ", cc.Enum: "enum "}[t.Kind()]
	switch name := tag(t); {
	case name != "":
		return kind + name
	case nameless(t):
		return t.String()
	}
	return spelled(t)
}

// nameless reports whether a structure or union has neither a tag nor another name.
func nameless(t cc.Type) bool {
	d := t.Typedef()
	return (t.Kind() == cc.Struct || t.Kind() == cc.Union) && tag(t) == "" && (d == nil || d.Name() == "" || !syntax.FileScope(d))
}

// pointing declares a pointer to a type as which to is declared.
func (w *writer) pointing(elem cc.Type, name, to string) string {
	if nameless(elem) {
		return "__typeof__(" + to + ") " + name
	}
	return w.declarator(elem.Pointer(), name)
}

// words are the numbers as C text.
var words = map[cc.Kind]string{
	cc.Void: "void", cc.Bool: "_Bool", cc.Char: "char", cc.SChar: "signed char", cc.UChar: "unsigned char", cc.Short: "short",
	cc.UShort: "unsigned short", cc.Int: "int", cc.UInt: "unsigned int", cc.Long: "long", cc.ULong: "unsigned long",
	cc.LongLong: "long long", cc.ULongLong: "unsigned long long", cc.Float: "float", cc.Double: "double", cc.LongDouble: "long double",
	cc.Int128: "__int128", cc.UInt128: "unsigned __int128",
}

// declarator declares a name.
func (w *writer) declarator(t cc.Type, name string) string {
	if s := spelled(t); s != "" {
		return s + " " + name
	}
	switch x := t.(type) {
	case *cc.PointerType:
		inner := "*" + name
		if e := x.Elem(); spelled(e) == "" && (e.Kind() == cc.Function || e.Kind() == cc.Array) {
			inner = "(" + inner + ")"
		}
		return w.declarator(x.Elem(), inner)
	case *cc.ArrayType:
		if x.Len() < 0 {
			return w.declarator(x.Elem(), name+"[]")
		}
		return w.declarator(x.Elem(), fmt.Sprintf("%s[%d]", name, x.Len()))
	case *cc.FunctionType:
		var ps []string
		for _, p := range x.Parameters() {
			ps = append(ps, w.declarator(decayed(p.Type()), ""))
		}
		if x.IsVariadic() {
			ps = append(ps, "...")
		}
		return w.declarator(x.Result(), name+"("+strings.Join(ps, ", ")+")")
	}
	panic(impossible{fmt.Sprintf("%s is of type %s", name, t)})
}
