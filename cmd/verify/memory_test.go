package main

import (
	"strings"
	"testing"
)

// A violation of memory safety is named in the verdict line and described in
// the next, and verify run on its inputs ends with the same fault.
func TestMemorySafety(t *testing.T) {
	const strcpyC = "#include <string.h>\nint main(void) {\n\tchar d[5];\n\tstrcpy(d, \"hello\");\n\treturn 0;\n}\n"
	const heapC = "#include <stdlib.h>\nextern int input(void);\nint main(void) {\n\tint *p = malloc(8);\n\tfree(p);\n\tif (input() == 3)\n\t\treturn *p;\n\treturn 0;\n}\n"
	const leakC = "#include <stdlib.h>\nint main(void) {\n\tmalloc(8);\n\treturn 0;\n}\n"
	dir := folder(t, map[string]string{"strcpy.c": strcpyC, "heap.c": heapC, "leak.c": leakC})
	for _, tt := range []struct{ file, verdict, detail, at string }{
		{"strcpy", "FALSE valid-deref  strcpy.c:4:2 ", "access out of bounds in strcpy: write of 1 byte at d[5] of char d[5]", "strcpy.c:4:2: "},
		{"heap", "FALSE valid-deref  heap.c:7:3 ", "use after free: read of 4 bytes at offset 0 of a heap block of 8 bytes allocated at heap.c:4:7, freed at heap.c:5:2", "heap.c:7:3: "},
		{"leak", "FALSE valid-memtrack  leak.c:2:5 ", "leak.c:3:2: memory leak: 8 bytes in 1 block allocated here is never freed", "leak.c:2:5: "},
	} {
		out, errs, status := verify(t, dir, tt.file+".c", "--property", "valid-memsafety", "--write-inputs", ".", "--all")
		lines := strings.Split(out, "\n")
		if status != 10 || len(lines) < 2 || !strings.HasPrefix(lines[0], tt.verdict) || !strings.HasPrefix(strings.TrimSpace(lines[1]), tt.detail) {
			t.Errorf("%s: status %d\n%s%s", tt.file, status, out, errs)
			continue
		}
		_, errs, _ = verify(t, dir, "run", tt.file+".c", "--inputs", tt.file+".trace-1.json", "--property", "valid-memsafety")
		if !strings.Contains(errs, strings.TrimPrefix(tt.detail, "leak.c:3:2: ")) || !strings.Contains(errs, "\n"+tt.at) {
			t.Errorf("%s: the repetition says\n%s", tt.file, errs)
		}
	}
}
