// Package methods lists the localization methods. A new method is a package
// that exports a fault.Method, and one line here.
package methods

import (
	"culprit/cascade"
	"culprit/causal"
	"culprit/fault"
	"culprit/frontier"
	"culprit/invariants"
	"culprit/relevance/localize"
	"culprit/repair"
	"culprit/spectrum"
)

// All returns the methods in the order in which their answers are printed. The
// options of each call are its own.
func All() []fault.Method {
	return []fault.Method{
		localize.Method(),
		fault.Symptom(),
		fault.Slice(),
		fault.RelevantSlice(),
		fault.PredicateSwitching(),
		fault.ValueReplacement(),
		spectrum.Tarantula(),
		spectrum.Ochiai(),
		spectrum.DStar(),
		invariants.Method(),
		cascade.Method(),
		frontier.Method(),
		causal.Method(),
		repair.Method(),
	}
}
