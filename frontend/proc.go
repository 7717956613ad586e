package frontend

import (
	"fmt"
	"slices"

	"culprit/cfg"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// declare creates the procedure of a reachable function.
func (l *lowerer) declare(f *link.Function) {
	l.Procs.Named[f.Name] = l.newProc(f, prelude.UserName(f.Name), l.Types.OfDecl(f.Def.Declarator))
}

// newProc creates a procedure called name for a function; t is the type of the
// function, and may have more parameters than it declares.
func (l *lowerer) newProc(f *link.Function, name string, t *ctypes.Type) *emit.Proc {
	d := f.Def.Declarator
	pr := &emit.Proc{Func: f, Type: t, Cyclic: l.Reach.Cyclic[f.Name]}
	defer func() {
		if p := recover(); p != nil {
			u, ok := p.(emit.Unsupported)
			if !ok {
				panic(p)
			}
			pr.Unsupported = u.What
		}
	}()
	pr.DeclPos = l.Linked.Sources.Between(d.NameTok(), d.NameTok())
	pr.CFG = l.CFG.NewProc(name, pr.DeclPos.Pos)
	pr.CFG.Exit = l.CFG.NewLoc(pr.CFG, cfg.Pos{})
	l.Procs.Order = append(l.Procs.Order, pr)
	l.Names.Scope(pr.CFG)
	l.declareParams(pr)
	if slices.ContainsFunc(t.Params, l.Types.Dynamic) {
		pr.Unsupported = "parameter of variable size"
	}
	for i, pt := range t.Params {
		var pd *cc.Declarator
		if i < len(pr.Params) {
			pd = pr.Params[i]
		}
		pr.Stores = append(pr.Stores, l.param(pr, pd, pt))
	}
	for i := range pr.Stores {
		for j := range i {
			l.restrict(pr, i, j)
		}
	}
	if t.Variadic && readsVarargs(f) {
		pr.VarArgs = l.NewVar(pr.CFG, "#va", l.Types.VoidPtr, cfg.Pos{})
		pr.VarArgs.Temp = true
		pr.CFG.Params = append(pr.CFG.Params, pr.VarArgs)
	}
	pr.CFG.Locals = nil
	switch {
	case t.Result.Scalar():
		l.result(pr, t.Result)
	case t.Result.Kind == ctypes.Void && l.conf.Execute && f.Name == l.conf.Main:
		l.result(pr, l.Types.Int) // the exit status
	case t.Result.Aggregate() && !l.Types.Dynamic(t.Result):
		pr.Result = l.Hidden(name+"::result", t.Result)
	case t.Result.Kind != ctypes.Void:
		pr.Unsupported = "result of type " + t.Result.Name
	}
	return pr
}

// declareParams finds the declarators of a function's parameters.
func (l *lowerer) declareParams(pr *emit.Proc) {
	d := pr.Func.Def.Declarator
	ft, ok := d.Type().(*cc.FunctionType)
	if !ok {
		return
	}
	own := syntax.Prototype(d)
	for i, p := range ft.Parameters() {
		if i >= len(pr.Type.Params) {
			break
		}
		pd := p.Declarator
		if len(own) == len(pr.Type.Params) { // the type may be that of another definition
			pd = own[i]
		}
		pr.Params = append(pr.Params, pd)
		if pr.Func.Name == l.conf.Main && !l.conf.Execute && l.Types.Of(p.Type()).Kind == ctypes.Pointer {
			l.Linked.Watched[pd] = true
		}
	}
}

// result creates the variable of a procedure's result.
func (l *lowerer) result(pr *emit.Proc, t *ctypes.Type) {
	v := l.CFG.NewVar(pr.CFG, "\\result", l.Types.Value(t))
	pr.CFG.Locals = pr.CFG.Locals[:len(pr.CFG.Locals)-1]
	v.CType, v.Signed = l.Types.Described(t), t.Signed
	pr.CFG.Ret = v
}

// param creates the variables of one parameter and appends them to Params.
func (l *lowerer) param(pr *emit.Proc, d *cc.Declarator, t *ctypes.Type) *emit.Storage {
	s := &emit.Storage{Type: t}
	name, pos := "", cfg.Pos{}
	taken := false
	if d != nil {
		name = d.Name()
		pos = l.Linked.Sources.Between(d.NameTok(), d.NameTok()).Pos
		taken = l.Linked.Taken[l.Linked.VarKey(d)]
	}
	if name == "" {
		name = fmt.Sprintf("#%d", len(pr.CFG.Params)+1)
	}
	switch {
	case t.Scalar(), t.Aggregate() && !taken && l.Types.Leaves(t) > 0:
		s.Flat = l.NewFlat(pr.CFG, name, t, pos)
		s.Flat.Each(func(f *emit.Flat) { pr.CFG.Params = append(pr.CFG.Params, f.Var) })
		if taken {
			s.Flat.Var.Name = l.Names.Unique(pr.CFG, name+"#in")
			s.Flat.Var.Temp = true
		}
	default: // a structure in memory, passed by address
		v := l.NewVar(pr.CFG, name+"#in", l.Types.VoidPtr, pos)
		v.Temp = true
		pr.CFG.Params = append(pr.CFG.Params, v)
		s.Flat = &emit.Flat{Type: l.Types.PointerTo(t), Var: v}
	}
	return s
}

// restrict notes two parameters of which one is restrict.
func (l *lowerer) restrict(pr *emit.Proc, i, j int) {
	is := func(i int) bool {
		if i >= len(pr.Params) || pr.Params[i] == nil || pr.Stores[i].Type.Kind != ctypes.Pointer || l.Types.ElemOf(pr.Stores[i].Type).Kind == ctypes.Func {
			return false
		}
		found := false
		syntax.Each(pr.Params[i].Pointer, func(n cc.Node) {
			q, ok := n.(*cc.TypeQualifier)
			found = found || ok && q.Case == cc.TypeQualifierRestrict
		})
		return found
	}
	if a, b := pr.Stores[j], pr.Stores[i]; !l.conf.Execute && !prelude.Is(pr.Func.Name) && a.Type.Kind == ctypes.Pointer && b.Type.Kind == ctypes.Pointer && (is(i) || is(j)) {
		l.Typing.Restricted = append(l.Typing.Restricted, emit.Restricted{Proc: pr.CFG, A: a.Flat.Var, B: b.Flat.Var, Pos: pr.DeclPos.Pos})
	}
}

// readsVarargs reports whether a body looks at its variable arguments.
func readsVarargs(f *link.Function) bool {
	return slices.ContainsFunc(f.Calls, func(c string) bool { return prelude.LibName(c) == "va_start" })
}
