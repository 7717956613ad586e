package report

import (
	"strings"
	"testing"
)

// TestPlain writes in pieces what steers a terminal, and what does not.
func TestPlain(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a\tb\né€𝄞\n", "a\tb\né€𝄞\n"},
		{"\x1b[31mred\x1b]0;title\x07\r\x7f\x08", "\uFFFD[31mred\uFFFD]0;title\uFFFD\uFFFD\uFFFD\uFFFD"},
		{"\u009b31m \u202eevil\u202c \u2066x\u2069", "\uFFFD31m \uFFFDevil\uFFFD \uFFFDx\uFFFD"},
		{"\xff\xc3(\xe2\x82 end\n", "\uFFFD\uFFFD(\uFFFD\uFFFD end\n"},
		{Style{Color: true}.paint(bold, "x"), "\x1b[1mx\x1b[0m"},
	} {
		for _, size := range []int{1, 2, 3, 1000} {
			var b strings.Builder
			w := &plain{w: &b}
			for text := tt.text; text != ""; {
				n := min(size, len(text))
				if k, err := w.Write([]byte(text[:n])); k != n || err != nil {
					t.Fatal(k, err)
				}
				text = text[n:]
			}
			if b.String() != tt.want {
				t.Errorf("%q in pieces of %d is %q, want %q", tt.text, size, b.String(), tt.want)
			}
		}
	}
}
