package prelude

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"culprit/cfg/clib"
)

// The functions of the prelude that statements are made of.
const (
	LengthHelper  = "strlen"
	BoundedHelper = "strnlen"
	// DirectivesHelper gives 2 for a format with a directive for a pointer behind the first
	// given arguments, 1 for one with another directive there, -2 for one that takes some
	// of these, -1 for one with directives that take none, and 0 for one without.
	DirectivesHelper     = "__str_directives"
	WideDirectivesHelper = "__wcs_directives" // for a format of wide characters
	WideHelper           = "wcslen"
	BoundedWideHelper    = "wcsnlen"
	SearchHelper         = "strchr"
)

// StringHelpers names the functions of the prelude that a call needs in order to
// look at strings.
func StringHelpers(name string) []string {
	fn := clib.Lookup(LibName(name))
	if fn == nil || fn.Model == clib.ByText {
		return nil
	}
	var out []string
	if fn.ReadsStrings() {
		out = append(out, LengthHelper)
	}
	if slices.ContainsFunc(fn.Params, func(p clib.Param) bool { return p.Wide }) {
		out = append(out, WideHelper, BoundedWideHelper)
	}
	switch {
	case fn.FormatOf(clib.Printf) >= 0:
		out = append(out, BoundedHelper)
	case fn.FormatOf(clib.Scanf) >= 0 && fn.State == clib.NoState:
		out = append(append(out, BoundedHelper), scanHelpers...)
	case fn.Model == clib.Environment:
		out = append(out, SearchHelper)
	}
	return out
}

// FormatHelpers names the functions of the prelude that a call of the printf family
// needs for its format: one that is not a literal and that no arguments follow, or
// one that takes wide strings.
func FormatHelpers(format string, literal bool) []string {
	if !literal {
		return []string{DirectivesHelper, WideDirectivesHelper}
	}
	ds, _ := clib.PrintParts(format)
	if slices.ContainsFunc(ds, func(d clib.PrintPart) bool { return d.Conv != 0 && d.Wide() }) {
		return []string{WideHelper, BoundedWideHelper}
	}
	return nil
}

// ComplexFunction is the function of the prelude for products or quotients of
// complex numbers whose parts have a rank.
func ComplexFunction(op string, rank int) string {
	return "__" + op + [...]string{"", "sc3", "dc3", "xc3"}[rank]
}

// scanHelpers are the functions of the prelude that sscanf needs.
var scanHelpers = []string{"scan_space", "scan_word", "scan_set", "scan_int"}

// libNames are the names that LibName was asked for: of each call, and often.
var libNames sync.Map

// LibName strips the decorations of a library function's name.
func LibName(name string) string {
	if n, ok := libNames.Load(name); ok {
		return n.(string)
	}
	n := undecorated(name)
	libNames.Store(name, n)
	return n
}

func undecorated(name string) string {
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
	`|apply_args|nonlocal_goto|va_arg_pack|va_arg_pack_len|extend_pointer|flt_rounds)$`)
