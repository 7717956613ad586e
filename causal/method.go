package causal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/interp/dependence"
)

const name = "causal"

// Config says how a path is computed. The zero value is the paper's way.
type Config struct {
	// NoFastPasses applies Single-Step to every entry of the alignment, which takes longer
	// and finds the same.
	NoFastPasses bool
}

// Method is the analysis as a method of package fault.
func Method() fault.Method {
	return fault.Method{
		Name:  name,
		Doc:   "path of wrong values from their cause to the failure, by comparison with a correct run",
		Paper: "Sumner, Zhang, Jagannathan: Comparison-based computation of causal paths for software failures",
		Needs: fault.NeedsRun | fault.NeedsExpectation,
		Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
			start := time.Now()
			p, err := Compute(ctx, in, Config{})
			if errors.Is(err, ErrNoReference) {
				return &fault.Result{Method: name, Notes: []string{err.Error()}, Stats: fault.Stats{Time: time.Since(start)}}, nil
			}
			if err != nil {
				return nil, err
			}
			res := p.Result()
			res.Stats.Time = time.Since(start)
			return res, nil
		},
	}
}

// Compute computes the causal path of the failing run of in. The reference run
// is that of in.Reference, or, without one, the failing run with a branch taken
// the other way.
func Compute(ctx context.Context, in *fault.Input, conf Config) (*Path, error) {
	p := &Path{in: in, conf: conf}
	f, err := failing(ctx, in)
	if err != nil {
		return nil, err
	}
	if in.Reference != nil {
		m, err := p.version(ctx, f)
		if err != nil {
			return nil, err
		}
		return p, p.compare(ctx, m)
	}
	if p.Repair, err = repair(ctx, in); err != nil {
		return nil, err
	}
	if err := p.switched(ctx, f); err != nil {
		return nil, err
	}
	return p.direct(ctx, f), nil
}

// compare computes the path from the alignment of both runs.
func (p *Path) compare(ctx context.Context, m *mapping) error {
	w := newWalk(ctx, m)
	w.naive = p.conf.NoFastPasses
	p.w = w
	gamma, err := w.initial(p.in.Failure)
	if err != nil {
		return err
	}
	w.run(gamma)
	p.Tests, p.Single, p.Fast, p.Aligned = w.tests, w.steps, w.fast, len(w.pairs)-1
	p.Notes = append(p.Notes, w.notes...)
	if p.Cut = ctx.Err() != nil; p.Cut {
		p.Notes = append(p.Notes, "the time limit ended the search: the path may begin earlier")
	}
	p.explain()
	return nil
}

// failing keeps the failing run.
func failing(ctx context.Context, in *fault.Input) (*run, error) {
	g, err := in.Graph(ctx)
	if err != nil {
		return nil, err
	}
	return newRun(ctx, g, func() *interp.Session {
		return interp.NewSession(in.Prog, fault.Config(in.Prog, in.Failing, in.Budget))
	})
}

// reference records the reference run that fresh begins.
func reference(ctx context.Context, prog *cfg.Program, fresh func() *interp.Session) (*run, error) {
	s := fresh()
	s.SetContext(ctx)
	rec, err := s.Record()
	if err != nil {
		return nil, err
	}
	defer rec.Close()
	g, err := dependence.NewGraph(prog, rec, dependence.Options{Size: rec.N, Context: ctx})
	if err != nil {
		return nil, err
	}
	return newRun(ctx, g, fresh)
}

// ErrNoReference says that predicate switching finds no reference run.
var ErrNoReference = errors.New("no switched branch makes the failing run pass; give a correct version with --reference")

// repair finds what the reference run does the other way.
func repair(ctx context.Context, in *fault.Input) (*fault.Repair, error) {
	r, err := fault.FindRepair(ctx, in)
	switch {
	case r != nil:
		return r, nil
	case err == nil:
		err = ErrNoReference
	case errors.Is(err, fault.ErrBudget):
		err = fmt.Errorf("%w (%w)", ErrNoReference, err)
	}
	return nil, err
}

// switched computes the path from a reference run made from the failing one.
func (p *Path) switched(ctx context.Context, f *run) error {
	p.Reruns += p.Repair.Reruns
	ref, err := reference(ctx, p.in.Prog, func() *interp.Session {
		s := interp.NewSession(p.in.Prog, p.config(p.in.Prog))
		s.Force(p.Repair.Forces...)
		return s
	})
	if err != nil {
		return err
	}
	return p.compare(ctx, identity(f, ref))
}

// direct is the path from the branch that decides on the second step, if that
// makes the run pass, too, and leads to the same steps. Of a chain of else-if the
// first test is the earliest switch that keeps the last branch from being
// entered, but it has nothing to do with it.
func (p *Path) direct(ctx context.Context, f *run) *Path {
	if len(p.Repair.Forces) > 1 || p.Cut || len(p.Steps) < 2 {
		return p
	}
	at := f.g.Control(p.Steps[1].At)
	if at <= p.Steps[0].At {
		return p
	}
	r, err := fault.RepairAt(ctx, p.in, at)
	if err != nil || r == nil {
		return p
	}
	q := &Path{in: p.in, conf: p.conf, Repair: r, Reruns: p.Reruns}
	same := func(a, b Step) bool { return a.At == b.At }
	if err := q.switched(ctx, f); err != nil || q.Cut || len(q.Steps) == 0 || !slices.EqualFunc(p.Steps[1:], q.Steps[1:], same) {
		return p
	}
	q.Tests += p.Tests
	return q
}

// config is how a reference run is executed. What F has set P may not have: only
// where that is the failure is the use of such a value one.
func (p *Path) config(prog *cfg.Program) interp.RunConfig {
	c := fault.Config(prog, p.in.Failing, p.in.Budget)
	f := p.in.Failure
	c.AllowUninit = f.Kind != fault.UndefinedBehavior || f.Fault != interp.UninitRead
	return c
}

// version makes the reference run from the correct program.
func (p *Path) version(ctx context.Context, f *run) (*mapping, error) {
	in := p.in
	ref, err := reference(ctx, in.Reference, func() *interp.Session {
		return interp.NewSession(in.Reference, p.config(in.Reference))
	})
	if err != nil {
		return nil, err
	}
	return versions(f, ref), nil
}

// initial is rule Initialization: what shows the failure.
func (w *walk) initial(f *fault.Failure) ([]diff, error) {
	if f.Kind == fault.WrongOutput {
		w.most = w.common + 1
		if k := slices.IndexFunc(w.f.printed, func(p printing) bool { return p.end > w.common }); k >= 0 {
			w.most = w.f.printed[k].end
		}
		if len(w.f.out) == len(w.p.out) && w.common == len(w.f.out) {
			return nil, fmt.Errorf("the reference run prints the same")
		}
		return []diff{{cell: cell{v: inOutput, act: -1}}}, nil
	}
	if w.sameEnd(&w.p.result) {
		return nil, fmt.Errorf("the reference run ends in the same way")
	}
	if gamma, ok := w.unset(f); ok {
		return gamma, nil
	}
	return []diff{{cell: cell{v: inEnd, act: -1}}}, nil
}

// Order lists the steps of a path: those where something is missing, where the
// runs part, then the others, each in the order of the run.
func (p *Path) Order() []Step {
	out := slices.Clone(p.Steps)
	rank := func(s *Step) int {
		switch {
		case s.Lacks:
			return 0
		case s.Root:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b Step) int { return rank(&a) - rank(&b) })
	return out
}

// Result is the path as an answer of a method.
func (p *Path) Result() *fault.Result {
	res := &fault.Result{Method: name, Notes: p.Notes}
	for _, s := range p.Steps {
		res.Path = append(res.Path, s.location(0))
	}
	ordered := p.Order()
	for i, s := range ordered {
		res.Locations = append(res.Locations, s.location(float64(len(ordered)-i)))
	}
	res.Locations = fault.Rank(res.Locations)
	res.Stats.Instances, res.Stats.Reruns = p.w.f.n, p.Reruns+p.Tests
	res.Stats.More = []fault.Count{
		{Key: fault.AlignedInstances, N: p.Aligned}, {Key: fault.PartialRuns, N: p.Tests},
		{Key: fault.SingleSteps, N: p.Single}, {Key: fault.FastSteps, N: p.Fast},
	}
	return res
}

func (s *Step) location(score float64) fault.Location {
	l := fault.Location{
		Edge: s.Edge, Pos: s.Edge.Pos, Score: score, Role: fault.Value, Reason: s.Text, Instances: []int{s.At},
		Values: s.Values,
	}
	if len(s.Edge.From.Out) > 1 {
		l.Role = fault.Predicate
	}
	return l
}
