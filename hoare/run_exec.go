package hoare

import (
	"fmt"

	"culprit/cfg"
	"culprit/logic"
)

// keep makes the terms of an instance. The order is that of execution: terms
// over the state before, then activations, then the writes.
func (r *Run) keep(i *cfg.Instance) {
	r.state.Inst = i
	w, t := int32(len(r.writes)), int32(len(r.terms))
	r.nodes = append(r.nodes, node{inst: i.Index, edge: i.Edge, writes: [2]int32{w, w}, alias: [2]int32{t, t}, args: [2]int32{t, t}, cond: logic.True})
	n := &r.nodes[len(r.nodes)-1]
	if w := r.opt.Watch; w != nil && w.At == i.Index {
		r.watch(w)
	}
	r.statement(n, i.Edge.Stmt)
	n.writes[1] = int32(len(r.writes))
}

// watch makes the terms that are asked for besides those of the statement.
func (r *Run) watch(w *Watch) {
	before := len(r.terms)
	for _, x := range w.Exprs {
		r.values = append(r.values, r.expr(x))
	}
	r.terms = r.terms[:before] // their accesses are not alias conjuncts
	for _, a := range r.state.Inst.Reads {
		if a.Var == nil && a.Size <= 8 {
			r.reads = append(r.reads, RunRead{a.Addr, a.Size, a.Value, r.cells(a.Addr, a.Size)})
		}
	}
}

// statement executes one statement. The alias conjuncts are collected by the
// accesses; arguments come after them.
func (r *Run) statement(n *node, st cfg.Stmt) {
	ws := r.state.Inst.Writes
	endAlias := func() {
		n.alias[1] = int32(len(r.terms))
		n.args = [2]int32{n.alias[1], n.alias[1]}
	}
	switch st := st.(type) {
	case *cfg.Assign:
		def := r.expr(st.Src)
		endAlias()
		r.defineAll(ws, def)
	case *cfg.Assume:
		n.cond = r.expr(st.Cond)
		endAlias()
		if r.state.Eval(n.cond) != 1 {
			r.concretise("the branch was forced, or its condition was not finished")
			n.cond = logic.True
		}
	case *cfg.Store:
		r.address(st.Addr, n)
		def := r.expr(st.Val)
		endAlias()
		r.defineAll(ws, ToBytes(r.TB, def, st.Val.Type()))
	case *cfg.Call:
		defs := r.exprs(st.Args)
		endAlias()
		r.control(r.state.Inst)
		for k, w := range ws {
			if k < len(defs) {
				r.define(w, defs[k])
			}
		}
	case *cfg.Return:
		r.control(r.state.Inst)
	case *cfg.MemSet:
		r.address(st.Dst, n)
		r.size(st.Size)
		v := r.expr(st.Val)
		endAlias()
		r.fill(ws, v)
	case *cfg.MemCopy:
		r.address(st.Dst, n)
		src := r.address(st.Src, n)
		for _, a := range r.state.Inst.Reads { // the block is read last
			if a.Var == nil {
				src = a.Addr
			}
		}
		r.size(st.Size)
		endAlias()
		r.copy(ws, src)
	case *cfg.Havoc:
		endAlias()
		r.defineAll(ws, 0)
	case *cfg.Alloc:
		r.size(st.Size)
		endAlias()
		r.concretise("allocation")
		for _, w := range ws {
			if w.Var != nil {
				r.define(w, 0)
			} else {
				r.state.Forget(w)
			}
		}
	case *cfg.MemHavoc:
		r.address(st.Dst, n)
		r.size(st.Size)
		endAlias()
		for _, w := range ws {
			if st.Kind == cfg.Uninit {
				r.state.Forget(w)
			} else {
				r.block(w)
			}
		}
	case *cfg.Lib:
		args := r.exprs(st.Args)
		endAlias()
		r.terms = append(r.terms, args...)
		n.args[1] = int32(len(r.terms))
		r.concretise("call of " + st.Func)
		for _, w := range ws {
			r.block(w)
		}
	case *cfg.Free, *cfg.Skip:
		cfg.Exprs(st, func(x cfg.Expr) { r.expr(x) })
		endAlias()
	default:
		panic(fmt.Sprintf("hoare: statement %T", st))
	}
}

// exprs are the values of expressions.
func (r *Run) exprs(xs []cfg.Expr) []logic.T {
	out := make([]logic.T, len(xs))
	for k, x := range xs {
		out[k] = r.expr(x)
	}
	return out
}

// defineAll gives each written cell the same definition.
func (r *Run) defineAll(ws []cfg.Access, def logic.T) {
	for _, w := range ws {
		r.define(w, def)
	}
}

// define makes the symbol of a written scalar. Without definition, or where
// the definition does not have the value of the run, it is the value of the
// run.
func (r *Run) define(w cfg.Access, def logic.T) {
	tb := r.TB
	var name string
	var sort logic.Sort
	if w.Var != nil {
		name, sort = w.Var.Name, SortOf(w.Var.Type)
	} else {
		name, sort = fmt.Sprintf("%#x", w.Addr), logic.BVSort(int(8*w.Size))
	}
	konst := r.state.TB.Constant(sort, w.Value)
	if def == 0 {
		def = konst
	} else if x, ok := r.state.Recorded(def, sort, w.Value); !ok {
		r.concretise("the run wrote another value")
		def = x
	}
	value := tb.ConstVal(konst)
	sym := r.state.Fresh(fmt.Sprintf("%s@%d", name, r.state.Inst.Index), sort, value)
	r.owner[sym] = int32(len(r.writes))
	r.writes = append(r.writes, RunWrite{Var: w.Var, Addr: w.Addr, Size: w.Size, Sym: sym, Def: def, Value: value})
	if w.Var != nil {
		r.state.SetVar(w.Var, sym)
	} else {
		r.state.Write(w.Addr, w.Size, sym)
	}
}

// block defines what a library function or an input wrote: a scalar, or the
// bytes of a block one by one.
func (r *Run) block(w cfg.Access) {
	switch {
	case w.Var != nil || w.Size <= 8 && w.Size > 0:
		r.define(w, 0)
	case w.Size > r.opt.MaxBlock || uint64(len(w.Data)) != w.Size:
		r.concretise(fmt.Sprintf("a block of %d bytes", w.Size))
		r.state.Forget(w)
	default:
		for k, b := range w.Data {
			r.define(cfg.Access{Addr: w.Addr + uint64(k), Size: 1, Value: uint64(b)}, 0)
		}
	}
}

// fill serves MemSet: one symbol for all bytes.
func (r *Run) fill(ws []cfg.Access, v logic.T) {
	for _, w := range ws {
		if w.Size > r.opt.MaxBlock {
			r.concretise(fmt.Sprintf("a block of %d bytes", w.Size))
			r.state.Forget(w)
			continue
		}
		r.define(cfg.Access{Addr: w.Addr, Size: 1, Value: r.state.Eval(v)}, v)
		last := &r.writes[len(r.writes)-1]
		last.Size = w.Size
		for k := range w.Size {
			r.state.SetByte(w.Addr+k, RunByte{last.Sym, 0})
		}
	}
}

// copy serves MemCopy: a symbol for each stretch of bytes that belong to one
// term. The source is read as a whole before anything is written.
func (r *Run) copy(ws []cfg.Access, src uint64) {
	for _, w := range ws {
		if w.Size > r.opt.MaxBlock {
			r.concretise(fmt.Sprintf("a block of %d bytes", w.Size))
			r.state.Forget(w)
			continue
		}
		type piece struct {
			from RunByte
			n    uint64
		}
		var pieces []piece
		for k := uint64(0); k < w.Size; {
			b, n := r.state.Stretch(src+k, w.Size-k)
			pieces = append(pieces, piece{b, n})
			k += n
		}
		at := w.Addr
		for _, p := range pieces {
			if p.from.Term == 0 {
				r.state.Clear(at, p.n)
			} else {
				def := r.state.Part(p.from, p.n)
				r.define(cfg.Access{Addr: at, Size: p.n, Value: r.state.Eval(def)}, def)
			}
			at += p.n
		}
	}
}
