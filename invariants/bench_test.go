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
	start := time.Now()
	steps := fault.Execute(context.Background(), prog, in.Failing, in.Budget).Steps
	plain := float64(time.Since(start).Nanoseconds())
	for name, more := range map[string]bool{"ranges": false, "templates": true} {
		b.Run(name, func(b *testing.B) {
			t := newTrained(newPoints(prog, more, false), more)
			for b.Loop() {
				if r := t.watch(context.Background(), in, in.Failing); r.Status != interp.Exited {
					b.Fatal("the run does not end")
				}
			}
			each := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
			b.ReportMetric(each/float64(steps), "ns/statement")
			b.ReportMetric(each/plain, "x-plain")
		})
	}
}
