// Package safety turns undefined behaviour into assertions: it changes a
// program so that a statement that would violate a property is preceded by a
// branch to an error location.
//
//	property        error locations
//	no-overflow     before every signed operation whose result may not fit
//	valid-deref     before every access that may lie in no live object
//	valid-free      before every free of what may be no live heap block
//	valid-memtrack  where a heap block may be lost
//
// The pass works on the lowered program, so that all front end forms of an
// operation are treated alike, and runs once, after regions are known. What a
// location violates is its Loc.Property, the operation and the reason are in
// Loc.What, and its position is that of the operation, so that every assertion
// has relevance and traces of its own, like any other.
//
// Conditions follow evaluation: an operand of a lazy && || ?: that is not
// evaluated violates nothing.
package safety
