// Package cfg is the shared vocabulary of the project: programs as control
// flow graphs, one statement per edge.
//
// A Program is a set of procedures. A Proc is a graph of locations (Loc) and
// edges (Edge); every edge carries exactly one statement and the source range
// and text a user recognises it by. Values are bit-vectors of at most 64 bits,
// IEEE floats, or Booleans; pointers are bit-vectors. Signed and unsigned
// arithmetic differ in the operator, not in the type.
//
//	concrete type   interface  meaning
//	*Const          Expr       literal
//	*VarRef         Expr       value of a variable
//	*AddrOf         Expr       address of a memory object (a constant per object)
//	*FuncAddr       Expr       address of a procedure (a constant per procedure)
//	*Unary          Expr       negation, complement, logical not
//	*Binary         Expr       arithmetic, comparison, lazy && and ||, pointer addition
//	*Cast           Expr       change of width or of kind
//	*Ite            Expr       lazy conditional expression
//	*Load           Expr       memory read
//	*Assign         Stmt       x := e
//	*Havoc          Stmt       x := any value (input, uninitialised, unknown)
//	*Assume         Stmt       proceed only if the condition holds
//	*Store          Stmt       memory write of one scalar
//	*MemCopy        Stmt       memcpy, memmove, struct copy
//	*MemSet         Stmt       memset, zero initialisation
//	*MemHavoc       Stmt       uninitialised memory
//	*Alloc          Stmt       new heap object
//	*Free           Stmt       end of the life of a heap object or stack block
//	*Call           Stmt       parameter passing and control transfer
//	*Lib            Stmt       call of the C library, only in programs lowered for execution
//	*Return         Stmt       control transfer back to the caller
//	*Skip           Stmt       nothing
//
// Semantics that every consumer must share:
//
//   - Arithmetic wraps modulo 2^w. Division by zero and out-of-range shifts
//     have the SMT-LIB result (x udiv 0 = all ones, x urem 0 = x, shifts by
//     w or more give 0 or the sign), so that expressions are total; an
//     executing consumer may additionally report them as faults.
//   - Binary LAnd and LOr and Ite evaluate lazily, left to right.
//   - Memory is little endian and byte addressed. All memory is zero when the
//     program starts; uninitialised objects are made arbitrary by MemHavoc, and
//     so is all else by one at the start, where pointers from outside are used.
//   - Objects (globals, address-taken locals, arrays, strings) have fixed
//     distinct addresses, assigned by Program.Layout. Alloc is a bump
//     allocator: p := align16(heapTop); heapTop := p + max(size,1). Both
//     are stated assumptions on the order and distance of objects. With
//     Program.Slots objects are further apart, and statements before an
//     Alloc move heapTop to a slot of its own.
//   - The region SizesRegion and the variables that are Ghost belong to package
//     safety: no address of an object lies in the one, and nothing is accessed
//     through the others.
//   - A local variable has an arbitrary value when its procedure is entered;
//     the lowering says so by an explicit Havoc at the declaration.
//   - A procedure's result is left in Proc.Ret, which the caller reads by an
//     Assign right after the call.
package cfg
