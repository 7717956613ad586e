package relevance

import (
	"fmt"
	"hash/fnv"
	"slices"

	"culprit/cfg"
	"culprit/internal/work"
)

// Inputs say what an execution is given: what a trace was given where its
// statements take inputs, or values generated from a seed. Two programs whose
// statements have the same ids are given the same.
type Inputs struct {
	Trace *cfg.Trace // or nil
	Seed  uint64
}

// Ending says how an execution ended.
type Ending uint8

// The endings.
const (
	Cut    Ending = iota // at a limit, or because a condition was assumed
	Ended                // the program returned or exited
	Failed               // at an error location
)

// Execution is what a program did on some inputs.
type Execution struct {
	End       Ending
	Edges     []*cfg.Edge // executed, in order
	Inputs    int         // taken
	Undefined []Undefined // each place and kind once
	// Value and Byte read the final state.
	Value func(*cfg.Var) uint64
	Byte  func(addr uint64) byte
}

// Undefined is undefined behaviour of an execution.
type Undefined struct {
	Edge *cfg.Edge // nil if the place is not known
	Text string    // its kind
}

// ExecuteFunc prepares a program for executions of at most so many statements.
type ExecuteFunc func(prog *cfg.Program) func(in Inputs, steps int) Execution

// baseline is what sampled executions of the program did.
type baseline struct {
	inputs    []Inputs
	runs      []observed
	steps     []int        // of each
	covered   map[int]bool // statements executed, by edge, other than those that fail
	undefined map[string]bool
}

// observed is what counts of a right execution.
type observed struct {
	end    Ending
	inputs int
	vars   []uint64 // final values, of variables
	memory []uint64 // and a hash of each object
}

// execute makes executions that are booked as work.
func (v *validator) execute(p *cfg.Program) func(Inputs, int) Execution {
	book := func(n int, each work.Amount) {
		if v.conf.Clock != nil {
			v.conf.Clock.Add(work.Amount(n) * each)
		}
	}
	run := v.tools.Execute(p)
	book(len(p.Edges), compileCost)
	return func(in Inputs, steps int) Execution {
		x := run(in, steps)
		book(len(x.Edges), stepCost)
		return x
	}
}

// baseline executes the program on the inputs of the traces of s and on
// generated ones.
func (v *validator) baseline(s *Summary) *baseline {
	b := &baseline{covered: map[int]bool{}, undefined: map[string]bool{}}
	for _, i := range s.Traces[:min(len(s.Traces), maxSamples/4)] {
		b.inputs = append(b.inputs, Inputs{Trace: v.results[i].Trace})
	}
	for seed := range uint64(maxSamples) {
		b.inputs = append(b.inputs, Inputs{Seed: seed})
	}
	run := v.execute(v.prog)
	for _, in := range b.inputs {
		x := run(in, maxSampleSteps)
		b.steps = append(b.steps, len(x.Edges))
		b.runs = append(b.runs, observe(v.prog, &x))
		edges := x.Edges
		if x.End == Failed {
			if g := condition(edges); len(g) > 0 {
				edges = edges[:g[len(g)-1]]
			}
		}
		for _, e := range edges {
			b.covered[e.ID] = true
		}
		for _, u := range x.Undefined {
			b.undefined[u.key()] = true
		}
	}
	return b
}

func (u *Undefined) key() string {
	if u.Edge == nil {
		return u.Text
	}
	return fmt.Sprint(u.Text, u.Edge.ID)
}

// lasting are the variables and objects of a program whose final contents are
// its result.
func lasting(p *cfg.Program) (vars []*cfg.Var, objects []*cfg.Object) {
	for _, x := range p.Vars {
		if !x.Temp && (x.Proc == nil || x.Proc == p.Main) && x != p.HeapTop {
			vars = append(vars, x)
		}
	}
	for _, o := range p.Objects {
		if (o.Proc == nil || o.Proc == p.Main) && !o.Const && o.Size <= maxCompared {
			objects = append(objects, o)
		}
	}
	return vars, objects
}

func observe(p *cfg.Program, x *Execution) observed {
	out := observed{end: x.End, inputs: x.Inputs}
	if x.End != Ended {
		return out
	}
	vars, objects := lasting(p)
	for _, v := range vars {
		out.vars = append(out.vars, x.Value(v))
	}
	for _, o := range objects {
		h := fnv.New64a()
		for i := range o.Size {
			h.Write([]byte{x.Byte(o.Addr + i)})
		}
		out.memory = append(out.memory, h.Sum64())
	}
	return out
}

// compare executes the changed program on what the original was given. kept is
// the number of right executions, all of which end as before; reached tells
// whether the assertion was seen to be passed; why says what is against the
// change.
func (v *validator) compare(s *Summary, st *Statement, t *target, fixed *cfg.Program) (kept int, reached bool, why string) {
	if v.tools.Execute == nil {
		return 0, false, "it was not executed"
	}
	if v.sampled == nil {
		v.sampled = v.baseline(s)
	}
	b := v.sampled
	left := map[int]bool{} // statements that were executed, and are not any more
	for id := range b.covered {
		e := v.prog.Edges[id]
		_, branch := e.Stmt.(*cfg.Assume)
		left[id] = !branch && e != st.Edge && e.Role != cfg.RoleImplicit && e.Pos.Line > 0
	}
	decides := map[int]bool{}
	for _, l := range assertions(fixed, fixed.Locs[s.Error.ID]) {
		for _, e := range l.Out {
			decides[e.ID] = true
		}
	}
	vars, objects := lasting(v.prog)
	run := v.execute(fixed)
	for i, in := range b.inputs {
		x := run(in, 3*b.steps[i]+maxSampleSteps/5)
		if x.End == Failed {
			return kept, reached, "other error traces remain"
		}
		if why := b.newlyUndefined(&x); why != "" {
			return kept, reached, why
		}
		for _, e := range x.Edges {
			delete(left, e.ID)
			reached = reached || decides[e.ID]
		}
		was := &b.runs[i]
		if was.end != Ended {
			continue
		}
		now := observe(fixed, &x)
		if now.end != was.end || now.inputs != was.inputs {
			return kept, reached, "with it, correct runs end differently"
		}
		for k, x := range vars {
			if x != t.v && now.vars[k] != was.vars[k] {
				return kept, reached, fmt.Sprintf("with it, correct runs end with a different %s", cfg.SourceName(x.Name))
			}
		}
		for k, o := range objects {
			if now.memory[k] != was.memory[k] && (t.v != nil || o.Region != t.region()) {
				return kept, reached, fmt.Sprintf("with it, correct runs end with a different %s", cfg.SourceName(o.Name))
			}
		}
		kept++
	}
	return kept, reached, v.unexecuted(left)
}

// newlyUndefined says what undefined behaviour an execution has that those of the
// program as it was do not have, "" if none.
func (b *baseline) newlyUndefined(x *Execution) string {
	for _, u := range x.Undefined {
		if b.undefined[u.key()] {
			continue
		}
		why := "with it, there is undefined behaviour"
		if u.Edge != nil {
			why += fmt.Sprintf(" in line %d: %s", u.Edge.Pos.Line, u.Text)
		}
		return why
	}
	return ""
}

// unexecuted names the first line among the statements that are left, "" if
// there is none.
func (v *validator) unexecuted(left map[int]bool) string {
	var lines []int
	for id, gone := range left {
		if gone {
			lines = append(lines, v.prog.Edges[id].Pos.Line)
		}
	}
	if len(lines) > 0 {
		return fmt.Sprintf("with it, line %d is never executed", slices.Min(lines))
	}
	return ""
}

// region is the memory that the target is in, or nil.
func (t *target) region() *cfg.Region {
	if t.store != nil {
		return t.store.Region
	}
	return t.block
}
