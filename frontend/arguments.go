package frontend

import (
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// The parameters of main, where the program is not executed. argc is at least
// 1 (Linux has it so since 5.18) and has no other bound. The first argSlots
// strings of argv exist in memory, fewer if the program reads no others: each is a
// block of its own whose length is an input, so that it may be of any length and
// nothing is behind it, or all of them are short, in an object of the program, in
// which errors are found sooner. Where accesses are checked there are only the
// blocks: which pointer goes with which end of a text is then the same on all
// ways. What the program does with other elements of argv is followed as
// long as there are none; where there may be some, a location of kind
// Unsupported is reached. So it is where the program uses another
// parameter, such as the environment, which may point anywhere.

const (
	argSlots  = 8  // including the name of the program
	argLength = 32 // of short arguments, with the final zero
	// stackLength bounds the others, as the size of a stack does.
	stackLength = 1 << 24
)

// argumentsName is the name of the memory that holds the text of short
// arguments, sizesName of one that holds only the sizes of long ones, and
// longName begins those of the variables that point to these.
const (
	argumentsName = "arguments"
	sizesName     = "sizes of arguments"
	longName      = "#long argument"
)

// LongArgument reports whether x points to the block of an argument of main.
func LongArgument(x cfg.Expr) bool {
	r, ok := x.(*cfg.VarRef)
	return ok && strings.HasPrefix(r.V.Name, longName)
}

// ArgumentSizes reports whether x is where the sizes of these blocks are, without a text.
func ArgumentSizes(x cfg.Expr) bool {
	a, ok := x.(*cfg.AddrOf)
	return ok && a.Obj.Name == sizesName && !a.Obj.Pos.IsValid()
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
			return &Arguments{o, o.Size / (argLength + uint64(p.PtrBits/8)), argLength}
		}
	}
	return nil
}

// indexing is called where an element of the array n is about to be lowered. It
// returns the parameter argv of main if n names that.
func (f *fn) indexing(n cc.ExpressionNode) *cc.Declarator {
	x := syntax.Ident(n)
	if x == nil {
		return nil
	}
	d, ok := x.ResolvedTo().(*cc.Declarator)
	if !ok || f.numberInMain(d) != 1 {
		return nil
	}
	f.locals.indexed = d
	return d
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
// parameter of main of which not everything is known, the path ends where it
// would be needed. at is an index that is applied to argv at once, or nil.
func (f *fn) namedInMain(d *cc.Declarator, at cfg.Expr) {
	i := f.numberInMain(d)
	if i < 0 || f.Dead() {
		return
	}
	t := f.Procedure.Stores[i].Type
	switch {
	case i == 0 && t.Kind == ctypes.Int, t.Kind != ctypes.Pointer:
		return
	case i != 1 || !f.isStrings(t):
		f.Unsupported("use of "+d.Name()+", a parameter of main that may point anywhere", f.At)
		return
	}
	count := &cfg.VarRef{V: f.l.argumentCount()}
	if at != nil && f.Asks(safety.Deref) {
		n := f.Conv(emit.Value{Expr: count, Type: f.l.Types.Int}, f.l.Types.PtrDiff)
		f.endsIf(emit.Binary(cfg.ULt, n, at), "element of argv behind the null pointer that ends it")
	}
	more := emit.Binary(cfg.SLt, emit.Const(cfg.BV(32), argSlots), count)
	if at != nil {
		more = emit.Binary(cfg.LAnd, more, emit.Binary(cfg.ULe, emit.Const(at.Type(), argSlots), at))
	}
	f.endsIf(more, "more than 7 arguments of main")
}

// endsIf ends the path where a condition holds that is not modelled.
func (f *fn) endsIf(cond cfg.Expr, what string) {
	if cond == cfg.Expr(cfg.False) {
		return
	}
	there, known := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.Fork(cond, there, known, parse.Span{Pos: f.At.Pos})
	f.Start(there)
	f.Unsupported(what, f.At)
	f.Start(known)
}

// argumentCount is the variable that holds what argc is at first.
func (l *lowerer) argumentCount() *cfg.Var {
	if l.argCount == nil {
		l.argCount = l.NewVar(nil, "#argc", l.Types.Int, cfg.Pos{})
		l.argCount.Temp = true
	}
	return l.argCount
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
	if v := argc; argv == nil && f.l.argCount == nil && v.Flat.Var.Type == f.l.Types.Value(f.l.Types.Int) {
		f.l.argCount = v.Flat.Var // nobody asks for it later
	}
	n := f.l.argumentCount()
	havoc(n, cfg.Nondet)
	f.Assume(emit.Binary(cfg.SLe, emit.Const(n.Type, 1), &cfg.VarRef{V: n}), parse.Span{}, cfg.RoleImplicit)
	f.l.Notes.Assume(m.DeclPos.Pos, "assumes that the program is given its name: argc is at least 1")
	if argc != nil && argc.Flat.Var != n {
		f.Store(f.Of(argc), emit.Value{Expr: &cfg.VarRef{V: n}, Type: f.l.Types.Int}, parse.Span{}, cfg.RoleImplicit)
	}
	if argv != nil {
		f.arguments(argv)
	}
}

// arguments sets argv to arbitrary strings. Behind the text of the short ones are the
// sizes of the blocks of long ones: where the first is 0, they are short.
func (f *fn) arguments(argv *cfg.Var) {
	tt := f.l.Types
	ps, ws := tt.CharPtr.Size, tt.Size.Size
	slots := f.l.argumentsRead(argv)
	list := f.l.NewObject(nil, "argv", &ctypes.Type{Kind: ctypes.Array, Name: "char *[]", Elem: tt.CharPtr, Len: int64(slots + 1)}, (slots+1)*ps, cfg.Pos{})
	name, room := argumentsName, slots*argLength
	if f.Program.Options.Checks&safety.Deref != 0 {
		name, room = sizesName, 0
	}
	total := room + slots*ws
	text := f.l.NewObject(nil, name, &ctypes.Type{Kind: ctypes.Array, Name: "char []", Elem: tt.Char, Len: int64(total)}, total, cfg.Pos{})
	bits := f.l.conf.PtrBits
	la, ta := &cfg.AddrOf{Obj: list, Bits: bits}, &cfg.AddrOf{Obj: text, Bits: bits}
	put := func(s cfg.Stmt) { f.Emit(s, parse.Span{Valid: true}, cfg.RoleImplicit) }
	n := &cfg.VarRef{V: f.l.argumentCount()}
	slot := func(i uint64, begin, size cfg.Expr) {
		put(&cfg.Store{Addr: emit.Binary(cfg.PtrAdd, begin, emit.Binary(cfg.Sub, size, f.SizeConst(1))), Val: emit.Const(cfg.BV(8), 0)})
		if i > 0 {
			begin = emit.Ite(emit.Binary(cfg.Eq, n, emit.Const(n.V.Type, i)), emit.Const(begin.Type(), 0), begin)
		}
		put(&cfg.Store{Addr: f.Offset(la, i*ps), Val: begin})
	}
	put(&cfg.MemHavoc{Dst: ta, Size: f.SizeConst(total), Kind: cfg.Nondet})
	sizes := make([]cfg.Expr, slots)
	for i := range sizes {
		sizes[i] = f.Let(f.Load(emit.Place{Type: tt.Size, Addr: f.Offset(ta, room+uint64(i)*ws)}).Expr)
	}
	both := f.NewLoc(cfg.Pos{})
	if room > 0 {
		short, long := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
		f.Fork(emit.Binary(cfg.Eq, sizes[0], f.SizeConst(0)), short, long, parse.Span{})
		f.Start(short)
		for i := range slots {
			slot(i, f.Offset(ta, i*argLength), f.SizeConst(argLength))
		}
		f.Jump(both)
		f.Start(long)
	}
	for i, size := range sizes {
		block := f.l.NewVar(nil, longName, tt.CharPtr, cfg.Pos{})
		block.Temp = true
		put(&cfg.Assume{Cond: emit.Binary(cfg.LAnd, emit.Binary(cfg.ULt, f.SizeConst(0), size), emit.Binary(cfg.ULe, size, f.SizeConst(stackLength)))})
		put(&cfg.Alloc{Dst: block, Size: size, Stack: true, Align: 1})
		put(&cfg.MemHavoc{Dst: &cfg.VarRef{V: block}, Size: size, Kind: cfg.Nondet})
		slot(uint64(i), &cfg.VarRef{V: block}, size)
	}
	f.Jump(both)
	f.Start(both)
	put(&cfg.Store{Addr: f.Offset(la, slots*ps), Val: emit.Const(cfg.BV(bits), 0)})
	put(&cfg.Assign{Dst: argv, Src: la})
}

// argumentsRead is how many of the first argSlots elements of argv there have to be:
// up to the last that is read, if elements at constant places are all it is used for.
func (l *lowerer) argumentsRead(argv *cfg.Var) uint64 {
	most := uint64(1)
	var visit func(cfg.Expr)
	visit = func(x cfg.Expr) {
		if r, ok := x.(*cfg.VarRef); ok && r.V == argv {
			most = argSlots
		}
		if ld, ok := x.(*cfg.Load); ok {
			if r, ok := cfg.Base(ld.Addr).(*cfg.VarRef); ok && r.V == argv {
				ps := l.Types.CharPtr.Size
				if n, known := cfg.Distance(ld.Addr); known && n < argSlots*ps {
					most = max(most, (n+uint64(ld.T.Bytes())+ps-1)/ps) // it may read several at once
					return
				}
			}
		}
		cfg.Children(x, visit)
	}
	for _, e := range l.CFG.Edges {
		cfg.Exprs(e.Stmt, visit)
		if cfg.Defined(e.Stmt) == argv {
			return argSlots
		}
	}
	return min(most, argSlots)
}

// usedVars returns the variables that some expression reads.
func (l *lowerer) usedVars() map[*cfg.Var]bool {
	used := map[*cfg.Var]bool{}
	for _, e := range l.CFG.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(y cfg.Expr) {
				if v, ok := y.(*cfg.VarRef); ok {
					used[v.V] = true
				}
			})
		})
	}
	return used
}
