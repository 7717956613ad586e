package interp

import (
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/interp/code"
)

// alphabet knows the values of inputs that a program distinguishes.
type alphabet struct {
	globals  []int // ids
	compared map[*cfg.Var][]uint64
	bounds   map[*cfg.Var][]uint64   // of these, those of an order
	to       map[*cfg.Var][]*cfg.Var // where the value of a variable is copied to
	of       map[*cfg.Edge][]uint64
}

func newAlphabet(prog *cfg.Program) *alphabet {
	a := &alphabet{compared: map[*cfg.Var][]uint64{}, bounds: map[*cfg.Var][]uint64{}, to: map[*cfg.Var][]*cfg.Var{}, of: map[*cfg.Edge][]uint64{}}
	for _, v := range prog.Vars {
		if v.Proc == nil {
			a.globals = append(a.globals, v.ID)
		}
	}
	for _, e := range prog.Edges {
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			a.copied(s.Src, s.Dst)
		case *cfg.Call:
			for i, x := range s.Args {
				if i < len(s.Proc.Params) {
					a.copied(x, s.Proc.Params[i])
				}
			}
		}
		cfg.Exprs(e.Stmt, func(x cfg.Expr) { cfg.Walk(x, a.compare) })
	}
	return a
}

func (a *alphabet) copied(x cfg.Expr, to *cfg.Var) {
	if v := variable(x); v != nil {
		a.to[v] = append(a.to[v], to)
	}
}

// variable is the one whose value an expression has, in some width, or nil.
func variable(x cfg.Expr) *cfg.Var {
	for {
		switch y := x.(type) {
		case *cfg.VarRef:
			return y.V
		case *cfg.Cast:
			x = y.X
		default:
			return nil
		}
	}
}

// compare notes the constants that a variable is compared with, and for an
// order what is next to them.
func (a *alphabet) compare(x cfg.Expr) {
	b, ok := x.(*cfg.Binary)
	if !ok {
		return
	}
	v, c := variable(b.X), b.Y
	if v == nil {
		v, c = variable(b.Y), b.X
	}
	k, ok := c.(*cfg.Const)
	if v == nil || !ok {
		return
	}
	switch b.Op {
	case cfg.Eq, cfg.Ne:
		a.compared[v] = append(a.compared[v], k.V)
	case cfg.SLt, cfg.SLe, cfg.ULt, cfg.ULe:
		a.compared[v] = append(a.compared[v], k.V-1, k.V, k.V+1)
		a.bounds[v] = append(a.bounds[v], k.V)
	}
}

// values are what is tried at an input: 0 and 1, the constants with which its
// value is compared, what lies between two of them that are close, and one that
// is none of them.
func (a *alphabet) values(e *cfg.Edge) []uint64 {
	if vs, ok := a.of[e]; ok {
		return vs
	}
	dst := e.Stmt.(*cfg.Havoc).Dst
	vs, bounds := []uint64{0, 1}, []uint64(nil)
	reached := map[*cfg.Var]bool{dst: true}
	for work := []*cfg.Var{dst}; len(work) > 0; work = work[1:] {
		vs, bounds = append(vs, a.compared[work[0]]...), append(bounds, a.bounds[work[0]]...)
		for _, v := range a.to[work[0]] {
			if !reached[v] {
				reached[v] = true
				work = append(work, v)
			}
		}
	}
	for _, low := range bounds {
		for _, high := range bounds {
			for d := uint64(1); high-low < uint64(maxAlphabet)/2 && d < high-low; d++ { // the last number may lie between them
				vs = append(vs, low+d)
			}
		}
	}
	mask := code.MaskOf(dst.Type.Width())
	for i := range vs {
		vs[i] &= mask
	}
	slices.Sort(vs)
	vs = slices.Compact(vs)
	other := uint64(0)
	for slices.Contains(vs, other) {
		other++
	}
	if other <= mask {
		vs = append(vs, other)
	}
	if all := len(vs); all > maxAlphabet {
		for i := range maxAlphabet {
			vs[i] = vs[i*all/maxAlphabet]
		}
		vs = vs[:maxAlphabet]
	}
	a.of[e] = vs
	return vs
}

// Values says for each step of a trace that replays what its reader asks there:
// what a statement sets, as "i = 3" or "a[2] = 7", and what a condition reads.
// It is "" for what has no name in the source. Values of steps that a replay does
// not reach are "".
func Values(prog *cfg.Program, tr *cfg.Trace) []string {
	f := &follower{tr: tr, places: map[int]Place{}}
	m := newMachine(Compile(prog, true), f, Limits{Steps: 2*len(tr.Edges) + 1})
	w := watcher{m: m, prog: prog, out: make([]string, len(tr.Edges))}
	m.checks, m.choose = true, f.choose
	m.observe = func(e *cfg.Edge) bool {
		w.leave()
		at := f.pos
		if !f.step(e) {
			return false
		}
		if f.pos > at {
			w.enter(at, e)
		}
		return true
	}
	m.run()
	w.leave()
	return w.out
}

// watcher reads values before and after statements.
type watcher struct {
	m    *machine
	prog *cfg.Program
	out  []string
	at   int       // step that is being executed
	now  *cfg.Edge // its statement; nil: nothing is to be read after it
	addr uint64    // where it stores
}

// enter reads what a condition compares, before it is executed, and where a
// statement stores.
func (w *watcher) enter(at int, e *cfg.Edge) {
	w.at, w.now = at, e
	switch s := e.Stmt.(type) {
	case *cfg.Assume:
		var read []string
		cfg.Walk(s.Cond, func(x cfg.Expr) {
			if text := w.reads(x); text != "" && len(read) < maxRead && !slices.Contains(read, text) {
				read = append(read, text)
			}
		})
		w.out[at], w.now = strings.Join(read, ", "), nil
	case *cfg.Store:
		addr, known := w.m.valueOf(s.Addr)
		w.addr = addr
		if !known {
			w.now = nil
		}
	}
}

// reads is a named operand with its value, "" for what is none.
func (w *watcher) reads(x cfg.Expr) string {
	switch x := x.(type) {
	case *cfg.VarRef:
		return w.variable(x.V)
	case *cfg.Load:
		if addr, ok := w.m.valueOf(x.Addr); ok {
			v, _ := w.m.valueOf(x)
			return w.prog.ShowCell(addr, uint64(x.T.Bytes()), v)
		}
	}
	return ""
}

func (w *watcher) variable(v *cfg.Var) string {
	name := cfg.SourceName(v.Name)
	switch {
	case v.Proc != nil && v.Proc.Ret == v:
		name = v.Proc.Name + "()"
	case v.Temp || strings.HasPrefix(v.Name, `\`):
		return ""
	}
	return name + " = " + w.prog.Show(v, w.m.reg[v.ID])
}

// leave reads what the statement set.
func (w *watcher) leave() {
	if w.now == nil {
		return
	}
	switch s := w.now.Stmt.(type) {
	case *cfg.Assign:
		w.out[w.at] = w.variable(s.Dst)
	case *cfg.Havoc:
		w.out[w.at] = w.variable(s.Dst)
	case *cfg.Alloc:
		w.out[w.at] = w.variable(s.Dst)
	case *cfg.Store:
		t := s.Val.Type()
		w.out[w.at] = w.prog.ShowCell(w.addr, uint64(t.Bytes()), w.m.mem.load(w.addr, code.MaskOf(t.Width())))
	}
	w.now = nil
}
