package interp

import (
	"fmt"

	"culprit/cfg"
)

// Divergence says where an execution leaves the trace it should follow.
type Divergence struct {
	Step   int       // index into the trace
	Edge   *cfg.Edge // the edge of the trace there, nil after its end
	Reason string
}

func (d *Divergence) Error() string {
	if d.Edge == nil {
		return fmt.Sprintf("replay diverges after the last step %d: %s", d.Step, d.Reason)
	}
	at := d.Edge.Pos.String()
	if d.Edge.Text != "" {
		at += " " + d.Edge.Text
	}
	return fmt.Sprintf("replay diverges at step %d (%s): %s", d.Step, at, d.Reason)
}

// ReplayResult describes a replayed trace.
type ReplayResult struct {
	Loc     *cfg.Loc // the error location reached
	Notes   []Fault  // undefined behaviour on the way, each place and kind once
	Unknown []*cfg.Edge
	// Values is the operation that overflows at Loc with the values of its
	// operands, "" if it is none or they are too involved.
	Values string
	// Places are those of the inputs into memory, by input.
	Places map[int]Place
	// Fault is what the error location is about, if that is the use of memory.
	Fault *Fault
}

// Place is a range of memory.
type Place struct{ Addr, Size uint64 }

// Replay executes prog from its entry with the inputs of tr. It returns nil
// if the execution follows exactly the edges of tr to an Error location, and
// a *Divergence otherwise. Return edges may be left out of the trace.
func Replay(prog *cfg.Program, tr *cfg.Trace) error {
	_, err := ReplayNotes(prog, tr)
	return err
}

// ReplayNotes is Replay that also reports what it noticed.
func ReplayNotes(prog *cfg.Program, tr *cfg.Trace) (ReplayResult, error) {
	return Compile(prog, true).Replay(tr)
}

// follower drives a machine along a trace.
type follower struct {
	tr    *cfg.Trace
	pos   int // edges of the trace already matched
	input int // inputs consumed
	err   *Divergence

	places map[int]Place // of the inputs into memory
}

// Replay replays one trace on code compiled for recording.
func (c *Code) Replay(tr *cfg.Trace) (ReplayResult, error) {
	if !c.Opt.Announce {
		panic("interp: this code cannot replay")
	}
	res, nans, err := c.replay(tr, false)
	if nans {
		if _, _, other := c.replay(tr, true); (err == nil) != (other == nil) {
			d := err
			if d == nil {
				d = other
			}
			return res, &Divergence{Step: d.Step, Edge: d.Edge, Reason: "the sign or payload of a NaN decides, which the processor chooses"}
		}
	}
	if err != nil {
		return res, err
	}
	return res, nil
}

// replay replays a trace, with other NaNs than the canonical one if it is asked
// to; nans says that the trace computes a NaN.
func (c *Code) replay(tr *cfg.Trace, other bool) (res ReplayResult, nans bool, err *Divergence) {
	f := &follower{tr: tr, places: map[int]Place{}}
	m := newMachine(c, f, Limits{Steps: 2*len(tr.Edges) + 1})
	m.checks, m.otherNaN = true, other
	m.observe = f.step
	m.choose = f.choose
	m.run()
	res = ReplayResult{Loc: m.loc, Notes: m.notes, Unknown: m.unknown, Places: f.places}
	if m.status == ReachedError {
		res.Values = m.operation(m.loc)
	}
	if m.confirmed && len(m.notes) > 0 {
		res.Fault = &m.notes[len(m.notes)-1]
	}
	switch {
	case f.err != nil:
	case m.status != ReachedError:
		reason := m.status.String()
		if m.reason != "" {
			reason += ": " + m.reason
		}
		if m.status == InputsEnded {
			f.pos-- // the statement that lacks its input has been matched
		}
		f.fail(reason)
	case f.pos < len(tr.Edges):
		f.fail("the error location is reached before the trace ends")
	case f.input < len(tr.Inputs):
		f.fail(fmt.Sprintf("%d of %d inputs were not used", len(tr.Inputs)-f.input, len(tr.Inputs)))
	}
	return res, m.nans, f.err
}

func (f *follower) fail(reason string) {
	if f.err != nil {
		return
	}
	f.err = &Divergence{Step: f.pos, Reason: reason}
	if f.pos < len(f.tr.Edges) {
		f.err.Edge = f.tr.Edges[f.pos]
	}
}

// step matches an executed edge with the trace.
func (f *follower) step(e *cfg.Edge) bool {
	switch {
	case f.pos < len(f.tr.Edges) && f.tr.Edges[f.pos] == e:
		f.pos++
		return true
	case isReturn(e):
		return true
	case f.pos >= len(f.tr.Edges):
		f.fail("the execution goes on: " + describe(e))
	default:
		f.fail("the execution takes another edge: " + describe(e))
	}
	return false
}

func isReturn(e *cfg.Edge) bool {
	_, ok := e.Stmt.(*cfg.Return)
	return ok
}

// choose prefers the trace's edge where several are enabled.
func (f *follower) choose(enabled []*cfg.Edge) int {
	for i, e := range enabled {
		if f.pos < len(f.tr.Edges) && f.tr.Edges[f.pos] == e {
			return i
		}
	}
	return 0
}

// next returns the input of the current step.
func (f *follower) next() (cfg.Input, bool) {
	if f.input >= len(f.tr.Inputs) {
		return cfg.Input{}, false
	}
	in := f.tr.Inputs[f.input]
	if in.Step != f.pos-1 {
		f.pos--
		f.fail(fmt.Sprintf("input %d belongs to step %d", f.input, in.Step))
		return cfg.Input{}, false
	}
	f.input++
	return in, true
}

// Value implements InputSource.
func (f *follower) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) {
	in, ok := f.next()
	return in.Value, ok
}

// Memory implements InputSource.
func (f *follower) Memory(_ *cfg.Edge, addr, size uint64) (map[uint64]byte, bool) {
	in, ok := f.next()
	if ok {
		f.places[f.input-1] = Place{addr, size}
	}
	return in.Mem, ok
}
