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

// TestIncludedPositions: statements of included files have their place there,
// those of the embedded headers have none.
func TestIncludedPositions(t *testing.T) {
	dir := t.TempDir()
	header := "#define TWICE(x) ((x) + (x))\n#include <string.h>\nstatic int half(int n)\n{\n\treturn n / 2;\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "half.h"), []byte(header), 0o644); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "p.c")
	src := "#include \"half.h\"\nint main(void) { return TWICE(half(7)); }\n"
	p, err := Parse(name, []byte(src), Config{PtrBits: 64})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"return n / 2": filepath.Join(dir, "half.h") + ":5:2", "return TWICE(half(7))": name + ":2:18"}
	for _, e := range p.Edges {
		if w := want[e.Text]; w != "" {
			delete(want, e.Text)
			if e.Pos.String() != w {
				t.Errorf("%s is at %v, want %s", e.Text, e.Pos, w)
			}
		}
	}
	for w := range want {
		t.Errorf("no statement %s in\n%v", w, p)
	}
	if string(p.Sources[filepath.Join(dir, "half.h")]) != header || string(p.Sources[name]) != src || len(p.Sources) != 2 {
		t.Errorf("%d sources", len(p.Sources))
	}
}
