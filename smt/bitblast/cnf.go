package bitblast

import "slices"

// A sink of clauses is a SAT solver seen from the encoder: variables from 1 up,
// literals are variable*2, plus one if negated.
type sink interface {
	newVar() int32
	addClause(ls []int32)
}

// Directions in which a gate's definition is needed (Plaisted and Greenbaum):
// up: variable implies function; down: function implies variable.
const (
	dirUp   uint8 = 1
	dirDown uint8 = 2
	dirBoth       = dirUp | dirDown
)

// emitter turns the cone of demanded literals into clauses, each gate at most
// once per direction, so that it can be called again as the circuit grows.
type emitter struct {
	c       *circuit
	out     sink
	vars    []int32 // by gate: SAT variable, 0 = none
	have    []uint8 // by gate: directions emitted
	todo    []need
	clause  []int32
	leaves  []lit
	stack   []lit
	clauses int
	full    bool // always emit both directions
}

type need struct {
	gate int32
	dir  uint8
}

func (e *emitter) reset(c *circuit, out sink) {
	e.c, e.out = c, out
	e.vars, e.have = e.vars[:0], e.have[:0]
	e.todo, e.clauses, e.full = e.todo[:0], 0, false
}

func (e *emitter) sync() {
	n := len(e.c.gates)
	for len(e.vars) < n {
		e.vars = append(e.vars, 0)
		e.have = append(e.have, 0)
	}
}

// satLit names a literal, without demanding its definition. It must not be
// constant.
func (e *emitter) satLit(l lit) int32 {
	g := l.gate()
	if e.vars[g] == 0 {
		e.vars[g] = e.out.newVar()
	}
	return e.vars[g]<<1 | int32(l&1)
}

// use names l and demands the direction in which it is used: up when l must
// imply its function.
func (e *emitter) use(l lit, dir uint8) int32 {
	g := l.gate()
	if l.negative() {
		dir = dir>>1 | dir<<1&dirBoth
	}
	if e.full {
		dir = dirBoth
	}
	if e.have[g]&dir != dir && e.c.gates[g].kind != gateInput {
		e.todo = append(e.todo, need{g, dir &^ e.have[g]})
		e.have[g] |= dir
	}
	return e.satLit(l)
}

func (e *emitter) add(ls ...int32) {
	e.clauses++
	e.out.addClause(ls)
}

// assert makes l true in every model. It reports false if l is constant
// false, in which case nothing is added.
func (e *emitter) assert(l lit) bool {
	e.sync()
	if l == litFalse {
		return false
	}
	e.stack = append(e.stack[:0], l)
	for len(e.stack) > 0 {
		l := e.stack[len(e.stack)-1]
		e.stack = e.stack[:len(e.stack)-1]
		if l == litTrue {
			continue
		}
		g := &e.c.gates[l.gate()]
		switch {
		case g.kind == gateAnd && !l.negative():
			e.stack = append(e.stack, g.b, g.a)
		case g.kind == gateAnd:
			e.clause = e.clause[:0]
			for _, x := range e.flatten(l.not()) {
				e.clause = append(e.clause, e.use(x.not(), dirUp))
			}
			e.add(e.clause...)
		case g.kind == gateXor: // two clauses, no variable
			b := g.b ^ l&1
			e.add(e.use(g.a, dirBoth), e.use(b, dirBoth))
			e.add(e.use(g.a, dirBoth)^1, e.use(b, dirBoth)^1)
		default:
			e.add(e.use(l, dirUp))
		}
	}
	e.drain()
	return true
}

// assumption names l with both directions needed of an assumption literal:
// assuming it must imply its function.
func (e *emitter) assumption(l lit) int32 {
	e.sync()
	s := e.use(l, dirUp)
	e.drain()
	return s
}

// implied adds the clause: ls, each used upwards. False literals are dropped;
// a true one drops the clause.
func (e *emitter) implied(ls ...lit) {
	e.sync()
	e.clause = e.clause[:0]
	if slices.Contains(ls, litTrue) {
		return
	}
	for _, l := range ls {
		if l != litFalse {
			e.clause = append(e.clause, e.use(l, dirUp))
		}
	}
	e.add(e.clause...)
	e.drain()
}

func (e *emitter) drain() {
	for len(e.todo) > 0 {
		n := e.todo[len(e.todo)-1]
		e.todo = e.todo[:len(e.todo)-1]
		e.emit(n.gate, n.dir)
	}
}

// flatten returns the leaves of the conjunction l: conjunctions used only
// once are expanded.
func (e *emitter) flatten(l lit) []lit {
	g := &e.c.gates[l.gate()]
	leaves := append(e.leaves[:0], g.a, g.b)
	for i := 0; i < len(leaves); {
		x := leaves[i]
		if h := &e.c.gates[x.gate()]; h.kind == gateAnd && !x.negative() && h.refs == 1 && e.have[x.gate()] == 0 {
			leaves[i] = h.a
			leaves = append(leaves, h.b)
			continue
		}
		i++
	}
	e.leaves = leaves
	return leaves
}

// emit adds the defining clauses of gate i in these directions.
func (e *emitter) emit(i int32, dir uint8) {
	g := e.c.gates[i]
	up, down := dir&dirUp != 0, dir&dirDown != 0
	f := e.satLit(lit(i) << 1)
	nf := f ^ 1
	switch g.kind {
	case gateAnd:
		leaves := e.flatten(lit(i) << 1)
		if up {
			for _, l := range leaves {
				e.add(nf, e.use(l, dirUp))
			}
		}
		if down {
			e.clause = append(e.clause[:0], f)
			for _, l := range leaves {
				e.clause = append(e.clause, e.use(l, dirDown)^1)
			}
			e.add(e.clause...)
		}
	case gateXor:
		a, b := e.use(g.a, dirBoth), e.use(g.b, dirBoth)
		if up {
			e.add(nf, a, b)
			e.add(nf, a^1, b^1)
		}
		if down {
			e.add(f, a, b^1)
			e.add(f, a^1, b)
		}
	case gateIte:
		s, t, x := e.use(g.a, dirBoth), e.use(g.b, dir), e.use(g.c, dir)
		if up {
			e.add(s^1, t, nf)
			e.add(s, x, nf)
			e.add(t, x, nf)
		}
		if down {
			e.add(s^1, t^1, f)
			e.add(s, x^1, f)
			e.add(t^1, x^1, f)
		}
	case gateMaj:
		a, b, d := e.use(g.a, dir), e.use(g.b, dir), e.use(g.c, dir)
		if up {
			e.add(a, b, nf)
			e.add(a, d, nf)
			e.add(b, d, nf)
		}
		if down {
			e.add(a^1, b^1, f)
			e.add(a^1, d^1, f)
			e.add(b^1, d^1, f)
		}
	}
}
