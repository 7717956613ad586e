package fault

import "slices"

// The order in which searches over the instances of a run try them.

// recent keeps the last instances of each statement: a search goes backwards
// and has a limit, and a run may have millions of them.
type recent[K comparable, T any] struct {
	n    int // all that were added
	most int // kept of each
	keys []K // in order of appearance
	last map[K][]T
}

func newRecent[K comparable, T any](most int) *recent[K, T] {
	return &recent[K, T]{most: most, last: map[K][]T{}}
}

func (r *recent[K, T]) add(k K, t T) {
	r.n++
	if r.last[k] == nil {
		r.keys = append(r.keys, k)
	}
	l := append(r.last[k], t)
	if len(l) >= 2*r.most {
		l = append(l[:0], l[len(l)-r.most:]...)
	}
	r.last[k] = l
}

// all lists what was kept by instance.
func (r *recent[K, T]) all(at func(T) int) []T {
	var out []T
	for _, k := range r.keys {
		l := r.last[k]
		out = append(out, l[max(0, len(l)-r.most):]...)
	}
	slices.SortStableFunc(out, func(a, b T) int { return at(a) - at(b) })
	return out
}

// byLocation groups things in run order; groups and their members are in
// reverse order of execution.
func byLocation[T any, K comparable](all []T, key func(T) K) [][]T {
	var out [][]T
	index := map[K]int{}
	for i := len(all) - 1; i >= 0; i-- {
		k := key(all[i])
		j, ok := index[k]
		if !ok {
			j = len(out)
			index[k] = j
			out = append(out, nil)
		}
		out[j] = append(out[j], all[i])
	}
	return out
}

// rounds takes the first of each group, then the second of each, and so on.
func rounds[T any](groups [][]T) []T {
	var out []T
	for k, more := 0, true; more; k++ {
		more = false
		for _, g := range groups {
			if k < len(g) {
				out = append(out, g[k])
				more = true
			}
		}
	}
	return out
}
