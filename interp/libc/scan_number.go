package libc

import "culprit/cfg/clib"

// keep appends the current character to the token.
func (s *scanner) keep() { s.tok = append(s.tok, byte(s.ch)) }

// spend counts a character against the width, if there is one.
func spend(width *int) {
	if *width > 0 {
		*width--
	}
}

func (s *scanner) lower() byte {
	if s.ch < 0 {
		return 0
	}
	return lower(byte(s.ch))
}

// base is the base of an integer conversion, 0 if the input decides.
func (d *directive) base() int {
	switch d.Conv {
	case 'i':
		return 0
	case 'd', 'u':
		return 10
	case 'o':
		return 8
	}
	return 16
}

// integer executes %d, %i, %u, %o, %x and %p.
func (s *scanner) integer(d *directive) scanned {
	base := d.base()
	width := d.Width
	s.tok = s.tok[:0]
	if s.next() == -1 {
		return inputEnd
	}
	if s.ch == '-' || s.ch == '+' {
		s.keep()
		spend(&width)
		s.next()
	}
	if width != 0 && s.ch == '0' {
		spend(&width)
		s.keep()
		s.next()
		if width != 0 && s.lower() == 'x' {
			if base == 0 {
				base = 16
			}
			if base == 16 {
				spend(&width)
				s.next()
			}
		} else if base == 0 {
			base = 8
		}
	}
	if base == 0 {
		base = 10
	}
	for s.ch != -1 && width != 0 && digitOf(byte(s.ch)) < base {
		s.keep()
		spend(&width)
		s.next()
	}
	if len(s.tok) == 0 || len(s.tok) == 1 && (s.tok[0] == '-' || s.tok[0] == '+') {
		if !(len(s.tok) == 0 && d.Conv == 'p' && (width < 0 || width >= 5) && s.nilText()) {
			s.back()
			return mismatched
		}
		s.tok = append(s.tok, '0')
	} else {
		s.back()
	}
	v := s.integerValue(d, base)
	if !d.Suppress {
		s.storeInt(d, v)
		s.done++
	}
	return matched
}

// nilText reads the rest of "(nil)", which %p accepts.
func (s *scanner) nilText() bool {
	if s.ch != '(' {
		return false
	}
	for _, b := range []byte("nil") {
		if s.next(); s.lower() != b {
			return false
		}
	}
	return s.next() == ')'
}

// integerValue converts the token: as long, or as long long where that is
// asked for, and cut when it is stored.
func (s *scanner) integerValue(d *directive, base int) uint64 {
	width := 8 * max(s.c.ptr, d.Length.Bytes(s.c.ptr))
	mag, neg, over, _ := parseInt(bytesText(s.tok), base)
	var v uint64
	var bad bool
	if d.Conv == 'd' || d.Conv == 'i' {
		var x int64
		x, bad = signedResult(mag, neg, over, width)
		v = uint64(x)
	} else {
		v, bad = unsignedResult(mag, neg, over, width)
	}
	if bad {
		s.c.mem.SetErrno(erange)
	}
	return v
}

// word reads the letters of "nan" and "infinity" after their first one.
func (s *scanner) word(rest string, width *int) bool {
	for i := range len(rest) {
		if *width == 0 || s.next() == -1 || s.lower() != rest[i] {
			return false
		}
		spend(width)
		s.keep()
	}
	return true
}

// float executes the floating conversions.
func (s *scanner) float(d *directive) scanned {
	width := d.Width
	s.tok = s.tok[:0]
	if s.next() == -1 {
		return inputEnd
	}
	spend(&width)
	sign := 0
	if s.ch == '-' || s.ch == '+' {
		sign = 1
		s.keep()
		if width == 0 || s.next() == -1 {
			return mismatched
		}
		spend(&width)
	}
	switch s.lower() {
	case 'n':
		s.keep()
		if !s.word("an", &width) {
			return mismatched
		}
	case 'i':
		s.keep()
		if !s.word("nf", &width) {
			return mismatched
		}
		if width != 0 && s.next() != -1 {
			spend(&width)
			if s.lower() != 'i' {
				s.back()
			} else {
				s.keep()
				if !s.word("nity", &width) {
					return mismatched
				}
			}
		}
	default:
		hex := s.finite(&width)
		if len(s.tok) == sign || hex && len(s.tok) == 2+sign {
			return mismatched
		}
	}
	return s.storeDouble(d)
}

// finite reads the characters of a number; hex says that it began with 0x.
func (s *scanner) finite(width *int) (hex bool) {
	mark := byte('e')
	digit, point, exp := false, false, false
	if *width != 0 && s.ch == '0' {
		s.keep()
		s.next()
		spend(width)
		if *width != 0 && s.lower() == 'x' {
			s.keep()
			hex, mark = true, 'p'
			s.next()
			spend(width)
		} else {
			digit = true
		}
	}
	for s.ch != -1 {
		b := byte(s.ch)
		switch {
		case isDigit(b), !exp && hex && digitOf(b) < 16:
			digit = true
			s.keep()
		case exp && lower(s.tok[len(s.tok)-1]) == mark && (b == '-' || b == '+'):
			s.keep()
		case digit && !exp && lower(b) == mark:
			s.tok = append(s.tok, mark)
			exp, point = true, true
		case b == '.' && !point:
			s.keep()
			point = true
		default:
			s.back()
			return hex
		}
		if *width == 0 || s.next() == -1 {
			break
		}
		spend(width)
	}
	return hex
}

// storeDouble converts the token and stores it.
func (s *scanner) storeDouble(d *directive) scanned {
	if d.Length == clib.LenLongLong {
		return s.storeLong(d)
	}
	size := 4
	width := 32
	if d.Length == clib.LenLong {
		size, width = 8, 64
	}
	r := parseFloat(bytesText(s.tok), width)
	if r.erang {
		s.c.mem.SetErrno(erange)
	}
	if r.end == 0 {
		return mismatched
	}
	if !d.Suppress {
		s.c.storeFloat(s.target(d), size, r.v)
		s.done++
	}
	return matched
}

// storeLong is storeDouble for a long double.
func (s *scanner) storeLong(d *directive) scanned {
	n, end, erang := parseExt(bytesText(s.tok))
	if erang {
		s.c.mem.SetErrno(erange)
	}
	if end == 0 {
		return mismatched
	}
	if !d.Suppress {
		s.c.storeExt(s.target(d), n)
		s.done++
	}
	return matched
}

// Entry points.
