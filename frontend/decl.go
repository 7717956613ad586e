package frontend

import (
	"slices"
	"sort"

	"culprit/cfg"
	"culprit/cfg/clib"

	"modernc.org/cc/v4"
)

// declaration lowers a declaration inside a function.
func (f *fn) declaration(d *cc.Declaration) {
	if d.Case == cc.DeclarationAuto && d.Declarator != nil {
		if d.Initializer != nil && d.Initializer.AssignmentExpression != nil {
			f.like[d.Declarator] = d.Initializer.AssignmentExpression
		}
		f.declarator(d.Declarator, d.Initializer)
		return
	}
	f.try(f.at, func() { f.measureSpecifiers(d.DeclarationSpecifiers) })
	like := typeofOperand(d.DeclarationSpecifiers)
	for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
		if like != nil {
			f.like[l.InitDeclarator.Declarator] = like
		}
		f.declarator(l.InitDeclarator.Declarator, l.InitDeclarator.Initializer)
	}
}

// typeofOperand is e of a declaration with typeof(e), or nil.
func typeofOperand(s *cc.DeclarationSpecifiers) cc.ExpressionNode {
	for ; s != nil; s = s.DeclarationSpecifiers {
		if t := s.TypeSpecifier; t != nil && t.Case == cc.TypeSpecifierTypeofExpr && t.ExpressionList != nil {
			return t.ExpressionList
		}
	}
	return nil
}

// namedType is the type that a name of a type means. See automaticType.
func (f *fn) namedType(n *cc.TypeName) *ctype {
	t := f.l.tt.of(n.Type())
	for s := n.SpecifierQualifierList; s != nil && n.AbstractDeclarator == nil; s = s.SpecifierQualifierList {
		if y := s.TypeSpecifier; y != nil && y.Case == cc.TypeSpecifierTypeofExpr && y.ExpressionList != nil {
			return f.followed(t, y.ExpressionList)
		}
	}
	return t
}

// followed is the type that follows from e, which cc takes for t.
func (f *fn) followed(t *ctype, e cc.ExpressionNode) *ctype {
	if !t.arith() && !t.composite() {
		return t
	}
	u := f.typeOf(e)
	if t.k == kInt && u.k == kInt && (u.bits != t.bits || u.signed != t.signed) || u.arith() && t.composite() || u.composite() && t.arith() {
		return u
	}
	return t
}

// automaticType is the type of an automatic variable. That of an integer
// declared by typeof(e) or __auto_type follows from e: cc takes all enumerators
// for unsigned if one is, and computes with objects of enumerated types as int;
// and it mistakes vectors, their elements and complex numbers for each other.
func (f *fn) automaticType(d *cc.Declarator) *ctype {
	t := f.l.tt.ofDecl(d)
	if e := f.like[d]; e != nil {
		return f.followed(t, e)
	}
	return t
}

func (f *fn) declarator(d *cc.Declarator, init *cc.Initializer) {
	if d.Type().Kind() != cc.Function {
		f.try(f.l.src.between(d.NameTok(), d.NameTok()), func() { f.measureDeclarator(d) })
	}
	if d.IsTypename() || d.Type().Kind() == cc.Function || isFileScope(d) {
		return
	}
	at := f.l.src.between(d.NameTok(), d.NameTok())
	f.try(at, func() {
		if d.IsStatic() {
			return // created where it is used
		}
		s := f.vars[d]
		if s == nil {
			f.counted(f.l.tt.ofDecl(d), d.Type(), init)
			f.allocates = f.beginsHere()
			s = f.local(d)
			f.allocates = false
		}
		defer f.armed(d)
		if f.dead() { // but a label behind may be reached
			f.begun(s)
			f.uninit(s, &f.entry)
			return
		}
		if f.l.tt.dynamic(s.t) {
			f.allocDynamic(s, at)
			f.stackBegun(s.ptr)
			f.keepAddress(d, s)
			return
		}
		f.begun(s)
		if init == nil {
			f.uninit(s, nil)
			return
		}
		in := initer{f: f, role: cfg.RoleUser}
		in.top(f.of(s), d, init)
		f.endTemporaries()
	})
}

// static returns the storage of a static local variable.
func (f *fn) static(d *cc.Declarator) *storage {
	l := f.l
	key := l.u.varKey(d)
	if s := l.vars[key]; s != nil {
		return s
	}
	g := &global{name: d.Name(), decls: []*cc.Declarator{d}, init: l.u.inits[d], def: true}
	return l.addGlobal(key, g)
}

// globals creates the variables that reachable functions refer to, in source
// order.
func (l *lowerer) globals() {
	names := append([]string(nil), l.reach.globals...)
	sort.SliceStable(names, func(i, j int) bool {
		a, b := l.u.globals[names[i]], l.u.globals[names[j]]
		if a == nil || b == nil {
			return a != nil
		}
		return a.order < b.order
	})
	for _, n := range names {
		l.tryGlobal(n)
	}
}

// tryGlobal creates a file-scope variable. One that is not supported is left
// out: its uses are the unsupported places.
func (l *lowerer) tryGlobal(name string) {
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(unsupported); !ok {
				panic(p)
			}
		}
	}()
	l.global(name)
}

// global returns the storage of a file-scope variable.
func (l *lowerer) global(name string) *storage {
	if s := l.vars[name]; s != nil {
		return s
	}
	g := l.u.globals[name]
	if g == nil {
		return nil
	}
	return l.addGlobal(name, g)
}

// addGlobal creates the storage of g and queues its initialisation.
func (l *lowerer) addGlobal(key any, g *global) *storage {
	d := g.decls[0]
	if i := slices.IndexFunc(g.decls, func(d *cc.Declarator) bool { return !d.IsExtern() }); i >= 0 {
		d = g.decls[i]
	}
	t := l.tt.ofDecl(d)
	for _, e := range g.decls {
		if u := l.tt.ofDecl(e); t.k == kArray && t.n < 0 && u.n >= 0 || l.tt.sizeOf(t) == 0 {
			d, t = e, u
		}
	}
	if g.init != nil && g.declInit != nil {
		d, t = g.declInit, l.tt.ofDecl(g.declInit)
		l.init.counted(t, d.Type(), g.init)
	}
	pos := l.src.between(d.NameTok(), d.NameTok()).pos
	s := &storage{t: t}
	l.vars[key] = s
	switch {
	case t.k == kInvalid || t.k == kVoid:
		delete(l.vars, key)
		panic(unsupported{what: "variable of type " + t.name})
	case !l.u.taken[key] && l.flattens(t):
		s.flat = l.newFlat(nil, g.name, t, pos)
	default:
		size := l.tt.sizeOf(t)
		if t.k == kArray && t.n < 0 {
			size = l.tt.sizeOf(l.tt.elemOf(t))
		}
		if g.init != nil {
			size += l.flexSize(t, g.init)
		}
		if !g.def && t.k == kArray && t.n < 0 {
			size *= unknownSize // it has any number of elements
		}
		s.obj = l.newObject(nil, g.name, t, max(size, 1), pos)
		s.obj.Const = readOnly(d.Type())
		s.obj.Align = max(s.obj.Align, l.alignment(d))
	}
	l.statics = append(l.statics, func() { l.initGlobal(s, d, g) })
	return s
}

// readOnly reports whether the type of a global makes every write to it
// undefined. Of pointers it is not said: cc gives a pointer to const the
// attributes of a constant pointer; nor of vectors: one that is constant makes
// all of its type constant.
func readOnly(t cc.Type) bool {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok {
			q := t.Attributes()
			return q != nil && q.IsConst() && t.Kind() != cc.Ptr && q.VectorSize() <= 0
		}
		t = a.Elem()
	}
}

// flexSize is the room an initialiser needs for a flexible array member.
func (l *lowerer) flexSize(t *ctype, init *cc.Initializer) uint64 {
	if t.k != kStruct || init.Case != cc.InitializerInitList {
		return 0
	}
	l.tt.layout(t)
	if n := len(t.fields); n > 0 && t.fields[n-1].t.k == kArray && t.fields[n-1].t.n <= 0 {
		items := uint64(0)
		walkAll(init, func(n cc.Node) {
			if i, ok := n.(*cc.Initializer); ok && i.Case == cc.InitializerExpr {
				items++
				if e, ok := unparen(i.AssignmentExpression).(*cc.PrimaryExpression); ok && e.Case == cc.PrimaryExpressionString {
					items += uint64(len(e.Token.Src()))
				}
			}
		})
		return items * max(l.tt.sizeOf(l.tt.elemOf(t.fields[n-1].t)), 1)
	}
	return 0
}

// initGlobal emits the initialisation of a global.
func (l *lowerer) initGlobal(s *storage, d *cc.Declarator, g *global) {
	f := l.init
	at := l.src.between(d.NameTok(), d.NameTok())
	f.try(at, func() {
		p := f.of(s)
		if q := d.Type().Attributes(); q != nil && q.IsVolatile() && d.Type().Kind() != cc.Ptr && !l.conf.Execute {
			l.assumption(at.pos, "%s is volatile: it is assumed to change only where the program writes it", d.Name())
		}
		if !g.def {
			size := l.tt.sizeOf(s.t)
			if size == 0 && s.obj != nil && s.t.k == kArray {
				size = s.obj.Size
			}
			if size == 0 {
				return
			}
			if (l.conf.Execute || d.Name() == clib.Errno) && f.libraryVariable(p, d) {
				return
			}
			if f.stream(p, d) {
				return
			}
			l.note(at.pos, "%s is defined elsewhere: its initial value is arbitrary", d.Name())
			if s.obj != nil {
				f.emit(&cfg.MemHavoc{Dst: p.addr, Size: f.sizeConst(size), Kind: cfg.Nondet}, at, cfg.RoleImplicit)
				return
			}
			k := cfg.Nondet
			if s.t.k == kPtr && l.conf.Checks != 0 {
				k = cfg.Unknown // whether it is valid
			}
			f.havocPlace(p, k, "extern "+d.Name(), at, cfg.RoleImplicit)
			return
		}
		if p.flat != nil && (g.init == nil || g.init.Case == cc.InitializerInitList && p.flat.v == nil) {
			f.zero(p)
		}
		if g.init != nil {
			in := initer{f: f, role: cfg.RoleInit, zeroed: true}
			in.top(p, d, g.init)
		}
	})
}
