package repair

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"culprit/concolic"
	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/interp/texts"
	"culprit/repair/candidate"
)

// Where there are no passing runs, what the program does is sampled: it is
// executed on inputs close to the failing one. A change has to leave those runs
// as they are in which no assertion fails and nothing is undefined, and to
// repair those that fail in the same way: one failing run alone can be made to
// pass by much that is wrong.
const (
	spare = 32 // values after those given, for runs that ask for more
)

// generations is how many times as many inputs are tried as are made of the failing one:
// the others are made of runs that go other ways than those before.
const generations = 4

// sampling is the work spent on finding the runs, as a share of the budget.
const sampling = 0.1

// samples makes inputs from one, always the same ones for a seed. Where numbers are
// large, as where they overflow, values are of any magnitude.
// Half of the others are numbers of the program, or next to them.
func samples(t *fault.Test, seed uint64, large bool, numbers []uint64, words *texts.Vocabulary) []*fault.Test {
	r := rand.New(rand.NewPCG(17, seed))
	other := texts.Near(numbers)
	if large {
		other = func(r *rand.Rand, _ uint64) uint64 { return r.Uint64() >> r.IntN(64) }
	}
	var out []*fault.Test
	add := func(change func(*fault.Test) bool) {
		for range candidate.MaxSamples {
			n := *t
			n.Expect = nil
			if change(&n) {
				out = append(out, &n)
			}
		}
	}
	switch {
	case len(t.Values) > 0:
		add(func(n *fault.Test) bool {
			n.Values = append([]uint64{}, t.Values...)
			switch k := len(n.Values); {
			case k > 1 && r.IntN(4) == 0: // one less: all that follow come earlier
				i := r.IntN(k)
				n.Values = slices.Delete(n.Values, i, i+1)
			case k > 1 && r.IntN(4) == 0: // others of the same run
				for _, i := range texts.Some(r, k) {
					n.Values[i] = t.Values[r.IntN(k)]
				}
			default:
				for _, i := range texts.Some(r, k) {
					n.Values[i] = other(r, n.Values[i])
				}
			}
			for range spare {
				n.Values = append(n.Values, other(r, 0))
			}
			return true
		})
	case words.Varies():
		add(func(n *fault.Test) bool {
			x := words.Vary(r, texts.Text{Args: n.Args, Stdin: n.Stdin, Env: n.Env}, other)
			n.Args, n.Stdin, n.Env = x.Args, x.Stdin, x.Env
			return true
		})
	}
	return out
}

// numbers are those in the text of the program.
func (s *search) numbers() (out []uint64) {
	if s.literals != nil {
		return s.literals
	}
	defer func() { s.literals = out }()
	add := func(n *ctree.Node) {
		candidate.Walk(n, func(n *ctree.Node) {
			if n.Kind != ctree.NodeNumber {
				return
			}
			v, err := strconv.ParseInt(n.Name, 0, 64)
			if text, ok := strings.CutPrefix(n.Name, "'"); err != nil && ok {
				var c rune
				c, _, _, err = strconv.UnquoteChar(text, '\'')
				v = int64(c)
			}
			if err == nil && !slices.Contains(out, uint64(v)) && len(out) < candidate.MaxNumbers {
				out = append(out, uint64(v))
			}
		})
	}
	for _, f := range s.in.Source.Files {
		tree := s.trees[f.Name]
		for _, f := range tree.Funcs {
			if f.Body != nil {
				add(f.Body)
			}
		}
		for _, n := range tree.Inits {
			add(n)
		}
	}
	return out
}

// sample adds sampled correct runs to the passing ones, and sampled failing ones
// to those that have to pass: of all that were made, those that execute what the
// others do not.
func (s *search) sample(ctx context.Context) {
	if len(s.in.Passing) > 0 || !s.onlyAsserts() && s.in.Reference == nil {
		return
	}
	steps := s.failing[0].base.Steps + 10*moreSteps
	var right, wrong []*trial
	end := s.clock.Now() + work.Amount(sampling*float64(s.budget))
	const seed = 23
	next := s.near(ctx, s.in.Failing, end)
	next = append(next, s.made(s.in.Failing, seed)...)
	ways := map[uint64]bool{}
	given := map[string]bool{}
	s.failing[0].repeats(given)
	for n := 0; n < generations*candidate.MaxSamples && len(next) > 0 && ctx.Err() == nil && s.clock.Now() <= end; n++ {
		t := next[0]
		next = next[1:]
		if s.in.Reference == nil {
			t.Expect = &fault.Expectation{}
		}
		r, err := s.prog.trial(ctx, s.in, t, false, true, steps)
		other := false
		if err == errDiffers && s.admissible() {
			if f := s.fails(ctx, t, steps); f.Same(s.in.Failure) || s.alike(f) && len(s.elsewhere) < candidate.MaxReturns {
				other = !f.Same(s.in.Failure)
				r, err = s.prog.trial(ctx, s.in, t, true, true, steps)
			}
		}
		if r != nil {
			s.ran(r.cost)
		}
		switch {
		case err == errDiffers && !ways[r.way]: // it fails in another way, behind which a right one may be
			ways[r.way] = true
			next = append(s.near(ctx, t, end), next...)
			continue
		case err != nil || r.repeats(given):
			continue
		case other:
			s.elsewhere = append(s.elsewhere, r)
		case r.fails:
			wrong = append(wrong, r)
		default:
			right = append(right, r)
		}
		if r.way != 0 && !ways[r.way] { // others like it may come farther
			ways[r.way] = true
			next = append(s.near(ctx, t, end), next...)
			if !r.fails {
				further := s.made(t, seed+uint64(n))
				next = append(next, further[:len(further)/generations]...)
			}
		}
	}
	for _, r := range various(right, candidate.MaxVariables) {
		r.state, r.fixed = s.prog.state(&r.base), s.leavesNumbers(r)
		s.passing = append(s.passing, r)
		s.sampled++
	}
	for _, r := range right {
		if !slices.Contains(s.passing, r) && len(s.spare.tests) < candidate.MaxSamples {
			s.spare.tests, s.spare.fixed = append(s.spare.tests, r.test), append(s.spare.fixed, s.leavesNumbers(r))
		}
	}
	most := candidate.MaxReturns
	if len(right) == 0 { // nothing else tells changes apart
		most = candidate.MaxVariables
	}
	for _, r := range various(wrong, most) {
		r.state = s.prog.state(&r.base)
		s.failing, s.learned = append(s.failing, r), append(s.learned, r.test)
		s.wrong++
	}
}

// repeats reports whether a run is given what another one was, as far as it asks for that, and
// notes it.
func (t *trial) repeats(given map[string]bool) bool {
	x := t.test
	key := fmt.Sprintf("%v %q %q %q", x.Values[:min(t.inputs, len(x.Values))], x.Args, x.Stdin, x.Env)
	known := given[key]
	given[key] = true
	return known
}

// made are inputs made from those of a run.
func (s *search) made(t *fault.Test, seed uint64) []*fault.Test {
	return samples(t, seed, s.in.Failure.Fault == interp.SignedOverflow, s.numbers(), &s.words)
}

// near are inputs with which the program goes another way at one of the branches of a run.
func (s *search) near(ctx context.Context, t *fault.Test, end work.Amount) (out []*fault.Test) {
	if t.Values == nil || s.in.Verifier == nil || s.in.Reference != nil {
		return nil
	}
	for _, values := range concolic.Near(ctx, s.in.Verifier, t.Values, s.in.Engine, &s.clock, max(0, end-s.clock.Now())/nearShare) {
		n := *t
		n.Expect, n.Values = nil, values
		out = append(out, &n)
	}
	return out
}

// nearShare divides the work for sampling that is left, for one run.
const nearShare = 4

// spareRuns are sampled right runs on which only changes are executed that are called fixes
// otherwise: what few of the others tell from the original.
type spareRuns struct {
	tests []*fault.Test
	fixed []bool   // see trial.fixed
	prog  *program // that runs are of
	runs  []*trial
}

// onSpare executes a change on them: how many leave something else behind, and whether all
// stay right.
func (s *search) onSpare(ctx context.Context, t *tried) (altered int, right bool) {
	if t.Alone {
		return 0, true
	}
	if x := &s.spare; x.prog != s.prog {
		x.prog, x.runs = s.prog, nil
		for i, test := range x.tests {
			if s.clock.Now() >= s.budget || ctx.Err() != nil {
				break
			}
			r, err := s.prog.plainTrial(ctx, s.in, test, false)
			if err != nil {
				continue
			}
			s.ran(r.cost)
			r.begin(s.prog, s.in, s.longest, false)
			r.state, r.fixed = s.prog.state(&r.base), x.fixed[i]
			x.runs = append(x.runs, r)
		}
	}
	for _, r := range s.spare.runs {
		got := s.prog.run(ctx, r, t.At)
		s.ran(got.steps)
		if !r.kept(got) && !t.Bounds {
			return altered, ctx.Err() != nil
		}
		if s.alters(ctx, s.prog, r, t, got.state) {
			altered++
		}
	}
	return altered, true
}

// varied are n of the right runs that differ. Sampled ones that do come first, see various.
func (s *search) varied(n int) []*trial {
	if s.sampled > 0 {
		return s.passing[:min(n, len(s.passing))]
	}
	return spread(s.passing, n)
}

// leavesNumbers reports whether a change has to leave the same numbers behind in a right run.
func (s *search) leavesNumbers(r *trial) bool {
	return s.in.Failure.Kind == fault.UndefinedBehavior && s.in.Reference == nil && len(r.base.Stdout) == 0 && !s.onPath(r)
}

// onPath reports whether a right run goes the way of the failing one up to the
// last branch of that. It is right by chance, like a buffer that overflows where
// the value that is lost is written back: the right change leaves other numbers
// there.
func (s *search) onPath(r *trial) bool {
	f := s.failing[0]
	return len(f.path) < maxPath && f.branch <= len(r.path) && slices.Equal(r.path[:f.branch], f.path[:f.branch])
}

// various picks n runs: as long as there are such, each comes to most places
// that those before it do not come to; then those that go another way, in their order.
func various(runs []*trial, n int) (out []*trial) {
	left, ways := slices.Clone(runs), map[uint64]bool{}
	var seen []bool
	for len(out) < n && len(left) > 0 {
		best, most := 0, -1
		for i, r := range left {
			news := 0
			for p, ran := range r.ran {
				if ran && (seen == nil || !seen[p]) {
					news++
				}
			}
			if news > most {
				best, most = i, news
			}
		}
		if most <= 0 {
			best = max(0, slices.IndexFunc(left, func(r *trial) bool { return !ways[r.way] }))
		}
		r := left[best]
		left = slices.Delete(left, best, best+1)
		out = append(out, r)
		ways[r.way] = true
		if seen == nil {
			seen = make([]bool, len(r.ran))
		}
		for p, ran := range r.ran {
			seen[p] = seen[p] || ran
		}
	}
	return out
}

// admissible reports whether all inputs are: none may make an assertion fail, or do what is undefined;
// where a correct program says what is to be printed, the words of a file may be such that it need not
// work.
func (s *search) admissible() bool { return s.in.Reference == nil && s.onlyAsserts() }

// fails is how the program fails on a test, nil if it does not.
func (s *search) fails(ctx context.Context, t *fault.Test, steps int) *fault.Failure {
	got := fault.Execute(ctx, s.in.Prog, t, fault.Budget{Steps: steps})
	o, f := s.in.Oracle.Judge(ctx, t, got)
	if o != fault.Fail {
		return nil
	}
	return f
}

// alike reports whether a failure may have the cause of the one to explain: the same is undefined
// in the same function. What mends both is likelier than what mends one.
func (s *search) alike(f *fault.Failure) bool {
	own := s.in.Failure
	return f != nil && own.Kind == fault.UndefinedBehavior && f.Kind == own.Kind && f.Fault == own.Fault && f.Edge != nil && own.Edge != nil && f.Edge.From.Proc == own.Edge.From.Proc
}

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
	s.words = s.vocabulary()
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
