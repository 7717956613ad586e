package verifier

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"culprit/automata"
	"culprit/cfg"
)

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

// line says where a developer changes something; "" if the source has no place.
func (o *Obstacle) line(before string) string {
	if !o.Pos.IsValid() {
		return ""
	}
	return fmt.Sprintf("%s line %d", before, o.Pos.Line)
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
		try = append(try, "a bound on its rounds: count them, and __VERIFIER_assume() a limit"+o.line(", in the loop of"))
	case RecursionObstacle:
		try = append(try, "a bound on its depth, which the answer then assumes: --recursion-depth 3", "or __VERIFIER_assume() about its arguments before the first call of "+o.Name)
	case FormulaObstacle:
		try = append(try, "smaller ranges of the inputs, by __VERIFIER_assume()")
	case SizeObstacle:
		try = append(try, "a contract in its place: a "+o.Name+"() that returns __VERIFIER_nondet_*() under __VERIFIER_assume(), and "+o.Name+" verified by itself")
	}
	return try
}

// obstacle finds what the run is held up by, with the numbers so far; nil if
// that is not known.
func (v *run) obstacle() *Obstacle {
	o := v.stuck
	switch {
	case v.res.Unchecked:
		return &Obstacle{Kind: RecheckObstacle, Steps: v.rechecked}
	case v.rest.nfa == nil:
		return o
	case v.rest.empty():
		return v.undecided()
	}
	if n := bits.Len(uint(v.stats.Iterations)) + bits.Len(uint(v.stats.Depth)); o == nil || n != v.stuckAt {
		o = v.look()
		v.stuck, v.stuckAt = o, n
	}
	if o == nil {
		return nil
	}
	now := *o
	st := v.stats
	now.Unrolled, now.Refined, now.Predicates, now.States = st.Depth, st.Refined, st.Predicates, v.rest.nfa.NumStates()
	now.Terms = v.unroll.undecided
	return &now
}

// undecided is a trace that was set aside since the solver did not decide it; nil
// if there is none.
func (v *run) undecided() *Obstacle {
	for _, g := range v.known.gaps {
		if g.loc != nil && g.kind == "solver" {
			st := v.stats
			return &Obstacle{Kind: FormulaObstacle, Pos: v.task.from.Loc(g.loc).Pos, Unrolled: st.Depth, Refined: st.Refined, Predicates: st.Predicates}
		}
	}
	return nil
}

// look finds the construct that the error traces that remain have in common.
func (v *run) look() *Obstacle {
	rest := &v.rest
	if l := v.beyond(); l != nil {
		return &Obstacle{Kind: RecursionObstacle, Pos: l.Pos, Name: l.Reason.Name, Copies: int(l.Reason.Size)}
	}
	order := automata.TopologicalOrder(rest.nfa)
	head := map[automata.State]bool{}
	for _, q := range automata.LoopHeads(rest.nfa) {
		head[q] = true
	}
	rounds := map[*cfg.Loc]int{}
	var loops []*cfg.Loc // in the order in which they are entered
	for _, q := range order {
		if !head[q] {
			continue
		}
		l := v.task.from.Loc(rest.loc(q))
		if _, known := rounds[l]; !known {
			loops = append(loops, l)
		}
		rounds[l] = 0
	}
	for label, n := range v.refiner.rounds {
		l := v.task.from.Loc(rest.ctl.At(label))
		if _, head := rounds[l]; head {
			rounds[l] += n
		}
	}
	if len(loops) == 0 {
		for _, q := range order {
			if rest.nfa.Final[q] {
				return &Obstacle{Kind: FormulaObstacle, Pos: v.task.from.Loc(rest.loc(q)).Pos}
			}
		}
		return nil
	}
	o := &Obstacle{Kind: LoopObstacle, Others: len(loops) - 1}
	if ahead := v.ahead(loops); len(ahead) > 0 {
		loops = ahead
	}
	most := loops[0]
	for _, l := range loops {
		if rounds[l] > rounds[most] {
			most = l
		}
	}
	o.Pos = most.Pos
	if n := len(most.Loops); n > 0 {
		o.Name, o.Pos = most.Loops[n-1].Keyword, most.Loops[n-1].Pos
	}
	return o
}

// ahead are those of the loops that the unrolling has not left: another may be
// one that ends after a few rounds.
func (v *run) ahead(loops []*cfg.Loc) (out []*cfg.Loc) {
	u := v.unroll.u
	if u == nil || u.GivenUp() {
		return nil
	}
	at := map[*cfg.Loc]bool{}
	for _, l := range u.Ahead() {
		at[v.task.from.Loc(l)] = true
	}
	for _, l := range loops {
		if at[l] {
			out = append(out, l)
		}
	}
	return out
}

// beyond is a location that stands for deeper recursion, if a trace that
// remains leads to one, or one is known to be reached; else nil.
func (v *run) beyond() *cfg.Loc {
	for q, f := range v.rest.nfa.Final {
		if l := v.rest.loc(automata.State(q)); f && l.Kind == cfg.Unsupported && l.Reason.Kind == cfg.Recursion {
			return l
		}
	}
	for _, g := range v.known.gaps {
		if g.loc != nil && g.loc.Reason.Kind == cfg.Recursion {
			return g.loc
		}
	}
	return nil
}

// inlined is the procedure whose copies, those of recursion included, take most of
// the locations of a program without recursion when calls are inlined.
func inlined(p *cfg.Program, from *cfg.Origin) *Obstacle {
	const plenty = 1 << 40
	calls := p.CallGraph()
	order := slices.Clone(p.Procs) // callers before callees
	slices.SortStableFunc(order, func(f, g *cfg.Proc) int { return cmp.Compare(calls.Component(f), calls.Component(g)) })
	locs := make([]int, len(p.Procs)) // by id
	for _, l := range p.Locs {
		locs[l.Proc.ID]++
	}
	copies := make([]int, len(p.Procs))
	copies[p.Main.ID] = 1
	size, times := map[string]int{}, map[string]int{}
	o := &Obstacle{Kind: SizeObstacle}
	for _, f := range order {
		for _, e := range calls.Calls[f.ID] {
			g := e.Stmt.(*cfg.Call).Proc
			copies[g.ID] = min(copies[g.ID]+copies[f.ID], plenty)
		}
		name := from.Loc(f.Entry).Proc.Name
		times[name] += copies[f.ID]
		size[name] += copies[f.ID] * locs[f.ID]
		if o.Name == "" || size[name] > size[o.Name] {
			o.Name, o.Pos = name, f.Pos
		}
	}
	o.Copies = times[o.Name]
	return o
}
