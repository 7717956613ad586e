package interp

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io"
	"maps"
	"os"
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

// tape is a sequence of bytes that grows at its end and is read anywhere. What
// exceeds a limit goes to a temporary file.
type tape struct {
	buf     []byte // the end
	spilled uint64 // bytes before buf, in file
	file    *os.File
	limit   int  // of buf in bytes; 0: maxTape
	failed  bool // the file cannot be written: buf grows
}

func (t *tape) size() uint64 { return t.spilled + uint64(len(t.buf)) }

func (t *tape) append(b ...byte) {
	t.buf = append(t.buf, b...)
	t.check()
}

// appendUvarint appends a kind and a number.
func (t *tape) appendUvarint(kind byte, v uint64) {
	t.buf = binary.AppendUvarint(append(t.buf, kind), v)
	t.check()
}

func (t *tape) check() {
	limit := t.limit
	limit = cmp.Or(limit, maxTape)
	if len(t.buf) > limit {
		t.spill()
	}
}

// spill moves the buffer to the file. Where the system allows it, the file has
// no name from the start, so that it cannot be left behind.
func (t *tape) spill() {
	if t.failed {
		return
	}
	if t.file == nil {
		f, err := os.CreateTemp("", "culprit-*.tape")
		if err != nil {
			t.failed = true
			return
		}
		os.Remove(f.Name()) // where this is impossible, close does it
		t.file = f
	}
	if _, err := t.file.WriteAt(t.buf, int64(t.spilled)); err != nil {
		t.failed = true
		return
	}
	t.spilled += uint64(len(t.buf))
	t.buf = t.buf[:0]
}

// close gives the file up; the tape can no longer be read.
func (t *tape) close() error {
	if t.file == nil {
		return nil
	}
	err := t.file.Close()
	os.Remove(t.file.Name())
	t.file = nil
	return err
}

// tapeReader is a position on a tape.
type tapeReader struct {
	pos   uint64
	chunk []byte // bytes of the file
	start uint64 // position of chunk
}

// tapeChunk is how many bytes are read from the file at once.
const tapeChunk = 1 << 14

// byte reads one byte, which must exist.
func (r *tapeReader) byte(t *tape) byte {
	p := r.pos
	r.pos++
	if p >= t.spilled {
		return t.buf[p-t.spilled]
	}
	if p-r.start >= uint64(len(r.chunk)) {
		if r.chunk == nil {
			r.chunk = make([]byte, tapeChunk)
		}
		n := min(tapeChunk, t.spilled-p)
		r.chunk, r.start = r.chunk[:n], p
		if _, err := t.file.ReadAt(r.chunk, int64(p)); err != nil {
			panic("interp: the file of a recording cannot be read: " + err.Error())
		}
	}
	return r.chunk[p-r.start]
}

func (r *tapeReader) uvarint(t *tape) uint64 {
	var b [binary.MaxVarintLen64]byte
	for i := range b {
		if b[i] = r.byte(t); b[i] < 0x80 {
			v, _ := binary.Uvarint(b[:i+1])
			return v
		}
	}
	panic("interp: the file of a recording is damaged")
}
