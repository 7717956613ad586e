package bitblast

import "culprit/smt"

func init() {
	smt.Register(smt.Default, Default, "")
	smt.Register("gini", func() smt.Engine { return New(Config{SAT: Gini}) }, "")
}

// Default makes the engine that is registered as smt.Default.
func Default() smt.Engine { return New(Config{}) }

// OrDefault is f, or Default where f is nil.
func OrDefault(f smt.Factory) smt.Factory {
	if f == nil {
		return Default
	}
	return f
}
