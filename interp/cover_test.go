package interp

import (
	"slices"
	"testing"
	"time"

	"culprit/cfg"
	"culprit/frontend/frontendtest"
)

// Coverage is that of a recording of the same run, for random programs however
// they end, and for one that ends in each way in the middle of a chain.
func TestCover(t *testing.T) {
	check := func(name any, p *cfg.Program, conf func() RunConfig) Status {
		t.Helper()
		c := conf()
		c.Covered = make([]bool, len(p.Locs))
		res := Run(p, c)
		rec, err := Record(p, conf())
		if err != nil {
			t.Fatal(err)
		}
		defer rec.Close()
		want := make([]bool, len(p.Locs))
		for i := range rec.All(0) {
			want[i.Edge.From.ID] = true
		}
		if rec.Result.Status != res.Status || rec.N != res.Steps || !slices.Equal(c.Covered, want) {
			for l := range want {
				if want[l] != c.Covered[l] {
					t.Errorf("%v: %v, location %d: %v, recorded %v", name, res.Status, l, c.Covered[l], want[l])
				}
			}
		}
		return res.Status
	}
	for seed := range uint64(300) {
		p, conf := randomRun(seed)
		check(seed, p, func() RunConfig { conf.Inputs = NewRandom(seed); return conf })
	}
	const src = `#include <stdlib.h>
#include <assert.h>
int main(int argc, char **argv) {
	int x = argc, y = 0;
	for (int i = 0; i < 3; i++)
		y += i;
	switch (argc) { case 2: y = 7; break; case 3: y = 8; break; default: y++; }
	if (argc == 2)
		exit(3);
	x = 10 / (argc - 3);
	y = x + 1;
	assert(argc != 4);
	y = x + 2;
	return y;
}
`
	p := frontendtest.Execute(t, src)
	var got []Status
	for args := range 5 {
		got = append(got, check(args, p, func() RunConfig { return RunConfig{Args: make([]string, args+1)} }))
	}
	if want := []Status{Exited, Exited, Faulted, ReachedError, Exited}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// BenchmarkCover is a run with coverage: x-plain, how many times slower it is than
// the plain run.
func BenchmarkCover(b *testing.B) {
	p := frontendtest.Execute(b, `
int a[1000], sum;
static int twice(int x) { return x + x; }
int main(void) {
	for (int k = 0; k < 1000; k++)
		for (int i = 1; i < 1000; i++) {
			a[i] = a[i - 1] + k;
			if (a[i] > 100) a[i] -= 50;
			sum += twice(i);
		}
	return 0;
}
`)
	var plain, covered time.Duration
	for b.Loop() {
		start := time.Now()
		Run(p, RunConfig{})
		middle := time.Now()
		Run(p, RunConfig{Covered: make([]bool, len(p.Locs))})
		plain, covered = plain+middle.Sub(start), covered+time.Since(middle)
	}
	b.ReportMetric(float64(covered)/float64(plain), "x-plain")
}
