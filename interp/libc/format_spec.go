package libc

import (
	"strconv"
)

// Conversion specifications of printf, and the lengths it shares with scanf.

// length is a length modifier.
type length uint8

// bytes is the size of the integer that a modifier names.
func (n length) bytes(ptr int) int {
	switch n {
	case lenChar:
		return 1
	case lenShort:
		return 2
	case lenLong, lenSize, lenDiff:
		return ptr
	case lenLongLong, lenMax:
		return 8
	}
	return 4
}

// star marks a width or a precision that is an argument.
const star = -2

// spec is one conversion specification. Argument numbers count from 1; 0
// means the next argument.
type spec struct {
	text                          []byte // as written, for messages
	arg, widthArg, precArg        int
	minus, plus, space, alt, zero bool
	group                         bool
	width, prec                   int // -1 for none, star for an argument
	length                        length
	conv                          byte // 0 at the end of the format
	overflow                      bool // width or precision beyond int
}

// parseSpec parses a specification after its '%' and returns the rest.
func parseSpec(f []byte) (s spec, rest []byte) {
	s.text = f
	s.width, s.prec = -1, -1
	if n, r := argNumber(f); n > 0 {
		s.arg, f = n, r
	}
	f = s.flags(f)
	if len(f) > 0 && f[0] == '*' {
		s.width, f = star, f[1:]
		if n, r := argNumber(f); n > 0 {
			s.widthArg, f = n, r
		}
	} else if len(f) > 0 && isDigit(f[0]) {
		s.width, f = s.number(f)
	}
	if len(f) > 0 && f[0] == '.' {
		f = f[1:]
		s.prec = 0
		if len(f) > 0 && f[0] == '*' {
			s.prec, f = star, f[1:]
			if n, r := argNumber(f); n > 0 {
				s.precArg, f = n, r
			}
		} else if len(f) > 0 && isDigit(f[0]) {
			s.prec, f = s.number(f)
		}
	}
	s.length, f = parseLength(f)
	if len(f) > 0 {
		s.conv, f = f[0], f[1:]
	}
	s.text = s.text[:len(s.text)-len(f)]
	return s, f
}

func (s *spec) flags(f []byte) []byte {
	for len(f) > 0 {
		switch f[0] {
		case '-':
			s.minus = true
		case '+':
			s.plus = true
		case ' ':
			s.space = true
		case '#':
			s.alt = true
		case '0':
			s.zero = true
		case '\'':
			s.group = true // the C locale has no grouping
		case 'I':
		default:
			return f
		}
		f = f[1:]
	}
	return f
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// argNumber parses "n$".
func argNumber(f []byte) (int, []byte) {
	i := 0
	for i < len(f) && isDigit(f[i]) {
		i++
	}
	if i == 0 || i > 4 || i == len(f) || f[i] != '$' {
		return 0, f
	}
	n, _ := strconv.Atoi(string(f[:i]))
	return n, f[i+1:]
}

const maxInt = 1<<31 - 1

func (s *spec) number(f []byte) (int, []byte) {
	n := 0
	for len(f) > 0 && isDigit(f[0]) {
		if n = n*10 + int(f[0]-'0'); n > maxInt {
			n, s.overflow = maxInt, true
		}
		f = f[1:]
	}
	return n, f
}

func parseLength(f []byte) (length, []byte) {
	if len(f) == 0 {
		return lenNone, f
	}
	twice := len(f) > 1 && f[1] == f[0]
	switch f[0] {
	case 'h':
		if twice {
			return lenChar, f[2:]
		}
		return lenShort, f[1:]
	case 'l':
		if twice {
			return lenLongLong, f[2:]
		}
		return lenLong, f[1:]
	case 'L', 'q':
		return lenLongLong, f[1:]
	case 'z', 'Z':
		return lenSize, f[1:]
	case 't':
		return lenDiff, f[1:]
	case 'j':
		return lenMax, f[1:]
	}
	return lenNone, f
}
