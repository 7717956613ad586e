package frontend

import "culprit/cfg"

// Addresses of frames and of code. A frame lies among the objects of its
// function.

// frameAddress lowers __builtin_frame_address(0).
func frameAddress(f *fn, c *call) callResult {
	if level, ok := f.l.constInt(f.arg(c, 0)); !ok || level != 0 || f.dead() || f.pr == nil {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	if f.locals.frameAt == nil {
		f.locals.frameAt = &storage{t: f.l.tt.char}
		f.memory(f.locals.frameAt, "#frame address", f.l.tt.char, c.at.pos)
	}
	return give(val{e: f.of(f.locals.frameAt).addr, t: f.l.tt.voidPtr})
}

// returnAddress lowers __builtin_return_address: which address that is, is not
// known, but in a function it is not null.
func returnAddress(f *fn, c *call) callResult {
	level, ok := f.l.constInt(f.arg(c, 0))
	if !ok || level != 0 || f.dead() || f.pr == nil {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	if f.l.conf.Execute {
		return give(val{e: f.externAddr("return address", f.l.tt.void), t: f.l.tt.voidPtr})
	}
	v := f.temp(f.l.tt.voidPtr)
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name}, c.at, cfg.RoleUser)
	at := &cfg.VarRef{V: v}
	return give(val{e: ite(binary(cfg.Eq, at, konst(v.Type, 0)), konst(v.Type, 1), at), t: f.l.tt.voidPtr})
}
