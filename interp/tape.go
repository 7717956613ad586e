package interp

import (
	"cmp"
	"encoding/binary"
	"os"
)

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
