package invariants

import (
	"cmp"
	"slices"
	"strings"

	"culprit/fault"
)

// symbols is a test as one sequence: arguments, standard input, files by name,
// and values, each after a mark of its own.
func symbols(t *fault.Test) []uint64 {
	const mark = 1 << 32
	var out []uint64
	text := func(kind uint64, s string) {
		out = append(out, mark+kind)
		for i := range len(s) {
			out = append(out, uint64(s[i]))
		}
	}
	for _, a := range t.Args {
		text(1, a)
	}
	text(2, string(t.Stdin))
	var names []string
	for name := range t.Files {
		names = append(names, name)
	}
	slices.SortFunc(names, strings.Compare)
	for _, name := range names {
		text(3, string(t.Files[name]))
	}
	out = append(out, mark+4)
	return append(out, t.Values...)
}

// distance is the edit distance of two sequences: insertions, deletions and
// replacements; at least limit if it is not below.
func distance(a, b []uint64, limit int) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) >= limit {
		return limit
	}
	if len(a) == 0 || len(a)*len(b) > maxCells {
		return min(len(b), limit)
	}
	row := make([]int, len(a)+1)
	for i := range row {
		row[i] = i
	}
	for j := range b {
		diagonal := row[0]
		row[0] = j + 1
		least := row[0]
		for i := range a {
			up := row[i+1]
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, up, row[i])
			}
			diagonal, row[i+1] = up, d
			least = min(least, d)
		}
		if least >= limit {
			return limit
		}
	}
	return min(row[len(a)], limit)
}

// nearest are the n tests closest to a given one. Of those that are equally far
// at the end of the list all are kept, see list.
type nearest struct {
	n     int
	from  []uint64
	tests []near // by distance, then in the order in which they came
}

type near struct {
	t *fault.Test
	d int
}

// limit is a distance from which on no test is wanted.
func (s *nearest) limit() int {
	const far = 1 << 30
	switch {
	case s.n == 0:
		return 0
	case len(s.tests) < s.n:
		return far
	}
	return s.tests[s.n-1].d + 1
}

// add keeps a test if it is close enough, and differs.
func (s *nearest) add(t *fault.Test) {
	limit := s.limit()
	d := distance(s.from, symbols(t), limit)
	if d == 0 || d >= limit {
		return
	}
	at, _ := slices.BinarySearchFunc(s.tests, d+1, func(x near, d int) int { return cmp.Compare(x.d, d) })
	s.tests = slices.Insert(s.tests, at, near{t, d})
	for n := len(s.tests); n > s.n && s.tests[n-1].d > s.tests[s.n-1].d; n-- {
		s.tests = s.tests[:n-1]
	}
}

// list chooses n tests. Of those equally far the ones come first that differ
// from the given one in different places: ranges over many values of one token
// alone would make all other values of it look wrong.
func (s *nearest) list() []*fault.Test {
	var out []*fault.Test
	for rest := s.tests; len(rest) > 0 && len(out) < s.n; {
		same := 1
		for same < len(rest) && rest[same].d == rest[0].d {
			same++
		}
		var places [][]*fault.Test
		index := map[int]int{}
		for _, x := range rest[:same] {
			at := prefix(s.from, symbols(x.t))
			k, ok := index[at]
			if !ok {
				k = len(places)
				index[at] = k
				places = append(places, nil)
			}
			places[k] = append(places[k], x.t)
		}
		for round := 0; round < same; round++ {
			for _, ts := range places {
				if round < len(ts) && len(out) < s.n {
					out = append(out, ts[round])
				}
			}
		}
		rest = rest[same:]
	}
	return out
}

// prefix is how long two sequences are equal.
func prefix(a, b []uint64) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// closest are the n tests with the least edit distance to t.
func closest(t *fault.Test, tests []*fault.Test, n int) []*fault.Test {
	s := nearest{n: n, from: symbols(t)}
	for _, o := range tests {
		s.add(o)
	}
	return s.list()
}
