package frontier

import (
	"slices"

	"culprit/cfg"
	"culprit/fault"
)

// Inputs are what the program reads, and what library functions make of it or
// of the arguments of the command line: the number in atoi(argv[1]) is one like
// that of a scanf, up to the variable that it is stored in. The user does not
// suspect these values; the first statement that uses one may be wrong.

// origin says what a value was made of.
type origin uint8

const (
	nowhere  origin = iota // constants
	outside                // inputs alone
	computed               // something that may be wrong
)

// origins follows values along the run.
type origins struct {
	gr  *graph
	of  []origin // by node
	buf []int32
}

// add classifies a node; those before it in the run are known.
func (o *origins) add(v int32, inst *cfg.Instance) {
	gr := o.gr
	o.buf = gr.g.AppendData(o.buf[:0], inst.Index)
	from := nowhere
	for _, i := range o.buf {
		u, ok := slices.BinarySearchFunc(gr.inst, i, func(x, i int32) int { return int(i - x) })
		if !ok {
			continue
		}
		switch {
		case gr.kind[u] == fixed:
			from = max(from, o.of[u])
		case gr.input[u]:
			from = max(from, outside)
		default:
			from = computed
		}
	}
	library := libraryCall(inst.Edge)
	if from == nowhere && library && o.unwritten(inst) {
		from = outside
	}
	o.of[v] = from
	if gr.kind[v] != fixed && from == outside && (library || passedOn(inst.Edge)) {
		gr.input[v] = true
	}
}

// unwritten reports whether an instance reads memory that the run found there:
// the arguments of the command line.
func (o *origins) unwritten(inst *cfg.Instance) bool {
	for k, r := range inst.Reads {
		if r.Var == nil && len(o.gr.g.DataOf(inst.Index, k)) == 0 {
			return true
		}
	}
	return false
}

// libraryCall reports whether a statement calls a function that the user did
// not write.
func libraryCall(e *cfg.Edge) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		return !s.Proc.Pos.IsValid()
	case *cfg.Lib:
		return true
	}
	return false
}

// passedOn reports whether a statement stores the result of such a function, or
// what the lowering kept of it.
func passedOn(e *cfg.Edge) bool {
	src := fault.Assigned(e)
	if src == nil {
		return false
	}
	kept, made := false, false
	cfg.Walk(src, func(x cfg.Expr) {
		switch x := x.(type) {
		case *cfg.VarRef:
			kept = x.V.Temp || x.V.Proc != nil && !x.V.Proc.Pos.IsValid()
		case *cfg.Binary:
			made = true
		}
	})
	return kept && !made
}
