package contract

import (
	"math/rand/v2"

	"culprit/analysis/flow"
	"culprit/cfg"
)

// Activations as they were observed: data from which clauses are guessed. The
// executions are plain and untrusted; what the program leaves open is drawn.

// Row is one activation that returned, or began.
type Row struct {
	Args    []uint64 // by Params
	Before  []uint64 // by Frame.Globals, at the call
	Ret     uint64
	After   []uint64 // at the return
	Ended   bool     // it returned: Ret and After are known
	InMain  bool     // it is part of a run from main
	Nesting int
}

// Runs collects activations.
type Runs struct {
	Rows map[*Frame][]Row
	// Failed is what the program drew in an execution from main that reached an
	// error location; nil if there was none.
	Failed []uint64
	// Steps counts statements.
	Steps int

	plan  *Plan
	rng   *rand.Rand
	pool  []uint64 // constants of the program
	slot  []int    // of locals in their activations, by Var.ID
	size  []int    // of activations, by Proc.ID
	pure  []bool   // by Proc.ID: the result depends on the arguments only
	memo  map[memoKey]uint64
	seen  map[*Frame]map[string]bool
	count map[rowKind]int
	first []uint64 // the first inputs of the run
	run   runState
}

type memoKey struct {
	proc int
	args [4]uint64
}

// rowKind is what rows are counted by: those called from outside of the
// recursion are as many as they are.
type rowKind struct {
	fr                   *Frame
	inMain, ended, outer bool
}

// runState is one execution.
type runState struct {
	globals []uint64 // by Var.ID
	results []uint64 // by Proc.ID
	mem     map[uint64]byte
	inputs  []uint64 // that were drawn
	limit   int      // of Runs.Steps
	main    bool
	trace   *cfg.Trace // to be recorded; or nil
	count   map[rowKind]int
}

// Limits of executions.
const (
	memoArgs = 4
)

// NewRuns prepares executions.
func (pl *Plan) NewRuns() *Runs {
	p := pl.Prog
	r := &Runs{Rows: map[*Frame][]Row{}, plan: pl, rng: rand.New(rand.NewPCG(7, 11)), memo: map[memoKey]uint64{}, count: map[rowKind]int{}, seen: map[*Frame]map[string]bool{}}
	r.slot, r.size = make([]int, len(p.Vars)), make([]int, len(p.Procs))
	for _, v := range p.Vars {
		if v.Proc != nil {
			r.slot[v.ID] = r.size[v.Proc.ID]
			r.size[v.Proc.ID]++
		}
	}
	r.pool = constants(p)
	r.purity()
	return r
}

// purity finds the recursive procedures whose results may be remembered.
func (r *Runs) purity() {
	p := r.plan.Prog
	effects, calls := flow.NewModRef(p), p.CallGraph()
	r.pure = make([]bool, len(p.Procs))
	draws := make([]bool, len(p.Procs))
	for _, e := range p.Edges {
		if h, ok := e.Stmt.(*cfg.Havoc); ok && h.Kind != cfg.Uninit {
			draws[e.From.Proc.ID] = true
		}
	}
	for _, fr := range r.plan.Frames {
		f := fr.Proc
		ok := len(fr.Globals) == 0 && len(fr.regions) == 0 && len(f.Params) <= memoArgs && f.Ret != nil
		for _, g := range p.Regions {
			ok = ok && !effects.Ref[f.ID].Has(int(flow.RegionSlot(p, g)))
		}
		for i, reached := range calls.Reach(f, nil) {
			ok = ok && !(reached && draws[i])
		}
		r.pure[f.ID] = ok
	}
}

// Constants are those of the program.
func (r *Runs) Constants() []uint64 { return r.pool }

// FromMain executes the program once. The first inputs are given, the others
// drawn.
func (r *Runs) FromMain(first ...uint64) {
	r.reset(first)
	r.run.main = true
	r.fromMain()
}

// Trace is that of the execution that failed, or nil if it is too long.
func (r *Runs) Trace() *cfg.Trace {
	r.reset(r.Failed)
	r.run.main, r.run.trace, r.run.limit = true, &cfg.Trace{}, r.Steps+MaxSteps
	r.fromMain()
	t := r.run.trace
	if n := len(t.Edges); n == 0 || t.Edges[n-1].To.Kind != cfg.Error {
		return nil
	}
	return t
}

// fromMain executes main. Its parameters begin as zero: what they may be is drawn by
// its first statements.
func (r *Runs) fromMain() {
	m := r.plan.Prog.Main
	r.call(m, make([]uint64, len(m.Params)), 0)
}

// Direct executes one activation with drawn arguments and globals.
func (r *Runs) Direct(fr *Frame) {
	r.reset(nil)
	for _, v := range fr.Globals {
		r.run.globals[v.ID] = r.draw(v.Type)
	}
	var args []uint64
	for _, v := range fr.Proc.Params {
		args = append(args, r.draw(v.Type))
	}
	r.call(fr.Proc, args, 0)
}

func (r *Runs) reset(first []uint64) {
	p := r.plan.Prog
	r.first = first
	r.run = runState{globals: make([]uint64, len(p.Vars)), results: make([]uint64, len(p.Procs)), mem: map[uint64]byte{}, count: map[rowKind]int{}, limit: r.Steps + MaxSteps/20}
	if p.HeapTop != nil {
		r.run.globals[p.HeapTop.ID] = p.HeapBase()
	}
}

// draw is a value of a type: small, near a constant of the program, or near the
// ends of the type.
func (r *Runs) draw(t cfg.Type) uint64 {
	var v uint64
	switch k := r.rng.IntN(8); {
	case t.Kind != cfg.Bits:
		v = uint64(r.rng.IntN(2))
	case k < 3:
		v = uint64(r.rng.IntN(8))
	case k < 5:
		v = uint64(r.rng.IntN(30)) - 6
	case k < 7 && len(r.pool) > 0:
		v = r.pool[r.rng.IntN(len(r.pool))] + uint64(r.rng.IntN(3)) - 1
	case r.rng.IntN(2) == 0:
		v = uint64(r.rng.IntN(200)) - 20
	default: // the least and the greatest
		v = 1<<(t.Width()-1) + uint64(r.rng.IntN(4)) - 2
	}
	return cfg.Mask(v, t.Width())
}

func (r *Runs) input(t cfg.Type) uint64 {
	var v uint64
	if n := len(r.run.inputs); n < len(r.first) {
		v = cfg.Mask(r.first[n], t.Width())
	} else {
		v = r.draw(t)
	}
	r.run.inputs = append(r.run.inputs, v)
	return v
}

// call executes an activation; false ends the execution.
func (r *Runs) call(f *cfg.Proc, args []uint64, depth int) bool {
	if depth > maxCalls {
		return false
	}
	fr := r.plan.by[f]
	var row Row
	var key memoKey
	if fr != nil {
		if r.pure[f.ID] {
			key.proc = f.ID
			copy(key.args[:], args)
			if v, ok := r.memo[key]; ok && r.run.trace == nil {
				r.run.results[f.ID] = v
				r.record(fr, Row{Args: args, Ret: v, Ended: true, InMain: r.run.main, Nesting: depth})
				return true
			}
		}
		row = Row{Args: args, Before: r.globalsOf(fr), InMain: r.run.main, Nesting: depth}
	}
	locals := make([]uint64, r.size[f.ID])
	for i, v := range f.Params {
		locals[r.slot[v.ID]] = args[i]
	}
	a := activation{r: r, f: f, locals: locals, depth: depth}
	ok := a.run()
	if fr == nil {
		return ok
	}
	if ok {
		row.Ended, row.After = true, r.globalsOf(fr)
		if f.Ret != nil {
			row.Ret = r.run.results[f.ID]
		}
		if r.pure[f.ID] {
			r.memo[key] = row.Ret
		}
	}
	r.record(fr, row)
	return ok
}

func (r *Runs) globalsOf(fr *Frame) []uint64 {
	out := make([]uint64, len(fr.Globals))
	for i, v := range fr.Globals {
		out[i] = r.run.globals[v.ID]
	}
	return out
}

func (r *Runs) record(fr *Frame, row Row) {
	kind := rowKind{fr, row.InMain, row.Ended, row.Nesting == 1}
	if r.count[kind] >= maxRows || r.run.count[kind] >= maxRows/3 {
		return
	}
	if r.seen[fr] == nil {
		r.seen[fr] = map[string]bool{}
	}
	var key []byte
	for _, xs := range [][]uint64{row.Args, row.Before, row.After, {row.Ret}} {
		for _, x := range xs {
			for k := 0; k < 64; k += 8 {
				key = append(key, byte(x>>k))
			}
		}
	}
	if row.InMain {
		key = append(key, 1)
	}
	if !r.seen[fr][string(key)] {
		r.seen[fr][string(key)] = true
		r.count[kind]++
		r.run.count[kind]++
		r.Rows[fr] = append(r.Rows[fr], row)
	}
}

// activation executes one procedure.
type activation struct {
	r      *Runs
	f      *cfg.Proc
	locals []uint64
	depth  int
}

// run executes up to the return; false if it does not get there.
func (a *activation) run() bool {
	r := a.r
	for l := a.f.Entry; l != a.f.Exit; {
		r.Steps++
		if r.Steps > r.run.limit || l.Kind != cfg.Plain {
			if l.Kind == cfg.Error && r.run.main && r.Failed == nil {
				r.Failed = append([]uint64{}, r.run.inputs...)
			}
			return false
		}
		var next *cfg.Edge
		for _, e := range l.Out {
			if s, ok := e.Stmt.(*cfg.Assume); ok && a.eval(s.Cond) == 0 {
				continue
			}
			next = e
			if r.rng.IntN(2) == 0 {
				break
			}
		}
		if next == nil {
			return false
		}
		if t := r.run.trace; t != nil {
			t.Edges = append(t.Edges, next)
		}
		if !a.step(next.Stmt) {
			return false
		}
		l = next.To
	}
	if a.f.Ret != nil {
		r.run.results[a.f.ID] = a.locals[r.slot[a.f.Ret.ID]]
	}
	return true
}

func (a *activation) set(v *cfg.Var, x uint64) {
	if v.Proc == nil {
		a.r.run.globals[v.ID] = x
	} else {
		a.locals[a.r.slot[v.ID]] = x
	}
}

func (a *activation) get(v *cfg.Var) uint64 {
	switch {
	case v.Proc == nil:
		return a.r.run.globals[v.ID]
	case v == v.Proc.Ret: // of the last call
		return a.r.run.results[v.Proc.ID]
	}
	return a.locals[a.r.slot[v.ID]]
}

func (a *activation) step(s cfg.Stmt) bool {
	r, m := a.r, a.r.run.mem
	switch s := s.(type) {
	case *cfg.Assign:
		a.set(s.Dst, a.eval(s.Src))
	case *cfg.Havoc:
		v := r.input(s.Dst.Type)
		a.set(s.Dst, v)
		a.chose(v)
	case *cfg.Store:
		addr, v := a.eval(s.Addr), a.eval(s.Val)
		for i := range s.Val.Type().Bytes() {
			m[addr+uint64(i)] = byte(v >> (8 * i))
		}
	case *cfg.MemCopy:
		dst, src, n := a.eval(s.Dst), a.eval(s.Src), a.eval(s.Size)
		if n > maxMemory {
			return false
		}
		bytes := make([]byte, n)
		for i := range bytes {
			bytes[i] = m[src+uint64(i)]
		}
		for i, b := range bytes {
			m[dst+uint64(i)] = b
		}
	case *cfg.MemSet:
		dst, v, n := a.eval(s.Dst), a.eval(s.Val), a.eval(s.Size)
		if n > maxMemory {
			return false
		}
		for i := range n {
			m[dst+i] = byte(v)
		}
	case *cfg.MemHavoc:
		dst, n := a.eval(s.Dst), a.eval(s.Size)
		for i := range min(n, maxMemory) {
			delete(m, dst+i)
		}
		a.chose(0)
	case *cfg.Alloc:
		if !s.Zero {
			a.chose(0)
		}
		top := r.run.globals[r.plan.Prog.HeapTop.ID]
		top = (top + cfg.HeapAlign - 1) &^ (cfg.HeapAlign - 1)
		a.set(s.Dst, top)
		r.run.globals[r.plan.Prog.HeapTop.ID] = cfg.Mask(top+max(a.eval(s.Size), 1), r.plan.Prog.PtrBits)
	case *cfg.Call:
		args := make([]uint64, len(s.Args))
		for i, x := range s.Args {
			args[i] = a.eval(x)
		}
		return r.call(s.Proc, args, a.depth+1)
	case *cfg.Lib:
		return false
	}
	return true
}

// chose records an input of the last edge.
func (a *activation) chose(v uint64) {
	if t := a.r.run.trace; t != nil {
		t.Inputs = append(t.Inputs, cfg.Input{Step: len(t.Edges) - 1, Value: v})
	}
}

func (a *activation) eval(x cfg.Expr) uint64 {
	return cfg.Eval(x, a.get, func(l *cfg.Load) uint64 {
		addr := a.eval(l.Addr)
		v := uint64(0)
		for i := range l.T.Bytes() {
			v |= uint64(a.r.run.mem[addr+uint64(i)]) << (8 * i)
		}
		return cfg.Mask(v, l.T.Width())
	})
}

// constants are those that conditions of the program compare with.
func constants(p *cfg.Program) []uint64 {
	var out []uint64
	seen := map[uint64]bool{}
	for _, e := range p.Edges {
		if e.Role == cfg.RoleImplicit {
			continue
		}
		for _, c := range cfg.Constants(e.Stmt) {
			if v := uint64(cfg.SignExtend(c.V, c.T.Width())); !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}
