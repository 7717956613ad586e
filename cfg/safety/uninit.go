package safety

import (
	"strings"

	"culprit/cfg"
)

// Uses of uninitialised variables. A flag of its own says of each variable that
// may be without value whether it is: the end of a function that returns none
// leaves its result without one, too. Copies by assignments and arguments
// copy the flag, since C allows to copy a structure that is initialised
// in part; every other use of the variable is an error, and so is any of a result
// that there is not (C11 6.9.1p12). What is in memory counts as initialised.

// uninit is the state of the pass.
type uninit struct {
	editor
	flags map[*cfg.Var]*cfg.Var
	// passed has the flags of arguments while a call is made.
	passed map[*cfg.Var]*cfg.Var
}

// uninitialised adds an error location before each use of a variable that may
// have no value.
func uninitialised(p *cfg.Program) {
	u := &uninit{editor{p}, map[*cfg.Var]*cfg.Var{}, map[*cfg.Var]*cfg.Var{}}
	u.find()
	if len(u.flags) == 0 {
		return
	}
	edges := append([]*cfg.Edge(nil), p.Edges...)
	for _, loc := range p.Locs[:len(p.Locs):len(p.Locs)] {
		u.uses(loc)
	}
	for _, e := range edges {
		u.defines(e)
	}
	u.enters()
}

// find makes a flag for each variable that a declaration or the end of a function
// leaves without value, or that gets such a value by copies.
func (u *uninit) find() {
	copies := map[*cfg.Var][]*cfg.Var{}
	var work []*cfg.Var
	for _, e := range u.p.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			if s.Kind == cfg.Uninit && (!s.Dst.Temp || isResult(s.Dst)) {
				work = append(work, s.Dst)
			}
		case *cfg.Assign:
			if r, ok := s.Src.(*cfg.VarRef); ok {
				copies[r.V] = append(copies[r.V], s.Dst)
			}
		case *cfg.Call:
			for i, x := range s.Args {
				if r, ok := x.(*cfg.VarRef); ok && i < len(s.Proc.Params) {
					copies[r.V] = append(copies[r.V], s.Proc.Params[i])
				}
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if u.flags[v] != nil {
			continue
		}
		owner := v.Proc
		if isResult(v) {
			owner = nil // the caller reads it
		}
		u.flags[v] = u.temp(owner, "#uninit "+v.Name, cfg.BoolType)
		work = append(work, copies[v]...)
	}
}

func isResult(v *cfg.Var) bool { return v.Proc != nil && v.Proc.Ret == v }

// flag is whether e is the value of a variable that has none.
func (u *uninit) flag(e cfg.Expr) cfg.Expr {
	if r, ok := e.(*cfg.VarRef); ok && u.flags[r.V] != nil {
		return &cfg.VarRef{V: u.flags[r.V]}
	}
	return cfg.False
}

// copied reports whether a statement only copies the value of its expression x.
func copied(s cfg.Stmt, x cfg.Expr) bool {
	if r, ok := x.(*cfg.VarRef); !ok || isResult(r.V) {
		return false
	}
	switch s := s.(type) {
	case *cfg.Assign:
		return true
	case *cfg.Store:
		return x == s.Val
	case *cfg.Call:
		return true
	}
	return false
}

// uses puts checks before the statements that leave loc.
func (u *uninit) uses(loc *cfg.Loc) {
	if loc.Kind != cfg.Plain || len(loc.Out) == 0 {
		return
	}
	plain := map[cfg.Expr]bool{}
	for _, e := range loc.Out {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) { plain[x] = plain[x] || copied(e.Stmt, x) })
	}
	var checks []check
	seen := map[*cfg.Var]bool{}
	evaluated(loc, func(e, when cfg.Expr) {
		r, ok := e.(*cfg.VarRef)
		if !ok || u.flags[r.V] == nil || plain[e] || seen[r.V] {
			return
		}
		seen[r.V] = isTrue(when)
		at := loc.Out[0].Pos
		checks = append(checks, check{and(when, u.flag(e)), UBUninit, cfg.Reason{Kind: cfg.Forbidden, Text: withoutValue(r.V)}, at})
	})
	guard(u.p, loc, checks)
}

// withoutValue says what is used.
func withoutValue(v *cfg.Var) string {
	switch {
	case isResult(v):
		return "use of the result of " + v.Proc.Name + ", which ended without one"
	case v.Temp || strings.HasPrefix(v.Name, "#"):
		return "use of a value that was not initialised"
	}
	return "use of " + v.Name + ", which was not initialised"
}

// defines sets the flags of what a statement defines.
func (u *uninit) defines(e *cfg.Edge) {
	if s, ok := e.Stmt.(*cfg.Call); ok {
		for i, v := range s.Proc.Params {
			if u.flags[v] == nil || i >= len(s.Args) {
				continue
			}
			if u.passed[v] == nil {
				u.passed[v] = u.temp(nil, "#passed "+v.Name, cfg.BoolType)
			}
			u.before(e, &cfg.Assign{Dst: u.passed[v], Src: u.flag(s.Args[i])})
		}
		return
	}
	v := cfg.Defined(e.Stmt)
	if v == nil || u.flags[v] == nil {
		return
	}
	src := cfg.Expr(cfg.False)
	switch s := e.Stmt.(type) {
	case *cfg.Havoc:
		if s.Kind == cfg.Uninit && (!v.Temp || isResult(v)) {
			src = cfg.True
		}
	case *cfg.Assign:
		src = u.flag(s.Src)
	}
	if r, ok := src.(*cfg.VarRef); !ok || r.V != u.flags[v] {
		u.before(e, &cfg.Assign{Dst: u.flags[v], Src: src})
	}
}

// enters gives the flags their values where procedures and the program begin.
func (u *uninit) enters() {
	var start []cfg.Stmt
	for _, f := range u.p.Procs {
		var begin []cfg.Stmt
		for _, v := range f.Params {
			if w := u.passed[v]; w != nil {
				begin = append(begin, &cfg.Assign{Dst: u.flags[v], Src: &cfg.VarRef{V: w}})
			}
		}
		if f != u.p.Main {
			u.prefix(f, begin)
		}
	}
	for _, v := range u.p.Vars {
		if w := u.flags[v]; w != nil && (w.Proc == nil || v.Proc == u.p.Main) {
			start = append(start, &cfg.Assign{Dst: w, Src: cfg.False})
		}
	}
	for _, v := range u.p.Vars {
		if w := u.passed[v]; w != nil {
			start = append(start, &cfg.Assign{Dst: w, Src: cfg.False})
		}
	}
	u.prefix(u.p.Main, start)
}
