//go:build z3

package z3

import "culprit/smt"

func init() { smt.Register("z3", func() smt.Engine { return New() }, "") }
