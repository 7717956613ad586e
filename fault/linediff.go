package fault

import "bytes"

// matchLines pairs the lines of two texts by a longest common subsequence,
// white space at both ends ignored: of[i] is the line of a that is line i of
// b, 0 if there is none. Lines count from 1, of[0] is 0.
func matchLines(a, b []byte) (of []int) {
	as, bs := trimmedLines(a), trimmedLines(b)
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

func trimmedLines(text []byte) []string {
	ls := splitLines(bytes.TrimSuffix(text, []byte{'\n'}))
	out := make([]string, len(ls))
	for i, l := range ls {
		out[i] = string(bytes.TrimSpace(l))
	}
	return out
}

// missingLines lists the lines of b that have no counterpart in a and stand
// where a goes on from line n to line n+1.
func missingLines(of []int, n int) map[int]bool {
	out := map[int]bool{}
	before := 0
	for i := 1; i < len(of); i++ {
		if of[i] > 0 {
			before = of[i]
			continue
		}
		if before > n {
			break
		}
		after := 0
		for j := i; j < len(of) && after == 0; j++ {
			after = of[j]
		}
		if after == 0 || after > n {
			out[i] = true
		}
	}
	return out
}
