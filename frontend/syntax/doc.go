// Package syntax looks at the syntax trees of cc, without types and without the
// text that they come from.
//
// To be read in this order:
//
//  1. expr.go: every node below a node, which cc has no way to visit; an expression
//     without what only groups it, and its first and last token; literals.
//  2. declarator.go: scopes, tags and constants of what is declared.
//  3. attribute.go: __attribute__, and which declarations have it.
package syntax
