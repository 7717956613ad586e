package frontend

import (
	"slices"
	"strings"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// Programs that will be executed call the C library by cfg.Lib where neither
// the program, nor the prelude, nor a statement of cfg has the function.

// libTable gives the functions that become a cfg.Lib: the type of the result,
// those of the parameters, names. One letter is one type: v void, i int,
// u unsigned, l long, z size_t, s ssize_t, f float, d double, D long double,
// p any pointer, F FILE *; a dot stands for variable arguments. A long double is
// passed as two arguments, its parts; as the result it is written to where a
// pointer says that is passed behind the other arguments.
const libTable = `
i p.     printf scanf
i F p.   fprintf fscanf
i i p.   dprintf
i pp.    sprintf sscanf asprintf
i pz p.  snprintf
i pp     vprintf vscanf
i F pp   vfprintf vfscanf
i i pp   vdprintf
i ppp    vsprintf vsscanf vasprintf
i pz pp  vsnprintf
F pp     fopen
F pp F   freopen
F i p    fdopen
F        tmpfile
i F      fclose fflush feof ferror fgetc getc fileno
v F      clearerr rewind
i        getchar
i i F    fputc putc ungetc
i i      putchar
i p      puts
i p F    fputs
p p i F  fgets
p p      gets tmpnam
z pzz F  fread fwrite
s pp F   getline
s pp i F getdelim
i F l i  fseek
l F      ftell
i F p    fgetpos fsetpos
v F p    setbuf
i F p iz setvbuf
v p      perror
i p      remove
i pp     rename
s i pz   read write
i p i.   open
i pu     creat
i i      close isatty
l i l i  lseek
i p i    access
i i      fsync dup
i ii     dup2
i i l    ftruncate
u        getuid geteuid getgid getegid
i        getppid
v F p z  setbuffer
v F      setlinebuf
v dpp sincos
v fpp sincosf
v Dpp sincosl
d dD  nexttoward
f fD  nexttowardf
D DD  nexttowardl fdiml
D Dp  modfl
d d   roundeven
f f   roundevenf
d d  sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1 log log2 log10 log1p logb cbrt erf erfc lgamma tgamma
f f  sinf cosf tanf asinf acosf atanf sinhf coshf tanhf asinhf acoshf atanhf expf exp2f exp10f expm1f logf log2f log10f log1pf logbf cbrtf erff erfcf lgammaf tgammaf
D D  sinl cosl tanl asinl acosl atanl sinhl coshl tanhl asinhl acoshl atanhl expl exp2l exp10l expm1l logl log2l log10l log1pl logbl cbrtl erfl erfcl lgammal tgammal
d dd  pow atan2 hypot fmod remainder nextafter
f ff  powf atan2f hypotf fmodf remainderf nextafterf
D DD  powl atan2l hypotl fmodl remainderl nextafterl
d ddd fma
f fff fmaf
D DDD fmal
d di  ldexp scalbn
f fi  ldexpf scalbnf
D Di  ldexpl scalbnl
d dl  scalbln
f fl  scalblnf
D Dl  scalblnl
d dp  frexp
f fp  frexpf
D Dp  frexpl
d ddp remquo
f ffp remquof
D DDp remquol
i d   ilogb
i f   ilogbf
i D   ilogbl
d pp  strtod
f pp  strtof
D pp  strtold
d p   atof
i     rand
v u   srand srandom
l     random lrand48 mrand48
i p   rand_r
d     drand48
d p   erand48
l p   nrand48 jrand48
v l   srand48
l p   time mktime timegm
l     clock
p p   localtime gmtime asctime ctime getenv
p pp  localtime_r gmtime_r asctime_r ctime_r
z pz pp strftime
p i   strerror
i i p clock_gettime clock_getres
i p i timespec_get
v     tzset
i pp  gettimeofday nanosleep
u u   sleep
i u   usleep
i p   system
i     getpid
`

// libSynonyms are other names of functions of libTable.
var libSynonyms = map[string]string{
	"__isoc99_scanf": "scanf", "__isoc99_fscanf": "fscanf", "__isoc99_sscanf": "sscanf",
	"__isoc99_vscanf": "vscanf", "__isoc99_vfscanf": "vfscanf", "__isoc99_vsscanf": "vsscanf",
	"_IO_getc": "getc", "_IO_putc": "putc", "fseeko": "fseek", "ftello": "ftell", "unlink": "remove",
	"getc_unlocked": "getc", "getchar_unlocked": "getchar", "putc_unlocked": "putc", "putchar_unlocked": "putchar",
	"fputs_unlocked": "fputs", "fgets_unlocked": "fgets", "fputc_unlocked": "fputc", "fgetc_unlocked": "fgetc",
	"fread_unlocked": "fread", "fwrite_unlocked": "fwrite", "fflush_unlocked": "fflush", "feof_unlocked": "feof", "ferror_unlocked": "ferror",
	"__getdelim": "getdelim", "drem": "remainder", "gamma": "lgamma", "pow10": "exp10", "open64": "open", "fopen64": "fopen",
	"clearerr_unlocked": "clearerr", "fileno_unlocked": "fileno", "freopen64": "freopen", "secure_getenv": "getenv", "timelocal": "mktime",
	"dremf": "remainderf", "dreml": "remainderl", "gammaf": "lgammaf", "gammal": "lgammal",
}

// libChecked are the functions that _FORTIFY_SOURCE calls, with the arguments
// that they have besides those of the plain function.
var libChecked = map[string][]int{
	"printf": {0}, "fprintf": {1}, "dprintf": {1}, "sprintf": {1, 2}, "snprintf": {2, 3}, "asprintf": {1},
	"vprintf": {0}, "vfprintf": {1}, "vdprintf": {1}, "vsprintf": {1, 2}, "vsnprintf": {2, 3}, "vasprintf": {1},
	"fgets": {1}, "gets": {1}, "fread": {1}, "read": {3},
}

// libFunc is one function of the library.
type libFunc struct {
	name     string
	ret      byte
	params   string
	variadic bool
}

var libFuncs = readLibTable(libTable)

func readLibTable(table string) map[string]*libFunc {
	out := map[string]*libFunc{}
	for _, line := range strings.Split(strings.TrimSpace(table), "\n") {
		words := strings.Fields(line)
		f := libFunc{ret: words[0][0]}
		words = words[1:]
		// The first name of a line must not look like types, as dup does.
		for len(words) > 0 && strings.Trim(words[0], "viulzsfdDpF.") == "" {
			f.params += words[0]
			words = words[1:]
		}
		f.params, f.variadic = strings.CutSuffix(f.params, ".")
		for _, n := range words {
			g := f
			g.name = n
			out[n] = &g
		}
	}
	return out
}

// LibNames lists the functions that a program lowered for execution may call
// by cfg.Lib, sorted.
func LibNames() []string {
	var out []string
	for n := range libFuncs {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// libraryFunc finds the function of libTable that a call of name means, and
// the arguments that it does not have.
func libraryFunc(name string) (fn *libFunc, drop []int) {
	name = strings.TrimPrefix(strings.TrimPrefix(name, hostPrefix), "__isoc23_")
	n := strings.TrimPrefix(name, "__builtin_")
	if plain, ok := strings.CutSuffix(n, "_chk"); ok && strings.HasPrefix(n, "__") {
		n = plain[2:]
		drop = libChecked[n]
		if drop == nil {
			return nil, nil
		}
	}
	if s := libSynonyms[n]; s != "" {
		n = s
	}
	return libFuncs[n], drop
}

// libType is the type that a letter of libTable stands for.
func (tt *types) libType(letter byte) *ctype {
	switch letter {
	case 'i':
		return tt.intT
	case 'u':
		return tt.uintT
	case 'l':
		return tt.long
	case 'z':
		return tt.size
	case 's':
		return tt.pdiff
	case 'f':
		return tt.float
	case 'd':
		return tt.double
	case 'D':
		return tt.ldouble
	case 'v':
		return tt.void
	}
	return tt.voidPtr
}

// libCall lowers a call of the C library to a cfg.Lib.
func (f *fn) libCall(c *call, lf *libFunc, drop []int) callResult {
	tt := f.l.tt
	vals := f.values(c.args)
	for i := len(drop) - 1; i >= 0; i-- {
		if drop[i] < len(vals) {
			vals = slices.Delete(vals, drop[i], drop[i]+1)
		}
	}
	if len(vals) < len(lf.params) {
		f.fail(c.x, "call of %s with %d arguments", c.name, len(c.args))
	}
	s := &cfg.Lib{Func: lf.name}
	for i, v := range vals {
		v = f.vaSlots(v)
		switch {
		case i < len(lf.params) && lf.params[i] == 'D', i >= len(lf.params) && lf.variadic && v.t.k == kExtended:
			p := f.parts(f.convert(v, tt.ldouble, c.x))
			s.Args = append(s.Args, p[0].e, p[1].e)
		case i < len(lf.params):
			s.Args = append(s.Args, f.conv(v, tt.libType(lf.params[i])))
		case !lf.variadic: // as in a call without prototype: not looked at
		case !v.t.scalar():
			f.fail(c.x, "argument of type %s for %s", v.t.name, c.name)
		default:
			s.Args = append(s.Args, f.promoted(v))
		}
	}
	ret := tt.libType(lf.ret)
	if ret.k == kExtended {
		// The result does not fit in a variable: the library writes it where
		// a last argument says.
		p := f.memoryTemp(ret)
		s.Args = append(s.Args, p.addr)
		f.emit(s, c.at, cfg.RoleUser)
		return give(f.save(f.load(p)))
	}
	if f.dead() || ret.k == kVoid || !c.use.wanted() {
		f.emit(s, c.at, cfg.RoleUser)
		if ret.k == kVoid {
			return give(f.void())
		}
		t := f.declaredResult(c, ret)
		return give(val{e: &cfg.Const{T: tt.value(t)}, t: t})
	}
	t := f.declaredResult(c, ret)
	if d := c.use.dst; d != nil && d != f.p.Ret && (sameBits(t, c.use.dstT) || t.k == kFloat && c.use.dstT.k == kFloat) && d.Type == tt.value(ret) {
		s.Dst = d
		f.emit(s, c.use.at, cfg.RoleUser)
		return callResult{done: true}
	}
	s.Dst = f.temp(ret)
	f.emit(s, c.at, cfg.RoleUser)
	return give(val{e: f.conv(val{e: &cfg.VarRef{V: s.Dst}, t: ret}, t), t: t})
}

// libraryVariable gives a variable of the C library its first value, and
// reports whether it is one: those that a header declares.
func (f *fn) libraryVariable(p place, d *cc.Declarator) bool {
	first := map[string]uint64{"stdin": cfg.Stdin, "stdout": cfg.Stdout, "stderr": cfg.Stderr, "optind": 1, "opterr": 1, "optopt": '?'}
	switch v, ok := first[d.Name()]; {
	case ok && p.t.scalar() && p.t.k != kFloat:
		f.store(p, val{e: f.sizeConst(v), t: f.l.tt.size}, span{}, cfg.RoleImplicit)
	case d.Name() == cfg.Errno, f.l.src.inHeader(d), f.l.src.fileName(d.NameTok()) == preludeFile:
		f.zero(p)
	default:
		return false
	}
	return true
}

// declaredResult is the type of a call's value: the declared one where it
// agrees with the library's, such as a pointer to another type.
func (f *fn) declaredResult(c *call, ret *ctype) *ctype {
	_, id := f.l.u.calleeOf(c.x)
	if id == nil {
		return ret
	}
	if _, ok := id.ResolvedTo().(*cc.Declarator); ok && c.ret.scalar() && (c.ret.k == kFloat) == (ret.k == kFloat) {
		return c.ret
	}
	return ret
}

// hostPrefix marks calls that always mean the library: those in the wrappers
// below.
const hostPrefix = "__culprit_host_"

// refPrefix marks the wrappers by which a program calls, through a pointer, a
// function of the library that is no procedure.
const refPrefix = "__culprit_ref_"

// refStatements are wrappers of functions that are statements of cfg.
var refStatements = map[string]string{
	"malloc":  "void *__culprit_ref_malloc(__SIZE_TYPE__ n) { return __builtin_malloc(n); }",
	"calloc":  "void *__culprit_ref_calloc(__SIZE_TYPE__ n, __SIZE_TYPE__ m) { return __builtin_calloc(n, m); }",
	"realloc": "void *__culprit_ref_realloc(void *p, __SIZE_TYPE__ n) { return __builtin_realloc(p, n); }",
	"free":    "void __culprit_ref_free(void *p) { __builtin_free(p); }",
	"exit":    "void __culprit_ref_exit(int n) { __builtin_exit(n); }",
	"abort":   "void __culprit_ref_abort(void) { __builtin_abort(); }",
	"memcpy":  "void *__culprit_ref_memcpy(void *d, const void *s, __SIZE_TYPE__ n) { return __builtin_memcpy(d, s, n); }",
	"memmove": "void *__culprit_ref_memmove(void *d, const void *s, __SIZE_TYPE__ n) { return __builtin_memmove(d, s, n); }",
	"memset":  "void *__culprit_ref_memset(void *d, int c, __SIZE_TYPE__ n) { return __builtin_memset(d, c, n); }",
	"sqrt":    "double __culprit_ref_sqrt(double x) { return __builtin_sqrt(x); }",
	"fabs":    "double __culprit_ref_fabs(double x) { return __builtin_fabs(x); }",
	"floor":   "double __culprit_ref_floor(double x) { return __builtin_floor(x); }",
	"ceil":    "double __culprit_ref_ceil(double x) { return __builtin_ceil(x); }",
	"trunc":   "double __culprit_ref_trunc(double x) { return __builtin_trunc(x); }",
	"round":   "double __culprit_ref_round(double x) { return __builtin_round(x); }",
}

// takesList reports whether the last parameter of a function of libTable is a
// va_list.
func takesList(name string) bool {
	_, plain := libFuncs[strings.TrimPrefix(name, "v")]
	return plain && name[0] == 'v'
}

// wrapper returns C source for a function that does what the library function
// name does, or "".
func wrapper(name string) string {
	if s := refStatements[name]; s != "" {
		return s
	}
	lf, _ := libraryFunc(name)
	if lf == nil {
		return ""
	}
	ctypes := map[byte]string{'v': "void", 'i': "int", 'u': "unsigned", 'l': "long", 'z': "__SIZE_TYPE__", 's': "__PTRDIFF_TYPE__",
		'f': "float", 'd': "double", 'D': "long double", 'p': "void *", 'F': "void *"}
	target := lf.name
	var params, args []string
	for i := range len(lf.params) {
		a := string(rune('a' + i))
		params = append(params, ctypes[lf.params[i]]+" "+a)
		args = append(args, a)
	}
	if takesList(lf.name) {
		params[len(params)-1] = "__builtin_va_list " + args[len(args)-1]
	}
	body := ""
	if lf.variadic {
		target = "v" + target
		if libFuncs[target] == nil {
			return ""
		}
		body = "__builtin_va_list ap; __builtin_va_start(ap, " + args[len(args)-1] + "); "
		params, args = append(params, "..."), append(args, "ap")
	}
	if lf.ret != 'v' {
		body += "return "
	}
	if params == nil {
		params = []string{"void"}
	}
	ret := ctypes[lf.ret]
	return ret + " " + hostPrefix + target + "(); " + ret + " " + refPrefix + name + "(" + strings.Join(params, ", ") + ") { " +
		body + hostPrefix + target + "(" + strings.Join(args, ", ") + "); }"
}
