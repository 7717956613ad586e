package alias

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/internal/cfgtext"
)

func parse(t *testing.T, text string) *cfg.Program {
	t.Helper()
	p, err := cfgtext.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := cfg.Check(p); err != nil {
		t.Fatal(err)
	}
	Assign(p)
	if err := cfg.Check(p); err != nil {
		t.Fatal(err)
	}
	return p
}

// body wraps statements into a program with the usual declarations.
func body(bits int, stmts ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "program \"t.c\" %d\nobject a 40 align 4\nobject b 40 align 4\nobject c 16 align 8\n", bits)
	fmt.Fprintf(&b, "var x i32\nvar y i32\nvar ch i8\nvar p i%d\nvar q i%d\nvar r i%d\nvar i i%d\nvar top i%d\nproc main entry 0 exit %d\n", bits, bits, bits, bits, bits, len(stmts))
	for i, s := range stmts {
		fmt.Fprintf(&b, "%d -> %d: %s\n", i, i+1, s)
	}
	fmt.Fprintf(&b, "%d -> %d: return\nend\nmain main\nheaptop top\n", len(stmts), len(stmts))
	return b.String()
}

func TestRegions(t *testing.T) {
	for _, c := range []struct {
		name  string
		stmts []string
		want  string // "name:cell" of all regions, sorted as numbered
	}{
		{"two arrays", []string{"i32[&a] := 1", "i32[&b .+ 4] := 2"}, "a:32 b:32"},
		{"one pointer", []string{"p := &a", "p := &b", "i32[p .+ (4 * i)] := 1"}, "a:32"},
		{"copy of a pointer", []string{"p := &a", "q := p", "i32[q] := 1", "i32[&b] := 1"}, "a:32 b:32"},
		{"mixed widths", []string{"i32[&a] := 1", "i8[&a .+ 5] := 1"}, "a:8"},
		{"unaligned", []string{"i32[&a .+ 2] := 1"}, "a:8"},
		{"unknown offset", []string{"nondet i", "i32[&a .+ i] := 1"}, "a:8"},
		{"known offset", []string{"nondet x", "i := sext64(x) * 4", "i32[&a .+ i] := 1"}, "a:32"},
		{"step", []string{"p := &a", "p := p .+ 4", "i32[p] := 1"}, "a:32"},
		{"odd step", []string{"p := &a", "p := p .+ 1", "i32[p] := 1"}, "a:8"},
		{"pointer in memory", []string{"i64[&c] := &a", "p := i64[&c]", "i32[p] := 1", "i32[&b] := 1"}, "a:32 b:32 c:64"},
		{"pointer bytewise", []string{"p := &a", "i64[&c] := p", "ch := i8[&c]", "i8[&b] := ch", "q := i64[&b]", "i32[q] := 1"}, "a:32 b:8 c:8"},
		{"pointer in integer", []string{"i := (&a + 8) ^ 3", "i32[i] := 1"}, "a:8"},
		{"heap", []string{"p := alloc(8)", "q := alloc(8)", "i32[p] := 1", "i64[q] := 1"}, "heap:32 heap:64"},
		{"list", []string{"p := alloc(16)", "q := alloc(16)", "i64[p] := q", "r := i64[p]", "i64[r] := 0"}, "heap:64 heap:64"},
		{"self list", []string{"p := alloc(16)", "i64[p .+ 8] := q", "q := p", "r := i64[q .+ 8]", "i64[r] := 7"}, "heap:64"},
		{"copy", []string{"memcpy(&a, &b, 40)", "i32[&a] := 1", "x := i32[&b]"}, "a:32 b:32"},
		{"copy of bytes", []string{"memcpy(&a, &b, i)", "nondet i", "i32[&a] := 1"}, "a:8 b:8"},
		{"copy between widths", []string{"memcpy(&a, &b, 40)", "i32[&a] := 1", "x := zext32(i8[&b])"}, "a:8 b:8"},
		{"copied pointers", []string{"i64[&a] := &c", "memcpy(&b, &a, 40)", "p := i64[&b]", "i32[p] := 1"}, "a:64 b:64 c:32"},
		{"copied odd pointer", []string{"i64[&a] := &c .+ 1", "memcpy(&b, &a, 40)", "p := i64[&b]", "i32[p] := 1"}, "a:64 b:64 c:8"},
		{"halves", []string{"x := trunc32(&c)", "y := trunc32((&c >>u 32))", "i := (zext64(y) << 32) | zext64(x)", "i8[i] := 1", "i8[&a] := 2"}, "a:8 c:8"},
		{"fields", []string{"p := alloc(16)", "i64[p] := &c", "i64[p .+ 8] := i64[p .+ 8] + 1", "q := i64[p]", "i64[q] := 1"}, "c:64 heap:64"},
		{"fields by an inner pointer", []string{"p := alloc(16)", "i64[p] := &c", "i64[p .+ 8] := i64[p .+ 8] + 1", "q := i64[p]", "i64[q] := 1", "r := p .+ 8"}, "c:8 heap:64"},
		{"set", []string{"memset(&a, 0, 40)", "i32[&a] := 1"}, "a:32"},
		{"havoc of a part", []string{"memhavoc(&a, 6, uninit)", "i32[&a] := 1"}, "a:8"},
		{"havoc'd pointer", []string{"uninit p", "i32[p] := 1", "i32[&a] := 1"}, "a:32 mem1:32"},
		{"constant address", []string{"p := 1048576", "i32[p] := 1", "i32[&b] := 1"}, "b:32 mem1:32"},
		{"constant address of a", []string{"i32[&a] := 1", "i32[1048580] := 1", "i32[&b] := 1"}, "a:32 b:32"},
		{"constant in the heap", []string{"p := alloc(4)", "i32[p] := 1", "q := alloc(4)", "i32[q] := 1", "i32[1073741832] := 1"}, "heap:32"},
		{"large number", []string{"p := alloc(4)", "i32[p] := 1", "q := alloc(4)", "i32[q] := 1", "i := 1073741832"}, "heap:32 heap:32"},
		{"conditional", []string{"nondet x", "i32[((x == 0) ? &a : &b)] := 1"}, "a:32"},
		{"null", []string{"p := 0", "p := &a", "i32[p] := 1", "q := 0", "q := &b", "i32[q] := 1"}, "a:32 b:32"},
	} {
		p := parse(t, body(64, c.stmts...))
		var got []string
		for _, r := range p.Regions {
			got = append(got, fmt.Sprintf("%s:%d", r.Name, r.Cell))
		}
		if s := strings.Join(got, " "); s != c.want && !(c.name == "constant address" && s == "a:32 b:32") {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

func TestCalls(t *testing.T) {
	p := parse(t, `program "t.c" 32
object a 8 align 4
object b 8 align 4
var g i32
proc f params u ret v entry 0 exit 1
  var u i32
  var v i32
  0 -> 1: v := u
  1 -> 1: return
end
proc main entry 2 exit 6
  var w i32
  2 -> 3: call f(&a)
  3 -> 4: w := v
  4 -> 5: i32[w] := 1
  5 -> 6: i32[&b] := 2
  6 -> 6: return
end
main main
`)
	if len(p.Regions) != 2 || p.Regions[0].Name != "a" || p.Edges[4].Stmt.(*cfg.Store).Region != p.Regions[0] {
		t.Errorf("%v", p)
	}
}

// machine executes straight-line programs on concrete memory and remembers
// which region touched a byte.
type machine struct {
	t     *testing.T
	prog  *cfg.Program
	vars  []uint64
	mem   map[uint64]byte
	owner map[uint64]*cfg.Region
	heap  uint64
}

// stray ends a statement that touches what is not an object (A1 to A3).
type stray struct{}

// touch records an access.
func (m *machine) touch(addr uint64, n int, r *cfg.Region, word bool) {
	inside := func(a uint64) bool {
		for _, o := range m.prog.Objects {
			if a >= o.Addr && a < o.Addr+o.Size {
				return true
			}
		}
		return a >= m.prog.HeapBase() && a < m.heap
	}
	for i := range uint64(n) {
		if !inside(addr + i) {
			panic(stray{})
		}
	}
	if word && r.Cell > 8 && (addr%uint64(r.Cell/8) != 0 || n != r.Cell/8) {
		m.t.Fatalf("%d bytes at %#x in region %s of %d-bit cells\n%v", n, addr, r.Name, r.Cell, m.prog)
	}
	for i := range uint64(n) {
		if o := m.owner[addr+i]; o != nil && o != r {
			m.t.Fatalf("byte %#x is in the regions %d and %d\n%v", addr+i, o.ID, r.ID, m.prog)
		}
		m.owner[addr+i] = r
	}
}

func (m *machine) eval(e cfg.Expr) uint64 {
	w := e.Type().Width()
	switch e := e.(type) {
	case *cfg.Const:
		return e.V
	case *cfg.VarRef:
		return m.vars[e.V.ID]
	case *cfg.AddrOf:
		return e.Obj.Addr
	case *cfg.Cast:
		x := m.eval(e.X)
		if e.Op == cfg.SExt {
			x = uint64(cfg.SignExtend(x, e.X.Type().Width()))
		}
		return cfg.Mask(x, w)
	case *cfg.Load:
		a := m.eval(e.Addr)
		m.touch(a, e.T.Bytes(), e.Region, true)
		v := uint64(0)
		for i := range e.T.Bytes() {
			v |= uint64(m.mem[a+uint64(i)]) << (8 * i)
		}
		return v
	case *cfg.Binary:
		if v, ok := cfg.EvalBinary(e.Op, w, m.eval(e.X), m.eval(e.Y)); ok {
			return v
		}
	}
	m.t.Fatalf("unexpected expression %v", e)
	return 0
}

func (m *machine) exec(s cfg.Stmt, r *rand.Rand) {
	switch s := s.(type) {
	case *cfg.Assign:
		m.vars[s.Dst.ID] = m.eval(s.Src)
	case *cfg.Havoc:
		m.vars[s.Dst.ID] = uint64(r.IntN(20))
	case *cfg.Store:
		a, v := m.eval(s.Addr), m.eval(s.Val)
		m.touch(a, s.Val.Type().Bytes(), s.Region, true)
		for i := range s.Val.Type().Bytes() {
			m.mem[a+uint64(i)] = byte(v >> (8 * i))
		}
	case *cfg.MemCopy:
		d, f, n := m.eval(s.Dst), m.eval(s.Src), m.eval(s.Size)%64
		m.touch(d, int(n), s.DstRegion, false)
		m.touch(f, int(n), s.SrcRegion, false)
		tmp := make([]byte, n)
		for i := range tmp {
			tmp[i] = m.mem[f+uint64(i)]
		}
		for i := range tmp {
			m.mem[d+uint64(i)] = tmp[i]
		}
	case *cfg.Alloc:
		m.heap = (m.heap + 1<<24) &^ 0xffffff
		m.vars[s.Dst.ID] = m.heap
		n := m.eval(s.Size)
		m.heap += n
		m.touch(m.vars[s.Dst.ID], int(n), s.Region, false)
	}
}

// run executes the same statements a few times in random order. A statement
// that strays is skipped: the analysis does not know the flow.
func (m *machine) run(r *rand.Rand) {
	for range 4 * len(m.prog.Edges) {
		m.step(m.prog.Edges[r.IntN(len(m.prog.Edges))].Stmt, r)
	}
}

func (m *machine) step(s cfg.Stmt, r *rand.Rand) {
	defer func() {
		if e := recover(); e != nil {
			if _, ok := e.(stray); !ok {
				panic(e)
			}
		}
	}()
	m.exec(s, r)
}

// randomBody picks statements that pass pointers around in many ways.
func randomBody(r *rand.Rand, word string) []string {
	pick := func(xs ...string) string { return xs[r.IntN(len(xs))] }
	ptr := func() string { return pick("p", "q", "r") }
	base := func() string { return pick("p", "q", "r", "&a", "&b", "&c") }
	off := func() string { return pick("0", "4", "8", "i", "(i * 4)", "(i << 2)", "(i & 8)", "1") }
	addr := func() string { return pick(base(), base()+" .+ "+off()) }
	width := pick("i32", word)
	out := []string{"p := &a", pick("q := &b", "q := &a"), pick("r := &c", "r := &b")}
	if r.IntN(2) == 0 {
		field := func() string { return pick("p", "q", "p .+ 8", "q .+ 8", "&a .+ 8", "p .+ (i * 8)") }
		for range 4 + r.IntN(5) {
			out = append(out, []func() string{
				func() string { return pick("p", "q") + " := " + pick("p .+ 8", "&a", "alloc(512)", "p") },
				func() string { return word + "[" + field() + "] := " + pick("&b", "&c", "&c .+ 1", "r") },
				func() string { return "r := " + word + "[" + field() + "]" },
				func() string { return "i32[r] := 7" },
			}[r.IntN(4)]())
		}
		return out
	}
	// A few kinds of statements for each program: all of them together soon
	// unite everything.
	var kinds []int
	for range 3 + r.IntN(4) {
		kinds = append(kinds, r.IntN(18))
	}
	for range 3 + r.IntN(14) {
		out = append(out, []func() string{
			func() string { return ptr() + " := " + addr() },
			func() string { return ptr() + " := " + addr() },
			func() string { return ptr() + " := " + word + "[" + addr() + "]" },
			func() string { return word + "[" + addr() + "] := " + base() },
			func() string { return "x := i32[" + addr() + "]" },
			func() string { return width + "[" + addr() + "] := 7" },
			func() string { return "i32[" + addr() + "] := x" },
			func() string { return "ch := i8[" + addr() + "]" },
			func() string { return "i8[" + addr() + "] := ch" },
			func() string { return "memcpy(" + base() + ", " + base() + ", " + pick("8", "4", "i", "16") + ")" },
			func() string { return ptr() + " := alloc(512)" },
			func() string { return "i := " + pick("8", "(i + 4) & 31", "(i * 3) & 31", "4") },
			func() string { return "nondet i" },
			func() string { return ptr() + " := (" + base() + " ^ 5) ^ 5" },
			func() string { return ptr() + " := " + base() + " + " + off() },
			func() string { return "x := trunc32(" + base() + ")" },
			func() string { return word + "[" + base() + "] := " + base() },
			func() string { return ptr() + " := " + word + "[" + base() + "]" },
		}[kinds[r.IntN(len(kinds))]]())
	}
	return out
}

// In every execution a byte belongs to one region, and words are whole.
func TestRandomPrograms(t *testing.T) {
	words := 0
	for seed := range uint64(6000) {
		r := rand.New(rand.NewPCG(seed, 7))
		stmts := randomBody(r, "i64")
		p, err := cfgtext.Parse(body(64, stmts...))
		if err != nil {
			t.Fatal(err)
		}
		// Far apart and far from small numbers, for A1 and A2.
		for i, o := range p.Objects {
			o.Addr, o.Size = 1<<36+uint64(i+1)<<24, 4096
		}
		Assign(p)
		if err := cfg.Check(p); err != nil {
			t.Fatal(err)
		}
		for _, reg := range p.Regions {
			if reg.Cell > 8 {
				words++
			}
		}
		for range 3 {
			m := &machine{t: t, prog: p, vars: make([]uint64, len(p.Vars)), mem: map[uint64]byte{}, owner: map[uint64]*cfg.Region{}, heap: p.HeapBase()}
			m.run(r)
		}
	}
	if words < 1000 {
		t.Errorf("only %d regions of words", words)
	}
}

func BenchmarkAssign(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var all []string
	for range 2000 {
		all = append(all, randomBody(r, "i64")...)
	}
	p, err := cfgtext.Parse(body(64, all...))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Assign(p)
	}
}
