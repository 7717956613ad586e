package contract

import "culprit/internal/limit"

// The limits of the package (see package limit). Executions show what contracts
// may say; a solver proves it.
var (
	// maxCalls bounds the stack of an execution, which is Go's.
	maxCalls = limit.Of("analysis/contract.maxCalls", 2_000, 100, 20_000, "calls")
	// MaxSteps bounds the execution that is recorded as a trace; one that is looked
	// at for rows has the twentieth part of it, and after as many no further one is
	// begun.
	MaxSteps = limit.Of("analysis/contract.MaxSteps", 300_000, 20_000, 10_000_000, "statements")
	// maxRows bounds what is kept of one procedure and kind, a third of it from one
	// execution.
	maxRows = limit.Of("analysis/contract.maxRows", 192, 20, 2_000, "rows")
	// maxMemory bounds what one statement writes: memory is a map of bytes here.
	maxMemory = limit.Of[uint64]("analysis/contract.maxMemory", 1<<12, 1<<8, 1<<20, "bytes")
)
