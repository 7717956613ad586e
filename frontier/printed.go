package frontier

import (
	"bytes"
	"strconv"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/logic"
)

// expected is the condition that a call prints what was expected of it: that
// each integer and character of its format is the one that is there. The
// words of other conversions are passed over, for nothing is known about them,
// so that the condition may be too weak: an execution judges. It is False where
// the literal text of the call was not expected, and True where nothing follows.
func (w *walker) expected(i *cfg.Instance, text []byte) logic.T {
	s, ok := i.Edge.Stmt.(*cfg.Lib)
	if !ok {
		return logic.True
	}
	lib := clib.Lookup(s.Func)
	if lib == nil {
		return logic.True
	}
	switch lib.Prints {
	case clib.CharOutput:
		if len(s.Args) == 0 || len(text) == 0 {
			return logic.False
		}
		return w.equal(w.expr(s.Args[0]), 1, uint64(text[0]))
	case clib.FormatOutput:
		at := lib.FormatOf(clib.Printf)
		if at < 0 || at >= len(s.Args) {
			return logic.True
		}
		return w.formatted(s.Args[at:], w.string(i, w.Eval(w.expr(s.Args[at]))), text)
	}
	return logic.True
}

// string is the text at an address, as an instance read it.
func (w *walker) string(i *cfg.Instance, addr uint64) []byte {
	at := map[uint64]byte{}
	for _, r := range i.Reads {
		if r.Var == nil && r.Size == 1 {
			at[r.Addr] = byte(r.Value)
		}
	}
	var out []byte
	for at[addr] != 0 {
		out = append(out, at[addr])
		addr++
	}
	return out
}

// formatted reads the expected text by a format; args begin with the format.
func (w *walker) formatted(args []cfg.Expr, format, text []byte) logic.T {
	var conds []logic.T
	k := 0
	for len(format) > 0 {
		literal, rest, found := bytes.Cut(format, []byte{'%'})
		switch {
		case bytes.HasPrefix(text, literal):
			text = text[len(literal):]
		case bytes.HasPrefix(bytes.TrimRight(literal, " \t\r\n"), bytes.TrimRight(text, " \t\r\n")):
			return w.TB.And(conds...) // the expected text ends here
		default:
			return logic.False
		}
		if !found {
			break
		}
		spec, tail := clib.ReadPrint(rest)
		format = tail
		if spec.Conv == '%' {
			text = bytes.TrimPrefix(text, []byte{'%'})
			if spec.Conv == 0 {
				break
			}
			continue
		}
		k++
		if spec.Conv == 0 || k >= len(args) || spec.Arg > 0 || spec.Width == clib.Star || spec.Prec == clib.Star {
			break
		}
		arg := w.expr(args[k])
		switch spec.Conv {
		case 'c':
			if len(text) == 0 {
				return logic.False
			}
			conds = append(conds, w.equal(arg, 1, uint64(text[0])))
			text = text[1:]
		case 'd', 'i', 'u':
			v, rest, ok := leadingInteger(bytes.TrimLeft(text, " "))
			if !ok {
				return logic.False
			}
			conds = append(conds, w.equal(arg, spec.Length.Bytes(w.Prog.PtrBits/8), uint64(v)))
			text = rest
		default:
			text = bytes.TrimLeft(text, " ")
			if n := bytes.IndexAny(text, " \t\r\n"); n >= 0 {
				text = text[n:]
			} else {
				text = nil
			}
			if next, _, _ := bytes.Cut(format, []byte{'%'}); len(next) > 0 && !bytes.HasPrefix(text, next) {
				return w.TB.And(conds...)
			}
		}
	}
	return w.TB.And(conds...)
}

// leadingInteger reads a decimal number at the beginning of a text.
func leadingInteger(text []byte) (v int64, rest []byte, ok bool) {
	n := 0
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || n == 0 && (text[n] == '-' || text[n] == '+')) {
		n++
	}
	v, err := strconv.ParseInt(string(text[:n]), 10, 64)
	return v, text[n:], err == nil
}

// equal is that an argument has a value in its low bytes.
func (w *walker) equal(arg logic.T, size int, v uint64) logic.T {
	if w.TB.Sort(arg).Kind != logic.SBV {
		return logic.True
	}
	if 8*size < w.TB.Width(arg) {
		arg = w.TB.Extract(8*size-1, 0, arg)
	}
	return w.TB.Eq(arg, w.TB.BV(w.TB.Width(arg), cfg.Mask(v, w.TB.Width(arg))))
}
