//go:build !z3

package z3

import "culprit/smt"

func init() { smt.Register("z3", nil, "build with -tags z3") }
