package library

import (
	"slices"
	"testing"

	"culprit/cfg/clib"
	"culprit/frontend/headers"
	"culprit/frontend/prelude"
)

// TestLibraryTable compares the table of the library with what the front end
// makes of its functions: models, and texts in the prelude.
func TestLibraryTable(t *testing.T) {
	for _, f := range clib.All() {
		_, proved := prelude.Parts(false)[f.Name]
		_, executed := prelude.Parts(true)[f.Name]
		if f.Model != clib.NoModel && f.Model != clib.ByText && ByModel[f.Model] == nil {
			t.Errorf("%s: unknown model %s", f.Name, f.Model)
		}
		if proved != (f.Model == clib.ByText) {
			t.Errorf("%s: in the prelude for proofs: %v, model %q", f.Name, proved, f.Model)
		}
		if text := !f.Run && (f.RunText || f.Model == clib.ByText); executed != text && !usesRun[f.Name] {
			t.Errorf("%s: in the prelude for executions: %v, want %v", f.Name, executed, text)
		}
		if f.Model == clib.NoModel && !f.Run && !f.RunText && f.Range == nil && f.Within == nil && !slices.ContainsFunc(f.Params, demanding) && !f.Closes && !f.SetsEnv && !f.Owns {
			t.Errorf("%s: nothing is known of it", f.Name)
		}
	}
	declared := headers.Names()
	for _, parts := range []map[string]prelude.Part{prelude.Parts(false), prelude.Parts(true)} {
		for n := range parts {
			if _, ok := declared[n]; ok && clib.Lookup(n) == nil {
				t.Errorf("%s is in the prelude, but not in the table", n)
			}
		}
	}
}

// TestExtendedNames checks that the functions of long double that are lowered
// here are in the table, except for builtins of the compiler.
func TestExtendedNames(t *testing.T) {
	for n := range extendedFuncs {
		known := clib.Lookup(n) != nil || clib.Lookup(n+"l") != nil || clib.Lookup("__"+n) != nil
		if compiler := builtins[n] != nil && clib.Lookup(n) == nil; !known && !compiler {
			t.Errorf("%s is not in the table", n)
		}
	}
}

// usesRun are functions whose text calls functions that only proofs have in C.
var usesRun = map[string]bool{"significand": true, "significandf": true}
