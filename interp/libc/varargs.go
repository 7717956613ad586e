package libc

import (
	"math"

	"culprit/cfg/clib"
)

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
