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
	"culprit/interp/texts"
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
	strayed              float64 // see strays
	chance               float64 // see chances
	support              float64 // see supported
	isolated             uint64  // a digest of what its function does by itself
	inspected            bool    // by compare
	doubt                Doubt
	doubtKnown           bool // the program with it was looked at
	suggestible          bool // it is likely enough to be shown although it is doubtful, see ambiguous
	disturbing           bool // it is a doubtful fix with which right runs compute something else, see disturbs
}

// Disarmed says how a change would make a failure disappear without any merit.
type Disarmed uint8

// The ways to disarm an assertion.
const (
	Armed        Disarmed = iota // it is as strict as before
	Touched                      // the text of the assertion, or of an input, is changed
	Unreached                    // the failing run does not come to what failed
	MadeConstant                 // something becomes constant that was not
	Overwritten                  // what the assertion reads is set for it
	OnlyForCheck                 // what is changed is read by the assertion alone
	FewerInputs                  // the failing run reads fewer inputs
	Unused                       // statements that were executed are in no run any more
	Altered                      // functions return something else in correct runs
	Resized                      // an object is made larger or smaller
	CutOff                       // a condition or loop is deleted with what it decides about
	Uncalled                     // another condition outside of the function that checks keeps it from being called
	Replaced                     // something else takes the place of what right runs compute
)

var disarmedNames = [...]string{
	"armed", "changes the assertion or an input", "what failed is not reached", "makes something constant",
	"sets what the assertion reads", "changes what only the assertion reads", "reads fewer inputs",
	"makes statements unreachable",
	"changes what functions return in correct runs", "gives an object another size", "deletes what a condition decides about",
	"the function that checks is not called any more", "correct runs compute something else with it",
}

func (d Disarmed) String() string { return disarmedNames[d] }

// search is the work on one failing run.
type search struct {
	in          *fault.Input
	prog        *program
	places      []*candidate.Place
	atFirst     int // see maxFilled/3, which 0 means
	ready       int // changes of the schemas so far, which are the first of tried
	schemas     int // after the first
	texts       map[string][]byte
	trees       map[string]*ctree.Tree
	failing     []*trial // the run to explain first
	elsewhere   []*trial // runs that stop at undefined behaviour, which the run to explain does not
	passing     []*trial
	spare       spareRuns            // sampled right runs
	others      []*fault.Test        // passing ones that only changes which pass all of passing are executed on
	kills       []int                // by passing run
	ignores     ignored              // what nothing reads in the original, see unread
	overwritten map[overwritten]bool // in the original, see takesBack
	path        []fault.Line         // of the failing run
	decided     decided              // by the original
	isolated    map[string]*calls    // by function
	want        fault.Expectation    // of the run to explain
	longest     int                  // steps of a test that ends, or has no inputs left
	sampled     int                  // of the passing runs are made from the failing input
	wrong       int                  // of the failing runs are
	tried       []*tried
	late        []*tried // of holes
	done        int      // changes executed on the failing run
	clock       work.Clock
	budget      work.Amount
	suspect     map[fault.Line]float64
	stopped     error
	left        error // why changes are in no schema
	check       *check
	literals    []uint64         // see numbers
	words       texts.Vocabulary // of the program
	asserted    *evaluations     // see held
	proofs      int              // asked for
	learned     []*fault.Test    // further failing runs, sampled and from refuted changes
}

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

// The shares of the budget in which changes are tried, since those that pass have to
// be checked in the rest, and of that the share after which changes that have to be
// parsed by themselves get their turn, too.
const (
	trying   = 2. / 3
	inSchema = 0.75
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

// atOnce executes the conversions of what overflows: nothing is as likely to be meant there, and since they are in no schema
// they come last, when often no work is left.
func (s *search) atOnce(ctx context.Context) {
	if s.in.Failure.Fault != interp.SignedOverflow {
		return
	}
	from := s.firstAlone()
	rest := s.tried[from:]
	later := func(t *tried) int {
		if t.Kind == candidate.Conversion && s.atFailure(t.Change) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(rest, func(a, b *tried) int { return later(a) - later(b) })
	n := 0
	for n < min(len(rest), candidate.MaxReturns) && later(rest[n]) == 0 {
		n++
	}
	s.execute(ctx, from, from+n, inSchema)
}

// firstAlone is the first of the changes that have to be parsed by themselves, and were not executed.
func (s *search) firstAlone() int {
	i := slices.IndexFunc(s.tried, func(t *tried) bool { return t.Alone && !t.ran })
	if i < 0 {
		return len(s.tried)
	}
	return i
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
	t.behaves = leaves(got.state.all, 0, true)
	for i, r := range s.failing[1:] {
		got := prog.run(ctx, r, t.At)
		t.behaves += leaves(got.state.all, i+1, true)
		t.steps += got.steps
		if got.passes {
			t.fixed++
		} else if t.unmended == nil {
			t.unmended = r
		}
	}
	t.all = t.fixed == len(s.failing)
	if len(s.passing) == 0 && s.onlyAsserts() && !got.printed {
		t.all = false // what was printed before the failure was right
	}
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
		if t.Bounds && !s.passing[i].kept(got) {
			continue // it wrote past the end, within what the array is a member of
		}
		t.seen++
		if s.passing[i].kept(got) {
			t.kept++
			t.behaves += leaves(got.state.all, i, false)
			if s.alters(ctx, prog, s.passing[i], t, got.state) {
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

// alters reports whether a right run leaves something else behind with a change, besides what an
// assertion does not speak of: the value of the variable that the change sets, which is another to begin with.
// Of a change that is in no schema that is not known.
func (s *search) alters(ctx context.Context, prog *program, r *trial, t *tried, leaves left) bool {
	if leaves == r.state || t.Alone {
		return false
	}
	if !t.Sets.Known() || s.in.Failure.Kind != fault.FailedAssertion {
		return true
	}
	run := prog.changed(ctx, r, t.At)
	defer run.Release()
	got := run.Finish()
	t.steps += got.Steps
	return prog.state(&got, t.Sets) != prog.state(&r.base, t.Sets)
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

// otherFailure reports whether a run of the original that ends so stops at undefined
// behaviour although the run to explain does not.
func (s *search) otherFailure(ended interp.Status) bool {
	return s.in.Failure.Kind != fault.UndefinedBehavior && ended == interp.Faulted
}

// onlyAsserts reports whether only an assertion, or undefined
// behaviour, tells failing from passing runs.
func (s *search) onlyAsserts() bool {
	k := s.in.Failure.Kind
	return (k == fault.FailedAssertion || k == fault.UndefinedBehavior) && !s.want.HasOutput
}
