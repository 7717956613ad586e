package interp

import (
	"bytes"
	"math"
	"strings"

	"culprit/cfg"
	"culprit/interp/libc"
)

// Ask answers a question from the C library: what a function of numbers
// returns, or what a conversion of printf prints. ok is false if the library
// does not say, or the answer is a NaN, whose bits C leaves open.
func Ask(q *cfg.Question, args []uint64, ptrBits int) (a cfg.Answer, ok bool) {
	var vals []libc.Value
	for i, x := range q.Args {
		t := x.Type()
		if t.Kind == cfg.Float && math.IsNaN(cfg.FloatValue(args[i], t.Width())) {
			return a, false
		}
		vals = append(vals, libc.Value{Bits: args[i], Float: t.Kind == cfg.Float, Width: t.Width()})
	}
	name := q.Func
	var out bytes.Buffer
	format := strings.HasPrefix(name, "%")
	if format {
		name = "printf"
		ptrBits = 64 // integers are passed widened, which there is harmless
		vals = append([]libc.Value{{Bits: questionText, Width: ptrBits}}, vals...)
	}
	fn := libc.Lookup(name)
	if fn == nil {
		return a, false
	}
	v, err := libc.New(libc.Config{Stdout: &out, Output: 1 << 16}).Call(fn, &questionMemory{text: q.Func + "\x00", ptr: ptrBits / 8}, vals)
	switch {
	case err != nil:
		return a, false
	case format:
		return cfg.Answer{Value: uint64(out.Len()), Text: out.Bytes()}, int64(int32(v.Bits)) == int64(out.Len())
	}
	return cfg.Answer{Value: v.Bits}, !v.Float || !math.IsNaN(cfg.FloatValue(v.Bits, v.Width))
}

// questionText is where a question's format lies.
const questionText = 0x1000

// questionMemory is the memory of a question: its text alone.
type questionMemory struct {
	text  string
	ptr   int
	errno int32
}

// Load implements libc.Memory.
func (m *questionMemory) Load(addr uint64, p []byte) bool {
	i := addr - questionText
	if i > uint64(len(m.text)) || uint64(len(p)) > uint64(len(m.text))-i {
		return false
	}
	copy(p, m.text[i:])
	return true
}

// LoadRaw implements libc.Memory.
func (m *questionMemory) LoadRaw(addr uint64, p []byte) bool { return m.Load(addr, p) }

// Store implements libc.Memory.
func (m *questionMemory) Store(uint64, []byte) bool { return false }

// PtrBytes implements libc.Memory.
func (m *questionMemory) PtrBytes() int { return m.ptr }

// Alloc implements libc.Memory.
func (m *questionMemory) Alloc(uint64) (uint64, bool) { return 0, false }

// Free implements libc.Memory.
func (m *questionMemory) Free(uint64) bool { return false }

// Static implements libc.Memory.
func (m *questionMemory) Static(uint64) (uint64, bool) { return 0, false }

// Errno implements libc.Memory.
func (m *questionMemory) Errno() int32 { return m.errno }

// SetErrno implements libc.Memory.
func (m *questionMemory) SetErrno(v int32) { m.errno = v }
