package clib

// The language of scanf formats.

// ScanSpec is one conversion specification of scanf.
type ScanSpec struct {
	Text     []byte // as written, without the '%'
	Suppress bool
	Alloc    bool // the m that allocates
	Width    int  // or None
	Length   Length
	Conv     byte       // 0 at the end of the format
	Set      *[256]bool // characters that a '[' accepts
	Broken   bool       // the set has no end
}

// Wide reports whether a specification is of wide characters.
func (s *ScanSpec) Wide() bool {
	return s.Conv == 'C' || s.Conv == 'S' || s.Length == LenLong && (s.Conv == 'c' || s.Conv == 's' || s.Conv == '[')
}

// ReadScan reads a specification after its '%' and returns the rest.
func ReadScan(f []byte) (s ScanSpec, rest []byte) {
	start := f
	s.Width = None
	for len(f) > 0 && (f[0] == '*' || f[0] == '\'' || f[0] == 'I') {
		s.Suppress = s.Suppress || f[0] == '*'
		f = f[1:]
	}
	if len(f) > 0 && isDigit(f[0]) {
		if s.Width, _, f = number(f); s.Width == 0 {
			s.Width = None
		}
	}
	if len(f) > 0 && f[0] == 'm' {
		s.Alloc = true
		f = f[1:]
	}
	s.Length, f = readLength(f)
	if len(f) > 0 {
		s.Conv, f = f[0], f[1:]
	}
	if s.Conv == '[' {
		f = s.readSet(f)
	}
	s.Text = start[:len(start)-len(f)]
	return s, f
}

// readSet reads the set of a '['.
func (s *ScanSpec) readSet(f []byte) []byte {
	s.Set = new([256]bool)
	not := false
	if len(f) > 0 && f[0] == '^' {
		not, f = true, f[1:]
	}
	first := true
	for i := 0; ; i++ {
		if i >= len(f) {
			s.Broken = true
			return nil
		}
		b := f[i]
		switch {
		case b == ']' && !first:
			if not {
				for j := range s.Set {
					s.Set[j] = !s.Set[j]
				}
			}
			return f[i+1:]
		case b == '-' && !first && i+1 < len(f) && f[i+1] != ']' && f[i-1] <= f[i+1]:
			for x := int(f[i-1]); x < int(f[i+1]); x++ {
				s.Set[x] = true
			}
		default:
			s.Set[b] = true
		}
		first = false
	}
}

// ScanPart is a part of a scanf format: white space, a character that must
// follow, or a specification.
type ScanPart struct {
	Literal byte // if Conv is 0 and Space is not set
	Space   bool
	ScanSpec
}

// ScanParts takes a scanf format apart. ok is false if a specification has no end. A
// "%%" is white space and the character.
func ScanParts(format string) (parts []ScanPart, ok bool) {
	for f := []byte(format); len(f) > 0; {
		if b := f[0]; b != '%' {
			parts, f = append(parts, ScanPart{Literal: b, Space: IsSpace(b)}), f[1:]
			continue
		}
		var s ScanSpec
		s, f = ReadScan(f[1:])
		switch {
		case s.Conv == 0 || s.Broken:
			return nil, false
		case s.Conv == '%':
			parts = append(parts, ScanPart{Literal: ' ', Space: true}, ScanPart{Literal: '%'})
		default:
			parts = append(parts, ScanPart{ScanSpec: s})
		}
	}
	return parts, true
}

// IsSpace reports whether a character is white space to scanf.
func IsSpace(b byte) bool { return b == ' ' || 9 <= b && b <= 13 }
