package code

import (
	"fmt"
	"slices"

	"culprit/cfg"
)

// Compile compiles the part of the program that Main can reach.
func Compile(p *cfg.Program, opt Options) *Code {
	c := &compiler{
		Code: &Code{
			Prog: p, Opt: opt, Init: make([]uint64, len(p.Vars)), Exprs: make(map[int32]cfg.Expr),
			PcOf: make([]int32, len(p.Locs)), After: make([]int32, len(p.Edges)),
		},
		consts: make(map[uint64]int32),
		cur:    -1,
	}
	if opt.Own {
		c.cycles = OnCycles(p)
	}
	if c.counts() {
		c.Head = make([]bool, len(p.Locs))
	}
	if opt.Trace {
		c.Begin = make([]int32, len(p.Edges))
	}
	for i := range c.PcOf {
		c.PcOf[i] = -1
	}
	if opt.Uninit {
		c.Open = newInitialised(p, opt.Strict)
		if opt.AllOpen {
			c.Open.openAll()
		}
		c.Init = make([]uint64, 2*len(p.Vars))
	}
	if p.HeapTop != nil {
		c.Init[p.HeapTop.ID] = p.HeapBase()
	}
	c.require(p.Main.Entry)
	for len(c.work) > 0 {
		l := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		if c.PcOf[l.ID] < 0 {
			c.chain(l)
		}
	}
	for _, f := range c.fixes {
		pc := c.PcOf[f.loc.ID]
		if f.call {
			c.Calls[f.pc].Entry = pc
		} else {
			c.Instrs[f.pc].Dst = pc
		}
	}
	c.thread()
	c.Entry = c.PcOf[p.Main.Entry.ID]
	c.placeTemps()
	return c.Code
}

// placeTemps turns relative temporaries into slots after the constants.
func (c *compiler) placeTemps() {
	base := int32(len(c.Init))
	c.Init = append(c.Init, make([]uint64, c.maxTemp)...)
	place := func(s *int32) {
		if *s >= tempBase {
			*s += base - tempBase
		}
	}
	for i := range c.Instrs {
		in := &c.Instrs[i]
		place(&in.Dst)
		place(&in.A)
		place(&in.B)
	}
	for i := range c.Calls {
		for j := range c.Calls[i].Args {
			place(&c.Calls[i].Args[j])
		}
	}
	for i := range c.Libs {
		for j := range c.Libs[i].Args {
			place(&c.Libs[i].Args[j])
		}
	}
	for i := range c.Asks {
		for j := range c.Asks[i].Args {
			place(&c.Asks[i].Args[j])
		}
	}
	for i := range c.Sites {
		place(&c.Sites[i].Base)
		place(&c.Sites[i].Addr)
		place(&c.Sites[i].Size)
	}
	for i := range c.Copies {
		place(&c.Copies[i].Dst)
		place(&c.Copies[i].Src)
		place(&c.Copies[i].Size)
	}
}

// ask emits the question of the statement that follows, if it has one.
func (c *compiler) ask(q *cfg.Question) {
	if q == nil || !c.Opt.Asks {
		return
	}
	site := AskSite{Question: q}
	for _, x := range q.Args {
		site.Args = append(site.Args, c.value(x))
	}
	c.emit(Instr{Op: Ask, Dst: int32(len(c.Asks))})
	c.Asks = append(c.Asks, site)
}

// stmt emits the statement of an edge other than Assume and reports whether
// control ends here.
func (c *compiler) stmt(e *cfg.Edge) bool {
	id := int32(e.ID)
	switch s := e.Stmt.(type) {
	case *cfg.Skip:
		if len(s.Begins)+len(s.Ends) > 0 {
			c.emit(Instr{Op: Life, Dst: id})
		}
	case *cfg.Assign:
		c.assign(s)
	case *cfg.Havoc:
		c.ask(s.Asks)
		known := int32(-1)
		if spelled(s) {
			known = c.value(number(s.Asks.Args))
		}
		c.emit(Instr{Op: Havoc, A: known, Dst: int32(s.Dst.ID), B: id, Mask: MaskOf(s.Dst.Type.Width())})
		c.wrote(s.Dst)
		c.define(s.Dst, c.openFlag(e))
	case *cfg.Store:
		c.store(id, s)
	case *cfg.MemCopy:
		site := copySite{c.value(s.Dst), c.value(s.Src), c.value(s.Size)}
		c.Copies = append(c.Copies, site)
		c.emit(Instr{Op: MemCopy, Dst: id, A: int32(len(c.Copies) - 1)})
	case *cfg.MemSet:
		site := copySite{c.value(s.Dst), c.value(s.Val), c.value(s.Size)}
		c.Copies = append(c.Copies, site)
		c.emit(Instr{Op: MemSet, Dst: id, A: int32(len(c.Copies) - 1)})
	case *cfg.MemHavoc:
		c.ask(s.Asks)
		dst, size := c.value(s.Dst), c.value(s.Size)
		c.emit(Instr{Op: MemHavoc, Dst: id, A: dst, B: size, Sh: uint8(c.openFlag(e))})
	case *cfg.Alloc:
		c.emit(Instr{Op: Alloc, Dst: id, A: c.value(s.Size), B: int32(s.Dst.ID)})
		c.wrote(s.Dst)
		c.define(s.Dst, 0)
	case *cfg.Free:
		ptr := c.value(s.Ptr)
		c.at(s.Ptr)
		stack := int32(0)
		if s.Stack {
			stack = 1
		}
		c.emit(Instr{Op: Free, Dst: id, A: ptr, B: stack})
	case *cfg.Lib:
		c.lib(s)
	case *cfg.Call:
		c.call(e, s)
		return true
	case *cfg.Return:
		c.emit(Instr{Op: Return, Dst: id})
		return true
	default:
		panic(fmt.Sprintf("interp: statement %T", s))
	}
	return false
}

// call emits a call followed by a jump to the edge's end.
func (c *compiler) call(e *cfg.Edge, s *cfg.Call) {
	site := CallSite{Call: s, Edge: int32(e.ID)}
	for _, a := range s.Args {
		site.Args = append(site.Args, c.copied(a))
	}
	for _, v := range s.Proc.Params {
		site.Param = append(site.Param, int32(v.ID))
	}
	if len(site.Param) != len(site.Args) {
		panic(fmt.Sprintf("interp: call of %s with %d arguments for %d parameters", s.Proc.Name, len(site.Args), len(site.Param)))
	}
	if c.Opt.Uninit {
		for i, a := range s.Args {
			if c.Open.Bit[s.Proc.Params[i].ID] != NeverOpen {
				site.Args = append(site.Args, c.flagOf(a))
				site.Param = append(site.Param, c.flag(s.Proc.Params[i]))
			}
		}
	}
	c.emit(Instr{Op: Call, Dst: int32(len(c.Calls))})
	c.temp = 0
	c.Calls = append(c.Calls, site)
	c.fixes = append(c.fixes, fix{pc: len(c.Calls) - 1, call: true, loc: s.Proc.Entry})
	c.require(s.Proc.Entry)
	c.After[e.ID] = int32(len(c.Instrs))
	c.target(c.emit(Instr{Op: Jump}), e.To)
}

// Recursive reports whether some procedure that Main reaches may call itself.
func Recursive(p *cfg.Program) bool { return slices.Contains(OnCycles(p), true) }

// OnCycles finds the procedures that Main reaches and that may call themselves.
func OnCycles(p *cfg.Program) []bool {
	g := p.CallGraph()
	out := g.Reach(p.Main, nil)
	for i, f := range p.Procs {
		out[i] = out[i] && g.Recursive(f)
	}
	return out
}
