package verifier

import (
	"strings"
	"testing"
	"time"

	"culprit/internal/work"
	"culprit/interp"
	"culprit/logic"
	"culprit/smt"
	"culprit/smt/bitblast"
)

// hesitant is an engine that does not decide a question when it is asked first,
// once on is set, and nothing from scratch while not is set.
type hesitant struct {
	smt.Incremental
	on, not *bool
	seen    map[logic.T]bool
}

func (h hesitant) Check(tb *logic.Table, f []logic.T, b smt.Budget) (smt.Result, *logic.Model, error) {
	if *h.not {
		return smt.Sat, logic.NewModel(), nil
	}
	return h.Incremental.Check(tb, f, b)
}

type hesitantInstance struct {
	smt.Instance
	h hesitant
}

func (h hesitant) Open(tb *logic.Table) smt.Instance {
	return hesitantInstance{h.Incremental.Open(tb), h}
}

func (i hesitantInstance) Check(assumptions []logic.T, b smt.Budget) (smt.Result, error) {
	if *i.h.on && len(assumptions) == 1 && !i.h.seen[assumptions[0]] {
		i.h.seen[assumptions[0]] = true
		return smt.Unknown, nil
	}
	return i.Instance.Check(assumptions, b)
}

// TestUnwoundHard puts every error off once: the programs are proved nevertheless,
// by cases or when they are asked about again, and the twins refuted.
func TestUnwoundHard(t *testing.T) {
	for _, c := range append(unwoundPrograms, rangePrograms...) {
		for _, cases := range []bool{false, true} {
			hesitate := func(code string) *run {
				on, not := false, false
				h := hesitant{bitblast.New(bitblast.Config{}), &on, &not, map[logic.T]bool{}}
				v := newRun(parseC(t, unwoundHead+code), Config{Replay: interp.Replay, NoValues: true, NoRelevance: true,
					Engine: func() smt.Engine { return h },
					Log: func(format string, _ ...any) {
						begun := strings.Contains(format, "instances")
						on = on || begun
						not = (not || begun) && !cases && !strings.Contains(format, "cases of")
					}}, time.Now())
				return loopByLoop(t, v, work.Hour)
			}
			v := hesitate(c.code)
			if v.proof.Unrolling == nil {
				t.Errorf("%s: not proved", c.name)
				continue
			}
			if u := v.proof.Unrolling.Unwound; (len(u.Cased) > 0) != cases || (len(u.Hard) > 0) == cases {
				t.Errorf("%s: %d errors put off, %d refuted by cases", c.name, len(u.Hard), len(u.Cased))
			}
			if err := v.recheck(t.Context()); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			from, to, _ := strings.Cut(c.twin, "|")
			if twin := hesitate(strings.Replace(c.code, from, to, 1)); twin.proof.Unrolling != nil || len(twin.res.Traces) != 1 {
				t.Errorf("%s: the wrong twin has %d traces", c.name, len(twin.res.Traces))
			}
		}
	}
}
