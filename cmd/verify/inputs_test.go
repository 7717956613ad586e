package main

import (
	"strings"
	"testing"
)

// TestReadInputs: what the library reads into memory is among the inputs of a
// trace, as numbers and texts.
func TestReadInputs(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`int n; char name[8]; if (scanf("%d %7s", &n, name) == 2) assert(n != -42 || name[0] != 'x');`, `n = -42, name = "x"`},
		{`char line[16]; if (fgets(line, sizeof line, stdin)) assert(line[0] != 'h' || line[1] != 'i' || line[2] != '\n');`, `line = "hi\n"`},
		{`double d; if (scanf("%lf", &d) == 1) assert(d != 0.5);`, "d = 0.5"},
	} {
		src := "#include <stdio.h>\n#include <assert.h>\nint main(void) { " + c.body + " return 0; }\n"
		out, _, _ := verify(t, folder(t, map[string]string{"p.c": src}), "--effort=0", "p.c")
		if !strings.Contains(out, c.want) {
			t.Errorf("%s\n%swant %s", src, out, c.want)
		}
	}
}
