package repair

import (
	"context"
	"encoding/binary"
	"hash/fnv"

	"culprit/fault"
)

// leaves is what a run adds to the digest of what a change does in all runs.
func leaves(state uint64, run int, fails bool) uint64 {
	h := fnv.New64a()
	h.Write(binary.LittleEndian.AppendUint64(nil, state))
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(run)))
	if fails {
		h.Write([]byte{1})
	}
	return h.Sum64()
}

// chances says how likely each change is the right one before it is executed: the
// frequency of its kind, divided among the changes of the line that are of the kind.
// Of fifty conditions that may be missing each is less likely than of two operators
// that may be meant.
func (s *search) chances() {
	type group struct {
		file string
		line int
		kind Kind
	}
	sum, most := map[group]float64{}, map[group]float64{}
	of := func(t *tried) group { return group{t.file, t.line, t.Kind} }
	for _, t := range s.tried {
		sum[of(t)] += t.prior
		most[of(t)] = max(most[of(t)], t.prior)
	}
	for _, t := range s.tried {
		k := &kinds[t.Kind]
		t.chance = k.share / k.lines / k.prior * most[of(t)] * t.prior / sum[of(t)]
		if t.odd {
			t.chance = max(t.chance, oddly)
		}
	}
}

// oddly is the chance of a change of what is hardly ever meant, as an assignment is as a
// condition: of Codeflaws' fixes 0.5 % make it a comparison, and it is in few of the programs.
const oddly = 0.1

// supported adds up, by what they do in all runs, how likely the changes are that pass.
func (s *search) supported(ctx context.Context) {
	same := map[uint64]float64{}
	for _, t := range s.tried {
		if t.all && t.disarmed == Armed {
			if t.alike == 0 && ctx.Err() == nil && s.in.Failure.Kind == fault.UndefinedBehavior && !t.alone && s.early(ctx, t.Change) {
				t.altered++
			}
			if t.alike == 0 && ctx.Err() == nil && s.onlyAsserts() && s.in.Failure.Kind == fault.FailedAssertion {
				var constant bool
				if t.own, constant = s.isolate(ctx, t.Change); constant {
					t.doubt |= Vacuous
				}
			}
			t.alike = t.behaves + t.own
			same[t.alike] += t.chance
		}
	}
	for _, t := range s.tried {
		t.support = 0
		if t.all && t.disarmed == Armed && t.behaves != 0 {
			t.support = same[t.alike]
		}
	}
}

// unambiguous is the share that changes which do the same have to have of all that pass, weighed
// by how likely they are, for one of them to be called a fix: twice that of the others together.
const unambiguous = 2. / 3

// ambiguous doubts the fixes, if changes that do something else in the known runs are
// together as likely. A check that says little is passed by much, and each of it can be proved.
func (s *search) ambiguous(ctx context.Context) {
	s.supported(ctx)
	var sum float64
	of := map[uint64]float64{}
	for _, t := range s.tried {
		if t.all && t.disarmed == Armed && t.doubt == 0 && t.behaves != 0 {
			x := t.chance
			if t.altered > 0 {
				x *= alters
			}
			sum += x
			of[t.alike] += x
		}
	}
	for _, t := range s.tried {
		if t.reason != "" && t.doubt == 0 && t.behaves != 0 && of[t.alike] < unambiguous*sum {
			t.doubt |= Ambiguous
		}
	}
	s.shares = of
	s.allShares = sum
}
