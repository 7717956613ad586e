package frontier

import (
	"context"
	"slices"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/fault"
	"culprit/interp/dependence"
)

// kind says what can be altered at a node.
type kind uint8

const (
	fixed  kind = iota // nothing: the node passes dependences on
	branch             // the way out of a branch
	value              // the value that a statement writes
	args               // the arguments of a call
	cells              // the memory that a library function writes, as scanf does
)

// graph is the dynamic dependence graph DDG<ENTRY, p> of a failure (paper 001,
// section 3.1). Node 0 is p, and nodes depend on nodes with larger numbers.
// Statements that the user did not write, and those at which nothing can be
// altered, are nodes that no frontier contains.
type graph struct {
	lists
	g       *dependence.Graph
	inst    []int32 // instances, descending
	kind    []kind
	length  []int32            // what a node adds to that of a way: 1 if the user sees it, else 0
	input   []bool             // what it produces comes from outside of the program
	value   []uint64           // by node of kind value
	derived []bool             // it depends on more than inputs
	writes  map[int32][]access // by node of kind args or cells
	seen    map[*cfg.Edge][]uint64
	noted   map[int]bool // see purpose.Noted
	correct []bool       // the user knows it, or the search takes it for that
	cut     int          // instances with earlier summary control dependences that are left out
	// The memory of dependences.
	ranges []dependence.Range
	may    []int32
}

type access = cfg.Access

// newGraph reads the part of the dependence graph that the failure depends on.
func newGraph(ctx context.Context, in *fault.Input) (*graph, error) {
	g, err := in.Graph(ctx)
	if err != nil {
		return nil, err
	}
	p := failing(g, in.Failure)
	if p < 0 {
		return nil, fault.CannotSay{Why: fault.ErrNoInstance.Error()}
	}
	// Most runs have few instances that the failure does not depend on.
	gr := &graph{g: g, writes: map[int32][]access{}, seen: map[*cfg.Edge][]uint64{}, noted: in.Noted()}
	gr.inst, gr.off = make([]int32, 0, p+1), make([]int32, 0, p+2)
	marked := dependence.NewInstanceSet(g.N())
	marked.Add(p)
	id := make([]int32, p+1)
	var buf []int32
	for i := p; i >= 0; i-- {
		if !marked.Has(i) {
			continue
		}
		if len(gr.inst)&0xff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		id[i] = int32(len(gr.inst))
		gr.inst = append(gr.inst, int32(i))
		buf = gr.dependences(buf[:0], i)
		if i == p {
			buf = gr.printedBefore(buf, in.Failure)
		}
		for _, j := range buf {
			marked.Add(int(j))
		}
		gr.add(buf)
	}
	gr.end()
	for _, b := range gr.blocks {
		for k, i := range b {
			b[k] = id[i]
		}
	}
	return gr, gr.read(ctx, in)
}

// failing is the instance p at which a property fails: of an assertion the
// branch that found it violated. -1 if it is not known.
func failing(g *dependence.Graph, f *fault.Failure) int {
	if f.At < 0 || f.At >= g.N() {
		return -1
	}
	if f.Kind == fault.FailedAssertion && !fault.IsBranch(g.Edge(f.At)) {
		if b := around(g, f.At); b >= 0 {
			return b
		}
	}
	return f.At
}

// dependences appends the instances that i depends on: data, direct control,
// and summary control dependences of its own procedure. A statement that no branch of
// its procedure controls depends on the branch around the call.
//
// A summary control dependence is left out if a chain of others leads to the
// branch anyway (Algorithm 3): if something else that i depends on lies in its
// region.
func (gr *graph) dependences(buf []int32, i int) []int32 {
	g := gr.g
	buf = g.AppendData(buf, i)
	if b := around(g, i); b >= 0 && !slices.Contains(buf, int32(b)) {
		buf = append(buf, int32(b))
	}
	most := min(maxSummary, max(maxSummary/40, maxSummaries/(g.N()+1)))
	ranges, more := g.LatestSummary(gr.ranges[:0], i, most)
	may := gr.may[:0]
	for _, r := range ranges {
		if r.Edge.From.Proc == g.Edge(i).From.Proc {
			may = append(may, r.Instances(g)...)
		}
	}
	slices.SortFunc(may, func(x, y int32) int { return int(y - x) })
	may = slices.Compact(may)
	gr.ranges, gr.may = ranges, may
	if more || len(may) > most {
		gr.cut++
		may = may[:min(len(may), most)]
	}
	// Of the branches that were added, which descend, the latest is within the region of
	// another one if any of them is.
	others := len(buf)
	for _, b := range may {
		within := func(k int32) bool { return k == b || g.Within(int(k), int(b)) }
		if !slices.ContainsFunc(buf[:others], within) && (len(buf) == others || !within(buf[len(buf)-1])) {
			buf = append(buf, b)
		}
	}
	return buf
}

// around is the innermost branch instance around i, or around the calls that i
// is in, or -1.
func around(g *dependence.Graph, i int) int {
	b := g.Control(i)
	for b >= 0 && isCall(g.Edge(b)) {
		b = g.Control(b)
	}
	return b
}

// printedBefore adds the instance that printed before p, if p is wrong from its
// first byte on: then too little or too much may have been printed.
func (gr *graph) printedBefore(buf []int32, f *fault.Failure) []int32 {
	if f.Kind != fault.WrongOutput || len(f.Printed) > 0 && len(f.Expected) > 0 && f.Printed[0] == f.Expected[0] {
		return buf
	}
	for _, i := range gr.g.WrongOutput(int64(f.Offset)) {
		if i < f.At && !slices.Contains(buf, int32(i)) {
			buf = append(buf, int32(i))
		}
	}
	return buf
}

func isCall(e *cfg.Edge) bool {
	_, ok := e.Stmt.(*cfg.Call)
	return ok
}

// edge is the statement of a node.
func (gr *graph) edge(v int32) *cfg.Edge { return gr.g.Edge(int(gr.inst[v])) }

// shown reports whether the user sees a node.
func (gr *graph) shown(v int32) bool { return gr.length[v] > 0 }

// read finds what can be altered at each node, with the values that the run
// has there and those that its statements wrote elsewhere.
func (gr *graph) read(ctx context.Context, in *fault.Input) error {
	n := len(gr.inst)
	gr.kind, gr.input, gr.derived, gr.value, gr.length = make([]kind, n), make([]bool, n), make([]bool, n), make([]uint64, n), make([]int32, n)
	rec, err := in.Recording(ctx)
	if err != nil {
		return err
	}
	wanted := map[*cfg.Edge]map[uint64]bool{}
	want := func(e *cfg.Edge, x uint64) {
		if wanted[e] == nil {
			wanted[e] = map[uint64]bool{}
		}
		if len(wanted[e]) < maxSeen {
			wanted[e][x] = true
		}
	}
	pointers := pointerWriters(gr.g.Prog)
	from := origins{gr: gr, of: make([]origin, n)}
	v := int32(n - 1)
	for inst := range rec.All(0) {
		if v < 0 {
			break
		}
		if inst.Index&0xfff == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if k := len(inst.Writes); pointers[inst.Edge.ID] && k > 0 {
			want(inst.Edge, inst.Writes[k-1].Value)
		}
		if inst.Index != int(gr.inst[v]) {
			continue
		}
		if fault.Shown(inst.Edge) && gr.g.User(inst.Index) {
			gr.length[v] = 1
		}
		if v > 0 && gr.shown(v) {
			gr.classify(v, inst)
		}
		from.add(v, inst)
		if gr.kind[v] == value {
			want(inst.Edge, gr.value[v])
		}
		v--
	}
	for v := int32(n) - 1; v >= 0; v-- {
		gr.derived[v] = slices.ContainsFunc(gr.preds(v), func(u int32) bool {
			return gr.derived[u] || gr.kind[u] != fixed && !gr.input[u]
		})
	}
	for e, vs := range wanted {
		for x := range vs {
			gr.seen[e] = append(gr.seen[e], x)
		}
		fault.SortValues(e, gr.seen[e])
	}
	return nil
}

// pointerWriters are the user's statements that write a pointer, by Edge.ID. What
// they write anywhere in the run is what else they may point to: the failure
// seldom depends on the other elements of a list.
func pointerWriters(prog *cfg.Program) []bool {
	out := make([]bool, len(prog.Edges))
	for _, e := range prog.Edges {
		_, _, pointer, ok := fault.Written(e)
		out[e.ID] = ok && pointer && fault.Shown(e)
	}
	return out
}

// classify says what can be altered at a node.
func (gr *graph) classify(v int32, inst *cfg.Instance) {
	e := inst.Edge
	if fault.IsBranch(e) {
		gr.kind[v] = branch
		return
	}
	if d := cfg.Defined(e.Stmt); d != nil && gr.noted[d.ID] {
		return // with another note the check is deceived
	}
	gr.input[v] = purpose.Takes(e.Stmt)
	if _, _, _, ok := fault.Written(e); ok && len(inst.Writes) > 0 {
		gr.kind[v], gr.value[v] = value, inst.Writes[len(inst.Writes)-1].Value
		return
	}
	w := alterable(inst)
	if len(w) == 0 {
		return
	}
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		if len(s.Proc.Params) > 0 {
			gr.kind[v], gr.writes[v] = args, w
		}
	case *cfg.Lib:
		gr.kind[v], gr.writes[v] = cells, w
	}
}

// alterable is what an instance writes, but for blocks of memory.
func alterable(i *cfg.Instance) (out []access) {
	for _, w := range i.Writes {
		if w.Var != nil || w.Size <= 8 {
			out = append(out, w)
		}
	}
	return out
}

// Inputs are what the program reads, and what library functions make of it or
// of the arguments of the command line: the number in atoi(argv[1]) is one like
// that of a scanf, up to the variable that it is stored in. The user does not
// suspect these values; the first statement that uses one may be wrong.

// origin says what a value was made of.
type origin uint8

// The origins.
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

// statement is one edge for all ways out of a branch.
func statement(e *cfg.Edge) *cfg.Edge {
	if fault.IsBranch(e) {
		return e.From.Out[0]
	}
	return e
}
