package invariants

import (
	"context"
	"slices"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/cfg/clib"
)

// inputs marks the nodes that have inputs of the run: what the library reads,
// the arguments of the program, and what is copied or converted from them by the
// user's assignments and the library's functions, or chosen by them from a
// table. Their values differ between runs because the runs do, so stores of them
// are not candidates. Loads of them are: the use of an input may be wrong.
func (r *run) inputs(ctx context.Context) {
	var buf []int32
	for i := 0; i < len(r.base)-1 && !ended(ctx, i); i++ {
		s := r.shape(i, buf)
		buf = s.user
		e := r.g.Edge(i)
		nodes := r.flags[s.first:r.base[i+1]]
		library := !e.From.Proc.Pos.IsValid()
		if r.readInputs(i, s, nodes, library || isLib(e)) || reads(e) {
			for k := s.reads; k < len(nodes) && (library || isLib(e) || reads(e)); k++ {
				nodes[k] |= given
			}
		}
		last := int32(len(nodes) - 1)
		switch st := e.Stmt.(type) {
		case *cfg.Assign:
			r.copied(s, nodes, st.Src, last)
		case *cfg.Store:
			r.copied(s, nodes, st.Val, last)
		case *cfg.Call:
			for a := range s.params {
				r.copied(s, nodes, st.Args[a], int32(s.reads+a))
			}
		}
	}
	for p := range r.broken {
		r.broken[p] = slices.DeleteFunc(r.broken[p], func(v violation) bool {
			return r.flags[v.node]&given != 0 && v.node == r.main(int(v.instance)) && r.flags[v.node]&strayed == 0
		})
	}
}

// readInputs marks the reads of an instance that see inputs, and reports whether
// there are any. Where the library reads memory that nothing has written, it is
// what the program was called with.
func (r *run) readInputs(i int, s shape, nodes []uint8, library bool) bool {
	any := false
	r.g.Reads(i, func(k int, v *cfg.Var, from []int32) {
		is := len(from) > 0 || library && v == nil
		for _, j := range from {
			is = is && r.flags[r.writer(int(j), v)]&given != 0
		}
		for a := 0; v == nil && a < k && !is; a++ { // an element that inputs choose
			is = int(s.user[a]) == k && nodes[a]&given != 0
		}
		if is {
			nodes[k] |= given
			any = true
		}
	})
	return any
}

// copied marks the node of a statement or a parameter if its value is a copy of
// what one read of inputs sees.
func (r *run) copied(s shape, nodes []uint8, x cfg.Expr, node int32) {
	for {
		c, ok := x.(*cfg.Cast)
		if !ok {
			break
		}
		x = c.X
	}
	switch x.(type) {
	case *cfg.VarRef, *cfg.Load:
	default:
		return
	}
	for k := s.reads - 1; k >= 0; k-- { // the value is read last
		if s.user[k] == node {
			nodes[node] |= nodes[k] & given
			return
		}
	}
}

// reads reports whether a statement gives an input to the program.
func reads(e *cfg.Edge) bool {
	_, any := e.Stmt.(*cfg.Havoc)
	return any || purpose.Reads(e.Stmt)
}

func isLib(e *cfg.Edge) bool {
	st, ok := e.Stmt.(*cfg.Lib)
	if !ok {
		return false
	}
	f := clib.Lookup(st.Func)
	return f != nil && f.Pure
}
