package witness

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"culprit/cfg"
	known "culprit/cfg/values"
	"culprit/hoare"
	"culprit/logic"
	"culprit/verifier"
)

// Bounds on what a correctness witness says. Beyond maxDisjuncts the states of
// a loop are joined, and beyond the sizes less is said.
const (
	maxDisjuncts = 24
	maxInvariant = 10_000    // characters of one invariant
	maxTotal     = 1_000_000 // of all
)

// NewCorrectness makes the witness of a proof: an invariant for each loop about
// which the annotation says something that C can express. The claim of a do
// loop holds before the body and before the condition, since readers differ in
// what they take for the head of such a loop.
func NewCorrectness(a *verifier.Annotation, about About) *Witness {
	e := Entry{Type: InvariantSet, Metadata: about.metadata()}
	ts := texts{}
	for i, name := range shortNames(about.Files) {
		ts[about.Files[i].Name] = newText(name, about.Files[i].Text)
	}
	total := 0
	for _, l := range loopsOf(a) {
		t, off := ts.find(l.at.Pos)
		if off < 0 || !t.starts(off, l.at.Keyword) || total > maxTotal {
			continue
		}
		value := l.invariant(a.Enc)
		if value == "" || len(value) > maxInvariant {
			continue
		}
		total += len(value)
		name, _, _ := strings.Cut(l.function, "@")
		e.Invariants = append(e.Invariants, Invariant{Type: LoopInvariant, Location: t.location(off, name), Value: value})
	}
	return &Witness{Entries: []Entry{e}}
}

// loop is a loop statement with what is known at its places, one visit for
// each location and copy of its function.
type loop struct {
	at       *cfg.Loop
	function string
	visits   []visit
}

type visit struct {
	scope  []cfg.Name
	states []verifier.State
}

// loopsOf groups the annotation by loop statement, in the order of the source.
func loopsOf(a *verifier.Annotation) []*loop {
	by := map[cfg.Pos]*loop{}
	for _, v := range a.At {
		for _, n := range v.Loc.Loops {
			l := by[n.Pos]
			if l == nil {
				l = &loop{at: n, function: functionName(v.Loc.Proc)}
				by[n.Pos] = l
			}
			l.visits = append(l.visits, visit{n.Scope, v.States})
		}
	}
	out := slices.Collect(maps.Values(by))
	slices.SortFunc(out, func(a, b *loop) int {
		p, q := a.at.Pos, b.at.Pos
		if c := strings.Compare(p.File, q.File); c != 0 {
			return c
		}
		if p.Line != q.Line {
			return p.Line - q.Line
		}
		return p.Col - q.Col
	})
	return out
}

// invariant is the disjunction over all states, "" if nothing can be said.
func (l *loop) invariant(enc *hoare.Encoder) string {
	var all []disjunct
	for _, v := range l.visits {
		s := newScope(enc, v.scope)
		for _, d := range join(v.states, s) {
			c, ok := s.conjunction(d)
			if !ok {
				return "" // every state is possible there
			}
			all = append(all, c)
		}
	}
	all = strongest(all)
	if len(all) == 0 || len(all) > 4*maxDisjuncts {
		return ""
	}
	common := factor(all)
	var parts []cx
	for _, d := range all {
		if len(d) == 0 {
			parts = nil
			break
		}
		parts = append(parts, junction(d, " && ", precLAnd))
	}
	if len(parts) > 0 {
		common = append(common, junction(parts, " || ", precLOr))
	}
	return junction(common, " && ", precLAnd).text
}

// disjunct is a conjunction of C expressions, in an order in which earlier
// ones guard later ones.
type disjunct []cx

func (d disjunct) has(text string) bool {
	return slices.ContainsFunc(d, func(c cx) bool { return c.text == text })
}

// strongest drops disjuncts that imply others: those with all their conjuncts.
func strongest(all []disjunct) []disjunct {
	var out []disjunct
	for i, d := range all {
		implied := false
		for k, e := range all {
			if k == i || len(e) > len(d) || len(e) == len(d) && k > i {
				continue
			}
			if !slices.ContainsFunc(e, func(c cx) bool { return !d.has(c.text) }) {
				implied = true
				break
			}
		}
		if !implied {
			out = append(out, d)
		}
	}
	return out
}

// factor takes the conjuncts that all disjuncts share out of them, as long as
// these begin with them: what is left may rely on what stands before.
func factor(all []disjunct) disjunct {
	var common disjunct
	for len(all[0]) > 0 {
		c := all[0][0]
		for _, d := range all {
			if len(d) == 0 || !d.has(c.text) {
				return common
			}
		}
		for i, d := range all {
			k := slices.IndexFunc(d, func(x cx) bool { return x.text == c.text })
			all[i] = append(slices.Clone(d[:k]), d[k+1:]...)
		}
		common = append(common, c)
	}
	return common
}

// state is a conjunction of facts, joined, and predicates.
type state struct {
	facts map[factKey]hull
	preds []logic.T
}

// factKey is what facts are about: a variable or a memory cell.
type factKey struct {
	v      *cfg.Var
	region int
	addr   uint64
	w      int
}

// hull is what facts say about a value: bounds of both readings, and the
// values themselves if they are few.
type hull struct {
	ulo, uhi uint64
	slo, shi int64
	set      []uint64 // sorted; nil: too many
}

// maxSet is the number of values up to which they are listed.
const maxSet = 12

func newHull(f *known.Fact) hull {
	w := f.Width
	h := hull{uhi: cfg.Mask(^uint64(0), w), slo: cfg.SignExtend(1<<(w-1), w), shi: cfg.SignExtend(1<<(w-1)-1, w)}
	switch f.Kind {
	case known.Const:
		h = ofValues(w, []uint64{f.Lo})
	case known.Set:
		h = ofValues(w, f.Set)
	case known.UnsignedRange:
		h.ulo, h.uhi = f.Lo, f.Hi
		if lo, hi := cfg.SignExtend(f.Lo, w), cfg.SignExtend(f.Hi, w); lo <= hi && (lo < 0) == (hi < 0) {
			h.slo, h.shi = lo, hi
		}
	case known.SignedRange:
		h.slo, h.shi = cfg.SignExtend(f.Lo, w), cfg.SignExtend(f.Hi, w)
		if (h.slo < 0) == (h.shi < 0) {
			h.ulo, h.uhi = f.Lo, f.Hi
		}
	}
	return h
}

func ofValues(w int, set []uint64) hull {
	h := hull{ulo: set[0], uhi: set[0], slo: cfg.SignExtend(set[0], w), shi: cfg.SignExtend(set[0], w)}
	for _, v := range set {
		s := cfg.SignExtend(v, w)
		h.ulo, h.uhi, h.slo, h.shi = min(h.ulo, v), max(h.uhi, v), min(h.slo, s), max(h.shi, s)
	}
	if set = slices.Compact(slices.Sorted(slices.Values(set))); len(set) <= maxSet {
		h.set = set
	}
	return h
}

// meet is what both facts say.
func (h hull) meet(o hull) hull {
	h.ulo, h.uhi, h.slo, h.shi = max(h.ulo, o.ulo), min(h.uhi, o.uhi), max(h.slo, o.slo), min(h.shi, o.shi)
	if h.set == nil {
		h.set = o.set
	}
	return h
}

// join is what holds if one of the facts does.
func (h hull) join(o hull) hull {
	h.ulo, h.uhi, h.slo, h.shi = min(h.ulo, o.ulo), max(h.uhi, o.uhi), min(h.slo, o.slo), max(h.shi, o.shi)
	if h.set == nil || o.set == nil {
		h.set = nil
		return h
	}
	set := append(slices.Clone(h.set), o.set...)
	slices.Sort(set)
	if h.set = slices.Compact(set); len(h.set) > maxSet {
		h.set = nil
	}
	return h
}

// stateOf collects the facts about things in scope.
func stateOf(v verifier.State, s *scope) state {
	st := state{facts: map[factKey]hull{}, preds: v.Preds}
	for i := range v.Facts {
		f := &v.Facts[i]
		k := factKey{v: f.Var, w: f.Width, region: -1}
		if f.Cell {
			k.region, k.addr = f.Region.ID, f.Addr
		} else if _, ok := s.vars[s.enc.VarTerm[f.Var.ID]]; !ok {
			continue
		}
		h := newHull(f)
		if old, ok := st.facts[k]; ok {
			h = h.meet(old)
		}
		st.facts[k] = h
	}
	return st
}

// or joins two states into one that holds in both.
func (st state) or(o state) state {
	out := state{facts: map[factKey]hull{}}
	for k, h := range st.facts {
		if g, ok := o.facts[k]; ok {
			out.facts[k] = h.join(g)
		}
	}
	for _, p := range st.preds {
		if slices.Contains(o.preds, p) {
			out.preds = append(out.preds, p)
		}
	}
	return out
}

// within reports whether h says no less than o.
func (h hull) within(o hull) bool {
	if h.ulo < o.ulo || h.uhi > o.uhi || h.slo < o.slo || h.shi > o.shi {
		return false
	}
	return o.set == nil || h.set != nil && !slices.ContainsFunc(h.set, func(v uint64) bool { return !slices.Contains(o.set, v) })
}

// dense reports whether all values between the bounds are meant.
func (h hull) dense() bool { return h.set == nil || h.uhi-h.ulo == uint64(len(h.set)-1) }

// follows reports whether lo is at most one behind hi.
func follows(hi, lo uint64) bool { return lo == 0 || lo-1 <= hi }

// union is the join, if it says no less than that one of the two holds. A
// dense one is an interval.
func (h hull) union(o hull, dense bool) (hull, bool) {
	j := h.join(o)
	if j.set != nil && !dense {
		return j, true
	}
	sign := (h.slo < 0) == (h.shi < 0) && (o.slo < 0) == (o.shi < 0) && (h.slo < 0) == (o.slo < 0)
	touch := follows(h.uhi, o.ulo) && follows(o.uhi, h.ulo)
	return j, sign && touch && h.dense() && o.dense()
}

// implies reports whether o holds wherever st does, as far as that can be seen
// from their parts.
func (st state) implies(o state) bool {
	for k, h := range o.facts {
		if g, ok := st.facts[k]; !ok || !g.within(h) {
			return false
		}
	}
	return !slices.ContainsFunc(o.preds, func(p logic.T) bool { return !slices.Contains(st.preds, p) })
}

// merge is the disjunction of two states that differ in one fact only, if that
// is a state.
func (st state) merge(o state, dense bool) (state, bool) {
	if len(st.facts) != len(o.facts) || !slices.Equal(st.preds, o.preds) {
		return state{}, false
	}
	out := state{facts: maps.Clone(st.facts), preds: st.preds}
	differ := 0
	for k, h := range st.facts {
		g, ok := o.facts[k]
		if !ok {
			return state{}, false
		}
		if h.within(g) && g.within(h) {
			continue
		}
		if out.facts[k], ok = h.union(g, dense); !ok {
			return state{}, false
		}
		differ++
	}
	return out, differ <= 1
}

// maxMerge is the number of states up to which all pairs are looked at.
const maxMerge = 300

// fewer drops states that others imply and merges those whose disjunction is a
// state, intervals first. What holds in one of them is not changed.
func fewer(all []state) []state {
	if len(all) > maxMerge {
		return all
	}
	return merged(merged(all, true), false)
}

func merged(all []state, dense bool) []state {
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(all); i++ {
			for k := i + 1; k < len(all); k++ {
				m, ok := all[i].merge(all[k], dense)
				switch {
				case all[k].implies(all[i]):
				case all[i].implies(all[k]):
					all[i] = all[k]
				case ok:
					all[i] = m
				default:
					continue
				}
				all = slices.Delete(all, k, k+1)
				k = i
				changed = true
			}
		}
	}
	return all
}

// join makes few states of many. What goes without loss comes first; then
// those with the same predicates become one, then all.
func join(all []verifier.State, s *scope) []state {
	var out []state
	for _, v := range all {
		out = append(out, stateOf(v, s))
	}
	out = fewer(out)
	if len(out) <= maxDisjuncts {
		return out
	}
	var groups []state
	for _, st := range out {
		i := slices.IndexFunc(groups, func(g state) bool { return slices.Equal(g.preds, st.preds) })
		if i < 0 {
			groups = append(groups, st)
			continue
		}
		p := groups[i].preds
		groups[i] = groups[i].or(st)
		groups[i].preds = p
	}
	if len(groups) <= maxDisjuncts {
		return groups
	}
	one := groups[0]
	for _, g := range groups[1:] {
		one = one.or(g)
	}
	return []state{one}
}

// conjunction translates a state; ok is false if nothing remains of it.
func (s *scope) conjunction(st state) (disjunct, bool) {
	s.reset()
	var out disjunct
	put := func(c cx) {
		if !out.has(c.text) {
			out = append(out, c)
		}
	}
	keys := slices.SortedFunc(maps.Keys(st.facts), func(a, b factKey) int {
		switch {
		case (a.v == nil) != (b.v == nil):
			if a.v == nil {
				return 1
			}
			return -1
		case a.v != nil && a.v != b.v:
			return a.v.ID - b.v.ID
		case a.addr != b.addr:
			if a.addr < b.addr {
				return -1
			}
			return 1
		}
		return a.w - b.w
	})
	for _, k := range keys {
		terms, any := s.facts(k, st.facts[k])
		var alt []cx
		for _, t := range terms {
			c, ok := s.weaken(t)
			switch {
			case ok && any:
				alt = append(alt, c)
			case ok:
				put(c)
				s.note(t)
			}
		}
		if len(alt) > 0 && len(alt) == len(terms) {
			put(junction(alt, " || ", precLOr))
		}
	}
	// Bounds first: what follows can rely on them.
	var flat []logic.T
	for _, p := range st.preds {
		flat = append(flat, s.conjuncts(p)...)
	}
	for _, bounds := range []bool{true, false} {
		for _, p := range flat {
			if s.isBound(p) != bounds {
				continue
			}
			if c, ok := s.weaken(p); ok {
				put(c)
				if bounds {
					s.note(p)
				}
			}
		}
	}
	return out, len(out) > 0
}

// conjuncts splits a conjunction, also one that is a negated disjunction.
func (s *scope) conjuncts(t logic.T) []logic.T {
	var out []logic.T
	for _, p := range s.tb.Conjuncts(t) {
		if s.tb.Op(p) != logic.OpNot || s.tb.Op(s.tb.Args(p)[0]) != logic.OpOr {
			out = append(out, p)
			continue
		}
		for _, q := range s.tb.Args(s.tb.Args(p)[0]) {
			out = append(out, s.conjuncts(s.tb.Not(q))...)
		}
	}
	return out
}

// isBound reports whether a predicate compares something with a constant.
func (s *scope) isBound(t logic.T) bool {
	if s.tb.Op(t) == logic.OpNot {
		t = s.tb.Args(t)[0]
	}
	if s.tb.Op(t) != logic.OpSLt {
		return false
	}
	a := s.tb.Args(t)
	_, x := s.vars[a[0]]
	_, y := s.vars[a[1]]
	return x && s.tb.IsConst(a[1]) || y && s.tb.IsConst(a[0])
}

// facts are the terms for what is known about one value, in the reading of its
// type. any says that one of them holds, not all.
func (s *scope) facts(k factKey, h hull) (terms []logic.T, any bool) {
	tb, w := s.tb, k.w
	var x logic.T
	signed := false
	if k.v != nil {
		x, signed = s.enc.VarTerm[k.v.ID], k.v.Signed
	} else {
		addr := &cfg.Const{T: cfg.BV(s.enc.Prog.PtrBits), V: k.addr}
		r := s.enc.Prog.Regions[k.region]
		if w != r.Cell && r.Cell != 8 {
			return nil, false
		}
		x = s.enc.Expr(&cfg.Load{T: cfg.BV(w), Addr: addr, Region: r}, &hoare.Sym{Enc: s.enc, Regs: s.enc.RegTerm})
		c, ok := s.cell(x)
		if !ok {
			return nil, false
		}
		signed = !c.ptr && c.lo.Cmp(new(big.Int)) < 0
	}
	if tb.Sort(x).Kind != logic.SBV {
		return nil, false
	}
	switch {
	case len(h.set) == 1:
		return []logic.T{tb.Eq(x, tb.BV(w, h.set[0]))}, false
	case h.set != nil && !(h.uhi-h.ulo == uint64(len(h.set)-1) || uint64(h.shi)-uint64(h.slo) == uint64(len(h.set)-1)):
		for _, v := range h.set {
			terms = append(terms, tb.Eq(x, tb.BV(w, v)))
		}
		return terms, true
	case signed:
		return []logic.T{tb.SLe(tb.BV(w, uint64(h.slo)), x), tb.SLe(x, tb.BV(w, uint64(h.shi)))}, false
	}
	return []logic.T{tb.ULe(tb.BV(w, h.ulo), x), tb.ULe(x, tb.BV(w, h.uhi))}, false
}
