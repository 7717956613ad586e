package relevance_test

import (
	"math/rand/v2"

	"culprit/cfg"
)

// The naive twin enumerates the executions of small traces and applies
// Definition 3.1 to the letter. Addresses have 8 bits; every load is cut to
// its low memBits bits, so that the other bits of a byte never matter.

const (
	ptrBits = 8
	memBits = 2
	cells   = 2 // bytes of the object
	objAddr = 0x40
)

// st is a state: variables by id, bytes of the object.
type st struct {
	v   [8]uint8
	mem [cells]uint8
}

// naive is the twin for one trace.
type naive struct {
	edges []*cfg.Edge
	heap  *cfg.Var
	memo  []map[st]bool
	eval  map[cfg.Expr]func(*st) uint64
}

func newNaive(tr *cfg.Trace, heap *cfg.Var) *naive {
	n := &naive{edges: tr.Edges, heap: heap, eval: map[cfg.Expr]func(*st) uint64{}}
	n.memo = make([]map[st]bool, len(tr.Edges)+1)
	for i := range n.memo {
		n.memo[i] = map[st]bool{}
	}
	return n
}

func (n *naive) value(e cfg.Expr, s *st) uint64 {
	f := n.eval[e]
	if f == nil {
		f = compile(e)
		n.eval[e] = f
	}
	return f(s)
}

// values is the number of values enumerated for a variable.
func values(v *cfg.Var) int { return 1 << v.Type.Width() }

// step executes edge k in s and calls next with every successor until it
// returns true. Allocations may fail for lack of addresses if strict is set.
func (n *naive) step(k int, s st, strict bool, next func(st) bool) bool {
	switch x := n.edges[k].Stmt.(type) {
	case *cfg.Assign:
		s.v[x.Dst.ID] = uint8(n.value(x.Src, &s))
	case *cfg.Havoc:
		for v := range values(x.Dst) {
			s.v[x.Dst.ID] = uint8(v)
			if next(s) {
				return true
			}
		}
		return false
	case *cfg.Assume:
		if n.value(x.Cond, &s) == 0 {
			return false
		}
	case *cfg.Store:
		s.write(n.value(x.Addr, &s), uint8(n.value(x.Val, &s)))
	case *cfg.MemSet:
		to, v, size := n.value(x.Dst, &s), n.value(x.Val, &s), n.value(x.Size, &s)
		for i := range size {
			s.write(to+i, uint8(v))
		}
	case *cfg.MemCopy:
		to, from, size := n.value(x.Dst, &s), n.value(x.Src, &s), n.value(x.Size, &s)
		old := s
		for i := range size {
			s.write(to+i, old.read(from+i))
		}
	case *cfg.MemHavoc:
		return n.fill(s, n.value(x.Dst, &s), n.value(x.Size, &s), next)
	case *cfg.Alloc:
		top := uint64(s.v[n.heap.ID])
		size := max(n.value(x.Size, &s), 1)
		p := (top + 15) &^ 15
		if strict && p+size > 255 {
			return false
		}
		s.v[x.Dst.ID] = uint8(p)
		s.v[n.heap.ID] = uint8(p + size)
	case *cfg.Call:
		vals := make([]uint8, len(x.Args))
		for i, a := range x.Args {
			vals[i] = uint8(n.value(a, &s))
		}
		for i, p := range x.Proc.Params {
			s.v[p.ID] = vals[i]
		}
	}
	return next(s)
}

// fill calls next with every content of size bytes from an address on.
func (n *naive) fill(s st, addr, size uint64, next func(st) bool) bool {
	if size == 0 {
		return next(s)
	}
	for v := range 1 << memBits {
		s.write(addr, uint8(v))
		if n.fill(s, addr+1, size-1, next) {
			return true
		}
	}
	return false
}

func (s *st) write(a uint64, v uint8) {
	if i := a - objAddr; i < cells {
		s.mem[i] = v & (1<<memBits - 1)
	}
}

func (s *st) read(a uint64) uint8 {
	if i := a - objAddr; i < cells {
		return s.mem[i]
	}
	return 0
}

// completes tells whether some execution of the statements from k on reaches
// the end. Allocations never fail: a heap that would overflow is not a blocked
// execution.
func (n *naive) completes(k int, s st) bool {
	if k == len(n.edges) {
		return true
	}
	if r, ok := n.memo[k][s]; ok {
		return r
	}
	r := n.step(k, s, false, func(s st) bool { return n.completes(k+1, s) })
	n.memo[k][s] = r
	return r
}

// reach enumerates the states of complete executions, and of all executions
// of prefixes, at each step; the heap's assumption holds.
func (n *naive) reach(start st) (complete, prefix []map[st]bool) {
	for range len(n.edges) + 1 {
		complete = append(complete, map[st]bool{})
		prefix = append(prefix, map[st]bool{})
	}
	var walk func(k int, s st) bool
	walk = func(k int, s st) bool {
		if prefix[k][s] {
			return complete[k][s]
		}
		prefix[k][s] = true
		done := k == len(n.edges)
		if !done {
			n.step(k, s, true, func(s st) bool {
				done = walk(k+1, s) || done
				return false
			})
		}
		if done {
			complete[k][s] = true
		}
		return done
	}
	walk(0, start)
	return complete, prefix
}

// replaced calls next with the successors of s under x := v in place of the
// statement k, for every parameter of a call. Contents of blocks are numbered.
type replacement struct {
	v     *cfg.Var
	value uint64 // of a scalar, or a byte that fills the block
	whole []uint8
}

// replacements lists what can replace the statement k in state s.
func (n *naive) replacements(k int, s st) []replacement {
	var out []replacement
	scalar := func(v *cfg.Var) {
		for x := range values(v) {
			out = append(out, replacement{v: v, value: uint64(x)})
		}
	}
	block := func(size uint64) {
		n := 1
		for range size {
			n <<= memBits
		}
		for x := range n {
			r := replacement{}
			for range size {
				r.whole = append(r.whole, uint8(x&(1<<memBits-1)))
				x >>= memBits
			}
			out = append(out, r)
		}
	}
	switch x := n.edges[k].Stmt.(type) {
	case *cfg.Assign:
		scalar(x.Dst)
	case *cfg.Havoc:
		scalar(x.Dst)
	case *cfg.Alloc:
		scalar(x.Dst)
	case *cfg.Call:
		for _, p := range x.Proc.Params {
			scalar(p)
		}
	case *cfg.Store:
		for v := range 1 << memBits {
			out = append(out, replacement{value: uint64(v)})
		}
	case *cfg.MemSet:
		block(n.value(x.Size, &s))
	case *cfg.MemCopy:
		block(n.value(x.Size, &s))
	case *cfg.MemHavoc:
		block(n.value(x.Size, &s))
	}
	return out
}

// replace executes the replacement.
func (n *naive) replace(k int, s st, r replacement) st {
	blockAt := func(dst, size cfg.Expr) {
		a, c := n.value(dst, &s), n.value(size, &s)
		for i := range c {
			if r.whole != nil {
				s.write(a+i, r.whole[i])
			} else {
				s.write(a+i, uint8(r.value))
			}
		}
	}
	switch x := n.edges[k].Stmt.(type) {
	case *cfg.Store:
		s.write(n.value(x.Addr, &s), uint8(r.value))
	case *cfg.MemSet:
		blockAt(x.Dst, x.Size)
	case *cfg.MemCopy:
		blockAt(x.Dst, x.Size)
	case *cfg.MemHavoc:
		blockAt(x.Dst, x.Size)
	case *cfg.Call:
		n.step(k, s, false, func(t st) bool { s = t; return true })
		s.v[r.v.ID] = uint8(r.value)
	default:
		s.v[r.v.ID] = uint8(r.value)
	}
	return s
}

func compile(e cfg.Expr) func(*st) uint64 {
	w := e.Type().Width()
	switch e := e.(type) {
	case *cfg.Const:
		v := cfg.Mask(e.V, w)
		return func(*st) uint64 { return v }
	case *cfg.VarRef:
		id := e.V.ID
		return func(s *st) uint64 { return uint64(s.v[id]) }
	case *cfg.AddrOf:
		v := e.Obj.Addr
		return func(*st) uint64 { return v }
	case *cfg.Ite:
		c, a, b := compile(e.Cond), compile(e.Then), compile(e.Else)
		return func(s *st) uint64 {
			if c(s) == 1 {
				return a(s)
			}
			return b(s)
		}
	case *cfg.Load:
		a := compile(e.Addr)
		return func(s *st) uint64 { return uint64(s.read(a(s))) }
	case *cfg.Unary:
		return unary(e.Op, e.X, w)
	case *cfg.Cast:
		return unary(e.Op, e.X, w)
	case *cfg.Binary:
		x, y, xw := compile(e.X), compile(e.Y), e.X.Type().Width()
		return func(s *st) uint64 { return defined(cfg.EvalBinary(e.Op, xw, x(s), y(s))) }
	}
	panic("expression")
}

func unary(op cfg.Op, x cfg.Expr, to int) func(*st) uint64 {
	v, from := compile(x), x.Type().Width()
	return func(s *st) uint64 { return defined(cfg.EvalUnary(op, to, from, v(s))) }
}

func defined(v uint64, ok bool) uint64 {
	if !ok {
		panic("operator")
	}
	return v
}

// tracer makes random straight-line traces.
type tracer struct {
	*rand.Rand
	p    *cfg.Program
	main *cfg.Proc
	at   *cfg.Loc
	vars []*cfg.Var
	ptr  *cfg.Var // result of allocations
	f    *cfg.Proc
	obj  *cfg.Object
	mem  *cfg.Region
	heap *cfg.Region
	tr   cfg.Trace
	free int // bits of choices left
}
