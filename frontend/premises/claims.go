package premises

import (
	"slices"
	"strings"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Attributes by which a program claims something of a function, on which gcc
// relies: that it is const or pure, that its result is a new block or not null,
// that pointers it gets are not, and how it may be compiled. Where the text of a function with a body suggests
// that the claim matters and may be wrong, the answer says that it is assumed.

// levels are those of optimisation that change nothing of what a program means.
var levels = []string{"", "0", "1", "2", "3", "s", "z", "g"}

// harmless reports whether an option for how to compile is one of them.
func harmless(option string) bool { return slices.Contains(levels, strings.TrimPrefix(option, "O")) }

// OfClaims notes the claims that may be wrong.
func (l Premised) OfClaims(points *alias.Result) {
	for _, o := range l.Linked.Symbols.Optimized {
		if len(l.Procs.Order) > 0 && !harmless(o) {
			l.Notes.Assume(l.Procs.Order[0].DeclPos.Pos, "assumes that #pragma GCC optimize %q changes nothing of what the program means", o)
		}
	}
	for _, pr := range l.Procs.Order {
		for _, a := range l.Linked.Symbols.Claims[pr.Func.Name] {
			if pr.Unsupported == "" && l.doubtful(pr, a, points) {
				l.Notes.Assume(pr.DeclPos.Pos, "assumes that %s is as its attribute %s says", pr.CFG.Name, a.Name)
			}
		}
	}
}

func (l Premised) doubtful(pr *emit.Proc, a syntax.Attribute, points *alias.Result) bool {
	switch a.Name {
	case "optimize":
		return slices.ContainsFunc(a.Args, func(x cc.ExpressionNode) bool {
			text, literal := syntax.LiteralText(x)
			return literal && !harmless(text)
		})
	case "const", "pure":
		return l.impure(pr, a.Name == "const")
	case "returns_nonnull":
		return pr.CFG.Ret != nil && l.comparedWithNull(pr.CFG.Ret)
	case "nonnull":
		for i, s := range pr.Stores {
			if s.Type.Kind == ctypes.Pointer && s.Flat != nil && l.listed(a, i+1) && l.comparedWithNull(s.Flat.Var) {
				return true
			}
		}
		return false
	}
	if pr.CFG.Ret == nil { // of a block, that the result is one
		return false
	}
	r := &cfg.VarRef{V: pr.CFG.Ret}
	objects, _, _ := points.Objects(r, r)
	return len(objects) > 0
}

// listed reports whether an attribute is about a parameter: it lists it, or none.
func (l Premised) listed(a syntax.Attribute, n int) bool {
	return len(a.Args) == 0 || slices.ContainsFunc(a.Args, func(x cc.ExpressionNode) bool {
		v, ok := l.ConstInt(x)
		return ok && v == int64(n)
	})
}

// comparedWithNull reports whether a variable is compared with null, or one that is
// assigned to it or to which it is assigned.
func (l Premised) comparedWithNull(v *cfg.Var) bool {
	same := map[*cfg.Var]bool{v: true}
	pass := func(dst *cfg.Var, src cfg.Expr) {
		if x, ok := src.(*cfg.VarRef); ok && (dst == v || x.V == v) {
			same[dst], same[x.V] = true, true
		}
	}
	for _, e := range l.CFG.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			pass(s.Dst, s.Src)
		case *cfg.Call:
			for i, x := range s.Args {
				pass(s.Proc.Params[i], x)
			}
		}
	}
	return slices.ContainsFunc(l.CFG.Edges, func(e *cfg.Edge) (found bool) {
		for x := range cfg.StmtParts(e.Stmt) {
			b, ok := x.(*cfg.Binary)
			if !ok || b.Op != cfg.Eq && b.Op != cfg.Ne {
				continue
			}
			r, variable := b.X.(*cfg.VarRef)
			found = found || variable && same[r.V] && emit.IsConst(b.Y, 0)
		}
		return found
	})
}

// impure reports whether a function, or what it calls, changes what is not its own
// or, if it is const, reads what may change.
func (l Premised) impure(pr *emit.Proc, constant bool) bool {
	in := map[*cfg.Proc]bool{pr.CFG: true}
	for again := true; again; {
		again = false
		for _, e := range l.CFG.Edges {
			if s, ok := e.Stmt.(*cfg.Call); ok && in[e.From.Proc] && !in[s.Proc] {
				in[s.Proc], again = true, true
			}
		}
	}
	inside := map[*cfg.Region]bool{} // of objects of its own, or that cannot change
	for _, o := range l.CFG.Objects {
		own := o.Const || o.Proc != nil && in[o.Proc]
		if was, seen := inside[o.Region]; o.Region != nil {
			inside[o.Region] = own && (was || !seen)
		}
	}
	return slices.ContainsFunc(l.CFG.Edges, func(e *cfg.Edge) bool {
		if !in[e.From.Proc] {
			return false
		}
		v := cfg.Defined(e.Stmt)
		r, _, _ := cfg.Written(e.Stmt)
		bad := v != nil && v.Proc == nil && !v.Temp || r != nil && !inside[r]
		for x := range cfg.StmtParts(e.Stmt) {
			switch x := x.(type) {
			case *cfg.VarRef:
				bad = bad || constant && x.V.Proc == nil && !x.V.Temp
			case *cfg.Load:
				bad = bad || constant && !inside[x.Region]
			}
		}
		return bad
	})
}
