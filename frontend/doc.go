// Package frontend lowers C to package cfg.
//
// Problem: a verifier needs programs as typed, bit-precise control flow graphs
// in which every edge is one statement that the user of the program
// recognises. The syntax comes from modernc.org/cc/v4, whose types, layouts
// and constant values are not relied upon: sizes, offsets and conversions are
// those of package ctypes, by the rules of the x86 System V ABI in its 32-bit
// (ILP32) and 64-bit (LP64) data models, and constants are folded here.
//
// Steps of Parse:
//
//  1. parse: preprocess each file, with headers of our own (package cpp), and
//     rewrite the tokens that cc would reject (package ccfix); then cc.
//  2. link (package link): file-scope objects, functions, address-taken
//     variables, and the functions reachable from main. Library functions that
//     the file mentions and that are described in C (package prelude) are parsed
//     in front of it, where its macros do not reach. Several files are
//     translation units of one program.
//  3. lower: one pass over the bodies of the reachable functions.
//  4. finish: merge locations joined by empty jumps, drop what is
//     unreachable, mark loop heads; then a table of passes with what each
//     needs (package passes): addresses, regions, premises, checks.
//
// Reading order, by what a reader looks for. Calls lead downwards in this list,
// except for those from the dispatch of expressions:
//
//   - What callers of the package use: parse.go; its options: config.go. For those
//     who only ask what files mention: package extern.
//   - A program: lower.go, from the globals to the body of a procedure, and
//     finish.go; proc.go, the variables of a procedure.
//   - Statements: stmt.go, jump.go, cleanup.go, asm.go, syntax.go; declarations:
//     decl.go, init.go, contents.go, static.go, literal.go, vla.go.
//   - Expressions: expr.go takes each kind of node to the function that lowers it, as
//     a value, a place, a condition or for its effect. Those functions are in unary.go,
//     ops.go, cond.go, place.go and bounds.go, and come back to expr.go for their
//     operands. constant.go: constant expressions and enumerations.
//   - The order of evaluation: order.go, sequence.go, package gccorder.
//   - Calls: call.go, indirect.go, nested.go, varargs.go, unwind.go.
//   - What all of these change: state.go. The making of statements is in package emit.
//   - Calls of functions without body: package library; package argv for the
//     arguments of main.
//   - The whole program: finish.go; what a proof assumes of types and attributes:
//     package premises.
//
// Representation: a scalar variable whose address is never taken is a cfg.Var.
// A structure whose address is never taken and that holds only such scalars
// is a tree of them, one Var per field. Everything else is a cfg.Object. In
// functions that may call themselves, objects of automatic storage are
// allocated at entry, since an object has a fixed address.
//
// Integers of 128 bits, long double, complex numbers and vectors are composite
// (emit/composite.go): a scalar for each part, operations part by part. Long double
// has the extended format of x86 in both data models; float and double are
// computed in their own precision, as with SSE, also in ILP32, where gcc keeps
// more digits.
//
// Evaluation order is that of gcc (package gccorder): of a commutative operator, the
// operand that is a declared variable comes last; the right side of an
// assignment comes first unless it is a call or a load, and that of a compound
// assignment always; arguments come from the last to the first. An operand is
// saved when the next one has side effects. Where another order may matter a
// note says which one is taken, for proofs and for failures, or all are
// (Config.AllOrders, order.go). Expressions without side
// effects stay whole, with lazy &&, || and ?:; others are split by control
// flow. The value of an assignment is what was stored.
//
// Variable arguments lie in 8-byte slots of a local object of the caller, whose
// address is a hidden last argument; a va_list holds a pointer into it
// (varargs.go).
//
// Nested functions are procedures of their own, which find the variables of
// recursive outer functions by a hidden first parameter (nested.go). Jumps out
// of functions return, and are continued after the calls (unwind.go). Sizes of
// variable-length types are evaluated where the types are declared, and kept in
// variables (vla.go).
//
// Signed arithmetic of the program is marked (cfg.Binary.Signed), the
// lowering's own is not.
//
// Execution (Config.Execute): calls of the C library that neither the prelude
// nor a statement of cfg describes become cfg.Lib, with arguments converted to
// the library's own types (package clib has the table). The address of such a
// function is that of a wrapper. errno is a global object, stdin, stdout and
// stderr are handles; exit and abort leave their status in the result of main,
// and functions of the library without an implementation lead to a location of
// kind Unsupported.
//
// The environment, for the verifier: functions without body that the program
// declares return any value and change nothing, which notes say, unless
// Config.ExternAny is set. Those of the C library do what their entries say, and
// without a complete entry anything (cfg/clib, library/unknown.go). What is an input,
// on any value of which an error may rest, and what is merely not known, is
// written down in library/input.go; what main is given, in package argv. errno is 0 at
// first, is set by what the prelude computes, and may be any positive number
// after other library functions. Extern variables start with any value. Allocation never fails. A failed assert is an error only in
// programs that call no error function; elsewhere it ends the program.
//
// Constructs outside the supported language never refuse the program: those
// of bounded effect leave an unknown value and a note, the others lead to a
// location of kind Unsupported.
package frontend
