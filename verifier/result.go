package verifier

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"culprit/analysis/values"
	"culprit/cfg"
	"culprit/hoare"
	"culprit/internal/work"
	"culprit/logic"
	"culprit/relevance"
)

// Verdict is the answer for the whole program.
type Verdict uint8

// The verdicts. Unknown always comes with a reason.
const (
	Unknown Verdict = iota
	True
	False
)

func (v Verdict) String() string { return [...]string{"UNKNOWN", "TRUE", "FALSE"}[v] }

// WhileRechecked is added to the reason of a limit that ended the recheck.
const WhileRechecked = ", while the proof was rechecked"

// LocStatus is what is known about one error location.
type LocStatus uint8

// The states of an error location. Proved: unreachable, and no danger
// automaton removed a word that ends there. Violated: a replayed trace ends
// there. Covered is Violated with every other error path that ends there
// covered by a danger automaton.
const (
	Open LocStatus = iota
	Proved
	Violated
	Covered
)

func (s LocStatus) String() string {
	return [...]string{"open", "proved", "violated", "covered"}[s]
}

// ErrorStatus is the answer for one error location.
type ErrorStatus struct {
	Loc    *cfg.Loc
	Status LocStatus
	// Reason says why an open location is open.
	Reason string
}

// Result is everything a run found out.
type Result struct {
	Verdict Verdict
	// Program is what the traces are of: the verified program, or a copy of it
	// that states what the library says. Nil if Verify did not come that far.
	Program *cfg.Program
	// Reason of Unknown: one line, starting with a position where one
	// construct or loop is to blame.
	Reason string
	// ReasonKind is a stable short key of Reason for tables: "time",
	// "memory", "unsupported", "solver", "replay", "interrupted", ...
	ReasonKind string
	// Obstacle is what kept an Unknown from an answer; nil if that is not known, or
	// Reason says it.
	Obstacle *Obstacle
	// Unchecked says that every error location is proved, but that the proof
	// was not rechecked, or not confirmed.
	Unchecked bool
	Errors    []ErrorStatus // by location id
	Traces    []relevance.TraceResult
	// Unmarked says of each trace why its statements have no relevance; empty
	// if they have.
	Unmarked  []string
	Summaries []relevance.Summary // one per violated error location
	// Classes are those of the traces, in their order, as far as others were
	// looked for.
	Classes []Class
	// Exceptions are traces that were asked for, after all that differ: error
	// paths in which statements are irrelevant that are relevant in all others.
	Exceptions []Exception
	// Complete says that every error path not reported is covered by a
	// danger automaton of a reported one (or that none is left).
	Complete bool
	// Exact says that no error path besides the reported ones exists.
	Exact bool
	// Notes are assumptions of this answer, besides those of the program.
	Notes []cfg.Note
	// Undefined is a run that the premises of a proof do not hold in, or nil.
	Undefined *cfg.Trace
	// Annotation of a True, if Config asks for it.
	Annotation *Annotation
	Stats      Stats
}

// Premises are what a proof says nothing about and stands on: that no run does
// what C leaves undefined, where the property does not ask.
type Premises struct {
	Broken  string     // one line on a run that does; "": none was found
	Kind    string     // of the reason that this is; "" stands for undefined
	Run     *cfg.Trace // that run, or nil if its inputs are not known
	Assumed []cfg.Note // what stays open
}

// Assumed are the notes on what the answer assumes.
func (r *Result) Assumed() (out []cfg.Note) {
	notes := r.Notes
	if r.Program != nil {
		notes = slices.Concat(notes, r.Program.Notes)
	}
	return slices.DeleteFunc(slices.Clone(notes), func(n cfg.Note) bool { return !n.Assumed })
}

// rest makes a proof an answer, which rests on its premises.
func (r *Result) rest(p Premises) *Result {
	out := *r
	if p.Broken == "" {
		out.Notes = append(slices.Clip(out.Notes), p.Assumed...)
		return &out
	}
	out.Verdict, out.ReasonKind, out.Reason, out.Undefined = Unknown, cmp.Or(p.Kind, "undefined"), p.Broken, p.Run
	out.Annotation, out.Errors = nil, slices.Clone(out.Errors)
	for i := range out.Errors {
		out.Errors[i].Status, out.Errors[i].Reason = Open, ""
	}
	return &out
}

// Exception is a trace in which statements are not relevant that were relevant in
// all traces before it.
type Exception struct {
	Trace      int // index of the trace
	Statements []*cfg.Edge
}

// Phase is a part of the work, for the time table of --stats.
type Phase uint8

// The phases.
const (
	PhaseValues Phase = iota
	PhaseBMC
	PhaseSearch
	PhaseFeasibility
	PhaseInterpolation
	PhaseDifference
	PhaseForetell
	PhaseFrames
	PhaseContracts
	PhaseDanger
	PhaseRelevance
	PhaseEverywhere
	PhaseReplay
	PhaseRecheck
	PhasePremises
	NumPhases
)

func (p Phase) String() string {
	return [...]string{"values", "unrolling", "execution", "feasibility", "interpolation", "difference", "prophecy", "frames", "contracts", "danger", "relevance", "all paths", "replay", "recheck", "premises"}[p]
}

// Stats counts the work of a run.
type Stats struct {
	Wall       time.Duration
	CPU        time.Duration
	Work       work.Amount // counted
	Phases     [NumPhases]time.Duration
	Locations  int
	Edges      int
	Letters    int
	States     int // of the program automaton
	Iterations int
	Refined    int // infeasible traces subtracted
	MaxStates  int // largest remaining automaton
	Predicates int
	Depth      int            // deepest completed unrolling, in letters
	Queries    map[string]int // solver queries by pipeline stage
	QueryTime  map[string]time.Duration
	Parts      []string // parts of the process that took part so far (limit.Part)
}

// Progress is what a run reports while it works.
type Progress struct {
	Phase      Phase
	Iterations int
	States     int
	Traces     int
	Depth      int
	Open       int // error locations that may still be reached
	Proved     int // those that cannot, if the proof is confirmed
	Violated   int
	Obstacle   *Obstacle // what would keep the run from an answer if it ended now; or nil
}

// meter measures what a run does, and tells its caller.
type meter struct {
	logf    func(format string, args ...any) // may be nil
	entered func(Phase)                      // hears of each phase that begins; may be nil
	start   time.Time
	clock   *work.Clock // of all budgets
	begun   work.Amount // on the clock
	refined work.Amount // work on feasibility, interpolation and differences
	marking work.Amount // work on relevance
	asking  work.Amount // work on relevance in all error paths
	// first and ledTo are the work of the verdict that led to the first trace, and
	// to the last one.
	first, ledTo work.Amount
	stats        *Stats
}

// elapsed is the work done so far.
func (m *meter) elapsed() work.Amount { return m.clock.Since(m.begun) }

// verdict is the work done so far that relevance did not take.
func (m *meter) verdict() work.Amount { return m.elapsed() - m.marking - m.asking }

// phase runs f and books its time.
func (m *meter) phase(p Phase, f func()) {
	if m.entered != nil {
		m.entered(p)
	}
	t, w := time.Now(), m.clock.Now()
	f()
	m.stats.Phases[p] += time.Since(t)
	switch p {
	case PhaseFeasibility, PhaseInterpolation, PhaseDifference:
		m.refined += m.clock.Since(w)
	case PhaseRelevance:
		m.marking += m.clock.Since(w)
	case PhaseEverywhere:
		m.asking += m.clock.Since(w)
	}
}

func (m *meter) log(format string, args ...any) {
	if m.logf != nil {
		m.logf(format, args...)
	}
}

// Class is the class of error paths that fail like a trace: the words of its
// danger automaton (paper "Static fault localization for simple bugs", section
// 6.6). All edges are of Result.Program.
type Class struct {
	Trace int // index of the trace
	// Single says that there was no danger automaton: the class has one path.
	Single bool
	// Near is the index of the earlier trace whose class this trace follows longest,
	// -1 for the first trace, and Parts the statement of this trace at which it
	// leaves that class and is in no earlier one any more; nil if it is none of
	// the program's text.
	Near  int
	Parts *cfg.Edge
	// Shared are the branches that all paths of the class take, in the order of the
	// trace.
	Shared []*cfg.Edge
}

// Obstacle is what kept a run from an answer: the construct of the program that
// the work went into, and how far that came. The texts of an UNKNOWN about it
// are written here and nowhere else.
type Obstacle struct {
	Kind ObstacleKind
	// Pos is the loop, the call or the error location; invalid if the source has
	// no place for it.
	Pos cfg.Pos
	// Name is the keyword of a loop, or the name of a procedure.
	Name string
	// Others are the further loops that error traces go round.
	Others int
	// Copies is how often a procedure is inlined, or to what depth recursion was
	// unrolled; Steps are those of the proof that were rechecked.
	Copies, Steps int
	// Unrolled are the levels that were unrolled, Refined the infeasible traces
	// that were refuted with Predicates, and States those of the automaton of the
	// traces that remain. Terms are those of a formula that was not decided.
	Unrolled, Refined, Predicates, States, Terms int
}

// ObstacleKind is what kind of thing an obstacle is.
type ObstacleKind uint8

// The kinds of obstacles.
const (
	LoopObstacle      ObstacleKind = iota // a loop that error traces go round
	RecursionObstacle                     // calls deeper than unrolled
	FormulaObstacle                       // paths of which the formula is hard, without a loop or beside those left
	SizeObstacle                          // calls that inline to too many locations
	RecheckObstacle                       // the proof is there, its recheck is not
)

func (k ObstacleKind) String() string {
	return [...]string{"loop", "recursion", "formula", "size", "recheck"}[k]
}

// Text is the obstacle in one line, with the numbers.
func (o *Obstacle) Text() string {
	at := ""
	if o.Pos.IsValid() {
		at = " at " + o.Pos.String()
	}
	var done []string
	if o.Unrolled > 0 {
		done = append(done, "unrolled to level "+fmt.Sprint(o.Unrolled))
	}
	if o.Terms > 0 {
		done = append(done, fmt.Sprintf("a formula of %d terms not decided", o.Terms))
	}
	if o.Refined > 0 {
		done = append(done, fmt.Sprintf("%s refuted with %s", plural(o.Refined, "trace"), plural(o.Predicates, "predicate")))
	}
	if o.States > 0 {
		done = append(done, plural(o.States, "state")+" left")
	}
	so := ""
	if len(done) > 0 {
		so = ": " + strings.Join(done, ", ")
	}
	switch o.Kind {
	case RecursionObstacle:
		return fmt.Sprintf("%s%s calls itself: no contract is proved, and calls deeper than %d are open%s", o.Name, at, o.Copies, so)
	case FormulaObstacle:
		return "paths to the error" + at + so
	case SizeObstacle:
		return fmt.Sprintf("%s%s is inlined %d times", o.Name, at, o.Copies)
	case RecheckObstacle:
		return fmt.Sprintf("every assertion is proved, but only %s of the proof rechecked", plural(o.Steps, "step"))
	}
	more := ""
	if o.Others > 0 {
		more = fmt.Sprintf(" (and %s)", plural(o.Others, "further loop"))
	}
	return strings.TrimSpace(o.Name+" loop") + at + more + so
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// line says in which loop a developer changes something; "" if the source has no place.
func (o *Obstacle) line() string {
	if !o.Pos.IsValid() {
		return ""
	}
	return fmt.Sprintf(", in the loop of line %d", o.Pos.Line)
}

// Advice is what to try after an UNKNOWN, the best first.
func (r *Result) Advice() (try []string) {
	if r.Verdict != Unknown {
		return nil
	}
	switch r.ReasonKind {
	case "time":
		try = append(try, "a longer --timeout")
	case "memory":
		try = append(try, "a larger --memory")
	case "solver":
		try = append(try, fmt.Sprintf("a longer --timeout: one question gets 1/%d of it", limitPart))
	case "abstraction":
		return []string{"a body or a value for what it depends on: __VERIFIER_nondet_*() and __VERIFIER_assume() say what it may be"}
	case "unsupported":
		if r.Obstacle == nil || r.Obstacle.Kind != RecursionObstacle {
			return []string{"replacing that construct: the rest of the program is verified"}
		}
	case "size", "interrupted":
	default:
		return nil
	}
	o := r.Obstacle
	if o == nil {
		return try
	}
	switch o.Kind {
	case LoopObstacle:
		try = append(try, "a bound on its rounds: count them, and __VERIFIER_assume() a limit"+o.line())
	case RecursionObstacle:
		try = append(try, "a bound on its depth, which the answer then assumes: --recursion-depth 3", "or __VERIFIER_assume() about its arguments before the first call of "+o.Name)
	case FormulaObstacle:
		try = append(try, "smaller ranges of the inputs, by __VERIFIER_assume()")
	case SizeObstacle:
		try = append(try, "a contract in its place: a "+o.Name+"() that returns __VERIFIER_nondet_*() under __VERIFIER_assume(), and "+o.Name+" verified by itself")
	}
	return try
}

// Annotation is what a proof says about locations of loops.
type Annotation struct {
	Enc *hoare.Encoder // of the terms
	At  []Invariant    // by location
}

// Invariant is what is known at a location. An execution that is there is in
// one of the states.
type Invariant struct {
	Loc    *cfg.Loc
	States []State
}

// State is a conjunction.
type State struct {
	Facts []values.Fact
	Preds []logic.T
}
