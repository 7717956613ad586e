package relevance

import (
	"culprit/internal/work"
	"culprit/smt"
)

// Config bounds the effort. The zero value is recommended.
type Config struct {
	// Branches asks for TraceResult.Branches.
	Branches bool
	// RangeWork, if set, bounds the work of one call after which Mark.Blocking and
	// Statement.Blocking are left as they are: marks come first.
	RangeWork work.Amount
	// MarkWork, if set, bounds the work of one call after which assignments are
	// left undecided: see marking.order for which come first.
	MarkWork work.Amount
	// MoreWork, if set, is what assignments get beyond MarkWork that are undecided
	// while no instance of the same statement of the program is relevant.
	MoreWork work.Amount
	// NewEngine, if set, makes engines for checks that run at the same time;
	// otherwise all checks run one after the other. The results are the same.
	NewEngine smt.Factory
	// Clock, if set, is moved forward by the work done.
	Clock *work.Clock
	// Quick asks no question about a statement that an execution on numbers has
	// shown to be relevant, and gives others a tenth of the work. A fix may block no
	// trace where another one would, and Mark.Blocking and Statement.Blocking stay
	// empty.
	Quick bool
	// Only, if set, selects the steps of the trace that get marks; nil means
	// all assigning statements.
	Only func(step int) bool

	// On the clock, from MarkWork and RangeWork; 0: no bound.
	marksUntil, rangesUntil work.Amount
}

// limitRanges begins RangeWork on the clock.
func (c *Config) limitRanges() {
	if c.RangeWork > 0 && c.Clock != nil {
		c.rangesUntil = c.Clock.Now() + c.RangeWork
	}
}

// shareRanges leaves the n-th part of what is left of RangeWork.
func (c *Config) shareRanges(n int) {
	if c.rangesUntil > 0 {
		now := c.Clock.Now()
		c.rangesUntil = now + max(c.rangesUntil-now, 0)/work.Amount(max(n, 1))
	}
}

// ranges tells whether there is work left for ranges.
func (c *Config) ranges() bool {
	return !c.Quick && (c.rangesUntil == 0 || c.Clock.Now() < c.rangesUntil)
}

// The work of what is counted here besides terms and questions.
const (
	numberCost  = 100 * work.Nanosecond // a place read or written by an execution on numbers
	changeCost  = 500 * work.Nanosecond // a statement that reads what differs
	replayCost  = 20 * work.Nanosecond  // a step of the trace gone through once more
	compileCost = 4 * work.Microsecond  // a statement copied and prepared for execution
	stepCost    = 300 * work.Nanosecond // a statement executed
)
