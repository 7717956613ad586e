package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/cfg/safety"

	"modernc.org/cc/v4"
)

// builtin lowers a call of a library function that has no body.
type builtin func(f *fn, c *call) callResult

// alwaysBuiltin names the functions whose body, if any, is not looked at.
var alwaysBuiltin = map[string]bool{"__VERIFIER_assume": true}

// synonyms are further names of library functions.
var synonyms = map[string]string{"index": "strchr", "rindex": "strrchr", "strcoll": "strcmp", "bcmp": "memcmp"}

// libName strips the decorations of a library function's name.
func libName(name string) string {
	n := strings.TrimPrefix(name, "__builtin_")
	if n == name && compilerOnly.MatchString(name) {
		return "" // of the program
	}
	if plain := synonyms[n]; plain != "" {
		return plain
	}
	if plain, ok := strings.CutPrefix(n, "__isoc23_"); ok { // what newer headers of glibc call
		return plain
	}
	if m, ok := strings.CutSuffix(n, "_chk"); ok && strings.HasPrefix(n, "__") {
		return m[2:] // of _FORTIFY_SOURCE
	}
	if plain := libSynonyms[n]; plain != "" {
		return plain
	}
	return n
}

// isNondet reports whether name is an input function of the harness.
func isNondet(name string) bool { return strings.HasPrefix(name, "__VERIFIER_nondet") }

func isPureBuiltin(name string) bool {
	switch name {
	case "__builtin_expect", "__builtin_constant_p", "__builtin_types_compatible_p", "__builtin_choose_expr":
		return true
	}
	lib := libName(name)
	if _, ok := floatOps[strings.TrimRight(lib, "fl")]; ok {
		return true
	}
	if _, ok := floatOps[lib]; ok {
		return true
	}
	return pureLib[lib]
}

var pureLib = map[string]bool{
	"inf": true, "inff": true, "infl": true, "huge_val": true, "huge_valf": true, "huge_vall": true,
	"nan": true, "nanf": true, "nanl": true,
	"isgreater": true, "isgreaterequal": true, "isless": true, "islessequal": true, "islessgreater": true, "isunordered": true,
	"copysign": true, "copysignf": true, "copysignl": true,
	"fpclassify": true, "__fpclassify": true, "__fpclassifyf": true, "__fpclassifyl": true,
}

// floatOps are the functions of one floating argument that cfg has.
var floatOps = map[string]cfg.Op{
	"fabs": cfg.FAbs, "sqrt": cfg.FSqrt, "floor": cfg.FFloor, "ceil": cfg.FCeil, "trunc": cfg.FTruncF, "round": cfg.FRound,
	"isnan": cfg.FIsNaN, "__isnan": cfg.FIsNaN, "isinf": cfg.FIsInf, "__isinf": cfg.FIsInf,
	"__isnanf": cfg.FIsNaN, "__isinff": cfg.FIsInf, "isnanf": cfg.FIsNaN, "isinff": cfg.FIsInf,
	"__isnanl": cfg.FIsNaN, "__isinfl": cfg.FIsInf, "isnanl": cfg.FIsNaN, "isinfl": cfg.FIsInf, "isinf_sign": cfg.FIsInf,
	"isfinite": cfg.OpInvalid, "finite": cfg.OpInvalid, "__finite": cfg.OpInvalid, "finitef": cfg.OpInvalid, "__finitef": cfg.OpInvalid,
	"__finitel": cfg.OpInvalid, "finitel": cfg.OpInvalid, "isnormal": cfg.OpInvalid,
	"signbit": cfg.OpInvalid, "__signbit": cfg.OpInvalid, "__signbitf": cfg.OpInvalid, "signbitf": cfg.OpInvalid, "__signbitl": cfg.OpInvalid, "signbitl": cfg.OpInvalid,
}

var builtins map[string]builtin

func init() {
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
		"__assert_fail":            assertFail,
		"__assert_perror_fail":     assertFail,
		"__assert":                 assertFail,
		"__assert_rtn":             assertFail,
		"__assert_func":            assertFail,
		"_assert":                  assertFail,
		"abort":                    haltCall,
		"exit":                     haltCall,
		"_exit":                    haltCall,
		"_Exit":                    haltCall,
		"quick_exit":               haltCall,
		"trap":                     haltCall,
		"unreachable":              haltCall,
		"malloc":                   mallocCall,
		"alloca":                   mallocCall,
		"alloca_with_align":        mallocCall,
		"valloc":                   mallocCall,
		"calloc":                   callocCall,
		"aligned_alloc":            alignedAlloc,
		"memalign":                 alignedAlloc,
		"realloc":                  reallocCall,
		"free":                     freeCall,
		"cfree":                    freeCall,
		"memcpy":                   memcpyCall,
		"memmove":                  memcpyCall,
		"mempcpy":                  memcpyCall,
		"memset":                   memsetCall,
		"bzero":                    memsetCall,
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
		"fesetround":               setRounding,
		"fegetround":               getRounding,
		"va_start":                 vaStart,
		"va_end":                   ignoreCall,
		"__culprit_va_copy":        vaCopy,
		"__VERIFIER_nondet_memory": nondetMemory,
		"scanf":                    scanCall,
		"fscanf":                   scanCall,
		"sscanf":                   scanCall,
		"__isoc99_scanf":           scanCall,
		"__isoc99_fscanf":          scanCall,
		"__isoc99_sscanf":          scanCall,
		"fgets":                    getsCall,
		"gets":                     getsCall,
		"read":                     readCall,
		"fread":                    readCall,
		"sprintf":                  formatCall,
		"snprintf":                 formatCall,
		"vsprintf":                 formatCall,
		"vsnprintf":                formatCall,
		"asprintf":                 asprintfCall,
		"vasprintf":                asprintfCall,
		"getline":                  unsupportedCall,
		"qsort":                    unsupportedCall,
		"bsearch":                  unsupportedCall,
		"__CPROVER_atomic_begin":   ignoreCall,
		"__VERIFIER_atomic_begin":  ignoreCall,
		"__VERIFIER_atomic_end":    ignoreCall,
		"copysign":                 copysignCall,
		"copysignf":                copysignCall,
		"copysignl":                copysignCall,
		"isnormal":                 classCall,
		"fpclassify":               classCall,
		"__fpclassify":             classCall,
		"__fpclassifyf":            classCall,
		"__fpclassifyl":            classCall,
	}
	for _, n := range strings.Fields(`setjmp _setjmp sigsetjmp __sigsetjmp`) {
		builtins[n] = setjmpCall
	}
	for _, n := range strings.Fields(`longjmp siglongjmp _longjmp __longjmp_chk`) {
		builtins[n] = longjmpCall
	}
	for _, n := range strings.Fields(`pthread_create thrd_create fork vfork
		signal sigaction raise kill atexit on_exit execl execv execve execvp clone apply_args return nonlocal_goto`) {
		builtins[n] = unsupportedCall
	}
	for _, n := range strings.Fields(`puts fputs putchar putc fputc perror
		setbuf setvbuf srand srandom sleep tzset`) {
		builtins[n] = outputCall
	}
	for _, n := range strings.Fields(`printf fprintf dprintf vprintf vfprintf vdprintf syslog printk`) {
		builtins[n] = printCall
	}
	gnuBuiltins(func(b builtin, names ...string) {
		for _, n := range names {
			builtins[n] = b
		}
	})
	for n := range inputFuncs {
		if builtins[n] == nil {
			builtins[n] = inputCall
		}
	}
	for n := range floatOps {
		if builtins[n] == nil {
			builtins[n] = floatCall
		}
		if op := floatOps[n]; op != cfg.OpInvalid && !strings.Contains(n, "is") {
			builtins[n+"f"], builtins[n+"l"] = floatCall, floatCall
		}
	}
	for _, n := range strings.Fields(`inf inff infl huge_val huge_valf huge_vall nan nanf nanl nans nansf nansl`) {
		builtins[n] = floatLiteral
	}
	for _, n := range strings.Fields(`isgreater isgreaterequal isless islessequal islessgreater isunordered`) {
		builtins[n] = floatOrder
	}
	for _, op := range []string{"add", "sub", "mul"} {
		for _, n := range []string{op, "s" + op, "s" + op + "l", "s" + op + "ll", "u" + op, "u" + op + "l", "u" + op + "ll"} {
			builtins[n+"_overflow"] = overflowCall
		}
		builtins[op+"_overflow_p"] = overflowCall
	}
	for _, n := range strings.Fields(`sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p logb
		cbrt pow atan2 hypot fmod remainder erf erfc lgamma tgamma fma nextafter ldexp scalbn`) {
		builtins[n], builtins[n+"f"], builtins[n+"l"] = mathCall, mathCall, mathCall
	}
}

func give(v val) callResult { return callResult{val: v} }

// arg returns argument i, or fails.
func (f *fn) arg(c *call, i int) cc.ExpressionNode {
	if i >= len(c.args) {
		f.fail(c.x, "call of %s with %d arguments", c.name, len(c.args))
	}
	return c.args[i]
}

func assumeCall(f *fn, c *call) callResult {
	n := f.arg(c, 0)
	s := c.at
	e := f.cond(n)
	if e == cfg.Expr(cfg.False) && f.l.conf.Checks&safety.Memtrack != 0 {
		f.halt(s) // what is lost by now is lost without end
		return f.noValue(c)
	}
	f.assume(e, s, cfg.RoleUser)
	return f.noValue(c)
}

// assertCall lowers assert(e).
func assertCall(f *fn, c *call) callResult {
	n := f.arg(c, 0)
	at := c.at
	text := f.l.src.node(n).text
	own := c.name == "__culprit_assert"
	if own {
		// The macro passes the condition's text as second argument.
		if s, ok := unparen(f.arg(c, 1)).(*cc.PrimaryExpression); ok {
			if v, ok := s.Value().(cc.StringValue); ok {
				text = strings.TrimRight(string(v), "\x00")
			}
		}
		if x, ok := unparen(n).(*cc.ConditionalExpression); ok {
			n = x.LogicalOrExpression
		}
	}
	at.text = text
	yes, no := f.newLoc(cfg.Pos{}), f.newLoc(cfg.Pos{})
	if f.l.u.pure(n) || own {
		f.fork(f.cond(n), yes, no, at)
	} else {
		f.branch(n, yes, no)
	}
	f.start(no)
	f.violated(cfg.Reason{Kind: cfg.Assertion, Text: text}, c.at, strings.Contains(c.name, "_assert") && !own)
	f.start(yes)
	return f.noValue(c)
}

// violated ends a path on which an assertion fails: an error, unless the
// program has error functions and this is merely assert.
func (f *fn) violated(why cfg.Reason, at span, always bool) {
	if f.l.conf.Checks == 0 && (always || !f.l.errFuncs) {
		f.end(cfg.Error, why, at)
		return
	}
	if f.l.conf.Execute {
		f.exitStatus(abortStatus, at)
	}
	f.halt(at)
}

func assertFail(f *fn, c *call) callResult {
	why := cfg.Reason{Kind: cfg.FailedAssert}
	for _, a := range c.args {
		if s, ok := unparen(a).(*cc.PrimaryExpression); ok && s.Case == cc.PrimaryExpressionString {
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
	f.halt(c.at)
	return f.noValue(c)
}

func haltCall(f *fn, c *call) callResult {
	if f.l.conf.Execute {
		return exitCall(f, c)
	}
	f.effects(c.args)
	if libName(c.name) == "exit" {
		f.handlers()
	}
	if l := f.halt(c.at); l != nil && f.l.conf.Checks != 0 && strings.HasSuffix(libName(c.name), "xit") {
		l.Reason.Kind = cfg.ExitCall
	}
	return f.noValue(c)
}

// abortStatus is the exit status that a shell shows after abort.
const abortStatus = 134

// runAtexit is the procedure that calls the handlers of atexit.
const runAtexit = preludePrefix + "run_atexit"

// exitCall is haltCall for an execution: the exit status becomes the result
// of main.
func exitCall(f *fn, c *call) callResult {
	switch libName(c.name) {
	case "abort", "trap", "unreachable":
		f.effects(c.args)
		f.exitStatus(abortStatus, c.at)
	default:
		v := f.conv(f.rvalue(f.arg(c, 0)), f.l.tt.intT)
		if ret := f.status(); ret != nil {
			f.emit(&cfg.Assign{Dst: ret, Src: v}, c.at, cfg.RoleImplicit)
		}
		if libName(c.name) == "exit" {
			f.handlers()
		}
	}
	f.halt(c.at)
	return f.noValue(c)
}

// status is the variable that holds the exit status, or nil.
func (f *fn) status() *cfg.Var {
	if ret := f.l.procs[f.l.conf.Main].p.Ret; ret != nil && ret.Type == f.l.tt.value(f.l.tt.intT) {
		return ret
	}
	return nil
}

// trapped ends the program where gcc compiles a trap.
func (f *fn) trapped(at span) {
	if f.l.conf.Execute {
		f.exitStatus(abortStatus, at)
	}
	f.halt(at)
}

func (f *fn) exitStatus(code uint64, at span) {
	if ret := f.status(); ret != nil {
		f.emit(&cfg.Assign{Dst: ret, Src: konst(ret.Type, code)}, at, cfg.RoleImplicit)
	}
}

// prefetchCall does not read what it gets: any address will do.
func prefetchCall(f *fn, c *call) callResult {
	for _, a := range c.args {
		if !f.l.u.pure(a) {
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
// it is no input either: the program determines it.
func outputCall(f *fn, c *call) callResult {
	if f.l.conf.Checks&safety.Deref != 0 && requirements[libName(c.name)] != nil {
		f.required(c, f.saved(c))
	} else {
		f.effects(c.args)
	}
	f.mayFail(c)
	return f.arbitrary(c, cfg.Unknown, c.name)
}

func unsupportedCall(f *fn, c *call) callResult {
	f.effects(c.args)
	f.end(cfg.Unsupported, cfg.Reason{Kind: cfg.LibraryCall, Name: c.name}, c.at)
	return f.noValue(c)
}

// mathCall is a function of the mathematical library that is not computed: the
// library is asked where the arguments are known.
func mathCall(f *fn, c *call) callResult {
	vs := f.saved(c)
	f.mayFail(c)
	if c.at.pos.IsValid() {
		f.l.note(c.at.pos, "the result of %s is unknown", c.name)
	}
	lf, _ := libraryFunc(c.name)
	if lf == nil || strings.Trim(lf.params, "dfil") != "" || strings.IndexByte("dfil", lf.ret) < 0 || len(lf.params) != len(vs) || f.dead() || !c.use.wanted() {
		return f.arbitrary(c, cfg.Unknown, c.name)
	}
	var args []cfg.Expr
	for i, v := range vs {
		args = append(args, f.let(f.conv(v, f.l.tt.libType(lf.params[i]))))
	}
	t := f.l.tt.libType(lf.ret)
	v := f.temp(t)
	f.emit(&cfg.Havoc{Dst: v, Kind: cfg.Unknown, Func: c.name, Asks: f.l.question(lf.name, args)}, c.at, cfg.RoleUser)
	return give(val{e: &cfg.VarRef{V: v}, t: t})
}

// firstArg is a call whose value is that of its first argument.
func firstArg(f *fn, c *call) callResult {
	v := f.rvalue(f.arg(c, 0))
	for _, a := range c.args[min(1, len(c.args)):] {
		if !f.l.u.pure(a) {
			v = f.save(v)
			f.effect(a)
		}
	}
	if v.e != nil && v.e.Type().Kind != cfg.Bool && c.ret.scalar() {
		return give(val{e: f.conv(v, c.ret), t: c.ret})
	}
	return give(v)
}

func constantP(f *fn, c *call) callResult {
	_, ok := f.typeVal(f.arg(c, 0)).e.(*cfg.Const)
	n := uint64(0)
	if ok {
		n = 1
	}
	return give(val{e: konst(cfg.BV(32), n), t: f.l.tt.intT})
}

func chooseExpr(f *fn, c *call) callResult {
	v, ok := f.l.constInt(f.arg(c, 0))
	if !ok {
		f.fail(c.x, "__builtin_choose_expr")
	}
	if v != 0 {
		return give(f.rvalue(f.arg(c, 1)))
	}
	return give(f.rvalue(f.arg(c, 2)))
}
