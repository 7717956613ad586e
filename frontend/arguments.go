package frontend

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// The parameters of main, where the program is not executed. argc is at least
// 1 (Linux has it so since 5.18) and has no other bound. The first argSlots
// strings of argv exist in memory: either all of them are short, in an object
// of the program, or they have slots of one length that is an input, so that
// they may be of any length. What the program does with other elements of argv
// is followed as long as there are none; where there may be some, a location of
// kind Unsupported is reached. So it is where the program uses another
// parameter, such as the environment, which may point anywhere.

const (
	argSlots  = 8  // including the name of the program
	argLength = 32 // of short arguments, with the final zero
	// stackLength bounds the others, as the size of a stack does.
	stackLength = 1 << 24
)

// argumentsName is the name of the memory that holds the text of short
// arguments, LongArguments that of the variable that points to long ones.
const (
	argumentsName = "arguments"
	LongArguments = "#long arguments"
)

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
			return &Arguments{o, argSlots, argLength}
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
	if f.pr == nil || f.pr.fn.Name != f.l.conf.Main || f.l.conf.Execute {
		return -1
	}
	for i, p := range f.pr.params {
		if p == d {
			return i
		}
	}
	return -1
}

// isStrings reports whether t is char **.
func (f *fn) isStrings(t *ctypes.Type) bool {
	tt := f.l.tt
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
	if i < 0 || f.dead() {
		return
	}
	t := f.pr.pstores[i].t
	switch {
	case i == 0 && t.Kind == ctypes.Int, t.Kind != ctypes.Pointer:
		return
	case i != 1 || !f.isStrings(t):
		f.unsupported("use of "+d.Name()+", a parameter of main that may point anywhere", f.at)
		return
	}
	more := binary(cfg.SLt, konst(cfg.BV(32), argSlots), &cfg.VarRef{V: f.l.argumentCount()})
	if at != nil {
		more = binary(cfg.LAnd, more, binary(cfg.ULe, konst(at.Type(), argSlots), at))
	}
	if more == cfg.Expr(cfg.False) {
		return
	}
	beyond, known := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(more, beyond, known, parse.Span{Pos: f.at.Pos})
	f.start(beyond)
	f.unsupported("more than 7 arguments of main", f.at)
	f.start(known)
}

// argumentCount is the variable that holds what argc is at first.
func (l *lowerer) argumentCount() *cfg.Var {
	if l.library.argCount == nil {
		l.library.argCount = l.newVar(nil, "#argc", l.tt.Int, cfg.Pos{})
		l.library.argCount.Temp = true
	}
	return l.library.argCount
}

// mainParams gives the parameters of main their values.
func (f *fn) mainParams(m *proc) {
	used := f.l.usedVars()
	for _, name := range f.l.u.Symbols.Before {
		if pr := f.l.procs.named[name]; pr != nil && len(pr.pstores) > 0 {
			for _, v := range m.p.Params {
				used[v] = true // constructors get them, too
			}
		}
	}
	havoc := func(v *cfg.Var, kind cfg.HavocKind) {
		f.emit(&cfg.Havoc{Dst: v, Kind: kind, Func: "main"}, parse.Span{}, cfg.RoleImplicit)
	}
	var argv *cfg.Var
	var argc *storage
	for i, s := range m.pstores {
		if s.flat == nil || s.flat.v == nil || !used[s.flat.v] && !f.l.conf.Execute {
			continue
		}
		v := s.flat.v
		switch {
		case f.l.conf.Execute && s.t.Kind == ctypes.Pointer:
			havoc(v, cfg.Unknown)
		case f.l.conf.Execute && i == 0 && s.t.Kind == ctypes.Int:
			havoc(v, cfg.Nondet)
		case i == 0 && s.t.Kind == ctypes.Int:
			argc = s
		case i == 1 && f.isStrings(s.t):
			argv = v
		case s.t.Kind == ctypes.Pointer:
			havoc(v, cfg.Unknown)
		default:
			havoc(v, cfg.Nondet)
		}
	}
	if argc == nil && argv == nil {
		return
	}
	if v := argc; argv == nil && f.l.library.argCount == nil && v.flat.v.Type == f.l.tt.Value(f.l.tt.Int) {
		f.l.library.argCount = v.flat.v // nobody asks for it later
	}
	n := f.l.argumentCount()
	havoc(n, cfg.Nondet)
	f.assume(binary(cfg.SLe, konst(n.Type, 1), &cfg.VarRef{V: n}), parse.Span{}, cfg.RoleImplicit)
	f.l.notes.assume(m.declPos.Pos, "assumes that the program is given its name: argc is at least 1")
	if argc != nil && argc.flat.v != n {
		f.store(f.of(argc), val{e: &cfg.VarRef{V: n}, t: f.l.tt.Int}, parse.Span{}, cfg.RoleImplicit)
	}
	if argv != nil {
		f.arguments(argv)
	}
}

// arguments sets argv to arbitrary strings.
func (f *fn) arguments(argv *cfg.Var) {
	tt := f.l.tt
	ps := tt.CharPtr.Size
	list := f.l.newObject(nil, "argv", &ctypes.Type{Kind: ctypes.Array, Name: "char *[]", Elem: tt.CharPtr, Len: argSlots + 1}, (argSlots+1)*ps, cfg.Pos{})
	const room = argSlots * argLength
	total := room + tt.Size.Size // the length of the slots of long arguments is after the text
	text := f.l.newObject(nil, argumentsName, &ctypes.Type{Kind: ctypes.Array, Name: "char []", Elem: tt.Char, Len: int64(total)}, total, cfg.Pos{})
	bits := f.l.conf.PtrBits
	la, ta := &cfg.AddrOf{Obj: list, Bits: bits}, &cfg.AddrOf{Obj: text, Bits: bits}
	put := func(s cfg.Stmt) { f.emit(s, parse.Span{}, cfg.RoleImplicit) }
	slots := func(at cfg.Expr, stride cfg.Expr) {
		for i := range uint64(argSlots) {
			begin := binary(cfg.PtrAdd, at, binary(cfg.Mul, f.sizeConst(i), stride))
			end := binary(cfg.PtrAdd, begin, binary(cfg.Sub, stride, f.sizeConst(1)))
			put(&cfg.Store{Addr: end, Val: konst(cfg.BV(8), 0)})
			put(&cfg.Store{Addr: f.offset(la, i*ps), Val: begin})
		}
	}
	put(&cfg.MemHavoc{Dst: ta, Size: f.sizeConst(text.Size), Kind: cfg.Nondet})
	stride := f.l.newVar(nil, "#length of arguments", tt.Size, cfg.Pos{})
	stride.Temp = true
	put(&cfg.Assign{Dst: stride, Src: f.load(place{t: tt.Size, addr: f.offset(ta, room)}).e})
	short, long, both := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	size := &cfg.VarRef{V: stride}
	f.fork(binary(cfg.ULe, size, f.sizeConst(argLength)), short, long, parse.Span{})
	f.start(short)
	slots(ta, f.sizeConst(argLength))
	f.jump(both)
	f.start(long)
	put(&cfg.Assume{Cond: binary(cfg.ULe, size, f.sizeConst(stackLength))})
	heap := f.l.newVar(nil, LongArguments, tt.CharPtr, cfg.Pos{})
	heap.Temp = true
	put(&cfg.Alloc{Dst: heap, Size: binary(cfg.Mul, size, f.sizeConst(argSlots)), Stack: true, Align: 1})
	put(&cfg.MemHavoc{Dst: &cfg.VarRef{V: heap}, Size: binary(cfg.Mul, size, f.sizeConst(argSlots)), Kind: cfg.Nondet})
	slots(&cfg.VarRef{V: heap}, size)
	f.jump(both)
	f.start(both)
	n := &cfg.VarRef{V: f.l.argumentCount()}
	few, many := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(binary(cfg.SLe, n, konst(n.V.Type, argSlots)), few, many, parse.Span{})
	f.start(few)
	i := f.conv(val{e: n, t: tt.Int}, tt.Size)
	put(&cfg.Store{Addr: binary(cfg.PtrAdd, la, binary(cfg.Mul, i, f.sizeConst(ps))), Val: f.sizeConst(0)})
	f.jump(many)
	f.start(many)
	put(&cfg.Assign{Dst: argv, Src: la})
}
