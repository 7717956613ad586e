package extern

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"culprit/frontend"
	"culprit/frontend/entry"
)

const fingerprinted = `#include <stdlib.h>
#include "f.h"
#define TWICE(x) ((x) * 2)
struct pair { int a, b; };
static int limit = 4;
static int helper(struct pair p) { return TWICE(p.a) + limit; }
static int other(int x) { return x + 1; }
int f(int x) { struct pair p = {x, x}; return helper(p) + WIDTH + outside(x); }
int (*chosen)(int) = other;
int g(int x) { return chosen(x); }
int h(int x) { return x - 1; }
`

// TestFingerprints: what a function reaches changes its fingerprint, and nothing else.
func TestFingerprints(t *testing.T) {
	const header = "#define WIDTH 3\nint outside(int);\n"
	dir := t.TempDir()
	sums := func(text, header string) map[string]*Fingerprint {
		if err := os.WriteFile(filepath.Join(dir, "f.h"), []byte(header), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := NewFingerprints([]frontend.Source{{Name: "f.c", Text: []byte(text)}}, frontend.Config{PtrBits: 64, IncludeDirs: []string{dir}})
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]*Fingerprint{}
		for _, name := range entry.Functions(f.units, "*") {
			out[name] = f.Of(name)
		}
		return out
	}
	base := sums(fingerprinted, header)
	if m := base["f"].Missing; len(m) != 1 || m[0] != "outside" {
		t.Errorf("f misses %q", m)
	}
	for _, c := range []struct{ name, old, new, changed string }{
		{"nothing", "", "", ""},
		{"lines above", "struct pair", "\n/* new\n lines */\nstruct pair", ""},
		{"a line above a function", "int h(", "\n\nint h(", ""},
		{"unrelated body", "x - 1", "x - 2", "h"},
		{"callee", "+ limit", "- limit", "f helper"},
		{"through a pointer", "x + 1", "x + 2", "g other"},
		{"global", "limit = 4", "limit = 5", "f g h helper other"},
		{"type", "int a, b", "int a, b, c", "f g h helper other"},
		{"macro in use", "(x) * 2", "(x) * 3", "f helper"},
		{"head of another function", "int h(int x)", "int h(long x)", "f g h helper other"},
		{"pragma", "struct pair {", "#pragma pack(1)\nstruct pair {", "f g h helper other"},
		{"pragma in a body", "{ return x - 1; }", "{\n#pragma pack(1)\nreturn x - 1; }", "f g h helper other"},
		{"pragma at the end", "x - 1; }\n", "x - 1; }\n#pragma weak f\n", "f g h helper other"},
		{"header", "", "", "f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := header
			if c.name == "header" {
				h = strings.Replace(header, "3", "4", 1)
			}
			now := sums(strings.Replace(fingerprinted, c.old, c.new, 1), h)
			for name, was := range base {
				changed := strings.Contains(" "+c.changed+" ", " "+name+" ")
				if changed == (now[name].Sum == was.Sum) {
					t.Errorf("%s changed: %v, want %v", name, !changed, changed)
				}
				if !changed && len(now[name].Spans) != len(was.Spans) {
					t.Errorf("%s has %d spans, and had %d", name, len(now[name].Spans), len(was.Spans))
				}
			}
		})
	}
}
