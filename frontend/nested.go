package frontend

import (
	"slices"

	"culprit/cfg"
	"culprit/frontend/emit"
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

// nest sets up the static chains once all procedures are declared.
func (l *lowerer) nest() {
	for _, pr := range l.Procs.Order {
		if pr.Func.Outer != nil {
			pr.Nesting.Outer = l.Procs.Named[pr.Func.Outer.Name]
		}
	}
	for _, pr := range l.Procs.Order {
		if pr.Cyclic && pr.Func.Nests {
			pr.Nesting.Frame = &emit.Frame{Slots: map[*cc.Declarator]uint64{}}
		}
	}
	for _, pr := range l.Procs.Order {
		if pr.Nesting.Frame != nil {
			l.layFrame(pr)
		}
		if pr.Framed() == nil {
			continue
		}
		pr.Nesting.Chain = l.NewVar(pr.CFG, "#chain", l.Types.VoidPtr, cfg.Pos{})
		pr.Nesting.Chain.Temp = true
		pr.CFG.Params = slices.Insert(pr.CFG.Params, 0, pr.Nesting.Chain)
		pr.CFG.Locals = slices.DeleteFunc(pr.CFG.Locals, func(v *cfg.Var) bool { return v == pr.Nesting.Chain })
	}
}

// layFrame lays out the frame of pr.
func (l *lowerer) layFrame(pr *emit.Proc) {
	fr := pr.Nesting.Frame
	fr.Size = emit.FrameFuncs * l.Word()
	fr.At = l.NewVar(pr.CFG, "#frame", l.Types.VoidPtr, cfg.Pos{})
	fr.At.Temp = true
	for _, name := range l.Reach.Addressed {
		if g := l.Procs.Named[name]; g != nil && g.Nesting.Outer != nil && g.Framed() == pr {
			fr.Funcs = append(fr.Funcs, g)
			fr.Size += l.Word()
		}
	}
	if len(fr.Funcs) > 0 {
		fr.Live = l.NewVar(nil, pr.CFG.Name+"::frames", l.Types.VoidPtr, cfg.Pos{})
		fr.Live.Temp = true
		l.static.init.Emit(&cfg.Assign{Dst: fr.Live, Src: emit.Const(fr.Live.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
	}
	for _, d := range pr.Func.Captured {
		fr.Slots[d] = fr.Size
		fr.Size += l.Word()
	}
}

// chainFor is what a call of pr from f passes as the static chain.
func (f *fn) chainFor(pr *emit.Proc) cfg.Expr {
	if o := pr.Framed(); o == f.Procedure || f.Procedure.Inside(o) {
		return f.FrameOf(o)
	}
	f.Fail(nil, "call of the nested function %s from outside", pr.CFG.Name)
	return nil
}

// nestedAddr is the address of a nested function that has a chain.
func (f *fn) nestedAddr(pr *emit.Proc) cfg.Expr {
	o := pr.Framed()
	i := slices.Index(o.Nesting.Frame.Funcs, pr)
	if i < 0 || f.Procedure == nil || o != f.Procedure && !f.Procedure.Inside(o) {
		f.Fail(nil, "address of the nested function %s", pr.CFG.Name)
	}
	return f.Offset(f.FrameOf(o), f.l.FuncOffset(i))
}

// captured is the storage of a variable of an outer function.
func (f *fn) captured(d *cc.Declarator) *emit.Storage {
	if f.Procedure == nil {
		return nil
	}
	for o := f.Procedure.Nesting.Outer; o != nil; o = o.Nesting.Outer {
		s := o.Vars[d]
		switch {
		case s == nil:
		case s.Obj != nil && !f.Dead() && f.l.outlives(o):
			// By a pointer, since not all that has the name of the variable runs in its life.
			at := f.Temp(f.l.Types.VoidPtr)
			f.Emit(&cfg.Assign{Dst: at, Src: f.Of(s).Addr}, parse.Span{}, cfg.RoleImplicit)
			return &emit.Storage{Type: s.Type, Ptr: at}
		case s.Obj != nil || s.Ptr != nil && s.Ptr.Proc == nil:
			return s
		case s.Ptr != nil && o.Nesting.Frame != nil && f.Dead():
			return s // for its type
		case s.Ptr != nil && o.Nesting.Frame != nil:
			// The address does not change while the frame is live.
			at := f.Temp(f.l.Types.VoidPtr)
			f.Emit(&cfg.Assign{Dst: at, Src: f.Word(f.FrameOf(o), o.Nesting.Frame.Slots[d])}, parse.Span{}, cfg.RoleImplicit)
			return &emit.Storage{Type: s.Type, Ptr: at}
		default:
			f.Fail(nil, "use of %s in a nested function", d.Name())
		}
	}
	return nil
}

// outlives reports whether a function within o may be called after o returned, or after
// a block of it, by its address.
func (l *lowerer) outlives(o *emit.Proc) bool {
	return slices.ContainsFunc(l.Reach.Addressed, func(name string) bool {
		g := l.Procs.Named[name]
		return g != nil && g.Inside(o)
	})
}

// keepAddress stores the address of a captured variable in the frame, if there
// is one.
func (f *fn) keepAddress(d *cc.Declarator, s *emit.Storage) {
	if f.Procedure == nil || f.Procedure.Nesting.Frame == nil || s.Ptr == nil {
		return
	}
	if off, ok := f.Procedure.Nesting.Frame.Slots[d]; ok {
		f.SetWord(f.FrameOf(f.Procedure), off, &cfg.VarRef{V: s.Ptr})
	}
}

// pointerOwner is the procedure that the address of a variable of variable
// size belongs to: none, if nested functions read it.
func (f *fn) pointerOwner(d *cc.Declarator) *cfg.Proc {
	if f.Procedure.Nesting.Frame == nil && slices.Contains(f.Procedure.Func.Captured, d) {
		return nil
	}
	return f.Proc
}

// openFrame allocates the frame at the entry of the procedure.
func (f *fn) openFrame() {
	fr := f.Procedure.Nesting.Frame
	if fr == nil {
		return
	}
	f.Emit(&cfg.Alloc{Dst: fr.At, Size: f.SizeConst(fr.Size), Stack: true, Align: 1}, parse.Span{}, cfg.RoleImplicit)
	at := &cfg.VarRef{V: fr.At}
	if f.Procedure.Nesting.Chain != nil {
		f.SetWord(at, emit.FrameChain*f.l.Word(), &cfg.VarRef{V: f.Procedure.Nesting.Chain})
	}
	if fr.Live != nil {
		f.SetWord(at, emit.FrameNext*f.l.Word(), &cfg.VarRef{V: fr.Live})
		f.Emit(&cfg.Assign{Dst: fr.Live, Src: at}, parse.Span{}, cfg.RoleImplicit)
	}
}

// closeFrame takes the frame from the list of live ones.
func (f *fn) closeFrame() {
	if fr := f.Procedure.Nesting.Frame; fr != nil && fr.Live != nil {
		f.Emit(&cfg.Assign{Dst: fr.Live, Src: f.Word(&cfg.VarRef{V: fr.At}, emit.FrameNext*f.l.Word())}, parse.Span{}, cfg.RoleImplicit)
	}
}
