package fault

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/interp"
)

// Test is one run of a program: what it gets and what is known about how it
// should end.
type Test struct {
	Name  string
	Args  []string // without the program's name
	Stdin []byte
	Env   []string          // NAME=VALUE
	Files map[string][]byte // visible to the program
	// Values are those of nondeterministic inputs (functions without body) in
	// the order in which they are asked for. Nil: they are read from Stdin.
	Values   []uint64
	Expect   *Expectation // nil: the oracle's, if it has one
	Property Property
}

// Property is what makes a run fail besides failed assertions and undefined
// behaviour. It is the same for all tests of an Input.
type Property struct {
	Checks interp.Checks
	Leaks  interp.LeakMode // blocks that are not freed
}

// PropertyOf is what makes an execution violate one of the checks.
func PropertyOf(c safety.Checks) Property {
	var p Property
	for of, check := range onRequest {
		if c&of != 0 {
			p.Checks |= check
		}
	}
	switch {
	case c&safety.Memclean != 0:
		p.Leaks = interp.Unfreed
	case c&safety.Memtrack != 0:
		p.Leaks = interp.Lost
	}
	return p
}

// Expectation says how a correct run ends. The zero value only forbids failed
// assertions and undefined behaviour.
type Expectation struct {
	Output    []byte // exact bytes of the standard output
	HasOutput bool
	// FoldSpace ignores white space at the ends of lines and empty lines at
	// the end of the output.
	FoldSpace bool
	Status    int // exit status, 0 to 255
	HasStatus bool
}

// Oracle tells failing from passing runs.
type Oracle struct {
	// Expect gives the expectation of a test that has none of its own; nil if
	// there is none. An error makes the test unresolved.
	Expect func(ctx context.Context, t *Test) (Expectation, error)
}

// FailureKind classifies failures.
type FailureKind uint8

// The kinds of failures.
const (
	FailedAssertion   FailureKind = iota // an error location was reached
	UndefinedBehavior                    // the interpreter stopped at a fault
	WrongOutput
	WrongStatus
	Endless // an output or a status was expected, and the run does not end
)

var failureNames = [...]string{"failed assertion", "undefined behaviour", "wrong output", "wrong exit status", "no end"}

func (k FailureKind) String() string { return failureNames[k] }

// Failure says how and where a run fails.
type Failure struct {
	Kind  FailureKind
	What  string           // one line: "assertion x > 0 violated"
	Loc   *cfg.Loc         // of FailedAssertion
	Fault interp.FaultKind // of UndefinedBehavior
	// Undefined is all that is known about undefined behaviour, nil otherwise.
	Undefined *interp.Fault
	// Edge is the statement at which the failure shows: of undefined
	// behaviour the faulting one, of a wrong output the library call that
	// printed the first wrong byte, or, if output is missing, the last
	// statement. Nil if unknown.
	Edge *cfg.Edge
	Pos  cfg.Pos
	// Freed is the call that freed the memory which was used or freed again.
	Freed *cfg.Edge
	// At is the number of the instance of Edge in the failing run, -1 if it
	// has not been looked for (see Locate).
	At int
	// Offset is that of the first wrong byte of the output. Want and Got are
	// the lines around it.
	Offset    int
	Want, Got string
	// Printed is what the instance printed that printed the first wrong byte,
	// Expected the rest of the expected output from the place on where that
	// begins; FoldSpace is that of the expectation. Locate sets them.
	Printed, Expected []byte
	FoldSpace         bool
	// After is what the run printed after Printed.
	After []byte
	// Status is the expected one, of WrongStatus.
	Status int
}

// Same reports whether two runs fail alike: the same kind at the same place.
// Wrong outputs and wrong exit statuses are alike whatever they are, because
// the runs may have different inputs.
func (f *Failure) Same(g *Failure) bool {
	if f == nil || g == nil || f.Kind != g.Kind {
		return f == g
	}
	switch f.Kind {
	case FailedAssertion:
		return f.Loc == g.Loc
	case UndefinedBehavior:
		return f.Fault == g.Fault && f.faulting() == g.faulting()
	}
	return true
}

// Given is the failing test with the inputs of another one.
func (in *Input) Given(inputs *Test) Test {
	t := *in.Failing
	t.Args, t.Stdin, t.Env, t.Values = inputs.Args, inputs.Stdin, inputs.Env, inputs.Values
	return t
}

// FailsOtherwise executes the program on the inputs of a test. If it fails, but not as the run
// to explain does, that is the failure.
func (in *Input) FailsOtherwise(ctx context.Context, inputs *Test) *Failure {
	t := in.Given(inputs)
	o, f := in.Oracle.Judge(ctx, &t, Execute(ctx, in.Prog, &t, in.Budget))
	if o != Fail || f.Same(in.Failure) {
		return nil
	}
	return f
}

// faulting is the statement whose behaviour is undefined; where a block is lost, the one that
// allocated it, while the failure shows at the end.
func (f *Failure) faulting() *cfg.Edge {
	if f.Undefined != nil {
		return f.Undefined.Edge
	}
	return f.Edge
}

// Expectation is what is known about how a test should end.
func (o *Oracle) Expectation(ctx context.Context, t *Test) (Expectation, error) {
	switch {
	case t.Expect != nil:
		return *t.Expect, nil
	case o != nil && o.Expect != nil:
		return o.Expect(ctx, t)
	}
	return Expectation{}, nil
}

// Judge decides about a finished run. The failure is nil unless the outcome
// is Fail; its instance is not located yet.
func (o *Oracle) Judge(ctx context.Context, t *Test, r *interp.RunResult) (Outcome, *Failure) {
	want, err := o.Expectation(ctx, t)
	if err != nil {
		return Unresolved, nil
	}
	return want.Judge(r)
}

// Judge decides whether a run meets the expectation.
func (x *Expectation) Judge(r *interp.RunResult) (Outcome, *Failure) {
	switch r.Status {
	case interp.ReachedError:
		return Fail, &Failure{Kind: FailedAssertion, What: r.Loc.Reason.Violation(), Loc: r.Loc, Pos: r.Loc.Pos, At: -1}
	case interp.Faulted:
		f := &Failure{Kind: UndefinedBehavior, At: -1, What: r.Reason}
		if r.Fault != nil {
			f.Undefined = r.Fault
			f.Fault, f.Edge, f.Pos, f.Freed = r.Fault.Kind, r.Fault.Edge, r.Fault.At, r.Fault.Free
			f.What = r.Fault.Message()
		}
		return Fail, f
	case interp.Exited:
		if r.Code&0xff == cfg.Aborted && !x.HasOutput && !x.HasStatus {
			return Unresolved, nil // memory ran out, or the input is excluded
		}
	case interp.InputsEnded: // on the inputs given, nothing fails
		if x.HasOutput || x.HasStatus {
			return Unresolved, nil
		}
	case interp.StepLimit, interp.DepthLimit, interp.MemoryLimit, interp.OutputLimit:
		// Printed output cannot be taken back.
		if x.HasOutput {
			if f := x.compare(r.Stdout, true); f != nil {
				return Fail, f
			}
		}
		if x.HasOutput || x.HasStatus {
			return Fail, &Failure{Kind: Endless, What: "the run does not end: " + r.Status.String(), At: -1}
		}
		return Unresolved, nil
	default:
		return Unresolved, nil
	}
	if x.HasOutput {
		if f := x.compare(r.Stdout, false); f != nil {
			return Fail, f
		}
	}
	if x.HasStatus && r.Code&0xff != x.Status&0xff {
		return Fail, &Failure{
			Kind: WrongStatus, At: -1, Status: x.Status & 0xff,
			What: fmt.Sprintf("the exit status is %d, expected %d", r.Code&0xff, x.Status&0xff),
		}
	}
	return Pass, nil
}

// Finish runs a session to its end, or to the first byte of its output before an
// offset that is wrong, which nothing takes back: it fails then, whatever comes.
func (x *Expectation) Finish(s *interp.Session, right int) (Outcome, *interp.RunResult) {
	failed := false
	if x.HasOutput && right > 0 {
		c := comparison{want: x.Output, fold: x.FoldSpace}
		s.Heed(func(got []byte) bool {
			at, _ := c.difference(got)
			failed = at < min(right, len(got))
			return !failed
		})
	}
	got := s.Finish()
	if failed {
		return Fail, &got
	}
	o, _ := x.Judge(&got)
	return o, &got
}

// compare returns the difference between an output and the expected one, nil
// if there is none. Of a partial output only a contradiction counts.
func (x *Expectation) compare(got []byte, partial bool) *Failure {
	c := comparison{want: x.Output, fold: x.FoldSpace}
	at, same := c.difference(got)
	if same || partial && at >= len(got) {
		return nil
	}
	f := &Failure{Kind: WrongOutput, At: -1, Offset: at}
	wantAt := at
	if x.FoldSpace {
		wantAt = matching(x.Output, got, at)
	}
	f.Want, f.Got = lineAt(x.Output, wantAt), lineAt(got, at)
	line := bytes.Count(got[:min(at, len(got))], []byte{'\n'}) + 1
	switch {
	case at >= len(got):
		f.What = fmt.Sprintf("the output ends in line %d, where %q was expected", line, f.Want)
	case f.Want == "" && wantAt >= len(x.Output):
		f.What = fmt.Sprintf("line %d of the output is %q, where nothing was expected", line, f.Got)
	default:
		f.What = fmt.Sprintf("line %d of the output is %q, expected %q", line, f.Got, f.Want)
	}
	return f
}

// comparison compares a text that grows with another one.
type comparison struct {
	want    []byte
	fold    bool
	got, at int // offsets up to which they are alike
}

// difference is the offset in got of its first byte that is not as wanted,
// len(got) if something is missing at its end. What got was before is its
// beginning.
func (c *comparison) difference(got []byte) (at int, same bool) {
	for !c.fold {
		switch {
		case c.at == len(got) || c.at == len(c.want):
			return c.at, len(got) == len(c.want)
		case got[c.at] != c.want[c.at]:
			return c.at, false
		}
		c.at++
	}
	for {
		// White space before the end of a line, and at the end of the text.
		gi, wj := skipTrailing(got, c.got), skipTrailing(c.want, c.at)
		switch {
		case gi == len(got) && wj == len(c.want):
			return len(got), true
		case gi == len(got):
			return len(got), false
		case wj == len(c.want):
			return gi, false
		case got[gi] != c.want[wj]:
			return gi, false
		}
		c.got, c.at = gi+1, wj+1
	}
}

// skipTrailing moves from i over spaces if only a line end or the end of the
// text follows them, and to the end if only white space follows.
func skipTrailing(text []byte, i int) int {
	rest := text[i:]
	if len(bytes.TrimSpace(rest)) == 0 {
		return len(text)
	}
	n := len(rest) - len(bytes.TrimLeft(rest, " \t\r\v\f"))
	if rest[n] == '\n' {
		return i + n
	}
	return i
}

// matching is the offset in want that corresponds to the offset at in got,
// where the two differ for the first time.
func matching(want, got []byte, at int) int {
	i, j := 0, 0
	for i < at && j < len(want) {
		gi, wj := skipTrailing(got, i), skipTrailing(want, j)
		if gi >= at || wj >= len(want) {
			return wj
		}
		i, j = gi+1, wj+1
	}
	return skipTrailing(want, min(j, len(want)))
}

// lineAt is the line around an offset, cut to a size for display.
func lineAt(text []byte, at int) string {
	at = min(at, len(text))
	from := bytes.LastIndexByte(text[:at], '\n') + 1
	to := len(text)
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		to = at + i
	}
	if at-from > MaxQuoted/2 {
		from = at - MaxQuoted/2
	}
	return string(text[from:min(to, from+MaxQuoted)])
}

// errReference says that a reference program has no answer for a test.
var errReference = errors.New("the reference program does not end normally")

// Reference makes an oracle of a program that is correct: a run must print
// what it prints on the same input, and end with its status.
func Reference(prog *cfg.Program, budget Budget, foldSpace bool) *Oracle {
	runs := NewRuns(prog, budget)
	return &Oracle{Expect: func(ctx context.Context, t *Test) (Expectation, error) {
		r := runs.Execute(ctx, t)
		if r.Status != interp.Exited {
			return Expectation{}, fmt.Errorf("%w: %s", errReference, r.Status)
		}
		return Expectation{Output: r.Stdout, HasOutput: true, FoldSpace: foldSpace, Status: r.Code & 0xff, HasStatus: true}, nil
	}}
}

// Faults and the properties that they violate. A proof finds a violation at an
// error location of package safety or of the front end; an execution that is told
// of the property (PropertyOf) stops there with a fault of its own, which says
// more.

// onRequest are the checks of executions that have to be asked for.
var onRequest = map[safety.Checks]interp.Checks{
	safety.Overflow: interp.OverflowCheck, safety.Conversion: interp.ConversionCheck, safety.Wrap: interp.WrapCheck,
	safety.Pointer: interp.PointerCheck, safety.Const: interp.ConstantCheck,
}

// violated are the checks that find what a fault is.
var violated = map[interp.FaultKind]safety.Checks{
	interp.DivByZero: safety.Division, interp.DivOverflow: safety.Overflow, interp.ShiftRange: safety.Shift,
	interp.NullAccess: safety.Deref, interp.WildAccess: safety.Deref, interp.OutOfBounds: safety.Deref, interp.UseAfterFree: safety.Deref,
	interp.ConstWrite: safety.Deref, interp.DoubleFree: safety.Free, interp.BadFree: safety.Free,
	interp.UninitRead: safety.Uninit, interp.LibraryError: safety.Builtin, interp.BadCall: safety.Call,
	interp.OtherObject: safety.Compare, interp.Overlapping: safety.Deref, interp.BadFormat: safety.Format, interp.SignedOverflow: safety.Overflow,
	interp.BadConversion: safety.Conversion, interp.UnsignedWrap: safety.Wrap, interp.StrayPointer: safety.Pointer,
	interp.Leak: safety.Memtrack,
}

// Violated is the row of the property that a fault violates, nil if there is none.
func Violated(f *interp.Fault) *safety.Property {
	c := violated[f.Kind]
	switch {
	case f.Kind == interp.Forbidden:
		return safety.Lookup(f.Property)
	case f.Kind == interp.ConstWrite && f.Object != nil && !f.Object.Protected():
		c = safety.Const
	case f.Kind == interp.BadCall && f.Addr == 0:
		c = safety.Deref // as a call through a null pointer
	}
	return safety.Lookup(safety.PropertyOf(c))
}
