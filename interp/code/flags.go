package code

import (
	"slices"

	"culprit/cfg"
)

// Reads of uninitialised values, and of those that are not known (Run only).
// Every variable has a flag slot after the variables, every memory byte a byte
// in a shadow memory; 1 means uninitialised, a greater number that the value is
// one that the statement of Code.Opaque, counted from 2, does not know. Plain
// copies, by Assign, Store, MemCopy or parameter passing, copy the flag, since C
// allows to copy a partly initialised structure. Every other use of such a value,
// as the result of main, too, is a fault, or ends what can be said about the
// program. A store that merges bits into the word it writes (a bit-field) does not
// check that word.

// flag is the flag slot of a variable.
func (c *compiler) flag(v *cfg.Var) int32 { return int32(len(c.Prog.Vars) + v.ID) }

// mayBeOpen reports whether a variable may be without value at this place.
func (c *compiler) mayBeOpen(v *cfg.Var) bool {
	return c.Opt.Uninit && c.Open.isOpen(v, c.loc.Proc, c.Open.in[c.loc.ID]) && !slices.Contains(c.known, v)
}

// check emits the check of a variable that is used.
func (c *compiler) check(v *cfg.Var) {
	if c.mayBeOpen(v) {
		c.emit(Instr{Op: Check, A: c.flag(v)})
		if c.Open.strict {
			c.known = append(c.known, v)
		}
	}
}

// flagOf is the flag slot of an expression that is a variable or else 0.
func (c *compiler) flagOf(e cfg.Expr) int32 {
	if v, ok := e.(*cfg.VarRef); ok && c.mayBeOpen(v.V) {
		return c.flag(v.V)
	}
	return c.constant(0)
}

// copied is the slot of an expression whose value is copied, not used.
func (c *compiler) copied(e cfg.Expr) int32 {
	if v, ok := e.(*cfg.VarRef); ok {
		c.read(v.V)
		c.checkResult(v.V)
		return int32(v.V.ID)
	}
	return c.value(e)
}

func IsResult(v *cfg.Var) bool { return v.Proc != nil && v.Proc.Ret == v }

// checkResult emits the check of a variable that is copied: if it is the result
// of a procedure that ended without one, this is a use, too (C11 6.9.1p12). A
// value that is merely not known may be copied.
func (c *compiler) checkResult(v *cfg.Var) {
	if IsResult(v) && c.mayBeOpen(v) {
		c.emit(Instr{Op: Check, Aux: 1, A: c.flag(v)})
	}
}

// assign emits an Assign.
func (c *compiler) assign(s *cfg.Assign) {
	dst := int32(s.Dst.ID)
	defer c.wrote(s.Dst)
	if !c.Opt.Uninit {
		c.into(s.Src, dst)
		return
	}
	if s.Dst == c.Prog.Main.Ret { // the system uses it
		c.into(s.Src, dst)
		c.define(s.Dst, 0)
		return
	}
	flag := c.flag(s.Dst)
	switch e := s.Src.(type) {
	case *cfg.VarRef:
		c.read(e.V)
		c.checkResult(e.V)
		if c.mayBeOpen(e.V) {
			c.emit(Instr{Op: MoveBoth, Dst: dst, A: int32(e.V.ID), B: int32(len(c.Prog.Vars))})
			return
		}
		if c.mayBeOpen(s.Dst) {
			c.emit(Instr{Op: Move, Dst: flag, A: c.flagOf(e)})
		}
		c.emit(Instr{Op: Move, Dst: dst, A: int32(e.V.ID)})
	case *cfg.Load:
		addr := c.value(e.Addr)
		if !c.Opt.Trace {
			known := c.readable(e, addr)
			c.at(e.Addr)
			c.emit(Instr{Op: LoadCopied, Aux: known, Dst: dst, A: addr, B: flag, Sh: uint8(e.T.Bytes()), Mask: MaskOf(e.T.Width())})
			return
		}
		if addr == dst { // the load overwrites its address
			addr = c.newTemp()
			c.emit(Instr{Op: Move, Dst: addr, A: dst})
		}
		known := c.readable(e, addr)
		c.at(e.Addr)
		c.emit(Instr{Op: c.traced(Load), Aux: known, Dst: dst, A: addr, Sh: uint8(e.T.Bytes()), Mask: MaskOf(e.T.Width())})
		c.emit(Instr{Op: LoadFlag, Dst: flag, A: addr, Sh: uint8(e.T.Bytes())})
	default:
		c.into(s.Src, dst)
		c.define(s.Dst, 0)
	}
}

// define emits the flag of a variable that a statement other than Assign
// gives a value.
func (c *compiler) define(v *cfg.Var, flag uint64) {
	if c.Opt.Uninit && (flag != 0 || c.mayBeOpen(v)) {
		c.emit(Instr{Op: Move, Dst: c.flag(v), A: c.constant(flag)})
	}
}

// Flags of values that are not known.
const (
	FirstOpaque = 2   // that of the first statement of Code.Opaque
	lastOpaque  = 255 // stands for all that follow
)

// openFlag is the flag that a Havoc or MemHavoc gives what it writes.
func (c *compiler) openFlag(e *cfg.Edge) uint64 {
	kind := cfg.Nondet
	switch s := e.Stmt.(type) {
	case *cfg.Havoc:
		if !withoutValue(s) {
			return 0
		}
		kind = s.Kind
	case *cfg.MemHavoc:
		kind = s.Kind
	}
	switch kind {
	case cfg.Uninit:
		return 1
	case cfg.Unknown:
		c.Opaque = append(c.Opaque, e)
		return min(uint64(FirstOpaque+len(c.Opaque)-1), lastOpaque)
	}
	return 0
}

// store emits a Store.
func (c *compiler) store(id int32, s *cfg.Store) {
	addr := c.value(s.Addr)
	if b, ok := s.Val.(*cfg.Binary); ok && (b.Op == cfg.Or || b.Op == cfg.And) { // And: the bits are set to zero
		c.merged = s.Addr
	}
	n := uint8(s.Val.Type().Bytes())
	val, flag := c.moved(s.Val)
	c.merged = nil
	c.region(s.Region, addr, n, true)
	known := c.within(s.Addr, addr, n, true)
	if s.Region.Ghost() {
		known = 1 // no object holds it
	}
	c.at(s.Addr)
	if c.Opt.Uninit && !c.Opt.Trace {
		c.emit(Instr{Op: StoreBoth, Aux: known, Dst: flag, A: addr, B: val, Sh: n})
		return
	}
	c.emit(Instr{Op: c.traced(Store), Aux: known, Dst: id, A: addr, B: val, Sh: n})
	if c.Opt.Uninit {
		c.emit(Instr{Op: StoreFlag, A: addr, B: flag, Sh: n})
	}
}

// moved is the slots of a value that is stored and of its flag.
func (c *compiler) moved(e cfg.Expr) (val, flag int32) {
	l, ok := e.(*cfg.Load)
	if !ok || !c.Opt.Uninit {
		return c.copied(e), c.flagOf(e)
	}
	addr, n := c.value(l.Addr), uint8(l.T.Bytes())
	known := c.readable(l, addr)
	c.region(l.Region, addr, n, false)
	c.at(l.Addr)
	val, flag = c.newTemp(), c.newTemp()
	if !c.Opt.Trace {
		c.emit(Instr{Op: LoadCopied, Aux: known, Dst: val, A: addr, B: flag, Sh: n, Mask: MaskOf(l.T.Width())})
		return val, flag
	}
	c.emit(Instr{Op: c.traced(Load), Aux: known, Dst: val, A: addr, Sh: n, Mask: MaskOf(l.T.Width())})
	c.emit(Instr{Op: LoadFlag, Dst: flag, A: addr, Sh: n})
	return val, flag
}

// readable is 1 if it is known that a Load may read what is at addr. Of ghost
// memory, no object holds it.
func (c *compiler) readable(e *cfg.Load, addr int32) uint8 {
	known := c.within(e.Addr, addr, uint8(e.T.Bytes()), false)
	if e.Region.Ghost() {
		return 1
	}
	return known
}

// load emits a Load whose value is used.
func (c *compiler) load(e *cfg.Load, dst int32) {
	addr, n := c.value(e.Addr), uint8(e.T.Bytes())
	known := c.readable(e, addr)
	check := c.Opt.Uninit && (c.merged == nil || !sameExpr(c.merged, e.Addr))
	if check && c.Opt.Trace && addr == dst { // the load overwrites its address
		addr = c.newTemp()
		c.emit(Instr{Op: Move, Dst: addr, A: dst})
	}
	c.region(e.Region, addr, n, false)
	c.at(e.Addr)
	if check && !c.Opt.Trace {
		c.emit(Instr{Op: LoadUsed, Aux: known, Dst: dst, A: addr, Sh: n, Mask: MaskOf(e.T.Width())})
		return
	}
	c.emit(Instr{Op: c.traced(Load), Aux: known, Dst: dst, A: addr, Sh: n, Mask: MaskOf(e.T.Width())})
	if check && c.Opt.Trace { // after the load, so that the fault's instance has it
		c.at(e.Addr)
		c.emit(Instr{Op: CheckLoad, A: addr, Sh: n})
	}
}
