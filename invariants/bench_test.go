package invariants

import (
	"context"
	"testing"
	"time"

	"culprit/fault"
	"culprit/frontend/frontendtest"
	"culprit/interp"
)

// BenchmarkTrain is a run with its values taken: x-plain, how many times slower
// it is than the plain run.
func BenchmarkTrain(b *testing.B) {
	prog := frontendtest.Execute(b, `
int a[1000], sum;
static int twice(int x) { return x + x; }
int main(void) {
	for (int k = 0; k < 300; k++)
		for (int i = 1; i < 1000; i++) {
			a[i] = a[i - 1] + k;
			if (a[i] > 100) a[i] -= 50;
			sum += twice(i);
		}
	return 0;
}
`)
	in := &fault.Input{Prog: prog, Failing: &fault.Test{}, Oracle: &fault.Oracle{}}
	steps := fault.Execute(context.Background(), prog, in.Failing, in.Budget).Steps
	for _, way := range []struct {
		name   string
		locals bool
	}{{"ranges", false}, {"locals", true}} {
		b.Run(way.name, func(b *testing.B) {
			t := newTrained(newPoints(prog, way.locals))
			var plain, watched time.Duration // in turns, for the load changes
			for b.Loop() {
				start := time.Now()
				fault.Execute(context.Background(), prog, in.Failing, in.Budget)
				middle := time.Now()
				if r := t.watch(context.Background(), in, in.Failing); r.Status != interp.Exited {
					b.Fatal("the run does not end")
				}
				plain, watched = plain+middle.Sub(start), watched+time.Since(middle)
			}
			b.ReportMetric(float64(watched.Nanoseconds())/float64(b.N)/float64(steps), "ns/statement")
			b.ReportMetric(float64(watched)/float64(plain), "x-plain")
		})
	}
}
