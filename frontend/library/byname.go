package library

import (
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// ByName calls a function that the program does not define, by what is known of
// its name; d declares it.
func (f *Caller) ByName(c *Call, d *cc.Declarator) Result {
	if c.At.Pos.IsValid() {
		c.At.Call = &cfg.CallSite{Func: c.Name}
		c.Use.At.Call = c.At.Call
	}
	if b := compositeBuiltin(c.Name); b != nil {
		return b(f, c)
	}
	lf := prelude.Func(c.Name)
	f.implied(c, lf)
	uses := f.streamed(c, lf)
	r := f.modelled(c, d)
	if lf != nil && f.Asks(safety.Bounds) && f.ofLibrary(c) {
		for i, p := range lf.Params {
			if p.Type == 'p' && p.Access == clib.Write && p.Factor == nil && p.Fixed == 0 && i < len(c.Args) {
				f.body.Ends(c.Args[i], c)
			}
		}
	}
	if lf != nil && !f.l.conf.Execute && !f.Dead() && f.ofLibrary(c) {
		f.kept(c, lf)
	}
	if uses != nil {
		r = uses.after(f, c, r)
	}
	return r
}

// modelled calls a function by the first model that there is.
func (f *Caller) modelled(c *Call, d *cc.Declarator) Result {
	name := c.Name
	if lf, drop := prelude.Executed(name); lf != nil {
		if f.l.conf.Execute {
			return f.libCall(c, lf, drop)
		}
		f.hiddenState(c, lf)
		f.dropArguments(c, drop)
	}
	if lib := prelude.LibName(name); f.l.Procs.Named[prelude.Prefix+lib] != nil {
		fn := clib.Lookup(lib)
		switch {
		case fn != nil && fn.Negates && f.l.conf.Checks&safety.Overflow != 0:
			return f.magnitude(c)
		case fn != nil && fn.Divides && !f.l.conf.Execute:
			return f.divided(c, f.l.Procs.Named[prelude.Prefix+lib])
		}
		if fn != nil && fn.UTC && !f.Dead() {
			f.l.Notes.AssumeOnce(c.At.Pos, "assumes that the time zone has no leap seconds")
		}
		if fn != nil && fn.Reorders && !f.l.conf.Execute && !f.Dead() {
			if !isParam(f.Arg(c, 1)) {
				return f.incomplete(c)
			}
			f.l.Notes.AssumeOnce(c.At.Pos, "assumes that the program gets its options before its other arguments, which %s would put behind them", c.Name)
		}
		r := f.promised(c, f.body.Direct(c, f.l.Procs.Named[prelude.Prefix+lib]))
		f.compared(c)
		return r
	} else if r, ok := f.extendedCall(c); ok {
		return f.promised(c, r)
	} else if b := lowering(lib); b != nil {
		return f.promised(c, b(f, c))
	}
	if b := atomicCall(name); b != nil {
		return b(f, c)
	}
	if d != nil && f.l.Linked.Absent(d) {
		return f.body.Indirect(c)
	}
	return f.unknown(c)
}

// isParam reports whether an expression is a parameter, such as argv: a program that
// makes a list of its own knows the order in it.
func isParam(n cc.ExpressionNode) bool {
	id := syntax.Ident(n)
	if id == nil {
		return false
	}
	d, ok := id.ResolvedTo().(*cc.Declarator)
	return ok && d.IsParam()
}

// hiddenState leaves a trace of calls after which inputs are not free any more:
// those that set the state of random numbers, that put back what is read, that
// open a stream for writing, which may be read afterwards, that move in a file, and that
// print what may be flushed afterwards (package verifier, admit.go).
func (f *Caller) hiddenState(c *Call, lf *clib.Func) {
	switch {
	case c.At.Call == nil:
	case lf.Flushes():
		c.At.Call.Stream = f.namedStream(c, lf)
	case (lf.Prints != clib.NoOutput || lf.Buffers()) && f.l.callsSome((*clib.Func).Flushes):
		c.At.Call.Stream = f.namedStream(c, lf)
		f.Emit(&cfg.Skip{}, parse.Span{Pos: c.At.Pos, Call: c.At.Call}, cfg.RoleImplicit)
	case lf.Seeks && len(c.Args) == lf.Arity():
		v := f.TypeVal(c.Args[2])
		c.At.Call.FromEnd = v.Expr == nil || !emit.IsConst(v.Expr, 0) && !emit.IsConst(v.Expr, 1)
	case lf.Seeds(), lf.PutsBack:
		f.Emit(&cfg.Skip{}, parse.Span{Pos: c.At.Pos, Call: c.At.Call}, cfg.RoleImplicit)
	case lf.Result == 'F':
		mode := "" // the second argument of all that have one
		if len(c.Args) > 1 {
			mode, _ = syntax.LiteralText(c.Args[1])
		}
		c.At.Call.Writes = !strings.HasPrefix(mode, "r") || strings.Contains(mode, "+")
	}
}

// dropArguments evaluates the arguments that _FORTIFY_SOURCE adds, for their
// effects only.
func (f *Caller) dropArguments(c *Call, drop []int) {
	for _, i := range slices.Backward(drop) {
		if i < len(c.Args) {
			f.body.Effect(c.Args[i])
			c.Args = slices.Delete(slices.Clone(c.Args), i, i+1)
		}
	}
}

// magnitude lowers a call of abs.
func (f *Caller) magnitude(c *Call) Result {
	x := f.Save(emit.Value{Expr: f.Conv(f.Lower(f.Arg(c, 0)), c.Ret), Type: c.Ret}).Expr
	negative := emit.Binary(cfg.SLt, x, emit.Const(x.Type(), 0))
	a := emit.Arith{}
	if c.At.Pos.IsValid() {
		a.Site = &cfg.Site{Pos: c.At.Pos, Text: c.At.Text, CType: f.l.Types.Described(c.Ret)}
	}
	return Give(emit.Value{Expr: emit.Ite(negative, a.Neg(x), x), Type: c.Ret})
}

// divided lowers a call of div: it divides where the program calls it, so that
// what may go wrong does so there.
func (f *Caller) divided(c *Call, pr *emit.Proc) Result {
	f.Arg(c, 1)
	vs := f.Saved(c)
	if !f.Dead() && c.At.Pos.IsValid() {
		t := pr.Type.Params[0]
		a := emit.Arith{Site: &cfg.Site{Pos: c.At.Pos, Text: c.At.Text, CType: f.l.Types.Described(t)}}
		q := a.Binary(cfg.SDiv, f.Conv(vs[0], t), f.Conv(vs[1], t))
		f.Emit(&cfg.Assign{Dst: f.Temp(t), Src: q}, c.At, cfg.RoleImplicit)
	}
	f.body.Enter(pr, vs, c.At)
	return f.Returned(c, pr)
}

// compared ends the path behind a call of the library whose callback for comparisons
// changes something or may end the program: how often it is called, and with which
// elements, C leaves open. What is checked in it is checked for the calls of glibc.
func (f *Caller) compared(c *Call) {
	lf := prelude.Func(c.Name)
	if lf == nil || lf.Compares < 0 || lf.Compares >= len(c.Args) || f.l.conf.Execute || f.Dead() {
		return
	}
	name := ""
	if id := syntax.Ident(syntax.Unparen(c.Args[lf.Compares])); id != nil && f.l.Linked.Funcs[f.l.Linked.BodyOf(id.Token.SrcStr())] != nil {
		name = id.Token.SrcStr()
	}
	switch e := f.l.Effects.OfCall(name); {
	case e.WritesMemory || e.Anything || len(e.Writes) > 0:
		f.Unsupported("call of "+c.Name+", whose comparisons change memory as often as it makes them,", c.At)
	case e.Ends:
		f.Unsupported("call of "+c.Name+", whose comparisons may end the program,", c.At)
	case f.l.conf.Checks != 0 && c.At.Pos.IsValid():
		f.l.Notes.Assume(c.At.Pos, "%s is assumed to compare the elements that glibc's compares", c.Name)
	}
}

// Returned reads the result of a procedure.
func (f *Caller) Returned(c *Call, pr *emit.Proc) Result {
	switch {
	case pr.CFG.Ret != nil && pr.Type.Result.Scalar():
		r := emit.Value{Expr: &cfg.VarRef{V: pr.CFG.Ret}, Type: pr.Type.Result}
		if r.Type.Kind == ctypes.Pointer && c.Ret != nil && c.Ret.Kind == ctypes.Pointer && prelude.Is(pr.Func.Name) {
			r.Type = c.Ret // the structures of the text have members of their own
		}
		switch {
		case c.Use.Dst != nil:
			return Result{Value: r}
		case c.Use.Used && !f.Dead():
			v := f.Temp(r.Type)
			f.Emit(&cfg.Assign{Dst: v, Src: r.Expr}, c.At, cfg.RoleUser)
			return Result{Value: emit.Value{Expr: &cfg.VarRef{V: v}, Type: r.Type}}
		}
		return Result{Value: r}
	case pr.Result != nil:
		return Result{Value: f.Load(f.Of(pr.Result))}
	}
	return Result{Value: f.Void()}
}
