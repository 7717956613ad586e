package cascade

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/hoare"
	"culprit/logic"
)

// Conditions that make a call print what was expected. The call is read as
// the pieces of its output: literal text and conversions of arguments. The
// first wrong byte belongs to a piece:
//
//   - of an integer or a character, the argument is the one that prints what
//     is expected;
//   - of a string, the byte that was read from memory there is the expected
//     one, or the string is another one;
//   - of a floating number, the argument is another one: no equation says
//     which numbers print alike, and arithmetic on them has no terms;
//   - of literal text, and wherever what is expected cannot come from this call
//     with any arguments, no value helps: another statement had to print.

// piece is a part of what a call printed: literal text or one argument.
type piece struct {
	start, end int
	literal    string
	spec       spec
	arg        int // number of the argument, -1 for literal text
	text       int // of a string: where it begins after padding
}

// In place of conditions: one that no value meets, and one without a term.
const (
	impossible = logic.False
	unknown    = logic.True
)

// printed is what had to hold at the call that printed the first wrong byte.
// It is impossible if another statement had to print, and unknown if there is
// no term.
func (b *Builder) printed(at int) logic.T {
	f := b.in.Failure
	s, ok := b.g.Edge(at).Stmt.(*cfg.Lib)
	d := 0
	for d < len(f.Printed) && d < len(f.Expected) && f.Printed[d] == f.Expected[d] {
		d++
	}
	args := b.trace.run.Args(at)
	if !ok || d == len(f.Printed) || len(args) != len(s.Args) || f.FoldSpace && strings.IndexByte(" \t\r\n", f.Printed[d]) >= 0 {
		return unknown
	}
	if len(bytes.TrimSpace(f.Expected)) == 0 && (f.FoldSpace || len(f.Expected) == 0) {
		return impossible // nothing was expected any more
	}
	lib := clib.Lookup(s.Func)
	if lib == nil {
		return unknown
	}
	switch lib.Prints {
	case clib.CharOutput:
		if len(args) > 0 && len(f.Expected) > 0 {
			b.concerns(s, 0)
			return b.equal(s.Args[0], args[0], 1, uint64(f.Expected[0]))
		}
		return unknown
	case clib.TextOutput, clib.LineOutput:
		tail := ""
		if lib.Prints == clib.LineOutput {
			tail = "\n"
		}
		b.concerns(s, 0)
		return b.character(args[0], d, d, tail)
	case clib.FormatOutput:
		if format := lib.FormatOf(clib.Printf); format < len(args) {
			return b.formatted(s, args, format, d)
		}
	}
	return unknown
}

// formatted is the condition that a call with a format prints what is expected
// from byte d on.
func (b *Builder) formatted(s *cfg.Lib, args []logic.T, format, d int) logic.T {
	ps, ok := b.pieces(args, format)
	if !ok {
		return unknown
	}
	k := slices.IndexFunc(ps, func(p piece) bool { return d < p.end })
	if k < 0 {
		return unknown
	}
	// The text after a number or a string may show that it ended too early.
	for ps[k].arg < 0 && k > 0 && d == ps[k].start && ps[k-1].arg >= 0 {
		k--
	}
	if ps[k].arg < 0 {
		return impossible
	}
	tail := ""
	if k+1 < len(ps) && ps[k+1].arg < 0 {
		tail = ps[k+1].literal
	}
	b.concerns(s, ps[k].arg)
	return b.converted(&ps[k], s.Args[ps[k].arg], args[ps[k].arg], d, tail)
}

// concerns notes that the condition is about one argument of a call, and which
// reads belong to it: those of arguments come before what the library reads.
func (b *Builder) concerns(s *cfg.Lib, arg int) {
	loads := func(xs ...cfg.Expr) (n int) {
		for _, x := range xs {
			for x := range cfg.Parts(x) {
				if _, ok := x.(*cfg.Load); ok {
					n++
				}
			}
		}
		return n
	}
	b.fail.about = s.Args[arg : arg+1]
	from := min(loads(s.Args[:arg]...), len(b.fail.reads))
	b.fail.reads = b.fail.reads[from:min(from+loads(s.Args[arg]), len(b.fail.reads))]
}

// converted is the condition on the argument of a conversion that printed the
// wrong byte d, or ended before it. The tail is what follows in the format.
func (b *Builder) converted(p *piece, x cfg.Expr, arg logic.T, d int, tail string) logic.T {
	f := b.in.Failure
	switch p.spec.conv {
	case 's':
		if d < p.text {
			return unknown
		}
		return b.character(arg, d-p.text, d, tail)
	case 'c':
		if d != p.text || d >= len(f.Expected) {
			return impossible
		}
		return b.equal(x, arg, 1, uint64(f.Expected[d]))
	case 'd', 'x', 'X', 'o':
		v, n, ok := p.spec.parse(f.Expected[p.start:])
		if !ok || !b.follows(f.Expected[p.start+n:], tail) {
			return impossible
		}
		return b.equal(x, arg, p.spec.size, v)
	}
	if tb := b.trace.tb; !tb.IsConst(arg) {
		return tb.Ne(arg, tb.BV(tb.Width(arg), b.trace.run.Eval(arg)))
	}
	if _, ok := x.(*cfg.Const); ok {
		return impossible
	}
	return unknown
}

// follows reports whether text begins like the tail of a conversion, as far as
// anything was expected.
func (b *Builder) follows(text []byte, tail string) bool {
	if b.in.Failure.FoldSpace {
		tail = strings.TrimRight(tail, " \t\r\n")
	}
	return bytes.HasPrefix(text, []byte(tail)) || strings.HasPrefix(tail, string(text))
}

// equal is that an argument is a value in its low bytes. An argument without
// terms gives none.
func (b *Builder) equal(x cfg.Expr, arg logic.T, size int, v uint64) logic.T {
	tb := b.trace.tb
	if tb.IsConst(arg) && mentionsFloat(x) {
		return unknown
	}
	if 8*size < tb.Width(arg) {
		arg = tb.Extract(8*size-1, 0, arg)
	}
	return tb.Eq(arg, tb.BV(tb.Width(arg), cfg.Mask(v, tb.Width(arg))))
}

// mentionsFloat reports whether an expression computes with floats, so that
// its value was taken from the run.
func mentionsFloat(x cfg.Expr) bool {
	found := false
	for x := range cfg.Parts(x) {
		found = found || x.Type().Kind == cfg.Float
	}
	return found
}

// character is that byte k of a string is what was expected as byte d of what
// the call printed, or that the string is another one.
func (b *Builder) character(s logic.T, k, d int, tail string) logic.T {
	f, tb, run := b.in.Failure, b.trace.tb, b.trace.run
	addr := run.Eval(s) + uint64(k)
	_, reads := run.Watched()
	i := slices.IndexFunc(reads, func(r hoare.RunRead) bool { return r.Addr == addr && r.Size == 1 })
	if i < 0 {
		return unknown
	}
	var rest []byte
	if d < len(f.Expected) {
		rest = f.Expected[d:]
	}
	if !bytes.Contains(rest, []byte(strings.TrimRight(tail, "\r\n"))) {
		return impossible
	}
	cell := reads[i].Term
	if !slices.ContainsFunc(tb.Vars(cell), func(v logic.T) bool {
		j := b.trace.ownerOf(v)
		return j < 0 || !literal(b.g.Edge(j))
	}) {
		cell = tb.BV(8, reads[i].Value)
	}
	is := func(c byte) logic.T { return tb.Eq(cell, tb.BV(8, uint64(c))) }
	var fs []logic.T
	if len(rest) > 0 {
		fs = append(fs, is(rest[0]))
	}
	if reads[i].Value != 0 && b.follows(rest, tail) {
		fs = append(fs, is(0)) // the string ends there
	}
	if !tb.IsConst(s) {
		fs = append(fs, tb.Ne(s, b.trace.tb.BV(tb.Width(s), run.Eval(s))))
	}
	return tb.Or(fs...)
}

// pieces reads the format that a call got, and what it printed by it; ok is
// false where that does not fit together.
func (b *Builder) pieces(args []logic.T, at int) (ps []piece, ok bool) {
	out := string(b.in.Failure.Printed)
	format, ok := b.text(b.trace.run.Eval(args[at]), -1)
	arg, pos := at, 0
	next := func() (uint64, bool) {
		arg++
		if arg >= len(args) {
			return 0, false
		}
		return b.trace.run.Eval(args[arg]), true
	}
	for ok && format != "" {
		literal, rest, found := strings.Cut(format, "%")
		p := piece{start: pos, end: pos + len(literal), literal: literal, arg: -1}
		if literal != "" {
			ps = append(ps, p)
		}
		if !strings.HasPrefix(out[min(pos, len(out)):], literal) {
			return nil, false
		}
		pos = p.end
		if !found {
			break
		}
		p = piece{start: pos}
		if p.spec, format, ok = readSpec(rest, b.g.Prog.PtrBits/8, next); !ok {
			return nil, false
		}
		text := "%"
		if p.spec.conv == '%' {
			p.arg, p.literal = -1, text
		} else {
			v, ok := next()
			if !ok {
				return nil, false
			}
			p.arg = arg
			if text, p.text, ok = b.render(p.spec, v); !ok {
				return nil, false
			}
			p.text += pos
		}
		if !strings.HasPrefix(out[min(pos, len(out)):], text) {
			return nil, false
		}
		pos += len(text)
		p.end = pos
		ps = append(ps, p)
	}
	return ps, ok && pos == len(out)
}

// text is the string at an address, as the failing call read it.
func (b *Builder) text(addr uint64, most int) (string, bool) {
	_, reads := b.trace.run.Watched()
	at := map[uint64]byte{}
	for _, r := range reads {
		if r.Size == 1 {
			at[r.Addr] = byte(r.Value)
		}
	}
	var out []byte
	for len(out) != most {
		c, ok := at[addr+uint64(len(out))]
		if !ok {
			return "", false
		}
		if c == 0 {
			break
		}
		out = append(out, c)
	}
	return string(out), true
}

// spec is a conversion specification of printf.
type spec struct {
	flags string // with width and precision, as package fmt reads them
	conv  byte   // d for i and u, too
	size  int    // bytes of an integer
	sign  bool
}

// readSpec reads a specification after its '%'. A width or a precision that
// is an argument is asked for.
func readSpec(format string, ptr int, arg func() (uint64, bool)) (s spec, rest string, ok bool) {
	d, tail := clib.ReadPrint([]byte(format))
	if d.Conv == 0 || strings.IndexByte("%diuxXocsfFeEgG", d.Conv) < 0 || d.Overflow || d.Arg+d.WidthArg+d.PrecArg > 0 || d.Group {
		return s, "", false
	}
	for _, f := range []struct {
		set  bool
		flag string
	}{{d.Minus, "-"}, {d.Plus, "+"}, {d.Space, " "}, {d.Alt, "#"}, {d.Zero, "0"}} {
		if f.set {
			s.flags += f.flag
		}
	}
	amount := func(n int) bool {
		if n == clib.Star {
			v, ok := arg()
			if n = int(int32(v)); !ok || n < 0 {
				return false
			}
		}
		s.flags += strconv.Itoa(n)
		return true
	}
	if d.Width != clib.None && !amount(d.Width) {
		return s, "", false
	}
	if d.Prec != clib.None {
		s.flags += "."
		if !amount(d.Prec) {
			return s, "", false
		}
	}
	s.size = d.Length.Bytes(ptr)
	switch s.conv = d.Conv; s.conv {
	case 'd', 'i':
		s.conv, s.sign = 'd', true
	case 'u':
		s.conv = 'd'
	}
	return s, string(tail), true
}

// render prints a value by a specification. For a string it says where that
// begins after padding.
func (b *Builder) render(s spec, v uint64) (text string, begin int, ok bool) {
	switch s.conv {
	case 's':
		most := -1
		if _, p, found := strings.Cut(s.flags, "."); found {
			most, _ = strconv.Atoi(p)
		}
		t, ok := b.text(v, most)
		text = fmt.Sprintf("%"+s.flags+"s", t)
		if len(text) > len(t) && !strings.Contains(s.flags, "-") {
			begin = len(text) - len(t)
		}
		return text, begin, ok
	case 'c':
		text = fmt.Sprintf("%"+s.flags+"s", string([]byte{byte(v)}))
		if !strings.Contains(s.flags, "-") {
			begin = len(text) - 1
		}
		return text, begin, true
	case 'd', 'x', 'X', 'o':
		return s.integer(v), 0, true
	}
	return fmt.Sprintf("%"+s.flags+string(s.conv), math.Float64frombits(v)), 0, true
}

// integer prints an integer.
func (s spec) integer(v uint64) string {
	v = cfg.Mask(v, 8*s.size)
	if s.sign {
		return fmt.Sprintf("%"+s.flags+"d", cfg.SignExtend(v, 8*s.size))
	}
	return fmt.Sprintf("%"+strings.NewReplacer("+", "", " ", "").Replace(s.flags)+string(s.conv), v)
}

// parse reads the integer that printed the beginning of a text, of n bytes; ok
// is false if none did.
func (s spec) parse(text []byte) (v uint64, n int, ok bool) {
	t := strings.TrimLeft(string(text), " ")
	minus := s.sign && strings.HasPrefix(t, "-")
	t = strings.TrimLeft(t, "+-")
	base, digits := 10, "0123456789"
	switch s.conv {
	case 'x', 'X':
		base, digits = 16, "0123456789abcdefABCDEF"
		if strings.Contains(s.flags, "#") && len(t) > 1 && t[0] == '0' && (t[1] == 'x' || t[1] == 'X') {
			t = t[2:]
		}
	case 'o':
		base, digits = 8, "01234567"
	}
	t = t[:len(t)-len(strings.TrimLeft(t, digits))]
	v, err := strconv.ParseUint(t, base, 64)
	if err != nil {
		return 0, 0, false
	}
	if minus {
		v = -v
	}
	out := s.integer(v)
	return v, len(out), strings.HasPrefix(string(text), out)
}
