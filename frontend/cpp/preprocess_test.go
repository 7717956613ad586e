package cpp

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestPreprocess compares the tokens of preprocessed files with NAME.out.
// With -update, which needs gcc, that becomes what gcc says.
func TestPreprocess(t *testing.T) {
	files, _ := filepath.Glob("testdata/preprocess/*.c")
	for _, f := range files {
		golden := strings.TrimSuffix(f, ".c") + ".out"
		if *update {
			out, err := exec.Command("gcc", "-std=gnu2x", "-E", "-P", f).Output()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(golden, []byte(spellings(t, golden, out)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		toks, perr := newPreprocessor(Config{PtrBits: 64}, map[string]*File{}).read(NewFile(f, src))
		if perr != nil {
			t.Fatal(perr)
		}
		if d := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(lines(toks), "\n")); d != "" {
			t.Errorf("%s (-want +got):\n%s", f, d)
		}
	}
}

// spellings splits a preprocessed text into tokens, one a line.
func spellings(t *testing.T, name string, src []byte) string {
	toks, err := lex(NewFile(name, src))
	if err != nil {
		t.Fatal(err)
	}
	return lines(toks)
}

func lines(toks []Token) string {
	var b strings.Builder
	for _, k := range toks {
		b.WriteString(k.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// TestPreprocessErrors: what gcc refuses is refused where it stands.
func TestPreprocessErrors(t *testing.T) {
	for src, want := range map[string]string{
		"#if 1\nint x;\n":                    "p.c:1:1: unterminated #if",
		"#if 0\n#else\n#else\n#endif\n":      "p.c:3:1: #else after #else",
		"int x;\n#endif\n":                   "p.c:2:1: #endif without #if",
		"#nonsense\n":                        "p.c:1:1: invalid preprocessing directive #nonsense",
		"#define F(a) a\nint x = F(1, 2);":   "p.c:2:9: macro F is given 2 arguments instead of 1",
		"#define F(a) a\nint x = F(1;":       "p.c:2:9: unterminated argument list of macro F",
		"#define F(a, a) a\n":                "p.c:1:14: not a parameter of a macro: a",
		"#define F(a) #b\n":                  "p.c:1:14: # is not followed by a parameter",
		"#define F ## a\n":                   "p.c:1:11: ## at the end of a macro",
		"#define F(a, b) a ## b\nF(+, /)":    "p.c:2:1: pasting + and / does not form a token",
		"#if 1 / 0\n#endif\n":                "p.c:1:2: division by zero in #if",
		"#if 1 +\n#endif\n":                  "p.c:1:2: the condition of #if ends too early",
		"#if f(1)\n#endif\n":                 "p.c:1:5: f is not a macro, and takes arguments in #if",
		"#if 1.5\n#endif\n":                  "p.c:1:5: not an integer of 64 bits: 1.5",
		"#if\n#endif\n":                      "p.c:1:2: #if without a condition",
		"#pragma GCC error \"bad\"\n":        "p.c:1:13: \"bad\"",
		"int x = 'a;\n":                      "p.c:1:9: unterminated literal",
		"int x = 1 # 2;\n":                   "p.c:1:11: # is not expected here",
		"#define defined 1\n":                "p.c:1:9: defined cannot be a macro",
		"#define E(a) E2(a) E2(a)\n#include": "p.c:2:2: missing file name",
		"#define A B B B B B B B B\n#define B C C C C C C C C\n#define C D D D D D D D D\n#define D E E E E E E E E\n#define E F F F F F F F F\n" +
			"#define F G G G G G G G G\n#define G H H H H H H H H\n#define H I I I I I I I I\nint x = A;\n": "p.c:9:9: macro expansion limit exceeded",
	} {
		p := newPreprocessor(Config{PtrBits: 64}, map[string]*File{})
		p.work = 100_000
		_, err := p.read(NewFile("p.c", []byte(src)))
		if err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", src, err, want)
		}
	}
}
