package frontend_test

import (
	"testing"

	"culprit/cfg"
	"culprit/frontend"
)

// TestUndeclaredErrorFunc has a library function as the error function: the
// program may leave it undeclared, or call it by its second name.
func TestUndeclaredErrorFunc(t *testing.T) {
	for _, src := range []string{
		"void abort(void); int main(void) { abort(); }",
		"int main() { abort(); }",
		"int main(void) { __builtin_abort(); }",
		"int main(void) { void (*f)(void) = __builtin_abort; f(); }",
	} {
		p, err := frontend.Parse("e.c", []byte(src), frontend.Config{ErrorFuncs: []string{"abort"}})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(p.ErrorLocs()); n != 1 {
			t.Errorf("%s: %d error locations, want 1", src, n)
		} else if what := p.ErrorLocs()[0].Reason; what != (cfg.Reason{Kind: cfg.ErrorCall, Name: "abort"}) {
			t.Errorf("%s: %q", src, what)
		}
	}
}
