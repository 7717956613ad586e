package prelude

import (
	"slices"

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
