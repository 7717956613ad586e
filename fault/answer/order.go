package answer

import (
	"slices"

	"culprit/fault"
)

// Kind is what evidence rests on, the strongest first.
type Kind uint8

// The kinds of evidence.
const (
	Change     Kind = iota // an execution in which something was changed and the failure was gone
	Formula                // a formula of the run, decided by a solver
	Dependence             // a dependence of the failure on the statement
	Spectrum               // a comparison with other runs
)

var kindNames = [...]string{"change", "formula", "dependence", "spectrum"}

func (k Kind) String() string { return kindNames[k] }

// level is which part of the order of places a method decides. Lines that a
// change mends come before all.
type level uint8

const (
	altered level = iota // what it lists first made the failure disappear in an execution
	related              // decides between lines that those say the same of
	unasked              // adds nothing to the others, and is run for who asks for it
	levels  = unasked
)

// source is what the answer makes of a method.
type source struct {
	level level
	kind  Kind
	// weight is how much a rank in its list counts. A change of the program that mends
	// the run says as much as the alterations of both other methods together.
	weight float64
	// share is how much of the time the method has, compared with the others.
	share float64
}

// sources are the methods. Those that are not asked would not change the order:
// with them among the related ones the first line and the first five are the
// faults in as many versions, give or take one of 160.
var sources = map[string]source{
	"repair":              {altered, Change, 2, 4},
	"frontier":            {altered, Change, 1, 2},
	"cascade":             {altered, Dependence, 1, 1},
	"slice":               {related, Dependence, 1, 0.5},
	"symptom":             {related, Dependence, 1, 0.5},
	"relevance":           {related, Formula, 1, 0.5}, // explains a trace without a run
	"ochiai":              {related, Spectrum, 1, 0.5},
	"causal":              {unasked, Change, 1, 0.5},
	"value-replacement":   {unasked, Change, 1, 0.5},
	"predicate-switching": {unasked, Change, 1, 0.5},
	"relevant-slice":      {unasked, Dependence, 1, 0.5},
	"invariants":          {unasked, Spectrum, 1, 0.5},
	"tarantula":           {unasked, Spectrum, 1, 0.5},
	"dstar":               {unasked, Spectrum, 1, 0.5},
}

// Known reports whether the order has a place for a method.
func Known(method string) bool {
	_, ok := sources[method]
	return ok
}

// Worth is how much of the time a method shall have, compared with the others.
func Worth(m *fault.Method) float64 { return sources[m.Name].share }

// WorthAsking are those of the methods that can change the order.
func WorthAsking(list []fault.Method) []fault.Method {
	return slices.DeleteFunc(slices.Clone(list), func(m fault.Method) bool {
		s, ok := sources[m.Name]
		return !ok || s.level == unasked
	})
}
