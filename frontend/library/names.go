package library

import (
	"regexp"
	"strings"

	"culprit/frontend/ctypes"
	"culprit/frontend/prelude"

	"modernc.org/cc/v4"
)

// Has reports whether a name is one of a function of the C library or of
// the compiler.
func Has(name string) bool {
	if ofCompiler(name) {
		return true
	}
	if prelude.IsNondet(name) || HarnessName.MatchString(name) {
		return false
	}
	lib := prelude.LibName(name)
	_, described := prelude.Parts(false)[lib]
	_, known := prelude.Arity(name)
	return described || lowering(lib) != nil || known
}

// ofCompiler reports whether a name is one that only compilers give a meaning.
func ofCompiler(name string) bool {
	return strings.HasPrefix(name, "__builtin_") || strings.HasPrefix(name, "__sync_") || strings.HasPrefix(name, "__atomic_")
}

// HarnessName matches what our tables know, but no C library has.
var HarnessName = regexp.MustCompile(`^(__VERIFIER_.*|__CPROVER_.*|__ESBMC_.*|reach_error|assume|assert|printk|__assert_rtn|__assert_func|__assert|_assert)$`)

// NamedResult is what an input function that the program does not declare
// returns by its name, such as double for __VERIFIER_nondet_double: a program
// means that and not the int of C before 1999. It is nil where the function d is
// declared and where the name says nothing, or int.
func NamedResult(tt *ctypes.Types, name string, d *cc.Declarator) *ctypes.Type {
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
