package safety

import (
	"slices"
	"strings"
)

// Property is a row of the table of properties: all that is known of one. What
// else needs to know of properties derives it from here.
type Property struct {
	Name string
	// Formula is what the competition's rules write for it after LTL, with %s for
	// the error function; "" if they do not have the property, so that no witness
	// can name it, or if it is the one of its parts.
	Formula string
	// Parts are the properties that it stands for, if it is a name for several.
	Parts []string
	// Checks are the error locations that Instrument adds for it, without those
	// of its parts.
	Checks Checks
	// Holds is what is true of a program that does not violate it.
	Holds string
	// CWE is the number of the weakness that a violation is, 0 if there is none.
	CWE int
	// Sanitizers make a compiled program stop where it is violated, as gcc's
	// -fsanitize has them; "" if it ends by itself, or if none sees it.
	Sanitizers string
	// Without is what a reader may expect of it and nothing checks; a proof says so.
	Without []string
	// AtEnd says that it is violated where the program ends, wherever that is.
	AtEnd bool
}

// The names of the properties, as Loc.Property and verdicts have them.
const (
	UnreachCall    = "unreach-call"
	NoOverflow     = "no-overflow"
	ValidMemsafety = "valid-memsafety"
	ValidFree      = "valid-free"
	ValidDeref     = "valid-deref"
	ValidMemtrack  = "valid-memtrack"
	ValidMemclean  = "valid-memcleanup"
	Termination    = "termination"
	NoDataRace     = "no-data-race"
	NoDeadlock     = "no-deadlock"
	CoverageBranch = "coverage-branches"
	CoverageError  = "coverage-error-call"

	UB            = "ub"
	UBDivision    = "ub-division"
	UBShift       = "ub-shift"
	UBConversion  = "ub-conversion"
	UBBuiltin     = "ub-builtin"
	UBUnreachable = "ub-unreachable"
	UBLength      = "ub-length"
	UBUninit      = "ub-uninit"
	UBCall        = "ub-call"
	UBPointer     = "ub-pointer"
	UBCompare     = "ub-compare"
	UBSequence    = "ub-sequence"
	UBFormat      = "ub-format"
	UBConst       = "ub-const"
	UBAlign       = "ub-align"

	UnsignedWrap = "unsigned-wrap"
	LossyChange  = "conversions"
	StackDepth   = "stack"
)

// properties are those of the competition's rules, also those that nobody
// checks, in their order, and then undefined behaviour, which they do not have.
var properties = []Property{
	{Name: UnreachCall, Formula: "G ! call(%s())", Holds: "no assertion fails", CWE: 617},
	{Name: NoOverflow, Formula: "G ! overflow", Checks: Overflow, Holds: "nothing overflows", CWE: 190,
		Sanitizers: "signed-integer-overflow,shift,float-cast-overflow"},
	{Name: ValidMemsafety, Parts: []string{ValidFree, ValidDeref, ValidMemtrack}},
	{Name: ValidFree, Formula: "G valid-free", Checks: Free, Holds: validMemory, CWE: 763},
	{Name: ValidDeref, Formula: "G valid-deref", Checks: Deref, Holds: validMemory, CWE: 119},
	{Name: ValidMemtrack, Formula: "G valid-memtrack", Checks: Memtrack, Holds: noLoss, CWE: 401},
	{Name: ValidMemclean, Formula: "G valid-memcleanup", Checks: Memclean, Holds: noLoss, CWE: 401, AtEnd: true},
	{Name: Termination, Formula: "F end", CWE: 835},
	{Name: NoDataRace, Formula: "G ! data-race", CWE: 362},
	{Name: NoDeadlock, Formula: "G ! deadlock", CWE: 833},
	{Name: CoverageBranch},
	{Name: CoverageError},

	{Name: UB, Parts: []string{ValidFree, ValidDeref, NoOverflow, UBDivision, UBShift, UBConversion, UBBuiltin, UBUnreachable, UBLength, UBUninit, UBCall, UBPointer, UBCompare, UBSequence, UBFormat, UBConst, UBAlign},
		Without: []string{"bounds of arrays that are parts of larger objects"}},
	{Name: UBDivision, Checks: Division, Holds: "nothing is divided by zero", CWE: 369, Sanitizers: "integer-divide-by-zero"},
	{Name: UBShift, Checks: Shift, Holds: "no shift is out of range", CWE: 1335, Sanitizers: "shift"},
	{Name: UBConversion, Checks: Conversion, Holds: "no float is converted to an integer that cannot hold it", CWE: 681, Sanitizers: "float-cast-overflow"},
	{Name: UBBuiltin, Checks: Builtin, Holds: "no builtin or library function gets an argument that it does not take", CWE: 475, Sanitizers: "builtin"},
	{Name: UBUnreachable, Checks: Unreachable, Holds: "what is declared unreachable is not reached", CWE: 758, Sanitizers: "unreachable"},
	{Name: UBLength, Checks: Length, Holds: "no array has a length below 1", CWE: 1284, Sanitizers: "vla-bound"},
	{Name: UBUninit, Checks: Uninit, Holds: "nothing is used that was not initialised", CWE: 457},
	{Name: UBCall, Checks: Call, Holds: "no function is called through a pointer to another type", CWE: 686},
	{Name: UBPointer, Checks: Pointer, Holds: "no pointer is led out of its object", CWE: 823},
	{Name: UBCompare, Checks: Compare, Holds: "no pointers to different objects are subtracted or ordered", CWE: 469},
	{Name: UBFormat, Checks: Format, Holds: "no printf or scanf gets other arguments than its format takes", CWE: 628,
		Without: []string{"formats that are not literals, arguments of printf that only differ in their size or sign"}},
	{Name: UBConst, Checks: Const, Holds: "no local constant is changed through a pointer", CWE: 471,
		Without: []string{"local constants that are changed by their names, behind casts"}},
	{Name: UBAlign, Checks: Align, Holds: "every access is aligned as its type asks for", CWE: 704, Sanitizers: "alignment",
		Without: []string{"alignment of what functions of the library get"}},
	{Name: UnsignedWrap, Checks: Wrap, Holds: "no unsigned number wraps around", CWE: 190,
		Without: []string{"constant expressions, negation and shifts of unsigned numbers"}},
	{Name: LossyChange, Checks: Lossy, Holds: "no implicit conversion changes a value", CWE: 681,
		Without: []string{"conversions of constants, of __int128, long double and complex numbers, and of what functions of the library get"}},
	{Name: StackDepth, Checks: Stack, Holds: "the stack stays within its limit", CWE: 674},
	{Name: UBSequence, Checks: Sequence, Holds: "no effects on one variable are unsequenced", CWE: 758,
		Without: []string{"unsequenced effects on memory that is not named in the same words"}},
}

const (
	validMemory = "no use of memory is invalid"
	noLoss      = "no block is lost"
)

// Properties are the rows of the table.
func Properties() []Property { return properties }

// Lookup is the row of a name, or nil.
func Lookup(name string) *Property {
	for i := range properties {
		if properties[i].Name == name {
			return &properties[i]
		}
	}
	return nil
}

// Rows are the rows of what a name stands for: its own or those of its parts,
// and of names joined by "+" those of each.
func Rows(name string) []*Property {
	var out []*Property
	for _, n := range strings.Split(name, "+") {
		p := Lookup(n)
		switch {
		case p == nil:
		case len(p.Parts) == 0:
			out = append(out, p)
		default:
			for _, part := range p.Parts {
				out = append(out, Rows(part)...)
			}
		}
	}
	return out
}

// Asks are the checks for what a name stands for; none for unreach-call, whose
// errors are in the program, and for properties that are not supported.
func Asks(name string) Checks {
	var c Checks
	for _, p := range Rows(name) {
		c |= p.Checks
	}
	return c
}

// PropertyOf is the name of the property with a check.
func PropertyOf(c Checks) string {
	for i := range properties {
		if properties[i].Checks == c {
			return properties[i].Name
		}
	}
	return ""
}

// Supported reports whether the verifier decides what a name stands for.
func Supported(name string) bool { return name == UnreachCall || Asks(name) != 0 }

// Expressible reports whether the competition's rules have a formula for all that
// a name stands for.
func Expressible(name string) bool {
	return !slices.ContainsFunc(Rows(name), func(p *Property) bool { return p.Formula == "" })
}

// PartOf reports whether a violation of the property part is one of whole.
func PartOf(part, whole string) bool {
	for _, p := range Rows(whole) {
		if p.Name == part {
			return true
		}
	}
	return part == whole
}
