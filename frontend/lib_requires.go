package frontend

import (
	"slices"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/cfg/safety"

	"modernc.org/cc/v4"
)

// What functions of the C library ask of their arguments (cfg/clib). Under
// valid-deref a call must meet it, whatever the function then does with them.
// Functions that are described in C (the prelude), or lowered to the accesses
// that they make (memcpy, fgets, sprintf), ask by these, and so does all that
// writes through its arguments.

// demands reports whether a function asks for something before its call.
func demands(name string) bool {
	fn := clib.Lookup(libName(name))
	return fn != nil && slices.ContainsFunc(fn.Params, demanding)
}

func demanding(p clib.Param) bool {
	return p.Access == clib.String || p.Access == clib.Stream || p.Access == clib.Read
}

// required puts the demands of a library function before its call, where
// memory is checked. vs are the arguments, evaluated for several uses.
func (f *fn) required(c *call, vs []val) {
	if f.l.conf.Checks&safety.Deref == 0 || f.ofProgram(c) {
		return
	}
	fn := clib.Lookup(libName(c.name))
	if fn == nil {
		return
	}
	for i, p := range fn.Params {
		if demanding(p) && i < len(vs) && i < len(c.args) && vs[i].e != nil && !f.dead() {
			f.demanded(c, p, vs, i)
		}
	}
}

// demanded puts one demand before a call.
func (f *fn) demanded(c *call, d clib.Param, vs []val, i int) {
	tt := f.l.tt
	v := vs[i]
	if v.t.k != kPtr && !isConst(v.e, 0) || d.Access == clib.Stream && f.standard(c.args[i]) {
		return
	}
	p := f.conv(v, tt.charPtr)
	end := f.newLoc(cfg.Pos{})
	if d.Null {
		some := f.newLoc(cfg.Pos{})
		f.fork(binary(cfg.Ne, p, konst(p.Type(), 0)), some, end, span{pos: c.at.pos})
		f.start(some)
	}
	switch d.Access {
	case clib.String:
		if _, literal := literalText(c.args[i]); !literal {
			f.textLength(p, nil, c.at)
		}
	case clib.Stream:
		f.touched(c, p, f.sizeConst(1))
	default:
		n := f.sizeConst(d.Fixed)
		for k, j := range d.Factor {
			if j >= len(vs) || vs[j].e == nil {
				f.fail(c.x, "call of %s", c.name)
			}
			x := f.conv(vs[j], tt.size)
			if k > 0 {
				x = binary(cfg.Mul, n, x)
			}
			n = x
		}
		f.touched(c, p, f.let(n))
	}
	f.jump(end)
	f.start(end)
}

// touched says that a call uses n bytes at p: it copies them to where they are.
func (f *fn) touched(c *call, p, n cfg.Expr) {
	p = f.let(p)
	f.emit(&cfg.MemCopy{Dst: p, Src: p, Size: n}, c.at, cfg.RoleUser)
}

// standard reports whether an argument is one of the streams that are open from
// the start.
func (f *fn) standard(a cc.ExpressionNode) bool {
	id := identOf(unparen(a))
	if id == nil {
		return false
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	return ok && isFileScope(d) && clib.IsStandard(d.Name()) && f.l.u.src.inHeader(d)
}

// standardOutput reports whether an argument is one of them that can be printed
// to; glibc refuses that for stdin.
func (f *fn) standardOutput(a cc.ExpressionNode) bool {
	return f.standard(a) && identOf(unparen(a)).Token.SrcStr() != clib.StdinName
}

// stream gives stdin, stdout and stderr their first values, objects of the
// library.
func (f *fn) stream(p place, d *cc.Declarator) bool {
	if !clib.IsStandard(d.Name()) || !f.l.u.src.inHeader(d) || p.t.k != kPtr {
		return false
	}
	el := f.l.tt.elemOf(p.t)
	o := f.l.newObject(nil, "#"+d.Name(), el, max(f.l.tt.sizeOf(el), 1), cfg.Pos{})
	f.store(p, val{e: &cfg.AddrOf{Obj: o, Bits: f.l.conf.PtrBits}, t: p.t}, span{}, cfg.RoleImplicit)
	return true
}

// closed lowers what a call does to a stream.
func (f *fn) closed(c *call, vs []val) {
	if fn := clib.Lookup(libName(c.name)); fn != nil && fn.Closes && len(vs) > 0 && vs[0].t.k == kPtr {
		f.emit(&cfg.Free{Ptr: f.conv(vs[0], f.l.tt.voidPtr), Stack: true}, span{pos: c.at.pos}, cfg.RoleImplicit)
	}
}

// stringHelpers names the functions of the prelude that a call needs in order to
// look at strings.
func stringHelpers(name string) []string {
	fn := clib.Lookup(libName(name))
	if fn == nil || fn.Model == clib.ByText {
		return nil
	}
	var out []string
	if fn.ReadsStrings() {
		out = append(out, lengthHelper)
	}
	switch {
	case fn.FormatOf(clib.Printf) >= 0:
		out = append(out, boundedHelper)
	case fn.FormatOf(clib.Scanf) >= 0 && fn.State == clib.NoState:
		out = append(append(out, boundedHelper), scanHelpers...)
	case fn.Model == clib.Environment:
		out = append(out, searchHelper)
	}
	return out
}

// The functions of the prelude that statements are made of.
const (
	lengthHelper  = "strlen"
	boundedHelper = "strnlen"
	searchHelper  = "strchr"
)
