package alias

import (
	"sort"
	"strconv"

	"culprit/analysis/inclusion"
	"culprit/cfg"
	"culprit/cfg/clib"
)

// node is a variable or a piece of memory. Its class, of which find is the
// representative, has one node that the values it holds point to.
type node int32

const none node = -1

// analysis is the state of one run.
type analysis struct {
	prog *cfg.Program
	ptr  cfg.Type

	// By node, valid at representatives.
	parent []node
	rank   []uint8
	points []node // what the values in it point to, or none
	memory []bool // holds an object or an allocation site
	number []bool // what points to it may be any number
	uninit []bool // what points to it may be uninitialised memory

	vars     []node // by Var.ID
	objects  []node // by Object.ID
	allocs   map[*cfg.Alloc]node
	inObject map[int]node // by Object.ID: constants inside the object
	inHeap   node         // constants that may be heap addresses
	wild     node         // what pointers from outside the program point to
	heapBase uint64
	accesses []access
	copies   [][2]node // pairs of classes that a MemCopy connects
	libs     []libUse
	libUsed  map[node]bool          // classes that library calls reach
	owned    map[string]node        // objects of the C library
	texts    map[*cfg.Object][]byte // contents of string literals, if asked for
	ghosts   []func(*cfg.Region)    // accesses of the sizes of blocks
	shadows  []shadow
	// converted are the classes that pointers made of numbers point to,
	// everything the statements about all memory outside of the program.
	converted  []node
	everything []func(*cfg.Region)
	touched    map[node]bool // classes with an access, by representative; nil if out of date
	ofRegion   []node        // by Region.ID
	divisors   *cellAnalysis
}

// access is one read or write of memory.
type access struct {
	at    node
	addr  cfg.Expr
	size  cfg.Expr // of block operations, else nil
	width int      // of loads and stores in bits, else 0
	loose bool     // a new heap object: aligned, and the rest of its last cell is nobody's
	set   func(*cfg.Region)
}

// shadow is an access of what says whether the memory of a class has a value.
type shadow struct {
	at  node
	set func(*cfg.Region)
}

// Assign computes the regions of the program and stores them in every
// statement and expression that accesses memory. It replaces earlier regions.
func Assign(prog *cfg.Program) *Result {
	a := &analysis{
		prog: prog, ptr: cfg.BV(prog.PtrBits),
		allocs: map[*cfg.Alloc]node{}, inObject: map[int]node{}, owned: map[string]node{}, heapBase: prog.HeapBase(),
	}
	for range prog.Vars {
		a.vars = append(a.vars, a.fresh())
	}
	for range prog.Objects {
		n := a.fresh()
		a.memory[n] = true
		a.objects = append(a.objects, n)
	}
	a.inHeap, a.wild = a.fresh(), a.fresh()
	for _, e := range prog.Edges {
		a.edge(e)
	}
	a.close()
	if clashes := inclusion.Clashes(prog, inclusion.MaxWork/16); len(clashes) > 0 {
		a.both(clashes)
		a.close()
	}
	return &Result{a}
}

// close joins what follows from the constraints, and tells the program.
func (a *analysis) close() {
	for again := true; again; {
		again = a.outside()
		a.constants()
	}
	a.regions()
}

// both joins what the second analysis does not keep apart: a proof that rests
// on regions which it does not confirm is none.
func (a *analysis) both(clashes []*inclusion.Clash) {
	for _, c := range clashes {
		to := a.wild
		switch {
		case c.Object != nil:
			to = a.objects[c.Object.ID]
		case c.Block != nil:
			to = a.allocs[c.Block.Stmt.(*cfg.Alloc)]
		}
		if c.Region != nil {
			a.join(a.ofRegion[c.Region.ID], to)
		}
	}
}

func (a *analysis) fresh() node {
	n := node(len(a.parent))
	a.parent = append(a.parent, n)
	a.rank = append(a.rank, 0)
	a.points = append(a.points, none)
	a.memory = append(a.memory, false)
	a.number = append(a.number, false)
	a.uninit = append(a.uninit, false)
	return n
}

func (a *analysis) find(n node) node {
	for a.parent[n] != n {
		a.parent[n] = a.parent[a.parent[n]]
		n = a.parent[n]
	}
	return n
}

// join unites two classes and, transitively, what they point to.
func (a *analysis) join(x, y node) {
	if x == none || y == none {
		return
	}
	type pair struct{ x, y node }
	work := []pair{{x, y}}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		x, y := a.find(p.x), a.find(p.y)
		if x == y {
			continue
		}
		if a.rank[x] < a.rank[y] {
			x, y = y, x
		}
		if a.rank[x] == a.rank[y] {
			a.rank[x]++
		}
		a.parent[y] = x
		a.memory[x] = a.memory[x] || a.memory[y]
		a.number[x] = a.number[x] || a.number[y]
		a.uninit[x] = a.uninit[x] || a.uninit[y]
		a.touched = nil
		switch px, py := a.points[x], a.points[y]; {
		case px == none:
			a.points[x] = py
		case py != none:
			work = append(work, pair{px, py})
		}
	}
}

// pointee is what the values in n point to.
func (a *analysis) pointee(n node) node {
	n = a.find(n)
	if a.points[n] == none {
		p := a.fresh()
		a.points[n] = p
	}
	return a.points[n]
}

// edge applies the constraints of a statement.
func (a *analysis) edge(e *cfg.Edge) {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		if s.Dst.Ghost() { // nobody accesses memory through it
			a.ghost(s.Src)
			return
		}
		a.assign(s.Dst, s.Src)
	case *cfg.Assume:
		a.value(s.Cond)
	case *cfg.Havoc:
		a.havoc(e, s)
	case *cfg.Store:
		if s.Region.Ghost() {
			a.ghostAt(s.Region, s.Addr, func(r *cfg.Region) { s.Region = r })
			a.ghost(s.Val)
			return
		}
		m := a.address(s.Addr)
		a.access(access{at: m, addr: s.Addr, width: 8 * s.Val.Type().Bytes(), set: func(r *cfg.Region) { s.Region = r }})
		if v := a.value(s.Val); v != none {
			a.join(a.pointee(m), v)
		} else {
			a.counts(m, s.Val)
		}
	case *cfg.MemCopy:
		if s.DstRegion.Ghost() {
			a.ghostAt(s.DstRegion, s.Dst, func(r *cfg.Region) { s.DstRegion = r })
			a.ghostAt(s.SrcRegion, s.Src, func(r *cfg.Region) { s.SrcRegion = r })
			a.ghost(s.Size)
			return
		}
		d, f := a.address(s.Dst), a.address(s.Src)
		a.value(s.Size)
		a.block(d, s.Dst, s.Size, false, func(r *cfg.Region) { s.DstRegion = r })
		a.block(f, s.Src, s.Size, false, func(r *cfg.Region) { s.SrcRegion = r })
		a.join(a.pointee(d), a.pointee(f))
		a.copies = append(a.copies, [2]node{d, f})
	case *cfg.MemSet:
		if s.Region.Ghost() {
			a.ghostAt(s.Region, s.Dst, func(r *cfg.Region) { s.Region = r })
			a.ghost(s.Size)
			return
		}
		m := a.address(s.Dst)
		a.value(s.Size)
		if v := a.value(s.Val); v != none {
			a.join(a.pointee(m), v)
		}
		a.block(m, s.Dst, s.Size, false, func(r *cfg.Region) { s.Region = r })
	case *cfg.MemHavoc:
		a.memHavoc(s)
	case *cfg.Alloc:
		a.value(s.Size)
		m := a.fresh()
		a.memory[m] = true
		a.allocs[s] = m
		a.join(a.pointee(a.vars[s.Dst.ID]), m)
		a.block(m, &cfg.VarRef{V: s.Dst}, s.Size, true, func(r *cfg.Region) { s.Region = r })
		if !s.Zero {
			a.unset(a.pointee(m))
		}
	case *cfg.Free:
		a.value(s.Ptr)
	case *cfg.Lib:
		a.lib(s)
	case *cfg.Call:
		for i, x := range s.Args {
			a.assign(s.Proc.Params[i], x)
		}
	}
}

// ghostAt records an access of a ghost region.
func (a *analysis) ghostAt(r *cfg.Region, addr cfg.Expr, set func(*cfg.Region)) {
	if x := r.Shadowed(addr); x != nil {
		a.shadows = append(a.shadows, shadow{a.address(x), set})
		return
	}
	a.ghosts = append(a.ghosts, set)
	a.ghost(addr)
}

// ghost records the loads in e, of which no pointer of the program is made.
func (a *analysis) ghost(e cfg.Expr) {
	if l, ok := e.(*cfg.Load); ok {
		a.value(l)
		return
	}
	cfg.Children(e, a.ghost)
}

func (a *analysis) block(m node, addr, size cfg.Expr, loose bool, set func(*cfg.Region)) {
	a.access(access{at: m, addr: addr, size: size, loose: loose, set: set})
}

func (a *analysis) access(x access) {
	a.accesses = append(a.accesses, x)
	a.touched = nil
}

func (a *analysis) assign(v *cfg.Var, e cfg.Expr) {
	if x := a.value(e); x != none {
		a.join(a.pointee(a.vars[v.ID]), x)
	} else {
		a.counts(a.vars[v.ID], e)
	}
	if v.Converted && v.CType.Pointer() {
		a.converted = append(a.converted, a.pointee(a.vars[v.ID]))
	}
}

// address is the memory that e, used as an address, refers to.
func (a *analysis) address(e cfg.Expr) node {
	if n := a.value(e); n != none {
		return n
	}
	if k, ok := e.(*cfg.Const); ok && k.V >= firstAddress && !clib.IsStream(k.V) {
		return a.wild // a device, or where another program of the machine is
	}
	return a.fresh()
}

// value is what the value of e points to, or none if it is neither a pointer nor
// part of one. It records the loads in e.
func (a *analysis) value(e cfg.Expr) node {
	switch e := e.(type) {
	case *cfg.Const:
		return a.constant(e)
	case *cfg.VarRef:
		if e.V.Type.Kind == cfg.Bool || e.V.Ghost() {
			return none
		}
		return a.pointee(a.vars[e.V.ID])
	case *cfg.AddrOf:
		return a.objects[e.Obj.ID]
	case *cfg.FuncAddr:
		return none
	case *cfg.Unary:
		x := a.value(e.X)
		if e.Op == cfg.Neg || e.Op == cfg.Not {
			return x
		}
		return none
	case *cfg.Binary:
		return a.binary(e)
	case *cfg.Cast:
		x := a.value(e.X)
		switch e.Op {
		case cfg.ZExt, cfg.SExt, cfg.Trunc, cfg.FToBits, cfg.BitsToF:
			return x
		}
		return none
	case *cfg.Ite:
		a.value(e.Cond)
		return a.either(a.value(e.Then), a.value(e.Else))
	case *cfg.Load:
		if e.Region.Ghost() {
			a.ghostAt(e.Region, e.Addr, func(r *cfg.Region) { e.Region = r })
			return none
		}
		m := a.address(e.Addr)
		a.access(access{at: m, addr: e.Addr, width: 8 * e.T.Bytes(), set: func(r *cfg.Region) { e.Region = r }})
		return a.pointee(m)
	}
	panic("alias: unknown expression")
}

func (a *analysis) either(x, y node) node {
	if x == none {
		return y
	}
	a.join(x, y)
	return x
}

func (a *analysis) binary(e *cfg.Binary) node {
	x, y := a.value(e.X), a.value(e.Y)
	switch e.Op {
	case cfg.PtrAdd:
		if x == none {
			return y
		}
		return x
	case cfg.Shl, cfg.LShr, cfg.AShr:
		return x
	case cfg.Add, cfg.Sub, cfg.Mul, cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem, cfg.And, cfg.Or, cfg.Xor:
		n := a.either(x, y)
		if n != none && (x == none && a.large(e.X) || y == none && a.large(e.Y)) {
			a.number[a.find(n)] = true
		}
		return n
	}
	return none
}

// constant finds out which memory a constant of pointer width may mean. What
// it is united with has no object in it until constants decides.
func (a *analysis) constant(c *cfg.Const) node {
	if c.T != a.ptr || clib.IsStream(c.V) {
		return none
	}
	if c.V >= a.heapBase {
		return a.inHeap
	}
	// Layout gives ascending addresses.
	i := sort.Search(len(a.prog.Objects), func(i int) bool { return a.prog.Objects[i].Addr > c.V }) - 1
	if i < 0 {
		return none
	}
	o := a.prog.Objects[i]
	if c.V > o.Addr+o.Size {
		return none
	}
	n, ok := a.inObject[o.ID]
	if !ok {
		n = a.fresh()
		a.inObject[o.ID] = n
	}
	return n
}

// constants unites constants with the memory at their value, but only if they
// serve as addresses: large numbers are mostly just numbers.
func (a *analysis) constants() {
	for again := true; again; {
		again = false
		for _, o := range a.prog.Objects {
			if n, ok := a.inObject[o.ID]; ok && a.find(n) != a.find(a.objects[o.ID]) && a.holdsOrAccessed(n) {
				a.join(n, a.objects[o.ID])
				again = true
			}
		}
		if !a.holdsOrAccessed(a.inHeap) {
			continue
		}
		for _, e := range a.prog.Edges {
			if s, ok := e.Stmt.(*cfg.Alloc); ok && a.find(a.allocs[s]) != a.find(a.inHeap) {
				a.join(a.allocs[s], a.inHeap)
				again = true
			}
		}
	}
}

func (a *analysis) holdsOrAccessed(n node) bool { return a.memory[a.find(n)] || a.accessed(n) }

// accessed reports whether some statement accesses memory of a class.
func (a *analysis) accessed(n node) bool {
	if a.touched == nil {
		a.touched = make(map[node]bool, len(a.accesses))
		for _, x := range a.accesses {
			a.touched[a.find(x.at)] = true
		}
	}
	return a.touched[a.find(n)]
}

// regions numbers the classes that are accessed or hold an object, and tells
// the statements.
func (a *analysis) regions() {
	a.prog.Regions, a.ofRegion = nil, nil
	byNode := map[node]*cfg.Region{}
	region := func(n node, name string) *cfg.Region {
		n = a.find(n)
		if byNode[n] == nil {
			byNode[n] = a.newRegion(name, 8)
			a.ofRegion = append(a.ofRegion, n)
		}
		return byNode[n]
	}
	errno := a.errno()
	used := a.usedNodes(errno)
	if errno != none && used[a.find(errno)] {
		region(errno, clib.Errno)
	}
	for _, o := range a.prog.Objects {
		o.Region = nil
		if used[a.find(a.objects[o.ID])] {
			o.Region = region(a.objects[o.ID], o.Name)
		}
	}
	for _, e := range a.prog.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok {
			name := "heap"
			if e.Pos.Line > 0 {
				name += strconv.Itoa(e.Pos.Line)
			}
			region(a.allocs[s], name)
		}
	}
	for _, x := range a.accesses {
		x.set(region(x.at, "mem"+strconv.Itoa(len(a.prog.Regions))))
	}
	for _, set := range a.everything {
		set(byNode[a.find(a.wild)])
	}
	a.libRegions(region)
	if len(a.ghosts) > 0 {
		g := a.newRegion(cfg.SizesRegion, a.prog.PtrBits)
		for _, set := range a.ghosts {
			set(g)
		}
	}
	for n, w := range a.cells() {
		if r := byNode[n]; r != nil {
			r.Cell = w
		}
	}
	a.shadowRegions(byNode)
}

// shadowRegions gives each region that package safety watches its shadow.
func (a *analysis) shadowRegions(byNode map[node]*cfg.Region) {
	of := map[node]*cfg.Region{}
	for _, x := range a.shadows {
		n := a.find(x.at)
		if of[n] == nil {
			cell := 8
			if r := byNode[n]; r != nil {
				cell = r.Cell
			}
			of[n] = a.newRegion(cfg.ShadowRegion, cell)
		}
		x.set(of[n])
	}
}

func (a *analysis) newRegion(name string, cell int) *cfg.Region {
	r := &cfg.Region{ID: len(a.prog.Regions), Name: name, Cell: cell}
	a.prog.Regions = append(a.prog.Regions, r)
	return r
}

// usedNodes are the classes that the program or the library accesses.
func (a *analysis) usedNodes(errno node) map[node]bool {
	used := map[node]bool{}
	for _, x := range a.accesses {
		used[a.find(x.at)] = true
	}
	a.libUsed = map[node]bool{}
	for i, u := range a.libs {
		a.libs[i].at = a.reached(u, used, errno)
		for _, n := range a.libs[i].at {
			a.libUsed[n] = true
		}
	}
	for n := range a.libUsed {
		used[n] = true
	}
	return used
}
