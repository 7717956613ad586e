package interp

import (
	"slices"

	"culprit/cfg"
)

// Reads of uninitialised values, and of those that are not known (Run only).
// Every variable has a flag slot after the variables, every memory byte a byte
// in a shadow memory; 1 means uninitialised, a greater number that the value is
// one that the statement of Code.opaque, counted from 2, does not know. Plain
// copies, by Assign, Store, MemCopy or parameter passing, copy the flag, since C
// allows to copy a partly initialised structure. Every other use of such a value,
// as the result of main, too, is a fault, or ends what can be said about the
// program. A store that merges bits into the word it writes (a bit-field) does not
// check that word.

// flag is the flag slot of a variable.
func (c *compiler) flag(v *cfg.Var) int32 { return int32(len(c.prog.Vars) + v.ID) }

// mayBeOpen reports whether a variable may be without value at this place.
func (c *compiler) mayBeOpen(v *cfg.Var) bool {
	return c.opt.uninit && c.open.isOpen(v, c.loc.Proc, c.open.in[c.loc.ID]) && !slices.Contains(c.known, v)
}

// check emits the check of a variable that is used.
func (c *compiler) check(v *cfg.Var) {
	if c.mayBeOpen(v) {
		c.emit(instr{op: opCheck, a: c.flag(v)})
		if c.open.strict {
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

func isResult(v *cfg.Var) bool { return v.Proc != nil && v.Proc.Ret == v }

// checkResult emits the check of a variable that is copied: if it is the result
// of a procedure that ended without one, this is a use, too (C11 6.9.1p12). A
// value that is merely not known may be copied.
func (c *compiler) checkResult(v *cfg.Var) {
	if isResult(v) && c.mayBeOpen(v) {
		c.emit(instr{op: opCheck, aux: 1, a: c.flag(v)})
	}
}

// assign emits an Assign.
func (c *compiler) assign(s *cfg.Assign) {
	dst := int32(s.Dst.ID)
	defer c.wrote(s.Dst)
	if !c.opt.uninit {
		c.into(s.Src, dst)
		return
	}
	if s.Dst == c.prog.Main.Ret { // the system uses it
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
			c.emit(instr{op: opMoveBoth, dst: dst, a: int32(e.V.ID), b: int32(len(c.prog.Vars))})
			return
		}
		if c.mayBeOpen(s.Dst) {
			c.emit(instr{op: opMove, dst: flag, a: c.flagOf(e)})
		}
		c.emit(instr{op: opMove, dst: dst, a: int32(e.V.ID)})
	case *cfg.Load:
		addr := c.value(e.Addr)
		if !c.opt.trace {
			known := c.readable(e, addr)
			c.at(e.Addr)
			c.emit(instr{op: opLoadCopied, aux: known, dst: dst, a: addr, b: flag, sh: uint8(e.T.Bytes()), mask: maskOf(e.T.Width())})
			return
		}
		if addr == dst { // the load overwrites its address
			addr = c.newTemp()
			c.emit(instr{op: opMove, dst: addr, a: dst})
		}
		known := c.readable(e, addr)
		c.at(e.Addr)
		c.emit(instr{op: c.traced(opLoad), aux: known, dst: dst, a: addr, sh: uint8(e.T.Bytes()), mask: maskOf(e.T.Width())})
		c.emit(instr{op: opLoadFlag, dst: flag, a: addr, sh: uint8(e.T.Bytes())})
	default:
		c.into(s.Src, dst)
		c.define(s.Dst, 0)
	}
}

// define emits the flag of a variable that a statement other than Assign
// gives a value.
func (c *compiler) define(v *cfg.Var, flag uint64) {
	if c.opt.uninit && (flag != 0 || c.mayBeOpen(v)) {
		c.emit(instr{op: opMove, dst: c.flag(v), a: c.constant(flag)})
	}
}

const (
	firstOpaque = 2
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
		c.opaque = append(c.opaque, e)
		return min(uint64(firstOpaque+len(c.opaque)-1), lastOpaque)
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
	if c.opt.uninit && !c.opt.trace {
		c.emit(instr{op: opStoreBoth, aux: known, dst: flag, a: addr, b: val, sh: n})
		return
	}
	c.emit(instr{op: c.traced(opStore), aux: known, dst: id, a: addr, b: val, sh: n})
	if c.opt.uninit {
		c.emit(instr{op: opStoreFlag, a: addr, b: flag, sh: n})
	}
}

// moved is the slots of a value that is stored and of its flag.
func (c *compiler) moved(e cfg.Expr) (val, flag int32) {
	l, ok := e.(*cfg.Load)
	if !ok || !c.opt.uninit {
		return c.copied(e), c.flagOf(e)
	}
	addr, n := c.value(l.Addr), uint8(l.T.Bytes())
	known := c.readable(l, addr)
	c.region(l.Region, addr, n, false)
	c.at(l.Addr)
	val, flag = c.newTemp(), c.newTemp()
	if !c.opt.trace {
		c.emit(instr{op: opLoadCopied, aux: known, dst: val, a: addr, b: flag, sh: n, mask: maskOf(l.T.Width())})
		return val, flag
	}
	c.emit(instr{op: c.traced(opLoad), aux: known, dst: val, a: addr, sh: n, mask: maskOf(l.T.Width())})
	c.emit(instr{op: opLoadFlag, dst: flag, a: addr, sh: n})
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
	check := c.opt.uninit && (c.merged == nil || !sameExpr(c.merged, e.Addr))
	if check && c.opt.trace && addr == dst { // the load overwrites its address
		addr = c.newTemp()
		c.emit(instr{op: opMove, dst: addr, a: dst})
	}
	c.region(e.Region, addr, n, false)
	c.at(e.Addr)
	if check && !c.opt.trace {
		c.emit(instr{op: opLoadUsed, aux: known, dst: dst, a: addr, sh: n, mask: maskOf(e.T.Width())})
		return
	}
	c.emit(instr{op: c.traced(opLoad), aux: known, dst: dst, a: addr, sh: n, mask: maskOf(e.T.Width())})
	if check && c.opt.trace { // after the load, so that the fault's instance has it
		c.at(e.Addr)
		c.emit(instr{op: opCheckLoad, a: addr, sh: n})
	}
}

// flags executes the instructions above.
func (m *machine) flags(pc int32, in *instr) {
	switch in.op {
	case opCheck:
		if flag := m.reg[in.a]; flag >= firstOpaque {
			if in.aux == 0 {
				m.notKnown(pc, flag)
			}
		} else if flag != 0 {
			v := m.code.prog.Vars[int(in.a)-len(m.code.prog.Vars)]
			m.uninitialised(pc, v)
		}
	case opCheckLoad:
		if m.shadow.load(m.reg[in.a], lowBytes(in.sh)) != 0 {
			m.uninitialisedBytes(pc, m.reg[in.a], uint64(in.sh))
		}
	case opLoadFlag:
		m.reg[in.dst] = flagOfBytes(m.shadow.load(m.reg[in.a], lowBytes(in.sh)))
	case opStoreFlag:
		m.shadeScalar(m.reg[in.a], in.sh, m.reg[in.b])
	}
}

// flagOfBytes is the greatest of eight flags.
func flagOfBytes(w uint64) uint64 {
	flag := uint64(0)
	for ; w != 0; w >>= 8 {
		flag = max(flag, w&0xff)
	}
	return flag
}

// notKnown stops at the use of a value that an execution does not know.
func (m *machine) notKnown(pc int32, flag uint64) {
	if m.strict {
		m.stopAt(pc, Unsupported, m.ignorance(flag))
	}
}

// ignorance says which value the flag is about.
func (m *machine) ignorance(flag uint64) string {
	e := m.code.opaque[flag-firstOpaque]
	what := e.Text
	if what == "" {
		what = describe(e)
	}
	if e.Pos.IsValid() {
		what += " at " + e.Pos.String()
	}
	return "the rest depends on the result of " + what + ", which is not known"
}

// lowBytes is a mask of n bytes, 1 to 8.
func lowBytes(n uint8) uint64 { return ^uint64(0) >> ((64 - 8*n) & 63) }

// shadeScalar sets the flags of n bytes. Most often they are as they shall be,
// and stay without a page.
func (m *machine) shadeScalar(addr uint64, n uint8, flag uint64) {
	if f := 0x0101010101010101 * flag; m.shadow.load(addr, lowBytes(n)) != f&lowBytes(n) {
		m.shadow.store(addr, n, f)
	}
}

// shade marks a range of memory as initialised or not.
func (m *machine) shade(addr, size uint64, undefined bool) { m.shadeAs(addr, size, b2u(undefined)) }

func (m *machine) shadeAs(addr, size, flag uint64) {
	if m.shadow != nil {
		if flag != 0 {
			size = min(size, maxShade)
		}
		m.shadow.fill(addr, byte(flag), size)
	}
}

// Which variables may be without value (a forward may-analysis), so that code
// checks and keeps flags only where they can matter. A variable can be without
// value if a Havoc makes it so, or if it is a copy of memory or of such a
// variable. It has one after every statement that surely uses it, since such
// a use of an uninitialised value stops a strict execution; and after every
// assignment of a computed value. Globals, and results of other procedures,
// are not followed through the program.
//
// The flags of all variables stay exact: code that leaves out a flag's write
// knows that the flag has this value already.

// initialised holds the result of the analysis.
type initialised struct {
	strict bool
	prog   *cfg.Program
	bit    []int32    // per variable: its bit in the sets of its procedure; open, or never
	in     [][]uint64 // per location: locals that may be without value; nil if not reached
	words  []int      // per procedure: length of the sets
}

const (
	neverOpen  = -1 // the variable always has a value
	alwaysOpen = -2 // it may be without anywhere
)

// withoutValue reports whether a Havoc leaves its variable without a value that
// an execution has: one that is uninitialised, or that is not known. The
// arguments of main are given.
func withoutValue(s *cfg.Havoc) bool {
	return s.Kind == cfg.Uninit || s.Kind == cfg.Unknown && s.Func != "main" && !spelled(s)
}

// newInitialised analyses p. In a strict execution uses of uninitialised
// values are fatal.
func newInitialised(p *cfg.Program, strict bool) *initialised {
	a := &initialised{strict: strict, prog: p, bit: make([]int32, len(p.Vars)), in: make([][]uint64, len(p.Locs)), words: make([]int, len(p.Procs))}
	open, outside := a.candidates(), a.setOutside()
	count := make([]int32, len(p.Procs))
	for i, v := range p.Vars {
		switch {
		case !open[i]:
			a.bit[i] = neverOpen
		case v.Proc == nil || v == v.Proc.Ret || outside[i]:
			a.bit[i] = alwaysOpen
		default:
			a.bit[i] = count[v.Proc.ID]
			count[v.Proc.ID]++
		}
	}
	for i, n := range count {
		a.words[i] = int(n+63) / 64
	}
	for _, f := range p.Procs {
		if f.Entry != nil {
			a.procedure(f)
		}
	}
	return a
}

// openAll forgets what the analysis found.
func (a *initialised) openAll() {
	a.strict = false
	for i := range a.bit {
		a.bit[i] = alwaysOpen
	}
}

// candidates are the variables that may be without value somewhere.
func (a *initialised) candidates() []bool {
	open := make([]bool, len(a.prog.Vars))
	copies := make([][]*cfg.Var, len(a.prog.Vars))
	var work []*cfg.Var
	add := func(v *cfg.Var) {
		if !open[v.ID] {
			open[v.ID] = true
			work = append(work, v)
		}
	}
	copied := func(dst *cfg.Var, src cfg.Expr) {
		switch e := src.(type) {
		case *cfg.VarRef:
			copies[e.V.ID] = append(copies[e.V.ID], dst)
		case *cfg.Load:
			add(dst)
		}
	}
	for _, e := range a.prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			if withoutValue(s) {
				add(s.Dst)
			}
		case *cfg.Assign:
			copied(s.Dst, s.Src)
		case *cfg.Call:
			for i, v := range s.Proc.Params {
				if i < len(s.Args) {
					if _, ok := s.Args[i].(*cfg.VarRef); ok { // a Load is used, not copied
						copied(v, s.Args[i])
					}
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, w := range copies[v.ID] {
			add(w)
		}
	}
	return open
}

// setOutside are the variables that an edge of another procedure sets.
func (a *initialised) setOutside() []bool {
	out := make([]bool, len(a.prog.Vars))
	for _, e := range a.prog.Edges {
		if v := cfg.Defined(e.Stmt); v != nil && v.Proc != e.From.Proc {
			out[v.ID] = true
		}
	}
	return out
}

// procedure computes the sets of one procedure. At its entry all locals may be
// without value.
func (a *initialised) procedure(f *cfg.Proc) {
	n := a.words[f.ID]
	top := make([]uint64, n)
	for i := range top {
		top[i] = ^uint64(0)
	}
	a.in[f.Entry.ID] = top
	work := []*cfg.Loc{f.Entry}
	queued := map[*cfg.Loc]bool{f.Entry: true}
	out := make([]uint64, n)
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		queued[l] = false
		for _, e := range l.Out {
			if _, ok := e.Stmt.(*cfg.Return); ok {
				continue
			}
			copy(out, a.in[l.ID])
			a.transfer(f, e, out)
			if a.join(e.To, out) && !queued[e.To] {
				queued[e.To] = true
				work = append(work, e.To)
			}
		}
	}
}

// join adds a set to that of a location and reports whether that is news.
func (a *initialised) join(l *cfg.Loc, set []uint64) bool {
	if a.in[l.ID] == nil {
		a.in[l.ID] = append(make([]uint64, 0, len(set)), set...)
		return true
	}
	news := false
	for i, w := range set {
		if w&^a.in[l.ID][i] != 0 {
			a.in[l.ID][i] |= w
			news = true
		}
	}
	return news
}

// transfer turns the set before an edge into the one after it.
func (a *initialised) transfer(f *cfg.Proc, e *cfg.Edge, set []uint64) {
	if a.strict {
		a.uses(f, e.Stmt, set)
	}
	put := func(v *cfg.Var, open bool) {
		if b := a.bit[v.ID]; v.Proc == f && b >= 0 {
			set[b/64] &^= 1 << (b % 64)
			if open {
				set[b/64] |= 1 << (b % 64)
			}
		}
	}
	dst := cfg.Defined(e.Stmt)
	if dst == nil {
		return
	}
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		switch x := s.Src.(type) {
		case *cfg.VarRef:
			put(dst, a.isOpen(x.V, f, set))
		case *cfg.Load:
			put(dst, true)
		default:
			put(dst, false)
		}
	case *cfg.Havoc:
		put(dst, withoutValue(s))
	default:
		put(dst, false)
	}
}

// isOpen reports whether v may be without value, given the set of a place in f.
func (a *initialised) isOpen(v *cfg.Var, f *cfg.Proc, set []uint64) bool {
	b := a.bit[v.ID]
	switch {
	case b == neverOpen:
		return false
	case b == alwaysOpen || v.Proc != f || set == nil:
		return true
	}
	return set[b/64]>>(b%64)&1 == 1
}

// uses removes what a statement surely uses, rather than only copies.
func (a *initialised) uses(f *cfg.Proc, s cfg.Stmt, set []uint64) {
	use := func(x cfg.Expr) { a.used(f, x, set) }
	operand := func(x cfg.Expr) {
		if _, ok := x.(*cfg.VarRef); !ok {
			use(x)
		}
	}
	switch s := s.(type) {
	case *cfg.Assign:
		operand(s.Src)
	case *cfg.Store:
		use(s.Addr)
		operand(s.Val)
	case *cfg.Call:
		for _, x := range s.Args {
			operand(x)
		}
	default:
		cfg.Exprs(s, use)
	}
}

// used removes the variables that an expression reads in any case.
func (a *initialised) used(f *cfg.Proc, x cfg.Expr, set []uint64) {
	switch x := x.(type) {
	case *cfg.VarRef:
		if b := a.bit[x.V.ID]; x.V.Proc == f && b >= 0 {
			set[b/64] &^= 1 << (b % 64)
		}
	case *cfg.Binary:
		a.used(f, x.X, set)
		if x.Op != cfg.LAnd && x.Op != cfg.LOr {
			a.used(f, x.Y, set)
		}
	case *cfg.Ite:
		a.used(f, x.Cond, set)
	default:
		cfg.Children(x, func(y cfg.Expr) { a.used(f, y, set) })
	}
}
