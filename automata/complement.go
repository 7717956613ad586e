package automata

// Universal returns the one-state automaton of all words over 0 … size-1.
func Universal(size int) *NFA {
	out := make([]Edge, size)
	for a := range out {
		out[a] = Edge{Letter(a), 0}
	}
	return &NFA{Initial: []State{0}, Final: []bool{true}, Out: [][]Edge{out}}
}

// Complement returns a trimmed deterministic automaton for the words over the
// letters 0 … size-1 that n does not accept.
func Complement(n *NFA, size int) *NFA {
	c, _, err := Difference(Universal(size), SubsetOver(n, size), nil)
	if err != nil {
		panic(err) // there is no stop function
	}
	return c
}
