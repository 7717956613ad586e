package fault

import (
	"context"
	"fmt"
	"strings"
	"time"

	"culprit/cfg"
)

// Method is one way to localize a fault, as data. Methods do not know each
// other; the command collects them in a table.
type Method struct {
	Name  string // as the command line has it: predicate-switching
	Doc   string // one line without a full stop
	Paper string // where the method is published
	Needs Needs
	// Run localizes the fault behind in.Failure. When ctx ends it returns what
	// is known so far, with a note. An error means that the method cannot say
	// anything about this input.
	Run func(ctx context.Context, in *Input) (*Result, error)
}

// Needs is what a method cannot do without, as a set.
type Needs uint8

// The elements of Needs.
const (
	NeedsRun         Needs = 1 << iota // a failing run of the program lowered for execution
	NeedsVerifier                      // the program lowered for the verifier
	NeedsPassing                       // at least one passing run
	NeedsExpectation                   // an oracle that can tell that a changed run is correct
	NeedsFailure                       // a failing run, or an error trace of the verifier
)

var needNames = [...]string{
	"a failing run", "the program as the verifier sees it", "a passing run", "an oracle that knows correct runs",
	"a failing run or an error trace",
}

// String lists the elements.
func (n Needs) String() string {
	var out []string
	for i, name := range needNames {
		if n&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return strings.Join(out, ", ")
}

// Missing is what in lacks of it.
func (n Needs) Missing(in *Input) Needs {
	var have Needs
	if in.Prog != nil && in.Failing != nil && in.Failure != nil {
		have |= NeedsRun | NeedsExpectation
	}
	if in.Failure != nil && (have&NeedsRun != 0 || in.Trace != nil && in.Verifier != nil) {
		have |= NeedsFailure
	}
	if in.Verifier != nil {
		have |= NeedsVerifier
	}
	if len(in.Passing) > 0 {
		have |= NeedsPassing
	}
	return n &^ have
}

// Input is what a method works on.
type Input struct {
	// Prog is the program lowered for execution; the failing and the passing
	// runs are runs of it. Nil if there is only a counterexample.
	Prog *cfg.Program
	// Verifier is the program lowered for the verifier, nil if it is not at
	// hand. Trace, if not nil, is an error trace of it that ends at Error.
	Verifier *cfg.Program
	Trace    *cfg.Trace
	Error    *cfg.Loc

	Failing *Test    // the failing run to explain
	Failure *Failure // how it fails, by Oracle
	// Others are further failing runs, Passing runs that do not fail.
	Others, Passing []*Test
	Oracle          *Oracle
	Budget          Budget
}

// Budget bounds the work of a method. Zero fields mean the defaults.
type Budget struct {
	Steps int           // statements of one run; default 20 million
	Runs  int           // re-executions; default 2000
	Time  time.Duration // wall clock, beside the context; default none
}

// WithDefaults fills in what is not set.
func (b Budget) WithDefaults() Budget {
	if b.Steps <= 0 {
		b.Steps = 20_000_000
	}
	if b.Runs <= 0 {
		b.Runs = 2000
	}
	return b
}

// Context adds the time limit of the budget to ctx.
func (b Budget) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.Time <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, b.Time)
}

// Find returns the method with a name.
func Find(methods []Method, name string) (*Method, error) {
	var names []string
	for i := range methods {
		if methods[i].Name == name {
			return &methods[i], nil
		}
		names = append(names, methods[i].Name)
	}
	return nil, fmt.Errorf("no method %q, there are %s", name, strings.Join(names, ", "))
}
