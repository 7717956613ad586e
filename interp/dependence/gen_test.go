package dependence

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/internal/cfgtext"
)

// walkProgram has three procedures over random graphs, with branches, loops,
// cycles without end, calls, recursion, lazy conditions and memory accesses of
// several widths. It is for walks, not for execution.
func walkProgram(t testing.TB, r *rand.Rand) *cfg.Program {
	var b strings.Builder
	b.WriteString("program \"t.c\" 64\nobject a 16 align 8\nobject b 16 align 8\nregion a cell 8\nregion b cell 8\nvar x i32\nvar y i32\nvar z i8\n")
	cond := []string{"x == 1", "(x == 1) && (y == 2)", "((x <s y) && (y <s 3)) || (x == 7)", "i32[&a]@0 == y", "(x == 0) || (i8[&b]@1 == 1)"}
	stmts := []string{
		"x := y", "y := x + i32[&a]@0", "nondet x", "skip", "z := i8[&b]@1", "z := ((x == 1) ? i8[&a]@0 : i8[&b]@1)",
		"i32[&a]@0 := x", "i8[&a]@0 := z", "i32[&b]@1 := x + y", "memcpy(&a@0, &b@1, 8)", "memset(&b@1, 0, 6)", "call g()", "call g()",
		"call f(x, y)", "call f(y + x, i32[&a]@0)",
	}
	body := func(base, n int, own string, stmts []string) {
		stmts = append([]string{own + " := x", "y := " + own, own + " := " + own + " + 1", "x := " + own}, stmts...)
		stmt := func() string {
			if s := r.IntN(len(stmts) + 8); s < len(stmts) {
				return stmts[s]
			}
			return "assume " + cond[r.IntN(len(cond))]
		}
		type pair struct{ from, to int }
		var edges []pair
		edge := func(from, to int) { edges = append(edges, pair{from, to}) }
		for i := range n {
			edge(i, i+1)
		}
		for range r.IntN(n + 2) {
			edge(r.IntN(n), r.IntN(n+1))
		}
		if r.IntN(4) == 0 {
			edge(r.IntN(n), n+1)
			edge(n+1, n+2)
			edge(n+2, n+1)
			if r.IntN(2) == 0 {
				edge(n+1, n+2)
			}
		}
		for i, e := range edges {
			text := stmt()
			for strings.HasPrefix(text, "call") && slices.ContainsFunc(slices.Concat(edges[:i], edges[i+1:]), func(x pair) bool { return x.from == e.from }) {
				text = stmt() // only conditions branch
			}
			fmt.Fprintf(&b, "%d -> %d: %s\n", base+e.from, base+e.to, text)
		}
		fmt.Fprintf(&b, "%d -> %d: return\nend\n", base+n, base+n)
	}
	n := [3]int{4 + r.IntN(10), 1 + r.IntN(6), 1 + r.IntN(6)}
	fmt.Fprintf(&b, "proc g ret w entry 200 exit %d\nvar l i32\nvar w i32\n", 200+n[2])
	body(200, n[2], "l", append(slices.Clone(stmts[:11]), "w := l"))
	fmt.Fprintf(&b, "proc f params p q entry 100 exit %d\nvar p i32\nvar q i32\n", 100+n[1])
	body(100, n[1], "p", append(slices.Clone(stmts[:13+2*r.IntN(2)]), "x := q", "q := q + x"))
	fmt.Fprintf(&b, "proc main entry 0 exit %d\nvar k i32\n", n[0])
	body(0, n[0], "k", append(slices.Clone(stmts), "x := w"))
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

// randomWalk is a run that chooses branches, addresses and lazy evaluation at
// random.
type randomWalk struct {
	prog  *cfg.Program
	steps []*cfg.Instance
	args  [][]int // for each read, the argument of the call it belongs to
}

func (w *randomWalk) All(from int) iter.Seq[*cfg.Instance] { return slices.Values(w.steps[from:]) }

func newWalk(prog *cfg.Program, r *rand.Rand, n int) *randomWalk {
	w := &randomWalk{prog: prog}
	at := prog.Main.Entry
	var stack []*cfg.Edge
	for len(w.steps) < n {
		out := at.Out
		if len(stack) > 12 { // leave
			out = slices.DeleteFunc(slices.Clone(out), func(e *cfg.Edge) bool { _, ok := e.Stmt.(*cfg.Call); return ok })
		}
		if len(out) == 0 {
			break
		}
		e := out[r.IntN(len(out))]
		in := &cfg.Instance{Index: len(w.steps), Edge: e}
		w.args = append(w.args, nil)
		w.effects(in, r)
		w.steps = append(w.steps, in)
		at = e.To
		switch s := e.Stmt.(type) {
		case *cfg.Call:
			stack = append(stack, e)
			at = s.Proc.Entry
		case *cfg.Return:
			if len(stack) == 0 {
				return w
			}
			at = stack[len(stack)-1].To
			stack = stack[:len(stack)-1]
		}
	}
	return w
}

// cell is an address in the object of a region.
func cell(prog *cfg.Program, reg *cfg.Region, r *rand.Rand) uint64 {
	return 4096*uint64(reg.ID) + 1020 + uint64(r.IntN(8)) // around the end of a page
}

func (w *randomWalk) effects(in *cfg.Instance, r *rand.Rand) {
	mem := func(reg *cfg.Region, size uint64) cfg.Access {
		return cfg.Access{Addr: cell(w.prog, reg, r), Size: size}
	}
	arg := 0
	read := func(a cfg.Access) {
		in.Reads = append(in.Reads, a)
		n := len(w.args) - 1
		w.args[n] = append(w.args[n], arg)
	}
	var eval func(e cfg.Expr)
	eval = func(e cfg.Expr) {
		switch x := e.(type) {
		case *cfg.Binary:
			eval(x.X)
			if (x.Op == cfg.LAnd || x.Op == cfg.LOr) && r.IntN(2) == 0 {
				return
			}
			eval(x.Y)
		case *cfg.Ite:
			eval(x.Cond)
			if r.IntN(2) == 0 {
				eval(x.Then)
			} else {
				eval(x.Else)
			}
		case *cfg.Load:
			eval(x.Addr)
			read(mem(x.Region, uint64(x.T.Bytes())))
		case *cfg.VarRef:
			read(cfg.Access{Var: x.V})
		default:
			cfg.Children(e, eval)
		}
	}
	write := func(a cfg.Access) { in.Writes = append(in.Writes, a) }
	cfg.Exprs(in.Edge.Stmt, func(e cfg.Expr) {
		eval(e)
		arg++
	})
	switch s := in.Edge.Stmt.(type) {
	case *cfg.Assign:
		write(cfg.Access{Var: s.Dst})
	case *cfg.Havoc:
		write(cfg.Access{Var: s.Dst})
	case *cfg.Store:
		write(mem(s.Region, uint64(s.Val.Type().Bytes())))
	case *cfg.MemCopy:
		read(mem(s.SrcRegion, 8))
		write(mem(s.DstRegion, 8))
	case *cfg.MemSet:
		write(mem(s.Region, uint64(r.IntN(7))))
	case *cfg.Call:
		for _, v := range s.Proc.Params {
			write(cfg.Access{Var: v})
		}
	}
}

// graphOf builds the graph of a walk.
func graphOf(t testing.TB, w *randomWalk, opt Options) *Graph {
	g, err := NewGraph(w.prog, w, opt)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// eachWalk calls f with graphs of random walks.
func eachWalk(t *testing.T, runs, steps int, f func(seed uint64, w *randomWalk, g *Graph)) {
	for seed := range uint64(runs) {
		r := rand.New(rand.NewPCG(seed, 11))
		w := newWalk(walkProgram(t, r), r, 1+r.IntN(steps))
		f(seed, w, graphOf(t, w, Options{Within: seed%2 == 0}))
	}
}
