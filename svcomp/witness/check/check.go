package check

import (
	"context"
	"fmt"
	"strconv"
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

// The instrumented program of a violation witness is executed if the witness
// gives its inputs, and verified otherwise.

// execute runs the program on the inputs that the witness names, and a few
// values for others. It returns nil if no run gets to the target.
func (f *follower) execute(prog *cfg.Program) *Answer {
	var results []guide
	for k := range f.segments {
		s := f.segments[k]
		w := &s[len(s)-1]
		if w.Type != witness.FunctionReturn {
			continue
		}
		comparison, text, ok := w.Result()
		if !ok || comparison != "==" {
			continue
		}
		v, ok := constant(text)
		if !ok {
			return nil
		}
		p, _ := f.find(w.Location, suitable(w))
		results = append(results, guide{p.file, p.At, v})
	}
	fast := interp.Compile(prog, false)
	for _, rest := range []uint64{0, 1} {
		src := &guided{queue: results, rest: rest}
		o := fast.Execute(src, interp.Limits{Steps: maxSteps})
		f.conf.Log("execution: %v after %d steps", o.Status, o.Steps)
		if o.Status != interp.ReachedError || len(o.Unknown) > 0 || f.ctx.Err() != nil {
			continue
		}
		src = &guided{queue: results, rest: rest}
		o = interp.Compile(prog, true).Execute(src, interp.Limits{Steps: o.Steps + 1, Record: true})
		if o.Status == interp.ReachedError && interp.Replay(prog, o.Trace) == nil {
			return f.confirmed(o.Trace)
		}
	}
	return nil
}

// guide is the result of a call that ends at an offset of a file.
type guide struct {
	file  *file
	at    int
	value uint64
}

// guided gives a run the results that a witness names, in their order, and
// rest for all others.
type guided struct {
	queue []guide
	rest  uint64
}

// endsAt reports whether a call at a position is the one.
func (g *guide) endsAt(p cfg.Pos) bool {
	return p.EndLine > 0 && p.File == g.file.Name && g.file.text.offset(p.EndLine, p.EndCol)-1 == g.at
}

// Value implements interp.InputSource.
func (g *guided) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if h.Kind == cfg.Nondet && len(g.queue) > 0 && g.queue[0].endsAt(e.Pos) {
		v := g.queue[0].value
		g.queue = g.queue[1:]
		return v, true
	}
	return g.rest, true
}

// Memory implements interp.InputSource.
func (g *guided) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// decide asks the verifier.
func (f *follower) decide(prog *cfg.Program) *Answer {
	res := f.verify(prog)
	switch res.Verdict {
	case verifier.False:
		return f.confirmed(res.Traces[0].Trace)
	case verifier.True:
		if w := f.twice(); w != nil {
			return undecided("%s: no run passes two consecutive waypoints at one place, which may be meant to be passed at once", f.at(w.Line, w.Location))
		}
		return rejected("no run passes the waypoints and violates the property at the target")
	}
	return undecided("%s", res.Reason)
}

// twice returns the second of two waypoints at the same place in segments
// that follow each other.
func (f *follower) twice() *witness.Waypoint {
	for k := 1; k < len(f.segments); k++ {
		a, b := f.segments[k-1][len(f.segments[k-1])-1], &f.segments[k][len(f.segments[k])-1]
		if a.Type == b.Type && a.Type == witness.Assumption && a.Location == b.Location {
			return b
		}
	}
	return nil
}

func (f *follower) confirmed(tr *cfg.Trace) *Answer {
	return &Answer{Verdict: Confirmed, Inputs: inputs(tr), End: tr.Edges[len(tr.Edges)-1].To}
}

// constant evaluates an integer constant as a witness writes it.
func constant(s string) (uint64, bool) {
	s = strings.TrimSpace(s)
	for strings.HasPrefix(s, "(") && strings.HasSuffix(s, ")") {
		s = strings.TrimSpace(s[1 : len(s)-1])
	}
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimSpace(strings.TrimPrefix(s, "-"))
	v, err := strconv.ParseUint(strings.TrimRight(s, "uUlL"), 0, 64)
	if err != nil {
		return 0, false
	}
	if neg {
		v = -v
	}
	return v, true
}

func (c *checker) isUndefined(claims []claim, u *undefinedAt) string {
	if u.claim < 0 || u.claim >= len(claims) {
		return "evaluating an invariant is undefined: " + u.why
	}
	cl := &claims[u.claim]
	return fmt.Sprintf("%s: evaluating the invariant %s is undefined: %s", c.at(cl.Line, cl.Location), clip(cl.Value), u.why)
}

// unreadable says which memory the evaluation of invariants, all of which were
// proved, may read that it must not read; "" if there is none.
func (c *checker) unreadable(ch changes, claims []claim) string {
	checks := c.prog.Frontend.Checks
	if checks&safety.Deref != 0 {
		return "" // that was part of the proof
	}
	c.prog.Frontend.Checks |= safety.Deref
	defer func() { c.prog.Frontend.Checks = checks }()
	prog, _, _, err := c.lower(ch)
	if err != nil {
		return "whether the invariants read valid memory cannot be checked: " + message(err)
	}
	undefined := map[*cfg.Loc]*undefinedAt{}
	for _, l := range prog.ErrorLocs() {
		if i, ok := ch.claimAt(l.Pos); ok && l.Property == safety.ValidDeref {
			undefined[l] = &undefinedAt{i, l.Reason.String()}
		} else {
			l.Kind, l.Checks = cfg.Plain, nil // what the program does is its own affair
		}
	}
	ch.restore(prog, func(*cfg.Loc) {}, func(e *cfg.Edge) { e.Role = cfg.RoleImplicit })
	switch res := c.verify(prog); res.Verdict {
	case verifier.True:
		return ""
	case verifier.False:
		tr := res.Traces[0].Trace
		if u := undefined[tr.Edges[len(tr.Edges)-1].To]; u != nil {
			return c.isUndefined(claims, u)
		}
		return "evaluating an invariant is undefined"
	default:
		return "whether the invariants read valid memory is not known: " + res.Reason
	}
}
