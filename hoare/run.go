package hoare

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"

	"culprit/cfg"
	"culprit/logic"
)

// A recorded run as terms over its concrete cells.
//
// Every value that an instance of the run writes is a symbol of its own
// (static single assignment over instances), and every instance defines its
// symbols by terms over those that it reads. The run has resolved all
// pointers: memory is a map from the addresses that the run used to the bytes
// of symbols, so no arrays are needed. A read that covers several writes, or a
// part of one, is a concatenation of extracts. The assumption behind resolved
// pointers is available as alias conjuncts ("address term =
// address of the run", paper 000, section 3.1).
//
// Everything further is substitution: symbols are replaced by their definitions,
// backwards from a formula, down to those that are asked to stay; with none of them
// the result is a constant, because a run has no other inputs than constants. The
// instances that take part are the transforming instances of paper 000, definition 3.2.
//
// Operations that the solver lacks take their value from the run: floating
// arithmetic, calls of the C library, allocation, large blocks, addresses of
// locals in nested activations. They are listed by Concretised. A read in the
// part of a condition that the run skipped is a free symbol, since it is not known
// what another run would have read there, unless its address is fixed.

// ErrRunTooLong is returned where a run needs more terms than it may.
var ErrRunTooLong = errors.New("hoare: the recorded run needs more terms than are allowed")

// RunOptions says which part of a run becomes terms. The zero value is the
// whole run within default limits.
type RunOptions struct {
	// Keep selects the instances, for instance a slice; nil keeps all. What
	// others write is known by the value that a kept instance reads.
	Keep func(i int) bool
	// MaxTerms bounds the growth of the table, 0 means 16 million terms (about
	// 1 GB). NewRun returns ErrRunTooLong beyond it.
	MaxTerms int
	// MaxBlock is the size in bytes from which on a copied or filled block is
	// concretised; 0 means 64 KiB.
	MaxBlock uint64
	// Watch asks for more terms of one instance, nil for none. See Watched.
	Watch *Watch
}

// Watch names an instance and expressions, whose values before it are wanted.
type Watch struct {
	At    int
	Exprs []cfg.Expr
}

// RunRead is a read of memory, of up to 8 bytes.
type RunRead struct {
	Addr, Size, Value uint64
	Term              logic.T // over the symbols of the run, of 8*Size bits
}

func (o RunOptions) withDefaults() RunOptions {
	if o.MaxTerms <= 0 {
		o.MaxTerms = 16_000_000
	}
	o.MaxBlock = cmp.Or(o.MaxBlock, 1<<16)
	return o
}

// RunWrite is one value that an instance wrote.
type RunWrite struct {
	Var   *cfg.Var // nil for memory
	Addr  uint64   // of memory
	Size  uint64   // bytes of memory, at most 8 (a filled block has one for all its bytes)
	Sym   logic.T  // the symbol that stands for the value from here on
	Def   logic.T  // the value as a term over the symbols read
	Value uint64   // what the run wrote
}

// Concretised is an instance, or a part of it, whose value was taken from the
// run.
type Concretised struct {
	Instance int
	Edge     *cfg.Edge
	Reason   string
}

// node is what is kept of an instance.
type node struct {
	inst   int
	edge   *cfg.Edge
	writes [2]int32 // range of Run.writes
	alias  [2]int32 // range of Run.terms
	args   [2]int32 // range of Run.terms
	cond   logic.T  // of an Assume, else True
}

// Run is a recorded run as terms.
type Run struct {
	TB *logic.Table

	opt    RunOptions
	state  *RunState
	base   int // terms of the table before
	nodes  []node
	writes []RunWrite
	terms  []logic.T         // alias conjuncts and arguments
	owner  map[logic.T]int32 // write by symbol
	free   map[logic.T]int32 // node of a free symbol
	conc   []Concretised
	values []logic.T // of RunOptions.Watch
	reads  []RunRead
}

// NewRun reads the instances of a run, from its first on, and makes the terms
// of those that opt selects.
func NewRun(tb *logic.Table, prog *cfg.Program, insts iter.Seq[*cfg.Instance], opt RunOptions) (*Run, error) {
	r := &Run{
		TB: tb, opt: opt.withDefaults(), state: NewRunState(tb, prog), base: tb.Len(),
		owner: map[logic.T]int32{}, free: map[logic.T]int32{},
	}
	for i := range insts {
		if r.opt.Keep == nil || r.opt.Keep(i.Index) {
			r.keep(i)
		} else {
			r.skip(i)
		}
		if tb.Len()-r.base > r.opt.MaxTerms {
			return nil, fmt.Errorf("%w: %d at instance %d", ErrRunTooLong, r.opt.MaxTerms, i.Index)
		}
	}
	r.state.release()
	return r, nil
}

// skip follows an instance that gets no terms.
func (r *Run) skip(i *cfg.Instance) {
	r.control(i)
	for _, w := range i.Writes {
		r.state.Forget(w)
	}
}

// control opens and closes activations.
func (r *Run) control(i *cfg.Instance) {
	switch s := i.Edge.Stmt.(type) {
	case *cfg.Call:
		r.state.Enter(s.Proc)
	case *cfg.Return:
		r.state.Exit()
	}
}

// Instances returns the numbers of the instances that have terms, ascending.
func (r *Run) Instances() []int {
	out := make([]int, len(r.nodes))
	for k := range r.nodes {
		out[k] = r.nodes[k].inst
	}
	return out
}

// node returns what is known of instance i, nil if it has no terms.
func (r *Run) node(i int) *node {
	if i < len(r.nodes) && i >= 0 && r.nodes[i].inst == i {
		return &r.nodes[i]
	}
	k, ok := slices.BinarySearchFunc(r.nodes, i, func(n node, i int) int { return n.inst - i })
	if !ok {
		return nil
	}
	return &r.nodes[k]
}

// Writes lists what instance i wrote. The slice must not be changed.
func (r *Run) Writes(i int) []RunWrite {
	if n := r.node(i); n != nil {
		return r.writes[n.writes[0]:n.writes[1]]
	}
	return nil
}

// Cond is the condition that instance i, an Assume, passed, as a term over
// the symbols it read; True for other instances.
func (r *Run) Cond(i int) logic.T {
	if n := r.node(i); n != nil {
		return n.cond
	}
	return logic.True
}

// Alias lists the alias conjuncts of instance i: for each memory access whose
// address is not fixed, that it is the address of the run. For a block that
// is its first address and its size.
func (r *Run) Alias(i int) []logic.T {
	if n := r.node(i); n != nil {
		return r.terms[n.alias[0]:n.alias[1]]
	}
	return nil
}

// Args are the values of the arguments of instance i, a Lib, as terms over the
// symbols it read.
func (r *Run) Args(i int) []logic.T {
	if n := r.node(i); n != nil {
		return r.terms[n.args[0]:n.args[1]]
	}
	return nil
}

// Watched are the values of the expressions of RunOptions.Watch, and what its
// instance read of memory, in the order of the run. They are empty if the
// instance has no terms.
func (r *Run) Watched() (values []logic.T, reads []RunRead) { return r.values, r.reads }

// Concretised lists the instances whose value was taken from the run, in the
// order of the run.
func (r *Run) Concretised() []Concretised { return r.conc }

// Def is the definition of a symbol; ok is false for a free symbol.
func (r *Run) Def(sym logic.T) (w RunWrite, ok bool) {
	k, ok := r.owner[sym]
	if !ok {
		return RunWrite{}, false
	}
	return r.writes[k], true
}

// Eval is the value of a term in the run.
func (r *Run) Eval(t logic.T) uint64 { return r.state.Eval(t) }

// concretise notes that a value was taken from the run.
func (r *Run) concretise(reason string) {
	if n := len(r.conc); n > 0 && r.conc[n-1].Instance == r.state.Inst.Index && r.conc[n-1].Reason == reason {
		return
	}
	r.conc = append(r.conc, Concretised{r.state.Inst.Index, r.state.Inst.Edge, reason})
}
