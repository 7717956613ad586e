package invariants

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp/dependence"
)

// The facts about a node.
const (
	sliced  uint8 = 1 << iota // in the backward slice of the symptom
	failed                    // has a value that breaks its invariant
	passed                    // has a value that keeps it
	tainted                   // fails because a node fails that it depends on, with no invariant between
	strayed                   // the way of a branch that no good run takes
	given                     // an input, or a copy of one, see given.go

	hasInvariant = failed | passed
)

// run is a failing run with its invariants checked. Its nodes are the
// instructions of the paper: each instance has one for each read, one for each
// parameter of a call, and one for the statement itself, in this order. Nodes
// depend on nodes of lower numbers only.
type run struct {
	t       *trained
	g       *dependence.Graph
	failure *fault.Failure
	base    []uint32          // by instance, and one more: the first node
	flags   []uint8           // by node
	odd     map[int32][]int32 // operands of the reads of an instance that are not all of its statement's
	broken  [][]violation     // by point, in the order of the run
}

// violation is a value that breaks an invariant.
type violation struct {
	node     uint32
	instance int32
	key      uint64
}

func (r *run) add(in *cfg.Instance) {
	first := uint32(len(r.flags))
	r.base = append(r.base, first)
	nodes := len(in.Reads) + 1
	if c, ok := in.Edge.Stmt.(*cfg.Call); ok {
		nodes += len(c.Proc.Params)
	}
	for range nodes {
		r.flags = append(r.flags, 0)
	}
	last := uint32(len(r.flags) - 1)
	if r.t.diverges(in.Edge) {
		r.flags[last] |= strayed
		p := r.t.sites[in.Edge.ID].branch
		r.broken[p] = append(r.broken[p], violation{node: last, instance: int32(in.Index)})
	}
	if ops := r.t.match(in, nil); !identical(ops) || len(ops) != len(r.t.siteOf(in.Edge).static) {
		r.odd[int32(in.Index)] = ops
	}
	r.t.values(in, func(p int32, at int, bits uint64) {
		if !r.t.ranges[p].seen {
			return
		}
		n := last
		if at != main {
			n = first + uint32(at)
		}
		if key := r.t.all[p].form.key(bits); r.t.fails(p, key) {
			r.fail(int(p), n, int32(in.Index), key)
		} else {
			r.flags[n] |= passed
		}
	})
}

func (r *run) fail(p int, node uint32, instance int32, key uint64) {
	r.flags[node] |= failed
	r.broken[p] = append(r.broken[p], violation{node, instance, key})
}

func identical(ops []int32) bool {
	for k, o := range ops {
		if int(o) != k {
			return false
		}
	}
	return true
}

// main is the node of the statement of an instance.
func (r *run) main(i int) uint32 { return r.base[i+1] - 1 }

// shape is how the nodes of an instance depend on each other.
type shape struct {
	first  uint32  // its first node
	reads  int     // number of reads
	params int     // of a call, after the reads
	user   []int32 // by read, what it is for: the read whose address needs it, a parameter, or the statement
}

// shape describes an instance, in buf.
func (r *run) shape(i int, buf []int32) shape {
	e := r.g.Edge(i)
	s := shape{first: r.base[i]}
	call, isCall := e.Stmt.(*cfg.Call)
	if isCall {
		s.params = len(call.Proc.Params)
	}
	s.reads = int(r.base[i+1]-r.base[i]) - 1 - s.params
	static := r.t.siteOf(e).static
	ops, odd := r.odd[int32(i)]
	s.user = buf[:0]
	for k := range s.reads {
		o := int32(k)
		if odd {
			o = ops[k]
		}
		user := int32(s.reads + s.params)
		if o >= 0 {
			if isCall {
				user = int32(s.reads) + static[o].arg
			}
			if u := static[o].user; u >= 0 {
				if !odd {
					user = u
				} else if at := indexFrom(ops, k+1, u); at >= 0 { // else the run ended before
					user = int32(at)
				}
			}
		}
		s.user = append(s.user, user)
	}
	return s
}

func indexFrom(ops []int32, from int, want int32) int {
	for k := from; k < len(ops); k++ {
		if ops[k] == want {
			return k
		}
	}
	return -1
}

// writer is the node of what a read of a variable sees that instance j wrote.
func (r *run) writer(j int, v *cfg.Var) uint32 {
	if c, ok := r.g.Edge(j).Stmt.(*cfg.Call); ok && v != nil {
		for a, p := range c.Proc.Params {
			if p == v {
				return r.main(j) - uint32(len(c.Proc.Params)-a)
			}
		}
	}
	return r.main(j)
}

// ended reports now and then whether a context has ended, for loops over
// instances: what they leave undone is not used then.
func ended(ctx context.Context, i int) bool { return i&0xfff == 0 && ctx.Err() != nil }

// slice marks the backward slice of the symptom (section 4) and, on the way, what the
// dependence filter removes (section 5.1). It is a depth-first search, operands
// first; of its tree each branch says which use led to a node. A node that fails
// marks the nearest one above it that has an invariant, if that fails, too: it went
// wrong because its operand did. That an input is an unusual one explains nothing:
// it marks none.
//
// The slice goes over summary control dependences, too: what a branch kept from being
// executed cannot be in the slice, but the branch is to blame. They mark nothing.
func (r *run) slice(ctx context.Context) {
	const none = ^uint32(0)
	type edge struct {
		spot
		above uint32 // the nearest node with an invariant on the way here
	}
	var todo, next []edge
	for _, i := range slices.Backward(fault.Criterion(r.g, r.failure)) {
		todo = append(todo, edge{spot{r.main(i), i}, none})
	}
	var buf []int32
	summaries := 0
	for n := 0; len(todo) > 0 && !ended(ctx, n); n++ {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		f := &r.flags[at.node]
		if *f&sliced != 0 {
			continue
		}
		*f |= sliced
		if *f&(failed|given) == failed && at.above != none && r.flags[at.above]&failed != 0 {
			r.flags[at.above] |= tainted
		}
		if *f&hasInvariant != 0 {
			at.above = at.node
		}
		next = next[:0]
		visit := func(n uint32, i int, above uint32) {
			if r.flags[n]&sliced == 0 {
				next = append(next, edge{spot{n, i}, above})
			}
		}
		s := r.shape(at.instance, buf)
		buf = s.user
		k := int(at.node - s.first)
		for j, u := range s.user {
			if int(u) == k {
				visit(s.first+uint32(j), at.instance, at.above)
			}
		}
		if k < s.reads {
			summaries = r.read(at.instance, k, summaries, at.above, none, visit)
		}
		if c := r.g.Control(at.instance); c >= 0 {
			visit(r.main(c), c, at.above)
		}
		slices.Reverse(next)
		todo = append(todo, next...)
	}
}

// read visits what a read sees, and the branches that kept it from seeing something
// else.
func (r *run) read(i, k, summaries int, above, none uint32, visit func(n uint32, i int, above uint32)) int {
	r.g.Reads(i, func(n int, v *cfg.Var, from []int32) {
		if n != k {
			return
		}
		for _, j := range from {
			visit(r.writer(int(j), v), int(j), above)
		}
	})
	if summaries >= fault.MaxSummaries {
		return summaries
	}
	summaries++
	for _, kept := range r.g.SummaryOf(i, k) {
		for _, j := range r.g.Branches(kept.Edge)[kept.From:kept.To] {
			visit(r.main(int(j)), int(j), none)
			summaries++
		}
	}
	return summaries
}

// spot is a node and its instance.
type spot struct {
	node     uint32
	instance int
}
