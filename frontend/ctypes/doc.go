// Package ctypes has the types of C as the lowering sees them: unqualified, with
// the sizes, alignments and offsets of gcc on x86, in the data models ILP32 and
// LP64. The types of the parser are where they come from and are not relied upon
// for anything that a data model decides.
//
// Reading order, what is used first:
//
//  1. type.go: Kind, Type, Field, Types.
//  2. convert.go: the types of the parser as these; described.go: these as package cfg
//     describes them.
//  3. layout.go: sizes and offsets of structures, unions and bit-fields.
//  4. attributes.go: the attributes of types, members and declarations.
//  5. arith.go: complex numbers and vectors, promotions and the usual arithmetic conversions.
//  6. compare.go: which types agree, between units and behind pointers.
//
// Constant expressions (lengths, alignments, enumerations) are evaluated by
// functions that Evaluate is given.
package ctypes
