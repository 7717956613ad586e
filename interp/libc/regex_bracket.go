package libc

import "bytes"

// element is what stands in brackets: a byte, or a set.
type element struct {
	b   byte
	set *byteSet
}

// bracket reads an expression in brackets, whose first bracket was the last token.
func (r *regParser) bracket() *byteSet {
	set := &byteSet{}
	r.begun()
	not := r.text[r.at] == '^'
	if not {
		r.at++
		if r.lines {
			set.add('\n')
		}
		r.begun()
	}
	for first := true; first || r.left() != ']'; first = false {
		low := r.element(first)
		if low.set != nil {
			for i := range set {
				set[i] |= low.set[i]
			}
			r.left()
			continue
		}
		high := low
		if bytes.HasPrefix(r.text[r.at:], []byte("---")) {
			r.element(true)
		}
		if r.left() == '-' && r.at+1 < len(r.text) && r.text[r.at+1] != ']' {
			r.at++
			high = r.element(true)
			if high.set != nil || low.b > high.b {
				r.fail(regRange)
			}
			r.left()
		} else if r.left() == '-' && r.at+1 >= len(r.text) {
			r.fail(regBracket)
		}
		for b := int(low.b); b <= int(high.b); b++ {
			set.add(byte(b))
		}
	}
	r.at++
	if not {
		set.invert()
	}
	return set
}

// begun checks that something follows the first bracket.
func (r *regParser) begun() {
	if r.at >= len(r.text) {
		r.fail(regBadPat)
	}
}

// left is the next byte.
func (r *regParser) left() byte {
	if r.at >= len(r.text) {
		r.fail(regBracket)
	}
	return r.text[r.at]
}

// element reads a byte, a class, or a collating element. A dash stands for itself
// where it is allowed, and else only before the last bracket.
func (r *regParser) element(dash bool) element {
	b := r.left()
	r.at++
	switch {
	case b == '-' && bytes.HasPrefix(r.text[r.at:], []byte("--")):
		panic(regFailure{refused: "three dashes in brackets"}) // one, or a range
	case b == '-' && !dash:
		if r.left() != ']' {
			r.fail(regRange)
		}
	case b == '[' && r.at < len(r.text) && bytes.IndexByte([]byte(":.="), r.text[r.at]) >= 0:
		return r.named(r.text[r.at])
	}
	return element{b: r.fold(b)}
}

// classes are the names of sets of characters.
var classes = []string{"alpha", "digit", "alnum", "upper", "lower", "space", "blank", "punct", "print", "graph", "cntrl", "xdigit"}

// named reads a name between a bracket with a sign and that sign with a bracket.
func (r *regParser) named(sign byte) element {
	r.at++
	n := bytes.Index(r.text[r.at:], []byte{sign, ']'})
	if n < 0 || n >= 32 {
		r.fail(regBracket)
	}
	name := string(r.text[r.at : r.at+n])
	r.at += n + 2
	if sign != ':' {
		if len(name) != 1 {
			r.fail(regCollate)
		}
		e := element{b: r.fold(name[0])}
		if sign == '=' {
			e.set = &byteSet{}
			e.set.add(e.b)
		}
		return e
	}
	if r.ignore && (name == "upper" || name == "lower") {
		name = "alpha"
	}
	set := &byteSet{}
	for _, c := range classes {
		if c != name {
			continue
		}
		for b := range 128 {
			if inClass(name, byte(b)) {
				set.add(byte(b))
			}
		}
		return element{set: set}
	}
	r.fail(regClass)
	return element{}
}

// inClass reports whether a byte is in a class of the C locale.
func inClass(name string, b byte) bool {
	lower, upper, digit := 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9'
	graph := '!' <= b && b <= '~'
	switch name {
	case "alpha":
		return lower || upper
	case "digit":
		return digit
	case "alnum":
		return lower || upper || digit
	case "upper":
		return upper
	case "lower":
		return lower
	case "space":
		return b == ' ' || '\t' <= b && b <= '\r'
	case "blank":
		return b == ' ' || b == '\t'
	case "punct":
		return graph && !lower && !upper && !digit
	case "print":
		return graph || b == ' '
	case "graph":
		return graph
	case "cntrl":
		return b < ' ' || b == 127
	case "xdigit":
		return digit || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F'
	}
	return false
}
