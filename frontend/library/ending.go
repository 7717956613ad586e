package library

import (
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

func assumeCall(f *Caller, c *Call) Result {
	n := f.Arg(c, 0)
	s := c.At
	e := f.body.Cond(n)
	if e == cfg.Expr(cfg.False) && f.l.conf.Checks&safety.Memtrack != 0 {
		f.Halt(s) // what is lost by now is lost without end
		return f.NoValue(c)
	}
	f.Assume(e, s, cfg.RoleUser)
	return f.NoValue(c)
}

// assertCall lowers assert(e).
func assertCall(f *Caller, c *Call) Result {
	n := f.Arg(c, 0)
	at := c.At
	text := f.l.Linked.Sources.Node(n).Text
	own := c.Name == "__culprit_assert"
	if own {
		// The macro passes the condition's text as second argument.
		if s, ok := syntax.Unparen(f.Arg(c, 1)).(*cc.PrimaryExpression); ok {
			if v, ok := s.Value().(cc.StringValue); ok {
				text = strings.TrimRight(string(v), "\x00")
			}
		}
		if x, ok := syntax.Unparen(n).(*cc.ConditionalExpression); ok {
			n = x.LogicalOrExpression
		}
	}
	at.Text = text
	yes, no := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
	if f.l.Linked.Pure(n) || own {
		f.Fork(f.body.Cond(n), yes, no, at)
	} else {
		f.body.Branch(n, yes, no)
	}
	f.Start(no)
	f.violated(cfg.Reason{Kind: cfg.Assertion, Text: text}, c.At, strings.Contains(c.Name, "_assert") && !own)
	f.Start(yes)
	return f.NoValue(c)
}

// violated ends a path on which an assertion fails: an error, unless the
// program has error functions and this is merely assert.
func (f *Caller) violated(why cfg.Reason, at parse.Span, always bool) {
	if f.l.conf.Checks.Assertions() && (always || !f.l.Errs.Called) {
		f.End(cfg.Error, why, at)
		return
	}
	f.body.AbortHandler()
	if !f.l.conf.Execute && f.l.conf.Checks.Assertions() && at.Pos.IsValid() {
		f.l.Notes.AssumeOnce(at.Pos, "a failing assert is not taken for an error, since the program calls error functions")
	}
	f.Trapped(at)
}

func assertFail(f *Caller, c *Call) Result {
	why := cfg.Reason{Kind: cfg.FailedAssert}
	for _, a := range c.Args {
		if s, ok := syntax.Unparen(a).(*cc.PrimaryExpression); ok && s.Case == cc.PrimaryExpressionString {
			if v, ok := s.Value().(cc.StringValue); ok {
				why.Text = strings.TrimRight(string(v), "\x00")
				break
			}
		}
	}
	f.violated(why, c.At, false)
	return f.NoValue(c)
}

// errorCall serves error functions that the configuration does not name.
func errorCall(f *Caller, c *Call) Result {
	f.Effects(c.Args)
	f.Exit(c.At)
	return f.NoValue(c)
}

// Exit ends the run of the program: with its blocks, where that is asked for.
func (f *Caller) Exit(at parse.Span) {
	f.LeftOpen(at)
	if l := f.Halt(at); l != nil && f.l.conf.Checks != 0 {
		l.Reason.Kind = cfg.ExitCall
	}
}

// haltCall lowers what ends the program. In an execution the exit status becomes the
// result of main.
func haltCall(f *Caller, c *Call) Result {
	model := prelude.ModelOf(c.Name)
	exits := model == clib.Exit || model == clib.Leave
	switch {
	case !f.l.conf.Execute:
		f.consumed(c)
	case exits:
		f.ends(f.Conv(f.Lower(f.Arg(c, 0)), f.l.Types.Int), c.At)
	default:
		f.Effects(c.Args)
	}
	switch model {
	case clib.Exit:
		f.body.Handlers(c.At)
	case clib.Leave:
		f.leaves(c)
	case clib.Abort:
		f.body.AbortHandler()
	}
	if exits {
		f.Exit(c.At)
	} else {
		f.Trapped(c.At)
	}
	return f.NoValue(c)
}

// leaves asks about a function that ends the program without what runs at exit: _exit
// may be called there, quick_exit not (C17 7.22.4.7).
func (f *Caller) leaves(c *Call) {
	if prelude.Func(c.Name).Once && f.l.RunsAfterMain() {
		f.EndsOnce(c.Name, c.At)
	}
}

// EndsOnce asks whether a function that ends the program is called by what runs then.
func (f *Caller) EndsOnce(name string, at parse.Span) {
	if f.Asks(safety.Builtin) {
		ending := f.l.Ending()
		f.Forbidden(safety.Builtin, emit.IsNot(&cfg.VarRef{V: ending}, 0), emit.Forbidden(name+" is called by what runs at exit"), at)
	}
}

// errCall lowers err and its kin: they print and exit, error only if its status is not 0.
func errCall(f *Caller, c *Call) Result {
	c.Use = Use{}
	if lf := prelude.Func(c.Name); !lf.NoReturn {
		if !f.l.Linked.Pure(f.Arg(c, 0)) || slices.Contains(f.l.Reach.Globals, "error_print_progname") {
			f.Fail(c.X, "call of %s", c.Name)
		}
		status := f.Truth(f.Save(f.Lower(c.Args[0])))
		printCall(f, c)
		stops, goesOn := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
		f.Fork(status, stops, goesOn, parse.Span{Pos: c.At.Pos})
		f.Start(stops)
		defer f.Start(goesOn)
	} else {
		printCall(f, c)
	}
	if !f.Dead() {
		f.body.Handlers(c.At)
		f.Exit(c.At)
	}
	return f.NoValue(c)
}

// unreachableCall lowers __builtin_unreachable: C does not define what follows.
func unreachableCall(f *Caller, c *Call) Result {
	if f.Asks(safety.Unreachable) {
		f.Forbidden(safety.Unreachable, cfg.True, emit.Forbidden(c.Name+" is reached"), c.At)
		return f.NoValue(c)
	}
	if f.l.conf.Execute {
		return haltCall(f, c)
	}
	f.Effects(c.Args)
	f.Halt(c.At)
	return f.NoValue(c)
}

// Trapped ends the program as abort does.
func (f *Caller) Trapped(at parse.Span) {
	if f.l.conf.Execute {
		f.ends(emit.Const(f.l.Types.Value(f.l.Types.Int), cfg.Aborted), at)
	}
	f.Exit(at)
}

// ends sets the exit status of an execution.
func (f *Caller) ends(status cfg.Expr, at parse.Span) {
	if ret := f.l.Procs.Named[f.l.conf.Main].CFG.Ret; ret != nil && ret.Type == f.l.Types.Value(f.l.Types.Int) {
		f.Emit(&cfg.Assign{Dst: ret, Src: status}, at, cfg.RoleImplicit)
	}
}
