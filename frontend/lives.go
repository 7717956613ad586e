package frontend

import (
	"culprit/cfg"
	"culprit/cfg/safety"

	"modernc.org/cc/v4"
)

// Lives of what a block makes besides its variables of fixed size: compound
// literals, variable-length arrays, and the locals of recursive functions. A
// temporary, such as the structure in f().a, lives until the end of the full
// expression.

// scoped reports whether it matters that objects end before their function.
func (f *fn) scoped() bool { return f.l.conf.Checks&(safety.Deref|safety.Memtrack) != 0 }

// stackBegun notes that the innermost block has allocated the stack block at
// v. Where the program is executed its memory is used again.
func (f *fn) stackBegun(v *cfg.Var) {
	if n := len(f.blocks); n > 0 && (f.scoped() || f.l.conf.Execute) {
		f.blocks[n-1].stack = append(f.blocks[n-1].stack, v)
	}
}

// endStack ends the lives of stack blocks, the last one first.
func (f *fn) endStack(vs []*cfg.Var) {
	for i := len(vs) - 1; i >= 0; i-- {
		f.emit(&cfg.Free{Ptr: &cfg.VarRef{V: vs[i]}, Stack: true}, span{}, cfg.RoleImplicit)
	}
}

// beginsHere reports whether a local of a recursive function can be allocated
// at its declaration and end with the block: control reaches the block only
// from its beginning. Otherwise it is allocated at the entry of the function.
func (f *fn) beginsHere() bool {
	n := len(f.blocks)
	if f.dead() || !f.scoped() || n < 2 || f.pr == nil || !f.pr.cyclic {
		return false
	}
	labels := false
	walkAll(f.blocks[n-1].node, func(x cc.Node) {
		if _, ok := x.(*cc.LabeledStatement); ok {
			labels = true
		}
	})
	return !labels
}

// blockMemory gives s memory from here to the end of the block.
func (f *fn) blockMemory(s *storage, name string, t *ctype, pos cfg.Pos) {
	v := f.l.newVar(f.p, "&"+name, f.l.tt.ptrTo(t), pos)
	v.Temp = true
	s.ptr = v
	f.emit(&cfg.Alloc{Dst: v, Size: f.sizeConst(max(f.l.tt.sizeOf(t), 1)), Stack: true}, span{}, cfg.RoleImplicit)
	f.stackBegun(v)
}

// temporary copies a structure that an expression has as its value, so that a
// pointer into it is good until the end of the full expression.
func (f *fn) temporary(p place) place {
	if p.addr == nil || f.dead() {
		return p
	}
	s := &storage{t: p.t}
	f.memory(s, "#temporary", p.t, f.at.pos)
	if s.obj != nil && f.scoped() {
		f.emit(&cfg.Skip{Begins: []*cfg.Object{s.obj}}, span{}, cfg.RoleImplicit)
		f.temporaries = append(f.temporaries, s.obj)
	}
	q := f.of(s)
	f.copyPlace(q, p, span{}, cfg.RoleImplicit)
	return q
}

// endTemporaries ends the full expression. It returns what it ends, for the
// other ways on which the expression may be left.
func (f *fn) endTemporaries() []*cfg.Object {
	t := f.temporaries
	f.temporaries = nil
	f.endObjects(t)
	return t
}

func (f *fn) endObjects(o []*cfg.Object) {
	if len(o) > 0 {
		f.emit(&cfg.Skip{Ends: o}, span{}, cfg.RoleImplicit)
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
