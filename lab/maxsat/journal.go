package maxsat

import (
	"cmp"
	"maps"
	"slices"

	"culprit/hoare"
	"culprit/logic"
)

// journal notes what changes in the state of a run, which is left and taken up again.
type journal struct {
	st  *hoare.RunState
	log []change
}

// change is what a cell held before.
type change struct {
	cell hoare.RunCell
	old  hoare.RunByte
}

// cells are what cells hold.
type cells map[hoare.RunCell]hoare.RunByte

// newJournal notes all changes of a state from now on.
func newJournal(st *hoare.RunState) *journal {
	j := &journal{st: st}
	st.Changing = j.note
	return j
}

func (j *journal) note(c hoare.RunCell, old hoare.RunByte) { j.log = append(j.log, change{c, old}) }

// mark is a place in the journal. Commit forgets the journal.
func (j *journal) mark() int { return len(j.log) }
func (j *journal) commit()   { j.log = j.log[:0] }

// undo takes back all changes since mark and returns what they had made.
func (j *journal) undo(mark int) cells {
	made := cells{}
	for _, c := range j.log[mark:] {
		made[c.cell] = j.st.Holds(c.cell)
	}
	j.st.Changing = nil
	for _, c := range slices.Backward(j.log[mark:]) {
		j.st.Set(c.cell, c.old)
	}
	j.st.Changing = j.note
	j.log = j.log[:mark]
	return made
}

// merge joins two outcomes of a branch: here is what it made of the state if
// cond holds, there if not; the state is that before the branch. A variable
// or cell without a term on one side is unknown there, a value that unknown gives
// for a number of bits.
func (j *journal) merge(cond logic.T, here, there cells, unknown func(bits int) logic.T) {
	all := slices.Collect(maps.Keys(here))
	for c := range there {
		if _, ok := here[c]; !ok {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b hoare.RunCell) int { return cmp.Or(cmp.Compare(a.Var, b.Var), cmp.Compare(a.Addr, b.Addr)) })
	side := func(of cells, c hoare.RunCell) hoare.RunByte {
		if b, ok := of[c]; ok {
			return b
		}
		return j.st.Holds(c)
	}
	for k := 0; k < len(all); {
		c := all[k]
		a, b := side(here, c), side(there, c)
		k++
		switch {
		case a == b:
			j.st.Set(c, a)
			continue
		case c.Var >= 0:
			j.st.Set(c, hoare.RunByte{Term: j.either(cond, a.Term, b.Term, unknown)})
			continue
		}
		// The following bytes that belong to the same two terms.
		n := uint64(1)
		for k < len(all) && all[k].Addr == c.Addr+n && n < 8 {
			if !follows(a, side(here, all[k]), n) || !follows(b, side(there, all[k]), n) {
				break
			}
			n++
			k++
		}
		part := func(b hoare.RunByte) logic.T {
			if b.Term == 0 {
				return unknown(8 * int(n))
			}
			return j.st.Part(b, n)
		}
		j.st.Write(c.Addr, n, j.either(cond, part(a), part(b), unknown))
	}
}

// follows reports whether b is byte number n after a.
func follows(a, b hoare.RunByte, n uint64) bool {
	return a.Term == b.Term && (a.Term == 0 || b.K == a.K+uint8(n))
}

// either is a term that is a if cond holds, else b.
func (j *journal) either(cond, a, b logic.T, unknown func(bits int) logic.T) logic.T {
	like := func(t logic.T) logic.T {
		if j.st.TB.Sort(t).Kind == logic.SBool {
			return j.st.TB.Eq(unknown(1), j.st.TB.BV(1, 1))
		}
		return unknown(j.st.TB.Width(t))
	}
	switch {
	case a == 0 && b == 0:
		return 0
	case a == 0:
		a = like(b)
	case b == 0:
		b = like(a)
	}
	return j.st.TB.Ite(cond, a, b)
}
