package relevance_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/relevance"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// deepPrograms fail after N rounds of a loop. In those that are linear, every
// instance of a statement is decided.
var deepPrograms = []struct {
	name   string
	linear bool
	src    string
}{
	{"counter", true, `int main() {
  int x = 0;
  while (x < N) x++;
  if (x == N) reach_error();
}`},
	{"bound", true, `int main() {
  int limit = N, used = 0, i;
  for (i = 0; i < limit; i++) used = used + 2;
  if (used > N) reach_error();
}`},
	{"beside what no condition reads", true, `int main() {
  int i = 0;
  short level = 7;
  unsigned hash = 1;
  while (i < N) {
    level = level - 3;
    hash = hash * 31 + level;
    i++;
  }
  if (level < 0) reach_error();
}`},
	{"sum in memory", false, `unsigned a[16], total[2];
int main() {
  int n = N;
  for (int i = 0; i < n; i++) {
    a[i % 16] = i;
    total[i % 2] += a[i / 2 % 16];
  }
  if (total[1] != 1) reach_error();
}`},
	{"calls", false, `static unsigned step(unsigned h, unsigned x) {
  unsigned r = h * 33u;
  r ^= x;
  return r;
}
int main() {
  unsigned h = 5381, rounds = 0;
  int key = __VERIFIER_nondet_int();
  while (rounds < N) {
    h = step(h, key + rounds);
    rounds++;
  }
  if (h % 2 == 1) reach_error(); // N is a multiple of four
}`},
}

// deepTrace is the trace of a program that fails after n rounds.
func deepTrace(t testing.TB, src string, n int) (*cfg.Program, *cfg.Trace, *cfg.Loc) {
	prog := parse(t, prelude+strings.ReplaceAll(src, "N", fmt.Sprint(n)))
	o := interp.Execute(prog, interp.Constant{}, interp.Limits{Steps: 40 * n, Record: true})
	if o.Status != interp.ReachedError {
		t.Fatal(o.Status)
	}
	return prog, o.Trace, o.Loc
}

// TestDeep marks traces far longer than what questions are asked about in the
// work given: of each statement of the program some instance is decided, and the
// answer does not depend on how far the questions came.
func TestDeep(t *testing.T) {
	for _, p := range deepPrograms {
		t.Run(p.name, func(t *testing.T) {
			prog, tr, loc := deepTrace(t, p.src, 2000)
			engine := func() smt.Engine { return bitblast.New(bitblast.Config{}) }
			conf := relevance.Config{NewEngine: engine, MarkWork: work.Second / 2, RangeWork: work.Second / 10, Branches: true}
			res, err := relevance.Analyze(context.Background(), prog, tr, loc, nil, conf)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, m := range res.Marks {
				if m.Status == relevance.Undecided {
					n++
				}
			}
			if n > 0 && p.linear {
				t.Errorf("%d of %d marks are undecided", n, len(res.Marks))
			}
			open := map[*cfg.Edge]bool{}
			for _, m := range res.Marks {
				open[tr.Edges[m.Step]] = true
			}
			for _, m := range res.Marks {
				if m.Status == relevance.Relevant || m.Status == relevance.Irrelevant && tr.Edges[m.Step] != nil {
					delete(open, tr.Edges[m.Step])
				}
			}
			for e := range open {
				t.Errorf("%s is undecided", e.Text)
			}
		})
	}
}

func BenchmarkDeep(b *testing.B) {
	for _, p := range deepPrograms {
		for _, n := range []int{1000, 8000, 64000} {
			b.Run(fmt.Sprintf("%s/%d", p.name, n), func(b *testing.B) {
				prog, tr, loc := deepTrace(b, p.src, n)
				clock := &work.Clock{}
				conf := relevance.Config{Clock: clock, MarkWork: 2 * work.Second, RangeWork: work.Second / 2, Branches: true, NewEngine: func() smt.Engine { return bitblast.New(bitblast.Config{}) }}
				undecided := 0
				for b.Loop() {
					res, err := relevance.Analyze(context.Background(), prog, tr, loc, nil, conf)
					if err != nil {
						b.Fatal(err)
					}
					undecided = 0
					for _, m := range res.Marks {
						if m.Status == relevance.Undecided {
							undecided++
						}
					}
				}
				b.ReportMetric(float64(undecided), "undecided")
				b.ReportMetric(float64(clock.Now())/float64(work.Second)/float64(b.N), "work-s")
			})
		}
	}
}
