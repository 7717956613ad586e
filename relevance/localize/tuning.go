package localize

import (
	"time"

	"culprit/internal/limit"
	"culprit/internal/work"
)

// The limits of the package (see package limit). None decides whether an answer
// is right.
var (
	// maxTime bounds the analysis of a recorded run where nothing else does.
	maxTime = limit.Of("relevance/localize.maxTime", time.Minute, 5*time.Second, 10*time.Minute, "time")
	// maxSteps is the longest run whose statements are looked at. Of one a twentieth
	// as long the branches are, too, which takes more than a time that is
	// proportional to them.
	maxSteps = limit.Of("relevance/localize.maxSteps", 400_000, 20_000, 1_000_000, "statements")
	// rangeWork bounds the sets of values, which only order the list. Other failing
	// tests may take a tenth of it, and twice the work on the failing run.
	rangeWork = limit.Of("relevance/localize.rangeWork", 2*work.Second, 200*work.Millisecond, 20*work.Second, "work")
	// maxTests is how many other failing ones are looked at, spread over all of
	// them: each is another analysis.
	maxTests = limit.Of("relevance/localize.maxTests", 9, 4, 20, "tests")
	// giveUpSize is how many locations what only ends the program has at most, its messages and
	// checks included.
	giveUpSize = limit.Of("relevance/localize.giveUpSize", 100, 20, 500, "locations")
)
