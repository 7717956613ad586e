package library

import (
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"
)

// strftime with a literal format prints the members of a structure as sprintf prints
// numbers; the names of days and months are texts of which only the length is known.

// timePart is what a conversion of strftime prints: a number in the format of printf, or
// a text of least to most characters.
type timePart struct {
	format      string
	member      uint64 // which int of the structure
	add         uint64
	least, most uint64
}

const hundreds = 'y' // the conversion to the last two digits of the year

var timeParts = map[byte]timePart{
	'S': {format: "%02lld"}, 'M': {format: "%02lld", member: 1}, 'H': {format: "%02lld", member: 2}, 'k': {format: "%2lld", member: 2},
	'd': {format: "%02lld", member: 3}, 'e': {format: "%2lld", member: 3}, 'm': {format: "%02lld", member: 4, add: 1},
	'Y': {format: "%04lld", member: 5, add: 1900}, hundreds: {format: "%02lld", member: 5}, 'w': {format: "%lld", member: 6}, 'j': {format: "%03lld", member: 7, add: 1},
	'a': {least: 1, most: 3}, 'A': {least: 1, most: 9}, 'b': {least: 1, most: 3}, 'h': {least: 1, most: 3}, 'B': {least: 1, most: 9}, 'p': {least: 2, most: 2}, 'P': {least: 2, most: 2},
	'n': {format: "\n"}, 't': {format: "\t"}, '%': {format: "%%"},
}

// timeFormats are the conversions that stand for others, in the locale "C".
var timeFormats = strings.NewReplacer("%%", "%%", "%c", "%a %b %e %H:%M:%S %Y", "%D", "%m/%d/%y", "%x", "%m/%d/%y", "%F", "%Y-%m-%d",
	"%R", "%H:%M", "%T", "%H:%M:%S", "%X", "%H:%M:%S")

// readTime takes a format of strftime apart; ok is false where it has others than those above.
func readTime(format string) (parts []timePart, ok bool) {
	format = timeFormats.Replace(format)
	for format != "" {
		i := strings.IndexByte(format, '%')
		switch {
		case i != 0:
			if i < 0 {
				i = len(format)
			}
			parts = append(parts, timePart{format: format[:i]})
			format = format[i:]
		case len(format) == 1:
			return nil, false
		default:
			p, known := timeParts[format[1]]
			if !known {
				return nil, false
			}
			parts = append(parts, p)
			format = format[2:]
		}
	}
	return parts, true
}

// strftimeCall lowers strftime.
func strftimeCall(f *Caller, c *Call) Result {
	if len(c.Args) != 4 || !f.ofLibrary(c) || !f.l.writesAsAsked() {
		return f.unknown(c)
	}
	text, literal := syntax.LiteralText(c.Args[2])
	parts, ok := readTime(text)
	if !literal || !ok {
		return f.unknown(c)
	}
	vs := f.Saved(c)
	if f.Dead() {
		return f.NoValue(c)
	}
	if vs[0].Type.Kind != ctypes.Pointer || vs[3].Type.Kind != ctypes.Pointer {
		f.Fail(c.X, "call of %s", c.Name)
	}
	f.Required(c, vs)
	tt := f.l.Types
	size := f.Let(f.Conv(vs[1], tt.Size))
	p := &formatting{Caller: f, c: c, total: f.SizeConst(0), count: true}
	p.to = f.Save(emit.Value{Expr: f.Conv(vs[0], tt.CharPtr), Type: tt.CharPtr}).Expr
	p.room = f.Let(emit.Ite(emit.Binary(cfg.Eq, size, f.SizeConst(0)), size, emit.Binary(cfg.Sub, size, f.SizeConst(1))))
	for _, part := range parts {
		if part.most > 0 {
			p.unknown(clib.PrintPart{}, nil, part.least, part.most)
			continue
		}
		p.args = append(p.args, p.member(vs[3].Expr, part))
		ds, _ := clib.PrintParts(part.format)
		p.all(ds)
		p.args, p.next = nil, 0
	}
	fits := f.Let(emit.Binary(cfg.ULt, p.total, size))
	f.Choose(fits, parse.Span{Pos: c.At.Pos}, func() {
		p.close(p.total)
	}, func() { // what the buffer holds is not said
		f.Emit(&cfg.MemHavoc{Dst: p.to, Size: size, Kind: cfg.Unknown}, c.At, cfg.RoleUser)
	})
	n := f.Let(emit.Ite(fits, p.total, f.SizeConst(0)))
	return Give(emit.Value{Expr: f.Conv(emit.Value{Expr: n, Type: tt.Size}, c.Ret), Type: c.Ret})
}

// member is the number that a part prints of the structure at an address.
func (p *formatting) member(at cfg.Expr, part timePart) emit.Value {
	t := p.l.Types.LongLong
	if !strings.HasPrefix(part.format, "%") || part.format == "%%" {
		return emit.Value{Expr: emit.Const(cfg.BV(64), 0), Type: t}
	}
	is := p.Load(emit.Place{Type: p.l.Types.Int, Addr: p.Offset(at, part.member*uint64(p.l.Types.Int.Size))})
	x := emit.Binary(cfg.Add, p.Conv(is, t), emit.Const(cfg.BV(64), part.add))
	if part == timeParts[hundreds] { // not negative
		h := emit.Const(cfg.BV(64), 100)
		x = emit.Binary(cfg.SRem, emit.Binary(cfg.Add, emit.Binary(cfg.SRem, x, h), h), h)
	}
	return emit.Value{Expr: p.Let(x), Type: t}
}
