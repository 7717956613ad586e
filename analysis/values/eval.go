package values

import (
	"slices"

	"culprit/cfg"
	"culprit/internal/work"
)

// eval is a superset of the values of e in s.
func (d *domain) eval(s *state, e cfg.Expr) *val {
	d.clock.Add(work.Fact)
	switch e := e.(type) {
	case *cfg.Const:
		v := d.consts[e]
		if v == nil {
			v = konst(e.T.Width(), e.V)
			d.consts[e] = v
		}
		return v
	case *cfg.VarRef:
		return s.get(key(e.V.ID))
	case *cfg.AddrOf:
		return konst(e.Bits, e.Obj.Addr)
	case *cfg.FuncAddr:
		return konst(e.Bits, e.Proc.Addr)
	case *cfg.Unary:
		return d.applyUnary(e.Op, e.X.Type(), e.T, d.eval(s, e.X))
	case *cfg.Cast:
		return d.applyUnary(e.Op, e.X.Type(), e.T, d.eval(s, e.X))
	case *cfg.Binary:
		if e.Op == cfg.LAnd || e.Op == cfg.LOr {
			return d.evalLazy(s, e)
		}
		if r := identity(e); r != nil {
			return r
		}
		if d.noFloats && e.X.Type().Kind == cfg.Float {
			return nil
		}
		x, y := d.eval(s, e.X), d.eval(s, e.Y)
		if x != nil && y != nil {
			d.clock.Count(len(x.set)*len(y.set), work.Fact)
		}
		return applyBin(e.Op, e.X.Type().Width(), e.T, x, y)
	case *cfg.Ite:
		return d.evalIte(s, e)
	case *cfg.Load:
		return d.load(s, e)
	}
	return nil
}

func (d *domain) applyUnary(op cfg.Op, from, to cfg.Type, x *val) *val {
	if d.noFloats && op != cfg.FToBits && op != cfg.BitsToF && (from.Kind == cfg.Float || to.Kind == cfg.Float) {
		return nil
	}
	return applyUn(op, from.Width(), to, x)
}

// identity decides operators on twice the same variable.
func identity(e *cfg.Binary) *val {
	x, ok := e.X.(*cfg.VarRef)
	if !ok || e.Op < cfg.Add || e.Op > cfg.SLe {
		return nil
	}
	y, ok := e.Y.(*cfg.VarRef)
	if !ok || x.V != y.V {
		return nil
	}
	switch e.Op {
	case cfg.Sub, cfg.Xor:
		return konst(x.V.Type.Width(), 0)
	case cfg.Eq, cfg.ULe, cfg.SLe:
		return trueVal
	case cfg.Ne, cfg.ULt, cfg.SLt:
		return falseVal
	}
	return nil
}

// evalLazy evaluates && and ||, the right operand where it matters.
func (d *domain) evalLazy(s *state, e *cfg.Binary) *val {
	x := d.eval(s, e.X)
	if c, ok := x.single(); ok {
		if (c == 1) != (e.Op == cfg.LAnd) {
			return x
		}
		return d.eval(s, e.Y)
	}
	t, f := d.split(s, e)
	switch {
	case t == nil:
		return falseVal
	case f == nil:
		return trueVal
	}
	return nil
}

func (d *domain) evalIte(s *state, e *cfg.Ite) *val {
	t, f := d.split(s, e.Cond)
	switch {
	case t != nil && f != nil:
		x := d.eval(t, e.Then)
		if x == nil {
			return nil
		}
		return join(x, d.eval(f, e.Else))
	case t != nil:
		return d.eval(t, e.Then)
	case f != nil:
		return d.eval(f, e.Else)
	}
	return d.eval(s, e.Then) // s is empty: anything is sound
}

// refine is s restricted to the states where the Boolean expression e has the
// given truth value; ok is false if there are none. s is not changed.
func (d *domain) refine(s *state, e cfg.Expr, truth bool) (*state, bool) {
	t, f := d.split(s, e)
	if !truth {
		t = f
	}
	return t, t != nil
}

// split restricts s to the states where e is true and where it is false; nil
// means none. Computing both at once keeps nested conditions linear.
func (d *domain) split(s *state, e cfg.Expr) (t, f *state) {
	if s == nil {
		return nil, nil
	}
	switch e := e.(type) {
	case *cfg.Unary:
		if e.Op == cfg.LNot {
			t, f = d.split(s, e.X)
			return f, t
		}
	case *cfg.Cast:
		if e.Op == cfg.BitsToBool {
			if x, ok := e.X.(*cfg.Cast); ok && (x.Op == cfg.BoolToBits || x.Op == cfg.ZExt || x.Op == cfg.SExt) {
				if x.Op == cfg.BoolToBits {
					return d.split(s, x.X)
				}
				return d.split(s, &cfg.Cast{Op: cfg.BitsToBool, T: cfg.BoolType, X: x.X})
			}
			zero := konst(e.X.Type().Width(), 0)
			return d.some(d.refineEqual(s, e.X, zero, false)), d.some(d.refineEqual(s, e.X, zero, true))
		}
	case *cfg.Ite:
		ct, cf := d.split(s, e.Cond)
		tt, tf := d.split(ct, e.Then)
		ft, ff := d.split(cf, e.Else)
		return d.either(tt, ft), d.either(tf, ff)
	case *cfg.Binary:
		switch e.Op {
		case cfg.LAnd:
			xt, xf := d.split(s, e.X)
			yt, yf := d.split(xt, e.Y)
			return yt, d.either(xf, yf)
		case cfg.LOr:
			xt, xf := d.split(s, e.X)
			yt, yf := d.split(xf, e.Y)
			return d.either(xt, yt), yf
		case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
			if b, same, ok := boolTest(e); ok {
				t, f = d.split(s, b)
				if !same {
					t, f = f, t
				}
				return t, f
			}
			if c, ok := d.eval(s, e).single(); ok {
				return decided(s, c == 1)
			}
			return d.some(d.refineCompare(s, e, true)), d.some(d.refineCompare(s, e, false))
		}
	}
	if c, ok := d.eval(s, e).single(); ok {
		return decided(s, c == 1)
	}
	return d.some(d.refineTo(s, e, trueVal)), d.some(d.refineTo(s, e, falseVal))
}

// boolTest recognises b == c and b != c for a Boolean converted to bits and a
// constant 0 or 1; the test is b if same, else its negation.
func boolTest(e *cfg.Binary) (b cfg.Expr, same, ok bool) {
	x, isCast := e.X.(*cfg.Cast)
	c, isConst := e.Y.(*cfg.Const)
	if !isCast || !isConst || x.Op != cfg.BoolToBits || c.V > 1 || e.Op != cfg.Eq && e.Op != cfg.Ne {
		return nil, false, false
	}
	return x.X, (e.Op == cfg.Eq) == (c.V == 1), true
}

func decided(s *state, truth bool) (t, f *state) {
	if truth {
		return s, nil
	}
	return nil, s
}

func (d *domain) some(s *state, ok bool) *state {
	if !ok {
		return nil
	}
	return s
}

// either is an upper bound of two states, of which any may be nil.
func (d *domain) either(s, t *state) *state {
	switch {
	case s == nil || s == t:
		return t
	case t == nil:
		return s
	}
	return d.joinStates(s, t, func(_ key, x, y *val) *val { return join(x, y) })
}

// refineEqual restricts e to v (equal) or, if v is a singleton, to the rest.
func (d *domain) refineEqual(s *state, e cfg.Expr, v *val, equal bool) (*state, bool) {
	if equal {
		return d.refineTo(s, e, v)
	}
	c, ok := v.single()
	if !ok {
		return s, true
	}
	r, ok := d.eval(s, e).without(e.Type().Width(), c)
	if !ok {
		return nil, false
	}
	return d.refineTo(s, e, r)
}

func (d *domain) refineCompare(s *state, e *cfg.Binary, truth bool) (*state, bool) {
	w := e.X.Type().Width()
	x, y := d.eval(s, e.X), d.eval(s, e.Y)
	if e.Op == cfg.Eq || e.Op == cfg.Ne {
		if (e.Op == cfg.Eq) == truth {
			m, ok := meet(x, y)
			if !ok {
				return nil, false
			}
			if s, ok = d.refineTo(s, e.X, m); !ok {
				return nil, false
			}
			return d.refineTo(s, e.Y, m)
		}
		s, ok := d.refineEqual(s, e.X, y, false)
		if !ok {
			return nil, false
		}
		return d.refineEqual(s, e.Y, x, false)
	}
	lo, hi := e.X, e.Y // lo < hi or lo <= hi
	strict := e.Op == cfg.ULt || e.Op == cfg.SLt
	if !truth {
		lo, hi, x, y, strict = hi, lo, y, x, !strict
	}
	gap := uint64(0)
	if strict {
		gap = 1
	}
	xl, _, xsl, _ := x.view(w)
	_, yh, _, ysh := y.view(w)
	var below, above *val
	if e.Op == cfg.ULt || e.Op == cfg.ULe {
		if yh < gap || xl > umax(w)-gap {
			return nil, false
		}
		below, above = urange(w, 0, yh-gap), urange(w, xl+gap, umax(w))
	} else {
		if strict && (ysh == smin(w) || xsl == smax(w)) {
			return nil, false
		}
		below, above = srange(w, smin(w), ysh-int64(gap)), srange(w, xsl+int64(gap), smax(w))
	}
	s, ok := d.refineTo(s, lo, below)
	if !ok {
		return nil, false
	}
	return d.refineTo(s, hi, above)
}

// refineTo is s restricted to states where the value of e is in v.
func (d *domain) refineTo(s *state, e cfg.Expr, v *val) (*state, bool) {
	if v == nil {
		return s, true
	}
	cur := d.eval(s, e)
	v, ok := meet(cur, v)
	if !ok {
		return nil, false
	}
	if v.equal(cur) {
		return s, true
	}
	switch e := e.(type) {
	case *cfg.VarRef:
		return s.with(key(e.V.ID), v), true
	case *cfg.Load:
		return d.refineLoad(s, e, v), true
	case *cfg.Unary:
		switch e.Op {
		case cfg.Neg, cfg.Not, cfg.LNot:
			return d.refineTo(s, e.X, applyUn(e.Op, int(v.w), e.T, v))
		}
	case *cfg.Cast:
		return d.refineCast(s, e, v)
	case *cfg.Binary:
		return d.refineBinary(s, e, v)
	case *cfg.Ite:
		t, f := d.split(s, e.Cond)
		if t != nil {
			t = d.some(d.refineTo(t, e.Then, v))
		}
		if f != nil {
			f = d.some(d.refineTo(f, e.Else, v))
		}
		r := d.either(t, f)
		return r, r != nil
	}
	return s, true
}

func (d *domain) refineLoad(s *state, e *cfg.Load, v *val) *state {
	w := e.T.Width()
	at, ok := d.eval(s, e.Addr).single()
	if !ok || w%8 != 0 || at > d.lastAddress()-uint64(w/8-1) {
		return s
	}
	c := cell{regionID(e.Region), at, w / 8}
	if d.loadCell(s, c.region, c.addr, c.bytes) != nil && s.get(d.cellKey(c)) == nil {
		return s // known by other cells or runs
	}
	first, _ := s.find(key(d.nvars))
	k := d.cellKey(c)
	for _, q := range s.e[first:] {
		if o := d.cellOf(q.k); q.k != k && o.region == c.region && o.overlaps(c.addr, c.last()) {
			return s
		}
	}
	for _, r := range s.runs {
		if r.region == c.region && r.lo <= c.last() && r.hi >= c.addr {
			return s
		}
	}
	return s.with(k, v)
}

func (d *domain) refineCast(s *state, e *cfg.Cast, v *val) (*state, bool) {
	from, to := e.X.Type().Width(), e.T.Width()
	switch e.Op {
	case cfg.ZExt:
		m, ok := meet(v, urange(to, 0, umax(from)))
		if !ok {
			return nil, false
		}
		return d.refineTo(s, e.X, applyUn(cfg.Trunc, to, e.X.Type(), m))
	case cfg.SExt:
		m, ok := meet(v, srange(to, smin(from), smax(from)))
		if !ok {
			return nil, false
		}
		return d.refineTo(s, e.X, applyUn(cfg.Trunc, to, e.X.Type(), m))
	case cfg.Trunc:
		_, uhi, slo, shi := d.eval(s, e.X).view(from)
		switch {
		case uhi <= umax(to):
			return d.refineTo(s, e.X, applyUn(cfg.ZExt, to, e.X.Type(), v))
		case slo >= smin(to) && shi <= smax(to):
			return d.refineTo(s, e.X, applyUn(cfg.SExt, to, e.X.Type(), v))
		}
	case cfg.BoolToBits:
		zero, one := v.has(0), v.has(1)
		if zero && one {
			return s, true
		}
		return d.refine(s, e.X, one)
	case cfg.BitsToBool:
		if c, ok := v.single(); ok {
			return d.refineEqual(s, e.X, konst(from, 0), c == 0)
		}
	case cfg.FToBits, cfg.BitsToF:
		return d.refineTo(s, e.X, v)
	}
	return s, true
}

func (d *domain) refineBinary(s *state, e *cfg.Binary, v *val) (*state, bool) {
	if e.T.Kind == cfg.Bool {
		if c, ok := v.single(); ok && e.X.Type().Kind != cfg.Float {
			return d.refine(s, e, c == 1)
		}
		return s, true
	}
	w := e.T.Width()
	x, y := d.eval(s, e.X), d.eval(s, e.Y)
	var bx, by *val // what the operands must be
	switch e.Op {
	case cfg.Add, cfg.PtrAdd:
		bx, by = applyBin(cfg.Sub, w, e.T, v, y), applyBin(cfg.Sub, w, e.T, v, x)
	case cfg.Sub:
		bx, by = applyBin(cfg.Add, w, e.T, v, y), applyBin(cfg.Sub, w, e.T, x, v)
	case cfg.Xor:
		if v.set != nil {
			bx, by = applyBin(cfg.Xor, w, e.T, v, y), applyBin(cfg.Xor, w, e.T, v, x)
		}
	case cfg.Mul:
		if c, ok := y.single(); ok {
			bx = divideBack(w, x, c, v)
		}
		if c, ok := x.single(); ok {
			by = divideBack(w, y, c, v)
		}
	default:
		return s, true
	}
	s, ok := d.refineTo(s, e.X, bx)
	if !ok {
		return nil, false
	}
	return d.refineTo(s, e.Y, by)
}

// divideBack bounds the x of the given range with x*c in v, c > 0, where the
// product cannot overflow.
func divideBack(w int, x *val, c uint64, v *val) *val {
	xl, xh, xsl, xsh := x.view(w)
	if c == 0 || c > uint64(smax(w)) || v == nil {
		return nil
	}
	if xh <= umax(w)/c {
		lo, hi := v.ulo/c, v.uhi/c
		if v.ulo%c != 0 {
			lo++
		}
		if lo = max(lo, xl); lo > hi {
			return nil
		}
		return urange(w, lo, hi)
	}
	sc := int64(c)
	if xsl >= smin(w)/sc && xsh <= smax(w)/sc {
		lo, hi := v.slo/sc, v.shi/sc // toward zero
		if v.slo > 0 && v.slo%sc != 0 {
			lo++
		}
		if v.shi < 0 && v.shi%sc != 0 {
			hi--
		}
		if lo > hi {
			return nil
		}
		return srange(w, lo, hi)
	}
	return nil
}

// filter removes from the explicit sets of the variables of e the elements
// under which e cannot be true. It helps where split does not look into
// operators or sees a variable twice.
func (d *domain) filter(s *state, e cfg.Expr) (*state, bool) {
	if !d.opaque(e) {
		return s, true
	}
	for _, id := range d.varsOf(e) {
		v := s.get(id)
		if v == nil || len(v.set) < 2 {
			continue
		}
		out := make([]uint64, 0, len(v.set))
		t := s.clone()
		for _, x := range v.set {
			t.set(id, fromSorted(int(v.w), []uint64{x}))
			if c, ok := d.eval(t, e).single(); !ok || c == 1 {
				out = append(out, x)
			}
		}
		if len(out) == 0 {
			return nil, false
		}
		if len(out) < len(v.set) {
			s = s.with(id, fromSorted(int(v.w), out))
		}
	}
	return s, true
}

// opaque reports whether filter may help.
func (d *domain) opaque(e cfg.Expr) bool {
	if o, ok := d.opaques[e]; ok {
		return o
	}
	o := false
	for x := range cfg.Parts(e) {
		b, ok := x.(*cfg.Binary)
		if !ok {
			continue
		}
		switch b.Op {
		case cfg.LAnd, cfg.LOr:
		case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
			for _, v := range d.varsOf(b.X) {
				if _, twice := slices.BinarySearch(d.varsOf(b.Y), v); twice {
					o = true
				}
			}
		case cfg.Add, cfg.Sub, cfg.PtrAdd:
			if len(d.varsOf(b)) > 1 {
				o = true
			}
		default:
			o = true
		}
	}
	d.opaques[e] = o
	return o
}
