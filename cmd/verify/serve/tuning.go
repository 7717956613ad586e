package serve

import (
	"time"

	"culprit/internal/limit"
)

// The limits of the package (see package limit).
var (
	// maxServed bounds the programs of verify serve.
	maxServed = limit.Of("cmd/verify/serve.maxServed", 10_000, 100, 1_000_000, "programs")
	// maxJobs is how many of its runs work at a time; others wait.
	maxJobs = limit.Of("cmd/verify/serve.maxJobs", 2, 1, 64, "runs")
	// maxLog bounds what is kept of what a run says.
	maxLog = limit.Of("cmd/verify/serve.maxLog", 1<<16, 1<<10, 1<<24, "bytes")
	// serveTime is how long a run may take that a browser asks for.
	serveTime = limit.Of("cmd/verify/serve.serveTime", 10*time.Minute, time.Second, 24*time.Hour, "time")
)
