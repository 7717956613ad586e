package verifier

import (
	"culprit/cfg"
	"culprit/cfg/clib"
)

// A conversion of scanf reads on as long as it can: a number ends before what is not a digit,
// a word before white space. A trace chooses each text by itself, so that the character
// behind may be one that the conversion before would have taken.

// scanned follows the conversions of a trace.
type scanned struct {
	taken func(b byte) bool // what the last conversion would have taken, nil if nothing
	rest  []clib.ScanPart   // of the current call
}

// contradicts reports whether an input begins with a character that the conversion before
// it would have taken, and goes on behind it.
func (s *scanned) contradicts(e *cfg.Edge, f *clib.Func, in *cfg.Input) bool {
	_, stored := e.Stmt.(*cfg.MemHavoc)
	_, result := e.Stmt.(*cfg.Havoc)
	switch {
	case !f.Input || f.State != clib.StreamState && f.State != clib.StdinState || !stored && !result:
		return false
	case f.Model == clib.Scan && result:
		if len(s.rest) > 0 { // text behind the last conversion of the call before, or one that failed
			s.taken = nil
		}
		s.rest = nil
		if e.Call.Formatted {
			s.rest, _ = clib.ScanParts(e.Call.Format)
		}
		return false
	case in == nil || result && f.Buffer() >= 0: // a length
		return false
	case f.Model != clib.Scan:
		for _, d := range s.rest { // text behind the last conversion
			if d.Conv == 0 {
				s.taken = nil
			}
		}
		s.rest = nil
		bad := s.taken != nil && (stored && s.first(in) || result && in.Value < 256 && s.taken(byte(in.Value)))
		s.taken = nil
		return bad
	}
	d := s.next()
	bad := s.taken != nil && (d.Conv == 'c' || d.Conv == '[') && s.first(in)
	s.taken = takes(d)
	return bad
}

// next is the conversion of the current call that stores next.
func (s *scanned) next() clib.ScanPart {
	for len(s.rest) > 0 {
		d := s.rest[0]
		s.rest = s.rest[1:]
		switch {
		case d.Conv == 0:
			s.taken = nil
		case d.Suppress:
			s.taken = takes(d)
		case d.Conv != 'n':
			return d
		}
	}
	return clib.ScanPart{}
}

// takes is which characters behind it a conversion would have taken, nil if there is none.
func takes(d clib.ScanPart) func(byte) bool {
	switch {
	case d.Width != clib.None:
	case d.Conv == 's':
		return func(b byte) bool { return !clib.IsSpace(b) }
	case d.Conv == '[':
		return func(b byte) bool { return d.Set[b] }
	case d.Conv != 0 && d.Conv != 'c' && d.Conv != 'n':
		return func(b byte) bool { return '0' <= b && b <= '9' }
	}
	return nil
}

// first reports whether the first character that matters would have been taken: of a line
// not all do.
func (s *scanned) first(in *cfg.Input) bool {
	least, found := uint64(0), false
	for at := range in.Mem {
		if !found || at < least {
			least, found = at, true
		}
	}
	return found && s.taken(in.Mem[least])
}
