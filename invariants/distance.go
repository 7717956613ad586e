package invariants

import (
	"slices"
	"strings"

	"culprit/fault"
)

// symbols is a test as one sequence: arguments, standard input, files by name,
// and values, each behind a mark of its own.
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

// mostCells bounds the table of an edit distance; of longer sequences only the
// part between their common ends is compared, and beyond the bound the lengths.
const mostCells = 1 << 24

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
	if len(a) == 0 || len(a)*len(b) > mostCells {
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

// closest are the n tests with the least edit distance to t, in that order, and
// of equal ones the first.
func closest(t *fault.Test, tests []*fault.Test, n int) []*fault.Test {
	type near struct {
		t *fault.Test
		d int
	}
	const far = 1 << 30
	var out []near
	from := symbols(t)
	for _, o := range tests {
		limit := far
		if len(out) == n {
			if n == 0 {
				break
			}
			limit = out[n-1].d
		}
		d := distance(from, symbols(o), limit)
		if d >= limit {
			continue
		}
		at, _ := slices.BinarySearchFunc(out, d+1, func(x near, d int) int { return x.d - d })
		out = slices.Insert(out, at, near{o, d})
		out = out[:min(len(out), n)]
	}
	found := make([]*fault.Test, len(out))
	for i := range out {
		found[i] = out[i].t
	}
	return found
}
