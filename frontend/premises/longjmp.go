package premises

import (
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/frontend/emit"
	"culprit/internal/graph"

	"culprit/frontend/syntax"
)

// OfLocals notes the variables of functions that call setjmp, other than
// volatile ones, that may be changed before a jump arrives there and are read then:
// C does not say what they are.
func (l Premised) OfLocals(setjmps []*emit.Site) {
	for _, s := range setjmps {
		if s.Again == nil {
			continue
		}
		begin, again := l.Locations.Find(s.Begin), l.Locations.Find(s.Again)
		after := reachable(l.Locations.Find(s.First), begin, nil)
		for _, v := range locals(s.Proc) {
			changed := false
			for x := range after {
				for _, e := range x.Out {
					changed = changed || v.changedBy(e) && reachable(e.To, begin, nil)[again]
				}
			}
			if !changed {
				continue
			}
			for x := range reachable(again, nil, v.setBy) {
				if slices.ContainsFunc(x.Out, v.readBy) {
					l.Notes.Assume(s.Proc.DeclPos.Pos, "assumes that %s, which is not volatile, keeps its value when longjmp returns to setjmp", v.name)
					break
				}
			}
		}
	}
}

// reachable are the locations of its procedure that control reaches from a location,
// not beyond another one or the statements that stop it.
func reachable(from, end *cfg.Loc, stops func(*cfg.Edge) bool) map[*cfg.Loc]bool {
	return graph.Closure(func(x *cfg.Loc, add func(*cfg.Loc)) {
		if x == end {
			return
		}
		for _, e := range x.Out {
			if _, ret := e.Stmt.(*cfg.Return); !ret && (stops == nil || !stops(e)) {
				add(e.To)
			}
		}
	}, from)
}

// local is a variable of a procedure, or an object.
type local struct {
	name string
	v    *cfg.Var
	o    *cfg.Object
}

// locals are the variables that a function declares, without volatile ones.
func locals(pr *emit.Proc) (out []local) {
	for d, s := range pr.Vars {
		switch {
		case syntax.IsVolatile(d) || d.IsStatic() || d.IsExtern():
		case s.Flat != nil:
			s.Flat.Each(func(x *emit.Flat) { out = append(out, local{name: x.Var.Name, v: x.Var}) })
		case s.Obj != nil:
			out = append(out, local{name: s.Obj.Name, o: s.Obj})
		}
	}
	slices.SortFunc(out, func(a, b local) int { return strings.Compare(a.name, b.name) })
	return out
}

// changedBy reports whether a statement changes the variable by its name.
func (x local) changedBy(e *cfg.Edge) bool {
	if x.v != nil {
		return cfg.Defined(e.Stmt) == x.v
	}
	_, addr, _ := cfg.Written(e.Stmt)
	if addr == nil {
		return false
	}
	a, ok := cfg.Base(addr).(*cfg.AddrOf)
	return ok && a.Obj == x.o
}

// setBy reports whether a statement sets all of the variable.
func (x local) setBy(e *cfg.Edge) bool { return x.v != nil && cfg.Defined(e.Stmt) == x.v }

// readBy reports whether a statement reads the variable.
func (x local) readBy(e *cfg.Edge) (found bool) {
	for y := range cfg.StmtParts(e.Stmt) {
		switch y := y.(type) {
		case *cfg.VarRef:
			found = found || y.V == x.v
		case *cfg.Load:
			a, ok := cfg.Base(y.Addr).(*cfg.AddrOf)
			found = found || ok && a.Obj == x.o
		}
	}
	return found
}
