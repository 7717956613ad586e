package safety

import (
	"math/bits"
	"testing"
)

// TestProperties looks at what the rows of the table say together.
func TestProperties(t *testing.T) {
	names, formulas := map[string]bool{}, map[string]bool{}
	var all Checks
	for _, p := range Properties() {
		if names[p.Name] || p.Formula != "" && formulas[p.Formula] {
			t.Errorf("%s is twice in the table", p.Name)
		}
		names[p.Name], formulas[p.Formula] = true, true
		for _, part := range p.Parts {
			if Lookup(part) == nil {
				t.Errorf("%s consists of %s, which is not in the table", p.Name, part)
			}
			for _, row := range Rows(part) {
				if !PartOf(row.Name, p.Name) || PartOf(p.Name, row.Name) {
					t.Errorf("%s is a part of %s, not the other way", row.Name, p.Name)
				}
			}
		}
		if len(p.Parts) > 0 && (p.Formula != "" || p.Checks != 0 || p.Holds != "" || p.CWE != 0) {
			t.Errorf("what %s is follows from its parts", p.Name)
		}
		if p.Checks != 0 && (p.Holds == "" || p.CWE == 0) {
			t.Errorf("%s is checked, and what it means is not in the table", p.Name)
		}
		if p.Checks&all != 0 {
			t.Errorf("%s has the checks of another property", p.Name)
		}
		all |= p.Checks
	}
	if all == 0 || all|Asserted != 1<<bits.Len32(uint32(all|Asserted))-1 {
		t.Errorf("the checks of the table are %b", all)
	}
	if Asks(ValidMemsafety+"+"+NoOverflow) != Memsafety|Overflow || Asks(UnreachCall) != 0 || Asks(AllAsserts) != Asks(UB)|Asserted || Asks("none") != 0 {
		t.Error("the checks that names ask for")
	}
	for name, want := range map[string]bool{UnreachCall: true, ValidMemsafety: true, Termination: false, "none": false} {
		if Supported(name) != want {
			t.Errorf("%s is supported: %v", name, !want)
		}
	}
}
