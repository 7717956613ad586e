package localization

import (
	"context"
	"testing"

	"culprit/fault"
	"culprit/lab/scoring"
)

// TestScaled runs the programs of tables VI to VIII: all sizes fail by a wrong
// output, the run executes the fault, and grows with the size.
func TestScaled(t *testing.T) {
	for _, s := range scaledPrograms {
		before := 0
		for k, n := range s.sizes {
			if testing.Short() && k == 2 {
				break
			}
			in, truth, err := s.failing(context.Background(), n)
			if err != nil {
				t.Error(err)
				break
			}
			if in.Failure.Kind != fault.WrongOutput {
				t.Errorf("%s %d: %v", s.name, n, in.Failure.Kind)
			}
			executed, err := executedBy(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			if m := scoring.Score(&fault.Result{}, truth, in.Prog, executed); !m.Executed {
				t.Errorf("%s %d: the fault is not executed", s.name, n)
			}
			rec, err := in.Recording(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %d: %d instances, failure at %d: %s", s.name, n, rec.N, in.Failure.At, in.Failure.What)
			if rec.N < 3*before || k == 2 && rec.N < 130_000 {
				t.Errorf("%s %d: %d instances, before %d", s.name, n, rec.N, before)
			}
			before = rec.N
			rec.Close()
		}
	}
}
