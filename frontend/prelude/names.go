package prelude

import (
	"regexp"
	"strings"

	"culprit/cfg/clib"
	"culprit/frontend/headers"
)

// RunAtexit is the procedure that calls the handlers that SetAtexit adds.
const (
	RunAtexit = Prefix + "run_atexit"
	SetAtexit = "atexit"
)

// LibName strips the decorations of a library function's name.
func LibName(name string) string {
	n := strings.TrimPrefix(name, "__builtin_")
	if n == name && compilerOnly.MatchString(name) {
		return "" // of the program
	}
	n, _ = clib.Plain(n)
	return n
}

// compilerOnly matches names, without __builtin_, that only the compiler has:
// a function of such a name is one of the program.
var compilerOnly = regexp.MustCompile(`^((clz|ctz|popcount|parity|clrsb)(l|ll)?|(addc|subc)(l|ll)?|bswap\d+|bitreverse\d+|rotate(left|right)\d+|powi[fl]?` +
	`|i(round|rint|ceil|floor)[fl]?|l?l(ceil|floor)[fl]?` +
	`|trap|unreachable|prefetch|expect|expect_with_probability|assume_aligned|constant_p|choose_expr|(dynamic_)?object_size` +
	`|alloca_with_align|alloca_with_align_and_max|huge_val[fl]?|inf[fl]?|nans[fl]?|isinf_sign|[a-z]*_overflow|[a-z]*_overflow_p` +
	`|LINE|FILE|FUNCTION|classify_type|debugtrap|unpredictable|speculation_safe_value|assoc_barrier|cpu_init|cpu_is|cpu_supports` +
	`|stack_save|stack_restore|___clear_cache|return_address|frame_address|extract_return_addr|frob_return_addr|clear_padding|return` +
	`|apply_args|nonlocal_goto|va_arg_pack|va_arg_pack_len|extend_pointer|nontemporal_load|nontemporal_store|flt_rounds)$`)

// ModelOf is the model of the function of the library that a call of name means.
func ModelOf(name string) clib.Model {
	if f := clib.Lookup(LibName(name)); f != nil {
		return f.Model
	}
	return clib.NoModel
}

// IsNondet reports whether name is an input function of the harness.
func IsNondet(name string) bool { return strings.HasPrefix(name, "__VERIFIER_nondet") }

// Arity is the number of parameters of a function of the C library, -1 if
// it is not fixed.
func Arity(name string) (n int, known bool) {
	if n, known := headers.Names()[name]; known {
		return n, true
	}
	if k := clib.Known(name); k != nil {
		return k.Arity, true
	}
	if lf := clib.Lookup(name); lf != nil {
		if lf.Variadic {
			return -1, true
		}
		return lf.Arity(), true
	}
	return 0, false
}

// Is reports whether a function comes from the prelude.
func Is(name string) bool { return strings.HasPrefix(name, "__culprit_") }

// UserName is the name the user knows a function by.
func UserName(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, Prefix), RefPrefix)
}
