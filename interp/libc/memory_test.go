package libc

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"culprit/internal/extended"
)

// fakeMemory is a flat memory with a guard around each object.
type fakeMemory struct {
	ptr     int
	objects []object
	next    uint64
	errno   int32
}

type object struct {
	addr uint64
	data []byte
}

func newMemory(ptr int) *fakeMemory { return &fakeMemory{ptr: ptr, next: 0x10000} }

func (m *fakeMemory) at(addr, n uint64) []byte {
	for _, o := range m.objects {
		if addr >= o.addr && addr+n <= o.addr+uint64(len(o.data)) {
			return o.data[addr-o.addr:][:n]
		}
	}
	return nil
}

func (m *fakeMemory) Load(addr uint64, p []byte) bool {
	b := m.at(addr, uint64(len(p)))
	copy(p, b)
	return b != nil
}
func (m *fakeMemory) LoadRaw(addr uint64, p []byte) bool { return m.Load(addr, p) }
func (m *fakeMemory) Store(addr uint64, p []byte) bool {
	b := m.at(addr, uint64(len(p)))
	copy(b, p)
	return b != nil
}
func (m *fakeMemory) PtrBytes() int { return m.ptr }
func (m *fakeMemory) Alloc(size uint64) (uint64, bool) {
	if size > 1<<24 {
		return 0, false
	}
	a := m.next
	m.objects = append(m.objects, object{a, make([]byte, size)})
	m.next += (size + 31) &^ 15
	return a, true
}
func (m *fakeMemory) Static(size uint64) (uint64, bool) { return m.Alloc(size) }
func (m *fakeMemory) Free(addr uint64) bool {
	for i, o := range m.objects {
		if o.addr == addr {
			m.objects = append(m.objects[:i:i], m.objects[i+1:]...)
			return true
		}
	}
	return false
}
func (m *fakeMemory) Errno() int32     { return m.errno }
func (m *fakeMemory) SetErrno(v int32) { m.errno = v }

// bytes makes an object.
func (m *fakeMemory) bytes(b []byte) uint64 {
	a, _ := m.Alloc(uint64(len(b)))
	m.Store(a, b)
	return a
}

func (m *fakeMemory) str(s string) uint64 { return m.bytes(append([]byte(s), 0)) }

// text reads a string back.
func (m *fakeMemory) text(addr uint64) string {
	var s []byte
	for {
		b := m.at(addr+uint64(len(s)), 1)
		if b == nil {
			return string(s) + "<unterminated>"
		}
		if b[0] == 0 {
			return string(s)
		}
		s = append(s, b[0])
	}
}

// values makes arguments of Go values: int32, int64, float64, strings (a
// pointer to a copy), uintptr-like uint64 pointers, long doubles.
func (m *fakeMemory) values(args ...any) []Value {
	var vs []Value
	for _, a := range args {
		switch a := a.(type) {
		case int:
			vs = append(vs, intValue(int32(a)))
		case int32:
			vs = append(vs, intValue(a))
		case int64:
			vs = append(vs, llongValue(a))
		case float64:
			vs = append(vs, doubleValue(a))
		case float32:
			vs = append(vs, floatValue(a))
		case string:
			vs = append(vs, Value{Bits: m.str(a), Width: 8 * m.ptr})
		case uint64:
			vs = append(vs, Value{Bits: a, Width: 8 * m.ptr})
		case extended.Number:
			vs = append(vs, longValues(a)...)
		default:
			panic(fmt.Sprintf("%T", a))
		}
	}
	return vs
}

// slots stores variable arguments as a va_list sees them.
func (m *fakeMemory) slots(vs []Value) uint64 {
	var b []byte
	for _, v := range vs {
		b = binary.LittleEndian.AppendUint64(b, v.Bits)
	}
	return m.bytes(append(b, make([]byte, 16)...))
}

// world is a library with its memory and its output.
type world struct {
	*testing.T
	lib      *Lib
	mem      *fakeMemory
	out, err bytes.Buffer
}

func newWorld(t *testing.T, ptr int, stdin string, files map[string][]byte) *world {
	w := &world{T: t, mem: newMemory(ptr)}
	w.lib = New(Config{Stdin: strings.NewReader(stdin), Stdout: &w.out, Stderr: &w.err, Files: files, Output: 1 << 20})
	return w
}

func (w *world) try(name string, args ...any) (Value, error) {
	f := Lookup(name)
	if f == nil {
		w.Fatalf("no function %s", name)
	}
	return w.lib.Call(f, w.mem, w.mem.values(args...))
}

// call calls a function that must return.
func (w *world) call(name string, args ...any) Value {
	w.Helper()
	v, err := w.try(name, args...)
	if err != nil {
		w.Fatalf("%s%v: %v", name, args, err)
	}
	return v
}

func (w *world) int(name string, args ...any) int64 {
	w.Helper()
	v := w.call(name, args...)
	return signed(v.Bits, v.Width)
}

func llongValue(v int64) Value { return Value{Bits: uint64(v), Width: 64} }
