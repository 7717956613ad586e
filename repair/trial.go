package repair

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"slices"
	"sync"

	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/repair/candidate"
)

// program is a schema, lowered.
type program struct {
	prog      *cfg.Program
	lowered   []bool            // by place
	selectors []*cfg.Var        // by place; nil: nothing executes it, or it is not in the schema
	values    []*cfg.Var        // by place, of holes
	of        map[*cfg.Var]int  // the place of a selector or value
	begin     int               // instances that initialise it
	text      bool              // it is a changed text, no schema
	results   map[declared]bool // variables of the original other than counters

	once  sync.Once
	proto *interp.Session // whose code the others share
}

func newProgram(prog *cfg.Program, places []*candidate.Place) *program {
	p := &program{prog: prog, lowered: make([]bool, len(places)), selectors: make([]*cfg.Var, len(places)), values: make([]*cfg.Var, len(places)), of: map[*cfg.Var]int{}}
	byName, values := map[string]int{}, map[string]int{}
	for i, x := range places {
		byName[x.Selector()], values[x.Value()] = i, i
	}
	for _, v := range prog.Vars {
		if i, ok := byName[v.Name]; ok && v.Name != "" {
			p.selectors[i], p.of[v] = v, i
		}
		if i, ok := values[v.Name]; ok && v.Name != "" {
			p.values[i], p.of[v] = v, i
		}
	}
	for l := prog.Main.Entry; len(l.Out) == 1 && l.Out[0].Role != cfg.RoleUser; l = l.Out[0].To {
		if _, ok := l.Out[0].Stmt.(*cfg.Call); ok {
			break
		}
		p.begin++
	}
	return p
}

// trial is a test of a schema: the run of the original, copies of which continue
// with changes.
type trial struct {
	test  *fault.Test
	want  fault.Expectation
	fails bool
	base  interp.RunResult // of the original
	said  []byte           // what it prints and is right, see agreed
	ran   []bool           // by place, nil: all
	// path are the edges that a run comes to first, of one that is watched;
	// branch is where in it the last branch is.
	path   []int
	branch int
	way    uint64          // a digest of path, 0 of one that is not watched
	inputs int             // so many of the values were asked for in a run that is watched
	mu     sync.Mutex      // of copying start
	start  *interp.Session // after the initialisation
	cost   int             // of executing the original, in statements
	limit  int             // steps of a changed run
	// state is what a run leaves behind; fixed says that a change has to leave the same.
	state left
	fixed bool
}

// errDiffers says that a schema does not do what the program does.
var errDiffers = errors.New("the program cannot be executed with all changes at once")

// A changed run may take longer than the original, and as long as the longest of
// the tests that are known; one that takes much longer hangs. The run that all
// changes are executed on has less time than those that few come to.
const (
	slower   = 4
	patience = 4 // how much longer may take what few changes are executed on
)

// newTrial executes a test of the original, and notes which places it comes to.
// It has to begin before changes are executed.
func (p *program) newTrial(ctx context.Context, in *fault.Input, t *fault.Test, fails bool) (*trial, error) {
	return p.trial(ctx, in, t, fails, true, in.Budget.Steps)
}

// plainTrial is a trial for few changes: all places count as executed.
func (p *program) plainTrial(ctx context.Context, in *fault.Input, t *fault.Test, fails bool) (*trial, error) {
	return p.trial(ctx, in, t, fails, false, in.Budget.Steps)
}

// trial executes a test of the original for no more than so many steps. It
// returns one that does not end as it should, too, with errDiffers.
func (p *program) trial(ctx context.Context, in *fault.Input, t *fault.Test, fails, watch bool, steps int) (*trial, error) {
	want, err := in.Oracle.Expectation(ctx, t)
	if err != nil {
		return nil, err
	}
	r := &trial{test: t, want: want, fails: fails}
	conf := fault.Config(p.prog, t, fault.Budget{Steps: steps})
	conf.Limits.Steps = slower*conf.Limits.Steps + moreSteps
	run := p.session(conf)
	run.SetContext(ctx)
	if !watch {
		r.base = run.Finish()
	} else {
		r.base = p.watch(run, r)
	}
	r.cost += r.base.Steps
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if o, _ := want.Judge(&r.base); fails != (o == fault.Fail) || !fails && o != fault.Pass {
		return r, errDiffers
	}
	return r, nil
}

// watch executes a run of the original and notes which places it comes to: of
// one that hangs in its first part.
func (p *program) watch(run *interp.Session, r *trial) interp.RunResult {
	r.ran = make([]bool, len(p.selectors))
	end := run.Fork().Finish()
	left := 0
	r.cost = watching * end.Steps
	if end.Status == interp.StepLimit {
		left = 100 * moreSteps
		r.cost = watching * left
	}
	run.Watch(func(inst *cfg.Instance) bool {
		if len(r.path) < maxPath {
			if fault.IsBranch(inst.Edge) {
				r.branch = len(r.path)
			}
			r.path = append(r.path, inst.Edge.ID)
		}
		if cfg.AsksInput(inst.Edge.Stmt) {
			r.inputs++
		}
		for i := range inst.Reads {
			if v := inst.Reads[i].Var; v != nil {
				if k, ok := p.of[v]; ok {
					r.ran[k] = true
				}
			}
		}
		left--
		return left != 0
	})
	h := fnv.New64a()
	for _, id := range r.path {
		h.Write(binary.LittleEndian.AppendUint32(nil, uint32(id)))
	}
	r.way = max(h.Sum64(), 1)
	return end
}

// begin prepares the runs with changes, where the longest run that is known to
// end takes so many steps. All changes are executed on the first.
func (t *trial) begin(p *program, in *fault.Input, longest int, first bool) {
	t.limit = stepsOfChanged(t.base.Status, t.base.Steps, longest, first)
	conf := fault.Config(p.prog, t.test, in.Budget)
	conf.Limits.Steps = t.limit
	t.start = p.session(conf)
	t.start.RunTo(p.begin)
	t.start.Untrace()
}

// stepsOfChanged is how many steps a run with a change may take, where the
// original takes so many and ends so.
func stepsOfChanged(status interp.Status, steps, longest int, first bool) int {
	limit := slower * steps
	switch {
	case status == interp.StepLimit: // it says nothing about how long it should take
		limit = slower*longest + 20*moreSteps
	case status == interp.Exited, longest > 0:
		limit += min(max(slower*longest, moreSteps), 20*moreSteps)
	default: // no run is known that was not stopped in the middle
		limit += 10 * moreSteps
	}
	if !first {
		limit *= patience
	}
	return limit
}

// session prepares a run.
func (p *program) session(conf interp.RunConfig) *interp.Session {
	p.once.Do(func() { p.proto = interp.NewSession(p.prog, interp.RunConfig{Checks: conf.Checks}) })
	return p.proto.Again(conf)
}

// outcome is what a run with changes does.
type outcome struct {
	passes  bool
	printed bool // what the original prints comes first
	// differs says that it does not end as the original does: it prints, or
	// returns, or fails otherwise.
	differs bool
	steps   int
	state   left // see trial.state
}

// run executes a test with changes.
func (p *program) run(ctx context.Context, t *trial, at []candidate.Choice) outcome {
	if p.text {
		s := p.session(fault.Config(p.prog, t.test, fault.Budget{Steps: t.limit}))
		s.SetContext(ctx)
		got := s.Finish()
		return t.judge(&got)
	}
	touched := t.ran == nil
	for _, c := range at {
		touched = touched || t.ran[c.Place]
	}
	if !touched {
		return outcome{passes: !t.fails, state: t.state}
	}
	s := p.changed(ctx, t, at)
	defer s.Release()
	got := s.Finish()
	out := t.judge(&got)
	if t.state.all != 0 && out.passes {
		out.state = p.state(&got)
		out.differs = out.differs || t.fixed && out.state.memory != t.state.memory
	}
	return out
}

// changed is the run of a test of the schema, from the end of the initialisation
// on, with changes.
func (p *program) changed(ctx context.Context, t *trial, at []candidate.Choice) *interp.Session {
	t.mu.Lock()
	s := t.start.Fork()
	t.mu.Unlock()
	s.SetContext(ctx)
	p.choose(s, at)
	return s
}

// choose selects changes in a run of the schema.
func (p *program) choose(s *interp.Session, at []candidate.Choice) {
	for _, c := range at {
		if v := p.selectors[c.Place]; v != nil {
			s.Set(v, uint64(c.Number))
		}
		if v := p.values[c.Place]; v != nil {
			s.Set(v, c.Value)
		}
	}
}

// state is a digest of what a run leaves behind: the numbers in global variables
// and arrays and in those of main, except for counters of loops, and in blocks. To point to a
// block that was freed is to point nowhere. Some variables may be left out.
func (p *program) state(r *interp.RunResult, without ...ctree.Object) left {
	h := fnv.New64a()
	lasts := func(of *cfg.Proc) bool { return of == nil || of == p.prog.Main || of.Name == "main" }
	add := func(x uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, x)) }
	leftOut := func(v *cfg.Var) bool {
		return slices.ContainsFunc(without, func(o ctree.Object) bool {
			return o.Name == v.Name && (o.Func == "" && v.Proc == nil || v.Proc != nil && o.Func == v.Proc.Name)
		})
	}
	for _, v := range p.prog.Vars {
		if !v.Temp && v != p.prog.HeapTop && !leftOut(v) && lasts(v.Proc) && !v.CType.Pointer() && p.results[declaredAs(v)] {
			add(r.Value(v))
		}
	}
	word := uint64(p.prog.PtrBits / 8)
	words := func(from, to uint64, blocks bool) {
		for a := from; a < to; a += word {
			x := uint64(0)
			for i := range min(word, to-a) {
				x |= uint64(r.Byte(a+i)) << (8 * i)
			}
			if r.Freed(a) || r.Freed(x) {
				x = 0
			}
			if x != 0 || !blocks { // where blocks are, and how many were freed, says nothing
				add(x)
			}
		}
	}
	for _, o := range p.prog.Objects {
		if lasts(o.Proc) && !o.Const && !o.Outside && o.Size <= maxState {
			words(o.Addr, o.Addr+o.Size, false)
		}
	}
	if p.prog.HeapTop != nil {
		words(p.prog.HeapBase(), min(r.Value(p.prog.HeapTop), p.prog.HeapBase()+maxState), true)
	}
	memory := h.Sum64()
	for _, f := range p.prog.Procs {
		if f.Ret != nil && !f.Ret.CType.Pointer() {
			add(r.Value(f.Ret))
		}
	}
	return left{memory, max(h.Sum64(), 1)}
}

// left is what a run leaves behind: digests of what is in memory, and also of what functions
// returned last. A function that is called less often may have returned something else.
type left struct{ memory, all uint64 }

// judge says what came of a run with changes. Where passing runs have to do
// what they did, the whole of their behaviour counts.
func (t *trial) judge(got *interp.RunResult) outcome {
	o, _ := t.want.Judge(got)
	return outcome{
		passes:  o == fault.Pass,
		printed: bytes.HasPrefix(got.Stdout, t.said),
		differs: got.Status != t.base.Status || got.Code != t.base.Code || !bytes.Equal(got.Stdout, t.base.Stdout),
		steps:   got.Steps,
	}
}

// kept reports whether a passing run does as before. Where nothing says what it
// prints, it prints the same.
func (t *trial) kept(got outcome) bool { return got.passes && (t.want.HasOutput || !got.differs) }

// The costs of an execution besides its statements, of a text that is parsed again
// and of a byte of it, and of an alternative in a schema; a run that is watched costs as much as
// several others.
const (
	runCost         = 50 * work.Microsecond
	textCost        = 5 * work.Millisecond
	byteCost        = work.Microsecond
	alternativeCost = 150 * work.Microsecond
	watching        = 10
)

// leaves is what a run adds to the digest of what a change does in all runs.
func leaves(state uint64, run int, fails bool) uint64 {
	h := fnv.New64a()
	h.Write(binary.LittleEndian.AppendUint64(nil, state))
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(run)))
	if fails {
		h.Write([]byte{1})
	}
	return h.Sum64()
}

// single reports whether the program has no inputs, so that the failing run is the only one.
func (s *search) single() bool {
	return len(s.in.Others)+len(s.in.Passing) == 0 && s.failing[0].inputs == 0 && !s.words.Varies()
}

// held is how many assertions hold in the failing run before one fails. A test that has its
// data in its text asks for what is right as tests of several inputs do.
func (s *search) held(ctx context.Context) int {
	if s.in.Failure.Kind != fault.FailedAssertion {
		return 0
	}
	if s.asserted == nil {
		e := s.evaluated(ctx, s.in.Prog, s.check.lines)
		s.asserted = &e
	}
	return max(0, s.asserted.times-1)
}

// evaluations are those of assertions in the failing run: how often, and at which step, behind how much output, the one
// that fails was evaluated the time before, or else the one before it; 0 if there is none.
type evaluations struct{ times, until, printed int }

// evaluated are the evaluations of a program, whose assertions are in these lines.
func (s *search) evaluated(ctx context.Context, prog *cfg.Program, asserts map[fault.Line]bool) (e evaluations) {
	session := (&program{prog: prog}).session(fault.Config(prog, s.in.Failing, s.in.Budget))
	session.SetContext(ctx)
	var asks fault.Line // of which several branches may be one question, with calls between them
	n, depth, from, printed := 0, 0, 0, 0
	var last [2]int // step and output
	before := map[fault.Line][2]int{}
	session.Heed(func(out []byte) bool {
		printed = len(out)
		return true
	})
	got := session.Watch(func(inst *cfg.Instance) bool {
		n++
		at := inst.Edge
		switch at.Stmt.(type) {
		case *cfg.Call:
			depth++
			return true
		case *cfg.Return:
			depth--
			return true
		}
		switch l := fault.LineOf(at.Pos); {
		case asks.N > 0 && depth > from:
		case !asserts[l]:
			if fault.Shown(at) {
				asks = fault.Line{}
			}
		case fault.IsBranch(at) && l != asks:
			asks, from = l, depth
			e.times++
			held, again := before[l]
			if !again {
				held = last
			}
			e.until, e.printed = held[0], held[1]
			last = [2]int{n, printed}
			before[l] = last
		}
		return true
	})
	s.ran(watching * got.Steps)
	return e
}

// holdBehind reports whether a program with a change evaluates more assertions than the original, up to the one
// that fails there.
func (s *search) holdBehind(ctx context.Context, t *tried, own *program) bool {
	if s.in.Failure.Kind != fault.FailedAssertion {
		return false
	}
	s.held(ctx)
	before, there := s.before(t.Edits), map[fault.Line]bool{}
	for _, e := range own.prog.Edges {
		if l := fault.LineOf(e.Pos); s.check.lines[before(l)] {
			there[l] = true
		}
	}
	return s.evaluated(ctx, own.prog, there).times > s.asserted.times
}

// agreed is how many steps the failing run takes up to the last assertion that holds, 0 if none does: what it
// does behind that may be done in error.
func (s *search) agreed(ctx context.Context) int {
	if s.held(ctx) == 0 {
		return 0
	}
	return s.asserted.until
}

// right is what the original prints up to there, all of it if no assertion holds.
func (s *search) right(ctx context.Context) []byte {
	out := s.failing[0].base.Stdout
	if s.agreed(ctx) == 0 {
		return out
	}
	return out[:min(len(out), s.asserted.printed)]
}
