package interp

import (
	"cmp"
	"errors"
	"io"
	"iter"
	"slices"
	"sort"
	"sync"

	"culprit/cfg"
)

// Recording is a recorded run: every statement instance with the values it
// read and wrote. Execution is deterministic except for its inputs, so it is
// enough to keep those, and copies of the machine (checkpoints) from which All
// executes again what is asked for, in code that notes its accesses. Thus a
// run is recorded at its own speed, and a recording takes the room of its
// inputs and of the memory pages that differ between two checkpoints.
type Recording struct {
	Prog   *cfg.Program
	First  int // number of the first instance recorded: 0, or where Session.Record began
	N      int // number of instances of the run
	Result RunResult

	mu      sync.Mutex // guards what follows
	points  []*Session // checkpoints, ascending, the first where the recording begins; nil when closed
	readers int        // iterations under way
	closed  bool
	tape    *tape // to close, or nil

	printed []printedBy // unless the output went elsewhere
}

// checkpointing says where the checkpoints of a recording are. The zero value
// means the defaults.
type checkpointing struct {
	every  uint64 // least distance in instances, doubled when the budget is exhausted
	budget uint64 // bytes that the checkpoints may take
}

func (c checkpointing) withDefaults() checkpointing {
	c.every = cmp.Or(c.every, 1<<20)
	c.budget = cmp.Or(c.budget, 1<<26)
	return c
}

// All iterates over the instances from number from on. The *cfg.Instance and
// its slices are reused: copy what is to be kept. Several iterations may continue
// at the same time.
func (r *Recording) All(from int) iter.Seq[*cfg.Instance] {
	return func(yield func(*cfg.Instance) bool) {
		if s := r.at(from); s != nil {
			defer r.release()
			s.run(never, yield)
		}
	}
}

// Sessions is All; with each instance it hands out the run as it is after it.
func (r *Recording) Sessions(from int) iter.Seq2[*Session, *cfg.Instance] {
	return func(yield func(*Session, *cfg.Instance) bool) {
		if s := r.at(from); s != nil {
			defer r.release()
			s.run(never, func(in *cfg.Instance) bool { return yield(s, in) })
		}
	}
}

// WithOutput is All; with each instance it hands out the number of bytes printed to
// standard output since the iteration began.
func (r *Recording) WithOutput(from int) iter.Seq2[*cfg.Instance, int64] {
	return func(yield func(*cfg.Instance, int64) bool) {
		if s := r.at(from); s != nil {
			defer r.release()
			printed := s.m.countOutput()
			s.run(never, func(in *cfg.Instance) bool { return yield(in, *printed) })
		}
	}
}

// at is a copy of the run before an instance, nil if there is no such instance.
// Who gets one calls release when he is done with it.
func (r *Recording) at(from int) *Session {
	from = max(from, r.First)
	r.mu.Lock() // a copy marks what it shares in its original, too
	if from >= r.N || len(r.points) == 0 {
		r.mu.Unlock()
		return nil
	}
	i := sort.Search(len(r.points), func(i int) bool { return r.points[i].At() > from }) - 1
	s := r.points[i].Fork()
	s.SetOutput(io.Discard, io.Discard)
	r.readers++
	r.mu.Unlock()
	s.m.ctx, s.m.maxSteps = nil, uint64(r.N) // the run may have been interrupted
	s.m.limit = s.m.steps
	if s.At() < from && !s.run(uint64(from), nil) {
		panic("interp: a recorded run cannot be repeated")
	}
	return s
}

// release ends the use of a copy that at returned.
func (r *Recording) release() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.readers--
	if r.closed && r.readers == 0 && r.tape != nil {
		r.tape.close()
	}
}

// Close gives up what the recording keeps, in memory and in a temporary file.
// All then finds nothing; iterations that are under way continue, and the last of
// them closes the file.
func (r *Recording) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.points, r.closed = nil, true
	if r.readers > 0 || r.tape == nil {
		return nil
	}
	return r.tape.close()
}

// Record runs prog as Run does and records it. The caller must Close the
// recording.
func Record(prog *cfg.Program, conf RunConfig) (*Recording, error) {
	s := NewSession(prog, conf)
	r, err := s.Record()
	if err != nil {
		return nil, err
	}
	if m, ok := s.in.conf.Inputs.(*memo); ok {
		r.tape = &m.tape
	}
	return r, nil
}

// printLog is an output that remembers which instance wrote what.
type printLog struct {
	run  *Session
	buf  []byte
	ends []printedBy
}

// printedBy says that an instance wrote up to an offset.
type printedBy struct{ end, at int }

// Write implements io.Writer. The library writes through at once, during the
// instance that prints, which counts as executed then.
func (p *printLog) Write(b []byte) (int, error) {
	p.buf = append(p.buf, b...)
	at := p.run.At() - 1
	if n := len(p.ends); n > 0 && p.ends[n-1].at == at {
		p.ends[n-1].end = len(p.buf)
	} else {
		p.ends = append(p.ends, printedBy{len(p.buf), at})
	}
	return len(b), nil
}

// Printed is the instance that wrote the byte of Result.Stdout at an offset,
// and the range of what it wrote; -1 if none did, or before the recording
// began.
func (r *Recording) Printed(offset int) (at, start, end int) {
	k := sort.Search(len(r.printed), func(k int) bool { return r.printed[k].end > offset })
	if k == len(r.printed) {
		return -1, 0, 0
	}
	if k > 0 {
		start = r.printed[k-1].end
	}
	return r.printed[k].at, start, r.printed[k].end
}

// Record runs to the end and records that part.
func (s *Session) Record() (*Recording, error) {
	if s.m.status != Running {
		return nil, errors.New("the run has ended")
	}
	var log *printLog
	if kept := s.m.output[0]; kept != nil { // the output goes nowhere else
		log = &printLog{run: s, buf: slices.Clone(kept.data)}
		if len(log.buf) > 0 {
			log.ends = []printedBy{{len(log.buf), -1}}
		}
		s.SetOutput(log, s.in.conf.Stderr)
	}
	c := s.points.withDefaults()
	r := &Recording{Prog: s.prog, First: s.At(), points: []*Session{s.Fork()}}
	held := uint64(0)
	for s.run(s.m.steps+c.every, nil) {
		last := r.points[len(r.points)-1]
		r.points = append(r.points, s.Fork())
		for held += last.held(s); held > c.budget && len(r.points) > 2; held = r.held() {
			r.thin()
			c.every *= 2
		}
	}
	r.Result = s.m.result()
	if log != nil {
		r.Result.Stdout, r.printed = log.buf, log.ends
	}
	r.N = int(s.m.steps)
	return r, nil
}

// thin drops every other checkpoint but the first and the last.
func (r *Recording) thin() {
	kept := r.points[:1]
	for i, p := range r.points[1:] {
		if i%2 == 1 || i == len(r.points)-2 {
			kept = append(kept, p)
		}
	}
	clear(r.points[len(kept):])
	r.points = kept
}

// held is about the number of bytes that only the checkpoints need.
func (r *Recording) held() uint64 {
	n := uint64(0)
	for i, p := range r.points[1:] {
		n += r.points[i].held(p)
	}
	return n
}

// held is about the number of bytes of s that a later copy does not share.
func (s *Session) held(next *Session) uint64 {
	m := s.m
	pages := m.mem.replaced(next.m.mem)
	if m.shadow != nil {
		pages += m.shadow.replaced(next.m.shadow)
	}
	slots := len(m.reg) + 3*len(m.frames) + len(m.own.saved) + 10*(len(m.heap)+len(m.stack)+len(m.statics)) + len(m.pool.waiting)
	return uint64(pages)*pageSize + uint64(slots)*8
}
