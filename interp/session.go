package interp

import (
	"context"
	"culprit/cfg"
	"culprit/interp/code"
	"io"
	"slices"
)

// Session is a run that can be stopped between two instances, copied and
// continued.
//
// It changes between two codes: fast code, which counts edges per chain and
// can rest only at its heads, and code that traces, for the instances around a
// rest, forced ones, and those that somebody wants to see.
type Session struct {
	prog         *cfg.Program
	fast, tracer *Code
	m            *machine
	in           *runInputs
	tr           *tracer
	few          uint64 // steps not worth a change of code
	points       checkpointing
}

// NewSession prepares a run of prog. Nothing is executed yet.
func NewSession(prog *cfg.Program, conf RunConfig) *Session {
	s := &Session{prog: prog}
	s.fast = compile(prog, conf.options(code.Options{}))
	s.tracer = compile(prog, conf.options(code.Options{Trace: true}))
	s.prepare(conf)
	return s
}

// Again prepares another run of the same program, with a configuration that
// asks for the same checks. The two share what is compiled.
func (s *Session) Again(conf RunConfig) *Session {
	n := &Session{prog: s.prog, fast: s.fast, tracer: s.tracer}
	n.prepare(conf)
	return n
}

func (s *Session) prepare(conf RunConfig) {
	conf.Limits.Record = false
	s.tr, s.few = newTracer(s.prog), 64
	if conf.Inputs != nil {
		conf.Inputs = newMemo(conf.Inputs)
	}
	s.m, s.in = prepare(s.fast, &conf)
}

// At is the number of instances executed so far. A writer that the library
// prints to may ask: the instance under way then counts.
func (s *Session) At() int {
	if m := s.m; m.libFunc != "" {
		return int(m.steps - m.code.ahead(m.libPC))
	}
	return int(s.m.steps)
}

// RunTo continues until the next instance would be number at, or the run
// ends; it reports whether the run continues.
func (s *Session) RunTo(at int) bool {
	if uint64(max(at, 0)) <= s.m.steps {
		return s.m.status == Running
	}
	return s.run(uint64(at), nil)
}

// run continues until number at, and hands the instances to visit.
func (s *Session) run(at uint64, visit func(*cfg.Instance) bool) bool {
	for s.m.status == Running && s.m.steps < at {
		to := at
		if visit == nil {
			s.skim(min(at, s.tr.next, s.m.maxSteps))
			if s.tr.next != never {
				to = min(at, s.tr.next+1)
			}
		}
		if s.m.status == Running && s.m.steps < to {
			s.step(to, nil, visit)
		}
	}
	return s.m.status == Running
}

// skim runs fast code as long as it does not pass number to.
func (s *Session) skim(to uint64) {
	m := s.m
	if to <= m.steps+s.few {
		return
	}
	if m.code != s.fast {
		if !s.fast.Head[m.next] {
			s.step(to, s.fast.Head, nil)
		}
		if m.status != Running || to <= m.steps+s.few {
			return
		}
		s.change(s.fast, nil)
	}
	m.pause, m.limit = to, m.steps
	m.run()
}

// step runs code that traces until number to, or until control is at one of
// the heads.
func (s *Session) step(to uint64, heads []bool, visit func(*cfg.Instance) bool) {
	if s.m.code != s.tracer {
		s.change(s.tracer, s.tr)
	}
	s.tr.pause, s.tr.heads, s.tr.visit, s.tr.on = to, heads, visit, visit != nil
	s.m.run()
	if l := s.tr.to; l != nil {
		s.tr.to = nil
		if s.m.status == Running {
			s.m.next = int32(l.ID)
			s.m.pc = s.m.code.PcOf[s.m.next]
		}
	}
	s.m.last()
}

// change continues with other code at the location reached.
func (s *Session) change(c *Code, t *tracer) {
	m := s.m
	vars := len(s.prog.Vars)
	if c.Opt.Uninit {
		vars *= 2
	}
	reg := c.registers(c.Init)
	copy(reg, m.reg[:vars])
	m.code.recycle(m.reg)
	m.code, m.reg, m.tr = c, reg, t
	m.pc = c.PcOf[m.next]
	m.pause, m.limit = never, m.steps
}

// Untrace leaves the code that traces if fast code can go on from here, so that
// copies of a session that is copied often need not.
func (s *Session) Untrace() {
	if m := s.m; m.status == Running && m.code != s.fast && s.fast.Head[m.next] {
		s.change(s.fast, nil)
	}
}

// Release gives back the registers of a run that is over. Nothing may be asked of
// the session afterwards, and no value of its result.
func (s *Session) Release() {
	s.m.code.recycle(s.m.reg)
	s.m.reg = nil
}

// Fork copies the session; memory pages are shared until written.
func (s *Session) Fork() *Session {
	c := *s
	in := *s.in
	c.in = &in
	c.m = s.m.clone(c.in)
	c.tr = s.tr.clone()
	if s.m.tr != nil {
		c.m.tr = c.tr
	}
	return &c
}

// Force adds changes at instances not executed yet. Of several for one
// instance the last one counts.
func (s *Session) Force(f ...Force) { s.tr.force(f, s.m.steps) }

// Turn is for a visitor of an instance that left a branch: the run continues
// where another edge out of the branch leads to.
func (s *Session) Turn(e *cfg.Edge) { s.Jump(e.To) }

// Jump is for a visitor of any instance: the run continues at a location of the
// procedure that control is in. It is false, and nothing happens, if no run can
// come there.
func (s *Session) Jump(l *cfg.Loc) bool {
	if s.tracer.PcOf[l.ID] < 0 {
		return false
	}
	s.tr.to = l
	return true
}

// Next is the location that control is at.
func (s *Session) Next() *cfg.Loc { return s.prog.Locs[s.m.next] }

// Set gives a variable a value, between two instances.
func (s *Session) Set(x *cfg.Var, v uint64) { s.m.define(x, v&code.MaskOf(x.Type.Width())) }

// SetOutput says where the output of this session goes from now on; nil keeps
// it for the result, from now on. Copies made later inherit the writers.
func (s *Session) SetOutput(stdout, stderr io.Writer) {
	conf := *s.in.conf
	conf.Stdout, conf.Stderr = stdout, stderr
	s.in.conf = &conf
	s.m.setOutput(stdout, stderr)
}

// Heed shows the standard output, where the session keeps it, after each call of
// the library, and ends the run with status Stopped once visit is false.
func (s *Session) Heed(visit func(stdout []byte) bool) { s.m.printed = visit }

// SetContext says what may interrupt this session from now on; nil: nothing.
func (s *Session) SetContext(ctx context.Context) {
	s.m.ctx, s.m.limit = ctx, s.m.steps // the next look at the limits sees it
}

// Finish runs to the end.
func (s *Session) Finish() RunResult {
	s.run(never, nil)
	return s.m.result()
}

// Watch runs to the end and hands each instance to visit, which may keep
// nothing of it and says whether to continue.
func (s *Session) Watch(visit func(*cfg.Instance) bool) RunResult {
	s.run(never, visit)
	return s.m.result()
}

// WatchAt is Watch for the instances that leave some locations, by Loc.ID; the
// others are executed without a record of what they read and write.
func (s *Session) WatchAt(locs []bool, visit func(*cfg.Instance) bool) RunResult {
	s.tr.only = locs
	s.run(never, visit)
	s.tr.only = nil
	return s.m.result()
}

// clone copies a machine between two instances.
func (m *machine) clone(in *runInputs) *machine {
	c := *m
	in.m = &c
	in.conf = in.conf.fork()
	c.inputs = in
	if ch, ok := in.conf.Inputs.(Chooser); ok {
		c.choose = ch.Choose
	}
	c.reg = m.code.registers(m.reg)
	c.mem = m.mem.clone()
	if m.shadow != nil {
		c.shadow = m.shadow.clone()
	}
	c.blocks = m.blocks.clone()
	if m.own != nil {
		c.own = m.own.clone()
		c.statics = c.own.statics
	}
	c.cloneLib(m, in.conf)
	c.frames = slices.Clone(m.frames)
	c.checker = m.checker.clone()
	c.scratch, c.enabled, c.enabledAt = nil, nil, nil
	c.trace = &cfg.Trace{}
	return &c
}

// The state of a session at rest, to be compared with that of another run and
// changed (paper 002). Nothing here counts as an instance.

// slot is the place of a variable in the activation at a depth of calls, 0
// being Main. An activation of the same procedure further in has saved it.
func (s *Session) slot(v *cfg.Var, depth int) *uint64 {
	m := s.m
	if v.Proc == nil || v == v.Proc.Ret || m.own == nil {
		return &m.reg[v.ID]
	}
	for _, f := range m.frames[min(max(depth, 0), len(m.frames)):] {
		if int(f.proc) == v.Proc.ID && f.saved >= 0 {
			if k := slices.Index(m.own.locals[f.proc], int32(v.ID)); k >= 0 {
				return &m.own.saved[int(f.saved)+k]
			}
		}
	}
	return &m.reg[v.ID]
}

// Value is what a variable has in the activation at a depth of calls.
func (s *Session) Value(v *cfg.Var, depth int) uint64 {
	return *s.slot(v, depth) & code.MaskOf(v.Type.Width())
}

// SetValue gives a variable of that activation another value.
func (s *Session) SetValue(v *cfg.Var, depth int, x uint64) {
	p := s.slot(v, depth)
	*p = x & code.MaskOf(v.Type.Width())
	if n := len(s.prog.Vars); s.m.code.Opt.Uninit && p == &s.m.reg[v.ID] {
		s.m.reg[n+v.ID] = 0
	}
}

// Word reads up to 8 bytes of memory as a little-endian number.
func (s *Session) Word(addr, size uint64) uint64 {
	v := uint64(0)
	for i := range min(size, 8) {
		v |= uint64(s.m.mem.byteAt(addr+i)) << (8 * i)
	}
	return v
}

// Block is the live block of memory that contains an address; ok is false if there
// is none.
func (s *Session) Block(addr uint64) (start, size uint64, ok bool) {
	b := s.m.blockAt(addr)
	if b == nil || b.dead || !b.contains(addr, 1) {
		return 0, 0, false
	}
	return b.addr, b.size, true
}

// Freed reports whether an address is in a block of the heap that was freed.
func (s *Session) Freed(addr uint64) bool { return s.m.wasFreed(addr) }

// SetWord writes up to 8 bytes of memory.
func (s *Session) SetWord(addr, size, x uint64) {
	for i := range min(size, 8) {
		s.m.mem.setByte(addr+i, byte(x>>(8*i)))
	}
	if s.m.shadow != nil {
		s.m.shadow.fill(addr, 0, size)
	}
}

// NewBlock makes a block of the heap, which nothing points to. It is false
// where there is no room.
func (s *Session) NewBlock(size uint64) (addr uint64, ok bool) {
	m := s.m
	if m.status != Running || m.pool == nil || size > m.mem.mask>>1 {
		return 0, false
	}
	top := *m.heapTop()
	p := (top + cfg.HeapAlign - 1) &^ (cfg.HeapAlign - 1)
	end := p + room(size)
	if p < top || end < p || end > stackBase(s.prog.PtrBits) {
		return 0, false
	}
	*m.heapTop() = end
	m.heap = append(m.heap, block{addr: p, size: size})
	m.lastBlock = nil // the table may have moved
	m.mem.fill(p, 0, size)
	if m.shadow != nil {
		m.shadow.fill(p, 0, size)
	}
	return p, true
}

// LibraryState is a number for the state of the C library except for what was
// printed: positions and contents of files and streams, random numbers.
func (s *Session) LibraryState() uint64 { return s.m.lib.State() }

// TakeLibrary gives the session the state of the C library in another one, but
// for what was printed.
func (s *Session) TakeLibrary(from *Session) { s.m.lib = s.m.lib.With(from.m.lib) }

// Visit continues to the end of the run, or until visit returns false after an
// instance: the run has the status Stopped then. The reads and writes of an
// instance are valid during the call.
func (s *Session) Visit(visit func(*cfg.Instance) bool) RunResult {
	s.run(never, visit)
	return s.m.result()
}
