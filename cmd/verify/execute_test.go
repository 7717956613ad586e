package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"culprit/cmd/verify/console"
)

// executed are programs of TestExecute.
var executed = map[string]string{
	"hello.c": `#include <stdio.h>
int main(int argc, char **argv) { fprintf(stderr, "to stderr\n"); printf("hello %s\n", argc > 1 ? argv[1] : "world"); return argc; }`,
	"cat.c": `#include <stdio.h>
int main(int argc, char **argv) { FILE *f = argc > 1 ? fopen(argv[1], "r") : stdin; int c; if (!f) { puts("no file"); return 5; } while ((c = getc(f)) != EOF) putchar(c); return 0; }`,
	"write.c": `#include <stdio.h>
int main(void) { FILE *f = fopen("a/out.txt", "w"); if (!f) f = fopen("out.txt", "w"); fputs("written\n", f); fclose(f); f = fopen("/tmp/t", "w"); if (f) fputs("temporary", f); f = fopen("note.txt", "a"); if (f) fputs("more", f); return 0; }`,
	"leak.c": `#include <stdlib.h>
char *kept;
int main(void) { kept = malloc(3);
 char *p = malloc(5); return p == 0; }`,
	"overflow.c": "int main(int argc, char **argv) { int x = 2147483646 + argc; x += argc; return x < 0; }",
	"uninit.c":   "int main(void) { int x; return x + 3; }",
	"loop.c":     "int main(void) { volatile int x = 1; while (x) ; return 0; }",
	"print.c":    "#include <stdio.h>\nint main(void) { while (1) puts(\"again\"); }",
	"files.c":    "#include <stdio.h>\nint main(void) { for (int i = 0; ; i++) { char n[20]; sprintf(n, \"f%d\", i); FILE *f = fopen(n, \"w\"); if (!f) return 3; fprintf(f, \"%01000d\", i); fclose(f); } }",
	"empty.c":    "#include <stdio.h>\nint main(void) { for (int i = 0; ; i++) { char n[20]; sprintf(n, \"f%d\", i); FILE *f = fopen(n, \"w\"); if (!f) return 3; fclose(f); } }",
	"deep.c":     "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }",
	"grow.c":     "#include <stdlib.h>\nint main(void) { while (1) { int *p = malloc(4096); p[1023] = 1; } }",
	"fork.c":     "#include <unistd.h>\nint main(void) { return fork(); }",
	"nondet.c":   "extern int __VERIFIER_nondet_int(void);\n#include <stdio.h>\nint main(void) { int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); printf(\"%d\\n\", x - y); return 0; }",
	"null.c":     "struct s { int a, b; };\nint get(struct s *p) { return p->b; }\nint main(void) { return get(0); }",
	"long.c":     "#include <stdio.h>\nint main(void) { printf(\"%d\\n\", (int)sizeof(long)); return 0; }",
	"wait.c":     "#include <stdio.h>\nint main(void) { fputs(\"ready\\n\", stderr); return getchar(); }",
	"in.txt":     "some text\n",
	"note.txt":   "a note\n",
	"case.xml":   "<testcase><input>7</input><input>-3</input></testcase>",
}

// TestExecute runs programs with all that they see and print.
func TestExecute(t *testing.T) {
	dir := folder(t, executed)
	tests := []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"hello.c", 1, `^hello world\n$`, `^to stderr\n$`},
		{"hello.c you", 2, `^hello you\n$`, `^to stderr\n$`},
		{"cat.c --stdin in.txt", 0, `^some text\n$`, `^$`},
		{"cat.c in.txt", 0, `^some text\n$`, `^$`},
		{"cat.c note", 5, `^no file\n$`, `^$`},
		{"cat.c note --file note=note.txt", 0, `^a note\n$`, `^$`},
		{"cat.c /etc/passwd2", 5, `^no file\n$`, `^$`},
		{"cat.c --file gone", 2, `^$`, `^gone: no such file\n$`},
		{"cat.c --file =x", 2, `^$`, `^--file: want NAME or NAME=PATH, not "=x"\n$`},
		{"write.c --file note.txt --out result", 0, `^$`, `^$`},
		{"write.c", 0, `^$`, `^$`},
		{"leak.c", 0, `^$`, `^$`},
		{"leak.c --leaks", 134, `^$`, `^leak\.c:4:\d+: memory leak: 5 bytes in 1 block allocated here is never freed, and nothing points to it \(CWE-401\)\n$`},
		{"leak.c --unfreed", 134, `^$`, `^leak\.c:3:\d+: memory leak: 3 bytes in 1 block allocated here is never freed \(CWE-401\)\nleak\.c:4:\d+: memory leak: 5 bytes`},
		{"overflow.c", 1, `^$`, `^$`},
		{"overflow.c --overflow", 134, `^$`, `^overflow\.c:1:\d+: signed overflow: 2147483647 \+ 1 = 2147483648 does not fit`},
		{"uninit.c", 134, `^$`, `^uninit\.c:1:\d+: use of an uninitialised value: x, declared at`},
		{"uninit.c --allow-uninit", 3, `^$`, `^$`},
		{"loop.c --steps 5000", 20, `^$`, `^loop\.c:1:\d+: step limit: 500\d statements executed\n$`},
		{"print.c --output-limit 10KB", 20, `^(again\n)+again?`, `^print\.c:2:\d+: output limit: `},
		{"files.c --output-limit 20KB", 20, `^$`, `^files\.c:2:\d+: output limit: the file "f20" grows beyond the limit on output\n$`},
		{"empty.c", 3, `^$`, `^$`},
		{"deep.c --depth 30", 20, `^$`, `^deep\.c:1:\d+: depth limit: 30 open calls\n(  in f, called at deep\.c:1:\d+\n){20}  and 10 more calls\n$`},
		{"grow.c --memory 8MiB", 20, `^$`, `^grow\.c:2:\d+: memory limit: the program uses more than 8 MiB\n$`},
		{"fork.c", 20, `^$`, `^fork\.c:2:\d+: unsupported: `},
		{"nondet.c --inputs case.xml", 0, `^10\n$`, `^$`},
		{"null.c", 134, `^$`, `^null\.c:2:\d+: null pointer access: read of 4 bytes at offset 4 from p, which is null \(CWE-476\)\n  in get, called at null\.c:3:\d+\n$`},
		{"long.c", 0, `^8\n$`, `^$`},
		{"--help", 0, `(?s)Exit status: the program's; 134 .*--leaks .*nested calls \(default 200000\)`, `^$`},
		{"long.c --data-model ILP32", 0, `^4\n$`, `^$`},
		{"long.c --data-model 48", 2, `^$`, `^--data-model: `},
		{"loop.c --depth 0", 2, `^$`, `^--depth: must be positive\n$`},
		{"loop.c --memory 0", 2, `^$`, `--memory`},
	}
	for _, tt := range tests {
		t.Run("verify run "+tt.args, func(t *testing.T) {
			stdout, stderr, status := verify(t, dir, append([]string{"run"}, strings.Fields(tt.args)...)...)
			if status != tt.status || !regexp.MustCompile(tt.stdout).MatchString(stdout) || !regexp.MustCompile(tt.stderr).MatchString(stderr) {
				t.Errorf("status %d, want %d\nstdout %.200s\nstderr %s\nwant %s", status, tt.status, stdout, stderr, tt.stderr)
			}
		})
	}
	for name, want := range map[string]string{"result/out.txt": "written\n", "result/note.txt": "a note\nmore", "result/tmp/t": "temporary", "note.txt": "a note\n"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != want {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "out.txt")); err == nil {
		t.Error("a program wrote a file that was not asked for")
	}
}

// TestExecuteInterrupted stops programs by signals: one that computes, one
// that waits for input.
func TestExecuteInterrupted(t *testing.T) {
	dir := folder(t, executed)
	for _, tt := range []struct {
		file, stderr string
		signal       os.Signal
	}{
		{"print.c", `^print\.c:2:\d+: interrupted by SIGINT\n$`, os.Interrupt},
		{"print.c", `^print\.c:2:\d+: interrupted by SIGTERM\n$`, syscall.SIGTERM},
		{"wait.c", `^ready\ninterrupted by SIGTERM while it waited for input\n$`, syscall.SIGTERM},
	} {
		t.Run(tt.file, func(t *testing.T) {
			t.Parallel()
			cmd, _, errs := command(dir, "run", tt.file)
			started := &firstWrite{w: io.Discard, seen: make(chan struct{})}
			cmd.Stdout = started
			if tt.file == "wait.c" {
				started.w, cmd.Stderr = errs, started
			}
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			select {
			case <-started.seen:
			case <-time.After(time.Minute):
				t.Error("no output")
			}
			if err := cmd.Process.Signal(tt.signal); err != nil {
				t.Error(err)
			}
			_ = cmd.Wait()
			if !regexp.MustCompile(tt.stderr).MatchString(errs.String()) || cmd.ProcessState.ExitCode() != 20 {
				t.Errorf("status %d, stderr %s", cmd.ProcessState.ExitCode(), errs)
			}
		})
	}
}

func TestWriteFiles(t *testing.T) {
	dir := t.TempDir()
	var errs bytes.Buffer
	a := &app{Streams: console.Streams{Stderr: &errs}}
	files := map[string][]byte{"../out": []byte("x"), "a/b": []byte("y"), "/abs": []byte("z"), "a/../../c": nil}
	if err := writeFiles(a, filepath.Join(dir, "in"), files); err != nil {
		t.Fatal(err)
	}
	if errs.String() != strings.ReplaceAll("../out: not written, because the path leaves DIR/in\na/../../c: not written, because the path leaves DIR/in\n", "DIR", dir) {
		t.Errorf("%s", &errs)
	}
	for _, name := range []string{"in/a/b", "in/abs"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if list, _ := filepath.Glob(filepath.Join(dir, "*")); len(list) != 1 {
		t.Error(list)
	}
}
