package verifier

import (
	"cmp"
	"slices"
	"time"

	"culprit/cfg"
	"culprit/internal/work"
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
	Elapsed    time.Duration
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
