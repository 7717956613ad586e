package check

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/concolic"
	"culprit/frontend/ctree"
	"culprit/interp"
	"culprit/svcomp/witness"
	"culprit/verifier"
)

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
		o := fast.Execute(src, interp.Limits{Steps: interp.MaxSearchSteps})
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

// follower restricts a program to the runs that a violation sequence allows.
type follower struct {
	*checker
	segments []witness.Segment
	points   map[*ctree.Place][]point // by the place where they are evaluated
	order    []spot
}

// suitable says which places a waypoint may be at.
func suitable(w *witness.Waypoint) func(*ctree.Place) bool {
	return func(p *ctree.Place) bool {
		switch w.Type {
		case witness.Assumption:
			return p.Kind == ctree.PlaceStatement || p.Kind == ctree.PlaceDeclaration
		case witness.Branching:
			if w.Constraint == "true" || w.Constraint == "false" {
				return p.Kind == ctree.PlaceBranching
			}
			return p.Kind == ctree.PlaceSwitch
		}
		return p.Kind == ctree.PlaceCall
	}
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

// claim is an invariant at a place.
type claim struct {
	*witness.Invariant
	place spot
	text  string // of the expression
	loop  bool   // it holds before the condition of a loop
}

func clip(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:77]) + "..."
	}
	return s
}

// point is a waypoint of a segment.
type point struct {
	segment int
	*witness.Waypoint
}

// verify runs the verifier on a program for the time that is left.
func (c *checker) verify(prog *cfg.Program) *verifier.Result {
	conf := verifier.Config{
		NoRelevance: true, Memory: c.conf.Memory, Engine: c.conf.Engine,
		Replay: interp.Replay, Library: interp.Ask, Search: concolic.Search, States: interp.Explore, Worlds: interp.Worlds, Log: c.conf.Log,
	}
	if c.conf.Timeout > 0 {
		conf.Timeout = max(c.conf.Timeout-time.Since(c.start), time.Millisecond)
	}
	return verifier.Verify(c.ctx, prog, conf)
}
