// Package libc is the part of the C library that the interpreter executes
// natively: formatted output and input, streams and files, conversions,
// mathematics, random numbers, the clock. It is pure Go and knows nothing of
// programs: one is a Memory, a call a function name with Values. All other facts
// about the functions, such as the arguments that they need, are in the table of
// package clib.
//
//	f := libc.Lookup("printf")               // once per call site
//	lib := libc.New(libc.Config{...})        // once per execution
//	res, err := lib.Call(f, mem, args)       // err is an *Error: why it did not return
//	copy := lib.Clone(stdout, stderr)        // for a snapshot of the execution
//
// # The reference is glibc on x86
//
// Where C leaves a choice, the functions do what glibc 2.36 does, so that the
// output of an interpreted program equals that of the compiled one: how
// printf shows null and infinity, how much of a failed number scanf consumes,
// when feof becomes true, which numbers rand gives, what errno becomes. The
// tests compare with programs compiled by gcc where there is one.
//
// # What the program can see
//
// Files are those of Config.Files and what the program writes itself; they
// live in memory. /dev/stdin, /dev/stdout, /dev/stderr, /dev/null, /dev/zero and
// /dev/urandom exist; the last always gives the same bytes. There is no environment,
// no process, no network. The clock starts where
// Config.Clock says and advances by a millisecond each time it is read, so
// that waiting for it ends.
//
// # Mathematics
//
// exp, exp2, log, log2, pow, the trigonometric functions and their inverses,
// cbrt and hypot are correctly rounded: double-double kernels with tables
// (elementary.go), a test whether the rounding is decided, and otherwise the
// same function with 320 bits (precise.go). glibc's are correctly rounded
// in all but one call in a thousand. Where glibc uses formulas of its own
// (log10, exp10, hyperbolic functions and their inverses), so does this
// package, with the same result nearly always. cbrt, erf, gamma and the
// functions of float, which glibc computes less exactly, may differ from it
// in the last places. The functions of long double are correctly rounded, but
// for those about erf and gamma, which are computed in double. In 32-bit
// programs glibc uses the x87 unit: log10 then is correctly rounded, too; the
// other formulas and all functions of float give more digits there than here.
//
// # Values
//
// Arguments are passed as the program passes them, after the default
// promotions. Variable arguments follow the fixed ones. The variants that
// take a va_list (vprintf) get instead a pointer to slots of 8 bytes, of 16
// for long double, behind their types if the address is odd. A FILE pointer is a handle: 0xF1E00010 is stdin, then
// stdout, stderr and what is opened, in steps of 0x10; a handle is not used
// again, so that the use of a closed stream is noticed. A long double is two
// values, significand and sign with exponent; as a result it is written to where
// the argument after the others points (longdouble.go).
//
// # Deviations
//
// Regular expressions have no references to groups; where glibc itself takes other
// matches than the standard, and where its choice among several ways past an empty
// group would show, they are refused, too.
// Streams have no buffer: what is written can be read through another stream
// at once, and nothing is lost when a program crashes. Only the C locale exists;
// wide characters beyond 127 cannot be converted. Integers of the wrong size in variable arguments are harmless
// where the machine passes them in registers (LP64) and undefined behaviour
// where it does not (ILP32), floating for integer arguments and the reverse
// always are.
package libc
