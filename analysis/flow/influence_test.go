package flow

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/internal/cfgtext"
)

// randomCalls has three procedures over random graphs that call each other;
// f may call itself.
func randomCalls(t *testing.T, r *rand.Rand) *cfg.Program {
	var b strings.Builder
	fmt.Fprintf(&b, "program \"t.c\" 64\nobject a 8 align 8\nobject b 8 align 8\nregion a cell 32\nvar x i32\nvar y i32\nvar u i32\nvar v i32\n")
	stmts := []string{"x := y", "y := 1", "x := x + y", "skip", "assume x == 1", "nondet x", "i32[&a]@0 := x", "y := i32[&a]@0", "i32[&a .+ 4]@0 := y", "i32[&b .+ sext64(x)]@0 := y", "x := i32[&b .+ 4]@0",
		"x := i32[&a .+ 4]@0", "y := i32[&a .+ sext64(y)]@0", "i16[&a .+ 6]@0 := 1", "memset(&b@0, 0, 6)", "call g()", "call f(x)"}
	last := len(stmts) - 2 // calls
	body := func(base, n int, own string, stmts []string) {
		stmts = append([]string{own + " := x", "y := " + own}, stmts...)
		edge := func(from, to int) {
			fmt.Fprintf(&b, "%d -> %d: %s\n", base+from, base+to, stmts[r.IntN(len(stmts))])
		}
		for i := range n {
			edge(i, i+1)
		}
		for range r.IntN(2 * n) {
			edge(r.IntN(n), r.IntN(n+1))
		}
		if r.IntN(3) == 0 {
			edge(r.IntN(n), n+1)
			edge(n+1, n+2)
			edge(n+2, n+1)
		}
		fmt.Fprintf(&b, "%d -> %d: return\nend\n", base+n, base+n)
	}
	n := [3]int{3 + r.IntN(6), 1 + r.IntN(5), 1 + r.IntN(5)}
	fmt.Fprintf(&b, "proc g entry 200 exit %d\nvar l i32\n", 200+n[2])
	body(200, n[2], "l", stmts[:last])
	fmt.Fprintf(&b, "proc f params p entry 100 exit %d\nvar p i32\n", 100+n[1])
	body(100, n[1], "p", stmts[:last+1+r.IntN(2)])
	fmt.Fprintf(&b, "proc main entry 0 exit %d\nvar k i32\n", n[0])
	body(0, n[0], "k", stmts)
	b.WriteString("main main\n")
	p, err := cfgtext.Parse(b.String())
	if err != nil {
		t.Fatal(err, b.String())
	}
	if err := cfg.Check(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// twin answers the questions of Influence by definition.
type twin struct {
	m    *ModRef
	prog *cfg.Program
	pd   []*Postdom
	own  []bool
}

func newTwin(m *ModRef) *twin {
	t := &twin{m: m, prog: m.Prog, own: make([]bool, m.slots())}
	for _, f := range t.prog.Procs {
		t.pd = append(t.pd, Postdominators(t.prog, f))
	}
	for _, v := range t.prog.Vars {
		t.own[v.ID] = v.Proc != nil && v != v.Proc.Ret
	}
	return t
}

// controlled lists the locations that depend on e transitively.
func (t *twin) controlled(e *cfg.Edge) []*cfg.Loc {
	p := t.pd[e.From.Proc.ID]
	var out []*cfg.Loc
	for changed := true; changed; {
		changed = false
		for _, l := range p.locs {
			if slices.Contains(out, l) {
				continue
			}
			for _, b := range t.prog.Edges {
				if b.From.Proc != e.From.Proc || len(b.From.Out) < 2 || b != e && !slices.Contains(out, b.From) {
					continue
				}
				if p.Postdominates(l, b.To) && (l == b.From || !p.Postdominates(l, b.From)) {
					out = append(out, l)
					changed = true
					break
				}
			}
		}
	}
	return out
}

// twinUse is a slot or the memory that a load reads in it.
type twinUse struct {
	slot Slot
	load *cfg.Load
}

// uses lists what a program may read, loads of unknown cells included.
func (t *twin) uses() []twinUse {
	var out []twinUse
	for u := range Slot(t.m.slots()) {
		out = append(out, twinUse{slot: u})
	}
	for _, e := range t.prog.Edges {
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				if l, ok := x.(*cfg.Load); ok {
					out = append(out, twinUse{RegionSlot(t.prog, l.Region), l})
				}
			})
		})
	}
	return out
}

func (in *Influence) skippingUse(l *cfg.Loc, u twinUse) []*cfg.Edge {
	if u.load == nil {
		return in.SkippingCell(l, u.slot, Cell{})
	}
	return in.SkippingCell(l, u.slot, CellAt(u.load.Addr, uint64(u.load.T.Bytes())))
}

// footprint lists the bytes that an access may touch, as text, and whether it
// touches them all.
func footprint(addr cfg.Expr, size int) (map[string]bool, bool) {
	off, exact := 0, true
	for {
		switch x := addr.(type) {
		case *cfg.AddrOf:
			out := map[string]bool{}
			for i := range int(x.Obj.Size) {
				if !exact || i >= off && i < off+size {
					out[fmt.Sprint(x.Obj.Name, i)] = true
				}
			}
			return out, exact
		case *cfg.Binary:
			if k, ok := x.Y.(*cfg.Const); ok {
				off += int(k.V)
			} else {
				exact = false
			}
			addr = x.X
		}
	}
}

func (t *twin) defines(e *cfg.Edge, u twinUse) (may, must bool) {
	may, must = t.definesSlot(e, u.slot)
	if !may || u.load == nil {
		return may, must
	}
	var w map[string]bool
	exact := true
	switch s := e.Stmt.(type) {
	case *cfg.Call: // that may define the cell
		for _, f := range t.callees(s.Proc) {
			for _, x := range t.prog.Edges {
				if _, call := x.Stmt.(*cfg.Call); x.From.Proc == f && !call {
					if may, _ := t.defines(x, u); may {
						return true, false
					}
				}
			}
		}
		return false, false
	case *cfg.Store:
		w, exact = footprint(s.Addr, s.Val.Type().Bytes())
	case *cfg.MemSet:
		w, exact = footprint(s.Dst, int(s.Size.(*cfg.Const).V))
	}
	r, sure := footprint(u.load.Addr, u.load.T.Bytes())
	may, must = false, exact && sure
	for b := range r {
		may = may || w[b]
		must = must && w[b]
	}
	return may, must
}

// callees lists f and the procedures it calls, directly or not.
func (t *twin) callees(f *cfg.Proc) []*cfg.Proc {
	out := []*cfg.Proc{f}
	for i := 0; i < len(out); i++ {
		for _, e := range t.prog.Edges {
			if c, ok := e.Stmt.(*cfg.Call); ok && e.From.Proc == out[i] && !slices.Contains(out, c.Proc) {
				out = append(out, c.Proc)
			}
		}
	}
	return out
}

func (t *twin) definesSlot(e *cfg.Edge, u Slot) (may, must bool) {
	if c, ok := e.Stmt.(*cfg.Call); ok {
		return !t.own[u] && t.m.Mod[c.Proc.ID].Has(int(u)), false
	}
	may = slices.Contains(t.m.Defs(e.Stmt), u)
	return may, may && int(u) < len(t.prog.Vars)
}

// keeps lists the locations of the procedure that are reached from l by edges
// that certainly keep u.
func (t *twin) keeps(l *cfg.Loc, u twinUse) []*cfg.Loc {
	out := []*cfg.Loc{l}
	for i := 0; i < len(out); i++ {
		for _, e := range out[i].Out {
			if _, must := t.defines(e, u); !must && !slices.Contains(out, e.To) {
				out = append(out, e.To)
			}
		}
	}
	return out
}

func siblings(e *cfg.Edge) []*cfg.Edge {
	return slices.DeleteFunc(slices.Clone(e.From.Out), func(x *cfg.Edge) bool { return x == e })
}

// reached lists the locations where u may hold a definition made under e.
func (t *twin) reached(e *cfg.Edge, u twinUse) map[*cfg.Loc]bool {
	out := map[*cfg.Loc]bool{}
	for _, l := range t.controlled(e) {
		for _, d := range l.Out {
			if may, _ := t.defines(d, u); may {
				for _, x := range t.keeps(d.To, u) {
					out[x] = true
				}
			}
		}
	}
	return out
}

func TestInfluence(t *testing.T) {
	found := 0
	for seed := range uint64(100) {
		prog := randomCalls(t, rand.New(rand.NewPCG(seed, 5)))
		m := NewModRef(prog)
		in, tw := NewInfluence(m, NewControl(prog), false), newTwin(m)
		for _, u := range tw.uses() {
			want := map[*cfg.Loc][]*cfg.Edge{}
			for _, e := range prog.Edges {
				at := map[*cfg.Loc]bool{}
				for _, x := range siblings(e) {
					for l := range tw.reached(x, u) {
						at[l] = true
					}
				}
				for l := range at {
					want[l] = append(want[l], e)
				}
			}
			for _, l := range prog.Locs {
				got := in.skippingUse(l, u)
				found += len(got)
				if !slices.Equal(got, want[l]) {
					t.Fatalf("seed %d: slot %d %v at %v: %v, want %v\n%v", seed, u.slot, u.load, l, got, want[l], prog)
				}
			}
		}
	}
	if found == 0 {
		t.Error("the test tests nothing")
	}
}

// config is a state of a path with calls and returns.
type config struct {
	loc   *cfg.Loc
	stack string // call edges, innermost last; below it, any callers
	live  bool   // u holds a definition made under the branch
	inner bool   // inside the call that the branch controls
}

// wholeReached lists the locations where u may hold a definition made under
// e, calls included, over paths with at most three open calls.
func (t *twin) wholeReached(e *cfg.Edge, u twinUse) map[*cfg.Loc]bool {
	out := map[*cfg.Loc]bool{}
	seen := map[config]bool{} // of one walk
	var walk func(c config)
	walk = func(c config) {
		inside := c.inner
		if seen[c] || len(c.stack) > 3 {
			return
		}
		seen[c] = true
		// A local variable is watched in its own activation only. Inside the
		// controlled call, the use itself depends on the branch.
		if c.live && !inside && (!t.own[u.slot] || c.stack == "") {
			out[c.loc] = true
		}
		for _, x := range c.loc.Out {
			switch s := x.Stmt.(type) {
			case *cfg.Call:
				walk(config{s.Proc.Entry, c.stack + string(rune(x.ID+1)), c.live, inside})
			case *cfg.Return:
				if r := []rune(c.stack); len(r) > 0 {
					if live := c.live || len(r) > 1; live {
						walk(config{t.prog.Edges[r[len(r)-1]-1].To, string(r[:len(r)-1]), c.live, inside && len(r) > 1})
					}
				} else if !t.own[u.slot] {
					for _, y := range t.prog.Edges {
						if k, ok := y.Stmt.(*cfg.Call); ok && k.Proc == c.loc.Proc {
							walk(config{y.To, "", c.live, false})
						}
					}
				}
			default:
				may, must := t.defines(x, u)
				if t.own[u.slot] && c.stack != "" {
					may, must = false, false
				}
				live := c.live && !must || may && inside
				if live || inside {
					walk(config{x.To, c.stack, live, inside})
				}
			}
		}
	}
	for _, l := range t.controlled(e) {
		for _, d := range l.Out {
			if s, ok := d.Stmt.(*cfg.Call); ok {
				clear(seen)
				walk(config{s.Proc.Entry, string(rune(d.ID + 1)), false, true})
			} else if may, _ := t.defines(d, u); may {
				clear(seen)
				walk(config{d.To, "", true, false})
			}
		}
	}
	return out
}

// With calls, the answer contains that over all paths, and little else.
func TestInfluenceWhole(t *testing.T) {
	got, want := 0, 0
	for seed := range uint64(40) {
		prog := randomCalls(t, rand.New(rand.NewPCG(seed, 6)))
		m := NewModRef(prog)
		in, tw := NewInfluence(m, NewControl(prog), true), newTwin(m)
		for _, u := range tw.uses() {
			for _, e := range prog.Edges {
				at := map[*cfg.Loc]bool{}
				for _, x := range siblings(e) {
					maps.Copy(at, tw.wholeReached(x, u))
				}
				want += len(at)
				for l := range at {
					if !slices.Contains(in.skippingUse(l, u), e) {
						t.Fatalf("seed %d: slot %d %v at %v is not influenced by %v\n%v", seed, u.slot, u.load, l, e, prog)
					}
				}
			}
			for _, l := range prog.Locs {
				got += len(in.skippingUse(l, u))
			}
		}
	}
	t.Logf("%d influences by calls of at most three levels, %d found", want, got)
	if want == 0 || got > 2*want {
		t.Errorf("%d influences, %d found", want, got)
	}
}

func TestControl(t *testing.T) {
	for seed := range uint64(100) {
		prog := randomCalls(t, rand.New(rand.NewPCG(seed, 7)))
		c := NewControl(prog)
		for _, f := range prog.Procs {
			p := Postdominators(prog, f)
			deps := p.ControlDependence()
			for _, l := range p.locs {
				if !slices.Equal(c.Of(l), deps[l]) {
					t.Fatalf("seed %d: %v", seed, l)
				}
				if d := p.Immediate(l); d == nil && c.End(l) != -1 || d != nil && int(c.End(l)) != d.ID {
					t.Fatalf("seed %d: end of %v", seed, l)
				}
			}
		}
	}
}

// chain is a program of n edges: a loop over diamonds, with calls.
func chain(n int) string {
	var b strings.Builder
	vars := 40
	b.WriteString("program \"t.c\" 64\nobject a 80 align 8\nregion a cell 32\n")
	for i := range vars {
		fmt.Fprintf(&b, "var x%d i32\n", i)
	}
	at := 0
	for f := range 10 {
		name := fmt.Sprintf("f%d", f)
		if f == 9 {
			name = "main"
		}
		first := at
		var body strings.Builder
		for at-first < n/20 {
			fmt.Fprintf(&body, "%d -> %d: assume x%d == 0\n%d -> %d: assume x%d != 0\n", at, at+1, at%vars, at, at+2, at%vars)
			fmt.Fprintf(&body, "%d -> %d: x%d := x%d + x%d\n", at+1, at+2, at*7%vars, at*3%vars, at*5%vars)
			if f > 0 && at%50 == 0 {
				fmt.Fprintf(&body, "%d -> %d: call f%d()\n", at+2, at+3, at%f)
			} else {
				fmt.Fprintf(&body, "%d -> %d: x%d := i32[&a]@0\n", at+2, at+3, at*11%vars)
			}
			at += 3
		}
		fmt.Fprintf(&body, "%d -> %d: assume x1 == 1\n%d -> %d: assume x1 != 1\n", at, first, at, at+1)
		fmt.Fprintf(&b, "proc %s entry %d exit %d\n%s%d -> %d: return\nend\n", name, first, at+1, body.String(), at+1, at+1)
		at += 2
	}
	b.WriteString("main main\n")
	return b.String()
}

// All uses of a program of 5,000 edges take well below a second.
func BenchmarkInfluence(b *testing.B) {
	prog, err := cfgtext.Parse(chain(7500))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		m := NewModRef(prog)
		in := NewInfluence(m, NewControl(prog), true)
		for _, e := range prog.Edges {
			for _, u := range m.Uses(e.Stmt) {
				in.SkippingCell(e.From, u, Cell{})
			}
		}
	}
}
