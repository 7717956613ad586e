package frontend

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/parse"
	"culprit/frontend/prelude"
)

// TestPreludeParses checks that every part of the prelude is a C function
// that lowers without notes in both data models.
func TestPreludeParses(t *testing.T) {
	for _, execute := range []bool{false, true} {
		pre := prelude.New(execute)
		parts := prelude.Parts(execute)
		names := slices.Sorted(maps.Keys(parts))
		var refs []string
		for _, n := range names {
			pre.Add(n)
		}
		for _, f := range clib.All() {
			if _, part := parts[f.Name]; !part && pre.AddRef(f.Name) {
				refs = append(refs, f.Name)
			}
		}
		var b strings.Builder
		b.WriteString("int main(void) { return 0")
		macros := 0
		for _, n := range names {
			if strings.Contains(parts[n].Text, "#define "+prelude.Prefix+n+"(") {
				macros++
				continue
			}
			b.WriteString("\n + ((int (*)())" + prelude.Prefix + n + " != 0)")
		}
		for _, n := range refs {
			b.WriteString("\n + ((int (*)())" + prelude.RefPrefix + n + " != 0)")
		}
		b.WriteString("; }\n")
		for _, bits := range []int{32, 64} {
			conf := Config{PtrBits: bits, Main: "main", Execute: execute}
			units, err := parse.Files([]Source{{Name: "p.c", Text: []byte(b.String())}}, conf.Text(), pre)
			if err != nil {
				t.Fatal(err)
			}
			l := newLowerer(conf, conf.Linked(units))
			l.run()
			if err := cfg.Check(l.CFG); err != nil {
				t.Fatal(err)
			}
			if got, want := len(l.CFG.Procs), len(names)-macros+len(refs)+1; got < want {
				t.Errorf("%d procedures for %d functions", got, want)
			}
			for _, x := range l.CFG.Locs {
				large := strings.HasPrefix(x.Reason.Text, "allocation with an alignment above")
				many := x.Reason.Kind == cfg.LibraryCall && (x.Reason.Name == prelude.SetAtexit || strings.Contains(parts[x.Reason.Name].Text, "__culprit_unknown()"))
				large = large || strings.HasPrefix(x.Reason.Text, "change of the rounding mode") || execute && strings.Contains(x.Reason.Text, "in another mode than rounding") || strings.HasPrefix(x.Reason.Text, "call through ")
				asked := execute && (x.Reason.Kind == cfg.Overlap || x.Reason.Kind == cfg.Forbidden)
				pointer := x.Reason.Kind == cfg.PointerCall || strings.HasPrefix(x.Reason.Text, "call through")
				if x.Kind != 0 && !pointer && !large && !many && !asked {
					t.Errorf("%s %v: %s", x.Proc.Name, x.Pos, x.Reason)
				}
			}
			for _, n := range l.CFG.Notes {
				outside := strings.Contains(n.Text, "pointers from outside") // lists of arguments that nobody passes
				if !outside && !strings.Contains(n.Text, "long double") && (execute || !strings.HasPrefix(n.Text, "realloc")) {
					t.Errorf("%v: %s", n.Pos, n.Text)
				}
			}
		}
	}
}
