package frontend

import (
	"slices"

	"culprit/cfg"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// Nested functions (GNU C) are procedures of their own. They are named
// "outer.inner", and reach the variables of the functions around them, their
// outer functions, in one of two ways:
//
//   - An outer function that is not recursive has one live activation. Its
//     captured variables are objects of its own, whose addresses are
//     constants that the nested function uses.
//   - A recursive one has a frame: a block allocated at entry that holds the
//     addresses of the captured variables. Its nested functions get the
//     address of the frame, their static chain, as a hidden first parameter.
//     A frame begins with the chain of its own function, and so leads to the
//     frames further out.
//
// The address of a nested function without a chain is that of its procedure.
// One with a chain has an address within the frame that the chain leads to, as
// gcc's trampolines have. The live frames of a function are a linked list; a
// call through a pointer looks for the frame that the address lies in.
//
// To be captured counts as having the address taken, so that captured
// variables are in memory.

// nesting is how a procedure is nested in others.
type nesting struct {
	outer *proc    // of the function around it
	chain *cfg.Var // its hidden first parameter
	frame *frame   // what a recursive one keeps for those nested in it
}

// frame is the block that holds what nested functions use of a recursive
// function: words for the chain of the function, the next frame in the list of
// live ones, the addresses of nested functions, those of captured variables.
type frame struct {
	at    *cfg.Var // local variable of the function that holds its address
	live  *cfg.Var // global variable: the first live frame, 0 if there is none
	funcs []*proc  // nested functions whose address is used
	slots map[*cc.Declarator]uint64
	size  uint64
}

// Words of a frame.
const (
	frameChain = iota
	frameNext
	frameFuncs
)

func (l *lowerer) word() uint64 { return uint64(l.conf.PtrBits / 8) }

// nest sets up the static chains once all procedures are declared.
func (l *lowerer) nest() {
	for _, pr := range l.procs.order {
		if pr.fn.Outer != nil {
			pr.nest.outer = l.procs.named[pr.fn.Outer.Name]
		}
	}
	for _, pr := range l.procs.order {
		if pr.cyclic && pr.fn.Nests {
			pr.nest.frame = &frame{slots: map[*cc.Declarator]uint64{}}
		}
	}
	for _, pr := range l.procs.order {
		if pr.nest.frame != nil {
			l.layFrame(pr)
		}
		if pr.framed() == nil {
			continue
		}
		pr.nest.chain = l.newVar(pr.p, "#chain", l.tt.VoidPtr, cfg.Pos{})
		pr.nest.chain.Temp = true
		pr.p.Params = slices.Insert(pr.p.Params, 0, pr.nest.chain)
		pr.p.Locals = slices.DeleteFunc(pr.p.Locals, func(v *cfg.Var) bool { return v == pr.nest.chain })
	}
}

// layFrame lays out the frame of pr.
func (l *lowerer) layFrame(pr *proc) {
	fr := pr.nest.frame
	fr.size = frameFuncs * l.word()
	fr.at = l.newVar(pr.p, "#frame", l.tt.VoidPtr, cfg.Pos{})
	fr.at.Temp = true
	for _, name := range l.reach.Addressed {
		if g := l.procs.named[name]; g != nil && g.nest.outer != nil && g.framed() == pr {
			fr.funcs = append(fr.funcs, g)
			fr.size += l.word()
		}
	}
	if len(fr.funcs) > 0 {
		fr.live = l.newVar(nil, pr.p.Name+"::frames", l.tt.VoidPtr, cfg.Pos{})
		fr.live.Temp = true
		l.static.init.emit(&cfg.Assign{Dst: fr.live, Src: konst(fr.live.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
	}
	for _, d := range pr.fn.Captured {
		fr.slots[d] = fr.size
		fr.size += l.word()
	}
}

// framed returns the innermost of the functions around pr that has a frame.
func (pr *proc) framed() *proc {
	for o := pr.nest.outer; o != nil; o = o.nest.outer {
		if o.nest.frame != nil {
			return o
		}
	}
	return nil
}

// frameOf is the address of the frame of o, the function being lowered or one
// around it.
func (f *emitter) frameOf(o *proc) cfg.Expr {
	if o == f.pr {
		return &cfg.VarRef{V: o.nest.frame.at}
	}
	at := cfg.Expr(&cfg.VarRef{V: f.pr.nest.chain})
	for p := f.pr.framed(); p != o; p = p.framed() {
		at = f.word(at, frameChain*f.l.word())
	}
	return at
}

// word reads a word of a frame.
func (f *emitter) word(at cfg.Expr, off uint64) cfg.Expr {
	return &cfg.Load{T: cfg.BV(f.l.conf.PtrBits), Addr: f.offset(at, off)}
}

func (f *emitter) setWord(at cfg.Expr, off uint64, v cfg.Expr) {
	f.emit(&cfg.Store{Addr: f.offset(at, off), Val: v}, parse.Span{}, cfg.RoleImplicit)
}

// chainFor is what a call of pr from f passes as the static chain.
func (f *fn) chainFor(pr *proc) cfg.Expr {
	if o := pr.framed(); o == f.pr || f.pr.inside(o) {
		return f.frameOf(o)
	}
	f.fail(nil, "call of the nested function %s from outside", pr.p.Name)
	return nil
}

// inside reports whether pr is nested in o.
func (pr *proc) inside(o *proc) bool {
	for p := pr.nest.outer; p != nil; p = p.nest.outer {
		if p == o {
			return true
		}
	}
	return false
}

// nestedAddr is the address of a nested function that has a chain.
func (f *fn) nestedAddr(pr *proc) cfg.Expr {
	o := pr.framed()
	i := slices.Index(o.nest.frame.funcs, pr)
	if i < 0 || f.pr == nil || o != f.pr && !f.pr.inside(o) {
		f.fail(nil, "address of the nested function %s", pr.p.Name)
	}
	return f.offset(f.frameOf(o), f.l.funcOffset(i))
}

func (l *lowerer) funcOffset(i int) uint64 { return (frameFuncs + uint64(i)) * l.word() }

// captured is the storage of a variable of an outer function.
func (f *fn) captured(d *cc.Declarator) *storage {
	if f.pr == nil {
		return nil
	}
	for o := f.pr.nest.outer; o != nil; o = o.nest.outer {
		s := o.vars[d]
		switch {
		case s == nil:
		case s.obj != nil || s.ptr != nil && s.ptr.Proc == nil:
			return s
		case s.ptr != nil && o.nest.frame != nil && f.dead():
			return s // for its type
		case s.ptr != nil && o.nest.frame != nil:
			// The address does not change while the frame is live.
			at := f.temp(f.l.tt.VoidPtr)
			f.emit(&cfg.Assign{Dst: at, Src: f.word(f.frameOf(o), o.nest.frame.slots[d])}, parse.Span{}, cfg.RoleImplicit)
			return &storage{t: s.t, ptr: at}
		default:
			f.fail(nil, "use of %s in a nested function", d.Name())
		}
	}
	return nil
}

// keepAddress stores the address of a captured variable in the frame, if there
// is one.
func (f *fn) keepAddress(d *cc.Declarator, s *storage) {
	if f.pr == nil || f.pr.nest.frame == nil || s.ptr == nil {
		return
	}
	if off, ok := f.pr.nest.frame.slots[d]; ok {
		f.setWord(f.frameOf(f.pr), off, &cfg.VarRef{V: s.ptr})
	}
}

// pointerOwner is the procedure that the address of a variable of variable
// size belongs to: none, if nested functions read it.
func (f *fn) pointerOwner(d *cc.Declarator) *cfg.Proc {
	if f.pr.nest.frame == nil && slices.Contains(f.pr.fn.Captured, d) {
		return nil
	}
	return f.p
}

// openFrame allocates the frame at the entry of the procedure.
func (f *fn) openFrame() {
	fr := f.pr.nest.frame
	if fr == nil {
		return
	}
	f.emit(&cfg.Alloc{Dst: fr.at, Size: f.sizeConst(fr.size), Stack: true, Align: 1}, parse.Span{}, cfg.RoleImplicit)
	at := &cfg.VarRef{V: fr.at}
	if f.pr.nest.chain != nil {
		f.setWord(at, frameChain*f.l.word(), &cfg.VarRef{V: f.pr.nest.chain})
	}
	if fr.live != nil {
		f.setWord(at, frameNext*f.l.word(), &cfg.VarRef{V: fr.live})
		f.emit(&cfg.Assign{Dst: fr.live, Src: at}, parse.Span{}, cfg.RoleImplicit)
	}
}

// closeFrame takes the frame from the list of live ones.
func (f *fn) closeFrame() {
	if fr := f.pr.nest.frame; fr != nil && fr.live != nil {
		f.emit(&cfg.Assign{Dst: fr.live, Src: f.word(&cfg.VarRef{V: fr.at}, frameNext*f.l.word())}, parse.Span{}, cfg.RoleImplicit)
	}
}

// pointsIntoFrame adds the branch of a call through a pointer for a nested
// function with a chain: it looks for the frame that the pointer leads to.
func (f *fn) pointsIntoFrame(p *pointerCall, pr *proc) {
	o := pr.framed()
	i := slices.Index(o.nest.frame.funcs, pr)
	f.cur = p.from
	at := f.temp(f.l.tt.VoidPtr)
	f.emit(&cfg.Assign{Dst: at, Src: &cfg.VarRef{V: o.nest.frame.live}}, parse.Span{}, cfg.RoleImplicit)
	head, look, next, found, none := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	f.jump(head)
	f.start(head)
	fr := &cfg.VarRef{V: at}
	f.fork(binary(cfg.Eq, fr, konst(at.Type, 0)), none, look, parse.Span{})
	f.start(look)
	f.fork(binary(cfg.Eq, p.fp, f.offset(fr, f.l.funcOffset(i))), found, next, parse.Span{Pos: p.callee.Pos, Text: p.callee.Text + " == " + pr.p.Name})
	f.start(next)
	f.emit(&cfg.Assign{Dst: at, Src: f.word(fr, frameNext*f.l.word())}, parse.Span{}, cfg.RoleImplicit)
	f.jump(head)
	f.start(found)
	f.callTarget(p, pr, fr)
	f.start(none)
	p.from = f.cur
}
