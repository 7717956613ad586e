package repair

import (
	"context"
	"slices"

	"culprit/fault"
	"culprit/interp"
	"culprit/repair/candidate"
)

// chances says how likely each change is the right one before it is executed: the
// frequency of its kind, divided among the changes of the line that are of the kind.
// Of fifty conditions that may be missing each is less likely than of two operators
// that may be meant. Where tests say what is right that was not measured: there it is the prior.
func (s *search) chances() {
	type group struct {
		file string
		line int
		kind candidate.Kind
	}
	sum, most := map[group]float64{}, map[group]float64{}
	of := func(t *tried) group { return group{t.File, t.Line, t.Kind} }
	weight := func(t *tried) float64 {
		switch {
		case t.Bound:
			return t.prior * bounds
		case t.Pairs:
			return t.prior * paired
		}
		return t.prior
	}
	for _, t := range s.tried {
		sum[of(t)] += weight(t)
		most[of(t)] = max(most[of(t)], t.prior)
	}
	for _, t := range s.tried {
		if !s.onlyAsserts() {
			t.chance = t.prior
			continue
		}
		t.chance = t.Kind.Frequency() / t.Kind.Prior() * most[of(t)] * weight(t) / sum[of(t)]
		if t.Odd || s.asksOperand(t) {
			t.chance = max(t.chance, oddly)
		}
	}
}

// asksOperand reports whether a change asks for the pointer that the failing statement follows, which
// is null, or for what it divides or shifts by.
func (s *search) asksOperand(t *tried) bool {
	f := s.in.Failure.Fault
	return (f == interp.NullAccess || f == interp.DivByZero || f == interp.DivOverflow || f == interp.ShiftRange) && t.Plain && s.atFailure(t.Change) && slices.Contains([]candidate.Kind{candidate.Guard, candidate.Strengthen, candidate.Weaken}, t.Kind)
}

// paired is the factor of a condition that compares two variables of which nothing is known but that
// they are there. Chosen, not fitted; range 0.01 to 1.
const paired = 0.1

// bounds is the factor of a relation that differs in whether its bound belongs to it, <= for
// <: of the fixes of the development half of Codeflaws that replace one relation, three of
// five change only that, which is one of five relations.
const bounds = 4

// oddly is the chance of a change that the text itself speaks for: what stands there is
// hardly ever meant, as an assignment for a condition (of Codeflaws' fixes 0.5 % make it a
// comparison, and few of the programs have one), or what is to stand there is a name that
// nothing else uses, or a question for null that is missing.
const oddly = 0.1

// supported adds up, by what they do, how likely the changes are that pass all runs.
func (s *search) supported(ctx context.Context) {
	if !s.onlyAsserts() {
		return
	}
	same := map[uint64]float64{}
	for _, t := range s.tried {
		t.support = 0
		if t.all && t.disarmed == Armed {
			s.compare(ctx, t)
			same[t.alike()] += t.chance
		}
	}
	for _, t := range s.tried {
		if t.all && t.disarmed == Armed && t.behaves != 0 {
			t.support = same[t.alike()]
		}
	}
}

// compare finds out what a change does besides what it leaves behind in the known runs.
func (s *search) compare(ctx context.Context, t *tried) {
	if t.inspected || ctx.Err() != nil {
		return
	}
	t.inspected = true
	if s.in.Failure.Kind == fault.UndefinedBehavior {
		if t.Alone {
			return
		}
		if s.early(ctx, t.Change) {
			t.altered++
		}
		if t.Kind == candidate.Variable || t.Kind == candidate.Swap || t.Kind == candidate.Callee { // which were right there
			t.strayed = s.strays(ctx, t.Change)
		}
		return
	}
	var constant bool
	if t.isolated, constant = s.isolate(ctx, t.Change); constant {
		t.doubt |= Fruitless
	}
}

// alike is the same for changes that do the same as far as is known.
func (t *tried) alike() uint64 { return t.behaves + t.isolated }

// unambiguous is the share that changes which do the same have to have of all that pass, weighed
// by how likely they are, for one of them to be called a fix: twice that of the others together.
const unambiguous = 2. / 3

// suggestible is that share for one of them to be suggested although it has rivals, if it is proved.
const suggestible = 1. / 3

// untried is how likely it is that the right change is none of those that were tried, on the scale of their
// chances. Two of three faults that developers reported, of 101, are mended by none of them, and in most of these
// cases something else passes all runs. The sum of the chances of changes that do the same tells right ones from
// others (the area under the curve is 0.65). Nothing else that was looked at does: its share of all that pass, the
// number of rivals, what else a change alters, whether it is proved (0.42 to 0.55). Chosen on 39 of the programs;
// range 0 to 0.1.
const untried = 0.0125

// ambiguous doubts the fixes, if changes that do something else in the known runs, or those that
// nobody has tried, are together as likely. A check that says little is passed by much, and each of it can be proved.
func (s *search) ambiguous(ctx context.Context) {
	s.supported(ctx)
	var sum float64
	of := map[uint64]float64{}
	for _, t := range s.tried {
		if t.all && t.disarmed == Armed && t.doubt == 0 && t.behaves != 0 {
			x := t.chance
			switch {
			case t.altered == 0:
			case s.in.Failure.Kind != fault.UndefinedBehavior || len(s.passing) == 0:
				x *= t.unaltering()
			case t.reason == "":
				continue // correct runs are right there, see Replaced
			}
			sum += x
			of[t.alike()] += x
		}
	}
	for _, t := range s.tried {
		if t.reason == "" || t.doubt != 0 || t.behaves == 0 {
			continue
		}
		x, all, proved := of[t.alike()], sum+untried, t.proof.Holds != ""
		if proved || len(s.in.Passing)+len(s.in.Others) > 0 { // more is known than of one run
			all = sum
		}
		switch {
		case x < unambiguous*sum:
			t.doubt |= Ambiguous
			t.suggestible = proved && x >= suggestible*sum
		case x < unambiguous*all:
			t.doubt |= Seldom
			t.suggestible = true
		case s.changesRight(t):
			t.doubt |= Altering
		}
	}
}
