package purpose

import (
	"slices"

	"culprit/cfg"
)

// Tests are the procedures that test others: main, or one that is given nothing and returns nothing,
// with assertions in several lines, that calls procedures of the user which do more than
// check. What these have in their text is what they give, and what they want.
func Tests(prog *cfg.Program) map[*cfg.Proc]bool {
	doomed := Doomed(prog)
	checks := map[*cfg.Proc]bool{}
	onlyChecks := func(p *cfg.Proc) bool {
		only, ok := checks[p]
		if !ok {
			only = OnlyChecks(prog, p)
			checks[p] = only
		}
		return only
	}
	given := func(p *cfg.Proc) bool { return p != prog.Main && (len(p.Params) > 0 || p.Ret != nil) }
	asserts, calls := map[*cfg.Proc]map[int]bool{}, map[*cfg.Proc]bool{}
	for _, e := range prog.Edges {
		p, asks := e.From.Proc, false
		if given(p) {
			continue
		}
		switch s := e.Stmt.(type) {
		case *cfg.Assume:
			asks = doomed[e] && slices.ContainsFunc(e.From.Out, func(other *cfg.Edge) bool { return !doomed[other] })
		case *cfg.Call:
			asks = onlyChecks(s.Proc)
			calls[p] = calls[p] || !asks && s.Proc.Pos.IsValid() && s.Proc != p
		}
		if asks && e.Pos.IsValid() {
			if asserts[p] == nil {
				asserts[p] = map[int]bool{}
			}
			asserts[p][e.Pos.Line] = true
		}
	}
	out := map[*cfg.Proc]bool{}
	for p, lines := range asserts {
		out[p] = len(lines) > 1 && calls[p]
	}
	return out
}

// Constant reports whether a statement assigns or stores a constant, or a call passes one as its
// argument of that number.
func Constant(s cfg.Stmt, param int) bool {
	var x cfg.Expr
	switch s := s.(type) {
	case *cfg.Assign:
		x = s.Src
	case *cfg.Store:
		x = s.Val
	case *cfg.Call:
		if param < len(s.Args) {
			x = s.Args[param]
		}
	}
	_, ok := x.(*cfg.Const)
	return ok
}
