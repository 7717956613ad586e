// Package alias splits the memory of a program into regions that no access of
// another region can touch.
//
// The analysis is that of Steensgaard (Points-to analysis in almost linear
// time, POPL 1996): one pass over the statements in any order, in which an
// assignment unites what both sides may point to. It is insensitive to flow,
// context and fields. Deviations:
//
//   - Types are not looked at. Every bit-vector may carry a pointer or a part
//     of one, so that copying a pointer byte by byte, or hiding it in an
//     integer or a float, is seen.
//   - The offset of a PtrAdd is not united with its base; operands of other
//     arithmetic are, except shift counts. If the base is a constant, the
//     offset is the pointer.
//   - A MemCopy unites what the contents of both sides point to, but not the
//     two sides.
//
// Package inclusion does the same by other means and confirms the regions of a
// proof. It knows less in a few cases, such as words of a block that were never
// stored: what it does not keep apart is united here, since a proof that rests on
// more could not be confirmed.
//
// A region is then an equivalence class of objects and allocation sites. An
// access through a pointer whose class holds none gets a region of its own.
//
// A region is an array of words rather than bytes (Region.Cell) if all its
// loads and stores have one width and their addresses are multiples of it.
// Objects and heap cells are aligned to 16 bytes, which bounds this width, and
// divisibility of what is added to their addresses is computed (cells.go).
// Regions that a MemCopy connects have the same cells.
//
// Assumptions:
//
//	A1  An access through a pointer into an object stays within this object,
//	    within the class of the object, or hits nothing: objects are apart.
//	A2  A number that was not computed from an address is not an address, except
//	    for constants (those that lie inside an object, or where the heap may
//	    be, are addresses of it) and for numbers that the program converts to
//	    pointers by a cast (outside.go).
//	    A pointer in memory is overwritten as a whole or by parts of pointers,
//	    not patched by parts of numbers.
//	A3  What is read from uninitialised memory is not a pointer to an object if
//	    pointers to objects are stored there, too: whether they have been is
//	    not seen here.
//
// Pointers from outside, which are inputs, results of functions without body,
// not initialised, or numbers, may point anywhere (outside.go): if one is
// dereferenced, all memory is one region. With Program.Apart they lead to no
// object of the program, and memory outside is a region of its own.
//
// Reading order, what is used first: classes.go (the classes and what is kept of them),
// values.go (what an expression points to), outside.go, cells.go, alias.go (statements,
// and the regions at the end), result.go.
package alias
