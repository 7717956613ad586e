package cpp

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// LiteralValues decodes the body of a literal into code units of the prefix.
func LiteralValues(body, prefix string) (vals []uint32, ok bool) {
	unit := func(r rune) {
		switch {
		case prefix == "" || prefix == "u8":
			for _, b := range utf8.AppendRune(nil, r) {
				vals = append(vals, uint32(b))
			}
		case prefix == "u" && r >= 0x10000:
			r -= 0x10000
			vals = append(vals, 0xd800+uint32(r>>10), 0xdc00+uint32(r&0x3ff))
		default:
			vals = append(vals, uint32(r))
		}
	}
	for len(body) > 0 {
		if body[0] != '\\' {
			r, n := utf8.DecodeRuneInString(body)
			if r == utf8.RuneError && n <= 1 {
				return nil, false
			}
			unit(r)
			body = body[n:]
			continue
		}
		if len(body) < 2 {
			return nil, false
		}
		v, rest, ok := escaped(body[1:])
		if !ok {
			return nil, false
		}
		if body[1] == 'u' || body[1] == 'U' {
			unit(rune(v))
		} else {
			vals = append(vals, v)
		}
		body = rest
	}
	return vals, true
}

// SplitLiteral splits off the prefix and the quotes.
func SplitLiteral(s string) (prefix, body string) {
	q := strings.IndexAny(s, `"'`)
	return s[:q], s[q+1 : len(s)-1]
}

// escaped reads an escape sequence after its backslash.
func escaped(s string) (v uint32, rest string, ok bool) {
	c := s[0]
	digits := func(s, set string, base, limit int) (uint32, string, bool) {
		n := 0
		for n < len(s) && n < limit && strings.IndexByte(set, s[n]) >= 0 {
			n++
		}
		v, err := strconv.ParseUint(s[:n], base, 32)
		return uint32(v), s[n:], err == nil
	}
	const hex, oct = "0123456789abcdefABCDEF", "01234567"
	switch c {
	case 'x', 'U':
		return digits(s[1:], hex, 16, 8)
	case 'u':
		return digits(s[1:], hex, 16, 4)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return digits(s, oct, 8, 3)
	}
	k := strings.IndexByte(`abefnrtv\'"?`, c)
	if k < 0 {
		return 0, "", false
	}
	return uint32("\a\b\x1b\f\n\r\t\v\\'\"?"[k]), s[1:], true
}
