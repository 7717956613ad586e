package library

import (
	"math"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// Formats that are string literals are taken apart: characters and strings are
// copied, and how long a number becomes is computed. The characters of numbers are
// unknown, and so is the length of what is written of a float; package verifier asks
// the library for both where the arguments are known (cfg.Question).

// formatting is a call of the printf family under way.
type formatting struct {
	*Caller
	c    *Call
	args []emit.Value // that follow the format
	next int
	list *argumentList // in place of args
	to   cfg.Expr      // the buffer, nil if there is none
	room cfg.Expr      // for characters in it, nil if the call does not say
	// total is the number of characters so far; it is kept where somebody
	// wants it.
	total cfg.Expr
	count bool
	read  []reading    // what must not overlap the buffer
	wide  *ctypes.Type // the type of a wide character, nil where bytes are written
	// lengths are those that were found in measuring a text, of which again is the
	// printing.
	lengths []cfg.Expr
	again   bool
}

// reading is n bytes that are read at an address.
type reading struct{ at, n cfg.Expr }

// result is the value of the call: the number of characters, or -1 if that is
// not an int.
func (p *formatting) result() emit.Value {
	t := p.l.Types.Int
	n := p.Conv(emit.Value{Expr: p.total, Type: p.l.Types.Size}, t)
	fits := emit.Binary(cfg.ULe, p.total, emit.Const(p.total.Type(), math.MaxInt32))
	return emit.Value{Expr: p.Let(emit.Ite(fits, n, emit.Const(n.Type(), ^uint64(0)))), Type: t}
}

// all lowers the directives of a format one after the other.
func (p *formatting) all(ds []clib.PrintPart) {
	for _, d := range ds {
		if p.Dead() {
			return
		}
		switch {
		case d.Conv == 0:
			p.copied(p.literal(d.Literal), p.SizeConst(uint64(len(d.Literal))))
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
	width := p.amount(d, d.Width, &stars)
	prec := p.amount(d, d.Prec, &stars)
	left := cfg.Expr(cfg.False)
	if d.Minus {
		left = cfg.True
	}
	if d.Width == clib.Star { // a negative width is a flag and a width
		minus := emit.Binary(cfg.SLt, width, emit.Const(width.Type(), 0))
		left = p.Let(emit.Binary(cfg.LOr, left, minus))
		width = p.Let(emit.Ite(minus, emit.Binary(cfg.Sub, emit.Const(width.Type(), 0), width), width))
	}
	v, ok := p.argument(d, nil)
	if !ok {
		if strings.IndexByte("snS", d.Conv) >= 0 && p.l.conf.Checks&safety.Deref != 0 {
			p.Forbidden(safety.Deref, cfg.True, lacksPointer(p.c), p.c.At)
			return
		}
		p.mismatch(fewer)
		p.unknown(d, nil, 0, 1<<30)
		return
	}
	if !p.fitsPrint(d, v.Type) && p.l.conf.Checks&safety.Format != 0 {
		p.mismatch(otherArgument)
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
		p.perhaps(p.c, "wide characters in a call of "+p.c.Name)
		p.unknown(d, nil, 0, 1<<30)
	case d.Conv == 'n':
		p.stored(d, v)
	case d.Conv == 'c' && v.Type.Kind == ctypes.Int:
		ch := p.Let(p.Conv(v, p.l.Types.UChar))
		p.padded(width, p.SizeConst(1), left, func() { p.filled(ch, p.SizeConst(1)) })
	case d.Conv == 's' && v.Type.Kind == ctypes.Pointer:
		p.string(d, v, width, prec, left)
	case strings.IndexByte("diouxXc", d.Conv) >= 0 && v.Type.Kind == ctypes.Int:
		p.integer(d, v, width, prec, stars)
	case strings.IndexByte("eEfFgGaA", d.Conv) >= 0 && (v.Type.Kind == ctypes.Float || v.Type.Kind == ctypes.Extended):
		p.float(d, v, stars)
	case d.Conv == 'p' && v.Type.Kind == ctypes.Pointer:
		p.unknown(d, nil, 3, max(20, fixed(d.Width)))
	default:
		p.perhaps(p.c, "call of "+p.c.Name+" with "+otherArgument)
		p.unknown(d, nil, 0, 1<<30)
	}
}

const otherArgument = "an argument that is not of the type its format takes"

// mismatch makes it an error of ub-format that a call has arguments that its
// format does not take. Where that is not asked for, valid-deref stays open.
func (p *formatting) mismatch(what string) { p.misformatted(p.c, what) }

func (f *Caller) misformatted(c *Call, what string) {
	what = "call of " + c.Name + " with " + what
	if f.Asks(safety.Format) {
		f.Forbidden(safety.Format, cfg.True, emit.Forbidden(what), c.At)
		return
	}
	f.perhaps(c, what)
}

// amount is the value of a width or precision, sign-extended; nil if there is
// none.
func (p *formatting) amount(d clib.PrintPart, n int, stars *[]cfg.Expr) cfg.Expr {
	switch n {
	case clib.None:
		return nil
	case clib.Star:
	default:
		return p.SizeConst(uint64(n))
	}
	v, ok := p.argument(d, p.l.Types.Int)
	if !ok || v.Type.Kind != ctypes.Int || p.l.conf.Checks&safety.Format != 0 && v.Type.Size > p.l.Types.Int.Size {
		p.mismatch(otherArgument)
		return p.havocIn(p.c, p.l.Types.Size, 0, 1<<30, cfg.Unknown).Expr
	}
	x := p.Conv(v, p.l.Types.Int)
	*stars = append(*stars, x)
	return p.Let(p.Conv(emit.Value{Expr: x, Type: p.l.Types.Int}, p.l.Types.PtrDiff))
}

// fixed is a width or precision that the format says, or 0.
func fixed(n int) uint64 { return uint64(max(n, 0)) }

// argument is the next argument, promoted: for a width or precision, which is of type t,
// or with nil the one that a conversion takes.
func (p *formatting) argument(d clib.PrintPart, t *ctypes.Type) (v emit.Value, ok bool) {
	if p.list != nil {
		if t == nil {
			t = p.taken(d)
		}
		return p.fromList(d, t), true
	}
	if p.next >= len(p.args) {
		return emit.Value{}, false
	}
	v = p.args[p.next]
	p.next++
	if v.Type.Scalar() && v.Type.Kind != ctypes.Pointer {
		e := p.Promoted(v)
		v = emit.Value{Expr: e, Type: p.l.Types.Passed(v.Type)}
	}
	return v, true
}

// put appends n characters; fill stores the first of them at an address.
func (p *formatting) put(n cfg.Expr, fill func(at, n cfg.Expr)) {
	if p.to != nil {
		k := n
		if p.room != nil {
			left := emit.Binary(cfg.Sub, p.room, p.total)
			k = p.Let(emit.Ite(emit.Binary(cfg.ULe, p.room, p.total), p.SizeConst(0), emit.Ite(emit.Binary(cfg.ULt, n, left), n, left)))
		}
		if !emit.IsConst(k, 0) {
			fill(p.at(p.total), k)
		}
	}
	if p.count {
		p.total = p.Let(emit.Binary(cfg.Add, p.total, n))
	}
}

func (p *formatting) copied(from, n cfg.Expr) {
	p.put(n, func(at, n cfg.Expr) {
		p.Emit(&cfg.MemCopy{Dst: at, Src: from, Size: p.bytes(n)}, p.c.At, cfg.RoleUser)
	})
}

// bytes is the size of n characters.
func (p *formatting) bytes(n cfg.Expr) cfg.Expr {
	if p.wide == nil {
		return n
	}
	return p.Let(emit.Binary(cfg.Mul, n, p.SizeConst(p.l.Types.SizeOf(p.wide))))
}

// measured is a length, which is found once of a text that is measured before it is printed.
func (p *formatting) measured(find func() cfg.Expr) cfg.Expr {
	if p.again {
		n := p.lengths[0]
		p.lengths = p.lengths[1:]
		return n
	}
	n := find()
	p.lengths = append(p.lengths, n)
	return n
}

// at is where the character n of the buffer is.
func (p *formatting) at(n cfg.Expr) cfg.Expr { return emit.Binary(cfg.PtrAdd, p.to, p.bytes(n)) }

// literal is the address of a text of the format.
func (p *formatting) literal(s string) cfg.Expr {
	if p.wide == nil {
		return p.Caller.text(s).Expr
	}
	var data []uint64
	for _, c := range []byte(s) {
		data = append(data, uint64(c))
	}
	return p.body.StringOf(append(data, 0), p.wide, cfg.Pos{}).Addr
}

// wideText appends the argument of a directive for characters to a text of wide ones,
// which are those of a wide string, and otherwise unknown.
func (p *formatting) wideText(d clib.PrintPart, v emit.Value, width, prec, left cfg.Expr) {
	switch {
	case d.Conv == 'c' && v.Type.Kind == ctypes.Int:
		p.unknown(d, nil, 1, max(1, fixed(d.Width)))
	case d.Conv == 's' && !d.Wide() && v.Type.Kind == ctypes.Pointer && prec == nil:
		from := p.reads(v)
		n := p.textLength(from, nil, p.c.At)
		p.hasRead(from, emit.Binary(cfg.Add, n, p.SizeConst(1)))
		p.unknown(d, nil, 0, 1<<30)
	case d.Conv == 's' && d.Wide() && v.Type.Kind == ctypes.Pointer && prec == nil:
		v = p.Save(v)
		from := p.reads(v)
		n := p.wideLength(v, nil)
		if n == nil {
			p.perhaps(p.c, "wide characters in a call of "+p.c.Name)
			p.unknown(d, nil, 0, 1<<30)
			return
		}
		p.hasRead(from, emit.Binary(cfg.Mul, emit.Binary(cfg.Add, n, p.SizeConst(1)), p.SizeConst(p.l.Types.SizeOf(p.l.Types.ElemOf(v.Type)))))
		p.padded(width, n, left, func() { p.copied(v.Expr, n) })
	default:
		p.perhaps(p.c, "characters in a call of "+p.c.Name)
		p.unknown(d, nil, 0, 1<<30)
	}
}

func (p *formatting) filled(ch, n cfg.Expr) {
	p.put(n, func(at, n cfg.Expr) {
		if p.wide != nil {
			p.Emit(&cfg.MemHavoc{Dst: at, Size: p.bytes(n), Kind: cfg.Unknown}, p.c.At, cfg.RoleUser)
			return
		}
		p.Emit(&cfg.MemSet{Dst: at, Val: ch, Size: n}, p.c.At, cfg.RoleUser)
	})
}

// padded appends n characters by body, and before or after them as many
// spaces as there is room for in the width.
func (p *formatting) padded(width, n, left cfg.Expr, body func()) {
	if width == nil || !p.count {
		body()
		return
	}
	space := emit.Const(cfg.BV(8), ' ')
	zero := p.SizeConst(0)
	pad := p.Let(emit.Ite(emit.Binary(cfg.ULt, n, width), emit.Binary(cfg.Sub, width, n), zero))
	if emit.IsConst(pad, 0) {
		body()
		return
	}
	if before := p.Let(emit.Ite(left, zero, pad)); !emit.IsConst(before, 0) {
		p.filled(space, before)
	}
	body()
	if after := p.Let(emit.Ite(left, pad, zero)); !emit.IsConst(after, 0) {
		p.filled(space, after)
	}
}

// string appends the argument of %s. What a null pointer does there, C leaves
// open, and glibc prints something.
func (p *formatting) string(d clib.PrintPart, v emit.Value, width, prec, left cfg.Expr) {
	s := p.Conv(v, p.l.Types.CharPtr)
	end := p.NewLoc(cfg.Pos{})
	if _, named := cfg.Base(s).(*cfg.AddrOf); !named {
		null, some := p.NewLoc(cfg.Pos{}), p.NewLoc(cfg.Pos{})
		p.Fork(emit.Is(s, 0), null, some, parse.Span{Pos: p.c.At.Pos})
		p.Start(null)
		if p.l.conf.Checks&safety.Deref != 0 || p.count {
			p.Unsupported("null pointer for %s of "+p.c.Name, p.c.At)
		} else {
			p.Jump(end)
		}
		p.Start(some)
	}
	if prec != nil && d.Prec == clib.Star { // a negative precision is as if omitted
		none := emit.Binary(cfg.SLt, prec, emit.Const(prec.Type(), 0))
		prec = p.Let(emit.Ite(none, emit.Const(prec.Type(), ^uint64(0)), prec))
	}
	s = p.reads(emit.Value{Expr: s, Type: p.l.Types.CharPtr})
	n := p.measured(func() cfg.Expr { return p.textLength(s, prec, p.c.At) })
	if prec == nil {
		p.hasRead(s, emit.Binary(cfg.Add, n, p.SizeConst(1)))
	} else {
		p.hasRead(s, n)
	}
	p.padded(width, n, left, func() { p.copied(s, n) })
	p.Jump(end)
	p.Start(end)
}

// reads is the address of a text that is read, which is not in what was written so far.
func (p *formatting) reads(v emit.Value) cfg.Expr {
	at := p.Conv(v, p.l.Types.CharPtr)
	if p.to == nil || p.again || !p.Asks(safety.Deref) {
		return at
	}
	at = p.Save(emit.Value{Expr: at, Type: p.l.Types.CharPtr}).Expr
	if !emit.IsConst(p.total, 0) {
		p.overlapping(emit.Binary(cfg.ULt, emit.Binary(cfg.Sub, at, p.to), p.bytes(p.total)))
	}
	return at
}

// hasRead keeps the n bytes that were read at an address for when it is known how much
// is written (close).
func (p *formatting) hasRead(at, n cfg.Expr) {
	if p.to != nil && !p.again && p.Asks(safety.Deref) {
		p.read = append(p.read, reading{at, p.Let(n)})
	}
}

// overlapping makes it an error that a condition holds under which the call copies
// between objects that overlap.
func (p *formatting) overlapping(cond cfg.Expr) {
	p.Forbidden(safety.Deref, cond, cfg.Reason{Kind: cfg.Overlap, Name: prelude.LibName(p.c.Name)}, p.c.At)
}

// close ends the text after last characters.
func (p *formatting) close(last cfg.Expr) {
	last = p.Let(last)
	for _, r := range p.read {
		forth := emit.Binary(cfg.ULt, emit.Binary(cfg.Sub, r.at, p.to), p.bytes(emit.Binary(cfg.Add, last, p.SizeConst(1))))
		back := emit.Binary(cfg.ULt, emit.Binary(cfg.Sub, p.to, r.at), r.n)
		p.overlapping(emit.Binary(cfg.LOr, forth, back))
	}
	if p.wide != nil {
		p.Store(emit.Place{Type: p.wide, Addr: p.at(last)}, emit.Value{Expr: emit.Const(p.l.Types.Value(p.wide), 0), Type: p.wide}, p.c.At, cfg.RoleUser)
		return
	}
	p.Emit(&cfg.Store{Addr: p.at(last), Val: emit.Const(cfg.BV(8), 0)}, p.c.At, cfg.RoleUser)
}

// stored lowers %n.
func (p *formatting) stored(d clib.PrintPart, v emit.Value) {
	t := p.sized(d, true)
	if d.Length == clib.LenSize {
		t = p.l.Types.Size
	}
	if v.Type.Kind != ctypes.Pointer {
		p.Fail(p.c.X, "%%n of %s", p.c.Name)
	}
	x := emit.Value{Expr: p.Conv(emit.Value{Expr: p.total, Type: p.l.Types.Size}, t), Type: t}
	p.followed(v.Expr, t, p.c.At)
	p.Store(emit.Place{Type: t, Addr: v.Expr}, x, p.c.At, cfg.RoleUser)
}

// sized is the type that an integer conversion takes its argument for.
func (p *formatting) sized(d clib.PrintPart, signed bool) *ctypes.Type {
	tt := p.l.Types
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
func (p *formatting) integer(d clib.PrintPart, v emit.Value, width, prec cfg.Expr, stars []cfg.Expr) {
	tt := p.l.Types
	signed := d.Conv == 'd' || d.Conv == 'i'
	t := p.sized(d, signed)
	if t.Bits > v.Type.Bits { // an argument that is too short: the rest is not known
		p.unknown(d, nil, 1, 1<<30)
		return
	}
	x := p.Let(p.Conv(emit.Value{Expr: p.Conv(v, t), Type: t}, tt.ULongLong))
	args := append(stars, x)
	mag, sign := x, emit.Const(x.Type(), 0)
	var signs cfg.Expr = p.SizeConst(0)
	if signed {
		minus := emit.Binary(cfg.SLt, x, sign)
		mag = p.Let(emit.Ite(minus, emit.Binary(cfg.Sub, sign, x), x))
		signs = p.SizeConst(1)
		if !d.Plus && !d.Space {
			signs = p.Let(emit.Ite(minus, signs, p.SizeConst(0)))
		}
	}
	base := map[byte]uint64{'x': 16, 'X': 16, 'o': 8}[d.Conv]
	if base == 0 {
		base = 10
	}
	zero := emit.Is(mag, 0)
	n := p.Let(p.digits(mag, base, t.Bits))
	if d.Alt && base == 8 { // a zero in front, unless there is one
		n = p.Let(emit.Ite(zero, n, emit.Binary(cfg.Add, n, p.SizeConst(1))))
	}
	if prec != nil {
		given := prec
		if d.Prec == clib.Star {
			given = emit.Ite(emit.Binary(cfg.SLt, prec, emit.Const(prec.Type(), 0)), p.SizeConst(1), prec)
		}
		n = p.Let(emit.Ite(emit.Binary(cfg.LAnd, zero, cfg.Negate(emit.BoolConst(d.Alt && base == 8))), given, emit.Ite(emit.Binary(cfg.ULt, n, given), given, n)))
	}
	n = emit.Binary(cfg.Add, n, signs)
	if d.Alt && base == 16 {
		n = emit.Binary(cfg.Add, n, emit.Ite(zero, p.SizeConst(0), p.SizeConst(2)))
	}
	n = p.Let(n)
	if width != nil {
		n = p.Let(emit.Ite(emit.Binary(cfg.ULt, n, width), width, n))
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
	n := p.SizeConst(uint64(len(limits) + 1))
	for i := len(limits) - 1; i >= 0; i-- {
		n = emit.Ite(emit.Binary(cfg.ULt, x, emit.Const(x.Type(), limits[i])), p.SizeConst(uint64(i+1)), n)
	}
	return n
}

// float appends a floating number, whose length the library knows.
func (p *formatting) float(d clib.PrintPart, v emit.Value, stars []cfg.Expr) {
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
	if d.Length != clib.LenLongLong && v.Type.Kind == ctypes.Float && p.l.writesAsAsked() {
		args = append(stars, p.Let(v.Expr))
	}
	p.unknown(d, args, 1, most)
}

// unknown appends between lo and hi characters; args, if not nil, are what they
// depend on.
func (p *formatting) unknown(d clib.PrintPart, args []cfg.Expr, lo, hi uint64) {
	if !p.count {
		return
	}
	r := p.measured(func() cfg.Expr {
		v := p.Temp(p.l.Types.Size)
		h := &cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: p.c.Name}
		if args != nil {
			h.Asks = p.l.question(directiveText(d), args)
		}
		p.Emit(h, p.c.At, cfg.RoleUser)
		r := &cfg.VarRef{V: v}
		p.Assume(emit.Binary(cfg.LAnd, emit.Binary(cfg.ULe, emit.Const(v.Type, lo), r), emit.Binary(cfg.ULe, r, emit.Const(v.Type, hi))), parse.Span{}, cfg.RoleImplicit)
		return r
	})
	p.put(r, func(at, n cfg.Expr) { p.question(d, args, at, n) })
}

// question stores the n characters of a number, which are not known.
func (p *formatting) question(d clib.PrintPart, args []cfg.Expr, at, n cfg.Expr) {
	h := &cfg.MemHavoc{Dst: at, Size: p.bytes(n), Kind: cfg.Unknown}
	if p.wide == nil && args != nil {
		h.Asks = p.l.question(directiveText(d), args)
	} else if p.wide == nil && d.Conv == 'p' {
		h.Text = p.l.text("\x00", false)
	}
	p.Emit(h, p.c.At, cfg.RoleUser)
}
