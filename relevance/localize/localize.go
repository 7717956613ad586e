// Package localize makes a localization method of package relevance: an
// assignment of the failing run is suspicious if another value there makes the
// rest of the run impossible. The part of the rest that stays the same depends on
// how the run fails: the failed assertion, the operands of the statement with
// undefined behaviour or of the call that printed the first wrong byte, or the
// result of main.
package localize

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"culprit/analysis/purpose"
	"culprit/cfg"
	"culprit/fault"
	"culprit/internal/work"
	"culprit/relevance"
	"culprit/report"
)

const name = "relevance"

// Method is package relevance as a method.
func Method() fault.Method {
	return fault.Method{
		Name:  name,
		Doc:   "assignments for which another value makes the rest of the failing run impossible",
		Paper: "Static fault localization for simple bugs",
		Needs: fault.NeedsFailure,
		Run:   run,
	}
}

// run analyzes the error trace of the verifier, if that is where the
// failing run comes from and it is not long, else the run.
func run(ctx context.Context, in *fault.Input) (*fault.Result, error) {
	start := time.Now()
	if in.Trace == nil || len(in.Trace.Edges) > maxSteps/20 && in.Prog != nil {
		return recorded(ctx, in, start)
	}
	marked, err := relevance.Analyze(ctx, in.Verifier, in.Trace, in.Error, in.NewEngine(), relevance.Config{Branches: true, RangeWork: rangeWork, Clock: &work.Clock{}})
	if err != nil {
		return nil, err
	}
	steps := make([]int, len(in.Trace.Edges))
	for k := range steps {
		steps[k] = k
	}
	return result(in.Prog, &marked, in.Trace.Edges, steps, start), nil
}

// Proved lists the statements of which the verifier has proved a constant to be
// a fix.
func Proved(prog *cfg.Program, summaries []relevance.Summary) *fault.Result {
	res := &fault.Result{Method: name}
	for i := range summaries {
		for k := range summaries[i].Statements {
			if st := &summaries[i].Statements[k]; st.Validated {
				res.Locations = append(res.Locations, fault.Location{Edge: st.Edge, Pos: st.Edge.Pos, Role: fault.Value, Score: 1, Reason: report.ProvedText(prog, st), Fixes: constant(st.Edge)})
			}
		}
	}
	res.Locations = fault.Rank(res.Locations)
	return res
}

// constant reports whether an edge assigns a constant. Another one may be meant
// there; one in the place of what the program computes is seldom right, even
// where the assertion does not notice.
func constant(e *cfg.Edge) bool {
	_, assigns := e.Stmt.(*cfg.Assign)
	return assigns && purpose.Constant(e.Stmt, 0)
}

// recorded analyzes the failing run of the program lowered for execution, and the
// other failing tests.
func recorded(ctx context.Context, in *fault.Input, start time.Time) (*fault.Result, error) {
	if _, ok := ctx.Deadline(); !ok {
		// There is a mark for each of many statements, the last ones first.
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, maxTime)
		defer stop()
	}
	clock := &work.Clock{}
	res, err := analyze(ctx, in, clock)
	switch {
	case errors.Is(err, relevance.ErrRunTooLong):
		return nil, fault.CannotSay{Why: err.Error()}
	case err != nil && (ctx.Err() == nil || !decided(&res.TraceResult)):
		return nil, err
	}
	out := result(in.Prog, &res.TraceResult, res.Edges, res.Instances, start)
	if err != nil {
		out.Notes = append(out.Notes, fmt.Sprint(context.Cause(ctx)))
		return out, nil
	}
	if in.EachList {
		inTests(ctx, in, out, clock)
	}
	out.Stats.Time = time.Since(start)
	return out, nil
}

// analyze marks what the failing run executes, and counts the work.
func analyze(ctx context.Context, in *fault.Input, clock *work.Clock) (relevance.RunResult, error) {
	rec, err := in.Recording(ctx)
	if err != nil {
		return relevance.RunResult{}, err
	}
	opt := relevance.RunOptions{Last: in.Failure.At, MaxSteps: maxSteps}
	switch in.Failure.Kind {
	case fault.UndefinedBehavior:
		opt.Goal = relevance.SameOperands
	case fault.WrongOutput:
		if e := in.Failure.Edge; e != nil {
			if _, ok := e.Stmt.(*cfg.Lib); ok {
				opt.Goal = relevance.SameOperands
			}
		}
	case fault.WrongStatus:
		if in.Prog.Main.Ret != nil {
			opt.Last, opt.Goal, opt.Result = -1, relevance.SameResult, in.Prog.Main.Ret
		}
	}
	// Without ranges constants are tried by execution first.
	return relevance.AnalyzeRun(ctx, in.Prog, rec.All(0), opt, in.NewEngine(), relevance.Config{Quick: true, Clock: clock})
}

// givesUp reports whether the other way of a branch does nothing but end the program, as when memory
// runs out: avoiding the failure in that way explains nothing.
func givesUp(branch *cfg.Edge) bool {
	seen, ends := map[*cfg.Loc]bool{}, false
	var leads func(at *cfg.Loc) bool // to what follows
	leads = func(at *cfg.Loc) bool {
		if seen[at] {
			return false
		}
		seen[at] = true
		if at == at.Proc.Exit || len(seen) > giveUpSize {
			return true
		}
		ends = ends || len(at.Out) == 0 && at.Kind == cfg.Plain
		return slices.ContainsFunc(at.Out, func(e *cfg.Edge) bool { return leads(e.To) })
	}
	return !slices.ContainsFunc(branch.From.Out, func(e *cfg.Edge) bool { return e != branch && leads(e.To) }) && ends
}

// decided reports whether there is a mark that is not undecided.
func decided(marked *relevance.TraceResult) bool {
	return slices.ContainsFunc(marked.Marks, func(m relevance.Mark) bool { return m.Status != relevance.Undecided })
}

// nullArgument reports whether all that is known of a call is that a null pointer
// as an argument of a function of the library would end the run before: which is so
// of all of them, and wrong at none.
func nullArgument(e *cfg.Edge, m *relevance.Mark) bool {
	call, ok := e.Stmt.(*cfg.Call)
	return ok && !call.Proc.Pos.IsValid() && m.Kind != relevance.NoFix && m.Fix == 0 &&
		m.Var != nil && m.Var.CType.Pointer() && slices.Contains(call.Proc.Params, m.Var)
}

// score is larger for more precise sets; between 1, that of a value which
// avoids this run, and 3.
func score(p relevance.Precision) float64 {
	return 3 - float64(p)/float64(relevance.NoConstant)
}

// result turns marks into locations. The edges and the numbers of the
// instances of the steps are those of the program.
func result(prog *cfg.Program, marked *relevance.TraceResult, edges []*cfg.Edge, instances []int, start time.Time) *fault.Result {
	res := &fault.Result{Method: name}
	undecided := 0
	for i := range marked.Marks {
		m := &marked.Marks[i]
		if m.Status == relevance.Undecided {
			undecided++
		}
		if m.Status != relevance.Relevant || edges[m.Step] == nil || !report.Visible(edges[m.Step]) {
			continue
		}
		edge := edges[m.Step]
		if nullArgument(edge, m) {
			continue
		}
		l := fault.Location{Edge: edge, Pos: edge.Pos, Role: fault.Value, Instances: []int{instances[m.Step]}, Score: 1}
		l.Reason = "another value here avoids this path"
		if m.Kind != relevance.NoFix {
			// A constant that blocks the trace for all inputs says more than
			// one that avoids this run, and the more precise the set of such
			// constants is, the more.
			if m.Kind == relevance.BlocksTrace {
				l.Score = score(m.Precision(marked.Trace.Edges[m.Step]))
			}
			l.Reason = report.FixText(prog, marked.Trace, m)
		}
		res.Locations = append(res.Locations, l)
	}
	for i := range marked.Branches {
		m := &marked.Branches[i]
		edge := edges[m.Step]
		if m.Status != relevance.Relevant || !report.Visible(edge) || m.Leaves && givesUp(edge) {
			continue
		}
		b := relevance.Branch{Edge: edge, RelevantIn: []int{0}, Leaves: m.Leaves, Ends: m.Ends, Const: m.Const}
		res.Locations = append(res.Locations, fault.Location{
			Edge: edge, Pos: edge.Pos, Role: fault.Predicate, Instances: []int{instances[m.Step]},
			Score: score(b.Precision()), Reason: report.BranchText(&b, 1),
		})
	}
	res.Locations = fault.Rank(res.Locations)
	if undecided > 0 {
		res.Notes = append(res.Notes, fmt.Sprintf("of %d executed statements it is not known", undecided))
	}
	res.Stats.Instances, res.Stats.Time = len(marked.Trace.Edges), time.Since(start)
	return res
}

// The failing tests of a suite as a source of traces (section 4 of the paper): how
// many of them a statement of the failing run is relevant in says more than what
// its own marks do, which are mostly alike.

// shareScore makes the share of tests count before what score says of the failing
// run, as long as there are no more than so many tests.
var shareScore = 2 * (maxTests + 1)

// inTests counts for each location of the failing run in how many failing tests it
// is relevant, and puts those first that are in most. The clock has the work on the
// failing run.
func inTests(ctx context.Context, in *fault.Input, out *fault.Result, clock *work.Clock) {
	ctx, stop := clock.WithLimit(ctx, 2*clock.Now()+rangeWork/10)
	defer stop()
	found, of := map[cfg.Pos]int{}, 1
	n := min(len(in.Others), maxTests)
	for i := 0; i < n && ctx.Err() == nil; i++ {
		if places := relevantAt(ctx, in, in.Others[i*len(in.Others)/n], clock); places != nil {
			of++
			for at := range places {
				found[at]++
			}
		}
	}
	if of == 1 {
		return
	}
	for i := range out.Locations {
		l := &out.Locations[i]
		l.InTests, l.OfTests = found[l.Pos]+1, of
		l.Score += float64(shareScore) * float64(l.InTests) / float64(of)
		l.Reason += fmt.Sprintf("; relevant in %d of %d failing tests", l.InTests, of)
	}
	out.Locations = fault.Rank(out.Locations)
}

// relevantAt are the places of the statements that are relevant in a test, nil if
// that is not known.
func relevantAt(ctx context.Context, in *fault.Input, t *fault.Test, clock *work.Clock) map[cfg.Pos]bool {
	own := &fault.Input{Prog: in.Prog, Reference: in.Reference, Failing: t, Oracle: in.Oracle, Budget: in.Budget, Engine: in.Engine}
	defer own.Close()
	if fault.Locate(ctx, own) != nil {
		return nil
	}
	res, err := analyze(ctx, own, clock)
	if err != nil {
		return nil
	}
	out := map[cfg.Pos]bool{}
	for _, m := range res.Marks {
		if e := res.Edges[m.Step]; m.Status == relevance.Relevant && e != nil {
			out[e.Pos] = true
		}
	}
	return out
}
