package danger

import (
	"encoding/binary"
	"slices"

	"culprit/logic"
)

// domain is a set of constants, or any value at all, by its number in domains. There
// are few of them, and hundreds of thousands of states with one for each variable.
type domain int32

const (
	anyValue domain = iota
	noValue
)

// domains has each set once, and what was computed of them.
type domains struct {
	tb     *logic.Table
	of     [][]logic.T // sorted; nothing for anyValue
	ids    map[string]domain
	unions map[[2]domain]domain
	kept   map[valued]domain // where
	images map[valued]domain // image
	name   []byte
}

// valued is a set and a term over the one variable that has its values.
type valued struct {
	d domain
	t logic.T
}

func newDomains(tb *logic.Table) *domains {
	return &domains{tb: tb, of: make([][]logic.T, 2), ids: map[string]domain{"": noValue},
		unions: map[[2]domain]domain{}, kept: map[valued]domain{}, images: map[valued]domain{}}
}

// values is the set of some constants, which may be in any order.
func (ds *domains) values(ks []logic.T) domain {
	slices.Sort(ks)
	ks = slices.Compact(ks)
	ds.name = ds.name[:0]
	for _, k := range ks {
		ds.name = binary.AppendUvarint(ds.name, uint64(k))
	}
	d, ok := ds.ids[string(ds.name)]
	if !ok {
		d = domain(len(ds.of))
		ds.of = append(ds.of, ks)
		ds.ids[string(ds.name)] = d
	}
	return d
}

func (ds *domains) has(d domain, k logic.T) bool {
	if d == anyValue {
		return true
	}
	_, ok := slices.BinarySearch(ds.of[d], k)
	return ok
}

// unite is the union, any value if it is large.
func (ds *domains) unite(a, b domain) domain {
	switch {
	case a == b:
		return a
	case a == anyValue || b == anyValue:
		return anyValue
	}
	d, ok := ds.unions[[2]domain{a, b}]
	if !ok {
		if d = ds.values(slices.Concat(ds.of[a], ds.of[b])); len(ds.of[d]) > maxTracked/2 {
			d = anyValue
		}
		ds.unions[[2]domain{a, b}] = d
	}
	return d
}

// where keeps the values that satisfy a condition; of any value, those that it
// names.
func (ds *domains) where(d domain, g guard) domain {
	r, ok := ds.kept[valued{d, g.t}]
	if ok {
		return r
	}
	switch k, equal := equals(ds.tb, g.t, g.v); {
	case d != anyValue:
		var out []logic.T
		for _, k := range ds.of[d] {
			if ds.with(g.t, g.v, k) != ds.tb.False() {
				out = append(out, k)
			}
		}
		r = ds.values(out)
	case equal:
		r = ds.values([]logic.T{k})
	}
	ds.kept[valued{d, g.t}] = r
	return r
}

// image is what a written term is for the values of its variable, any value where
// the term has none for one of them.
func (ds *domains) image(d domain, w write) domain {
	r, ok := ds.images[valued{d, w.t}]
	if ok {
		return r
	}
	var out []logic.T
	known := true
	for _, k := range ds.of[d] {
		u := ds.with(w.t, w.v, k)
		known = known && ds.tb.IsConst(u)
		out = append(out, u)
	}
	if known {
		r = ds.values(out)
	}
	ds.images[valued{d, w.t}] = r
	return r
}

// with is t with the constant k for the variable v.
func (ds *domains) with(t, v, k logic.T) logic.T {
	return ds.tb.Subst(t, map[logic.T]logic.T{v: k})
}

// equals is the constant that t says v has.
func equals(tb *logic.Table, t, v logic.T) (logic.T, bool) {
	switch tb.Op(t) {
	case logic.OpVar:
		return tb.True(), t == v
	case logic.OpNot:
		return tb.False(), tb.Args(t)[0] == v
	case logic.OpEq:
		a := tb.Args(t)
		for i := range 2 {
			if a[i] == v && tb.IsConst(a[1-i]) {
				return a[1-i], true
			}
		}
	}
	return 0, false
}
