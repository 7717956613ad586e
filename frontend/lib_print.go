package frontend

import (
	"math"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/cfg/safety"

	"modernc.org/cc/v4"
)

// Formatted output, for the verifier. A format that is a string literal is
// taken apart: characters and strings are copied, and how long a number
// becomes is computed. The characters of numbers are unknown, and so is the
// length of what is written of a float; package verifier asks the library for
// both where the arguments are known (cfg.Question).

// formatting is a call of the printf family under way.
type formatting struct {
	*fn
	c    *call
	args []val // that follow the format
	next int
	to   cfg.Expr // the buffer, nil if there is none
	room cfg.Expr // for characters in it, nil if the call does not say
	// total is the number of characters so far; it is kept where somebody
	// wants it.
	total cfg.Expr
	count bool
	read  []reading // what must not overlap the buffer
}

// reading is n bytes that are read at an address.
type reading struct{ at, n cfg.Expr }

// printCall lowers printf, fprintf and dprintf. What they print is not observed:
// where their result is not used either, they matter for valid-deref only.
func printCall(f *fn, c *call) callResult {
	lf := clib.Lookup(libName(c.name))
	at := lf.FormatOf(clib.Printf)
	ds, literal := f.formatOf(f.arg(c, at))
	if !literal || lf.TakesList() {
		f.refuseStores(c, at)
	}
	count := c.use.wanted() || storesCount(ds)
	checks := f.l.conf.Checks&(safety.Deref|safety.Uninit|safety.Format) != 0
	if !count && !checks || lf.TakesList() && !checks {
		return outputCall(f, c)
	}
	vs := f.saved(c)
	if f.dead() {
		return f.noValue(c)
	}
	f.mayFail(c)
	f.required(c, vs)
	if lf.Params[at].Null && vs[at].e != nil && isConst(vs[at].e, 0) {
		return f.determined(c) // of err
	}
	if !literal || lf.TakesList() {
		if !f.bare(c, at, vs) {
			f.undecided(c, ds, literal)
		}
		return f.determined(c)
	}
	p := &formatting{fn: f, c: c, args: vs[at+1:], total: f.sizeConst(0), count: count}
	p.all(ds)
	if !c.use.wanted() {
		return f.noValue(c)
	}
	if f.writesWide() {
		return f.determined(c) // a stream takes either bytes or wide characters
	}
	if s := lf.Stream(); s >= 0 && !f.standardOutput(c.args[s]) || lf.Prints != clib.FormatOutput {
		return f.determined(c) // a write may fail
	}
	f.l.notes.assume(c.at.pos, "%s is assumed to write everything", c.name)
	return give(p.result())
}

// formatOf takes the format in an argument apart, if it is a literal.
func (f *fn) formatOf(a cc.ExpressionNode) (ds []clib.PrintPart, ok bool) {
	text, ok := literalText(a)
	if !ok {
		text, ok = wideText(a)
	}
	if !ok {
		return nil, false
	}
	return clib.PrintParts(text)
}

// wideText is the text of an argument that is a literal of wide characters, all
// of which are ASCII; those with escapes have become compound literals (rewrite.go).
func wideText(a cc.ExpressionNode) (string, bool) {
	var text []rune
	switch x := unparen(a).(type) {
	case *cc.PrimaryExpression:
		v, ok := x.Value().(cc.UTF32StringValue)
		if x.Case != cc.PrimaryExpressionLString || !ok {
			return "", false
		}
		text = v
	case *cc.PostfixExpression:
		if x.Case != cc.PostfixExpressionComplit {
			return "", false
		}
		for l := x.InitializerList; l != nil; l = l.InitializerList {
			e := l.Initializer.AssignmentExpression
			if e == nil || l.Designation != nil {
				return "", false
			}
			switch v := e.Value().(type) {
			case cc.Int64Value:
				text = append(text, rune(v))
			case cc.UInt64Value:
				text = append(text, rune(v))
			default:
				return "", false
			}
		}
		if len(text) == 0 || text[len(text)-1] != 0 {
			return "", false
		}
	default:
		return "", false
	}
	before, _, _ := strings.Cut(string(text), "\x00")
	return before, strings.IndexFunc(before, func(r rune) bool { return r >= 0x80 }) < 0
}

func storesCount(ds []clib.PrintPart) bool {
	for _, d := range ds {
		if d.Conv == 'n' {
			return true
		}
	}
	return false
}

// saved evaluates the arguments of a call for several uses of each.
func (f *fn) saved(c *call) []val {
	vs := f.values(c.args)
	for i, v := range vs {
		if v.e != nil {
			vs[i] = f.save(v)
		}
	}
	return vs
}

// undecided leaves valid-deref open where it is not known what a format asks
// of the arguments.
func (f *fn) undecided(c *call, ds []clib.PrintPart, known bool) {
	for _, d := range ds {
		known = known && strings.IndexByte("snS", d.Conv) < 0
	}
	if !known {
		f.perhaps(c, "call of "+c.name+" whose arguments cannot be checked")
	}
}

// bare looks for the directives of a format that is not a literal and that no
// arguments follow: one that reads or stores memory is an error, and what another
// one does is unknown. It reports whether the call is of that kind.
func (f *fn) bare(c *call, at int, vs []val) bool {
	lf := clib.Lookup(libName(c.name))
	pr := f.l.procs.named[preludePrefix+directivesHelper]
	if len(c.args) != at+1 || lf.TakesList() || lf.Params[at].Wide || pr == nil || pr.p.Ret == nil || vs[at].t.k != kPtr || f.l.conf.Checks&safety.Deref == 0 || f.dead() {
		return false
	}
	f.enter(pr, []val{{e: f.conv(vs[at], f.l.tt.charPtr), t: f.l.tt.charPtr}}, c.at)
	asks := f.let(&cfg.VarRef{V: pr.p.Ret})
	f.forbidden(safety.Deref, binary(cfg.Eq, asks, konst(asks.Type(), 2)), lacksPointer(c), c.at)
	lacks, none := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(binary(cfg.Ne, asks, konst(asks.Type(), 0)), lacks, none, span{pos: c.at.pos})
	f.start(lacks)
	f.unsupported("call of "+c.name+" with fewer arguments than its format takes", c.at)
	f.start(none)
	return true
}

// lacksPointer is the reason where a directive goes by a pointer that was not passed.
func lacksPointer(c *call) cfg.Reason {
	return cfg.Reason{Kind: cfg.Forbidden, Text: "the format of " + libName(c.name) + " accesses memory by an argument that is not passed"}
}

// perhaps makes the answer unknown if a path leads here, where memory is
// checked.
func (f *fn) perhaps(c *call, what string) { f.doubtful(safety.Deref, c, what) }

// doubtful makes the answer unknown if a path leads here, where one of some checks
// is made.
func (f *fn) doubtful(checks safety.Checks, c *call, what string) {
	if f.l.conf.Checks&checks == 0 || f.dead() {
		return
	}
	f.maybe(c.name, what, c.at)
}

// maybe makes the answer unknown if a path leads here.
func (f *fn) maybe(name, what string, at span) {
	v := f.temp(f.l.tt.intT)
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: name}, at, cfg.RoleImplicit)
	bad, ok := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(binary(cfg.Ne, &cfg.VarRef{V: v}, konst(v.Type, 0)), bad, ok, span{pos: at.pos})
	f.start(bad)
	f.unsupported(what, at)
	f.start(ok)
}

// result is the value of the call: the number of characters, or -1 if that is
// not an int.
func (p *formatting) result() val {
	t := p.l.tt.intT
	n := p.conv(val{e: p.total, t: p.l.tt.size}, t)
	fits := binary(cfg.ULe, p.total, konst(p.total.Type(), math.MaxInt32))
	return val{e: p.let(ite(fits, n, konst(n.Type(), ^uint64(0)))), t: t}
}

// all lowers the directives of a format one after the other.
func (p *formatting) all(ds []clib.PrintPart) {
	for _, d := range ds {
		if p.dead() {
			return
		}
		switch {
		case d.Conv == 0:
			p.copied(p.fn.text(d.Literal).e, p.sizeConst(uint64(len(d.Literal))))
		case d.Conv == 'm':
			p.unknown(d, nil, 0, 64)
		default:
			p.directive(d)
		}
	}
}

// directive lowers one conversion.
func (p *formatting) directive(d clib.PrintPart) {
	var stars []cfg.Expr
	width := p.amount(d.Width, &stars)
	prec := p.amount(d.Prec, &stars)
	left := cfg.Expr(cfg.False)
	if d.Minus {
		left = cfg.True
	}
	if d.Width == clib.Star { // a negative width is a flag and a width
		minus := binary(cfg.SLt, width, konst(width.Type(), 0))
		left = p.let(binary(cfg.LOr, left, minus))
		width = p.let(ite(minus, binary(cfg.Sub, konst(width.Type(), 0), width), width))
	}
	v, ok := p.argument()
	if !ok {
		if strings.IndexByte("snS", d.Conv) >= 0 && p.l.conf.Checks&safety.Deref != 0 {
			p.forbidden(safety.Deref, cfg.True, lacksPointer(p.c), p.c.at)
			return
		}
		p.mismatch("fewer arguments than its format takes")
		p.unknown(d, nil, 0, 1<<30)
		return
	}
	switch {
	case d.Wide() && d.Conv != 'c' && p.wideLength(v, prec):
		p.unknown(d, nil, 0, 1<<30)
	case d.Wide() && d.Conv == 'c':
		p.unknown(d, nil, 0, 1<<30)
	case d.Wide():
		p.perhaps(p.c, "wide characters in a call of "+p.c.name)
		p.unknown(d, nil, 0, 1<<30)
	case d.Conv == 'n':
		p.stored(d, v)
	case d.Conv == 'c' && v.t.k == kInt:
		ch := p.let(p.conv(v, p.l.tt.uchar))
		p.padded(width, p.sizeConst(1), left, func() { p.filled(ch, p.sizeConst(1)) })
	case d.Conv == 's' && v.t.k == kPtr:
		p.string(d, v, width, prec, left)
	case strings.IndexByte("diouxXc", d.Conv) >= 0 && v.t.k == kInt:
		p.integer(d, v, width, prec, stars)
	case strings.IndexByte("eEfFgGaA", d.Conv) >= 0 && (v.t.k == kFloat || v.t.k == kExtended):
		p.float(d, v, width, stars)
	case d.Conv == 'p' && v.t.k == kPtr:
		p.unknown(d, nil, 3, max(20, fixed(d.Width)))
	case !takes(d, v.t):
		p.mismatch(otherArgument)
		p.unknown(d, nil, 0, 1<<30)
	default:
		p.perhaps(p.c, "call of "+p.c.name+" with "+otherArgument)
		p.unknown(d, nil, 0, 1<<30)
	}
}

const otherArgument = "an argument that is not of the type its format takes"

// mismatch makes it an error of ub-format that a call has arguments that its
// format does not take. Where that is not asked for, valid-deref stays open.
func (p *formatting) mismatch(what string) { p.misformatted(p.c, what) }

func (f *fn) misformatted(c *call, what string) {
	what = "call of " + c.name + " with " + what
	if f.asks(safety.Format) {
		f.forbidden(safety.Format, cfg.True, forbidden(what), c.at)
		return
	}
	f.perhaps(c, what)
}

// amount is the value of a width or precision, sign-extended; nil if there is
// none.
func (p *formatting) amount(n int, stars *[]cfg.Expr) cfg.Expr {
	switch n {
	case clib.None:
		return nil
	case clib.Star:
	default:
		return p.sizeConst(uint64(n))
	}
	v, ok := p.argument()
	if !ok || v.t.k != kInt {
		p.mismatch(otherArgument)
		return p.havocIn(p.c, p.l.tt.size, 0, 1<<30, cfg.Unknown).e
	}
	x := p.conv(v, p.l.tt.intT)
	*stars = append(*stars, x)
	return p.let(p.conv(val{e: x, t: p.l.tt.intT}, p.l.tt.pdiff))
}

// fixed is a width or precision that the format says, or 0.
func fixed(n int) uint64 { return uint64(max(n, 0)) }

// directiveText is a conversion as in the format.
func directiveText(d clib.PrintPart) string { return "%" + string(d.Text) }

// argument is the next argument, promoted.
func (p *formatting) argument() (v val, ok bool) {
	if p.next >= len(p.args) {
		return val{}, false
	}
	v = p.args[p.next]
	p.next++
	if v.t.scalar() && v.t.k != kPtr {
		e := p.promoted(v)
		v = val{e: e, t: p.l.tt.passed(v.t)}
	}
	return v, true
}

// put appends n characters; fill stores the first of them at an address.
func (p *formatting) put(n cfg.Expr, fill func(at, n cfg.Expr)) {
	if p.to != nil {
		k := n
		if p.room != nil {
			left := binary(cfg.Sub, p.room, p.total)
			k = p.let(ite(binary(cfg.ULe, p.room, p.total), p.sizeConst(0), ite(binary(cfg.ULt, n, left), n, left)))
		}
		if !isConst(k, 0) {
			fill(binary(cfg.PtrAdd, p.to, p.total), k)
		}
	}
	if p.count {
		p.total = p.let(binary(cfg.Add, p.total, n))
	}
}

func (p *formatting) copied(from, n cfg.Expr) {
	p.put(n, func(at, n cfg.Expr) {
		p.emit(&cfg.MemCopy{Dst: at, Src: from, Size: n}, p.c.at, cfg.RoleUser)
	})
}

func (p *formatting) filled(ch, n cfg.Expr) {
	p.put(n, func(at, n cfg.Expr) {
		p.emit(&cfg.MemSet{Dst: at, Val: ch, Size: n}, p.c.at, cfg.RoleUser)
	})
}

// padded appends n characters by body, and before or after them as many
// spaces as there is room for in the width.
func (p *formatting) padded(width, n, left cfg.Expr, body func()) {
	if width == nil || !p.count {
		body()
		return
	}
	space := konst(cfg.BV(8), ' ')
	zero := p.sizeConst(0)
	pad := p.let(ite(binary(cfg.ULt, n, width), binary(cfg.Sub, width, n), zero))
	if isConst(pad, 0) {
		body()
		return
	}
	if before := p.let(ite(left, zero, pad)); !isConst(before, 0) {
		p.filled(space, before)
	}
	body()
	if after := p.let(ite(left, pad, zero)); !isConst(after, 0) {
		p.filled(space, after)
	}
}

// string appends the argument of %s. What a null pointer does there, C leaves
// open, and glibc prints something.
func (p *formatting) string(d clib.PrintPart, v val, width, prec, left cfg.Expr) {
	s := p.conv(v, p.l.tt.charPtr)
	end := p.newLoc(cfg.Pos{})
	if _, named := cfg.Base(s).(*cfg.AddrOf); !named {
		null, some := p.newLoc(cfg.Pos{}), p.newLoc(cfg.Pos{})
		p.fork(binary(cfg.Eq, s, konst(s.Type(), 0)), null, some, span{pos: p.c.at.pos})
		p.start(null)
		if p.l.conf.Checks&safety.Deref != 0 || p.count {
			p.unsupported("null pointer for %s of "+p.c.name, p.c.at)
		} else {
			p.jump(end)
		}
		p.start(some)
	}
	if prec != nil && d.Prec == clib.Star { // a negative precision is as if omitted
		none := binary(cfg.SLt, prec, konst(prec.Type(), 0))
		prec = p.let(ite(none, konst(prec.Type(), ^uint64(0)), prec))
	}
	checked := p.to != nil && p.asks(safety.Deref)
	if checked {
		s = p.save(val{e: s, t: p.l.tt.charPtr}).e
		if !isConst(p.total, 0) {
			p.overlapping(binary(cfg.ULt, binary(cfg.Sub, s, p.to), p.total))
		}
	}
	n := p.textLength(s, prec, p.c.at)
	if checked {
		all := n
		if prec == nil {
			all = binary(cfg.Add, n, p.sizeConst(1))
		}
		p.read = append(p.read, reading{s, p.let(all)})
	}
	p.padded(width, n, left, func() { p.copied(s, n) })
	p.jump(end)
	p.start(end)
}

// overlapping makes it an error that a condition holds under which the call copies
// between objects that overlap.
func (p *formatting) overlapping(cond cfg.Expr) {
	p.forbidden(safety.Deref, cond, cfg.Reason{Kind: cfg.Overlap, Name: libName(p.c.name)}, p.c.at)
}

// close ends the text after last characters.
func (p *formatting) close(last cfg.Expr) {
	last = p.let(last)
	for _, r := range p.read {
		forth := binary(cfg.ULt, binary(cfg.Sub, r.at, p.to), binary(cfg.Add, last, p.sizeConst(1)))
		back := binary(cfg.ULt, binary(cfg.Sub, p.to, r.at), r.n)
		p.overlapping(binary(cfg.LOr, forth, back))
	}
	p.emit(&cfg.Store{Addr: binary(cfg.PtrAdd, p.to, last), Val: konst(cfg.BV(8), 0)}, p.c.at, cfg.RoleUser)
}

// textLength is the number of characters that are read from a string: of at most
// most, if that is not nil. The characters up to there must be readable.
func (f *fn) textLength(s, most cfg.Expr, at span) cfg.Expr {
	tt := f.l.tt
	name, args := lengthHelper, []val{{e: s, t: tt.charPtr}}
	if most != nil {
		name, args = boundedHelper, append(args, val{e: most, t: tt.size})
	}
	if f.dead() {
		return f.sizeConst(0)
	}
	if o, ok := s.(*cfg.AddrOf); ok && o.Obj.Const && most == nil {
		if n, ok := f.l.static.lengths[o.Obj]; ok {
			return f.sizeConst(n)
		}
	}
	pr := f.l.procs.named[preludePrefix+name]
	if pr == nil || pr.p.Ret == nil {
		f.fail(nil, "strings without the library's %s", name)
	}
	f.enter(pr, args, at)
	return f.let(&cfg.VarRef{V: pr.p.Ret})
}

// wideLength reads a string of wide characters up to its end, or as many as most
// says if that is not nil; false if the program has no functions for that.
func (f *fn) wideLength(v val, most cfg.Expr) bool {
	name, args := wideHelper, []val{{e: v.e, t: v.t}}
	if most != nil {
		name, args = boundedWideHelper, append(args, val{e: most, t: f.l.tt.size})
	}
	pr := f.l.procs.named[preludePrefix+name]
	if pr == nil || v.t.k != kPtr || f.dead() {
		return false
	}
	f.enter(pr, args, span{pos: f.at.pos})
	return true
}

// writesWide reports whether the program writes wide characters to streams.
func (f *fn) writesWide() bool {
	return f.l.callsSome(func(fn *clib.Func) bool { return fn.Wide })
}

// stored lowers %n.
func (p *formatting) stored(d clib.PrintPart, v val) {
	t := p.sized(d, true)
	if d.Length == clib.LenSize {
		t = p.l.tt.size
	}
	if v.t.k != kPtr {
		p.fail(p.c.x, "%%n of %s", p.c.name)
	}
	x := val{e: p.conv(val{e: p.total, t: p.l.tt.size}, t), t: t}
	p.store(place{t: t, addr: v.e}, x, p.c.at, cfg.RoleUser)
}

// sized is the type that an integer conversion takes its argument for.
func (p *formatting) sized(d clib.PrintPart, signed bool) *ctype {
	tt := p.l.tt
	pair := func(s, u *ctype) *ctype {
		if signed {
			return s
		}
		return u
	}
	switch d.Length {
	case clib.LenChar:
		return pair(tt.schar, tt.uchar)
	case clib.LenShort:
		return pair(tt.short, tt.ushort)
	case clib.LenLong, clib.LenSize, clib.LenDiff:
		return pair(tt.long, tt.ulong)
	case clib.LenLongLong, clib.LenMax:
		return pair(tt.llong, tt.ullong)
	}
	return pair(tt.intT, tt.uintT)
}

// integer appends a number in decimal, hexadecimal or octal.
func (p *formatting) integer(d clib.PrintPart, v val, width, prec cfg.Expr, stars []cfg.Expr) {
	tt := p.l.tt
	signed := d.Conv == 'd' || d.Conv == 'i'
	t := p.sized(d, signed)
	if t.bits > v.t.bits { // an argument that is too short: the rest is not known
		p.unknown(d, nil, 1, 1<<30)
		return
	}
	x := p.let(p.conv(val{e: p.conv(v, t), t: t}, tt.ullong))
	args := append(stars, x)
	mag, sign := x, konst(x.Type(), 0)
	var signs cfg.Expr = p.sizeConst(0)
	if signed {
		minus := binary(cfg.SLt, x, sign)
		mag = p.let(ite(minus, binary(cfg.Sub, sign, x), x))
		signs = p.sizeConst(1)
		if !d.Plus && !d.Space {
			signs = p.let(ite(minus, signs, p.sizeConst(0)))
		}
	}
	base := map[byte]uint64{'x': 16, 'X': 16, 'o': 8}[d.Conv]
	if base == 0 {
		base = 10
	}
	zero := binary(cfg.Eq, mag, konst(mag.Type(), 0))
	n := p.let(p.digits(mag, base, t.bits))
	if d.Alt && base == 8 { // a zero in front, unless there is one
		n = p.let(ite(zero, n, binary(cfg.Add, n, p.sizeConst(1))))
	}
	if prec != nil {
		given := prec
		if d.Prec == clib.Star {
			given = ite(binary(cfg.SLt, prec, konst(prec.Type(), 0)), p.sizeConst(1), prec)
		}
		n = p.let(ite(binary(cfg.LAnd, zero, cfg.Negate(boolConst(d.Alt && base == 8))), given, ite(binary(cfg.ULt, n, given), given, n)))
	}
	n = binary(cfg.Add, n, signs)
	if d.Alt && base == 16 {
		n = binary(cfg.Add, n, ite(zero, p.sizeConst(0), p.sizeConst(2)))
	}
	n = p.let(n)
	if width != nil {
		n = p.let(ite(binary(cfg.ULt, n, width), width, n))
	}
	p.put(n, func(at, n cfg.Expr) { p.question(d, args, at, n) })
}

// digits is the number of digits of x, at least 1.
func (p *formatting) digits(x cfg.Expr, base uint64, bits int) cfg.Expr {
	var limits []uint64
	for l := base; ; l *= base {
		limits = append(limits, l)
		if l > cfg.Mask(^uint64(0), bits)/base {
			break
		}
	}
	if base != 10 && limits[len(limits)-1] == 0 {
		limits = limits[:len(limits)-1]
	}
	n := p.sizeConst(uint64(len(limits) + 1))
	for i := len(limits) - 1; i >= 0; i-- {
		n = ite(binary(cfg.ULt, x, konst(x.Type(), limits[i])), p.sizeConst(uint64(i+1)), n)
	}
	return n
}

// float appends a floating number, whose length the library knows.
func (p *formatting) float(d clib.PrintPart, v val, width cfg.Expr, stars []cfg.Expr) {
	most := uint64(40)
	switch {
	case (d.Conv == 'f' || d.Conv == 'F') && d.Length == clib.LenLongLong:
		most = 4940 + 10
	case d.Conv == 'f' || d.Conv == 'F':
		most = 310 + 10
	}
	switch {
	case d.Prec == clib.Star || d.Width == clib.Star:
		most = 1 << 30
	default:
		most = max(most+fixed(d.Prec), fixed(d.Width))
	}
	var args []cfg.Expr
	if d.Length != clib.LenLongLong && v.t.k == kFloat && p.l.procs.rounding == nil && p.l.procs.named[preludePrefix+localePart] == nil {
		args = append(stars, p.let(v.e))
	}
	p.unknown(d, args, 1, most)
}

// unknown appends between lo and hi characters; args, if not nil, are what they
// depend on.
func (p *formatting) unknown(d clib.PrintPart, args []cfg.Expr, lo, hi uint64) {
	if !p.count {
		return
	}
	v := p.temp(p.l.tt.size)
	h := &cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: p.c.name}
	if args != nil {
		h.Asks = p.l.question(directiveText(d), args)
	}
	p.emit(h, p.c.at, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	p.assume(binary(cfg.LAnd, binary(cfg.ULe, konst(v.Type, lo), r), binary(cfg.ULe, r, konst(v.Type, hi))), span{}, cfg.RoleImplicit)
	p.put(r, func(at, n cfg.Expr) { p.question(d, args, at, n) })
}

// question stores the n characters of a number, which are not known.
func (p *formatting) question(d clib.PrintPart, args []cfg.Expr, at, n cfg.Expr) {
	h := &cfg.MemHavoc{Dst: at, Size: n, Kind: cfg.Unknown}
	if args != nil {
		h.Asks = p.l.question(directiveText(d), args)
	}
	p.emit(h, p.c.at, cfg.RoleUser)
}

// question makes a question to the library.
func (l *lowerer) question(name string, args []cfg.Expr) *cfg.Question {
	l.library.questions++
	return &cfg.Question{ID: l.library.questions, Func: name, Args: args}
}

// text describes a text that is read.
func (l *lowerer) text(never string, last bool) *cfg.Text {
	l.library.questions++
	return &cfg.Text{ID: l.library.questions, Never: never, Last: last}
}

// formatCall lowers sprintf and snprintf, and the variants for a va_list.
func formatCall(f *fn, c *call) callResult {
	lf := clib.Lookup(libName(c.name))
	at := lf.FormatOf(clib.Printf)
	ds, literal := f.formatOf(f.arg(c, at))
	if !literal || lf.TakesList() {
		return f.formatUnknown(c, ds, literal)
	}
	vs := f.saved(c)
	if f.dead() {
		return f.noValue(c)
	}
	tt := f.l.tt
	f.mayFail(c)
	f.required(c, vs)
	p := &formatting{fn: f, c: c, args: vs[at+1:], total: f.sizeConst(0), count: true}
	p.to = f.save(val{e: f.conv(vs[0], tt.charPtr), t: tt.charPtr}).e
	if len(lf.Params[0].Factor) == 0 {
		p.all(ds)
		p.close(p.total)
		return give(p.result())
	}
	size := f.let(f.conv(vs[1], tt.size))
	none := binary(cfg.Eq, size, f.sizeConst(0))
	p.room = f.let(ite(none, f.sizeConst(0), binary(cfg.Sub, size, f.sizeConst(1))))
	if isConst(p.room, 0) && isConst(size, 0) {
		p.to = nil
	}
	p.all(ds)
	if p.to == nil {
		return give(p.result())
	}
	some, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.fork(cfg.Negate(none), some, end, span{pos: c.at.pos})
	f.start(some)
	p.close(ite(binary(cfg.ULt, p.total, p.room), p.total, p.room))
	f.jump(end)
	f.start(end)
	return give(p.result())
}

// writesAll reports whether a call that prints without a format is assumed to
// succeed: to a standard stream, as printf.
func (f *fn) writesAll(c *call) bool {
	lf := clib.Lookup(libName(c.name))
	if lf == nil || lf.Prints == clib.NoOutput || lf.Prints == clib.FormatOutput || lf.Within == nil || f.dead() || f.ofProgram(c) {
		return false
	}
	s := lf.Stream()
	return len(c.args) == lf.Arity() && c.ret.k == kInt && !f.writesWide() && (s < 0 && lf.Prints != clib.OtherOutput || s >= 0 && f.standardOutput(c.args[s]))
}

// written is the result of a call that prints a character or text and succeeds:
// the character, or a number that is not negative.
func (f *fn) written(c *call) callResult {
	vs := f.saved(c)
	f.mayFail(c)
	if f.demands(c.name) {
		f.required(c, vs)
	}
	if f.dead() {
		return f.noValue(c)
	}
	f.l.notes.assume(c.at.pos, "%s is assumed to write everything", c.name)
	lf := clib.Lookup(libName(c.name))
	if lf.Prints == clib.CharOutput {
		ch := val{e: f.conv(vs[0], f.l.tt.uchar), t: f.l.tt.uchar}
		return give(val{e: f.conv(ch, c.ret), t: c.ret})
	}
	return give(f.havocIn(c, c.ret, 0, most(c.ret, lf.Within.Hi), cfg.Unknown))
}
