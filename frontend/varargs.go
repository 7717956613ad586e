package frontend

import (
	"fmt"
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/library"
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

// List is the place where the va_list n holds the address of the next
// slot.
func (f *fn) List(n cc.ExpressionNode) emit.Place {
	if v := f.TypeVal(n); v.Type.Kind == ctypes.Pointer && f.l.Types.ElemOf(v.Type).Name == library.VaListTag {
		return f.VaMember(f.rvalue(n))
	}
	p := f.place(n)
	if p.Type.Kind != ctypes.Pointer {
		f.Fail(n, "variable arguments in a list of type %s", p.Type.Name)
	}
	return p
}

func vaStart(f *fn, c *library.Call) library.Result {
	ap := f.List(f.Arg(c, 0))
	if f.Dead() {
		return f.NoValue(c)
	}
	if f.Procedure == nil || f.Procedure.VarArgs == nil {
		f.Fail(c.X, "va_start in a function without variable arguments")
	}
	f.beginList(c, "va_start")
	f.Store(ap, emit.Value{Expr: &cfg.VarRef{V: f.Procedure.VarArgs}, Type: f.l.Types.VoidPtr}, c.At, cfg.RoleImplicit)
	return f.NoValue(c)
}

// vaEnd leaves a list without value.
func vaEnd(f *fn, c *library.Call) library.Result {
	if v := f.openList(c, false); v != nil {
		f.Emit(&cfg.Assign{Dst: v, Src: emit.Const(v.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
	}
	if !f.Asks(safety.Uninit) {
		f.Effects(c.Args)
		return f.NoValue(c)
	}
	ap := f.List(f.Arg(c, 0))
	switch {
	case ap.Flat != nil:
		f.Emit(&cfg.Havoc{Dst: ap.Flat.Var, Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
	default:
		f.Emit(&cfg.MemHavoc{Dst: ap.Addr, Size: f.SizeConst(f.l.Types.SizeOf(ap.Type)), Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
	}
	return f.NoValue(c)
}

func vaCopy(f *fn, c *library.Call) library.Result {
	f.beginList(c, "va_copy")
	to := f.List(f.Arg(c, 0))
	f.Store(to, f.Load(f.List(f.Arg(c, 1))), c.At, cfg.RoleImplicit)
	return f.NoValue(c)
}

// Lists that va_start or va_copy has begun and va_end has not ended, where that is asked
// for: a variable for each local of type va_list says that it is one.

// openList is the variable for the list that a call begins or ends, nil for one that is
// no local of the function.
func (f *fn) openList(c *library.Call, make bool) *cfg.Var {
	if f.l.conf.Checks&safety.Builtin == 0 || f.Dead() {
		return nil
	}
	id := syntax.Ident(syntax.Unparen(f.Arg(c, 0)))
	if id == nil {
		return nil
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	if !ok || d.IsParam() || d.IsStatic() || syntax.FileScope(d) || f.locals.vars[d] == nil {
		return nil
	}
	v := f.locals.lists[d]
	if v == nil && make {
		v = f.Temp(f.l.Types.Int)
		f.Entry = append(f.Entry, func() {
			f.Emit(&cfg.Assign{Dst: v, Src: emit.Const(v.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
		})
		if f.locals.lists == nil {
			f.locals.lists = map[*cc.Declarator]*cfg.Var{}
		}
		f.locals.lists[d] = v
		f.locals.begun = append(f.locals.begun, d)
	}
	return v
}

// beginList notes that a call of a name begins a list, which must have been ended.
func (f *fn) beginList(c *library.Call, name string) {
	v := f.openList(c, true)
	if v == nil {
		return
	}
	open := emit.IsNot(&cfg.VarRef{V: v}, 0)
	f.Forbidden(safety.Builtin, open, emit.Forbidden(name+" of a list that va_end has not ended"), c.At)
	f.Emit(&cfg.Assign{Dst: v, Src: emit.Const(v.Type, 1)}, parse.Span{}, cfg.RoleImplicit)
}

// listsEnded makes it an error that the function returns while one of its lists is open.
func (f *fn) listsEnded(at parse.Span) {
	for _, d := range f.locals.begun {
		if f.Dead() {
			return
		}
		v := f.locals.lists[d]
		open := emit.IsNot(&cfg.VarRef{V: v}, 0)
		f.Forbidden(safety.Builtin, open, emit.Forbidden("return without va_end of "+d.Name()), at)
	}
}

// vaArg recognises *(T *)__culprit_va_arg(ap): the next argument, of type T.
func (f *fn) vaArg(x *cc.UnaryExpression) (emit.Place, bool) {
	if x.Case != cc.UnaryExpressionDeref {
		return emit.Place{}, false
	}
	p := syntax.CallBelow(x.CastExpression)
	if p == nil {
		return emit.Place{}, false
	}
	if name, _ := f.l.Linked.CalleeOf(p); name != "__culprit_va_arg" {
		return emit.Place{}, false
	}
	cx, ok := syntax.Unparen(x.CastExpression).(*cc.CastExpression)
	if !ok || p.ArgumentExpressionList == nil {
		return emit.Place{}, false
	}
	tt := f.l.Types
	f.measureName(cx.TypeName)
	t := tt.ElemOf(tt.Of(cx.TypeName.Type()))
	if !t.Scalar() && !t.Aggregate() {
		f.Fail(x, "va_arg of type %s", t.Name)
	}
	if f.Dead() {
		return emit.Place{Type: t, Addr: f.SizeConst(0)}, true
	}
	at := f.l.Linked.Sources.Node(x)
	ap := f.List(p.ArgumentExpressionList.AssignmentExpression)
	if t.Kind == ctypes.Float && t.Bits == 32 || t.Kind == ctypes.Int && t.Rank < ctypes.RankInt {
		// No argument has this type after the promotions: gcc stops here.
		if f.l.conf.Checks&safety.Call != 0 {
			f.Forbidden(safety.Call, cfg.True, emit.Forbidden("va_arg of "+t.Name+", which no argument is"), at)
		}
		f.Trapped(at)
		return emit.Place{Type: t, Addr: f.SizeConst(0)}, true
	}
	addr := f.Temp(tt.VoidPtr)
	f.Emit(&cfg.Assign{Dst: addr, Src: f.Load(ap).Expr}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	slot := f.Tagged(&cfg.VarRef{V: addr}, t, at)
	f.Store(ap, emit.Value{Expr: f.Offset(slot, tt.SlotsOf(t)), Type: ap.Type}, parse.Span{Pos: at.Pos}, cfg.RoleImplicit)
	if _, own := cfg.Base(ap.Addr).(*cfg.AddrOf); ap.Addr != nil && !own && f.Asks(safety.Uninit) {
		f.Emit(&cfg.Assign{Dst: f.l.Lent(), Src: ap.Addr}, parse.Span{}, cfg.RoleImplicit)
	}
	switch {
	case tt.Dynamic(t):
		return emit.Place{Type: t, Addr: f.Conv(emit.Value{Expr: &cfg.Load{T: cfg.BV(8 * ctypes.SlotSize), Addr: slot}, Type: tt.ULongLong}, tt.VoidPtr)}, true
	case t.Aggregate():
		return emit.Place{Type: t, Addr: slot}, true
	}
	q := emit.Place{Type: t, Flat: &emit.Flat{Type: t, Var: f.Temp(t)}}
	v := emit.Value{Expr: &cfg.Load{T: cfg.BV(8 * ctypes.SlotSize), Addr: slot}, Type: tt.ULongLong}
	if t.Kind == ctypes.Float {
		v = emit.Value{Expr: &cfg.Load{T: cfg.FP(64), Addr: slot}, Type: t}
	}
	f.Store(q, v, at, cfg.RoleUser)
	return q, true
}

// lend notes that a call gets lists as arguments. Those of which the function takes an
// argument have no value for the caller when it returns (C17 7.16p3), which returned
// sees to: Models.Lent holds the address of the last of which one was taken by a
// pointer, as that of a parameter is.
func (f *fn) lend(vals []emit.Value) (returned func()) {
	var lists []emit.Place
	for i, v := range vals {
		if v.Expr != nil && v.Type.Kind == ctypes.Pointer && f.l.Types.ElemOf(v.Type).Name == library.VaListTag && f.Asks(safety.Uninit) {
			vals[i] = f.Save(v)
			lists = append(lists, f.VaMember(vals[i]))
		}
	}
	if len(lists) == 0 {
		return func() {}
	}
	lent := f.l.Lent()
	before := f.Save(emit.Value{Expr: &cfg.VarRef{V: lent}, Type: f.l.Types.VoidPtr})
	f.Emit(&cfg.Assign{Dst: lent, Src: emit.Const(lent.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
	return func() {
		if f.Dead() {
			return
		}
		end := f.NewLoc(cfg.Pos{})
		for _, ap := range lists {
			f.When(emit.Binary(cfg.Eq, &cfg.VarRef{V: lent}, ap.Addr), parse.Span{}, func() {
				f.Emit(&cfg.MemHavoc{Dst: ap.Addr, Size: f.SizeConst(f.l.Types.SizeOf(ap.Type)), Kind: cfg.Uninit}, parse.Span{}, cfg.RoleImplicit)
				f.Jump(end)
			})
		}
		f.Emit(&cfg.Assign{Dst: lent, Src: before.Expr}, parse.Span{}, cfg.RoleImplicit)
		f.Jump(end)
		f.Start(end)
	}
}

// Functions that are always inline may pass their variable arguments on, by
// __builtin_va_arg_pack(). Every list of types that such a function is called
// with gives a procedure of its own, in which the variable arguments are
// parameters.

// variant is the procedure for a call of pr with some arguments.
func (l *lowerer) variant(pr *emit.Proc, vals []emit.Value) *emit.Proc {
	if pr.Unsupported != "" || pr.Nesting.Chain != nil || len(pr.Jumps.Sites) > 0 || len(vals) < len(pr.Stores) {
		return pr // its body says that it is not supported
	}
	t := *pr.Type
	t.Variadic, t.Params = false, slices.Clone(pr.Type.Params)
	key := ""
	for _, v := range vals[len(pr.Stores):] {
		u := v.Type
		if u.Arith() {
			u = l.Types.Passed(u)
		}
		t.Params = append(t.Params, u)
		key += fmt.Sprintf("%p ", u)
	}
	if w := pr.Variants[key]; w != nil {
		return w
	}
	if len(pr.Variants) >= maxVariants {
		return pr
	}
	if pr.Variants == nil {
		pr.Variants = map[string]*emit.Proc{}
	}
	w := l.newProc(pr.Func, fmt.Sprintf("%s#%d", pr.CFG.Name, len(pr.Variants)+2), &t)
	w.Packed, w.Nesting.Outer, w.Jumps.Escapes = true, pr.Nesting.Outer, pr.Jumps.Escapes
	pr.Variants[key] = w
	return w
}

// packCall is for a pack that is not the last argument of a call, or of a
// function that was not called directly.
func packCall(f *fn, c *library.Call) library.Result {
	if c.Use.Wanted() {
		f.Fail(c.X, "call of %s", c.Name)
	}
	return f.NoValue(c)
}

func packLength(f *fn, c *library.Call) library.Result {
	if f.Procedure == nil || !f.Procedure.Packed {
		f.Fail(c.X, "call of %s", c.Name)
	}
	n := len(f.Procedure.Stores) - len(f.Procedure.Params)
	return library.Give(emit.Value{Expr: emit.Const(cfg.BV(32), uint64(n)), Type: f.l.Types.Int})
}

// OfBody lowers the builtins that have to do with the procedure around them.
func (f *fn) OfBody(c *library.Call) library.Result {
	switch prelude.ModelOf(c.Name) {
	case clib.SetJmp:
		return setjmpCall(f, c)
	case clib.LongJmp:
		return longjmpCall(f, c)
	}
	switch prelude.LibName(c.Name) {
	case "va_start":
		return vaStart(f, c)
	case "va_end":
		return vaEnd(f, c)
	case "__culprit_va_copy":
		return vaCopy(f, c)
	case "va_arg_pack":
		return packCall(f, c)
	}
	return packLength(f, c)
}
