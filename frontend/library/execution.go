package library

import (
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ccfix"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Programs that will be executed call the C library by cfg.Lib where neither
// the program, nor the prelude, nor a statement of cfg has the function.

// libCall lowers a call of the C library to a cfg.Lib.
func (f *Caller) libCall(c *Call, lf *clib.Func, drop []int) Result {
	tt := f.l.Types
	if i := lf.List(); i >= 0 && len(drop) == 0 && i < len(c.Args) && f.l.Linked.Pure(c.Args[i]) {
		list := f.body.List(c.Args[i])
		defer func() { f.leaveList(list) }()
	}
	vals := f.body.Values(c.Args)
	for i := len(drop) - 1; i >= 0; i-- {
		if drop[i] < len(vals) {
			vals = slices.Delete(vals, drop[i], drop[i]+1)
		}
	}
	if len(vals) < lf.Arity() {
		f.Fail(c.X, "call of %s with %d arguments", c.Name, len(c.Args))
	}
	if lf.Model == clib.Environment {
		f.libraryHasEnvironment(c)
	}
	f.formatTaken(c, lf, vals)
	if at := lf.FormatOf(clib.Scanf); at >= 0 && len(drop) == 0 && f.Asks(safety.Format) {
		f.takes(c, at)
	}
	s := &cfg.Lib{Func: lf.Name}
	for i, v := range vals {
		v = f.vaSlots(v)
		switch {
		case i < lf.Arity() && lf.Params[i].Type == 'a':
			s.Args = append(s.Args, f.Conv(f.TypedSlots(v), tt.OfLetter('a')))
		case i < lf.Arity() && lf.Params[i].Type == 'D', i >= lf.Arity() && lf.Variadic && v.Type.Kind == ctypes.Extended:
			p := f.Parts(f.Convert(v, tt.LongDouble, c.X))
			s.Args = append(s.Args, p[0].Expr, p[1].Expr)
		case i < lf.Arity():
			s.Args = append(s.Args, f.Conv(v, tt.OfLetter(lf.Params[i].Type)))
		case !lf.Variadic: // as in a call without prototype: not looked at
		case !v.Type.Scalar():
			f.Fail(c.X, "argument of type %s for %s", v.Type.Name, c.Name)
		default:
			s.Args = append(s.Args, f.Promoted(v))
		}
	}
	f.toNearest(c, lf, vals)
	ret := tt.OfLetter(lf.Result)
	if ret.Kind == ctypes.Extended {
		// The result does not fit in a variable: the library writes it where
		// a last argument says.
		p := f.MemoryTemp(ret)
		s.Args = append(s.Args, p.Addr)
		f.Emit(s, c.At, cfg.RoleUser)
		return Give(f.Save(f.Load(p)))
	}
	if f.Dead() || ret.Kind == ctypes.Void || !c.Use.Wanted() {
		f.Emit(s, c.At, cfg.RoleUser)
		if ret.Kind == ctypes.Void {
			return Give(f.Void())
		}
		t := f.declaredResult(c, ret)
		return Give(emit.Value{Expr: &cfg.Const{T: tt.Value(t)}, Type: t})
	}
	t := f.declaredResult(c, ret)
	if d := c.Use.Dst; d != nil && d != f.Proc.Ret && (ctypes.SameBits(t, c.Use.DstT) || t.Kind == ctypes.Float && c.Use.DstT.Kind == ctypes.Float) && d.Type == tt.Value(ret) {
		s.Dst = d
		f.Emit(s, c.Use.At, cfg.RoleUser)
		return Result{Done: true}
	}
	s.Dst = f.Temp(ret)
	f.Emit(s, c.At, cfg.RoleUser)
	return Give(emit.Value{Expr: f.Conv(emit.Value{Expr: &cfg.VarRef{V: s.Dst}, Type: ret}, t), Type: t})
}

// toNearest ends the paths on which floats are read or printed in another mode of rounding
// than the one that executions know.
func (f *Caller) toNearest(c *Call, lf *clib.Func, vals []emit.Value) {
	mode := f.l.Procs.Rounding
	float := func(t *ctypes.Type) bool { return t.Kind == ctypes.Float || t.Kind == ctypes.Extended }
	rounds := lf.Spells || lf.FormatOf(clib.Scanf) >= 0 || lf.FormatOf(clib.Printf) >= 0 && slices.ContainsFunc(vals, func(v emit.Value) bool { return float(v.Type) })
	if mode == nil || !rounds || f.Dead() {
		return
	}
	f.Unless(emit.Is(&cfg.VarRef{V: mode}, 0), parse.Span{Pos: c.At.Pos}, func() {
		f.Unsupported("call of "+lf.Name+" in another mode than rounding to nearest,", c.At)
	})
}

// LibraryVariable gives a variable of the C library its first value, and
// reports whether it is one: those that a header declares.
func (f *Caller) LibraryVariable(p emit.Place, d *cc.Declarator) bool {
	switch v := clib.Variables[d.Name()]; {
	case d.Name() == clib.Environ && p.Type.Kind == ctypes.Pointer:
		f.noEnvironment(p)
	case v != 0 && p.Type.Scalar() && p.Type.Kind != ctypes.Float:
		f.Store(p, emit.Value{Expr: f.SizeConst(v), Type: f.l.Types.Size}, parse.Span{}, cfg.RoleImplicit)
	case d.Name() == clib.Errno, f.l.Linked.Sources.InHeader(d), f.l.Linked.Sources.FileName(d.NameTok()) == ccfix.PreludeFile:
		f.Zero(p)
	default:
		return false
	}
	return true
}

// noEnvironment makes a variable point to the end of an empty list: executions
// have no environment, and so getenv finds nothing.
func (f *Caller) noEnvironment(p emit.Place) {
	el := f.l.Types.ElemOf(p.Type)
	list := f.l.NewObject(nil, "#"+clib.Environ, el, max(f.l.Types.SizeOf(el), 1), cfg.Pos{})
	end := &cfg.AddrOf{Obj: list, Bits: int(f.l.Types.Value(p.Type).Bits)}
	f.Emit(&cfg.MemSet{Dst: end, Val: emit.Const(cfg.BV(8), 0), Size: f.SizeConst(list.Size)}, parse.Span{}, cfg.RoleImplicit)
	f.Store(p, emit.Value{Expr: end, Type: p.Type}, parse.Span{}, cfg.RoleImplicit)
}

// declaredResult is the type of a call's value: the declared one where it
// agrees with the library's, such as a pointer to another type.
func (f *Caller) declaredResult(c *Call, ret *ctypes.Type) *ctypes.Type {
	if c.Decl != nil && c.Ret.Scalar() && (c.Ret.Kind == ctypes.Float) == (ret.Kind == ctypes.Float) {
		return c.Ret
	}
	return ret
}

// vaSlots is the address of the next slot where v is a va_list, else v.
func (f *Caller) vaSlots(v emit.Value) emit.Value {
	if v.Type.Kind == ctypes.Pointer && f.l.Types.ElemOf(v.Type).Name == VaListTag && !f.Dead() {
		return f.Load(f.VaMember(v))
	}
	return v
}

// VaMember is where a va_list of type array holds the address of the next slot.
func (f *Caller) VaMember(list emit.Value) emit.Place {
	tag := f.l.Types.ElemOf(list.Type)
	return f.Member(emit.Place{Type: tag, Addr: f.Save(list).Expr}, f.l.Types.FindMember(tag, "overflow_arg_area"))
}

// VaListTag is the structure that a va_list consists of in LP64.
const VaListTag = "struct __va_list_tag"
