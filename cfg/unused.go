package cfg

import "slices"

// SkipEntries moves the entries of procedures over empty statements at their
// beginning, unless control can come back to where these lead.
func (p *Program) SkipEntries() {
	out, in := map[*Loc][]*Edge{}, map[*Loc]int{}
	for _, e := range p.Edges {
		out[e.From] = append(out[e.From], e)
		in[e.To]++
	}
	for _, f := range p.Procs {
		for len(out[f.Entry]) == 1 {
			e := out[f.Entry][0]
			if _, ok := e.Stmt.(*Skip); !ok || e.Role != RoleImplicit || in[e.To] != 1 || e.To == f.Exit || e.To.Kind != Plain {
				break
			}
			f.Entry = e.To
			in[e.To] = 0
		}
	}
}

// DropUnused removes variables and objects that nothing refers to.
func (p *Program) DropUnused() {
	vars, objs := map[*Var]bool{}, map[*Object]bool{}
	expr := func(x Expr) {
		for y := range Parts(x) {
			switch y := y.(type) {
			case *VarRef:
				vars[y.V] = true
			case *AddrOf:
				objs[y.Obj] = true
			}
		}
	}
	for _, e := range p.Edges {
		Exprs(e.Stmt, expr)
		switch s := e.Stmt.(type) {
		case *Assign:
			vars[s.Dst] = true
		case *Havoc:
			vars[s.Dst] = true
		case *Alloc:
			vars[s.Dst] = true
		case *Lib:
			if s.Dst != nil {
				vars[s.Dst] = true
			}
		}
	}
	for _, f := range p.Procs {
		for _, v := range f.Params {
			vars[v] = true
		}
		if f.Ret != nil {
			vars[f.Ret] = true
		}
		f.Locals = slices.DeleteFunc(f.Locals, func(v *Var) bool { return !vars[v] })
	}
	p.Vars = slices.DeleteFunc(p.Vars, func(v *Var) bool { return !vars[v] })
	for i, v := range p.Vars {
		v.ID = i
	}
	p.Objects = slices.DeleteFunc(p.Objects, func(o *Object) bool { return !objs[o] })
	for i, o := range p.Objects {
		o.ID = i
	}
}
