package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"culprit/report"
)

// TestReportPage writes pages, whose data are those of the JSON form: values at the
// steps, and the control flow with what the traces pass.
func TestReportPage(t *testing.T) {
	dir := folder(t, map[string]string{
		"a b.c": `#include <assert.h>
#include "limit.h"
extern int input(void);
struct point { int x, y; } p;
int main(void) {
	int a[3] = {0}, i = 0;
	while (i < 3) {
		a[i] = limit(input());
		i++;
	}
	p.y = a[1];
	assert(p.y != 7);
	return 0;
}
`,
		"limit.h": "static int limit(int x) { if (x > 9) return 9; return x; }\n",
	})
	stdout, stderr, status := verify(t, dir, "a b.c", "--report", "out/deep", "--format", "json", "--effort", "1")
	if status != 10 || stderr != "report: "+filepath.Join("out", "deep", "a b.html")+"\n" {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	r, err := report.ReadJSON(strings.NewReader(stdout))
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, st := range r.Traces[0].Steps {
		if !st.Hidden {
			values = append(values, st.Values)
		}
	}
	for _, want := range []string{"i = 0", "a[1] = 7", "p.y = 7", "i = 2", "limit() = 7", "i = 3"} {
		if !slices.Contains(values, want) {
			t.Errorf("no step has %q: %q", want, values)
		}
	}
	if len(r.Functions) != 2 || r.Functions[0].Name != "main" || r.Functions[1].Name != "limit" {
		t.Fatalf("functions %+v", r.Functions)
	}
	fails := false
	for _, f := range r.Functions {
		for _, w := range f.Flows {
			if w.From < 0 || w.From >= len(f.Blocks) || w.To < 0 || w.To >= len(f.Blocks) {
				t.Errorf("%s: flow %+v of %d blocks", f.Name, w, len(f.Blocks))
			}
			if len(w.Traces) > 0 && (len(f.Blocks[w.From].Traces) == 0 || len(f.Blocks[w.To].Traces) == 0) {
				t.Errorf("%s: a trace passes flow %+v and not its ends", f.Name, w)
			}
		}
		for _, b := range f.Blocks {
			fails = fails || b.Error != "" && len(b.Traces) == 1
		}
	}
	if !fails {
		t.Error("no block fails")
	}
	page, err := os.ReadFile(filepath.Join(dir, "out", "deep", "a b.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"FALSE", "Where to look first", "a[1] = 7", "<h3>limit.h</h3>", "verify run &#39;a b.c&#39;", "<svg"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %q", want)
		}
	}
	stdout, _, _ = verify(t, "../../examples", "lock.c", "--report", dir, "--format", "json")
	if r, err = report.ReadJSON(strings.NewReader(stdout)); err != nil || len(r.Invariants) != 1 || r.Invariants[0].File != "lock.c" || r.Invariants[0].Line != 11 || !strings.Contains(r.Invariants[0].Text, "locked == 0") {
		t.Errorf("invariants %+v, %v", r.Invariants, err)
	}
	stdout, _, _ = verify(t, "../../examples", "pointers.c", "--multi-trace", "--report", dir, "--format", "json")
	if r, err = report.ReadJSON(strings.NewReader(stdout)); err != nil || len(r.Automata) == 0 {
		t.Fatalf("no automata, %v", err)
	}
	dangers, left := 0, -1
	for i, a := range r.Automata {
		if (a.Kind == "program") != (i == 0) || len(a.States) == 0 || i > 0 && a.Before != left {
			t.Errorf("automaton %d: %+v", i, a)
		}
		if a.Kind == "danger" {
			dangers++
		}
		for _, s := range a.States {
			if a.Kind == "Floyd-Hoare" && (s.Initial && len(s.Holds) > 0 || s.Final != slices.Equal(s.Holds, []string{"false"})) {
				t.Errorf("state of a Floyd-Hoare automaton: %+v", s)
			}
		}
		left = a.After
	}
	if dangers != 2 || left != 0 {
		t.Errorf("%d danger automata, %d states left", dangers, left)
	}
	_, stderr, status = verify(t, dir, "explain", "a b.c", "--stdin", "/dev/null", "--report", "out")
	if status != 2 || strings.Contains(stderr, "report:") { // the run does not fail
		t.Errorf("status %d, stderr %q", status, stderr)
	}
	if err := os.WriteFile(filepath.Join(dir, "in"), []byte("0 7 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, status = verify(t, dir, "explain", "a b.c", "--stdin", "in", "--report", "out")
	if status != 0 || !strings.HasPrefix(stdout, "FAIL ") || !strings.Contains(stderr, "report: ") {
		t.Fatalf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
	if page, err = os.ReadFile(filepath.Join(dir, "out", "a b.html")); err != nil || !strings.Contains(string(page), "cascade") || !strings.Contains(string(page), "control flow of limit") {
		t.Errorf("the page of an explanation: %v", err)
	}
}
