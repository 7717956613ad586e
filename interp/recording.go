package interp

import (
	"errors"
	"io"
	"iter"

	"culprit/cfg"
)

// Recording is a recorded run: every statement instance with the values it
// read and wrote. Execution is deterministic but for its inputs, so it is
// enough to keep those, and copies of the machine from which All executes
// again what is asked for.
type Recording struct {
	Prog   *cfg.Program
	N      int // number of instances
	Result RunResult

	points []*Session // the run at some instances, ascending, the first at its start
}

// checkpointEvery is the distance of the copies of the machine in instances.
const checkpointEvery = 1 << 20

// All iterates over the instances from number from on. The *cfg.Instance is
// reused: copy what is to be kept.
func (r *Recording) All(from int) iter.Seq[*cfg.Instance] {
	return func(yield func(*cfg.Instance) bool) {
		for in := range r.all(from) {
			if !yield(in) {
				return
			}
		}
	}
}

// all is All; with each instance it hands out the number of bytes printed to
// standard output since the iteration began.
func (r *Recording) all(from int) iter.Seq2[*cfg.Instance, int64] {
	return func(yield func(*cfg.Instance, int64) bool) {
		from := max(from, 0)
		if from >= r.N {
			return
		}
		i := 0
		for i+1 < len(r.points) && r.points[i+1].At() <= from {
			i++
		}
		s := r.points[i].Fork()
		s.SetOutput(io.Discard, io.Discard)
		s.m.ctx, s.m.maxSteps, s.m.limit = nil, uint64(r.N), uint64(r.N) // it may have been interrupted
		printed := s.m.countOutput()
		if s.At() < from && !s.run(uint64(from), nil) {
			// The run ends during the instance asked for.
			panic("interp: a recorded run cannot be repeated")
		}
		s.run(never, func(in *cfg.Instance) bool { return yield(in, *printed) })
	}
}

// Close removes the file the recording spilled to.
func (r *Recording) Close() error {
	r.points = nil
	return nil
}

// Record runs prog as Run does and records it.
func Record(prog *cfg.Program, conf RunConfig) (*Recording, error) {
	return NewSession(prog, conf).Record()
}

// Record runs to the end and records that part.
func (s *Session) Record() (*Recording, error) {
	if s.m.status != Running {
		return nil, errors.New("the run has ended")
	}
	r := &Recording{Prog: s.prog, points: []*Session{s.Fork()}}
	for at := s.m.steps + checkpointEvery; s.run(at, nil); at += checkpointEvery {
		r.points = append(r.points, s.Fork())
	}
	r.Result = s.m.result()
	r.N = int(s.m.steps)
	return r, nil
}
