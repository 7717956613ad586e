package scoring

import "bytes"

// matchLines pairs the lines of two texts by a longest common subsequence:
// of[i] is the line of as that is line i of bs, 0 if there is none. Lines
// count from 1, of[0] is 0.
func matchLines(as, bs []string) (of []int) {
	of = make([]int, len(bs)+1)
	lo := 0
	for lo < len(as) && lo < len(bs) && as[lo] == bs[lo] {
		of[lo+1] = lo + 1
		lo++
	}
	ea, eb := len(as), len(bs)
	for ea > lo && eb > lo && as[ea-1] == bs[eb-1] {
		of[eb] = ea
		ea--
		eb--
	}
	// length[i][j] is that of the best pairing of as[lo+i:ea], bs[lo+j:eb].
	n, m := ea-lo, eb-lo
	length := make([][]int32, n+1)
	for i := range length {
		length[i] = make([]int32, m+1)
	}
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			if as[lo+i] == bs[lo+j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case as[lo+i] == bs[lo+j]:
			of[lo+j+1] = lo + i + 1
			i++
			j++
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return of
}

// changed adds to a pairing the lines of b that stand where a has other ones
// than b: the first of them is the first one of a there, and so on, the last
// one of a for all that are left. n is the number of lines of a.
func changed(of []int, n int) []int {
	out := append([]int(nil), of...)
	for i, before := 1, 0; i < len(of); i++ {
		if of[i] > 0 {
			before = of[i]
			continue
		}
		after := n + 1
		for j := i; j < len(of); j++ {
			if of[j] > 0 {
				after = of[j]
				break
			}
		}
		if k := max(before, out[i-1]) + 1; k < after {
			out[i] = k
		} else if before+1 < after {
			out[i] = after - 1
		}
	}
	return out
}

// trimmedLines lists the lines of a text without white space at both ends.
func trimmedLines(text []byte) []string {
	ls := splitLines(bytes.TrimSuffix(text, []byte{'\n'}))
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = string(bytes.TrimSpace(l))
	}
	return out
}

// missingLines lists the lines of b that have no counterpart in a and stand
// where a continues from line n to line n+1. Lines that are too much in b may
// be told in several ways, if those around them are alike; any will do.
func missingLines(of []int, a, b []string, n int) map[int]bool {
	out := map[int]bool{}
	for i, before := 1, 0; i < len(of); i++ {
		if of[i] > 0 {
			before = of[i]
			continue
		}
		first := i
		for i+1 < len(of) && of[i+1] == 0 {
			i++
		}
		after := len(a) + 1
		if i+1 < len(of) {
			after = of[i+1]
		}
		low, high := before, after-1
		if after == before+1 {
			for k := i; low > 0 && k > 0 && a[low-1] == b[k-1]; k-- {
				low--
			}
			for k := first; high < len(a) && k <= len(b) && a[high] == b[k-1]; k++ {
				high++
			}
		}
		if low <= n && n <= high {
			for k := first; k <= i; k++ {
				out[k] = true
			}
		}
	}
	return out
}
