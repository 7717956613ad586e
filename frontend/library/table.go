package library

import (
	"strings"

	"culprit/cfg/clib"
)

// ByModel lowers the calls of library functions.
var ByModel map[clib.Model]builtin

// builtins lowers the calls of functions that are known by their names, besides those
// of the library: of the compiler, and of the tasks of competitions.
var builtins map[string]builtin

func init() {
	ByModel = map[clib.Model]builtin{
		clib.Silent: outputCall, clib.Unsupported: unsupportedCall, clib.Abort: haltCall, clib.Exit: haltCall, clib.Leave: haltCall, clib.PrintExit: errCall,
		clib.AssertFail: assertFail, clib.SetJmp: bodyCall, clib.LongJmp: bodyCall,
		clib.Malloc: mallocCall, clib.ZAlloc: zallocCall, clib.Alloca: allocaCall, clib.Calloc: callocCall, clib.Aligned: alignedAlloc, clib.Realloc: reallocCall, clib.Free: freeCall,
		clib.Copy: memcpyCall, clib.Move: memcpyCall, clib.CopyEnd: memcpyCall, clib.Set: memsetCall, clib.Zero: memsetCall,
		clib.Print: printCall, clib.PrintTo: formatCall, clib.PrintNew: asprintfCall, clib.PrintTime: strftimeCall, clib.Scan: scanCall, clib.Gets: getsCall, clib.GetLine: getlineCall, clib.ReadBlock: readCall,
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
		"va_arg_pack":              bodyCall,
		"va_arg_pack_len":          bodyCall,
		"frame_address":            frameAddress,
		"return_address":           returnAddress,
		"__culprit_bits":           bitsCall,
		"__culprit_bitsf":          bitsCall,
		"__culprit_bits_float":     realCall,
		"__culprit_bits_floatf":    realCall,
		"va_start":                 bodyCall,
		"va_end":                   bodyCall,
		"__culprit_va_copy":        bodyCall,
		"__VERIFIER_nondet_memory": nondetMemory,
		"__CPROVER_atomic_begin":   ignoreCall,
		"__VERIFIER_atomic_begin":  ignoreCall,
		"__VERIFIER_atomic_end":    ignoreCall,
		"isinf_sign":               floatCall,
		"__culprit_atexit_full":    tooManyHandlers,
		"__culprit_any":            anyCall,
		"__culprit_any_memory":     anyMemory,
		"__culprit_asked":          askedCall,
		"__culprit_renewed":        renewedCall,
		"__culprit_digits":         digitsCall,
		"__culprit_number":         numberCall,
		"__culprit_unknown":        notDescribed,
		"__culprit_overlap":        overlapCall,
		"__culprit_undefined":      undefinedCall,
		"__culprit_misused":        misusedCall,
	}
	addBuiltinFamilies()
}

// addBuiltinFamilies adds what has a name for each type.
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
}

// lowering lowers the calls of a function, nil if nothing does: by its model or range
// if the table of the library has it.
func lowering(name string) builtin {
	if f := clib.Lookup(name); f != nil && f.Name == name {
		switch b := ByModel[f.Model]; {
		case b != nil:
			return b
		case f.Range != nil:
			return inputCall
		}
	}
	return builtins[name]
}
