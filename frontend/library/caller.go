package library

import (
	"slices"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// Config is what decides how the library is modelled; see frontend.Config.
type Config struct {
	PtrBits       int
	Main          string
	Harness       string // with what the functions begin that make the arguments of a call, if Main is one
	Execute       bool
	Checks        safety.Checks
	MallocMayFail bool
	ExternAny     bool
}

// Models is what the models of library functions share in one program.
type Models struct {
	emit.Program
	conf    Config
	Reach   *link.Reach
	Errs    link.ErrorFuncs
	Effects *link.Effects

	Statics   statics
	headers   *cfg.Region         // sizes of heap blocks, for realloc; see memory.go
	questions int                 // asked so far
	answers   map[string]*cfg.Var // what calls before have answered, by what was asked; 0 at first
	Zeroed    []*cfg.Var          // those, and others that are 0 at first
	closes    *cfg.Var            // what the program has to close; see requires.go
	formats   *link.FormatSources // once asked for
	funcs     *reachedFuncs       // once asked for
}

// statics are the objects of static storage duration made so far.
type statics struct {
	Vars    map[any]*emit.Storage  // by link.Program.VarKey
	Objects map[string]*cfg.Object // string literals by contents, functions without body by name
	Lengths map[*cfg.Object]uint64 // of string literals of char
}

// NewModels are those of a program without objects. The lowering adds Reach and Effects.
func NewModels(conf Config, p emit.Program, errs link.ErrorFuncs) Models {
	return Models{Program: p, conf: conf, Errs: errs,
		Statics: statics{Vars: map[any]*emit.Storage{}, Objects: map[string]*cfg.Object{}, Lengths: map[*cfg.Object]uint64{}}}
}

// Caller lowers the calls of the library in one procedure.
type Caller struct {
	emit.Emitter
	l       *Models
	body    Lowering
	frameAt *emit.Storage // what __builtin_frame_address(0) points to
}

// Lowering lowers the procedure in which the library is called. What it does not do
// itself is in emit.Emitter, whose Lower evaluates an expression.
type Lowering interface {
	// Values evaluates arguments, in the order of gcc.
	Values(args []cc.ExpressionNode) []emit.Value
	// Effect evaluates an expression whose value is not used.
	Effect(n cc.ExpressionNode)
	// Cond evaluates a condition.
	Cond(n cc.ExpressionNode) cfg.Expr
	// Branch evaluates a condition by control flow.
	Branch(n cc.ExpressionNode, yes, no *cfg.Loc)
	// TypeOf is the type of the value of an expression.
	TypeOf(n cc.ExpressionNode) *ctypes.Type
	// ObjectType is the type of an operand of sizeof: arrays do not decay.
	ObjectType(n cc.ExpressionNode) *ctypes.Type
	// StringOf is a constant array of elements of type el.
	StringOf(data []uint64, el *ctypes.Type, pos cfg.Pos) emit.Place
	// Direct calls a procedure by its name, Indirect what an expression leads to.
	Direct(c *Call, pr *emit.Proc) Result
	Indirect(c *Call) Result
	// Enter calls a procedure with values.
	Enter(pr *emit.Proc, vals []emit.Value, at parse.Span)
	// Spans says that a call accesses n bytes from where the argument points to.
	Spans(arg cc.ExpressionNode, n cfg.Expr, c *Call)
	// Ends says that a call has written a string to where the argument points to.
	Ends(arg cc.ExpressionNode, c *Call)
	// Handlers calls what runs when the program ends, AbortHandler what runs before
	// it is aborted.
	Handlers(at parse.Span)
	AbortHandler()
	// List is where a va_list holds the address of the next argument.
	List(n cc.ExpressionNode) emit.Place
	// OfBody lowers a call of a builtin that has to do with the procedure around it:
	// variable arguments and jumps out of it.
	OfBody(c *Call) Result
}

// NewCaller returns what lowers the calls in a procedure that body lowers.
func NewCaller(l *Models, body Lowering, e emit.Emitter) Caller {
	return Caller{Emitter: e, l: l, body: body}
}

// kept is a variable of the lowering for what the library answers again when it is
// asked the same, 0 at first.
func (l *Models) kept(what string, t *ctypes.Type) *cfg.Var {
	if v := l.answers[what]; v != nil {
		return v
	}
	v := l.NewVar(nil, "#"+what, t, cfg.Pos{})
	v.Temp = true
	if l.answers == nil {
		l.answers = map[string]*cfg.Var{}
	}
	l.answers[what] = v
	l.Zeroed = append(l.Zeroed, v)
	return v
}

// Ending is whether the functions run that the end of the program calls.
func (l *Models) Ending() *cfg.Var { return l.kept("ending", l.Types.Int) }

// Lent is the list of arguments of which one was taken last, by a function that was given
// the list.
func (l *Models) Lent() *cfg.Var { return l.kept("list", l.Types.VoidPtr) }

// RunsAfterMain reports whether something runs when the program ends.
func (l *Models) RunsAfterMain() bool {
	return l.Procs.Named[prelude.RunAtexit] != nil || len(l.Linked.Symbols.After) > 0
}

// callsSome reports whether the program calls a function of the library of some
// kind, or may do so through a pointer.
func (l *Models) callsSome(kind func(*clib.Func) bool) bool {
	r := l.reached()
	return slices.ContainsFunc(r.called, kind) || slices.ContainsFunc(r.addressed, kind)
}

// reachedFuncs are the functions of the library that the program uses.
type reachedFuncs struct {
	called    []*clib.Func // by name, in functions that main reaches
	addressed []*clib.Func // those that it has the address of
}

// reached are they, found once.
func (l *Models) reached() *reachedFuncs {
	if l.funcs != nil {
		return l.funcs
	}
	l.funcs = &reachedFuncs{}
	seen := map[string]bool{}
	add := func(to *[]*clib.Func, names []string) {
		for _, name := range names {
			if seen[name] {
				continue
			}
			seen[name] = true
			if fn := prelude.Func(name); fn != nil {
				*to = append(*to, fn)
			}
		}
	}
	add(&l.funcs.addressed, l.Reach.Addressed)
	clear(seen)
	for _, name := range l.Reach.Funcs {
		add(&l.funcs.called, l.Linked.Funcs[name].Calls)
	}
	return l.funcs
}

// changesEnvironment reports whether the program may set variables of its
// environment, after which getenv is not free to say anything.
func (f *Caller) changesEnvironment() bool {
	return f.environ() != "" || f.l.callsSome(func(fn *clib.Func) bool { return fn.SetsEnv })
}

// closesStreams reports whether the program may close the standard streams.
func (f *Caller) closesStreams() bool {
	return f.l.callsSome(func(fn *clib.Func) bool { return fn.Closes && fn.Stream() >= 0 })
}

// replacesStreams reports whether the program may give the standard streams other
// descriptors than those that they begin with.
func (f *Caller) replacesStreams() bool {
	return f.l.callsSome(func(fn *clib.Func) bool { return fn.Closes && fn.Stream() == 0 || fn.Result == 'F' && fn.Stream() >= 0 })
}
