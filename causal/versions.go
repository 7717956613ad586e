package causal

import (
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/interp/dependence"
)

// Two versions of a program are related by the trees of their statements: below
// each outcome of a branch stands what is control dependent on it. Procedures,
// variables and objects correspond by their names, statements by the largest
// correspondence of the trees that keeps parents and order (paper 002, section
// 5.4).

// versions relates the runs of two versions of a program.
func versions(f, p *run) *mapping {
	v := newVersions(f.prog, p.prog)
	for _, a := range f.prog.Procs {
		if b := v.procs[a]; b != nil {
			v.matchProc(a, b)
		}
	}
	m := &mapping{f: f, p: p, vars: v.vars, varsP: make([]*cfg.Var, len(p.prog.Vars)), edges: v.edges, same: make([]bool, len(v.edges))}
	for i, x := range v.vars {
		if x != nil {
			m.varsP[x.ID] = f.prog.Vars[i]
		}
	}
	for i, e := range v.edges {
		m.same[i] = e != nil && v.one.stmt(f.prog.Edges[i]) == v.two.stmt(e)
	}
	for _, o := range f.prog.Objects {
		if q := v.objects[o]; q != nil && q.Addr != o.Addr {
			m.ranges = append(m.ranges, addrs{o.Addr, q.Addr, min(o.Size, q.Size)})
		}
	}
	for a, b := range v.procs {
		if a.Addr != b.Addr {
			m.ranges = append(m.ranges, addrs{a.Addr, b.Addr, 1})
		}
	}
	slices.SortFunc(m.ranges, func(a, b addrs) int { return int(int64(a.f - b.f)) })
	m.al = dependence.Align(f.g, p.g, &dependence.Versions{
		Loc:  func(l *cfg.Loc) *cfg.Loc { return v.locs[l.ID] },
		Edge: func(e *cfg.Edge) *cfg.Edge { return v.edges[e.ID] },
		Flat: func(e *cfg.Edge) bool { return v.flat[e] },
	})
	m.alignHeap()
	return m
}

// names gives what a version consists of names that the other has, too.
type names struct {
	vars    map[*cfg.Var]string
	objects map[*cfg.Object]string
	stmts   map[*cfg.Edge]string
}

type matcher struct {
	f, p     *cfg.Program
	one, two *names
	procs    map[*cfg.Proc]*cfg.Proc
	vars     []*cfg.Var
	objects  map[*cfg.Object]*cfg.Object
	locs     []*cfg.Loc
	edges    []*cfg.Edge
	a, b     *tree
	flat     map[*cfg.Edge]bool // of both programs
	weight   map[[2]int]int
	numbers  map[string]int // of labels
}

func newVersions(f, p *cfg.Program) *matcher {
	v := &matcher{
		f: f, p: p, numbers: map[string]int{}, flat: map[*cfg.Edge]bool{}, one: newNames(f), two: newNames(p), procs: map[*cfg.Proc]*cfg.Proc{}, vars: make([]*cfg.Var, len(f.Vars)),
		objects: map[*cfg.Object]*cfg.Object{}, locs: make([]*cfg.Loc, len(f.Locs)), edges: make([]*cfg.Edge, len(f.Edges)),
	}
	procs := map[string]*cfg.Proc{}
	for _, q := range p.Procs {
		procs[q.Name] = q
	}
	for _, a := range f.Procs {
		if b := procs[a.Name]; b != nil && len(a.Params) == len(b.Params) {
			v.procs[a] = b
		}
	}
	vars, objects := map[string]*cfg.Var{}, map[string]*cfg.Object{}
	for x, n := range v.two.vars {
		vars[n] = x
	}
	for x, n := range v.two.objects {
		objects[n] = x
	}
	for x, n := range v.one.vars {
		if y := vars[n]; y != nil && y.Type == x.Type {
			v.vars[x.ID] = y
		}
	}
	for x, n := range v.one.objects {
		v.objects[x] = objects[n]
	}
	for a, b := range v.procs { // a parameter with an address is passed in another variable
		for i, x := range a.Params {
			if y := b.Params[i]; v.vars[x.ID] == nil && x.Type == y.Type {
				v.vars[x.ID] = y
			}
		}
	}
	return v
}

// newNames names variables and objects by their procedure and name, with a
// number where there are several; string literals by what they contain.
func newNames(p *cfg.Program) *names {
	n := &names{map[*cfg.Var]string{}, map[*cfg.Object]string{}, map[*cfg.Edge]string{}}
	times := map[string]int{}
	number := func(name string) string {
		times[name]++
		if times[name] == 1 {
			return name
		}
		return fmt.Sprintf("%s#%d", name, times[name])
	}
	of := func(f *cfg.Proc) string {
		if f == nil {
			return ""
		}
		return f.Name + "."
	}
	for _, x := range p.Vars {
		if !x.Temp {
			n.vars[x] = number("v " + of(x.Proc) + x.Name)
		}
	}
	literals := map[*cfg.Object]*strings.Builder{}
	for _, e := range p.Edges {
		if o := cfg.InitialisedConst(e.Stmt); o != nil && o.Name == "string" {
			if literals[o] == nil {
				literals[o] = &strings.Builder{}
			}
			cfg.Exprs(e.Stmt, func(x cfg.Expr) { fmt.Fprintf(literals[o], "%s,", n.expr(x)) })
		}
	}
	for _, o := range p.Objects {
		name := of(o.Proc) + o.Name
		if b := literals[o]; b != nil {
			name = "literal " + b.String()
		}
		n.objects[o] = number("o " + name)
	}
	return n
}

// expr writes an expression with the names.
func (n *names) expr(e cfg.Expr) string {
	switch x := e.(type) {
	case *cfg.Const:
		return fmt.Sprintf("%v:%d", x.T, x.V)
	case *cfg.VarRef:
		return n.variable(x.V)
	case *cfg.AddrOf:
		return n.objects[x.Obj]
	case *cfg.FuncAddr:
		return "f " + x.Proc.Name
	}
	var b strings.Builder
	switch x := e.(type) {
	case *cfg.Unary:
		fmt.Fprint(&b, x.Op)
	case *cfg.Binary:
		fmt.Fprint(&b, x.Op)
	case *cfg.Cast:
		fmt.Fprint(&b, x.Op, x.T)
	case *cfg.Load:
		fmt.Fprint(&b, "load ", x.T)
	case *cfg.Ite:
		b.WriteString("ite")
	}
	b.WriteByte('(')
	cfg.Children(e, func(c cfg.Expr) { b.WriteString(n.expr(c) + " ") })
	b.WriteByte(')')
	return b.String()
}

func (n *names) variable(v *cfg.Var) string {
	if s := n.vars[v]; s != "" {
		return s
	}
	return "t " + v.Type.String()
}

// stmt writes the statement of an edge.
func (n *names) stmt(e *cfg.Edge) string {
	if s, ok := n.stmts[e]; ok {
		return s
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%T ", e.Stmt)
	if d := cfg.Defined(e.Stmt); d != nil {
		b.WriteString(n.variable(d) + " := ")
	}
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		b.WriteString(s.Proc.Name)
	case *cfg.Lib:
		b.WriteString(s.Func)
	case *cfg.Havoc:
		fmt.Fprintf(&b, "%v %s", s.Kind, s.Func)
	case *cfg.Alloc:
		fmt.Fprint(&b, s.Zero, s.Stack)
	}
	cfg.Exprs(e.Stmt, func(x cfg.Expr) { b.WriteString(" " + n.expr(x)) })
	n.stmts[e] = b.String()
	return b.String()
}

// tree is the control dependence tree of a procedure.
type tree struct {
	below map[*cfg.Edge][]*cfg.Loc // what depends on a branch edge; nil: on none
	label map[*cfg.Loc]label
	loops map[*cfg.Loc]bool // it depends on itself
	exit  *cfg.Loc
	order map[*cfg.Loc]int // reverse postorder
}

// label tells statements apart: numbers of what they are as a whole, and of
// what two versions of one have in common.
type label struct{ stmt, kind int }

// newTree hangs each location of a procedure below the last branch edge in front
// of it that it depends on.
func newTree(p *cfg.Program, f *cfg.Proc, n *names, numbers map[string]int) *tree {
	t := &tree{exit: f.Exit, below: map[*cfg.Edge][]*cfg.Loc{}, label: map[*cfg.Loc]label{}, loops: map[*cfg.Loc]bool{}, order: map[*cfg.Loc]int{}}
	of := func(s string) int {
		if numbers[s] == 0 {
			numbers[s] = len(numbers) + 1
		}
		return numbers[s]
	}
	deps := flow.Postdominators(p, f).ControlDependence()
	order := reversePostorder(f)
	number := t.order
	for i, l := range order {
		number[l] = i
	}
	for i, l := range order {
		var parent *cfg.Edge
		for _, e := range deps[l] {
			if k, ok := number[e.From]; ok && k >= i {
				t.loops[l] = true
				again := slices.ContainsFunc(deps[e.From], func(d *cfg.Edge) bool { return d.From == e.From })
				t.loops[e.From] = t.loops[e.From] || again // else it only leaves the loop
			}
			if k, ok := number[e.From]; ok && k < i && (parent == nil || k > number[parent.From]) {
				parent = e
			}
		}
		t.below[parent] = append(t.below[parent], l)
		var b strings.Builder
		for _, e := range l.Out {
			b.WriteString(n.stmt(e) + ";")
		}
		t.label[l] = label{of(b.String()), of(n.kind(l))}
	}
	return t
}

// flatten moves what is below a branch that is the last of its siblings to them:
// where one of its outcomes leaves the function, the loop or the iteration, all
// that follows depends on the other. With a guard more or less, or a break, it
// would stand elsewhere in the trees of two versions. It notes these edges.
func (t *tree) flatten(flat map[*cfg.Edge]bool) {
	var list func(ls []*cfg.Loc) []*cfg.Loc
	list = func(ls []*cfg.Loc) []*cfg.Loc {
		var end []*cfg.Loc
		if n := len(ls); n > 0 && ls[n-1] == t.exit {
			ls, end = ls[:n-1], ls[n-1:]
		}
		out := slices.Clone(ls)
		for k, l := range ls {
			if len(l.Out) < 2 {
				continue
			}
			for _, e := range l.Out {
				below := list(t.below[e])
				if k < len(ls)-1 || t.loops[l] {
					t.below[e] = below
					continue
				}
				flat[e], t.below[e] = true, nil
				out = append(out, below...)
			}
		}
		return append(out, end...)
	}
	t.below[nil] = list(t.below[nil])
}

// reversePostorder lists the locations of a procedure, first branches first.
func reversePostorder(f *cfg.Proc) []*cfg.Loc {
	seen := map[*cfg.Loc]bool{}
	var out []*cfg.Loc
	type frame struct {
		l *cfg.Loc
		k int
	}
	stack := []frame{{l: f.Entry, k: len(f.Entry.Out)}}
	seen[f.Entry] = true
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.k == 0 {
			out = append(out, top.l)
			stack = stack[:len(stack)-1]
			continue
		}
		top.k--
		if to := top.l.Out[top.k].To; to.Proc == f && !seen[to] {
			seen[to] = true
			stack = append(stack, frame{to, len(to.Out)})
		}
	}
	slices.Reverse(out)
	return out
}

// matchProc relates the statements of two procedures.
func (v *matcher) matchProc(a, b *cfg.Proc) {
	v.a, v.b = newTree(v.f, a, v.one, v.numbers), newTree(v.p, b, v.two, v.numbers)
	v.a.flatten(v.flat)
	v.b.flatten(v.flat)
	v.weight = map[[2]int]int{}
	v.matchLists(v.a.below[nil], v.b.below[nil])
	if v.locs[a.Exit.ID] == nil {
		v.pair(a.Exit, b.Exit)
	}
}

// weights of a pair: the same statement counts more than one of the same kind.
const sameStmt, sameKind = 4, 1

// of is the weight of the best correspondence of two trees whose roots are a
// pair, 0 if they cannot be.
func (v *matcher) of(a, b *cfg.Loc) int {
	w := 0
	x, y := v.a.label[a], v.b.label[b]
	switch {
	case len(a.Out) == 0 || len(waysOut(a, b)) == 0:
	case x.stmt == y.stmt:
		w = sameStmt
	case x.kind == y.kind:
		w = sameKind
	}
	if w == 0 || len(a.Out) < 2 {
		return w
	}
	key := [2]int{a.ID, b.ID}
	if w, ok := v.weight[key]; ok {
		return w
	}
	for _, e := range waysOut(a, b) {
		w += v.table(v.a.below[e[0]], v.b.below[e[1]])[0][0]
	}
	v.weight[key] = w
	return w
}

// waysOut pairs the edges out of two locations: those with the same number, or the
// cases with the same value of two switches of which one has more. It is empty if
// they are not of one kind.
func waysOut(a, b *cfg.Loc) (out [][2]*cfg.Edge) {
	if len(a.Out) == len(b.Out) {
		for k, e := range a.Out {
			out = append(out, [2]*cfg.Edge{e, b.Out[k]})
		}
		return out
	}
	choice := func(e *cfg.Edge) string {
		if e.Branch == nil || e.Branch.Keyword != "switch" {
			return ""
		}
		return e.Branch.Outcome
	}
	for _, e := range a.Out {
		if k := slices.IndexFunc(b.Out, func(o *cfg.Edge) bool { return choice(o) == choice(e) }); k >= 0 && choice(e) != "" {
			out = append(out, [2]*cfg.Edge{e, b.Out[k]})
		}
	}
	return out
}

// kind writes what two versions of a statement have in common: calls the function,
// definitions the variable.
func (n *names) kind(l *cfg.Loc) string {
	if len(l.Out) == 0 {
		return ""
	}
	of := ""
	switch s := l.Out[0].Stmt.(type) {
	case *cfg.Call:
		of = s.Proc.Name
	case *cfg.Lib:
		of = s.Func
	default:
		if d := cfg.Defined(s); d != nil {
			of = n.variable(d)
		}
	}
	return fmt.Sprintf("%T %t %s", l.Out[0].Stmt, len(l.Out) > 1, of)
}

// table holds the weights of the best correspondences of the ends of two lists
// of siblings that keeps their order.
func (v *matcher) table(as, bs []*cfg.Loc) [][]int {
	best := make([][]int, len(as)+1)
	for i := range best {
		best[i] = make([]int, len(bs)+1)
	}
	for i := len(as) - 1; i >= 0; i-- {
		for j := len(bs) - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if w := v.of(as[i], bs[j]); w > 0 {
				best[i][j] = max(best[i][j], w+best[i+1][j+1])
			}
		}
	}
	return best
}

// matchLists notes the best correspondence of two lists of siblings and of what
// is below them.
func (v *matcher) matchLists(as, bs []*cfg.Loc) {
	best := v.table(as, bs)
	for i, j := 0, 0; i < len(as) && j < len(bs); {
		w := v.of(as[i], bs[j])
		switch {
		case w > 0 && best[i][j] == w+best[i+1][j+1]:
			v.pair(as[i], bs[j])
			for _, e := range waysOut(as[i], bs[j]) {
				if len(as[i].Out) > 1 {
					v.matchLists(v.a.below[e[0]], v.b.below[e[1]])
				}
			}
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
}

// pair relates two locations, their edges, and the temporaries that these set.
func (v *matcher) pair(a, b *cfg.Loc) {
	v.locs[a.ID] = b
	for _, e := range waysOut(a, b) {
		e, o := e[0], e[1]
		v.edges[e.ID] = o
		d, c := cfg.Defined(e.Stmt), cfg.Defined(o.Stmt)
		if d != nil && c != nil && d.Temp && c.Temp && d.Type == c.Type && v.vars[d.ID] == nil {
			v.vars[d.ID] = c
		}
	}
}
