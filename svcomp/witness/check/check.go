package check

import (
	"context"
	"fmt"
	"strings"
	"time"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/concolic"
	"culprit/frontend"
	"culprit/interp"
	"culprit/smt"
	"culprit/svcomp"
	"culprit/svcomp/witness"
	"culprit/verifier"
)

// Verdict is the answer about a witness.
type Verdict uint8

// The verdicts. Undecided and Rejected come with a reason.
const (
	Undecided Verdict = iota
	Confirmed
	Rejected
)

func (v Verdict) String() string { return [...]string{"undecided", "confirmed", "rejected"}[v] }

// Program is what a witness is checked against.
type Program struct {
	Files    []frontend.Source
	Property svcomp.Property
	// Frontend is how the program is lowered.
	Frontend frontend.Config
}

// Config limits a check. The zero value has no limits.
type Config struct {
	Timeout time.Duration // of the whole check
	Memory  uint64        // bytes the process may hold
	Engine  smt.Factory   // as for the verifier
	Log     func(format string, args ...any)
}

// Answer is what a check found out.
type Answer struct {
	Verdict Verdict
	// Reason says why, in one line.
	Reason string
	// Inputs are those of the run that confirms a violation sequence or
	// refutes an invariant, in order.
	Inputs []Input
	// Values are those of the variables of a refuted invariant where it fails.
	Values []Value
	// End is where the run ends.
	End *cfg.Loc
	// Invariants counts those of the witness, Proved those that were proved.
	Invariants, Proved int
}

// Input is a value that a run got from outside.
type Input struct {
	Pos   cfg.Pos
	Func  string
	Value string
}

// Value is the value of a variable.
type Value struct{ Name, Value string }

func undecided(format string, args ...any) *Answer {
	return &Answer{Verdict: Undecided, Reason: fmt.Sprintf(format, args...)}
}

func rejected(format string, args ...any) *Answer {
	return &Answer{Verdict: Rejected, Reason: fmt.Sprintf(format, args...)}
}

// checker is the state of one check.
type checker struct {
	ctx   context.Context
	w     *witness.Witness
	prog  Program
	conf  Config
	start time.Time
	files []*file
	named map[string]*file // by the name that the witness has for it
}

// Witness decides whether a witness is right about a program. An error means
// that the question makes no sense: the witness is about something else, or
// the program is no C.
func Witness(ctx context.Context, w *witness.Witness, prog Program, conf Config) (*Answer, error) {
	c := newChecker(w, prog)
	c.ctx, c.conf, c.start = ctx, conf, time.Now()
	if c.conf.Log == nil {
		c.conf.Log = func(string, ...any) {}
	}
	for i := range w.Entries {
		if err := c.task(&w.Entries[i]); err != nil {
			return nil, err
		}
	}
	for i := range w.Entries {
		if err := c.locations(&w.Entries[i]); err != nil {
			return nil, err
		}
	}
	for _, e := range w.Entries {
		if e.Unsupported != "" {
			return undecided("%s are not supported", e.Unsupported), nil
		}
	}
	if !prog.Property.Supported {
		return undecided("the property %s is not supported", prog.Property.Name), nil
	}
	if a, err := c.outlines(); a != nil || err != nil {
		return a, err
	}
	if w.Entries[0].Type == witness.InvariantSet {
		return c.correctness()
	}
	return c.violations()
}

// complaint is an error about a line of the witness.
func (c *checker) complaint(line int, format string, args ...any) error {
	return &svcomp.Error{File: c.w.File, Line: max(line, 1), Col: 1, Msg: fmt.Sprintf(format, args...)}
}

// task compares what the witness is about with the program.
func (c *checker) task(e *witness.Entry) error {
	if err := c.hashes(e); err != nil {
		return err
	}
	t := e.Metadata.Task
	p, err := witness.ParseSpecification(c.w.File, t.Property)
	if err != nil {
		return c.complaint(e.Line, "%v", err)
	}
	if q := c.prog.Property; !safety.PartOf(p.Name, q.Name) || strings.Join(p.ErrorFuncs, " ") != strings.Join(q.ErrorFuncs, " ") && !(p.IsDefault() && q.IsDefault()) {
		return c.complaint(e.Line, "the witness is for the property %s, not for %s", property(p), property(q))
	}
	if m := svcomp.DataModel(c.prog.Frontend.PtrBits); t.DataModel != m {
		return c.complaint(e.Line, "the witness is for the data model %s, not for %s", t.DataModel, m)
	}
	return nil
}

func property(p svcomp.Property) string {
	if len(p.ErrorFuncs) > 0 && !p.IsDefault() {
		return p.Name + " of " + strings.Join(p.ErrorFuncs, ", ")
	}
	return p.Name
}

// verify runs the verifier on a program for the time that is left.
func (c *checker) verify(prog *cfg.Program) *verifier.Result {
	conf := verifier.Config{
		NoRelevance: true, Memory: c.conf.Memory, Engine: c.conf.Engine,
		Replay: interp.Replay, Library: interp.Ask, Search: concolic.Search, States: interp.Explore, Log: c.conf.Log,
	}
	if c.conf.Timeout > 0 {
		conf.Timeout = max(c.conf.Timeout-time.Since(c.start), time.Millisecond)
	}
	return verifier.Verify(c.ctx, prog, conf)
}

// inputs lists what a run got from functions without body.
func inputs(tr *cfg.Trace) []Input {
	var out []Input
	for _, in := range tr.Inputs {
		e := tr.Edges[in.Step]
		h, ok := e.Stmt.(*cfg.Havoc)
		if !ok || h.Kind != cfg.Nondet || !e.Pos.IsValid() {
			continue
		}
		out = append(out, Input{e.Pos, h.Func, format(in.Value, h.Dst)})
	}
	return out
}

// format prints the value of a variable.
func format(v uint64, x *cfg.Var) string {
	switch {
	case x.Type.Kind == cfg.Float:
		return floatText(v, x.Type.Width())
	case x.Signed:
		return fmt.Sprint(cfg.SignExtend(v, x.Type.Width()))
	}
	return fmt.Sprint(cfg.Mask(v, x.Type.Width()))
}

// tape gives a run the inputs of a trace.
type tape struct {
	inputs []cfg.Input
	next   int
}

func (t *tape) pop() (cfg.Input, bool) {
	if t.next >= len(t.inputs) {
		return cfg.Input{}, false
	}
	t.next++
	return t.inputs[t.next-1], true
}

// Value implements interp.InputSource.
func (t *tape) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) {
	in, ok := t.pop()
	return in.Value, ok
}

// Memory implements interp.InputSource.
func (t *tape) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) {
	in, ok := t.pop()
	return in.Mem, ok
}
