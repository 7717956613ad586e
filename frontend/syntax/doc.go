// Package syntax looks at the syntax trees of cc, without types and without the
// text that they come from.
//
// To be read in this order:
//
//  1. walk.go: every node below a node, which cc has no way to visit.
//  2. expr.go: an expression without what only groups it.
//  3. token.go: the first and the last token of an expression.
//  4. declarator.go: scopes, tags and constants of what is declared.
//  5. attribute.go: __attribute__, and which declarations have it.
package syntax
