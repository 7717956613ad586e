package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
)

// Schema names the JSON form. It changes when a field changes its meaning or
// goes away; new fields may appear at any time.
const Schema = "culprit/1"

// Report is everything a run has to say.
type Report struct {
	Schema     string      `json:"schema"`
	Tool       string      `json:"tool"`
	Version    string      `json:"version"`
	Verdict    string      `json:"verdict"`            // TRUE, FALSE, UNKNOWN
	Property   string      `json:"property"`           // what was asked for
	Violated   string      `json:"violated,omitempty"` // of FALSE: the property that fails, a part of Property
	Expected   string      `json:"expected,omitempty"` // what the task file claims: true, false(property)
	File       string      `json:"file"`
	DataModel  string      `json:"data_model,omitempty"`
	MultiTrace bool        `json:"multi_trace"`
	Reason     *Reason     `json:"reason,omitempty"`   // of UNKNOWN
	Coverage   string      `json:"coverage,omitempty"` // of FALSE: exact, covered, open
	Checked    *Checked    `json:"checked,omitempty"`  // of TRUE, where a property of undefined behaviour was asked for
	Errors     []Error     `json:"errors"`
	Traces     []Trace     `json:"traces"`
	Summaries  []Summary   `json:"summaries"`
	Answer     []Place     `json:"answer,omitempty"` // of FALSE: what localization methods say about the first trace
	Notes      []Note      `json:"notes"`
	Functions  []Function  `json:"functions,omitempty"`  // the control flow, where it is asked for
	Automata   []Automaton `json:"automata,omitempty"`   // of the run, where they are asked for
	Invariants []Invariant `json:"invariants,omitempty"` // of loops, where they are asked for
	Stats      Stats       `json:"stats"`
	sources    sourceLines // for the text form
	holds      string      // of TRUE: what is proved, a sentence

	// Later, if not nil, is called once before the report is written, and sets
	// Answer and Replay of traces; in the text form after the first line, which need
	// not wait for it.
	Later func() `json:"-"`
}

// The values of Report.Coverage.
const (
	CoverExact   = "exact"   // no error path besides the reported ones exists
	CoverCovered = "covered" // every other error path is covered by a danger automaton of a reported one
	CoverOpen    = "open"    // others may exist
)

// Checked is how much of the program the property looks at, where nothing of it can
// go wrong by its form, so that no error location is left.
type Checked struct {
	Accesses   int `json:"accesses"`
	Operations int `json:"operations"`
	Blocks     int `json:"blocks"` // allocated or freed
}

// Reason says why the verdict is UNKNOWN. Kind is short and stable. Obstacle is
// what kept the run from an answer, where that is known, and Try what to do, the
// best first.
type Reason struct {
	Kind     string    `json:"kind"`
	Text     string    `json:"text"`
	Obstacle *Obstacle `json:"obstacle,omitempty"`
	Try      []string  `json:"try,omitempty"`
}

// Obstacle is a loop, recursion, a formula, a size or a recheck that kept a run
// from an answer, with how far it came there; Text has all of it.
type Obstacle struct {
	Kind string `json:"kind"`
	Range
	Name       string `json:"name,omitempty"` // keyword of a loop, or the procedure
	Text       string `json:"text"`
	Others     int    `json:"others,omitempty"`     // further loops
	Copies     int    `json:"copies,omitempty"`     // of a procedure, or the depth of recursion
	Steps      int    `json:"steps,omitempty"`      // of the proof that were rechecked
	Unrolled   int    `json:"unrolled,omitempty"`   // levels
	Refined    int    `json:"refined,omitempty"`    // infeasible traces
	Predicates int    `json:"predicates,omitempty"` // that refute them
	States     int    `json:"states,omitempty"`     // of the traces that remain
	Terms      int    `json:"terms,omitempty"`      // of a formula that was not decided
}

// Range is a source range: lines and columns from 1, the end exclusive.
type Range struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Col     int    `json:"col"`
	EndLine int    `json:"end_line,omitempty"`
	EndCol  int    `json:"end_col,omitempty"`
}

// compare orders ranges by where they begin.
func (r Range) compare(o Range) int {
	return cmp.Or(cmp.Compare(r.File, o.File), cmp.Compare(r.Line, o.Line), cmp.Compare(r.Col, o.Col))
}

// Error is one error location: an assertion or a call of an error function.
type Error struct {
	Range
	What     string `json:"what"`
	Property string `json:"property"` // what it violates
	// Code is what a violation is called more exactly, if there is such a name.
	Code   string `json:"code,omitempty"`
	CWE    int    `json:"cwe,omitempty"`
	Status string `json:"status"` // open, proved, violated, covered
	Reason string `json:"reason,omitempty"`
	// Detail says what a trace does there, with the values it has.
	Detail string `json:"detail,omitempty"`
	// Precondition is what callers of --entry would have to keep to so that it does
	// not happen like this.
	Precondition string `json:"precondition,omitempty"`
}

// Fails reports whether a trace reaches the error location.
func (e *Error) Fails() bool { return e.Status == "violated" || e.Status == "covered" }

// failed lists the error locations that traces reach, by their places in Errors.
func (r *Report) failed() (at []int) {
	for i := range r.Errors {
		if r.Errors[i].Fails() {
			at = append(at, i)
		}
	}
	return at
}

// Trace is one feasible error trace. Ids count from 1.
type Trace struct {
	ID    int `json:"id"`
	Error int `json:"error"` // index into Report.Errors, -1 if unknown
	// Steps are the steps of the trace; of a very long one those in the
	// middle are left out.
	Steps        []Step   `json:"steps"`
	StepsTotal   int      `json:"steps_total"`   // all of them
	StepsVisible int      `json:"steps_visible"` // those of the user
	Omitted      *Omitted `json:"omitted,omitempty"`
	Inputs       []Input  `json:"inputs"`
	// Values is the operation that fails with the values of its operands.
	Values string `json:"values,omitempty"`
	// Unmarked says why the relevance of the statements is not known.
	Unmarked string `json:"unmarked,omitempty"`
	Replay   string `json:"replay,omitempty"` // a command that shows the failure
	// Class are the paths that fail like it, where other traces were looked for.
	Class *Class `json:"class,omitempty"`
	// Exception are statements that are relevant in all traces before and not in
	// this one, which was looked for because of one of them.
	Exception []Branch `json:"exception,omitempty"`
}

// Omitted says which steps of a trace are left out: Count of them before
// Steps[At].
type Omitted struct {
	At      int `json:"at"`
	Count   int `json:"count"`
	Visible int `json:"visible"` // those of the user
}

// Step is one statement instance of a trace.
type Step struct {
	Edge int    `json:"edge"` // id of the program statement, equal ids are the same statement
	Kind string `json:"kind"` // assign, havoc, assume, store, copy, set, alloc, free, call, return, skip
	Proc string `json:"proc"`
	// Depth counts the calls that have not returned.
	Depth int `json:"depth"`
	Range
	Text string `json:"text"`
	// Branch says which way a two-way condition went, then or else; Text is
	// already negated for else.
	Branch string `json:"branch,omitempty"`
	Hidden bool   `json:"hidden,omitempty"` // made by the lowering, no statement of the user
	// Values is what the statement sets in the trace, or what the condition reads:
	// "i = 3", "a[2] = 7".
	Values string `json:"values,omitempty"`
	Mark   *Mark  `json:"mark,omitempty"` // for assigning statements and branches
}

// Mark is the relevance of one step.
type Mark struct {
	Status string `json:"status"` // relevant, irrelevant, undecided
	Target string `json:"target,omitempty"`
	Fix    *Fix   `json:"fix,omitempty"`
	// Blocking lists values that block the trace for all inputs; with
	// BlockingExact no others do.
	Blocking      []Interval `json:"blocking,omitempty"`
	BlockingExact bool       `json:"blocking_exact,omitempty"`
}

// Fix is a value to assign instead, and what it does.
type Fix struct {
	Value string `json:"value"`          // as the user would write it
	Bits  string `json:"bits"`           // unsigned decimal
	Does  string `json:"does,omitempty"` // avoids this run, avoids another run, blocks the trace
	// Inputs are those before the statement in another run that the value avoids.
	Inputs []Input `json:"inputs,omitempty"`
	// Validated: the value is a fix, for the reason in Reason, and not just one
	// that blocks. Assumed is what the proof assumes, a sentence each. RightRuns is
	// the number of sampled right executions, which all end as before.
	Validated bool     `json:"validated,omitempty"`
	Reason    string   `json:"reason,omitempty"`
	Assumed   []string `json:"assumed,omitempty"`
	RightRuns int      `json:"right_runs,omitempty"`
}

// Interval is a closed interval of values. Text is how the text form says it.
type Interval struct {
	Lo   string `json:"lo"`
	Hi   string `json:"hi"`
	Text string `json:"text"`
}

// Input is the choice of one nondeterministic step. Bits and Mem are what a
// replay needs, Name and Value what a user reads.
type Input struct {
	Step  int    `json:"step"` // number of the step in the whole trace, from 0
	Kind  string `json:"kind"` // nondet, uninitialised, unknown, memory, argument
	Name  string `json:"name"`
	Value string `json:"value,omitempty"`
	Bits  string `json:"bits,omitempty"`
	// Relevant: the statement that takes the value is relevant in the trace.
	Relevant bool `json:"relevant,omitempty"`
	// Text: the command that repeats the trace has it in the text that it gives to the
	// program.
	Text bool   `json:"text,omitempty"`
	Mem  []Byte `json:"mem,omitempty"` // others are zero
}

// Byte is one byte of memory.
type Byte struct {
	Addr  string `json:"addr"` // 0x…
	Value uint8  `json:"value"`
}

// Summary is relevance over all traces that end in one error location.
type Summary struct {
	Error      int            `json:"error"` // index into Report.Errors, -1 if unknown
	Traces     []int          `json:"traces"`
	Lines      []RelevantLine `json:"lines"` // the relevant lines, in the order to read them
	Statements []Statement    `json:"statements"`
	Branches   []Statement    `json:"branches"`  // the branches that the traces take
	Steps      int            `json:"steps"`     // user steps of these traces
	Dimmed     int            `json:"dimmed"`    // of them not relevant
	Undecided  int            `json:"undecided"` // of them neither known to be relevant nor not to be
}

// Statement is one assigning statement of the user, or one outcome of a
// condition, and its relevance over the traces of a summary. The lists hold trace ids.
type Statement struct {
	Edge int `json:"edge"`
	Range
	Proc        string     `json:"proc"`
	Text        string     `json:"text"`
	Target      string     `json:"target,omitempty"`
	Relevant    string     `json:"relevant"` // all, some, none, undecided
	VisitedIn   []int      `json:"visited_in"`
	RelevantIn  []int      `json:"relevant_in"`
	Everywhere  bool       `json:"everywhere,omitempty"` // proved: relevant in all error paths
	UndecidedIn []int      `json:"undecided_in"`
	Fix         *Fix       `json:"fix,omitempty"`
	Blocking    []Interval `json:"blocking,omitempty"` // values that block every trace
	FixNote     string     `json:"fix_note,omitempty"`
	// With says of a relevant branch with which condition the trace ends, or
	// what the other way does.
	With string `json:"with,omitempty"`
}

// The values of Statement.Relevant.
const (
	InAll       = "all"
	InSome      = "some"
	InNone      = "none"
	IsUndecided = "undecided"
)

// Invariant is a condition that the proof shows to hold whenever control is at the
// head of a loop.
type Invariant struct {
	Range
	Proc string `json:"proc"`
	Text string `json:"text"` // an expression of C
}

// Automaton is the program automaton, or one that was subtracted from it.
type Automaton struct {
	Kind   string           `json:"kind"`   // program, Floyd-Hoare, danger, single trace
	States []AutomatonState `json:"states"` // none if there are too many
	Steps  []Flow           `json:"steps"`
	Before int              `json:"before"` // states of the automaton of the traces that remain
	After  int              `json:"after"`
}

// AutomatonState is a state.
type AutomatonState struct {
	At      []Range  `json:"at"`    // where the program may be
	Holds   []string `json:"holds"` // conditions that then hold
	Initial bool     `json:"initial,omitempty"`
	Final   bool     `json:"final,omitempty"`
}

// Note is a remark about a construct of the program that was abstracted.
type Note struct {
	Range
	Text string `json:"text"`
	// Assumed says that TRUE holds only under this assumption.
	Assumed bool `json:"assumed,omitempty"`
	// Failure says that FALSE rests on this assumption: a trace passes there.
	Failure bool `json:"failure,omitempty"`
}

// Stats is the work of the run. Times are in seconds.
type Stats struct {
	Wall       float64            `json:"wall_s"`
	CPU        float64            `json:"cpu_s"`
	Work       float64            `json:"work_s,omitempty"` // counted: the same in each run
	PeakMemory uint64             `json:"peak_memory_bytes,omitempty"`
	Locations  int                `json:"locations"`
	Edges      int                `json:"edges"`
	Letters    int                `json:"letters"`
	States     int                `json:"states"`
	Iterations int                `json:"iterations"`
	Refined    int                `json:"refined"`
	MaxStates  int                `json:"max_states"`
	Predicates int                `json:"predicates"`
	Depth      int                `json:"depth"`
	Phases     []PhaseTime        `json:"phases"`
	Queries    map[string]int     `json:"queries,omitempty"`
	QueryTime  map[string]float64 `json:"query_time_s,omitempty"`
	Parts      []string           `json:"parts,omitempty"` // of the verifier that took part (limit.Part)
}

// PhaseTime is the time of one phase.
type PhaseTime struct {
	Phase string  `json:"phase"`
	Time  float64 `json:"s"`
}

// ExitCode is the exit status of the verdict.
func (r *Report) ExitCode() int {
	switch r.Verdict {
	case "TRUE":
		return 0
	case "FALSE":
		return 10
	}
	return 20
}

// VerdictLine is the stable beginning of the first line of the text form.
func (r *Report) VerdictLine() string { return r.Verdict + " " + r.answered() }

// answered is the property that the verdict is about: of FALSE the one that is
// violated.
func (r *Report) answered() string {
	if r.Violated != "" {
		return r.Violated
	}
	return r.Property
}

// WriteJSON writes a JSON form, of which doc/json.md describes all. Of a report it
// waits for what comes after the verdict.
func WriteJSON(w io.Writer, v any) error {
	if r, ok := v.(*Report); ok && r.Later != nil {
		r.Later()
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}

// ReadJSON reads the JSON form back.
func ReadJSON(rd io.Reader) (*Report, error) {
	var r Report
	if err := json.NewDecoder(rd).Decode(&r); err != nil {
		return nil, fmt.Errorf("reading a report: %w", err)
	}
	if r.Schema != Schema {
		return nil, fmt.Errorf("reading a report: schema %q, want %q", r.Schema, Schema)
	}
	if r.Verdict != "TRUE" && r.Verdict != "FALSE" && r.Verdict != "UNKNOWN" {
		return nil, fmt.Errorf("reading a report: verdict %q", r.Verdict)
	}
	return &r, nil
}

// RelevantLine is a line of the user with relevant statements or branches. Places are
// listed in the order in which to read them: those that are relevant in all
// traces first, then by Precision, then by how late the trace gets there;
// inputs last.
type RelevantLine struct {
	Range            // of the most precise statement or branch of the line
	Proc      string `json:"proc"`
	Text      string `json:"text"`
	Relevant  string `json:"relevant"`  // all, some
	Precision string `json:"precision"` // proved, all but one, interval, several, never reached, no constant
	Input     bool   `json:"input,omitempty"`
	// Statements and Branches are indices into those of the summary, the most
	// precise first.
	Statements []int `json:"statements,omitempty"`
	Branches   []int `json:"branches,omitempty"`
}

// Branch is a statement, of a condition with the outcome it has: negated where that
// is false.
type Branch struct {
	Edge int `json:"edge"`
	Range
	Text string `json:"text"`
}

// Class is the class of error paths that a trace stands for: those that fail like
// it (paper "Static fault localization for simple bugs", section 6.6).
type Class struct {
	Single bool `json:"single,omitempty"` // the class is this trace alone
	// PartsFrom is the id of the earlier trace whose class this one follows longest,
	// 0 for none; at PartsAt it leaves that class, too.
	PartsFrom int     `json:"parts_from,omitempty"`
	PartsAt   *Branch `json:"parts_at,omitempty"`
	// Shared are the branches that all paths of the class take.
	Shared []Branch `json:"shared"`
}

// Function is the control flow of a function, as blocks of statements that run in
// a row.
type Function struct {
	Name string `json:"name"`
	Range
	Blocks []Block `json:"blocks"`
	Flows  []Flow  `json:"flows"`
}

// Flow leads from one block to another, by indices. Text is the outcome of the
// condition that leads there: yes, no, or in a block without one the outcome itself.
type Flow struct {
	From   int    `json:"from"`
	To     int    `json:"to"`
	Text   string `json:"text,omitempty"`
	Traces []int  `json:"traces,omitempty"`
}

// sourceLines holds the lines of each source file.
type sourceLines map[string][]string

// Block is a block of statements. Traces lists the ids of the traces that pass it.
type Block struct {
	Statements []Branch `json:"statements"`
	Condition  *Branch  `json:"condition,omitempty"` // that the flows decide, yes or no
	Error      string   `json:"error,omitempty"`     // what fails here
	Exit       bool     `json:"exit,omitempty"`      // the function returns
	Traces     []int    `json:"traces,omitempty"`
}
