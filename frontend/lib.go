package frontend

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

// builtin lowers a call of a library function that has no body.
type builtin func(f *fn, c *call) callResult

// namedResult is what an input function that the program does not declare
// returns by its name, such as double for __VERIFIER_nondet_double: a program
// means that and not the int of C before 1999. It is nil where the function d is
// declared and where the name says nothing, or int.
func namedResult(tt *ctypes.Types, name string, d *cc.Declarator) *ctypes.Type {
	name, ok := strings.CutPrefix(name, "__VERIFIER_nondet_")
	if !ok || d != nil && !d.IsSynthetic() {
		return nil
	}
	switch strings.ReplaceAll(strings.Replace(name, "unsigned_", "u", 1), "_", "") {
	case "bool", "Bool":
		return tt.Bool
	case "char":
		return tt.Char
	case "schar", "signedchar":
		return tt.SChar
	case "uchar":
		return tt.UChar
	case "short":
		return tt.Short
	case "ushort":
		return tt.UShort
	case "uint", "unsigned":
		return tt.UInt
	case "long":
		return tt.Long
	case "ulong":
		return tt.ULong
	case "longlong":
		return tt.LongLong
	case "ulonglong":
		return tt.ULongLong
	case "sizet":
		return tt.Size
	case "float":
		return tt.Float
	case "double":
		return tt.Double
	case "longdouble", "ldouble":
		return tt.LongDouble
	case "pointer":
		return tt.VoidPtr
	case "pchar":
		return tt.CharPtr
	}
	return nil
}

// floatOps are the models that are one operator of cfg.
var floatOps = map[clib.Model]cfg.Op{
	clib.FAbs: cfg.FAbs, clib.FSqrt: cfg.FSqrt, clib.FFloor: cfg.FFloor, clib.FCeil: cfg.FCeil, clib.FTrunc: cfg.FTruncF, clib.FRound: cfg.FRound,
	clib.IsNaN: cfg.FIsNaN, clib.IsInf: cfg.FIsInf, clib.IsInfSign: cfg.FIsInf,
}

// models lowers the calls of library functions.
var models map[clib.Model]builtin

// builtins lowers the calls of all functions that are known by their names: of
// the library, of the compiler, and of the tasks of competitions.
var builtins map[string]builtin

func init() {
	models = map[clib.Model]builtin{
		clib.Silent: outputCall, clib.Unsupported: unsupportedCall, clib.Abort: haltCall, clib.Exit: haltCall, clib.Leave: haltCall, clib.PrintExit: errCall,
		clib.AssertFail: assertFail, clib.SetJmp: setjmpCall, clib.LongJmp: longjmpCall,
		clib.Malloc: mallocCall, clib.ZAlloc: zallocCall, clib.Alloca: allocaCall, clib.Calloc: callocCall, clib.Aligned: alignedAlloc, clib.Realloc: reallocCall, clib.Free: freeCall,
		clib.Copy: memcpyCall, clib.Move: memcpyCall, clib.CopyEnd: memcpyCall, clib.Set: memsetCall, clib.Zero: memsetCall,
		clib.Print: printCall, clib.PrintTo: formatCall, clib.PrintNew: asprintfCall, clib.Scan: scanCall, clib.Gets: getsCall, clib.GetLine: getlineCall, clib.ReadBlock: readCall,
		clib.Environment: inputCall, clib.Clock: inputCall, clib.Math: mathCall,
		clib.FAbs: floatCall, clib.FSqrt: floatCall, clib.FFloor: floatCall, clib.FCeil: floatCall, clib.FTrunc: floatCall, clib.FRound: floatCall,
		clib.IsNaN: floatCall, clib.IsInf: floatCall, clib.IsInfSign: floatCall, clib.IsFinite: floatCall, clib.IsZero: floatCall, clib.SignBit: floatCall,
		clib.IsNormal: classCall, clib.Classify: classCall, clib.CopySign: copysignCall, clib.NaN: floatLiteral, clib.Compare: floatOrder,
		clib.GetRound: getRounding, clib.SetRound: setRounding,
	}
	builtins = map[string]builtin{
		"__VERIFIER_assume":        assumeCall,
		"__CPROVER_assume":         assumeCall,
		"__ESBMC_assume":           assumeCall,
		"assume":                   assumeCall,
		"__VERIFIER_assert":        assertCall,
		"__ESBMC_assert":           assertCall,
		"__CPROVER_assert":         assertCall,
		"__culprit_assert":         assertCall,
		"assert":                   assertCall,
		"__VERIFIER_error":         errorCall,
		"reach_error":              errorCall,
		"trap":                     haltCall,
		"unreachable":              unreachableCall,
		"alloca_with_align":        allocaCall,
		"expect":                   firstArg,
		"expect_with_probability":  firstArg,
		"assume_aligned":           firstArg,
		"constant_p":               constantP,
		"choose_expr":              chooseExpr,
		"object_size":              objectSize,
		"dynamic_object_size":      objectSize,
		"prefetch":                 prefetchCall,
		"va_arg_pack":              packCall,
		"va_arg_pack_len":          packLength,
		"frame_address":            frameAddress,
		"return_address":           returnAddress,
		"__culprit_bits":           bitsCall,
		"__culprit_bitsf":          bitsCall,
		"__culprit_bits_float":     realCall,
		"__culprit_bits_floatf":    realCall,
		"va_start":                 vaStart,
		"va_end":                   ignoreCall,
		"__culprit_va_copy":        vaCopy,
		"__VERIFIER_nondet_memory": nondetMemory,
		"__CPROVER_atomic_begin":   ignoreCall,
		"__VERIFIER_atomic_begin":  ignoreCall,
		"__VERIFIER_atomic_end":    ignoreCall,
		"isinf_sign":               floatCall,
		"__culprit_atexit_full":    tooManyHandlers,
		"__culprit_any":            anyCall,
		"__culprit_any_memory":     anyMemory,
		"__culprit_digits":         digitsCall,
		"__culprit_number":         numberCall,
		"__culprit_unknown":        notDescribed,
		"__culprit_overlap":        overlapCall,
		"__culprit_undefined":      undefinedCall,
	}
	addBuiltinFamilies()
}

// addBuiltinFamilies adds what has a name for each type, and the functions of
// the library that have a model or a range.
func addBuiltinFamilies() {
	gnuBuiltins(func(b builtin, names ...string) {
		for _, n := range names {
			builtins[n] = b
		}
	})
	for _, n := range strings.Fields(`inf inff infl huge_val huge_valf huge_vall nans nansf nansl`) {
		builtins[n] = floatLiteral
	}
	for _, op := range []string{"add", "sub", "mul"} {
		for _, n := range []string{op, "s" + op, "s" + op + "l", "s" + op + "ll", "u" + op, "u" + op + "l", "u" + op + "ll"} {
			builtins[n+"_overflow"] = overflowCall
		}
		builtins[op+"_overflow_p"] = overflowCall
	}
	for _, f := range clib.All() {
		switch b := models[f.Model]; {
		case b != nil:
			builtins[f.Name] = b
		case f.Range != nil:
			builtins[f.Name] = inputCall
		}
	}
}

func give(v emit.Value) callResult { return callResult{Value: v} }

// arg returns argument i, or fails.
func (f *fn) arg(c *call, i int) cc.ExpressionNode {
	if i >= len(c.args) {
		f.Fail(c.x, "call of %s with %d arguments", c.name, len(c.args))
	}
	return c.args[i]
}

func assumeCall(f *fn, c *call) callResult {
	n := f.arg(c, 0)
	s := c.at
	e := f.cond(n)
	if e == cfg.Expr(cfg.False) && f.l.conf.Checks&safety.Memtrack != 0 {
		f.Halt(s) // what is lost by now is lost without end
		return f.noValue(c)
	}
	f.Assume(e, s, cfg.RoleUser)
	return f.noValue(c)
}

// assertCall lowers assert(e).
func assertCall(f *fn, c *call) callResult {
	n := f.arg(c, 0)
	at := c.at
	text := f.l.Linked.Sources.Node(n).Text
	own := c.name == "__culprit_assert"
	if own {
		// The macro passes the condition's text as second argument.
		if s, ok := syntax.Unparen(f.arg(c, 1)).(*cc.PrimaryExpression); ok {
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
		f.Fork(f.cond(n), yes, no, at)
	} else {
		f.branch(n, yes, no)
	}
	f.Start(no)
	f.violated(cfg.Reason{Kind: cfg.Assertion, Text: text}, c.at, strings.Contains(c.name, "_assert") && !own)
	f.Start(yes)
	return f.noValue(c)
}

// violated ends a path on which an assertion fails: an error, unless the
// program has error functions and this is merely assert.
func (f *fn) violated(why cfg.Reason, at parse.Span, always bool) {
	if f.l.conf.Checks == 0 && (always || !f.l.errs.Called) {
		f.End(cfg.Error, why, at)
		return
	}
	if f.l.conf.Execute {
		f.exitStatus(abortStatus, at)
	} else if f.l.conf.Checks == 0 && at.Pos.IsValid() {
		f.l.Notes.AssumeOnce(at.Pos, "a failing assert is not taken for an error, since the program calls error functions")
	}
	f.exit(at)
}

// exit ends the run of the program: with its blocks, where that is asked for.
func (f *fn) exit(at parse.Span) {
	f.leftOpen(at)
	if l := f.Halt(at); l != nil && f.l.conf.Checks != 0 {
		l.Reason.Kind = cfg.ExitCall
	}
}

func assertFail(f *fn, c *call) callResult {
	why := cfg.Reason{Kind: cfg.FailedAssert}
	for _, a := range c.args {
		if s, ok := syntax.Unparen(a).(*cc.PrimaryExpression); ok && s.Case == cc.PrimaryExpressionString {
			if v, ok := s.Value().(cc.StringValue); ok {
				why.Text = strings.TrimRight(string(v), "\x00")
				break
			}
		}
	}
	f.violated(why, c.at, false)
	return f.noValue(c)
}

// errorCall serves error functions that the configuration does not name.
func errorCall(f *fn, c *call) callResult {
	f.effects(c.args)
	f.exit(c.at)
	return f.noValue(c)
}

func haltCall(f *fn, c *call) callResult {
	if f.l.conf.Execute {
		return exitCall(f, c)
	}
	f.consumed(c)
	if prelude.ModelOf(c.name) == clib.Exit {
		f.handlers()
	}
	f.exit(c.at)
	return f.noValue(c)
}

// errCall lowers err and its kin: they print and exit, error only if its status is not 0.
func errCall(f *fn, c *call) callResult {
	c.use = callUse{}
	if lf := clib.Lookup(prelude.LibName(c.name)); !lf.NoReturn {
		if !f.l.Linked.Pure(f.arg(c, 0)) || slices.Contains(f.l.reach.Globals, "error_print_progname") {
			f.Fail(c.x, "call of %s", c.name)
		}
		status := f.Truth(f.Save(f.rvalue(c.args[0])))
		printCall(f, c)
		stops, goesOn := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
		f.Fork(status, stops, goesOn, parse.Span{Pos: c.at.Pos})
		f.Start(stops)
		defer f.Start(goesOn)
	} else {
		printCall(f, c)
	}
	if !f.Dead() {
		f.handlers()
		f.exit(c.at)
	}
	return f.noValue(c)
}

// unreachableCall lowers __builtin_unreachable: C does not define what follows.
func unreachableCall(f *fn, c *call) callResult {
	if f.Asks(safety.Unreachable) {
		f.Forbidden(safety.Unreachable, cfg.True, emit.Forbidden(c.name+" is reached"), c.at)
		return f.noValue(c)
	}
	if f.l.conf.Execute {
		return exitCall(f, c)
	}
	f.effects(c.args)
	f.Halt(c.at)
	return f.noValue(c)
}

// abortStatus is the exit status that a shell shows after abort.
const abortStatus = 134

// exitCall is haltCall for an execution: the exit status becomes the result
// of main.
func exitCall(f *fn, c *call) callResult {
	switch model := prelude.ModelOf(c.name); model {
	default:
		f.effects(c.args)
		f.exitStatus(abortStatus, c.at)
	case clib.Exit, clib.Leave:
		v := f.Conv(f.rvalue(f.arg(c, 0)), f.l.Types.Int)
		if ret := f.status(); ret != nil {
			f.Emit(&cfg.Assign{Dst: ret, Src: v}, c.at, cfg.RoleImplicit)
		}
		if model == clib.Exit {
			f.handlers()
		}
	}
	f.Halt(c.at)
	return f.noValue(c)
}

// status is the variable that holds the exit status, or nil.
func (f *fn) status() *cfg.Var {
	if ret := f.l.Procs.Named[f.l.conf.Main].CFG.Ret; ret != nil && ret.Type == f.l.Types.Value(f.l.Types.Int) {
		return ret
	}
	return nil
}

// trapped ends the program where gcc compiles a trap.
func (f *fn) trapped(at parse.Span) {
	if f.l.conf.Execute {
		f.exitStatus(abortStatus, at)
	}
	f.exit(at)
}

func (f *fn) exitStatus(code uint64, at parse.Span) {
	if ret := f.status(); ret != nil {
		f.Emit(&cfg.Assign{Dst: ret, Src: emit.Const(ret.Type, code)}, at, cfg.RoleImplicit)
	}
}

// prefetchCall does not read what it gets: any address will do.
func prefetchCall(f *fn, c *call) callResult {
	for _, a := range c.args {
		if !f.l.Linked.Pure(a) {
			f.effect(a)
		}
	}
	return f.noValue(c)
}

func ignoreCall(f *fn, c *call) callResult {
	f.effects(c.args)
	return f.noValue(c)
}

// outputCall has no effect the property can see. Its result is not known, but
// it is not an input either: the program determines it. What goes to a standard
// stream is assumed to be written.
func outputCall(f *fn, c *call) callResult {
	if c.use.wanted() && f.writesAll(c) {
		return f.written(c)
	}
	switch lf := clib.Lookup(prelude.LibName(c.name)); {
	case lf != nil && lf.Buffer() >= 0 && !lf.Variadic && !f.ofProgram(c):
		vs := f.saved(c)
		f.required(c, vs)
		f.stores(c, lf, vs)
	case f.demands(c.name):
		f.required(c, f.saved(c))
	default:
		f.effects(c.args)
	}
	f.mayFail(c)
	return f.determined(c)
}

func unsupportedCall(f *fn, c *call) callResult {
	f.effects(c.args)
	f.End(cfg.Unsupported, cfg.Reason{Kind: cfg.LibraryCall, Name: c.name}, c.at)
	return f.noValue(c)
}

// tooManyHandlers is called by the prelude when its table of atexit handlers is
// full.
func tooManyHandlers(f *fn, c *call) callResult {
	c.name = prelude.SetAtexit
	return unsupportedCall(f, c)
}

// anyCall is a choice that the standard leaves to the library, in a function of the
// prelude; glibc's is 0.
func anyCall(f *fn, c *call) callResult {
	if f.l.conf.Execute {
		return give(emit.Value{Expr: emit.Const(cfg.BV(32), 0), Type: f.l.Types.Int})
	}
	if f.Procedure != nil { // a helper has the name of the function that it helps
		c.name = strings.TrimPrefix(prelude.UserName(f.Procedure.Func.Name), "__culprit_")
	}
	return f.arbitrary(c, cfg.Unknown, c.name)
}

// anyMemory is what the library stores as it likes, in a function of the prelude.
func anyMemory(f *fn, c *call) callResult {
	vs := f.values([]cc.ExpressionNode{f.arg(c, 0), f.arg(c, 1)})
	if !f.l.conf.Execute {
		f.Emit(&cfg.MemHavoc{Dst: f.Conv(vs[0], f.l.Types.VoidPtr), Size: f.Conv(vs[1], f.l.Types.Size), Kind: cfg.Unknown}, c.at, cfg.RoleImplicit)
	}
	return f.noValue(c)
}

// notDescribed is where a function of the prelude ends to say what the library
// does.
func notDescribed(f *fn, c *call) callResult {
	if f.Procedure != nil {
		c.name = prelude.UserName(f.Procedure.Func.Name)
	}
	return unsupportedCall(f, c)
}

// overlapCall is a condition under which a function of the prelude copies between
// objects that overlap.
func overlapCall(f *fn, c *call) callResult {
	if f.Asks(safety.Deref) && f.Procedure != nil {
		f.Forbidden(safety.Deref, f.cond(f.arg(c, 0)), cfg.Reason{Kind: cfg.Overlap, Name: prelude.UserName(f.Procedure.Func.Name)}, c.at)
	}
	return f.noValue(c)
}

// undefinedCall is a condition under which a function of the prelude gets what it
// does not take, which the second argument says.
func undefinedCall(f *fn, c *call) callResult {
	if f.Asks(safety.Builtin) && f.Procedure != nil {
		what, _ := syntax.LiteralText(f.arg(c, 1))
		f.Forbidden(safety.Builtin, f.cond(f.arg(c, 0)), emit.Forbidden(prelude.UserName(f.Procedure.Func.Name)+" of "+what), c.at)
	}
	return f.noValue(c)
}

// mathCall is a function of the mathematical library that is not computed: the
// library is asked where the arguments are known.
func mathCall(f *fn, c *call) callResult {
	vs := f.saved(c)
	f.mayFail(c)
	if c.at.Pos.IsValid() {
		f.l.Notes.Add(c.at.Pos, "the result of %s is unknown", c.name)
	}
	lf, _ := prelude.Executed(c.name)
	if lf != nil && lf.SignGam && !f.l.conf.Execute {
		if s := f.libraryInt(clib.SignGam); s != nil {
			f.Store(f.Of(s), f.havocIn(c, s.Type, -1, 1, cfg.Unknown), parse.Span{Pos: c.at.Pos}, cfg.RoleImplicit)
		}
	}
	if lf == nil || !lf.Numeric() || lf.Arity() != len(vs) || f.Dead() || !c.use.wanted() {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	var args []cfg.Expr
	for i, v := range vs {
		args = append(args, f.Let(f.Conv(v, f.l.Types.OfLetter(lf.Params[i].Type))))
	}
	t := f.l.Types.OfLetter(lf.Result)
	v := f.Temp(t)
	h := &cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name}
	if f.l.Procs.Rounding == nil { // the library is asked about rounding to nearest
		h.Asks = f.l.question(lf.Name, args)
	}
	f.Emit(h, c.at, cfg.RoleUser)
	return give(emit.Value{Expr: &cfg.VarRef{V: v}, Type: t})
}

// firstArg is a call whose value is that of its first argument.
func firstArg(f *fn, c *call) callResult {
	v := f.rvalue(f.arg(c, 0))
	for _, a := range c.args[min(1, len(c.args)):] {
		if !f.l.Linked.Pure(a) {
			v = f.Save(v)
			f.effect(a)
		}
	}
	if v.Expr != nil && v.Expr.Type().Kind != cfg.Bool && c.ret.Scalar() {
		return give(emit.Value{Expr: f.Conv(v, c.ret), Type: c.ret})
	}
	return give(v)
}

func constantP(f *fn, c *call) callResult {
	_, ok := f.typeVal(f.arg(c, 0)).Expr.(*cfg.Const)
	n := uint64(0)
	if ok {
		n = 1
	}
	return give(emit.Value{Expr: emit.Const(cfg.BV(32), n), Type: f.l.Types.Int})
}

func chooseExpr(f *fn, c *call) callResult {
	v, ok := f.l.constInt(f.arg(c, 0))
	if !ok {
		f.Fail(c.x, "__builtin_choose_expr")
	}
	if v != 0 {
		return give(f.rvalue(f.arg(c, 1)))
	}
	return give(f.rvalue(f.arg(c, 2)))
}
