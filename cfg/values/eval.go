package values

import "culprit/cfg"

// eval is a superset of the values of e in s.
func (a *analysis) eval(s *state, e cfg.Expr) *val {
	switch e := e.(type) {
	case *cfg.Const:
		return konst(e.T.Width(), e.V)
	case *cfg.VarRef:
		return s.get(key(e.V.ID))
	case *cfg.AddrOf:
		return konst(e.Bits, e.Obj.Addr)
	case *cfg.FuncAddr:
		return konst(e.Bits, e.Proc.Addr)
	case *cfg.Unary:
		return a.applyUnary(e.Op, e.X.Type(), e.T, a.eval(s, e.X))
	case *cfg.Cast:
		return a.applyUnary(e.Op, e.X.Type(), e.T, a.eval(s, e.X))
	case *cfg.Binary:
		if e.Op == cfg.LAnd || e.Op == cfg.LOr {
			return a.evalLazy(s, e)
		}
		if r := identity(e); r != nil {
			return r
		}
		if a.lim.NoFloats && e.X.Type().Kind == cfg.Float {
			return nil
		}
		return applyBin(e.Op, e.X.Type().Width(), e.T, a.eval(s, e.X), a.eval(s, e.Y))
	case *cfg.Ite:
		return a.evalIte(s, e)
	case *cfg.Load:
		return a.load(s, e)
	}
	return nil
}

func (a *analysis) applyUnary(op cfg.Op, from, to cfg.Type, x *val) *val {
	if a.lim.NoFloats && op != cfg.FToBits && op != cfg.BitsToF && (from.Kind == cfg.Float || to.Kind == cfg.Float) {
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
func (a *analysis) evalLazy(s *state, e *cfg.Binary) *val {
	and := e.Op == cfg.LAnd
	x := a.eval(s, e.X)
	if c, ok := x.single(); ok {
		if (c == 1) != and {
			return x
		}
		return a.eval(s, e.Y)
	}
	t, ok := a.refine(s, e.X, and)
	if !ok {
		return fromBool(!and)
	}
	y := a.eval(t, e.Y)
	if c, ok := y.single(); ok && (c == 1) != and {
		return y
	}
	return nil
}

func (a *analysis) evalIte(s *state, e *cfg.Ite) *val {
	t, okT := a.refine(s, e.Cond, true)
	f, okF := a.refine(s, e.Cond, false)
	switch {
	case okT && okF:
		x := a.eval(t, e.Then)
		if x == nil {
			return nil
		}
		return join(x, a.eval(f, e.Else))
	case okT:
		return a.eval(t, e.Then)
	case okF:
		return a.eval(f, e.Else)
	}
	return a.eval(s, e.Then) // s is empty: anything is sound
}

// refine is s restricted to the states where the Boolean expression e has the
// given truth value; ok is false if there are none. s is not changed.
func (a *analysis) refine(s *state, e cfg.Expr, truth bool) (*state, bool) {
	if c, ok := a.eval(s, e).single(); ok {
		if (c == 1) != truth {
			return nil, false
		}
		return s, true
	}
	return a.refineOpen(s, e, truth)
}

// refineOpen is refine where e alone is not decided.
func (a *analysis) refineOpen(s *state, e cfg.Expr, truth bool) (*state, bool) {
	switch e := e.(type) {
	case *cfg.Unary:
		if e.Op == cfg.LNot {
			return a.refine(s, e.X, !truth)
		}
	case *cfg.Cast:
		if e.Op == cfg.BitsToBool {
			return a.refineEqual(s, e.X, konst(e.X.Type().Width(), 0), !truth)
		}
	case *cfg.Ite:
		t, okT := a.refine(s, e.Cond, true)
		if okT {
			t, okT = a.refine(t, e.Then, truth)
		}
		f, okF := a.refine(s, e.Cond, false)
		if okF {
			f, okF = a.refine(f, e.Else, truth)
		}
		return a.either(t, okT, f, okF)
	case *cfg.Binary:
		switch e.Op {
		case cfg.LAnd, cfg.LOr:
			if (e.Op == cfg.LAnd) == truth {
				return a.refineBoth(s, e.X, e.Y, truth)
			}
			f, okF := a.refine(s, e.X, truth)
			t, okT := a.refine(s, e.X, !truth)
			if okT {
				t, okT = a.refine(t, e.Y, truth)
			}
			return a.either(t, okT, f, okF)
		case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe:
			return a.refineCompare(s, e, truth)
		}
	}
	return a.refineTo(s, e, fromBool(truth))
}

func (a *analysis) refineBoth(s *state, x, y cfg.Expr, truth bool) (*state, bool) {
	s, ok := a.refine(s, x, truth)
	if ok {
		s, ok = a.refine(s, y, truth)
	}
	if ok {
		s, ok = a.refine(s, x, truth) // what y says may help x
	}
	return s, ok
}

func (a *analysis) either(s *state, okS bool, t *state, okT bool) (*state, bool) {
	switch {
	case okS && okT:
		if s == t {
			return s, true
		}
		return a.joinStates(s, t, func(_ key, x, y *val) *val { return join(x, y) }), true
	case okS:
		return s, true
	case okT:
		return t, true
	}
	return nil, false
}

// refineEqual restricts e to v (equal) or, if v is a singleton, to the rest.
func (a *analysis) refineEqual(s *state, e cfg.Expr, v *val, equal bool) (*state, bool) {
	if equal {
		return a.refineTo(s, e, v)
	}
	c, ok := v.single()
	if !ok {
		return s, true
	}
	r, ok := a.eval(s, e).without(e.Type().Width(), c)
	if !ok {
		return nil, false
	}
	return a.refineTo(s, e, r)
}

func (a *analysis) refineCompare(s *state, e *cfg.Binary, truth bool) (*state, bool) {
	w := e.X.Type().Width()
	x, y := a.eval(s, e.X), a.eval(s, e.Y)
	if e.Op == cfg.Eq || e.Op == cfg.Ne {
		if (e.Op == cfg.Eq) == truth {
			m, ok := meet(x, y)
			if !ok {
				return nil, false
			}
			if s, ok = a.refineTo(s, e.X, m); !ok {
				return nil, false
			}
			return a.refineTo(s, e.Y, m)
		}
		s, ok := a.refineEqual(s, e.X, y, false)
		if !ok {
			return nil, false
		}
		return a.refineEqual(s, e.Y, x, false)
	}
	lo, hi := e.X, e.Y // lo < hi or lo <= hi
	strict := e.Op == cfg.ULt || e.Op == cfg.SLt
	if !truth {
		lo, hi, x, y, strict = hi, lo, y, x, !strict
	}
	d := uint64(0)
	if strict {
		d = 1
	}
	xl, _, xsl, _ := x.view(w)
	_, yh, _, ysh := y.view(w)
	var below, above *val
	if e.Op == cfg.ULt || e.Op == cfg.ULe {
		if yh < d || xl > umax(w)-d {
			return nil, false
		}
		below, above = urange(w, 0, yh-d), urange(w, xl+d, umax(w))
	} else {
		if strict && (ysh == smin(w) || xsl == smax(w)) {
			return nil, false
		}
		below, above = srange(w, smin(w), ysh-int64(d)), srange(w, xsl+int64(d), smax(w))
	}
	s, ok := a.refineTo(s, lo, below)
	if !ok {
		return nil, false
	}
	return a.refineTo(s, hi, above)
}

// refineTo is s restricted to states where the value of e is in v.
func (a *analysis) refineTo(s *state, e cfg.Expr, v *val) (*state, bool) {
	if v == nil {
		return s, true
	}
	cur := a.eval(s, e)
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
		return a.refineLoad(s, e, v), true
	case *cfg.Unary:
		switch e.Op {
		case cfg.Neg, cfg.Not, cfg.LNot:
			return a.refineTo(s, e.X, applyUn(e.Op, int(v.w), e.T, v))
		}
	case *cfg.Cast:
		return a.refineCast(s, e, v)
	case *cfg.Binary:
		return a.refineBinary(s, e, v)
	case *cfg.Ite:
		t, okT := a.refine(s, e.Cond, true)
		if okT {
			t, okT = a.refineTo(t, e.Then, v)
		}
		f, okF := a.refine(s, e.Cond, false)
		if okF {
			f, okF = a.refineTo(f, e.Else, v)
		}
		return a.either(t, okT, f, okF)
	}
	return s, true
}

func (a *analysis) refineLoad(s *state, e *cfg.Load, v *val) *state {
	w := e.T.Width()
	at, ok := a.eval(s, e.Addr).single()
	if !ok || w%8 != 0 || at > a.lastAddress()-uint64(w/8-1) {
		return s
	}
	c := cell{regionID(e.Region), at, w / 8}
	if a.loadCell(s, c.region, c.addr, c.bytes) != nil && s.get(a.cellKey(c)) == nil {
		return s // known by other cells or runs
	}
	first, _ := s.find(key(a.nvars))
	k := a.cellKey(c)
	for _, q := range s.e[first:] {
		if d := a.cellOf(q.k); q.k != k && d.region == c.region && d.overlaps(c.addr, c.last()) {
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

func (a *analysis) refineCast(s *state, e *cfg.Cast, v *val) (*state, bool) {
	from, to := e.X.Type().Width(), e.T.Width()
	switch e.Op {
	case cfg.ZExt:
		m, ok := meet(v, urange(to, 0, umax(from)))
		if !ok {
			return nil, false
		}
		return a.refineTo(s, e.X, applyUn(cfg.Trunc, to, e.X.Type(), m))
	case cfg.SExt:
		m, ok := meet(v, srange(to, smin(from), smax(from)))
		if !ok {
			return nil, false
		}
		return a.refineTo(s, e.X, applyUn(cfg.Trunc, to, e.X.Type(), m))
	case cfg.Trunc:
		_, uhi, slo, shi := a.eval(s, e.X).view(from)
		switch {
		case uhi <= umax(to):
			return a.refineTo(s, e.X, applyUn(cfg.ZExt, to, e.X.Type(), v))
		case slo >= smin(to) && shi <= smax(to):
			return a.refineTo(s, e.X, applyUn(cfg.SExt, to, e.X.Type(), v))
		}
	case cfg.BoolToBits:
		zero, one := v.has(0), v.has(1)
		if zero && one {
			return s, true
		}
		return a.refine(s, e.X, one)
	case cfg.BitsToBool:
		if c, ok := v.single(); ok {
			return a.refineEqual(s, e.X, konst(from, 0), c == 0)
		}
	case cfg.FToBits, cfg.BitsToF:
		return a.refineTo(s, e.X, v)
	}
	return s, true
}

func (a *analysis) refineBinary(s *state, e *cfg.Binary, v *val) (*state, bool) {
	if e.T.Kind == cfg.Bool {
		if c, ok := v.single(); ok && e.X.Type().Kind != cfg.Float {
			return a.refineOpen(s, e, c == 1)
		}
		return s, true
	}
	w := e.T.Width()
	x, y := a.eval(s, e.X), a.eval(s, e.Y)
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
	s, ok := a.refineTo(s, e.X, bx)
	if !ok {
		return nil, false
	}
	return a.refineTo(s, e.Y, by)
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
// under which e cannot have the given truth value.
func (a *analysis) filter(s *state, e cfg.Expr, truth bool) (*state, bool) {
	for _, id := range a.varsOf(e) {
		v := s.get(id)
		if v == nil || len(v.set) < 2 {
			continue
		}
		out := make([]uint64, 0, len(v.set))
		t := s.clone()
		for _, x := range v.set {
			t.set(id, fromSorted(int(v.w), []uint64{x}))
			if c, ok := a.eval(t, e).single(); !ok || (c == 1) == truth {
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
