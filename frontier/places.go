package frontier

import (
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
)

// A read whose address depends on symbols may be of any element of the object that
// the path reads there. The path knows what lies at the others at that moment, so
// the value read is that of the place that the address names, and the path demands
// only that it names one of these. That is so for the first such reads of a path; each
// makes all queries after it harder. A write at such an address is
// to that of the path: the contents that would be left there otherwise are not known
// any more when the instance is seen.

// Load implements hoare.Operands.
func (w *walker) Load(x *cfg.Load) logic.T {
	t, size := w.expr(x.Addr), uint64(x.T.Bytes())
	at := w.Eval(t)
	value := w.Read(at, size, func(n int) logic.T { return w.unknown(logic.BVSort(8 * n)) })
	if w.TB.IsConst(t) {
		return hoare.FromBytes(w.TB, value, x.T)
	}
	is := func(place uint64) logic.T { return w.TB.Eq(t, w.TB.BV(w.TB.Width(t), place)) }
	any := []logic.T{is(at)}
	var places []uint64
	w.p.opened++
	if w.p.opened <= maxAlternates {
		places = w.places(at, size)
	}
	for _, p := range places {
		if there, ok := w.lies(p, size); ok {
			value = w.TB.Ite(is(p), there, value)
			any = append(any, is(p))
		}
	}
	w.passed(w.TB.Or(any...), true)
	return hoare.FromBytes(w.TB, value, x.T)
}

// places are other elements of the object around an element.
func (w *walker) places(at, size uint64) []uint64 {
	start, length, ok := w.run.Block(at)
	if !ok || size == 0 {
		return nil
	}
	return neighbourhood(start, length, at, size)
}

// neighbourhood are the elements of an object besides one, the nearest ones first.
func neighbourhood(start, length, at, size uint64) (out []uint64) {
	for d := size; len(out) < maxCells && (d <= at-start || at+d+size <= start+length); d += size {
		if at+d+size <= start+length {
			out = append(out, at+d)
		}
		if d <= at-start && len(out) < maxCells {
			out = append(out, at-d)
		}
	}
	return out
}

// lies is what lies at a place before the instance under way.
func (w *walker) lies(place, size uint64) (logic.T, bool) {
	written := slices.ContainsFunc(w.Inst.Writes, func(x access) bool {
		return x.Var == nil && x.Addr < place+size && place < x.Addr+x.Size
	})
	b, n := w.Stretch(place, size)
	if written || n < size {
		return 0, false
	}
	if b.Term != 0 {
		return w.Part(b, size), true
	}
	return w.TB.BV(int(8*size), w.run.Word(place, size)), true
}
