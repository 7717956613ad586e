package frontend

import (
	"math"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// Formats that are string literals are taken apart: characters and strings are
// copied, and how long a number becomes is computed. The characters of numbers are
// unknown, and so is the length of what is written of a float; package verifier asks
// the library for both where the arguments are known (cfg.Question).

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
	read  []reading    // what must not overlap the buffer
	wide  *ctypes.Type // the type of a wide character, nil where bytes are written
}

// reading is n bytes that are read at an address.
type reading struct{ at, n cfg.Expr }

// result is the value of the call: the number of characters, or -1 if that is
// not an int.
func (p *formatting) result() val {
	t := p.l.tt.Int
	n := p.conv(val{e: p.total, t: p.l.tt.Size}, t)
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
			p.copied(p.literal(d.Literal), p.sizeConst(uint64(len(d.Literal))))
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
	case p.wide != nil && strings.IndexByte("csCS", d.Conv) >= 0:
		p.wideText(d, v, width, prec, left)
	case d.Wide() && d.Conv != 'c' && p.wideLength(v, prec) != nil:
		p.unknown(d, nil, 0, 1<<30)
	case d.Wide() && d.Conv == 'c':
		p.unknown(d, nil, 0, 1<<30)
	case d.Wide():
		p.perhaps(p.c, "wide characters in a call of "+p.c.name)
		p.unknown(d, nil, 0, 1<<30)
	case d.Conv == 'n':
		p.stored(d, v)
	case d.Conv == 'c' && v.t.Kind == ctypes.Int:
		ch := p.let(p.conv(v, p.l.tt.UChar))
		p.padded(width, p.sizeConst(1), left, func() { p.filled(ch, p.sizeConst(1)) })
	case d.Conv == 's' && v.t.Kind == ctypes.Pointer:
		p.string(d, v, width, prec, left)
	case strings.IndexByte("diouxXc", d.Conv) >= 0 && v.t.Kind == ctypes.Int:
		p.integer(d, v, width, prec, stars)
	case strings.IndexByte("eEfFgGaA", d.Conv) >= 0 && (v.t.Kind == ctypes.Float || v.t.Kind == ctypes.Extended):
		p.float(d, v, width, stars)
	case d.Conv == 'p' && v.t.Kind == ctypes.Pointer:
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
	if !ok || v.t.Kind != ctypes.Int {
		p.mismatch(otherArgument)
		return p.havocIn(p.c, p.l.tt.Size, 0, 1<<30, cfg.Unknown).e
	}
	x := p.conv(v, p.l.tt.Int)
	*stars = append(*stars, x)
	return p.let(p.conv(val{e: x, t: p.l.tt.Int}, p.l.tt.PtrDiff))
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
	if v.t.Scalar() && v.t.Kind != ctypes.Pointer {
		e := p.promoted(v)
		v = val{e: e, t: p.l.tt.Passed(v.t)}
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
			fill(p.at(p.total), k)
		}
	}
	if p.count {
		p.total = p.let(binary(cfg.Add, p.total, n))
	}
}

func (p *formatting) copied(from, n cfg.Expr) {
	p.put(n, func(at, n cfg.Expr) {
		p.emit(&cfg.MemCopy{Dst: at, Src: from, Size: p.bytes(n)}, p.c.at, cfg.RoleUser)
	})
}

// bytes is the size of n characters.
func (p *formatting) bytes(n cfg.Expr) cfg.Expr {
	if p.wide == nil {
		return n
	}
	return p.let(binary(cfg.Mul, n, p.sizeConst(p.l.tt.SizeOf(p.wide))))
}

// at is where the character n of the buffer is.
func (p *formatting) at(n cfg.Expr) cfg.Expr { return binary(cfg.PtrAdd, p.to, p.bytes(n)) }

// literal is the address of a text of the format.
func (p *formatting) literal(s string) cfg.Expr {
	if p.wide == nil {
		return p.fn.text(s).e
	}
	var data []uint64
	for _, c := range []byte(s) {
		data = append(data, uint64(c))
	}
	return p.stringOf(append(data, 0), p.wide, cfg.Pos{}).addr
}

// wideText appends the argument of a directive for characters to a text of wide ones,
// which are those of a wide string, and otherwise unknown.
func (p *formatting) wideText(d clib.PrintPart, v val, width, prec, left cfg.Expr) {
	switch {
	case d.Conv == 'c' && v.t.Kind == ctypes.Int:
		p.unknown(d, nil, 1, max(1, fixed(d.Width)))
	case d.Conv == 's' && !d.Wide() && v.t.Kind == ctypes.Pointer && prec == nil:
		p.textLength(p.conv(v, p.l.tt.CharPtr), nil, p.c.at)
		p.unknown(d, nil, 0, 1<<30)
	case d.Conv == 's' && d.Wide() && v.t.Kind == ctypes.Pointer && prec == nil:
		v = p.save(v)
		n := p.wideLength(v, nil)
		if n == nil {
			p.perhaps(p.c, "wide characters in a call of "+p.c.name)
			p.unknown(d, nil, 0, 1<<30)
			return
		}
		p.padded(width, n, left, func() { p.copied(v.e, n) })
	default:
		p.perhaps(p.c, "characters in a call of "+p.c.name)
		p.unknown(d, nil, 0, 1<<30)
	}
}

func (p *formatting) filled(ch, n cfg.Expr) {
	p.put(n, func(at, n cfg.Expr) {
		if p.wide != nil {
			p.emit(&cfg.MemHavoc{Dst: at, Size: p.bytes(n), Kind: cfg.Unknown}, p.c.at, cfg.RoleUser)
			return
		}
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
	s := p.conv(v, p.l.tt.CharPtr)
	end := p.newLoc(cfg.Pos{})
	if _, named := cfg.Base(s).(*cfg.AddrOf); !named {
		null, some := p.newLoc(cfg.Pos{}), p.newLoc(cfg.Pos{})
		p.fork(binary(cfg.Eq, s, konst(s.Type(), 0)), null, some, parse.Span{Pos: p.c.at.Pos})
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
		s = p.save(val{e: s, t: p.l.tt.CharPtr}).e
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
	p.forbidden(safety.Deref, cond, cfg.Reason{Kind: cfg.Overlap, Name: prelude.LibName(p.c.name)}, p.c.at)
}

// close ends the text after last characters.
func (p *formatting) close(last cfg.Expr) {
	last = p.let(last)
	for _, r := range p.read {
		forth := binary(cfg.ULt, binary(cfg.Sub, r.at, p.to), binary(cfg.Add, last, p.sizeConst(1)))
		back := binary(cfg.ULt, binary(cfg.Sub, p.to, r.at), r.n)
		p.overlapping(binary(cfg.LOr, forth, back))
	}
	if p.wide != nil {
		p.store(place{t: p.wide, addr: p.at(last)}, val{e: konst(p.l.tt.Value(p.wide), 0), t: p.wide}, p.c.at, cfg.RoleUser)
		return
	}
	p.emit(&cfg.Store{Addr: p.at(last), Val: konst(cfg.BV(8), 0)}, p.c.at, cfg.RoleUser)
}

// stored lowers %n.
func (p *formatting) stored(d clib.PrintPart, v val) {
	t := p.sized(d, true)
	if d.Length == clib.LenSize {
		t = p.l.tt.Size
	}
	if v.t.Kind != ctypes.Pointer {
		p.fail(p.c.x, "%%n of %s", p.c.name)
	}
	x := val{e: p.conv(val{e: p.total, t: p.l.tt.Size}, t), t: t}
	p.store(place{t: t, addr: v.e}, x, p.c.at, cfg.RoleUser)
}

// sized is the type that an integer conversion takes its argument for.
func (p *formatting) sized(d clib.PrintPart, signed bool) *ctypes.Type {
	tt := p.l.tt
	pair := func(s, u *ctypes.Type) *ctypes.Type {
		if signed {
			return s
		}
		return u
	}
	switch d.Length {
	case clib.LenChar:
		return pair(tt.SChar, tt.UChar)
	case clib.LenShort:
		return pair(tt.Short, tt.UShort)
	case clib.LenLong, clib.LenSize, clib.LenDiff:
		return pair(tt.Long, tt.ULong)
	case clib.LenLongLong, clib.LenMax:
		return pair(tt.LongLong, tt.ULongLong)
	}
	return pair(tt.Int, tt.UInt)
}

// integer appends a number in decimal, hexadecimal or octal.
func (p *formatting) integer(d clib.PrintPart, v val, width, prec cfg.Expr, stars []cfg.Expr) {
	tt := p.l.tt
	signed := d.Conv == 'd' || d.Conv == 'i'
	t := p.sized(d, signed)
	if t.Bits > v.t.Bits { // an argument that is too short: the rest is not known
		p.unknown(d, nil, 1, 1<<30)
		return
	}
	x := p.let(p.conv(val{e: p.conv(v, t), t: t}, tt.ULongLong))
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
	n := p.let(p.digits(mag, base, t.Bits))
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
	if d.Length != clib.LenLongLong && v.t.Kind == ctypes.Float && p.l.procs.rounding == nil && p.l.procs.named[prelude.Prefix+prelude.LocalePart] == nil {
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
	v := p.temp(p.l.tt.Size)
	h := &cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: p.c.name}
	if args != nil {
		h.Asks = p.l.question(directiveText(d), args)
	}
	p.emit(h, p.c.at, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	p.assume(binary(cfg.LAnd, binary(cfg.ULe, konst(v.Type, lo), r), binary(cfg.ULe, r, konst(v.Type, hi))), parse.Span{}, cfg.RoleImplicit)
	p.put(r, func(at, n cfg.Expr) { p.question(d, args, at, n) })
}

// question stores the n characters of a number, which are not known.
func (p *formatting) question(d clib.PrintPart, args []cfg.Expr, at, n cfg.Expr) {
	h := &cfg.MemHavoc{Dst: at, Size: p.bytes(n), Kind: cfg.Unknown}
	if args != nil && p.wide == nil {
		h.Asks = p.l.question(directiveText(d), args)
	}
	p.emit(h, p.c.at, cfg.RoleUser)
}
