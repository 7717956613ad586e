package check

import (
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/interp"
	"culprit/svcomp/witness"
	"culprit/verifier"
)

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
			return f.confirmed(prog, o.Trace)
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
		return f.confirmed(res.Program, res.Traces[0].Trace)
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

func (f *follower) confirmed(prog *cfg.Program, tr *cfg.Trace) *Answer {
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
