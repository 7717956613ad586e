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
	// Means says in a paragraph what a violation is and why it matters; Example is a
	// program with one, for users who ask (verify help NAME). Rows with parts have
	// neither.
	Means, Example string
	// Without is what a reader may expect of it and nothing checks; a proof says so,
	// with Placed only where the front end finds that in the program.
	Without string
	Placed  bool
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
	UBBounds      = "ub-bounds"

	UnsignedWrap = "unsigned-wrap"
	LossyChange  = "conversions"
	StackDepth   = "stack"

	AllAsserts = "all-asserts"
)

// properties are those of the competition's rules, also those that nobody
// checks, in their order, and then undefined behaviour, which they do not have.
var properties = []Property{
	{Name: UnreachCall, Formula: "G ! call(%s())", Holds: "no assertion fails", CWE: 617,
		Means: "An assert fails, or a function is called that stands for an error: reach_error, __VERIFIER_error, or the one that the property file names. The program itself says that this must not happen.",
		Example: `#include <assert.h>
int nondet(void);
int main(void) { int n = nondet(); assert(n != 7); }
`},
	{Name: NoOverflow, Formula: "G ! overflow", Checks: Overflow, Holds: "nothing overflows", CWE: 190,
		Sanitizers: "signed-integer-overflow,shift,float-cast-overflow",
		Means:      "The result of signed arithmetic does not fit its type. C leaves open what happens then; compilers assume that it does not, and drop checks that come too late.",
		Example: `int nondet(void);
int main(void) { int n = nondet(); return n + 1 > n; }
`},
	{Name: ValidMemsafety, Parts: []string{ValidFree, ValidDeref, ValidMemtrack}},
	{Name: ValidFree, Formula: "G valid-free", Checks: Free, Holds: validMemory, CWE: 763,
		Means: "free or realloc gets a pointer that is not the start of a block of the heap, or whose block was freed before. The allocator's lists are damaged, and a later allocation fails or is somebody else's.",
		Example: `#include <stdlib.h>
int main(void) { char *p = malloc(4); free(p); free(p); }
`},
	{Name: ValidDeref, Formula: "G valid-deref", Checks: Deref, Holds: validMemory, CWE: 119,
		Means: "Memory is read or written that the pointer must not be used for: beyond an object, through null, after free, or after the function with the variable returned; or a constant is written.",
		Example: `int nondet(void);
int main(void) { int a[4] = {0}, i = nondet(); if (i < 0 || i > 4) return 0; return a[i]; }
`},
	{Name: ValidMemtrack, Formula: "G valid-memtrack", Checks: Memtrack, Holds: noLoss, CWE: 401,
		Means: "The last pointer to a block of the heap is lost before the block is freed. Nothing can free it any more.",
		Example: `#include <stdlib.h>
int main(void) { char *p = malloc(4); p = 0; return p != 0; }
`},
	{Name: ValidMemclean, Formula: "G valid-memcleanup", Checks: Memclean, Holds: noLoss, CWE: 401, AtEnd: true,
		Means: "A block of the heap is still allocated when the program ends, whether or not something points to it.",
		Example: `#include <stdlib.h>
char *kept;
int main(void) { kept = malloc(4); }
`},
	{Name: Termination, Formula: "F end", CWE: 835},
	{Name: NoDataRace, Formula: "G ! data-race", CWE: 362},
	{Name: NoDeadlock, Formula: "G ! deadlock", CWE: 833},
	{Name: CoverageBranch},
	{Name: CoverageError},

	{Name: UB, Parts: []string{ValidFree, ValidDeref, NoOverflow, UBDivision, UBShift, UBConversion, UBBuiltin, UBUnreachable, UBLength, UBUninit, UBCall, UBPointer, UBCompare, UBSequence, UBFormat, UBConst, UBAlign, UBBounds}},
	{Name: UBDivision, Checks: Division, Holds: "nothing is divided by zero", CWE: 369, Sanitizers: "integer-divide-by-zero",
		Means: "An integer is divided by zero, or a remainder by zero is taken. Most processors stop the program there.",
		Example: `int nondet(void);
int main(void) { int n = nondet(); return 100 / n; }
`},
	{Name: UBShift, Checks: Shift, Holds: "no shift is out of range", CWE: 1335, Sanitizers: "shift",
		Means: "The count of a shift is negative or not below the width of the type, or a signed value is shifted to the left that is negative or becomes too large. Processors and compilers disagree about the result.",
		Example: `unsigned nondet(void);
int main(void) { unsigned n = nondet(); return 1u << n; }
`},
	{Name: UBConversion, Checks: Conversion, Holds: "no float is converted to an integer that cannot hold it", CWE: 681, Sanitizers: "float-cast-overflow",
		Means: "A float is converted to an integer type that cannot hold it without its fraction. The result is arbitrary.",
		Example: `double nondet(void);
int main(void) { double d = nondet(); return (int)d; }
`},
	{Name: UBBuiltin, Checks: Builtin, Holds: "no builtin or library function gets an argument that it does not take", CWE: 475, Sanitizers: "builtin",
		Means: "A builtin gets an argument for which it is not defined, such as __builtin_clz of zero.",
		Example: `unsigned nondet(void);
int main(void) { unsigned n = nondet(); return __builtin_clz(n); }
`},
	{Name: UBUnreachable, Checks: Unreachable, Holds: "what is declared unreachable is not reached", CWE: 758, Sanitizers: "unreachable",
		Means: "Control reaches __builtin_unreachable, of which the compiler was told that this does not happen. It may have removed what leads there.",
		Example: `int nondet(void);
int main(void) { int n = nondet(); if (n == 3) __builtin_unreachable(); }
`},
	{Name: UBLength, Checks: Length, Holds: "no array has a length below 1", CWE: 1284, Sanitizers: "vla-bound",
		Means: "An array of variable length has no element or a negative number of them.",
		Example: `int nondet(void);
int main(void) { int n = nondet(); if (n > 9) n = 9; int a[n]; a[0] = 1; return a[0]; }
`},
	{Name: UBUninit, Checks: Uninit, Holds: "nothing is used that was not initialised", CWE: 457,
		Means: "A value is used that nothing set: of a local variable, of memory from malloc, or of a function that ended without return. What is there depends on what ran before.",
		Example: `int nondet(void);
int main(void) { int n = nondet(), most; if (n > 0) most = n; return most > 5; }
`},
	{Name: UBCall, Checks: Call, Holds: "no function is called through a pointer to another type", CWE: 686,
		Means: "A function is called through a pointer to another type: other parameters, another number of them, or another result. Arguments may end up in the wrong registers.",
		Example: `int twice(int n) { return 2 * n; }
int main(void) { int (*f)(void) = (int (*)(void))twice; return f(); }
`},
	{Name: UBPointer, Checks: Pointer, Holds: "no pointer is led out of its object", CWE: 823,
		Means: "Arithmetic leads a pointer out of its object, further than one past the end, even if it is not used there. Compilers assume that it stays inside and simplify comparisons.",
		Example: `int nondet(void);
int main(void) { int a[4], n = nondet(); if (n < 0 || n > 9) return 0; int *p = a + n; return p == a; }
`},
	{Name: UBCompare, Checks: Compare, Holds: "no pointers to different objects are subtracted or ordered", CWE: 469,
		Means: "Pointers into different objects are subtracted or ordered. Their distance means nothing.",
		Example: `int main(void) { int a[2], b[2]; int *p = a, *q = b; return p < q; }
`},
	{Name: UBFormat, Checks: Format, Holds: "no printf or scanf gets other arguments than its format takes", CWE: 628,
		Means: "A function like printf or scanf gets fewer arguments than its format takes, or one of another kind or size; numbers may differ in their sign. It reads registers or memory that hold something else.",
		Example: `#include <stdio.h>
int main(void) { printf("%s\n", 5); }
`},
	{Name: UBConst, Checks: Const, Holds: "no constant is changed", CWE: 471,
		Means: "A local object that is declared const, or a member that is declared const in any, is changed. The compiler may have used its old value already.",
		Example: `static void set(int *p) { *p = 4; }
int main(void) { const int limit = 3; set((int *)&limit); return limit; }
`},
	{Name: UBAlign, Checks: Align, Holds: "every access is aligned as its type asks for", CWE: 704, Sanitizers: "alignment",
		Means: "Memory is accessed through a pointer that is not a multiple of the alignment of its type. Some processors stop there, and vector instructions do on all.",
		Example: `int main(void) { int a[2] = {0}; char *c = (char *)a; return *(int *)(c + 1); }
`},
	{Name: UBBounds, Checks: Bounds, Holds: "every index of a row or a member is within that array", CWE: 129, Sanitizers: "bounds",
		Without: "bounds of arrays within larger objects where a pointer leads into them, and of those that end a structure behind a pointer", Placed: true,
		Means: "An index leaves an array that is a part of a larger object: a row of a matrix, or a member of a structure. What lies there is something else, and compilers assume that this does not happen.",
		Example: `int nondet(void);
int main(void) { int a[3][5] = {0}, n = nondet(); if (n < 0 || n > 9) return 0; return a[1][n]; }
`},
	{Name: AllAsserts, Parts: []string{UnreachCall, UB}},
	{Name: UnsignedWrap, Checks: Wrap, Holds: "no unsigned number wraps around", CWE: 190,
		Without: "constant expressions, unsigned __int128, negation and shifts of unsigned numbers",
		Means:   "Arithmetic of unsigned numbers wraps around. C defines the result, but a length or an index that wrapped is seldom what was meant.",
		Example: `unsigned nondet(void);
int main(void) { unsigned n = nondet(); return n - 1 > 10; }
`},
	{Name: LossyChange, Checks: Lossy, Holds: "no implicit conversion changes a value", CWE: 681,
		Without: "conversions of constants, of __int128, long double, _Float16 and complex numbers, and of what functions of the library get",
		Means:   "A conversion that nobody wrote changes a value: a large number into a small type, or a negative one into an unsigned type.",
		Example: `int nondet(void);
int main(void) { int n = nondet(); unsigned char c = n; return c; }
`},
	{Name: StackDepth, Checks: Stack, Holds: "the stack stays within its limit", CWE: 674,
		Means: "Calls need more stack than there is, by an estimate of their frames. The program is killed.",
		Example: `int depth(int n) { char block[1 << 20]; block[0] = 0; return n == 0 ? block[0] : 1 + depth(n - 1); }
int main(void) { return depth(10); }
`},
	{Name: UBSequence, Checks: Sequence, Holds: "no effects on one variable are unsequenced", CWE: 758,
		Without: "unsequenced effects on memory that is not named in the same words", Placed: true,
		Means: "One part of an expression changes a variable that another part uses, and C does not say which comes first; or a structure is assigned to one that it overlaps in part. Compilers choose differently.",
		Example: `int main(void) { int i = 1; i = i++ + 1; return i; }
`},
}

const (
	validMemory = "no use of memory is invalid"
	noLoss      = "no block is lost"
)

// Summary is the first sentence about a violation, or what the name stands for.
func (p *Property) Summary() string {
	if len(p.Parts) > 0 {
		return strings.Join(p.Parts, ", ")
	}
	first, _, _ := strings.Cut(p.Means, ". ")
	first, _, _ = strings.Cut(first, ": ")
	return strings.TrimSuffix(first, ".")
}

// Unchecked is the note of what nothing checks.
func (p *Property) Unchecked() string { return "not checked: " + p.Without }

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

// Asks are the checks for what a name stands for; none for unreach-call alone, whose
// errors are in the program, and for properties that are not supported.
func Asks(name string) Checks {
	var c Checks
	rows := Rows(name)
	for _, p := range rows {
		c |= p.Checks
	}
	if c != 0 && slices.ContainsFunc(rows, func(p *Property) bool { return p.Name == UnreachCall }) {
		c |= Asserted
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
