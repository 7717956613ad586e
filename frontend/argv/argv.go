package argv

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
)

const (
	slotCount   = 8 // including the name of the program
	shortLength = cfg.ShortArgument
	// stackLength bounds the others, as the size of a stack does.
	stackLength = 1 << 24
)

// Block reports whether x points to the list of the arguments of main, or to one
// that is a block of its own.
func Block(x cfg.Expr) bool {
	r, ok := x.(*cfg.VarRef)
	if !ok {
		return false
	}
	list, text := r.V.Argument()
	return list || text
}

// Short is the layout of short arguments of main: the object Object holds
// Max strings of Stride bytes each, the first of which is the program's name.
type Short struct {
	Object      *cfg.Object
	Max, Stride uint64
}

// ShortOf finds the short arguments of main, nil if it does not look at any.
func ShortOf(p *cfg.Program) *Short {
	for _, o := range p.Objects {
		if o.ShortArguments() {
			return &Short{o, o.Size / shortLength, shortLength}
		}
	}
	return nil
}

// Strings reports whether t is char **.
func Strings(tt *ctypes.Types, t *ctypes.Type) bool {
	if t.Kind != ctypes.Pointer {
		return false
	}
	el := tt.ElemOf(t)
	if el.Kind != ctypes.Pointer {
		return false
	}
	c := tt.ElemOf(el)
	return c.Kind == ctypes.Int && c.Rank == ctypes.RankChar
}

// emitter emits the statements before main.
type emitter struct{ *emit.Emitter }

// Parameters gives the parameters of main their values. It returns argv, nil if the program
// does not look at it, or is executed.
func Parameters(e *emit.Emitter, m *emit.Proc, execute bool) *Vector {
	f := emitter{e}
	used := f.usedVars()
	for _, name := range f.Program.Linked.Symbols.Before {
		if pr := f.Program.Procs.Named[name]; pr != nil && len(pr.Stores) > 0 {
			for _, v := range m.CFG.Params {
				used[v] = true // constructors get them, too
			}
		}
	}
	havoc := func(v *cfg.Var, kind cfg.HavocKind) {
		f.Emit(&cfg.Havoc{Dst: v, Kind: kind, Func: "main"}, parse.Span{}, cfg.RoleImplicit)
	}
	var argv *cfg.Var
	var argc *emit.Storage
	for i, s := range m.Stores {
		if s.Flat == nil || s.Flat.Var == nil || !used[s.Flat.Var] && !execute {
			continue
		}
		v := s.Flat.Var
		switch {
		case execute && s.Type.Kind == ctypes.Pointer:
			havoc(v, cfg.Unknown)
		case execute && i == 0 && s.Type.Kind == ctypes.Int:
			havoc(v, cfg.Nondet)
		case i == 0 && s.Type.Kind == ctypes.Int:
			argc = s
		case i == 1 && Strings(f.Program.Types, s.Type):
			argv = v
		case s.Type.Kind == ctypes.Pointer:
			havoc(v, cfg.Unknown)
		default:
			havoc(v, cfg.Nondet)
		}
	}
	if argc == nil && argv == nil {
		return nil
	}
	var n *cfg.Var
	if argv == nil && argc.Flat.Var.Type == f.Program.Types.Value(f.Program.Types.Int) {
		n = argc.Flat.Var // nobody asks for it later
	} else {
		n = f.Program.NewVar(nil, "#argc", f.Program.Types.Int, cfg.Pos{})
		n.Temp = true
	}
	havoc(n, cfg.Nondet)
	f.Assume(emit.Binary(cfg.SLe, emit.Const(n.Type, 1), &cfg.VarRef{V: n}), parse.Span{}, cfg.RoleImplicit)
	f.Program.Notes.Assume(m.DeclPos.Pos, "assumes that the program is given its name: argc is at least 1")
	if argc != nil && argc.Flat.Var != n {
		f.Store(f.Of(argc), emit.Value{Expr: &cfg.VarRef{V: n}, Type: f.Program.Types.Int}, parse.Span{}, cfg.RoleImplicit)
	}
	if argv == nil {
		return nil
	}
	return f.arguments(argv, n)
}

// arguments sets argv to a list of arbitrary strings, count of them.
func (f emitter) arguments(argv, count *cfg.Var) *Vector {
	tt := f.Program.Types
	slots, others := f.argumentsRead(argv)
	v := newVector(f.Program, count, f.Conv(emit.Value{Expr: &cfg.VarRef{V: count}, Type: tt.Int}, tt.Size), slots, others)
	before := len(f.Program.CFG.Edges)
	put := func(s cfg.Stmt) { f.Emit(s, parse.Span{Valid: true}, cfg.RoleImplicit) }
	all, long := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	checked := f.Program.Options.Checks&safety.Deref != 0
	v.begin(put, !checked)
	if !checked {
		name := &ctypes.Type{Kind: ctypes.Array, Name: "char []", Elem: tt.Char, Len: int64(slots * shortLength)}
		text := &cfg.AddrOf{Obj: f.Program.NewObject(nil, cfg.ShortArguments, name, slots*shortLength, cfg.Pos{}), Bits: f.Program.Options.PtrBits}
		short := f.NewLoc(cfg.Pos{})
		put(&cfg.Havoc{Dst: v.last.size, Kind: cfg.Nondet, Func: cfg.ArgumentSize})
		f.Fork(emit.Binary(cfg.Eq, &cfg.VarRef{V: v.last.size}, f.SizeConst(0)), short, long, parse.Span{})
		f.Start(short)
		put(&cfg.MemHavoc{Dst: text, Size: f.SizeConst(slots * shortLength), Kind: cfg.Nondet})
		for i := range slots {
			off := f.SizeConst(i * tt.CharPtr.Size)
			put(&cfg.Assign{Dst: v.last.at, Src: off})
			put(&cfg.Assign{Dst: v.last.size, Src: f.SizeConst(shortLength)})
			put(&cfg.Assign{Dst: v.last.text, Src: f.Offset(text, i*shortLength)})
			v.set(put, v.last, off, v.unlessEnd(i, v.last))
		}
		f.Jump(all)
		f.Start(long)
	}
	for i := range slots {
		v.slot(put, i, v.elementAt(i))
	}
	f.Jump(all)
	f.Start(all)
	for _, e := range f.Program.CFG.Edges[before:] {
		v.own[e] = true
	}
	put(&cfg.Assign{Dst: argv, Src: &cfg.VarRef{V: v.list}})
	return v
}

// argumentsRead is how many of the elements of argv the program reads or sets at
// constant places, and whether it uses argv for something else.
func (f emitter) argumentsRead(argv *cfg.Var) (slots uint64, others bool) {
	slots = 1
	ps := f.Program.Types.CharPtr.Size
	var visit func(cfg.Expr)
	visit = func(x cfg.Expr) {
		if r, ok := x.(*cfg.VarRef); ok && r.V == argv {
			others = true
		}
		if ld, ok := x.(*cfg.Load); ok {
			if r, ok := cfg.Base(ld.Addr).(*cfg.VarRef); ok && r.V == argv {
				if n, known := cfg.Distance(ld.Addr); known && n < slotCount*ps {
					slots = max(slots, (n+uint64(ld.T.Bytes())+ps-1)/ps) // it may read several at once
					return
				}
			}
		}
		cfg.Children(x, visit)
	}
	for _, e := range f.Program.CFG.Edges {
		if s, ok := e.Stmt.(*cfg.Store); ok {
			visit(&cfg.Load{T: s.Val.Type(), Addr: s.Addr}) // at a constant place, too
			visit(s.Val)
		} else {
			cfg.Exprs(e.Stmt, visit)
		}
		others = others || cfg.Defined(e.Stmt) == argv
	}
	return min(slots, slotCount), others
}

// usedVars returns the variables that some expression reads.
func (f emitter) usedVars() map[*cfg.Var]bool {
	used := map[*cfg.Var]bool{}
	for _, e := range f.Program.CFG.Edges {
		for y := range cfg.StmtParts(e.Stmt) {
			if v, ok := y.(*cfg.VarRef); ok {
				used[v.V] = true
			}
		}
	}
	return used
}
