package relevance

import (
	"context"
	"errors"
	"maps"
	"slices"

	"culprit/cfg"
	"culprit/hoare"
	"culprit/logic"
	"culprit/smt"
)

// ErrInfeasible is returned for a trace that has no execution.
var ErrInfeasible = errors.New("relevance: the trace is infeasible")

// run is one trace, executed symbolically once. Its formula F, the
// conjunction of all conditions, describes the executions of the trace;
// everything below reuses its terms.
type run struct {
	ctx  context.Context
	conf Config
	*unfolded
	enc    *hoare.Encoder
	tb     *logic.Table
	solver *smt.Solver
	ev     *logic.Evaluator

	input  []logic.T   // by step: the symbol chosen there, or 0
	writes [][]write   // by step: what the original statement wrote
	reads  [][]int     // by step: symbols read
	guards [][]logic.T // by step: conjuncts added
	steps  map[logic.T]int
	dead   bool // F is false by form
	// stopped is why the trace was not executed to its end, nil if it was.
	stopped error
	floats  bool // a condition may depend on what operations on floats leave open

	// cur is the state before step at.
	cur *hoare.Sym
	at  int

	// part of each variable of F: variables that share a conjunct of F have
	// the same representative.
	part map[logic.T]logic.T
	all  []guard           // conjuncts of F, in order
	of   map[logic.T][]int // indices into all by representative
	m0   *logic.Model      // the execution that was given
	lone []int             // conjuncts without variables (float functions of constants)
}

// write is a new value of the symbol with dense index sym.
type write struct {
	sym int
	val logic.T
}

// guard is one conjunct of F.
type guard struct {
	t     logic.T
	step  int
	alloc bool // the heap does not wrap around: an assumption, not a condition of the program
}

// newRun executes the trace.
func newRun(ctx context.Context, u *unfolded, engine smt.Engine, conf Config) *run {
	r := &run{ctx: ctx, conf: conf, unfolded: u}
	prog, tr := u.prog, u.tr
	r.enc = hoare.NewEncoder(logic.NewTable(), prog)
	r.tb = r.enc.TB
	if conf.Clock != nil {
		r.tb.Clock = conf.Clock
	}
	r.ev = logic.NewEvaluator(r.tb)
	r.steps = map[logic.T]int{}
	budget := smt.Budget{Ctx: ctx, Work: queryWork}
	if conf.Quick {
		budget.Work /= 10
	}
	r.solver = smt.New(r.tb, engine, smt.Config{Budget: budget})
	s := r.start()
	n := len(tr.Edges)
	r.input = make([]logic.T, n)
	r.writes = make([][]write, n)
	r.reads = make([][]int, n)
	r.guards = make([][]logic.T, n)
	type use struct{ reads, writes []int }
	known := map[cfg.Stmt]use{}
	for k, e := range tr.Edges {
		if ctx.Err() != nil { // a long run is most of the work, its queries are not
			r.stopped = context.Cause(ctx)
			break
		}
		u, ok := known[e.Stmt]
		if !ok {
			u.reads, u.writes = uses(prog, e.Stmt)
			known[e.Stmt] = u
		}
		r.reads[k] = u.reads
		s.Guard, s.Inputs = s.Guard[:0], s.Inputs[:0]
		s.Exec(e)
		if len(s.Inputs) > 0 {
			r.input[k] = s.Inputs[0].Term
			r.steps[s.Inputs[0].Term] = k
		}
		for _, w := range u.writes {
			r.writes[k] = append(r.writes[k], write{w, value(s, w)})
		}
		_, alloc := e.Stmt.(*cfg.Alloc)
		r.guards[k] = conjuncts(r.tb, s.Guard)
		for _, g := range r.guards[k] {
			r.all = append(r.all, guard{g, k, alloc})
		}
		r.floats = r.floats || undetermined(r.enc, e.Stmt)
		if s.Dead {
			r.dead = true
			break
		}
	}
	r.cur = r.start()
	r.partition()
	return r
}

// start is the state at program start, from which replay starts, too:
// variables are zero, except for the heap's top.
func (r *run) start() *hoare.Sym {
	s := hoare.NewSym(r.enc)
	for i, t := range s.Vals {
		s.Vals[i] = r.tb.Constant(r.tb.Sort(t), 0)
	}
	s.Init()
	return s
}

// value reads the symbol with a dense index.
func value(s *hoare.Sym, sym int) logic.T {
	if n := len(s.Enc.VarTerm); sym >= n {
		return s.Regs[sym-n]
	}
	return s.Vals[sym]
}

func assign(s *hoare.Sym, sym int, t logic.T) {
	if n := len(s.Enc.VarTerm); sym >= n {
		s.Regs[sym-n] = t
	} else {
		s.Vals[sym] = t
	}
}

// conjuncts flattens guards and drops duplicates, keeping the order.
func conjuncts(tb *logic.Table, gs []logic.T) []logic.T {
	var out []logic.T
	for _, g := range gs {
		for _, c := range tb.Conjuncts(g) {
			if c != logic.True && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// advance moves cur to the state before step k.
func (r *run) advance(k int) {
	if k < r.at {
		r.cur, r.at = r.start(), 0
	}
	for ; r.at < k; r.at++ {
		for _, w := range r.writes[r.at] {
			assign(r.cur, w.sym, w.val)
		}
	}
	r.cur.Steps = k
}

// partition splits F into parts that share no variable.
func (r *run) partition() {
	r.part = map[logic.T]logic.T{}
	for _, g := range r.all {
		vars := r.tb.Vars(g.t)
		for _, v := range vars {
			r.union(vars[0], v)
		}
	}
	r.of = map[logic.T][]int{}
	for i, g := range r.all {
		if vars := r.tb.Vars(g.t); len(vars) > 0 {
			p := r.find(vars[0])
			r.of[p] = append(r.of[p], i)
		} else {
			r.lone = append(r.lone, i)
		}
	}
}

func (r *run) find(v logic.T) logic.T {
	for {
		p, ok := r.part[v]
		if !ok || p == v {
			return v
		}
		if q, ok := r.part[p]; ok && q != p {
			r.part[v] = q
		}
		v = p
	}
}

func (r *run) union(a, b logic.T) {
	a, b = r.find(a), r.find(b)
	if a > b {
		a, b = b, a
	}
	r.part[a] = a
	r.part[b] = a
}

// cone selects the conjuncts of F in the parts that the formulas fs touch and
// for which keep holds, in order. All other parts of F can be satisfied
// independently of fs, by the execution given.
func (r *run) cone(fs []logic.T, keep func(i int) bool) []logic.T {
	seen := map[logic.T]bool{}
	var idx []int
	for _, f := range fs {
		for _, v := range r.tb.Vars(f) {
			if p := r.find(v); !seen[p] {
				seen[p] = true
				idx = append(idx, r.of[p]...)
			}
		}
	}
	slices.Sort(idx)
	var out []logic.T
	for _, i := range append(r.lone[:len(r.lone):len(r.lone)], idx...) {
		if keep == nil || keep(i) {
			out = append(out, r.all[i].t)
		}
	}
	return out
}

// execution finds a model of F: the execution given if it follows the trace,
// else one from the solver.
func (r *run) execution() error {
	switch {
	case r.stopped != nil:
		return r.stopped
	case r.dead:
		return ErrInfeasible
	}
	m := logic.NewModel()
	for _, in := range r.tr.Inputs {
		if in.Step < len(r.input) && r.input[in.Step] != 0 {
			r.setInput(m, r.input[in.Step], in)
		}
	}
	r.m0 = m
	if r.floats || r.holds(m, r.formula()) {
		// With floats the caller's replay stands: the model cannot tell.
		return nil
	}
	switch r.solver.Check(r.formula()...) {
	case smt.Unsat:
		return ErrInfeasible
	case smt.Unknown:
		return errors.New("relevance: no execution of the trace is known")
	}
	r.m0 = cloneModel(r.solver.Model())
	return nil
}

func (r *run) formula() []logic.T {
	out := make([]logic.T, len(r.all))
	for i, g := range r.all {
		out[i] = g.t
	}
	return out
}

// setInput gives the symbol t the value of an input.
func (r *run) setInput(m *logic.Model, t logic.T, in cfg.Input) {
	sort := r.tb.Sort(t)
	if sort.Kind != logic.SArray {
		m.BV[t] = in.Value
		return
	}
	a := &logic.ArrayVal{M: map[uint64]uint64{}}
	step := uint64(sort.E) / 8
	for addr, b := range in.Mem {
		base := addr / step * step
		a.M[base] |= uint64(b) << (8 * (addr - base))
	}
	m.Arr[t] = a
}

// holds evaluates formulas under m.
func (r *run) holds(m *logic.Model, fs []logic.T) bool {
	r.ev.Reset(m)
	return !slices.ContainsFunc(fs, func(f logic.T) bool { return !r.ev.Holds(f) })
}

func cloneModel(m *logic.Model) *logic.Model {
	c := logic.NewModel()
	maps.Copy(c.BV, m.BV)
	maps.Copy(c.Arr, m.Arr)
	c.Fun = m.Fun
	return c
}

// undetermined tells whether a statement computes what the program does not
// determine, as the bits of a NaN.
func undetermined(enc *hoare.Encoder, st cfg.Stmt) bool {
	found := false
	for x := range cfg.StmtParts(st) {
		switch x := x.(type) {
		case *cfg.Unary:
			found = found || enc.Undetermined(x.Op)
		case *cfg.Binary:
			found = found || enc.Undetermined(x.Op)
		case *cfg.Cast:
			found = found || enc.Undetermined(x.Op)
		}
	}
	return found
}
