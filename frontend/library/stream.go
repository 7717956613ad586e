package library

import (
	"slices"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// The indicators of streams. Where a program asks feof or ferror, the set of the
// states that its stream may be in is kept for the stream that was read last: a
// read that fails sets one of the two indicators, and one that succeeds found
// neither the end of the file before it nor, unless it reads ahead, after it. Of
// other streams nothing is known, and no error rests on what is said of them.

// The states of a stream are numbered by the indicators that are set; a set of them
// is a mask.
const (
	fresh  = 1 << 0      // of a stream that was opened
	atEnd  = 1<<1 | 1<<3 // the end of the file was met
	failed = 1<<2 | 1<<3 // there was an error
	all    = 1<<4 - 1
)

// indicators are the variables that hold the set for one stream.
type indicators struct{ stream, states *cfg.Var }

// indicators is nil in programs that do not ask for them, or that may read through
// a pointer to a function of the library.
func (l *Models) indicators() *indicators {
	asks := func(fn *clib.Func) bool {
		return fn.Indicator == clib.TellsEnd || fn.Indicator == clib.TellsError
	}
	uses := func(fn *clib.Func) bool { return fn.Touches() != clib.NoIndicator }
	if l.conf.Execute || !slices.ContainsFunc(l.reached().called, asks) || slices.ContainsFunc(l.reached().addressed, uses) {
		return nil
	}
	return &indicators{l.kept("stream", l.Types.VoidPtr), l.kept("indicators", l.Types.UChar)}
}

// streamCall is a call that looks at the indicators of a stream or sets them.
type streamCall struct {
	*indicators
	kind   clib.Indicator
	stream cfg.Expr // nil if it is not known
	asked  cfg.Expr // how much a call that reads a block or a line is asked for, or nil
	less   bool     // whether it fails where its result is less
}

// streamed finds the stream that a call of the library uses, before it; nil if it
// uses none.
func (f *Caller) streamed(c *Call, lf *clib.Func) *streamCall {
	if f.Dead() || !f.ofLibrary(c) || lf == nil && builtins[prelude.LibName(c.Name)] != nil { // of the compiler, or an assertion
		return nil
	}
	s := &streamCall{kind: clib.AnyIndicator}
	if lf != nil && lf.Modelled() && len(c.Args) >= lf.Arity() {
		s.kind = lf.Touches()
	}
	if s.kind == clib.NoIndicator {
		return nil
	}
	if s.indicators = f.l.indicators(); s.indicators == nil {
		return nil
	}
	if lf == nil || len(c.Args) < lf.Arity() || s.kind == clib.Opens {
		c.Use = Use{Used: true, At: c.Use.At}
		return s
	}
	s.stream = f.streamOf(c, lf)
	if s.stream == nil && lf.Stream() < 0 {
		return nil // one that the program does not name
	}
	if i := lf.Buffer(); i >= 0 && s.kind >= clib.Reads && len(lf.Params[i].Factor) > 0 {
		s.asked = f.SizeConst(1)
		s.less = len(lf.Params[i].Factor) > 1
		for _, j := range slices.Backward(lf.Params[i].Factor) { // the first one counts elements
			if !f.l.Linked.Pure(c.Args[j]) {
				s.kind = clib.AnyIndicator
				break
			}
			n := f.Let(f.sizeArg(c, j))
			s.asked = f.Let(emit.Ite(emit.Binary(cfg.Eq, s.asked, f.SizeConst(0)), s.asked, n))
		}
	}
	if c.Ret.Kind != ctypes.Void { // its result, before it is converted
		c.Use = Use{Used: true, At: c.Use.At}
	}
	return s
}

// streamOf is the stream that a call uses, nil if it is not known.
func (f *Caller) streamOf(c *Call, lf *clib.Func) cfg.Expr {
	p := f.l.Types.VoidPtr
	if at := lf.Stream(); at >= 0 {
		if !f.l.Linked.Pure(c.Args[at]) {
			return nil
		}
		return f.Save(emit.Value{Expr: f.Conv(f.Lower(c.Args[at]), p), Type: p}).Expr
	}
	g := f.l.Linked.Globals[lf.Implied()]
	if g == nil || g.Defined || f.l.Statics.Vars[f.l.Linked.VarKey(g.Decls[0])] == nil {
		return nil
	}
	return f.Save(emit.Value{Expr: f.Conv(f.Load(f.Of(f.l.Statics.Vars[f.l.Linked.VarKey(g.Decls[0])])), p), Type: p}).Expr
}

// after is the result r of a call, with what it says of its stream.
func (s *streamCall) after(f *Caller, c *Call, r Result) Result {
	if f.Dead() {
		return r
	}
	at, states := cfg.Expr(&cfg.VarRef{V: s.indicators.stream}), cfg.Expr(&cfg.VarRef{V: s.states})
	set := func(v *cfg.Var, e cfg.Expr) {
		f.Emit(&cfg.Assign{Dst: v, Src: e}, parse.Span{Pos: c.At.Pos}, cfg.RoleImplicit)
	}
	null, first := emit.Const(at.Type(), 0), emit.Const(s.states.Type, fresh)
	if s.kind == clib.Opens {
		if r.Expr != nil {
			opened := f.Let(emit.Binary(cfg.Ne, r.Expr, null))
			set(s.states, emit.Ite(opened, first, states))
			set(s.indicators.stream, emit.Ite(opened, f.Conv(r.Value, f.l.Types.VoidPtr), at))
		}
		return r
	}
	if s.stream == nil { // any stream: nothing is known of the last one, and no error rests on it
		set(s.indicators.stream, f.SizeConst(1))
		return r
	}
	none, here := f.Let(emit.Binary(cfg.Eq, at, null)), f.Let(emit.Binary(cfg.Eq, at, s.stream))
	if s.kind == clib.Writes { // which may fail
		was := f.Let(emit.Ite(none, first, states))
		set(s.states, emit.Ite(emit.Binary(cfg.LOr, none, here), emit.Binary(cfg.Or, was, inError(was)), was))
		set(s.indicators.stream, emit.Ite(none, s.stream, at))
		return r
	}
	if (s.kind == clib.TellsEnd || s.kind == clib.TellsError) && r.Expr != nil { // no input, of another stream
		r.Expr = f.Let(emit.Ite(emit.Binary(cfg.LOr, none, here), f.Conv(r.Value, r.Type), f.havocIn(c, r.Type, 0, 1, cfg.Unknown).Expr))
	}
	was := f.Let(emit.Ite(none, first, emit.Ite(here, states, f.anyStates(c))))
	set(s.indicators.stream, s.stream)
	now := f.Let(s.outcome(f, c, was, r))
	f.Assume(emit.IsNot(now, 0), parse.Span{}, cfg.RoleImplicit)
	set(s.states, now)
	return r
}

// anyStates is an unknown set of states that is not empty.
func (f *Caller) anyStates(c *Call) cfg.Expr {
	return f.havocIn(c, f.l.Types.UChar, 1, all, cfg.Unknown).Expr
}

// some is the part of a set of states.
func some(states cfg.Expr, part uint64) cfg.Expr {
	return emit.Binary(cfg.And, states, emit.Const(states.Type(), part))
}

// inError are the states of a set after an error.
func inError(states cfg.Expr) cfg.Expr {
	return emit.Binary(cfg.Shl, some(states, all&^failed), emit.Const(states.Type(), 2))
}

// metEnd are the states of a set at the end of the file.
func metEnd(states cfg.Expr) cfg.Expr {
	return emit.Binary(cfg.Shl, some(states, all&^atEnd), emit.Const(states.Type(), 1))
}

// outcome is the set of states after a call with the result r that found the set
// was.
func (s *streamCall) outcome(f *Caller, c *Call, was cfg.Expr, r Result) cfg.Expr {
	t := was.Type()
	if s.kind == clib.Clears {
		return emit.Const(t, fresh)
	}
	or := func(xs ...cfg.Expr) cfg.Expr {
		e := xs[0]
		for _, x := range xs[1:] {
			e = emit.Binary(cfg.Or, e, x)
		}
		return e
	}
	from := func(part, to uint64) cfg.Expr {
		return emit.Ite(emit.Binary(cfg.Ne, some(was, part), emit.Const(t, 0)), emit.Const(t, to), emit.Const(t, 0))
	}
	result := r.Expr
	if r.Done || result == nil || c.Ret.Kind == ctypes.Void {
		result = nil
	}
	rewound := some(or(was, emit.Binary(cfg.LShr, was, emit.Const(t, 1))), all&^atEnd)
	lost := or(some(was, atEnd), from(fresh, all&^fresh), from(1<<2, failed)) // after a read that failed
	found := some(was, all&^atEnd)                                            // after one that did not
	var good cfg.Expr
	if result != nil {
		good = cfg.Negate(emit.Binary(cfg.Eq, result, emit.Const(result.Type(), ^uint64(0))))
		if c.Ret.Kind == ctypes.Pointer {
			good = emit.IsNot(result, 0)
		}
	}
	either := func(yes, no cfg.Expr) cfg.Expr {
		if good == nil {
			return or(yes, no)
		}
		return emit.Ite(good, yes, no)
	}
	switch s.kind {
	case clib.TellsEnd, clib.TellsError:
		part := uint64(atEnd)
		if s.kind == clib.TellsError {
			part = failed
		}
		if result == nil {
			return was
		}
		return emit.Ite(f.Truth(r.Value), some(was, part), some(was, all&^part))
	case clib.Rewinds:
		if c.Ret.Kind == ctypes.Void {
			return or(some(was, all&^failed), emit.Binary(cfg.LShr, some(was, failed), emit.Const(t, 2)), emit.Const(t, fresh))
		}
		return either(rewound, or(was, inError(was)))
	case clib.Reads:
		if s.less && result != nil {
			good = emit.Binary(cfg.ULe, s.asked, f.Conv(r.Value, f.l.Types.Size))
		}
		e := either(found, lost)
		if s.asked != nil {
			return emit.Ite(emit.Binary(cfg.Eq, s.asked, f.SizeConst(0)), was, e)
		}
		return e
	case clib.ReadsAhead:
		e := either(or(found, metEnd(found)), lost)
		if f.l.conf.MallocMayFail {
			e = or(e, was) // of getline
		}
		if s.asked != nil {
			return emit.Ite(emit.Binary(cfg.ULe, s.asked, f.SizeConst(1)), was, e)
		}
		return e
	case clib.Scans: // it may fail after it has read something
		part := or(from(fresh, all), from(1<<2, failed))
		if result == nil {
			return or(was, part, lost)
		}
		return emit.Ite(good, emit.Ite(emit.Is(result, 0), or(was, part), part), lost)
	}
	return f.anyStates(c)
}
