package gen

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"culprit/cfg"
)

// Explore enumerates the states of a program breadth first and returns the
// Error locations it finds. complete says that all states were seen: then
// the other Error locations are unreachable. It gives up after maxStates
// states and at a statement with too many successors.
func Explore(p *cfg.Program, maxStates int) (reachable map[*cfg.Loc]bool, complete bool) {
	x := explore(p, maxStates)
	reachable = make(map[*cfg.Loc]bool)
	for l := range x.found {
		reachable[l] = true
	}
	return reachable, x.complete
}

// Traces is Explore that returns a shortest error trace (in edges) for each
// Error location reached.
func Traces(p *cfg.Program, maxStates int) (traces map[*cfg.Loc]*cfg.Trace, complete bool) {
	x := explore(p, maxStates)
	traces = make(map[*cfg.Loc]*cfg.Trace)
	for l, id := range x.found {
		traces[l] = x.trace(id)
	}
	return traces, x.complete
}

// config is an explicit state of the whole program.
type config struct {
	State
	loc    *cfg.Loc
	stack  []*cfg.Edge // calls not yet returned from
	parent int
	edge   *cfg.Edge
	input  *cfg.Input // nil if the edge made no choice
}

// key identifies a state: location, stack, variables, non-zero memory.
func (c *config) key() string {
	b := binary.AppendUvarint(nil, uint64(c.loc.ID))
	b = binary.AppendUvarint(b, uint64(len(c.stack)))
	for _, e := range c.stack {
		b = binary.AppendUvarint(b, uint64(e.ID))
	}
	for _, v := range c.Vars {
		b = binary.AppendUvarint(b, v)
	}
	var addrs []uint64
	for a, v := range c.Mem {
		if v != 0 {
			addrs = append(addrs, a)
		}
	}
	slices.Sort(addrs)
	for _, a := range addrs {
		b = binary.AppendUvarint(b, a)
		b = append(b, c.Mem[a])
	}
	return string(b)
}

type explorer struct {
	p        *cfg.Program
	states   []*config
	seen     map[string]bool
	found    map[*cfg.Loc]int
	complete bool
}

func explore(p *cfg.Program, maxStates int) *explorer {
	x := &explorer{p: p, seen: make(map[string]bool), found: make(map[*cfg.Loc]int), complete: true}
	start := &config{State: State{Vars: make([]uint64, len(p.Vars)), Mem: map[uint64]byte{}}, loc: p.Main.Entry, parent: -1}
	if p.HeapTop != nil {
		start.Vars[p.HeapTop.ID] = p.HeapBase()
	}
	x.add(start)
	for i := 0; i < len(x.states); i++ {
		if len(x.states) > maxStates {
			x.complete = false
			break
		}
		s := x.states[i]
		switch s.loc.Kind {
		case cfg.Error:
			if _, ok := x.found[s.loc]; !ok {
				x.found[s.loc] = i
			}
			continue
		case cfg.Unsupported:
			x.complete = false
			continue
		}
		for _, e := range s.loc.Out {
			x.step(i, e)
		}
	}
	return x
}

func (x *explorer) add(c *config) {
	if k := c.key(); !x.seen[k] {
		x.seen[k] = true
		x.states = append(x.states, c)
	}
}

func (x *explorer) trace(id int) *cfg.Trace {
	var path []*config
	for s := x.states[id]; s.parent >= 0; s = x.states[s.parent] {
		path = append(path, s)
	}
	slices.Reverse(path)
	tr := &cfg.Trace{}
	for i, s := range path {
		tr.Edges = append(tr.Edges, s.edge)
		if s.input != nil {
			in := *s.input
			in.Step = i
			tr.Inputs = append(tr.Inputs, in)
		}
	}
	return tr
}

// step adds all successors of state id along e.
func (x *explorer) step(id int, e *cfg.Edge) {
	from := x.states[id]
	next := func() *config {
		c := &config{loc: e.To, stack: from.stack, parent: id, edge: e}
		c.Vars = slices.Clone(from.Vars)
		c.Mem = make(map[uint64]byte, len(from.Mem))
		maps.Copy(c.Mem, from.Mem)
		return c
	}
	eval := func(ex cfg.Expr) uint64 { return Eval(ex, &from.State) }
	ptr := func(a uint64) uint64 { return cfg.Mask(a, x.p.PtrBits) }
	switch s := e.Stmt.(type) {
	case *cfg.Skip, *cfg.Free:
		x.add(next())
	case *cfg.Assign:
		c := next()
		c.Vars[s.Dst.ID] = eval(s.Src)
		x.add(c)
	case *cfg.Assume:
		if eval(s.Cond) == 1 {
			x.add(next())
		}
	case *cfg.Havoc:
		if s.Dst.Type.Width() > 16 {
			x.complete = false
			return
		}
		for v := range uint64(1) << s.Dst.Type.Width() {
			c := next()
			c.Vars[s.Dst.ID] = v
			c.input = &cfg.Input{Value: v}
			x.add(c)
		}
	case *cfg.Store:
		c := next()
		a, v := eval(s.Addr), eval(s.Val)
		for i := range s.Val.Type().Bytes() {
			c.Mem[ptr(a+uint64(i))] = byte(v >> (8 * i))
		}
		x.add(c)
	case *cfg.MemCopy:
		c := next()
		dst, src := eval(s.Dst), eval(s.Src)
		for i := range eval(s.Size) {
			c.Mem[ptr(dst+i)] = from.Mem[ptr(src+i)]
		}
		x.add(c)
	case *cfg.MemSet:
		c := next()
		dst, v := eval(s.Dst), eval(s.Val)
		for i := range eval(s.Size) {
			c.Mem[ptr(dst+i)] = byte(v)
		}
		x.add(c)
	case *cfg.MemHavoc:
		x.havocMemory(next, eval(s.Dst), eval(s.Size))
	case *cfg.Alloc:
		x.alloc(next, s, eval(s.Size))
	case *cfg.Call:
		c := next()
		for i, a := range s.Args {
			c.Vars[s.Proc.Params[i].ID] = eval(a)
		}
		c.loc = s.Proc.Entry
		c.stack = append(slices.Clone(from.stack), e)
		x.add(c)
	case *cfg.Return:
		if n := len(from.stack); n > 0 {
			c := next()
			c.loc = from.stack[n-1].To
			c.stack = from.stack[:n-1]
			x.add(c)
		}
	default:
		panic(fmt.Sprintf("gen: statement %T", s))
	}
}

// havocMemory adds one successor for every content of a range.
func (x *explorer) havocMemory(next func() *config, addr, size uint64) {
	if size > 2 {
		x.complete = false
		return
	}
	for v := range uint64(1) << (8 * size) {
		c := next()
		c.input = &cfg.Input{Mem: map[uint64]byte{}}
		for i := range size {
			a := cfg.Mask(addr+i, x.p.PtrBits)
			c.Mem[a] = byte(v >> (8 * i))
			c.input.Mem[a] = c.Mem[a]
		}
		x.add(c)
	}
}

func (x *explorer) alloc(next func() *config, s *cfg.Alloc, size uint64) {
	top := x.p.HeapTop.ID
	withBlock := func() *config {
		c := next()
		p := (c.Vars[top] + cfg.HeapAlign - 1) / cfg.HeapAlign * cfg.HeapAlign
		c.Vars[s.Dst.ID] = p
		c.Vars[top] = p + max(size, 1)
		return c
	}
	if c := withBlock(); c.Vars[top] > cfg.Mask(^uint64(0), x.p.PtrBits) {
		return
	}
	addr := withBlock().Vars[s.Dst.ID]
	if !s.Zero {
		x.havocMemory(withBlock, addr, size)
		return
	}
	c := withBlock()
	for i := range size {
		c.Mem[addr+i] = 0
	}
	x.add(c)
}
