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

// TestIncludeCycles tells files that include each other without end from those
// that a condition guards.
func TestIncludeCycles(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for name, text := range map[string]string{
		"self.h":    "#include \"self.h\"\n",
		"ping.h":    "/* \n */ # include \"sub/pong.h\"\n",
		"guarded.h": "#ifndef G\n#define G\n#include \"guarded.h\"\nenum { g = 1 };\n#endif\n",
		"once.h":    "#pragma once\n#include \"once.h\"\n",
		"twice.h":   "// #include \"twice.h\"\n",
		"after.h":   "#ifdef NEVER\n#endif\n#include <after.h>\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("sub", 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("sub/pong.h", []byte("#include \"../ping.h\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	const end = "\nint main(void) { return 0; }\n"
	for _, tt := range []struct{ text, want string }{
		{"#include \"p.c\"", "p.c:1:1: files include each other endlessly: p.c → p.c"},
		{"\n  #include \"self.h\"", "p.c:2:3: files include each other endlessly: self.h → self.h"},
		{"#include \"ping.h\"", "p.c:1:1: files include each other endlessly: ping.h → sub/pong.h → ping.h"},
		{"#include \"after.h\"", "p.c:1:1: files include each other endlessly: after.h → after.h"},
		{"#include \"guarded.h\"\n#include \"guarded.h\"", ""},
		{"#include \"twice.h\"\n#include \"twice.h\"", ""},
		{"#include <stdio.h>\n#include <self.h>\n", "p.c:2:1: files include each other endlessly: self.h → self.h"},
	} {
		if err := os.WriteFile("p.c", []byte(tt.text+end), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Parse("p.c", []byte(tt.text+end), Config{PtrBits: 64, IncludeDirs: []string{"."}})
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || err.Error() != tt.want) {
			t.Errorf("%q:\n got %v\nwant %s", tt.text, err, tt.want)
		}
	}
}

// TestIncludedLayout: attributes and #pragma pack of included files count.
func TestIncludedLayout(t *testing.T) {
	t.Chdir(t.TempDir())
	header := "struct __attribute__((packed)) s { char c; int i; };\n#pragma pack(push, 1)\nstruct t { char c; int i; };\n#pragma pack(pop)\nstruct u { char c; int i; };\n"
	if err := os.WriteFile("s.h", []byte(header), 0o644); err != nil {
		t.Fatal(err)
	}
	src := "#include \"s.h\"\nvoid reach_error(void);\nint main(void) { if (sizeof(struct s) != 5 || sizeof(struct t) != 5 || sizeof(struct u) != 8) reach_error(); }\n"
	p, err := Parse("p.c", []byte(src), Config{PtrBits: 64})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(p.ErrorLocs()); n != 0 {
		t.Errorf("%d error locations in\n%v", n, p)
	}
}
