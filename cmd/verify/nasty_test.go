//go:build unix

package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"culprit/report"
)

// nasty makes programs that keep one phase busy, or fill memory, beyond any
// limit if n is large.
func nasty(n int) map[string]string {
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "#", strconv.Itoa(i)))
		}
		return b.String()
	}
	const head = "extern int nd(void);\nextern unsigned long ul(void);\nextern void reach_error(void);\n"
	return map[string]string{
		// One function, one block after the other.
		"statements.c": head + "int main(void) {\n  unsigned x = nd(), y = nd();\n" + lines(n, "  x = x * 3 + (y ^ #);\n  y = y + x % 7;\n") + "  if (x == 12345) reach_error();\n  return 0;\n}\n",
		"branches.c":   head + "int main(void) {\n  unsigned x = nd(), y = 0;\n" + lines(n, "  if (nd()) y += x; else y ^= #;\n") + "  if (y == 12345 && x == 77) reach_error();\n  return 0;\n}\n",
		"include.c":    "#include \"include.c\"\nint main(void) { return 0; }\n",
		"elses.c":      head + "int main(void) {\n  int x = nd(), y = 0;\n" + lines(min(n, 4900), "  if (x == #) y = #;\n  else") + " y = -1;\n  if (y == -2) reach_error();\n  return 0;\n}\n",
		"cases.c":      head + "int main(void) {\n  unsigned x = nd(), y = nd();\n  for (;;) switch (x) {\n" + lines(n, "  case #: x = y * # + 1; y++; break;\n") + "  default: if (y == 5 && x * x == 7) reach_error(); x = nd();\n  }\n}\n",
		"array.c":      head + "static int a[50000000];\nint main(void) {\n  for (int i = 0; i < 50000000; i++) a[i] = i ^ nd();\n  for (int i = 1; i < 50000000; i++) if (a[i - 1] == a[i] + 17 && a[i] == 99999) reach_error();\n  return 0;\n}\n",
		"initial.c":    head + "struct s { int a[1000]; char c; } table[20000] = { [19999] = { { [999] = 5 }, 3 } };\nint main(void) { struct s t = table[nd() & 1023]; if (t.a[999] == 7) reach_error(); return 0; }\n",
		"solver.c":     head + "int main(void) {\n  unsigned long a = ul(), b = ul();\n  if (a > 1 && b > 1 && a < 1ul << 32 && b < 1ul << 32 && a * b == 18446743979220271189ul) reach_error();\n  return 0;\n}\n",
		"grow.c":       head + "int main(void) {\n  unsigned x[64], s = 0;\n  for (int i = 0; i < 64; i++) x[i] = nd();\n  for (int k = 0; k < 1000; k++) for (int i = 0; i < 64; i++) x[i] = x[i] * x[(i * 7 + k) & 63] + (x[s & 63] >> 3), s += x[i];\n  if (s == 4711) reach_error();\n  return 0;\n}\n",
		"calls.c":      head + "static unsigned f0(unsigned x) { return x * nd(); }\n" + lines(min(n, 60), "static unsigned g#(unsigned x);\n") + lines(min(n, 60), "static unsigned g#(unsigned x) { return f0(x) + f0(x + #); }\n") + "int main(void) {\n  unsigned s = nd();\n" + lines(n/8+1, "  s = g0(s) ^ g1(s + #);\n") + "  if (s == 4711) reach_error();\n  return 0;\n}\n",
		"lists.c":      head + "#include <stdlib.h>\nstruct n { struct n *l, *r; int v; };\nstatic struct n *make(int d) { struct n *p = malloc(sizeof *p); p->v = nd(); p->l = d ? make(d - 1) : 0; p->r = d && nd() ? make(d - 1) : p->l; return p; }\nint main(void) { struct n *t = make(12), *p = t; while (p->l) p = nd() ? p->l : p->r; if (p->v == 77 && t->v == 78) reach_error(); return 0; }\n",
		"loops.c":      head + "int main(void) {\n  unsigned i, j, k, s = 0, n = nd();\n  for (i = 0; i < n; i++) for (j = 0; j < i; j++) for (k = j; k < i * j; k++) s += k * (i ^ j);\n  if (s == 123456789) reach_error();\n  return 0;\n}\n",
		"expression.c": head + "int main(void) {\n  unsigned x = nd(), y = nd();\n  if ((" + lines(min(n, 9000), "x * # ^ y + ") + "1) == 0x12345678) reach_error();\n  return 0;\n}\n",
	}
}

// limitCase is a way to end a run before its time.
type limitCase struct {
	name  string
	flags []string
	after time.Duration // when to send the signal
	sig   os.Signal
}

// answerOf checks what a run that was cut short has printed.
func answerOf(t testing.TB, what string, out []byte, status int) {
	t.Helper()
	r, err := report.ReadJSON(bytes.NewReader(out))
	switch {
	case err != nil:
		t.Errorf("%s: status %d, %v: %.300s", what, status, err, out)
	case status != r.ExitCode():
		t.Errorf("%s: status %d for %s", what, status, r.Verdict)
	case r.Verdict == "UNKNOWN" && (r.Reason == nil || r.Reason.Text == ""):
		t.Errorf("%s: %+v", what, r.Reason)
	}
}

// TestNasty runs programs into each limit: whatever the phase, the verdict
// line, the report and the exit status are there and agree.
func TestNasty(t *testing.T) {
	n := 300
	if testing.Short() {
		n = 30
	}
	programs := nasty(n)
	dir := folder(t, programs)
	cases := []limitCase{
		{"time", []string{"--timeout", "300ms"}, 0, nil},
		{"cpu", []string{"--cpu-timeout", "300ms"}, 0, nil},
		{"memory", []string{"--memory", "30MB"}, 0, nil},
		{"signal", nil, 300 * time.Millisecond, syscall.SIGTERM},
		{"cpusignal", []string{"--multi-trace"}, 300 * time.Millisecond, syscall.SIGXCPU},
	}
	for i, name := range slices.Sorted(maps.Keys(programs)) {
		c := cases[i%len(cases)] // all pairs would take a minute: see BenchmarkOverrun
		t.Run(c.name+" "+name, func(t *testing.T) {
			t.Parallel()
			cmd, stdout, _ := command(dir, append(c.flags[:len(c.flags):len(c.flags)], "-o", name+".json", "--format", "json", name)...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if c.sig != nil {
				timer := time.AfterFunc(c.after, func() { _ = cmd.Process.Signal(c.sig) })
				defer timer.Stop()
			}
			_ = cmd.Wait()
			status := cmd.ProcessState.ExitCode()
			if name == "include.c" && status == 2 {
				return
			}
			if !regexp.MustCompile(`^(TRUE|FALSE|UNKNOWN) unreach-call\n$`).Match(stdout.Bytes()) {
				t.Errorf("status %d, verdict line %q", status, stdout.Bytes())
			}
			text, _ := os.ReadFile(filepath.Join(dir, name+".json"))
			answerOf(t, name, text, status)
		})
	}
}

// BenchmarkOverrun measures by how much each limit is passed, in the worst of
// all nasty programs. It takes minutes:
//
//	go test ./cmd/verify -run '^$' -bench Overrun -benchtime 1x -timeout 30m
func BenchmarkOverrun(b *testing.B) {
	dir := b.TempDir()
	programs := nasty(150_000)
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	const limit, memory = 5 * time.Second, 400e6
	for _, c := range []limitCase{
		{"time", []string{"--timeout", limit.String(), "--memory", "3GB"}, 0, nil},
		{"cpu", []string{"--cpu-timeout", limit.String(), "--memory", "3GB"}, 0, nil},
		{"memory", []string{"--memory", "400MB", "--timeout", "60s"}, 0, nil},
		{"signal", []string{"--memory", "3GB"}, limit, syscall.SIGTERM},
	} {
		for _, name := range slices.Sorted(maps.Keys(programs)) {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					overrun(b, dir, name, c, limit, memory)
				}
			})
		}
	}
}

// overrun runs one program and reports how far it went over its limit.
func overrun(b *testing.B, dir, name string, c limitCase, limit time.Duration, memory float64) {
	cmd, out, _ := command(dir, append(c.flags[:len(c.flags):len(c.flags)], "--format", "json", name)...)
	start := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	if c.sig != nil {
		timer := time.AfterFunc(c.after, func() { _ = cmd.Process.Signal(c.sig) })
		defer timer.Stop()
	}
	_ = cmd.Wait()
	used := time.Since(start)
	ps := cmd.ProcessState
	if c.name == "cpu" {
		used = ps.UserTime() + ps.SystemTime()
	}
	if c.name == "memory" {
		peak := float64(ps.SysUsage().(*syscall.Rusage).Maxrss) * 1024
		b.ReportMetric(max(0, peak-memory)/1e6, "MB-over")
	} else {
		b.ReportMetric(max(0, (used-limit).Seconds()), "s-over")
	}
	if name != "include.c" {
		answerOf(b, name, out.Bytes(), ps.ExitCode())
	}
}
