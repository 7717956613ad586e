package frontend

import (
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/emit"
	"culprit/frontend/library"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// Attribute cleanup: the function that it names gets the address of the
// variable when control leaves the variable's scope, by whatever way: the last
// variable first, and after the value of a return statement is known. The scope
// begins at the declaration. A jump over the declaration enters it, a jump back
// before it leaves it.

// armed notes that the scope of d begins.
func (f *fn) armed(d *cc.Declarator) {
	if n := len(f.Blocks); n > 0 && f.l.Linked.CleanupOf(d) != "" {
		f.Blocks[n-1].Cleanups = append(f.Blocks[n-1].Cleanups, d)
	}
}

// cleans reports whether leaving the blocks cleans something up.
func (f *fn) cleans() bool {
	return slices.ContainsFunc(f.Blocks, func(b emit.Block) bool { return len(b.Cleanups) > 0 })
}

// cleanUp ends the scopes of variables, the last one first.
func (f *fn) cleanUp(ds []*cc.Declarator) {
	for i := len(ds) - 1; i >= 0 && !f.Dead(); i-- {
		d := ds[i]
		at := f.l.Linked.Sources.Between(d.NameTok(), d.NameTok())
		f.Try(at, func() {
			s := f.locals.vars[d]
			name := f.l.Linked.CleanupOf(d)
			at.Text = name + "(&" + d.Name() + ")"
			pr := f.l.Procs.Named[f.l.Linked.BodyOf(name)]
			switch {
			case f.l.Errs.Funcs[name]:
				f.errorCalled(name, at)
			case pr == nil && f.l.conf.Execute:
				f.Fail(nil, "cleanup of %s by %s, which has no body", d.Name(), name)
			case pr == nil:
				f.l.Notes.Assume(at.Pos, library.NotWritten, name)
			default:
				f.Enter(pr, []emit.Value{{Expr: f.Of(s).Addr, Type: f.l.Types.PointerTo(s.Type)}}, at)
			}
		})
	}
}

// labelled notes what has begun in each open block at a label.
func (f *fn) labelled(lab *label) {
	if !f.EndsSomething() {
		return
	}
	for _, b := range f.Blocks {
		lab.begun = append(lab.begun, scopes{len(b.Cleanups), len(b.Stack)})
	}
}

// backTo ends the scopes in the innermost block that begin after a label.
func (f *fn) backTo(x *cc.LabeledStatement, depth int) {
	if depth == 0 || depth > len(f.Blocks) {
		return
	}
	if lab := f.jumps.labels[x]; lab != nil && lab.lowered {
		var first scopes
		if depth <= len(lab.begun) {
			first = lab.begun[depth-1]
		}
		b := f.Blocks[depth-1]
		f.cleanUp(b.Cleanups[first.cleanups:])
		f.EndStack(b.Stack[first.stack:])
	}
}

// constructors calls what runs before main, with the arguments of main, also
// those that main does not take.
func (f *fn) constructors(m *emit.Proc) {
	var args []emit.Value
	for _, name := range f.l.Linked.Symbols.Before {
		if pr := f.l.Procs.Named[name]; pr != nil {
			for i := len(args); i < len(pr.Stores); i++ {
				args = append(args, f.startArgument(i, m))
			}
			f.startup(pr, args)
		}
	}
}

// startArgument is an argument of constructors.
func (f *fn) startArgument(i int, m *emit.Proc) emit.Value {
	if i < len(m.Stores) && m.Stores[i].Flat != nil && m.Stores[i].Flat.Var != nil {
		return emit.Value{Expr: &cfg.VarRef{V: m.Stores[i].Flat.Var}, Type: m.Stores[i].Type}
	}
	t, kind := f.l.Types.VoidPtr, cfg.Unknown
	if i == 0 {
		t, kind = f.l.Types.Int, cfg.Nondet
	}
	v := f.Temp(t)
	f.Emit(&cfg.Havoc{Dst: v, Kind: kind, Func: "main"}, parse.Span{}, cfg.RoleImplicit)
	if i == 0 {
		f.Emit(&cfg.Assume{Cond: emit.Binary(cfg.SLe, emit.Const(v.Type, 1), &cfg.VarRef{V: v})}, parse.Span{}, cfg.RoleImplicit)
	}
	return emit.Value{Expr: &cfg.VarRef{V: v}, Type: t}
}

// Handlers calls what runs at the end of the program: what atexit was given,
// if the program uses it, then the destructors, and then what those gave atexit. None of
// these may end the program so again (C17 7.22.4.4).
func (f *fn) Handlers(at parse.Span) {
	if !f.l.RunsAfterMain() {
		return
	}
	if f.Asks(safety.Builtin) {
		ending := f.l.Ending()
		f.EndsOnce("exit", at)
		f.Emit(&cfg.Assign{Dst: ending, Src: emit.Const(ending.Type, 1)}, parse.Span{}, cfg.RoleImplicit)
	}
	f.ofPrelude(prelude.RunAtexit)
	for _, name := range f.l.Linked.Symbols.After {
		if pr := f.l.Procs.Named[name]; pr != nil {
			f.startup(pr, nil)
		}
	}
	if len(f.l.Linked.Symbols.After) > 0 {
		f.ofPrelude(prelude.RunAtexit)
	}
}

// AbortHandler calls the handler of SIGABRT, if the program sets handlers.
func (f *fn) AbortHandler() { f.ofPrelude(prelude.RunAbort) }

// ofPrelude calls a procedure of the prelude, if the program has it.
func (f *fn) ofPrelude(name string) {
	if pr := f.l.Procs.Named[name]; pr != nil && !f.Dead() {
		f.Emit(&cfg.Call{Proc: pr.CFG}, parse.Span{}, cfg.RoleImplicit)
		f.called(pr)
	}
}

// startup calls a constructor or destructor.
func (f *fn) startup(pr *emit.Proc, args []emit.Value) {
	if f.Dead() {
		return
	}
	at := parse.Span{Pos: pr.DeclPos.Pos, Text: pr.CFG.Name + "()"}
	f.Try(at, func() { f.Enter(pr, args[:min(len(args), len(pr.Stores))], at) })
}
