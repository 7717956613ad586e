package interp

import (
	"fmt"

	"culprit/cfg"
)

// compiler holds the state of one translation.
type compiler struct {
	*Code
	consts  map[uint64]int32
	fixes   []fix // forward references to locations
	work    []*cfg.Loc
	temp    int32 // next free temporary, relative
	maxTemp int32
	cur     int32      // current edge
	count   int32      // opCount of the current chain, -1 if it has none yet
	rank    int32      // edges it counts up to the current one
	merged  cfg.Expr   // address of a store that may merge bits, while its value is compiled
	cycles  []bool     // with own: the procedures that may call themselves
	loc     *cfg.Loc   // current location
	known   []*cfg.Var // variables that were checked since control was there
}

// tempBase marks temporaries until their absolute slots are known.
const tempBase = 1 << 28

// fix is a reference to the pc of a location.
type fix struct {
	pc   int  // instruction whose dst is the reference
	call bool // pc is the index of a call site, whose entry is the reference
	loc  *cfg.Loc
}

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
	for i := range c.copies {
		place(&c.copies[i].dst)
		place(&c.copies[i].src)
		place(&c.copies[i].size)
	}
}

func (c *compiler) emit(in instr) int {
	c.instrs = append(c.instrs, in)
	c.edgeAt = append(c.edgeAt, c.cur)
	if c.counts() {
		c.countAt = append(c.countAt, c.count)
		c.rankAt = append(c.rankAt, c.rank)
	}
	return len(c.instrs) - 1
}

// at names the expression that the next instruction computes or whose address
// it uses, for the texts of faults.
func (c *compiler) at(e cfg.Expr) { c.exprs[int32(len(c.instrs))] = e }

func (c *compiler) require(l *cfg.Loc) {
	if c.pcOf[l.ID] < 0 {
		c.work = append(c.work, l)
	}
}

// target makes the dst of an emitted instruction refer to a location.
func (c *compiler) target(pc int, l *cfg.Loc) {
	c.fixes = append(c.fixes, fix{pc: pc, loc: l})
	c.require(l)
}

// land makes the branches at pcs jump to the next instruction.
func (c *compiler) land(pcs []int) {
	for _, pc := range pcs {
		c.instrs[pc].dst = int32(len(c.instrs))
	}
}

func (c *compiler) constant(v uint64) int32 {
	s, ok := c.consts[v]
	if !ok {
		s = int32(len(c.init))
		c.init = append(c.init, v)
		c.consts[v] = s
	}
	return s
}

func (c *compiler) newTemp() int32 {
	t := c.temp
	c.temp++
	c.maxTemp = max(c.maxTemp, c.temp)
	return tempBase + t
}

// counts reports whether edges are counted per chain.
func (c *compiler) counts() bool { return !c.opt.announce && !c.opt.trace }

// chain emits code from l up to a stop or to code that exists.
func (c *compiler) chain(l *cfg.Loc) {
	c.count = -1
	for l != nil {
		if c.pcOf[l.ID] >= 0 {
			if !c.again(l) {
				c.target(c.emit(instr{op: opJump}), l)
			}
			return
		}
		if len(l.In) > 1 || l.LoopHead {
			c.count = -1 // others may enter here
		}
		c.pcOf[l.ID] = int32(len(c.instrs))
		c.cur = -1
		if l.Kind != cfg.Plain || len(l.Out) == 0 {
			c.emit(instr{op: opStop, dst: int32(l.ID)})
			return
		}
		l = c.out(l)
		c.temp = 0
	}
}

// maxAgain is the size of a condition that is emitted again, in operations.
const maxAgain = 8

// again emits a fork a second time, at the end of a chain that comes to it:
// most often the way back of a loop, which then has one branch and no jump.
func (c *compiler) again(l *cfg.Loc) bool {
	if !c.counts() || !c.head[l.ID] || len(l.Out) != 2 {
		return false
	}
	a, okA := l.Out[0].Stmt.(*cfg.Assume)
	b, okB := l.Out[1].Stmt.(*cfg.Assume)
	if !okA || !okB || !complementary(a.Cond, b.Cond) {
		return false
	}
	size := 0
	cfg.Walk(a.Cond, func(cfg.Expr) { size++ })
	if size > maxAgain {
		return false
	}
	c.loc, c.known = l, c.known[:0]
	c.cur = int32(l.Out[0].ID)
	c.step(l.Out[0])
	for _, pc := range c.jump(a.Cond, true) {
		c.target(pc, l.Out[0].To)
	}
	c.target(c.emit(instr{op: opJump}), l.Out[1].To)
	c.temp = 0
	return true
}

// thread makes branches to a jump go where that leads.
func (c *compiler) thread() {
	end := func(pc int32) int32 {
		for n := 0; c.instrs[pc].op == opJump && n < 8; n++ {
			pc = c.instrs[pc].dst
		}
		return pc
	}
	for i := range c.instrs {
		if in := &c.instrs[i]; in.op >= opJump && in.op <= opBrSLe {
			in.dst = end(in.dst)
		}
	}
	for i, pc := range c.after {
		c.after[i] = end(pc)
	}
	for _, t := range c.tables {
		for v, pc := range t.pcs {
			t.pcs[v] = end(pc)
		}
	}
}

// out emits the ways out of a location. It returns where the code goes on, nil
// if it does not.
func (c *compiler) out(l *cfg.Loc) *cfg.Loc {
	c.loc, c.known = l, c.known[:0]
	e := l.Out[0]
	a, ok := e.Stmt.(*cfg.Assume)
	if len(l.Out) > 1 || ok && c.opt.trace {
		return c.branch(l)
	}
	c.cur = int32(e.ID)
	if !ok {
		c.step(e)
		if c.stmt(e) {
			return nil
		}
		c.done(e)
		return e.To
	}
	if c.counts() {
		c.step(e)
	}
	holds := c.jump(a.Cond, true)
	c.rank--
	c.emit(instr{op: opStop, dst: int32(l.ID)})
	c.rank++
	c.land(holds)
	if !c.counts() {
		c.step(e)
	}
	return e.To
}

// step emits the accounting of one edge.
func (c *compiler) step(e *cfg.Edge) {
	switch {
	case c.opt.announce:
		c.emit(instr{op: opEdge, dst: int32(e.ID)})
	case c.opt.trace:
		c.begin[e.ID] = int32(c.emit(instr{op: opBegin, dst: int32(e.ID)}))
	case c.count < 0:
		c.rank = 1
		c.head[e.From.ID] = true
		c.count = int32(len(c.instrs))
		c.emit(instr{op: opCount, dst: int32(e.From.ID), mask: 1})
	default:
		c.rank++
		c.instrs[c.count].mask++
	}
}

// arm emits the accounting of a taken Assume edge, if it was not counted
// before, and the way to its end.
func (c *compiler) arm(e *cfg.Edge) {
	c.cur = int32(e.ID)
	if !c.counts() {
		c.step(e)
		c.done(e)
	}
	c.target(c.emit(instr{op: opJump}), e.To)
}

// branch emits a location with several ways out, or in code that traces with
// one that may be closed.
func (c *compiler) branch(l *cfg.Loc) *cfg.Loc {
	if c.counts() {
		c.cur = int32(l.Out[0].ID)
		c.step(l.Out[0]) // whichever is taken
	}
	if len(l.Out) == 2 {
		a, okA := l.Out[0].Stmt.(*cfg.Assume)
		b, okB := l.Out[1].Stmt.(*cfg.Assume)
		if okA && okB && complementary(a.Cond, b.Cond) {
			return c.fork(l, a.Cond)
		}
	}
	if !c.switchTable(l) {
		c.choose(l)
	}
	return nil
}

// fork emits a location whose first way out is open if cond holds, and the
// second if not.
func (c *compiler) fork(l *cfg.Loc, cond cfg.Expr) *cfg.Loc {
	c.cur = int32(l.Out[0].ID)
	other := c.jump(cond, false)
	if c.counts() {
		for _, pc := range other {
			c.target(pc, l.Out[1].To)
		}
		c.count = -1
		return l.Out[0].To
	}
	c.arm(l.Out[0])
	c.land(other)
	c.arm(l.Out[1])
	return nil
}

// choose evaluates the conditions of all edges out of l.
func (c *compiler) choose(l *cfg.Loc) {
	first := c.newTemp()
	for range l.Out[1:] {
		c.newTemp()
	}
	for i, e := range l.Out {
		c.cur = int32(e.ID)
		if c.opt.trace {
			c.emit(instr{op: opMark})
		}
		if a, ok := e.Stmt.(*cfg.Assume); ok {
			c.into(a.Cond, first+int32(i))
		} else {
			c.emit(instr{op: opMove, dst: first + int32(i), a: c.constant(1), mask: 1})
		}
	}
	c.cur = -1
	c.rank-- // none is taken if none is open
	c.emit(instr{op: opChoose, dst: int32(len(c.choices)), a: first})
	c.rank++
	c.temp = 0
	ch := choice{loc: l, edges: l.Out, pcs: make([]int32, len(l.Out))}
	c.choices = append(c.choices, ch)
	for i, e := range l.Out {
		ch.pcs[i] = int32(len(c.instrs))
		c.armStmt(e)
	}
}

// armStmt is arm for an edge of any statement.
func (c *compiler) armStmt(e *cfg.Edge) {
	if _, ok := e.Stmt.(*cfg.Assume); ok {
		c.arm(e)
		return
	}
	c.cur = int32(e.ID)
	if !c.counts() {
		c.step(e)
	}
	if !c.stmt(e) {
		c.done(e)
		c.target(c.emit(instr{op: opJump}), e.To)
	}
	c.temp = 0
}

// switchTable emits a location all of whose edges assume x = c for distinct
// constants c and one expression x without memory access, with at most one
// further edge that assumes the conjunction of all x ≠ c.
func (c *compiler) switchTable(l *cfg.Loc) bool {
	var x cfg.Expr
	cases := make(map[uint64]*cfg.Edge)
	var rest *cfg.Edge
	for _, e := range l.Out {
		a, ok := e.Stmt.(*cfg.Assume)
		if !ok {
			return false
		}
		y, v, ok := equation(a.Cond, cfg.Eq)
		switch {
		case !ok && rest == nil:
			rest = e
			continue
		case !ok || x != nil && !sameExpr(x, y) || cases[v] != nil:
			return false
		}
		x = y
		cases[v] = e
	}
	if len(cases) < 2 || rest != nil && !excludes(rest.Stmt.(*cfg.Assume).Cond, x, cases) {
		return false
	}
	c.cur = int32(l.Out[0].ID)
	slot := c.value(x)
	c.rank-- // none is taken if none is open
	c.emit(instr{op: opSwitch, dst: int32(len(c.tables)), a: slot})
	c.rank++
	c.temp = 0
	t := table{loc: l, pcs: make(map[uint64]int32), def: -1}
	for _, e := range l.Out {
		pc := int32(len(c.instrs))
		if e == rest {
			t.def = pc
		} else {
			_, v, _ := equation(e.Stmt.(*cfg.Assume).Cond, cfg.Eq)
			t.pcs[v] = pc
		}
		c.arm(e)
	}
	c.tables = append(c.tables, t)
	return true
}

// excludes reports whether cond is the conjunction of x ≠ v over all cases.
func excludes(cond, x cfg.Expr, cases map[uint64]*cfg.Edge) bool {
	seen := make(map[uint64]bool)
	var visit func(e cfg.Expr) bool
	visit = func(e cfg.Expr) bool {
		if b, ok := e.(*cfg.Binary); ok && b.Op == cfg.LAnd {
			return visit(b.X) && visit(b.Y)
		}
		y, v, ok := equation(e, cfg.Ne)
		if !ok || !sameExpr(x, y) || cases[v] == nil {
			return false
		}
		seen[v] = true
		return true
	}
	return visit(cond) && len(seen) == len(cases)
}

// equation decomposes x op constant, looking through LNot.
func equation(e cfg.Expr, op cfg.Op) (cfg.Expr, uint64, bool) {
	if u, ok := e.(*cfg.Unary); ok && u.Op == cfg.LNot {
		if op == cfg.Eq {
			return equation(u.X, cfg.Ne)
		}
		return equation(u.X, cfg.Eq)
	}
	b, ok := e.(*cfg.Binary)
	if !ok || b.Op != op {
		return nil, 0, false
	}
	k, ok := b.Y.(*cfg.Const)
	if !ok || k.T.Kind != cfg.Bits {
		return nil, 0, false
	}
	return b.X, cfg.Mask(k.V, k.T.Width()), true
}

// stmt emits the statement of an edge other than Assume and reports whether
// control ends here.
func (c *compiler) stmt(e *cfg.Edge) bool {
	id := int32(e.ID)
	switch s := e.Stmt.(type) {
	case *cfg.Skip:
	case *cfg.Assign:
		c.assign(s)
	case *cfg.Havoc:
		c.emit(instr{op: opHavoc, dst: int32(s.Dst.ID), b: id, mask: maskOf(s.Dst.Type.Width())})
		c.wrote(s.Dst)
		c.define(s.Dst, s.Kind == cfg.Uninit)
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
		c.emit(instr{op: opMemHavoc, dst: id, a: dst, b: size})
	case *cfg.Alloc:
		c.emit(instr{op: opAlloc, dst: id, a: c.value(s.Size), b: int32(s.Dst.ID)})
		c.wrote(s.Dst)
		c.define(s.Dst, false)
	case *cfg.Free:
		ptr := c.value(s.Ptr)
		c.at(s.Ptr)
		c.emit(instr{op: opFree, dst: id, a: ptr})
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
