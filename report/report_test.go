package report

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"culprit/cfg"
	"culprit/fault"
	"culprit/relevance"
	"culprit/verifier"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const source = `int main() {
	int *p = 0;
	int on = 0;
	int i = 1;     // should be 0
	unsigned char stop = input();
	if (stop) {
		if (on) {
			return 0;
		}
		log(stop);
	}
	assert(p != 0);
	a[i] = stop;
	assert(a[1] == 0);
}
`

// sketch is a program built statement by statement; each names the source
// text it stands for by line.
type sketch struct {
	*cfg.Program
	t    *testing.T
	loc  *cfg.Loc
	vars map[string]*cfg.Var
}

func newSketch(t *testing.T) *sketch {
	p := &cfg.Program{File: "demo.c", Sources: map[string][]byte{"demo.c": []byte(source)}, PtrBits: 64}
	p.Main = p.NewProc("main", cfg.Pos{File: "demo.c", Line: 1, Col: 5})
	s := &sketch{p, t, p.NewLoc(p.Main, cfg.Pos{}), map[string]*cfg.Var{}}
	p.Main.Entry = s.loc
	s.vars["p"] = p.NewVar(p.Main, "p", cfg.BV(64))
	s.vars["p"].CType = cfg.PointerTo(nil, 64)
	for _, name := range []string{"on", "i"} {
		s.vars[name] = p.NewVar(p.Main, name, cfg.BV(32))
		s.vars[name].Signed = true
	}
	s.vars["stop"] = p.NewVar(p.Main, "stop", cfg.BV(8))
	s.vars["t"] = p.NewVar(p.Main, "t", cfg.BV(32))
	s.vars["t"].Temp = true
	return s
}

func (s *sketch) pos(line int, text string) cfg.Pos {
	l := strings.Split(source, "\n")[line-1]
	i := strings.Index(l, text)
	if i < 0 {
		s.t.Fatalf("line %d has no %q", line, text)
	}
	return cfg.Pos{File: "demo.c", Line: line, Col: i + 1, EndLine: line, EndCol: i + 1 + len(text)}
}

// edge adds a statement from the current location to a new one.
func (s *sketch) edge(line int, text string, st cfg.Stmt) *cfg.Edge {
	to := s.NewLoc(s.Main, cfg.Pos{})
	e := s.NewEdge(s.loc, to, st, s.pos(line, text), text, cfg.RoleUser)
	s.loc = to
	return e
}

func (s *sketch) assign(line int, text, name string, v uint64) *cfg.Edge {
	x := s.vars[name]
	return s.edge(line, text, &cfg.Assign{Dst: x, Src: &cfg.Const{T: x.Type, V: v}})
}

// demo is the program of source with two traces to its first assertion and
// one to its second.
func demo(t *testing.T) (*cfg.Program, *verifier.Result) {
	s := newSketch(t)
	p := s.assign(2, "int *p = 0", "p", 0)
	on := s.assign(3, "int on = 0", "on", 0)
	i := s.assign(4, "int i = 1", "i", 1)
	in := s.edge(5, "input()", &cfg.Havoc{Dst: s.vars["t"], Func: "input"})
	stop := s.edge(5, "unsigned char stop = input()", &cfg.Assign{
		Dst: s.vars["stop"], Src: &cfg.Cast{Op: cfg.Trunc, T: cfg.BV(8), X: &cfg.VarRef{V: s.vars["t"]}},
	})
	in.Role = cfg.RoleImplicit
	cond := s.loc
	then := s.edge(6, "stop", &cfg.Assume{Cond: cfg.True})
	notOn := s.edge(7, "on", &cfg.Assume{Cond: cfg.True})
	join := s.loc
	skip := s.NewEdge(cond, join, &cfg.Assume{Cond: cfg.True}, s.pos(6, "stop"), "stop", cfg.RoleUser)
	fail1 := s.edge(12, "p != 0", &cfg.Assume{Cond: cfg.True})
	err1 := s.loc
	err1.Kind, err1.Reason, err1.Pos = cfg.Error, cfg.Reason{Kind: cfg.Construct, Text: "assertion violated"}, s.pos(12, "assert(p != 0)")
	store := s.edge(13, "a[i] = stop", &cfg.Store{Addr: &cfg.Const{T: cfg.BV(64)}, Val: &cfg.Const{T: cfg.BV(32)}})
	err2 := s.loc
	err2.Kind, err2.Reason, err2.Pos = cfg.Error, cfg.Reason{Kind: cfg.Construct, Text: "assertion violated"}, s.pos(14, "assert(a[1] == 0)")

	irr := func(step int, v *cfg.Var) relevance.Mark { return relevance.Mark{Step: step, Var: v} }
	rel := func(step int, v *cfg.Var, kind relevance.FixKind, fix uint64, blocks ...relevance.Range) relevance.Mark {
		return relevance.Mark{Step: step, Var: v, Status: relevance.Relevant, Kind: kind, Fix: fix, Blocking: blocks, Exact: true}
	}
	onward := []relevance.Range{{Lo: 0, Hi: 0, Signed: true}, {Lo: 10, Hi: 1<<31 - 1, Signed: true}}
	traces := []relevance.TraceResult{
		{
			Trace: &cfg.Trace{
				Edges:  []*cfg.Edge{p, on, i, in, stop, then, notOn, fail1},
				Inputs: []cfg.Input{{Step: 3, Value: 1}},
			},
			Error: err1,
			Marks: []relevance.Mark{
				rel(0, s.vars["p"], relevance.BlocksTrace, 0x1000), rel(1, s.vars["on"], relevance.BlocksTrace, 1),
				rel(2, s.vars["i"], relevance.BlocksTrace, 0, onward...), rel(4, s.vars["stop"], relevance.BlocksTrace, 0),
			},
		},
		{
			Trace: &cfg.Trace{
				Edges:  []*cfg.Edge{p, on, i, in, stop, skip, fail1},
				Inputs: []cfg.Input{{Step: 3, Value: 0}},
			},
			Error: err1,
			Marks: []relevance.Mark{
				rel(0, s.vars["p"], relevance.BlocksTrace, 0x1000), irr(1, s.vars["on"]),
				rel(2, s.vars["i"], relevance.BlocksTrace, 0, onward...), rel(4, s.vars["stop"], relevance.AvoidsRun, 1),
			},
		},
		{
			Trace: &cfg.Trace{
				Edges:  []*cfg.Edge{p, on, i, in, stop, skip, store},
				Inputs: []cfg.Input{{Step: 3, Value: 255, Mem: map[uint64]byte{0x20: 2, 0x10: 1}}},
			},
			Error: err2,
			Marks: []relevance.Mark{
				irr(0, s.vars["p"]), irr(1, s.vars["on"]), rel(2, s.vars["i"], relevance.AvoidsRun, 1<<32-1),
				rel(4, s.vars["stop"], relevance.BlocksTrace, 0), {Step: 6, Status: relevance.Undecided},
			},
		},
	}
	res := &verifier.Result{
		Verdict: verifier.False,
		Errors: []verifier.ErrorStatus{
			{Loc: err1, Status: verifier.Covered}, {Loc: err2, Status: verifier.Violated},
		},
		Traces: traces,
		Summaries: []relevance.Summary{
			{Error: err1, Traces: []int{0, 1}, Statements: []relevance.Statement{
				{Edge: p, VisitedIn: []int{0, 1}, RelevantIn: []int{0, 1}, HasFix: true, Fix: 0x1000, FixNote: "no fix: out of time"},
				{Edge: on, VisitedIn: []int{0, 1}, RelevantIn: []int{0}},
				{Edge: i, VisitedIn: []int{0, 1}, RelevantIn: []int{0, 1}, HasFix: true, Fix: 0, Validated: true, Blocking: onward},
				{Edge: in, VisitedIn: []int{0, 1}, RelevantIn: []int{0, 1}},
				{Edge: stop, VisitedIn: []int{0, 1}, RelevantIn: []int{0, 1}},
			}},
			{Error: err2, Traces: []int{2}, Statements: []relevance.Statement{
				{Edge: p, VisitedIn: []int{2}},
				{Edge: on, VisitedIn: []int{2}},
				{Edge: i, VisitedIn: []int{2}, RelevantIn: []int{2}},
				{Edge: stop, VisitedIn: []int{2}, RelevantIn: []int{2}, HasFix: true, Fix: 0, Blocking: []relevance.Range{{Lo: 0, Hi: 0}}},
				{Edge: store, VisitedIn: []int{2}, Undecided: []int{2}},
			}},
		},
		Stats: stats(),
	}
	s.Notes = []cfg.Note{{Pos: s.pos(10, "log(stop)"), Text: "log has no body: its result is arbitrary"}}
	return s.Program, res
}

func stats() verifier.Stats {
	st := verifier.Stats{
		Wall: 42 * time.Millisecond, CPU: 61 * time.Millisecond, Locations: 12, Edges: 14, Letters: 9, States: 10,
		Iterations: 4, Refined: 1, MaxStates: 31, Predicates: 7, Depth: 6,
		Queries:   map[string]int{"cache": 3, "sat": 12, "models": 40},
		QueryTime: map[string]time.Duration{"sat": 20 * time.Millisecond},
	}
	st.Phases[verifier.PhaseFeasibility] = 10 * time.Millisecond
	st.Phases[verifier.PhaseDanger] = 15 * time.Millisecond
	return st
}

func options() Options {
	return Options{
		Tool: "verify", Version: "0.1.0", Property: "unreach-call", File: "demo.c",
		DataModel: "LP64", MultiTrace: true, PeakMemory: 30 << 20,
	}
}

// firstError keeps of a result only what is about its first error location.
func firstError(r *verifier.Result) *verifier.Result {
	r.Errors, r.Traces, r.Summaries, r.Complete = r.Errors[:1], r.Traces[:2], r.Summaries[:1], true
	return r
}

func TestGolden(t *testing.T) {
	unknown := func(reason, kind string) func(*verifier.Result) {
		return func(r *verifier.Result) {
			*r = verifier.Result{Verdict: verifier.Unknown, Reason: reason, ReasonKind: kind, Errors: r.Errors, Stats: stats()}
			r.Errors[0].Status = verifier.Proved
			r.Errors[1].Status = verifier.Open
			r.Errors[1].Reason = "loop at 9 not generalised after 40 refinements"
		}
	}
	tests := []struct {
		name  string
		style Style
		edit  func(*verifier.Result)
	}{
		{"false-two-traces", Style{}, func(r *verifier.Result) { firstError(r) }},
		{"false-everywhere", Style{}, func(r *verifier.Result) {
			sts := firstError(r).Summaries[0].Statements
			sts[0].Everywhere, sts[4].Everywhere = true, true
			r.Exceptions = []verifier.Exception{{Trace: 1, Statements: []*cfg.Edge{sts[1].Edge}}}
		}},
		{"false-proved-everywhere", Style{}, func(r *verifier.Result) {
			for i := range firstError(r).Summaries[0].Statements {
				r.Summaries[0].Statements[i].Everywhere = true
			}
		}},
		{"false-colour", Style{Color: true, Trace: true}, func(r *verifier.Result) { firstError(r) }},
		{"false-two-errors", Style{Stats: true}, nil},
		{"false-trace", Style{Trace: true}, nil},
		{"false-invert", Style{Invert: true}, nil},
		{"false-single", Style{Width: 120}, func(r *verifier.Result) {
			r.Errors[0].Status, r.Errors[1].Status = verifier.Open, verifier.Violated
			r.Traces = r.Traces[2:]
			r.Summaries = r.Summaries[1:]
			s := &r.Summaries[0]
			s.Traces = []int{0}
			for i := range s.Statements {
				for _, l := range []*[]int{&s.Statements[i].VisitedIn, &s.Statements[i].RelevantIn, &s.Statements[i].Undecided} {
					if len(*l) > 0 {
						*l = []int{0}
					}
				}
			}
			r.Exact = true
		}},
		{"false-nothing-relevant", Style{}, func(r *verifier.Result) {
			firstError(r)
			for i := range r.Summaries[0].Statements {
				r.Summaries[0].Statements[i].RelevantIn = nil
			}
		}},
		{"false-unmarked", Style{Trace: true}, func(r *verifier.Result) {
			firstError(r)
			r.Traces[1].Marks = nil
			r.Unmarked = []string{"", "the trace has more than 20000 statements"}
			s := &r.Summaries[0]
			for i := range s.Statements {
				s.Statements[i].RelevantIn = slices.DeleteFunc(s.Statements[i].RelevantIn, func(i int) bool { return i == 1 })
			}
		}},
		{"false-no-relevance", Style{}, func(r *verifier.Result) { firstError(r).Summaries = nil }},
		{"true", Style{}, func(r *verifier.Result) {
			*r = verifier.Result{Verdict: verifier.True, Errors: r.Errors, Stats: stats()}
			r.Errors[0].Status, r.Errors[1].Status = verifier.Proved, verifier.Proved
		}},
		{"true-stats", Style{Stats: true}, func(r *verifier.Result) {
			*r = verifier.Result{Verdict: verifier.True, Stats: stats()}
		}},
		{"unknown-time", Style{}, unknown("time limit 900 s reached", "time")},
		{"unknown-loop", Style{}, func(r *verifier.Result) {
			unknown("time limit 900 s reached", "time")(r)
			r.Obstacle = &verifier.Obstacle{Name: "for", Pos: cfg.Pos{File: "demo.c", Line: 9, Col: 2}, Others: 2,
				Unrolled: 577, Refined: 13, Predicates: 103, States: 19, Terms: 9069}
		}},
		{"unknown-one", Style{}, func(r *verifier.Result) {
			unknown("demo.c:9:3 inline assembly", "unsupported")(r)
			r.Errors = r.Errors[1:]
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			prog, res := demo(t)
			if tt.edit != nil {
				tt.edit(res)
			}
			r := New(prog, res, options())
			var text, js bytes.Buffer
			if err := errors.Join(WriteText(&text, r, tt.style), WriteJSON(&js, r)); err != nil {
				t.Fatal(err)
			}
			golden(t, tt.name+".txt", text.Bytes())
			golden(t, tt.name+".json", js.Bytes())

			back, err := ReadJSON(&js)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(r, back, cmpopts.IgnoreUnexported(Report{}), cmpopts.EquateEmpty()); d != "" {
				t.Errorf("read back: %s", d)
			}
			if err := WriteText(&bytes.Buffer{}, back, tt.style); err != nil {
				t.Error(err)
			}
			if first, _, _ := strings.Cut(text.String(), "\n"); !tt.style.Color && !strings.HasPrefix(first, r.VerdictLine()+" ") {
				t.Errorf("first line %q", first)
			}
		})
	}
}

// TestLongTrace holds the forms of a trace that nobody reads to a size.
func TestLongTrace(t *testing.T) {
	prog, res := demo(t)
	firstError(res)
	res.Traces, res.Summaries = res.Traces[:1], nil
	tr := res.Traces[0].Trace
	n := len(tr.Edges)
	edges := slices.Concat(tr.Edges[:n-1], slices.Repeat(tr.Edges[2:3], 100_000), tr.Edges[n-1:])
	res.Traces[0] = relevance.TraceResult{Trace: &cfg.Trace{Edges: edges, Inputs: tr.Inputs}, Error: res.Traces[0].Error}
	res.Unmarked = []string{"the trace has more than 20000 statements"}
	r := New(prog, res, options())
	var text, js bytes.Buffer
	if err := errors.Join(WriteText(&text, r, Style{Trace: true}), WriteJSON(&js, r)); err != nil {
		t.Fatal(err)
	}
	if text.Len() > 50_000 || js.Len() > 500_000 {
		t.Errorf("text of %d, JSON of %d bytes", text.Len(), js.Len())
	}
	for _, want := range []string{
		"  which statements have an influence is not known: the trace has more than 20000 statements\n",
		"violated: 100007 steps, relevance unknown: the trace has more than 20000 statements\n",
		"    … 99407 steps left out\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%.600s", want, text.String())
		}
	}
	got := r.Traces[0]
	if got.StepsTotal != n+100_000 || len(got.Steps) != 1000 || got.Omitted.Count != n+99_000 || got.Number(999) != n+99_999 {
		t.Errorf("%d steps, %d kept, %+v", got.StepsTotal, len(got.Steps), got.Omitted)
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (go test ./report -update writes it)", err)
	}
	if d := cmp.Diff(string(want), string(got)); d != "" {
		t.Errorf("%s (go test ./report -update rewrites it):\n%s", path, d)
	}
}

// TestNoProgram prints the report of a run that ended before there was a
// program.
func TestNoProgram(t *testing.T) {
	res := &verifier.Result{Verdict: verifier.Unknown, Reason: "interrupted", ReasonKind: "interrupted"}
	r := New(nil, res, options())
	var b bytes.Buffer
	if err := WriteText(&b, r, Style{}); err != nil {
		t.Fatal(err)
	}
	if want := "UNKNOWN unreach-call  demo.c: interrupted"; !strings.HasPrefix(b.String(), want) {
		t.Errorf("got %q, want %q…", b.String(), want)
	}
	if r.ExitCode() != 20 {
		t.Errorf("exit %d", r.ExitCode())
	}
}

func TestExcerpt(t *testing.T) {
	long := "    " + strings.Repeat("x", 50) + "y = 1;" + strings.Repeat("z", 50)
	src := splitSources(map[string][]byte{"f.c": []byte("\tint a = 1; b = 2;\r\n" + long + "\nä = ö;\n\xff\x01 = 2;\n\n")})
	tests := []struct {
		r     Range
		width int
		want  excerpt
	}{
		{Range{"f.c", 1, 13, 1, 18}, 40, excerpt{"int a = 1; b = 2;", 11, 16, false}},
		{Range{"f.c", 1, 2, 1, 11}, 40, excerpt{"int a = 1; b = 2;", 0, 9, false}},
		{Range{"f.c", 2, 55, 2, 60}, 30, excerpt{"…" + strings.Repeat("x", 12) + "y = 1;" + strings.Repeat("z", 10) + "…", 13, 18, false}},
		{Range{"f.c", 3, 1, 3, 8}, 30, excerpt{"ä = ö;", 0, 5, true}},
		{Range{"f.c", 4, 1, 4, 7}, 30, excerpt{"?? = 2;", 0, 6, true}},
		{Range{"f.c", 5, 1, 9, 9}, 30, excerpt{"", 0, 0, true}},
		{Range{"f.c", 99, 1, 99, 2}, 30, excerpt{text: "text", whole: true}},
		{Range{}, 30, excerpt{text: "text", whole: true}},
	}
	for _, tt := range tests {
		got := src.excerpt(tt.r, "text", tt.width)
		if d := cmp.Diff(tt.want, got, cmp.AllowUnexported(excerpt{})); d != "" {
			t.Errorf("%v: %s", tt.r, d)
		}
	}
}

func TestValues(t *testing.T) {
	i32 := shape{typ: cfg.BV(32), signed: true}
	u8 := shape{typ: cfg.BV(8)}
	ptr := shape{typ: cfg.BV(64), pointer: true}
	tests := []struct {
		s    shape
		v    uint64
		want string
	}{
		{i32, 1<<32 - 1, "-1"}, {i32, 7, "7"}, {u8, 255, "255"}, {u8, 256, "0"}, {ptr, 0, "NULL"}, {ptr, 16, cfg.AnAddress},
		{shape{typ: cfg.BoolType}, 1, "1"}, {shape{typ: cfg.FP(64)}, 0x3ff0000000000000, "1.0"},
		{shape{typ: cfg.FP(32)}, 0x7fc00000, "NaN"}, {shape{typ: cfg.FP(32)}, 0x3fc00000, "1.5"},
	}
	for _, tt := range tests {
		if got := tt.s.format(tt.v); got != tt.want {
			t.Errorf("%v %d: %s, want %s", tt.s, tt.v, got, tt.want)
		}
	}
	intervals := []struct {
		s    shape
		r    relevance.Range
		want string
	}{
		{i32, relevance.Range{Lo: 5, Hi: 5, Signed: true}, "5"},
		{i32, relevance.Range{Lo: 1 << 31, Hi: 1<<32 - 1, Signed: true}, "every value up to -1"},
		{i32, relevance.Range{Lo: 1 << 31, Hi: 1<<31 - 1, Signed: true}, "every value"},
		{u8, relevance.Range{Lo: 3, Hi: 255}, "every value from 3 on"},
		{u8, relevance.Range{Lo: 3, Hi: 9}, "every value from 3 to 9"},
	}
	for _, tt := range intervals {
		if got := tt.s.interval(tt.r).Text; got != tt.want {
			t.Errorf("%v: %s, want %s", tt.r, got, tt.want)
		}
	}
}

func TestBlocking(t *testing.T) {
	i32 := shape{typ: cfg.BV(32), signed: true}
	iv := func(pairs ...int64) (out []Interval) {
		for i := 0; i < len(pairs); i += 2 {
			out = append(out, i32.interval(relevance.Range{Lo: uint64(pairs[i]), Hi: uint64(pairs[i+1]), Signed: true}))
		}
		return out
	}
	addr := shape{typ: cfg.BV(64), pointer: true}
	const least, most = -1 << 31, 1<<31 - 1
	for _, tt := range []struct {
		ivs  []Interval
		want string
	}{
		{nil, ""},
		{iv(3, 3), "3 avoids it"},
		{iv(0, 0, 10, most), "0 and every value from 10 on avoid it"},
		{iv(least, -1, 1, most), "every value except 0 avoids it"},
		{iv(least, -1, 2, most), "every value up to -1 and every value from 2 on avoid it"},
		{iv(least, most), "every value avoids it"},
		{iv(1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11), "1, 3, 5, 7, 9 and 1 more ranges avoid it"},
		{[]Interval{addr.addresses(0, 8, ^uint64(0)), addr.addresses(16, 24, ^uint64(0))}, "NULL and some addresses avoid it"},
		{[]Interval{addr.addresses(8, 9, ^uint64(0)), addr.addresses(16, 24, ^uint64(0))}, "some addresses avoid it"},
	} {
		if got := blocking(tt.ivs, "it"); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestWithoutComment(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"; // x", "; "}, {"; /* x */", "; "}, {"; /* x */ y;", "; /* x */ y;"}, {`f("//");`, `f("//");`}, {";", ";"}, {"/* a */ b; // c", "/* a */ b; "},
	} {
		if got := fault.WithoutComment(tt.text); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestLeftSide(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a[i == 0] = b == c", "a[i == 0]"}, {"x += 1", "x"}, {"x <<= 1", "x"}, {"x == 1", ""}, {"x <= 1", ""}, {"x != 1", ""},
		{"f(a = 1)", ""}, {"s.f = g(\"=\")", "s.f"}, {"x++", ""}, {"*p = 3", "*p"}, {"x >= y", ""},
	} {
		if got := leftSide(tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		ns   []int
		want string
	}{{nil, ""}, {[]int{3}, "3"}, {[]int{1, 2}, "1, 2"}, {[]int{1, 2, 3, 5}, "1-3, 5"}} {
		if got := numbers(tt.ns); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.ns, got, tt.want)
		}
	}
}

// TestUndecidedLong says of statements of a long trace why they are undecided.
func TestUndecidedLong(t *testing.T) {
	const why = "executions alone"
	for steps, want := range map[int]bool{1_000: false, 100_000: true} {
		var text bytes.Buffer
		p := &printer{Writer: bufio.NewWriter(&text), r: &Report{Traces: []Trace{{ID: 1, StepsTotal: steps}}}}
		p.besides(&Summary{Traces: []int{1}, Steps: steps, Undecided: 1, Statements: []Statement{{Range: Range{Line: 5}, Relevant: IsUndecided, UndecidedIn: []int{1}}}}, false)
		p.Flush()
		if got := text.String(); !strings.Contains(got, "line 5") || strings.Contains(got, why) != want {
			t.Errorf("%d steps: %s", steps, got)
		}
	}
}
