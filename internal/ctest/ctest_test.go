package ctest

import (
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/relevance"
	"culprit/verifier"

	"github.com/google/go-cmp/cmp"
)

func ptr[T any](v T) *T { return &v }

func TestParse(t *testing.T) {
	src := `// want: FALSE
// want traces>=2 complete
// want model=ILP32
int i = 1; // relevant fix=0 validated, as in the paper
int j = 1; // relevant some
int k = 1; // irrelevant
int l = 1; // relevant blocks=10..0x7f nofix
int m = 1; // relevant blocks=-3
assert(0); // error
assert(1); // safe
int n;     // relevance is not an expectation
`
	want := &Expectations{
		File: "t.c", Verdict: "FALSE", Complete: true, PtrBits: 32, Traces: []Bound{{">=", 2}},
		Lines: []Line{
			{Number: 4, Kind: "relevant", Fix: ptr(int64(0)), Validated: false},
			{Number: 5, Kind: "some"},
			{Number: 6, Kind: "irrelevant"},
			{Number: 7, Kind: "relevant", Blocks: &[2]int64{10, 127}, NoFix: true},
			{Number: 8, Kind: "relevant", Blocks: &[2]int64{-3, -3}},
			{Number: 9, Kind: "error"},
			{Number: 10, Kind: "safe"},
		},
	}
	got, err := Parse("t.c", src)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestMark(t *testing.T) {
	const src = "int i = 1;\n  if (i)\n  i = 2;\nint j;\nint j;\n"
	for _, tt := range []struct{ expect, want, err string }{
		{"// want: TRUE\ni = 2;  // relevant fix=0\n", "int i = 1;\n  if (i)\n  i = 2; // relevant fix=0\nint j;\nint j;\n\n// want: TRUE", ""},
		{"i = 3; // relevant", "", `no line is "i = 3;"`},
		{"int j; // relevant", "", `lines 4 and 5 are "int j;"`},
		{"int i = 1;", "", "no expectation in"},
	} {
		got, err := mark(src, tt.expect)
		if got != tt.want || (err != nil) != (tt.err != "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("%q: got %q, %v, want %q, %s", tt.expect, got, err, tt.want, tt.err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"int x;", "no line"},
		{"// want: MAYBE", `t.c:1: unknown verdict "MAYBE"`},
		{"// want: TRUE\n// want: FALSE", "t.c:2: second verdict"},
		{"// want: TRUE\n// want luck", `t.c:2: unknown expectation "luck"`},
		{"// want: TRUE\nx; // relevant fix=a", "t.c:2: strconv"},
		{"// want: TRUE\nx; // relevant blocks=1..b", "t.c:2: strconv"},
	} {
		if _, err := Parse("t.c", tt.src); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: got %v, want %s", tt.src, err, tt.want)
		}
	}
}

// build is a program with one assignment on each of the lines 1 to 3, error
// locations on lines 4 and 5, and two traces to the first.
func build() (*cfg.Program, *verifier.Result) {
	p := &cfg.Program{File: "t.c"}
	p.Main = p.NewProc("main", cfg.Pos{})
	at := func(line int) cfg.Pos { return cfg.Pos{File: "t.c", Line: line, Col: 1, EndLine: line, EndCol: 2} }
	v := p.NewVar(p.Main, "x", cfg.BV(32))
	loc := p.NewLoc(p.Main, cfg.Pos{})
	var edges []*cfg.Edge
	for line := 1; line <= 3; line++ {
		to := p.NewLoc(p.Main, cfg.Pos{})
		edges = append(edges, p.NewEdge(loc, to, &cfg.Assign{Dst: v, Src: &cfg.Const{T: v.Type}}, at(line), "x = 0", cfg.RoleUser))
		loc = to
	}
	e1, e2 := p.NewLoc(p.Main, at(4)), p.NewLoc(p.Main, at(5))
	tr := func() relevance.TraceResult {
		return relevance.TraceResult{Trace: &cfg.Trace{Edges: edges}, Error: e1}
	}
	return p, &verifier.Result{
		Verdict:  verifier.False,
		Complete: true,
		Errors:   []verifier.ErrorStatus{{Loc: e1, Status: verifier.Covered}, {Loc: e2, Status: verifier.Proved}},
		Traces:   []relevance.TraceResult{tr(), tr()},
		Summaries: []relevance.Summary{{Error: e1, Traces: []int{0, 1}, Statements: []relevance.Statement{
			{Edge: edges[0], RelevantIn: []int{0, 1}, HasFix: true, Fix: 1<<32 - 1, Validated: true, Blocking: []relevance.Range{{Lo: 1<<32 - 5, Hi: 3, Signed: true}}},
			{Edge: edges[1], RelevantIn: []int{1}},
			{Edge: edges[2]},
		}}},
	}
}

func TestCheck(t *testing.T) {
	for _, tt := range []struct {
		text []string // one comment per line 1 to 6
		want []string
	}{
		{[]string{"relevant fix=-1 validated blocks=-5..3", "relevant some", "irrelevant", "error", "safe"}, nil},
		{[]string{"relevant fix=2"}, nil},
		{[]string{"relevant fix=4"}, []string{"t.c:1: 4 is not known to be a fix"}},
		{[]string{"relevant blocks=-6..3 nofix"}, []string{"t.c:1: -6 to 3 are not known to block", "t.c:1: has a fix"}},
		{[]string{"irrelevant", "irrelevant", "relevant"}, []string{"t.c:1: \"x = 0\" is relevant", "t.c:2: \"x = 0\" is relevant", "t.c:3: not relevant"}},
		{[]string{"relevant some", "relevant", "relevant some"}, []string{"t.c:1: relevant in all: true", "t.c:2: not relevant", "t.c:3: relevant in all: false"}},
		{[]string{"", "relevant some validated"}, []string{"t.c:2: no validated fix"}},
		{[]string{"", "", "", "safe", "error", "relevant"}, []string{"t.c:4: ", "t.c:5: ", "t.c:6: no trace visits"}},
		{[]string{"error"}, []string{"t.c:1: no error location"}},
		{[]string{"want traces=2 complete"}, nil},
		{[]string{"want traces>=3 exact"}, []string{"t.c: not exact", "t.c: 2 traces, want >=3"}},
		{[]string{"", "want: TRUE"}, []string{"t.c: verdict FALSE, want TRUE"}},
	} {
		src := ""
		verdict := "// want: FALSE\n"
		for _, c := range tt.text {
			if strings.HasPrefix(c, "want: ") {
				verdict = ""
			}
			src += "x; // " + c + "\n"
		}
		for range 6 - len(tt.text) {
			src += "\n"
		}
		x, err := Parse("t.c", src+verdict)
		if err != nil {
			t.Fatal(err)
		}
		prog, res := build()
		got := Check(x, prog, res)
		ok := len(got) == len(tt.want)
		for i := range min(len(got), len(tt.want)) {
			ok = ok && strings.HasPrefix(got[i], tt.want[i])
		}
		if !ok {
			t.Errorf("%q:\n got %q\nwant %q", tt.text, got, tt.want)
		}
	}
}
