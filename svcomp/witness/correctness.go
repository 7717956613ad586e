package witness

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/verifier"
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
		if off < 0 || !t.starts(off, l.at.Keyword) || total > 100*maxInvariant {
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

// Condition is a formula as an expression of C over the variables with a name; false if
// it has none.
func Condition(enc *hoare.Encoder, names []cfg.Name, t logic.T) (text string, ok bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, none := p.(inexpressible); !none {
				panic(p)
			}
			text, ok = "", false
		}
	}()
	return newScope(enc, names).cond(t).text, true
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
				l = &loop{at: n, function: FunctionName(v.Loc.Proc)}
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
// these begin with them: what is left may rely on what comes before.
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

// conjunction translates a state; ok is false if nothing remains of it.
func (s *scope) conjunction(st state) (disjunct, bool) {
	s.reset()
	var out disjunct
	put := func(c cx) {
		if !out.has(c.text) {
			out = append(out, c)
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(st.facts), compareFacts) {
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

// compareFacts orders facts about variables before those about memory.
func compareFacts(a, b factKey) int {
	switch {
	case (a.v == nil) != (b.v == nil):
		if a.v == nil {
			return 1
		}
		return -1
	case a.v != nil && a.v != b.v:
		return a.v.ID - b.v.ID
	case a.addr != b.addr:
		return cmp.Compare(a.addr, b.addr)
	}
	return a.w - b.w
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
