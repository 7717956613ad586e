package frontier

import (
	"context"
	"math"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// An alteration that makes the failing run pass may set right what another
// statement made wrong ("two wrongs make it right", section 4.1): another
// initial value of a counter, another outcome of a correct branch. Passing runs
// tell many of these apart. A statement is a function of what it reads. If it is
// the fault, and what it should have computed in the failing run is the altered
// value, then it should have done so in a passing run in which it read the same
// values, too. If that run fails with the same alteration, the statement is
// correct where it was altered. A condition is hardly wrong, too, if it is right
// for values around those of the failing run.
//
// That a statement is not the fault does not make its value correct: what it
// reads, or that it is executed at all, may be wrong. Only where nothing that may
// be wrong leads to it is the value correct.

// verdict is what passing runs say about an alteration.
type verdict uint8

const (
	open        verdict = iota // the statement read other values in all passing runs
	kept                       // passing runs pass with the alteration as well
	implausible                // they fail, for values around those of the failing run
	refuted                    // one fails in which the statement read the same values
)

// evidence are passing runs, for all failing runs that are analysed.
type evidence struct {
	in    *fault.Input
	ctx   context.Context
	runs  []passing
	alone bool // they are not asked
	ready bool
	tried int // runs
}

// passing is a run that passes.
type passing struct {
	start    *interp.Session
	property fault.Property
	want     fault.Expectation
	// seen are the first situations that differ, by statement; it has a key for
	// each statement that was executed.
	seen map[*cfg.Edge][]situation
}

// situation is an instance of a statement with what it read and did.
type situation struct {
	at    int
	edge  *cfg.Edge
	reads []float64
	wrote uint64 // the value that it wrote last
}

// situate copies what an instance read.
func situate(i *cfg.Instance) situation {
	s := situation{at: i.Index, edge: i.Edge}
	for _, r := range i.Reads {
		s.reads = append(s.reads, number(r))
	}
	if n := len(i.Writes); n > 0 {
		s.wrote = i.Writes[n-1].Value
	}
	return s
}

// number is a value that was read, for comparisons of its size.
func number(r cfg.Access) float64 {
	switch {
	case r.Var != nil && r.Var.Type.Kind == cfg.Float:
		return cfg.FloatValue(r.Value, r.Var.Type.Width())
	case r.Var != nil && !r.Var.Signed:
		return float64(r.Value)
	case r.Var != nil:
		return float64(cfg.SignExtend(r.Value, r.Var.Type.Width()))
	case r.Size > 0 && r.Size <= 8:
		return float64(cfg.SignExtend(r.Value, int(8*r.Size)))
	}
	return float64(r.Value)
}

// prepare executes the passing runs.
func (x *evidence) prepare() error {
	if x.ready {
		return nil
	}
	x.ready = true
	locs := make([]bool, len(x.in.Prog.Locs))
	for _, e := range x.in.Prog.Edges {
		locs[e.From.ID] = locs[e.From.ID] || fault.Shown(e)
	}
	steps := 0
	for _, t := range x.in.Passing[:min(len(x.in.Passing), maxPassing)] {
		want, err := x.in.Oracle.Expectation(x.ctx, t)
		if err != nil {
			continue
		}
		conf := fault.Config(x.in.Prog, t, x.in.Budget)
		conf.Context = x.ctx
		p := passing{want: want, seen: map[*cfg.Edge][]situation{}}
		if len(x.runs) > 0 && x.runs[0].property == t.Property {
			p.start = x.runs[0].start.Again(conf)
		} else {
			p.start = interp.NewSession(x.in.Prog, conf)
		}
		run := p.start.Fork()
		got := run.WatchAt(locs, func(i *cfg.Instance) bool {
			e := statement(i.Edge)
			if all, known := p.seen[e]; !known && len(i.Reads) > maxCells {
				p.seen[e] = nil
			} else if len(all) < maxSituations && len(i.Reads) <= maxCells {
				if s := situate(i); !slices.ContainsFunc(all, func(o situation) bool { return o.same(&s) }) {
					p.seen[e] = append(all, s)
				}
			}
			return true
		})
		if x.ctx.Err() != nil {
			return context.Cause(x.ctx)
		}
		if o, _ := want.Judge(&got); o == fault.Pass {
			// An altered run may not end.
			p.start, p.property = p.start.Again(limited(x.ctx, fault.Config(x.in.Prog, t, x.in.Budget), run.At())), t.Property
			x.runs = append(x.runs, p)
		}
		steps += run.At()
		if steps > 2*maxPolled {
			break
		}
	}
	return nil
}

// none reports whether there are no passing runs.
func (x *evidence) none() bool { return len(x.in.Passing) == 0 || x.alone }

func (s *situation) same(o *situation) bool { return slices.Equal(s.reads, o.reads) }

// limited bounds altered runs by the length n of one that is not altered: a loop
// may not end any more.
func limited(ctx context.Context, conf interp.RunConfig, n int) interp.RunConfig {
	const slower, more = 3, 5_000
	conf.Limits.Steps = min(conf.Limits.Steps, slower*n+more)
	conf.Context = ctx
	return conf
}

// judge says what passing runs do with the alteration of a statement in a
// situation.
func (x *evidence) judge(s *situation, f interp.Force) (verdict, error) {
	if err := x.prepare(); err != nil {
		return open, err
	}
	out := open
	var around [][]float64 // what the statement read where the alteration is wrong
	for k := range x.runs {
		p := &x.runs[k]
		near := p.nearest(s, f)
		if near == nil {
			continue
		}
		if x.ctx.Err() != nil {
			return out, context.Cause(x.ctx)
		}
		x.tried++
		run := p.start.Fork()
		run.SetContext(x.ctx)
		f.At = near.at
		run.Force(f)
		o, _ := p.want.Finish(run, math.MaxInt)
		switch same := near.same(s); {
		case o == fault.Fail && same:
			return refuted, nil
		case o == fault.Fail:
			if around = append(around, near.reads); within(s.reads, around) {
				out = implausible
			}
		case o == fault.Pass && same:
			out = max(out, kept)
		}
	}
	return out, nil
}

// covered is the share of the passing runs that execute a statement.
func (x *evidence) covered(e *cfg.Edge) float64 {
	n := 0
	for k := range x.runs {
		if _, ok := x.runs[k].seen[statement(e)]; ok {
			n++
		}
	}
	return float64(n) / float64(max(1, len(x.runs)))
}

// nearest is the situation of a statement in the run that comes nearest to s,
// and in which it did the same: nil if there is none. Other values than truth
// values are compared in the same situation only.
func (p *passing) nearest(s *situation, f interp.Force) *situation {
	var best *situation
	least := math.Inf(1)
	truth := f.Take != nil || f.SetValue && f.Value <= 1 && s.wrote <= 1
	all := p.seen[statement(s.edge)]
	for k := range all {
		o := &all[k]
		if o.same(s) {
			return o
		}
		if !truth || o.edge != s.edge || o.wrote != s.wrote || len(o.reads) != len(s.reads) {
			continue
		}
		d := 0.0
		for i := range o.reads {
			d += math.Abs(o.reads[i] - s.reads[i])
		}
		if d < least {
			best, least = o, d
		}
	}
	return best
}

// within reports whether some numbers, and the differences of each two, lie
// between those of others: in their octagonal hull.
func within(x []float64, others [][]float64) bool {
	between := func(of func([]float64) float64) bool {
		v, below, above := of(x), false, false
		for _, o := range others {
			w := of(o)
			below, above = below || w <= v, above || w >= v
		}
		return below && above
	}
	for i := range x {
		if !between(func(o []float64) float64 { return o[i] }) {
			return false
		}
		for j := range i {
			if !between(func(o []float64) float64 { return o[i] - o[j] }) {
				return false
			}
		}
	}
	return len(x) > 0
}
