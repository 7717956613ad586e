package fault

import (
	"culprit/analysis/safety"
	"culprit/interp"
)

// Code is a kind of failure, finer than the property that it violates.
type Code struct {
	Name     string
	Property string
	CWE      int
	// Means says in a paragraph what happens and what to look for; Example is a program
	// with it.
	Means, Example string

	kind  interp.FaultKind
	reads bool // of accesses, those that do not write only
}

// codes are the kinds that a memory property has several of.
var codes = []Code{
	{Name: "null-pointer", Property: safety.ValidDeref, CWE: 476, kind: interp.NullAccess,
		Means: "Memory is read or written through a null pointer. Look for the call whose result was not checked, such as malloc or a search that finds nothing, or for a path on which the pointer was set to null.",
		Example: `int nondet(void);
int main(void) { int x = 1, *p = nondet() ? &x : 0; return *p; }
`},
	{Name: "out-of-bounds-read", Property: safety.ValidDeref, CWE: 125, kind: interp.OutOfBounds, reads: true,
		Means: "An access begins or ends beyond the object that the pointer belongs to, and reads what happens to be there. Look at the index and at the condition that should keep it below the length.",
		Example: `int nondet(void);
int main(void) { int a[4] = {0}, i = nondet(); if (i < 0 || i > 4) return 0; return a[i]; }
`},
	{Name: "out-of-bounds-write", Property: safety.ValidDeref, CWE: 787, kind: interp.OutOfBounds,
		Means: "An access begins or ends beyond the object that the pointer belongs to, and changes other data. Look at the index, at the size that was allocated, and at the room for a terminating null character.",
		Example: `int nondet(void);
int main(void) { char a[4]; int i = nondet(); if (i >= 0 && i <= 4) a[i] = 0; return 0; }
`},
	{Name: "use-after-free", Property: safety.ValidDeref, CWE: 416, kind: interp.UseAfterFree,
		Means: "Memory is read or written after its block was freed, or after the function returned whose variable it was. Look for the pointer that was kept, and for what is freed too early.",
		Example: `#include <stdlib.h>
int main(void) { int *p = calloc(1, sizeof *p); if (!p) return 0; free(p); return *p; }
`},
	{Name: "wild-pointer", Property: safety.ValidDeref, CWE: 824, kind: interp.WildAccess,
		Means: "Memory is read or written at an address at which no object is. The pointer has no value yet, or a number was made a pointer, or arithmetic led it far away.",
		Example: `int main(void) { int *p = (int *)1000000; return *p; }
`},
	{Name: "double-free", Property: safety.ValidFree, CWE: 415, kind: interp.DoubleFree,
		Means: "A block is freed that was freed before. Look for two owners of one pointer, and for a pointer that is not set to null after the first free.",
		Example: `#include <stdlib.h>
int main(void) { char *p = malloc(4); free(p); free(p); }
`},
	{Name: "invalid-free", Property: safety.ValidFree, CWE: 590, kind: interp.BadFree,
		Means: "free or realloc gets a pointer that no allocation returned: into the middle of a block, or to a variable.",
		Example: `#include <stdlib.h>
int main(void) { int x = 0, *p = &x; free(p); return x; }
`},
}

// Codes lists the kinds of failures that have a code of their own.
func Codes() []Code { return codes }

// FindCode is the code with a name, nil if there is none.
func FindCode(name string) *Code {
	for i := range codes {
		if codes[i].Name == name {
			return &codes[i]
		}
	}
	return nil
}

// CodeOf is the code of a fault, nil if the property says as much.
func CodeOf(f *interp.Fault) *Code {
	for i := range codes {
		if c := &codes[i]; c.kind == f.Kind && !(c.reads && f.Write) {
			return c
		}
	}
	return nil
}
