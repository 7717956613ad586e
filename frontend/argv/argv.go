package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// The parameters of main, where the program is not executed. argc is at least
// 1 (Linux has it so since 5.18) and has no bound but the size of the stack. Each
// string of argv is a block of its own whose length is an input, so that it may be of
// any length and nothing is behind it, or those that the program reads at constant
// places are short, in an object of the program, in which errors are found sooner.
// Programs whose accesses are checked have only the blocks: which pointer goes with
// which end of a text is then the same on all ways. Where the program uses another
// parameter, such as the environment, which may point anywhere, a location of kind
// Unsupported is reached.

const (
	argSlots  = 8  // including the name of the program
	argLength = 32 // of short arguments, with the final zero
	// stackLength bounds the others, as the size of a stack does.
	stackLength = 1 << 24
)

// argumentsName is the name of the memory that holds the text of short arguments.
const argumentsName = "arguments"

// ArgumentBlock reports whether x points to the list of the arguments of main, or to one
// that is a block of its own.
func ArgumentBlock(x cfg.Expr) bool {
	r, ok := x.(*cfg.VarRef)
	if !ok {
		return false
	}
	list, text := r.V.Argument()
	return list || text
}

// Arguments is the layout of short arguments of main: the object Object holds
// Max strings of Stride bytes each, the first of which is the program's name.
type Arguments struct {
	Object      *cfg.Object
	Max, Stride uint64
}

// ArgumentsOf finds the arguments of main, nil if it does not look at them.
func ArgumentsOf(p *cfg.Program) *Arguments {
	for _, o := range p.Objects {
		if o.Name == argumentsName && o.Proc == nil && !o.Pos.IsValid() {
			return &Arguments{o, o.Size / argLength, argLength}
		}
	}
	return nil
}

// numberInMain is the number of the parameter d of main, or -1.
func (f *fn) numberInMain(d *cc.Declarator) int {
	if f.Procedure == nil || f.Procedure.Func.Name != f.l.conf.Main || f.l.conf.Execute {
		return -1
	}
	for i, p := range f.Procedure.Params {
		if p == d {
			return i
		}
	}
	return -1
}

// isStrings reports whether t is char **.
func (f *fn) isStrings(t *ctypes.Type) bool {
	tt := f.l.Types
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

// namedInMain is called where the program names the variable d. If that is a
// parameter of main that may point anywhere, the path ends.
func (f *fn) namedInMain(d *cc.Declarator) {
	i := f.numberInMain(d)
	if i < 0 || f.Dead() {
		return
	}
	if t := f.Procedure.Stores[i].Type; t.Kind == ctypes.Pointer && (i != 1 || !f.isStrings(t)) {
		f.Unsupported("use of "+d.Name()+", a parameter of main that may point anywhere", f.At)
	}
}

// mainParams gives the parameters of main their values.
func (f *fn) mainParams(m *emit.Proc) {
	used := f.l.usedVars()
	for _, name := range f.l.Linked.Symbols.Before {
		if pr := f.l.Procs.Named[name]; pr != nil && len(pr.Stores) > 0 {
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
		if s.Flat == nil || s.Flat.Var == nil || !used[s.Flat.Var] && !f.l.conf.Execute {
			continue
		}
		v := s.Flat.Var
		switch {
		case f.l.conf.Execute && s.Type.Kind == ctypes.Pointer:
			havoc(v, cfg.Unknown)
		case f.l.conf.Execute && i == 0 && s.Type.Kind == ctypes.Int:
			havoc(v, cfg.Nondet)
		case i == 0 && s.Type.Kind == ctypes.Int:
			argc = s
		case i == 1 && f.isStrings(s.Type):
			argv = v
		case s.Type.Kind == ctypes.Pointer:
			havoc(v, cfg.Unknown)
		default:
			havoc(v, cfg.Nondet)
		}
	}
	if argc == nil && argv == nil {
		return
	}
	var n *cfg.Var
	if argv == nil && argc.Flat.Var.Type == f.l.Types.Value(f.l.Types.Int) {
		n = argc.Flat.Var // nobody asks for it later
	} else {
		n = f.l.NewVar(nil, "#argc", f.l.Types.Int, cfg.Pos{})
		n.Temp = true
	}
	havoc(n, cfg.Nondet)
	f.Assume(emit.Binary(cfg.SLe, emit.Const(n.Type, 1), &cfg.VarRef{V: n}), parse.Span{}, cfg.RoleImplicit)
	f.l.Notes.Assume(m.DeclPos.Pos, "assumes that the program is given its name: argc is at least 1")
	if argc != nil && argc.Flat.Var != n {
		f.Store(f.Of(argc), emit.Value{Expr: &cfg.VarRef{V: n}, Type: f.l.Types.Int}, parse.Span{}, cfg.RoleImplicit)
	}
	if argv != nil {
		f.arguments(argv, n)
	}
}

// arguments sets argv to a list of arbitrary strings, count of them.
func (f *fn) arguments(argv, count *cfg.Var) {
	tt := f.l.Types
	slots, others := f.l.argumentsRead(argv)
	v := newVector(f.l, count, f.Conv(emit.Value{Expr: &cfg.VarRef{V: count}, Type: tt.Int}, tt.Size), slots, others)
	before := len(f.Program.CFG.Edges)
	put := func(s cfg.Stmt) { f.Emit(s, parse.Span{Valid: true}, cfg.RoleImplicit) }
	all, long := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	checked := f.Program.Options.Checks&safety.Deref != 0
	v.begin(put, !checked)
	if !checked {
		name := &ctypes.Type{Kind: ctypes.Array, Name: "char []", Elem: tt.Char, Len: int64(slots * argLength)}
		text := &cfg.AddrOf{Obj: f.l.NewObject(nil, argumentsName, name, slots*argLength, cfg.Pos{}), Bits: f.l.conf.PtrBits}
		short := f.NewLoc(cfg.Pos{})
		put(&cfg.Havoc{Dst: v.last.size, Kind: cfg.Nondet, Func: cfg.ArgumentSize})
		f.Fork(emit.Binary(cfg.Eq, &cfg.VarRef{V: v.last.size}, f.SizeConst(0)), short, long, parse.Span{})
		f.Start(short)
		put(&cfg.MemHavoc{Dst: text, Size: f.SizeConst(slots * argLength), Kind: cfg.Nondet})
		for i := range slots {
			off := f.SizeConst(i * tt.CharPtr.Size)
			put(&cfg.Assign{Dst: v.last.at, Src: off})
			put(&cfg.Assign{Dst: v.last.size, Src: f.SizeConst(argLength)})
			put(&cfg.Assign{Dst: v.last.text, Src: f.Offset(text, i*argLength)})
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
	f.l.vector = v
}

// argumentsRead is how many of the elements of argv the program reads or sets at
// constant places, and whether it uses argv for something else.
func (l *lowerer) argumentsRead(argv *cfg.Var) (slots uint64, others bool) {
	slots = 1
	ps := l.Types.CharPtr.Size
	var visit func(cfg.Expr)
	visit = func(x cfg.Expr) {
		if r, ok := x.(*cfg.VarRef); ok && r.V == argv {
			others = true
		}
		if ld, ok := x.(*cfg.Load); ok {
			if r, ok := cfg.Base(ld.Addr).(*cfg.VarRef); ok && r.V == argv {
				if n, known := cfg.Distance(ld.Addr); known && n < argSlots*ps {
					slots = max(slots, (n+uint64(ld.T.Bytes())+ps-1)/ps) // it may read several at once
					return
				}
			}
		}
		cfg.Children(x, visit)
	}
	for _, e := range l.CFG.Edges {
		if s, ok := e.Stmt.(*cfg.Store); ok {
			visit(&cfg.Load{T: s.Val.Type(), Addr: s.Addr}) // at a constant place, too
			visit(s.Val)
		} else {
			cfg.Exprs(e.Stmt, visit)
		}
		others = others || cfg.Defined(e.Stmt) == argv
	}
	return min(slots, argSlots), others
}

// usedVars returns the variables that some expression reads.
func (l *lowerer) usedVars() map[*cfg.Var]bool {
	used := map[*cfg.Var]bool{}
	for _, e := range l.CFG.Edges {
		for y := range cfg.StmtParts(e.Stmt) {
			if v, ok := y.(*cfg.VarRef); ok {
				used[v.V] = true
			}
		}
	}
	return used
}
