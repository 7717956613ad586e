package contract

import (
	"math/rand/v2"

	"culprit/cfg"
	"culprit/cfg/flow"
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
	// Failed says that an execution reached an error location.
	Failed bool
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
	first []uint64 // the first inputs of the run
	run   runState
}

type memoKey struct {
	proc int
	args [4]uint64
}

// runState is one execution.
type runState struct {
	globals []uint64 // by Var.ID
	results []uint64 // by Proc.ID
	mem     map[uint64]byte
	inputs  int
	limit   int // of Runs.Steps
	main    bool
}

// Limits of executions.
const (
	maxCalls   = 2000   // on the stack
	runSteps   = 60_000 // of one execution
	maxRows    = 120    // of one procedure and kind
	maxMemory  = 1 << 12
	maxMemoArg = 4
)

// NewRuns prepares executions.
func (pl *Plan) NewRuns() *Runs {
	p := pl.Prog
	r := &Runs{Rows: map[*Frame][]Row{}, plan: pl, rng: rand.New(rand.NewPCG(7, 11)), memo: map[memoKey]uint64{}, seen: map[*Frame]map[string]bool{}}
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
		ok := len(fr.Globals) == 0 && len(fr.regions) == 0 && len(f.Params) <= maxMemoArg && f.Ret != nil
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
	r.call(r.plan.Prog.Main, nil, 0)
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
	r.run = runState{globals: make([]uint64, len(p.Vars)), results: make([]uint64, len(p.Procs)), mem: map[uint64]byte{}, limit: r.Steps + runSteps}
	if p.HeapTop != nil {
		r.run.globals[p.HeapTop.ID] = p.HeapBase()
	}
}

// draw is a value of a type: small, or near a constant of the program.
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
	default:
		v = uint64(r.rng.IntN(200)) - 20
	}
	return cfg.Mask(v, t.Width())
}

func (r *Runs) input(t cfg.Type) uint64 {
	r.run.inputs++
	if n := r.run.inputs; n <= len(r.first) && t.Kind == cfg.Bits {
		return cfg.Mask(r.first[n-1], t.Width())
	}
	return r.draw(t)
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
			if v, ok := r.memo[key]; ok {
				r.run.results[f.ID] = v
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
	n := 0
	for _, o := range r.Rows[fr] {
		if o.InMain == row.InMain && o.Ended == row.Ended {
			n++
		}
	}
	if n >= maxRows {
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
		if r.Steps++; r.Steps > r.run.limit || l.Kind != cfg.Plain {
			r.Failed = r.Failed || l.Kind == cfg.Error && r.run.main
			return false
		}
		var next *cfg.Edge
		for _, e := range l.Out {
			if s, ok := e.Stmt.(*cfg.Assume); ok && a.eval(s.Cond) == 0 {
				continue
			}
			if next = e; r.rng.IntN(2) == 0 {
				break
			}
		}
		if next == nil || !a.step(next.Stmt) {
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
		a.set(s.Dst, r.input(s.Dst.Type))
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
	case *cfg.MemHavoc: // what was there will do
	case *cfg.Alloc:
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

func (a *activation) eval(x cfg.Expr) uint64 {
	return Eval(x, a.get, func(l *cfg.Load) uint64 {
		addr := a.eval(l.Addr)
		v := uint64(0)
		for i := range l.T.Bytes() {
			v |= uint64(a.r.run.mem[addr+uint64(i)]) << (8 * i)
		}
		return cfg.Mask(v, l.T.Width())
	})
}

// Eval is the value of an expression.
func Eval(x cfg.Expr, get func(*cfg.Var) uint64, load func(*cfg.Load) uint64) uint64 {
	switch x := x.(type) {
	case *cfg.Const:
		return x.V
	case *cfg.VarRef:
		return get(x.V)
	case *cfg.AddrOf:
		return x.Obj.Addr
	case *cfg.FuncAddr:
		return x.Proc.Addr
	case *cfg.Unary:
		v, _ := cfg.EvalUnary(x.Op, x.T.Width(), x.X.Type().Width(), Eval(x.X, get, load))
		return v
	case *cfg.Cast:
		v, _ := cfg.EvalUnary(x.Op, x.T.Width(), x.X.Type().Width(), Eval(x.X, get, load))
		return v
	case *cfg.Binary:
		v := Eval(x.X, get, load)
		if x.Op == cfg.LAnd && v == 0 || x.Op == cfg.LOr && v != 0 {
			return v
		}
		v, _ = cfg.EvalBinary(x.Op, x.X.Type().Width(), v, Eval(x.Y, get, load))
		return v
	case *cfg.Ite:
		if Eval(x.Cond, get, load) != 0 {
			return Eval(x.Then, get, load)
		}
		return Eval(x.Else, get, load)
	case *cfg.Load:
		return load(x)
	}
	return 0
}

// constants are those that conditions of the program compare with.
func constants(p *cfg.Program) []uint64 {
	var out []uint64
	seen := map[uint64]bool{}
	for _, e := range p.Edges {
		if e.Role == cfg.RoleImplicit {
			continue
		}
		cfg.Exprs(e.Stmt, func(x cfg.Expr) {
			cfg.Walk(x, func(x cfg.Expr) {
				if c, ok := x.(*cfg.Const); ok && c.T.Kind == cfg.Bits {
					if v := uint64(cfg.SignExtend(c.V, c.T.Width())); !seen[v] {
						seen[v] = true
						out = append(out, v)
					}
				}
			})
		})
	}
	return out
}
