package predicates

import "math/bits"

// Linear algebra modulo a prime, which has no rounding and no overflow: a solution in
// small integers is one over the rationals, if there is one.

// prime is the modulus of the elimination, 2^61-1.
const prime = 1<<61 - 1

// mulmod and invmod are the product and the inverse modulo the prime.
func mulmod(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	r := (lo & prime) + (lo>>61 | hi<<3)
	for r >= prime {
		r -= prime
	}
	return r
}

func invmod(a uint64) uint64 {
	r, e := uint64(1), uint64(prime-2)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = mulmod(r, a)
		}
		a = mulmod(a, a)
	}
	return r
}

// ToMod is a number modulo the prime.
func ToMod(v int64) uint64 {
	m := v % prime
	if m < 0 {
		m += prime
	}
	return uint64(m)
}

// Kernel is a basis of the null space of m modulo prime, and for each vector
// the column that the ones before it determine.
func Kernel(m [][]uint64, n int) (basis [][]uint64, free []int) {
	pivotRow := make([]int, n)
	for i := range pivotRow {
		pivotRow[i] = -1
	}
	r := 0
	for col := 0; col < n && r < len(m); col++ {
		p := r
		for p < len(m) && m[p][col] == 0 {
			p++
		}
		if p == len(m) {
			continue
		}
		m[r], m[p] = m[p], m[r]
		inv := invmod(m[r][col])
		for k := range m[r] {
			m[r][k] = mulmod(m[r][k], inv)
		}
		for i := range m {
			if i != r && m[i][col] != 0 {
				f := m[i][col]
				for k := col; k < n; k++ {
					m[i][k] = (m[i][k] + prime - mulmod(f, m[r][k])) % prime
				}
			}
		}
		pivotRow[col] = r
		r++
	}
	for f := range n {
		if pivotRow[f] >= 0 {
			continue
		}
		v := make([]uint64, n)
		v[f] = 1
		for col := range n {
			if p := pivotRow[col]; p >= 0 && m[p][f] != 0 {
				v[col] = prime - m[p][f]
			}
		}
		basis, free = append(basis, v), append(free, f)
	}
	return basis, free
}

// SmallIntegers scales a vector modulo prime to small integers.
func SmallIntegers(v []uint64) ([]int64, bool) {
	for d := uint64(1); d <= 12; d++ {
		out := make([]int64, len(v))
		ok := true
		for i, x := range v {
			y := mulmod(x, d)
			switch {
			case y < uint64(maxNumber):
				out[i] = int64(y)
			case prime-y < uint64(maxNumber):
				out[i] = -int64(prime - y)
			default:
				ok = false
			}
		}
		if ok {
			return out, true
		}
	}
	return nil, false
}
