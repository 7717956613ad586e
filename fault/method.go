package fault

import (
	"context"
	"fmt"
	"strings"
)

// Method is one way to localize a fault, as data. Methods do not know each
// other; package methods lists them.
type Method struct {
	Name  string // as the command line has it: predicate-switching
	Doc   string // one line without a full stop
	Paper string // where the method is published
	Needs Needs
	// Counts says that it bounds its work by Budget.Method, so that it finds the same
	// on each machine.
	Counts bool
	// Options points to a structure that Run reads; nil: there are none. Its
	// fields are flags of the command line, with the tags of package kong;
	// where there is no command line they are zero. If it has a method
	// Validate() error, that is called before Run.
	Options any
	// Run localizes the fault behind in.Failure. It may run alongside other
	// methods on the same Input. When ctx ends, which is how its time is
	// limited, it returns what is known so far, with a note. An error means
	// that the method cannot say anything about this input.
	Run func(ctx context.Context, in *Input) (*Result, error)
}

// Validate says what is wrong with the options of a method.
func (m *Method) Validate() error {
	if v, ok := m.Options.(interface{ Validate() error }); ok {
		return v.Validate()
	}
	return nil
}

// CannotSay is the error of a method that has no answer to this kind of
// failure, whoever asks. Where the user did not ask for this method, it is left out.
type CannotSay struct{ Why string }

func (e CannotSay) Error() string { return e.Why }

// Needs is what a method cannot do without, as a set.
type Needs uint8

// The elements of Needs.
const (
	NeedsRun         Needs = 1 << iota // a failing run of the program lowered for execution
	NeedsPassing                       // at least one passing run
	NeedsExpectation                   // an oracle that can tell that a changed run is correct
	NeedsFailure                       // a failing run, or an error trace of the verifier
)

var needNames = [...]string{
	"a failing run", "a passing run", "an oracle that knows correct runs",
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
	if len(in.Passing) > 0 {
		have |= NeedsPassing
	}
	return n &^ have
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
	return nil, fmt.Errorf("unknown method %q; there are %s", name, strings.Join(names, ", "))
}
