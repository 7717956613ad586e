package logic

// Words of several cells. A word is written as its parts, one store for each, and a read of several cells becomes the word
// again where they were written together: the parts of a conditional have conditionals of their own, from which the word
// could not be told any more.

// wordParts is the number of cells of the largest word.
const wordParts = 8

// wordKey names a word by its parts, the lowest first, or a read of n cells at idx.
type wordKey struct {
	parts [wordParts]T
	n     int
}

// Split gives the parts of n bits of the word v, the lowest first.
func (tb *Table) Split(v T, n int) []T {
	w := tb.Width(v)
	if w == n {
		return []T{v}
	}
	k := wordKey{n: -w / n}
	out := make([]T, w/n)
	for i := range out {
		out[i] = tb.Extract(n*(i+1)-1, n*i, v)
		k.parts[i] = out[i]
	}
	if _, ok := tb.words[k]; !ok && !tb.isBVConst(v) {
		tb.remember(k, v)
	}
	return out
}

// join is the inverse of Split.
func (tb *Table) join(parts []T) T {
	k := wordKey{n: -len(parts)}
	copy(k.parts[:], parts)
	if v, ok := tb.words[k]; ok {
		return v
	}
	v := parts[0]
	for _, p := range parts[1:] {
		v = tb.Concat(p, v)
	}
	return v
}

func (tb *Table) remember(k wordKey, v T) {
	tb.words[k] = v
	tb.wordLog = append(tb.wordLog, k)
}

func (tb *Table) releaseWords(m Mark) {
	for _, k := range tb.wordLog[m.wordLog:] {
		delete(tb.words, k)
	}
	tb.wordLog = tb.wordLog[:m.wordLog]
}

// SelectWord reads n cells of arr from idx on, the lowest first.
func (tb *Table) SelectWord(arr, idx T, n int) T {
	if n == 1 {
		return tb.Select(arr, idx)
	}
	k := wordKey{n: n}
	k.parts[0], k.parts[1] = arr, idx
	if r, ok := tb.words[k]; ok {
		return r
	}
	outermost := tb.enterRead()
	r, ok := tb.expandWord(arr, idx, n)
	if !ok {
		r = tb.selectParts(arr, idx, n)
	}
	tb.leaveRead(outermost)
	tb.remember(k, r)
	return r
}

// at gives the index i cells behind idx.
func (tb *Table) at(idx T, i int) T {
	return tb.Add(idx, tb.bv(tb.nodes[idx].sort.W, uint64(i)))
}

// selectParts reads cell by cell.
func (tb *Table) selectParts(arr, idx T, n int) T {
	var buf [wordParts]T
	parts := buf[:n]
	for i := range parts {
		parts[i] = tb.Select(arr, tb.at(idx, i))
	}
	return tb.join(parts)
}

// spread reads at an index with few values at each of them.
func (tb *Table) spread(arr, idx T, read func(at T) T) (T, bool) {
	if tb.isBVConst(idx) || tb.nodes[arr].op == OpVar {
		return 0, false
	}
	s := tb.valueSet(idx)
	if s == nil {
		return 0, false
	}
	w := tb.nodes[idx].sort.W
	r := read(tb.bv(w, s[0]))
	for _, v := range s[1:] {
		r = tb.Ite(tb.Eq(idx, tb.bv(w, v)), read(tb.bv(w, v)), r)
	}
	return r, true
}

// expandWord reads a word at once where each write has written all of it or nothing.
func (tb *Table) expandWord(arr, idx T, n int) (T, bool) {
	if r, ok := tb.spread(arr, idx, func(at T) T { return tb.SelectWord(arr, at, n) }); ok {
		return r, true
	}
	if !tb.isBVConst(idx) {
		return 0, false
	}
	switch tb.nodes[arr].op {
	case OpIte:
		c, a, b := tb.arg(arr, 0), tb.arg(arr, 1), tb.arg(arr, 2)
		return tb.Ite(c, tb.SelectWord(a, idx, n), tb.SelectWord(b, idx, n)), true
	case OpStore:
		return tb.wordOfStores(arr, idx, n)
	case OpCopy:
		dst, da, size, src, sa := tb.arg(arr, 0), tb.arg(arr, 1), tb.arg(arr, 2), tb.arg(arr, 3), tb.arg(arr, 4)
		rel := tb.Sub(idx, da)
		in := tb.ULt(rel, size)
		for i := 1; i < n; i++ {
			if tb.ULt(tb.at(rel, i), size) != in {
				return 0, false
			}
		}
		switch in {
		case True:
			return tb.SelectWord(src, tb.Add(rel, sa), n), true
		case False:
			return tb.SelectWord(dst, idx, n), true
		}
		if tb.tooManyReads() {
			return 0, false
		}
		return tb.Ite(in, tb.SelectWord(src, tb.Add(rel, sa), n), tb.SelectWord(dst, idx, n)), true
	}
	return 0, false
}

// wordOfStores reads a word at a constant index of a segment of writes.
func (tb *Table) wordOfStores(arr, idx T, n int) (T, bool) {
	top := tb.arg(arr, 1)
	w := tb.nodes[idx].sort.W
	tops := tb.valueSet(top)
	if tops == nil {
		return 0, false
	}
	root, k := tb.storeRoot(arr), tb.constPart(top)
	type hit struct{ value, word T }
	var hits []hit
	for _, v := range tops {
		// With the outermost index v, the writes are at v-k and more.
		var buf [wordParts]T
		found := 0
		for i := range n {
			part := (tb.nodes[idx].aux + uint64(i) - (v - k)) & mask(w)
			if at := tb.findStore(arr, part); at != root && tb.constPart(tb.arg(at, 1)) == part {
				buf[found] = tb.arg(at, 2)
				found++
			}
		}
		switch found {
		case 0:
		case n:
			hits = append(hits, hit{tb.bv(w, v), tb.join(buf[:n])})
		default:
			return 0, false
		}
	}
	if len(hits) == 1 && len(tops) == 1 {
		return hits[0].word, true
	}
	r := tb.SelectWord(root, idx, n)
	for _, h := range hits {
		r = tb.Ite(tb.Eq(top, h.value), h.word, r)
	}
	return r, true
}
