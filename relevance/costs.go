package relevance

import "culprit/internal/work"

// The work of what is counted here besides terms and questions.
const (
	numberCost  = 100 * work.Nanosecond // a place read or written by an execution on numbers
	changeCost  = 500 * work.Nanosecond // a statement that reads what differs
	replayCost  = 20 * work.Nanosecond  // a step of the trace gone through once more
	compileCost = 4 * work.Microsecond  // a statement copied and prepared for execution
	stepCost    = 300 * work.Nanosecond // a statement executed
)
