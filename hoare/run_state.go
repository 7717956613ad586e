package hoare

import (
	"maps"
	"slices"

	"culprit/cfg"
	"culprit/logic"
)

// RunState is where a walk along a recorded run stands: what variables and
// memory hold, as terms over concrete addresses, the calls that are open, the
// instance under way, and the values that symbols have in the run. Run walks
// along the run alone; an unroller may leave it as well (lab/maxsat).
type RunState struct {
	TB    *logic.Table
	Prog  *cfg.Program
	Enc   *Encoder // without state symbols
	Model *logic.Model
	// Inst is the instance under way, nil off the run. The values that it read
	// stand in where the state has no term.
	Inst *cfg.Instance
	// Changing is called before a cell changes, with what it holds, if it is not nil.
	Changing func(c RunCell, old RunByte)

	ev    *logic.Evaluator
	vars  []logic.T // by Var.ID, 0 if there is no term
	mem   runMemory
	calls []openCall
	open  []int // activations by procedure
	saved []logic.T
	own   [][]*cfg.Var // variables of a procedure that each activation has
}

// openCall is an open call.
type openCall struct {
	proc  *cfg.Proc
	saved int // where its saved terms begin, -1 if nothing was saved
}

// NewRunState is the state at the beginning of a run of prog: nothing has a
// term.
func NewRunState(tb *logic.Table, prog *cfg.Program) *RunState {
	s := &RunState{
		TB: tb, Prog: prog, Enc: &Encoder{TB: tb, Prog: prog}, Model: logic.NewModel(), ev: logic.NewEvaluator(tb),
		vars: make([]logic.T, len(prog.Vars)), mem: runMemory{}, open: make([]int, len(prog.Procs)),
		own: make([][]*cfg.Var, len(prog.Procs)),
	}
	s.ev.Reset(s.Model)
	s.open[prog.Main.ID] = 1
	for _, v := range prog.Vars {
		if v.Proc != nil && v != v.Proc.Ret {
			s.own[v.Proc.ID] = append(s.own[v.Proc.ID], v)
		}
	}
	return s
}

// release gives up all but the values of symbols.
func (s *RunState) release() {
	s.vars, s.mem, s.calls, s.saved, s.own, s.Inst = nil, nil, nil, nil, nil, nil
}

// Fresh makes a symbol with its value in the run.
func (s *RunState) Fresh(name string, sort logic.Sort, value uint64) logic.T {
	t := s.TB.Fresh(name, sort)
	s.Model.BV[t] = value
	return t
}

// Eval is the value of a term in the run.
func (s *RunState) Eval(t logic.T) uint64 { return s.ev.Value(t) }

// Recorded is a definition that has the value which the run wrote, or else that
// value; ok says which.
func (s *RunState) Recorded(def logic.T, sort logic.Sort, value uint64) (t logic.T, ok bool) {
	konst := s.TB.Constant(sort, value)
	if s.TB.Sort(def) != sort || s.Eval(def) != s.TB.ConstVal(konst) {
		return konst, false
	}
	return def, true
}

// HasVar reports whether a variable has a term, and returns it.
func (s *RunState) HasVar(v *cfg.Var) (logic.T, bool) {
	t := s.vars[v.ID]
	return t, t != 0
}

// Variable is the value of a variable: its term, or what the instance read.
func (s *RunState) Variable(v *cfg.Var) (t logic.T, ok bool) {
	if t := s.vars[v.ID]; t != 0 {
		return t, true
	}
	if s.Inst != nil {
		for _, a := range s.Inst.Reads {
			if a.Var == v {
				return s.TB.Constant(SortOf(v.Type), a.Value), true
			}
		}
	}
	return 0, false
}

// SetVar gives a variable a term; 0 forgets it.
func (s *RunState) SetVar(v *cfg.Var, t logic.T) { s.Set(RunCell{Var: int32(v.ID)}, RunByte{Term: t}) }

// SetByte changes one byte of memory.
func (s *RunState) SetByte(addr uint64, b RunByte) { s.Set(RunCell{-1, addr}, b) }

// Write puts the bytes of a term of 8*size bits at addr.
func (s *RunState) Write(addr, size uint64, t logic.T) {
	for k := range size {
		s.Set(RunCell{-1, addr + k}, RunByte{t, uint8(k)})
	}
}

// CopyBytes puts n consecutive bytes of a term at addr, or forgets as many if
// there is none.
func (s *RunState) CopyBytes(addr, n uint64, first RunByte) {
	if first.Term == 0 {
		s.Clear(addr, n)
		return
	}
	for k := range n {
		s.Set(RunCell{-1, addr + k}, RunByte{first.Term, first.K + uint8(k)})
	}
}

// Clear forgets a range of memory.
func (s *RunState) Clear(addr, size uint64) {
	if s.Changing == nil {
		s.mem.clear(addr, size)
		return
	}
	if size <= runPageSize {
		for k := range size {
			s.Set(RunCell{-1, addr + k}, RunByte{})
		}
		return
	}
	for _, p := range slices.Sorted(maps.Keys(s.mem)) {
		for k := range uint64(runPageSize) {
			if a := p<<runPageBits + k; a-addr < size {
				s.Set(RunCell{-1, a}, RunByte{})
			}
		}
	}
}

// Forget makes a written cell one whose value only the run knows.
func (s *RunState) Forget(w cfg.Access) {
	if w.Var != nil {
		s.SetVar(w.Var, 0)
	} else {
		s.Clear(w.Addr, w.Size)
	}
}

// Known reports whether all bytes of a range have terms.
func (s *RunState) Known(addr, size uint64) bool {
	for k := range size {
		if s.mem.at(addr+k).Term == 0 {
			return false
		}
	}
	return true
}

// Read is what memory holds: terms, and for bytes without terms what the
// instance read, or else what unknown gives for n bytes.
func (s *RunState) Read(addr, size uint64, unknown func(n int) logic.T) logic.T {
	var v logic.T
	for k := uint64(0); k < size; {
		b, n := s.mem.run(addr+k, size-k)
		part := logic.T(0)
		if b.Term != 0 {
			part = s.Part(b, n)
		} else if value, ok := s.read(addr+k, n); ok {
			part = s.TB.BV(int(8*n), value)
		} else {
			part = unknown(int(n))
		}
		if k == 0 {
			v = part
		} else {
			v = s.TB.Concat(part, v)
		}
		k += n
	}
	return v
}

// read is what the instance read at a range.
func (s *RunState) read(addr, size uint64) (uint64, bool) {
	if s.Inst == nil {
		return 0, false
	}
	for _, a := range s.Inst.Reads {
		if a.Var == nil && a.Size <= 8 && a.Addr <= addr && addr+size <= a.Addr+a.Size {
			return a.Value >> (8 * (addr - a.Addr)), true
		}
	}
	return 0, false
}

// Stretch is the number of bytes from addr on, at most size, that are
// consecutive bytes of one term, or all without a term; and the first of them.
func (s *RunState) Stretch(addr, size uint64) (RunByte, uint64) { return s.mem.run(addr, size) }

// Part is the value of n bytes of a term.
func (s *RunState) Part(b RunByte, n uint64) logic.T {
	lo := 8 * int(b.K)
	hi := lo + 8*int(n) - 1
	if lo == 0 && hi+1 == s.TB.Width(b.Term) {
		return b.Term
	}
	return s.TB.Extract(hi, lo, b.Term)
}

// Enter opens an activation of a procedure. A nested one has variables of its
// own.
func (s *RunState) Enter(f *cfg.Proc) {
	c := openCall{proc: f, saved: -1}
	s.open[f.ID]++
	if s.open[f.ID] > 1 {
		c.saved = len(s.saved)
		for _, v := range s.own[f.ID] {
			s.saved = append(s.saved, s.vars[v.ID])
		}
	}
	s.calls = append(s.calls, c)
}

// Exit closes the innermost activation, if it is not that of Main. The result
// is left alone, as the caller reads it.
func (s *RunState) Exit() {
	if len(s.calls) == 0 {
		return
	}
	c := s.calls[len(s.calls)-1]
	s.calls = s.calls[:len(s.calls)-1]
	s.open[c.proc.ID]--
	if c.saved >= 0 {
		for k, v := range s.own[c.proc.ID] {
			s.SetVar(v, s.saved[c.saved+k])
		}
		s.saved = s.saved[:c.saved]
	}
}

// Open is the number of open activations of a procedure.
func (s *RunState) Open(f *cfg.Proc) int { return s.open[f.ID] }

// RunCell is a variable, by its ID, or if that is -1 a byte of memory.
type RunCell struct {
	Var  int32
	Addr uint64
}

// Holds is what a cell holds.
func (s *RunState) Holds(c RunCell) RunByte {
	if c.Var >= 0 {
		return RunByte{Term: s.vars[c.Var]}
	}
	return s.mem.at(c.Addr)
}

// Set changes what a cell holds.
func (s *RunState) Set(c RunCell, b RunByte) {
	if s.Changing != nil {
		old := s.Holds(c)
		if old == b {
			return
		}
		s.Changing(c, old)
	}
	if c.Var >= 0 {
		s.vars[c.Var] = b.Term
	} else {
		s.mem.set(c.Addr, b)
	}
}

// ToBytes is a value of type t as memory holds it.
func ToBytes(tb *logic.Table, v logic.T, t cfg.Type) logic.T {
	switch n := 8 * t.Bytes(); {
	case t.Kind == cfg.Bool:
		return tb.Ite(v, tb.BV(8, 1), tb.BV(8, 0))
	case t.Width() < n:
		return tb.ZExt(v, n)
	}
	return v
}

// FromBytes is the value of type t that memory holds as v.
func FromBytes(tb *logic.Table, v logic.T, t cfg.Type) logic.T {
	switch {
	case t.Kind == cfg.Bool:
		return tb.Not(tb.Eq(v, tb.BV(tb.Width(v), 0)))
	case t.Width() < tb.Width(v):
		return tb.Extract(t.Width()-1, 0, v)
	}
	return v
}

// runMemory maps addresses to bytes of symbols. Pages keep what neighbours
// share; a byte without term is one whose value only the run knows.
type runMemory map[uint64]*runPage

const (
	runPageBits = 8
	runPageSize = 1 << runPageBits
)

type runPage [runPageSize]RunByte

// RunByte is byte number K of the value of a bit-vector term; without a term
// only the run knows it, if anybody does.
type RunByte struct {
	Term logic.T
	K    uint8
}

func (m runMemory) at(addr uint64) RunByte {
	if p := m[addr>>runPageBits]; p != nil {
		return p[addr&(runPageSize-1)]
	}
	return RunByte{}
}

func (m runMemory) set(addr uint64, b RunByte) {
	p := m[addr>>runPageBits]
	if p == nil {
		if b == (RunByte{}) {
			return
		}
		p = &runPage{}
		m[addr>>runPageBits] = p
	}
	p[addr&(runPageSize-1)] = b
}

// clear forgets a range; whole pages go away.
func (m runMemory) clear(addr, size uint64) {
	if size>>runPageBits > uint64(len(m)) { // more pages than there are
		for p := range m {
			if base := p << runPageBits; base-addr < size && base-addr+runPageSize <= size {
				delete(m, p)
			}
		}
		first := (runPageSize - addr&(runPageSize-1)) & (runPageSize - 1)
		last := (addr + size) & (runPageSize - 1)
		m.clear(addr, first)
		m.clear(addr+size-last, last)
		return
	}
	for k := uint64(0); k < size; {
		a := addr + k
		if a&(runPageSize-1) == 0 && size-k >= runPageSize {
			delete(m, a>>runPageBits)
			k += runPageSize
			continue
		}
		m.set(a, RunByte{})
		k++
	}
}

// run is the number of bytes from addr on, at most size, that are consecutive
// bytes of one term, or all without term.
func (m runMemory) run(addr, size uint64) (RunByte, uint64) {
	b := m.at(addr)
	n := uint64(1)
	for n < size {
		c := m.at(addr + n)
		if c.Term != b.Term || b.Term != 0 && c.K != b.K+uint8(n) {
			break
		}
		n++
	}
	return b, n
}
