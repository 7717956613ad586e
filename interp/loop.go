package interp

import "culprit/cfg"

import (
	"culprit/interp/code"
)

// loop executes until the status changes or the tracer or the limit of steps
// wants a rest. It returns where to continue.
func (m *machine) loop() int32 {
	instrs := m.code.Instrs
	reg := m.reg
	mem, shadow, tr := m.mem, m.shadow, m.tr
	pc := m.pc
	for {
		in := &instrs[pc]
		pc++
		switch in.Op {
		case code.Move:
			reg[in.Dst] = reg[in.A]
		case code.MoveBoth:
			reg[in.Dst], reg[in.Dst+in.B] = reg[in.A], reg[in.A+in.B]
		case code.Mask:
			reg[in.Dst] = reg[in.A] & in.Mask
		case code.Neg:
			reg[in.Dst] = -reg[in.A] & in.Mask
		case code.Not:
			reg[in.Dst] = ^reg[in.A] & in.Mask
		case code.LNot:
			reg[in.Dst] = reg[in.A] ^ 1
		case code.Add:
			reg[in.Dst] = (reg[in.A] + reg[in.B]) & in.Mask
		case code.Sub:
			reg[in.Dst] = (reg[in.A] - reg[in.B]) & in.Mask
		case code.Mul:
			reg[in.Dst] = (reg[in.A] * reg[in.B]) & in.Mask
		case code.UDiv:
			if b := reg[in.B]; b != 0 {
				reg[in.Dst] = reg[in.A] / b
			} else {
				reg[in.Dst] = in.Mask
				m.divisionByZero(pc - 1)
			}
		case code.URem:
			if b := reg[in.B]; b != 0 {
				reg[in.Dst] = reg[in.A] % b
			} else {
				reg[in.Dst] = reg[in.A]
				m.divisionByZero(pc - 1)
			}
		case code.SDiv, code.SRem:
			reg[in.Dst] = m.signedDivision(pc-1, in)
		case code.And:
			reg[in.Dst] = reg[in.A] & reg[in.B]
		case code.Or:
			reg[in.Dst] = reg[in.A] | reg[in.B]
		case code.Xor:
			reg[in.Dst] = reg[in.A] ^ reg[in.B]
		case code.Shl, code.LShr, code.AShr:
			reg[in.Dst] = m.shift(pc-1, in)
		case code.SExt:
			s := in.Sh & 63
			reg[in.Dst] = uint64(int64(reg[in.A]<<s)>>s) & in.Mask
		case code.NonZero:
			reg[in.Dst] = code.B2u(reg[in.A] != 0)
		case code.Eq:
			reg[in.Dst] = code.B2u(reg[in.A] == reg[in.B])
		case code.Ne:
			reg[in.Dst] = code.B2u(reg[in.A] != reg[in.B])
		case code.ULt:
			reg[in.Dst] = code.B2u(reg[in.A] < reg[in.B])
		case code.ULe:
			reg[in.Dst] = code.B2u(reg[in.A] <= reg[in.B])
		case code.SLt:
			s := in.Sh & 63
			reg[in.Dst] = code.B2u(int64(reg[in.A]<<s) < int64(reg[in.B]<<s))
		case code.SLe:
			s := in.Sh & 63
			reg[in.Dst] = code.B2u(int64(reg[in.A]<<s) <= int64(reg[in.B]<<s))
		case code.Signed:
			reg[in.Dst] = m.signedArithmetic(pc-1, in)
		case code.FBinary:
			reg[in.Dst] = m.floatBinary(cfg.Op(in.Aux), reg[in.A], reg[in.B], in.Sh)
		case code.FCompare:
			reg[in.Dst] = floatCompare(cfg.Op(in.Aux), reg[in.A], reg[in.B], in.Sh)
		case code.FUnary:
			reg[in.Dst] = m.floatUnary(cfg.Op(in.Aux), reg[in.A], in.Sh)
		case code.FCast:
			reg[in.Dst] = m.floatCast(cfg.Op(in.Aux), reg[in.A], in.Sh, uint8(in.Mask))
		case code.HostBinary:
			reg[in.Dst] = hostBinary(cfg.Op(in.Aux), reg[in.A], reg[in.B], in.Sh)
		case code.HostUnary:
			reg[in.Dst] = hostUnary(cfg.Op(in.Aux), reg[in.A], in.Sh)
		case code.HostCast:
			reg[in.Dst] = hostCast(cfg.Op(in.Aux), reg[in.A], in.Sh, uint8(in.Mask))
		case code.Index32:
			s := in.Sh & 63
			reg[in.Dst] = (reg[in.A] + uint64(int64(reg[in.B]<<s)>>s)*in.Mask) & (1<<32 - 1)
		case code.Index64:
			s := in.Sh & 63
			reg[in.Dst] = reg[in.A] + uint64(int64(reg[in.B]<<s)>>s)*in.Mask
		case code.ObjAddr:
			reg[in.Dst] = m.own.addr[in.A]
		case code.Load:
			addr := reg[in.A]
			if p := mem.near(addr); p != nil && (in.Aux != 0 || !m.checks || m.quick(addr, uint64(in.Sh))) {
				reg[in.Dst] = p.word(addr) & in.Mask
				break
			}
			if m.checks && in.Aux == 0 {
				m.access(pc-1, addr, uint64(in.Sh), false)
			}
			reg[in.Dst] = mem.load(addr, in.Mask)
		case code.LoadUsed:
			addr := reg[in.A]
			if p, q := mem.near(addr), shadow.near(addr); p != nil && q != nil && (in.Aux != 0 || m.quick(addr, uint64(in.Sh))) && q.word(addr)&lowBytes(in.Sh) == 0 {
				reg[in.Dst] = p.word(addr) & in.Mask
				break
			}
			if shadow.load(addr, lowBytes(in.Sh)) != 0 {
				m.uninitialisedBytes(pc-1, addr, uint64(in.Sh))
			}
			if m.checks && in.Aux == 0 {
				m.access(pc-1, addr, uint64(in.Sh), false)
			}
			reg[in.Dst] = mem.load(addr, in.Mask)
		case code.LoadCopied:
			addr := reg[in.A]
			if p, q := mem.near(addr), shadow.near(addr); p != nil && q != nil && (in.Aux != 0 || m.quick(addr, uint64(in.Sh))) && q.word(addr)&lowBytes(in.Sh) == 0 {
				reg[in.Dst], reg[in.B] = p.word(addr)&in.Mask, 0
				break
			}
			if m.checks && in.Aux == 0 {
				m.access(pc-1, addr, uint64(in.Sh), false)
			}
			reg[in.Dst] = mem.load(addr, in.Mask)
			reg[in.B] = shadow.load(addr, lowBytes(in.Sh))
			if reg[in.B] != 0 {
				reg[in.B] = flagOfBytes(reg[in.B])
			}

		case code.LoadT:
			addr := reg[in.A]
			if !m.checks || in.Aux != 0 || m.access(pc-1, addr, uint64(in.Sh), false) {
				m.tr.readMem(addr, uint64(in.Sh), mem.load(addr, in.Mask))
			}
			reg[in.Dst] = mem.load(addr, in.Mask)

		case code.Jump:
			pc = in.Dst
		case code.BrZero:
			if reg[in.A] == 0 {
				pc = in.Dst
			}
		case code.BrNonZero:
			if reg[in.A] != 0 {
				pc = in.Dst
			}
		case code.BrEq:
			if reg[in.A] == reg[in.B] {
				pc = in.Dst
			}
		case code.BrNe:
			if reg[in.A] != reg[in.B] {
				pc = in.Dst
			}
		case code.BrULt:
			if reg[in.A] < reg[in.B] {
				pc = in.Dst
			}
		case code.BrULe:
			if reg[in.A] <= reg[in.B] {
				pc = in.Dst
			}
		case code.BrSLt:
			s := in.Sh & 63
			if int64(reg[in.A]<<s) < int64(reg[in.B]<<s) {
				pc = in.Dst
			}
		case code.BrSLe:
			s := in.Sh & 63
			if int64(reg[in.A]<<s) <= int64(reg[in.B]<<s) {
				pc = in.Dst
			}
		case code.Choose:
			to := m.pick(in)
			if m.status != Running {
				return pc
			}
			pc = to
		case code.Switch:
			t := &m.code.Tables[in.Dst]
			to, ok := t.Pcs[reg[in.A]]
			if !ok {
				to = t.Def
			}
			if !ok && m.tr != nil {
				to = m.switchTraced(t, to)
			}
			if to < 0 {
				m.blocked(t.Loc)
				return pc
			}
			pc = to
		case code.Count:
			if m.steps+in.Mask > m.limit && !m.mayCount(pc-1, in) {
				return pc - 1
			}
			m.steps += in.Mask
		case code.Cover:
			if m.steps+in.Mask > m.limit && !m.mayCount(pc-1, in) {
				return pc - 1
			}
			m.steps += in.Mask
			m.hits[in.A]++
		case code.Edge:
			if !m.announceEdge(pc-1, in.Dst) {
				return pc
			}
		case code.Begin:
			if m.steps < m.limit && m.steps != tr.next {
				tr.inst.Index, tr.inst.Edge, tr.open = int(m.steps), m.code.Prog.Edges[in.Dst], true
				m.steps++
				break
			}
			pc = m.begin(pc, in.Dst)
			if m.status != Running {
				return pc
			}
		case code.Done:
			if m.status != Running || !m.done(in.Dst) {
				return pc
			}
		case code.LastVar:
			tr.writeVar(m, in.B)
			if m.status != Running || !m.done(in.Dst) {
				return pc
			}
		case code.ReadVar:
			tr.readVar(m, in.A)
		case code.WriteVar:
			tr.writeVar(m, in.Dst)
		case code.Mark:
			m.tr.mark()
		case code.Stop:
			if m.status == Running {
				m.halt(m.code.Prog.Locs[in.Dst])
			}
			return pc

		case code.Ask:
			m.question(&m.code.Asks[in.Dst])
		case code.Havoc:
			m.havoc(in)
			if m.status != Running {
				return pc
			}
		case code.Store:
			addr := reg[in.A]
			if p := mem.nearOwn(addr); p != nil && (in.Aux != 0 || !m.checks || m.quick(addr, uint64(in.Sh))) {
				p.put(addr, reg[in.B], lowBytes(in.Sh))
				break
			}
			if m.checks && in.Aux == 0 && !m.access(pc-1, addr, uint64(in.Sh), true) {
				return pc
			}
			mem.store(addr, in.Sh, reg[in.B])
			if mem.full {
				m.outOfMemory(pc - 1)
				return pc
			}
		case code.StoreBoth:
			addr := reg[in.A]
			if p, q := mem.nearOwn(addr), shadow.near(addr); p != nil && q != nil && (in.Aux != 0 || m.quick(addr, uint64(in.Sh))) {
				low := lowBytes(in.Sh)
				if (q.word(addr)^0x0101010101010101*reg[in.Dst])&low == 0 {
					p.put(addr, reg[in.B], low)
					break
				}
			}
			if m.checks && in.Aux == 0 && !m.access(pc-1, addr, uint64(in.Sh), true) {
				return pc
			}
			mem.store(addr, in.Sh, reg[in.B])
			m.setShadowScalar(addr, in.Sh, reg[in.Dst])
			if mem.full {
				m.outOfMemory(pc - 1)
				return pc
			}
		case code.StoreT:
			addr := reg[in.A]
			if m.checks && in.Aux == 0 && !m.access(pc-1, addr, uint64(in.Sh), true) {
				return pc
			}
			m.tr.writeMem(m, addr, uint64(in.Sh), reg[in.B])
			mem.store(addr, in.Sh, reg[in.B])
			if mem.full {
				m.outOfMemory(pc - 1)
				return pc
			}
		case code.MemCopy, code.MemSet, code.MemHavoc, code.Alloc, code.Free:
			m.block(pc-1, in)
			if m.status != Running {
				return pc
			}
		case code.Lib:
			m.callLib(pc-1, in)
			if m.status != Running {
				return pc
			}
		case code.Call:
			if m.status != Running {
				return pc
			}
			pc = m.enter(pc, &m.code.Calls[in.Dst])
			if m.status != Running {
				return pc
			}
			if m.tr != nil && !m.called(&m.code.Calls[in.Dst]) {
				return pc
			}
		case code.Return:
			if m.status != Running {
				return pc
			}
			pc = m.leave(pc)
			if m.status != Running {
				return pc
			}
			if m.tr != nil && !m.done(m.returned) {
				return pc
			}
		case code.Within:
			if off := reg[in.A] - m.own.addr[in.B]; off > in.Mask-uint64(in.Sh) && !m.outside(pc-1, in) {
				return pc
			}
		case code.SameBlock:
			b := m.lastBlock
			if (b == nil || reg[in.A]-b.addr >= b.size || reg[in.B]-b.addr >= b.size) && !m.quickBoth(reg[in.A], reg[in.B]) && !m.otherBlock(pc-1, in) {
				return pc
			}
		case code.OneObject:
			if reg[in.A] != reg[in.B] && !m.oneObject(pc-1, reg[in.A], reg[in.B]) {
				return pc
			}
		case code.Inside:
			if reg[in.A] != reg[in.B] && !m.inside(pc-1, reg[in.A], reg[in.B]) {
				return pc
			}
		case code.Wrap:
			if !m.wrapping(pc-1, in) {
				return pc
			}
		case code.Life:
			m.lives(in)
		case code.Confirm:
			m.confirm(pc-1, in)
		case code.Region:
			m.scalarRegion(pc-1, in)
		case code.Check:
			if reg[in.A] != 0 {
				m.flags(pc-1, in)
			}
		case code.CheckLoad, code.LoadFlag, code.StoreFlag:
			m.flags(pc-1, in)
		default:
			panic("interp: bad instruction")
		}
	}
}

// announceEdge accounts for one edge and tells the observer.
func (m *machine) announceEdge(pc, id int32) bool {
	if m.status != Running {
		return false
	}
	if m.steps >= m.limit && !m.more(pc) {
		return false
	}
	m.steps++
	e := m.code.Prog.Edges[id]
	if m.record {
		m.trace.Edges = append(m.trace.Edges, e)
	}
	if m.observe != nil && !m.observe(e) {
		if m.status == Running {
			m.stop(Stopped, "")
		}
		return false
	}
	return true
}

// block executes the statements on ranges of memory.
func (m *machine) block(pc int32, in *code.Instr) {
	if m.owner != nil && in.Op != code.Alloc {
		m.blockRegions(pc, in)
	}
	switch in.Op {
	case code.MemCopy:
		m.memCopy(pc, in)
	case code.MemSet:
		m.memSet(pc, in)
	case code.MemHavoc:
		addr, size := m.reg[in.A], m.reg[in.B]
		if e := m.code.Prog.Edges[in.Dst]; e.Stmt.(*cfg.MemHavoc).Everything() {
			m.havocAll(e)
			return
		}
		if m.checks && !m.access(pc, addr, size, true) {
			return
		}
		e := m.code.Prog.Edges[in.Dst]
		m.havocMemory(e, addr, size)
		m.answered(addr, size)
		m.wroteBlock(addr, size, true)
		m.setShadowFlag(addr, size, uint64(in.Sh))
	case code.Alloc:
		m.alloc(pc, in)
		if m.owner != nil && m.status == Running {
			m.blockRegions(pc, in)
		}
	case code.Free:
		if in.B == 1 {
			m.endBlock(m.reg[in.A])
		} else {
			m.free(pc, m.reg[in.A])
		}
	}
	if m.mem.full && m.status == Running {
		m.outOfMemory(pc)
	}
}

// signedDivision computes code.SDiv and code.SRem with the SMT-LIB results.
func (m *machine) signedDivision(pc int32, in *code.Instr) uint64 {
	w := 64 - int(in.Sh)
	a, b := cfg.SignExtend(m.reg[in.A], w), cfg.SignExtend(m.reg[in.B], w)
	if b == 0 {
		m.divisionByZero(pc)
		switch {
		case in.Op == code.SRem:
			return m.reg[in.A]
		case a < 0:
			return 1
		}
		return in.Mask
	}
	if b == -1 {
		if a == -1<<(w-1) {
			m.divisionOverflow(pc, a)
		}
		if in.Op == code.SRem {
			return 0
		}
		return uint64(-a) & in.Mask
	}
	if in.Op == code.SRem {
		return uint64(a%b) & in.Mask
	}
	return uint64(a/b) & in.Mask
}

// shift computes the shifts with the SMT-LIB results.
func (m *machine) shift(pc int32, in *code.Instr) uint64 {
	w := 64 - uint64(in.Sh)
	a, b := m.reg[in.A], m.reg[in.B]
	if b >= w {
		m.shiftRange(pc, in)
		if in.Op == code.AShr && cfg.SignExtend(a, int(w)) < 0 {
			return in.Mask
		}
		return 0
	}
	switch in.Op {
	case code.Shl:
		return a << b & in.Mask
	case code.LShr:
		return a >> b
	}
	return uint64(cfg.SignExtend(a, int(w))>>b) & in.Mask
}

// run executes until the status changes or the tracer or the limit of steps
// wants a rest; m.pc is where to continue.
func (m *machine) run() {
	m.pc = m.loop()
	switch m.status {
	case Running, StepLimit, Interrupted:
	case Faulted:
		m.steps -= m.code.ahead(m.faultPC)
	default:
		m.steps -= m.code.ahead(m.pc - 1)
	}
}

// ahead is how many edges after the one at pc are counted already.
func (c *Code) ahead(pc int32) uint64 {
	if c.CountAt == nil || pc <= 0 || c.CountAt[pc] < 0 {
		return 0
	}
	return c.Instrs[c.CountAt[pc]].Mask - uint64(c.RankAt[pc])
}
