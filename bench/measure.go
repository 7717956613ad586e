package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Plan is a measurement: tasks, how to run them, and where the rows go.
type Plan struct {
	Tasks  []Task // all of them, sorted, also where only a shard is run
	Config Config
	// Output is the result file, "" for none. An unfinished measurement has
	// its rows in a journal beside it; the same plan continues it.
	Output string
	// Shard and Of select every Of-th task, from the one numbered Shard; 0:
	// all.
	Shard, Of int
	Fresh     bool     // forget earlier results
	Retry     []string // statuses (unknown, error, …) whose rows are measured again
	// Begin is told how many rows there will be, and those that there are
	// already.
	Begin func(total int, earlier []Result)
	// OnResult is told of each new row, when it is on the disk.
	OnResult func(*Result)
}

// ErrInterrupted ends a measurement that was stopped from outside. The rows
// so far are in the journal.
var ErrInterrupted = errors.New("interrupted")

// Measure carries out a plan and returns the rows of its tasks in their order.
// After ErrInterrupted these are the rows so far.
func (p *Plan) Measure(ctx context.Context) ([]Result, error) {
	id, err := identify(p.Tasks, p.Config)
	if err != nil {
		return nil, err
	}
	m := &measurement{plan: p, id: id, rows: map[int]Result{}}
	for i := range p.Tasks {
		if p.owns(i) {
			m.mine = append(m.mine, i)
		}
	}
	if p.Output != "" {
		if err := m.resume(); err != nil {
			return nil, err
		}
		defer m.journal.f.Close()
	}
	return m.run(ctx)
}

// owns reports whether the task with index i is in the shard. Tasks of one
// family are neighbours, so that every shard gets some of each.
func (p *Plan) owns(i int) bool { return p.Of == 0 || i%p.Of == p.Shard-1 }

// measurement is a plan being carried out.
type measurement struct {
	plan    *Plan
	id      identity
	mine    []int          // indices of the tasks of this shard
	rows    map[int]Result // by index
	journal *journal       // nil without a result file
}

// results returns the rows in the order of the tasks.
func (m *measurement) results() []Result {
	var out []Result
	for _, i := range m.mine {
		if r, ok := m.rows[i]; ok {
			out = append(out, r)
		}
	}
	return out
}

// run measures what is missing.
func (m *measurement) run(ctx context.Context) ([]Result, error) {
	p := m.plan
	var open []int
	var tasks []Task
	for _, i := range m.mine {
		if _, ok := m.rows[i]; !ok {
			open, tasks = append(open, i), append(tasks, p.Tasks[i])
		}
	}
	if p.Begin != nil {
		p.Begin(len(m.mine), m.results())
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var failed error
	each(ctx, tasks, p.Config, func(k int, run Run) {
		if run.Reason == interrupted || failed != nil {
			return
		}
		if p.Config.OnRun != nil {
			p.Config.OnRun(&run)
		}
		r := run.result()
		r.Number, r.Of, r.Measurement = open[k]+1, len(p.Tasks), m.id.id()
		if m.journal != nil {
			if failed = m.journal.appendResult(&r); failed != nil {
				stop() // a full disk, for instance: no use to go on
				return
			}
		}
		m.rows[open[k]] = r
		if p.OnResult != nil {
			p.OnResult(&r)
		}
	})
	out := m.results()
	switch {
	case failed != nil:
		return out, failed
	case len(out) < len(m.mine):
		return out, ErrInterrupted
	case m.journal == nil:
		return out, nil
	}
	if err := writeOutput(p.Output, out); err != nil {
		return out, err
	}
	return out, m.journal.remove()
}

func (m *measurement) shard() string {
	if m.plan.Of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", m.plan.Shard, m.plan.Of)
}

// resume takes over the rows of an earlier run of the same plan: those of the
// result file, if it was finished, or of the journal, which may continue a
// result file.
func (m *measurement) resume() error {
	p := m.plan
	if info, err := os.Stat(p.Output); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s: is not a regular file", p.Output)
	}
	if info, err := os.Stat(filepath.Dir(p.Output)); err != nil || !info.IsDir() {
		return fmt.Errorf("%s: no folder %s to write it to", p.Output, filepath.Dir(p.Output))
	}
	j, err := openJournal(p.Output)
	if err != nil {
		return err
	}
	m.journal = j
	if err := m.takeOver(); err != nil {
		if info, serr := j.f.Stat(); serr == nil && info.Size() == 0 {
			os.Remove(j.path) // made just now
		}
		j.f.Close()
		return err
	}
	return nil
}

func (m *measurement) takeOver() error {
	p, j := m.plan, m.journal
	if p.Fresh {
		if err := j.restart(); err != nil {
			return err
		}
		return m.journal.appendHeader(m.header(nil))
	}
	payloads, err := j.read()
	if err != nil {
		return fmt.Errorf("%w; --fresh starts anew", err)
	}
	retried := []string(nil)
	over := false
	for i, payload := range payloads {
		e, err := parseEntry(payload)
		switch {
		case err != nil:
		case i == 0 && e.head == nil:
			err = errDamaged
		case i == 0:
			over = e.head.Over
			if err = m.sameAs(e.head); err == nil && over {
				err = m.readOutput()
			}
		}
		if err == nil && e.head != nil {
			m.discard(e.head.Retry)
			retried = e.head.Retry
		} else if err == nil {
			err = m.take(*e.row)
		}
		if errors.Is(err, errDamaged) {
			err = fmt.Errorf("%s: %w; --fresh starts anew", j.path, err)
		}
		if err != nil {
			return err
		}
	}
	if len(payloads) == 0 {
		if _, err := os.Stat(p.Output); err == nil {
			over = true
			if err := m.readOutput(); err != nil {
				return err
			}
		}
	}
	if len(payloads) > 0 && (len(p.Retry) == 0 || slices.Equal(p.Retry, retried)) {
		return nil
	}
	m.discard(p.Retry)
	h := m.header(p.Retry)
	h.Over = over
	return j.appendHeader(h)
}

func (m *measurement) header(retry []string) header {
	return header{Format: journalFormat, Measurement: m.id, Shard: m.shard(), Retry: retry}
}

// sameAs compares the header of a journal with the plan.
func (m *measurement) sameAs(h *header) error {
	what := h.Measurement.differs(m.id)
	switch {
	case h.Format != journalFormat:
		what = "the format"
	case what != "":
	case h.Shard != m.shard():
		what = fmt.Sprintf("the shard (%q, now %q)", h.Shard, m.shard())
	default:
		return nil
	}
	return fmt.Errorf("%s: begun with other settings, %s differs; --fresh starts anew", m.journal.path, what)
}

// readOutput takes the rows of the result file.
func (m *measurement) readOutput() error {
	out := m.plan.Output
	rows, err := ReadResults(out)
	if err != nil {
		return fmt.Errorf("%w; --fresh replaces the file", err)
	}
	for _, r := range rows {
		if r.Measurement != m.id.id() {
			return fmt.Errorf("%s: holds another measurement (program, flags, limits or tasks differ); --fresh replaces it", out)
		}
		if err := m.take(r); err != nil {
			return fmt.Errorf("%s: holds tasks of another shard; --fresh replaces it", out)
		}
	}
	return nil
}

// take adds a row.
func (m *measurement) take(r Result) error {
	i := r.Number - 1
	if i < 0 || i >= len(m.plan.Tasks) || !m.plan.owns(i) || m.plan.Tasks[i].ID != r.Task {
		return fmt.Errorf("%w: a row for task %q, number %d", errDamaged, r.Task, r.Number)
	}
	m.rows[i] = r
	return nil
}

// discard drops the rows with these statuses.
func (m *measurement) discard(statuses []string) {
	for i, r := range m.rows {
		if slices.Contains(statuses, r.Status) {
			delete(m.rows, i)
		}
	}
}
