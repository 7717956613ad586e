package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"culprit/cmd/verify/console"
)

// served starts verify serve, and returns its address.
func served(t *testing.T, args ...string) string {
	t.Helper()
	cmd, _, errs := command(t.TempDir(), append([]string{"serve"}, args...)...)
	cmd.Stdout = nil
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil || errs.Len() > 0 {
			t.Errorf("%v, stderr %q", err, errs)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") {
		t.Fatalf("%q, %v, %s", line, err, errs)
	}
	return strings.TrimSpace(line)
}

// answered sends a request, changed by the function, and returns status and text.
func answered(t *testing.T, method, address string, form url.Values, change func(*http.Request)) (status int, text string, at string) {
	t.Helper()
	r, err := http.NewRequest(method, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if change != nil {
		change(r)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(b), a.Request.URL.String()
}

// finished waits for the page of a run.
func finished(t *testing.T, at string) string {
	t.Helper()
	for range 1200 {
		if _, text, _ := answered(t, "GET", at, nil, nil); !strings.Contains(text, `data-running="true"`) {
			return text
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("no end")
	return ""
}

// TestServe: two browsers at once get pages of the programs that are served, a run
// ends when it is cancelled, and nobody else gets anything.
func TestServe(t *testing.T) {
	dir := folder(t, map[string]string{"bad.c": badC, "deep/safe.c": safeC, "hard.c": hardC, "secret": "s3cret"})
	home := served(t, dir)
	ask := func(program int, what string) url.Values {
		return url.Values{"program": {fmt.Sprint(program)}, "what": {what}, "effort": {"0.5"}}
	}
	status, text, _ := answered(t, "GET", home, nil, nil)
	if status != 200 || !strings.Contains(text, "bad.c") || !strings.Contains(text, "safe.c") || strings.Contains(text, "secret") {
		t.Fatalf("status %d\n%s", status, text)
	}
	var wg sync.WaitGroup
	for _, tt := range []struct {
		program int
		what    string
		want    []string
	}{
		{0, "all traces", []string{"<title>FALSE bad.c</title>", "x = 7"}},
		{0, "explain", []string{"<title>FAIL bad.c</title>"}},
		{0, "causes", []string{"<title>FAIL bad.c</title>", "cascade"}},
		{1, "verify", []string{"<title>TRUE safe.c</title>"}},
	} {
		wg.Go(func() {
			_, _, at := answered(t, "POST", home+"run", ask(tt.program, tt.what), nil)
			page := finished(t, at)
			for _, want := range tt.want {
				if !strings.Contains(page, want) {
					t.Errorf("%s of %d: no %q in %.500s", tt.what, tt.program, want, page)
				}
			}
		})
	}
	wg.Wait()
	_, _, at := answered(t, "POST", home+"run", ask(2, "verify"), nil)
	for range 1200 {
		if _, log, _ := answered(t, "GET", at+"/log", nil, nil); strings.Contains(log, "automaton") {
			break // it works
		}
		time.Sleep(50 * time.Millisecond)
	}
	answered(t, "POST", at+"/cancel", nil, nil)
	if page := finished(t, at); !strings.Contains(page, "<title>UNKNOWN hard.c</title>") || !strings.Contains(page, "interrupted by SIGTERM") {
		t.Errorf("after it was cancelled: %.300s", page)
	}

	root := home[:strings.LastIndex(strings.TrimSuffix(home, "/"), "/")]
	evil := func(name, value string) func(*http.Request) {
		return func(r *http.Request) {
			if r.Header.Set(name, value); name == "Host" {
				r.Host = value
			}
		}
	}
	for _, tt := range []struct {
		method, address string
		form            url.Values
		change          func(*http.Request)
		status          int
	}{
		{"GET", home, nil, evil("Host", "example.org"), 403},
		{"GET", home, nil, evil("Host", "localhost"), 403},
		{"POST", home + "run", ask(0, "verify"), evil("Origin", "http://example.org"), 403},
		{"POST", home + "run", ask(0, "verify"), evil("Origin", "null"), 403},
		{"POST", home + "run", ask(0, "verify"), evil("Origin", root), 200},
		{"GET", root + "/", nil, nil, 404},
		{"GET", root + "/" + strings.Repeat("0", 32) + "/", nil, nil, 404},
		{"GET", home + "run", nil, nil, 404},
		{"GET", home + "job/99", nil, nil, 404},
		{"GET", home + "job/-1", nil, nil, 404},
		{"GET", home + "..%2f..%2fetc/passwd", nil, nil, 404},
		{"GET", home + "job/0/../../secret", nil, nil, 404},
		{"POST", home + "run", ask(3, "verify"), nil, 400},
		{"POST", home + "run", ask(-1, "verify"), nil, 400},
		{"POST", home + "run", ask(0, "--report"), nil, 400},
		{"POST", home + "run", url.Values{"program": {"0"}, "what": {"verify"}, "effort": {"1"}, "property": {"--report=/tmp/x"}}, nil, 400},
		{"POST", home + "run", url.Values{"program": {"0"}, "what": {"verify"}, "effort": {"nan"}}, nil, 400},
		{"POST", home + "run", url.Values{"program": {"0"}, "what": {"causes"}, "effort": {"1"}, "prune": {"1 -D"}}, nil, 400},
	} {
		if status, text, _ := answered(t, tt.method, tt.address, tt.form, tt.change); status != tt.status || strings.Contains(text, "s3cret") {
			t.Errorf("%s %s %v: status %d, want %d: %.200s", tt.method, tt.address, tt.form, status, tt.status, text)
		}
	}
}

// TestServeNothing refuses what has no program.
func TestServeNothing(t *testing.T) {
	dir := folder(t, map[string]string{"a.txt": ""})
	for _, args := range [][]string{{"serve", dir}, {"serve", "gone"}, {"serve", "--port", "70000", dir}} {
		if stdout, stderr, status := verify(t, dir, args...); status != console.ExitBadInput || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: status %d, %q, %q", args, status, stdout, stderr)
		}
	}
}
