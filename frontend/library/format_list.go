package library

import (
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// Calls of vprintf and its kin, whose arguments are in a va_list. The literals that the
// format may be are found by syntax, and the call branches: where the format is one of
// them, the arguments are taken from the list as its directives say. So nothing rests on
// the search but how often the format is none of those, where the call stays undecided.

// argumentList is where the next argument of a call with a va_list is.
type argumentList struct {
	first cfg.Expr
	off   uint64
}

// listed is a call with a va_list.
type listed struct {
	*Caller
	c  *Call
	at int          // which argument is the format
	vs []emit.Value // the arguments, evaluated for several uses
	link.Format
	list  emit.Place // holds the address of the next argument
	first cfg.Expr
	end   *cfg.Loc // behind the call
}

// listed is the call with what its format may be, nil where it has no va_list or cannot
// be lowered so.
func (f *Caller) listed(c *Call, at int) *listed {
	lf := prelude.Func(c.Name)
	if !lf.TakesList() || f.Dead() || f.l.conf.Execute || slices.ContainsFunc(c.Args, func(a cc.ExpressionNode) bool { return !f.l.Linked.Pure(a) }) {
		return nil
	}
	l := &listed{Caller: f, c: c, at: at}
	l.Format = f.source(c, at)
	l.Texts = slices.DeleteFunc(l.Texts, func(text string) bool {
		_, ok := clib.PrintParts(text)
		return !ok
	})
	if len(l.Texts) > link.MaxFormats {
		l.Texts = nil
	}
	return l
}

// begin evaluates the arguments of a call and demands what the function asks of all but
// the format.
func (l *listed) begin() {
	lf := prelude.Func(l.c.Name)
	l.vs = l.Saved(l.c)
	if l.Dead() {
		return
	}
	l.mayFail(l.c)
	vs := slices.Clone(l.vs)
	vs[l.at].Expr = nil
	l.Required(l.c, vs)
	if l.Dead() {
		return
	}
	l.list = l.body.List(l.c.Args[lf.List()])
	v := l.Load(l.list)
	l.first = l.Let(v.Expr)
	l.used([]emit.Value{{Expr: l.first, Type: v.Type}})
}

// each calls one for each group of formats with control where the format is one of them.
// Formats with the same directives are a group, unless their texts matter. Control is
// then where the format is another one.
func (l *listed) each(texts bool, one func(p *formatting, ds []clib.PrintPart)) {
	tt := l.l.Types
	format := l.Conv(l.vs[l.at], tt.CharPtr)
	known := &formatting{Caller: l.Caller, c: l.c}
	if prelude.Func(l.c.Name).Params[l.at].Wide {
		known.wide = tt.ElemOf(l.vs[l.at].Type)
	}
	conds := map[string]cfg.Expr{}
	var groups []string
	parts := map[string][]clib.PrintPart{}
	for _, text := range l.Texts {
		ds, _ := clib.PrintParts(text)
		key := text
		if !texts {
			key = directives(ds)
		}
		is := emit.Binary(cfg.Eq, format, known.literal(text))
		if c := conds[key]; c != nil {
			conds[key] = emit.Binary(cfg.LOr, c, is)
			continue
		}
		conds[key], parts[key], groups = is, ds, append(groups, key)
	}
	for _, key := range groups {
		this, rest := l.NewLoc(cfg.Pos{}), l.NewLoc(cfg.Pos{})
		l.branch(conds[key], this, rest)
		l.Start(this)
		one(&formatting{Caller: l.Caller, c: l.c, list: &argumentList{first: l.first}, total: l.SizeConst(0)}, parts[key])
		l.Jump(l.end)
		l.Start(rest)
	}
}

// branch goes to yes or no, by a condition of the lowering: it asks which object a pointer
// leads to, whatever addresses are like.
func (f *Caller) branch(cond cfg.Expr, yes, no *cfg.Loc) {
	from := f.Cur
	f.Assume(cond, parse.Span{}, cfg.RoleImplicit)
	f.Jump(yes)
	f.Cur = from
	f.Assume(cfg.Negate(cond), parse.Span{}, cfg.RoleImplicit)
	f.Jump(no)
}

// directives are those of a format, without the text between them.
func directives(ds []clib.PrintPart) string {
	var b strings.Builder
	for _, d := range ds {
		if d.Conv != 0 {
			b.WriteString(directiveText(d))
		}
	}
	return b.String()
}

// otherFormat is where the format is none that is known: one without directives is
// printed as it is, which plain does if it is not nil.
func (l *listed) otherFormat(plain func(p *formatting, ds []clib.PrintPart)) {
	if lf := prelude.Func(l.c.Name); lf.Params[l.at].Null {
		null, some := l.NewLoc(cfg.Pos{}), l.NewLoc(cfg.Pos{})
		l.Fork(emit.Is(l.vs[l.at].Expr, 0), null, some, parse.Span{Pos: l.c.At.Pos})
		defer func() { l.Jump(null); l.Start(null) }()
		l.Start(some)
	}
	given := l.matches(l.c, l.at)
	var asks cfg.Expr
	if given {
		asks = l.directives(l.c, l.at, l.vs, l.SizeConst(0))
	} else {
		asks = l.beyond(l.c, l.at, l.vs, l.given())
	}
	if asks != nil {
		l.When(emit.Is(asks, 0), parse.Span{Pos: l.c.At.Pos}, func() {
			if plain != nil {
				plain(l.asText(l.c, l.vs[l.at]))
			}
			l.Jump(l.end)
		})
	}
	if given {
		return
	}
	if l.mayStore(l.c, l.at) {
		l.Unsupported(l.undecided(), l.c.At)
		return
	}
	l.doubtful(safety.Format|safety.Deref, l.c, l.undecided())
}

// leaveList leaves a list as a function does that took its arguments: without a value
// that C defines.
func (f *Caller) leaveList(list emit.Place) {
	kind := cfg.Unknown
	if f.Asks(safety.Uninit) {
		kind = cfg.Uninit
	}
	switch {
	case f.Dead():
	case list.Flat == nil:
		f.Emit(&cfg.MemHavoc{Dst: list.Addr, Size: f.Size(list.Type), Kind: kind}, parse.Span{}, cfg.RoleImplicit)
	default:
		f.Emit(&cfg.Havoc{Dst: list.Flat.Var, Kind: kind}, parse.Span{}, cfg.RoleImplicit)
	}
}

// looksAt makes the accesses of a call to its arguments.
func (l *listed) looksAt() {
	l.begin()
	if l.Dead() {
		return
	}
	l.end = l.NewLoc(cfg.Pos{})
	l.each(false, func(p *formatting, ds []clib.PrintPart) {
		p.count = link.StoresCount(ds)
		p.all(ds)
	})
	l.otherFormat(nil)
	l.Jump(l.end)
	l.Start(l.end)
	l.leaveList(l.list)
}

// toMemory lowers a call that prints to memory. Where there are many formats and the
// call says how large its buffer is, it prints any text there.
func (l *listed) toMemory() Result {
	f, c := l.Caller, l.c
	lf, tt := prelude.Func(c.Name), f.l.Types
	sized := len(lf.Params[0].Factor) > 0
	if sized && len(l.Texts) > maxChoices {
		if l.looksAt(); f.Dead() || l.vs[0].Type.Kind != ctypes.Pointer {
			return f.NoValue(c)
		}
		return Give(f.printsSized(c, l.vs))
	}
	if l.begin(); f.Dead() {
		return f.NoValue(c)
	}
	r := f.Temp(tt.Int)
	give := func(v emit.Value) {
		if !f.Dead() {
			f.Emit(&cfg.Assign{Dst: r, Src: f.Conv(v, tt.Int)}, c.At, cfg.RoleUser)
		}
	}
	l.end = f.NewLoc(cfg.Pos{})
	one := func(p *formatting, ds []clib.PrintPart) {
		p.count = true
		give(p.toMemory(l.vs, ds))
	}
	l.each(true, one)
	l.otherFormat(one)
	switch {
	case f.Dead():
	case sized:
		give(f.printsSized(c, l.vs))
	default:
		f.Unsupported(l.undecided(), c.At)
	}
	f.Jump(l.end)
	f.Start(l.end)
	l.leaveList(l.list)
	return Give(emit.Value{Expr: &cfg.VarRef{V: r}, Type: tt.Int})
}

// printsSized prints any text to the buffer of a call with the arguments vs that says how
// large it is. It gives the result.
func (f *Caller) printsSized(c *Call, vs []emit.Value) emit.Value {
	tt := f.l.Types
	lf := prelude.Func(c.Name)
	size := f.Save(emit.Value{Expr: f.Conv(vs[1], tt.Size), Type: tt.Size}).Expr
	switch {
	case lf.Params[lf.FormatOf(clib.Printf)].Wide:
		return f.printsWide(c, f.Save(vs[0]).Expr, size)
	case f.isNull(vs[0]):
		return f.havocIn(c, tt.Int, 0, 1<<31-1, cfg.Unknown)
	}
	return f.printsAnything(c, buffer{at: f.Save(vs[0]).Expr, size: size})
}

// printsWide leaves any text of wide characters in a buffer. What does not fit is an
// error, after which the buffer holds anything.
func (f *Caller) printsWide(c *Call, at, size cfg.Expr) emit.Value {
	tt := f.l.Types
	f.l.Notes.Add(c.At.Pos, "%s fills its buffer with arbitrary characters", c.Name)
	el := f.pointee(c, 0)
	r := f.havocIn(c, tt.Int, -1, 1<<31-1, cfg.Unknown)
	n := f.Conv(r, tt.Size)
	failed := emit.Binary(cfg.SLt, r.Expr, emit.Const(r.Expr.Type(), 0))
	f.Assume(emit.Binary(cfg.LOr, failed, emit.Binary(cfg.ULt, n, size)), parse.Span{}, cfg.RoleImplicit)
	bytes := emit.Binary(cfg.Mul, size, f.SizeConst(tt.SizeOf(el)))
	f.fill(c, at, f.Let(bytes), cfg.Unknown)
	end, fits := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	f.branch(failed, end, fits)
	f.Start(fits)
	last := emit.Binary(cfg.PtrAdd, at, emit.Binary(cfg.Mul, n, f.SizeConst(tt.SizeOf(el))))
	f.Store(emit.Place{Type: el, Addr: last}, emit.Value{Expr: emit.Const(tt.Value(el), 0), Type: el}, c.At, cfg.RoleUser)
	f.Jump(end)
	f.Start(end)
	return r
}

// given is how many arguments there are in the list, if these are few numbers and
// pointers, and otherwise more than a format takes.
func (l *listed) given() cfg.Expr {
	tt := l.l.Types
	n := l.Temp(tt.Size)
	end := l.NewLoc(cfg.Pos{})
	count := func(k uint64) {
		l.Emit(&cfg.Assign{Dst: n, Src: l.SizeConst(k)}, parse.Span{Pos: l.c.At.Pos}, cfg.RoleImplicit)
		l.Jump(end)
	}
	const tooMany = 1 << 30 // for any format
	off := uint64(0)
	for k := range uint64(maxCounted) {
		slot := l.Offset(l.first, off)
		none, _ := l.TagDiffers(slot, tt.Int)
		var other cfg.Expr = cfg.True
		for _, t := range []*ctypes.Type{tt.Int, tt.LongLong, tt.VoidPtr, tt.Double} {
			_, differs := l.TagDiffers(slot, t)
			other = emit.Binary(cfg.LAnd, other, differs)
		}
		last, more := l.NewLoc(cfg.Pos{}), l.NewLoc(cfg.Pos{})
		l.branch(none, last, more)
		l.Start(last)
		count(k)
		l.Start(more)
		large, small := l.NewLoc(cfg.Pos{}), l.NewLoc(cfg.Pos{})
		l.branch(other, large, small)
		l.Start(large)
		count(tooMany)
		l.Start(small)
		off += l.SlotSize(tt.LongLong)
	}
	count(tooMany)
	l.Start(end)
	return &cfg.VarRef{V: n}
}

// isNull reports that a pointer is the constant null.
func (f *Caller) isNull(v emit.Value) bool { return v.Expr != nil && emit.IsConst(v.Expr, 0) }

// undecided says that the format is not known, and where it comes from.
func (l *listed) undecided() string {
	if l.Other != nil {
		if at := l.l.Linked.Sources.Node(l.Other); at.Pos.IsValid() && at.Pos != l.c.At.Pos {
			return "call of " + l.c.Name + " with the format " + at.Text + " of " + at.Pos.String() + ", which is not known,"
		}
	}
	return "call of " + l.c.Name + " whose arguments cannot be checked"
}

// taken is the type that a conversion takes its argument for, promoted; nil for one
// that is not known.
func (p *formatting) taken(d clib.PrintPart) *ctypes.Type {
	tt := p.l.Types
	switch {
	case strings.IndexByte("cC", d.Conv) >= 0:
		return tt.Int
	case strings.IndexByte("di", d.Conv) >= 0:
		return tt.Passed(p.sized(d, true))
	case strings.IndexByte("ouxX", d.Conv) >= 0:
		return tt.Passed(p.sized(d, false))
	case strings.IndexByte("sS", d.Conv) >= 0 && d.Wide():
		return tt.PointerTo(tt.Int)
	case strings.IndexByte("sS", d.Conv) >= 0:
		return tt.CharPtr
	case d.Conv == 'p':
		return tt.VoidPtr
	case d.Conv == 'n' && d.Length == clib.LenSize:
		return tt.PointerTo(tt.Size)
	case d.Conv == 'n':
		return tt.PointerTo(p.sized(d, true))
	case d.Length == clib.LenLongLong:
		return tt.LongDouble
	}
	return tt.Double
}

// fromList takes an argument of type t from the list, for a conversion; it must be there,
// and of that type.
func (p *formatting) fromList(d clib.PrintPart, t *ctypes.Type) emit.Value {
	slot := p.Offset(p.list.first, p.list.off)
	none, other := p.TagDiffers(slot, t)
	if strings.IndexByte("snS", d.Conv) >= 0 && t.Kind == ctypes.Pointer && p.Asks(safety.Deref) {
		p.Forbidden(safety.Deref, none, lacksPointer(p.c), p.c.At)
	}
	if p.Asks(safety.Format) {
		p.Forbidden(safety.Format, other, emit.Forbidden(directiveText(d)+" of "+p.c.Name+" gets no argument of the type "+t.Name), p.c.At)
	} else if other != cfg.Expr(cfg.False) {
		p.When(other, parse.Span{Pos: p.c.At.Pos}, func() {
			p.Unsupported("call of "+p.c.Name+" with "+otherArgument, p.c.At)
		})
	}
	v := p.Slot(slot, t)
	p.list.off += p.SlotSize(t)
	if v.Expr == nil {
		return v
	}
	v = p.Save(v)
	p.used([]emit.Value{v})
	return v
}
