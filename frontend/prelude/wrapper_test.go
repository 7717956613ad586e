package prelude

import "testing"

// TestLibraryFunc checks which entry a call means.
func TestLibraryFunc(t *testing.T) {
	for _, tc := range []struct {
		call, name string
		params     int
		ret        byte
		variadic   bool
		drop       int
	}{
		{"printf", "printf", 1, 'i', true, 0},
		{"__builtin___snprintf_chk", "snprintf", 3, 'i', true, 2},
		{"__isoc99_sscanf", "sscanf", 2, 'i', true, 0},
		{"__isoc23_fscanf", "fscanf", 2, 'i', true, 0},
		{"sinl", "sinl", 1, 'D', false, 0},
		{"ldexpf", "ldexpf", 2, 'f', false, 0},
		{"rewind", "rewind", 1, 'v', false, 0},
		{"tmpfile", "tmpfile", 0, 'F', false, 0},
		{"open64", "open", 2, 'i', true, 0},
		{"_IO_getc", "getc", 1, 'i', false, 0},
	} {
		f, drop := Executed(tc.call)
		if f == nil || f.Name != tc.name || f.Arity() != tc.params || f.Result != tc.ret || f.Variadic != tc.variadic || len(drop) != tc.drop {
			t.Errorf("%s: %+v %v", tc.call, f, drop)
		}
	}
	for _, n := range []string{"malloc", "strlen", "__memcpy_chk", "__printf", "d", "frobnicate"} {
		if f, _ := Executed(n); f != nil {
			t.Errorf("%s: %+v", n, f)
		}
	}
}
