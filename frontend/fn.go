package frontend

import (
	"fmt"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/parse"

	"modernc.org/cc/v4"
)

// fn lowers the body of one procedure: its declarations, statements, expressions
// and calls.
type fn struct {
	emitter
	locals       locals
	jumps        jumps
	alternatives int // open calls of unsequenced that lower both orders
	// evaluated holds the values of expressions that are evaluated before what
	// they are part of.
	evaluated map[cc.ExpressionNode]val
}

// locals says where what the procedure declares lives.
type locals struct {
	vars     map[*cc.Declarator]*storage
	like     map[*cc.Declarator]cc.ExpressionNode // those declared by typeof(expression)
	literals map[cc.Node]*storage                 // compound literals
	frameAt  *storage                             // what __builtin_frame_address(0) points to
	indexed  *cc.Declarator                       // argv of main, while an index is applied to it
	cut      map[cc.ExpressionNode]cut            // operations whose result is cut
	cancels  map[cc.ExpressionNode]bool           // operations whose left operand cancels with another one
}

func (l *lowerer) newFn(pr *proc) *fn {
	f := &fn{emitter: emitter{l: l, pr: pr},
		locals: locals{vars: map[*cc.Declarator]*storage{}, like: map[*cc.Declarator]cc.ExpressionNode{}, literals: map[cc.Node]*storage{},
			cut: map[cc.ExpressionNode]cut{}, cancels: map[cc.ExpressionNode]bool{}},
		jumps: jumps{labels: map[*cc.LabeledStatement]*label{}, cases: map[*cc.LabeledStatement]*cfg.Loc{}, landings: map[*site]*landing{}}}
	f.lower = f.rvalue
	if pr != nil {
		f.p = pr.p
	}
	return f
}

// bindParam gives a parameter its storage; those in memory are copied in.
func (f *fn) bindParam(pr *proc, i int, d *cc.Declarator) {
	s := pr.pstores[i]
	t := s.t
	inMemory := t.Aggregate() && s.flat.v != nil && s.flat.t.Kind == ctypes.Pointer
	taken := d != nil && f.l.u.Taken[f.l.u.VarKey(d)]
	if !taken && !inMemory {
		if d != nil {
			f.locals.vars[d] = s
		}
		return
	}
	own := &storage{t: t}
	name := fmt.Sprintf("#%d", i)
	if d != nil {
		name = d.Name()
	}
	f.memory(own, name, t, s.flat.v.Pos)
	if d != nil {
		f.locals.vars[d] = own
	}
	in := s.flat.v
	f.entry = append(f.entry, func() {
		f.keepAddress(d, own)
		dst := f.of(own)
		if inMemory {
			f.copyPlace(dst, place{t: t, addr: &cfg.VarRef{V: in}}, parse.Span{}, cfg.RoleImplicit)
			return
		}
		f.store(dst, val{e: &cfg.VarRef{V: in}, t: t}, parse.Span{}, cfg.RoleImplicit)
	})
}
