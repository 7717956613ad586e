package interp

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/gen"
	"culprit/interp/code"
)

// uninitialisedC is a random program that uses some of its variables, array
// elements and fields before they have a value.
func uninitialisedC(r *rand.Rand) string {
	var b strings.Builder
	vars := []string{"a", "b", "c", "d", "m[0]", "m[1]", "s.x", "s.y", "t.x", "g"}
	pick := func() string { return vars[r.IntN(len(vars))] }
	b.WriteString("struct p { int x, y; }; int g;\nint id(int x) { return x; }\nint drop(int x, int y) { int z; if (y) z = x; return y ? z : 1; }\nint main(void) {\nint a, b, c, d = 1, m[2]; struct p s, t;\n")
	depth := 0
	for range 4 + r.IntN(12) {
		switch r.IntN(10) {
		case 0, 1:
			fmt.Fprintf(&b, "%s = %d;\n", pick(), r.IntN(3))
		case 2, 3:
			fmt.Fprintf(&b, "%s = %s;\n", pick(), pick())
		case 4:
			fmt.Fprintf(&b, "%s = %s;\n", []string{"s", "t"}[r.IntN(2)], []string{"s", "t"}[r.IntN(2)])
		case 5:
			fmt.Fprintf(&b, "%s = id(%s);\n", pick(), pick())
		case 6:
			fmt.Fprintf(&b, "%s = drop(%s, d);\n", pick(), pick())
		case 7:
			fmt.Fprintf(&b, "if (d %s %d && %s < %s || d > 1) {\n", []string{"==", "!="}[r.IntN(2)], r.IntN(2), pick(), pick())
			depth++
		case 8:
			if depth > 0 {
				b.WriteString("}\n")
				depth--
			}
		case 9:
			fmt.Fprintf(&b, "d = d ? %s : %s;\n", pick(), pick())
		}
	}
	b.WriteString(strings.Repeat("}\n", depth) + "return d;\n}\n")
	return b.String()
}

// TestInitialised compares code that leaves flags out with code that keeps and
// checks them all.
func TestInitialised(t *testing.T) {
	compare := func(what string, p *cfg.Program, conf func() RunConfig) *Fault {
		var res [2]RunResult
		for i, all := range []bool{false, true} {
			c := conf()
			m, _ := prepare(compile(p, c.options(code.Options{AllOpen: all})), &c)
			m.run()
			res[i] = m.result()
		}
		if a, b := res[0], res[1]; a.Status != b.Status || a.Code != b.Code || a.Steps != b.Steps || fmt.Sprint(a.Notes) != fmt.Sprint(b.Notes) {
			t.Fatalf("%s: %v %v after %d steps, with all flags %v %v after %d", what, a.Status, a.Notes, a.Steps, b.Status, b.Notes, b.Steps)
		}
		return res[0].Fault
	}
	faults, clean := 0, 0
	for seed := range uint64(120) {
		src := uninitialisedC(rand.New(rand.NewPCG(seed, 8)))
		p, err := frontend.Parse("t.c", []byte(src), frontend.Config{PtrBits: 64, Execute: true})
		if err != nil {
			t.Fatal(err, src)
		}
		switch f := compare(src, p, func() RunConfig { return RunConfig{Lenient: seed%4 == 0, Uninit: byte(seed % 3)} }); {
		case f == nil:
			clean++
		case f.Kind == UninitRead:
			faults++
		}
	}
	for seed := range uint64(400) {
		p := gen.Program(rand.New(rand.NewPCG(seed, 9)), gen.Options{Stmts: 20})
		compare(fmt.Sprint("seed ", seed), p, func() RunConfig {
			return RunConfig{Inputs: NewRandom(seed), Lenient: seed%4 == 0, Limits: Limits{Steps: 500}}
		})
	}
	t.Logf("%d runs with uninitialised uses, %d without", faults, clean)
	if faults < 30 || clean < 30 {
		t.Error("too few cases")
	}
}
