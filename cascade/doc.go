// Package cascade explains a failing run by a tree of causes (paper 000).
package cascade
