// Package candidate writes changes of C programs that may repair them, and one text
// that has them all in it.
//
// # Changes
//
// Generate walks the typed syntax tree of a text (ctree.Tree) and makes edits. Their
// kinds are a table with priors (kinds.go), and so is what expressions are rewritten to
// (rewrites.go): other operators, constants, variables and functions, one more
// and one less, conditions that are negated, strengthened, weakened or
// dropped, statements that are deleted, copied or guarded, cases for a sign, jumps,
// initial values, wider types and larger arrays, operands and statements
// in another order, guards that return early, tables that begin one
// element too late, names that the program does not use, formats that read or print
// otherwise, loops that ask after their body,
// comparisons that are wrong in the same way, copies of a text that were not adapted, and small types that their values outgrow.
// The text that macros expand to is not changed, except where a macro is a number, or has
// parameters without parentheses. Checks and inputs are left as they are
// (Protection).
//
// # Schema
//
// The text is parsed once with all candidates in it (Untch, Offutt, Harrold, Mutation
// analysis using mutant schemata, ISSTA 1993): each place reads a variable of its own, its
// selector, that is 0 in the original. Candidates that fit no schema, such as constants in
// initialisers, are parsed by themselves. Thousands of one form, such as other numbers,
// share one alternative, a hole that is filled in.
//
// To be read in this order: kinds.go and change.go (what a change is), schema.go (all in
// one text), protect.go (what is left as it is), generator.go (what is known at a place),
// generate.go (what the program offers for its own repair), stmt.go and rewrites.go (the
// walk, and the table that it consults), then holes.go, and expr.go, decide.go,
// comparisons.go, order.go, idioms.go, missing.go, loops.go, sums.go, named.go, unused.go, declared.go,
// exits.go, types.go, narrow.go, macros.go, wording.go, formats.go, siblings.go, twins.go and deviant.go (changes of one subject each).
// text.go and tree.go read C.
package candidate
