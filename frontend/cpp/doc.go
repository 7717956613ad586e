// Package cpp is the preprocessor of C, with the extensions of GNU.
//
// Problem: what comes after it needs positions that stay physical whatever the
// line directives say, tokens with macros expanded that still know where the user
// sees them, and limits on what a text may cost. cc's own preprocessor has none
// of these.
//
// To be read in this order:
//
//  1. file.go, error.go: texts, positions in them, and why one is refused.
//  2. standard.go, config.go: versions of C, options.
//  3. lex.go, literal.go: preprocessing tokens, and what literals are worth.
//  4. preprocess.go: the tokens of a file, and its directives.
//  5. macro.go: definition and expansion.
//  6. condition.go, attribute.go: #if, and what it may ask of a compiler.
//  7. include.go: where files are found.
//  8. prologue.go: what each unit begins with (the folder predefined).
//  9. read.go: all of it, for one unit.
//
// The embedded C headers are package headers. Nothing here knows of cc.
package cpp
