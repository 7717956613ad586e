package frontend

import (
	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Blocks, and the lives of what is declared in them or made besides: compound
// literals, variable-length arrays, and the locals of recursive functions. A
// temporary, such as the structure in f().a, lives until the end of the full
// expression.

// block is a block, or a for statement with a declaration, that is being
// lowered.
type block struct {
	node    cc.Node
	objects []*cfg.Object // declared in it
	vars    []*cfg.Var    // declared in it that have room for a pointer
	// cleanups are the variables with attribute cleanup declared so far.
	cleanups []*cc.Declarator
	stack    []*cfg.Var // addresses of the stack blocks allocated so far
}

// compound lowers a block.
func (f *fn) compound(c *cc.CompoundStatement) {
	if c == nil {
		return
	}
	end := f.open(c)
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		f.item(l.BlockItem)
	}
	end()
}

// open begins a block. What it returns ends it.
func (f *fn) open(n cc.Node) func() {
	depth := len(f.blocks)
	f.blocks = append(f.blocks, block{node: n})
	return func() {
		f.endBlocks(depth)
		f.blocks = f.blocks[:depth]
	}
}

// begun notes what a declaration in an inner block declares.
func (f *emitter) begun(s *storage) {
	n := len(f.blocks)
	if n < 2 || !f.scoped() {
		return
	}
	b := &f.blocks[n-1]
	switch {
	case s.obj != nil:
		b.objects = append(b.objects, s.obj)
		f.emit(&cfg.Skip{Begins: []*cfg.Object{s.obj}}, parse.Span{}, cfg.RoleImplicit)
	case s.flat != nil && f.l.conf.Checks&safety.Memtrack != 0:
		s.flat.each(func(x *flat) {
			if x.v.Type == cfg.BV(f.l.conf.PtrBits) {
				b.vars = append(b.vars, x.v)
			}
		})
	}
}

// endBlocks ends the blocks from a depth on, the innermost first.
func (f *fn) endBlocks(depth int) {
	top := len(f.blocks)
	for i := top - 1; i >= depth; i-- {
		if c := f.blocks[i].cleanups; len(c) > 0 {
			f.endLives(i+1, top)
			f.cleanUp(c)
			top = i + 1
		}
	}
	f.endLives(depth, top)
}

// endLives ends the lives of what some of the inner blocks declare: a pointer
// that is gone keeps no block of the heap.
func (f *emitter) endLives(from, to int) {
	var ends []*cfg.Object
	for i := max(from, 1); i < to; i++ {
		ends = append(ends, f.blocks[i].objects...)
	}
	f.endObjects(ends)
	for i := to - 1; i >= max(from, 1); i-- {
		f.endStack(f.blocks[i].stack)
	}
	for i := max(from, 1); i < to; i++ {
		for _, v := range f.blocks[i].vars {
			f.emit(&cfg.Assign{Dst: v, Src: konst(v.Type, 0)}, parse.Span{}, cfg.RoleImplicit)
		}
	}
}

// gotoLabel continues at a label and ends the blocks that this leaves.
func (f *fn) gotoLabel(x *cc.LabeledStatement) {
	depth := f.depthAt(x)
	f.endBlocks(depth)
	f.backTo(x, depth)
	f.jump(f.label(x).loc)
}

// depthAt is the number of the open blocks that a label, or a call, is in.
func (f *emitter) depthAt(x cc.Node) int {
	depth := len(f.blocks)
	for f.endsSomething() && depth > 1 && !holds(f.blocks[depth-1].node, x) {
		depth--
	}
	return depth
}

// endsSomething reports whether the end of some open block matters.
func (f *emitter) endsSomething() bool {
	for _, b := range f.blocks {
		if len(b.objects)+len(b.vars)+len(b.cleanups)+len(b.stack) > 0 {
			return true
		}
	}
	return false
}

// holds reports whether x is inside of n.
func holds(n, x cc.Node) bool {
	found := false
	syntax.Each(n, func(n cc.Node) { found = found || n == x })
	return found
}

// entered begins the lives of what the open blocks have declared: control may
// have come by a jump over their declarations.
func (f *emitter) entered() {
	var begins []*cfg.Object
	for i := 1; i < len(f.blocks); i++ {
		begins = append(begins, f.blocks[i].objects...)
	}
	if len(begins) > 0 {
		f.emit(&cfg.Skip{Begins: begins}, parse.Span{}, cfg.RoleImplicit)
	}
}

// stmtExpr lowers ({ ... }): its value is that of the last expression.
func (f *fn) stmtExpr(c *cc.CompoundStatement) val {
	depth, outer := len(f.blocks), f.temporaries
	f.temporaries = nil
	defer func() { f.temporaries = append(outer, f.temporaries...) }()
	end := f.open(c)
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		b := l.BlockItem
		if l.BlockItemList == nil && b.Case == cc.BlockItemStmt && b.Statement.Case == cc.StatementExpr {
			if e := b.Statement.ExpressionStatement.ExpressionList; e != nil {
				return f.outlives(f.rvalue(e), depth, end)
			}
		}
		f.item(b)
	}
	end()
	return f.void()
}

// outlives ends the block whose last expression has the value v: it is copied
// first, or a structure keeps what is declared in the block alive.
func (f *emitter) outlives(v val, depth int, end func()) val {
	b := f.blocks[depth]
	switch {
	case len(b.objects)+len(b.vars)+len(b.cleanups)+len(b.stack) == 0 || v.t.Kind == ctypes.Void:
	case v.t.Scalar():
		x := f.temp(v.t)
		f.emit(&cfg.Assign{Dst: x, Src: v.e}, parse.Span{}, cfg.RoleImplicit)
		v = val{e: &cfg.VarRef{V: x}, t: v.t}
	case len(b.cleanups) > 0:
		p := f.structTemp(v.t)
		f.store(p, v, parse.Span{}, cfg.RoleImplicit)
		v = f.load(p)
	default:
		f.blocks = f.blocks[:depth]
		if depth > 0 {
			up := &f.blocks[depth-1]
			up.objects, up.vars, up.stack = append(up.objects, b.objects...), append(up.vars, b.vars...), append(up.stack, b.stack...)
		}
		return v
	}
	end()
	return v
}

// scoped reports whether it matters that objects end before their function.
func (f *emitter) scoped() bool {
	return f.l.conf.Checks&(safety.Deref|safety.Memtrack|safety.Stack) != 0 || f.l.conf.Execute
}

// stackBegun notes that the innermost block has allocated the stack block at
// v. Where the program is executed its memory is used again.
func (f *emitter) stackBegun(v *cfg.Var) {
	if n := len(f.blocks); n > 0 && f.scoped() {
		f.blocks[n-1].stack = append(f.blocks[n-1].stack, v)
	}
}

// endStack ends the lives of stack blocks, the last one first.
func (f *emitter) endStack(vs []*cfg.Var) {
	for i := len(vs) - 1; i >= 0; i-- {
		f.emit(&cfg.Free{Ptr: &cfg.VarRef{V: vs[i]}, Stack: true}, parse.Span{}, cfg.RoleImplicit)
	}
}

// beginsHere reports whether a local of a recursive function can be allocated
// at its declaration and end with the block: control reaches the block only
// from its beginning. Otherwise it is allocated at the entry of the function.
func (f *emitter) beginsHere() bool {
	n := len(f.blocks)
	if f.dead() || !f.scoped() || n < 2 || f.pr == nil || !f.pr.cyclic {
		return false
	}
	labels := false
	syntax.Each(f.blocks[n-1].node, func(x cc.Node) {
		if _, ok := x.(*cc.LabeledStatement); ok {
			labels = true
		}
	})
	return !labels
}

// blockMemory gives s memory from here to the end of the block.
func (f *emitter) blockMemory(s *storage, name string, t *ctypes.Type, pos cfg.Pos) {
	v := f.l.newVar(f.p, "&"+name, f.l.tt.PointerTo(t), pos)
	v.Temp = true
	s.ptr = v
	f.emit(&cfg.Alloc{Dst: v, Size: f.sizeConst(max(f.l.tt.SizeOf(t), 1)), Stack: true, Align: f.l.tt.AlignOf(t)}, parse.Span{}, cfg.RoleImplicit)
	f.stackBegun(v)
}

// temporary copies a structure that an expression has as its value, so that a
// pointer into it is good until the end of the full expression.
func (f *emitter) temporary(p place) place {
	if p.addr == nil || f.dead() {
		return p
	}
	s := &storage{t: p.t}
	f.memory(s, "#temporary", p.t, f.at.Pos)
	if s.obj != nil && f.scoped() {
		f.emit(&cfg.Skip{Begins: []*cfg.Object{s.obj}}, parse.Span{}, cfg.RoleImplicit)
		f.temporaries = append(f.temporaries, s.obj)
	}
	q := f.of(s)
	f.copyPlace(q, p, parse.Span{}, cfg.RoleImplicit)
	return q
}

// endTemporaries ends the full expression. It returns what it ends, for the
// other ways on which the expression may be left.
func (f *emitter) endTemporaries() []*cfg.Object {
	t := f.temporaries
	f.temporaries = nil
	f.endObjects(t)
	return t
}

func (f *emitter) endObjects(o []*cfg.Object) {
	if len(o) > 0 {
		f.emit(&cfg.Skip{Ends: o}, parse.Span{}, cfg.RoleImplicit)
	}
}

// within lowers a statement that is a block of its own, as the parts of
// selections and loops are.
func (f *fn) within(s *cc.Statement) {
	if s == nil || s.Case == cc.StatementCompound {
		f.stmt(s)
		return
	}
	end := f.open(s)
	f.stmt(s)
	end()
}
