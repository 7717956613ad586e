package values

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
	"culprit/internal/rounds"
)

// machine executes programs; expressions have the values that package gen gives them,
// independently of ops.go.
type machine struct {
	gen.State
	r    *rand.Rand
	prog *cfg.Program
}

func (m *machine) random(w int) uint64 {
	switch m.r.IntN(3) {
	case 0:
		return uint64(m.r.IntN(4)) & (1<<uint(w) - 1)
	case 1:
		return cfg.Mask(uint64(m.r.IntN(300)-150), w)
	}
	return cfg.Mask(m.r.Uint64(), w)
}

func (m *machine) load(addr uint64, n int) uint64 {
	v := uint64(0)
	for i := range n {
		v |= uint64(m.Mem[(addr+uint64(i))&0xffffffff]) << uint(8*i)
	}
	return v
}

func (m *machine) store(addr uint64, n int, v uint64) {
	for i := range n {
		m.Mem[(addr+uint64(i))&0xffffffff] = byte(v >> uint(8*i))
	}
}

func (m *machine) eval(e cfg.Expr) uint64 { return gen.Eval(e, &m.State) }

// holds reports whether a fact is true now.
func (m *machine) holds(f Fact) bool {
	v := uint64(0)
	if f.Cell {
		v = m.load(f.Addr, f.Width/8)
	} else {
		v = m.Vars[f.Var.ID]
	}
	switch f.Kind {
	case Const:
		return v == f.Lo
	case UnsignedRange:
		return f.Lo <= v && v <= f.Hi
	case SignedRange:
		x := cfg.SignExtend(v, f.Width)
		return cfg.SignExtend(f.Lo, f.Width) <= x && x <= cfg.SignExtend(f.Hi, f.Width)
	}
	return slices.Contains(f.Set, v)
}

// step executes an edge other than Return; false if it is blocked.
func (m *machine) step(e *cfg.Edge) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		m.Vars[s.Dst.ID] = m.eval(s.Src)
	case *cfg.Havoc:
		m.Vars[s.Dst.ID] = m.random(s.Dst.Type.Width())
	case *cfg.Assume:
		return m.eval(s.Cond) == 1
	case *cfg.Store:
		m.store(m.eval(s.Addr), s.Val.Type().Bytes(), m.eval(s.Val))
	case *cfg.MemSet:
		b, n, d := m.eval(s.Val), m.eval(s.Size), m.eval(s.Dst)
		for i := range n {
			m.store(d+i, 1, b)
		}
	case *cfg.MemHavoc:
		n, d := m.eval(s.Size), m.eval(s.Dst)
		for i := range n {
			m.store(d+i, 1, m.random(8))
		}
	case *cfg.MemCopy:
		n, d, src := m.eval(s.Size), m.eval(s.Dst), m.eval(s.Src)
		buf := make([]byte, n)
		for i := range buf {
			buf[i] = m.Mem[src+uint64(i)]
		}
		for i, b := range buf {
			m.Mem[d+uint64(i)] = b
		}
	case *cfg.Alloc:
		n := m.eval(s.Size)
		p := (m.Vars[m.prog.HeapTop.ID] + 15) &^ 15 & 0xffffffff
		m.Vars[m.prog.HeapTop.ID] = (p + max(n, 1)) & 0xffffffff
		m.Vars[s.Dst.ID] = p
		for i := range min(n, 64) { // the rest is not looked at
			if s.Zero {
				m.store(p+i, 1, 0)
			} else {
				m.store(p+i, 1, m.random(8))
			}
		}
	case *cfg.Call:
		var vs []uint64
		for _, x := range s.Args {
			vs = append(vs, m.eval(x))
		}
		for i, v := range vs {
			m.Vars[s.Proc.Params[i].ID] = v
		}
	}
	return true
}

// follow executes prog once along the graph and reports the first violation.
func follow(prog *cfg.Program, g *Graph, seed uint64, maxSteps int) error {
	m := &machine{r: rand.New(rand.NewPCG(seed, 5)), prog: prog, State: gen.State{Mem: map[uint64]byte{}}}
	for _, v := range prog.Vars {
		m.Vars = append(m.Vars, m.random(v.Type.Width()))
	}
	if prog.HeapTop != nil {
		m.Vars[prog.HeapTop.ID] = prog.HeapBase()
	}
	n := g.Nodes[g.Entry]
	loc := prog.Main.Entry
	var stack []*cfg.Edge
	for range maxSteps {
		if n.Loc.ID < 0 {
			return nil
		}
		if n.Loc != loc {
			return fmt.Errorf("node %d is at location %d, not %d", n.ID, n.Loc.ID, loc.ID)
		}
		for _, f := range n.Facts {
			if !m.holds(f) {
				return fmt.Errorf("node %d at location %d: fact %+v is wrong (var %v)", n.ID, loc.ID, f, f.Var)
			}
		}
		if loc.Kind != cfg.Plain {
			return nil
		}
		var taken *cfg.Edge
		for _, i := range m.r.Perm(len(loc.Out)) {
			e := loc.Out[i]
			if _, ok := e.Stmt.(*cfg.Return); ok && len(stack) == 0 {
				return nil
			}
			if m.step(e) {
				taken = e
				break
			}
		}
		if taken == nil {
			return nil
		}
		next := taken.To
		switch c := taken.Stmt.(type) {
		case *cfg.Call:
			stack = append(stack, taken)
			next = c.Proc.Entry
		case *cfg.Return:
			next = stack[len(stack)-1].To
			stack = stack[:len(stack)-1]
		}
		var to *Node
		for _, arc := range n.Out {
			if arc.Edge == taken {
				to = g.Nodes[arc.To]
			}
		}
		if to == nil {
			return fmt.Errorf("node %d at location %d: edge %d was taken but has no arc", n.ID, loc.ID, taken.ID)
		}
		n, loc = to, next
	}
	return nil
}

func TestExecutionsStayInside(t *testing.T) {
	programs, runs := rounds.Of(400), 12
	limits := []Limits{{}, {MaxPerLoc: 4}, {MaxNodes: 300}, {MaxPerLoc: 1}, {MaxPerLoc: 20, MaxNodes: 2000}}
	complete, proved, nodes := 0, 0, 0
	for i := range programs {
		prog := generate(uint64(i))
		g := Analyze(prog, limits[i%len(limits)])
		if !g.Complete {
			continue
		}
		complete++
		nodes += len(g.Nodes)
		if len(g.Reaches()) == 0 {
			proved++
		}
		for k := range runs {
			if err := follow(prog, g, uint64(i*100+k), 400); err != nil {
				t.Fatalf("program %d run %d: %v", i, k, err)
			}
		}
	}
	t.Logf("%d of %d programs complete, %d without errors, %d nodes", complete, programs, proved, nodes)
	if complete < programs*9/10 {
		t.Errorf("only %d of %d programs complete", complete, programs)
	}
}
