package frontend

import (
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cfg/safety"

	"modernc.org/cc/v4"
)

// callUse says what happens to the result of a call.
type callUse struct {
	used bool
	// dst, if not nil, is the variable of type dstT that the statement at
	// assigns the result to.
	dst  *cfg.Var
	dstT *ctype
	at   span
}

func (u callUse) wanted() bool { return u.used || u.dst != nil }

// callResult is the value of a call. done says that it is in the variable
// already.
type callResult struct {
	val
	done bool
}

// call is one call under way.
type call struct {
	x    *cc.PostfixExpression
	name string
	args []cc.ExpressionNode
	ret  *ctype
	use  callUse
	at   span // of the call itself
}

func (f *fn) call(x *cc.PostfixExpression, use callUse) callResult {
	c := &call{x: x, use: use, at: f.l.src.node(x)}
	if !c.at.pos.IsValid() {
		c.at = span{pos: f.at.pos, text: f.at.text}
		if f.pr != nil && isPrelude(f.pr.fn.name) {
			c.at = span{}
		}
	}
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		c.args = append(c.args, l.AssignmentExpression)
	}
	name, id := f.l.u.calleeOf(x)
	if id == nil {
		return f.indirect(c)
	}
	c.name = name
	c.ret = f.l.tt.intT
	if d, ok := id.ResolvedTo().(*cc.Declarator); ok {
		if t := f.l.tt.of(d.Type()); t.k == kFunc {
			c.ret = t.ret
		}
	}
	switch {
	case f.l.isErr[name]:
		f.effects(c.args)
		f.errorCalled(name, c.at)
		return f.noValue(c)
	case f.l.procs[name] != nil && !alwaysBuiltin[name]:
		return f.direct(c, f.l.procs[name])
	}
	if f.l.conf.Execute {
		if lf, drop := libraryFunc(name); lf != nil {
			return f.libCall(c, lf, drop)
		}
	}
	if lib := libName(name); f.l.procs[preludePrefix+lib] != nil {
		if absolute[lib] && f.l.conf.Checks&safety.Overflow != 0 {
			return f.magnitude(c)
		}
		return f.direct(c, f.l.procs[preludePrefix+lib])
	} else if b := builtins[lib]; b != nil {
		return b(f, c)
	}
	return f.unknown(c)
}

// absolute are the functions that negate: their overflow is one of the call.
var absolute = map[string]bool{"abs": true, "labs": true, "llabs": true}

// magnitude lowers a call of abs.
func (f *fn) magnitude(c *call) callResult {
	x := f.save(val{e: f.conv(f.rvalue(f.arg(c, 0)), c.ret), t: c.ret}).e
	negative := binary(cfg.SLt, x, konst(x.Type(), 0))
	a := arith{}
	if c.at.pos.IsValid() {
		a.site = &cfg.Site{Pos: c.at.pos, Text: c.at.text, CType: c.ret.name}
	}
	return give(val{e: ite(negative, a.neg(x), x), t: c.ret})
}

// errorCalled ends a path that calls an error function.
func (f *fn) errorCalled(name string, at span) {
	if f.l.conf.Checks == 0 {
		f.end(cfg.Error, "call of "+name, at)
		return
	}
	if f.l.conf.Execute {
		f.exitStatus(abortStatus, at)
	}
	f.halt(at)
}

// noValue is the result of a call that does not return.
func (f *fn) noValue(c *call) callResult {
	switch {
	case c.ret.scalar():
		return callResult{val: val{e: &cfg.Const{T: f.l.tt.value(c.ret)}, t: c.ret}}
	case c.ret.aggregate():
		p := place{t: c.ret, addr: f.sizeConst(0)}
		return callResult{val: val{t: c.ret, lv: &p}}
	}
	return callResult{val: f.void()}
}

// effects evaluates arguments that nobody reads.
func (f *fn) effects(args []cc.ExpressionNode) {
	for _, a := range args {
		f.effect(a)
	}
}

// values evaluates arguments, left to right. C leaves the order open; compilers
// for x86 begin with the last, and so do programs that are executed.
func (f *fn) values(args []cc.ExpressionNode) []val {
	if f.l.conf.Execute {
		return f.valuesReversed(args)
	}
	last := -1
	for i, a := range args {
		if !f.l.u.pure(a) {
			last = i
		}
	}
	var out []val
	for i, a := range args {
		v := f.rvalue(a)
		if i < last {
			v = f.save(v)
		}
		out = append(out, v)
	}
	return out
}

// valuesReversed evaluates arguments right to left.
func (f *fn) valuesReversed(args []cc.ExpressionNode) []val {
	first := slices.IndexFunc(args, func(a cc.ExpressionNode) bool { return !f.l.u.pure(a) })
	out := make([]val, len(args))
	for i, a := range slices.Backward(args) {
		out[i] = f.rvalue(a)
		if i > first && first >= 0 {
			out[i] = f.save(out[i])
		}
	}
	return out
}

// direct calls a procedure.
func (f *fn) direct(c *call, pr *proc) callResult {
	vals := f.values(c.args)
	f.enter(pr, vals, c.at)
	return f.returned(c, pr)
}

// enter emits the Call.
func (f *fn) enter(pr *proc, vals []val, at span) {
	if pr.bad != "" {
		f.fail(nil, "%s", pr.bad)
	}
	s := &cfg.Call{Proc: pr.p}
	for i, ps := range pr.pstores {
		t := ps.t
		if i >= len(vals) {
			ps.flat.each(func(x *flat) {
				v := f.temp(x.t)
				f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Uninit}, span{}, cfg.RoleImplicit)
				s.Args = append(s.Args, &cfg.VarRef{V: v})
			})
			continue
		}
		v := vals[i]
		switch {
		case t.scalar():
			s.Args = append(s.Args, f.conv(v, t))
		case v.lv == nil:
			f.fail(nil, "argument of type %s for a parameter of type %s", v.t.name, t.name)
		case ps.flat.v != nil && ps.flat.t.k == kPtr:
			s.Args = append(s.Args, f.inMemory(*v.lv).addr)
		default:
			f.leafValues(*v.lv, ps.flat, &s.Args)
		}
	}
	if pr.va != nil {
		s.Args = append(s.Args, f.slots(vals[min(len(pr.pstores), len(vals)):]))
	}
	f.emit(s, at, cfg.RoleUser)
}

// promoted applies the default argument promotions.
func (f *fn) promoted(v val) cfg.Expr {
	t := f.l.tt.promote(v.t)
	if t.k == kFloat {
		t = f.l.tt.double
	}
	return f.conv(v, t)
}

// leafValues appends the scalars of a structure in the order of to.
func (f *fn) leafValues(p place, to *flat, out *[]cfg.Expr) {
	if to.v != nil {
		*out = append(*out, f.conv(f.load(p), to.t))
		return
	}
	fs := f.fieldsOf(p.t)
	for i, g := range to.fields {
		if i >= len(fs) {
			f.fail(nil, "structure argument of another type")
		}
		f.leafValues(f.member(p, fs[i:i+1]), g, out)
	}
}

// inMemory copies a flattened structure to memory.
func (f *fn) inMemory(p place) place {
	if p.flat == nil {
		return p
	}
	s := &storage{t: p.t}
	if f.dead() {
		return place{t: p.t, addr: f.sizeConst(0)}
	}
	f.l.temps++
	f.memory(s, "#struct", p.t, f.at.pos)
	q := f.of(s)
	f.copyPlace(q, p, span{}, cfg.RoleImplicit)
	return q
}

// returned reads the result of a procedure.
func (f *fn) returned(c *call, pr *proc) callResult {
	switch {
	case pr.p.Ret != nil && pr.t.ret.scalar():
		r := val{e: &cfg.VarRef{V: pr.p.Ret}, t: pr.t.ret}
		switch {
		case c.use.dst != nil:
			return callResult{val: r}
		case c.use.used && !f.dead():
			v := f.temp(r.t)
			f.emit(&cfg.Assign{Dst: v, Src: r.e}, c.at, cfg.RoleUser)
			return callResult{val: val{e: &cfg.VarRef{V: v}, t: r.t}}
		}
		return callResult{val: r}
	case pr.ret != nil:
		return callResult{val: f.load(f.of(pr.ret))}
	}
	return callResult{val: f.void()}
}

// compatible reports whether a call with these arguments through a pointer to
// a function of type t may call pr.
func (f *fn) compatible(pr *proc, vals []val, t *ctype) bool {
	ret := t.ret
	if pr.bad != "" {
		return false
	}
	if t.proto && (len(vals) < len(pr.t.params) || len(vals) > len(pr.t.params) && !pr.t.variadic && pr.t.proto) {
		return false
	}
	for i, p := range pr.t.params {
		if i >= len(vals) {
			break // through a pointer without prototype
		}
		v := vals[i]
		switch {
		case p.scalar() != v.t.scalar(), (p.k == kFloat) != (v.t.k == kFloat):
			return false
		case p.aggregate() && f.l.tt.sizeOf(p) != f.l.tt.sizeOf(v.t):
			return false
		}
	}
	a, b := ret, pr.t.ret
	if a.k == kVoid || b.k == kVoid {
		return !a.aggregate() && !b.aggregate()
	}
	return a.scalar() == b.scalar() && (a.k == kFloat) == (b.k == kFloat)
}

// indirect calls through a pointer: one branch for each function it may
// point to.
func (f *fn) indirect(c *call) callResult {
	tt := f.l.tt
	fp := f.rvalue(c.x.PostfixExpression)
	t := fp.t
	if t.k == kPtr {
		t = tt.elemOf(t)
	}
	if t.k != kFunc {
		f.fail(c.x, "call of a value of type %s", fp.t.name)
	}
	c.ret = t.ret
	for _, a := range c.args {
		if !f.l.u.pure(a) {
			fp = f.save(fp)
			break
		}
	}
	vals := f.values(c.args)
	if len(t.params) > 0 {
		for i, v := range vals {
			if i < len(t.params) && v.e != nil && t.params[i].scalar() {
				vals[i] = val{e: f.conv(v, t.params[i]), t: t.params[i]}
			}
		}
	}
	if f.dead() {
		return f.noValue(c)
	}
	if k, ok := fp.e.(*cfg.FuncAddr); ok {
		for _, pr := range f.l.order {
			if pr.p == k.Proc {
				f.enter(pr, vals, c.at)
				return f.returned(c, pr)
			}
		}
	}
	var res place
	switch {
	case c.ret.scalar() && c.use.wanted():
		res = place{t: c.ret, flat: &flat{t: c.ret, v: f.temp(c.ret)}}
	case c.ret.aggregate():
		res = f.structTemp(c.ret)
	}
	if f.l.conf.Checks&safety.Deref != 0 {
		f.nullCall(fp.e, c.at)
	}
	from, end := f.cur, f.newLoc(cfg.Pos{})
	rest := cfg.Expr(cfg.True)
	bodies, acting := false, false
	callee := f.l.src.node(c.x.PostfixExpression)
	for _, name := range f.l.reach.addr {
		pr := f.l.procs[name]
		bodies = bodies || pr != nil
		acting = acting || pr == nil && builtins[libName(name)] != nil
		if f.l.isErr[name] {
			f.cur = from
			cond := binary(cfg.Eq, fp.e, f.externAddr(name, t))
			f.assume(cond, span{callee.pos, callee.text + " == " + name}, cfg.RoleUser)
			f.errorCalled(name, c.at)
			rest = binary(cfg.LAnd, rest, not(cond))
			continue
		}
		if pr == nil || !f.compatible(pr, vals, t) {
			continue
		}
		f.cur = from
		cond := binary(cfg.Eq, fp.e, &cfg.FuncAddr{Proc: pr.p, Bits: f.l.conf.PtrBits})
		f.assume(cond, span{callee.pos, callee.text + " == " + pr.p.Name}, cfg.RoleUser)
		f.enter(pr, vals, c.at)
		switch {
		case res.t == nil:
		case pr.p.Ret != nil && pr.t.ret.scalar():
			f.store(res, val{e: &cfg.VarRef{V: pr.p.Ret}, t: pr.t.ret}, c.at, cfg.RoleUser)
		case pr.ret != nil:
			f.store(res, f.load(f.of(pr.ret)), c.at, cfg.RoleUser)
		default:
			f.havocPlace(res, cfg.Unknown, "result of a void function", c.at, cfg.RoleImplicit)
		}
		f.jump(end)
		rest = binary(cfg.LAnd, rest, not(cond))
	}
	f.cur = from
	switch {
	case f.l.conf.Execute && rest == cfg.Expr(cfg.True):
		// The condition is there to say which pointer it is.
		cond := binary(cfg.Eq, fp.e, konst(fp.e.Type(), 0))
		null, other := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
		f.fork(cond, null, other, span{})
		for _, l := range []*cfg.Loc{null, other} {
			f.start(l)
			f.end(cfg.Unsupported, "call through a pointer to an unknown function", c.at)
		}
	case !bodies && !acting && !f.l.conf.Execute:
		f.assume(rest, span{}, cfg.RoleImplicit)
		f.l.note(c.at.pos, "call through a pointer to functions defined elsewhere: the result is arbitrary, side effects are ignored")
		if res.t != nil {
			f.havocPlace(res, cfg.Unknown, "call through a pointer", c.at, cfg.RoleUser)
		}
		f.jump(end)
	default:
		f.assume(rest, span{}, cfg.RoleImplicit)
		f.end(cfg.Unsupported, "call through a pointer to an unknown function", c.at)
	}
	f.start(end)
	if res.t == nil {
		return f.noValue(c)
	}
	return callResult{val: f.load(res)}
}

// nullCall makes a call through a null pointer an error.
func (f *fn) nullCall(p cfg.Expr, at span) {
	from, next := f.cur, f.newLoc(cfg.Pos{})
	null := binary(cfg.Eq, p, konst(p.Type(), 0))
	f.assume(not(null), span{}, cfg.RoleImplicit)
	f.jump(next)
	f.cur = from
	f.assume(null, span{}, cfg.RoleImplicit)
	if !f.dead() {
		f.cur.Kind, f.cur.What, f.cur.Property, f.cur.Pos = cfg.Error, "call through a null pointer", safety.ValidDeref, at.pos
	}
	f.start(next)
}

// unknown calls a function without body: the result is arbitrary, memory is
// assumed not to change. A function of the C library (one that our headers
// declare) may write the objects its pointers to non-const types point to.
func (f *fn) unknown(c *call) callResult {
	if ft := f.libraryType(c); ft != nil && !f.dead() {
		if f.l.conf.Execute {
			return unsupportedCall(f, c)
		}
		return f.library(c, ft)
	}
	f.effects(c.args)
	if f.dead() {
		return f.noValue(c)
	}
	if !isNondet(c.name) {
		for _, a := range c.args {
			if t := f.typeOf(a); t.k == kPtr && !isString(a) {
				f.l.note(c.at.pos, "%s has no body: it is assumed not to write through its pointer arguments", c.name)
				break
			}
		}
	}
	if c.ret.k == kPtr && !isNondet(c.name) {
		// It may be any pointer, also one into the program's own objects.
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	if strings.HasPrefix(c.name, "__") && !isNondet(c.name) || strings.HasSuffix(c.name, "printf") {
		// A name of the implementation: not an input, but not modelled.
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	if f.l.conf.Checks != 0 && c.use.dst != nil && c.use.dstT.k == kPtr && !isNondet(c.name) {
		// A function that was never declared: the result is a pointer, and
		// whether it is valid is not known.
		c.ret = c.use.dstT
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	// Every call takes its own input, also where nobody reads the result, so
	// that a test harness can hand the inputs out in order.
	c.use.used = true
	return f.arbitrary(c, cfg.Nondet, c.name)
}

// unknownSize is the size of an object that a pointer without element type
// from outside the program points to.
const unknownSize = 4096

// newPointer is the pointer that a function of the C library without a model
// returns: null or a new object with arbitrary contents.
func (f *fn) newPointer(c *call) callResult {
	el := f.l.tt.elemOf(c.ret)
	if el.k == kFunc || !c.use.wanted() || f.dead() {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	size := f.l.tt.sizeOf(el)
	if el.k == kVoid || size <= 1 {
		size = unknownSize
	}
	f.l.note(c.at.pos, "%s has no body: its result is null or points to a new object", c.name)
	v := f.temp(c.ret)
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name}, c.at, cfg.RoleUser)
	null, end := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	object := f.newLoc(cfg.Pos{})
	f.fork(binary(cfg.Eq, &cfg.VarRef{V: v}, konst(v.Type, 0)), null, object, span{})
	f.start(object)
	f.emit(&cfg.Alloc{Dst: v, Size: f.sizeConst(size)}, span{pos: c.at.pos}, cfg.RoleImplicit)
	f.jump(end)
	f.start(null)
	f.jump(end)
	f.start(end)
	return callResult{val: val{e: &cfg.VarRef{V: v}, t: c.ret}}
}

// libraryType returns the type of the callee if an embedded header declares
// it.
func (f *fn) libraryType(c *call) *cc.FunctionType {
	_, id := f.l.u.calleeOf(c.x)
	d, ok := id.ResolvedTo().(*cc.Declarator)
	if !ok || !strings.HasPrefix(d.NameTok().Position().Filename, headerRoot+"/") {
		return nil
	}
	ft, _ := d.Type().(*cc.FunctionType)
	return ft
}

// isInput lists the functions of the C library whose result is an input of
// the program: any value may come. The results of others are merely not known.
var isInput = map[string]bool{
	"rand": true, "random": true, "rand_r": true, "lrand48": true, "mrand48": true, "time": true, "clock": true,
	"getchar": true, "getc": true, "fgetc": true, "getpid": true, "isatty": true,
	"fopen": true, "fclose": true, "remove": true, "access": true,
}

// library calls a function of the C library that has no model.
func (f *fn) library(c *call, ft *cc.FunctionType) callResult {
	tt := f.l.tt
	sizes := make([]uint64, len(c.args))
	ps := ft.Parameters()
	for i, a := range c.args {
		if i >= len(ps) {
			break
		}
		pt, ok := ps[i].Type().(*cc.PointerType)
		if !ok || pt.Elem().Kind() == cc.Function {
			continue
		}
		if q := pt.Elem().Attributes(); q != nil && q.IsConst() {
			continue
		}
		if v := f.typeVal(a); v.e != nil && isConst(v.e, 0) {
			continue
		}
		el := tt.of(pt.Elem())
		if el.k == kVoid || el.k == kInt && el.rank == rankChar || el.name == "wchar_t" {
			f.fail(c.x, "call of %s, which may write memory", c.name)
		}
		if el.name != "FILE" {
			sizes[i] = tt.sizeOf(el) // 0: opaque
		}
	}
	vs := f.values(c.args)
	for i, n := range sizes {
		if n > 0 && vs[i].t.k == kPtr {
			f.emit(&cfg.MemHavoc{Dst: vs[i].e, Size: f.sizeConst(n), Kind: cfg.Unknown}, c.at, cfg.RoleUser)
		}
	}
	if c.ret.k == kPtr {
		return f.newPointer(c)
	}
	if isInput[c.name] {
		c.use.used = true // as in unknown
		return f.arbitrary(c, cfg.Nondet, c.name)
	}
	return f.arbitrary(c, cfg.Unknown, c.name)
}

// arbitrary makes the result of a call arbitrary.
func (f *fn) arbitrary(c *call, kind cfg.HavocKind, name string) callResult {
	t := c.ret
	switch {
	case t.k == kVoid:
		return callResult{val: f.void()}
	case !c.use.wanted() && !isNondet(c.name):
		return f.noValue(c)
	case t.aggregate():
		p := f.structTemp(t)
		f.havocPlace(p, kind, name, c.at, cfg.RoleUser)
		return callResult{val: f.load(p)}
	case !t.scalar():
		f.fail(c.x, "result of type %s", t.name)
	}
	if t.isBool {
		// Any byte will do for a truth value: then every constant that takes
		// the byte's place is one the program could have seen.
		v := f.temp(t)
		f.emit(&cfg.Havoc{Dst: v, Kind: kind, Func: name}, c.at, cfg.RoleUser)
		truth := &cfg.Binary{Op: cfg.Ne, T: cfg.BoolType, X: &cfg.VarRef{V: v}, Y: konst(v.Type, 0)}
		return callResult{val: val{e: &cfg.Cast{Op: cfg.BoolToBits, T: v.Type, X: truth}, t: t}}
	}
	d := c.use.dstT
	if c.use.dst != nil && !d.isBool && (t.k == kFloat && d == t || t.k != kFloat && d.k != kFloat && d.bits <= t.bits && d.size <= t.size) {
		f.emit(&cfg.Havoc{Dst: c.use.dst, Kind: kind, Func: name}, c.use.at, cfg.RoleUser)
		return callResult{done: true}
	}
	v := f.temp(t)
	f.emit(&cfg.Havoc{Dst: v, Kind: kind, Func: name}, c.at, cfg.RoleUser)
	return callResult{val: val{e: &cfg.VarRef{V: v}, t: t}}
}
