package interp

import (
	"bytes"
	"math"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/interp/libc"
)

// Ask answers a question from the C library: what a function of numbers
// returns, what a conversion of printf prints, or which number digits are. ok is
// false if the library does not say, or the answer is a NaN, whose bits C leaves
// open.
func Ask(q *cfg.Question, args []uint64, ptrBits int) (a cfg.Answer, ok bool) {
	if q.Func == clib.Digits {
		return digits(args)
	}
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

// spelled reports whether a Havoc stands for the number that digits are.
func spelled(s *cfg.Havoc) bool { return s.Asks != nil && s.Asks.Func == clib.Digits }

// number is what digits answers, as an expression.
func number(text []cfg.Expr) cfg.Expr {
	word := cfg.BV(64)
	konst := func(v uint64) cfg.Expr { return &cfg.Const{T: word, V: v} }
	bin := func(op cfg.Op, x, y cfg.Expr) cfg.Expr { return &cfg.Binary{Op: op, T: word, X: x, Y: y} }
	n := konst(0)
	for _, b := range text {
		d := bin(cfg.Sub, &cfg.Cast{Op: cfg.ZExt, T: word, X: b}, konst('0'))
		is := cfg.Compare(cfg.ULt, d, konst(10))
		n = bin(cfg.Add, bin(cfg.Mul, n, &cfg.Ite{Cond: is, Then: konst(10), Else: konst(1)}), &cfg.Ite{Cond: is, Then: d, Else: konst(0)})
	}
	return n
}

// digits is the number that a text begins with.
func digits(text []uint64) (a cfg.Answer, ok bool) {
	n := 0
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		if n == clib.MaxDigits-1 {
			return a, false
		}
		a.Value = a.Value*10 + text[n] - '0'
		n++
	}
	return a, true
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
