package main

import (
	"maps"
	"slices"
	"testing"
)

// TestFaultyLines takes what BUG adds, or the statements around what it leaves out.
func TestFaultyLines(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int
	}{
		{"a;\n#ifdef BUG\nb;\nc;\n#else\nd;\n#endif\ne;\n", []int{3, 4}},
		{"a;\n#ifndef BUG\nd;\n#else\nb;\n#endif\ne;\n", []int{5}},
		{"a;\n    {\n#ifndef BUG\nd;\n#endif\n    }\n\ne;\n", []int{1, 8}},
	} {
		if got := slices.Sorted(maps.Keys(faultyLines(c.text))); !slices.Equal(got, c.want) {
			t.Errorf("%q: lines %v, want %v", c.text, got, c.want)
		}
	}
	programs, err := specimens(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		if len(p.faulty) == 0 {
			t.Errorf("%s has no faulty line", p.name)
		}
	}
}
