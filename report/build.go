package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/fault"
	"culprit/relevance"
	"culprit/verifier"
)

// Options is what a report holds besides the result.
type Options struct {
	Tool, Version string
	Property      string
	Checks        safety.Checks // of the property
	Expected      string
	File          string // as the user named it
	DataModel     string
	MultiTrace    bool
	PeakMemory    uint64
	// Values, if not nil, gives the operation that fails at the end of a trace
	// with the values of its operands, or "".
	Values func(*cfg.Trace) string
	// Steps, if not nil, gives the values at the steps of a trace (interp.Values).
	Steps func(*cfg.Trace) []string
	// Functions asks for the control flow of functions.
	Functions bool
	// Detail says what happens at the end of a trace, where if the error location has
	// no place of its own, and its code, if it has one; nil: nothing is known.
	Detail func(*cfg.Trace) (text string, at cfg.Pos, code *fault.Code)
	// Precondition says what the callers of a function would have to keep to so that a
	// trace cannot be, or ""; nil: nothing is known.
	Precondition func(*cfg.Trace) string
}

// New builds the report of a result. prog is nil if the run ended before
// there was a program.
func New(prog *cfg.Program, res *verifier.Result, opt Options) *Report {
	r := &Report{
		Schema: Schema, Tool: opt.Tool, Version: opt.Version,
		Verdict: res.Verdict.String(), Property: opt.Property, Expected: opt.Expected,
		File: opt.File, DataModel: opt.DataModel, MultiTrace: opt.MultiTrace,
		Errors: []Error{}, Traces: []Trace{}, Summaries: []Summary{}, Notes: []Note{},
	}
	if res.Verdict == verifier.Unknown {
		r.Reason = &Reason{Kind: res.ReasonKind, Text: res.Reason, Obstacle: obstacle(res.Obstacle), Try: res.Advice()}
	}
	r.Coverage = coverage(res)
	b := builder{r: r, errors: map[*cfg.Loc]int{}, checks: opt.Checks}
	b.prog = cmp.Or(res.Program, prog)
	for _, n := range res.Notes { // what is said about this answer comes first
		r.Notes = append(r.Notes, Note{Range: RangeOf(n.Pos), Text: n.Text, Assumed: n.Assumed})
	}
	if prog != nil {
		r.sources = splitSources(prog.Sources)
		for _, n := range prog.Notes {
			r.Notes = append(r.Notes, Note{Range: RangeOf(n.Pos), Text: n.Text, Assumed: n.Assumed, Failure: n.Fails && passes(res, n.Pos)})
		}
	}
	for _, e := range res.Errors {
		b.errors[e.Loc] = len(r.Errors)
		r.Errors = append(r.Errors, b.failure(&e))
	}
	for i := range res.Traces {
		unmarked := ""
		if i < len(res.Unmarked) {
			unmarked = res.Unmarked[i]
		}
		b.add(&res.Traces[i], unmarked, &opt)
	}
	r.classes(res.Classes)
	r.exceptions(res.Exceptions)
	for i := range res.Summaries {
		r.Summaries = append(r.Summaries, b.summary(&res.Summaries[i], res.Traces))
	}
	for i := range r.Traces {
		r.Traces[i].shorten()
	}
	if b.prog != nil && res.Verdict == verifier.True {
		r.holds = fault.ProofOf(b.prog, opt.Checks, nil).Holds
	}
	if b.prog != nil && opt.Checks != 0 && res.Verdict == verifier.True {
		n := safety.Count(b.prog, opt.Checks)
		r.Checked = &Checked{n.Accesses, n.Operations, n.Blocks}
	}
	if opt.Functions && b.prog != nil {
		var traces []*cfg.Trace
		for i := range res.Traces {
			traces = append(traces, res.Traces[i].Trace)
		}
		r.Functions = Functions(b.prog, traces)
	}
	r.Stats = statsOf(&res.Stats)
	r.Stats.PeakMemory = opt.PeakMemory
	return r
}

// add adds a trace to the report, and to its error what only traces tell; unmarked says
// why it has no marks, "" if it has.
func (b *builder) add(found *relevance.TraceResult, unmarked string, opt *Options) {
	tr := found.Trace
	t := b.trace(len(b.r.Traces)+1, found)
	if opt.Values != nil {
		t.Values = opt.Values(tr)
	}
	t.Unmarked = unmarked
	if unmarked != "" {
		t.undecide(tr.Edges)
	}
	if opt.Steps != nil {
		for k, text := range opt.Steps(tr) {
			t.Steps[k].Values = text
		}
	}
	b.r.Traces = append(b.r.Traces, t)
	if t.Error < 0 {
		return
	}
	e := &b.r.Errors[t.Error]
	if opt.Detail != nil && e.Detail == "" {
		text, at, code := opt.Detail(tr)
		e.Detail = text
		if opt.Precondition != nil {
			e.Precondition = opt.Precondition(tr)
		}
		if code != nil && code.Property == e.Property {
			e.Code, e.CWE = code.Name, code.CWE
		}
		if e.Line == 0 {
			e.Range = RangeOf(at)
		}
	}
	if e.Line == 0 {
		e.Range = RangeOf(lastPos(tr))
	}
}

func obstacle(o *verifier.Obstacle) *Obstacle {
	if o == nil {
		return nil
	}
	return &Obstacle{Kind: o.Kind.String(), Range: RangeOf(o.Pos), Name: o.Name, Text: o.Text(), Others: o.Others, Copies: o.Copies, Steps: o.Steps,
		Unrolled: o.Unrolled, Refined: o.Refined, Predicates: o.Predicates, States: o.States, Terms: o.Terms}
}

// coverage says whether the traces of a FALSE are all that there are.
func coverage(res *verifier.Result) string {
	switch {
	case res.Verdict != verifier.False:
		return ""
	case res.Exact:
		return CoverExact
	case res.Complete:
		return CoverCovered
	}
	return CoverOpen
}

type builder struct {
	r      *Report
	errors map[*cfg.Loc]int
	prog   *cfg.Program
	checks safety.Checks
}

// failure describes an error location. The first one that is violated says
// which property is.
func (b *builder) failure(e *verifier.ErrorStatus) Error {
	property := e.Loc.Property
	if property == "" && safety.PartOf(safety.UnreachCall, b.r.Property) {
		property = safety.UnreachCall
	} else if property == "" {
		property = b.r.Property
	}
	if b.r.Verdict == verifier.False.String() && b.r.Violated == "" && (e.Status == verifier.Violated || e.Status == verifier.Covered) {
		b.r.Violated = property
	}
	cwe := 0
	if row := safety.Lookup(property); row != nil && property != safety.UnreachCall { // an assertion says what it is about
		cwe = row.CWE
	}
	at := e.Loc.Pos
	if !at.IsValid() && e.Status == verifier.Open && b.prog != nil { // of a violation the trace says it
		at = b.calledAt(e.Loc.Proc, map[*cfg.Proc]bool{})
	}
	return Error{Range: RangeOf(at), What: e.Loc.Reason.String(), Property: property, CWE: cwe, Status: e.Status.String(), Reason: e.Reason}
}

// calledAt is where the text of the program leads to a function of the library.
func (b *builder) calledAt(p *cfg.Proc, seen map[*cfg.Proc]bool) (at cfg.Pos) {
	seen[p] = true
	for _, e := range b.prog.Edges {
		call, ok := e.Stmt.(*cfg.Call)
		if !ok || call.Proc != p || seen[e.From.Proc] {
			continue
		}
		if at = e.Pos; !at.IsValid() {
			at = b.calledAt(e.From.Proc, seen)
		}
		if at.IsValid() {
			return at
		}
	}
	return at
}

func (b *builder) errorIndex(l *cfg.Loc) int {
	if i, ok := b.errors[l]; ok {
		return i
	}
	return -1
}

// lastPos is where the program is at the end of a trace that ends in a function of
// the library.
func lastPos(t *cfg.Trace) (at cfg.Pos) {
	for _, e := range t.Edges {
		if e.Pos.IsValid() {
			at = e.Pos
		}
	}
	return at
}

// RangeOf is a position as a range.
func RangeOf(p cfg.Pos) Range { return Range{p.File, p.Line, p.Col, p.EndLine, p.EndCol} }

// passes reports whether a trace executes something on the lines of at.
func passes(res *verifier.Result, at cfg.Pos) bool {
	for i := range res.Traces {
		for _, e := range res.Traces[i].Trace.Edges {
			if p := e.Pos; p.File == at.File && p.Line <= max(at.Line, at.EndLine) && at.Line <= max(p.Line, p.EndLine) {
				return true
			}
		}
	}
	return false
}

func (b *builder) trace(id int, tr *relevance.TraceResult) Trace {
	out := Trace{ID: id, Error: b.errorIndex(tr.Error), Steps: []Step{}, Inputs: []Input{}}
	depth := 0
	for _, e := range tr.Trace.Edges {
		if _, ok := e.Stmt.(*cfg.Return); ok && depth > 0 {
			depth--
		}
		s := Step{
			Edge: e.ID, Kind: kindOf(e.Stmt), Depth: depth, Range: RangeOf(e.Pos), Text: e.Text,
			Branch: branchOf(e), Hidden: hidden(e),
		}
		if e.From != nil && e.From.Proc != nil {
			s.Proc = e.From.Proc.Name
		}
		if _, ok := e.Stmt.(*cfg.Call); ok {
			depth++
		}
		if !s.Hidden {
			out.StepsVisible++
		}
		out.Steps = append(out.Steps, s)
	}
	out.StepsTotal = len(out.Steps)
	for i := range tr.Marks {
		m := &tr.Marks[i]
		if m.Step < 0 || m.Step >= len(out.Steps) {
			panic(fmt.Sprintf("report: mark at step %d of a trace of %d", m.Step, len(out.Steps)))
		}
		out.Steps[m.Step].Mark = markOf(b.prog, tr.Trace, m)
	}
	for i := range tr.Branches {
		m := &tr.Branches[i]
		out.Steps[m.Step].Mark = &Mark{Status: m.Status.String()}
	}
	for i := range tr.Trace.Inputs {
		in, taker := inputOf(b.prog, tr.Trace, &tr.Trace.Inputs[i])
		for _, step := range []int{in.Step, taker} {
			m := out.Steps[step].Mark
			in.Relevant = in.Relevant || m != nil && m.Status == relevance.Relevant.String()
		}
		out.Inputs = append(out.Inputs, in)
	}
	return out
}

// undecide marks what could be relevant in a trace that was not analysed.
func (t *Trace) undecide(edges []*cfg.Edge) {
	for k, e := range edges[:min(len(edges), len(t.Steps))] {
		_, condition := e.Stmt.(*cfg.Assume)
		if t.Steps[k].Mark == nil && (relevance.Assigning(e) || condition && len(e.From.Out) > 1) {
			t.Steps[k].Mark = &Mark{Status: relevance.Undecided.String()}
		}
	}
}

// shorten leaves out the middle of a very long trace.
func (t *Trace) shorten() {
	kept := maxLines / 4
	if len(t.Steps) <= 10*maxLines {
		return
	}
	t.Omitted = &Omitted{At: kept, Count: len(t.Steps) - 2*kept}
	rest := t.Steps[len(t.Steps)-kept:]
	for i := range t.Steps[kept : len(t.Steps)-kept] {
		if !t.Steps[kept+i].Hidden {
			t.Omitted.Visible++
		}
	}
	t.Steps = slices.Concat(t.Steps[:kept], rest)
}

// Number is the number of the i-th kept step in the whole trace, from 0.
func (t *Trace) Number(i int) int {
	if t.Omitted != nil && i >= t.Omitted.At {
		return i + t.Omitted.Count
	}
	return i
}

// markOf is a mark of a trace.
func markOf(prog *cfg.Program, tr *cfg.Trace, m *relevance.Mark) *Mark {
	e := tr.Edges[m.Step]
	out := &Mark{Status: m.Status.String(), Target: target(m.Var, e)}
	sh := shapeOfStmt(m.Var, e.Stmt)
	if m.Kind != relevance.NoFix {
		out.Fix = fixOf(sh, m.Fix)
		out.Fix.does(prog, tr, m)
	}
	for _, r := range m.Blocking {
		out.Blocking = append(out.Blocking, sh.interval(r))
	}
	out.BlockingExact = m.Exact && len(m.Blocking) > 0
	return out
}

// does says what a value does in place of the one that a step of a trace assigns,
// and the inputs of a run that it avoids, if those are not the ones of the trace.
func (f *Fix) does(prog *cfg.Program, tr *cfg.Trace, m *relevance.Mark) {
	f.Does = m.Kind.String()
	if m.Kind != relevance.AvoidsRun || m.Run == nil {
		return
	}
	f.Does = anotherRun
	for i := range m.Run {
		in, _ := inputOf(prog, tr, &m.Run[i])
		f.Inputs = append(f.Inputs, in)
	}
}

// anotherRun is what a value does that avoids a run with other inputs than those
// of the trace.
const anotherRun = "avoids another run"

// effect says what the value does.
func (f *Fix) effect() string {
	if f.Does == anotherRun {
		if text := inputText(&Trace{Inputs: f.Inputs}); text != "" {
			return "avoids the run with " + text
		}
	}
	if f.Does == relevance.BlocksTrace.String() {
		return "avoids this path"
	}
	return f.Does
}

func fixOf(sh shape, v uint64) *Fix {
	return &Fix{Value: sh.format(v), Bits: strconv.FormatUint(v, 10)}
}

// target is how the user calls what a statement assigns.
func target(v *cfg.Var, e *cfg.Edge) string {
	if v == nil {
		switch s := e.Stmt.(type) {
		case *cfg.Assign:
			v = s.Dst
		case *cfg.Havoc:
			v = s.Dst
		case *cfg.Alloc:
			v = s.Dst
		}
	}
	if v != nil && v.Proc != nil && !v.Proc.Pos.IsValid() { // of a function of the library, whose names are ours
		if i := slices.Index(v.Proc.Params, v); i >= 0 {
			return fmt.Sprintf("argument %d", i+1)
		}
	}
	if v != nil && !v.Temp && (v.Proc == nil || v.Proc.Ret != v) {
		return cfg.SourceName(v.Name)
	}
	if v != nil && v.Proc != nil && v.Proc.Ret == v {
		return v.Proc.Name + "()"
	}
	return leftSide(e.Text)
}

// leftSide is what comes before the assignment operator of a C statement,
// or "".
func leftSide(text string) string {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '"', '\'':
			return ""
		case '=':
			if depth != 0 {
				continue
			}
			if i+1 < len(text) && text[i+1] == '=' || i > 0 && strings.IndexByte("=!", text[i-1]) >= 0 {
				return ""
			}
			if i > 0 && strings.IndexByte("<>", text[i-1]) >= 0 && (i < 2 || text[i-2] != text[i-1]) {
				return "" // a comparison
			}
			return strings.TrimSpace(strings.TrimRight(text[:i], "+-*/%&|^<>"))
		}
	}
	return ""
}

func ids(indices []int) []int {
	out := make([]int, len(indices))
	for i, x := range indices {
		out[i] = x + 1
	}
	return out
}

func (b *builder) summary(s *relevance.Summary, traces []relevance.TraceResult) Summary {
	out := Summary{Error: b.errorIndex(s.Error), Traces: ids(s.Traces), Statements: []Statement{}, Branches: []Statement{}}
	for _, i := range s.Traces {
		for _, st := range b.r.Traces[i].Steps {
			if st.Hidden {
				continue
			}
			out.Steps++
			switch {
			case st.Mark == nil || st.Mark.Status == relevance.Irrelevant.String():
				out.Dimmed++
			case st.Mark.Status == relevance.Undecided.String():
				out.Undecided++
			}
		}
	}
	for i := range s.Statements {
		st := &s.Statements[i]
		if !hidden(st.Edge) {
			out.Statements = append(out.Statements, b.statement(s, st, traces))
		}
	}
	for i := range s.Branches {
		if br := &s.Branches[i]; !hidden(br.Edge) {
			out.Branches = append(out.Branches, b.branch(s, br))
		}
	}
	last := map[int]int{}
	for k, e := range traces[s.Traces[0]].Trace.Edges {
		last[e.ID] = k
	}
	out.Lines = b.ranked(s, &out, last)
	return out
}

func (b *builder) statement(s *relevance.Summary, st *relevance.Statement, traces []relevance.TraceResult) Statement {
	e := st.Edge
	out := Statement{
		Edge: e.ID, Range: RangeOf(e.Pos), Text: e.Text,
		VisitedIn: ids(st.VisitedIn), RelevantIn: ids(st.RelevantIn), UndecidedIn: ids(st.Undecided),
		FixNote: st.FixNote, Everywhere: st.Everywhere,
	}
	if e.From != nil && e.From.Proc != nil {
		out.Proc = e.From.Proc.Name
	}
	out.Relevant = relevantIn(len(st.RelevantIn), len(s.Traces), len(st.Undecided))
	first, trace := firstRelevant(e, s.Traces, traces)
	var v *cfg.Var
	if first != nil {
		v = first.Var
	}
	out.Target = target(v, e)
	sh := shapeOfStmt(v, e.Stmt)
	switch {
	case st.HasFix:
		out.Fix = fixOf(sh, st.Fix)
		out.Fix.Does = relevance.BlocksTrace.String()
		if st.Validated {
			proof := fault.ProofOf(b.prog, b.checks, st.Assumed)
			out.Fix.Validated, out.Fix.Reason, out.Fix.Assumed, out.Fix.RightRuns = true, proof.Reason(), proof.Assumed, st.Kept
		}
	case first != nil && first.Kind != relevance.NoFix && len(s.Traces) == 1:
		out.Fix = fixOf(sh, first.Fix)
		out.Fix.does(b.prog, trace, first)
	}
	for _, r := range st.Blocking {
		out.Blocking = append(out.Blocking, sh.interval(r))
	}
	return out
}

// firstRelevant is the first relevant mark of a statement in the traces, and its
// trace.
func firstRelevant(e *cfg.Edge, in []int, traces []relevance.TraceResult) (*relevance.Mark, *cfg.Trace) {
	for _, i := range in {
		for j := range traces[i].Marks {
			m := &traces[i].Marks[j]
			if m.Status == relevance.Relevant && traces[i].Trace.Edges[m.Step] == e {
				return m, traces[i].Trace
			}
		}
	}
	return nil, nil
}

func statsOf(s *verifier.Stats) Stats {
	out := Stats{
		Wall: s.Wall.Seconds(), CPU: s.CPU.Seconds(), Work: s.Work.Time().Seconds(),
		Locations: s.Locations, Edges: s.Edges, Letters: s.Letters, States: s.States,
		Iterations: s.Iterations, Refined: s.Refined, MaxStates: s.MaxStates,
		Predicates: s.Predicates, Depth: s.Depth, Queries: s.Queries, Parts: s.Parts, Phases: []PhaseTime{},
	}
	for p := range verifier.NumPhases {
		out.Phases = append(out.Phases, PhaseTime{p.String(), s.Phases[p].Seconds()})
	}
	if len(s.QueryTime) > 0 {
		out.QueryTime = map[string]float64{}
		for k, d := range s.QueryTime {
			out.QueryTime[k] = d.Seconds()
		}
	}
	return out
}
