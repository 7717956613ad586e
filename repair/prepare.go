package repair

import (
	"context"
	"math"
	"slices"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/interp"
	"culprit/repair/candidate"
)

// errNoText says that the text of the program is not at hand.
var errNoText = fault.CannotSay{Why: "needs the source text of the program"}

// prepare generates the changes and lowers the schema.
func (s *search) prepare(ctx context.Context) error {
	src := s.in.Source
	if src == nil {
		return errNoText
	}
	var err error
	if s.want, err = s.in.Oracle.Expectation(ctx, s.in.Failing); err != nil {
		return err
	}
	lines, err := s.suspicion(ctx)
	if err != nil {
		return err
	}
	s.texts, s.trees = map[string][]byte{}, map[string]*ctree.Tree{}
	for _, f := range src.Files {
		tree, err := frontend.NewTree(src.Files, f.Name, src.Execute)
		if err != nil {
			return err
		}
		s.texts[f.Name], s.trees[f.Name] = f.Text, tree
	}
	var places []*candidate.Place
	var changes, late []*candidate.Change
	protect := candidate.NewProtection(s.trees, src.Execute.ErrorFuncs, s.onlyAsserts(), s.onlyChecks)
	s.check = newCheck(protect, s.trees, s.texts, s.in.Prog, s.in.Failure.Kind == fault.FailedAssertion, s.executes)
	texts, decimals := s.findWordings(ctx)
	unused, given := candidate.FindUnused(s.texts, s.trees), s.given()
	for _, f := range src.Files {
		tree := s.trees[f.Name]
		p, c, l := candidate.Generate(candidate.Subject{File: f.Name, Src: f.Text, Tree: tree, Protect: protect, Wordings: texts, Fault: s.in.Failure.Fault, Unused: unused, Given: given, Decimals: decimals, Asserted: s.onlyAsserts(),
			Executed: func(from, to int) bool {
				for n := from; n <= to; n++ {
					if _, ok := lines[fault.Line{File: f.Name, N: n}]; ok {
						return true
					}
				}
				return false
			}}, len(places))
		places, changes, late = append(places, p...), append(changes, c...), append(late, l...)
	}
	try := func(c *candidate.Change) *tried {
		x := lines[fault.Line{File: c.File, N: c.Line}]
		for _, n := range c.Uses {
			x = max(x, lines[fault.Line{File: c.File, N: n}])
		}
		w := s.weight(c)
		return &tried{Change: c, prior: w, order: x * w}
	}
	for _, c := range changes {
		s.tried = append(s.tried, try(c))
	}
	for _, c := range late {
		s.late = append(s.late, try(c))
	}
	s.places = places
	if err := s.lower(ctx, s.likeliest(s.most(inSchema), unexecuted)); err != nil {
		return err
	}
	s.sort(0)
	return nil
}

// executes reports whether the failing run executes a function.
func (s *search) executes(file string, f *ctree.Func) bool {
	src := s.texts[file]
	for n := candidate.LineOf(src, f.Body.Start); n <= candidate.LineOf(src, f.Body.End-1); n++ {
		if s.suspect[fault.Line{File: file, N: n}] > 0 {
			return true
		}
	}
	return false
}

// onlyChecks reports whether a function does nothing but check.
func (s *search) onlyChecks(f *ctree.Func) bool {
	i := slices.IndexFunc(s.in.Prog.Procs, func(p *cfg.Proc) bool { return p.Name == f.Name })
	return f.Body != nil && i >= 0 && purpose.OnlyChecks(s.in.Prog, s.in.Prog.Procs[i])
}

// suspicion gives each line that the failing run executes a number above 0: its
// Ochiai coefficient if there are passing runs, else 1.
func (s *search) suspicion(ctx context.Context) (map[fault.Line]float64, error) {
	c, err := s.in.Coverage(ctx)
	if err != nil {
		return nil, err
	}
	out := map[fault.Line]float64{}
	for _, e := range fault.Statements(s.in.Prog) {
		f, p := float64(c.InFailed[e.From.ID]), float64(c.InPassed[e.From.ID])
		if f == 0 {
			continue
		}
		x := f / math.Sqrt(float64(c.Failed)*(f+p))
		for n := e.Pos.Line; n <= max(e.Pos.Line, e.Pos.EndLine); n++ {
			l := fault.Line{File: e.Pos.File, N: n}
			out[l] = max(out[l], x)
		}
	}
	s.suspect = out
	return out, nil
}

// given are the numbers that the failing run is given.
func (s *search) given() (out []int64) {
	t := s.in.Failing
	for _, a := range t.Args {
		out = append(out, candidate.NumbersOf(a)...)
	}
	out = append(out, candidate.NumbersOf(string(t.Stdin[:min(len(t.Stdin), 1<<10)]))...)
	for _, v := range t.Values {
		out = append(out, int64(int32(v)))
	}
	return out[:min(len(out), candidate.MaxConstants)]
}

// findWordings compares, by words, what failing runs print and should print. Values are
// not wordings: numbers that are wrong stay as they are, but it says how many digits they
// should have after the point.
func (s *search) findWordings(ctx context.Context) (out []candidate.Wording, decimals []int) {
	if !s.want.HasOutput {
		return nil, nil
	}
	decimals = candidate.DecimalsOf(string(s.want.Output))
	tests := append([]*fault.Test{s.in.Failing}, s.in.Others...)
	for _, t := range tests[:min(len(tests), candidate.MaxReturns)] {
		want, err := s.in.Oracle.Expectation(ctx, t)
		if err != nil || !want.HasOutput {
			continue
		}
		got := fault.Execute(ctx, s.in.Prog, t, s.in.Budget)
		s.ran(got.Steps)
		for _, w := range candidate.Wordings(string(got.Stdout), string(want.Output)) {
			if len(out) < candidate.MaxConstants && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
	}
	return out, decimals
}

// weight is how likely the change is the right one.
func (s *search) weight(c *candidate.Change) float64 {
	x := c.Kind.Prior()
	if c.Far {
		x *= candidate.Farther
	}
	if c.Plain {
		x /= candidate.Farther
	}
	if c.Odd { // the text speaks for it
		x = max(x, candidate.Relation.Prior())
	}
	if c.Kind == candidate.Constant && len(c.Uses) > 0 && s.onlyAsserts() {
		x *= candidate.Farther // sizes and limits decide what is asserted, and are rarely wrong
	}
	if f := s.in.Failure; f.Kind == fault.UndefinedBehavior {
		x *= c.Kind.Fit(f.Fault)
		if f.Fault == interp.DoubleFree && c.Kind == candidate.Deletion && !s.atFailure(c) {
			x *= candidate.Farther // the first one is in its place
		}
	}
	return x
}
