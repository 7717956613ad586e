package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestMoreBadInput goes through further programs that are no C, in one line
// each, and constructs that are C but have no semantics here.
func TestMoreBadInput(t *testing.T) {
	const deep = 100_000
	var bomb strings.Builder
	bomb.WriteString("#define A0 1\n")
	for i := range 40 {
		fmt.Fprintf(&bomb, "#define A%d A%d + A%d\n", i+1, i, i)
	}
	bomb.WriteString("int main(void) { return A40; }\n")
	const at = `:\d+:\d+: .+\n$`
	tests := []struct {
		name, text string
		status     int
		want       string // pattern of stderr, of stdout for UNKNOWN
	}{
		{"unary.c", "int main(void) { return " + strings.Repeat("- ", deep) + "1; }\n", 2, `^unary\.c` + at},
		{"not.c", "int main(void) { return " + strings.Repeat("!", deep) + "1; }\n", 2, `^not\.c` + at},
		{"pointer.c", "int " + strings.Repeat("*", deep) + "p; int main(void) { return 0; }\n", 2, `^pointer\.c` + at},
		{"index.c", "int a[1]; int main(void) { return " + strings.Repeat("a[", deep) + "0" + strings.Repeat("]", deep) + "; }\n", 2, `^index\.c` + at},
		{"init.c", "int a[1] = " + strings.Repeat("{", deep) + "0" + strings.Repeat("}", deep) + "; int main(void) { return 0; }\n", 2, `^init\.c` + at},
		{"sum.c", "int main(void) { int a = 1; return " + strings.Repeat("a + ", deep) + "a; }\n", 2, `^sum\.c` + at},
		{"bomb.c", bomb.String(), 2, `^bomb\.c` + at},
		{"goto.c", "int main(void) {\n  goto nowhere;\n}\n", 2, `^goto\.c:2` + at[4:]},
		{"break.c", "int main(void) {\n  break;\n}\n", 2, `^break\.c:2` + at[4:]},
		{"deref.c", "int main(void) {\n  int x = 1;\n  return *x;\n}\n", 2, `^deref\.c:3` + at[4:]},
		{"field.c", "struct s { int a; } g;\nint main(void) { return g.b; }\n", 2, `^field\.c:2` + at[4:]},
		{"negative.c", "int a[-1];\nint main(void) { return 0; }\n", 2, `^negative\.c:1` + at[4:]},
		{"error.c", "int x;\n#error no luck\nint main(void) { return 0; }\n", 2, `^error\.c:2:\d+: .*no luck\n$`},
		{"if.c", "#if 1\nint main(void) { return 0; }\n", 2, `^if\.c` + at},
		{"proto.c", "int main(void);\n", 2, `^proto\.c` + at},
		{"variable.c", "int main = 3;\n", 2, `^variable\.c` + at},
		{"nul.c", "int main(void) { return \x00 0; }\n", 2, `^nul\.c:1:25|^nul\.c:1:24`},
		{"latin.c", "int main(void) { int \xe9 = 0; return 0; }\n", 2, `^latin\.c:1:22|^latin\.c:1:21`},
		{"empty.yml", "", 2, `^empty\.yml:1:1: `},
		{"list.yml", "- a\n- b\n", 2, `^list\.yml:1:1: `},
		{"none.yml", "format_version: '2.0'\ninput_files: []\nproperties: []\n", 2, `^none\.yml:2` + at[4:]},
		{"cycle.yml", "&a [*a]\n", 2, `^cycle\.yml` + at},
		{"asm.c", "int main(void) { int x = 1; __asm__ volatile(\"movl $2, %0\" : \"=r\"(x)); if (x != 1) reach_error(); return 0; }\n", 20, `^UNKNOWN unreach-call  asm\.c:1:\d+: .*asm`},
		{"quad.c", "int main(void) { _Float128 x = 1; if (x != 1) reach_error(); return 0; }\n", 20, `^UNKNOWN unreach-call  quad\.c:1:\d+: .*_Float128`},
		{"thread.c", "#include <pthread.h>\nint g; void *f(void *a) { g = 1; return 0; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (g) reach_error(); return 0; }\n", 20, `^UNKNOWN unreach-call  thread\.c:3:\d+: .*pthread_create`},
	}
	files := map[string]string{}
	for _, tt := range tests {
		files[tt.name] = tt.text
	}
	dir := folder(t, files)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			out := tt.name + ".out"
			args := []string{tt.name, "--timeout", "60s"}
			if tt.status == 2 {
				args = append(args, "-o", out)
			}
			stdout, stderr, status := verify(t, dir, args...)
			got, other := stderr, stdout
			if tt.status != 2 {
				got, other = stdout, stderr
			} else if strings.Count(stderr, "\n") != 1 {
				t.Errorf("more than a line: %.300q", stderr)
			}
			if status != tt.status || other != "" || !regexp.MustCompile(tt.want).MatchString(got) {
				t.Errorf("status %d, stdout %.300q, stderr %.300q\nwant %d %s", status, stdout, stderr, tt.status, tt.want)
			}
			if _, err := os.Stat(filepath.Join(dir, out)); err == nil && tt.status == 2 {
				t.Error("left an output file")
			}
			if d := time.Since(start); d > 2*time.Minute {
				t.Errorf("took %v", d)
			}
		})
	}
}
