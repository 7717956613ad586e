package logic

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
	r := tb.expandSelect(arr, idx)
	tb.sel[key] = r
	tb.selLog = append(tb.selLog, key)
	return r
}

// memoStride is the number of skipped writes after which an intermediate read is memoised too.
const memoStride = 32

func (tb *Table) expandSelect(arr, idx T) T {
	for steps := 1; ; steps++ {
		nd := tb.nodes[arr]
		switch nd.op {
		case OpVar, OpConstArray:
			return tb.Select(arr, idx)
		case OpIte:
			c, a, b := tb.arg(arr, 0), tb.arg(arr, 1), tb.arg(arr, 2)
			return tb.Ite(c, tb.Select(a, idx), tb.Select(b, idx))
		case OpStore:
			below, at, val := tb.arg(arr, 0), tb.arg(arr, 1), tb.arg(arr, 2)
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

// maxReorder bounds the writes that a new one may be moved below; beyond it the chain is no longer canonical.
const maxReorder = 256

// Store writes val into arr at idx. Neighbouring writes whose indices differ by a constant are kept in the order of
// their constant offsets, smallest innermost, and a write to the same index replaces the old one.
func (tb *Table) Store(arr, idx, val T) T {
	s := tb.nodes[arr].sort
	if s.Kind != SArray || tb.nodes[idx].sort != bvSort(s.W) || tb.nodes[val].sort != bvSort(s.E) {
		tb.sortPanic("store", arr, idx, val)
	}
	k := tb.constPart(idx)
	var buf [16]T
	above := buf[:0] // writes that stay above the new one
	a := arr
	for len(above) < maxReorder && tb.nodes[a].op == OpStore {
		at := tb.arg(a, 1)
		d, ok := tb.offset(at, idx)
		if !ok {
			break
		}
		if d == 0 {
			if tb.arg(a, 2) == val {
				return arr
			}
			return tb.restack(tb.storeRaw(tb.arg(a, 0), idx, val), above)
		}
		if tb.constPart(at) < k {
			return tb.restack(tb.storeRaw(a, idx, val), above)
		}
		above = append(above, a)
		a = tb.arg(a, 0)
	}
	if len(above) == maxReorder {
		return tb.storeRaw(arr, idx, val)
	}
	return tb.restack(tb.storeRaw(a, idx, val), above)
}

func (tb *Table) restack(a T, above []T) T {
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
	return tb.mk(OpStore, tb.nodes[arr].sort, 0, arr, idx, val)
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
