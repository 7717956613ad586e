package main

import (
	"encoding/json"
	"strings"
	"testing"

	"culprit/report"
)

// TestChecked: a TRUE without an error location says what the property looked at
// and, where that is nothing, which one would ask.
func TestChecked(t *testing.T) {
	const asserts = "#include <assert.h>\nint main(void) { int x = 1; assert(x == 2); return 0; }\n"
	const dies = "#include <stdlib.h>\nint main(void) { int n = 7, *p = malloc(4); free(p); abort(); return n; }\n"
	const frees = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); for (;;) ; }\n"
	const reads = "int t[3] = {1, 2, 3};\nint main(void) { unsigned char c = (unsigned char)t[1]; t[2] = c + 1; return 0; }\n"
	for _, c := range []struct{ src, property, want string }{
		{asserts, "valid-memsafety", "nothing was checked: no access, operation or block (--property unreach-call asks about assertions)"},
		{asserts, "no-overflow", "nothing was checked: no access, operation or block (--property unreach-call asks about assertions)"},
		{dies, "unreach-call", "nothing can fail: no assertion could be false, and no call of reach_error or __VERIFIER_error could be reached (--property ub asks about undefined behaviour)"},
		{dies, "valid-memcleanup", "no block is lost (2 allocations and frees): 1 of 1 check proved"},
		{frees, "valid-memcleanup", "no block is lost: 2 allocations and frees checked"},
		{dies, "valid-free", "no use of memory is invalid (2 allocations and frees): 1 of 1 check proved"},
		{reads, "valid-deref", "no use of memory is invalid: 2 accesses checked"},
		{reads, "valid-memsafety", "no use of memory is invalid and no block is lost: 2 accesses checked"},
		{reads, "no-overflow", "nothing overflows: 1 operation checked"},
	} {
		dir := folder(t, map[string]string{"p.c": c.src})
		out, _, _ := verify(t, dir, "--property="+c.property, "p.c")
		if !strings.HasPrefix(out, "TRUE "+c.property+"  p.c: "+c.want) {
			t.Errorf("%s\n%swant %s", c.src, out, c.want)
		}
	}
	out, _, _ := verify(t, folder(t, map[string]string{"p.c": reads}), "--property=valid-deref", "--format=json", "p.c")
	var r report.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.Checked == nil || r.Checked.Accesses != 2 {
		t.Errorf("%v\n%s", err, out)
	}
}
