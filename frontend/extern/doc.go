// Package extern says what others need to know of C files without lowering them:
// the functions and variables that they mention and define (extern.go), and
// fingerprints of what the meaning of a function depends on (fingerprint.go).
package extern
