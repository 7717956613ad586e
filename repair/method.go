package repair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/fault"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/repair/candidate"
)

// Options are the flags of the method.
type Options struct {
	Effort     time.Duration `help:"Work spent on trying changes, as the time it takes on an idle machine (repair)." default:"20s" group:"Changes of the program" name:"repair-effort"`
	AllChanges bool          `help:"Show the diff of every fix (repair)." group:"Changes of the program"`
	// Each is told what came of the changes that were executed; nil: nobody is.
	Each func(Outcome) `kong:"-"`
}

// Outcome is what came of a change.
type Outcome struct {
	Kind   string
	Passes bool // the failing run does
	All    bool // all runs do
}

const defaultEffort = 20 * time.Second

// Validate says what is wrong with the options.
func (o *Options) Validate() error {
	if o.Effort < 0 {
		return errors.New("--repair-effort must not be negative")
	}
	return nil
}

// Method is the search for changes as a method of package fault.
func Method() fault.Method {
	o := &Options{Effort: defaultEffort}
	return fault.Method{
		Name: "repair", Doc: "changes of the program that make the failing run pass and keep the passing ones",
		Paper:   "Moon, Kim, Kim, Yoo: Ask the mutants (MUSE), ICST 2014; Papadakis, Le Traon: Metallaxis-FL, STVR 2015",
		Needs:   fault.NeedsRun,
		Counts:  true,
		Options: o,
		Run:     func(ctx context.Context, in *fault.Input) (*fault.Result, error) { return run(ctx, in, *o) },
	}
}

func run(ctx context.Context, in *fault.Input, o Options) (*fault.Result, error) {
	start := time.Now()
	if o.Effort == 0 {
		o.Effort = defaultEffort
	}
	s := &search{in: in, budget: work.Of(o.Effort)}
	if most := in.Budget.Method; most > 0 {
		s.budget = min(s.budget, most)
	}
	res, err := s.run(ctx)
	if err != nil {
		return nil, err
	}
	res.AllChanges = o.AllChanges
	for _, t := range s.tried {
		if t.ran && o.Each != nil {
			o.Each(Outcome{t.Kind.String(), t.passes, t.all})
		}
	}
	res.Stats.Time = time.Since(start)
	return res, nil
}

// run tries the changes.
func (s *search) run(ctx context.Context) (*fault.Result, error) {
	all := s.budget
	s.budget = work.Amount(trying * float64(all))
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	if err := s.trials(ctx); err != nil {
		return nil, err
	}
	if len(s.passing) == 0 && s.onlyAsserts() {
		s.failing[0].said = s.right(ctx)
	}
	s.atOnce(ctx)
	rest, err := s.execute(ctx, 0, s.ready, inSchema), error(nil)
	for {
		if err = s.judge(ctx); err != nil || rest < s.ready || s.stopped != nil {
			break
		}
		if from := s.fill(); from < s.ready {
			rest = s.execute(ctx, from, s.ready, inSchema)
			continue
		}
		if !s.waits() || s.explained() {
			break
		}
		from := s.ready
		if s.left = s.next(ctx, inSchema, unexecuted); s.left != nil {
			break
		}
		rest = s.execute(ctx, from, s.ready, inSchema)
	}
	if ctx.Err() != nil && s.stopped == nil {
		s.stopped = context.Cause(ctx)
	}
	s.further(ctx)
	s.execute(ctx, s.firstAlone(), len(s.tried), 1)
	s.execute(ctx, rest, s.ready, 1) // what the share above left
	if err == nil {
		err = s.judge(ctx)
	}
	if err == nil && s.stopped == nil {
		if s.schemas > 0 && !s.fixed() { // what is combined has to be in one
			from := s.ready
			if s.next(ctx, 1, func(t *tried) bool { return t.differs }) == nil {
				s.execute(ctx, from, s.ready, 1)
			}
		}
		from := s.fill()
		s.execute(ctx, from, s.ready, 1)
		err = s.judge(ctx)
	}
	if err == nil && s.stopped == nil {
		s.pairs(ctx)
		s.complements(ctx)
		err = s.judge(ctx)
	}
	s.budget = all
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return s.result(ctx), nil
}

// result ranks the lines and checks the likeliest changes.
func (s *search) result(ctx context.Context) *fault.Result {
	res := &fault.Result{Method: "repair"}
	s.leaveElsewhere()
	s.findMixed()
	fixes := 0
	lines := s.ranking(ctx)
	if !slices.ContainsFunc(s.tried, func(t *tried) bool { return t.all && t.disarmed == Armed && t.doubt == 0 }) {
		for _, t := range s.tried {
			t.doubt &^= comparative
		}
	}
	if s.onlyAsserts() {
		s.ambiguous(ctx)
	}
	deferDoubtful(lines)
	for _, r := range lines {
		if r.score == 0 || r.best != nil && s.idle(r.best) {
			continue
		}
		l, c := s.location(r)
		if l.Fixes && s.in.Failure.Kind == fault.UndefinedBehavior { // correct runs say what has to remain
			fixes++
			l.Choice = fixes
		} else if l.Fixes {
			l.Choice = cmp.Or(r.choice, len(lines)+1) // what was not looked at comes last
		}
		if c != nil && c.Fix() {
			res.Changes = append(res.Changes, *c)
		}
		res.Locations = append(res.Locations, l)
	}
	helping, harmless := 0, 0
	for _, t := range s.tried {
		if t.passes {
			helping++
			if t.all {
				harmless++
			}
		}
	}
	res.Stats.Reruns = s.done
	res.Stats.More = []fault.Count{{Key: fault.Candidates, N: len(s.tried)}, {Key: fault.Executed, N: s.done}, {Key: fault.Helping, N: helping}, {Key: fault.Harmless, N: harmless}}
	if why := cmp.Or(s.stopped, s.left); why != nil {
		res.Notes = append(res.Notes, fmt.Sprintf("%v after %d of %d changes", why, s.done, len(s.tried)))
	}
	return res
}

// ranking ranks the lines and checks the likeliest changes. One that fails its
// check is ranked again, as one that breaks a passing run.
func (s *search) ranking(ctx context.Context) []*ranked {
	s.chances()
	lines := s.rank(ctx)
	for checked, fixes := 0, 0; checked < maxChecked && fixes < candidate.MaxPartners && ctx.Err() == nil && (checked < minChecked || s.clock.Now() < s.budget); checked++ {
		open := func(r *ranked) bool {
			return r.best != nil && r.best.all && r.best.reason == "" && r.best.disarmed == Armed
		}
		k := -1
		for i, r := range lines { // the likeliest has most of the work for proofs
			if open(r) && r.best.doubt == 0 && (k < 0 || r.best.likely() > lines[k].best.likely()) {
				k = i
			}
		}
		if k < 0 {
			k = slices.IndexFunc(lines, open)
		}
		if k < 0 {
			break
		}
		t := lines[k].best
		var ok bool
		known := t.doubtKnown
		if t.reason, ok = s.accept(ctx, t); !ok {
			t.all = false
		}
		if !ok {
		} else if t.reason == "" && known != t.doubtKnown && t.doubt != 0 {
			// It has its turn after those without doubt.
		} else if t.reason != "" {
			fixes++
		} else if s.onlyAsserts() {
			t.all = false
		} else {
			break // only the failing run is known, which is true of all changes
		}
		lines = s.rank(ctx)
	}
	return lines
}

// location is a ranked line with its best change; c is nil if none helps.
func (s *search) location(r *ranked) (l fault.Location, c *fault.Change) {
	e := s.statementAt(r.line)
	l = fault.Location{Score: r.score, Edge: e, Pos: cfg.Pos{File: r.line.File, Line: r.line.N, Col: 1, EndLine: r.line.N, EndCol: 1}}
	if e != nil && e.Pos.Line == r.line.N {
		l.Pos = e.Pos
	}
	if r.best != nil {
		change := s.describe(r.best, l.Pos)
		c = &change
		l.Change, l.Reason = c, s.sentence(r.best, c)
		l.Fixes = r.best.all && (r.best.seen > 0 || r.best.reason != "") && r.best.disarmed == Armed
	}
	if l.Reason == "" {
		l.Reason, l.Hint = r.reason(), true
	} else if r.best.disarmed != Armed {
		l.Hint = true
	}
	return l, c
}

// reason is what changes say about a line where none makes the failing run
// pass, in one clause.
func (r *ranked) reason() string {
	switch {
	case r.moved > 0:
		return fmt.Sprintf("%d of %d changes here change how the failing run ends", r.moved, r.n)
	case r.n > 0:
		return fmt.Sprintf("none of %d changes here makes a difference", r.n)
	}
	return "no change was tried here"
}

// sentence is what a change does that makes the failing run pass, in one clause.
func (s *search) sentence(t *tried, c *fault.Change) string {
	written := "deleting it "
	if !fault.Empty(c.After) {
		written = fault.Quoted(c.Before, c.After, fault.MaxQuoted) + " "
	}
	switch {
	case c.Reason != "":
		return c.Sentence()
	case t.disarmed != Armed:
		return written + "makes the failing run pass, but " + t.disarmed.String()
	case t.kept < t.seen:
		return written + fmt.Sprintf("makes the failing run pass, but breaks %d of %d passing ones", t.seen-t.kept, t.seen)
	case t.fixed < len(s.failing):
		return written + fmt.Sprintf("makes %d of %d failing runs pass", t.fixed, len(s.failing))
	case t.seen == 0:
		return written + "makes the failing run pass; no passing run is known"
	}
	return written + "makes the failing run pass"
}

// describe writes a change for the user.
func (s *search) describe(t *tried, pos cfg.Pos) fault.Change {
	c := fault.Change{Kind: t.Kind.String(), Pos: pos, Fixed: t.fixed, Failing: len(s.failing), Kept: t.kept, Passing: t.seen, Reason: t.reason, Proof: t.proof, Files: s.changed(t.Change)}
	if s.onlyAsserts() {
		c.Doubt, c.Seldom, c.Suggested = t.doubt.String(), t.doubt == Seldom, t.doubt != 0 && t.suggestible && t.disarmed == Armed
	}
	var files []string
	for _, e := range t.Edits {
		if !slices.Contains(files, e.File) {
			files = append(files, e.File)
		}
	}
	slices.Sort(files)
	var before, after []string
	for _, f := range files {
		was, is := string(s.texts[f]), string(c.Files[f])
		c.Diff += unified(f, was, is)
		a, b := differing(was, is)
		before, after = append(before, a), append(after, b)
	}
	c.Before, c.After = strings.Join(before, " ... "), strings.Join(after, " ... ")
	return c
}

// judge finds out which changes disarm the assertion, where nothing else tells
// right from wrong.
func (s *search) judge(ctx context.Context) error {
	if !s.onlyAsserts() {
		return nil
	}
	if !s.check.run.known {
		if err := s.checked(ctx); err != nil {
			return err
		}
	}
	s.doubtTexts()
	for _, t := range s.tried {
		if t.passes {
			t.disarmed = s.disarms(t.Change)
		}
	}
	for _, t := range s.tried {
		if t.all && t.disarmed == Armed && !t.Alone && ctx.Err() == nil {
			t.disarmed = s.evades(ctx, t)
		}
		if t.all && t.disarmed == Armed && ctx.Err() == nil && s.resizes(ctx, t.Change) {
			t.disarmed = Resized
		}
	}
	return nil
}

// accept parses the text with a change and executes all runs on it; ok says
// that they pass. The reason is why the change is a fix, "" if only the failing
// run speaks for it.
func (s *search) accept(ctx context.Context, t *tried) (reason string, ok bool) {
	own, err := s.alone(ctx, t)
	s.parsed()
	if err != nil {
		return "", false
	}
	doubt := t.doubt
	passes := func(test *fault.Test) bool {
		session := own.session(fault.Config(own.prog, test, s.in.Budget))
		session.SetContext(ctx)
		got := session.Finish()
		s.ran(got.Steps)
		o, _ := s.in.Oracle.Judge(ctx, test, &got)
		return o == fault.Pass
	}
	if s.contradicts(t.Change) {
		t.disarmed = MadeConstant
		return "", false
	}
	elsewhere := 0 // failing runs that fail for another reason and still do
	for _, tests := range [][]*fault.Test{{s.in.Failing}, s.in.Others, s.learned, s.in.Passing} {
		for _, test := range tests {
			switch {
			case passes(test):
			case s.otherFailure(fault.Execute(ctx, s.in.Prog, test, s.in.Budget).Status):
				elsewhere++
			default:
				return "", false
			}
		}
	}
	for _, r := range s.passing { // what they print, where nothing is expected of that
		got := own.run(ctx, r, nil)
		s.ran(got.steps)
		if !r.kept(got) && !t.Bounds {
			return "", false
		}
	}
	if s.overflows(ctx, own.prog) && !s.overflows(ctx, s.in.Prog) {
		return "", false
	}
	if s.onlyAsserts() {
		if !s.check.run.known {
			return "", false
		}
		if t.disarmed = s.reaches(ctx, own, t); t.disarmed != Armed {
			return "", false
		}
	}
	if s.in.Failure.Kind == fault.UndefinedBehavior && s.onlyAsserts() && (s.computes() || s.replaces(t.Change)) && s.disturbs(ctx, own) {
		t.disarmed = Replaced // that nothing undefined happens says nothing about what is computed
		return "", false
	}
	if s.onlyAsserts() && !t.doubtKnown {
		altered, right := s.onSpare(ctx, t)
		if !right {
			return "", false
		}
		if s.in.Failure.Kind == fault.FailedAssertion {
			t.altered += altered
		}
		if s.changesRight(t) {
			t.doubt |= Altering
		}
	}
	if s.onlyAsserts() && !t.doubtKnown {
		t.doubtKnown = true
		if s.doubtProgram(ctx, t, own); t.doubt != doubt {
			return "", true // others come first
		}
	}
	t.disturbing = (t.Kind == candidate.Deletion || t.doubt != 0) && s.disturbs(ctx, own)
	what := "makes the failing run pass"
	switch n := len(s.in.Others); {
	case elsewhere > 0:
		what = fmt.Sprintf("makes %d of %d failing runs pass (the others stop at undefined behaviour)", n+1-elsewhere, n+1)
	case n > 0:
		what = fmt.Sprintf("makes all %d failing runs pass", n+1)
	case s.wrong > 0:
		what = fmt.Sprintf("makes the failing run and %d sampled ones pass", s.wrong)
	}
	n := len(s.in.Passing)
	if s.in.Failure.Kind == fault.UndefinedBehavior && s.onlyAsserts() && s.single() {
		return what + ", and there is no other", true // a proof would say the same
	}
	proof, refuted := s.proves(ctx, t)
	switch {
	case refuted:
		return "", false
	case proof.Holds != "":
		t.proof = proof
		return proof.Reason(), true
	case t.Parts != nil && s.onlyAsserts():
		return "", false // sampled runs are few for what can be changed in two places
	case n > 0:
		return fault.Still(what, n, "passing"), true
	case len(s.in.Others) > 0 && !s.onlyAsserts():
		return what, true
	case s.sampled > 0 && s.in.Reference != nil:
		return fmt.Sprintf("%s, and is equal to the reference on %d sampled inputs", what, s.sampled), true
	case s.sampled > 0:
		return fault.Still(what, s.sampled, "sampled correct"), true
	case len(s.passing) == 0 && s.wrong > 0 && t.Odd:
		return what, true
	case len(s.passing) == 0 && s.held(ctx) > 0:
		return what + ", in which other assertions hold", true
	case len(s.passing) == 0 && s.holdBehind(ctx, t, own):
		return what + ", and the assertions behind the one that fails hold, too", true
	}
	return "", true
}

// leaveElsewhere withdraws a change if another one mends more of the runs that fail
// elsewhere. Runs that no change mends have another cause and count against none.
func (s *search) leaveElsewhere() {
	most := 0
	for _, t := range s.tried {
		if t.all && t.disarmed == Armed {
			most = max(most, t.elsewhere)
		}
	}
	for _, t := range s.tried {
		t.all = t.all && t.elsewhere == most
	}
}

// learnElsewhere judges changes by a run that fails alike elsewhere, on which one of them does: it
// is withdrawn if another one mends that, too.
func (s *search) learnElsewhere(ctx context.Context, refuted *tried, test *fault.Test) bool {
	r, err := s.prog.plainTrial(ctx, s.in, test, true)
	if err != nil {
		return false
	}
	r.begin(s.prog, s.in, s.longest, false)
	s.elsewhere = append(s.elsewhere, r)
	parallel(len(s.tried), func(i int) {
		t := s.tried[i]
		if !t.all || t.disarmed != Armed || ctx.Err() != nil {
			return
		}
		prog, err := s.program(ctx, t)
		if err == nil && prog.run(ctx, r, t.At).passes {
			t.elsewhere++
		}
	})
	s.leaveElsewhere()
	return !refuted.all
}

// overflows reports whether the failing run of a program has a signed overflow,
// or converts a float that is out of range: no fix makes either.
func (s *search) overflows(ctx context.Context, prog *cfg.Program) bool {
	t := *s.in.Failing
	t.Property.Checks |= interp.OverflowCheck
	r := fault.Execute(ctx, prog, &t, s.in.Budget)
	return r.Fault != nil && r.Fault.Kind == interp.SignedOverflow
}

// proves asks the verifier about the program with a change: what it proves of it,
// if anything, and whether it refutes it by a run that tells right changes from wrong ones,
// by which all others are judged from then on (counterexample-guided synthesis).
func (s *search) proves(ctx context.Context, t *tried) (proof fault.Proof, refuted bool) {
	src := s.in.Source
	if t := s.in.Failing; s.in.Failure.Kind == fault.FailedAssertion && len(t.Values) == 0 && len(t.Args) == 0 && len(t.Stdin) == 0 {
		return proof, false // without inputs there is this run alone, and whatever lets it pass is proved
	}
	// The verifier sees undefined behaviour only where the property asks for it, but takes
	// what has no value for any value. Assertions, which then only end the program, only where
	// it does not ask.
	asserts, f := src.Verify.Checks.Assertions(), s.in.Failure
	seen := asserts && (f.Kind == fault.FailedAssertion || f.Fault == interp.UninitRead) || f.Kind == fault.UndefinedBehavior && src.Verify.Checks != 0
	if src.Prove == nil || !seen || s.proofs >= maxProofs || ctx.Err() != nil {
		return proof, false
	}
	s.proofs++
	proof, fails, took := src.Prove(ctx, s.changed(t.Change), max(0, s.budget-s.clock.Now())/provingShare+leastProving)
	s.clock.Add(took)
	s.parsed()
	return proof, fails != nil && s.admissible() && s.learn(ctx, t, fails)
}

// learn judges changes by a further run, with inputs on which one of them fails:
// if the original fails there in the way that is to be explained, they have to
// pass, and if it is right they have to keep it. A run that fails for another
// reason says nothing.
func (s *search) learn(ctx context.Context, refuted *tried, fails *fault.Test) bool {
	test := s.in.Given(fails)
	got := fault.Execute(ctx, s.in.Prog, &test, s.in.Budget)
	o, f := s.in.Oracle.Judge(ctx, &test, got)
	wrong := o == fault.Fail
	switch {
	case wrong && s.alike(f) && !f.Same(s.in.Failure):
		return s.learnElsewhere(ctx, refuted, &test)
	case wrong && !f.Same(s.in.Failure), o == fault.Unresolved:
		return false
	case !wrong && s.in.Reference == nil:
		test.Expect = &fault.Expectation{}
	}
	r, err := s.prog.plainTrial(ctx, s.in, &test, wrong)
	if err != nil {
		return false
	}
	r.begin(s.prog, s.in, s.longest, false)
	r.state = s.prog.state(&r.base)
	if wrong {
		s.failing, s.learned = append(s.failing, r), append(s.learned, &test)
	} else {
		s.passing, s.kills = append(s.passing, r), append(s.kills, 0)
	}
	parallel(len(s.tried), func(i int) {
		t := s.tried[i]
		if !t.passes || !t.all || ctx.Err() != nil {
			return
		}
		prog, err := s.program(ctx, t)
		if err != nil {
			return
		}
		got := prog.run(ctx, r, t.At)
		t.behaves += leaves(got.state.all, len(s.failing)+len(s.passing), wrong)
		switch {
		case ctx.Err() != nil:
		case wrong && got.passes:
			t.fixed++
		case t.reason != "" && (wrong || !r.kept(got)): // nothing is to be judged any more
		case wrong:
			t.all = false
		case r.kept(got):
			t.seen, t.kept = t.seen+1, t.kept+1
		default:
			t.seen, t.all = t.seen+1, false
		}
	})
	return true
}
