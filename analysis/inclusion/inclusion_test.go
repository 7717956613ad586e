package inclusion_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"culprit/analysis/alias"
	"culprit/analysis/inclusion"
	"culprit/cfg"
	"culprit/internal/cfgtext"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/interp"
)

// program wraps statements, with the regions of package alias.
func program(t *testing.T, stmts ...string) *cfg.Program {
	t.Helper()
	var b strings.Builder
	b.WriteString("program \"t.c\" 64\nobject a 40 align 4\nobject b 40 align 4\nobject c 16 align 8\n")
	b.WriteString("ctype \"P\" pointer 8 \"int\"\nvar out i64 type \"P\" proc main\n")
	b.WriteString("var x i32\nvar ch i8\nvar f f64\nvar p i64\nvar q i64\nvar r i64\nvar i i64\nvar top i64\n")
	fmt.Fprintf(&b, "proc main entry 0 exit %d\n", len(stmts))
	for i, s := range stmts {
		fmt.Fprintf(&b, "%d -> %d: %s\n", i, i+1, s)
	}
	fmt.Fprintf(&b, "%d -> %d: return\nend\nmain main\nheaptop top\n", len(stmts), len(stmts))
	p, err := cfgtext.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	alias.Assign(p)
	if err := cfg.Check(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// regions lists where the program says through which region it accesses memory.
func regions(p *cfg.Program) (out []**cfg.Region) {
	for _, e := range p.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(y cfg.Expr) {
				if l, ok := y.(*cfg.Load); ok {
					out = append(out, &l.Region)
				}
			})
		})
		switch s := e.Stmt.(type) {
		case *cfg.Store:
			out = append(out, &s.Region)
		case *cfg.MemCopy:
			out = append(out, &s.DstRegion, &s.SrcRegion)
		case *cfg.MemSet:
			out = append(out, &s.Region)
		}
	}
	return out
}

// other is a region of its own with the cells of r.
func other(p *cfg.Program, r *cfg.Region) *cfg.Region {
	n := &cfg.Region{ID: len(p.Regions), Name: "other", Cell: r.Cell}
	p.Regions = append(p.Regions, n)
	return n
}

// TestConfirm gives the last access of each program a region of its own, which
// is wrong in all of them.
func TestConfirm(t *testing.T) {
	for _, c := range []struct {
		name  string
		stmts []string
	}{
		{"array", []string{"i32[&a] := 1", "i32[&a .+ 4] := 2"}},
		{"pointer", []string{"i32[&a] := 1", "p := &a", "i32[p .+ (4 * i)] := 1"}},
		{"copy of a pointer", []string{"i32[&b] := 1", "p := &a", "q := p", "q := &b", "i32[q] := 1"}},
		{"order", []string{"q := p", "p := &a", "i32[&a] := 1", "i32[q] := 1"}},
		{"pointer in memory", []string{"i32[&a] := 1", "i64[&c] := &a", "p := i64[&c]", "i32[p] := 1"}},
		{"bytewise", []string{"i32[&a] := 1", "p := &a", "i64[&c] := p", "ch := i8[&c]", "i8[&b] := ch", "q := i64[&b]", "i32[q] := 1"}},
		{"integer", []string{"i8[&a] := 1", "i := (&a + 8) ^ 3", "i8[i] := 1"}},
		{"halves", []string{"i8[&c] := 1", "x := trunc32(&c)", "i := (zext64(x) << 32)", "i8[i] := 1"}},
		{"heap", []string{"p := alloc(8)", "i64[p] := 1", "q := p", "i64[q] := 1"}},
		{"list", []string{"p := alloc(16)", "q := alloc(16)", "i64[p] := q", "i64[q] := 0", "r := i64[p]", "i64[r] := 0"}},
		{"copied pointers", []string{"i32[&c] := 1", "i64[&a] := &c", "memcpy(&b, &a, 40)", "p := i64[&b]", "i32[p] := 1"}},
		{"conditional", []string{"i32[&b] := 1", "nondet x", "i32[((x == 0) ? &a : &b)] := 1"}},
		{"constant", []string{"i32[&a] := 1", "i32[1048580] := 1"}},
	} {
		p := program(t, c.stmts...)
		if err := inclusion.Confirm(p, inclusion.MaxWork); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := inclusion.Confirm(p, 3); !errors.Is(err, inclusion.ErrBudget) {
			t.Errorf("%s without work: %v", c.name, err)
		}
		all := regions(p)
		last := all[len(all)-1]
		*last = other(p, *last)
		var clash *inclusion.Clash
		if err := inclusion.Confirm(p, inclusion.MaxWork); !errors.As(err, &clash) {
			t.Errorf("%s with a region split: %v", c.name, err)
		}
	}
}

// united puts all memory into one region.
func united(p *cfg.Program) {
	r := &cfg.Region{Name: "all", Cell: 8}
	p.Regions = []*cfg.Region{r}
	for _, o := range p.Objects {
		o.Region = r
	}
	for _, e := range p.Edges {
		if s, ok := e.Stmt.(*cfg.Alloc); ok {
			s.Region = r
		}
	}
	for _, at := range regions(p) {
		*at = r
	}
}

// TestOutside has pointers whose values the program does not determine: with
// them no regions are right but one of all memory.
func TestOutside(t *testing.T) {
	for _, c := range []struct {
		stmts []string
		one   bool
	}{
		{[]string{"nondet out", "i32[&a] := 1", "i32[out] := 1"}, true},
		{[]string{"unknown out", "i32[&a] := 1", "i32[&b] := 1", "x := i32[out]"}, true},
		{[]string{"uninit out", "i32[&a] := 1", "i32[out] := 1"}, true},
		{[]string{"uninit out", "out := &a", "i32[&b] := 1", "i32[out] := 1"}, false},
		{[]string{"uninit out", "assume out == &b", "out := &a", "i32[&b] := 1", "i32[out] := 1"}, false}, // compared only
		{[]string{"uninit out", "assume i32[out] == 0", "out := &a", "i32[&b] := 1", "i32[out] := 1"}, true},
		{[]string{"p := alloc(8)", "q := i64[p]", "i32[&a] := 1", "i32[q] := 1"}, true},
		{[]string{"nondet out", "i64[&c] := out", "q := i64[&c]", "i64[q] := 1"}, true},
		{[]string{"nondet i", "i32[&b] := 1", "i32[&a .+ i] := 1"}, false},
		{[]string{"i32[&a] := 1", "p := 0", "i := &a", "i32[p .+ i] := 1"}, true}, // the offset is the address
		{[]string{"i32[&a] := 1", "f := stof64(&a)", "i := ftos64(f)", "i32[i] := 1"}, true},
	} {
		p := program(t, c.stmts...)
		united(p)
		if err := inclusion.Confirm(p, inclusion.MaxWork); err != nil {
			t.Errorf("%q with one region: %v", c.stmts, err)
		}
		all := regions(p)
		last := all[len(all)-1]
		*last = other(p, *last)
		if !c.one {
			for _, o := range p.Objects {
				if o.Name == "a" {
					o.Region = *last
				}
			}
		}
		if err := inclusion.Confirm(p, inclusion.MaxWork); (err != nil) != c.one {
			t.Errorf("%q with two regions: %v", c.stmts, err)
		}
	}
}

// TestApart has the same with pointers that lead to no object of the program:
// memory outside is one region, and another than the objects.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		stmts []string
		apart bool // the last access need not be in the region of the first
	}{
		{[]string{"i32[&a] := 1", "nondet out", "i32[out] := 1"}, true},
		{[]string{"nondet out", "i32[out] := 1", "i32[out .+ i] := 1"}, false},
		{[]string{"nondet out", "i64[out] := 1", "p := alloc(8)", "q := i64[p]", "i64[q] := 1"}, false},
		{[]string{"i64[&a] := 1", "p := alloc(8)", "q := i64[p]", "i64[q] := 1"}, true},
		{[]string{"i64[&a] := 1", "nondet out", "i64[out] := &a", "q := i64[out]", "i64[q] := 1"}, false},
		{[]string{"i64[&a] := 1", "nondet out", "i64[out] := 5", "q := i64[out]", "i64[q] := 1"}, true},
	} {
		p := program(t, c.stmts...)
		p.Apart = true
		alias.Assign(p)
		if err := inclusion.Confirm(p, inclusion.MaxWork); err != nil {
			t.Errorf("%q: %v", c.stmts, err)
		}
		all := regions(p)
		if first, last := *all[0], *all[len(all)-1]; (first != last) != c.apart {
			t.Errorf("%q: first and last access in regions %s and %s", c.stmts, first.Name, last.Name)
		}
		if !c.apart {
			last := all[len(all)-1]
			*last = other(p, *last)
			if err := inclusion.Confirm(p, inclusion.MaxWork); err == nil {
				t.Errorf("%q with a region split: confirmed", c.stmts)
			}
		}
	}
}

// TestRandom moves one access of a random program to another region. Where an
// execution sees that, the analysis must say so.
func TestRandom(t *testing.T) {
	seen := 0
	for seed := range uint64(rounds.Of(300)) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := gen.Program(r, gen.Options{})
		alias.Assign(p)
		if err := inclusion.Confirm(p, inclusion.MaxWork); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		all := regions(p)
		if len(all) == 0 {
			continue
		}
		at := all[r.IntN(len(all))]
		*at = other(p, *at)
		err := inclusion.Confirm(p, inclusion.MaxWork)
		for k := range 5 {
			o := interp.Execute(p, interp.NewRandom(uint64(k)), interp.Limits{Regions: true, Steps: 5000})
			for _, n := range o.Notes {
				if n.Kind == interp.RegionClash {
					seen++
					if err == nil {
						t.Fatalf("seed %d: execution sees %v\n%s", seed, n, p)
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no execution saw a wrong region")
	}
	t.Logf("%d clashes", seen)
}

// TestJoined has accesses that the unification of package alias alone keeps from
// memory that this analysis lets them reach: its regions are those of both.
func TestJoined(t *testing.T) {
	for _, c := range []struct {
		stmts []string
		one   bool // the last access is in the region of the first
	}{
		{[]string{"i32[&a] := 1", "p := alloc(8)", "q := i64[p]", "p := q", "x := i32[q]"}, true},
		{[]string{"i32[&a] := 1", "p := alloc(8)", "i64[p] := p", "p := i64[p]", "i32[p] := 1"}, false},
		{[]string{"i32[&a] := 1", "uninit out", "out := &b", "i32[out] := 1"}, false},
		{[]string{"i32[&a] := 1", "p := &b", "uninit out", "p := out", "i32[p] := 1"}, true},
	} {
		p := program(t, c.stmts...)
		if err := inclusion.Confirm(p, inclusion.MaxWork); err != nil {
			t.Errorf("%q: %v", c.stmts, err)
		}
		if all := regions(p); (*all[0] == *all[len(all)-1]) != c.one {
			t.Errorf("%q: first and last access in regions %s and %s", c.stmts, (*all[0]).Name, (*all[len(all)-1]).Name)
		}
	}
}

// TestObserves: a pointer to two objects that only reads does not let what is written to
// one of them be written to the other, and to compare it with null says nothing.
func TestObserves(t *testing.T) {
	p := program(t, "p := &a", "p := &b", "assume p != 0", "assume i8[p] == 0", "q := &a .+ 4", "i8[q] := 1", "memset(&c, 0, 4)", "r := &c", "i := r - &c")
	for name, want := range map[string]int{"a": 1, "b": 0, "c": 2} {
		edges, known := inclusion.Observes(p, inclusion.MaxWork, func(o *cfg.Object, _ *cfg.Alloc) (bool, bool) { return o.Name == name, o.Name == name })
		if !known || len(edges) != want {
			t.Errorf("%s: %d statements, want %d", name, len(edges), want)
		}
	}
	high := fmt.Sprint(p.HeapBase() + 8)
	p = program(t, "r := alloc(8)", "q := r", "i := i * "+high, "assume i <u "+high, "assume q != 0")
	block := func(_ *cfg.Object, s *cfg.Alloc) (bool, bool) { return s != nil, s != nil }
	if edges, known := inclusion.Observes(p, inclusion.MaxWork, block); !known || len(edges) > 0 {
		t.Errorf("%d statements know where the block is by a factor or a bound", len(edges))
	}
	p = program(t, "r := alloc(8)", "q := "+high, "assume r == q")
	if edges, known := inclusion.Observes(p, inclusion.MaxWork, block); !known || len(edges) != 1 {
		t.Errorf("%d statements compare the block with a guess, want 1", len(edges))
	}
	if _, known := inclusion.Observes(p, 1, func(*cfg.Object, *cfg.Alloc) (bool, bool) { return true, true }); known {
		t.Error("more is known than the work allows")
	}
}
