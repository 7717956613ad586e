package code

import "culprit/cfg"

// traced is the recording variant of an opcode.
func (c *compiler) traced(op opcode) opcode {
	switch {
	case !c.Opt.Trace:
		return op
	case op == Load:
		return LoadT
	}
	return StoreT
}

// read emits the record of a variable's use.
func (c *compiler) read(v *cfg.Var) {
	if c.Opt.Trace {
		c.emit(Instr{Op: ReadVar, A: int32(v.ID)})
	}
}

// wrote emits the record of a variable's definition.
func (c *compiler) wrote(v *cfg.Var) {
	if c.Opt.Trace {
		c.emit(Instr{Op: WriteVar, Dst: int32(v.ID)})
	}
}

// done emits the end of an instance.
func (c *compiler) done(e *cfg.Edge) {
	if !c.Opt.Trace {
		return
	}
	if last := &c.Instrs[len(c.Instrs)-1]; last.Op == WriteVar { // nothing jumps between the two
		last.Op, last.B, last.Dst = LastVar, last.Dst, int32(e.To.ID)
		return
	}
	c.emit(Instr{Op: Done, Dst: int32(e.To.ID)})
}
