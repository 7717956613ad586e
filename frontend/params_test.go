package frontend_test

import (
	"testing"

	"culprit/frontend"
	"culprit/interp"
)

// TestLeastElements executes calls of functions that ask for elements: those of
// constants are read, not written.
func TestLeastElements(t *testing.T) {
	const head = "static int none(int n, const int a[static n], int b[const static 2]) { return 0; }\n"
	for _, tt := range []struct {
		src   string
		fault interp.FaultKind
		line  int
	}{
		{"int main(int c, char **v) { static const int x[4]; return none(c + 2, x + c, (int[]){1, 2}); }", interp.NoFault, 0},
		{"int main(int c, char **v) { int x[4], y[2]; return none(c + 2, x + 2 * c, y); }", interp.OutOfBounds, 1},
		{"int main(int c, char **v) { int x[4]; return none(c, x, 0); }", interp.NullAccess, 1},
		{"int main(int c, char **v) { int y[2]; int (*f)(int, const int *, int [static 4]) = none; return f(1, y,\n y); }", interp.OutOfBounds, 2},
	} {
		p, err := frontend.Parse("t.c", []byte(head+tt.src), frontend.Config{PtrBits: 64, Execute: true})
		if err != nil {
			t.Fatal(err)
		}
		r := interp.Run(p, interp.RunConfig{Args: []string{"t"}})
		switch {
		case tt.fault == interp.NoFault && r.Status != interp.Exited:
			t.Errorf("%s: %v %v", tt.src, r.Status, r.Fault)
		case tt.fault != interp.NoFault && (r.Fault == nil || r.Fault.Kind != tt.fault || r.Fault.At.Line != tt.line):
			t.Errorf("%s: %v, want %v in line %d", tt.src, r.Fault, tt.fault, tt.line)
		}
	}
}
