// Package logic holds hash-consed, quantifier-free terms over Booleans, bit-vectors of 1 to 64 bits and arrays: it builds,
// simplifies, substitutes, evaluates, prints and parses them.
//
// # Problem
//
// A verifier asks very many small questions about very many similar formulas. Most of them are decided by the form of the
// terms alone, if that form is canonical enough: x*y and y*x, or (a+b)-b and a, must be one term, and a read after a
// write at another offset of the same object must be gone before any solver sees it.
//
// # Terms
//
// A term is an index T into a Table. T(0) is False and T(1) is True in every table. Two calls that build the same term give
// the same index; arguments always have smaller indices than the term that uses them, so ascending order is a topological
// order. A Table is used by one goroutine at a time; several Evaluators may read one table at the same time as long as
// nobody builds terms.
//
// Widths of bit-vectors are 1 to 64. Semantics are those of SMT-LIB: division by zero gives all ones, the remainder of a
// division by zero is the dividend, signed division rounds towards zero and is defined through the unsigned one.
//
// # Normal form
//
// Every constructor simplifies; the rules are listed in rules.go and proved by the tests against a naive evaluator. A
// consumer (for instance a bit-blaster) may rely on this:
//
//   - OpAnd and OpOr are n-ary (at least two arguments), flattened, sorted by index, free of duplicates and complements.
//   - OpAdd is n-ary: monomials sorted by the index of their power product, then the constant, if not 0, as last argument.
//     A monomial is a power product m or OpMul(c, m) with a constant c other than 0 and 1. A power product is a term that is
//     neither constant, OpAdd nor OpMul, or an OpMul of at least two sorted factors none of which is a constant.
//     Thus an OpMul whose first argument is constant has exactly two arguments. Factors may be sums when multiplying
//     out would have been too large, products when there would be more than 32 factors, and a monomial may be a sum of
//     hundreds of others.
//   - Subtraction and negation are coefficients; BvNot(x) is the sum -1*x + -1 (see AsBvNot); OpBvNot is never built.
//   - A left shift by a constant is a multiplication; a logical (arithmetic) right shift by a constant is
//     OpZExt (OpSExt) of OpExtract; unsigned division and remainder by a power of two are OpZExt of OpExtract.
//   - OpBvAnd, OpBvOr, OpBvXor are binary, left-nested, with a constant as the last argument of the outermost one.
//   - OpULe, OpSLe are never built: a <= b is not(b < a). Implication, Ne and the other derived forms likewise.
//   - Comparisons with a constant have it on the right: k < x is not(x < k+1).
//   - OpConcat(hi, lo) is nested to the right and never has a zero constant as first argument (that is OpZExt).
//   - OpEq over bit-vectors has the leading monomial of the difference on its left (see Table.Eq); never over arrays.
//   - OpFloat is an operation of IEEE 754 on bit patterns (Table.Float), its commutative ones with sorted arguments.
//     Comparison, sign and classification are terms about bits.
//   - The first argument of OpSelect is always an array variable: a read through OpStore, OpConstArray, OpCopy or OpIte is expanded.
//     Hence a Boolean or bit-vector term contains none of OpStore, OpConstArray, OpCopy.
package logic
