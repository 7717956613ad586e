package logic

import (
	"slices"

	"culprit/internal/work"
)

// A read through a copy of which nothing says whether it has written the cell goes on in two arrays, at different
// indices. Behind k of them there are 2^k reads, mostly of the same few arrays. So that the work is linear in the writes,
// all that is read of one array is read at once, at the index that is asked for: ite(guard of the first, its index, ...).
// Arrays are looked at from the outermost one inwards for the indices, and back for the values.

// enterRead begins a read, which may be part of another one.
func (tb *Table) enterRead() (outermost bool) {
	outermost = !tb.reading
	tb.reading = true
	return outermost
}

// leaveRead ends a read.
func (tb *Table) leaveRead(outermost bool) {
	if outermost {
		tb.reading, tb.halves = false, 0
	}
}

// tooManyReads counts the reads of the outermost one that go on in two arrays.
func (tb *Table) tooManyReads() bool {
	tb.halves++
	return tb.halves > maxHalves
}

// reading is what a read at one index goes through.
type reading struct {
	*Table
	asked  map[T][]guarded
	guards map[T]T
	at     map[T]T // the index, by array
	value  map[T]T
}

// guarded is an index that is asked for where a condition holds.
type guarded struct{ cond, idx T }

// mergedSelect is Select in a number of steps that is linear in the number of writes.
func (tb *Table) mergedSelect(arr, idx T) T {
	r := reading{tb, map[T][]guarded{arr: {{True, idx}}}, map[T]T{}, map[T]T{}, map[T]T{}}
	order := tb.arraysBelow(arr)
	for _, a := range slices.Backward(order) {
		if len(r.asked[a]) > 0 {
			r.merge(a)
			r.ask(a)
		}
	}
	for _, a := range order {
		if i, ok := r.at[a]; ok {
			r.value[a] = r.read(a, i)
		}
	}
	return r.value[arr]
}

// arraysBelow lists an array and all that it is made of, each behind those that it is made of itself.
func (tb *Table) arraysBelow(arr T) []T {
	seen, list := map[T]bool{arr: true}, []T{arr}
	for i := 0; i < len(list); i++ {
		tb.Clock.Add(work.Term)
		for _, x := range tb.Args(list[i]) {
			if tb.nodes[x].sort.Kind == SArray && !seen[x] {
				seen[x] = true
				list = append(list, x)
			}
		}
	}
	slices.Sort(list)
	return list
}

// merge gives an array one index.
func (r *reading) merge(a T) {
	asked := r.asked[a]
	g, i := asked[len(asked)-1].cond, asked[len(asked)-1].idx
	for _, x := range slices.Backward(asked[:len(asked)-1]) {
		g, i = r.Or(x.cond, g), r.Ite(x.cond, x.idx, i)
	}
	r.guards[a], r.at[a] = g, i
}

// want asks for what an array has at an index where array a is read and a condition holds.
func (r *reading) want(a, cond, arr, idx T) {
	if g := r.And(r.guards[a], cond); g != False {
		r.asked[arr] = append(r.asked[arr], guarded{g, idx})
	}
}

// ask asks for what the value of an array is made of.
func (r *reading) ask(a T) {
	r.Clock.Add(work.Term)
	i := r.at[a]
	switch r.nodes[a].op {
	case OpIte:
		c := r.arg(a, 0)
		r.want(a, c, r.arg(a, 1), i)
		r.want(a, r.Not(c), r.arg(a, 2), i)
	case OpStore:
		r.want(a, r.Not(r.Eq(r.arg(a, 1), i)), r.arg(a, 0), i)
	case OpCopy:
		rel := r.Sub(i, r.arg(a, 1))
		in := r.ULt(rel, r.arg(a, 2))
		r.want(a, in, r.arg(a, 3), r.Add(rel, r.arg(a, 4)))
		r.want(a, r.Not(in), r.arg(a, 0), i)
	}
}

// read is the value of an array at its index. What is never asked for has no value, and does not matter.
func (r *reading) read(a, i T) T {
	choose := func(c, x, y T) T {
		v, ok := r.value[x]
		w, both := r.value[y]
		switch {
		case ok && both:
			return r.Ite(c, v, w)
		case ok:
			return v
		case both:
			return w
		}
		return r.bv(r.nodes[a].sort.E, 0)
	}
	switch r.nodes[a].op {
	case OpIte:
		return choose(r.arg(a, 0), r.arg(a, 1), r.arg(a, 2))
	case OpStore:
		v, ok := r.value[r.arg(a, 0)]
		if !ok {
			return r.arg(a, 2)
		}
		return r.Ite(r.Eq(r.arg(a, 1), i), r.arg(a, 2), v)
	case OpCopy:
		return choose(r.ULt(r.Sub(i, r.arg(a, 1)), r.arg(a, 2)), r.arg(a, 3), r.arg(a, 0))
	}
	return r.Select(a, i)
}
