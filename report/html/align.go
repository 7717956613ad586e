package html

import (
	"slices"

	"culprit/report"
)

// Traces side by side: rows of steps that are the same visit of the same statement.

// visit is the n-th time that a trace comes to a statement.
type visit struct{ edge, n int }

// row is a step of one trace or more: indices of their steps, -1 where a trace does
// not come there.
type row []int

// align puts the visible steps of traces into rows. Two traces share the rows of the
// longest sequence of visits that both have in this order; since each trace makes a
// visit once, that is a longest increasing subsequence, and takes n log n.
func align(traces []report.Trace) []row {
	var rows []row
	var keys []visit // of the rows
	for t := range traces {
		var steps []int
		var visits []visit
		times := map[int]int{}
		for i := range traces[t].Steps {
			if st := &traces[t].Steps[i]; !st.Hidden {
				steps, visits = append(steps, i), append(visits, visit{st.Edge, times[st.Edge]})
				times[st.Edge]++
			}
		}
		at := map[visit]int{}
		for i, k := range keys {
			at[k] = i
		}
		shared := increasing(visits, at)
		var out []row
		var outKeys []visit
		next := 0 // of the rows so far
		for i, v := range visits {
			r, common := at[v]
			common = common && shared[i]
			for common && next < r {
				out, outKeys = append(out, append(rows[next], -1)), append(outKeys, keys[next])
				next++
			}
			fresh := make(row, t, t+1)
			for k := range fresh {
				fresh[k] = -1
			}
			if common {
				fresh = rows[r]
				next = r + 1
			}
			out, outKeys = append(out, append(fresh, steps[i])), append(outKeys, v)
		}
		for ; next < len(rows); next++ {
			out, outKeys = append(out, append(rows[next], -1)), append(outKeys, keys[next])
		}
		rows, keys = out, outKeys
	}
	return rows
}

// increasing marks a longest sequence of visits whose rows increase.
func increasing(visits []visit, at map[visit]int) []bool {
	var ends []int // by length less one: the visit that ends the sequence with the least row
	before := make([]int, len(visits))
	for i, v := range visits {
		r, ok := at[v]
		if !ok {
			continue
		}
		n, _ := slices.BinarySearchFunc(ends, r, func(e, r int) int { return at[visits[e]] - r })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	out := make([]bool, len(visits))
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			out[i] = true
		}
	}
	return out
}
