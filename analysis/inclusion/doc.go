// Package inclusion confirms the regions that package alias has computed. It
// is its twin, and shares nothing with it but the program: a mistake of the one
// is not likely to be one of the other. Package alias asks it at the start, too,
// and joins what it does not keep apart (Clashes).
//
// The analysis is that of Andersen (Program Analysis and Specialization for the
// C Programming Language, 1994, chapter 4): sets of objects that grow along
// inclusions, where package alias unites both sides of an assignment. It is
// insensitive to flow, context and fields, too. Values are not looked at by
// their types: every value may carry an address or a part of one, through
// arithmetic, integers and floats. All that an access may touch must then be of
// the region of the access (Confirm).
//
// Deviations and assumptions:
//
//   - An access stays within the object that its address was computed from.
//   - The offset of a pointer addition is not an address if its base may be one.
//     Comparisons and shift counts carry no addresses.
//   - A pointer from outside of the program, which is an arbitrary value of a
//     pointer variable that is read, or in an object with pointers, leads to
//     every object of the program, and to memory that belongs to none. An arbitrary
//     integer does not, unless it is a constant that Layout has given to an
//     object or that no object has.
//     With Program.Apart it leads only to memory that is not an object, and so does
//     what may be read from uninitialised memory.
//   - A variable that is not initialised holds a pointer from outside if its value
//     is used on some way: to be compared is not a use.
//   - Memory that is not initialised holds pointers from outside if nothing
//     that is stored there is an address. Where something is, that is taken to
//     be what is read.
//
// That the words of a region (Region.Cell) are wide enough and aligned is
// confirmed for the width alone.
//
// The work is bounded: Confirm says if it gives up.
package inclusion
