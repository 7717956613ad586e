package harness

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// scanner writes the text that makes the calls of scanf in a trace read the
// values of the trace.
type scanner struct {
	out   []byte
	any   bool
	rest  []clib.ScanPart // of the current call
	left  int             // conversions of the current call that succeed
	fails bool            // the current call ends at a conversion that fails
	ended bool            // no input follows
	loose []string
}

// text is the whole input, nil if the program reads none.
func (s *scanner) text() []byte {
	if !s.any {
		return nil
	}
	return append(s.out, '\n')
}

func (s *scanner) lose(e *cfg.Edge, format string, args ...any) {
	s.loose = append(s.loose, fmt.Sprintf("the input of %s at %v: %s", callee(e), e.Pos, fmt.Sprintf(format, args...)))
}

// parseFormat takes the format of a call apart, if it is known.
func parseFormat(call *cfg.CallSite) ([]clib.ScanPart, bool) {
	if call == nil || !call.Formatted || strings.Contains(call.Format, "\x00") {
		return nil, false
	}
	return clib.ScanParts(call.Format)
}

// begin starts a call: what it returns tells how many conversions succeed.
func (s *scanner) begin(in *cfg.Input, e *cfg.Edge) {
	ds, ok := parseFormat(e.Call)
	if !ok {
		s.lose(e, "its format is not known")
	}
	count := 0
	for _, d := range ds {
		if d.Conv != 0 && !d.Suppress {
			count++
		}
	}
	n := int(int32(in.Value))
	if s.ended && n >= 0 {
		s.lose(e, "it comes after the end of the input")
	}
	s.rest, s.left, s.any, s.fails = ds, max(n, 0), true, n < count
	switch {
	case n < 0:
		s.ended = true
	case n == 0 && s.fails:
		s.fail(e)
	}
	if n > count && ok {
		s.lose(e, "it reads %d values and returns %d in the trace", count, n)
	}
}

// value serves one conversion of a call.
func (s *scanner) value(in *cfg.Input, e *cfg.Edge, m *cfg.MemHavoc) {
	for len(s.rest) > 0 {
		d := s.rest[0]
		s.rest = s.rest[1:]
		switch {
		case d.Conv == 0:
			s.plain(d.Literal)
		case d.Suppress:
			s.lose(e, "a conversion that is skipped")
		default:
			s.convert(d.Conv, in, e, m)
			s.left--
			if s.left == 0 && s.fails {
				s.fail(e)
				return
			}
			s.trailing()
			return
		}
	}
}

// fail writes what no number begins with, at which a conversion fails.
func (s *scanner) fail(e *cfg.Edge) {
	for _, d := range s.rest {
		if d.Conv == 0 && d.Space {
			continue
		}
		if strings.IndexByte("diouxXfeEgGaA", d.Conv) < 0 || s.ended {
			s.lose(e, "a conversion of %%%c that fails", d.Conv)
		}
		break
	}
	s.out = append(s.out, " ?"...)
	s.ended, s.rest = true, nil
}

func (s *scanner) plain(b byte) {
	if clib.IsSpace(b) {
		b = '\n'
	}
	s.out = append(s.out, b)
}

// trailing writes the text after the last conversion.
func (s *scanner) trailing() {
	for _, d := range s.rest {
		if d.Conv != 0 {
			return
		}
	}
	for _, d := range s.rest {
		s.plain(d.Literal)
	}
	s.rest = nil
}

// convert writes the text of one value.
func (s *scanner) convert(conv byte, in *cfg.Input, e *cfg.Edge, m *cfg.MemHavoc) {
	size := uint64(0)
	if k, ok := m.Size.(*cfg.Const); ok {
		size = k.V
	}
	as := slices.Sorted(maps.Keys(in.Mem))
	base := uint64(0)
	if a, ok := m.Dst.(*cfg.AddrOf); ok {
		base = a.Obj.Addr
	} else if len(as) > 0 {
		base = as[0]
		if size == 1 || size == 2 || size == 4 || size == 8 {
			base &^= size - 1
		}
	}
	var v uint64
	for i := range min(size, 8) {
		v |= uint64(in.Mem[base+i]) << (8 * i)
	}
	switch conv {
	case 'c':
		if c := byte(v); len(s.out) > 0 && isDigit(s.out[len(s.out)-1]) && isDigit(c) {
			s.lose(e, "a digit after a number")
		}
		s.out = append(s.out, byte(v))
		return
	case 's':
		var b []byte
		for i := uint64(0); i < size && in.Mem[base+i] != 0; i++ {
			b = append(b, in.Mem[base+i])
		}
		if len(b) == 0 || strings.ContainsAny(string(b), " \t\n\v\f\r") {
			s.lose(e, "the string %q", b)
		}
		s.separate()
		s.out = append(s.out, b...)
		return
	}
	s.separate()
	s.number(conv, v, size, e)
}

// number writes a number of some bytes as a conversion reads it.
func (s *scanner) number(conv byte, v, size uint64, e *cfg.Edge) {
	switch conv {
	case 'd', 'i':
		s.out = strconv.AppendInt(s.out, cfg.SignExtend(v, max(int(8*min(size, 8)), 1)), 10)
	case 'u':
		s.out = strconv.AppendUint(s.out, v, 10)
	case 'x', 'X':
		s.out = strconv.AppendUint(s.out, v, 16)
	case 'o':
		s.out = strconv.AppendUint(s.out, v, 8)
	case 'f', 'e', 'g', 'a', 'F', 'E', 'G', 'A':
		f := math.Float64frombits(v)
		if size == 4 {
			f = float64(math.Float32frombits(uint32(v)))
		}
		if size > 8 {
			s.lose(e, "a long double")
		}
		if math.IsInf(f, 0) || math.IsNaN(f) {
			s.out = append(s.out, strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(f, 'g', -1, 64)), "+")...)
		} else {
			s.out = strconv.AppendFloat(s.out, f, 'g', -1, min(int(8*size), 64))
		}
	default:
		s.lose(e, "the conversion %%%c", conv)
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// separate ends a number before the next begins.
func (s *scanner) separate() {
	if n := len(s.out); n > 0 && strings.IndexByte(" \t\n", s.out[n-1]) < 0 {
		s.out = append(s.out, ' ')
	}
}
