// Package frontendtest lowers C in tests.
package frontendtest

import (
	"testing"

	"culprit/cfg"
	"culprit/frontend"
)

// Parse lowers src, a file t.c, or ends the test.
func Parse(t testing.TB, src string, conf frontend.Config) *cfg.Program {
	t.Helper()
	p, err := frontend.Parse("t.c", []byte(src), conf)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Execute lowers src as it is executed, with pointers of 64 bits.
func Execute(t testing.TB, src string) *cfg.Program {
	t.Helper()
	return Parse(t, src, frontend.Config{PtrBits: 64, Execute: true})
}
