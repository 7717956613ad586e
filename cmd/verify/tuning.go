package main

import (
	"time"

	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the commands (see package limit). None decides whether an answer
// is right.
var (
	// explainTime is how long methods look for the likeliest lines, besides the time
	// taken so far, where nobody says otherwise and an explanation is all that is
	// asked for. On tcas, 3 s instead of 2 put 12 of 14 faults in the first five
	// instead of 9.
	explainTime = limit.Of("cmd/verify.explainTime", 3*time.Second, time.Second/2, time.Minute, "time")
	// verdictTime is that after a verdict.
	verdictTime = limit.Of("cmd/verify.verdictTime", 800*time.Millisecond, 100*time.Millisecond, 10*time.Second, "time")
	// minimizingTime is how long inputs are minimized, if half of the time limit is
	// not less.
	minimizingTime = limit.Of("cmd/verify.minimizingTime", time.Minute, time.Second, 10*time.Minute, "time")
	// provingWork is what the verifier has for a changed program: whether a change
	// is proved must not depend on how busy the machine is.
	provingWork = limit.Of("cmd/verify.provingWork", 5*work.Second, work.Second, work.Minute, "work")
	// shortWork is for what is asked after a verdict: whether accesses stray from their
	// objects, and, if the verdict did not take more, whether a fix that is not proved
	// is one. Small programs are decided in it.
	shortWork = limit.Of("cmd/verify.shortWork", 300*work.Millisecond, 50*work.Millisecond, 5*work.Second, "work")
	// maxReproved bounds the fixes that are given to the verifier once more: few are shown.
	maxReproved = limit.Of("cmd/verify.maxReproved", 2, 0, 20, "fixes")
	// decidingTime is when those are given up that the work does not end, besides twice the
	// time taken so far: a read through long chains of pointers is one step of it.
	decidingTime = limit.Of("cmd/verify.decidingTime", 10*time.Second, time.Second, 10*time.Minute, "time")
	// testSteps is the work on tests for an effort of 1, with what starting a run
	// takes: half a second. Five times as much may be done before one has passed:
	// without it most methods know half. One run
	// on a text that is tried as an input has half of it.
	testSteps = limit.Of("cmd/verify.testSteps", 10_000_000, 500_000, 1_000_000_000, "statements")
	// maxInputs bounds those that are printed of a witness or as the input of a trace,
	// those of a harness that are tried as zero, the bytes of a text that are
	// tried as letters one by one, and the causes of which a page knows what pruning them
	// leaves: nobody reads more.
	maxInputs = limit.Of("cmd/verify.maxInputs", 100, 10, 10_000, "of each")
	// maxAutomata bounds the automata of a run that a page shows.
	maxAutomata = limit.Of("cmd/verify.maxAutomata", 12, 1, 200, "automata")
	// maxCalls bounds the stack that is printed, and the files that were not given.
	maxCalls = limit.Of("cmd/verify.maxCalls", 20, 3, 1_000, "calls")
	// pruningTime bounds the work on what a page shows when causes are pruned: it is a
	// small part of what the tree took.
	pruningTime = limit.Of("cmd/verify.pruningTime", 2*time.Second, 100*time.Millisecond, time.Minute, "time")
	// maxKept bounds what the JSON form of a run repeats of its output: what is longer is
	// not read there.
	maxKept = limit.Of("cmd/verify.maxKept", 1<<20, 1<<10, 1<<28, "bytes")
	// entryTime is the processor time for one of several functions.
	entryTime = limit.Of("cmd/verify.entryTime", 30*time.Second, time.Second, 15*time.Minute, "time")
)
