package repair

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sync"

	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/repair/candidate"
)

// tried is a change with what it does.
type tried struct {
	*candidate.Change
	prior float64 // see search.weight
	order float64 // suspicion of its place times its prior
	// differs says that the failing run ends in another way, passes that it
	// passes; then fixed of the failing runs pass, and kept of seen passing
	// runs do as before.
	ran, differs, passes bool
	fixed, kept, seen    int
	elsewhere            int         // so many of search.elsewhere pass, if all failing runs do
	unmended             *trial      // the first of the failing runs that still fails, nil if none does
	all                  bool        // all runs pass
	reason               string      // why it is a fix, "" if it is not, or not known to be one
	proof                fault.Proof // by the verifier
	disarmed             Disarmed
	steps                int
	compared             bool    // see findMixed
	behaves              uint64  // a digest of what runs leave behind
	altered              int     // so many of the passing runs leave something else
	chance               float64 // see chances
	support              float64 // see supported
	isolated             uint64  // a digest of what its function does by itself
	inspected            bool    // by compare
	doubt                Doubt
	doubtKnown           bool // the program with it was looked at
	disturbing           bool // it is a doubtful fix with which right runs compute something else, see disturbs
}

// search is the work on one failing run.
type search struct {
	in        *fault.Input
	prog      *program
	places    []*candidate.Place
	atFirst   int // see maxFilled/3, which 0 means
	ready     int // changes of the schemas so far, which are the first of tried
	schemas   int // after the first
	texts     map[string][]byte
	trees     map[string]*ctree.Tree
	failing   []*trial // the run to explain first
	elsewhere []*trial // runs that stop at undefined behaviour, which the run to explain does not
	passing   []*trial
	others    []*fault.Test     // passing ones that only changes which pass all of passing are executed on
	kills     []int             // by passing run
	ignores   ignored           // what nothing reads in the original, see unread
	path      []fault.Line      // of the failing run
	decided   decided           // by the original
	isolated  map[string]*calls // by function
	want      fault.Expectation // of the run to explain
	longest   int               // steps of a test that ends, or has no inputs left
	sampled   int               // of the passing runs are made from the failing input
	wrong     int               // of the failing runs are
	tried     []*tried
	late      []*tried // of holes
	done      int      // changes executed on the failing run
	clock     work.Clock
	budget    work.Amount
	suspect   map[fault.Line]float64
	stopped   error
	left      error // why changes are in no schema
	check     *check
	literals  []uint64      // see numbers
	proofs    int           // asked for
	learned   []*fault.Test // further failing runs, sampled and from refuted changes
}

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

// parsed counts a text parsed again.
func (s *search) parsed() {
	for _, text := range s.texts {
		s.clock.Count(len(text), byteCost)
		s.clock.Add(textCost)
	}
}

// ran counts a run of so many statements.
func (s *search) ran(steps int) {
	s.clock.Count(steps, work.Statement)
	s.clock.Add(runCost)
}

// batch is how many changes are executed before the order of the tests and the
// budget are looked at again: of a schema, and of those that are parsed by
// themselves.
const (
	batch      = 128
	batchAlone = 8
)

// functionAt is the function whose body an edit is in, nil if there is none.
func (s *search) functionAt(e candidate.Edit) *ctree.Func {
	for _, f := range s.trees[e.File].Funcs {
		if f.Body != nil && f.Body.Start <= e.Start && e.End <= f.Body.End {
			return f
		}
	}
	return nil
}

// observing is the share of the budget after which no further tests are executed
// on the schema, since changes have to be, too.
const observing = 0.5

// trial executes a test of the original on the schema.
func (s *search) trial(ctx context.Context, t *fault.Test, fails bool) (*trial, error) {
	r, err := s.prog.newTrial(ctx, s.in, t, fails)
	if r != nil {
		s.ran(r.cost)
	}
	return r, err
}

// trials executes the tests on the schema.
func (s *search) trials(ctx context.Context) error {
	first, err := s.trial(ctx, s.in.Failing, true)
	if err != nil {
		return err
	}
	if s.onlyAsserts() {
		first.state = s.prog.state(&first.base)
	}
	s.failing = []*trial{first}
	for _, t := range spread(s.in.Others, maxTrials/4) {
		if float64(s.clock.Now()) > observing*float64(s.budget) {
			break
		}
		r, err := s.trial(ctx, t, true)
		switch {
		case err != nil:
		case s.otherFailure(r.base.Status):
			s.elsewhere = append(s.elsewhere, r)
		default:
			s.failing = append(s.failing, r)
		}
	}
	c, err := s.in.Coverage(ctx)
	if err != nil {
		return err
	}
	var near []*fault.Test
	near, s.others = nearAndFar(s.in.Passing, c.Like, maxTrials)
	for i, t := range near {
		if len(s.passing) > 0 && float64(s.clock.Now()) > observing*float64(s.budget) {
			s.others = append(near[i:], s.others...)
			break
		}
		if r, err := s.trial(ctx, t, false); err == nil {
			s.passing = append(s.passing, r)
		}
	}
	s.sample(ctx)
	for _, r := range slices.Concat(s.failing, s.passing) {
		if r.base.Status == interp.Exited || r.base.Status == interp.InputsEnded {
			s.longest = max(s.longest, r.base.Steps)
		}
	}
	s.begin()
	s.kills = make([]int, len(s.passing))
	return ctx.Err()
}

// begin prepares the tests for runs with changes.
func (s *search) begin() {
	for i, r := range slices.Concat(s.failing, s.elsewhere, s.passing) {
		r.begin(s.prog, s.in, s.longest, i == 0)
	}
}

// nearAndFar picks n tests, half of them the most similar ones to the failing
// run, the other half at equal distances. It returns the rest, too, the most
// similar first.
func nearAndFar(tests []*fault.Test, like []float64, n int) (picked, rest []*fault.Test) {
	order := make([]int, len(tests))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(like[b], like[a]) })
	near := min(n-n/2, len(order))
	for _, i := range order[:near] {
		picked = append(picked, tests[i])
	}
	far := map[int]bool{}
	for _, i := range spread(order[near:], n/2) {
		picked = append(picked, tests[i])
		far[i] = true
	}
	for _, i := range order[near:] {
		if !far[i] {
			rest = append(rest, tests[i])
		}
	}
	return picked, rest
}

// spread picks n of a list, at equal distances.
func spread[T any](all []T, n int) []T {
	if len(all) <= n {
		return all
	}
	var out []T
	for i := range n {
		out = append(out, all[i*len(all)/n])
	}
	return out
}

// execute executes the changes from one number up to another in their order,
// until a share of the budget is exhausted. It returns the first that is left.
func (s *search) execute(ctx context.Context, from, to int, share float64) int {
	for n := 0; from < to && s.stopped == nil; from += n {
		if now := s.clock.Now(); now >= s.budget {
			s.stopped = errBudget
			break
		} else if float64(now) >= share*float64(s.budget) {
			break
		}
		n = batch
		if s.tried[from].Alone {
			n = batchAlone
		}
		part := s.tried[from:min(from+n, to)]
		order := s.order()
		parallel(len(part), func(i int) {
			if ctx.Err() == nil {
				s.one(ctx, part[i], order)
			}
		})
		if ctx.Err() != nil {
			s.stopped = context.Cause(ctx)
			break
		}
		s.account(part, order)
	}
	return min(from, to)
}

var errBudget = errors.New("the budget is exhausted")

// account counts the work and the passing runs that changes break.
func (s *search) account(part []*tried, order []int) {
	for _, t := range part {
		s.done++
		s.ran(t.steps)
		if t.Alone {
			s.parsed()
		}
		if t.passes && !t.all && t.seen > t.kept && t.seen <= len(order) {
			s.kills[order[t.seen-1]]++
		}
	}
}

// order is the passing runs, those first that most changes broke.
func (s *search) order() []int {
	out := make([]int, len(s.passing))
	for i := range out {
		out[i] = i
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(s.kills[b], s.kills[a]) })
	return out
}

// one executes a change: on the failing run, and if that passes on the others.
func (s *search) one(ctx context.Context, t *tried, order []int) {
	prog, err := s.program(ctx, t)
	if err != nil {
		return
	}
	got := prog.run(ctx, s.failing[0], t.At)
	t.ran, t.differs, t.passes, t.steps = true, got.differs, got.passes, got.steps
	if !t.passes {
		return
	}
	t.fixed = 1
	t.behaves = leaves(got.state, 0, true)
	for i, r := range s.failing[1:] {
		got := prog.run(ctx, r, t.At)
		t.behaves += leaves(got.state, i+1, true)
		t.steps += got.steps
		if got.passes {
			t.fixed++
		} else if t.unmended == nil {
			t.unmended = r
		}
	}
	t.all = t.fixed == len(s.failing)
	for i := 0; t.all && i < len(s.elsewhere); i++ {
		got := prog.run(ctx, s.elsewhere[i], t.At)
		t.steps += got.steps
		if got.passes {
			t.elsewhere++
		} else if t.unmended == nil {
			t.unmended = s.elsewhere[i]
		}
	}
	for _, i := range order {
		got := prog.run(ctx, s.passing[i], t.At)
		t.steps += got.steps
		t.seen++
		if s.passing[i].kept(got) {
			t.kept++
			t.behaves += leaves(got.state, i, false)
			if got.state != s.passing[i].state {
				t.altered++
			}
			continue
		}
		t.all = false
		if t.seen-t.kept >= candidate.MaxNamed {
			return
		}
	}
}

// program is what a change is executed on: the schema, or its own text.
func (s *search) program(ctx context.Context, t *tried) (*program, error) {
	if t.Alone {
		return s.alone(ctx, t)
	}
	return s.prog, nil
}

// alone lowers the text with a change that is in no schema.
func (s *search) alone(ctx context.Context, t *tried) (*program, error) {
	prog, err := s.in.Source.Lower(ctx, s.changed(t.Change))
	if err != nil {
		return nil, err
	}
	return &program{prog: prog, text: true}, nil
}

// changed is the text with a change.
func (s *search) changed(c *candidate.Change) map[string][]byte {
	byFile := map[string][]candidate.Edit{}
	for _, e := range c.Edits {
		byFile[e.File] = append(byFile[e.File], e)
	}
	out := maps.Clone(s.texts)
	for name, edits := range byFile {
		out[name] = candidate.Apply(s.texts[name], edits)
	}
	return out
}

// further executes the changes that pass all runs so far on the other passing
// tests: a line that only a few tests come to can be changed in many ways that
// these do not tell apart.
func (s *search) further(ctx context.Context) {
	end := s.clock.Now() + max(0, s.budget-s.clock.Now())/2
	var left []*tried
	for _, t := range s.tried {
		if t.all && t.disarmed == Armed && !t.Alone {
			left = append(left, t)
		}
	}
	for len(s.others) > 0 && len(left) > 0 && ctx.Err() == nil && s.clock.Now() < end {
		test := s.others[0]
		s.others = s.others[1:]
		r, err := s.prog.plainTrial(ctx, s.in, test, false)
		if err != nil {
			continue
		}
		r.begin(s.prog, s.in, s.longest, false)
		parallel(len(left), func(i int) {
			got := s.prog.run(ctx, r, left[i].At)
			if ctx.Err() != nil {
				return
			}
			left[i].steps = got.steps
			left[i].seen++
			if r.kept(got) {
				left[i].kept++
			} else {
				left[i].all = false
			}
		})
		s.clock.Count(2*r.base.Steps, work.Statement)
		for _, t := range left {
			s.ran(t.steps)
		}
		left = slices.DeleteFunc(left, func(t *tried) bool { return !t.all })
	}
}

// parallel calls f for 0 to n-1, on all processors.
func parallel(n int, f func(int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	var all sync.WaitGroup
	for w := range workers {
		all.Go(func() {
			for i := w; i < n; i += workers {
				f(i)
			}
		})
	}
	all.Wait()
}
