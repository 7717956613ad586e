package verifier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/interp"
)

// mixHead gives the programs of gen.C their mix function.
const mixHead = `
#define va 0
extern void reach_error(void);
static unsigned long long mix_sum;
static void mix(unsigned long long v) { mix_sum = mix_sum * 31 + v; }
`

// fixedInputs gives the nondeterministic values of a program in order.
type fixedInputs struct{ next []uint64 }

func (f *fixedInputs) Value(_ *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if h.Kind != cfg.Nondet {
		return 0, true
	}
	if len(f.next) == 0 {
		return 0, false
	}
	v := f.next[0]
	f.next = f.next[1:]
	return v, true
}

func (f *fixedInputs) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// checksums executes a program of gen.C on all its inputs.
func checksums(p *cfg.Program, inputs int) (sums []uint64, err error) {
	var sum *cfg.Var
	for _, v := range p.Vars {
		if v.Name == "mix_sum" {
			sum = v
		}
	}
	n := 1
	for i := range inputs {
		n *= gen.InputRange(i)
	}
	seen := map[uint64]bool{}
	for k := range n {
		in := &fixedInputs{}
		for i, rest := 0, k; i < inputs; i++ {
			in.next = append(in.next, uint64(rest%gen.InputRange(i)))
			rest /= gen.InputRange(i)
		}
		o := interp.Execute(p, in, interp.Limits{Steps: 2_000_000})
		if o.Status != interp.Exited {
			return nil, fmt.Errorf("%v %s", o.Status, o.Reason)
		}
		if s := o.Value(sum); !seen[s] {
			seen[s] = true
			sums = append(sums, s)
		}
	}
	return sums, nil
}

// asserted puts checks before the last return of main: each claims that
// the checksum is not one of some values. violated tells by line which of
// them fail for some input.
func asserted(r *rand.Rand, src string, sums []uint64) (text string, violated map[int]bool) {
	violated = map[int]bool{}
	end := strings.LastIndex(src, "return 0;")
	line := 1 + strings.Count(src[:end], "\n")
	var b strings.Builder
	b.WriteString(src[:end])
	check := func(cond string, bad bool) {
		b.WriteString("\n")
		line++
		violated[line] = bad
		fmt.Fprintf(&b, "if (%s) reach_error();", cond)
	}
	some := func() uint64 { return sums[r.IntN(len(sums))] }
	none := func() uint64 {
		for v := some() + 1; ; v++ {
			ok := true
			for _, s := range sums {
				ok = ok && s != v
			}
			if ok {
				return v
			}
		}
	}
	known := make([]string, len(sums))
	for i, s := range sums {
		known[i] = fmt.Sprintf("mix_sum != %dULL", s)
	}
	check(fmt.Sprintf("mix_sum == %dULL", none()), false)
	check(strings.Join(known, " && "), false)
	// A check that fails ends the run, so the same check cannot fail after it.
	ended := map[uint64]bool{}
	for range r.IntN(4) {
		s := some()
		check(fmt.Sprintf("mix_sum == %dULL", s), !ended[s])
		ended[s] = true
	}
	b.WriteString("\n")
	b.WriteString(src[end:])
	return b.String(), violated
}

// disagreement verifies a program and compares with what is known about its
// error locations by line. A crash is a disagreement.
func disagreement(p *cfg.Program, c Config, violated map[int]bool) (verdict Verdict, what string) {
	defer func() {
		if x := recover(); x != nil {
			what = fmt.Sprintf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	r := Verify(context.Background(), p, c)
	bad := false
	for _, v := range violated {
		bad = bad || v
	}
	switch {
	case r.Verdict == True && bad:
		what = "TRUE, but an error is reachable"
	case r.Verdict == False && !bad:
		what = "FALSE, but no error is reachable"
	}
	found := map[int]bool{}
	for _, e := range r.Errors {
		known, ok := violated[e.Loc.Pos.Line]
		if !ok {
			return r.Verdict, fmt.Sprintf("no claim about line %d", e.Loc.Pos.Line)
		}
		found[e.Loc.Pos.Line] = e.Status != Open
		switch {
		case e.Status == Proved && known:
			what = fmt.Sprintf("line %d proved, but reachable", e.Loc.Pos.Line)
		case (e.Status == Violated || e.Status == Covered) && !known:
			what = fmt.Sprintf("line %d %v, but unreachable", e.Loc.Pos.Line, e.Status)
		}
	}
	if r.Complete {
		for line, v := range violated {
			if v && !found[line] {
				what = fmt.Sprintf("complete, but line %d is reachable and was not found", line)
			}
		}
	}
	if r.Verdict == Unknown {
		switch r.ReasonKind {
		case "time", "size", "unsupported", "solver", "floats":
		default:
			if strings.Contains(r.Reason, cfg.AddressBits) {
				break // where memory that holds addresses is read as numbers
			}
			what = "UNKNOWN: " + r.ReasonKind + " " + r.Reason
		}
	}
	return r.Verdict, what
}

// cShape is the shape of the random C programs of a seed: mostly small, since
// large ones take their time.
func cShape(seed int) gen.COptions {
	o := gen.COptions{Floats: seed%11 == 3, Inputs: seed % 3, Stmts: 2 + seed%5, Features: -1}
	switch seed % 8 {
	case 1, 2:
		o.Features = 1
	case 3:
		o.Stmts, o.Features = 14, 1
	case 4:
		if o.Inputs == 0 {
			o.Stmts, o.Features = 14, 3
		}
	}
	return o
}

// TestRandomC verifies random C programs that check their own checksum, which
// executing them on all inputs tells: with none, where all values are known,
// and with a few. Some runs look for several traces, and parts of the verifier
// are switched off in turn. CULPRIT_C is the number of programs, CULPRIT_SEED
// the first.
func TestRandomC(t *testing.T) {
	first, n, limit := envInt("CULPRIT_SEED", 0), envInt("CULPRIT_C", rounds.Of(40)), envInt("CULPRIT_MS", 200)
	counts := map[Verdict]int{}
	for seed := first; seed < first+n; seed++ {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		shape := cShape(seed)
		fc := frontend.Config{PtrBits: 32 << (seed & 1)}
		src := mixHead + gen.C(uint64(seed), shape)
		p, err := frontend.Parse("p.c", []byte(src), fc)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		sums, err := checksums(p, shape.Inputs)
		if err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		text, violated := asserted(r, src, sums)
		if p, err = frontend.Parse("p.c", []byte(text), fc); err != nil {
			t.Errorf("seed %d: %v", seed, err)
			continue
		}
		c := Config{Replay: interp.Replay, Timeout: time.Duration(limit) * time.Millisecond, NoRelevance: r.IntN(8) > 0,
			NoValues: r.IntN(3) == 0, NoBMC: r.IntN(3) == 0, MultiTrace: r.IntN(4) == 0, Check: shape.Inputs > 0 && shape.Stmts < 5}
		v, what := disagreement(p, c, violated)
		counts[v]++
		if what != "" {
			t.Errorf("seed %d (%d bits, %+v, values %v, unrolling %v, several %v): %s", seed, fc.PtrBits, shape, !c.NoValues, !c.NoBMC, c.MultiTrace, what)
		}
	}
	t.Logf("%d programs: %d TRUE, %d FALSE, %d UNKNOWN", n, counts[True], counts[False], counts[Unknown])
	if n > 20 && counts[True] == 0 || counts[False] == 0 {
		t.Error("nothing was decided")
	}
}
