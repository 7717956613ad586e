package fault

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"

	"culprit/analysis/safety"
	"culprit/frontend"
	"culprit/interp"
)

// stopping is a program of testdata/stops.txt.
type stopping struct {
	property, name, src string
	line                int // where it stops, 0: nowhere
	text                string
}

func stoppings(t *testing.T) []stopping {
	text, err := os.ReadFile("testdata/stops.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []stopping
	for _, part := range strings.Split(string(text), "\n-- ")[1:] {
		head, src, _ := strings.Cut(part, " --\n")
		s := stopping{src: src}
		var ok bool
		if s.property, s.name, ok = strings.Cut(head, ": "); !ok {
			t.Fatalf("no property in %q", head)
		}
		for i, l := range strings.Split(src, "\n") {
			if _, want, ok := strings.Cut(l, "// FAULT "); ok {
				s.line, s.text = i+1, want
			}
		}
		out = append(out, s)
	}
	return out
}

// TestChecksStop runs the programs of testdata/stops.txt, which has some for each
// check of the table of properties, and compares the fault at which an execution
// stops with the error location that the program for a proof reaches.
func TestChecksStop(t *testing.T) {
	stops, goes := map[string]bool{}, map[string]bool{}
	for _, s := range stoppings(t) {
		row := safety.Lookup(s.property)
		if row == nil {
			t.Fatalf("no property %s", s.property)
		}
		for _, asked := range []string{s.property, safety.UB} {
			if asked != s.property && !safety.PartOf(s.property, asked) {
				continue
			}
			r := executed(t, s, safety.Asks(asked))
			switch {
			case s.line == 0 && r.Fault != nil && asked == s.property:
				t.Errorf("%s: %s: %v", s.property, s.name, r.Fault)
			case s.line != 0 && r.Fault == nil:
				t.Errorf("%s: %s: %v %s", asked, s.name, r.Status, r.Reason)
			case s.line != 0 && (r.Fault.At.Line != s.line || asked == s.property && !strings.Contains(r.Fault.Message(), s.text)):
				t.Errorf("%s: %s: got %v, want line %d, %s", asked, s.name, r.Fault, s.line, s.text)
			case s.line != 0 && asked == s.property:
				if p := Violated(r.Fault); p == nil || p.Name != s.property && !(p.Name == safety.ValidMemtrack && s.property == safety.ValidMemclean) {
					t.Errorf("%s: %s: %v violates %v", s.property, s.name, r.Fault, p)
				}
			}
		}
		proofReaches(t, s)
		if s.line != 0 {
			stops[s.property] = true
		} else {
			goes[s.property] = true
		}
	}
	for _, row := range safety.Properties() {
		switch {
		case row.Checks == 0:
		case !stops[row.Name] || !goes[row.Name]:
			t.Errorf("%s: no program at whose violation an execution stops (%v), or none without one (%v)", row.Name, stops[row.Name], goes[row.Name])
		}
	}
}

// executed runs a program as verify run does.
func executed(t *testing.T, s stopping, asked safety.Checks) interp.RunResult {
	t.Helper()
	p, err := frontend.Parse("t.c", []byte(s.src), frontend.Config{PtrBits: 64, Execute: true, Checks: asked})
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return interp.Run(p, Config(p, &Test{Property: PropertyOf(asked)}, Budget{}))
}

// proofReaches executes the program with the error locations of a proof.
func proofReaches(t *testing.T, s stopping) {
	t.Helper()
	p, err := frontend.Parse("t.c", []byte(s.src), frontend.Config{PtrBits: 64, Checks: safety.Asks(s.property)})
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	o := interp.Execute(p, interp.Constant{V: 1}, interp.Limits{})
	if got := o.Status == interp.ReachedError; got != (s.line != 0) || got && o.Loc.Property != s.property {
		t.Errorf("%s: %s: the program for a proof: %v %s", s.property, s.name, o.Status, o.Reason)
	}
}

// TestFaultsKnown checks that every kind of fault but those that are about
// something else violates a property.
func TestFaultsKnown(t *testing.T) {
	none := []interp.FaultKind{interp.NoFault, interp.Forbidden, interp.RegionClash}
	for k := interp.NoFault; k.String() != ""; k++ {
		if known := violated[k] != 0; known == slices.Contains(none, k) {
			t.Errorf("%v: known %v", cmp.Or(k.String(), "?"), known)
		}
		if k == interp.RegionClash {
			break
		}
	}
}
