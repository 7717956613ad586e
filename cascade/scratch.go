package cascade

import "culprit/logic"

// scratch is what searches use one after the other.
type scratch struct {
	all, one *logic.Evaluator // of the effect of an assignment, of formulas
	reached  marks            // instances that it reaches
}

// marks is a set of numbers that is emptied at once. The zero value is empty.
type marks struct {
	at  []uint32 // by number: the round in which it was added
	now uint32   // this round, less one
}

func (m *marks) clear() {
	m.now++
	if m.now == ^uint32(0) {
		clear(m.at)
		m.now = 0
	}
}

func (m *marks) has(i int) bool { return i < len(m.at) && m.at[i] == m.now+1 }

// add adds a number and reports whether it was not there.
func (m *marks) add(i int) bool {
	if m.has(i) {
		return false
	}
	if i >= len(m.at) {
		m.at = append(m.at, make([]uint32, i+i/4+1-len(m.at))...)
	}
	m.at[i] = m.now + 1
	return true
}
