package safety_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/rounds"
	"culprit/interp"
	"culprit/svcomp"
)

// Random programs about blocks of the heap, with loops that do not end, are
// executed twice: instrumented, and by a naive machine that works on the text
// that makes the program, with scopes, frames and blocks of its own, and looks
// for lost blocks after every statement.

// toy is a statement of such a program.
type toy struct {
	op   string // see run
	a, b string
	n    int
	body []*toy
}

// toyWriter makes random statements.
type toyWriter struct {
	r      *rand.Rand
	fresh  int
	scopes [][]string
}

func (w *toyWriter) name() string {
	var all []string
	for _, s := range w.scopes {
		all = append(all, s...)
	}
	return all[w.r.IntN(len(all))]
}

func (w *toyWriter) block(depth, n int) []*toy {
	w.scopes = append(w.scopes, nil)
	defer func() { w.scopes = w.scopes[:len(w.scopes)-1] }()
	var out []*toy
	for range n {
		out = append(out, w.stmt(depth))
	}
	return out
}

func (w *toyWriter) stmt(depth int) *toy {
	switch k := w.r.IntN(13); {
	case k < 3:
		return &toy{op: "new", a: w.name()}
	case k < 4:
		return &toy{op: "set", a: w.name(), b: w.name()}
	case k < 5:
		return &toy{op: "link", a: w.name(), b: w.name()}
	case k < 6:
		return &toy{op: []string{"next", "data", "grow"}[w.r.IntN(3)], a: w.name(), b: w.name()}
	case k < 8:
		return &toy{op: "free", a: w.name()}
	case k < 9:
		return &toy{op: "null", a: w.name()}
	case k < 10:
		w.fresh++
		v := fmt.Sprintf("v%d", w.fresh)
		t := &toy{op: "local", a: v, b: w.name()}
		top := len(w.scopes) - 1
		w.scopes[top] = append(w.scopes[top], v)
		return t
	case depth == 0:
		return &toy{op: "null", a: w.name()}
	case k < 11:
		return &toy{op: "block", body: w.block(depth-1, 1+w.r.IntN(3))}
	case k < 12:
		return &toy{op: "count", n: 1 + w.r.IntN(3), body: w.block(depth-1, 1+w.r.IntN(3))}
	}
	return &toy{op: "call", a: w.name(), b: w.name(), n: w.r.IntN(2)}
}

// text is the C text of a statement.
func (t *toy) text(b *strings.Builder) {
	line := func(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }
	body := func() {
		line("{")
		for _, s := range t.body {
			s.text(b)
		}
		line("}")
	}
	switch t.op {
	case "new":
		line("%s = calloc(1, sizeof(struct n));", t.a)
	case "set":
		line("%s = %s;", t.a, t.b)
	case "link":
		line("if (%s) %s->next = %s;", t.a, t.a, t.b)
	case "next":
		line("if (%s) %s = %s->next;", t.b, t.a, t.b)
	case "data":
		line("if (%s && !%s->data) %s->data = calloc(1, sizeof(int));", t.a, t.a, t.a)
	case "grow":
		line("%s = grown(%s);", t.a, t.a)
	case "free":
		line("free(%s); %s = 0;", t.a, t.a)
	case "null":
		line("%s = 0;", t.a)
	case "local":
		line("struct n *%s = %s;", t.a, t.b)
	case "block":
		body()
	case "count":
		line("for (int i = 0; i < %d; i++)", t.n)
		body()
	case "call":
		line("%s = f%d(%s);", t.a, t.n, t.b)
	case "while":
		line("while (1)")
		body()
	case "walk":
		line("for (struct n *x = %s; x; x = x->next) ;", t.a)
	case "abort":
		line("abort();")
	}
}

// toyProgram is two functions, f0 and f1, and main.
type toyProgram struct{ funcs [3][]*toy }

func newToyProgram(r *rand.Rand) *toyProgram {
	p := &toyProgram{}
	for i := range p.funcs {
		w := &toyWriter{r: r, fresh: 10 * i, scopes: [][]string{{"g", "p", "q"}}}
		if i == 2 {
			p.funcs[i] = w.block(2, 2+r.IntN(6))
		} else {
			for _, s := range w.block(1, 1+r.IntN(3)) {
				if s.op != "call" {
					p.funcs[i] = append(p.funcs[i], s)
				}
			}
		}
		if r.IntN(3) == 0 || i == 2 {
			var last *toy
			switch r.IntN(5) {
			case 0:
				last = &toy{op: "walk", a: w.name()}
			case 1:
				last = &toy{op: "abort"}
			case 2:
				return p
			default:
				last = &toy{op: "while", body: w.block(0, r.IntN(4))}
			}
			p.funcs[i] = append(p.funcs[i], last)
		}
	}
	return p
}

func (p *toyProgram) text() string {
	var b strings.Builder
	b.WriteString("#include <stdlib.h>\nstruct n { struct n *next; int *data; };\nstruct n *g;\n" +
		"struct n *grown(struct n *x) {\nstruct n *y = realloc(x, sizeof(struct n));\nif (!x) { y->next = 0; y->data = 0; }\nreturn y;\n}\n")
	for i, f := range p.funcs {
		switch i {
		case 2:
			b.WriteString("int main(void) {\nstruct n *p = 0, *q = 0;\n")
		default:
			fmt.Fprintf(&b, "struct n *f%d(struct n *p) {\nstruct n *q = p;\n", i)
		}
		for _, s := range f {
			s.text(&b)
		}
		if i == 2 {
			b.WriteString("return 0;\n}\n")
		} else {
			b.WriteString("return q;\n}\n")
		}
	}
	return b.String()
}

// toyMachine runs a program. Blocks have numbers from 1, 0 is null.
type toyMachine struct {
	p      *toyProgram
	next   []int // by block
	data   []int
	dead   []bool
	global int
	frames []*toyFrame
	fault  string // the first violation
	steps  int
	over   bool
}

type toyFrame struct {
	names []map[string]int // by scope
	held  int              // the value of an expression under way
}

func (m *toyMachine) at(name string) *int {
	if name == "g" {
		return &m.global
	}
	f := m.frames[len(m.frames)-1]
	for i := len(f.names) - 1; ; i-- {
		if _, ok := f.names[i][name]; ok {
			v := f.names[i][name]
			box := v
			return &box
		}
	}
}

func (m *toyMachine) put(name string, v int) {
	if name == "g" {
		m.global = v
		return
	}
	f := m.frames[len(m.frames)-1]
	for i := len(f.names) - 1; ; i-- {
		if _, ok := f.names[i][name]; ok {
			f.names[i][name] = v
			return
		}
	}
}

func (m *toyMachine) fail(what string) {
	m.fault, m.over = what, true
}

// look fails if a block is lost.
func (m *toyMachine) look() {
	if m.over {
		return
	}
	seen := make([]bool, len(m.next))
	mark := func(v int) {
		for v != 0 && !m.dead[v] && !seen[v] {
			seen[v] = true
			if d := m.data[v]; d != 0 {
				seen[d] = true
			}
			v = m.next[v]
		}
	}
	mark(m.global)
	for _, f := range m.frames {
		mark(f.held)
		for _, s := range f.names {
			for _, v := range s {
				mark(v)
			}
		}
	}
	for v := 1; v < len(seen); v++ {
		if !seen[v] && !m.dead[v] {
			m.fail(svcomp.ValidMemtrack)
			return
		}
	}
}

func (m *toyMachine) run(list []*toy) {
	f := m.frames[len(m.frames)-1]
	f.names = append(f.names, map[string]int{})
	for _, t := range list {
		if m.over {
			return
		}
		m.steps++
		if m.steps > 300 {
			m.over = true
			return
		}
		m.step(f, t)
		m.look()
	}
	if !m.over {
		f.names = f.names[:len(f.names)-1]
		m.look()
	}
}

// alloc makes a block.
func (m *toyMachine) alloc() int {
	m.next, m.data, m.dead = append(m.next, 0), append(m.data, 0), append(m.dead, false)
	return len(m.next) - 1
}

func (m *toyMachine) step(f *toyFrame, t *toy) {
	invalid := func(v int) bool {
		if v != 0 && m.dead[v] {
			m.fail(svcomp.ValidDeref)
		}
		return v == 0 || m.over
	}
	switch t.op {
	case "new":
		m.put(t.a, m.alloc())
	case "data":
		if v := *m.at(t.a); !invalid(v) && m.data[v] == 0 {
			d := m.alloc()
			m.data[v] = d
		}
	case "grow":
		v := *m.at(t.a)
		if v != 0 && m.dead[v] {
			m.fail(svcomp.ValidFree)
			return
		}
		u := m.alloc()
		if v != 0 {
			m.next[u], m.data[u], m.dead[v] = m.next[v], m.data[v], true
		}
		m.put(t.a, u)
	case "set":
		m.put(t.a, *m.at(t.b))
	case "link":
		if v := *m.at(t.a); !invalid(v) {
			m.next[v] = *m.at(t.b)
		}
	case "next":
		if v := *m.at(t.b); !invalid(v) {
			m.put(t.a, m.next[v])
		}
	case "free":
		if v := *m.at(t.a); v != 0 {
			if m.dead[v] {
				m.fail(svcomp.ValidFree)
				return
			}
			m.dead[v] = true
		}
		m.put(t.a, 0)
	case "null":
		m.put(t.a, 0)
	case "local":
		f.names[len(f.names)-1][t.a] = *m.at(t.b)
	case "block":
		m.run(t.body)
	case "count":
		for range t.n {
			m.run(t.body)
		}
	case "call":
		v := *m.at(t.b)
		g := &toyFrame{names: []map[string]int{{"p": v, "q": v}}}
		m.frames = append(m.frames, g)
		m.run(m.p.funcs[t.n])
		if m.over {
			return
		}
		m.frames = m.frames[:len(m.frames)-1]
		m.put(t.a, g.names[0]["q"])
	case "while":
		for !m.over {
			m.steps++
			m.run(t.body)
			if m.steps > 300 {
				m.over = true
			}
		}
	case "walk":
		for v := *m.at(t.a); !invalid(v) && !m.over; v = m.next[v] {
			m.steps++
			if m.steps > 300 {
				m.over = true
			}
		}
	case "abort":
		m.over = true
	}
}

// naive is what a program violates first, and whether it ends by abort or not
// at all.
func (p *toyProgram) naive() string {
	m := &toyMachine{p: p, next: []int{0}, data: []int{0}, dead: []bool{false}}
	m.frames = []*toyFrame{{names: []map[string]int{{"p": 0, "q": 0}}}}
	m.run(p.funcs[2])
	if !m.over {
		m.frames = nil
		m.look()
	}
	return m.fault
}

// picker watches the k-th allocated block, and has walks compare with what
// they saw at the j-th visit.
type picker struct {
	interp.Constant
	k, j, n int
	picks   map[*cfg.Var]int
}

func (c *picker) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if !h.Dst.Temp || h.Dst.Type != cfg.BoolType {
		return 0, true
	}
	yes := false
	if h.Dst.Name == "#pick" {
		yes = c.picks[h.Dst] == c.j
		c.picks[h.Dst]++
	} else {
		yes = c.n == c.k
		c.n++
	}
	return map[bool]uint64{true: 1}[yes], true
}

// TestRandomEndless compares both, up to the first violation: a lost block is
// noticed later by the instrumented program, maybe after another violation.
func TestRandomEndless(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(rounds.Of(100)) {
		p := newToyProgram(rand.New(rand.NewPCG(seed, 2)))
		src, want := p.text(), p.naive()
		got := picked(t, src, seed%2 == 1)
		counts[want]++
		for _, g := range got {
			if strings.HasPrefix(g, "not confirmed") && strings.HasSuffix(g, svcomp.ValidMemtrack) {
				continue
			}
			if want == "" || want != svcomp.ValidMemtrack && g != want {
				t.Errorf("seed %d: instrumented %q, naive %q\n%s", seed, g, want, src)
			}
		}
		found := false
		for _, g := range got {
			found = found || g == want || want == svcomp.ValidMemtrack && (g == svcomp.ValidDeref || g == svcomp.ValidFree)
		}
		if want != "" && !found {
			t.Errorf("seed %d: instrumented %q, naive %q\n%s", seed, got, want, src)
		}
	}
	t.Log(counts)
}

// picked executes the instrumented program for each block it may watch, which
// newer blocks or older ones are taken to hold.
func picked(t *testing.T, src string, newer bool) []string {
	t.Helper()
	ps, _ := svcomp.Named(svcomp.ValidMemsafety)
	prog, err := frontend.Parse("r.c", []byte(src), frontend.Config{PtrBits: 64, Checks: ps.Checks()})
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	if err := cfg.Check(prog); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	for _, e := range prog.Edges {
		if s, ok := e.Stmt.(*cfg.Assign); ok && s.Dst.Name == cfg.NewerVar && newer {
			e.Stmt = &cfg.Assign{Dst: s.Dst, Src: cfg.True}
		}
	}
	code := interp.Compile(prog, true)
	var out []string
	for k := 0; ; k++ {
		n := 0
		for j := range 4 {
			in := &picker{k: k, j: j, picks: map[*cfg.Var]int{}}
			o := code.Execute(in, interp.Limits{Record: true, Steps: 1500})
			n = in.n
			switch {
			case o.Status == interp.ReachedError:
				out = append(out, o.Loc.Property)
			case o.Status == interp.Unsupported && o.Loc.Kind == cfg.Error:
				out = append(out, "not confirmed: "+o.Loc.Property)
			}
			if len(in.picks) == 0 {
				break
			}
		}
		if k >= n {
			return out
		}
	}
}
