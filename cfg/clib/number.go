package clib

// Digits is the question (cfg.Question) which number the digits are that a text
// begins with. Its arguments are the bytes of the text, up to the first that is
// not a digit, and zeros, MaxDigits in all.
const (
	Digits    = "digits"
	MaxDigits = 20 // one less always fits into 64 bits
)
