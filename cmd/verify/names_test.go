package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"culprit/report"
)

// TestNames verifies files whose names are hostile, to a terminal and to a shell, and
// repeats what is found by the command that is printed.
func TestNames(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems refuse some of the names")
	}
	for _, name := range []string{
		"a b.c", "-x.c", "new\nline.c", "<img src=x onerror=alert(1)>.c", "ü€.c", "q'uo\"te.c", "$(touch pwned).c", "%s%n.c",
		"esc\x1b[31m.c", "bad\xff.c", "\u202ecod.c", "CON:1:2.c", strings.Repeat("l", 200) + ".c",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := folder(t, map[string]string{name: strings.Replace(badC, "x != 7", "x != 7 && \"\x1b[31mred\"", 1)})
			out, errs, status := verify(t, dir, "--effort", "0", "--report", "out", "--write-inputs", "in", "--test-harness", "har", "--", name)
			if status != 10 || !strings.HasPrefix(out, "FALSE unreach-call") || strings.ContainsAny(out+errs, "\x1b\u202e") {
				t.Errorf("status %d\n%q\n%q", status, out, errs)
			}
			pages, _ := filepath.Glob(filepath.Join(dir, "out", "*.html"))
			if len(pages) != 1 {
				t.Fatalf("%q", pages)
			}
			if page, err := os.ReadFile(pages[0]); err != nil || strings.Contains(string(page), "<img src=x") {
				t.Errorf("%v: the name is part of the page", err)
			}
			replay := regexp.MustCompile(`replay: (.*)`).FindStringSubmatch(out)
			if replay == nil {
				t.Fatalf("nothing repeats it:\n%s", out)
			}
			if out, errs, status := shell(t, dir, replay[1]); status != exitStopped {
				t.Errorf("%s: status %d\n%s%s", replay[1], status, out, errs)
			}
			out, errs, status = verify(t, dir, "--format", "json", "--", name)
			var r report.Report
			if err := json.Unmarshal([]byte(out), &r); err != nil || status != 10 || r.File != strings.ToValidUTF8(name, "\uFFFD") {
				t.Errorf("%v, status %d, file %q\n%s", err, status, r.File, errs)
			}
			if _, err := os.Stat(filepath.Join(dir, "pwned")); err == nil {
				t.Error("a name was a command")
			}
		})
	}
}
