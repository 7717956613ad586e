package frontend

import (
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Calls of the scanf family, for the verifier. What they read from a stream is
// an input; what sscanf finds is determined by its string, and unknown. The
// result is -1 or a number of conversions, and exactly so many store a value.

// scanCall lowers scanf, fscanf and sscanf.
func scanCall(f *fn, c *call) callResult {
	lf := clib.Lookup(prelude.LibName(c.name))
	if f.takes(c, lf.FormatOf(clib.Scanf)); f.dead() {
		return f.noValue(c)
	}
	first, kind := lf.FormatOf(clib.Scanf)+1, cfg.Nondet
	wide := lf.Params[first-1].Wide
	if lf.State == clib.NoState && !wide {
		if r, ok := sscanfCall(f, c); ok {
			return r
		}
	}
	if lf.State == clib.NoState {
		kind = cfg.Unknown
	}
	text, ok := syntax.LiteralText(f.arg(c, first-1))
	if wide {
		text, ok = wideText(c.args[first-1])
	}
	if c.at.Call != nil {
		c.at.Call.Format, c.at.Call.Formatted = text, ok
		id := syntax.Ident(c.args[0])
		c.at.Call.Stdin = first == 1 || kind == cfg.Nondet && id != nil && id.Token.SrcStr() == clib.StdinName
	}
	vs := f.saved(c)
	if f.dead() {
		return f.noValue(c)
	}
	f.required(c, vs)
	f.mayFail(c)
	var convs []clib.ScanPart
	if ok {
		convs, ok = conversions(text)
	}
	if wide && slices.ContainsFunc(convs, func(d clib.ScanPart) bool { return strings.IndexByte("csCS[", d.Conv) >= 0 }) {
		f.fail(c.x, "%s of characters", c.name)
	}
	stored := uint64(len(vs) - first) // conversions that count
	if ok {
		stored = counted(convs)
	} else {
		f.unchecked(c)
		// Each argument is stored to by a conversion that is not known.
		convs = slices.Repeat([]clib.ScanPart{{ScanSpec: clib.ScanSpec{Width: clib.None}}}, len(vs)-first)
	}
	lo := int64(-1)
	if !c.use.wanted() && ok && !slices.ContainsFunc(convs, limited) && f.l.conf.Checks&safety.Uninit == 0 {
		// Nobody sees whether it fails, and where any value may be read, what
		// was there before is one of them, unless nothing was.
		lo = int64(stored)
	}
	r := f.havocIn(c, f.l.tt.Int, lo, int64(stored), kind)
	f.scannedAll(c, convs, vs, first, r, kind)
	return give(r)
}

// takes compares the arguments of a call with what its literal format takes.
func (f *fn) takes(c *call, format int) {
	if f.l.conf.Checks&safety.Format == 0 || f.dead() {
		return
	}
	text, literal := syntax.LiteralText(f.arg(c, format))
	convs, ok := conversions(text)
	if !literal || !ok {
		return
	}
	next := format + 1
	for _, d := range convs {
		if d.Suppress {
			continue
		}
		if next >= len(c.args) {
			f.misformatted(c, "fewer arguments than its format takes")
			return
		}
		if !f.fitsScan(d, f.typeOf(c.args[next])) {
			f.misformatted(c, otherArgument)
			return
		}
		next++
	}
}

// fitsScan reports whether a conversion stores through a pointer of type t.
func (f *fn) fitsScan(d clib.ScanPart, t *ctypes.Type) bool {
	if t.Kind != ctypes.Pointer && t.Kind != ctypes.Array {
		return false
	}
	el := f.l.tt.ElemOf(t)
	switch {
	case d.Alloc:
		return el.Kind == ctypes.Pointer
	case strings.IndexByte("cs[", d.Conv) >= 0:
		return el.Kind == ctypes.Void || f.l.tt.IsChar(el) || el.Kind == ctypes.Array && f.l.tt.IsChar(f.l.tt.ElemOf(el)) || d.Length != clib.LenNone
	case d.Conv == 'p':
		return el.Kind == ctypes.Pointer
	case strings.IndexByte("eEfFgGaA", d.Conv) >= 0:
		return (el.Kind == ctypes.Float || el.Kind == ctypes.Extended) && f.l.tt.SizeOf(el) == f.scanSize(d)
	}
	return el.Kind == ctypes.Int && f.l.tt.SizeOf(el) == f.scanSize(d)
}

// scannedAll stores what the conversions of a call read, up to the first that
// fails: r is how many did not.
func (f *fn) scannedAll(c *call, convs []clib.ScanPart, vs []val, next int, r val, kind cfg.HavocKind) {
	end, count := f.newLoc(cfg.Pos{}), uint64(0)
	for _, d := range convs {
		if d.Suppress {
			continue
		}
		if next >= len(vs) || vs[next].t.Kind != ctypes.Pointer {
			f.fail(c.x, "call of %s", c.name)
		}
		if d.Conv != 'n' {
			done := f.newLoc(cfg.Pos{})
			f.fork(binary(cfg.SLt, konst(r.e.Type(), count), r.e), done, end, parse.Span{Pos: c.at.Pos})
			f.start(done)
			count++
		}
		f.scanned(c, d, vs[next], c.args[next], kind)
		next++
	}
	f.jump(end)
	f.start(end)
}

// conversions are those of a format; ok is false if it is not understood.
func conversions(format string) (convs []clib.ScanPart, ok bool) {
	convs, ok = clib.ScanParts(format)
	return slices.DeleteFunc(convs, func(p clib.ScanPart) bool { return p.Conv == 0 }), ok
}

// counted is how many conversions count in the result of a call of scanf.
func counted(convs []clib.ScanPart) (n uint64) {
	for _, d := range convs {
		if !d.Suppress && d.Conv != 'n' {
			n++
		}
	}
	return n
}

// limited reports whether a conversion cannot store every value.
func limited(d clib.ScanPart) bool { return d.Width != clib.None || d.Conv == 's' || d.Conv == '[' }

// havocIn is an arbitrary value of type t between lo and hi.
func (f *fn) havocIn(c *call, t *ctypes.Type, lo, hi int64, kind cfg.HavocKind) val {
	v := f.temp(t)
	f.emit(&cfg.Havoc{Dst: v, Kind: kind, Func: c.name}, c.at, cfg.RoleUser)
	r := &cfg.VarRef{V: v}
	le := cfg.SLe
	if !t.Signed {
		le = cfg.ULe
	}
	f.assume(binary(cfg.LAnd, binary(le, konst(v.Type, uint64(lo)), r), binary(le, r, konst(v.Type, uint64(hi)))), parse.Span{}, cfg.RoleImplicit)
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
	size := f.l.tt.Size
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
		b := f.load(place{t: f.l.tt.UChar, addr: p.e}).e
		space := binary(cfg.LOr, binary(cfg.Eq, b, konst(b.Type(), ' ')), binary(cfg.LAnd, binary(cfg.ULe, konst(b.Type(), 9), b), binary(cfg.ULe, b, konst(b.Type(), 13))))
		f.assume(cfg.Negate(space), parse.Span{}, cfg.RoleImplicit)
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
			return tt.SizeOf(tt.LongDouble)
		}
		return 0
	}
	if d.Conv == 'p' {
		return tt.VoidPtr.Size
	}
	if strings.IndexByte("dinouxX", d.Conv) < 0 {
		return 0
	}
	return uint64(d.Length.Bytes(int(tt.VoidPtr.Size)))
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
	t := map[uint64]*ctypes.Type{1: f.l.tt.SChar, 2: f.l.tt.Short, 4: f.l.tt.Int, 8: f.l.tt.LongLong}[size]
	x := f.load(place{t: t, addr: p.e}).e
	f.assume(binary(cfg.LAnd, binary(cfg.SLe, konst(x.Type(), -lo), x), binary(cfg.SLt, x, konst(x.Type(), hi))), parse.Span{}, cfg.RoleImplicit)
}

// Calls of sscanf with a literal format are lowered directive by directive, so
// that they find in the string what the library finds.

// scanning is a call of sscanf under way.
type scanning struct {
	*fn
	c    *call
	at   *cfg.Var // where in the string it is
	from cfg.Expr // the string
	r    *cfg.Var // the result
	done uint64   // conversions so far
	end  *cfg.Loc
}

// sscanfCall lowers a call of sscanf; ok is false if its format is not known, or
// has conversions that are not computed.
func sscanfCall(f *fn, c *call) (r callResult, ok bool) {
	text, ok := syntax.LiteralText(f.arg(c, 1))
	if !ok {
		return r, false
	}
	ps, ok := clib.ScanParts(text)
	if !ok {
		return r, false
	}
	for _, p := range ps {
		if p.Conv != 0 && (strings.IndexByte("diuxXoscn[", p.Conv) < 0 || p.Alloc || p.Wide()) {
			return r, false
		}
	}
	if f.l.procs.named[prelude.Prefix+"scan_int"] == nil {
		return r, false
	}
	vs := f.saved(c)
	if f.dead() {
		return f.noValue(c), true
	}
	tt := f.l.tt
	s := &scanning{fn: f, c: c, from: f.conv(vs[0], tt.CharPtr), at: f.temp(tt.CharPtr), r: f.temp(tt.Int), end: f.newLoc(cfg.Pos{})}
	f.required(c, vs)
	f.mayFail(c)
	s.move(s.from)
	next := 2
	for _, p := range ps {
		var to *val
		if p.Conv != 0 && !p.Suppress {
			if next >= len(vs) || vs[next].t.Kind != ctypes.Pointer {
				f.fail(c.x, "call of %s", c.name)
			}
			to = &vs[next]
			next++
		}
		s.piece(p, to)
	}
	s.stop(s.done)
	f.start(s.end)
	return give(val{e: &cfg.VarRef{V: s.r}, t: tt.Int}), true
}

// move continues at p.
func (s *scanning) move(p cfg.Expr) {
	s.emit(&cfg.Assign{Dst: s.at, Src: p}, parse.Span{Pos: s.c.at.Pos}, cfg.RoleImplicit)
}

// stop ends the call with a result.
func (s *scanning) stop(n uint64) {
	s.emit(&cfg.Assign{Dst: s.r, Src: konst(s.r.Type, n)}, s.c.at, cfg.RoleUser)
	s.jump(s.end)
}

// unless ends the call with a result where a condition holds.
func (s *scanning) unless(bad cfg.Expr, n uint64) {
	no, yes := s.newLoc(cfg.Pos{}), s.newLoc(cfg.Pos{})
	s.fork(bad, no, yes, parse.Span{Pos: s.c.at.Pos})
	s.start(no)
	s.stop(n)
	s.start(yes)
}

// more ends the call where the string does.
func (s *scanning) more() {
	n := s.done
	if n == 0 {
		n = ^uint64(0)
	}
	s.unless(binary(cfg.Eq, s.current(), konst(cfg.BV(8), 0)), n)
}

func (s *scanning) current() cfg.Expr {
	return s.load(place{t: s.l.tt.UChar, addr: &cfg.VarRef{V: s.at}}).e
}

// run calls a function of the prelude and returns its result.
func (s *scanning) run(name string, args ...val) cfg.Expr {
	pr := s.l.procs.named[prelude.Prefix+name]
	s.enter(pr, append([]val{{e: &cfg.VarRef{V: s.at}, t: s.l.tt.CharPtr}}, args...), s.c.at)
	return s.let(&cfg.VarRef{V: pr.p.Ret})
}

func (s *scanning) number(n uint64) val {
	return val{e: konst(cfg.BV(32), n), t: s.l.tt.Int}
}

// piece lowers one part of the format.
func (s *scanning) piece(p clib.ScanPart, to *val) {
	if s.dead() {
		return
	}
	if p.Space || p.Conv != 0 && strings.IndexByte("cn[", p.Conv) < 0 {
		s.move(s.run("scan_space"))
	}
	switch {
	case p.Space:
		return
	case p.Literal != 0:
		s.more()
		s.unless(binary(cfg.Ne, s.current(), konst(cfg.BV(8), uint64(p.Literal))), s.done)
		s.move(s.offset(&cfg.VarRef{V: s.at}, 1))
		return
	case p.Conv == 'n':
		if to != nil {
			n := binary(cfg.Sub, &cfg.VarRef{V: s.at}, s.from)
			s.assigned(p, *to, val{e: n, t: s.l.tt.Size})
		}
		return
	}
	s.more()
	switch p.Conv {
	case 's', '[', 'c':
		s.text(p, to)
	default:
		s.integer(p, to)
	}
	if to != nil {
		s.done++
	}
}

// text lowers %s, %[ and %c.
func (s *scanning) text(p clib.ScanPart, to *val) {
	tt := s.l.tt
	width := s.number(fixed(p.Width))
	var n cfg.Expr
	switch p.Conv {
	case 's':
		n = s.run("scan_word", width)
	case 'c':
		n = s.run(prelude.BoundedHelper, val{e: s.sizeConst(max(fixed(p.Width), 1)), t: tt.Size})
	default:
		members := [256]uint64{}
		for i, in := range p.Set {
			if in && i > 0 {
				members[i] = 1
			}
		}
		table := s.stringOf(members[:], tt.Char, cfg.Pos{})
		n = s.run("scan_set", width, val{e: table.addr, t: tt.CharPtr})
		s.unless(binary(cfg.Eq, n, konst(n.Type(), 0)), s.done)
	}
	n = s.let(n)
	if to != nil {
		d := s.save(val{e: s.conv(*to, tt.CharPtr), t: tt.CharPtr}).e
		s.overlapping(d, n, p.Conv != 'c')
		s.emit(&cfg.MemCopy{Dst: d, Src: &cfg.VarRef{V: s.at}, Size: n}, s.c.at, cfg.RoleUser)
		if p.Conv != 'c' {
			s.emit(&cfg.Store{Addr: binary(cfg.PtrAdd, d, n), Val: konst(cfg.BV(8), 0)}, s.c.at, cfg.RoleUser)
		}
	}
	s.move(binary(cfg.PtrAdd, &cfg.VarRef{V: s.at}, n))
}

// overlapping makes it an error that the n characters at hand are copied to where
// they are, with what ends them.
func (s *scanning) overlapping(d, n cfg.Expr, ended bool) {
	if !s.asks(safety.Deref) {
		return
	}
	all := n
	if ended {
		all = s.let(binary(cfg.Add, n, s.sizeConst(1)))
	}
	forth := binary(cfg.ULt, binary(cfg.Sub, &cfg.VarRef{V: s.at}, d), all)
	back := binary(cfg.ULt, binary(cfg.Sub, d, &cfg.VarRef{V: s.at}), n)
	s.forbidden(safety.Deref, binary(cfg.LOr, forth, back), cfg.Reason{Kind: cfg.Overlap, Name: prelude.LibName(s.c.name)}, s.c.at)
}

// integer lowers %d and its like.
func (s *scanning) integer(p clib.ScanPart, to *val) {
	tt := s.l.tt
	base := map[byte]uint64{'d': 10, 'u': 10, 'o': 8, 'x': 16, 'X': 16}[p.Conv]
	signed := p.Conv == 'd' || p.Conv == 'i'
	bits := tt.Long.Bits
	if p.Length == clib.LenLongLong || p.Length == clib.LenMax {
		bits = 64
	}
	most := cfg.Mask(^uint64(0), bits)
	if signed {
		most >>= 1
	}
	sign := uint64(0)
	if signed {
		sign = 1
	}
	v := s.memoryTemp(tt.ULongLong)
	next := s.run("scan_int", s.number(base), s.number(fixed(p.Width)), val{e: konst(cfg.BV(64), most), t: tt.ULongLong}, s.number(sign), val{e: v.addr, t: tt.PointerTo(tt.ULongLong)})
	s.unless(binary(cfg.Eq, next, konst(next.Type(), 0)), s.done)
	if to != nil {
		s.assigned(p, *to, s.load(v))
	}
	s.move(next)
}

// assigned stores an integer through the pointer that the conversion takes.
func (s *scanning) assigned(p clib.ScanPart, to, v val) {
	tt := s.l.tt
	t := map[int]*ctypes.Type{1: tt.SChar, 2: tt.Short, 4: tt.Int, 8: tt.LongLong}[p.Length.Bytes(int(tt.VoidPtr.Size))]
	s.store(place{t: t, addr: to.e}, val{e: s.conv(v, t), t: t}, s.c.at, cfg.RoleUser)
}
