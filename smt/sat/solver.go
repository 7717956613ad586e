package sat

import "slices"

// Literals are variable*2, plus 1 if negated; variables count from 1.

// A cref is the place of a clause in the arena; 0 stands for no clause.
type cref = uint32

// Layout of a clause in the arena: size, information, literals. A clause that
// is a reason has the implied literal first, unless it is binary.
const (
	offSize = 0
	offInfo = 1
	offLits = 2

	infoLearnt  = 1 << 0
	infoGarbage = 1 << 1
	infoUsed    = 1 << 2 // two bits: recently used, decays
	usedMask    = 3 << 2
	infoGlue    = 4 // shift
)

// binaryFlag marks watches of clauses of two literals.
const binaryFlag = 1 << 31

type watch struct {
	ref     cref // with binaryFlag
	blocker int32
}

// Limits of one call of Solve; zero fields do not bound.
type Limits struct {
	Conflicts int64
	Stop      func() bool // asked now and then; not deterministic if it reads a clock
}

// Result of Solve.
type Result int8

const (
	Unknown Result = 0
	Sat     Result = 1
	Unsat   Result = -1
)

// Solver is a SAT solver. The zero value is not ready: call New or Reset.
type Solver struct {
	arena   []int32
	clauses []cref // given
	learnts []cref
	wasted  int

	vals    []int8 // by literal: 1 true, -1 false, 0 open
	watches [][]watch
	level   []int32 // by variable, like the following
	reason  []cref
	phase   []int8 // saved sign
	target  []int8
	best    []int8
	seen    []uint8
	act     []float64
	pos     []int32 // in heap, -1 = absent
	heap    []int32

	trail    []int32
	trailLim []int32
	head     int
	unsat    bool // without assumptions

	bump, decay float64

	assumptions []int32
	failed      []int32
	model       []int8

	// scratch of analysis
	learnt  []int32
	toClear []int32
	work    []int32
	lvlSeen []int64
	lvlMark int64

	policy policy
	Stats  Stats
}

// Stats counts work since Reset.
type Stats struct {
	Literals                                    int64 // of the clauses given
	Conflicts, Decisions, Propagations, Watches int64
	Moves                                       int64 // down the order of decisions
}

// New gives an empty solver.
func New() *Solver {
	s := &Solver{}
	s.Reset()
	return s
}

// Reset forgets the formula. Memory is kept, unless there is much of it.
func (s *Solver) Reset() {
	if len(s.arena) > 1<<22 || len(s.vals) > 1<<18 {
		*s = Solver{}
	}
	n := len(s.level)
	for l := range s.watches[:2*n] {
		s.watches[l] = s.watches[l][:0]
	}
	s.watches = s.watches[:0]
	s.arena = append(s.arena[:0], 0) // 0 is not a reference
	s.clauses, s.learnts, s.wasted = s.clauses[:0], s.learnts[:0], 0
	s.vals = s.vals[:0]
	s.level, s.reason = s.level[:0], s.reason[:0]
	s.phase, s.target, s.best = s.phase[:0], s.target[:0], s.best[:0]
	s.seen, s.act = s.seen[:0], s.act[:0]
	s.pos, s.heap = s.pos[:0], s.heap[:0]
	s.trail, s.trailLim, s.head = s.trail[:0], s.trailLim[:0], 0
	s.unsat = false
	s.bump, s.decay = 1, 0.95
	s.failed, s.model, s.assumptions = s.failed[:0], s.model[:0], s.assumptions[:0]
	s.policy.reset()
	s.Stats = Stats{}
	s.grow() // variable 0 is not used
}

// grow appends one variable's worth of everything.
func (s *Solver) grow() int32 {
	v := int32(len(s.level))
	s.vals = append(room(s.vals, 2), 0, 0)
	s.watches = room(s.watches, 2)[:len(s.watches)+2] // keeps the memory of old watch lists
	s.level = append(room(s.level, 1), 0)
	s.reason = append(room(s.reason, 1), 0)
	s.phase = append(room(s.phase, 1), -1)
	s.target = append(room(s.target, 1), 0)
	s.best = append(room(s.best, 1), 0)
	s.seen = append(room(s.seen, 1), 0)
	s.act = append(room(s.act, 1), 0)
	s.pos = append(room(s.pos, 1), -1)
	return v
}

// room is list with room for n more. It doubles: append moves a long list whenever
// it has grown by a quarter, and in formulas of millions of clauses most of the time
// went into fresh pages.
func room[T any](list []T, n int) []T {
	if len(list)+n <= cap(list) {
		return list
	}
	return slices.Grow(list, max(n, len(list)))
}

// NewVar gives a fresh variable.
func (s *Solver) NewVar() int32 {
	v := s.grow()
	s.push(v)
	return v
}

// AddClause adds a clause for good. The literals are copied.
func (s *Solver) AddClause(lits ...int32) {
	if s.unsat {
		return
	}
	s.backtrack(0)
	s.Stats.Literals += int64(len(lits))
	base := len(s.arena)
	s.arena = append(room(s.arena, offLits+len(lits)), 0, 0)
	satisfied := false
	for _, l := range lits {
		mark := uint8(1 + l&1)
		seen := s.seen[l>>1]
		satisfied = satisfied || s.vals[l] > 0 || seen == 3-mark
		if s.vals[l] == 0 && seen == 0 {
			s.seen[l>>1] = mark
			s.arena = append(s.arena, l)
		}
	}
	for _, l := range s.arena[base+offLits:] {
		s.seen[l>>1] = 0
	}
	if satisfied {
		s.arena = s.arena[:base]
		return
	}
	n := len(s.arena) - base - offLits
	switch n {
	case 0:
		s.unsat = true
		s.arena = s.arena[:base]
	case 1:
		l := s.arena[base+offLits]
		s.arena = s.arena[:base]
		s.assign(l, 0)
		s.unsat = s.propagate() != 0
	default:
		s.arena[base] = int32(n)
		s.clauses = append(room(s.clauses, 1), cref(base))
		s.attach(cref(base))
	}
}

func (s *Solver) lits(c cref) []int32 {
	return s.arena[c+offLits : c+offLits+cref(s.arena[c])]
}

func (s *Solver) attach(c cref) {
	ls := s.lits(c)
	ref := c
	if len(ls) == 2 {
		ref |= binaryFlag
	}
	s.watches[ls[0]] = append(s.watches[ls[0]], watch{ref, ls[1]})
	s.watches[ls[1]] = append(s.watches[ls[1]], watch{ref, ls[0]})
}

func (s *Solver) assign(l int32, why cref) {
	s.vals[l], s.vals[l^1] = 1, -1
	v := l >> 1
	s.level[v] = int32(len(s.trailLim))
	s.reason[v] = why
	s.trail = append(s.trail, l)
}

// backtrack undoes the decisions above a level.
func (s *Solver) backtrack(level int) {
	if len(s.trailLim) <= level {
		return
	}
	from := int(s.trailLim[level])
	for i := len(s.trail) - 1; i >= from; i-- {
		l := s.trail[i]
		v := l >> 1
		s.vals[l], s.vals[l^1] = 0, 0
		s.phase[v] = 1 - int8(l&1)*2
		if s.pos[v] < 0 {
			s.push(v)
		}
	}
	s.trail = s.trail[:from]
	s.trailLim = s.trailLim[:level]
	s.head = from
}

// propagate assigns everything implied; the result is a falsified clause or 0.
func (s *Solver) propagate() cref {
	vals := s.vals
	for s.head < len(s.trail) {
		l := s.trail[s.head] ^ 1 // now false
		s.head++
		s.Stats.Propagations++
		ws := s.watches[l]
		s.Stats.Watches += int64(len(ws))
		j := 0
	next:
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			b := vals[w.blocker]
			if b > 0 {
				ws[j] = w
				j++
				continue
			}
			if w.ref&binaryFlag != 0 {
				ws[j] = w
				j++
				if b < 0 {
					j += copy(ws[j:], ws[i+1:])
					s.watches[l] = ws[:j]
					s.head = len(s.trail)
					return w.ref &^ binaryFlag
				}
				s.assign(w.blocker, w.ref&^binaryFlag)
				continue
			}
			size := s.arena[w.ref]
			ls := s.arena[w.ref+offLits : w.ref+offLits+cref(size)]
			other := ls[0] ^ ls[1] ^ l
			o := vals[other]
			if o > 0 {
				ws[j] = watch{w.ref, other}
				j++
				continue
			}
			for k := 2; k < len(ls); k++ {
				if x := ls[k]; vals[x] >= 0 {
					ls[0], ls[1], ls[k] = other, x, l
					s.watches[x] = append(s.watches[x], watch{w.ref, other})
					continue next
				}
			}
			ws[j] = watch{w.ref, other}
			j++
			if o < 0 {
				j += copy(ws[j:], ws[i+1:])
				s.watches[l] = ws[:j]
				s.head = len(s.trail)
				return w.ref
			}
			ls[0], ls[1] = other, l
			s.assign(other, w.ref)
		}
		s.watches[l] = ws[:j]
	}
	return 0
}

// Value tells whether the literal is true in the model found last.
func (s *Solver) Value(l int32) bool {
	v := int(l >> 1)
	return v < len(s.model) && (s.model[v] > 0) != (l&1 == 1)
}

// Failed gives, after Unsat, assumptions that are contradictory together with
// the clauses; none if the clauses alone are.
func (s *Solver) Failed() []int32 { return s.failed }
