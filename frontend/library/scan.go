package library

import (
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Calls of the scanf family, for the verifier. What they read from a stream is
// an input; what sscanf finds is determined by its string, and unknown. The
// result is -1 or a number of conversions, and exactly so many store a value.

// scanCall lowers scanf, fscanf and sscanf.
func scanCall(f *Caller, c *Call) Result {
	lf := prelude.Func(c.Name)
	if f.takes(c, lf.FormatOf(clib.Scanf)); f.Dead() {
		return f.NoValue(c)
	}
	f.fitting(c, lf.FormatOf(clib.Scanf))
	first, kind := lf.FormatOf(clib.Scanf)+1, cfg.Nondet
	wide := lf.Params[first-1].Wide
	text, ok := syntax.LiteralText(f.Arg(c, first-1))
	if wide {
		text, ok = syntax.WideText(c.Args[first-1])
	}
	if c.At.Call != nil {
		c.At.Call.Format, c.At.Call.Formatted = text, ok
	}
	if lf.State == clib.NoState && !wide {
		if r, ok := sscanfCall(f, c); ok {
			return r
		}
	}
	if lf.State == clib.NoState {
		kind = cfg.Unknown
	}
	if c.At.Call != nil {
		id := syntax.Ident(c.Args[0])
		c.At.Call.Stdin = first == 1 || kind == cfg.Nondet && id != nil && id.Token.SrcStr() == clib.StdinName
	}
	vs := f.Saved(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	f.Required(c, vs)
	f.mayFail(c)
	var convs []clib.ScanPart
	if ok {
		convs, ok = conversions(text)
	}
	if wide && slices.ContainsFunc(convs, func(d clib.ScanPart) bool { return strings.IndexByte("csCS[", d.Conv) >= 0 }) {
		f.Fail(c.X, "%s of characters", c.Name)
	}
	stored := uint64(len(vs) - first) // conversions that count
	if ok {
		stored = counted(convs)
	} else {
		f.unchecked(c)
		// Each argument is stored to by a conversion that is not known.
		convs = slices.Repeat([]clib.ScanPart{{ScanSpec: clib.ScanSpec{Width: clib.None}}}, len(vs)-first)
	}
	q := scanQuestion{Question: clib.Question{Name: lf.Name, Format: text}}
	q.silent = !c.Use.Wanted() && ok && !slices.ContainsFunc(convs, limited) && f.l.conf.Checks&safety.Uninit == 0
	if ok && kind == cfg.Unknown && !wide && !slices.ContainsFunc(convs, allocates) && !(q.silent && slices.ContainsFunc(convs, func(d clib.ScanPart) bool { return f.scanType(d) == nil })) {
		q.words = f.scannedWords(c, convs, vs, first)
	}
	lo := int64(-1)
	if q.silent && q.words == nil {
		// Nobody sees whether it fails, and where any value may be read, what
		// was there before is one of them, unless nothing was.
		lo = int64(stored)
	}
	r := f.unknownIn(c, q, f.l.Types.Int, lo, int64(stored), kind)
	f.scannedAll(c, convs, vs, first, r, kind, q)
	return Give(r)
}

// scannedWords is the text of a call for questions, which its conversions do not store into.
func (f *Caller) scannedWords(c *Call, convs []clib.ScanPart, vs []emit.Value, next int) []cfg.Expr {
	words, n := f.askedText(c, vs[0])
	for _, d := range convs {
		if d.Suppress || words == nil || next >= len(vs) || vs[next].Type.Kind != ctypes.Pointer {
			continue
		}
		size := f.scanSize(d)
		if size == 0 {
			size = clib.AskedBytes + 1
		}
		f.outside(c, vs[0], n, vs[next], size)
		next++
	}
	return words
}

// scanQuestion is what the library is asked about a call: nothing if it has no words.
type scanQuestion struct {
	clib.Question
	words  []cfg.Expr
	silent bool // nobody sees whether the call fails
}

// unknownIn is havocIn for a value that the library may know.
func (f *Caller) unknownIn(c *Call, q scanQuestion, t *ctypes.Type, lo, hi int64, kind cfg.HavocKind) emit.Value {
	if q.words == nil {
		return f.havocIn(c, t, lo, hi, kind)
	}
	v := f.asked(c, q.Question, q.words, t)
	f.within(v, lo, hi)
	return v
}

// scannedAll stores what the conversions of a call read, up to the first that
// fails: r is how many did not.
func (f *Caller) scannedAll(c *Call, convs []clib.ScanPart, vs []emit.Value, next int, r emit.Value, kind cfg.HavocKind, q scanQuestion) {
	q.About = clib.OfStored
	end, count := f.NewLoc(cfg.Pos{}), uint64(0)
	blocks := 0
	for _, d := range convs {
		if d.Suppress {
			continue
		}
		to := next
		var none func() // glibc gives the blocks of earlier conversions back
		if v, ok := r.Expr.(*cfg.VarRef); ok && blocks == 0 {
			none = func() {
				f.perhapsNull(c, vs[to])
				f.Emit(&cfg.Assign{Dst: v.V, Src: emit.Const(v.V.Type, ^uint64(0))}, c.At, cfg.RoleUser)
				f.Jump(end)
			}
		}
		if d.Alloc {
			blocks++
		}
		if next >= len(vs) || vs[next].Type.Kind != ctypes.Pointer {
			f.Fail(c.X, "call of %s", c.Name)
		}
		if q.silent && q.words != nil { // no branch, on which what comes later would depend
			t := f.scanType(d)
			at := emit.Place{Type: t, Addr: vs[next].Expr}
			if d.Conv != 'n' {
				count++
			}
			done := emit.Binary(cfg.SLe, emit.Const(r.Expr.Type(), count), r.Expr)
			x := emit.Ite(done, f.asked(c, q.Question, q.words, t).Expr, f.Load(at).Expr)
			f.Store(at, emit.Value{Expr: x, Type: t}, c.At, cfg.RoleUser)
			next++
			q.Index++
			continue
		}
		if d.Conv != 'n' {
			done, not := f.NewLoc(cfg.Pos{}), end
			if d.Alloc {
				not = f.NewLoc(cfg.Pos{})
			}
			f.Fork(emit.Binary(cfg.SLt, emit.Const(r.Expr.Type(), count), r.Expr), done, not, parse.Span{Pos: c.At.Pos})
			if d.Alloc {
				f.Start(not)
				f.perhapsNull(c, vs[next])
				f.Jump(end)
			}
			f.Start(done)
			count++
		}
		f.scanned(c, d, vs[next], c.Args[next], kind, q, none)
		next++
		q.Index++
	}
	f.Jump(end)
	f.Start(end)
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
func limited(d clib.ScanPart) bool {
	return d.Width != clib.None || d.Conv == 's' || d.Conv == '[' || d.Alloc
}

// scanned stores what one conversion reads through the pointer p, which is the
// argument a.
func (f *Caller) scanned(c *Call, d clib.ScanPart, p emit.Value, a cc.ExpressionNode, kind cfg.HavocKind, q scanQuestion, none func()) {
	if d.Alloc {
		f.scannedNew(c, d, p, kind, none)
		return
	}
	fill := func(size cfg.Expr, kind cfg.HavocKind) {
		f.Emit(&cfg.MemHavoc{Dst: p.Expr, Size: size, Kind: kind}, c.At, cfg.RoleUser)
	}
	known := f.pointeeSize(a)
	if t := f.scanType(d); t != nil && q.words != nil {
		f.Store(emit.Place{Type: t, Addr: p.Expr}, f.asked(c, q.Question, q.words, t), c.At, cfg.RoleUser)
		f.scannedRange(d, p, f.scanSize(d))
		return
	}
	switch d.Conv {
	case 'c':
		f.Emit(f.scannedBytes(p, f.SizeConst(uint64(max(d.Width, 1))), kind, q), c.At, cfg.RoleUser)
	case 's', '[':
		if d.Length != clib.LenNone {
			f.Fail(c.X, "%s of wide characters", c.Name)
		}
		f.scannedCharacters(c, d, p, f.textLengthOf(c, d, known, kind, q), kind, q)
	case 'n':
		fill(f.SizeConst(f.scanSize(d)), cfg.Unknown)
	case 0:
		if t := f.body.TypeOf(a); t.Kind == ctypes.Pointer && f.l.Types.ElemOf(t).Kind == ctypes.Pointer {
			f.Fail(a, "%s that may allocate", c.Name)
		}
		if known == 0 {
			f.Fail(a, "%s into memory of unknown size", c.Name)
		}
		fill(f.SizeConst(known), kind)
	default:
		size := f.scanSize(d)
		if size == 0 {
			f.Fail(c.X, "%s with the conversion %%%c", c.Name, d.Conv)
		}
		fill(f.SizeConst(size), kind)
		f.scannedRange(d, p, size)
	}
}

// textLengthOf is how many characters a conversion stores, at least one. An array whose
// size is known is not overrun, except where that is what is checked.
func (f *Caller) textLengthOf(c *Call, d clib.ScanPart, known uint64, kind cfg.HavocKind, q scanQuestion) cfg.Expr {
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
	return f.unknownIn(c, q, f.l.Types.Size, 1, int64(most), kind).Expr
}

// scannedCharacters stores n characters and a zero.
func (f *Caller) scannedCharacters(c *Call, d clib.ScanPart, p emit.Value, n cfg.Expr, kind cfg.HavocKind, q scanQuestion) {
	h := f.scannedBytes(p, n, kind, q)
	if d.Conv == 's' {
		h.Text = f.l.text(" \t\n\v\f\r", false)
	}
	f.Emit(h, c.At, cfg.RoleUser)
	f.Emit(&cfg.Store{Addr: emit.Binary(cfg.PtrAdd, p.Expr, n), Val: emit.Const(cfg.BV(8), 0)}, c.At, cfg.RoleImplicit)
	if d.Conv == 's' {
		b := f.Load(emit.Place{Type: f.l.Types.UChar, Addr: p.Expr}).Expr
		space := emit.Binary(cfg.LOr, emit.Is(b, ' '), emit.Binary(cfg.LAnd, emit.Binary(cfg.ULe, emit.Const(b.Type(), 9), b), emit.Binary(cfg.ULe, b, emit.Const(b.Type(), 13))))
		f.Assume(cfg.Negate(space), parse.Span{}, cfg.RoleImplicit)
	}
}

// scannedBytes stores n characters.
func (f *Caller) scannedBytes(p emit.Value, n cfg.Expr, kind cfg.HavocKind, q scanQuestion) *cfg.MemHavoc {
	h := &cfg.MemHavoc{Dst: p.Expr, Size: n, Kind: kind}
	if q.words != nil {
		h.Asks = f.l.question(q.String(), q.words)
	}
	return h
}

// scanType is the type of the number that a conversion stores, nil for a long double
// and for anything but a number.
func (f *Caller) scanType(d clib.ScanPart) *ctypes.Type {
	tt := f.l.Types
	size := f.scanSize(d)
	if strings.IndexByte("aefgAEFG", d.Conv) >= 0 {
		return map[uint64]*ctypes.Type{4: tt.Float, 8: tt.Double}[size]
	}
	return map[uint64]*ctypes.Type{1: tt.SChar, 2: tt.Short, 4: tt.Int, 8: tt.LongLong}[size]
}

// scanSize is the number of bytes that a numeric conversion stores, or 0.
func (f *Caller) scanSize(d clib.ScanPart) uint64 {
	tt := f.l.Types
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
func (f *Caller) scannedRange(d clib.ScanPart, p emit.Value, size uint64) {
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
	x := f.Load(emit.Place{Type: f.scanType(d), Addr: p.Expr}).Expr
	f.Assume(emit.Binary(cfg.LAnd, emit.Binary(cfg.SLe, emit.Const(x.Type(), -lo), x), emit.Binary(cfg.SLt, x, emit.Const(x.Type(), hi))), parse.Span{}, cfg.RoleImplicit)
}

// Calls of sscanf with a literal format are lowered directive by directive, so
// that they find in the string what the library finds.

// scanning is a call of sscanf under way.
type scanning struct {
	*Caller
	c    *Call
	at   *cfg.Var // where in the string it is
	from cfg.Expr // the string
	r    *cfg.Var // the result
	done uint64   // conversions so far
	end  *cfg.Loc
}

// sscanfCall lowers a call of sscanf; ok is false if its format is not known, or
// has conversions that are not computed.
func sscanfCall(f *Caller, c *Call) (r Result, ok bool) {
	text, ok := syntax.LiteralText(f.Arg(c, 1))
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
	if f.l.Procs.Named[prelude.Prefix+"scan_int"] == nil {
		return r, false
	}
	vs := f.Saved(c)
	if f.Dead() {
		return f.NoValue(c), true
	}
	tt := f.l.Types
	s := &scanning{Caller: f, c: c, from: f.Conv(vs[0], tt.CharPtr), at: f.Temp(tt.CharPtr), r: f.Temp(tt.Int), end: f.NewLoc(cfg.Pos{})}
	f.Required(c, vs)
	f.mayFail(c)
	s.move(s.from)
	next := 2
	for _, p := range ps {
		var to *emit.Value
		if p.Conv != 0 && !p.Suppress {
			if next >= len(vs) || vs[next].Type.Kind != ctypes.Pointer {
				f.Fail(c.X, "call of %s", c.Name)
			}
			to = &vs[next]
			next++
		}
		s.piece(p, to)
	}
	s.stop(s.done)
	f.Start(s.end)
	return Give(emit.Value{Expr: &cfg.VarRef{V: s.r}, Type: tt.Int}), true
}

// move continues at p.
func (s *scanning) move(p cfg.Expr) {
	s.Emit(&cfg.Assign{Dst: s.at, Src: p}, parse.Span{Pos: s.c.At.Pos}, cfg.RoleImplicit)
}

// stop ends the call with a result.
func (s *scanning) stop(n uint64) {
	s.Emit(&cfg.Assign{Dst: s.r, Src: emit.Const(s.r.Type, n)}, s.c.At, cfg.RoleUser)
	s.Jump(s.end)
}

// unless ends the call with a result where a condition holds.
func (s *scanning) unless(bad cfg.Expr, n uint64) {
	s.When(bad, parse.Span{Pos: s.c.At.Pos}, func() {
		s.stop(n)
	})
}

// more ends the call where the string does.
func (s *scanning) more() {
	n := s.done
	if n == 0 {
		n = ^uint64(0)
	}
	s.unless(emit.Binary(cfg.Eq, s.current(), emit.Const(cfg.BV(8), 0)), n)
}

func (s *scanning) current() cfg.Expr {
	return s.Load(emit.Place{Type: s.l.Types.UChar, Addr: &cfg.VarRef{V: s.at}}).Expr
}

// run calls a function of the prelude and returns its result.
func (s *scanning) run(name string, args ...emit.Value) cfg.Expr {
	pr := s.l.Procs.Named[prelude.Prefix+name]
	s.body.Enter(pr, append([]emit.Value{{Expr: &cfg.VarRef{V: s.at}, Type: s.l.Types.CharPtr}}, args...), s.c.At)
	return s.Let(&cfg.VarRef{V: pr.CFG.Ret})
}

func (s *scanning) number(n uint64) emit.Value {
	return emit.Value{Expr: emit.Const(cfg.BV(32), n), Type: s.l.Types.Int}
}

// piece lowers one part of the format.
func (s *scanning) piece(p clib.ScanPart, to *emit.Value) {
	if s.Dead() {
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
		s.unless(emit.Binary(cfg.Ne, s.current(), emit.Const(cfg.BV(8), uint64(p.Literal))), s.done)
		s.move(s.Offset(&cfg.VarRef{V: s.at}, 1))
		return
	case p.Conv == 'n':
		if to != nil {
			n := emit.Binary(cfg.Sub, &cfg.VarRef{V: s.at}, s.from)
			s.assigned(p, *to, emit.Value{Expr: n, Type: s.l.Types.Size})
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
func (s *scanning) text(p clib.ScanPart, to *emit.Value) {
	tt := s.l.Types
	width := s.number(fixed(p.Width))
	var n cfg.Expr
	switch p.Conv {
	case 's':
		n = s.run("scan_word", width)
	case 'c':
		n = s.run(prelude.BoundedHelper, emit.Value{Expr: s.SizeConst(max(fixed(p.Width), 1)), Type: tt.Size})
	default:
		members := [256]uint64{}
		for i, in := range p.Set {
			if in && i > 0 {
				members[i] = 1
			}
		}
		table := s.body.StringOf(members[:], tt.Char, cfg.Pos{})
		n = s.run("scan_set", width, emit.Value{Expr: table.Addr, Type: tt.CharPtr})
		s.unless(emit.Is(n, 0), s.done)
	}
	n = s.Let(n)
	if to != nil {
		d := s.Save(emit.Value{Expr: s.Conv(*to, tt.CharPtr), Type: tt.CharPtr}).Expr
		s.overlapping(d, n, p.Conv != 'c')
		s.Emit(&cfg.MemCopy{Dst: d, Src: &cfg.VarRef{V: s.at}, Size: n}, s.c.At, cfg.RoleUser)
		if p.Conv != 'c' {
			s.Emit(&cfg.Store{Addr: emit.Binary(cfg.PtrAdd, d, n), Val: emit.Const(cfg.BV(8), 0)}, s.c.At, cfg.RoleUser)
		}
	}
	s.move(emit.Binary(cfg.PtrAdd, &cfg.VarRef{V: s.at}, n))
}

// overlapping makes it an error that the n characters at hand are copied to where
// they are, with what ends them.
func (s *scanning) overlapping(d, n cfg.Expr, ended bool) {
	if !s.Asks(safety.Deref) {
		return
	}
	all := n
	if ended {
		all = s.Let(emit.Binary(cfg.Add, n, s.SizeConst(1)))
	}
	forth := emit.Binary(cfg.ULt, emit.Binary(cfg.Sub, &cfg.VarRef{V: s.at}, d), all)
	back := emit.Binary(cfg.ULt, emit.Binary(cfg.Sub, d, &cfg.VarRef{V: s.at}), n)
	s.Forbidden(safety.Deref, emit.Binary(cfg.LOr, forth, back), cfg.Reason{Kind: cfg.Overlap, Name: prelude.LibName(s.c.Name)}, s.c.At)
}

// integer lowers %d and its like.
func (s *scanning) integer(p clib.ScanPart, to *emit.Value) {
	tt := s.l.Types
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
	v := s.MemoryTemp(tt.ULongLong)
	next := s.run("scan_int", s.number(base), s.number(fixed(p.Width)), emit.Value{Expr: emit.Const(cfg.BV(64), most), Type: tt.ULongLong}, s.number(sign), emit.Value{Expr: v.Addr, Type: tt.PointerTo(tt.ULongLong)})
	s.unless(emit.Is(next, 0), s.done)
	if to != nil {
		s.assigned(p, *to, s.Load(v))
	}
	s.move(next)
}

// assigned stores an integer through the pointer that the conversion takes.
func (s *scanning) assigned(p clib.ScanPart, to, v emit.Value) {
	tt := s.l.Types
	t := map[int]*ctypes.Type{1: tt.SChar, 2: tt.Short, 4: tt.Int, 8: tt.LongLong}[p.Length.Bytes(int(tt.VoidPtr.Size))]
	s.Store(emit.Place{Type: t, Addr: to.Expr}, emit.Value{Expr: s.Conv(v, t), Type: t}, s.c.At, cfg.RoleUser)
}
