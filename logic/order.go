package logic

// Order is what comparisons between terms say of others, by their being transitive: x < y and y <= z make x < z, and
// z = x false. Terms are bit-vectors; signed and unsigned order are apart.
type Order struct {
	tb     *Table
	terms  []T
	place  map[T]int
	signed relation
	plain  relation
}

// relation is a matrix: how one place compares with another.
type relation []byte

const (
	atMost = 1 + iota
	below
)

// NewOrder closes the comparisons among literals, whose constants are compared as well. holds is false if they exclude each
// other.
func NewOrder(tb *Table, literals []T) (o *Order, holds bool) {
	o = &Order{tb: tb, place: map[T]int{}}
	type fact struct {
		signed, strict, both bool
		x, y                 T
	}
	var facts []fact
	for _, l := range literals {
		a, is := tb.Literal(l)
		yes := is == tb.True()
		switch op := tb.Op(a); op {
		case OpULt, OpSLt:
			x, y := tb.arg(a, 0), tb.arg(a, 1)
			if !yes {
				x, y = y, x
			}
			facts = append(facts, fact{op == OpSLt, yes, false, x, y})
		case OpEq:
			if x, y := tb.arg(a, 0), tb.arg(a, 1); yes && tb.Sort(x).Kind == SBV {
				facts = append(facts, fact{false, false, true, x, y})
			}
		}
	}
	for _, f := range facts {
		for _, x := range []T{f.x, f.y} {
			if _, ok := o.place[x]; !ok && len(o.terms) < maxKnown {
				o.place[x] = len(o.terms)
				o.terms = append(o.terms, x)
			}
		}
	}
	n := len(o.terms)
	o.signed, o.plain = make(relation, n*n), make(relation, n*n)
	for _, f := range facts {
		i, ok := o.place[f.x]
		j, ok2 := o.place[f.y]
		if !ok || !ok2 {
			continue
		}
		how := byte(atMost)
		if f.strict {
			how = below
		}
		if f.both || f.signed {
			o.signed.set(n, i, j, how)
		}
		if f.both || !f.signed {
			o.plain.set(n, i, j, how)
		}
		if f.both {
			o.signed.set(n, j, i, how)
			o.plain.set(n, j, i, how)
		}
	}
	for i, x := range o.terms {
		for j, y := range o.terms {
			if i == j || !tb.isBVConst(x) || !tb.isBVConst(y) || tb.Sort(x) != tb.Sort(y) {
				continue
			}
			if tb.SLt(x, y) == tb.True() {
				o.signed.set(n, i, j, below)
			}
			if tb.ULt(x, y) == tb.True() {
				o.plain.set(n, i, j, below)
			}
		}
	}
	return o, o.signed.close(n) && o.plain.close(n)
}

func (r relation) set(n, i, j int, how byte) { r[i*n+j] = max(r[i*n+j], how) }

// close adds what follows, and reports whether nothing is below itself.
func (r relation) close(n int) bool {
	for k := range n {
		for i := range n {
			if r[i*n+k] == 0 {
				continue
			}
			for j := range n {
				if r[k*n+j] != 0 {
					r.set(n, i, j, max(r[i*n+k], r[k*n+j]))
				}
			}
		}
	}
	for i := range n {
		if r[i*n+i] == below {
			return false
		}
	}
	return true
}

// Decides gives True or False for a comparison that follows or is excluded.
func (o *Order) Decides(a T) (is T, ok bool) {
	tb := o.tb
	op := tb.Op(a)
	if op != OpULt && op != OpSLt && op != OpEq {
		return 0, false
	}
	i, ok := o.place[tb.arg(a, 0)]
	j, ok2 := o.place[tb.arg(a, 1)]
	if !ok || !ok2 {
		return 0, false
	}
	n := len(o.terms)
	of := func(r relation) (there, back byte) { return r[i*n+j], r[j*n+i] }
	switch op {
	case OpEq:
		for _, r := range []relation{o.plain, o.signed} {
			there, back := of(r)
			switch {
			case there == below || back == below:
				return tb.False(), true
			case there == atMost && back == atMost:
				return tb.True(), true
			}
		}
		return 0, false
	case OpSLt:
		return tb.decided(of(o.signed))
	}
	return tb.decided(of(o.plain))
}

// decided says whether x is below y, given how they compare and how y compares with x.
func (tb *Table) decided(there, back byte) (is T, ok bool) {
	switch {
	case there == below:
		return tb.True(), true
	case back != 0:
		return tb.False(), true
	}
	return 0, false
}
