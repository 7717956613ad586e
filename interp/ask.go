package interp

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/internal/work"
	"culprit/interp/code"
	"culprit/interp/libc"
)

// Questions executes a program on a few simple inputs, and calls ask with each
// question to the library (cfg.Question) on the way and the values of its arguments:
// the execution goes on with the answer. What a program that computes with constants
// asks is all known then.
func Questions(prog *cfg.Program, clock *work.Clock, ask func(*cfg.Question, []uint64) (cfg.Answer, bool)) {
	c := compile(prog, code.Options{Own: code.Recursive(prog), Asks: true})
	if len(c.Asks) == 0 {
		return
	}
	for v := range uint64(2) { // an assumption may hold for one only
		m := newMachine(c, Constant{V: v}, Limits{Steps: maxAskSteps})
		m.ask = ask
		m.run()
		clock.Count(int(m.steps), work.Statement)
	}
}

// question asks the library for the next statement.
func (m *machine) question(s *code.AskSite) {
	args := make([]uint64, len(s.Args))
	for i, a := range s.Args {
		args[i] = cfg.Mask(m.reg[a], s.Question.Args[i].Type().Width())
	}
	m.answer = nil
	if a, ok := m.ask(s.Question, args); ok {
		m.answer = &a
	}
}

// answered writes the text that the library has answered to the size bytes at addr.
func (m *machine) answered(addr, size uint64) {
	if m.answer == nil {
		return
	}
	for i, b := range m.answer.Text[:min(size, uint64(len(m.answer.Text)))] {
		m.mem.setByte(addr+uint64(i), b)
	}
	m.answer = nil
}

// Ask answers a question from the C library (clib.Question). ok is false if the library
// does not say, or the answer is a NaN, whose bits C leaves open.
func Ask(q *cfg.Question, args []uint64, ptrBits int) (a cfg.Answer, ok bool) {
	of := clib.ParseQuestion(q.Func)
	if of.Name == clib.Digits {
		return digits(args)
	}
	c := asking{of: of, mem: questionMemory{ptr: ptrBits / 8}}
	if of.Prints() {
		c.mem.ptr = 8 // integers are passed widened, which there is harmless
		c.pass(questionFormat)
		c.mem.format = of.Format + "\x00"
	}
	fn := clib.Lookup(of.Name)
	if fn == nil {
		return a, false
	}
	if fn.ReadsStrings() && !of.Prints() {
		c.text(args)
		return c.answer(fn)
	}
	if fn.Pointers() && !of.Prints() {
		for i, x := range q.Args {
			c.mem.put(args[i], x.Type().Width()/8)
		}
		return c.answer(fn)
	}
	for i, x := range q.Args {
		t := x.Type()
		if t.Kind == cfg.Float && math.IsNaN(cfg.FloatValue(args[i], t.Width())) {
			return a, false
		}
		c.vals = append(c.vals, libc.Value{Bits: args[i], Float: t.Kind == cfg.Float, Width: t.Width()})
	}
	return c.answer(fn)
}

// extendedBits is the width of the sign and the exponent of a long double, which come
// behind its significand.
const extendedBits = 16

func isExtendedNaN(sig, se uint64) bool { return se&0x7fff == 0x7fff && sig<<1 != 0 }

// asking is the call of a function that answers a question.
type asking struct {
	of   clib.Question
	vals []libc.Value
	mem  questionMemory
	out  bytes.Buffer
}

// pass adds a pointer to the arguments.
func (c *asking) pass(p uint64) {
	c.vals = append(c.vals, libc.Value{Bits: p, Width: 8 * c.mem.ptr})
}

// text makes an argument of the text whose bytes, as words, a question has. It ends at a
// zero, or nobody knows how it goes on.
func (c *asking) text(words []uint64) {
	for _, w := range words {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], w)
		c.mem.text += string(b[:])
	}
	end := strings.IndexByte(c.mem.text, 0)
	if end >= 0 {
		c.mem.text = c.mem.text[:end+1]
	}
	c.pass(questionText)
	if c.of.Format != "" {
		c.mem.format = c.of.Format + "\x00"
		c.pass(questionFormat)
		for i := range c.of.Stored() {
			c.pass(questionResult + uint64(i)*resultRoom)
		}
	}
}

// answer calls the function.
func (c *asking) answer(fn *clib.Func) (a cfg.Answer, ok bool) {
	text, long := fn.ReadsStrings() && fn.Buffer() >= 0, fn.Result == 'D'
	switch {
	case c.of.Prints():
	case text: // the end of the number
		c.pass(questionResult)
	default:
		for i, p := range fn.Params {
			if p.Type == 'p' {
				c.pass(questionResult + uint64(i)*resultRoom)
			}
		}
	}
	if long {
		c.pass(questionResult + resultRoom)
	}
	f := libc.Lookup(fn.Name)
	if f == nil {
		return a, false
	}
	v, err := libc.New(libc.Config{Stdout: &c.out, Output: 1 << 16}).Call(f, &c.mem, c.vals)
	if err != nil {
		return a, false
	}
	stored := func(k, at int) uint64 { return binary.LittleEndian.Uint64(c.mem.results[k*resultRoom+at:]) }
	switch {
	case c.of.Prints():
		return cfg.Answer{Value: uint64(c.out.Len()), Text: c.out.Bytes()}, int64(int32(v.Bits)) == int64(c.out.Len())
	case c.of.About == clib.OfErrno:
		return cfg.Answer{Value: uint64(c.mem.errno)}, true
	case c.of.About == clib.OfEnd:
		return cfg.Answer{Value: cfg.Mask(stored(0, 0), 8*c.mem.ptr) - questionText}, text
	case c.of.About == clib.OfStored && c.of.Format != "":
		return c.stored(c.of.Index)
	case c.of.About == clib.OfStored:
		k := fn.Buffer()
		return cfg.Answer{Value: uint64(int32(stored(k, 4*c.of.Index)))}, c.mem.written[k] > 0
	case fn.Pointers() && !text && c.mem.errno != 0: // it failed
		return a, false
	case long:
		sig, se := stored(1, 0), cfg.Mask(stored(1, 8), extendedBits)
		if c.of.About == clib.OfHigh {
			return cfg.Answer{Value: se}, !isExtendedNaN(sig, se)
		}
		return cfg.Answer{Value: sig}, !isExtendedNaN(sig, se)
	}
	nan := v.Float && math.IsNaN(cfg.FloatValue(v.Bits, v.Width))
	if c.of.About == clib.OfNaN {
		if nan {
			a.Value = 1
		}
		return a, v.Float
	}
	return cfg.Answer{Value: v.Bits}, !nan
}

// stored is what scanf has stored by its argument k.
func (c *asking) stored(k int) (a cfg.Answer, ok bool) {
	n := c.mem.written[k]
	if n == 0 || n > 8 && strings.IndexByte("cs[", c.of.Stored()[k].Conv) < 0 { // or a long double
		return a, false
	}
	b := c.mem.results[k*resultRoom : (k+1)*resultRoom]
	a.Value = binary.LittleEndian.Uint64(b)
	switch c.of.Stored()[k].Conv {
	case 's', '[':
		return cfg.Answer{Value: uint64(n - 1), Text: b[:n-1]}, true
	case 'c':
		return cfg.Answer{Text: b[:n]}, true
	case 'a', 'e', 'f', 'g', 'A', 'E', 'F', 'G':
		return a, !math.IsNaN(cfg.FloatValue(a.Value, 8*n))
	}
	return a, true
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

// questionMemory is the memory of a question: its texts, and room for what is stored, of
// which the first argument other than a text may have a part.
type questionMemory struct {
	text, format string
	results      [areas * resultRoom]byte
	written      [areas]int // bytes of each
	given        int        // bytes that the first begins with
	ptr          int
	errno        int32
}

// The addresses of texts and results in that memory, and the room that a result has.
const (
	questionText   = 0x1000
	questionFormat = 0x2000
	questionResult = 0x3000

	resultRoom = 64
	areas      = 8
)

// put appends a number of n bytes to the memory that the first argument points to.
func (m *questionMemory) put(v uint64, n int) {
	binary.LittleEndian.PutUint64(m.results[m.given:], v)
	m.given += n
}

// Load implements libc.Memory.
func (m *questionMemory) Load(addr uint64, p []byte) bool {
	from, text := uint64(questionText), m.text
	switch {
	case addr >= questionResult:
		from, text = questionResult, string(m.results[:])
	case addr >= questionFormat:
		from, text = questionFormat, m.format
	}
	i := addr - from
	if i > uint64(len(text)) || uint64(len(p)) > uint64(len(text))-i {
		return false
	}
	copy(p, text[i:])
	return true
}

// LoadRaw implements libc.Memory.
func (m *questionMemory) LoadRaw(addr uint64, p []byte) bool { return m.Load(addr, p) }

// Store implements libc.Memory.
func (m *questionMemory) Store(addr uint64, p []byte) bool {
	i := addr - questionResult
	k, at := i/resultRoom, i%resultRoom
	if k >= areas || at+uint64(len(p)) > resultRoom {
		return false
	}
	copy(m.results[i:], p)
	m.written[k] = max(m.written[k], int(at)+len(p))
	return true
}

// PtrBytes implements libc.Memory.
func (m *questionMemory) PtrBytes() int { return m.ptr }

// Alloc implements libc.Memory.
func (m *questionMemory) Alloc(uint64) (uint64, bool) { return 0, false }

// Free implements libc.Memory.
func (m *questionMemory) Free(uint64) bool { return false }

// Static implements libc.Memory: there is room for the name of a time zone.
func (m *questionMemory) Static(n uint64) (uint64, bool) {
	return questionResult + (areas-1)*resultRoom, n <= resultRoom
}

// Errno implements libc.Memory.
func (m *questionMemory) Errno() int32 { return m.errno }

// SetErrno implements libc.Memory.
func (m *questionMemory) SetErrno(v int32) { m.errno = v }
