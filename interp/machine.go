package interp

import (
	"context"
	"fmt"
	"maps"

	"culprit/cfg"
	"culprit/interp/code"
)

func newMachine(c *Code, inputs InputSource, lim Limits) *machine {
	return renewed(nil, c, inputs, lim)
}

// renewed is a new machine or, unless that is nil, an old one of the same code and limits in
// its place, which begins again.
func renewed(m *machine, c *Code, inputs InputSource, lim Limits) *machine {
	lim = lim.withDefaults()
	if m == nil {
		m = &machine{mem: newMemory(c.Prog.PtrBits, lim.Pages), checker: checker{noted: make(map[noteKey]bool)}}
		if c.Opt.Own {
			m.own = newActivations(c)
		}
	} else {
		m.mem.empty()
		clear(m.noted)
		if m.own != nil {
			m.own.begin(c)
		}
	}
	*m = machine{
		code:     c,
		reg:      append(m.reg[:0], c.Init...),
		frames:   m.frames[:0],
		mem:      m.mem,
		own:      m.own,
		inputs:   inputs,
		pc:       c.Entry,
		limits:   limits{limit: uint64(lim.Steps), maxSteps: uint64(lim.Steps), pause: never, maxDepth: lim.Depth},
		checker:  checker{noted: m.noted},
		blocks:   blocks{ptrBits: c.Prog.PtrBits, statics: c.statics, deaths: [lifetimes]uint64{1, 1}},
		recorder: recorder{trace: &cfg.Trace{}, next: int32(c.Prog.Main.Entry.ID), hits: m.hits},
	}
	if m.own != nil {
		m.statics = m.own.statics
	}
	if c.Opt.Regions {
		m.owner = make(map[uint64]int32)
	}
	if c.Opt.Uninit {
		m.shadow = newMemory(c.Prog.PtrBits, lim.Pages)
	}
	if c.Opt.Trace {
		m.tr = newTracer(c.Prog)
	}
	if ch, ok := inputs.(Chooser); ok {
		m.choose = ch.Choose
	}
	return m
}

// pauseSteps is how many statements are executed between two looks at the
// context: about a millisecond.
const pauseSteps = 1 << 18

// watch lets the context end the execution.
func (m *machine) watch(ctx context.Context) {
	if ctx != nil {
		m.ctx = ctx
		m.limit = min(m.maxSteps, pauseSteps)
	}
}

// mayCount is called by code.Count when the limit would be passed. It reports
// whether the execution continues.
func (m *machine) mayCount(pc int32, in *code.Instr) bool {
	if m.status != Running {
		return false
	}
	if m.steps+in.Mask > m.pause {
		m.next = in.Dst
		return false
	}
	if m.steps >= m.limit {
		return m.more(pc)
	}
	return true
}

// more is called when limit steps are taken, and reports whether the execution
// continues.
func (m *machine) more(pc int32) bool {
	switch {
	case m.steps >= m.maxSteps:
		m.stopAt(pc, StepLimit, count(m.steps, "statement")+" executed")
		return false
	case m.ctx != nil && m.ctx.Err() != nil:
		m.stopAt(pc, Interrupted, context.Cause(m.ctx).Error())
		return false
	}
	m.limit = min(m.maxSteps, m.pause)
	if m.ctx != nil {
		m.limit = min(m.limit, m.steps+pauseSteps)
	}
	return true
}

// outOfMemory stops at the limit on memory.
func (m *machine) outOfMemory(pc int32) {
	m.stopAt(pc, MemoryLimit, fmt.Sprintf("the program uses more than %d MiB", m.mem.bytes()>>20))
}

// access checks a memory access of n bytes.
func (m *machine) access(pc int32, addr, n uint64, write bool) bool {
	if n == 0 {
		return true
	}
	if k, b := m.classify(addr, n, write); k != NoFault {
		if k == ConstWrite && m.initialising(pc, b.obj) {
			return true
		}
		m.badAccess(pc, k, addr, n, write, b)
		return !m.strict
	}
	return true
}

// initialising reports whether the instruction at pc gives a constant its first
// value. In memory that can be written, any statement may do so that names it, and is
// no call, and so does what drives the function in question.
func (m *machine) initialising(pc int32, o *cfg.Object) bool {
	id := m.code.EdgeAt[pc]
	if id < 0 {
		return false
	}
	e := m.code.Prog.Edges[id]
	_, addr, _ := cfg.Written(e.Stmt)
	if addr == nil {
		return false
	}
	_, named := cfg.Base(addr).(*cfg.AddrOf)
	return e.Initialises(addr) || !o.Protected() && (named && e.Call == nil || m.code.Prog.Drives(e))
}

// inputsEnded stops at a statement for which there is no input.
func (m *machine) inputsEnded(e *cfg.Edge) {
	what := e.Text
	if what == "" {
		what = describe(e)
	}
	m.at = e.Pos
	m.stop(InputsEnded, "no input is left for "+what)
}

// havocMemory gives a range the values the inputs choose.
func (m *machine) havocMemory(e *cfg.Edge, addr, size uint64) {
	if f, ok := m.inputs.(Filler); ok && !m.record {
		if b, ok := f.Fill(e); ok {
			m.mem.fill(addr, b, size)
			return
		}
	}
	bytes, ok := m.inputs.Memory(e, addr, size)
	if !ok {
		m.inputsEnded(e)
		return
	}
	m.mem.fill(addr, 0, size)
	var kept map[uint64]byte
	if m.record {
		kept = make(map[uint64]byte)
	}
	for a, b := range bytes {
		if (a-addr)&m.mem.mask < size {
			m.mem.setByte(a, b)
			if m.record && b != 0 {
				kept[a] = b
			}
		}
	}
	if m.record {
		m.trace.Inputs = append(m.trace.Inputs, cfg.Input{Step: len(m.trace.Edges) - 1, Mem: kept})
	}
}

// havocAll chooses the contents of memory outside of the program. Bytes that are not
// chosen remain zero.
func (m *machine) havocAll(e *cfg.Edge) {
	bytes, ok := m.inputs.Memory(e, 0, 0)
	if !ok {
		m.inputsEnded(e)
		return
	}
	for a, b := range bytes {
		m.mem.setByte(a, b)
	}
	if m.record {
		m.trace.Inputs = append(m.trace.Inputs, cfg.Input{Step: len(m.trace.Edges) - 1, Mem: maps.Clone(bytes)})
	}
}

func (m *machine) havoc(in *code.Instr) {
	e := m.code.Prog.Edges[in.B]
	h := e.Stmt.(*cfg.Havoc)
	v, ok := m.inputs.Value(e, h)
	if !ok {
		m.inputsEnded(e)
		return
	}
	switch {
	case in.A >= 0:
		v = m.reg[in.A]
	case m.answer != nil:
		v = m.answer.Value
	}
	m.answer = nil
	v &= in.Mask
	m.reg[in.Dst] = v
	if h.Kind == cfg.Unknown && in.A < 0 {
		m.unknown = append(m.unknown, e)
	}
	if m.record {
		m.trace.Inputs = append(m.trace.Inputs, cfg.Input{Step: len(m.trace.Edges) - 1, Value: v})
	}
}

func (m *machine) memCopy(pc int32, in *code.Instr) {
	s := m.code.Copies[in.A]
	dst, src, size := m.reg[s.Dst], m.reg[s.Src], m.reg[s.Size]
	reads := s.Dst == s.Src // and changes nothing: constants may be there
	if m.checks && !m.ghost(in) && !(m.access(pc, src, m.copySize(in, src, size), false) && (reads || m.access(pc, dst, size, true))) {
		return
	}
	if m.pool != nil { // a realloc leaves the bytes beyond the old block as they are
		size = m.copySize(in, src, size)
	}
	m.readBlock(src, m.copySize(in, src, size))
	m.mem.copy(dst, src, size)
	m.wroteBlock(dst, size, false)
	if m.shadow != nil {
		m.shadow.copy(dst, src, size)
	}
}

// ghost reports whether a block statement is about memory of package safety,
// which is in no object.
func (m *machine) ghost(in *code.Instr) bool {
	r, _, _ := cfg.Written(m.code.Prog.Edges[in.Dst].Stmt)
	return r.Ghost()
}

// copySize is the number of bytes a MemCopy must be able to read. The implicit
// copy of a realloc has the new size, and the old block may be shorter.
func (m *machine) copySize(in *code.Instr, src, size uint64) uint64 {
	if m.code.Prog.Edges[in.Dst].Role == cfg.RoleImplicit {
		if b := m.heap.below(src); b != nil && b.addr == src {
			return min(size, b.size)
		}
	}
	return size
}

func (m *machine) memSet(pc int32, in *code.Instr) {
	s := m.code.Copies[in.A]
	dst, val, size := m.reg[s.Dst], m.reg[s.Src], m.reg[s.Size]
	if m.checks && !m.ghost(in) && !m.access(pc, dst, size, true) {
		return
	}
	m.mem.fill(dst, byte(val), size)
	m.wroteBlock(dst, size, false)
	m.setShadow(dst, size, false)
}

// pick chooses the way out of a location by the values of its conditions.
func (m *machine) pick(in *code.Instr) int32 {
	ch := &m.code.Choices[in.Dst]
	if m.tr != nil {
		return m.pickTraced(in, ch)
	}
	return ch.Pcs[m.decide(in, ch)]
}

// decide chooses one of the enabled edges.
func (m *machine) decide(in *code.Instr, ch *code.Choice) int {
	m.enabled, m.enabledAt = m.enabled[:0], m.enabledAt[:0]
	for i, e := range ch.Edges {
		if m.reg[int(in.A)+i] != 0 {
			m.enabled = append(m.enabled, e)
			m.enabledAt = append(m.enabledAt, i)
		}
	}
	switch {
	case len(m.enabled) == 0:
		m.blocked(ch.Loc)
		return 0
	case len(m.enabled) == 1 || m.choose == nil:
		return m.enabledAt[0]
	}
	return m.enabledAt[m.choose(m.enabled)]
}

// blocked ends the execution at a location without an enabled edge.
func (m *machine) blocked(l *cfg.Loc) {
	if m.status == Running {
		m.loc = l
		m.stop(Blocked, "no edge is enabled")
	}
}

// halt ends the execution at a location.
func (m *machine) halt(l *cfg.Loc) {
	m.loc = l
	switch {
	case l.Kind == cfg.Error && len(l.Checks) > 0 && !m.confirmed:
		reason := "the execution sees no fault there"
		if m.foreign() {
			reason = "whether a pointer from outside of the program is valid is not known"
		}
		m.stop(Unsupported, reason)
	case l.Kind == cfg.Error && l.Property != "" && m.strict && m.pool != nil:
		m.fault(0, Forbidden, func(f *Fault) {
			f.Edge, f.Text, f.Property = nil, l.Reason.String(), l.Property
			if l.Pos.IsValid() { // else it is the call of a library function
				f.At, f.Func = l.Pos, ""
			}
			if len(l.In) > 0 {
				f.Edge = l.In[0]
			}
		})
	case l.Kind == cfg.Error:
		m.stop(ReachedError, l.Reason.String())
	case l.Kind == cfg.Unsupported && m.pool != nil && l.Reason.Kind == cfg.PointerCall:
		m.badCall(l)
	case l.Kind == cfg.Unsupported:
		m.stop(Unsupported, l.Reason.String())
	case len(l.Out) == 0:
		m.stop(Exited, "")
	default:
		m.stop(Blocked, "no edge is enabled")
	}
}

// enter performs a call.
func (m *machine) enter(pc int32, site *code.CallSite) int32 {
	if len(m.frames) >= m.maxDepth {
		m.stopAt(pc-1, DepthLimit, count(uint64(len(m.frames)), "open call"))
		return pc
	}
	m.scratch = m.scratch[:0]
	for _, a := range site.Args {
		m.scratch = append(m.scratch, m.reg[a])
	}
	f := frame{edge: site.Edge, proc: int32(site.Call.Proc.ID), saved: -1}
	if m.own != nil {
		m.activate(site.Call.Proc, &f)
		if m.exhausted() {
			m.outOfMemory(pc - 1)
		}
	}
	for o := range m.ended {
		if o.Proc == site.Call.Proc {
			delete(m.ended, o)
		}
	}
	m.frames = append(m.frames, f)
	for i, p := range site.Param {
		m.reg[p] = m.scratch[i]
	}
	return site.Entry
}

// leave performs a return.
func (m *machine) leave(pc int32) int32 {
	n := len(m.frames) - 1
	if n < 0 {
		m.mainEnded = true
		m.stop(Exited, "")
		return pc
	}
	f := m.frames[n]
	m.frames = m.frames[:n]
	if m.own != nil {
		m.deactivate(f)
	} else {
		m.endStackBlocks(n)
	}
	if m.tr != nil {
		m.returned = int32(m.code.Prog.Edges[f.edge].To.ID)
	}
	return m.code.After[f.edge]
}
