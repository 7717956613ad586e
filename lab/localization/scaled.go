package localization

import (
	"context"
	"embed"
	"fmt"
	"math/rand/v2"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend"
	"culprit/interp"
	"culprit/lab/scoring"
)

// Programs in the style of small tools, written for this purpose, with one
// seeded fault each and inputs of any size.

//go:embed testdata/scaled/*.c
var scaledSources embed.FS

// scaled is a correct program, the fault that is put into it, and how an input
// of size n is made.
type scaled struct {
	name         string
	right, wrong string
	input        func(r *rand.Rand, n int) string
	// sizes of the tables: one that the analysis without optimisations can
	// manage, one that is longer, and one with 130,000 instances or more if it
	// is not 0.
	sizes [3]int
}

var scaledPrograms = []scaled{
	{"count", "return (at / 8 + 1) * 8;", "return (at / 8) * 8 + 1;", func(r *rand.Rand, n int) string {
		var b strings.Builder
		for range n {
			b.WriteString(strings.Repeat("word\t", 1+r.IntN(3)) + "end of line\n")
		}
		return b.String()
	}, [3]int{4, 40, 400}},
	{"order", "for (i = 0; i < n; i++) {", "for (i = 1; i < n; i++) {", func(r *rand.Rand, n int) string {
		var b strings.Builder
		for range n {
			fmt.Fprintf(&b, "%d\n", r.IntN(10*n))
		}
		return b.String()
	}, [3]int{6, 50, 1000}},
	{"calc", "value -= product();", "value = product() - value;", func(r *rand.Rand, n int) string {
		var b strings.Builder
		for range n {
			fmt.Fprintf(&b, "%d * (%d - %d) + %d / %d\n", r.IntN(90), r.IntN(90), r.IntN(90), r.IntN(900), 1+r.IntN(9))
		}
		return b.String()
	}, [3]int{2, 20, 600}},
	{"tree", "*q = gone->right;", "*q = gone->left;", func(r *rand.Rand, n int) string {
		var b strings.Builder
		for range n {
			fmt.Fprintf(&b, "+%d ", r.IntN(2*n))
		}
		for range n {
			fmt.Fprintf(&b, "-%d ?%d ", r.IntN(2*n), r.IntN(2*n))
		}
		return b.String()
	}, [3]int{12, 44, 1300}},
	{"list", "if (j->left > 0) {", "if (j->left > 1) {", func(r *rand.Rand, n int) string {
		var b strings.Builder
		for range n {
			fmt.Fprintf(&b, "%d\n", 1+r.IntN(60))
		}
		return b.String() + "11\n"
	}, [3]int{4, 30, 1500}},
	{"fill", "if (column + 1 + length > WIDTH)", "if (column + length > WIDTH)", func(r *rand.Rand, n int) string {
		var b strings.Builder
		for k := range n {
			b.WriteString(strings.Repeat("x", 1+r.IntN(9)))
			if k%50 == 49 {
				b.WriteString("\n\n")
			} else {
				b.WriteByte(" \n"[r.IntN(10)/9])
			}
		}
		return b.String()
	}, [3]int{48, 400, 4000}},
}

// failing is the faulty program with a failing run of size n, and what is
// known about the fault.
func (s *scaled) failing(ctx context.Context, n int) (*fault.Input, *scoring.Truth, error) {
	file := s.name + ".c"
	src, err := scaledSources.ReadFile("testdata/scaled/" + file)
	if err != nil {
		return nil, nil, err
	}
	before, after, ok := strings.Cut(string(src), s.right)
	if !ok {
		return nil, nil, fmt.Errorf("%s: no %q", file, s.right)
	}
	parse := func(text string) (*cfg.Program, error) {
		return frontend.Parse(file, []byte(text), frontend.Config{PtrBits: 64, Execute: true})
	}
	correct, err := parse(string(src))
	if err != nil {
		return nil, nil, err
	}
	prog, err := parse(before + s.wrong + after)
	if err != nil {
		return nil, nil, err
	}
	t := &fault.Test{Name: fmt.Sprint(n), Stdin: []byte(s.input(rand.New(rand.NewPCG(1, uint64(n))), n))}
	want := fault.Execute(ctx, correct, t, fault.Budget{})
	if want.Status != interp.Exited {
		return nil, nil, fmt.Errorf("%s, size %d: the correct program ends with %v: %s", file, n, want.Status, want.Reason)
	}
	t.Expect = &fault.Expectation{Output: want.Stdout, HasOutput: true}
	in := &fault.Input{Prog: prog, Failing: t, Oracle: &fault.Oracle{}}
	if err := fault.Locate(ctx, in); err != nil {
		return nil, nil, fmt.Errorf("%s, size %d: %w", file, n, err)
	}
	line := 1 + strings.Count(before, "\n")
	return in, scoring.NewTruth(prog, prog.File, []scoring.FaultLine{{Line: line}}, correct), nil
}
