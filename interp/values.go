package interp

import (
	"slices"
	"strings"

	"culprit/cfg"
)

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
		w.out[w.at] = w.prog.ShowCell(w.addr, uint64(t.Bytes()), w.m.mem.load(w.addr, maskOf(t.Width())))
	}
	w.now = nil
}
