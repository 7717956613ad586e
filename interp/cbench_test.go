package interp

import (
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/frontendtest"
)

// matrixProgram multiplies matrices and sorts, forever.
const matrixProgram = `
static int a[20][20], b[20][20], c[20][20];
static unsigned seed = 1;
static unsigned next(void) { seed = seed * 1103515245u + 12345u; return seed >> 16; }
static void sort(int *p, int n) {
  for (int i = 1; i < n; i++) {
    int v = p[i], j = i - 1;
    while (j >= 0 && p[j] > v) { p[j + 1] = p[j]; j--; }
    p[j + 1] = v;
  }
}
int main(void) {
  for (;;) {
    for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) { a[i][j] = next() % 100; b[i][j] = next() % 100; }
    for (int i = 0; i < 20; i++) for (int j = 0; j < 20; j++) {
      int s = 0;
      for (int k = 0; k < 20; k++) s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
    for (int i = 0; i < 20; i++) sort(c[i], 20);
  }
}
`

func lowered(b *testing.B) *cfg.Program {
	p := frontendtest.Parse(b, matrixProgram, frontend.Config{PtrBits: 32})
	return p
}

func BenchmarkC(b *testing.B) { benchmark(b, lowered(b), Limits{Steps: 5_000_000}) }

func BenchmarkRunC(b *testing.B) {
	p := lowered(b)
	steps := 0
	b.ResetTimer()
	for range b.N {
		r := Run(p, RunConfig{Limits: Limits{Steps: 5_000_000}})
		if r.Status != StepLimit {
			b.Fatal(r.Status, r.Fault)
		}
		steps += r.Steps
	}
	b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Mstmt/s")
	b.ReportMetric(0, "ns/op")
}
