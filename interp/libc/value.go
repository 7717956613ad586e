package libc

import (
	"encoding/binary"
	"math"

	"culprit/cfg/clib"
)

// Results.

func void() Value            { return Value{} }
func intValue(v int32) Value { return Value{Bits: uint64(uint32(v)), Width: 32} }
func doubleValue(v float64) Value {
	return Value{Bits: math.Float64bits(v), Float: true, Width: 64}
}
func floatValue(v float32) Value {
	return Value{Bits: uint64(math.Float32bits(v)), Float: true, Width: 32}
}

// long makes a result of the width of a pointer: long, size_t, pointers.
func (c *call) long(v int64) Value { return c.size(uint64(v)) }

func (c *call) size(v uint64) Value {
	if c.ptr == 4 {
		v = uint64(uint32(v))
	}
	return Value{Bits: v, Width: 8 * c.ptr}
}

func boolValue(b bool) Value {
	if b {
		return intValue(1)
	}
	return intValue(0)
}

// Arguments.

func mask(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<uint(width) - 1
}

// integer returns an argument that must be an integer or a pointer,
// zero-extended.
func (c *call) integer(i int) uint64 {
	a := c.args[i]
	if a.Float {
		c.undefined("argument %d is the floating value %v instead of an integer or a pointer", i+1, a.float())
	}
	return a.Bits & mask(a.Width)
}

func (c *call) intArg(i int) int32 { return int32(c.integer(i)) }

// longArg returns a signed argument as wide as a pointer.
func (c *call) longArg(i int) int64 {
	v := c.integer(i)
	switch {
	case c.ptr == 4 || c.args[i].Width <= 32:
		return int64(int32(v))
	}
	return int64(v)
}

// wordArg returns a pointer or size_t argument.
func (c *call) wordArg(i int) uint64 {
	v := c.integer(i)
	if c.ptr == 4 {
		v = uint64(uint32(v))
	}
	return v
}

func (a Value) float() float64 {
	if a.Width == 32 {
		return float64(math.Float32frombits(uint32(a.Bits)))
	}
	return math.Float64frombits(a.Bits)
}

func (c *call) doubleArg(i int) float64 {
	a := c.args[i]
	if !a.Float {
		c.undefined("argument %d is the integer %d instead of a floating value", i+1, int64(a.Bits))
	}
	return a.float()
}

// Memory.

func (c *call) load(addr uint64, p []byte) {
	if len(p) > 0 && !c.mem.Load(addr, p) {
		c.stop(MemoryFault, "")
	}
}

func (c *call) store(addr uint64, p []byte) {
	if len(p) > 0 && !c.mem.Store(addr, p) {
		c.stop(MemoryFault, "")
	}
}

func (c *call) loadWord(addr uint64, size int) uint64 {
	c.word = [8]byte{}
	c.load(addr, c.word[:size])
	return binary.LittleEndian.Uint64(c.word[:])
}

func (c *call) storeWord(addr uint64, size int, v uint64) {
	binary.LittleEndian.PutUint64(c.word[:], v)
	c.store(addr, c.word[:size])
}

// storeFloat stores a double, or a float (size 4).
func (c *call) storeFloat(addr uint64, size int, v float64) {
	if size == 4 {
		c.storeWord(addr, 4, uint64(math.Float32bits(float32(v))))
		return
	}
	c.storeWord(addr, 8, math.Float64bits(v))
}

// cstring reads a string up to its NUL, or max bytes of it if max >= 0.
func (c *call) cstring(addr uint64, max int) []byte {
	s := make([]byte, 0, 32)
	b := c.word[:1]
	for max < 0 || len(s) < max {
		c.load(addr+uint64(len(s)), b)
		if b[0] == 0 {
			break
		}
		s = append(s, b[0])
	}
	return s
}

// wstring reads a wide string up to its NUL, or max characters of it.
func (c *call) wstring(addr uint64, max int) []int32 {
	var s []int32
	for max < 0 || len(s) < max {
		w := int32(c.loadWord(addr+4*uint64(len(s)), 4))
		if w == 0 {
			break
		}
		s = append(s, w)
	}
	return s
}

// text reads a string argument.
func (c *call) text(i int) []byte { return c.cstring(c.wordArg(i), -1) }

// storeString stores a string and its NUL.
func (c *call) storeString(addr uint64, s []byte) {
	c.store(addr, append(s[:len(s):len(s)], 0))
}

func (c *call) alloc(size uint64) uint64 {
	addr, ok := c.mem.Alloc(size)
	if !ok {
		c.mem.SetErrno(enomem)
		return 0
	}
	return addr
}

// static returns an object of the library in the program's memory.
func (c *call) static(name string, size uint64) uint64 {
	if a, ok := c.lib.statics[name]; ok {
		return a
	}
	a, ok := c.mem.Static(size)
	if !ok {
		c.unsupported("no memory left")
	}
	c.lib.statics[name] = a
	return a
}

// varargs yields the variable arguments of a call in order. They are either
// the call's own arguments, or the 8-byte slots that a va_list points to. There, the type
// of each may lie before it, as an odd address of the slots says, and must then be the
// one that is taken.
type varargs struct {
	c     *call
	slots bool
	typed bool
	next  int    // index of the next argument
	addr  uint64 // of the next slot
}

// variadic returns the variable arguments from argument i on.
func (c *call) variadic(i int) *varargs {
	v := &varargs{c: c, next: i}
	if c.fn.list {
		v.slots, v.addr = true, c.wordArg(i)
		v.typed = v.addr%2 != 0
		v.addr &^= 1
	}
	return v
}

func (v *varargs) arg(what []byte) Value {
	if v.next >= len(v.c.args) {
		v.c.mismatch("%%%s has no argument: only %d are passed", what, len(v.c.args))
	}
	v.next++
	return v.c.args[v.next-1]
}

// is looks at the type of the argument in the next slot.
func (v *varargs) is(k clib.ArgumentKind, size int, what []byte) {
	if !v.typed {
		return
	}
	if t := clib.ArgumentType(v.slot(8)); t == clib.NoArgument {
		v.c.mismatch("%%%s has no argument in the list", what)
	} else if t != clib.TypeOfArgument(k, uint64(size)) {
		v.c.mismatch("%%%s gets %v from the list", what, t)
	}
}

func (v *varargs) slot(size int) uint64 {
	x := v.c.loadWord(v.addr, size)
	v.addr += 8
	return x
}

// integer returns the next argument, which must be an integer of size bytes;
// what names the conversion. Where registers carry arguments (LP64) an
// integer of another size is harmless: the value is cut or extended by zeros.
func (v *varargs) integer(size int, what []byte) uint64 {
	if v.slots {
		v.is(clib.IntegerArgument, max(size, 4), what)
		return v.slot(size)
	}
	return v.passed(size, what)
}

// passed is an integer or a pointer that is an argument of the call.
func (v *varargs) passed(size int, what []byte) uint64 {
	a := v.arg(what)
	switch {
	case a.Float:
		v.c.mismatch("%%%s gets the floating value %v as argument %d", what, a.float(), v.next)
	case v.c.ptr == 4 && (a.Width > 32) != (size > 4):
		v.c.mismatch("%%%s gets an integer of %d bits as argument %d", what, a.Width, v.next)
	}
	return a.Bits & mask(a.Width) & mask(8*size)
}

func (v *varargs) pointer(what []byte) uint64 {
	if v.slots {
		v.is(clib.PointerArgument, v.c.ptr, what)
		return v.slot(v.c.ptr)
	}
	return v.passed(v.c.ptr, what)
}

// float returns the next argument, which must be a double.
func (v *varargs) float(what []byte) float64 {
	if v.slots {
		v.is(clib.FloatArgument, 8, what)
		return math.Float64frombits(v.slot(8))
	}
	a := v.arg(what)
	if !a.Float {
		v.c.mismatch("%%%s gets the integer %d as argument %d", what, signed(a.Bits, a.Width), v.next)
	}
	return a.float()
}

func signed(bits uint64, width int) int64 {
	s := uint(64 - width)
	return int64(bits<<s) >> s
}
