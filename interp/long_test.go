package interp

import (
	"testing"

	"culprit/frontend/frontendtest"
)

// longProgram reads numbers for ever, keeps the last in a table and some in a list
// on the heap, and writes to all pages of a large array.
const longProgram = `
void *malloc(unsigned long); void free(void *);
long __VERIFIER_nondet_long(void);
struct node { struct node *next; int v; };
static long table[5000];
static char wide[8000000];
int main(void) {
  struct node *list = 0; unsigned n = 0, at = 0;
  for (;;) {
    int v = 0;
    for (int i = 0; i < 20; i++)
      table[n++ % 5000] = __VERIFIER_nondet_long();
    v += table[n / 2 % 5000];
    at = (at + 4099) % sizeof wide;
    wide[at] = v;
    struct node *new = malloc(sizeof *new);
    new->v = v; new->next = list; list = new;
    if (n % 20000 == 0)
      while (list) { struct node *next = list->next; free(list); list = next; }
  }
}
`

// BenchmarkRecordLong records 100 million statements, a sixth of them
// inputs, and iterates over the last 10 million. MB-peak is the most memory
// that the process had, MB-file what went to the temporary file.
func BenchmarkRecordLong(b *testing.B) {
	const steps = 100_000_000
	p := frontendtest.Execute(b, longProgram)
	for range b.N {
		start := cpuTime()
		plain := Run(p, RunConfig{Inputs: NewRandom(1), Limits: Limits{Steps: steps}})
		plainTime := cpuTime() - start
		if plain.Status != StepLimit {
			b.Fatal(plain.Status, plain.Fault)
		}
		start = cpuTime()
		s := NewSession(p, RunConfig{Inputs: NewRandom(1), Limits: Limits{Steps: steps}})
		rec, err := s.Record()
		if err != nil {
			b.Fatal(err)
		}
		recordTime := cpuTime() - start
		if rec.N != steps {
			b.Fatal(rec.N)
		}
		start = cpuTime()
		n := 0
		for range rec.All(steps * 9 / 10) {
			n++
		}
		if n != steps/10 {
			b.Fatal(n)
		}
		b.ReportMetric(float64(n)/(cpuTime()-start).Seconds()/1e6, "Minst/s-decoded")
		b.ReportMetric(float64(steps)/plainTime.Seconds()/1e6, "Mstmt/s")
		b.ReportMetric(recordTime.Seconds()/plainTime.Seconds(), "x-record")
		b.ReportMetric(float64(len(rec.points)), "checkpoints")
		b.ReportMetric(float64(rec.held())/1e6, "MB-checkpoints")
		b.ReportMetric(float64(s.in.conf.Inputs.(*memo).tape.spilled)/1e6, "MB-file")
		b.ReportMetric(float64(peakMemory())/1e6, "MB-peak")
		rec.Close()
	}
}
