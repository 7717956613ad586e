package emit

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"
	"slices"

	"modernc.org/cc/v4"
)

// BeginsHere reports whether a local of a recursive function can be allocated
// at its declaration and end with the block: control reaches the block only
// from its beginning. Otherwise it is allocated at the entry of the function.
func (f *Emitter) BeginsHere() bool {
	n := len(f.Blocks)
	if f.Dead() || !f.Scoped() || n < 2 || f.Procedure == nil || !f.Procedure.Cyclic {
		return false
	}
	labels := false
	syntax.Each(f.Blocks[n-1].Node, func(x cc.Node) {
		if _, ok := x.(*cc.LabeledStatement); ok {
			labels = true
		}
	})
	return !labels
}

// Begun notes what a declaration in an inner block declares.
func (f *Emitter) Begun(s *Storage) {
	n := len(f.Blocks)
	if n < 2 || !f.Scoped() {
		return
	}
	b := &f.Blocks[n-1]
	switch {
	case s.Obj != nil:
		b.objects = append(b.objects, s.Obj)
		f.Emit(&cfg.Skip{Begins: []*cfg.Object{s.Obj}}, parse.Span{}, cfg.RoleImplicit)
	case s.Flat != nil && f.Program.Options.Checks&safety.Memtrack != 0:
		s.Flat.Each(func(x *Flat) {
			if x.Var.Type == cfg.BV(f.Program.Options.PtrBits) {
				b.vars = append(b.vars, x.Var)
			}
		})
	}
}

// BlockMemory gives s memory from here to the end of the block.
func (f *Emitter) BlockMemory(s *Storage, name string, t *ctypes.Type, pos cfg.Pos) {
	v := f.Program.NewVar(f.Proc, "&"+name, f.Program.Types.PointerTo(t), pos)
	v.Temp = true
	s.Ptr = v
	f.Emit(&cfg.Alloc{Dst: v, Size: f.SizeConst(max(f.Program.Types.SizeOf(t), 1)), Stack: true, Align: f.Program.Types.AlignOf(t)}, parse.Span{}, cfg.RoleImplicit)
	f.StackBegun(v)
}

// DepthAt is the number of the open blocks that a label, or a call, is in.
func (f *Emitter) DepthAt(x cc.Node) int {
	depth := len(f.Blocks)
	for f.EndsSomething() && depth > 1 && !holds(f.Blocks[depth-1].Node, x) {
		depth--
	}
	return depth
}

// EndLives ends the lives of what some of the inner blocks declare: a pointer
// that is gone keeps no block of the heap.
func (f *Emitter) EndLives(from, to int) {
	var ends []*cfg.Object
	for i := max(from, 1); i < to; i++ {
		ends = append(ends, f.Blocks[i].objects...)
	}
	f.EndObjects(ends)
	for i := to - 1; i >= max(from, 1); i-- {
		f.EndStack(f.Blocks[i].Stack)
	}
	for i := max(from, 1); i < to; i++ {
		for _, v := range f.Blocks[i].vars {
			f.Emit(&cfg.Assign{Dst: v, Src: Const(v.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
		}
	}
}

func (f *Emitter) EndObjects(o []*cfg.Object) {
	if len(o) > 0 {
		f.Emit(&cfg.Skip{Ends: o}, parse.Span{}, cfg.RoleImplicit)
	}
}

// EndStack ends the lives of stack blocks, the last one first.
func (f *Emitter) EndStack(vs []*cfg.Var) {
	for i := len(vs) - 1; i >= 0; i-- {
		f.Emit(&cfg.Free{Ptr: &cfg.VarRef{V: vs[i]}, Stack: true}, parse.Span{}, cfg.RoleImplicit)
	}
}

// EndTemporaries ends the full expression. It returns what it ends, for the
// other ways on which the expression may be left.
func (f *Emitter) EndTemporaries() []*cfg.Object {
	t := f.Temporaries
	f.Temporaries = nil
	f.EndObjects(t)
	return t
}

// EndsSomething reports whether the end of some open block matters.
func (f *Emitter) EndsSomething() bool {
	return slices.ContainsFunc(f.Blocks, func(b Block) bool { return len(b.objects)+len(b.vars)+len(b.Cleanups)+len(b.Stack) > 0 })
}

// Entered begins the lives of what the open blocks have declared: control may
// have come by a jump over their declarations.
func (f *Emitter) Entered() {
	var begins []*cfg.Object
	for i := 1; i < len(f.Blocks); i++ {
		begins = append(begins, f.Blocks[i].objects...)
	}
	if len(begins) > 0 {
		f.Emit(&cfg.Skip{Begins: begins}, parse.Span{}, cfg.RoleImplicit)
	}
}

// Outlives ends the block whose last expression has the value v: it is copied
// first, or a structure keeps what is declared in the block alive.
func (f *Emitter) Outlives(v Value, depth int, end func()) Value {
	b := f.Blocks[depth]
	switch {
	case len(b.objects)+len(b.vars)+len(b.Cleanups)+len(b.Stack) == 0 || v.Type.Kind == ctypes.Void:
	case v.Type.Scalar():
		x := f.Temp(v.Type)
		f.Emit(&cfg.Assign{Dst: x, Src: v.Expr}, parse.Span{}, cfg.RoleImplicit)
		v = Value{Expr: &cfg.VarRef{V: x}, Type: v.Type}
	case len(b.Cleanups) > 0:
		p := f.StructTemp(v.Type)
		f.Store(p, v, parse.Span{}, cfg.RoleImplicit)
		v = f.Load(p)
	default:
		f.Blocks = f.Blocks[:depth]
		if depth > 0 {
			up := &f.Blocks[depth-1]
			up.objects, up.vars, up.Stack = append(up.objects, b.objects...), append(up.vars, b.vars...), append(up.Stack, b.Stack...)
		}
		return v
	}
	end()
	return v
}

// Scoped reports whether it matters that objects end before their function.
func (f *Emitter) Scoped() bool {
	return f.Program.Options.Checks&(safety.Deref|safety.Memtrack|safety.Stack) != 0 || f.Program.Options.Execute
}

// StackBegun notes that the innermost block has allocated the stack block at
// v. Where the program is executed its memory is used again.
func (f *Emitter) StackBegun(v *cfg.Var) {
	if n := len(f.Blocks); n > 0 && f.Scoped() {
		f.Blocks[n-1].Stack = append(f.Blocks[n-1].Stack, v)
	}
}

// Temporary copies a structure that an expression has as its value, so that a
// pointer into it is good until the end of the full expression.
func (f *Emitter) Temporary(p Place) Place {
	if p.Addr == nil || f.Dead() {
		return p
	}
	s := &Storage{Type: p.Type}
	f.Memory(s, "#temporary", p.Type, f.At.Pos)
	if s.Obj != nil && f.Scoped() {
		f.Emit(&cfg.Skip{Begins: []*cfg.Object{s.Obj}}, parse.Span{}, cfg.RoleImplicit)
		f.Temporaries = append(f.Temporaries, s.Obj)
	}
	q := f.Of(s)
	f.CopyPlace(q, p, parse.Span{}, cfg.RoleImplicit)
	return q
}

// holds reports whether x is inside of n.
func holds(n, x cc.Node) bool {
	found := false
	syntax.Each(n, func(n cc.Node) { found = found || n == x })
	return found
}
