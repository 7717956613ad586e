package logic

import "culprit/internal/work"

// Select reads arr at idx. Reads through writes, constant arrays, copies and conditionals are expanded, so that the result
// contains OpSelect of array variables only.
func (tb *Table) Select(arr, idx T) T {
	s := tb.nodes[arr].sort
	if s.Kind != SArray || tb.nodes[idx].sort != bvSort(s.W) {
		tb.sortPanic("select", arr, idx)
	}
	if op := tb.nodes[arr].op; op == OpVar {
		return tb.mk(OpSelect, bvSort(s.E), 0, arr, idx)
	} else if op == OpConstArray {
		return tb.arg(arr, 0)
	}
	key := selKey{arr, idx}
	if r, ok := tb.sel[key]; ok {
		return r
	}
	outermost := tb.enterRead()
	r, ok := tb.spread(arr, idx, func(at T) T { return tb.Select(arr, at) })
	if !ok {
		r = tb.expandSelect(arr, idx)
	}
	tb.leaveRead(outermost)
	tb.sel[key] = r
	tb.selLog = append(tb.selLog, key)
	return r
}

// memoStride is the number of skipped writes after which an intermediate read is memoised too.
const memoStride = 32

func (tb *Table) expandSelect(arr, idx T) T {
	for steps := 1; ; steps++ {
		tb.Clock.Add(work.Term)
		nd := tb.nodes[arr]
		switch nd.op {
		case OpVar, OpConstArray:
			return tb.Select(arr, idx)
		case OpIte:
			c, a, b := tb.arg(arr, 0), tb.arg(arr, 1), tb.arg(arr, 2)
			return tb.Ite(c, tb.Select(a, idx), tb.Select(b, idx))
		case OpStore:
			below, at, val := tb.arg(arr, 0), tb.arg(arr, 1), tb.arg(arr, 2)
			if tb.differByConst(at, idx) {
				root := tb.storeRoot(arr)
				if arr = tb.findStore(arr, tb.constPart(idx)); arr != root && tb.arg(arr, 1) == idx {
					return tb.arg(arr, 2)
				}
				arr = root
				continue
			}
			switch eq := tb.Eq(at, idx); eq {
			case True:
				return val
			case False:
				arr = below
			default:
				return tb.Ite(eq, val, tb.Select(below, idx))
			}
		case OpCopy:
			dst, da, n, src, sa := tb.arg(arr, 0), tb.arg(arr, 1), tb.arg(arr, 2), tb.arg(arr, 3), tb.arg(arr, 4)
			rel := tb.Sub(idx, da)
			switch in := tb.ULt(rel, n); in {
			case True:
				arr, idx = src, tb.Add(rel, sa)
			case False:
				arr = dst
			default:
				if tb.tooManyReads() {
					return tb.mergedSelect(arr, idx)
				}
				return tb.Ite(in, tb.Select(src, tb.Add(rel, sa)), tb.Select(dst, idx))
			}
		default:
			panic("logic: read of an array that is " + nd.op.String())
		}
		if steps%memoStride == 0 {
			return tb.Select(arr, idx)
		}
		if r, ok := tb.sel[selKey{arr, idx}]; ok {
			return r
		}
	}
}

// Chains of writes. A segment is a maximal run of OpStore terms, one on the other, whose indices differ by constants and whose constant
// parts strictly increase outwards. So that a read need not walk all of it, each OpStore has, besides its arguments, a jump
// into its segment (Myers, An applicative random-access stack, 1983): aux holds the depth within the segment (high
// half) and the term jumped to (low half); one hidden word after the arguments holds the root, the array below the segment.

func (tb *Table) storeRoot(t T) T { return tb.arena[tb.nodes[t].off+3] }

// depthOf gives the depth of x in the segment with this root; the root itself has depth 0 and jumps to itself.
func (tb *Table) depthOf(x, root T) (uint32, T) {
	if x == root {
		return 0, root
	}
	return uint32(tb.nodes[x].aux >> 32), T(uint32(tb.nodes[x].aux))
}

func (tb *Table) mkStore(arr, idx, val T) T {
	root, depth, jump := arr, uint32(1), arr
	if tb.nodes[arr].op == OpStore {
		at := tb.arg(arr, 1)
		if tb.differByConst(at, idx) && tb.constPart(at) < tb.constPart(idx) {
			root = tb.storeRoot(arr)
			d, j := tb.depthOf(arr, root)
			dj, jj := tb.depthOf(j, root)
			djj, _ := tb.depthOf(jj, root)
			depth, jump = d+1, arr
			if d-dj == dj-djj {
				jump = jj
			}
		}
	}
	n := len(tb.nodes)
	t := tb.mk(OpStore, tb.nodes[arr].sort, uint64(depth)<<32|uint64(uint32(jump)), arr, idx, val)
	if len(tb.nodes) > n {
		tb.arena = append(tb.arena, root)
	}
	return t
}

// findStore looks in the segment of the write t for the index with constant part k (and the same other part). It gives the
// outermost write with a constant part of at most k, or the root.
func (tb *Table) findStore(t T, k uint64) T {
	root := tb.storeRoot(t)
	for t != root && tb.constPart(tb.arg(t, 1)) > k {
		_, j := tb.depthOf(t, root)
		if j != root && tb.constPart(tb.arg(j, 1)) >= k {
			t = j
		} else {
			t = tb.arg(t, 0)
		}
	}
	return t
}

// Store writes val into arr at idx. Neighbouring writes whose indices differ by a constant are kept in the order of
// their constant offsets, smallest innermost, and a write to the same index replaces the old one.
func (tb *Table) Store(arr, idx, val T) T {
	s := tb.nodes[arr].sort
	if s.Kind != SArray || tb.nodes[idx].sort != bvSort(s.W) || tb.nodes[val].sort != bvSort(s.E) {
		tb.sortPanic("store", arr, idx, val)
	}
	if tb.nodes[arr].op != OpStore {
		return tb.storeRaw(arr, idx, val)
	}
	if !tb.differByConst(tb.arg(arr, 1), idx) {
		return tb.storeRaw(arr, idx, val)
	}
	k := tb.constPart(idx)
	to := tb.findStore(arr, k)
	if to != tb.storeRoot(arr) && tb.arg(to, 1) == idx {
		if tb.arg(to, 2) == val {
			return arr
		}
	}
	var buf [16]T
	above := buf[:0] // writes that stay above the new one
	for a := arr; a != to; a = tb.arg(a, 0) {
		if len(above) == maxReorder {
			return tb.storeRaw(arr, idx, val)
		}
		above = append(above, a)
	}
	if to != tb.storeRoot(arr) && tb.arg(to, 1) == idx {
		to = tb.arg(to, 0)
	}
	a := tb.storeRaw(to, idx, val)
	for i := len(above) - 1; i >= 0; i-- {
		a = tb.storeRaw(a, tb.arg(above[i], 1), tb.arg(above[i], 2))
	}
	return a
}

// storeRaw omits a write of the value that a constant array or the same cell has anyway.
func (tb *Table) storeRaw(arr, idx, val T) T {
	switch nd := tb.nodes[arr]; {
	case nd.op == OpConstArray && tb.arg(arr, 0) == val:
		return arr
	case nd.op == OpVar && tb.nodes[val].op == OpSelect && tb.arg(val, 0) == arr && tb.arg(val, 1) == idx:
		return arr
	}
	return tb.mkStore(arr, idx, val)
}

// constPart gives the constant summand of a bit-vector term.
func (tb *Table) constPart(t T) uint64 {
	nd := &tb.nodes[t]
	switch nd.op {
	case OpConst:
		return nd.aux
	case OpAdd:
		if l := &tb.nodes[tb.arena[nd.off+nd.n-1]]; l.op == OpConst {
			return l.aux
		}
	}
	return 0
}

// ConstArray gives the array of sort s that holds val everywhere.
func (tb *Table) ConstArray(s Sort, val T) T {
	if s.Kind != SArray || tb.nodes[val].sort != bvSort(s.E) {
		tb.sortPanic("const array", val)
	}
	return tb.mk(OpConstArray, s, 0, val)
}

// Copy gives dst with size cells from dstAddr on overwritten by those of src from srcAddr on:
// a ↦ ite(a-dstAddr <u size, src[a-dstAddr+srcAddr], dst[a]). Both arrays have the same sort.
func (tb *Table) Copy(dst, dstAddr, size, src, srcAddr T) T {
	s := tb.nodes[dst].sort
	is := bvSort(s.W)
	if s.Kind != SArray || tb.nodes[src].sort != s || tb.nodes[dstAddr].sort != is || tb.nodes[size].sort != is || tb.nodes[srcAddr].sort != is {
		tb.sortPanic("copy", dst, dstAddr, size, src, srcAddr)
	}
	switch {
	case tb.isZero(size) || dst == src && dstAddr == srcAddr:
		return dst
	case tb.isBVConst(size) && tb.nodes[size].aux == 1:
		return tb.Store(dst, dstAddr, tb.Select(src, srcAddr))
	}
	return tb.mk(OpCopy, s, 0, dst, dstAddr, size, src, srcAddr)
}
