package frontend

import (
	"strconv"
	"strings"
)

// directive is a part of a printf format: text that is printed as it is, or a
// conversion.
type directive struct {
	text   string // printed, if conv is 0; else the conversion as written
	conv   byte
	length string // "hh", "l", ...
	minus  bool
	sign   bool // of positive numbers, too: + or a space
	alt    bool
	width  amount
	prec   amount
}

// amount is a width or a precision.
type amount struct {
	given, star bool
	n           uint64
}

// printfFormat takes a printf format apart; ok is false if it cannot be read:
// conversions that C does not have, and numbered arguments.
func printfFormat(format string) (out []directive, ok bool) {
	literal := ""
	flush := func() {
		if literal != "" {
			out = append(out, directive{text: literal})
			literal = ""
		}
	}
	for i := 0; i < len(format); {
		if format[i] != '%' {
			literal += format[i : i+1]
			i++
			continue
		}
		d, n, ok := readDirective(format[i:])
		if !ok {
			return nil, false
		}
		i += n
		if d.conv == '%' {
			literal += "%"
			continue
		}
		flush()
		out = append(out, d)
	}
	flush()
	return out, true
}

// readDirective reads the conversion that s begins with, and says how long it
// is.
func readDirective(s string) (d directive, n int, ok bool) {
	i := 1
	for ; i < len(s); i++ {
		switch s[i] {
		case '-':
			d.minus = true
		case '+', ' ':
			d.sign = true
		case '#':
			d.alt = true
		case '0', '\'', 'I':
		default:
			goto width
		}
	}
width:
	number := func() (a amount, ok bool) {
		a.given = true
		from := i
		if i < len(s) && s[i] == '*' {
			a.star = true
			i++
			return a, i == len(s) || s[i] < '0' || s[i] > '9'
		}
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		if from == i {
			return a, true
		}
		n, err := strconv.ParseUint(s[from:i], 10, 31)
		a.n = n
		return a, err == nil
	}
	from := i
	if d.width, ok = number(); !ok {
		return d, 0, false
	}
	d.width.given = i > from
	if i < len(s) && s[i] == '.' {
		i++
		if d.prec, ok = number(); !ok {
			return d, 0, false
		}
	}
	from = i
	for i < len(s) && strings.IndexByte("hlLqjzZt", s[i]) >= 0 {
		i++
	}
	d.length = s[from:i]
	if i == len(s) || strings.IndexByte("diouxXeEfFgGaAcspnmCS%", s[i]) < 0 {
		return d, 0, false
	}
	d.conv, d.text = s[i], s[:i+1]
	return d, i + 1, true
}

// wide reports whether a conversion is of wide characters.
func (d directive) wide() bool {
	return d.conv == 'S' || d.conv == 'C' || (d.conv == 's' || d.conv == 'c') && d.length == "l"
}
