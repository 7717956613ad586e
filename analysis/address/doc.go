// Package address makes unknown what depends on the numbers of addresses.
//
// # Problem
//
// Objects have fixed addresses (package cfg). A program that looks at the
// numbers, rather than at what lies there, behaves as these addresses say, and
// what is proved of it holds for them alone: (long)&b % 8, a pointer compared
// with a number or with a pointer into another object, a hash of a pointer.
//
// # Algorithm
//
// Every expression has a kind: it is a plain number, an address with a
// distance that is added to it, or another number made of addresses. The kinds
// of variables and of the contents of regions are a fixpoint over all
// statements. Values of C types other than pointers become addresses where the
// program converts (cfg.Var.Converted), and pointers are addresses by their
// type. A value read where only pointers were stored is an address, and a part
// of one if it is narrower. Consequences of the kinds for all addresses are stable:
//
//   - addresses are equal or not (objects do not overlap), also to null and to
//     the small negative numbers by which functions report errors, but for the end
//     of an object and the beginning of another, which may be next to it;
//   - the distance and the order of addresses in one object;
//   - the low bits that the alignment of the object decides: that of the type,
//     what an allocation asks for, or else cfg.HeapAlign.
//
// Where a comparison, an offset or a size has an operand that is not, or an
// operation that is checked for overflow, each address in the operand becomes a
// fresh cfg.Unknown value, set before the statement, with the low bits that are
// known; a variable that holds a number made of addresses becomes one with the
// bound that it has wherever objects lie (bits.go). So an index p >> 4 & 15 is
// below 16. A proof then holds for all addresses, and an error is refused that
// rests on one choice of them.
//
// Setting or clearing bits by a literal gives an address again: p & ~31 is p
// minus a number of which the bits are unknown that the alignment of the object
// does not decide. So tags in low bits stay what they are, and where an aligned
// address lies in its block is any place that it may have.
//
// All this comes before package safety adds its conditions, which read the
// numbers of slots: these are its own. A read that becomes unknown remains in
// the expression there, for its check, as does the question whether the blocks
// of memcpy overlap, which objects do not.
//
// # Deviations
//
// Two pointers into heap blocks are in the same block or not, which is not known
// here: comparisons and distances of pointers to one class of the alias
// analysis are taken to be within one object, as C asks for, and reported as an
// assumption. Where pointers and numbers are stored in the same memory, such as
// the members of a tagged union, what is read by an integer type is taken for a
// number, which is reported as an assumption. The address of a label is one. Another number made of addresses that
// is converted back to a pointer, as in an XOR list, keeps the value that it has
// in this layout, which is reported as an assumption. That no address of the
// heap is given out twice is one of the front end; that of a local object is
// never that of another, which is reported where an address is compared that
// may have outlived its object.
package address
