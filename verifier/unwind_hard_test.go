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
// once on is set.
type hesitant struct {
	smt.Incremental
	on   *bool
	seen map[logic.T]bool
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
// when they are asked about again, and the twins refuted.
func TestUnwoundHard(t *testing.T) {
	for _, c := range append(unwoundPrograms, rangePrograms...) {
		hesitate := func(code string) *run {
			on := false
			h := hesitant{bitblast.New(bitblast.Config{}), &on, map[logic.T]bool{}}
			v := newRun(parseC(t, unwoundHead+code), Config{Replay: interp.Replay, NoValues: true, NoRelevance: true,
				Engine: func() smt.Engine { return h },
				Log:    func(format string, _ ...any) { on = on || strings.Contains(format, "instances") }}, time.Now())
			return loopByLoop(t, v, work.Hour)
		}
		v := hesitate(c.code)
		if v.proof.Unrolling == nil {
			t.Errorf("%s: not proved", c.name)
			continue
		}
		if len(v.proof.Unrolling.Unwound.Hard) == 0 {
			t.Errorf("%s: no error was put off", c.name)
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
