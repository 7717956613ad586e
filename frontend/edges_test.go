package frontend_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"culprit/frontend"
	"culprit/internal/gcc"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/interp"
)

// edgePrint and edgeAssert give the programs of gen.Edges what they report to:
// the first prints every value with its line, and in the end the sum; the
// second compares the sum with %s.
const (
	edgePrint = `int printf(const char *, ...);
static unsigned long long sum;
static void part(int k) { printf("part %d\n", k); }
static void mix_(int line, unsigned long long v) { sum = sum * 31 + v; printf("%d: %llu\n", line, v); }
#define mix(v) mix_(__LINE__, v)
static int finish(void) { printf("%llu\n", sum); return sum % 251; }
`
	edgeAssert = `extern void reach_error(void);
static unsigned long long sum;
static void part(int k) { }
static void mix(unsigned long long v) { sum = sum * 31 + v; }
static int finish(void) { if (sum != %sULL) reach_error(); return 0; }
`
)

// TestEdges executes random programs about what front ends err in, in both
// lowerings and both data models, and compares with what they do when gcc
// compiles them. CULPRIT_ROUNDS is a factor of their number, CULPRIT_SEED the
// first. What differs is logged as a program of one part.
func TestEdges(t *testing.T) {
	models := gccModels(t)
	first, _ := strconv.Atoi(os.Getenv("CULPRIT_SEED"))
	refused, n := 0, rounds.Of(6)
	for seed := first; seed < first+n; seed++ {
		for _, bits := range models {
			d := edgeDifference(t, gen.Edges(uint64(seed), gen.EdgeOptions{}), bits)
			if strings.Contains(d, ": gcc: ") { // it has mistakes of its own with arrays of characters in ranges
				t.Logf("seed %d, %d bits: %s", seed, bits, d)
				refused++
				continue
			}
			if d == "" {
				continue
			}
			for k := 1; k <= gen.EdgeParts; k++ {
				src := gen.Edges(uint64(seed), gen.EdgeOptions{Only: k})
				if e := edgeDifference(t, src, bits); e != "" {
					d = e
					t.Log(src)
				}
			}
			t.Errorf("seed %d, %d bits:\n%s", seed, bits, d)
		}
	}
	if refused > n/5 {
		t.Errorf("gcc refuses %d of %d programs", refused, n*len(models))
	}
}

// gccModels are the widths of pointers that gcc can make programs for which run
// here. Without gcc it skips the test.
func gccModels(t *testing.T) []int {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	if !gcc.Runs32() {
		t.Log("no programs for 32 bits here: LP64 only")
		return []int{64}
	}
	return []int{64, 32}
}

// gccOutput is what a program prints that gcc compiled, and its exit status.
func gccOutput(t *testing.T, src string, bits int, flags ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	file, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		return "", err
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	err := gcc.Compiler{Flags: []string{"-fno-strict-aliasing"}}.Compile(ctx, file, exe, bits, flags...)
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, exe)
	out, _ := cmd.Output()
	return fmt.Sprintf("%sexit %d\n", out, cmd.ProcessState.ExitCode()), nil
}

// edgeDifference says in what a program differs from the compiled one.
func edgeDifference(t *testing.T, src string, bits int) string {
	t.Helper()
	want, err := gccOutput(t, edgePrint+src, bits)
	if err != nil {
		return err.Error()
	}
	if d := executed(edgePrint, src, want, bits); d != "" {
		return d
	}
	lines := strings.Fields(want)
	if len(lines) < 3 {
		t.Fatalf("the compiled program prints %q\n%s", want, src)
	}
	head := fmt.Sprintf(edgeAssert, lines[len(lines)-3])
	p, err := frontend.Parse("p.c", []byte(head+src), frontend.Config{PtrBits: bits})
	if err != nil {
		return "to be verified: " + err.Error()
	}
	if r := interp.Run(p, interp.RunConfig{}); r.Status != interp.Exited {
		return fmt.Sprintf("to be verified: %v %s %v", r.Status, r.Reason, r.Fault)
	}
	return ""
}

// executed says in what the execution of a program differs from what gcc's does.
func executed(head, src, want string, bits int) string {
	p, err := frontend.Parse("p.c", []byte(head+src), frontend.Config{PtrBits: bits, Execute: true})
	if err != nil {
		return err.Error()
	}
	var got bytes.Buffer
	r := interp.Run(p, interp.RunConfig{Stdout: &got})
	if r.Status != interp.Exited {
		return fmt.Sprintf("%v %s %v, ", r.Status, r.Reason, r.Fault) + firstDifference(head+src, want, got.String())
	}
	fmt.Fprintf(&got, "exit %d\n", r.Code&255)
	return firstDifference(head+src, want, got.String())
}

// firstDifference says where two outputs of a program begin to differ in each
// of its parts.
func firstDifference(src, want, got string) string {
	w, g := strings.Split(want, "part "), strings.Split(got, "part ")
	var out []string
	for i := range min(len(w), len(g)) {
		if d := differentLine(strings.Split(src, "\n"), strings.Split(w[i], "\n"), strings.Split(g[i], "\n")); d != "" {
			out = append(out, "part "+d)
		}
	}
	if len(w) > len(g) {
		out = append(out, fmt.Sprintf("%d parts are missing", len(w)-len(g)))
	}
	return strings.Join(out, "\n")
}

func differentLine(src, w, g []string) string {
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			at, _, ok := strings.Cut(w[i], ":")
			line, _ := strconv.Atoi(at)
			if !ok { // the sum
				return ""
			}
			return fmt.Sprintf("%s: gcc has %q, got %q: %s", w[0], w[i], g[i], src[line-1])
		}
	}
	if len(w) != len(g) {
		return fmt.Sprintf("%s: %d lines instead of %d", w[0], len(g), len(w))
	}
	return ""
}

// TestLayouts compares sizes, alignments, offsets and bytes of random types
// with gcc's, in both data models.
func TestLayouts(t *testing.T) {
	head := edgePrint + "static void bytes(const void *p, unsigned long n) { const unsigned char *c = p; while (n--) mix(*c++); }\n"
	models := gccModels(t)
	first, _ := strconv.Atoi(os.Getenv("CULPRIT_SEED"))
	for seed := first; seed < first+rounds.Of(4); seed++ {
		src := gen.Layouts(uint64(seed), 50)
		for _, bits := range models {
			want, err := gccOutput(t, head+src, bits)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			if d := executed(head, src, want, bits); d != "" {
				t.Errorf("seed %d, %d bits:\n%s\n%s", seed, bits, d, src)
			}
		}
	}
}
