package fault

import (
	"culprit/analysis/safety"
	"culprit/interp"
)

// Faults and the properties that they violate. A proof finds a violation at an
// error location of package safety or of the front end; an execution that is told
// of the property (PropertyOf) stops there with a fault of its own, which says
// more.

// onRequest are the checks of executions that have to be asked for.
var onRequest = map[safety.Checks]interp.Checks{
	safety.Overflow: interp.OverflowCheck, safety.Conversion: interp.ConversionCheck, safety.Wrap: interp.WrapCheck,
	safety.Pointer: interp.PointerCheck, safety.Const: interp.ConstantCheck,
}

// violated are the checks that find what a fault is.
var violated = map[interp.FaultKind]safety.Checks{
	interp.DivByZero: safety.Division, interp.DivOverflow: safety.Overflow, interp.ShiftRange: safety.Shift,
	interp.NullAccess: safety.Deref, interp.WildAccess: safety.Deref, interp.OutOfBounds: safety.Deref, interp.UseAfterFree: safety.Deref,
	interp.ConstWrite: safety.Deref, interp.DoubleFree: safety.Free, interp.BadFree: safety.Free,
	interp.UninitRead: safety.Uninit, interp.LibraryError: safety.Builtin, interp.BadCall: safety.Call,
	interp.OtherObject: safety.Compare, interp.Overlapping: safety.Deref, interp.BadFormat: safety.Format, interp.SignedOverflow: safety.Overflow,
	interp.BadConversion: safety.Conversion, interp.UnsignedWrap: safety.Wrap, interp.StrayPointer: safety.Pointer,
	interp.Leak: safety.Memtrack,
}

// Violated is the row of the property that a fault violates, nil if there is none.
func Violated(f *interp.Fault) *safety.Property {
	c := violated[f.Kind]
	switch {
	case f.Kind == interp.Forbidden:
		return safety.Lookup(f.Property)
	case f.Kind == interp.ConstWrite && f.Object != nil && !f.Object.Protected():
		c = safety.Const
	case f.Kind == interp.BadCall && f.Addr == 0:
		c = safety.Deref // as a call through a null pointer
	}
	return safety.Lookup(safety.PropertyOf(c))
}
