package safety_test

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"testing"

	"culprit/analysis/safety"
	"culprit/frontend"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/interp"
)

// TestSanitizers runs random functions with undefined behaviour at the edges of
// C under gcc's sanitizers. What they stop must not be taken for safe, neither
// by the error locations nor by the checks of executions. CULPRIT_SEED is the
// first seed.
func TestSanitizers(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	first, _ := strconv.Atoi(os.Getenv("CULPRIT_SEED"))
	for _, memory := range []bool{false, true} {
		if memory && testing.Short() {
			break
		}
		stopped, missed, alone := 0, 0, 0
		for k := range rounds.Of(1) {
			seed := uint64(first+k) * gen.SanitizedEach
			why, err := gen.Sanitized(t.Context(), t.TempDir(), seed, memory)
			if errors.Is(err, gen.ErrNoSanitizers) {
				t.Skip(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			for i, w := range why {
				src := gen.Fault(seed+uint64(i), "f", memory) + "int main(void) { return f(1); }\n"
				checked, executed := faultFound(t, src, memory)
				switch {
				case w == "" && (checked || executed):
					alone++
				case w == "":
				default:
					stopped++
					if !checked || !executed {
						missed++
						t.Errorf("seed %d: gcc says %s; instrumented: %v, executed: %v\n%s", seed+uint64(i), w, checked, executed, src)
					}
				}
			}
		}
		if stopped == 0 {
			t.Errorf("no program was stopped (memory: %v)", memory)
		}
		t.Logf("memory: %v: gcc stops %d, of which %d were missed, and not %d that are", memory, stopped, missed, alone)
	}
}

// faultFound tells whether the instrumented program reaches an error location
// or does not say that it ends well, and whether its execution is stopped.
func faultFound(t *testing.T, src string, memory bool) (checked, executed bool) {
	t.Helper()
	conf := interp.RunConfig{AllowUninit: true, Limits: interp.Limits{Steps: 1_000_000}}
	if !memory {
		conf.Checks = interp.OverflowCheck
	}
	checks := safety.Overflow
	if memory {
		checks = 0
	}
	host, err := frontend.Parse("r.c", []byte(src), frontend.Config{PtrBits: 64, Execute: true, Checks: checks})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	executed = interp.Run(host, conf).Status != interp.Exited
	if memory {
		what, _ := instrumented(t, src, 64)
		return what != "", executed
	}
	p, err := frontend.Parse("r.c", []byte(src), frontend.Config{PtrBits: 64, Checks: safety.Overflow})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return interp.Execute(p, interp.Constant{}, interp.Limits{Steps: 1_000_000}).Status != interp.Exited, executed
}
