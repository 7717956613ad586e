package ccfix

import (
	"slices"
	"strings"

	"culprit/frontend/cpp"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Generic selections. cc compares types too loosely, with qualifiers above all,
// and looks at no association after the first that it takes for the right one.
// So the rewriter lists the types once more, in operands of sizeof before the
// controlling expression, and adds a default; then the association is chosen
// here, and where cc chose another one, the selection is replaced by what was
// chosen and the text is translated again.

const typesCompatible = "__builtin_types_compatible_p"

// noAssociation is the default of selections that have none.
const noAssociation = "__culprit_no_association"

// selects reports whether the text has generic selections, or takes types from
// expressions.
func (t *Text) selects() bool {
	for i := range t.toks {
		if k := &t.toks[i]; k.Kind == cpp.Ident && (k.Text == "_Generic" || k.Text == typesCompatible || k.Text == autoType || isTypeof(k.Text)) {
			return true
		}
	}
	return false
}

// generic prepares the selection at token i, or replaces it if it is known what
// it chooses.
func (m *rewriter) generic(i int) {
	arg := m.operands(i + 1)
	types, values := m.associations(arg[1:])
	if types == nil {
		return
	}
	if k, ok := m.chosen[i]; ok && k < len(values) {
		v := values[k]
		m.replace(v[1], m.match[i+1], ")")
		m.replace(i, v[0]-1, "(")
		return
	}
	sizes, deflt := "", false
	for _, r := range types {
		if r[1]-r[0] > 1 && m.str(r[1]-2) == "enum" { // cc would read a type after the colon
			m.before(r[0], "__typeof__(*(")
			m.after(r[1]-1, " *)0)")
		}
		if m.str(r[0]) == "default" {
			deflt = true
		} else {
			sizes += "sizeof(" + m.text(r) + "), "
		}
	}
	m.after(i+1, "("+sizes+"(")
	m.before(arg[0][1], "))")
	if !deflt {
		m.before(m.match[i+1], ", default: "+noAssociation)
	}
}

// associations splits associations at their colons; nil if one has none.
func (m *rewriter) associations(arg [][2]int) (types, values [][2]int) {
	for _, r := range arg {
		k := r[0]
		for k < r[1] && !m.is(k, ":") {
			if m.match[k] > k {
				k = m.match[k]
			}
			k++
		}
		if k >= r[1]-1 || k == r[0] {
			return nil, nil
		}
		types = append(types, [2]int{r[0], k})
		values = append(values, [2]int{k + 1, r[1]})
	}
	return types, values
}

// choose decides the generic selections and the types that are taken from expressions,
// and reports whether cc took another one.
func (t *Text) choose(ast *cc.AST) (again bool, refused *cpp.Error) {
	if t.generic.raw == nil {
		return false, nil
	}
	own := len(t.cc.toks) - len(t.toks)
	q := newQualifier(ast)
	token := func(k cc.Token) int { // its number in the text, negative if it is the prelude's
		i, _ := slices.BinarySearch(t.cc.offs, int32(k.Position().Offset)+1)
		return i - own - 1
	}
	like := func(k cc.Token, e cc.ExpressionNode) {
		i := token(k)
		if i < 0 || t.generic.types[i] != "" || t.generic.raw[i].Text != k.SrcStr() { // of a copy of the text
			return
		}
		if s := q.mistaken(e); s != "" {
			t.generic.types[i] = s
			again = true
		}
	}
	halves := slices.ContainsFunc(t.generic.raw, isHalf)
	syntax.Each(ast.TranslationUnit, func(n cc.Node) {
		switch x := n.(type) {
		case *cc.TypeSpecifier:
			if x.Case == cc.TypeSpecifierTypeofExpr {
				like(x.Token, x.ExpressionList)
			}
		case *cc.Declaration:
			if e := q.like[x.Declarator]; x.Case == cc.DeclarationAuto && e != nil {
				like(x.Token, e)
			}
		}
		x, ok := n.(*cc.GenericSelection)
		if !ok || x.Associated() == nil {
			return
		}
		i := token(x.Token)
		if i < 0 {
			return
		}
		if _, known := t.generic.chosen[i]; known {
			return
		}
		loose := t.generic.raw[i].Text == typesCompatible
		k, at, missing := q.selection(x, loose)
		switch {
		case halves && refused == nil && q.overFloat(x):
			refused = cpp.Errorf(t.generic.raw[i].Pos(), "a selection between _Float16 and float is not supported")
		case k < 0:
		case missing && refused == nil:
			refused = cpp.Errorf(t.generic.raw[i].Pos(), "no association of _Generic has the type of its operand")
		case at != x.Associated() || loose && t.generic.guess:
			t.generic.chosen[i] = k
			again = true
		}
	})
	return again, refused
}

// isHalf reports whether a token names half floats or is one.
func isHalf(t cpp.Token) bool {
	return t.Kind == cpp.Ident && t.Text == "_Float16" || t.Kind == cpp.Number && strings.HasSuffix(strings.ToLower(t.Text), "f16")
}

// overFloat reports whether a selection looks at float, or at what leads to it.
// For cc a half float is one, too.
func (q *qualifier) overFloat(x *cc.GenericSelection) (found bool) {
	list, _ := syntax.Unparen(x.AssignmentExpression).(*cc.ExpressionList)
	for ; list != nil; list = list.ExpressionList {
		t := q.expr(list.AssignmentExpression).t
		if s, ok := syntax.Unparen(list.AssignmentExpression).(*cc.UnaryExpression); ok && s.Case == cc.UnaryExpressionSizeofType {
			t = s.TypeName.Type()
		}
		for depth := 0; t != nil && depth < maxNesting; depth++ {
			switch y := t.(type) {
			case *cc.PointerType:
				t = y.Elem()
				continue
			case *cc.ArrayType:
				t = y.Elem()
				continue
			case *cc.FunctionType:
				return true
			}
			found = found || t.Kind() == cc.Float
			break
		}
	}
	return found
}

// selection is the association that a generic selection chooses. missing says
// that it is the default that the rewriter added. loose is for
// __builtin_types_compatible_p, where qualifiers of the types are ignored.
func (q *qualifier) selection(x *cc.GenericSelection, loose bool) (k int, at *cc.GenericAssociation, missing bool) {
	list, ok := syntax.Unparen(x.AssignmentExpression).(*cc.ExpressionList)
	if !ok {
		return -1, nil, false
	}
	var types []qtype
	var ctrl qtype
	for ; list != nil; list = list.ExpressionList {
		if s, ok := syntax.Unparen(list.AssignmentExpression).(*cc.UnaryExpression); ok && s.Case == cc.UnaryExpressionSizeofType && list.ExpressionList != nil {
			types = append(types, q.typeName(s.TypeName))
			continue
		}
		ctrl = q.expr(list.AssignmentExpression)
	}
	if loose {
		ctrl = ctrl.elem()
	}
	k, n := -1, 0
	for l := x.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationDefault {
			if at == nil {
				k, at = n, a
				id := syntax.Ident(a.AssignmentExpression)
				missing = id != nil && id.Token.SrcStr() == noAssociation
			}
		} else if len(types) > 0 {
			t := types[0]
			types = types[1:]
			if loose && ctrl.compatible(t.elem(), 0) || !loose && selected(ctrl, t) {
				return n, a, false
			}
		}
		n++
	}
	return k, at, missing
}

// selected reports whether a generic selection over an operand of type ctrl
// chooses an association for t. The operand has the type of its value.
func selected(ctrl, t qtype) bool {
	if t.quals() != 0 {
		return false
	}
	switch ctrl.t.(type) {
	case *cc.ArrayType:
		return isPointer(t.t) && ctrl.elem().same(t.elem(), 0)
	case *cc.FunctionType:
		return isPointer(t.t) && ctrl.same(t.elem(), 0)
	}
	return ctrl.compatible(t, 0)
}

// same reports whether two types are compatible, qualifiers included.
func (x qtype) same(y qtype, depth int) bool {
	return x.quals() == y.quals() && x.compatible(y, depth+1)
}

// compatible reports whether two types are compatible in the sense of C, but
// for their own qualifiers.
func (x qtype) compatible(y qtype, depth int) bool {
	switch {
	case depth > maxNesting/20:
		return true
	case x.bits > 0:
		return false
	case x.parts:
		return partKind(y.t) == x.t.Kind()
	}
	switch a := x.t.(type) {
	case *cc.PointerType:
		return isPointer(y.t) && x.elem().same(y.elem(), depth)
	case *cc.ArrayType:
		b, ok := y.t.(*cc.ArrayType)
		if !ok || a.Len() >= 0 && b.Len() >= 0 && a.Len() != b.Len() {
			return false
		}
		if depth == 0 { // the qualifiers of an array are those of its elements
			return x.elem().compatible(y.elem(), 0)
		}
		return x.elem().same(y.elem(), depth)
	case *cc.FunctionType:
		b, ok := y.t.(*cc.FunctionType)
		return ok && x.next(a.Result()).compatible(y.next(b.Result()), depth+1) && compatibleParameters(a, b, depth)
	case *cc.EnumType:
		if b, ok := y.t.(*cc.EnumType); ok {
			return sameEnum(a, b)
		}
		return syntax.EnumKind(a) == y.t.Kind()
	case *cc.StructType, *cc.UnionType:
		return sameRecord(x.t, y.t)
	}
	if b, ok := y.t.(*cc.EnumType); ok {
		return x.t.Kind() == syntax.EnumKind(b)
	}
	return x.t.Kind() == y.t.Kind() && vectorSize(x.t) == vectorSize(y.t)
}

func vectorSize(t cc.Type) int64 {
	if a := t.Attributes(); a != nil {
		return max(a.VectorSize(), 0)
	}
	return 0
}

func compatibleParameters(a, b *cc.FunctionType, depth int) bool {
	p, q := a.Parameters(), b.Parameters()
	switch {
	case len(p) == 0:
		return promotedParameters(b)
	case len(q) == 0:
		return promotedParameters(a)
	case len(p) != len(q) || a.IsVariadic() != b.IsVariadic():
		return false
	}
	for i := range p {
		if x := (qtype{t: p[i].Type().Decay()}); !x.compatible(qtype{t: q[i].Type().Decay()}, depth+1) {
			return false
		}
	}
	return true
}

// promotedParameters reports whether a function is compatible with one that has
// no prototype.
func promotedParameters(f *cc.FunctionType) bool {
	if f.IsVariadic() {
		return false
	}
	for _, p := range f.Parameters() {
		switch p.Type().Kind() {
		case cc.Bool, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort, cc.Float:
			return false
		}
	}
	return true
}

func sameEnum(a, b *cc.EnumType) bool {
	x, y := a.Enumerators(), b.Enumerators()
	if len(x) > 0 && len(y) > 0 {
		return x[0] == y[0]
	}
	return syntax.Tag(a.Tag()) != "" && syntax.Tag(a.Tag()) == syntax.Tag(b.Tag())
}

// sameRecord reports whether two structures or unions are one.
func sameRecord(a, b cc.Type) bool {
	x, ok := a.(syntax.Record)
	y, is := b.(syntax.Record)
	switch {
	case !ok || !is || a.Kind() != b.Kind():
		return false
	case a == b:
		return true
	case x.NumFields() > 0 && y.NumFields() > 0:
		return x.FieldByIndex(0).Declarator() == y.FieldByIndex(0).Declarator() && x.FieldByIndex(0).Declarator() != nil
	}
	return syntax.TagKey(a) != "" && syntax.TagKey(a) == syntax.TagKey(b)
}
