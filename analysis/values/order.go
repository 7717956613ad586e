package values

import (
	"slices"

	"culprit/cfg"
)

// order computes for every procedure a weak topological order (Bourdoncle
// 1993): components are contiguous, so that exploring in this order finishes a
// loop before what follows it. It marks the heads, which cut every cycle.
type order struct {
	pos    []int  // by Loc.ID
	head   []bool // by Loc.ID
	merges []bool // by Loc.ID: paths meet, states may be merged here

	num   []int
	stack []*cfg.Loc
	count int
	seq   []*cfg.Loc // in reverse
}

func newOrder(prog *cfg.Program) *order {
	n := len(prog.Locs)
	o := &order{pos: make([]int, n), head: make([]bool, n), merges: make([]bool, n), num: make([]int, n)}
	for _, p := range prog.Procs {
		if p.Entry == nil {
			continue
		}
		o.seq, o.count = nil, 0
		o.visit(p.Entry)
		for i, l := range o.seq {
			o.pos[l.ID] = len(o.seq) - i
		}
	}
	for _, l := range prog.Locs {
		afterCall := slices.ContainsFunc(l.In, func(e *cfg.Edge) bool {
			_, call := e.Stmt.(*cfg.Call)
			return call
		})
		o.merges[l.ID] = len(l.In) > 1 || o.head[l.ID] || afterCall || l.Proc != nil && l.Proc.Entry == l
	}
	return o
}

const done = int(^uint(0) >> 1)

// visit is Bourdoncle's procedure; seq collects the order backwards.
func (o *order) visit(v *cfg.Loc) int {
	o.stack = append(o.stack, v)
	o.count++
	o.num[v.ID] = o.count
	low, loop := o.count, false
	for _, e := range v.Out {
		if _, ok := e.Stmt.(*cfg.Return); ok {
			continue
		}
		m := o.num[e.To.ID]
		if m == 0 {
			m = o.visit(e.To)
		}
		if m <= low {
			low, loop = m, true
		}
	}
	if low != o.num[v.ID] {
		return low
	}
	o.num[v.ID] = done
	top := o.pop()
	if loop {
		for top != v {
			o.num[top.ID] = 0
			top = o.pop()
		}
		o.component(v)
	}
	o.seq = append(o.seq, v)
	return low
}

func (o *order) pop() *cfg.Loc {
	l := o.stack[len(o.stack)-1]
	o.stack = o.stack[:len(o.stack)-1]
	return l
}

func (o *order) component(v *cfg.Loc) {
	o.head[v.ID] = true
	for _, e := range v.Out {
		if _, ok := e.Stmt.(*cfg.Return); !ok && o.num[e.To.ID] == 0 {
			o.visit(e.To)
		}
	}
}
