package frontend

import (
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ccfix"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Programs that will be executed call the C library by cfg.Lib where neither
// the program, nor the prelude, nor a statement of cfg has the function.

// libCall lowers a call of the C library to a cfg.Lib.
func (f *fn) libCall(c *call, lf *clib.Func, drop []int) callResult {
	tt := f.l.tt
	vals := f.values(c.args)
	for i := len(drop) - 1; i >= 0; i-- {
		if drop[i] < len(vals) {
			vals = slices.Delete(vals, drop[i], drop[i]+1)
		}
	}
	if len(vals) < lf.Arity() {
		f.fail(c.x, "call of %s with %d arguments", c.name, len(c.args))
	}
	f.formatTaken(c, lf, vals)
	if at := lf.FormatOf(clib.Scanf); at >= 0 && len(drop) == 0 && f.asks(safety.Format) {
		f.takes(c, at)
	}
	s := &cfg.Lib{Func: lf.Name}
	for i, v := range vals {
		v = f.vaSlots(v)
		switch {
		case i < lf.Arity() && lf.Params[i].Type == 'D', i >= lf.Arity() && lf.Variadic && v.t.Kind == ctypes.Extended:
			p := f.parts(f.convert(v, tt.LongDouble, c.x))
			s.Args = append(s.Args, p[0].e, p[1].e)
		case i < lf.Arity():
			s.Args = append(s.Args, f.conv(v, tt.OfLetter(lf.Params[i].Type)))
		case !lf.Variadic: // as in a call without prototype: not looked at
		case !v.t.Scalar():
			f.fail(c.x, "argument of type %s for %s", v.t.Name, c.name)
		default:
			s.Args = append(s.Args, f.promoted(v))
		}
	}
	ret := tt.OfLetter(lf.Result)
	if ret.Kind == ctypes.Extended {
		// The result does not fit in a variable: the library writes it where
		// a last argument says.
		p := f.memoryTemp(ret)
		s.Args = append(s.Args, p.addr)
		f.emit(s, c.at, cfg.RoleUser)
		return give(f.save(f.load(p)))
	}
	if f.dead() || ret.Kind == ctypes.Void || !c.use.wanted() {
		f.emit(s, c.at, cfg.RoleUser)
		if ret.Kind == ctypes.Void {
			return give(f.void())
		}
		t := f.declaredResult(c, ret)
		return give(val{e: &cfg.Const{T: tt.Value(t)}, t: t})
	}
	t := f.declaredResult(c, ret)
	if d := c.use.dst; d != nil && d != f.p.Ret && (sameBits(t, c.use.dstT) || t.Kind == ctypes.Float && c.use.dstT.Kind == ctypes.Float) && d.Type == tt.Value(ret) {
		s.Dst = d
		f.emit(s, c.use.at, cfg.RoleUser)
		return callResult{done: true}
	}
	s.Dst = f.temp(ret)
	f.emit(s, c.at, cfg.RoleUser)
	return give(val{e: f.conv(val{e: &cfg.VarRef{V: s.Dst}, t: ret}, t), t: t})
}

// libraryVariable gives a variable of the C library its first value, and
// reports whether it is one: those that a header declares.
func (f *fn) libraryVariable(p place, d *cc.Declarator) bool {
	switch v := clib.Variables[d.Name()]; {
	case d.Name() == clib.Environ && p.t.Kind == ctypes.Pointer:
		f.noEnvironment(p)
	case v != 0 && p.t.Scalar() && p.t.Kind != ctypes.Float:
		f.store(p, val{e: f.sizeConst(v), t: f.l.tt.Size}, parse.Span{}, cfg.RoleImplicit)
	case d.Name() == clib.Errno, f.l.u.Sources.InHeader(d), f.l.u.Sources.FileName(d.NameTok()) == ccfix.PreludeFile:
		f.zero(p)
	default:
		return false
	}
	return true
}

// noEnvironment makes a variable point to the end of an empty list: executions
// have no environment, and so getenv finds nothing.
func (f *fn) noEnvironment(p place) {
	el := f.l.tt.ElemOf(p.t)
	list := f.l.newObject(nil, "#"+clib.Environ, el, max(f.l.tt.SizeOf(el), 1), cfg.Pos{})
	end := &cfg.AddrOf{Obj: list, Bits: int(f.l.tt.Value(p.t).Bits)}
	f.emit(&cfg.MemSet{Dst: end, Val: konst(cfg.BV(8), 0), Size: f.sizeConst(list.Size)}, parse.Span{}, cfg.RoleImplicit)
	f.store(p, val{e: end, t: p.t}, parse.Span{}, cfg.RoleImplicit)
}

// declaredResult is the type of a call's value: the declared one where it
// agrees with the library's, such as a pointer to another type.
func (f *fn) declaredResult(c *call, ret *ctypes.Type) *ctypes.Type {
	_, id := f.l.u.CalleeOf(c.x)
	if id == nil {
		return ret
	}
	if _, ok := id.ResolvedTo().(*cc.Declarator); ok && c.ret.Scalar() && (c.ret.Kind == ctypes.Float) == (ret.Kind == ctypes.Float) {
		return c.ret
	}
	return ret
}
