package invariants

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// trained is what held in the good runs.
type trained struct {
	*points
	runs    int
	ranges  []bounds // by point
	taken   []bool   // by Edge.ID: the way out of a branch, in some good run
	reached []bool   // by Loc.ID: of branches
	buf     []int32
}

// bounds is the range of the keys seen at a point (section 3.1.1).
type bounds struct {
	lo, hi uint64
	seen   bool
}

func newTrained(ps *points) *trained {
	return &trained{
		points: ps, ranges: make([]bounds, len(ps.all)),
		taken: make([]bool, len(ps.prog.Edges)), reached: make([]bool, len(ps.prog.Locs)),
	}
}

// count is the number of points that have an invariant.
func (t *trained) count() int {
	n := 0
	for i := range t.ranges {
		if t.ranges[i].seen {
			n++
		}
	}
	return n
}

// main is the read that stands for the statement itself.
const main = -1

// values calls f for each monitored value of an instance: the point, and the
// number of the read, or main.
func (t *trained) values(in *cfg.Instance, f func(p int32, at int, bits uint64)) {
	e := in.Edge
	own := &t.sites[e.ID]
	if s := t.siteOf(e); s.loads && len(in.Reads) > 0 {
		t.buf = t.match(in, t.buf)
		for k, o := range t.buf {
			if o >= 0 && s.points[o] >= 0 {
				f(s.points[o], k, in.Reads[k].Value)
			}
		}
	}
	if own.stored >= 0 {
		for k := range in.Writes {
			if w := &in.Writes[k]; w.Var == own.stores && w.Size <= 8 {
				f(own.stored, main, w.Value)
				break
			}
		}
	}
}

// watch takes the values of a run, which is the only one of t.
func (t *trained) watch(ctx context.Context, in *fault.Input, test *fault.Test) interp.RunResult {
	conf := fault.Config(in.Prog, test, in.Budget)
	conf.Context = ctx
	t.runs = 1
	return interp.NewSession(in.Prog, conf).WatchAt(t.watched, func(inst *cfg.Instance) bool {
		t.learn(inst)
		return true
	})
}

// with is t widened by the runs of o.
func (t *trained) with(o *trained) *trained {
	next := *t
	next.runs += o.runs
	next.ranges, next.taken, next.reached = slices.Clone(t.ranges), slices.Clone(t.taken), slices.Clone(t.reached)
	for p := range o.ranges {
		switch a, b := &next.ranges[p], o.ranges[p]; {
		case !b.seen:
		case !a.seen:
			*a = b
		default:
			a.lo, a.hi = min(a.lo, b.lo), max(a.hi, b.hi)
		}
	}
	for i, is := range o.taken {
		next.taken[i] = next.taken[i] || is
	}
	for i, is := range o.reached {
		next.reached[i] = next.reached[i] || is
	}
	return &next
}

func (t *trained) learn(in *cfg.Instance) {
	if e := in.Edge; t.sites[e.ID].branch >= 0 {
		t.taken[e.ID], t.reached[e.From.ID] = true, true
	}
	t.values(in, func(p int32, _ int, bits uint64) {
		b, k := &t.ranges[p], t.all[p].form.key(bits)
		switch {
		case !b.seen:
			*b = bounds{k, k, true}
		case k < b.lo:
			b.lo = k
		case k > b.hi:
			b.hi = k
		}
	})
}

// fails reports whether a value is outside of the range of its point.
func (t *trained) fails(p int32, key uint64) bool {
	b := &t.ranges[p]
	return key < b.lo || key > b.hi
}

// varies reports whether good runs have more than one value at a point.
func (t *trained) varies(p int32) bool { return t.ranges[p].lo != t.ranges[p].hi }

// diverges reports whether an instance leaves a branch, which good runs reach,
// by a way that none of them takes.
func (t *trained) diverges(e *cfg.Edge) bool {
	return t.sites[e.ID].branch >= 0 && t.reached[e.From.ID] && !t.taken[e.ID]
}
