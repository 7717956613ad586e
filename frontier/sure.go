package frontier

import (
	"slices"

	"culprit/fault"
)

// Ground is what speaks for a suspected root cause. How often the value of one is
// wrong was counted for each on versions with a correct program, by the command
// "experiments frontier --calibrate"; nothing is ordered by it.
type Ground uint8

// The grounds, of the likeliest of the alterations of the root cause.
const (
	Partly  Ground = iota // no other run is known, and the run is right up to the first wrong word
	Wholly                // no other run is known, and the run passes
	Unasked               // no passing run passes with the same alteration in the same situation
	Kept                  // passing runs do
)

func (g Ground) String() string {
	return [...]string{"alone, the first wrong word is right", "alone, the run passes", "other runs, none keeps passing", "other runs, some keep passing"}[g]
}

// Calibration is how many of the suspected root causes had a wrong value in the
// measurement of doc/design/frontier.md.
var Calibration = [...]fault.Share{Partly: {N: 9, Of: 43}, Wholly: {N: 32, Of: 120}, Unasked: {N: 15, Of: 41}, Kept: {N: 3, Of: 3}}

// Ground is what speaks for the instance of a suspected root cause; ok is false for
// other instances, and where no alteration is known that makes the failure
// disappear.
func (a *Analysis) Ground(instance int) (g Ground, ok bool) {
	if !slices.Contains(a.Roots, instance) {
		return 0, false
	}
	var best *pollution
	for _, p := range slices.Concat(a.found, a.heads) {
		if !slices.ContainsFunc(p.nodes, func(v int32) bool { return int(a.gr.inst[v]) == instance }) {
			continue
		}
		if best == nil || p.whole && !best.whole {
			best = &p
		}
	}
	switch {
	case best == nil:
		return 0, false
	case a.others.none() && best.whole:
		return Wholly, true
	case a.others.none():
		return Partly, true
	case best.says == kept:
		return Kept, true
	}
	return Unasked, true
}
