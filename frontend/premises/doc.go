// Package premises finds what a proof has to assume of a lowered program because C,
// or an attribute of gcc, says so: where the program may break such a rule, the
// assumption is noted.
//
// Reading order: types.go, rules about the types of accesses, constants, restrict
// pointers and _Bool; claims.go, attributes of functions.
package premises
