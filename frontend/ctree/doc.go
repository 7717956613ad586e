// Package ctree describes a C file for those who change its text: as a tree with
// types, and as the places where something may be put.
//
// Problem: changes of a program are written as text, so that they can be shown
// and read again by the same front end. Every extent is one of the user's text;
// what macros expand to is opaque.
//
// To be read in this order: outline.go (extents and places), node.go (what a
// tree consists of), tree.go (functions,
// declarations and statements), tree_expr.go (expressions).
package ctree
