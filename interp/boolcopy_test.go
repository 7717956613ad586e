package interp

import (
	"testing"

	"culprit/frontend/frontendtest"
)

// TestCopyBool copies a _Bool that has no value yet, which is not a fault, and
// then uses it, which is one.
func TestCopyBool(t *testing.T) {
	const src = `
struct s { _Bool set, unset; int n; };
int main(int argc, char **argv) {
  struct s x, *p = &x;
  p->set = argc;
  _Bool a = p->set, b = p->unset;
  int r = 3 + a;
  if (argc > 1)
    r += b;
  return r;
}`
	p := frontendtest.Execute(t, src)
	if r := Run(p, RunConfig{}); r.Status != Exited || r.Code != 4 {
		t.Errorf("%v, code %d, %v", r.Status, r.Code, r.Fault)
	}
	if r := Run(p, RunConfig{Args: []string{"p", "x"}}); r.Fault == nil || r.Fault.Kind != UninitRead || r.Fault.At.Line != 9 {
		t.Errorf("%v, %v", r.Status, r.Fault)
	}
}
