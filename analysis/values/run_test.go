package values

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/internal/rounds"
)

// machine executes programs with big integers, independently of ops.go.
type machine struct {
	r    *rand.Rand
	prog *cfg.Program
	vars []uint64
	mem  map[uint64]byte
}

func (m *machine) random(w int) uint64 {
	switch m.r.IntN(3) {
	case 0:
		return uint64(m.r.IntN(4)) & (1<<uint(w) - 1)
	case 1:
		return trim(big.NewInt(int64(m.r.IntN(300)-150)), w)
	}
	return trim(new(big.Int).SetUint64(m.r.Uint64()), w)
}

func trim(x *big.Int, w int) uint64 {
	mod := new(big.Int).Lsh(big.NewInt(1), uint(w))
	return new(big.Int).Mod(x, mod).Uint64()
}

func signed(v uint64, w int) *big.Int {
	b := new(big.Int).SetUint64(v)
	if v>>uint(w-1)&1 == 1 {
		b.Sub(b, new(big.Int).Lsh(big.NewInt(1), uint(w)))
	}
	return b
}

func (m *machine) load(addr uint64, n int) uint64 {
	v := uint64(0)
	for i := range n {
		v |= uint64(m.mem[(addr+uint64(i))&0xffffffff]) << uint(8*i)
	}
	return v
}

func (m *machine) store(addr uint64, n int, v uint64) {
	for i := range n {
		m.mem[(addr+uint64(i))&0xffffffff] = byte(v >> uint(8*i))
	}
}

func (m *machine) eval(e cfg.Expr) uint64 {
	switch e := e.(type) {
	case *cfg.Const:
		return e.V
	case *cfg.VarRef:
		return m.vars[e.V.ID]
	case *cfg.AddrOf:
		return e.Obj.Addr
	case *cfg.Unary:
		x := m.eval(e.X)
		switch e.Op {
		case cfg.LNot:
			return 1 - x
		case cfg.Neg:
			return trim(new(big.Int).Neg(new(big.Int).SetUint64(x)), e.T.Width())
		}
		return trim(new(big.Int).Not(new(big.Int).SetUint64(x)), e.T.Width())
	case *cfg.Cast:
		x := m.eval(e.X)
		switch e.Op {
		case cfg.SExt:
			return trim(signed(x, e.X.Type().Width()), e.T.Width())
		case cfg.BitsToBool:
			return flag(x != 0)
		}
		return trim(new(big.Int).SetUint64(x), e.T.Width())
	case *cfg.Ite:
		if m.eval(e.Cond) == 1 {
			return m.eval(e.Then)
		}
		return m.eval(e.Else)
	case *cfg.Load:
		return m.load(m.eval(e.Addr), e.T.Bytes())
	case *cfg.Binary:
		return m.binary(e)
	}
	panic(fmt.Sprintf("%T", e))
}

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (m *machine) binary(e *cfg.Binary) uint64 {
	x, y := m.eval(e.X), m.eval(e.Y)
	w := e.X.Type().Width()
	a, b := new(big.Int).SetUint64(x), new(big.Int).SetUint64(y)
	sa, sb := signed(x, w), signed(y, w)
	z := new(big.Int)
	switch e.Op {
	case cfg.Add, cfg.PtrAdd:
		z.Add(a, b)
	case cfg.Sub:
		z.Sub(a, b)
	case cfg.Mul:
		z.Mul(a, b)
	case cfg.UDiv:
		if y == 0 {
			return trim(big.NewInt(-1), w)
		}
		z.Quo(a, b)
	case cfg.URem:
		if y == 0 {
			return x
		}
		z.Rem(a, b)
	case cfg.SDiv:
		if y == 0 {
			if sa.Sign() < 0 {
				return 1
			}
			return trim(big.NewInt(-1), w)
		}
		z.Quo(sa, sb)
	case cfg.SRem:
		if y == 0 {
			return x
		}
		z.Rem(sa, sb)
	case cfg.And, cfg.LAnd:
		z.And(a, b)
	case cfg.Or, cfg.LOr:
		z.Or(a, b)
	case cfg.Xor:
		z.Xor(a, b)
	case cfg.Shl:
		if y >= uint64(w) {
			return 0
		}
		z.Lsh(a, uint(y))
	case cfg.LShr:
		if y >= uint64(w) {
			return 0
		}
		z.Rsh(a, uint(y))
	case cfg.AShr:
		z.Rsh(sa, uint(min(y, 100)))
	case cfg.Eq:
		return flag(x == y)
	case cfg.Ne:
		return flag(x != y)
	case cfg.ULt:
		return flag(a.Cmp(b) < 0)
	case cfg.ULe:
		return flag(a.Cmp(b) <= 0)
	case cfg.SLt:
		return flag(sa.Cmp(sb) < 0)
	case cfg.SLe:
		return flag(sa.Cmp(sb) <= 0)
	default:
		panic(e.Op)
	}
	return trim(z, w)
}

// holds reports whether a fact is true now.
func (m *machine) holds(f Fact) bool {
	v := uint64(0)
	if f.Cell {
		v = m.load(f.Addr, f.Width/8)
	} else {
		v = m.vars[f.Var.ID]
	}
	switch f.Kind {
	case Const:
		return v == f.Lo
	case UnsignedRange:
		return f.Lo <= v && v <= f.Hi
	case SignedRange:
		s := signed(v, f.Width)
		return signed(f.Lo, f.Width).Cmp(s) <= 0 && s.Cmp(signed(f.Hi, f.Width)) <= 0
	}
	return slices.Contains(f.Set, v)
}

// step executes an edge other than Return; false if it is blocked.
func (m *machine) step(e *cfg.Edge) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		m.vars[s.Dst.ID] = m.eval(s.Src)
	case *cfg.Havoc:
		m.vars[s.Dst.ID] = m.random(s.Dst.Type.Width())
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
			buf[i] = m.mem[src+uint64(i)]
		}
		for i, b := range buf {
			m.mem[d+uint64(i)] = b
		}
	case *cfg.Alloc:
		n := m.eval(s.Size)
		p := (m.vars[m.prog.HeapTop.ID] + 15) &^ 15 & 0xffffffff
		m.vars[m.prog.HeapTop.ID] = (p + max(n, 1)) & 0xffffffff
		m.vars[s.Dst.ID] = p
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
			m.vars[s.Proc.Params[i].ID] = v
		}
	}
	return true
}

// follow executes prog once along the graph and reports the first violation.
func follow(prog *cfg.Program, g *Graph, seed uint64, maxSteps int) error {
	m := &machine{r: rand.New(rand.NewPCG(seed, 5)), prog: prog, mem: map[uint64]byte{}}
	for _, v := range prog.Vars {
		m.vars = append(m.vars, m.random(v.Type.Width()))
	}
	if prog.HeapTop != nil {
		m.vars[prog.HeapTop.ID] = prog.HeapBase()
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
