// Package dependence says which instances of a recorded run depend on which: the
// dynamic dependence graph, slices, and the execution indices by which instances
// of two runs are matched. It sees of a run what package cfg says of instances.
//
// To read: graph.go (the graph), build.go (one pass over a run), reads.go (data),
// summary.go (what could have been written instead), slice.go, index.go.
//
// # Dynamic dependence graph (paper 001, section 3.1)
//
// Data. An instance depends on the last writer of each variable and memory
// byte that it reads. A variable of a recursive procedure has a writer per
// activation, saved at the call and restored at the return. The addresses that
// the allocator gives are not data: Alloc does not depend on earlier ones.
//
// Control. Algorithm 1 keeps a stack of the branch instances that are live,
// and drops those that the next statement is not control dependent on. Here a
// branch instance is dropped when the immediate postdominator of its location
// is reached. That is the same (Xin and Zhang, Efficient online detection of
// dynamic control dependence, 2007): a statement before the postdominator
// cannot postdominate the branch, so that the last branch on the way to it that
// it does not postdominate controls it, and that one is on top; one at or
// after it depends on no branch inside. Each activation has its own part of
// the stack. A statement that no branch inside a procedure controls depends on the call.
// Not considered: that a statement runs only because a call before it did not
// exit.
//
// A loop head is control dependent on itself, so that the n-th test depends on
// the one before, and the stack grows by one in each iteration until the loop
// is left: the nesting of paper 002.
//
// Summary control. Algorithm 3 lets an instance s depend on all earlier
// instances of each branch that its statement has a static summary control
// dependence on. An edge that a flow path covers is dropped: paper 001 does so
// if the competing definition was executed, paper 000 (Algorithm 2) looks only
// between the last definition of what s reads and s. The latter is done here,
// for each read: a branch instance b before the last definition d is either
// around d, and then the path s, d, b covers it, or its region had ended, and
// a definition inside would have been overwritten by d. Three more things
// sharpen the answer: b counts only if another edge out of its location leads
// to the definition (package flow), only in the activation of s if the slot is
// local, and not if s is control dependent on it. So the dependences of one
// instance are, for each branch edge, a range of the instances of this edge,
// and are computed when asked for.
//
// Relevant slices contain everything that could have changed what is read, in
// this sense, which a test checks by switching branches and replacing values
// outside of them. Not covered, as in the papers, is a store that would have
// hit the cell had its address been different, and an end of the run that would
// have come earlier or later; Elsewhere and Ending list these. Input that other
// statements have consumed or would have is a matter of StateDep (State,
// StateSummary); output that would have been printed before is considered
// (reads.go).
//
// Dependences between a call and its callee run through parameters: in slices,
// a read of a parameter leads to the reads of its argument only.
//
// Implicit instances are nodes like all others; User and Owner tell them.
//
// Cost: 16 bytes for each instance, 4 for each branch instance and 4 for each
// read (more where a read sees several writers), and 4 for each byte of memory
// that the program has written. That is 24 to 33 bytes for an instance in
// BenchmarkGraph.
//
// # Execution indices (paper 002, section 3)
//
// The regions form a tree: its nodes are the instances, the parent is the
// region. The index of an instance is the path to it: branch edges (location
// and outcome) and call edges, and at the end the location. No index is stored.
// The index is unique in a run: if a location is executed twice in an
// activation, it lies on the cycle between; the last location on the cycle
// that it does not postdominate, or itself, is a branch that the second depends
// on and the first does not. A cycle that cannot end has no such branch; there
// a location that Postdom links to the end opens a region without being one.
//
// Deviation from paper 002: what is neither structured nor a loop (goto, break,
// switch, return) needs no rule of its own, since regions end at
// postdominators.
package dependence
