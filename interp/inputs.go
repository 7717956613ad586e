package interp

import (
	"bytes"
	"encoding/binary"
	"io"
	"maps"
	"slices"
	"sync"

	"culprit/cfg"
)

// stdin is a position in standard input. Copies read the same bytes.
type stdin struct {
	*source
	pos int
}

// source is what was read of an input so far.
type source struct {
	mu   sync.Mutex
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
	s.mu.Lock()
	defer s.mu.Unlock()
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
	read tapeReader
}

// answers are what a source said so far. Each answer is one record on the
// tape: 0 for no input left; 1 and a value; 2, the number of bytes and each
// with its distance from the one before; 3 and an index.
type answers struct {
	mu   sync.Mutex
	src  InputSource
	tape tape
}

const (
	noAnswer = iota
	valueAnswer
	memoryAnswer
	choiceAnswer
)

func newMemo(src InputSource) *memo { return &memo{answers: &answers{src: src}} }

// fork copies the part of a configuration that has a state.
func (c *RunConfig) fork() *RunConfig {
	if m, ok := c.Inputs.(*memo); ok {
		d := *c
		d.Inputs = &memo{m.answers, tapeReader{pos: m.read.pos}}
		return &d
	}
	return c
}

// known reports whether the next answer is on the tape.
func (m *memo) known() bool { return m.read.pos < m.tape.size() }

// next decodes an answer that is known. An answer to another kind of question,
// which only a run that was forced can meet, is taken as a number.
func (m *memo) next() (kind, v uint64, mem map[uint64]byte) {
	kind = m.read.uvarint(&m.tape)
	switch kind {
	case valueAnswer, choiceAnswer:
		v = m.read.uvarint(&m.tape)
	case memoryAnswer:
		v = m.read.uvarint(&m.tape)
		mem = make(map[uint64]byte, v)
		addr := uint64(0)
		for range v {
			addr += m.read.uvarint(&m.tape)
			mem[addr] = byte(m.read.uvarint(&m.tape))
		}
	}
	return kind, v, mem
}

// Value implements InputSource.
func (m *memo) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known() {
		kind, v, _ := m.next()
		return v, kind != noAnswer
	}
	v, ok := m.src.Value(e, h)
	if ok {
		m.tape.appendUvarint(valueAnswer, v)
	} else {
		m.tape.append(noAnswer)
	}
	m.read.pos = m.tape.size()
	return v, ok
}

// Memory implements InputSource.
func (m *memo) Memory(e *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known() {
		kind, _, mem := m.next()
		return mem, kind != noAnswer
	}
	mem, ok := m.src.Memory(e, addr, size)
	if !ok {
		m.tape.append(noAnswer)
	} else {
		out := binary.AppendUvarint([]byte{memoryAnswer}, uint64(len(mem)))
		last := uint64(0)
		for _, a := range slices.Sorted(maps.Keys(mem)) {
			out = binary.AppendUvarint(out, a-last)
			out = binary.AppendUvarint(out, uint64(mem[a]))
			last = a
		}
		m.tape.append(out...)
	}
	m.read.pos = m.tape.size()
	return mem, ok
}

// Choose implements Chooser.
func (m *memo) Choose(enabled []*cfg.Edge) int {
	ch, ok := m.src.(Chooser)
	if !ok {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known() {
		_, v, _ := m.next()
		return int(min(v, uint64(len(enabled)-1)))
	}
	i := ch.Choose(enabled)
	m.tape.appendUvarint(choiceAnswer, uint64(i))
	m.read.pos = m.tape.size()
	return i
}
