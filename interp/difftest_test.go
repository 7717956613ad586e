package interp

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/gen"
	"culprit/interp/code"
)

// mixed is one value reported by a program.
type mixed struct {
	value uint64
	line  int // of the call
}

// observeMix executes p and collects the values passed to mix.
func observeMix(p *cfg.Program, own bool) ([]mixed, Outcome) {
	var mix *cfg.Proc
	for _, f := range p.Procs {
		if f.Name == "mix" {
			mix = f
		}
	}
	opt := code.Options{Announce: true, Own: own || code.Recursive(p), Uninit: own, Regions: !own}
	m := newMachine(compile(p, opt), Constant{}, Limits{})
	m.record = true
	m.checks, m.strict = own, own
	var out []mixed
	line := 0
	m.observe = func(e *cfg.Edge) bool {
		if _, ok := e.Stmt.(*cfg.Call); ok {
			line = e.Pos.Line
		}
		if mix != nil && e.From == mix.Entry {
			out = append(out, mixed{m.reg[mix.Params[0].ID], line})
		}
		return true
	}
	m.run()
	return out, m.outcome()
}

// diffOne compares one program with gcc and returns a description of the
// first difference.
func diffOne(t *testing.T, src string, ptrBits int) string {
	want, err := gccRun(t, t.TempDir(), src, ptrBits)
	if err != nil {
		t.Fatalf("%v", err)
	}
	sum := uint64(0)
	for _, v := range want {
		sum = sum*31 + v
	}
	end := strings.LastIndex(src, "return 0;")
	ours := gen.Head + src[:end] + fmt.Sprintf("if (mix_sum == %dULL) reach_error(); ", sum) + src[end:]
	p, err := frontend.Parse("p.c", []byte(ours), frontend.Config{PtrBits: ptrBits})
	if err != nil {
		return fmt.Sprintf("frontend: %v\n%s", err, numbered(ours))
	}
	for _, own := range []bool{true, false} {
		got, o := observeMix(p, own)
		for i := range min(len(got), len(want)) {
			if got[i].value != want[i] {
				near := fmt.Sprintln(got[max(i-3, 0):min(i+4, len(got))], want[max(i-3, 0):min(i+4, len(want))])
				return fmt.Sprintf("value %d, line %d: got %d, want %d (own=%v) %s\n%s", i, got[i].line, got[i].value, want[i], own, near, numbered(ours))
			}
		}
		if o.Status != ReachedError && len(got) == len(want) && onlyAddresses(o.Unknown) {
			continue // it stops where the sum of all values is compared
		}
		if o.Status != ReachedError {
			last := ""
			if n := len(o.Trace.Edges); n > 0 {
				last = describe(o.Trace.Edges[n-1])
			}
			return fmt.Sprintf("%v %s %v after %d of %d values, own=%v, last %s\n%s", o.Status, o.Reason, o.Notes, len(got), len(want), own, last, numbered(ours))
		}
		if !own {
			if err := Replay(p, o.Trace); err != nil {
				return err.Error()
			}
			for _, n := range o.Notes {
				if n.Kind == RegionClash {
					return fmt.Sprintf("%v\n%s", n, numbered(ours))
				}
			}
			if !onlyAddresses(o.Unknown) {
				return "an unknown value is used: " + describe(o.Unknown[0])
			}
		}
	}
	return ""
}

// onlyAddresses tells whether unknown values stand for numbers of addresses
// only: the distance of two pointers is made unknown where they may point into
// different objects, for all that the analysis of pointers knows.
func onlyAddresses(unknown []*cfg.Edge) bool {
	return !slices.ContainsFunc(unknown, func(e *cfg.Edge) bool {
		h, ok := e.Stmt.(*cfg.Havoc)
		return !ok || h.Func != cfg.AddressBits
	})
}

func numbered(src string) string {
	var b strings.Builder
	for i, l := range strings.Split(src, "\n") {
		fmt.Fprintf(&b, "%4d %s\n", i+1, l)
	}
	return b.String()
}

// TestGCC compares random C programs, lowered by the frontend and executed
// here, with the same programs compiled by gcc, in both data models. The
// number of programs is CULPRIT_DIFF, default 12; CULPRIT_SEED is the first.
func TestGCC(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("gcc is not installed")
	}
	number := func(name string, def int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return def
	}
	widths := []int{64}
	if _, err := gccRun(t, t.TempDir(), "int main(void) { mix(1); return 0; }", 32); err == nil {
		widths = append(widths, 32)
	} else {
		t.Logf("64 bits only: %v", err)
	}
	bad, first := 0, number("CULPRIT_SEED", 0)
	for seed := first; seed < first+number("CULPRIT_DIFF", 12) && bad < number("CULPRIT_BAD", 3); seed++ {
		for _, w := range widths {
			if d := diffOne(t, gen.C(uint64(seed), gen.COptions{Floats: w == 64}), w); d != "" {
				bad++
				t.Errorf("seed %d, %d bits: %s", seed, w, d)
			}
		}
	}
}
