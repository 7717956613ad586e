package relevance

import (
	"context"
	"math"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
)

// execution is the given execution of a trace, on numbers: what each step reads
// and writes, and the values. A place is a variable, or a cell of a region, as in
// the terms of package hoare. From it a change of one value is followed only
// through the steps that read what differs (change.go), and which steps no
// condition depends on is found in one pass backwards (screen.go).
type execution struct {
	*unfolded
	enc   *hoare.Encoder // says which operations the program does not determine
	clock *work.Clock

	cells  []map[uint64]int32 // by region: places of cells, by address
	region []int32            // by place: the region of a cell, -1 for a variable
	addr   []uint64           // by place: the address of a cell

	input  []*cfg.Input // by step
	steps  []stepPlaces
	places []int32           // of all steps, one after the other
	values [][]held          // by place: what it holds, in order of steps
	events [][]int32         // by place: the steps that read or write it
	stray  [][]strayed       // by region: writes to places that inputs choose
	loads  map[int32][]int32 // by step: regions that it reads at places that inputs choose
	idle   []bool            // by step: it only writes what reaches no condition, whatever else differs
	args   map[int32][]int32 // by step, of a call: where what its arguments read begins, and where the last one ends
}

// number is a value of an execution. It is the same in all executions of the
// trace that agree on the inputs up to step late; -1 means in all.
type number struct {
	v    uint64
	late int32
}

// never is the step of what the program does not determine.
const never = math.MaxInt32

// held is what a place holds after step.
type held struct {
	step int32
	number
}

// strayed says that from step on any cell may depend on inputs up to late.
type strayed struct{ step, late int32 }

// stepPlaces are the places of a step, from their index in execution.places on:
// those read for addresses and sizes, those read for values, those written.
type stepPlaces struct {
	addresses, values, writes, end int32
	chosen                         bool // inputs choose the cells that are written
}

// newExecution executes the trace on its inputs; nil if they do not follow it, or
// if that is too much to hold.
func newExecution(ctx context.Context, u *unfolded, clock *work.Clock) *execution {
	x := &execution{unfolded: u, enc: hoare.NewEncoder(logic.NewTable(), u.prog), clock: clock, loads: map[int32][]int32{}, args: map[int32][]int32{}}
	x.cells = make([]map[uint64]int32, len(u.prog.Regions))
	x.stray = make([][]strayed, len(u.prog.Regions))
	x.input = make([]*cfg.Input, len(u.tr.Edges))
	for i := range u.tr.Inputs {
		if in := &u.tr.Inputs[i]; in.Step < len(x.input) {
			x.input[in.Step] = in
		}
	}
	for range u.prog.Vars {
		x.place(-1, 0)
	}
	if top := u.prog.HeapTop; top != nil {
		x.values[top.ID][0].v = u.prog.HeapBase()
	}
	x.steps = make([]stepPlaces, len(u.tr.Edges))
	b := &base{execution: x}
	for k, e := range u.tr.Edges {
		if k&1023 == 0 && ctx.Err() != nil || len(x.places) > maxPlaces || !b.step(k, e.Stmt) {
			return nil
		}
	}
	return x
}

// place is a new place.
func (x *execution) place(region int32, addr uint64) int32 {
	l := int32(len(x.region))
	x.region = append(x.region, region)
	x.addr = append(x.addr, addr)
	x.values = append(x.values, []held{{step: -1, number: number{late: -1}}})
	x.events = append(x.events, nil)
	return l
}

// cell is the place at an address.
func (x *execution) cell(r *cfg.Region, addr uint64) int32 {
	m := x.cells[r.ID]
	if m == nil {
		m = map[uint64]int32{}
		x.cells[r.ID] = m
	}
	l, ok := m[addr]
	if !ok {
		l = x.place(int32(r.ID), addr)
		m[addr] = l
	}
	return l
}

// before is what a place holds before a step.
func (x *execution) before(l int32, step int) number {
	vs := x.values[l]
	i, _ := slices.BinarySearchFunc(vs, step, func(v held, step int) int { return int(v.step) - step })
	n := vs[i-1].number
	n.late = max(n.late, x.strayLate(l, step))
	return n
}

// strayLate is up to which step inputs may have chosen that another statement
// than it seems wrote a place last.
func (x *execution) strayLate(l int32, step int) int32 {
	if x.region[l] < 0 {
		return -1
	}
	late := int32(-1)
	for _, s := range slices.Backward(x.stray[x.region[l]]) {
		if int(s.step) < step {
			late = s.late // they grow
			break
		}
	}
	return late
}

// memory is what an evaluation reads from.
type memory interface {
	read(l int32) number
	// strays is told of a read at an address that inputs up to late choose.
	strays(r *cfg.Region, late int32)
	// addressed is told that what follows is read for values, not addresses.
	addressed()
	// argument is told that what follows is read for the next argument of a call.
	argument()
	// all tells whether operands without effect are evaluated, too.
	all() bool
}

// quiet is the part of a memory that is not told anything.
type quiet struct{}

func (quiet) strays(*cfg.Region, int32) {}
func (quiet) addressed()                {}
func (quiet) argument()                 {}

// eval is the value of an expression. ok is false if it is beyond what is
// modelled here.
func (x *execution) eval(m memory, e cfg.Expr) (n number, ok bool) {
	switch e := e.(type) {
	case *cfg.Const:
		return number{cfg.Mask(e.V, e.T.Width()), -1}, true
	case *cfg.VarRef:
		return m.read(int32(e.V.ID)), e.V.Type.Width() <= 64
	case *cfg.AddrOf:
		return number{e.Obj.Addr, -1}, true
	case *cfg.FuncAddr:
		return number{e.Proc.Addr, -1}, true
	case *cfg.Unary:
		return x.unary(m, e.Op, e.T, e.X)
	case *cfg.Cast:
		return x.unary(m, e.Op, e.T, e.X)
	case *cfg.Binary:
		return x.binary(m, e)
	case *cfg.Ite:
		return x.choice(m, e)
	case *cfg.Load:
		return x.load(m, e)
	}
	return n, false
}

func (x *execution) unary(m memory, op cfg.Op, t cfg.Type, e cfg.Expr) (number, bool) {
	a, ok := x.eval(m, e)
	if !ok || t.Width() > 64 {
		return a, false
	}
	v, ok := cfg.EvalUnary(op, t.Width(), e.Type().Width(), a.v)
	if x.enc.Undetermined(op) {
		a.late = never
	}
	return number{cfg.Mask(v, t.Width()), a.late}, ok
}

func (x *execution) binary(m memory, e *cfg.Binary) (number, bool) {
	a, ok := x.eval(m, e.X)
	if !ok {
		return a, false
	}
	short := e.Op == cfg.LAnd && a.v == 0 || e.Op == cfg.LOr && a.v != 0
	if short && !m.all() {
		return a, true
	}
	b, ok := x.eval(m, e.Y)
	switch {
	case short:
		return a, true
	case !ok:
		return b, false
	case (e.Op == cfg.LAnd || e.Op == cfg.LOr) && (e.Op == cfg.LAnd) == (b.v == 0):
		return b, true // it decides alone
	}
	v, ok := cfg.EvalBinary(e.Op, e.X.Type().Width(), a.v, b.v)
	late := max(a.late, b.late)
	if x.enc.Undetermined(e.Op) {
		late = never
	}
	return number{cfg.Mask(v, e.Type().Width()), late}, ok
}

func (x *execution) choice(m memory, e *cfg.Ite) (number, bool) {
	c, ok := x.eval(m, e.Cond)
	if !ok {
		return c, false
	}
	taken, other := e.Then, e.Else
	if c.v == 0 {
		taken, other = other, taken
	}
	if m.all() {
		if _, ok := x.eval(m, other); !ok {
			return c, false
		}
	}
	n, ok := x.eval(m, taken)
	return number{n.v, max(n.late, c.late)}, ok
}

func (x *execution) load(m memory, e *cfg.Load) (number, bool) {
	a, ok := x.eval(m, e.Addr)
	r, width := e.Region, 8*e.T.Bytes()
	if !ok || r == nil || width > 64 || !aligned(r, a.v) || r.Cell != width && r.Cell != 8 {
		return a, false
	}
	if a.late >= 0 {
		m.strays(r, a.late)
	}
	n := number{late: a.late}
	for i := 0; i < width; i += r.Cell {
		c := m.read(x.cell(r, x.address(a.v+uint64(i/8))))
		n.v |= c.v << uint(i)
		n.late = max(n.late, c.late)
	}
	if e.T.Kind == cfg.Bool {
		if n.v != 0 {
			n.v = 1
		}
	} else {
		n.v = cfg.Mask(n.v, e.T.Width())
	}
	return n, true
}

// aligned tells whether an address is one of a cell.
func aligned(r *cfg.Region, addr uint64) bool { return addr%uint64(r.Cell/8) == 0 }

func (x *execution) address(v uint64) uint64 { return cfg.Mask(v, x.prog.PtrBits) }

// effect is what a statement does, on numbers.
type effect struct {
	cond   *number // of an Assume
	writes []newValue
	copied []int32     // of a copy, the place read for each write
	region *cfg.Region // written at places that inputs up to late choose, nil if they do not
	late   int32
}

type newValue struct {
	place int32
	number
}

func (f *effect) write(l int32, n number) { f.writes = append(f.writes, newValue{l, n}) }

// replacement is a value in place of one that a statement assigns.
type replacement struct {
	t *target
	v uint64
}

// run evaluates the statement of step k, with a replacement or without. It is
// false if that is beyond what is modelled here.
func (x *execution) run(m memory, k int, st cfg.Stmt, with *replacement, f *effect) bool {
	f.cond, f.writes, f.copied, f.region, f.late = nil, f.writes[:0], f.copied[:0], nil, -1
	switch st := st.(type) {
	case *cfg.Store:
		return x.store(m, st, with, f)
	case *cfg.MemCopy:
		if with == nil {
			return x.copy(m, st, f)
		}
		return x.fill(m, st.DstRegion, st.Dst, st.Size, with.byte, f)
	case *cfg.MemSet:
		if with != nil {
			return x.fill(m, st.Region, st.Dst, st.Size, with.byte, f)
		}
		return x.fill(m, st.Region, st.Dst, st.Size, func(r *cfg.Region, _ uint64) (number, bool) {
			b, ok := x.eval(m, st.Val)
			b.v = repeated(r, b.v)
			return b, ok
		}, f)
	case *cfg.MemHavoc:
		if with != nil {
			return x.fill(m, st.Region, st.Dst, st.Size, with.byte, f)
		}
		return st.Region == nil || !st.Everything() && x.fill(m, st.Region, st.Dst, st.Size, x.chosen(k), f)
	case *cfg.Alloc:
		if with == nil {
			return x.alloc(m, k, st, f)
		}
	}
	m.addressed()
	switch st := st.(type) {
	case *cfg.Assume:
		n, ok := x.eval(m, st.Cond)
		f.cond = &n
		return ok
	case *cfg.Call:
		for i, a := range st.Args {
			m.argument()
			n, ok := x.eval(m, a)
			if !ok {
				return false
			}
			if with != nil && with.t.param == i {
				n = number{with.v, -1}
			}
			if i < len(st.Proc.Params) {
				f.write(int32(st.Proc.Params[i].ID), n)
			}
		}
		return true
	case *cfg.Free, *cfg.Return, *cfg.Skip:
		return true
	}
	d := cfg.Defined(st)
	if d == nil || d.Type.Width() > 64 {
		return false
	}
	n, ok := number{late: -1}, true
	switch st := st.(type) {
	case *cfg.Assign:
		if with == nil {
			n, ok = x.eval(m, st.Src)
		}
	case *cfg.Havoc:
		n.late = int32(k)
		if in := x.input[k]; in != nil {
			n.v = cfg.Mask(in.Value, d.Type.Width())
		}
	}
	if with != nil {
		n = number{with.v, -1}
	}
	f.write(int32(d.ID), n)
	return ok
}

// byte is the replacing value as a byte that fills the cells of a region.
func (w *replacement) byte(r *cfg.Region, _ uint64) (number, bool) {
	return number{repeated(r, w.v), -1}, true
}

// repeated is the value of a cell whose bytes are all b.
func repeated(r *cfg.Region, b uint64) (v uint64) {
	for i := 0; i < r.Cell; i += 8 {
		v |= b & 0xff << uint(i)
	}
	return v
}

// chosen gives the cells that step k makes arbitrary.
func (x *execution) chosen(k int) func(r *cfg.Region, addr uint64) (number, bool) {
	return func(r *cfg.Region, addr uint64) (number, bool) {
		n := number{late: int32(k)}
		if in := x.input[k]; in != nil {
			for i := 0; i < r.Cell; i += 8 {
				n.v |= uint64(in.Mem[addr+uint64(i/8)]) << uint(i)
			}
		}
		return n, true
	}
}

func (x *execution) store(m memory, st *cfg.Store, with *replacement, f *effect) bool {
	a, ok := x.eval(m, st.Addr)
	t := st.Val.Type()
	r, width := st.Region, 8*t.Bytes()
	if !ok || r == nil || width > 64 || !aligned(r, a.v) || r.Cell != width && r.Cell != 8 {
		return false
	}
	m.addressed()
	n := number{late: -1}
	if with != nil {
		n.v = with.v
	} else if n, ok = x.eval(m, st.Val); !ok {
		return false
	}
	f.choose(r, a.late)
	for i := 0; i < width; i += r.Cell {
		f.write(x.cell(r, x.address(a.v+uint64(i/8))), number{cfg.Mask(n.v>>uint(i), r.Cell), n.late})
	}
	return true
}

// choose notes that inputs up to late choose what is written in a region.
func (f *effect) choose(r *cfg.Region, late int32) {
	if late >= 0 {
		f.region, f.late = r, late
	}
}

// block evaluates where a block operation writes, and tells inputs that choose
// that. It is false for blocks that are not made of cells, or too large.
func (x *execution) block(m memory, r *cfg.Region, dst, size cfg.Expr, f *effect) (from, n uint64, ok bool) {
	a, ok := x.eval(m, dst)
	if !ok || r == nil {
		return 0, 0, false
	}
	s, ok := x.eval(m, size)
	step := uint64(r.Cell / 8)
	if !ok || s.v > hoare.MaxCopy*step || a.v%step != 0 || s.v%step != 0 {
		return 0, 0, false
	}
	f.choose(r, max(a.late, s.late))
	return a.v, s.v / step, true
}

// fill writes cells to a block.
func (x *execution) fill(m memory, r *cfg.Region, dst, size cfg.Expr, cell func(r *cfg.Region, addr uint64) (number, bool), f *effect) bool {
	from, n, ok := x.block(m, r, dst, size, f)
	m.addressed()
	for i := uint64(0); ok && i < n; i++ {
		at := x.address(from + i*uint64(r.Cell/8))
		var c number
		if c, ok = cell(r, at); ok {
			f.write(x.cell(r, at), c)
		}
	}
	return ok
}

func (x *execution) copy(m memory, st *cfg.MemCopy, f *effect) bool {
	s, ok := x.eval(m, st.Src)
	to, n, ok2 := x.block(m, st.DstRegion, st.Dst, st.Size, f)
	m.addressed()
	r := st.SrcRegion
	if !ok || !ok2 || r == nil || r.Cell != st.DstRegion.Cell || !aligned(r, s.v) {
		return false
	}
	if s.late >= 0 {
		m.strays(r, s.late)
	}
	for i := range n {
		d := i * uint64(r.Cell/8)
		from := x.cell(r, x.address(s.v+d))
		c := m.read(from)
		c.late = max(c.late, s.late)
		f.copied = append(f.copied, from)
		f.write(x.cell(st.DstRegion, x.address(to+d)), c)
	}
	return true
}

// alloc is the allocator of package hoare. Its conditions, which hold in the
// execution, are not conditions of the program.
func (x *execution) alloc(m memory, k int, st *cfg.Alloc, f *effect) bool {
	size, ok := x.eval(m, st.Size)
	top := m.read(int32(x.prog.HeapTop.ID))
	m.addressed()
	late := max(size.late, top.late)
	p := x.address((top.v + cfg.HeapAlign - 1) &^ (cfg.HeapAlign - 1))
	f.write(int32(st.Dst.ID), number{p, top.late})
	f.write(int32(x.prog.HeapTop.ID), number{x.address(p + max(size.v, 1)), late})
	r := st.Region
	if !ok || r == nil {
		return ok
	}
	cell := x.chosen(k)
	if st.Zero {
		cell = func(*cfg.Region, uint64) (number, bool) { return number{late: -1}, true }
	}
	step := uint64(r.Cell / 8)
	if size.v > hoare.MaxCopy*step || p%step != 0 {
		return false
	}
	f.choose(r, late)
	for i := uint64(0); i < size.v; i += step {
		c, _ := cell(r, x.address(p+i))
		f.write(x.cell(r, x.address(p+i)), c)
	}
	return true
}

// base executes the trace itself.
type base struct {
	*execution
	cur []number // by place
	k   int
	eff effect
}

// read implements memory.
func (b *base) read(l int32) number {
	for len(b.cur) < len(b.region) {
		b.cur = append(b.cur, b.values[len(b.cur)][0].number)
	}
	b.places = append(b.places, l)
	b.event(l)
	n := b.cur[l]
	if r := b.region[l]; r >= 0 {
		if s := b.stray[r]; len(s) > 0 {
			n.late = max(n.late, s[len(s)-1].late)
		}
	}
	return n
}

// strays implements memory.
func (b *base) strays(r *cfg.Region, _ int32) {
	b.loads[int32(b.k)] = append(b.loads[int32(b.k)], int32(r.ID))
}

// addressed implements memory.
func (b *base) addressed() { b.steps[b.k].values = int32(len(b.places)) }

// argument implements memory.
func (b *base) argument() {
	k := int32(b.k)
	b.args[k] = append(b.args[k], int32(len(b.places))-b.steps[k].values)
}

// all implements memory: what an operand without effect reads may count in
// another execution of the trace.
func (b *base) all() bool { return true }

// event notes that the step reads or writes a place.
func (b *base) event(l int32) {
	if es := b.events[l]; len(es) == 0 || es[len(es)-1] != int32(b.k) {
		b.events[l] = append(es, int32(b.k))
	}
}

// step executes step k. It is false if that is not modelled, or a condition is
// false.
func (b *base) step(k int, st cfg.Stmt) bool {
	b.k = k
	at := &b.steps[k]
	at.addresses = int32(len(b.places))
	if !b.run(b, k, st, nil, &b.eff) {
		return false
	}
	at.writes = int32(len(b.places))
	if _, ok := st.(*cfg.Call); ok {
		b.argument()
	}
	if c := b.eff.cond; c != nil && c.v == 0 && c.late != never {
		return false
	}
	for len(b.cur) < len(b.region) {
		b.cur = append(b.cur, b.values[len(b.cur)][0].number)
	}
	for _, w := range b.eff.writes {
		b.places = append(b.places, w.place)
		b.event(w.place)
		b.cur[w.place] = w.number
		b.values[w.place] = append(b.values[w.place], held{int32(k), w.number})
	}
	at.end = int32(len(b.places))
	at.chosen = b.eff.region != nil
	if r := b.eff.region; r != nil {
		late := b.eff.late
		if s := b.stray[r.ID]; len(s) > 0 {
			late = max(late, s[len(s)-1].late)
		}
		b.stray[r.ID] = append(b.stray[r.ID], strayed{int32(k), late})
	}
	b.clock.Count(1+len(b.eff.writes), numberCost)
	return true
}
