// Package link puts the translation units of a program together, and finds by
// syntax what the lowering has to know before it looks at a body.
//
// Reading order, what is used first:
//
//  1. operands.go: operands of odd shape, and what is measured in types.
//  2. program.go: Program, Function, Global; link.go: New, which reads the declarations of all
//     units.
//  3. names.go: the names of internal linkage and of nested functions.
//  4. symbols.go: what a linker sees of attributes and assembly.
//  5. tests.go: the places that look at no more of a value than its sign.
//  6. uses.go: what a body refers to, and captures.
//  7. reach.go: what main reaches, and in which variables units agree, and the
//     functions that violate the property.
//  8. pure.go: which expressions have no side effects.
//  9. effects.go: what expressions and functions may read and write.
//  10. formats.go: the texts that a format may be.
package link
