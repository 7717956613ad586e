// Package z3 is a second engine, over the Z3 library; it is built with the tag
// z3 only and needs Z3's headers (Debian: libz3-dev).
//
// An Engine owns one Z3 context and is used by one goroutine at a time. Errors
// of Z3 arrive as panics of the binding and are returned as errors. A time
// limit is Z3's own; a cancelled context interrupts the check.
package z3
