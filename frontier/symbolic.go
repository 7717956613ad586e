package frontier

import (
	"fmt"

	"culprit/cfg"
	"culprit/fault"
	"culprit/hoare"
	"culprit/interp"
	"culprit/logic"
)

// symbol is a new symbol for one value that an altered instance writes.
type symbol struct {
	node int32
	k    int // number of the value, of kind args or cells
	term logic.T
}

// constraint is a condition over the symbols that holds on a path.
type constraint struct {
	term logic.T
	// address: a memory access, whose address is that of the path. It is not a
	// branch: nothing is explored by negating it.
	address bool
}

// path is a run with altered values, and what it says about others.
type path struct {
	conds    []constraint // C
	goal     logic.T      // the property at its end, over the symbols; False if it cannot be met, True if nothing is known
	reached  bool         // it comes to p
	holds    bool         // the property holds on it
	branches int          // branch instances
	opened   int          // reads at symbolic addresses
}

// walker executes one path along a recording, with terms for what depends on
// symbols: everything else has the value of the run (hoare.RunState has it that
// way where there is no term).
type walker struct {
	*hoare.RunState
	symbols []symbol
	at      map[int]int32 // nodes of the symbols, by instance
	gr      *graph
	run     *interp.Session // after the instance under way
	p       path
}

func (gr *graph) newWalker(tb *logic.Table, nodes []int32, symbols []symbol) *walker {
	w := &walker{RunState: hoare.NewRunState(tb, gr.g.Prog), symbols: symbols, gr: gr, at: map[int]int32{}}
	for _, v := range nodes {
		w.at[int(gr.inst[v])] = v
	}
	return w
}

// instance follows one instance.
func (w *walker) instance(i *cfg.Instance) {
	w.Inst = i
	if len(i.Edge.From.Out) > 1 {
		w.p.branches++
	}
	if w.touched(i) {
		w.statement(i)
	} else {
		w.control(i)
		for _, x := range i.Writes {
			w.Forget(x)
		}
	}
	if v, ok := w.at[i.Index]; ok && w.gr.edge(v) == i.Edge {
		w.alter(v, i)
	}
}

// touched reports whether an instance reads anything with a term.
func (w *walker) touched(i *cfg.Instance) bool {
	for _, r := range i.Reads {
		if r.Var != nil {
			if _, ok := w.HasVar(r.Var); ok {
				return true
			}
		} else if b, n := w.Stretch(r.Addr, r.Size); b.Term != 0 || n < r.Size {
			return true
		}
	}
	if _, ok := i.Edge.Stmt.(*cfg.MemCopy); ok {
		return true
	}
	return false
}

// control opens and closes activations.
func (w *walker) control(i *cfg.Instance) {
	switch s := i.Edge.Stmt.(type) {
	case *cfg.Call:
		w.Enter(s.Proc)
	case *cfg.Return:
		w.Exit()
	}
}

// alter puts symbols in the place of what an instance wrote.
func (w *walker) alter(v int32, i *cfg.Instance) {
	for _, x := range w.symbols {
		if x.node != v {
			continue
		}
		cell, ok := w.gr.cell(v, x.k, i)
		if !ok {
			continue
		}
		w.Model.BV[x.term] = cell.Value
		w.put(cell, x.term)
	}
}

// cell is the written value number k of a node, as an instance wrote it.
func (gr *graph) cell(v int32, k int, i *cfg.Instance) (access, bool) {
	if gr.kind[v] == value {
		if n := len(i.Writes); n > 0 {
			return i.Writes[n-1], true
		}
		return access{}, false
	}
	want := gr.writes[v][k]
	for _, x := range i.Writes {
		if x.Var == want.Var && x.Addr == want.Addr && x.Size == want.Size {
			return x, true
		}
	}
	return access{}, false
}

// put gives a cell a term; a constant is what the run has anyway.
func (w *walker) put(cell access, t logic.T) {
	if cell.Var == nil && cell.Size > 8 {
		w.Forget(cell)
		return
	}
	if t, ok := w.Recorded(t, sortOf(cell), cell.Value); !ok || w.TB.IsConst(t) {
		w.Forget(cell)
	} else if cell.Var != nil {
		w.SetVar(cell.Var, t)
	} else {
		w.Write(cell.Addr, cell.Size, t)
	}
}

// statement follows an instance that reads symbols.
func (w *walker) statement(i *cfg.Instance) {
	switch s := i.Edge.Stmt.(type) {
	case *cfg.Assign:
		w.putAll(i.Writes, w.expr(s.Src))
	case *cfg.Assume:
		c := w.expr(s.Cond)
		if len(i.Edge.From.Out) > 1 {
			w.passed(c, false)
		}
	case *cfg.Store:
		w.address(s.Addr)
		w.putAll(i.Writes, hoare.ToBytes(w.TB, w.expr(s.Val), s.Val.Type()))
	case *cfg.Call:
		values := make([]logic.T, len(s.Args))
		for k, a := range s.Args {
			values[k] = w.expr(a)
		}
		w.control(i)
		for k, x := range i.Writes {
			if k < len(values) {
				w.put(x, values[k])
			} else {
				w.Forget(x)
			}
		}
	case *cfg.MemCopy:
		src := w.address(s.Src)
		w.address(s.Dst)
		for _, x := range i.Writes {
			w.copy(x, src)
		}
	default:
		w.control(i)
		for _, x := range i.Writes {
			w.Forget(x)
		}
	}
}

// sortOf is that of the value of a cell.
func sortOf(cell access) logic.Sort {
	if cell.Var != nil {
		return hoare.SortOf(cell.Var.Type)
	}
	return logic.BVSort(int(8 * cell.Size))
}

func (w *walker) putAll(cells []access, t logic.T) {
	for _, x := range cells {
		w.put(x, t)
	}
}

// copy moves the terms of a block.
func (w *walker) copy(to access, src uint64) {
	if to.Var != nil || to.Size > maxBytes {
		w.Forget(to)
		return
	}
	type piece struct {
		from hoare.RunByte
		n    uint64
	}
	var pieces []piece
	for k := uint64(0); k < to.Size; {
		b, n := w.Stretch(src+k, to.Size-k)
		pieces = append(pieces, piece{b, n})
		k += n
	}
	at := to.Addr
	for _, p := range pieces {
		w.CopyBytes(at, p.n, p.from)
		at += p.n
	}
}

// passed adds a condition that holds on the path. One that does not was forced.
func (w *walker) passed(c logic.T, address bool) {
	if !w.TB.IsConst(c) && w.Eval(c) == 1 {
		w.p.conds = append(w.p.conds, constraint{c, address})
	}
}

// expr is the value of an expression of the instance under way.
func (w *walker) expr(x cfg.Expr) logic.T { return w.Enc.Expr(x, w) }

// address is that of an access, which belongs to the path.
func (w *walker) address(x cfg.Expr) uint64 {
	t := w.expr(x)
	a := w.Eval(t)
	if !w.TB.IsConst(t) {
		w.passed(w.TB.Eq(t, w.TB.BV(w.TB.Width(t), a)), true)
	}
	return a
}

// Var implements hoare.Operands.
func (w *walker) Var(v *cfg.Var) logic.T {
	t, ok := w.Variable(v)
	if !ok {
		return w.unknown(hoare.SortOf(v.Type))
	}
	if w.TB.IsConst(t) {
		return t
	}
	for _, r := range w.Inst.Reads { // a term of another activation
		if r.Var == v && w.Eval(t) != cfg.Mask(r.Value, v.Type.Width()) {
			return w.TB.Constant(hoare.SortOf(v.Type), r.Value)
		}
	}
	return t
}

// AddrOf implements hoare.Operands.
func (w *walker) AddrOf(x *cfg.AddrOf) logic.T {
	if p := x.Obj.Proc; p != nil && w.Open(p) > 1 {
		return w.unknown(logic.BVSort(x.Bits))
	}
	return w.TB.BV(x.Bits, x.Obj.Addr)
}

// Float implements hoare.Operands: the result is that of the path.
func (w *walker) Float(op cfg.Op, t, at cfg.Type, args ...logic.T) logic.T {
	return w.TB.BV(t.Width(), w.FloatResult(op, t, at, args))
}

// unknown is a value that the run did not read.
func (w *walker) unknown(sort logic.Sort) logic.T {
	return w.Fresh(fmt.Sprintf("?%d", w.Inst.Index), sort, 0)
}

// forces alters the nodes to the values of a model; of symbols that it does
// not mention the value stays.
func (gr *graph) forces(nodes []int32, symbols []symbol, values map[logic.T]uint64) []interp.Force {
	var out []interp.Force
	for _, v := range nodes {
		if gr.kind[v] == branch {
			continue
		}
		of := map[int]uint64{}
		for _, x := range symbols {
			if x.node != v {
				continue
			}
			of[x.k] = gr.original(v, x.k)
			if y, ok := values[x.term]; ok {
				of[x.k] = y
			}
		}
		out = append(out, gr.written(v, of))
	}
	return out
}

// original is the value number k that the failing run has at a node.
func (gr *graph) original(v int32, k int) uint64 {
	if gr.kind[v] == value {
		return gr.value[v]
	}
	return gr.writes[v][k].Value
}

// writesPointer reports whether what a statement writes is certainly a pointer. A
// solver would take any number for another one.
func writesPointer(e *cfg.Edge) bool {
	_, _, pointer, _ := fault.Written(e)
	s, ok := e.Stmt.(*cfg.Store)
	if !ok || !pointer {
		return pointer
	}
	found := false
	cfg.Walk(s.Val, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.VarRef:
			found = found || x.V.Pointer()
		case *cfg.AddrOf:
			found = true
		}
	})
	return found
}

// symbolsOf makes the symbols of a combination, but for pointers, of which those of the
// run are the alternates.
func (gr *graph) symbolsOf(tb *logic.Table, nodes []int32) (out []symbol) {
	for _, v := range nodes {
		switch gr.kind[v] {
		case value:
			if !writesPointer(gr.edge(v)) {
				out = append(out, symbol{v, 0, tb.Fresh("v", gr.sortOf(v))})
			}
		case args, cells:
			for k, w := range gr.writes[v][:min(len(gr.writes[v]), maxCells)] {
				if w.Var == nil || !w.Var.Pointer() {
					out = append(out, symbol{v, k, tb.Fresh("v", sortOf(w))})
				}
			}
		}
	}
	return out
}

// sortOf is that of the value that a node writes.
func (gr *graph) sortOf(v int32) logic.Sort {
	e := gr.edge(v)
	if s, ok := e.Stmt.(*cfg.Store); ok {
		return logic.BVSort(8 * s.Val.Type().Bytes())
	}
	t, _, _, _ := fault.Written(e)
	return hoare.SortOf(t)
}

// written alters some of what a node writes.
func (gr *graph) written(v int32, values map[int]uint64) interp.Force {
	f := interp.Force{At: int(gr.inst[v]), Edge: gr.edge(v)}
	switch gr.kind[v] {
	case value:
		f.SetValue, f.Value = true, values[0]
	case args:
		for k, w := range gr.writes[v] {
			x, ok := values[k]
			if !ok {
				x = w.Value
			}
			f.Args = append(f.Args, x)
		}
	case cells:
		for k, w := range gr.writes[v] {
			if x, ok := values[k]; ok {
				w.Value = x
				f.Cells = append(f.Cells, w)
			}
		}
	}
	return f
}
