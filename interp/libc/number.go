package libc

import (
	"math"
	"math/big"
	"strconv"

	"culprit/cfg/clib"
)

// Conversions of strings to numbers.

// chars is a string that is read on demand; at gives 0 from its end on.
type chars interface{ at(i int) byte }

type bytesText []byte

func (b bytesText) at(i int) byte {
	if i < len(b) {
		return b[i]
	}
	return 0
}

// memoryText is a string in the program's memory, of which only the part that
// the conversion looks at need exist.
type memoryText struct {
	c    *call
	addr uint64
	buf  []byte
}

func (m *memoryText) at(i int) byte {
	for len(m.buf) <= i {
		if n := len(m.buf); n > 0 && m.buf[n-1] == 0 {
			return 0
		}
		var b [1]byte
		m.c.load(m.addr+uint64(len(m.buf)), b[:])
		m.buf = append(m.buf, b[0])
	}
	return m.buf[i]
}

func isSpace(b byte) bool { return clib.IsSpace(b) }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b + 32
	}
	return b
}

// digitOf is the value of a digit or a letter; 99 for anything else.
func digitOf(b byte) int {
	switch b = lower(b); {
	case isDigit(b):
		return int(b - '0')
	case 'a' <= b && b <= 'z':
		return int(b-'a') + 10
	}
	return 99
}

// parseInt converts as strtoll and strtoull do: it gives the magnitude, cut
// off at 2^64-1, and the index after the number, 0 if there is none.
func parseInt(s chars, base int) (mag uint64, neg, over bool, end int) {
	i := 0
	for isSpace(s.at(i)) {
		i++
	}
	if b := s.at(i); b == '-' || b == '+' {
		neg = b == '-'
		i++
	}
	if s.at(i) == '0' && lower(s.at(i+1)) == 'x' && (base == 0 || base == 16) && digitOf(s.at(i+2)) < 16 {
		base = 16
		i += 2
	} else if base == 0 && s.at(i) == '0' {
		base = 8
	} else if base == 0 {
		base = 10
	}
	for d := digitOf(s.at(i)); d < base; d = digitOf(s.at(i)) {
		i++
		end = i
		if mag > (math.MaxUint64-uint64(d))/uint64(base) {
			over = true
			mag = math.MaxUint64
			continue
		}
		if !over {
			mag = mag*uint64(base) + uint64(d)
		}
	}
	return mag, neg, over, end
}

// signedResult cuts a parsed integer to a signed type.
func signedResult(mag uint64, neg, over bool, width int) (v int64, rangeErr bool) {
	limit := uint64(1) << uint(width-1)
	switch {
	case neg && (over || mag > limit):
		return -int64(limit-1) - 1, true
	case neg:
		return -int64(mag), false
	case over || mag >= limit:
		return int64(limit - 1), true
	}
	return int64(mag), false
}

// unsignedResult cuts a parsed integer to an unsigned type.
func unsignedResult(mag uint64, neg, over bool, width int) (v uint64, rangeErr bool) {
	if over || mag > mask(width) {
		return mask(width), true
	}
	if neg {
		mag = -mag & mask(width)
	}
	return mag, false
}

// floatText is a number found in a string.
type floatText struct {
	v     float64
	end   int    // index after it, 0 if there is none
	erang bool   // overflow, or underflow with loss
	text  string // its characters without sign, "" for zero and for what is not a number
}

// parseFloat converts as strtod does, or as strtof if width is 32.
func parseFloat(s chars, width int) floatText {
	i := 0
	for isSpace(s.at(i)) {
		i++
	}
	neg := false
	if b := s.at(i); b == '-' || b == '+' {
		neg = b == '-'
		i++
	}
	var r floatText
	if r = parseSpecial(s, i, width); r.end == 0 {
		r = parseFinite(s, i, width)
	}
	if r.end > 0 && neg {
		r.v = math.Copysign(r.v, -1)
	}
	return r
}

func matchFold(s chars, i int, word string) bool {
	for j := range len(word) {
		if lower(s.at(i+j)) != word[j] {
			return false
		}
	}
	return true
}

// parseSpecial recognises infinity and NaN.
func parseSpecial(s chars, i, width int) floatText {
	switch {
	case matchFold(s, i, "infinity"):
		return floatText{v: math.Inf(1), end: i + 8}
	case matchFold(s, i, "inf"):
		return floatText{v: math.Inf(1), end: i + 3}
	case !matchFold(s, i, "nan"):
		return floatText{}
	}
	const quiet = 0x7ff8000000000000
	r := floatText{v: math.Float64frombits(quiet), end: i + 3}
	if s.at(i+3) != '(' {
		return r
	}
	j := i + 4
	var payload bytesText
	for b := s.at(j); digitOf(b) < 36 || b == '_'; b = s.at(j) {
		payload = append(payload, b)
		j++
	}
	if s.at(j) != ')' {
		return r
	}
	r.end = j + 1
	if len(payload) > 0 && digitOf(payload[0]) < 10 {
		if m, _, _, n := parseInt(payload, 0); n == len(payload) {
			if width == 32 {
				m = m & (1<<22 - 1) << 29
			}
			r.v = math.Float64frombits(quiet | m&(1<<51-1))
		}
	}
	return r
}

// parseFinite recognises decimal and hexadecimal numbers.
func parseFinite(s chars, i, width int) floatText {
	hex := s.at(i) == '0' && lower(s.at(i+1)) == 'x' &&
		(digitOf(s.at(i+2)) < 16 || s.at(i+2) == '.' && digitOf(s.at(i+3)) < 16)
	base, mark := 10, byte('e')
	var tok []byte
	if hex {
		base, mark = 16, 'p'
		tok = append(tok, "0x"...)
		i += 2
	}
	digits, point, zero := 0, false, true
	for ; ; i++ {
		b := s.at(i)
		if b == '.' && !point {
			point = true
		} else if d := digitOf(b); d < base {
			digits++
			zero = zero && d == 0
		} else {
			break
		}
		tok = append(tok, b)
	}
	if digits == 0 {
		return floatText{}
	}
	end := i
	if lower(s.at(i)) == mark {
		j := i + 1
		exp := []byte{mark}
		if b := s.at(j); b == '-' || b == '+' {
			exp = append(exp, b)
			j++
		}
		if isDigit(s.at(j)) {
			for ; isDigit(s.at(j)); j++ {
				exp = append(exp, s.at(j))
			}
			tok = append(tok, exp...)
			end = j
			hex = false // the exponent is there
		}
	}
	if hex {
		tok = append(tok, "p0"...)
	}
	if zero {
		return floatText{end: end}
	}
	v, err := strconv.ParseFloat(string(tok), width)
	r := floatText{v: v, end: end, erang: err != nil, text: string(tok)}
	r.erang = r.erang || v == 0 || underflows(string(tok), v, width)
	return r
}

// underflows reports whether a number is tiny (after rounding to the
// precision of the type) and v is not its exact value.
func underflows(tok string, v float64, width int) bool {
	least, prec := 0x1p-1022, uint(53)
	if width == 32 {
		least, prec = 0x1p-126, 24
	}
	if v > least {
		return false
	}
	exact, ok := new(big.Rat).SetString(tok)
	if !ok {
		return false
	}
	if exact.Cmp(new(big.Rat).SetFloat64(v)) == 0 {
		return false
	}
	rounded := new(big.Float).SetPrec(prec).SetRat(exact)
	return rounded.Cmp(big.NewFloat(least)) < 0
}

// strtod is the strtod family.
func (c *call) strtod(width int) float64 {
	p := c.wordArg(0)
	r := parseFloat(&memoryText{c: c, addr: p}, width)
	if r.erang {
		c.mem.SetErrno(erange)
	}
	if len(c.args) > 1 {
		if endp := c.wordArg(1); endp != 0 {
			c.storeWord(endp, c.ptr, p+uint64(r.end))
		}
	}
	return r.v
}
