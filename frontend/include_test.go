package frontend

import (
	"os"
	"path/filepath"
	"testing"
)

// TestIncludeDirs finds headers in folders, before the built-in ones, and
// headers beside those.
func TestIncludeDirs(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a/own.h":    "#include \"beside.h\"\n#include <float.h>\n",
		"a/beside.h": "enum { two = 2 };\n",
		"b/assert.h": "#define assert(x) ((void)0)\nenum { three = 3 };\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src := []byte("#include \"own.h\"\n#include <assert.h>\nint a[two + three == 5 && FLT_RADIX == 2 ? 1 : -1];\nint main(void) { return 0; }\n")
	conf := Config{IncludeDirs: []string{filepath.Join(dir, "a"), filepath.Join(dir, "b")}}
	if _, err := Parse("p.c", src, conf); err != nil {
		t.Error(err)
	}
	if _, err := Parse("p.c", src, Config{}); err == nil {
		t.Error("found a header that is nowhere")
	}
}
