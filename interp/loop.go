package interp

import "culprit/cfg"

// loop executes until the status changes or the tracer or the limit of steps
// wants a rest. It returns where to continue.
func (m *machine) loop() int32 {
	code := m.code.instrs
	reg := m.reg
	mem, shadow, tr := m.mem, m.shadow, m.tr
	pc := m.pc
	for {
		in := &code[pc]
		pc++
		switch in.op {
		case opMove:
			reg[in.dst] = reg[in.a]
		case opMoveBoth:
			reg[in.dst], reg[in.dst+in.b] = reg[in.a], reg[in.a+in.b]
		case opMask:
			reg[in.dst] = reg[in.a] & in.mask
		case opNeg:
			reg[in.dst] = -reg[in.a] & in.mask
		case opNot:
			reg[in.dst] = ^reg[in.a] & in.mask
		case opLNot:
			reg[in.dst] = reg[in.a] ^ 1
		case opAdd:
			reg[in.dst] = (reg[in.a] + reg[in.b]) & in.mask
		case opSub:
			reg[in.dst] = (reg[in.a] - reg[in.b]) & in.mask
		case opMul:
			reg[in.dst] = (reg[in.a] * reg[in.b]) & in.mask
		case opUDiv:
			if b := reg[in.b]; b != 0 {
				reg[in.dst] = reg[in.a] / b
			} else {
				reg[in.dst] = in.mask
				m.divisionByZero(pc - 1)
			}
		case opURem:
			if b := reg[in.b]; b != 0 {
				reg[in.dst] = reg[in.a] % b
			} else {
				reg[in.dst] = reg[in.a]
				m.divisionByZero(pc - 1)
			}
		case opSDiv, opSRem:
			reg[in.dst] = m.signedDivision(pc-1, in)
		case opAnd:
			reg[in.dst] = reg[in.a] & reg[in.b]
		case opOr:
			reg[in.dst] = reg[in.a] | reg[in.b]
		case opXor:
			reg[in.dst] = reg[in.a] ^ reg[in.b]
		case opShl, opLShr, opAShr:
			reg[in.dst] = m.shift(pc-1, in)
		case opSExt:
			s := in.sh & 63
			reg[in.dst] = uint64(int64(reg[in.a]<<s)>>s) & in.mask
		case opNonZero:
			reg[in.dst] = b2u(reg[in.a] != 0)
		case opEq:
			reg[in.dst] = b2u(reg[in.a] == reg[in.b])
		case opNe:
			reg[in.dst] = b2u(reg[in.a] != reg[in.b])
		case opULt:
			reg[in.dst] = b2u(reg[in.a] < reg[in.b])
		case opULe:
			reg[in.dst] = b2u(reg[in.a] <= reg[in.b])
		case opSLt:
			s := in.sh & 63
			reg[in.dst] = b2u(int64(reg[in.a]<<s) < int64(reg[in.b]<<s))
		case opSLe:
			s := in.sh & 63
			reg[in.dst] = b2u(int64(reg[in.a]<<s) <= int64(reg[in.b]<<s))
		case opSigned:
			reg[in.dst] = m.signedArithmetic(pc-1, in)
		case opFBinary:
			reg[in.dst] = m.floatBinary(cfg.Op(in.aux), reg[in.a], reg[in.b], in.sh)
		case opFCompare:
			reg[in.dst] = floatCompare(cfg.Op(in.aux), reg[in.a], reg[in.b], in.sh)
		case opFUnary:
			reg[in.dst] = m.floatUnary(cfg.Op(in.aux), reg[in.a], in.sh)
		case opFCast:
			reg[in.dst] = m.floatCast(cfg.Op(in.aux), reg[in.a], in.sh, uint8(in.mask))
		case opHostBinary:
			reg[in.dst] = hostBinary(cfg.Op(in.aux), reg[in.a], reg[in.b], in.sh)
		case opHostUnary:
			reg[in.dst] = hostUnary(cfg.Op(in.aux), reg[in.a], in.sh)
		case opHostCast:
			reg[in.dst] = hostCast(cfg.Op(in.aux), reg[in.a], in.sh, uint8(in.mask))
		case opIndex32:
			s := in.sh & 63
			reg[in.dst] = (reg[in.a] + uint64(int64(reg[in.b]<<s)>>s)*in.mask) & (1<<32 - 1)
		case opIndex64:
			s := in.sh & 63
			reg[in.dst] = reg[in.a] + uint64(int64(reg[in.b]<<s)>>s)*in.mask
		case opObjAddr:
			reg[in.dst] = m.own.addr[in.a]
		case opLoad:
			addr := reg[in.a]
			if p := mem.near(addr); p != nil && (in.aux != 0 || !m.checks || m.quick(addr, uint64(in.sh))) {
				reg[in.dst] = p.word(addr) & in.mask
				break
			}
			if m.checks && in.aux == 0 {
				m.access(pc-1, addr, uint64(in.sh), false)
			}
			reg[in.dst] = mem.load(addr, in.mask)
		case opLoadUsed:
			addr := reg[in.a]
			if p, q := mem.near(addr), shadow.near(addr); p != nil && q != nil && (in.aux != 0 || m.quick(addr, uint64(in.sh))) && q.word(addr)&lowBytes(in.sh) == 0 {
				reg[in.dst] = p.word(addr) & in.mask
				break
			}
			if shadow.load(addr, lowBytes(in.sh)) != 0 {
				m.uninitialisedBytes(pc-1, addr, uint64(in.sh))
			}
			if m.checks && in.aux == 0 {
				m.access(pc-1, addr, uint64(in.sh), false)
			}
			reg[in.dst] = mem.load(addr, in.mask)
		case opLoadCopied:
			addr := reg[in.a]
			if p, q := mem.near(addr), shadow.near(addr); p != nil && q != nil && (in.aux != 0 || m.quick(addr, uint64(in.sh))) && q.word(addr)&lowBytes(in.sh) == 0 {
				reg[in.dst], reg[in.b] = p.word(addr)&in.mask, 0
				break
			}
			if m.checks && in.aux == 0 {
				m.access(pc-1, addr, uint64(in.sh), false)
			}
			reg[in.dst] = mem.load(addr, in.mask)
			reg[in.b] = shadow.load(addr, lowBytes(in.sh))
			if reg[in.b] != 0 {
				reg[in.b] = flagOfBytes(reg[in.b])
			}

		case opLoadT:
			addr := reg[in.a]
			if !m.checks || in.aux != 0 || m.access(pc-1, addr, uint64(in.sh), false) {
				m.tr.readMem(addr, uint64(in.sh), mem.load(addr, in.mask))
			}
			reg[in.dst] = mem.load(addr, in.mask)

		case opJump:
			pc = in.dst
		case opBrZero:
			if reg[in.a] == 0 {
				pc = in.dst
			}
		case opBrNonZero:
			if reg[in.a] != 0 {
				pc = in.dst
			}
		case opBrEq:
			if reg[in.a] == reg[in.b] {
				pc = in.dst
			}
		case opBrNe:
			if reg[in.a] != reg[in.b] {
				pc = in.dst
			}
		case opBrULt:
			if reg[in.a] < reg[in.b] {
				pc = in.dst
			}
		case opBrULe:
			if reg[in.a] <= reg[in.b] {
				pc = in.dst
			}
		case opBrSLt:
			s := in.sh & 63
			if int64(reg[in.a]<<s) < int64(reg[in.b]<<s) {
				pc = in.dst
			}
		case opBrSLe:
			s := in.sh & 63
			if int64(reg[in.a]<<s) <= int64(reg[in.b]<<s) {
				pc = in.dst
			}
		case opChoose:
			to := m.pick(in)
			if m.status != Running {
				return pc
			}
			pc = to
		case opSwitch:
			t := &m.code.tables[in.dst]
			to, ok := t.pcs[reg[in.a]]
			if !ok {
				to = t.def
			}
			if !ok && m.tr != nil {
				to = m.switchTraced(t, to)
			}
			if to < 0 {
				m.blocked(t.loc)
				return pc
			}
			pc = to
		case opCount:
			if m.steps+in.mask > m.limit && !m.mayCount(pc-1, in) {
				return pc - 1
			}
			m.steps += in.mask
		case opCover:
			if m.steps+in.mask > m.limit && !m.mayCount(pc-1, in) {
				return pc - 1
			}
			m.steps += in.mask
			m.hits[in.a]++
		case opEdge:
			if !m.announceEdge(pc-1, in.dst) {
				return pc
			}
		case opBegin:
			if m.steps < m.limit && m.steps != tr.next {
				tr.inst.Index, tr.inst.Edge, tr.open = int(m.steps), m.code.prog.Edges[in.dst], true
				m.steps++
				break
			}
			pc = m.begin(pc, in.dst)
			if m.status != Running {
				return pc
			}
		case opDone:
			if m.status != Running || !m.done(in.dst) {
				return pc
			}
		case opLastVar:
			tr.writeVar(m, in.b)
			if m.status != Running || !m.done(in.dst) {
				return pc
			}
		case opReadVar:
			tr.readVar(m, in.a)
		case opWriteVar:
			tr.writeVar(m, in.dst)
		case opMark:
			m.tr.mark()
		case opStop:
			if m.status == Running {
				m.halt(m.code.prog.Locs[in.dst])
			}
			return pc

		case opHavoc:
			m.havoc(in)
			if m.status != Running {
				return pc
			}
		case opStore:
			addr := reg[in.a]
			if p := mem.nearOwn(addr); p != nil && (in.aux != 0 || !m.checks || m.quick(addr, uint64(in.sh))) {
				p.put(addr, reg[in.b], lowBytes(in.sh))
				break
			}
			if m.checks && in.aux == 0 && !m.access(pc-1, addr, uint64(in.sh), true) {
				return pc
			}
			mem.store(addr, in.sh, reg[in.b])
			if mem.full {
				m.outOfMemory(pc - 1)
				return pc
			}
		case opStoreBoth:
			addr := reg[in.a]
			if p, q := mem.nearOwn(addr), shadow.near(addr); p != nil && q != nil && (in.aux != 0 || m.quick(addr, uint64(in.sh))) {
				low := lowBytes(in.sh)
				if (q.word(addr)^0x0101010101010101*reg[in.dst])&low == 0 {
					p.put(addr, reg[in.b], low)
					break
				}
			}
			if m.checks && in.aux == 0 && !m.access(pc-1, addr, uint64(in.sh), true) {
				return pc
			}
			mem.store(addr, in.sh, reg[in.b])
			m.shadeScalar(addr, in.sh, reg[in.dst])
			if mem.full {
				m.outOfMemory(pc - 1)
				return pc
			}
		case opStoreT:
			addr := reg[in.a]
			if m.checks && in.aux == 0 && !m.access(pc-1, addr, uint64(in.sh), true) {
				return pc
			}
			m.tr.writeMem(m, addr, uint64(in.sh), reg[in.b])
			mem.store(addr, in.sh, reg[in.b])
			if mem.full {
				m.outOfMemory(pc - 1)
				return pc
			}
		case opMemCopy, opMemSet, opMemHavoc, opAlloc, opFree:
			m.block(pc-1, in)
			if m.status != Running {
				return pc
			}
		case opLib:
			m.callLib(pc-1, in)
			if m.status != Running {
				return pc
			}
		case opCall:
			if m.status != Running {
				return pc
			}
			pc = m.enter(pc, &m.code.calls[in.dst])
			if m.status != Running {
				return pc
			}
			if m.tr != nil && !m.called(&m.code.calls[in.dst]) {
				return pc
			}
		case opReturn:
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
		case opWithin:
			if off := reg[in.a] - m.own.addr[in.b]; off > in.mask-uint64(in.sh) && !m.outside(pc-1, in) {
				return pc
			}
		case opSameBlock:
			b := m.lastBlock
			if (b == nil || reg[in.a]-b.addr >= b.size || reg[in.b]-b.addr >= b.size) && !m.quickBoth(reg[in.a], reg[in.b]) && !m.otherBlock(pc-1, in) {
				return pc
			}
		case opOneObject:
			if reg[in.a] != reg[in.b] && !m.oneObject(pc-1, reg[in.a], reg[in.b]) {
				return pc
			}
		case opInside:
			if reg[in.a] != reg[in.b] && !m.inside(pc-1, reg[in.a], reg[in.b]) {
				return pc
			}
		case opWrap:
			if !m.wrapping(pc-1, in) {
				return pc
			}
		case opLife:
			m.lives(in)
		case opConfirm:
			m.confirm(pc-1, in)
		case opRegion:
			m.scalarRegion(pc-1, in)
		case opCheck:
			if reg[in.a] != 0 {
				m.flags(pc-1, in)
			}
		case opCheckLoad, opLoadFlag, opStoreFlag:
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
	e := m.code.prog.Edges[id]
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
func (m *machine) block(pc int32, in *instr) {
	if m.owner != nil && in.op != opAlloc {
		m.blockRegions(pc, in)
	}
	switch in.op {
	case opMemCopy:
		m.memCopy(pc, in)
	case opMemSet:
		m.memSet(pc, in)
	case opMemHavoc:
		addr, size := m.reg[in.a], m.reg[in.b]
		if e := m.code.prog.Edges[in.dst]; e.Stmt.(*cfg.MemHavoc).Everything() {
			m.havocAll(e)
			return
		}
		if m.checks && !m.access(pc, addr, size, true) {
			return
		}
		e := m.code.prog.Edges[in.dst]
		m.havocMemory(e, addr, size)
		m.wroteBlock(addr, size, true)
		m.shadeAs(addr, size, uint64(in.sh))
	case opAlloc:
		m.alloc(pc, in)
		if m.owner != nil && m.status == Running {
			m.blockRegions(pc, in)
		}
	case opFree:
		if in.b == 1 {
			m.endBlock(m.reg[in.a])
		} else {
			m.free(pc, m.reg[in.a])
		}
	}
	if m.mem.full && m.status == Running {
		m.outOfMemory(pc)
	}
}

// signedDivision computes opSDiv and opSRem with the SMT-LIB results.
func (m *machine) signedDivision(pc int32, in *instr) uint64 {
	w := 64 - int(in.sh)
	a, b := cfg.SignExtend(m.reg[in.a], w), cfg.SignExtend(m.reg[in.b], w)
	if b == 0 {
		m.divisionByZero(pc)
		switch {
		case in.op == opSRem:
			return m.reg[in.a]
		case a < 0:
			return 1
		}
		return in.mask
	}
	if b == -1 {
		if a == -1<<(w-1) {
			m.divisionOverflow(pc, a)
		}
		if in.op == opSRem {
			return 0
		}
		return uint64(-a) & in.mask
	}
	if in.op == opSRem {
		return uint64(a%b) & in.mask
	}
	return uint64(a/b) & in.mask
}

// shift computes the shifts with the SMT-LIB results.
func (m *machine) shift(pc int32, in *instr) uint64 {
	w := 64 - uint64(in.sh)
	a, b := m.reg[in.a], m.reg[in.b]
	if b >= w {
		m.shiftRange(pc, in)
		if in.op == opAShr && cfg.SignExtend(a, int(w)) < 0 {
			return in.mask
		}
		return 0
	}
	switch in.op {
	case opShl:
		return a << b & in.mask
	case opLShr:
		return a >> b
	}
	return uint64(cfg.SignExtend(a, int(w))>>b) & in.mask
}
