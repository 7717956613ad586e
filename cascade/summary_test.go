package cascade

import (
	"context"
	"math/rand/v2"
	"testing"

	"culprit/fault"
	"culprit/frontend/frontendtest"
	"culprit/hoare/hoaretest"
	"culprit/logic"
)

// TestSummariesTwin compares summaries of stretches with definitions that are
// substituted one by one, and what an assignment violates with the evaluation
// of all conjuncts.
func TestSummariesTwin(t *testing.T) {
	terms, violations := 0, 0
	for seed := range uint64(200) {
		b := random(t, seed, Config{NoSlicing: true})
		if b == nil {
			continue
		}
		rng := rand.New(rand.NewPCG(seed, 7))
		tr := b.trace
		b.sums.begin(1 << 40)
		random := func(m *logic.Model, x logic.T) {
			for _, v := range tr.tb.Vars(x) {
				if _, ok := m.BV[v]; !ok {
					if m.BV[v] = tr.ran(v); rng.IntN(3) == 0 {
						m.BV[v] ^= uint64(rng.IntN(3))
						if w := tr.tb.Width(v); tr.tb.Sort(v).Kind == logic.SBV && w < 64 {
							m.BV[v] &= 1<<w - 1
						}
					}
				}
			}
		}
		for range 40 {
			p := rng.IntN(len(b.insts))
			k := b.insts[p+rng.IntN(len(b.insts)-p)]
			m := logic.NewModel()
			naive := map[member]bool{}
			for _, i := range b.insts[p:b.at[k]] {
				for n, c := range tr.conjuncts(i) {
					fs := hoaretest.Expand(tr.run, b.insts[p], nil, c)
					x := b.sums.term(p, c)
					random(m, fs[0])
					if random(m, x); tr.tb.Eval(fs[0], m) != tr.tb.Eval(x, m) {
						t.Fatalf("seed %d: instance %d before position %d: %s, want %s", seed, i, p, tr.tb.String(x), tr.tb.String(fs[0]))
					}
					naive[member{i, n}] = tr.tb.Eval(x, m) == 0
					terms++
				}
			}
			b.sums.begin(1 << 40)
			s := &search{b: b, t: tr, k: k, top: int(b.at[k]), wanted: conjunct{alone: true}}
			f := &formula{s: s, p: p, m: m}
			for _, x := range f.violated(func(member) bool { return true }, 1<<30) {
				if !naive[x] {
					t.Fatalf("seed %d: conjunct %v holds before position %d", seed, x, p)
				}
				delete(naive, x)
				violations++
			}
			for x, violated := range naive {
				if violated {
					t.Fatalf("seed %d: conjunct %v is violated before position %d", seed, x, p)
				}
			}
		}
	}
	t.Logf("%d terms, %d violations", terms, violations)
	if terms < 1000 || violations < 60 {
		t.Error("too few")
	}
}

// TestLongRun expects a reason for every cause of runs whose conditions depend
// on most of what was executed before: a sort, and a checksum whose value is no
// term of a size to work with.
func TestLongRun(t *testing.T) {
	for name, tt := range map[string]struct {
		src       string
		instances int
		limited   int
	}{
		"sort": {`#include <assert.h>
static int key[N], order[N];
static int scatter(int i) { return (i * 5303 + 77) % 907; }
static void move(int from, int to) { key[to] = key[from]; order[to] = order[from]; }
int main(void) {
	int i, j, gap;
	for (i = 0; i < N; i++) {
		key[i] = scatter(i);
		order[i] = i;
	}
	for (gap = N / 2; gap > 1; gap /= 2) /* should be gap > 0 */
		for (i = gap; i < N; i++) {
			int k = key[i], o = order[i];
			for (j = i - gap; j >= 0 && key[j] > k; j -= gap)
				move(j, j + gap);
			key[j + gap] = k;
			order[j + gap] = o;
		}
	for (i = 1; i < N; i++)
		assert(key[i - 1] <= key[i]);
	return 0;
}
`, 1800, 2},
		"checksum": {`#include <assert.h>
static unsigned sum, table[16];
static void add(unsigned x) {
	sum = sum * 33 ^ x + table[sum & 15];
	table[x & 15] += sum >> 3;
}
int main(void) {
	unsigned i;
	for (i = 0; i < 10 * N; i++)
		add(i * i + 1);
	assert(sum != SUM);
	return 0;
}
`, 2000, 20},
	} {
		t.Run(name, func(t *testing.T) {
			src := "#define N 40\n#define SUM 991662894u\n" + tt.src
			in := &fault.Input{Prog: frontendtest.Execute(t, src), Failing: &fault.Test{}}
			if err := fault.Locate(context.Background(), in); err != nil {
				t.Fatal(err)
			}
			tree, err := Build(context.Background(), in, Config{})
			if err != nil {
				t.Fatal(err)
			}
			bounded, limited := tree.limits()
			if tree.Stats.Trace < tt.instances || bounded > 0 || limited > tt.limited {
				t.Errorf("of %d causes of a run of %d instances %d have no core, and the search for %d met a limit", len(tree.Nodes), tree.Stats.Trace, bounded, limited)
			}
		})
	}
}
