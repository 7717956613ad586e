package relevance

import (
	"context"
	"fmt"
	"slices"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/smt"
)

// Summarize groups traces by error location, in order of location ids, and
// lifts relevance to the program (section 4 of the paper): a statement is an
// edge, and it is relevant in a trace if one of its occurrences is. For each
// statement that is relevant in all traces of its group it looks for one
// constant that blocks all of them when every occurrence of the statement
// assigns it.
func Summarize(ctx context.Context, prog *cfg.Program, results []TraceResult, engine smt.Engine, conf Config) []Summary {
	conf.limitRanges()
	if conf.MarkWork > 0 && conf.Clock != nil {
		conf.marksUntil = conf.Clock.Now() + conf.MarkWork
	}
	out := Group(results)
	runs := make([]*run, len(results))
	inputs := purpose.NewInputs(prog)
	left := 0 // statements that may get ranges
	for k := range out {
		s := &out[k]
		for i := range s.Statements {
			if s.InAll(&s.Statements[i]) {
				left++
			}
		}
	}
	for k := range out {
		s := &out[k]
		s.collectBranches(results)
		for i := range s.Statements {
			e := s.Statements[i].Edge
			s.Statements[i].Input = len(targets(e)) == 1 && inputs.HandsOn(e.Stmt, 0)
		}
		for i := range s.Statements {
			if st := &s.Statements[i]; s.InAll(st) {
				c := common{ctx: ctx, prog: prog, conf: conf, engine: engine, results: results, runs: runs}
				c.conf.shareRanges(left)
				left--
				c.fix(s, st)
			} else if len(st.RelevantIn) > 0 {
				st.FixNote = fmt.Sprintf("relevant in %d of %d traces only", len(st.RelevantIn), len(s.Traces))
			}
		}
	}
	return out
}

// Group groups traces by error location, in order of location ids, and says in
// which of them which statements are relevant.
func Group(results []TraceResult) []Summary {
	groups := map[*cfg.Loc]*Summary{}
	var order []*cfg.Loc
	for i := range results {
		l := results[i].Error
		if groups[l] == nil {
			groups[l] = &Summary{Error: l}
			order = append(order, l)
		}
		groups[l].Traces = append(groups[l].Traces, i)
	}
	slices.SortFunc(order, func(a, b *cfg.Loc) int { return locID(a) - locID(b) })
	var out []Summary
	for _, l := range order {
		groups[l].collect(results)
		out = append(out, *groups[l])
	}
	return out
}

func locID(l *cfg.Loc) int {
	if l == nil {
		return -1
	}
	return l.ID
}

// collect lists the statements that the traces of s visit.
func (s *Summary) collect(results []TraceResult) {
	stmts := map[int]*Statement{}
	var ids []int
	for _, i := range s.Traces {
		res := &results[i]
		status := map[int]Status{}
		var visited []int
		for k := range res.Marks {
			m := &res.Marks[k]
			e := res.Trace.Edges[m.Step]
			old, ok := status[e.ID]
			if !ok {
				visited = append(visited, e.ID)
			}
			if stmts[e.ID] == nil {
				stmts[e.ID] = &Statement{Edge: e}
				ids = append(ids, e.ID)
			}
			if m.Status == Relevant || m.Status == Undecided && old == Irrelevant {
				status[e.ID] = m.Status
			} else {
				status[e.ID] = old
			}
		}
		for _, id := range visited {
			st := stmts[id]
			st.VisitedIn = append(st.VisitedIn, i)
			switch status[id] {
			case Relevant:
				st.RelevantIn = append(st.RelevantIn, i)
			case Undecided:
				st.Undecided = append(st.Undecided, i)
			}
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		s.Statements = append(s.Statements, *stmts[id])
	}
}

// common looks for constants that block several traces.
type common struct {
	ctx     context.Context
	prog    *cfg.Program
	conf    Config
	engine  smt.Engine
	results []TraceResult
	runs    []*run // symbolic executions, made when needed

	tooLarge bool // a question about the statement at hand is
}

func (c *common) run(i int) *run {
	if c.runs[i] == nil {
		r := newRun(c.ctx, unfold(c.prog, c.results[i].Trace), c.engine, c.conf)
		if r.execution() != nil {
			r.dead = true
		}
		c.runs[i] = r
	}
	return c.runs[i]
}

// fix sets the fix of st, which is relevant in all traces of s.
func (c *common) fix(s *Summary, st *Statement) {
	c.tooLarge = false
	marks := c.marks(s, st)
	ts := targets(st.Edge)
	for k := range ts {
		t := &ts[k]
		if !slices.ContainsFunc(marks, func(m *Mark) bool { return m.Var == t.v }) {
			continue
		}
		if c.once(s, st, t, marks) || c.target(s, st, t, marks) {
			return
		}
	}
	if c.expired() || c.tooLarge {
		st.FixNote = "the search for a common constant ran out of time"
		return
	}
	st.FixNote = "no single constant does wherever this is executed"
	if n := len(s.Traces); n > 1 {
		st.FixNote = fmt.Sprintf("no single constant avoids all %d paths", n)
		if n == 2 {
			st.FixNote = "no single constant avoids both paths"
		}
	}
}

// once sets the fix of st where its marks say all: where it occurs once in each
// trace, and all values that block are known.
func (c *common) once(s *Summary, st *Statement, t *target, marks []*Mark) bool {
	if len(marks) != len(s.Traces) || c.conf.Quick {
		return false
	}
	var all []Range
	for n, i := range s.Traces {
		m := marks[n]
		if m.Var != t.v || !m.Exact || len(m.Blocking) == 0 || !t.scalar() || len(occurrences(c.results[i].Trace, st.Edge)) != 1 {
			return false
		}
		if n == 0 {
			all = m.Blocking
		} else {
			all = intersect(all, m.Blocking, t.width())
		}
	}
	if len(all) == 0 {
		return false
	}
	st.HasFix, st.Fix, st.FixVar, st.Blocking = true, t.simplestIn(all), t.v, slices.Clone(all)
	return true
}

// target sets the fix of st to a constant for t, if there is one that blocks every
// trace.
func (c *common) target(s *Summary, st *Statement, t *target, marks []*Mark) bool {
	checks, release := c.everywhere(s, st.Edge, t)
	defer release()
	if checks == nil {
		return false
	}
	for _, v := range c.candidates(t, marks) {
		if c.expired() {
			return false
		}
		if slices.ContainsFunc(checks, func(ch *check) bool { return !ch.blocking(v) }) {
			continue
		}
		st.HasFix, st.Fix, st.FixVar = true, v, t.v
		if t.scalar() && c.conf.ranges() {
			st.Blocking = c.blocking(checks, t, v)
			for _, r := range st.Blocking {
				st.Fix = t.simplest(st.Fix, r.Lo, r.Hi)
			}
		}
		return true
	}
	return false
}

// expired reports whether no work is left for common constants.
func (c *common) expired() bool {
	return c.ctx.Err() != nil || c.conf.marksUntil > 0 && c.conf.Clock.Now() > c.conf.marksUntil
}

// marks are the relevant marks of st, by trace and step.
func (c *common) marks(s *Summary, st *Statement) []*Mark {
	var out []*Mark
	for _, i := range s.Traces {
		for k := range c.results[i].Marks {
			m := &c.results[i].Marks[k]
			if m.Status == Relevant && c.results[i].Trace.Edges[m.Step] == st.Edge {
				out = append(out, m)
			}
		}
	}
	return out
}

// candidates are the constants worth a try for t: simple ones, the fixes of
// single traces and the ends of their blocking ranges.
func (c *common) candidates(t *target, marks []*Mark) []uint64 {
	w := t.width()
	if t.block == nil && t.typ.Kind == cfg.Bool {
		return []uint64{0, 1}
	}
	vs := []uint64{0}
	if !t.pointer() {
		vs = append(vs, 1, cfg.Mask(^uint64(0), w))
	}
	for _, m := range marks {
		if m.Var != t.v {
			continue
		}
		if m.Kind != NoFix {
			vs = append(vs, m.Fix)
		}
		for _, r := range m.Blocking {
			vs = append(vs, r.Lo, r.Hi)
		}
	}
	vs = dedupe(vs)
	slices.SortStableFunc(vs, t.simpler)
	return vs[:min(len(vs), maxTried)]
}

// occurrences are the steps of a trace that execute an edge.
func occurrences(tr *cfg.Trace, e *cfg.Edge) []int {
	var out []int
	for k, x := range tr.Edges {
		if x == e {
			out = append(out, k)
		}
	}
	return out
}

// everywhere is the rest of each trace of s with all occurrences of e replaced. It
// is nil if the work ends before, or a trace has none that differs; release must be
// called afterwards.
func (c *common) everywhere(s *Summary, e *cfg.Edge, t *target) (checks []*check, release func()) {
	var undo []func()
	release = func() {
		for _, f := range slices.Backward(undo) {
			f()
		}
	}
	for _, i := range s.Traces {
		r := c.run(i)
		scope := r.tb.Mark()
		undo = append(undo, func() { r.tb.Release(scope) })
		sx := r.suffix(t, occurrences(c.results[i].Trace, e), r.tb.Fresh("new", t.sort(c.prog)))
		if r.dead || sx == nil || len(sx.changed) == 0 {
			return nil, release
		}
		if r.tb.Size(r.tb.And(sx.changed...)) > maxFormula {
			c.tooLarge = true
			return nil, release
		}
		checks = append(checks, &check{run: r, t: t, sx: sx})
	}
	return checks, release
}

// blocking gives the values that block every trace: the intersection of the ranges
// of the single traces.
func (c *common) blocking(checks []*check, t *target, v uint64) []Range {
	var all []Range
	for n, ch := range checks {
		if ch.floats {
			return []Range{{Lo: v, Hi: v, Signed: t.signed()}}
		}
		ch.trials()
		rs, _ := ch.domain(ch.sx, t).ranges([]uint64{v}, ch.hints)
		if n == 0 {
			all = rs
		} else {
			all = intersect(all, rs, t.width())
		}
	}
	return all
}

// intersect gives the values in both of two ascending lists of ranges.
func intersect(as, bs []Range, w int) []Range {
	key := func(r Range, v uint64) uint64 {
		if r.Signed {
			return v ^ 1<<uint(w-1)
		}
		return v
	}
	var out []Range
	for i, j := 0, 0; i < len(as) && j < len(bs); {
		a, b := as[i], bs[j]
		lo, hi := a.Lo, a.Hi
		if key(b, b.Lo) > key(a, lo) {
			lo = b.Lo
		}
		if key(b, b.Hi) < key(a, hi) {
			hi = b.Hi
		}
		if key(a, lo) <= key(a, hi) {
			out = append(out, Range{Lo: lo, Hi: hi, Signed: a.Signed})
		}
		if key(a, a.Hi) < key(b, b.Hi) {
			i++
		} else {
			j++
		}
	}
	return out
}

// collectBranches lists the branches that the traces of s pass.
func (s *Summary) collectBranches(results []TraceResult) {
	branches := map[int]*Branch{}
	var ids []int
	for _, i := range s.Traces {
		res := &results[i]
		seen := map[int]Status{}
		for k := range res.Branches {
			m := &res.Branches[k]
			e := res.Trace.Edges[m.Step]
			b := branches[e.ID]
			if b == nil {
				b = &Branch{Edge: e}
				branches[e.ID] = b
				ids = append(ids, e.ID)
			}
			old, visited := seen[e.ID]
			if !visited {
				b.VisitedIn = append(b.VisitedIn, i)
			}
			if m.Status == Relevant && old != Relevant {
				b.Leaves = b.Leaves || m.Leaves
				if len(b.RelevantIn) == 0 {
					b.Const, b.Ends = m.Const, slices.Clone(m.Ends)
				} else {
					b.Ends = slices.DeleteFunc(b.Ends, func(v uint64) bool { return !slices.Contains(m.Ends, v) })
				}
				b.RelevantIn = append(b.RelevantIn, i)
			}
			if m.Status == Relevant || m.Status == Undecided && old == Irrelevant {
				seen[e.ID] = m.Status
			} else {
				seen[e.ID] = old
			}
		}
		for id, st := range seen {
			if st == Undecided {
				branches[id].Undecided = append(branches[id].Undecided, i)
			}
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		s.Branches = append(s.Branches, *branches[id])
	}
}
