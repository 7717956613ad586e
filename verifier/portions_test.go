package verifier

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"culprit/internal/work"
	"culprit/interp"
)

// TestRecheckSideBySide: two that recheck a proof find out what one does, with as
// much work, whoever does what.
func TestRecheckSideBySide(t *testing.T) {
	for name, c := range map[string]Config{"graph": {}, "automata": {NoValues: true, NoBMC: true}} {
		p := parseC(t, fairProgram(easy))
		c.Replay = interp.Replay
		v := newRun(p, c, time.Now())
		v.verify(t.Context())
		if v.summarize(t.Context()); !v.rest.empty() {
			t.Fatalf("%s: not proved", name)
		}
		recheck := func(check func(*rechecker, []part) error) string {
			for { // until no step took the naive encoder longer than it has on a machine that is not busy
				clock := &work.Clock{}
				k := newRechecker(t.Context(), v.checker.Enc.Clone(clock))
				parts, err := k.parts(&v.proof)
				if err != nil || len(parts) < 3 {
					t.Fatal(len(parts), err)
				}
				if err := check(k, parts); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if k.hard == 0 {
					return fmt.Sprint(len(parts), k.steps, k.syntactic, k.evaluated, clock.Now())
				}
			}
		}
		want := recheck(func(k *rechecker, parts []part) error {
			var errs []error
			for _, do := range parts {
				errs = append(errs, do(k))
			}
			return errors.Join(errs...)
		})
		for range 5 {
			if got := recheck((*rechecker).sideBySide); got != want {
				t.Errorf("%s: %s side by side, %s alone", name, got, want)
			}
		}
	}
}

// The error of a recheck is that of the first part with one, and a limit of work
// holds for the sum of both.
func TestRecheckErrors(t *testing.T) {
	v, _, _ := prepared(t)
	first, second := errors.New("first"), errors.New("second")
	good := func(*rechecker) error { return nil }
	bad := func(err error) part { return func(*rechecker) error { return err } }
	for range 20 {
		k := newRechecker(t.Context(), v.checker.Enc)
		if err := k.sideBySide([]part{good, good, bad(first), good, bad(second)}); err != first {
			t.Error(err)
		}
	}
	for limit, ends := range map[work.Amount]bool{30 * work.Second: true, 60 * work.Second: false} {
		ctx, cancel := v.clock.WithLimit(t.Context(), limit)
		k := newRechecker(ctx, v.checker.Enc)
		var parts []part
		for range 40 {
			parts = append(parts, func(k *rechecker) error { k.enc.TB.Clock.Add(work.Second); return nil })
		}
		if err := k.sideBySide(parts); (err != nil) != ends {
			t.Errorf("40 s of work within %v: %v", limit, err)
		}
		cancel()
	}
}
