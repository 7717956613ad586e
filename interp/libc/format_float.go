package libc

import (
	"bytes"
	"math"
	"strconv"

	"culprit/cfg/clib"
)

// float prints a floating conversion.
func (f *formatter) float(s *clib.PrintSpec) {
	v := f.real(s)
	sign := byte(0)
	if v.negative() {
		sign, v = '-', v.abs()
	} else if s.Plus {
		sign = '+'
	} else if s.Space {
		sign = ' '
	}
	big := 'A' <= s.Conv && s.Conv <= 'Z'
	var start [3]byte
	prefix := start[:0]
	if sign != 0 {
		prefix = append(prefix, sign)
	}
	if v.isInf() || v.isNaN() {
		d := []byte("inf")
		if v.isNaN() {
			d = []byte("nan")
		}
		if big {
			upper(d)
		}
		f.field(s, append(prefix, d...))
		return
	}
	var d []byte      // digits with point and exponent
	zeros, at := 0, 0 // zeros to insert at index at of d
	switch s.Conv | 0x20 {
	case 'a':
		prefix = append(prefix, '0', 'x')
		d, zeros, at = hexFloat(v, s)
		if big {
			upper(prefix)
		}
	default:
		d, zeros, at = decimalFloat(v, s)
	}
	if big {
		upper(d)
	}
	pad := s.Width - len(prefix) - len(d) - zeros
	if !s.Minus && !s.Zero {
		f.out.pad(' ', pad)
	}
	f.out.write(prefix...)
	if !s.Minus && s.Zero {
		f.out.pad('0', pad)
	}
	f.out.write(d[:at]...)
	f.out.pad('0', zeros)
	f.out.write(d[at:]...)
	if s.Minus {
		f.out.pad(' ', pad)
	}
}

// decimalFloat renders e, f and g. The zeros belong before index at.
func decimalFloat(v printed, s *clib.PrintSpec) (d []byte, zeros, at int) {
	prec := s.Prec
	if prec < 0 {
		prec = 6
	}
	conv := s.Conv | 0x20
	strip := false
	if conv == 'g' {
		prec = max(prec, 1)
		x := 0
		if !v.isZero() {
			e := v.append(nil, 'e', min(prec-1, v.exactDigits()))
			x, _ = strconv.Atoi(string(e[bytes.IndexByte(e, 'e')+1:]))
		}
		strip = !s.Alt
		if x < -4 || x >= prec {
			conv, prec = 'e', prec-1
		} else {
			conv, prec = 'f', prec-1-x
		}
	}
	zeros = max(0, prec-v.exactDigits())
	d = v.append(make([]byte, 0, 40), conv, prec-zeros)
	at = len(d)
	if i := bytes.IndexByte(d, 'e'); i >= 0 {
		at = i
	}
	var tail [8]byte
	exp := append(tail[:0], d[at:]...)
	d = d[:at]
	switch {
	case strip && prec > 0:
		zeros = 0
		for d[len(d)-1] == '0' {
			d = d[:len(d)-1]
		}
		if d[len(d)-1] == '.' {
			d = d[:len(d)-1]
		}
	case s.Alt && prec == 0:
		d = append(d, '.')
	}
	return append(d, exp...), zeros, len(d)
}

// hexFloat renders a without the prefix. The leading digit of a double is 1,
// or 0 for a subnormal number; a long double shows the first four of its 64
// mantissa bits there.
func hexFloat(v printed, s *clib.PrintSpec) (d []byte, zeros, at int) {
	var m uint64 // mantissa: lead digit above the n hexadecimal digits
	digits, exp := 13, 0
	if v.long {
		digits = 15
		if m = v.l.Sig; m != 0 {
			exp = max(v.l.Exp(), 1) - 16383 - 3
		}
	} else {
		b := math.Float64bits(v.d)
		switch m, exp = b&(1<<52-1), int(b>>52); {
		case exp != 0:
			m, exp = m|1<<52, exp-1023
		case m != 0:
			exp = -1022
		}
	}
	if s.Prec >= 0 && s.Prec < digits {
		cut := uint(4 * (digits - s.Prec))
		rest := m & (1<<cut - 1)
		half := uint64(1) << (cut - 1)
		kept := m >> cut
		if rest > half || rest == half && kept&1 == 1 {
			kept++
		}
		if v.long && kept>>uint(4*s.Prec) == 16 {
			kept, exp = kept>>4, exp+4
			// 0xf.f rounds up to 0x1 with a larger exponent.
		}
		m, digits = kept, s.Prec
	}
	lead := m
	if digits < 16 {
		lead = m >> uint(4*digits)
	}
	d = strconv.AppendUint(nil, lead, 16)
	var tail []byte
	for i := digits - 1; i >= 0; i-- {
		tail = append(tail, "0123456789abcdef"[m>>uint(4*i)&15])
	}
	if s.Prec < 0 {
		for len(tail) > 0 && tail[len(tail)-1] == '0' {
			tail = tail[:len(tail)-1]
		}
	}
	zeros = max(0, s.Prec-len(tail))
	if len(tail) > 0 || zeros > 0 || s.Alt {
		d = append(d, '.')
	}
	d = append(d, tail...)
	at = len(d)
	d = append(d, 'p')
	if exp >= 0 {
		d = append(d, '+')
	}
	return strconv.AppendInt(d, int64(exp), 10), zeros, at
}
