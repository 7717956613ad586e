//go:build z3

package verifier

import (
	"culprit/smt"
	"culprit/smt/z3"
)

func init() { newZ3 = func() smt.Engine { return z3.New() } }
