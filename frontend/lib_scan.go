package frontend

import (
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/cfg/safety"

	"modernc.org/cc/v4"
)

// Calls of the scanf family, for the verifier. What they read from a stream is
// an input; what sscanf finds is determined by its string, and unknown. The
// result is -1 or a number of conversions, and exactly so many store a value.

// literalText is the text of an argument that is a string literal.
func literalText(a cc.ExpressionNode) (string, bool) {
	s, ok := unparen(a).(*cc.PrimaryExpression)
	if !ok || s.Case != cc.PrimaryExpressionString {
		return "", false
	}
	v, ok := s.Value().(cc.StringValue)
	text, _, _ := strings.Cut(string(v), "\x00")
	return text, ok
}

// scanCall lowers scanf, fscanf and sscanf.
func scanCall(f *fn, c *call) callResult {
	lf := clib.Lookup(libName(c.name))
	if lf.State == clib.NoState {
		if r, ok := sscanfCall(f, c); ok {
			return r
		}
	}
	first, kind := lf.FormatOf(clib.Scanf)+1, cfg.Nondet
	if lf.State == clib.NoState {
		kind = cfg.Unknown
	}
	var convs []clib.ScanPart
	text, ok := literalText(f.arg(c, first-1))
	if ok {
		convs, ok = clib.ScanParts(text)
		convs = slices.DeleteFunc(convs, func(p clib.ScanPart) bool { return p.Conv == 0 })
	}
	if c.at.call != nil {
		c.at.call.Format, c.at.call.Formatted = literalText(f.arg(c, first-1))
		id := identOf(c.args[0])
		c.at.call.Stdin = first == 1 || kind == cfg.Nondet && id != nil && id.Token.SrcStr() == clib.StdinName
	}
	vs := f.values(c.args)
	if f.dead() {
		return f.noValue(c)
	}
	f.mayFail(c)
	stored := uint64(0) // conversions that count
	for _, d := range convs {
		if !d.Suppress && d.Conv != 'n' {
			stored++
		}
	}
	if !ok {
		stored = uint64(len(vs) - first)
	}
	lo := int64(-1)
	if !c.use.wanted() && ok && !slices.ContainsFunc(convs, limited) {
		// Nobody sees whether it fails, and where any value may be read, what
		// was there before is one of them.
		lo = int64(stored)
	}
	r := f.havocIn(c, f.l.tt.intT, lo, int64(stored), kind)
	end := f.newLoc(cfg.Pos{})
	next, count := first, uint64(0)
	for i := 0; ok && i < len(convs) || !ok && next < len(vs); i++ {
		d := clib.ScanPart{ScanSpec: clib.ScanSpec{Width: clib.None}}
		if ok {
			d = convs[i]
		}
		if d.Suppress {
			continue
		}
		if next >= len(vs) || vs[next].t.k != kPtr {
			f.fail(c.x, "call of %s", c.name)
		}
		if d.Conv != 'n' {
			done := f.newLoc(cfg.Pos{})
			f.fork(binary(cfg.SLt, konst(r.e.Type(), count), r.e), done, end, span{pos: c.at.pos})
			f.start(done)
			count++
		}
		f.scanned(c, d, vs[next], c.args[next], kind)
		next++
	}
	f.jump(end)
	f.start(end)
	return give(r)
}

// limited reports whether a conversion cannot store every value.
func limited(d clib.ScanPart) bool { return d.Width != clib.None || d.Conv == 's' || d.Conv == '[' }

// havocIn is an arbitrary value of type t between lo and hi.
func (f *fn) havocIn(c *call, t *ctype, lo, hi int64, kind cfg.HavocKind) val {
	v := f.temp(t)
	f.emit(&cfg.Havoc{Dst: v, Kind: kind, Func: c.name}, c.at, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	le := cfg.SLe
	if !t.signed {
		le = cfg.ULe
	}
	f.assume(binary(cfg.LAnd, binary(le, konst(v.Type, uint64(lo)), r), binary(le, r, konst(v.Type, uint64(hi)))), span{}, cfg.RoleImplicit)
	return val{e: r, t: t}
}

// scanned stores what one conversion reads through the pointer p, which is the
// argument a.
func (f *fn) scanned(c *call, d clib.ScanPart, p val, a cc.ExpressionNode, kind cfg.HavocKind) {
	if d.Alloc {
		f.fail(c.x, "%s that allocates", c.name)
	}
	fill := func(size cfg.Expr, kind cfg.HavocKind) {
		f.emit(&cfg.MemHavoc{Dst: p.e, Size: size, Kind: kind}, c.at, cfg.RoleUser)
	}
	known := f.pointeeSize(a)
	switch d.Conv {
	case 'c':
		fill(f.sizeConst(uint64(max(d.Width, 1))), kind)
	case 's', '[':
		if d.Length != clib.LenNone {
			f.fail(c.x, "%s of wide characters", c.name)
		}
		f.scannedText(c, d, p, known, kind)
	case 'n':
		fill(f.sizeConst(f.scanSize(d)), cfg.Unknown)
	case 0:
		if known == 0 {
			f.fail(a, "%s into memory of unknown size", c.name)
		}
		fill(f.sizeConst(known), kind)
	default:
		size := f.scanSize(d)
		if size == 0 {
			f.fail(c.x, "%s with the conversion %%%c", c.name, d.Conv)
		}
		fill(f.sizeConst(size), kind)
		f.scannedRange(d, p, size)
	}
}

// scannedText stores at least one character and a zero. An array whose size is
// known is not overrun, except where that is what is checked.
func (f *fn) scannedText(c *call, d clib.ScanPart, p val, known uint64, kind cfg.HavocKind) {
	size := f.l.tt.size
	most := ^uint64(0) >> 1
	if d.Width > 0 {
		most = uint64(d.Width)
	}
	if known > 1 && f.l.conf.Checks&safety.Deref == 0 {
		most = min(most, known-1)
	}
	if most > 1<<30 {
		most = 1 << 30
	}
	n := f.havocIn(c, size, 1, int64(most), kind)
	h := &cfg.MemHavoc{Dst: p.e, Size: n.e, Kind: kind}
	if d.Conv == 's' {
		h.Text = f.l.text(" \t\n\v\f\r", false)
	}
	f.emit(h, c.at, cfg.RoleUser)
	f.emit(&cfg.Store{Addr: binary(cfg.PtrAdd, p.e, n.e), Val: konst(cfg.BV(8), 0)}, c.at, cfg.RoleImplicit)
	if d.Conv == 's' {
		b := f.load(place{t: f.l.tt.uchar, addr: p.e}).e
		space := binary(cfg.LOr, binary(cfg.Eq, b, konst(b.Type(), ' ')), binary(cfg.LAnd, binary(cfg.ULe, konst(b.Type(), 9), b), binary(cfg.ULe, b, konst(b.Type(), 13))))
		f.assume(not(space), span{}, cfg.RoleImplicit)
	}
}

// scanSize is the number of bytes that a numeric conversion stores, or 0.
func (f *fn) scanSize(d clib.ScanPart) uint64 {
	tt := f.l.tt
	if strings.IndexByte("aefgAEFG", d.Conv) >= 0 {
		switch d.Length {
		case clib.LenNone:
			return 4
		case clib.LenLong:
			return 8
		case clib.LenLongLong:
			return tt.sizeOf(tt.ldouble)
		}
		return 0
	}
	if d.Conv == 'p' {
		return tt.voidPtr.size
	}
	if strings.IndexByte("dinouxX", d.Conv) < 0 {
		return 0
	}
	return uint64(d.Length.Bytes(int(tt.voidPtr.size)))
}

// scannedRange restricts a number of few digits.
func (f *fn) scannedRange(d clib.ScanPart, p val, size uint64) {
	base := map[byte]uint64{'d': 10, 'u': 10, 'o': 8, 'x': 16, 'X': 16}[d.Conv]
	if base == 0 || d.Width == clib.None {
		return
	}
	power := func(n int) uint64 {
		x := uint64(1)
		for range n {
			if x > 1<<58 {
				return 0
			}
			x *= base
		}
		return x
	}
	hi := power(d.Width)
	if hi == 0 || hi >= 1<<(8*size-1) {
		return
	}
	// A sign takes a place; strtoul negates what follows a minus.
	lo := power(d.Width-1) - 1
	t := map[uint64]*ctype{1: f.l.tt.schar, 2: f.l.tt.short, 4: f.l.tt.intT, 8: f.l.tt.llong}[size]
	x := f.load(place{t: t, addr: p.e}).e
	f.assume(binary(cfg.LAnd, binary(cfg.SLe, konst(x.Type(), -lo), x), binary(cfg.SLt, x, konst(x.Type(), hi))), span{}, cfg.RoleImplicit)
}
