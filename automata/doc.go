// Package automata is a small library of finite automata over dense integer
// letters and states, made for trace abstraction: the program is one large,
// sparse, deterministic automaton, and automata of infeasible traces are
// subtracted from it again and again.
//
// # Definitions
//
// There is one concrete type, NFA. An automaton is deterministic if it has at
// most one initial state and each state at most one successor per letter; a
// missing edge rejects. Lazy is the view of a total deterministic automaton
// that is built on demand: Step may be expensive (a solver call), and is
// therefore never called for a successor that cannot matter.
//
//	Difference Subtract        words of a that no lazy automaton accepts
//	Subset Minimize            lazy determinisation; coarsest quotient
//	Trim Empty Accepts Run     reachable and co-reachable part, membership
//	ShortestWord CheapestWord… witnesses, with their runs
//	SCC BackEdges LoopHeads    the automaton as a graph
//	TopologicalOrder Distance…
//	Check Print Dot            invariants, text, pictures
//
// # Algorithms
//
// The difference is the reachable product, interned in an open-addressing
// table of state pairs, with its edges in one arena, followed by a trim.
// Minimisation is the algorithm of Valmari and Lehtinen, "Efficient
// minimization of DFAs with partial transition functions" (STACS 2008),
// O(m log n) for m edges whatever the alphabet. Components are Tarjan's.
//
// # Deviations
//
// Minimisation starts from the partition by finality and Label, not by
// finality alone, so that states of different program locations stay apart.
// The result is then minimal among the automata that keep labels, and its
// numbering is canonical (breadth first), so that two automata without labels
// are equivalent iff their minimal automata are equal.
//
// All results are deterministic: same input, same output, same numbering.
package automata
