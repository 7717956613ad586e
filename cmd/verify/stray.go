package main

import (
	"culprit/cfg"
	"culprit/interp"
)

// strayAccess executes a program that was proved on a few made-up inputs, and
// describes the first access outside of its object that it sees: what such a
// read yields, and what such a write changes, is not what the proof says. It is
// "" if it sees none, which says little about other inputs.
func strayAccess(p *cfg.Program) string {
	const steps, runs = 20_000, 4
	for i := range uint64(runs) {
		var in interp.InputSource = interp.Constant{V: i}
		if i >= 2 {
			in = interp.NewRandom(i)
		}
		o := interp.Execute(p, in, interp.Limits{Steps: steps, Checks: true})
		for _, f := range o.Notes {
			if f.Kind == interp.OutOfBounds {
				return f.Error() + ": what it reads or changes is not known"
			}
		}
	}
	return ""
}
