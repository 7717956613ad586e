package library

import (
	"regexp"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"
)

// real matches what strtod takes of a text: a decimal number, or a hexadecimal one
// with its exponent apart.
var real = regexp.MustCompile(`^[ \t-\r]*(?:([+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+))([pP][+-]?[0-9]+)?|([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?))`)

// noReal matches a text that spells no number that is finite, but one that is not.
var noReal = regexp.MustCompile(`(?i)^[ \t-\r]*[+-]?(inf|nan)`)

// spelled is the result of a call of strtod or its like with a literal, where numbers
// are written and rounded as usual.
func (f *Caller) spelled(c *Call, lf *clib.Func) (v emit.Value, ok bool) {
	if lf == nil || !lf.Spells || c.Ret.Kind != ctypes.Float || f.Dead() || !f.l.writesAsAsked() {
		return v, false
	}
	text, ok := syntax.LiteralText(f.Arg(c, 0))
	text, _, _ = strings.Cut(text, "\x00")
	if !ok || noReal.MatchString(text) {
		return v, false
	}
	x := 0.0
	if m := real.FindStringSubmatch(text); m != nil {
		number := m[3]
		if m[1] != "" {
			number = m[1] + m[2]
			if m[2] == "" {
				number += "p0"
			}
		}
		// Numbers that are too large become infinities, as in C.
		x, _ = strconv.ParseFloat(number, c.Ret.Bits)
	}
	return emit.Value{Expr: emit.FloatConst(c.Ret.Bits, x), Type: c.Ret}, true
}

// spells lowers a call of strtod or its like.
func (f *Caller) spells(c *Call, lf *clib.Func, vs []emit.Value) Result {
	f.Required(c, vs)
	words, n := f.askedText(c, vs[0])
	q := clib.Question{Name: lf.Name}
	f.setsErrno(c, q, words, false)
	if len(vs) > 1 && words != nil {
		f.outside(c, vs[0], n, vs[1], f.l.Types.VoidPtr.Size)
	}
	if len(vs) > 1 && !emit.IsConst(vs[1].Expr, 0) && !f.Dead() {
		end := f.NewLoc(cfg.Pos{})
		f.unlessNull(vs[1].Expr, end, c.At)
		q.About = clib.OfEnd
		taken := f.asked(c, q, words, f.l.Types.Size).Expr
		if words == nil {
			n = f.SizeConst(longText)
		}
		f.Assume(emit.Binary(cfg.ULe, taken, n), parse.Span{}, cfg.RoleImplicit)
		p := f.l.Types.CharPtr
		f.Store(emit.Place{Type: p, Addr: vs[1].Expr}, emit.Value{Expr: emit.Binary(cfg.PtrAdd, f.Conv(vs[0], p), taken), Type: p}, c.At, cfg.RoleUser)
		f.Jump(end)
		f.Start(end)
	}
	if v, ok := f.spelled(c, lf); ok {
		return Give(v)
	}
	if t := f.l.Types.OfLetter(lf.Result); c.Use.Wanted() && c.Ret == t && !f.Dead() {
		return Give(f.asked(c, clib.Question{Name: lf.Name}, words, t))
	}
	return f.determined(c)
}
