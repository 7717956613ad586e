package frontend

import (
	"fmt"
	"slices"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Variable arguments. The caller stores them, default-promoted, into
// consecutive slots of a local object: 8 bytes for a scalar, a multiple of 8
// for everything else. It passes the address as a hidden last argument.
// Integers and pointers fill their slots, so that all slots are read and
// written at one width. Structures of variable size are passed by address.
//
// A va_list holds the address of the next slot: in ILP32 it is a pointer, in
// LP64 an array of one structure, one of whose members is the pointer. So a
// function that gets a va_list of type array moves the one of its caller on, as
// with gcc.

// readsVarargs reports whether a body looks at its variable arguments.
func readsVarargs(f *link.Function) bool {
	return slices.ContainsFunc(f.Calls, func(c string) bool { return prelude.LibName(c) == "va_start" })
}

// slots stores the variable arguments of a call and returns their address.
func (f *emitter) slots(vals []val) cfg.Expr {
	if len(vals) == 0 || f.dead() {
		return f.sizeConst(0)
	}
	tt := f.l.tt
	size, el := uint64(0), tt.LongLong
	for _, v := range vals {
		if !v.t.Scalar() && !v.t.Aggregate() {
			f.fail(nil, "variable argument of type %s", v.t.Name)
		}
		size += tt.SlotsOf(v.t)
		if v.t.Aggregate() {
			el = tt.UChar
		}
	}
	t := &ctypes.Type{Kind: ctypes.Array, Name: "variable arguments", Elem: el, Len: int64(size / el.Size)}
	s := &storage{t: t}
	f.memory(s, "#args", t, f.at.Pos)
	base := f.of(s).addr
	off := uint64(0)
	for _, v := range vals {
		at := f.offset(base, off)
		off += tt.SlotsOf(v.t)
		if tt.Dynamic(v.t) {
			copied := f.save(v).lv.addr
			f.emit(&cfg.Store{Addr: at, Val: f.conv(val{e: copied, t: tt.VoidPtr}, tt.ULongLong)}, parse.Span{}, cfg.RoleImplicit)
			continue
		}
		if v.t.Aggregate() {
			f.copyPlace(place{t: v.t, addr: at}, *v.lv, parse.Span{}, cfg.RoleImplicit)
			continue
		}
		f.emit(&cfg.Store{Addr: at, Val: f.slotValue(v)}, parse.Span{}, cfg.RoleImplicit)
	}
	return base
}

// slotValue is what the slot of a scalar holds.
func (f *emitter) slotValue(v val) cfg.Expr {
	tt := f.l.tt
	switch {
	case v.t.Kind == ctypes.Float:
		return f.promoted(v)
	case v.t.Kind == ctypes.Int && tt.Promote(v.t).Signed:
		return f.conv(val{e: f.promoted(v), t: tt.Promote(v.t)}, tt.LongLong)
	}
	return f.conv(val{e: f.promoted(v), t: tt.Promote(v.t)}, tt.ULongLong)
}

// vaListTag is the structure that a va_list consists of in LP64.
const vaListTag = "struct __va_list_tag"

// vaPointer is the place where the va_list n holds the address of the next
// slot.
func (f *fn) vaPointer(n cc.ExpressionNode) place {
	if v := f.typeVal(n); v.t.Kind == ctypes.Pointer && f.l.tt.ElemOf(v.t).Name == vaListTag {
		return f.vaMember(f.rvalue(n))
	}
	p := f.place(n)
	if p.t.Kind != ctypes.Pointer {
		f.fail(n, "variable arguments in a list of type %s", p.t.Name)
	}
	return p
}

func (f *fn) vaMember(list val) place {
	tag := f.l.tt.ElemOf(list.t)
	return f.member(place{t: tag, addr: f.save(list).e}, f.l.tt.FindMember(tag, "overflow_arg_area"))
}

// vaSlots is the address of the next slot where v is a va_list, else v.
func (f *fn) vaSlots(v val) val {
	if v.t.Kind == ctypes.Pointer && f.l.tt.ElemOf(v.t).Name == vaListTag && !f.dead() {
		return f.load(f.vaMember(v))
	}
	return v
}

func vaStart(f *fn, c *call) callResult {
	ap := f.vaPointer(f.arg(c, 0))
	if f.dead() {
		return f.noValue(c)
	}
	if f.pr == nil || f.pr.va == nil {
		f.fail(c.x, "va_start in a function without variable arguments")
	}
	f.store(ap, val{e: &cfg.VarRef{V: f.pr.va}, t: f.l.tt.VoidPtr}, c.at, cfg.RoleImplicit)
	return f.noValue(c)
}

func vaCopy(f *fn, c *call) callResult {
	to := f.vaPointer(f.arg(c, 0))
	f.store(to, f.load(f.vaPointer(f.arg(c, 1))), c.at, cfg.RoleImplicit)
	return f.noValue(c)
}

// vaArg recognises *(T *)__culprit_va_arg(ap): the next argument, of type T.
func (f *fn) vaArg(x *cc.UnaryExpression) (place, bool) {
	if x.Case != cc.UnaryExpressionDeref {
		return place{}, false
	}
	p := callBelow(x.CastExpression)
	if p == nil {
		return place{}, false
	}
	if name, _ := f.l.u.CalleeOf(p); name != "__culprit_va_arg" {
		return place{}, false
	}
	cx, ok := syntax.Unparen(x.CastExpression).(*cc.CastExpression)
	if !ok || p.ArgumentExpressionList == nil {
		return place{}, false
	}
	tt := f.l.tt
	f.measureName(cx.TypeName)
	t := tt.ElemOf(tt.Of(cx.TypeName.Type()))
	if !t.Scalar() && !t.Aggregate() {
		f.fail(x, "va_arg of type %s", t.Name)
	}
	if f.dead() {
		return place{t: t, addr: f.sizeConst(0)}, true
	}
	at := f.l.u.Sources.Node(x)
	ap := f.vaPointer(p.ArgumentExpressionList.AssignmentExpression)
	if t.Kind == ctypes.Float && t.Bits == 32 || t.Kind == ctypes.Int && t.Rank < ctypes.RankInt {
		// No argument has this type after the promotions: gcc stops here.
		f.trapped(at)
		return place{t: t, addr: f.sizeConst(0)}, true
	}
	addr := f.temp(tt.VoidPtr)
	f.emit(&cfg.Assign{Dst: addr, Src: f.load(ap).e}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	slot := &cfg.VarRef{V: addr}
	f.store(ap, val{e: f.offset(slot, tt.SlotsOf(t)), t: ap.t}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	switch {
	case tt.Dynamic(t):
		return place{t: t, addr: f.conv(val{e: &cfg.Load{T: cfg.BV(8 * ctypes.SlotSize), Addr: slot}, t: tt.ULongLong}, tt.VoidPtr)}, true
	case t.Aggregate():
		return place{t: t, addr: slot}, true
	}
	q := place{t: t, flat: &flat{t: t, v: f.temp(t)}}
	v := val{e: &cfg.Load{T: cfg.BV(8 * ctypes.SlotSize), Addr: slot}, t: tt.ULongLong}
	if t.Kind == ctypes.Float {
		v = val{e: &cfg.Load{T: cfg.FP(64), Addr: slot}, t: t}
	}
	f.store(q, v, at, cfg.RoleUser)
	return q, true
}

// Functions that are always inline may pass their variable arguments on, by
// __builtin_va_arg_pack(). Every list of types that such a function is called
// with gives a procedure of its own, in which the variable arguments are
// parameters.

// variant is the procedure for a call of pr with some arguments.
func (l *lowerer) variant(pr *proc, vals []val) *proc {
	if pr.bad != "" || pr.nest.chain != nil || len(pr.jumps.sites) > 0 || len(vals) < len(pr.pstores) {
		return pr // its body says that it is not supported
	}
	t := *pr.t
	t.Variadic, t.Params = false, slices.Clone(pr.t.Params)
	key := ""
	for _, v := range vals[len(pr.pstores):] {
		u := v.t
		if u.Arith() {
			u = l.tt.Passed(u)
		}
		t.Params = append(t.Params, u)
		key += fmt.Sprintf("%p ", u)
	}
	if w := pr.variants[key]; w != nil {
		return w
	}
	if len(pr.variants) >= maxVariants {
		return pr
	}
	if pr.variants == nil {
		pr.variants = map[string]*proc{}
	}
	w := l.newProc(pr.fn, fmt.Sprintf("%s#%d", pr.p.Name, len(pr.variants)+2), &t)
	w.packed, w.nest.outer, w.jumps.escapes = true, pr.nest.outer, pr.jumps.escapes
	pr.variants[key] = w
	return w
}

// unpacked splits the arguments of a call into those that are written and those
// that the function around it was given.
func (f *fn) unpacked(args []cc.ExpressionNode) ([]cc.ExpressionNode, []val) {
	n := len(args) - 1
	if n < 0 || f.pr == nil || !f.pr.packed {
		return args, nil
	}
	c := callBelow(args[n])
	if c == nil {
		return args, nil
	}
	if name, _ := f.l.u.CalleeOf(c); name != link.PackName {
		return args, nil
	}
	var out []val
	for _, s := range f.pr.pstores[len(f.pr.params):] {
		p := f.of(s)
		if s.t.Aggregate() && s.flat.v != nil {
			p = place{t: s.t, addr: &cfg.VarRef{V: s.flat.v}}
		}
		out = append(out, f.load(p))
	}
	return args[:n], out
}

// packCall is for a pack that is not the last argument of a call, or of a
// function that was not called directly.
func packCall(f *fn, c *call) callResult {
	if c.use.wanted() {
		f.fail(c.x, "call of %s", c.name)
	}
	return f.noValue(c)
}

func packLength(f *fn, c *call) callResult {
	if f.pr == nil || !f.pr.packed {
		f.fail(c.x, "call of %s", c.name)
	}
	n := len(f.pr.pstores) - len(f.pr.params)
	return give(val{e: konst(cfg.BV(32), uint64(n)), t: f.l.tt.Int})
}
