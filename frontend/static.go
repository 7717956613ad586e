package frontend

import (
	"slices"
	"sort"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/link"
	"culprit/frontend/syntax"
	"modernc.org/cc/v4"
)

// Objects of static storage duration: variables at file scope, static local
// variables, and string literals; and how they get their first values.

// static returns the storage of a static local variable.
func (f *fn) static(d *cc.Declarator) *emit.Storage {
	l := f.l
	key := l.Linked.VarKey(d)
	if s := l.Statics.Vars[key]; s != nil {
		return s
	}
	g := &link.Global{Name: d.Name(), Decls: []*cc.Declarator{d}, Init: l.Linked.Inits[d], Defined: true}
	return l.addGlobal(key, g)
}

// globals creates the variables that reachable functions refer to, in source
// order.
func (l *lowerer) globals() {
	names := append([]string(nil), l.Reach.Globals...)
	sort.SliceStable(names, func(i, j int) bool {
		a, b := l.Linked.Globals[names[i]], l.Linked.Globals[names[j]]
		if a == nil || b == nil {
			return a != nil
		}
		return a.Order < b.Order
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
			if _, ok := p.(emit.Unsupported); !ok {
				panic(p)
			}
		}
	}()
	l.global(name)
}

// global returns the storage of a file-scope variable.
func (l *lowerer) global(name string) *emit.Storage {
	if s := l.Statics.Vars[name]; s != nil {
		return s
	}
	g := l.Linked.Globals[name]
	if g == nil {
		return nil
	}
	return l.addGlobal(name, g)
}

// addGlobal creates the storage of g and queues its initialisation.
func (l *lowerer) addGlobal(key any, g *link.Global) *emit.Storage {
	d := g.Decls[0]
	if i := slices.IndexFunc(g.Decls, func(d *cc.Declarator) bool { return !d.IsExtern() }); i >= 0 {
		d = g.Decls[i]
	}
	t := l.Types.OfDecl(d)
	if !g.Defined && slices.Contains(clib.Hooks, g.Name) {
		panic(emit.Unsupported{What: "use of " + g.Name + ", which the library calls"})
	}
	for _, e := range g.Decls {
		if u := l.Types.OfDecl(e); t.Kind == ctypes.Array && t.Len < 0 && u.Len >= 0 || l.Types.SizeOf(t) == 0 {
			d, t = e, u
		}
	}
	if g.Init != nil && g.DeclInit != nil {
		d, t = g.DeclInit, l.Types.OfDecl(g.DeclInit)
		l.static.init.counted(t, d.Type(), g.Init)
	}
	pos := l.Linked.Sources.Between(d.NameTok(), d.NameTok()).Pos
	s := &emit.Storage{Type: t}
	l.Statics.Vars[key] = s
	switch {
	case t.Kind == ctypes.Invalid || t.Kind == ctypes.Void:
		delete(l.Statics.Vars, key)
		panic(emit.Unsupported{What: "variable of type " + t.Name})
	case !l.Linked.Taken[key] && l.Flattens(t) && !l.elsewhereConstant(g, d):
		s.Flat = l.NewFlat(nil, g.Name, t, pos)
	default:
		size := l.Types.SizeOf(t)
		if t.Kind == ctypes.Array && t.Len < 0 {
			size = l.Types.SizeOf(l.Types.ElemOf(t))
		}
		if g.Init != nil {
			size += l.flexSize(t, g.Init)
		}
		if !g.Defined && t.Kind == ctypes.Array && t.Len < 0 {
			size *= library.UnknownSize // it has any number of elements
		}
		s.Obj = l.NewObject(nil, g.Name, t, max(size, 1), pos)
		if s.Obj.Const = l.Types.Constant(d); !s.Obj.Const {
			l.keep(s, d, false)
		}
		if declared := l.alignment(d); g.Defined {
			s.Obj.Align = l.Types.VariableAlign(t, declared)
		} else {
			s.Obj.Align = max(s.Obj.Align, declared)
		}
	}
	l.static.later(func(f *fn) { f.initGlobal(s, d, g) })
	return s
}

// elsewhereConstant reports whether g, which d defines, is const, and another file may
// change it, since it declares it without.
func (l *lowerer) elsewhereConstant(g *link.Global, d *cc.Declarator) bool {
	return l.Types.Constant(d) && slices.ContainsFunc(g.Decls, func(e *cc.Declarator) bool { return !l.Types.Constant(e) })
}

// flexSize is the room an initialiser needs for a flexible array member.
func (l *lowerer) flexSize(t *ctypes.Type, init *cc.Initializer) uint64 {
	if t.Kind != ctypes.Struct || init.Case != cc.InitializerInitList {
		return 0
	}
	l.Types.Layout(t)
	if n := len(t.Fields); n > 0 && t.Fields[n-1].Type.Kind == ctypes.Array && t.Fields[n-1].Type.Len <= 0 {
		items := uint64(0)
		syntax.Each(init, func(n cc.Node) {
			if i, ok := n.(*cc.Initializer); ok && i.Case == cc.InitializerExpr {
				items++
				if e, ok := syntax.Unparen(i.AssignmentExpression).(*cc.PrimaryExpression); ok && e.Case == cc.PrimaryExpressionString {
					items += uint64(len(e.Token.Src()))
				}
			}
		})
		return items * max(l.Types.SizeOf(l.Types.ElemOf(t.Fields[n-1].Type)), 1)
	}
	return 0
}

// initGlobal emits the initialisation of a global.
func (f *fn) initGlobal(s *emit.Storage, d *cc.Declarator, g *link.Global) {
	l := f.l
	at := l.Linked.Sources.Between(d.NameTok(), d.NameTok())
	f.Try(at, func() {
		p := f.Of(s)
		if q := d.Type().Attributes(); q != nil && q.IsVolatile() && d.Type().Kind() != cc.Ptr && !l.conf.Execute {
			l.Notes.Assume(at.Pos, "%s is volatile: it is assumed to change only where the program writes it", d.Name())
		}
		if !g.Defined {
			size := l.Types.SizeOf(s.Type)
			if size == 0 && s.Obj != nil && s.Type.Kind == ctypes.Array {
				size = s.Obj.Size
			}
			if size == 0 {
				return
			}
			if (l.conf.Execute || clib.Starts(d.Name())) && f.LibraryVariable(p, d) {
				return
			}
			if f.Stream(p, d) {
				return
			}
			l.Notes.Add(at.Pos, "%s is defined elsewhere: its initial value is arbitrary", d.Name())
			k := cfg.Nondet
			if _, known := clib.Variables[d.Name()]; known || l.Linked.Sources.InHeader(d) {
				k = cfg.Unknown // the library sets it
				l.Notes.Assume(at.Pos, "%s is a variable of the library: it is assumed to change only where the program writes it", d.Name())
			}
			if s.Obj != nil {
				f.Emit(&cfg.MemHavoc{Dst: p.Addr, Size: f.SizeConst(size), Kind: k}, at, cfg.RoleImplicit)
				return
			}
			if s.Type.Kind == ctypes.Pointer && l.conf.Checks != 0 {
				k = cfg.Unknown // whether it is valid
			}
			f.HavocPlace(p, k, "extern "+d.Name(), at, cfg.RoleImplicit)
			return
		}
		if p.Flat != nil && (g.Init == nil || g.Init.Case == cc.InitializerInitList && p.Flat.Var == nil) {
			f.Zero(p)
		}
		if g.Init != nil {
			in := initer{f: f, role: cfg.RoleInit, zeroed: true}
			in.top(p, d, g.Init)
		}
	})
}

// alignment is declaredAlign over all declarations of what d declares.
func (l *lowerer) alignment(d *cc.Declarator) uint64 {
	align := max(l.Types.DeclaredAlign(d), l.Types.AtomicAlign(d, l.Types.OfDecl(d)))
	if !syntax.FileScope(d) {
		return align
	}
	for _, unit := range l.Linked.Symbols.Attributes.Linked {
		for _, e := range unit {
			if e.Declarator.Name() == d.Name() && l.Linked.NameOf(e.Declarator) == l.Linked.NameOf(d) {
				align = max(align, l.Types.DeclaredAlign(e.Declarator))
			}
		}
	}
	return align
}
