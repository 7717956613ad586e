package frontend

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend/cpp"
)

// badInputs must be refused with a position in the file, or lower to a valid
// program; never panic or hang.
var badInputs = map[string]string{
	"empty":            "",
	"blank":            "  \n\t\n",
	"no main":          "int f(void) { return 1; }\n",
	"binary":           "\x00\x01\x02\xff\xfe",
	"unclosed":         "int main(void) { return (1 + 2;\n",
	"undeclared":       "int main(void) { return nothing; }\n",
	"parentheses":      "int main(void) { return " + strings.Repeat("(", 100000) + "1" + strings.Repeat(")", 100000) + "; }\n",
	"braces":           "int main(void) " + strings.Repeat("{", 50000) + strings.Repeat("}", 50000),
	"unary":            "int main(void) { return " + strings.Repeat("- ", 50000) + "1; }\n",
	"sum":              "int main(void) { return 1" + strings.Repeat("+1", 5000) + "; }\n",
	"else if":          "int main(void) { int x = 0; " + strings.Repeat("if (x == 1) x = 2; else ", 900) + "x = 3; return x; }\n",
	"missing field":    "struct s { int a; }; int main(void) { struct s v; return v.b; }\n",
	"huge array":       "int a[2000000000]; int main(void) { return a[5]; }\n",
	"negative array":   "int a[-1]; int main(void) { return a[0]; }\n",
	"recursive struct": "struct s { struct s x; }; struct s v; int main(void) { return sizeof v; }\n",
	"incomplete":       "struct s; extern struct s v; int main(void) { return ((char *)&v)[0]; }\n",
	"void variable":    "int main(void) { void x; return 0; }\n",
	"int128":           "int main(void) { __int128 x = 1; return x; }\n",
	"complex":          "int main(void) { _Complex double z = 1; return 0; }\n",
	"bad case":         "int main(int c, char **v) { switch (c) { case 1: case 1: return 1; } }\n",
	"break outside":    "int main(void) { break; }\n",
	"goto nowhere":     "int main(void) { goto out; }\n",
	"include missing":  "#include <no/such/header.h>\nint main(void) { return 0; }\n",
	"string arguments": "int main(\"x\") { return 0; }\n",
	"lvalue":           "int main(void) { 1 = 2; return 0; }\n",
	"call of int":      "int main(void) { int x; return x(3); }\n",
	"zero bit-field":   "struct s { int a : 0; }; int main(void) { return sizeof(struct s); }\n",
	"flexible":         "struct s { int n; int d[]; } v = {1, {2, 3}}; int main(void) { return v.d[1]; }\n",
	"old style":        "int f(a, b) int a; char b; { return a + b; } int main() { return f(1, 2) + f(1); }\n",
	"self init":        "int x = sizeof x; int main(void) { int y = y; return x + y; }\n",
	"nested function":  "int main(void) { int f(int a) { return a; } return f(1); }\n",
	"main is variable": "int main;\n",
	"no function":      "int main { return 0; }\n",
	"void main":        "void main(struct undefined *p, float f) { }\n",
	"case outside":     "int main(void) { case 1: return 0; }\n",
	"va outside":       "#include <stdarg.h>\nint main(void) { va_list ap; va_start(ap, ap); return va_arg(ap, int); }\n",
	"va no list":       "#include <stdarg.h>\nint f(int n, ...) { int k = 0; va_start(k, n); return va_arg(n, int) + *(int *)__culprit_va_arg(); } int main(void) { return f(1, 2); }\n",
	"va odd types":     "#include <stdarg.h>\nstruct u; int f(int n, ...) { va_list ap; va_start(ap, n); struct u *p = va_arg(ap, struct u *); float x = va_arg(ap, float); va_arg(ap, struct u); va_arg(ap, void); return 0; } int main(void) { return f(1, 2); }\n",
	"va odd arguments": "struct e { }; void v(void); int f(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); return 0; } int main(void) { struct e e; return f() + f(1, v(), e, f, main, \"s\", f(2)); }\n",
	"va main":          "int main(int n, ...) { __builtin_va_list a; __builtin_va_start(a, n); return main(1, 2) + __builtin_va_arg(a, int); }\n",
	"odd printf":       "struct s { int a; }; void v(void); int main(void) { struct s x; printf(); printf(\"%d\", x); printf(v()); printf(1.5); return printf(x) + puts(); }\n",
	"library names":    "int printf, qsort; int errno(void); char *stdin; struct t { int fopen; } strtok; double exit(double x) { return x; } int main(void) { return printf + stdin[0] + strtok.fopen + errno() + (int)exit(1); }\n",
	"own library":      "int errno = 3; static int getchar(void) { return 4; } void *malloc(int n) { return 0; } int atexit; int main(void) { int strlen = 1; return errno + getchar() + strlen + (malloc(3) == 0) + sizeof(puts) + atexit; }\n",
	"own state":        "static char errno; static int optind(void) { return 1; } long strtol(); int getopt(); int main(void) { return errno + optind() + strtol(\"7\", 0, 10) + getopt(); }\n",
	"library values":   "int main(void) { void *p[] = { printf, sin, malloc, strlen, exit, setjmp, puts }; return p == 0; }\n",
	"exits":            "void exit(); void f(void) { exit(); } int main(void) { atexit(f); exit(f(), 1); abort(1); return _exit(3), 0; }\n",
	"macros":           "#define s struct\n#define n 10\n#define while if\n#include <string.h>\nint main(void) { return strlen(\"abc\") + strtok(0, 0)[0]; }\n",
	"division":         "int a[1 / 0]; int main(void) { return 1 / 0 + 1 % 0 + (-2147483647 - 1) / -1; }\n",
}

// lower parses src and checks what every result must satisfy.
func lower(t *testing.T, src string) (*cfg.Program, error) {
	t.Helper()
	if p, err := Parse("bad.c", []byte(src), Config{PtrBits: 64, Execute: true}); err == nil {
		if err := cfg.Check(p); err != nil {
			t.Errorf("for execution: %v", err)
		}
	} else if !errors.As(err, new(*cpp.Error)) {
		t.Errorf("for execution: %v", err)
	}
	p, err := Parse("bad.c", []byte(src), Config{})
	if err != nil {
		var e *cpp.Error
		if !errors.As(err, &e) {
			t.Errorf("not an error of the program: %v", err)
		} else if e.Pos.Line == 0 {
			t.Errorf("error without position: %v", err)
		}
		return nil, err
	}
	if err := cfg.Check(p); err != nil {
		t.Errorf("accepted, but: %v", err)
	}
	return p, nil
}

func TestBadInput(t *testing.T) {
	for name, src := range badInputs {
		t.Run(name, func(t *testing.T) {
			if _, err := lower(t, src); err != nil {
				t.Log(err)
			}
		})
	}
}

func FuzzLower(f *testing.F) {
	for _, s := range badInputs {
		if len(s) < 2000 {
			f.Add(s)
		}
	}
	files, _ := filepath.Glob("testdata/*.c")
	more, _ := filepath.Glob("testdata/execute/*.c")
	files = append(files, more...)
	for _, name := range files {
		if b, err := os.ReadFile(name); err == nil {
			f.Add(string(b))
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) < 1<<14 {
			lower(t, src)
		}
	})
}
