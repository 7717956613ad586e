// Package cpp is the preprocessor of C, with the extensions of GNU.
//
// Problem: what comes after it needs positions that stay physical whatever the
// line directives say, tokens with macros expanded that still know where the user
// sees them, and limits on what a text may cost. cc's own preprocessor has none
// of these.
//
// To be read in this order:
//
//  1. config.go: versions of C and options; read.go: Read, all of it for one unit.
//  2. file.go: files, positions in them, and why a text is refused; lex.go, literal.go: preprocessing tokens, and what literals are worth.
//  3. preprocess.go: the tokens of a file; directive.go: its directives.
//  4. macro.go: definition and expansion.
//  5. condition.go: #if, and what it may ask of a compiler.
//  6. include.go: where files are found.
//  7. prologue.go: what each unit begins with (the folder predefined); machine.go: macros
//     about the instructions of a processor.
//  8. definitions.go: definitions of embedded headers, of which a unit gets what it mentions.
//
// The embedded C headers are package headers. Nothing here knows of cc.
package cpp
