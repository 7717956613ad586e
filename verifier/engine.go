package verifier

import (
	"culprit/smt"
	"culprit/smt/bitblast"
)

// newEngine selects the decision procedure: "z3" where it is built in, else
// the bit-blaster.
func newEngine(name string) smt.Engine {
	if name == "z3" && newZ3 != nil {
		return newZ3()
	}
	return bitblast.New(bitblast.Config{})
}

// newZ3 is set in builds with tag z3.
var newZ3 func() smt.Engine
