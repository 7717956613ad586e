package main

import (
	"bytes"
	"context"
	"fmt"

	"culprit/analysis/alias"
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend"
	"culprit/interp"
	"culprit/relevance"
	"culprit/verifier"
)

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

	lowered map[safety.Checks]*cfg.Program // the text with these checks, once asked for; nil: there was no time
}

// ask decides whether the accesses of a program that was proved stay within
// objects that are alive, and whether anything else in it is undefined, where the
// property does not.
func (q *premises) ask(ctx context.Context, proved *cfg.Program, fix *relevance.Fix) (out verifier.Premises) {
	if q.parse.Call != nil && q.parse.Call.Narrowed {
		if out = q.called(ctx); out.Broken != "" {
			return out
		}
	}
	if q.parse.Checks&safety.Deref == 0 {
		stray := q.accesses(ctx, proved, fix)
		stray.Assumed = append(out.Assumed, stray.Assumed...)
		out = stray
	}
	if out.Broken == "" {
		out.Assumed = append(out.Assumed, q.undefined(ctx, proved, fix)...)
	}
	return out
}

// called asks whether any arguments fulfil the conditions of --assume: a proof about
// none says nothing.
func (q *premises) called(ctx context.Context) verifier.Premises {
	parse := q.parse
	f := parse.Call.Function
	parse.Checks, parse.ErrorFuncs, parse.ErrorLabels, parse.Ctx = 0, []string{f}, false, ctx
	if p, err := frontend.ParseFiles(q.files, parse); err == nil {
		switch q.look(ctx, p).Verdict {
		case verifier.False:
			return verifier.Premises{}
		case verifier.True:
			return verifier.Premises{Broken: "no arguments of " + f + " fulfil what is assumed of them: see --assume, --length", Kind: "assumption"}
		}
	}
	return verifier.Premises{Assumed: []cfg.Note{{Text: "assumes that some arguments of " + f + " fulfil what is assumed of them", Assumed: true}}}
}

// accesses looks at the accesses of a program that was proved: what one outside
// of live objects reads, and what it changes, is not what the proof says.
func (q *premises) accesses(ctx context.Context, proved *cfg.Program, fix *relevance.Fix) verifier.Premises {
	if found := strayAccess(proved); found.Broken != "" {
		return found
	}
	open := verifier.Premises{Assumed: []cfg.Note{assumeWithin(proved)}}
	checked := q.lower(ctx, safety.Deref, proved, fix)
	if checked == nil {
		return open
	}
	if len(checked.ErrorLocs()) == 0 {
		return verifier.Premises{}
	}
	res := q.look(ctx, checked)
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

// look verifies a program with checks, for a short time.
func (q *premises) look(ctx context.Context, checked *cfg.Program) *verifier.Result {
	return verifier.Verify(ctx, checked, verifier.Config{
		Memory: q.config.Memory, Engine: q.config.Engine, Replay: q.config.Replay, Library: q.config.Library, Questions: q.config.Questions, Work: shortWork, NoRelevance: true,
	})
}

// elsewhere is the undefined behaviour that is assumed absent where a short look
// does not prove it: after it a run may do anything.
const elsewhere = safety.Division | safety.Shift | safety.Conversion | safety.Builtin | safety.Unreachable | safety.Length | safety.Call

// undefined names the operations of a program that was proved which C may not
// define, one of each kind.
func (q *premises) undefined(ctx context.Context, proved *cfg.Program, fix *relevance.Fix) (assumed []cfg.Note) {
	checks := elsewhere &^ q.parse.Checks
	if !mayBeUndefined(proved) {
		checks = 0
	}
	if q.parse.Checks&safety.Overflow == 0 && !q.parse.Wrapv {
		checks |= safety.Overflow
	}
	if checks == 0 {
		return nil
	}
	checked := q.lower(ctx, checks, proved, fix)
	if checked == nil {
		return []cfg.Note{assumeDefined(proved)}
	}
	if len(checked.ErrorLocs()) == 0 {
		return nil
	}
	all := q.look(ctx, checked)
	if all.Verdict == verifier.True {
		return nil
	}
	asked := map[string]bool{}
	for _, l := range checked.ErrorLocs() {
		asked[l.Property] = true
	}
	for _, kind := range safety.Properties() {
		if !asked[kind.Name] {
			continue
		}
		res := all
		if len(asked) > 1 {
			res = q.look(ctx, only(checked, kind.Name))
		}
		for _, e := range res.Errors {
			if e.Status != verifier.Proved {
				assumed = append(assumed, cfg.Note{Pos: e.Loc.Pos, Assumed: true, Text: fmt.Sprintf("assumes that %s: --property %s", instead(kind), kind.Name)})
				break
			}
		}
	}
	return assumed
}

// only is a program whose runs end where the checks of other properties fail: other
// notes say that it is assumed not to come there.
func only(p *cfg.Program, property string) *cfg.Program {
	one, _ := p.Clone()
	for _, l := range one.ErrorLocs() {
		if l.Property != property {
			l.Kind = cfg.Plain
		}
	}
	return one
}

// instead is what is assumed where the check of a property stays open.
func instead(kind safety.Property) string {
	if kind.Name == safety.NoOverflow {
		return "signed numbers wrap around, as with -fwrapv"
	}
	return kind.Holds
}

func assumeDefined(p *cfg.Program) cfg.Note {
	return cfg.Note{Pos: p.Main.Pos, Assumed: true, Text: "assumes that no operation is undefined: --property " + safety.UB}
}

// mayBeUndefined reports whether a program has an operation that elsewhere is
// about: most have none, and are not lowered again.
func mayBeUndefined(p *cfg.Program) bool {
	if p.Mistyped {
		return true
	}
	for _, text := range p.Sources {
		if bytes.Contains(text, []byte("unreachable")) || bytes.Contains(text, []byte("__builtin_c")) {
			return true
		}
	}
	found := false
	for _, e := range p.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Alloc:
			if s.Stack {
				return true
			}
		case *cfg.Call:
			if f := clib.Lookup(s.Proc.Name); f != nil && f.Partial {
				return true
			}
		}
		for x := range cfg.StmtParts(e.Stmt) {
			switch x := x.(type) {
			case *cfg.Cast:
				found = found || x.Op == cfg.FToS || x.Op == cfg.FToU
			case *cfg.Binary:
				switch x.Op {
				case cfg.SDiv, cfg.SRem, cfg.UDiv, cfg.URem, cfg.Shl, cfg.LShr, cfg.AShr:
					_, constant := x.Y.(*cfg.Const)
					found = found || !constant
				}
			}
		}
	}
	return found
}

// lower is the program that was proved with checks. It is nil if there is none in
// time.
func (q *premises) lower(ctx context.Context, checks safety.Checks, proved *cfg.Program, fix *relevance.Fix) *cfg.Program {
	p, asked := q.lowered[checks]
	if !asked {
		parse := q.parse
		parse.Checks, parse.Ctx = checks, ctx
		p, _ = frontend.ParseFiles(q.files, parse) // it parsed before: on an error, the time is up
		if q.lowered == nil {
			q.lowered = map[safety.Checks]*cfg.Program{}
		}
		q.lowered[checks] = p
	}
	if fix == nil || p == nil {
		return p
	}
	return fix.In(p, proved)
}

// undefinedNotes says of each trace whether, and where first, it does what C does not
// define and the property does not ask about: C does not say how a run continues from
// there, and the trace assumes something.
func undefinedNotes(p *cfg.Program, res *verifier.Result, parse frontend.Config) (notes []cfg.Note) {
	code := interp.Compile(p, true)
	if parse.Checks&safety.Overflow == 0 && !parse.Wrapv {
		code = interp.CompileChecked(p)
	}
	for i := range res.Traces {
		r, err := code.Replay(res.Traces[i].Trace)
		if err != nil {
			continue
		}
		var f *interp.Fault
		if parse.Checks&safety.Deref == 0 {
			f = firstStray(p, r.Notes)
		}
		for k := range r.Notes {
			if n := &r.Notes[k]; lets(n.Kind)&^parse.Checks != 0 && (f == nil || n.Step < f.Step) {
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

// lets are the checks without which a run goes on after a fault that is not a stray
// access.
func lets(k interp.FaultKind) safety.Checks {
	switch k {
	case interp.NullAccess:
		return safety.Deref
	case interp.DivByZero:
		return safety.Division
	case interp.DivOverflow, interp.SignedOverflow:
		return safety.Overflow
	case interp.ShiftRange:
		return safety.Shift
	}
	return 0
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
