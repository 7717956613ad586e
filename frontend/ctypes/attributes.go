package ctypes

import (
	"culprit/frontend/ccfix"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Attributes, __attribute__((...)) of gcc, which the types of the parser lose, but
// for the alignment of a name. Where one stands decides little in practice: gcc
// moves an attribute that only declarations can have from a type or a pointer to
// what is declared, and so does the index (syntax.Attributes).

// readAttrs collects attributes. Their arguments may be sizes of types that were read
// before, which the attributes of these change.
func (tt *Types) readAttrs(src *parse.Sources, eval func(cc.ExpressionNode) (int64, bool)) {
	tt.attrs = nil
	at := &attrTable{eval: eval, spec: map[cc.Type]*cc.StructOrUnionSpecifier{},
		byDecl: map[*cc.Declarator]*cc.StructOrUnionSpecifier{}, field: map[*cc.Declarator]Attrs{}, within: map[*cc.StructOrUnionSpecifier]*cc.StructOrUnionSpecifier{}, pack: map[string][]ccfix.Mark{}, order: map[string][]ccfix.Mark{}}
	words := false
	for name, u := range src.Units {
		words = words || u.HasLayout()
		at.pack[name], at.order[name] = ccfix.PackMarks(u), ccfix.OrderMarks(u)
	}
	if !words {
		return
	}
	tt.attrs = at
	for _, ast := range tt.asts {
		at.read(ast)
	}
}

func (at *attrTable) read(ast *cc.AST) {
	syntax.Each(ast.TranslationUnit, func(n cc.Node) {
		s, ok := n.(*cc.StructOrUnionSpecifier)
		if !ok || s.Case != cc.StructOrUnionSpecifierDef {
			return
		}
		if t := s.Type(); t != nil {
			at.spec[t] = s
		}
		for l := s.StructDeclarationList; l != nil; l = l.StructDeclarationList {
			at.addDecl(s, l.StructDeclaration)
		}
	})
}

func (at *attrTable) addDecl(s *cc.StructOrUnionSpecifier, d *cc.StructDeclaration) {
	if d == nil {
		return
	}
	a := at.list(d.AttributeSpecifierList)
	for q := d.SpecifierQualifierList; q != nil; q = q.SpecifierQualifierList {
		a.merge(at.list(q.AttributeSpecifierList))
		a.merge(at.alignas(q.AlignmentSpecifier))
		if q.TypeQualifier != nil {
			a.merge(at.list(q.TypeQualifier.AttributeSpecifierList))
		}
		if q.TypeSpecifier != nil && q.TypeSpecifier.StructOrUnionSpecifier != nil && d.StructDeclaratorList == nil {
			at.within[q.TypeSpecifier.StructOrUnionSpecifier] = s
		}
	}
	for l := d.StructDeclaratorList; l != nil; l = l.StructDeclaratorList {
		if sd := l.StructDeclarator; sd != nil && sd.Declarator != nil {
			at.byDecl[sd.Declarator] = s
			own := a
			own.width = sd.ConstantExpression
			at.field[sd.Declarator] = own
		}
	}
}

func (a *Attrs) merge(b Attrs) {
	a.packed = a.packed || b.packed
	a.align = max(a.align, b.align)
	a.transparent, a.foreign = a.transparent || b.transparent, a.foreign || b.foreign
	a.order = max(a.order, b.order)
	if b.like != nil {
		a.like = b.like
	}
}

func (at *attrTable) alignas(s *cc.AlignmentSpecifier) (a Attrs) {
	if s == nil {
		return a
	}
	if s.TypeName != nil {
		a.like = s.TypeName.Type()
	}
	if s.ConstantExpression != nil {
		if v, ok := at.eval(s.ConstantExpression); ok && v > 0 {
			a.align = uint64(v)
		}
	}
	return a
}

func (at *attrTable) list(l *cc.AttributeSpecifierList) (a Attrs) {
	for _, x := range syntax.AttributesIn(nil, l) {
		switch x.Name {
		case "packed":
			a.packed = true
		case "transparent_union":
			a.transparent = true
		case "ms_struct":
			a.foreign = true
		case "scalar_storage_order":
			if len(x.Args) > 0 {
				a.order = ccfix.OrderOf(x.Text())
			}
		case "aligned":
			a.align = 16
			if len(x.Args) > 0 {
				if n, ok := at.eval(x.Args[0]); ok && n > 0 {
					a.align = uint64(n)
				}
			}
		}
	}
	return a
}

// specifier finds what declares a structure. Types of declarators may be copies,
// which have the members of the original.
func (at *attrTable) specifier(t cc.Type, st syntax.Record) *cc.StructOrUnionSpecifier {
	s := at.spec[t]
	for i := 0; s == nil && i < st.NumFields(); i++ {
		f := st.FieldByIndex(i)
		if f == nil {
			continue
		}
		if f.Declarator() != nil {
			s = at.byDecl[f.Declarator()]
		} else if inner, ok := f.Type().(syntax.Record); ok {
			s = at.within[at.specifier(f.Type(), inner)]
		}
	}
	return s
}

// of returns the attributes of a structure and its #pragma pack value.
func (at *attrTable) of(t cc.Type, st syntax.Record) (a Attrs, pack uint64) {
	if at == nil {
		return
	}
	s := at.specifier(t, st)
	if s == nil {
		return
	}
	a = at.list(s.AttributeSpecifierList)
	a.merge(at.list(s.AttributeSpecifierList2))
	end := s.Token3.Position()
	if a.order == ccfix.AnyOrder {
		a.order = ccfix.Order(markAt(at.order[end.Filename], end.Offset))
	}
	return a, markAt(at.pack[end.Filename], end.Offset)
}

// markAt is the value that pragmas have set at an offset.
func markAt(marks []ccfix.Mark, off int) (n uint64) {
	for _, m := range marks {
		if m.Off > off {
			break
		}
		n = m.Value
	}
	return n
}

// biggestAlign is that of attribute aligned without argument.
const biggestAlign = 16

// Read finds the structures and the attributes of a program of these units.
func (tt *Types) Read(asts []*cc.AST, index *syntax.Attributes) {
	tt.asts, tt.index, tt.complete = asts, index, completed(asts)
}

// Evaluate lets the types of the program that was read have constant expressions:
// constOf is the value of an integer one, changes reports whether one has effects, so that
// C does not take it for constant, and enumType is the type of an enumeration with these
// constants.
func (tt *Types) Evaluate(src *parse.Sources, constOf func(cc.ExpressionNode) (int64, bool), changes func(cc.ExpressionNode) bool, enumType func([]*cc.Enumerator) *Type) {
	tt.constOf, tt.changes, tt.enumType = constOf, changes, enumType
	tt.readAttrs(src, constOf)
}

// completed finds, for each tag at file scope, the structure or union that the
// first unit with its members means by it.
func completed(asts []*cc.AST) map[string]cc.Type {
	if len(asts) < 2 {
		return nil
	}
	out := map[string]cc.Type{}
	for _, ast := range asts {
		syntax.Each(ast.TranslationUnit, func(n cc.Node) {
			s, ok := n.(*cc.StructOrUnionSpecifier)
			if !ok || s.Case != cc.StructOrUnionSpecifierDef || s.Type() == nil || s.Type().IsIncomplete() {
				return
			}
			if key := syntax.TagKey(s.Type()); key != "" && out[key] == nil {
				out[key] = s.Type()
			}
		})
	}
	return out
}
