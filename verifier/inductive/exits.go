package inductive

import (
	"slices"

	"culprit/hoare"
	"culprit/logic"
)

// The condition of the end of a loop on its head: on no way on from there, an error
// is reached. As a proposal for an invariant this is what is asserted behind the
// loop, weakened by the condition on which the loop is left; and with it, that the
// next round keeps it, and so on for a few rounds, which makes the invariant as
// strong as induction over so many (Sheeran, Singh and Stålmarck, Checking safety
// properties using induction and a SAT-solver, 2000). Where the way depends on an
// input, the two values that conditions tell apart stand for all: proposals need
// not be right.

// wanted are the proposals, by head.
func (h *Houdini) wanted(enc *hoare.Encoder, final []bool) Invariant {
	all, latest := Invariant{}, Invariant{}
	if !withExits.On() {
		return all
	}
	for round := range maxRounds {
		now := Invariant{}
		for _, s := range h.Segs {
			if !slices.Contains(h.heads, s.from) {
				continue
			}
			var after []logic.T
			switch {
			case final[s.To]:
				if round == 0 {
					after = []logic.T{h.TB.False()}
				}
			default:
				after = h.TB.SubstAll(latest[s.To], s.After)
			}
			for _, t := range after {
				for _, x := range h.parts(withoutInputs(enc, s.u.Closed(s.end, h.TB.Implies(s.u.Guard(s.end), t))), round == 0) {
					if x != h.TB.True() && x != h.TB.False() && h.TB.Size(x) <= maxTerms &&
						len(all[s.from]) < maxAsked && !slices.Contains(all[s.from], x) {
						all[s.from] = append(all[s.from], x)
						if h.memoryless(x) { // else what is written on the way makes it large
							now[s.from] = append(now[s.from], x)
						}
					}
				}
			}
		}
		latest = now
	}
	return all
}

// parts are the conjuncts of terms and, of what the way to an error says itself, also
// the comparisons in them: what is asserted may hold whatever the way is.
func (h *Houdini) parts(ts []logic.T, all bool) []logic.T {
	var out []logic.T
	for _, t := range ts {
		for _, c := range h.TB.Conjuncts(t) {
			out = append(out, c)
			if all {
				out = h.literals(out, c, true, map[signed]bool{})
			}
		}
	}
	return out
}

// signed is a term, or its negation.
type signed struct {
	t  logic.T
	is bool
}

// literals appends the literals of a formula that make it true, those of what was
// seen once: a formula has exponentially many ways down to them.
func (h *Houdini) literals(out []logic.T, t logic.T, is bool, seen map[signed]bool) []logic.T {
	if seen[signed{t, is}] {
		return out
	}
	seen[signed{t, is}] = true
	switch h.TB.Op(t) {
	case logic.OpNot:
		return h.literals(out, h.TB.Args(t)[0], !is, seen)
	case logic.OpAnd, logic.OpOr:
		for _, a := range h.TB.Args(t) {
			out = h.literals(out, a, is, seen)
		}
		return out
	}
	if is {
		return append(out, t)
	}
	return append(out, h.TB.Not(t))
}

// withoutInputs is t with zero and with one for all inputs.
func withoutInputs(enc *hoare.Encoder, t logic.T) []logic.T {
	tb := enc.TB
	zero, one := map[logic.T]logic.T{}, map[logic.T]logic.T{}
	for _, v := range tb.Vars(t) {
		if s := tb.Sort(v); enc.Symbol(v) < 0 {
			zero[v], one[v] = tb.Constant(s, 0), tb.Constant(s, 1)
		}
	}
	if len(zero) == 0 {
		return []logic.T{t}
	}
	return []logic.T{tb.Subst(t, zero), tb.Subst(t, one)}
}

// memoryless reports whether a term reads variables alone.
func (h *Houdini) memoryless(t logic.T) bool {
	return !slices.ContainsFunc(h.TB.Vars(t), func(v logic.T) bool { return h.TB.Sort(v).Kind == logic.SArray })
}

// numeric reports whether one of the proposals is about variables alone.
func (h *Houdini) numeric(p Invariant) bool {
	for _, ts := range p {
		if slices.ContainsFunc(ts, h.memoryless) {
			return true
		}
	}
	return false
}
