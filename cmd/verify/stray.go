package main

import (
	"fmt"

	"culprit/cfg"
	"culprit/cfg/alias"
	"culprit/cfg/safety"
	"culprit/frontend"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/verifier"
)

// strayWork is the effort spent on the question of stays.
const strayWork = 300 * work.Millisecond

// stays decides whether the accesses of a program that was proved stay within
// objects that are alive: what another read yields, and what another write
// changes, is not what the proof says. If one may not, stray says which. If
// that stays open, the note says that it is assumed.
func (t *target) stays(p *cfg.Program, parse frontend.Config, config verifier.Config, lim *limits) (stray string, note *cfg.Note) {
	if at := strayAccess(p); at != "" {
		return at, nil
	}
	parse.Checks = safety.Deref
	checked, err := frontend.ParseFiles(t.files, parse)
	if err != nil {
		return "", assumeWithin(p) // it parsed before: the time is up
	}
	if len(checked.ErrorLocs()) == 0 {
		return "", nil
	}
	res := verifier.Verify(lim.ctx, checked, verifier.Config{
		Memory: config.Memory, Engine: config.Engine, Replay: config.Replay, Library: config.Library, Work: strayWork, NoRelevance: true,
	})
	if res.Verdict == verifier.True {
		return "", nil
	}
	for i := range res.Traces {
		r, err := interp.ReplayNotes(checked, res.Traces[i].Trace)
		if err != nil {
			continue
		}
		if f := firstStray(checked, r.Notes); f != nil {
			return f.Error() + undefinedAccess, nil
		}
	}
	return "", assumeWithin(p)
}

// strayNotes says of each trace whether, and where first, it leaves the objects
// of the program: C does not say how a run continues from there, and the trace
// assumes something.
func strayNotes(p *cfg.Program, res *verifier.Result) (notes []cfg.Note) {
	for i := range res.Traces {
		r, err := interp.ReplayNotes(p, res.Traces[i].Trace)
		if err != nil {
			continue
		}
		f := firstStray(p, r.Notes)
		for k := range r.Notes {
			if n := &r.Notes[k]; n.Kind == interp.NullAccess && (f == nil || n.Step < f.Step) {
				f = n
				break
			}
		}
		if f == nil {
			continue
		}
		trace := "the trace"
		if len(res.Traces) > 1 {
			trace = fmt.Sprintf("trace %d", i+1)
		}
		notes = append(notes, cfg.Note{Pos: f.At, Text: fmt.Sprintf("%s continues after undefined behaviour: %s", trace, f.Message())})
	}
	return notes
}

// strays tells whether an access is outside of live objects, other than by null.
func strays(k interp.FaultKind) bool {
	return k == interp.OutOfBounds || k == interp.UseAfterFree || k == interp.WildAccess
}

// page is how far from an object an access is not taken for one that misses it,
// where a pointer may as well be one from outside.
const page = 4096

func far(f *interp.Fault) bool {
	return f.Kind == interp.WildAccess || f.Kind == interp.OutOfBounds && (f.Addr+page < f.Low || f.Addr > f.High+page)
}

// firstStray finds an access outside of live objects among what a run noted. One
// through a pointer from outside does not count: other memory has its contents there,
// too.
func firstStray(p *cfg.Program, notes []interp.Fault) *interp.Fault {
	var points *alias.Result
	for i := range notes {
		f := &notes[i]
		if !strays(f.Kind) {
			continue
		}
		if points == nil {
			q, _ := p.Clone()
			q.Apart = true
			points = alias.Assign(q)
		}
		if f.Func == "" && f.Expr != nil {
			if foreign, own := points.Foreign(f.Expr); foreign && (!own || far(f)) {
				continue
			}
		}
		return f
	}
	return nil
}

const undefinedAccess = ": what it reads or changes is unknown"

func assumeWithin(p *cfg.Program) *cfg.Note {
	return &cfg.Note{Pos: p.Main.Pos, Assumed: true, Text: fmt.Sprintf("assumes that accesses stay within objects that are alive (--property %s proves it)", safety.ValidDeref)}
}

// strayAccess executes a program that was proved on a few generated inputs, and
// describes the first access outside of its object that it sees. It is "" if it
// sees none, which says little about other inputs.
func strayAccess(p *cfg.Program) string {
	const steps, runs = 20_000, 4
	for i := range uint64(runs) {
		var in interp.InputSource = interp.Constant{V: i}
		if i >= 2 {
			in = interp.NewRandom(i)
		}
		o := interp.Execute(p, in, interp.Limits{Steps: steps, Checks: true})
		if f := firstStray(p, o.Notes); f != nil {
			return f.Error() + undefinedAccess
		}
	}
	return ""
}
