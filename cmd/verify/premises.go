package main

import (
	"context"
	"fmt"

	"culprit/cfg"
	"culprit/cfg/alias"
	"culprit/cfg/safety"
	"culprit/frontend"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/relevance"
	"culprit/verifier"
)

// strayWork is the effort spent on the question whether accesses stray.
const strayWork = 300 * work.Millisecond

// decide is what the command answers for a program, which is files lowered as
// parse says, with its premises. Whatever is called proved was asked here.
func decide(ctx context.Context, prog *cfg.Program, files []frontend.Source, parse frontend.Config, config verifier.Config) *verifier.Result {
	q := &premises{files: files, parse: parse, config: config}
	config.Premises = q.ask
	return verifier.Verify(ctx, prog, config)
}

// premises answers verifier.Config.Premises for one text.
type premises struct {
	files  []frontend.Source
	parse  frontend.Config // how it was lowered
	config verifier.Config // how it was verified

	asked   bool
	checked *cfg.Program // the text with a check of each access, once asked for; nil: there was no time
}

// ask decides whether the accesses of a program that was proved stay within
// objects that are alive, where the property does not: what another read yields,
// and what another write changes, is not what the proof says.
func (q *premises) ask(ctx context.Context, proved *cfg.Program, fix *relevance.Fix) verifier.Premises {
	if q.parse.Checks&safety.Deref != 0 {
		return verifier.Premises{}
	}
	if q.config.Progress != nil {
		q.config.Progress(verifier.Progress{Phase: verifier.PhasePremises})
	}
	if found := strayAccess(proved); found.Broken != "" {
		return found
	}
	open := verifier.Premises{Assumed: []cfg.Note{assumeWithin(proved)}}
	checked := q.lower(ctx, proved, fix)
	if checked == nil {
		return open
	}
	if len(checked.ErrorLocs()) == 0 {
		return verifier.Premises{}
	}
	res := verifier.Verify(ctx, checked, verifier.Config{
		Memory: q.config.Memory, Engine: q.config.Engine, Replay: q.config.Replay, Library: q.config.Library, Work: strayWork, NoRelevance: true,
	})
	if res.Verdict == verifier.True {
		return verifier.Premises{}
	}
	for i := range res.Traces {
		r, err := interp.ReplayNotes(checked, res.Traces[i].Trace)
		if err != nil {
			continue
		}
		if f := firstStray(checked, r.Notes); f != nil {
			return verifier.Premises{Broken: f.Error() + undefinedAccess, Run: res.Traces[i].Trace}
		}
	}
	return open
}

// lower is the program that was proved with a check of each access. It is nil if
// there is none in time.
func (q *premises) lower(ctx context.Context, proved *cfg.Program, fix *relevance.Fix) *cfg.Program {
	if !q.asked {
		q.asked = true
		parse := q.parse
		parse.Checks, parse.Ctx = safety.Deref, ctx
		if p, err := frontend.ParseFiles(q.files, parse); err == nil { // it parsed before: the time is up
			q.checked = p
		}
	}
	if fix == nil || q.checked == nil {
		return q.checked
	}
	return fix.In(q.checked, proved)
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

func assumeWithin(p *cfg.Program) cfg.Note {
	return cfg.Note{Pos: p.Main.Pos, Assumed: true, Text: fmt.Sprintf("assumes that accesses stay within live objects: --property %s", safety.ValidDeref)}
}

// strayAccess executes a program that was proved on a few generated inputs, and
// describes the first access outside of its object that it sees. It says nothing
// if it sees none, which says little about other inputs.
func strayAccess(p *cfg.Program) verifier.Premises {
	const steps, runs = 20_000, 4
	for i := range uint64(runs) {
		var in interp.InputSource = interp.Constant{V: i}
		if i >= 2 {
			in = interp.NewRandom(i)
		}
		o := interp.Execute(p, in, interp.Limits{Steps: steps, Checks: true, Record: true})
		if f := firstStray(p, o.Notes); f != nil {
			return verifier.Premises{Broken: f.Error() + undefinedAccess, Run: o.Trace}
		}
	}
	return verifier.Premises{}
}
