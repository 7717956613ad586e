package library

import (
	"regexp"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/prelude"
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
	if lf == nil || !lf.Spells || c.Ret.Kind != ctypes.Float || f.Dead() || f.l.Procs.Rounding != nil || f.l.Procs.Named[prelude.Prefix+prelude.LocalePart] != nil {
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
