package interp

import (
	"slices"

	"culprit/cfg"
)

// Code compiled with trace executes statement instances one by one: code.Begin,
// the statement with the accesses it makes, code.Done. Between two instances the
// machine can stop, be copied, and change to other code, because its state is
// then a location, the variables, the open calls and memory.

func newTracer(p *cfg.Program) *tracer { return &tracer{vars: p.Vars, pause: never, next: never} }

// clone copies what outlives an instance.
func (t *tracer) clone() *tracer {
	return &tracer{vars: t.vars, pause: never, next: t.next, forces: append([]Force(nil), t.forces...)}
}

func (t *tracer) mark() { t.marks = append(t.marks, len(t.inst.Reads)) }

// keep drops the reads of all conditions but the i-th.
func (t *tracer) keep(i int) {
	from, to := t.marks[i], len(t.inst.Reads)
	if i+1 < len(t.marks) {
		to = t.marks[i+1]
	}
	t.inst.Reads = append(t.inst.Reads[:0], t.inst.Reads[from:to]...)
	t.marks = t.marks[:0]
}

// The records of accesses. Accesses after a fault in its instance are dropped.

func (t *tracer) readVar(m *machine, v int32) {
	if t.on {
		t.inst.Reads = append(t.inst.Reads, cfg.Access{Var: t.vars[v], Value: m.reg[v]})
	}
}

func (t *tracer) writeVar(m *machine, v int32) {
	if t.on {
		t.inst.Writes = append(t.inst.Writes, cfg.Access{Var: t.vars[v], Value: m.reg[v]})
	}
}

func (t *tracer) readMem(addr, size, v uint64) {
	if t.on {
		t.inst.Reads = append(t.inst.Reads, cfg.Access{Addr: addr, Size: size, Value: v})
	}
}

func (t *tracer) writeMem(m *machine, addr, size, v uint64) {
	if m.status == Running {
		t.inst.Writes = append(t.inst.Writes, cfg.Access{Addr: addr, Size: size, Value: v})
	}
}

// seen reports whether the instances of an edge are visited.
func (t *tracer) seen(e *cfg.Edge) bool { return t.only == nil || t.only[e.From.ID] }

// Force changes what happens at one statement instance of a run.
type Force struct {
	// At is the number of the instance (the index of the edge among those
	// that the run executes).
	At int
	// Edge, if not nil, is the statement that the instance has to be of for its
	// values to be changed.
	Edge *cfg.Edge
	// Take, if not nil, is taken out of its From location instead of what the
	// conditions there say; its From must be the location that the run is at,
	// else the run ends with status Stopped. The reads of the instance are
	// those of the condition of Take.
	Take *cfg.Edge
	// Value, if SetValue, replaces what the instance writes to its
	// destination: Assign, Havoc, Store, Lib.
	SetValue bool
	Value    uint64
	// Args, if not nil, are the values of the parameters of a Call.
	Args []uint64
	// Cells are written after what the instance writes: variables, and memory
	// of up to 8 bytes.
	Cells []cfg.Access
}

// force adds changes; of several for one instance the last counts.
func (t *tracer) force(forces []Force, done uint64) {
	for _, f := range forces {
		if f.At >= 0 && uint64(f.At) >= done {
			t.forces = slices.DeleteFunc(t.forces, func(g Force) bool { return g.At == f.At })
			t.forces = append(t.forces, f)
		}
	}
	slices.SortFunc(t.forces, func(a, b Force) int { return a.At - b.At })
	t.upcoming(done)
}

// upcoming finds the next forced instance, among those from number at on.
func (t *tracer) upcoming(at uint64) {
	t.next = never
	for _, f := range t.forces {
		if uint64(f.At) >= at {
			t.next = uint64(f.At)
			return
		}
	}
}

// forced is the change at an instance, or nil.
func (t *tracer) forced(at uint64) *Force {
	for i := range t.forces {
		if uint64(t.forces[i].At) == at {
			return &t.forces[i]
		}
	}
	return nil
}
