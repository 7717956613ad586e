package safety_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"culprit/cfg/safety"
	"culprit/frontend"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/interp"
)

// faultsEach is the number of functions that gcc compiles at a time.
const faultsEach = 40

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
		stopped, missed, alone := 0, 0, 0
		for k := range rounds.Of(1) {
			seed := uint64(first+k) * faultsEach
			why := sanitize(t, seed, memory)
			for i, w := range why {
				src := gen.Fault(seed+uint64(i), "f", memory) + "int main(void) { return f(1); }\n"
				checked, executed := faultFound(t, src, memory)
				switch {
				case w == "" && (checked || executed):
					alone++
				case w == "":
				default:
					stopped++
					// Executions know when functions end, not when blocks do.
					if !checked || !executed && !strings.Contains(w, "stack-use-after-scope") {
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

// unsignedFault is what the sanitizers find in values of unsigned types, which
// is not an overflow of the property.
var unsignedFault = regexp.MustCompile(`type '[^']*(unsigned|_Bool)|bit type '(unsigned|char unsigned|short unsigned|long unsigned|long long unsigned)`)

// sanitize says for each of some functions why the sanitizers stop it, or "".
func sanitize(t *testing.T, seed uint64, memory bool) []string {
	t.Helper()
	var b strings.Builder
	b.WriteString("int atoi(const char *);\n")
	var calls strings.Builder
	for i := range uint64(faultsEach) {
		b.WriteString(gen.Fault(seed+i, fmt.Sprint("f", i), memory))
		fmt.Fprintf(&calls, "if (n == %d) return f%d(1);\n", i, i)
	}
	fmt.Fprintf(&b, "int main(int c, char **v) { int n = atoi(v[1]);\n%sreturn 0; }\n", calls.String())
	dir := t.TempDir()
	file, bin := filepath.Join(dir, "r.c"), filepath.Join(dir, "r")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	kind := "signed-integer-overflow,shift,float-cast-overflow"
	if memory {
		kind = "address"
	}
	out, err := exec.Command("gcc", "-std=gnu11", "-O0", "-w", "-fsanitize="+kind, "-fno-sanitize-recover=all", "-o", bin, file).CombinedOutput()
	if err != nil {
		if bytes.Contains(out, []byte("cannot find")) {
			t.Skip("the libraries of gcc's sanitizers are not installed")
		}
		t.Fatalf("%v\n%s\n%s", err, out, b.String())
	}
	why := make([]string, faultsEach)
	for i := range why {
		ctx, stop := context.WithTimeout(context.Background(), 20*time.Second)
		cmd := exec.CommandContext(ctx, bin, fmt.Sprint(i))
		cmd.Env = []string{"ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0"}
		out, err := cmd.CombinedOutput()
		stop()
		if err == nil || cmd.ProcessState.ExitCode() == 0 {
			continue
		}
		text := string(out)
		for _, l := range strings.Split(text, "\n") {
			if strings.Contains(l, "runtime error") || strings.Contains(l, "ERROR:") {
				text = l
				break
			}
		}
		if memory && !strings.Contains(text, "ERROR:") || !memory && (unsignedFault.MatchString(text) || !strings.Contains(text, "runtime error")) {
			continue // its result, or a trap of the processor
		}
		why[i] = text
	}
	return why
}

// faultFound tells whether the instrumented program reaches an error location
// or does not say that it ends well, and whether its execution is stopped.
func faultFound(t *testing.T, src string, memory bool) (checked, executed bool) {
	t.Helper()
	conf := interp.RunConfig{AllowUninit: true, Overflow: !memory, Limits: interp.Limits{Steps: 1_000_000}}
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
