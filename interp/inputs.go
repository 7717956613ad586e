package interp

import (
	"bytes"
	"io"

	"culprit/cfg"
)

// stdin is a position in standard input. Copies read the same bytes.
type stdin struct {
	*source
	pos int
}

// source is what was read of an input so far.
type source struct {
	r    io.Reader
	data []byte
	err  error
}

func newStdin(r io.Reader) stdin {
	if r == nil {
		r = bytes.NewReader(nil)
	}
	return stdin{source: &source{r: r}}
}

// again is a reader of the same input from its start: numbers for functions
// without body and the C library do not share a position.
func (s *stdin) again() *stdin { return &stdin{source: s.source} }

// Read implements io.Reader.
func (s *stdin) Read(p []byte) (int, error) {
	if s.pos == len(s.data) && s.err == nil {
		var chunk [4096]byte
		n, err := s.r.Read(chunk[:])
		s.data = append(s.data, chunk[:n]...)
		s.err = err
	}
	n := copy(p, s.data[s.pos:])
	s.pos += n
	if n == 0 && len(p) > 0 {
		return 0, s.err
	}
	return n, nil
}

// ReadByte implements io.ByteReader.
func (s *stdin) ReadByte() (byte, error) {
	var b [1]byte
	_, err := io.ReadFull(s, b[:])
	return b[0], err
}

// ReadRune implements io.RuneReader; a byte is a rune.
func (s *stdin) ReadRune() (rune, int, error) {
	b, err := s.ReadByte()
	if err != nil {
		return 0, 0, err
	}
	return rune(b), 1, nil
}

// UnreadRune implements io.RuneScanner.
func (s *stdin) UnreadRune() error {
	s.pos--
	return nil
}

// memo is an InputSource that gives copies of a run the same answers: the
// n-th question of any copy has the n-th answer.
type memo struct {
	*answers
	asked int
}

type answers struct {
	src  InputSource
	list []answer
}

type answer struct {
	ok    bool
	value uint64
	mem   map[uint64]byte
	pick  int
}

func newMemo(src InputSource) *memo { return &memo{answers: &answers{src: src}} }

// fork copies the part of a configuration that has a state.
func (c *RunConfig) fork() *RunConfig {
	if m, ok := c.Inputs.(*memo); ok {
		d, f := *c, *m
		d.Inputs = &f
		return &d
	}
	return c
}

func (m *memo) next(ask func() answer) answer {
	if m.asked == len(m.list) {
		m.list = append(m.list, ask())
	}
	m.asked++
	return m.list[m.asked-1]
}

// Value implements InputSource.
func (m *memo) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	a := m.next(func() answer {
		v, ok := m.src.Value(e, h)
		return answer{value: v, ok: ok}
	})
	return a.value, a.ok
}

// Memory implements InputSource.
func (m *memo) Memory(e *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	a := m.next(func() answer {
		b, ok := m.src.Memory(e, addr, size)
		return answer{mem: b, ok: ok}
	})
	return a.mem, a.ok
}

// Choose implements Chooser.
func (m *memo) Choose(enabled []*cfg.Edge) int {
	ch, ok := m.src.(Chooser)
	if !ok {
		return 0
	}
	a := m.next(func() answer { return answer{pick: ch.Choose(enabled), ok: true} })
	return min(a.pick, len(enabled)-1)
}
