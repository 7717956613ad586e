package interp

import (
	"fmt"

	"culprit/cfg"
)

// build makes programs by hand.
type build struct {
	p   *cfg.Program
	f   *cfg.Proc
	at  *cfg.Loc
	row int
}

func newBuild(ptrBits int) *build {
	b := &build{p: &cfg.Program{File: "t.c", PtrBits: ptrBits}}
	b.p.HeapTop = b.p.NewVar(nil, "heapTop", cfg.BV(ptrBits))
	b.p.Main = b.proc("main")
	return b
}

// proc starts a procedure and makes it current.
func (b *build) proc(name string) *cfg.Proc {
	f := b.p.NewProc(name, cfg.Pos{})
	f.Entry = b.p.NewLoc(f, cfg.Pos{})
	f.Exit = b.p.NewLoc(f, cfg.Pos{})
	b.p.NewEdge(f.Exit, f.Exit, &cfg.Return{}, cfg.Pos{}, "", cfg.RoleImplicit)
	b.f, b.at = f, f.Entry
	return f
}

func (b *build) loc() *cfg.Loc { return b.p.NewLoc(b.f, cfg.Pos{}) }

func (b *build) edge(from, to *cfg.Loc, s cfg.Stmt) *cfg.Edge {
	b.row++
	return b.p.NewEdge(from, to, s, cfg.Pos{File: "t.c", Line: b.row, Col: 1}, fmt.Sprintf("stmt %d", b.row), cfg.RoleUser)
}

// do appends statements at the current location.
func (b *build) do(stmts ...cfg.Stmt) {
	for _, s := range stmts {
		to := b.loc()
		b.edge(b.at, to, s)
		b.at = to
	}
}

// branch splits on cond and returns the two successors.
func (b *build) branch(cond cfg.Expr) (then, els *cfg.Loc) {
	then, els = b.loc(), b.loc()
	b.edge(b.at, then, &cfg.Assume{Cond: cond})
	b.edge(b.at, els, &cfg.Assume{Cond: lnot(cond)})
	return then, els
}

// errorIf goes to a new error location if cond holds and on otherwise.
func (b *build) errorIf(cond cfg.Expr) *cfg.Loc {
	then, els := b.branch(cond)
	then.Kind = cfg.Error
	b.at = els
	return then
}

// ret ends the current procedure.
func (b *build) ret() { b.edge(b.at, b.f.Exit, &cfg.Skip{}) }

func (b *build) v(name string, t cfg.Type) *cfg.Var { return b.p.NewVar(b.f, name, t) }

func lnot(e cfg.Expr) cfg.Expr            { return &cfg.Unary{Op: cfg.LNot, T: cfg.BoolType, X: e} }
func ref(v *cfg.Var) cfg.Expr             { return &cfg.VarRef{V: v} }
func num(w int, v uint64) cfg.Expr        { return &cfg.Const{T: cfg.BV(w), V: cfg.Mask(v, w)} }
func set(v *cfg.Var, e cfg.Expr) cfg.Stmt { return &cfg.Assign{Dst: v, Src: e} }

func bin(op cfg.Op, x, y cfg.Expr) cfg.Expr {
	t := x.Type()
	switch op {
	case cfg.Eq, cfg.Ne, cfg.ULt, cfg.ULe, cfg.SLt, cfg.SLe, cfg.LAnd, cfg.LOr, cfg.FEq, cfg.FNe, cfg.FLt, cfg.FLe:
		t = cfg.BoolType
	}
	return &cfg.Binary{Op: op, T: t, X: x, Y: y}
}

func cast(op cfg.Op, t cfg.Type, x cfg.Expr) cfg.Expr { return &cfg.Cast{Op: op, T: t, X: x} }
