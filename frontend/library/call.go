package library

import (
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// Use says what happens to the result of a call.
type Use struct {
	Used bool
	// Dst, if not nil, is the variable of type DstT that the statement At
	// assigns the result to.
	Dst  *cfg.Var
	DstT *ctypes.Type
	At   parse.Span
}

// Wanted reports whether the result has a use.
func (u Use) Wanted() bool { return u.Used || u.Dst != nil }

// Result is the value of a call. Done says that it is in the variable
// already.
type Result struct {
	emit.Value
	Done bool
}

// Call is one call under way.
type Call struct {
	X    *cc.PostfixExpression
	Name string
	Decl *cc.Declarator // of the callee, nil if the program declares none
	Args []cc.ExpressionNode
	Ret  *ctypes.Type
	Use  Use
	At   parse.Span // of the call itself
}

// Arg returns argument i, or fails.
func (f *Caller) Arg(c *Call, i int) cc.ExpressionNode {
	if i >= len(c.Args) {
		f.Fail(c.X, "call of %s with %d arguments", c.Name, len(c.Args))
	}
	return c.Args[i]
}

// Effects evaluates arguments whose values are unused: those that have effects in the
// order of arguments.
func (f *Caller) Effects(args []cc.ExpressionNode) {
	var effects []cc.ExpressionNode
	for _, a := range args {
		if !f.l.Linked.Pure(a) {
			effects = append(effects, a)
		}
	}
	if len(effects) > 1 {
		f.body.Values(effects)
	}
	for _, a := range args {
		if len(effects) < 2 || f.l.Linked.Pure(a) {
			f.body.Effect(a)
		}
	}
}

// NoValue is the result of a call that does not return.
func (f *Caller) NoValue(c *Call) Result {
	if f.Constant && f.Proc == nil {
		f.Fail(c.X, "call of %s in a constant expression", c.Name)
	}
	switch {
	case c.Ret.Scalar():
		return Result{Value: emit.Value{Expr: &cfg.Const{T: f.l.Types.Value(c.Ret)}, Type: c.Ret}}
	case c.Ret.Aggregate():
		p := emit.Place{Type: c.Ret, Addr: f.SizeConst(0)}
		return Result{Value: emit.Value{Type: c.Ret, Place: &p}}
	}
	return Result{Value: f.Void()}
}

// TypeVal lowers n where nothing is emitted.
func (f *Caller) TypeVal(n cc.ExpressionNode) emit.Value {
	saved, typing := f.Cur, f.Typing
	f.Cur, f.Typing = nil, true
	defer func() { f.Cur, f.Typing = saved, typing }()
	return f.Lower(n)
}

// ExternAddr is the address of a function without body: that of an object
// nobody touches.
func (f *Caller) ExternAddr(name string, t *ctypes.Type) cfg.Expr {
	key := "function " + name
	o := f.l.Statics.Objects[key]
	if o == nil {
		o = f.l.NewObject(nil, name, t, 1, cfg.Pos{})
		o.Const = true
		f.l.Statics.Objects[key] = o
	}
	return &cfg.AddrOf{Obj: o, Bits: f.l.conf.PtrBits}
}

// Zero assigns zero to flattened variables, or to memory.
func (f *Caller) Zero(p emit.Place) {
	if p.Flat != nil {
		p.Flat.Each(func(x *emit.Flat) {
			f.Emit(&cfg.Assign{Dst: x.Var, Src: &cfg.Const{T: x.Var.Type}}, parse.Span{}, cfg.RoleImplicit)
		})
		return
	}
	f.Emit(&cfg.MemSet{Dst: p.Addr, Val: emit.Const(cfg.BV(8), 0), Size: f.Size(p.Type)}, parse.Span{}, cfg.RoleImplicit)
}

// HavocPlace makes a place arbitrary.
func (f *Caller) HavocPlace(p emit.Place, k cfg.HavocKind, name string, at parse.Span, role cfg.Role) {
	switch {
	case p.BitField != nil:
		v := f.Temp(p.Type)
		f.Emit(&cfg.Havoc{Dst: v, Kind: k, Func: name}, at, role)
		f.Store(p, emit.Value{Expr: &cfg.VarRef{V: v}, Type: p.Type}, at, cfg.RoleImplicit)
	case p.Flat != nil:
		p.Flat.Each(func(x *emit.Flat) {
			f.Emit(&cfg.Havoc{Dst: x.Var, Kind: k, Func: name}, at, role)
			f.boolRange(x)
			f.aligned(x.Var, x.Type)
		})
	default:
		f.Emit(&cfg.MemHavoc{Dst: p.Addr, Size: f.Size(p.Type), Kind: k}, at, role)
	}
}

// boolRange restricts an arbitrary _Bool to 0 and 1.
func (f *Caller) boolRange(x *emit.Flat) {
	if x.Type.Bool {
		f.Emit(&cfg.Assume{Cond: emit.Binary(cfg.ULe, &cfg.VarRef{V: x.Var}, emit.Const(x.Var.Type, 1))}, parse.Span{}, cfg.RoleImplicit)
	}
}

// builtin lowers a call of a library function that has no body.
type builtin func(f *Caller, c *Call) Result

// Give is a result that is not yet in the variable that gets it.
func Give(v emit.Value) Result { return Result{Value: v} }

// havocIn is an arbitrary value of type t between lo and hi.
func (f *Caller) havocIn(c *Call, t *ctypes.Type, lo, hi int64, kind cfg.HavocKind) emit.Value {
	h := &cfg.Havoc{Dst: f.Temp(t), Kind: kind, Func: c.Name}
	f.Emit(h, c.At, cfg.RoleUser)
	v := emit.Value{Expr: &cfg.VarRef{V: h.Dst}, Type: t}
	f.within(v, lo, hi)
	return v
}

// within states that a value is between lo and hi.
func (f *Caller) within(v emit.Value, lo, hi int64) {
	le, k := cfg.SLe, v.Expr.Type()
	if !v.Type.Signed {
		le = cfg.ULe
	}
	f.Assume(emit.Binary(cfg.LAnd, emit.Binary(le, emit.Const(k, uint64(lo)), v.Expr), emit.Binary(le, v.Expr, emit.Const(k, uint64(hi)))), parse.Span{}, cfg.RoleImplicit)
}

// arbitrary makes the result of a call arbitrary.
func (f *Caller) arbitrary(c *Call, kind cfg.HavocKind, name string) Result {
	t := c.Ret
	switch {
	case t.Kind == ctypes.Void:
		return Result{Value: f.Void()}
	case !c.Use.Wanted() && !prelude.IsNondet(c.Name):
		return f.NoValue(c)
	case t.Aggregate():
		p := f.StructTemp(t)
		f.HavocPlace(p, kind, name, c.At, cfg.RoleUser)
		if t.Kind == ctypes.Extended {
			f.Assume(emit.ExtValid(f.ExtOf(f.Load(p))), parse.Span{}, cfg.RoleImplicit)
		}
		return Result{Value: f.Load(p)}
	case !t.Scalar():
		f.Fail(c.X, "result of type %s", t.Name)
	}
	if t.Bool {
		// Any byte will do for a truth value: then every constant that takes
		// the byte's place is one the program could have seen.
		v := f.Temp(t)
		f.Emit(&cfg.Havoc{Dst: v, Kind: kind, Func: name}, c.At, cfg.RoleUser)
		truth := cfg.Compare(cfg.Ne, &cfg.VarRef{V: v}, emit.Const(v.Type, 0))
		return Result{Value: emit.Value{Expr: &cfg.Cast{Op: cfg.BoolToBits, T: v.Type, X: truth}, Type: t}}
	}
	d := c.Use.DstT
	if c.Use.Dst != nil && !d.Bool && (t.Kind == ctypes.Float && d == t || t.Kind != ctypes.Float && d.Kind != ctypes.Float && d.Bits <= t.Bits && d.Size <= t.Size) {
		f.Emit(&cfg.Havoc{Dst: c.Use.Dst, Kind: kind, Func: name}, c.Use.At, cfg.RoleUser)
		f.aligned(c.Use.Dst, d)
		return Result{Done: true}
	}
	v := f.Temp(t)
	f.Emit(&cfg.Havoc{Dst: v, Kind: kind, Func: name}, c.At, cfg.RoleUser)
	f.aligned(v, t)
	return Result{Value: emit.Value{Expr: &cfg.VarRef{V: v}, Type: t}}
}

// aligned states what C says of every pointer of type t.
func (f *Caller) aligned(v *cfg.Var, t *ctypes.Type) {
	if t.Kind != ctypes.Pointer || f.Dead() || f.l.conf.Execute || f.l.conf.Checks != 0 {
		return
	}
	el := f.l.Types.ElemOf(t)
	if el.Kind == ctypes.Void || el.Kind == ctypes.Func || f.l.Types.SizeOf(el) == 0 {
		return
	}
	if n := f.l.Types.AlignOf(el); n > 1 {
		low := emit.Binary(cfg.And, &cfg.VarRef{V: v}, emit.Const(v.Type, n-1))
		f.Assume(emit.Binary(cfg.Eq, low, emit.Const(v.Type, 0)), parse.Span{}, cfg.RoleImplicit)
	}
}

// Saved evaluates the arguments of a call for several uses of each.
func (f *Caller) Saved(c *Call) []emit.Value {
	vs := f.body.Values(c.Args)
	for i, v := range vs {
		if v.Expr != nil {
			vs[i] = f.Save(v)
		}
	}
	return vs
}

// textLength is the number of characters that are read from a string: of at most
// most, if that is not nil. The characters up to there must be readable.
func (f *Caller) textLength(s, most cfg.Expr, at parse.Span) cfg.Expr {
	tt := f.l.Types
	name, args := prelude.LengthHelper, []emit.Value{{Expr: s, Type: tt.CharPtr}}
	if most != nil {
		name, args = prelude.BoundedHelper, append(args, emit.Value{Expr: most, Type: tt.Size})
	}
	if f.Dead() {
		return f.SizeConst(0)
	}
	if o, ok := s.(*cfg.AddrOf); ok && o.Obj.Const && most == nil {
		if n, ok := f.l.Statics.Lengths[o.Obj]; ok {
			return f.SizeConst(n)
		}
	}
	pr := f.l.Procs.Named[prelude.Prefix+name]
	if pr == nil || pr.CFG.Ret == nil {
		f.Fail(nil, "strings without the library's %s", name)
	}
	f.body.Enter(pr, args, at)
	return f.Let(&cfg.VarRef{V: pr.CFG.Ret})
}

// wideLength reads a string of wide characters up to its end, or as many as most
// says if that is not nil, and returns how many it has; nil if the program has no
// functions for that.
func (f *Caller) wideLength(v emit.Value, most cfg.Expr) cfg.Expr {
	name, args := prelude.WideHelper, []emit.Value{{Expr: v.Expr, Type: v.Type}}
	if most != nil {
		name, args = prelude.BoundedWideHelper, append(args, emit.Value{Expr: most, Type: f.l.Types.Size})
	}
	pr := f.l.Procs.Named[prelude.Prefix+name]
	if pr == nil || v.Type.Kind != ctypes.Pointer || f.Dead() {
		return nil
	}
	f.body.Enter(pr, args, parse.Span{Pos: f.At.Pos})
	return f.Let(&cfg.VarRef{V: pr.CFG.Ret})
}
