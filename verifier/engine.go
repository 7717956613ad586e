package verifier

import (
	"culprit/smt"
	"culprit/smt/bitblast"
)

// newEngine selects the decision procedure: "z3" where it is built in, "gini"
// for the bit-blaster over gini, else the bit-blaster over the SAT solver that
// is measured best.
func newEngine(name string) smt.Engine {
	switch {
	case name == "z3" && newZ3 != nil:
		return newZ3()
	case name == "gini":
		return bitblast.New(bitblast.Config{SAT: bitblast.Gini})
	}
	return bitblast.New(bitblast.Config{})
}

// newZ3 is set in builds with tag z3.
var newZ3 func() smt.Engine
