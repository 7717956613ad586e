package witness

import (
	"maps"
	"math/big"
	"slices"
	"strconv"

	known "culprit/analysis/values"
	"culprit/cfg"
	"culprit/logic"
	"culprit/verifier"
)

// The knowledge of the annotation at a loop, as few states as C can express without
// loss where that is possible.

// state is a conjunction of facts, joined, and predicates.
type state struct {
	facts map[factKey]hull
	preds []logic.T
}

// factKey is what facts are about: a variable or a memory cell.
type factKey struct {
	v      *cfg.Var
	region int
	addr   uint64
	w      int
}

// hull is what facts say about a value: bounds of both readings, and the
// values themselves if they are few.
type hull struct {
	ulo, uhi uint64
	slo, shi int64
	set      []uint64 // sorted; nil: too many
}

func newHull(f *known.Fact) hull {
	w := f.Width
	h := hull{uhi: cfg.Mask(^uint64(0), w), slo: cfg.SignExtend(1<<(w-1), w), shi: cfg.SignExtend(1<<(w-1)-1, w)}
	switch f.Kind {
	case known.Const:
		h = ofValues(w, []uint64{f.Lo})
	case known.Set:
		h = ofValues(w, f.Set)
	case known.UnsignedRange:
		h.ulo, h.uhi = f.Lo, f.Hi
		if lo, hi := cfg.SignExtend(f.Lo, w), cfg.SignExtend(f.Hi, w); lo <= hi && (lo < 0) == (hi < 0) {
			h.slo, h.shi = lo, hi
		}
	case known.SignedRange:
		h.slo, h.shi = cfg.SignExtend(f.Lo, w), cfg.SignExtend(f.Hi, w)
		if (h.slo < 0) == (h.shi < 0) {
			h.ulo, h.uhi = f.Lo, f.Hi
		}
	}
	return h
}

func ofValues(w int, set []uint64) hull {
	h := hull{ulo: set[0], uhi: set[0], slo: cfg.SignExtend(set[0], w), shi: cfg.SignExtend(set[0], w)}
	for _, v := range set {
		s := cfg.SignExtend(v, w)
		h.ulo, h.uhi, h.slo, h.shi = min(h.ulo, v), max(h.uhi, v), min(h.slo, s), max(h.shi, s)
	}
	if set = slices.Compact(slices.Sorted(slices.Values(set))); len(set) <= maxDisjuncts/2 {
		h.set = set
	}
	return h
}

// meet is what both facts say.
func (h hull) meet(o hull) hull {
	h.ulo, h.uhi, h.slo, h.shi = max(h.ulo, o.ulo), min(h.uhi, o.uhi), max(h.slo, o.slo), min(h.shi, o.shi)
	if h.set == nil {
		h.set = o.set
	}
	return h
}

// join is what holds if one of the facts does.
func (h hull) join(o hull) hull {
	h.ulo, h.uhi, h.slo, h.shi = min(h.ulo, o.ulo), max(h.uhi, o.uhi), min(h.slo, o.slo), max(h.shi, o.shi)
	if h.set == nil || o.set == nil {
		h.set = nil
		return h
	}
	set := append(slices.Clone(h.set), o.set...)
	slices.Sort(set)
	if h.set = slices.Compact(set); len(h.set) > maxDisjuncts/2 {
		h.set = nil
	}
	return h
}

// stateOf collects the facts about things in scope.
func stateOf(v verifier.State, s *scope) state {
	st := state{facts: map[factKey]hull{}, preds: v.Preds}
	for i := range v.Facts {
		f := &v.Facts[i]
		k := factKey{v: f.Var, w: f.Width, region: -1}
		if f.Cell {
			k.region, k.addr = f.Region.ID, f.Addr
		} else if _, ok := s.vars[s.enc.VarTerm[f.Var.ID]]; !ok {
			continue
		}
		h := newHull(f)
		if old, ok := st.facts[k]; ok {
			h = h.meet(old)
		}
		st.facts[k] = h
	}
	return st
}

// or joins two states into one that holds in both.
func (st state) or(o state) state {
	out := state{facts: map[factKey]hull{}}
	for k, h := range st.facts {
		if g, ok := o.facts[k]; ok {
			out.facts[k] = h.join(g)
		}
	}
	for _, p := range st.preds {
		if slices.Contains(o.preds, p) {
			out.preds = append(out.preds, p)
		}
	}
	return out
}

// within reports whether h says no less than o.
func (h hull) within(o hull) bool {
	if h.ulo < o.ulo || h.uhi > o.uhi || h.slo < o.slo || h.shi > o.shi {
		return false
	}
	return o.set == nil || h.set != nil && !slices.ContainsFunc(h.set, func(v uint64) bool { return !slices.Contains(o.set, v) })
}

// dense reports whether all values between the bounds are meant.
func (h hull) dense() bool { return h.set == nil || h.uhi-h.ulo == uint64(len(h.set)-1) }

// follows reports whether lo is at most one after hi.
func follows(hi, lo uint64) bool { return lo == 0 || lo-1 <= hi }

// union is the join, if it says no less than that one of the two holds. A
// dense one is an interval.
func (h hull) union(o hull, dense bool) (hull, bool) {
	j := h.join(o)
	if j.set != nil && !dense {
		return j, true
	}
	sign := (h.slo < 0) == (h.shi < 0) && (o.slo < 0) == (o.shi < 0) && (h.slo < 0) == (o.slo < 0)
	touch := follows(h.uhi, o.ulo) && follows(o.uhi, h.ulo)
	return j, sign && touch && h.dense() && o.dense()
}

// implies reports whether o holds wherever st does, as far as that can be seen
// from their parts.
func (st state) implies(o state) bool {
	for k, h := range o.facts {
		if g, ok := st.facts[k]; !ok || !g.within(h) {
			return false
		}
	}
	return !slices.ContainsFunc(o.preds, func(p logic.T) bool { return !slices.Contains(st.preds, p) })
}

// merge is the disjunction of two states that differ in one fact only, if that
// is a state.
func (st state) merge(o state, dense bool) (state, bool) {
	if len(st.facts) != len(o.facts) || !slices.Equal(st.preds, o.preds) {
		return state{}, false
	}
	out := state{facts: maps.Clone(st.facts), preds: st.preds}
	differ := 0
	for k, h := range st.facts {
		g, ok := o.facts[k]
		if !ok {
			return state{}, false
		}
		if h.within(g) && g.within(h) {
			continue
		}
		if out.facts[k], ok = h.union(g, dense); !ok {
			return state{}, false
		}
		differ++
	}
	return out, differ <= 1
}

// fewer drops states that others imply and merges those whose disjunction is a
// state, intervals first. Claims that hold in one of them are not changed.
func fewer(all []state) []state {
	if len(all) > maxMerge {
		return all
	}
	return merged(merged(all, true), false)
}

func merged(all []state, dense bool) []state {
	for changed := true; changed; {
		changed = false
		for i := 0; i < len(all); i++ {
			for k := i + 1; k < len(all); k++ {
				m, ok := all[i].merge(all[k], dense)
				switch {
				case all[k].implies(all[i]):
				case all[i].implies(all[k]):
					all[i] = all[k]
				case ok:
					all[i] = m
				default:
					continue
				}
				all = slices.Delete(all, k, k+1)
				k = i
				changed = true
			}
		}
	}
	return all
}

// join makes few states of many. Those that join without loss come first; then
// those with the same predicates become one, then all.
func join(all []verifier.State, s *scope) []state {
	var out []state
	for _, v := range all {
		out = append(out, stateOf(v, s))
	}
	out = fewer(out)
	if len(out) <= maxDisjuncts {
		return out
	}
	var groups []state
	for _, st := range out {
		i := slices.IndexFunc(groups, func(g state) bool { return slices.Equal(g.preds, st.preds) })
		if i < 0 {
			groups = append(groups, st)
			continue
		}
		p := groups[i].preds
		groups[i] = groups[i].or(st)
		groups[i].preds = p
	}
	if len(groups) <= maxDisjuncts {
		return groups
	}
	one := groups[0]
	for _, g := range groups[1:] {
		one = one.or(g)
	}
	return []state{one}
}

// state.go has single C values: their ranges, conversions and literals.

// atom is the expression for a variable or member of scalar type.
func atom(text string, sh *cfg.CType) (cx, bool) {
	w := sh.Scalar().Width()
	if sh.Scalar().Kind != cfg.Bits || w == 0 {
		return cx{}, false
	}
	c := cx{text: text, prec: precPrimary, w: w, cw: max(32, w), uns: !sh.Signed && w >= 32}
	switch {
	case sh.Pointer():
		c.ptr = true
	case sh.Bool():
		c.lo, c.hi = big.NewInt(0), big.NewInt(1)
	case sh.Signed:
		c.lo, c.hi = signedRange(w)
	default:
		c.lo, c.hi = unsignedRange(w)
	}
	return c, true
}

func unsignedRange(w int) (lo, hi *big.Int) {
	hi = new(big.Int).Lsh(big.NewInt(1), uint(w))
	return new(big.Int), hi.Sub(hi, big.NewInt(1))
}

func signedRange(w int) (lo, hi *big.Int) {
	h := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	return new(big.Int).Neg(h), new(big.Int).Sub(h, big.NewInt(1))
}

func (c cx) within(lo, hi *big.Int) bool { return c.lo.Cmp(lo) >= 0 && c.hi.Cmp(hi) <= 0 }

// zero and sign report whether the value is that of the term, read without or
// with sign.
func (c cx) zero() bool { return c.within(unsignedRange(c.w)) }
func (c cx) sign() bool { return c.within(signedRange(c.w)) }

// at puts parentheses around an operand that binds less than prec.
func (c cx) at(prec int) string {
	if c.prec < prec {
		return "(" + c.text + ")"
	}
	return c.text
}

func cType(w int, uns bool) string {
	t := map[int]string{8: "char", 16: "short", 32: "int", 64: "long long"}[w]
	if uns {
		return "unsigned " + t
	}
	if w == 8 {
		return "signed char"
	}
	return t
}

// cast converts to a type of w bits, one of C's.
func (c cx) cast(w int, uns bool) cx {
	out := cx{text: "(" + cType(w, uns) + ")" + c.at(precUnary), prec: precUnary, w: c.w, cw: max(32, w), uns: uns && w >= 32}
	out.lo, out.hi = signedRange(w)
	if uns {
		out.lo, out.hi = unsignedRange(w)
	}
	if c.within(out.lo, out.hi) {
		out.lo, out.hi = c.lo, c.hi
	}
	return out
}

// width is that of the C type for a term of w bits.
func width(w int) int {
	if w > 32 {
		return 64
	}
	return 32
}

func native(w int) bool { return w == 8 || w == 16 || w == 32 || w == 64 }

// asZero makes the value that of the term without sign.
func (c cx) asZero() cx {
	switch {
	case c.zero():
		return c
	case native(c.w):
		return c.cast(c.w, true)
	}
	_, hi := unsignedRange(c.w)
	cw := max(c.cw, width(c.w))
	return cx{text: c.unsigned(cw).at(precAnd) + " & " + literalU(hi.Uint64(), cw), prec: precAnd, w: c.w, cw: cw, uns: true, lo: new(big.Int), hi: hi}
}

// asSign makes the value that of the term with sign, of a signed type.
func (c cx) asSign() cx {
	switch {
	case c.sign() && !c.uns:
		return c
	case c.sign() && c.within(signedRange(c.cw)):
		return c.cast(c.cw, false)
	case c.sign():
		return c.cast(64, false)
	case native(c.w):
		return c.cast(c.w, false)
	}
	// (x ^ s) - s with the sign bit s.
	z := c.asZero()
	bit := uint64(1) << uint(c.w-1)
	flip := cx{text: z.at(precXor) + " ^ " + literalU(bit, z.cw), prec: precXor, w: c.w, cw: z.cw, uns: true, lo: z.lo, hi: z.hi}
	out := cx{text: flip.cast(z.cw, false).text + " - " + strconv.FormatUint(bit, 10) + suffix(z.cw), prec: precAdd, w: c.w, cw: z.cw}
	out.lo, out.hi = signedRange(c.w)
	return out
}

func suffix(cw int) string {
	if cw == 64 {
		return "LL"
	}
	return ""
}

// unsigned converts to the unsigned type of cw bits, which keeps the value
// modulo 2^w.
func (c cx) unsigned(cw int) cx {
	if c.uns && c.cw == cw {
		return c
	}
	return c.cast(cw, true)
}

func literalU(v uint64, cw int) string {
	if cw == 64 {
		return strconv.FormatUint(v, 10) + "ULL"
	}
	return strconv.FormatUint(v, 10) + "U"
}

// number is a constant as a value with sign or without, in the shortest form.
func number(w int, v uint64, signed bool) cx {
	n := new(big.Int).SetUint64(v)
	if signed {
		n.SetInt64(cfg.SignExtend(v, w))
	}
	c := cx{prec: precPrimary, w: w, cw: 32, lo: n, hi: n}
	text := n.String()
	lo32, hi32 := signedRange(32)
	lo64, hi64 := signedRange(64)
	switch {
	case n.Cmp(lo64) == 0:
		text, c.cw, c.prec = "-9223372036854775807LL - 1", 64, precAdd
	case n.Cmp(lo32) == 0:
		text, c.prec = "-2147483647 - 1", precAdd
	case c.within(lo32, hi32):
	case !signed && n.BitLen() <= 32:
		text, c.uns = text+"U", true
	case c.within(lo64, hi64):
		text, c.cw = text+"LL", 64
	default:
		text, c.cw, c.uns = text+"ULL", 64, true
	}
	c.text = text
	if n.Sign() < 0 && c.prec == precPrimary {
		c.prec = precUnary
	}
	return c
}
