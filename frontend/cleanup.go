package frontend

import (
	"culprit/cfg"
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
	if n := len(f.blocks); n > 0 && f.l.u.CleanupOf(d) != "" {
		f.blocks[n-1].cleanups = append(f.blocks[n-1].cleanups, d)
	}
}

// cleans reports whether leaving the blocks from a depth on cleans something
// up.
func (f *fn) cleans(depth int) bool {
	for _, b := range f.blocks[depth:] {
		if len(b.cleanups) > 0 {
			return true
		}
	}
	return false
}

// cleanUp ends the scopes of variables, the last one first.
func (f *fn) cleanUp(ds []*cc.Declarator) {
	for i := len(ds) - 1; i >= 0 && !f.dead(); i-- {
		d := ds[i]
		at := f.l.u.Sources.Between(d.NameTok(), d.NameTok())
		f.try(at, func() {
			s := f.locals.vars[d]
			name := f.l.u.CleanupOf(d)
			at.Text = name + "(&" + d.Name() + ")"
			pr := f.l.procs.named[f.l.u.BodyOf(name)]
			switch {
			case f.l.errs.Funcs[name]:
				f.errorCalled(name, at)
			case pr == nil && f.l.conf.Execute:
				f.fail(nil, "cleanup of %s by %s, which has no body", d.Name(), name)
			case pr == nil:
				f.l.notes.assume(at.Pos, notWritten, name)
			default:
				f.enter(pr, []val{{e: f.of(s).addr, t: f.l.tt.PointerTo(s.t)}}, at)
			}
		})
	}
}

// scopes says how many variables with cleanup and how many stack blocks have
// begun in a block.
type scopes struct{ cleanups, stack int }

// labelled notes what has begun in each open block at a label.
func (f *fn) labelled(lab *label) {
	if !f.endsSomething() {
		return
	}
	for _, b := range f.blocks {
		lab.begun = append(lab.begun, scopes{len(b.cleanups), len(b.stack)})
	}
}

// backTo ends the scopes in the innermost block that begin after a label.
func (f *fn) backTo(x *cc.LabeledStatement, depth int) {
	if depth == 0 || depth > len(f.blocks) {
		return
	}
	if lab := f.jumps.labels[x]; lab != nil && lab.lowered {
		var first scopes
		if depth <= len(lab.begun) {
			first = lab.begun[depth-1]
		}
		b := f.blocks[depth-1]
		f.cleanUp(b.cleanups[first.cleanups:])
		f.endStack(b.stack[first.stack:])
	}
}

// runsAfterMain reports whether something runs when the program ends.
func (l *lowerer) runsAfterMain() bool {
	return l.procs.named[prelude.RunAtexit] != nil || len(l.u.Symbols.After) > 0
}

// constructors calls what runs before main, with the arguments of main, also
// those that main does not take.
func (f *fn) constructors(m *proc) {
	var args []val
	for _, name := range f.l.u.Symbols.Before {
		if pr := f.l.procs.named[name]; pr != nil {
			for i := len(args); i < len(pr.pstores); i++ {
				args = append(args, f.startArgument(i, m))
			}
			f.startup(pr, args)
		}
	}
}

// startArgument is an argument of constructors.
func (f *fn) startArgument(i int, m *proc) val {
	if i < len(m.pstores) && m.pstores[i].flat != nil && m.pstores[i].flat.v != nil {
		return val{e: &cfg.VarRef{V: m.pstores[i].flat.v}, t: m.pstores[i].t}
	}
	t, kind := f.l.tt.VoidPtr, cfg.Unknown
	if i == 0 {
		t, kind = f.l.tt.Int, cfg.Nondet
	}
	v := f.temp(t)
	f.emit(&cfg.Havoc{Dst: v, Kind: kind, Func: "main"}, parse.Span{}, cfg.RoleImplicit)
	if i == 0 {
		f.emit(&cfg.Assume{Cond: binary(cfg.SLe, konst(v.Type, 1), &cfg.VarRef{V: v})}, parse.Span{}, cfg.RoleImplicit)
	}
	return val{e: &cfg.VarRef{V: v}, t: t}
}

// handlers calls what runs at the end of the program: what atexit was given,
// if the program uses it, then the destructors, and then what those gave atexit.
func (f *fn) handlers() {
	atexit := func() {
		if pr := f.l.procs.named[prelude.RunAtexit]; pr != nil && !f.dead() {
			f.emit(&cfg.Call{Proc: pr.p}, parse.Span{}, cfg.RoleImplicit)
			f.called(pr)
		}
	}
	atexit()
	for _, name := range f.l.u.Symbols.After {
		if pr := f.l.procs.named[name]; pr != nil {
			f.startup(pr, nil)
		}
	}
	if len(f.l.u.Symbols.After) > 0 {
		atexit()
	}
}

// startup calls a constructor or destructor.
func (f *fn) startup(pr *proc, args []val) {
	if f.dead() {
		return
	}
	at := parse.Span{Pos: pr.declPos.Pos, Text: pr.p.Name + "()"}
	f.try(at, func() { f.enter(pr, args[:min(len(args), len(pr.pstores))], at) })
}
