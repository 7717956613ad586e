package interp

import (
	"fmt"

	"culprit/cfg"
)

// compile translates the part of the program that Main can reach.
func compile(p *cfg.Program, opt compileOptions) *Code {
	c := &compiler{
		Code: &Code{
			prog: p, opt: opt, init: make([]uint64, len(p.Vars)), exprs: make(map[int32]cfg.Expr),
			pcOf: make([]int32, len(p.Locs)), after: make([]int32, len(p.Edges)),
		},
		consts: make(map[uint64]int32),
		cur:    -1,
	}
	if opt.own {
		c.cycles = onCycles(p)
	}
	if c.counts() {
		c.head = make([]bool, len(p.Locs))
	}
	if opt.trace {
		c.begin = make([]int32, len(p.Edges))
	}
	for i := range c.pcOf {
		c.pcOf[i] = -1
	}
	if opt.uninit {
		c.open = newInitialised(p, opt.strict)
		if opt.allOpen {
			c.open.openAll()
		}
		c.init = make([]uint64, 2*len(p.Vars))
	}
	if p.HeapTop != nil {
		c.init[p.HeapTop.ID] = p.HeapBase()
	}
	c.require(p.Main.Entry)
	for len(c.work) > 0 {
		l := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		if c.pcOf[l.ID] < 0 {
			c.chain(l)
		}
	}
	for _, f := range c.fixes {
		pc := c.pcOf[f.loc.ID]
		if f.call {
			c.calls[f.pc].entry = pc
		} else {
			c.instrs[f.pc].dst = pc
		}
	}
	c.thread()
	c.entry = c.pcOf[p.Main.Entry.ID]
	c.placeTemps()
	c.statics = staticObjects(p)
	return c.Code
}

// placeTemps turns relative temporaries into slots after the constants.
func (c *compiler) placeTemps() {
	base := int32(len(c.init))
	c.init = append(c.init, make([]uint64, c.maxTemp)...)
	place := func(s *int32) {
		if *s >= tempBase {
			*s += base - tempBase
		}
	}
	for i := range c.instrs {
		in := &c.instrs[i]
		place(&in.dst)
		place(&in.a)
		place(&in.b)
	}
	for i := range c.calls {
		for j := range c.calls[i].args {
			place(&c.calls[i].args[j])
		}
	}
	for i := range c.libs {
		for j := range c.libs[i].args {
			place(&c.libs[i].args[j])
		}
	}
	for i := range c.sites {
		place(&c.sites[i].base)
		place(&c.sites[i].addr)
		place(&c.sites[i].size)
	}
	for i := range c.copies {
		place(&c.copies[i].dst)
		place(&c.copies[i].src)
		place(&c.copies[i].size)
	}
}

// stmt emits the statement of an edge other than Assume and reports whether
// control ends here.
func (c *compiler) stmt(e *cfg.Edge) bool {
	id := int32(e.ID)
	switch s := e.Stmt.(type) {
	case *cfg.Skip:
		if len(s.Begins)+len(s.Ends) > 0 {
			c.emit(instr{op: opLife, dst: id})
		}
	case *cfg.Assign:
		c.assign(s)
	case *cfg.Havoc:
		known := int32(-1)
		if spelled(s) {
			known = c.value(number(s.Asks.Args))
		}
		c.emit(instr{op: opHavoc, a: known, dst: int32(s.Dst.ID), b: id, mask: maskOf(s.Dst.Type.Width())})
		c.wrote(s.Dst)
		c.define(s.Dst, c.openFlag(e))
	case *cfg.Store:
		c.store(id, s)
	case *cfg.MemCopy:
		site := copySite{c.value(s.Dst), c.value(s.Src), c.value(s.Size)}
		c.copies = append(c.copies, site)
		c.emit(instr{op: opMemCopy, dst: id, a: int32(len(c.copies) - 1)})
	case *cfg.MemSet:
		site := copySite{c.value(s.Dst), c.value(s.Val), c.value(s.Size)}
		c.copies = append(c.copies, site)
		c.emit(instr{op: opMemSet, dst: id, a: int32(len(c.copies) - 1)})
	case *cfg.MemHavoc:
		dst, size := c.value(s.Dst), c.value(s.Size)
		c.emit(instr{op: opMemHavoc, dst: id, a: dst, b: size, sh: uint8(c.openFlag(e))})
	case *cfg.Alloc:
		c.emit(instr{op: opAlloc, dst: id, a: c.value(s.Size), b: int32(s.Dst.ID)})
		c.wrote(s.Dst)
		c.define(s.Dst, 0)
	case *cfg.Free:
		ptr := c.value(s.Ptr)
		c.at(s.Ptr)
		stack := int32(0)
		if s.Stack {
			stack = 1
		}
		c.emit(instr{op: opFree, dst: id, a: ptr, b: stack})
	case *cfg.Lib:
		c.lib(s)
	case *cfg.Call:
		c.call(e, s)
		return true
	case *cfg.Return:
		c.emit(instr{op: opReturn, dst: id})
		return true
	default:
		panic(fmt.Sprintf("interp: statement %T", s))
	}
	return false
}

// call emits a call followed by a jump to the edge's end.
func (c *compiler) call(e *cfg.Edge, s *cfg.Call) {
	site := callSite{call: s, edge: int32(e.ID)}
	for _, a := range s.Args {
		site.args = append(site.args, c.copied(a))
	}
	for _, v := range s.Proc.Params {
		site.param = append(site.param, int32(v.ID))
	}
	if len(site.param) != len(site.args) {
		panic(fmt.Sprintf("interp: call of %s with %d arguments for %d parameters", s.Proc.Name, len(site.args), len(site.param)))
	}
	if c.opt.uninit {
		for i, a := range s.Args {
			if c.open.bit[s.Proc.Params[i].ID] != neverOpen {
				site.args = append(site.args, c.flagOf(a))
				site.param = append(site.param, c.flag(s.Proc.Params[i]))
			}
		}
	}
	c.emit(instr{op: opCall, dst: int32(len(c.calls))})
	c.temp = 0
	c.calls = append(c.calls, site)
	c.fixes = append(c.fixes, fix{pc: len(c.calls) - 1, call: true, loc: s.Proc.Entry})
	c.require(s.Proc.Entry)
	c.after[e.ID] = int32(len(c.instrs))
	c.target(c.emit(instr{op: opJump}), e.To)
}
