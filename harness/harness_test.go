package harness

import (
	"math"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend/extern"

	"github.com/google/go-cmp/cmp"
)

func TestParseFormat(t *testing.T) {
	for _, tt := range []struct {
		format string
		want   []string // conversions as %c, text as it is, a star for what is skipped
		ok     bool
	}{
		{"%d, %5ld", []string{"%d", ",", " ", "%d"}, true},
		{"a%%\n%*c%hhu", []string{"a", " ", "%", "\n", "*", "%u"}, true},
		{`"%s"`, []string{`"`, "%s", `"`}, true},
		{"%", nil, false},
		{"%l", nil, false},
	} {
		ds, ok := parseFormat(&cfg.CallSite{Format: tt.format, Formatted: true})
		var got []string
		for _, d := range ds {
			switch {
			case d.Suppress:
				got = append(got, "*")
			case d.Conv != 0:
				got = append(got, "%"+string(d.Conv))
			default:
				got = append(got, string(d.Literal))
			}
		}
		if d := cmp.Diff(tt.want, got); ok != tt.ok || d != "" {
			t.Errorf("%s: %v %s", tt.format, ok, d)
		}
	}
}

func TestLiteral(t *testing.T) {
	v := func(typ cfg.Type, signed bool) *cfg.Var { return &cfg.Var{Type: typ, Signed: signed} }
	for _, tt := range []struct {
		ctype   string
		ptrBits int
		dst     *cfg.Var
		value   uint64
		literal string
		plain   string
	}{
		{"int", 64, v(cfg.BV(32), true), 1<<32 - 1, "-1", "-1"},
		{"int", 64, v(cfg.BV(32), true), 1 << 31, "-2147483648LL", "-2147483648"},
		{"int", 64, v(cfg.BV(8), true), 200, "-56", "-56"},  // the input goes to a signed char
		{"int", 64, v(cfg.BV(8), false), 200, "200", "200"}, // to an unsigned char
		{"unsigned int", 64, v(cfg.BV(8), true), 255, "4294967295ULL", "4294967295"},
		{"long", 32, v(cfg.BV(32), true), 1<<32 - 5, "-5", "-5"},
		{"long", 64, v(cfg.BV(64), true), 1 << 63, "-9223372036854775807LL - 1", "-9223372036854775808"},
		{"unsigned char", 64, v(cfg.BV(8), false), 255, "255", "255"},
		{"_Bool", 64, v(cfg.BV(8), false), 64, "1", "1"},
		{"float", 64, v(cfg.FP(32), false), uint64(math.Float32bits(0.1)), "0x1.99999ap-04", "0.1"},
		{"double", 64, v(cfg.FP(64), false), math.Float64bits(math.Inf(-1)), "-__builtin_inf()", "-inf"},
		{"double", 64, v(cfg.FP(64), false), math.Float64bits(math.NaN()), `__builtin_nan("")`, "nan"},
		{"void *", 64, v(cfg.BV(64), false), 0, "0", "0"},
	} {
		h := &Harness{prog: &cfg.Program{PtrBits: tt.ptrBits}}
		f := &extern.Symbol{Result: tt.ctype}
		if got := h.literal(f, &cfg.Havoc{Dst: tt.dst}, tt.value, &cfg.Edge{}, true); got != tt.literal {
			t.Errorf("%s of %#x: %s, want %s", tt.ctype, tt.value, got, tt.literal)
		}
		if got := plain(tt.ctype, tt.ptrBits, tt.dst, tt.value); got != tt.plain {
			t.Errorf("%s of %#x: %s, want %s", tt.ctype, tt.value, got, tt.plain)
		}
	}
}

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{"a-b/c.c": "a-b/c.c", "": "$''", "it's": `$'it\047s'`, "*/": `$'\052/'`, "\x01é": `$'\001\303\251'`} {
		if got := quote(in); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	if got := comment("a */ b\n/* c"); strings.Contains(got, "*/") || strings.Contains(got, "/*") || strings.Contains(got, "\n") {
		t.Errorf("%q", got)
	}
}

// FuzzParseFormat looks for calls whose format crashes the parser, or has more
// conversions than per cent signs.
func FuzzParseFormat(f *testing.F) {
	for _, s := range []string{"%d %*c%%", `"%s`, "%", "f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, format string) {
		ds, ok := parseFormat(&cfg.CallSite{Format: format, Formatted: true})
		n := 0
		for _, d := range ds {
			if d.Conv != 0 {
				n++
			} else if d.Literal == 0 && !strings.Contains(format, "\x00") {
				t.Errorf("%q: a part without text", format)
			}
		}
		if !ok && ds != nil || n > strings.Count(format, "%") {
			t.Errorf("%q: %v, %d conversions", format, ok, n)
		}
	})
}
