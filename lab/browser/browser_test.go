package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"culprit/report"
	"culprit/report/html"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axe is the script of axe-core, "" where there is none.
var axe string

var verify string // the program

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "browser")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if name := os.Getenv("CULPRIT_AXE"); name != "" {
		text, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		axe = string(text)
	}
	verify = filepath.Join(dir, "verify")
	if out, err := exec.Command("go", "build", "-C", "../..", "-o", verify, "./cmd/verify").CombinedOutput(); err != nil {
		panic(string(out))
	}
	return m.Run()
}

// browser is Chromium with one page. It fails the test if the page writes an error
// to the console, throws, or opens a dialog.
func browser(t *testing.T, width int64) context.Context {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil && path == "" {
			path = p
		}
	}
	if path == "" {
		t.Skip("no Chromium")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU)
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	do(t, ctx, chromedp.EmulateViewport(width, 900))
	var mu sync.Mutex
	var complaints []string
	err := chromedp.Listen(ctx, func(ev any) {
		mu.Lock()
		defer mu.Unlock()
		switch ev := ev.(type) {
		case *runtime.EventConsoleAPICalled:
			complaints = append(complaints, fmt.Sprintf("console: %s %v", ev.Type, ev.Args))
		case *runtime.EventExceptionThrown:
			complaints = append(complaints, fmt.Sprint("exception: ", ev.ExceptionDetails))
		case *log.EventEntryAdded: // such as what the policy of the page forbids
			complaints = append(complaints, fmt.Sprintf("browser: %s %s", ev.Entry.Level, ev.Entry.Text))
		case *page.EventJavascriptDialogOpening:
			complaints = append(complaints, "dialog: "+ev.Message)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, c := range complaints {
			t.Error(c)
		}
	})
	return ctx
}

// do takes steps, each within a minute.
func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	for _, step := range steps {
		result(t, ctx, step)
	}
}

func result[T any](t *testing.T, ctx context.Context, a chromedp.Action[T]) T {
	t.Helper()
	if chromedp.FromContext(ctx) != nil && chromedp.FromContext(ctx).Target != nil {
		limited, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		ctx = limited
	}
	v, err := chromedp.Run(ctx, a)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// value is what an expression of JavaScript is.
func value[T any](t *testing.T, ctx context.Context, expr string) T {
	t.Helper()
	return result(t, ctx, chromedp.Evaluate[T](expr))
}

// waitFor waits until an expression of JavaScript is true.
func waitFor(expr string) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := chromedp.Poll[bool](expr)(ctx, t)
		return chromedp.Void{}, err
	}
}

func open(t *testing.T, ctx context.Context, file string) {
	t.Helper()
	abs, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.Navigate((&url.URL{Scheme: "file", Path: abs}).String()))
}

// report runs verify with --report and returns the page.
func reported(t *testing.T, args ...string) string {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.Command(verify, append(args, "--report", dir)...)
	cmd.Dir = "../../examples"
	out, err := cmd.CombinedOutput()
	pages, _ := filepath.Glob(filepath.Join(dir, "*.html"))
	if len(pages) != 1 {
		t.Fatalf("verify %s: %v\n%s", args, err, out)
	}
	return pages[0]
}

// written writes a page of its own making.
func written(t *testing.T, in html.Input) string {
	t.Helper()
	var b bytes.Buffer
	if err := html.Write(&b, in); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestPages: pages of all kinds load without an error, fit a telephone and a desk,
// and axe-core finds nothing wrong with contrast and roles, in both themes.
func TestPages(t *testing.T) {
	for name, args := range map[string][]string{
		"several traces": {"--multi-trace", "pointers.c"},
		"proof":          {"lock.c"},
		"failing run":    {"explain", "explain/ticket.c"},
		"reference":      {"explain", "explain/skip.c", "--reference", "explain/skip-ok.c"},
		"unknown":        {"max.c", "--timeout", "1ms"},
		"project":        {"check", "functions/vector.c"},
	} {
		t.Run(name, func(t *testing.T) {
			file := reported(t, args...)
			for _, width := range []int64{400, 1280} {
				ctx := browser(t, width)
				open(t, ctx, file)
				if over := value[int](t, ctx, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
					t.Errorf("%d points too wide for %d", over, width)
				}
				if axe == "" {
					continue
				}
				for _, theme := range []string{"light", "dark"} {
					value[int](t, ctx, fmt.Sprintf("document.documentElement.dataset.theme = %q; for (const d of document.querySelectorAll('details')) d.open = true; 0", theme))
					judge(t, ctx, fmt.Sprintf("%s, %d", theme, width))
				}
			}
		})
	}
	if axe == "" {
		t.Log("axe-core was not asked: CULPRIT_AXE does not name its script")
	}
}

// judge reports what axe-core finds.
func judge(t *testing.T, ctx context.Context, what string) {
	t.Helper()
	value[int](t, ctx, axe+"; 0")
	var found []struct {
		ID, Help string
		Nodes    []struct{ HTML, FailureSummary string }
	}
	text := result(t, ctx, chromedp.Evaluate[string]("axe.run().then(r => JSON.stringify(r.violations))", chromedp.EvalAwaitPromise))
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		t.Fatal(err)
	}
	for _, v := range found {
		t.Errorf("%s: %s: %s (%d places)\n%.300s\n%.300s", what, v.ID, v.Help, len(v.Nodes), v.Nodes[0].HTML, v.Nodes[0].FailureSummary)
	}
}

// TestUse clicks, folds, searches and types.
func TestUse(t *testing.T) {
	ctx := browser(t, 1280)
	open(t, ctx, reported(t, "--multi-trace", "pointers.c"))
	const line = "document.querySelector('#source .sel')?.id"
	selected := func(want string) {
		t.Helper()
		if got := value[string](t, ctx, line+" ?? ''"); got != want {
			t.Errorf("line %q is selected, want %q", got, want)
		}
	}
	selected("f0-25") // where it fails
	do(t, ctx, chromedp.Click(chromedp.CSS(".places a.at[href='#f0-15']")))
	selected("f0-15")
	if !value[bool](t, ctx, "document.querySelector('.steps .r.sel code').textContent.includes('i == 0')") {
		t.Error("the step is not selected with the line")
	}
	do(t, ctx, chromedp.Click(chromedp.CSS("#f0-20 code")))
	selected("f0-20")
	if n := value[int](t, ctx, "document.querySelectorAll('.steps .r.sel .relevant.dot').length"); n != 2 {
		t.Errorf("the input is relevant in %d traces", n)
	}
	first := value[string](t, ctx, "document.querySelector('.places a.at').hash.slice(1)")
	do(t, ctx, chromedp.KeyEvent("j"))
	selected(first)
	do(t, ctx, chromedp.KeyEvent("jk"))
	selected(first)
	do(t, ctx, chromedp.KeyEvent("/"))
	if id := value[string](t, ctx, "document.querySelector('#find').value = ''; document.activeElement.id"); id != "find" {
		t.Errorf("%q has the focus", id)
	}
	do(t, ctx, chromedp.KeyEvent("stoponrequest"+kb.Enter))
	if got := value[string](t, ctx, "document.querySelector('#found').textContent"); got != "2 of 2" {
		t.Errorf("found %q", got)
	}
	selected("f0-22")
	do(t, ctx, chromedp.KeyEvent(kb.Escape))
	do(t, ctx, chromedp.Click(chromedp.CSS("#differing")))
	if rows := value[[]string](t, ctx, "[...document.querySelectorAll('.steps .r[data-l]')].filter(e => e.checkVisibility()).map(e => e.dataset.l)"); !slices.Equal(rows, []string{"f0-20", "f0-21", "f0-22", "f0-21"}) {
		t.Errorf("what differs are the steps at %q", rows)
	}
	const evidence = "document.querySelector('.places details').open"
	do(t, ctx, chromedp.Click(chromedp.CSS(".places details summary")))
	if !value[bool](t, ctx, evidence) {
		t.Error("a click does not unfold the evidence")
	}
	do(t, ctx, chromedp.KeyEvent("oo"))
	if value[bool](t, ctx, evidence) {
		t.Error("a key does not fold the evidence")
	}
	theme := value[string](t, ctx, "getComputedStyle(document.body).color")
	do(t, ctx, chromedp.KeyEvent("t"))
	if value[string](t, ctx, "getComputedStyle(document.documentElement).color") == theme {
		t.Error("the theme stays")
	}
	do(t, ctx, chromedp.Click(chromedp.CSS("#help")))
	if value[bool](t, ctx, "document.querySelector('#keys').hidden") {
		t.Error("the keys are not shown")
	}
	do(t, ctx, chromedp.Click(chromedp.CSS(".copy")), waitFor("document.querySelector('.copy').textContent == 'copied'"))
	if got := value[string](t, ctx, "document.querySelector('.copy').dataset.copy"); got != `printf '0\n' | verify run pointers.c` {
		t.Errorf("copies %q", got)
	}
	do(t, ctx, chromedp.KeyEvent("o"), chromedp.Click(chromedp.CSS("svg a text")))
	selected("f0-11")
}

// TestFold folds and unfolds a tree of causes.
func TestFold(t *testing.T) {
	ctx := browser(t, 1280)
	open(t, ctx, reported(t, "explain", "explain/ticket.c", "--method", "cascade"))
	const shown = "[...document.querySelectorAll('.tree li')].filter(e => e.checkVisibility()).length"
	do(t, ctx, chromedp.Click(chromedp.CSS(".method > summary")))
	all := value[int](t, ctx, shown)
	do(t, ctx, chromedp.Click(chromedp.CSS(".tree .tree summary")))
	if less := value[int](t, ctx, shown); less >= all || less == 0 {
		t.Errorf("%d causes are shown, and %d after one is folded", all, less)
	}
}

// TestPrune prunes a cause, with what only leads to it, and takes that back.
func TestPrune(t *testing.T) {
	ctx := browser(t, 1280)
	open(t, ctx, reported(t, "explain", "explain/ticket.c", "--method", "cascade"))
	const shown = "[...document.querySelectorAll('.tree li[data-cause]')].filter(e => e.querySelector('summary').checkVisibility()).map(e => e.dataset.cause)"
	do(t, ctx, chromedp.Click(chromedp.CSS(".method > summary")))
	whole := value[[]string](t, ctx, shown)
	for _, tt := range []struct{ goes, says string }{{"1", "2 of 6 causes are left: --prune 1"}, {"3", "5 of 6 causes are left: --prune 3"}} {
		out, _ := exec.Command(verify, "explain", "../../examples/explain/ticket.c", "--method", "cascade", "--prune", tt.goes, "--effort", "1000").Output()
		var want []string
		for _, m := range regexp.MustCompile(`(?m)^ +#(\d+) `).FindAllStringSubmatch(string(out), -1) {
			want = append(want, m[1])
		}
		click := chromedp.Click(chromedp.CSS("li[data-cause='" + tt.goes + "'] > details > p > .benign"))
		do(t, ctx, click)
		got := value[[]string](t, ctx, "("+shown+").filter(c => c != "+tt.goes+")") // which is struck out
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("without %s the page shows %q, and the method has %q", tt.goes, got, want)
		}
		if got := value[string](t, ctx, "document.querySelector('.pruned').textContent"); got != tt.says {
			t.Errorf("%q, want %q", got, tt.says)
		}
		if axe != "" {
			judge(t, ctx, "pruned")
		}
		do(t, ctx, click)
		if got := value[[]string](t, ctx, shown); !slices.Equal(got, whole) {
			t.Errorf("back are %q of %q", got, whole)
		}
	}
}

// TestServe starts a run from the page of verify serve, and gets its page.
func TestServe(t *testing.T) {
	cmd := exec.Command(verify, "serve", "../../examples/pointers.c")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	ctx := browser(t, 1280)
	do(t, ctx, chromedp.Navigate(strings.TrimSpace(address)))
	if axe != "" {
		judge(t, ctx, "programs")
	}
	do(t, ctx, chromedp.Click(chromedp.CSS("form button")), chromedp.WaitVisible(chromedp.CSS("#answer")))
	if title := value[string](t, ctx, "document.title"); title != "FALSE pointers.c" {
		t.Errorf("the page is %q", title)
	}
}

// TestHostile: what a program says is not done.
func TestHostile(t *testing.T) {
	const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)>" onfocus="alert(3)" autofocus="`
	at := report.Range{File: hostile, Line: 1, Col: 1}
	r := &report.Report{Verdict: "FALSE", Property: hostile, File: hostile,
		Errors: []report.Error{{Range: at, What: hostile, Property: hostile, Status: "violated", Detail: hostile}},
		Traces: []report.Trace{{ID: 1, Replay: hostile, Steps: []report.Step{{Range: at, Proc: hostile, Text: hostile, Values: hostile}},
			Inputs: []report.Input{{Name: hostile, Value: hostile}}}},
		Answer:    []report.Place{{Range: at, Text: hostile, Reason: hostile}},
		Functions: []report.Function{{Name: hostile, Range: at, Blocks: []report.Block{{Statements: []report.Branch{{Range: at, Text: hostile}}}, {Error: hostile}}, Flows: []report.Flow{{To: 1, Text: hostile}}}},
		Notes:     []report.Note{{Range: at, Text: hostile}},
	}
	ctx := browser(t, 1280)
	open(t, ctx, written(t, html.Input{Report: r, Files: []html.File{{Name: hostile, Text: []byte("/* " + hostile + "*/\nchar *s = \"" + hostile + "\"; // " + hostile)}}}))
	if n := value[int](t, ctx, "document.images.length + document.scripts.length"); n != 1 {
		t.Errorf("%d pictures and scripts, want our own", n)
	}
	if !value[bool](t, ctx, "document.querySelector('#f0-2').textContent.includes('<img src=x')") {
		t.Error("the source does not have its text")
	}
}

// TestLarge looks at a program of 50,000 lines with a trace of 2,000 steps, and says
// how long the first view takes.
func TestLarge(t *testing.T) {
	const lines, steps = 50_000, 2_000
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, "\tif (count[%d] > limit) /* why */ total += next(node, \"%d\");\n", i, i)
	}
	tr := report.Trace{ID: 1, StepsVisible: steps, StepsTotal: steps}
	for k := range steps {
		tr.Steps = append(tr.Steps, report.Step{Edge: k, Kind: "assign", Proc: "main", Range: report.Range{File: "large.c", Line: 20*k + 1, Col: 1}, Text: "total += 1", Values: fmt.Sprint("total = ", k), Mark: &report.Mark{Status: "relevant"}})
	}
	r := &report.Report{Verdict: "FALSE", Property: "unreach-call", File: "large.c", Traces: []report.Trace{tr},
		Errors: []report.Error{{Range: report.Range{File: "large.c", Line: 40_001, Col: 1}, What: "assertion", Status: "violated"}}}
	ctx := browser(t, 1280)
	open(t, ctx, written(t, html.Input{Report: r, Files: []html.File{{Name: "large.c", Text: []byte(text.String())}}}))
	if id := value[string](t, ctx, "document.querySelector('#source .sel').id"); id != "f0-40001" {
		t.Errorf("line %q is selected", id)
	}
	t.Logf("first view after %.0f ms", value[float64](t, ctx, "performance.getEntriesByType('paint').at(-1).startTime"))
}
