package interp

import (
	"context"
	"slices"

	"culprit/cfg"
	"culprit/internal/work"
)

// states looks for a failing run among the states in which the program asks
// for an input (explicit-state search, as in SPIN): from each, one run goes on
// for every value that the program distinguishes, up to the next input, and a
// state that was there before is not continued. Programs that react to one
// input after the other, with few states in between, fail after sequences that
// random inputs do not hit and of which there are too many to look at
// symbolically.
//
// States are told apart by a hash, and only the values that inputs are compared
// with are tried: the search finds failures and shows nothing.
type states struct {
	script // the input of the run from a state
	prog   *cfg.Program
	m      *machine // executes from one state to the next
	asked  *cfg.Edge
	alpha  *alphabet
	live   *liveness
	seen   map[uint64]bool // hashes of states
	tree   []answered
	queue  []state // still to be continued
	held   int     // bytes in the queue, roughly
}

// answered is an input after those of its parent, an index, or -1.
type answered struct {
	parent int32
	value  uint64
}

// state is what an execution needs that goes on with an input.
type state struct {
	node   int32     // its last input
	asks   *cfg.Edge // for the next one
	pc     int32
	vars   []uint64
	frames []frame
	mem    *memory
	own    *activations
	heap   objectTable
	stack  objectTable
	blocks []stackBlock
	bytes  int
}

// Explore prepares a search among the states of a program and, where it reads texts,
// among executions on texts made of its own words (textsearch.go): at first for textShare
// times the budget, since those that fail so fail for one text in a thousand, and then for
// half of it. Each call of the result goes on until the context ends or the work reaches
// the budget, or for a moment where no state is met twice; it returns the trace of the first run that reaches an Error
// location, or nil, and whether nothing is left to be continued.
func Explore(prog *cfg.Program) func(ctx context.Context, clock *work.Clock, budget work.Amount) (t *cfg.Trace, over bool) {
	s, reads, begun := newStates(prog), newTextRuns(prog), false
	return func(ctx context.Context, clock *work.Clock, budget work.Amount) (*cfg.Trace, bool) {
		if reads != nil {
			share := budget / 2
			if !begun {
				begun, share = true, textShare*budget
			}
			if t := reads.search(ctx, clock, share); t != nil {
				return t, false
			}
			budget -= budget / 2
		}
		t := s.search(ctx, clock, budget)
		return t, t == nil && !s.more() && reads == nil
	}
}

// stateSteps is what keeping a state costs, in statements.
const stateSteps = 100

func newStates(prog *cfg.Program) *states {
	s := &states{prog: prog, alpha: newAlphabet(prog), live: newLiveness(prog), seen: map[uint64]bool{}}
	s.m = newMachine(Compile(prog, false), s, Limits{Pages: maxStateBytes / 256 / pageSize})
	return s
}

// memory is what the states that wait and the runs that were tried take, in bytes: of a
// run its input and the hash of its state.
func (s *states) memory() int { return s.held + 64*len(s.tree) }

// more reports whether there are states to be continued, and room for others.
func (s *states) more() bool { return len(s.queue) > 0 && s.memory() < maxStateBytes }

func (s *states) search(ctx context.Context, clock *work.Clock, budget work.Amount) *cfg.Trace {
	if s.tree == nil {
		s.tree = []answered{} // the run up to the first input
		if s.run(clock, -1) {
			return s.trace(-1)
		}
	}
	runs, known := len(s.tree), len(s.seen)
	for end := clock.Now() + budget; s.more() && ctx.Err() == nil && clock.Now() < end; {
		if n := len(s.tree) - runs; n >= minRuns && len(s.seen)-known > n*9/10 {
			break // a tree, in which nothing is met again: others search those better
		}
		at := s.queue[0]
		s.queue[0] = state{}
		s.queue = s.queue[1:]
		s.held -= at.bytes
		for _, v := range s.alpha.values(at.asks) {
			s.restore(at)
			s.tree = append(s.tree, answered{at.node, v})
			s.script.values = append(s.script.values[:0], v)
			if n := int32(len(s.tree) - 1); s.run(clock, n) {
				return s.trace(n)
			}
		}
	}
	return nil
}

// Value implements InputSource: the execution ends at the second input.
func (s *states) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	v, ok := s.script.Value(e, h)
	if !ok && h.Kind == cfg.Nondet {
		s.asked = e
	}
	return v, ok
}

// run executes up to the next input, and keeps the state there if it is new. It
// reports whether an error is reached.
func (s *states) run(clock *work.Clock, node int32) bool {
	m := s.m
	from := m.steps
	m.maxSteps, m.limit = from+uint64(maxAskSteps), from+uint64(maxAskSteps)
	s.asked = nil
	m.run()
	clock.Count(int(m.steps-from)+stateSteps+m.mem.count*pageSize/8, work.Statement)
	switch {
	case m.status == ReachedError:
		return true
	case m.status != InputsEnded || s.asked == nil || m.mem.full || s.memory() > maxStateBytes:
		return false
	}
	if h := s.hash(); !s.seen[h] {
		s.seen[h] = true
		s.keep(node)
	}
	return false
}

// keep puts the state of the machine into the queue.
func (s *states) keep(node int32) {
	m := s.m
	at := state{node: node, asks: s.asked, pc: m.pc - 1, vars: slices.Clone(m.reg[:len(s.prog.Vars)]), frames: slices.Clone(m.frames),
		mem: m.mem, heap: slices.Clone(m.heap), stack: slices.Clone(m.stack), blocks: slices.Clone(m.allocas)}
	if m.own != nil {
		at.own = m.own.clone()
	}
	at.bytes = 8*len(at.vars) + 1<<12 + 64*(len(at.heap)+len(at.stack)+len(at.frames)) + m.mem.count<<pageBits/4
	s.held += at.bytes
	s.queue = append(s.queue, at)
}

// restore is the reverse of keep; the kept state remains as it is.
func (s *states) restore(at state) {
	m := s.m
	m.status, m.reason, m.pc = Running, "", at.pc
	m.steps += m.code.ahead(at.pc) // what stopping there took back
	copy(m.reg, at.vars)
	m.frames = append(m.frames[:0], at.frames...)
	m.mem = at.mem.clone()
	m.heap, m.stack = append(m.heap[:0], at.heap...), append(m.stack[:0], at.stack...)
	m.allocas = append(m.allocas[:0], at.blocks...)
	m.lastBlock = nil
	m.died()
	if at.own != nil {
		m.own = at.own.clone()
		m.statics = m.own.statics
	}
	m.notes = nil
	clear(m.noted)
}

// hash is that of what the rest of the execution depends on: control, memory,
// global variables, and the locals that open activations still read.
func (s *states) hash() uint64 {
	m := s.m
	h := mix(uint64(m.pc), uint64(len(m.frames)))
	keep := func(v *cfg.Var) { h = mix(h, m.reg[v.ID]) }
	for _, f := range m.frames {
		e := s.prog.Edges[f.edge]
		h = mix(h, uint64(e.ID))
		s.live.at(e.To, keep)
	}
	s.live.at(s.asked.From, keep)
	for _, v := range s.alpha.globals {
		h = mix(h, m.reg[v])
	}
	if m.own != nil {
		for _, x := range m.own.saved {
			h = mix(h, x)
		}
	}
	sum := uint64(0) // in any order
	m.mem.words(func(addr, v uint64) { sum += mix(addr, v) })
	return mix(h, sum)
}

func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// trace executes once more with the inputs that led to a node, and records it.
func (s *states) trace(node int32) *cfg.Trace {
	var inputs []uint64
	for n := node; n >= 0; n = s.tree[n].parent {
		inputs = append(inputs, s.tree[n].value)
	}
	slices.Reverse(inputs)
	o := Compile(s.prog, true).Execute(&script{inputs}, Limits{Record: true})
	if o.Status != ReachedError {
		return nil
	}
	return o.Trace
}

// script is an InputSource that gives inputs one after the other, and ends the
// execution where a value is merely not known.
type script struct{ values []uint64 }

// Value implements InputSource.
func (s *script) Value(_ *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	switch {
	case h.Kind == cfg.Uninit:
		return 0, true
	case h.Kind != cfg.Nondet || len(s.values) == 0:
		return 0, false
	}
	v := s.values[0]
	s.values = s.values[1:]
	return v, true
}

// Memory implements InputSource.
func (s *script) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// Fill implements Filler.
func (s *script) Fill(*cfg.Edge) (byte, bool) { return 0, true }
