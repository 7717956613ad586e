package bitblast

import (
	"encoding/binary"

	"culprit/internal/ieee"
	"culprit/logic"
)

// simulator evaluates the circuit under the inputs a SAT solver chose, and
// with it the reads and applications, in the order of their creation. Gates
// outside of the emitted cone have no variable: they follow their inputs, and
// inputs without a variable are free.
type simulator struct {
	val   []bool
	cells map[cellKey]int // first access of a cell
	conf  [][2]int        // conflicting accesses
	wrong []int           // accesses of float operations with another value than theirs
}

// cellKey identifies an array cell or a function at one point.
type cellKey struct {
	fn   int32
	arg  uint64
	rest string // further arguments
}

func (s *simulator) lit(l lit) bool { return s.val[l.gate()] != l.negative() }

func (s *simulator) word(x word) uint64 {
	var v uint64
	for i, l := range x {
		if s.lit(l) {
			v |= 1 << uint(i)
		}
	}
	return v
}

// run evaluates everything; conf then holds pairs of accesses of one cell with
// different values, wrong the float operations that have not their values.
func (s *simulator) run(in *instance) {
	b, c := &in.blaster, &in.blaster.c
	if cap(s.val) < len(c.gates) {
		s.val = make([]bool, len(c.gates)+len(c.gates)/4)
	}
	s.val = s.val[:len(c.gates)]
	s.val[0] = false
	s.conf, s.wrong = s.conf[:0], s.wrong[:0]
	if s.cells == nil {
		s.cells = map[cellKey]int{}
	}
	clear(s.cells)
	in.emit.sync()
	at, next := 0, int32(-1)
	if len(b.accesses) > 0 {
		next = b.accesses[0].val[0].gate()
	}
	for i := int32(1); i < int32(len(c.gates)); i++ {
		if i == next { // its arguments are evaluated
			s.access(in, at)
			i += int32(len(b.accesses[at].val)) - 1
			at++
			next = -1
			if at < len(b.accesses) {
				next = b.accesses[at].val[0].gate()
			}
			continue
		}
		if c.gates[i].kind == gateInput {
			s.val[i] = in.emit.vars[i] != 0 && in.sat.value(in.emit.vars[i]<<1)
		} else {
			s.gate(c, i)
		}
	}
}

// gate evaluates a gate whose operands are evaluated.
func (s *simulator) gate(c *circuit, i int32) {
	switch g := &c.gates[i]; g.kind {
	case gateAnd:
		s.val[i] = s.lit(g.a) && s.lit(g.b)
	case gateXor:
		s.val[i] = s.lit(g.a) != s.lit(g.b)
	case gateIte:
		if s.lit(g.a) {
			s.val[i] = s.lit(g.b)
		} else {
			s.val[i] = s.lit(g.c)
		}
	case gateMaj:
		x, y, z := s.lit(g.a), s.lit(g.b), s.lit(g.c)
		s.val[i] = x && y || x && z || y && z
	}
}

func (s *simulator) key(a *access) cellKey {
	k := cellKey{fn: a.fn}
	if len(a.args) > 0 {
		k.arg = s.word(a.args[0])
	}
	if len(a.args) > 1 {
		var buf []byte
		for _, x := range a.args[1:] {
			buf = binary.LittleEndian.AppendUint64(buf, s.word(x))
		}
		k.rest = string(buf)
	}
	return k
}

// access evaluates the i-th access: bits with a variable by the solver, others
// as at the first access of the same cell.
func (s *simulator) access(in *instance, i int) {
	a := &in.blaster.accesses[i]
	if a.float != nil {
		v := a.float.value(s, a.args)
		if s.assign(in, a.val, true, func(j int) bool { return v>>uint(j)&1 == 1 }) {
			s.wrong = append(s.wrong, i)
		}
		return
	}
	k := s.key(a)
	first, seen := s.cells[k]
	if !seen {
		s.cells[k] = i
	}
	if s.assign(in, a.val, seen, func(j int) bool { return s.lit(in.blaster.accesses[first].val[j]) }) {
		s.conf = append(s.conf, [2]int{first, i})
	}
}

// assign gives the bits of an access their values: the solver's, or where it
// has none, due, if that is known. It reports whether one differs from due.
func (s *simulator) assign(in *instance, val word, known bool, due func(j int) bool) (bad bool) {
	for j, l := range val {
		v := in.emit.vars[l.gate()]
		x := v != 0 && in.sat.value(v<<1)
		if known {
			y := due(j)
			if v == 0 {
				x = y
			}
			bad = bad || x != y
		}
		s.val[l.gate()] = x
	}
	return bad
}

// refine checks the SAT solver's model against the congruence of arrays and
// functions and the values of float operations, and adds the axioms and
// circuits that it violates; their number is the result.
func (in *instance) refine() int {
	if len(in.blaster.accesses) == 0 {
		return 0
	}
	in.sim.run(in)
	for _, p := range in.sim.conf {
		in.congruence(&in.blaster.accesses[p[0]], &in.blaster.accesses[p[1]])
	}
	if len(in.sim.wrong) > 0 && len(in.sim.conf) == 0 {
		in.define(in.sim.wrong)
		return 1
	}
	return len(in.sim.conf)
}

// congruence adds: equal arguments give equal values.
func (in *instance) congruence(x, y *access) {
	c := &in.blaster.c
	same := litTrue
	for i := range x.args {
		same = c.and(c.eq(x.args[i], y.args[i]), same)
	}
	in.emit.implied(same.not(), c.eq(x.val, y.val))
}

// Model gives the model found by the last Check, which was Sat.
func (in *instance) Model() *logic.Model {
	b := &in.blaster
	in.emit.sync()
	m := &logic.Model{BV: make(map[logic.T]uint64, len(b.vars))}
	for _, t := range b.vars {
		var v uint64
		for i, l := range b.word(t) {
			if x := in.emit.vars[l.gate()]; x != 0 && in.sat.value(x<<1) {
				v |= 1 << uint(i)
			}
		}
		m.BV[t] = v
	}
	if len(b.accesses) > 0 {
		in.tables(m)
	}
	return m
}

// tables writes arrays and functions as simulated after the last answer.
func (in *instance) tables(m *logic.Model) {
	m.Arr, m.Fun = map[logic.T]*logic.ArrayVal{}, map[string]*logic.FuncVal{}
	s := &in.sim
	for i := range in.blaster.accesses {
		a := &in.blaster.accesses[i]
		if a.float != nil || s.cells[s.key(a)] != i {
			continue
		}
		v := s.word(a.val)
		if a.fn < 0 {
			name := in.blaster.fns[-1-a.fn]
			row := logic.FuncRow{Val: v}
			for _, x := range a.args {
				row.Args = append(row.Args, s.word(x))
			}
			if m.Fun[name] == nil {
				m.Fun[name] = &logic.FuncVal{}
			}
			m.Fun[name].Rows = append(m.Fun[name].Rows, row)
			continue
		}
		arr := in.blaster.arrays[a.fn]
		if arr < 0 {
			continue
		}
		if m.Arr[arr] == nil {
			m.Arr[arr] = &logic.ArrayVal{M: map[uint64]uint64{}}
		}
		m.Arr[arr].M[s.word(a.args[0])] = v
	}
}

// value computes the operation on words that are evaluated.
func (u *floatUse) value(s *simulator, args []word) uint64 {
	v, _ := ieee.Eval(u.op, u.mode, u.w, u.w, s.word(args[0]), s.word(args[len(args)-1]))
	return v
}
