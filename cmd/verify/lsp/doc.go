// Package lsp serves an editor by the language server protocol. It verifies in
// processes of their own (verify, and verify check for files without main) and keeps
// the last answer about each file.
//
// To read: messages.go (the protocol), documents.go (what is kept of the files that are
// edited), lsp.go (requests), answer.go (a program), functions.go (the
// functions of a file without main), shown.go (what an editor shows of an answer).
package lsp
