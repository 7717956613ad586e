package alias

import (
	"culprit/analysis/inclusion"
	"culprit/cfg"
)

// Result answers questions about the program as it was when Assign ran.
type Result struct{ a *analysis }

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

// Outside reports whether memory outside of the program may be accessed.
func (r *Result) Outside() bool { return r.a.accessed(r.a.wild) }

// Beyond reports whether object o may be in one region with memory outside of
// the program.
func (r *Result) Beyond(o *cfg.Object) bool {
	return r.a.find(r.a.objects[o.ID]) == r.a.find(r.a.wild)
}

// Foreign reports whether an address may be one from outside of the program,
// and whether it may be one of the program nevertheless. The program must be
// Apart: otherwise no pointer from outside leads to anything else.
func (r *Result) Foreign(addr cfg.Expr) (foreign, own bool) {
	a := r.a
	accesses := a.accesses
	n := a.value(addr)
	a.accesses = accesses // value recorded loads again
	w := a.find(a.wild)
	if n == none || a.find(n) != w {
		return false, true
	}
	for _, o := range a.prog.Objects {
		own = own || !o.Outside && a.find(a.objects[o.ID]) == w
	}
	for _, h := range a.allocs {
		own = own || a.find(h) == w
	}
	return true, own
}

// Region is the region of what an address points to, nil if nothing is accessed
// there.
func (r *Result) Region(addr cfg.Expr) *cfg.Region {
	a := r.a
	accesses := a.accesses
	n := a.value(addr)
	a.accesses = accesses // value recorded loads again
	if n == none {
		return nil
	}
	for i, m := range a.ofRegion {
		if a.find(m) == a.find(n) {
			return a.prog.Regions[i]
		}
	}
	return nil
}

// Objects returns the objects that the addresses x and y may point to, if they
// may point to the same ones; others says that heap blocks and memory outside
// of the program are among these.
func (r *Result) Objects(x, y cfg.Expr) (objects []*cfg.Object, others, same bool) {
	a := r.a
	accesses := a.accesses
	n, m := a.value(x), a.value(y)
	a.accesses = accesses // value recorded loads again
	if n == none || m == none {
		return nil, true, true // null, or nothing is known
	}
	n = a.find(n)
	if n != a.find(m) {
		return nil, false, false
	}
	for _, o := range a.prog.Objects {
		if a.find(a.objects[o.ID]) == n {
			objects = append(objects, o)
		}
	}
	for _, h := range a.allocs {
		others = others || a.find(h) == n
	}
	return objects, others || a.find(a.wild) == n, true
}

// Align is a power of two that divides the address of every object that x may
// point into; aligned says of what an allocation gives.
func (r *Result) Align(x cfg.Expr, aligned func(*cfg.Alloc) uint64) uint64 {
	a := r.a
	accesses := a.accesses
	n := a.value(x)
	a.accesses = accesses // value recorded loads again
	if n == none || a.find(n) == a.find(a.wild) {
		return 1
	}
	least := uint64(0)
	put := func(k uint64) {
		if least == 0 || k < least {
			least = max(k, 1)
		}
	}
	for _, o := range a.prog.Objects {
		if a.find(a.objects[o.ID]) == a.find(n) {
			put(o.Align)
		}
	}
	for s, h := range a.allocs {
		if a.find(h) == a.find(n) {
			put(aligned(s))
		}
	}
	return max(least, 1)
}

// Multiple is a power of two, at most 16, that divides an address wherever the
// objects lie that it may point into.
func (r *Result) Multiple(addr cfg.Expr) uint64 {
	c := r.a.divisors
	d, off := uint64(topDivisor), uint64(0)
	for b := range cfg.Sums(addr) {
		if k, ok := b.Y.(*cfg.Const); ok {
			off += k.V
		} else {
			d = min(d, uint64(c.multiple(b.Y)))
		}
		addr = b.X
	}
	d = min(d, uint64(c.multiple(&cfg.Const{T: addr.Type(), V: off})), uint64(c.divisor(addr)))
	return min(d, r.Align(addr, (*cfg.Alloc).Aligned))
}

// Memory reports whether v may point to memory of the program, or to memory
// outside of it.
func (r *Result) Memory(v *cfg.Var) bool {
	a := r.a
	if v.ID >= len(a.vars) {
		return false // newer than the result
	}
	n := a.points[a.find(a.vars[v.ID])]
	return n != none && (a.memory[a.find(n)] || a.find(n) == a.find(a.wild))
}
