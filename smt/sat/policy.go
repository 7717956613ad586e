package sat

const (
	modeConflicts    = 1000
	firstReduce      = 2000
	reduceGrowth     = 300
	lubyConflicts    = 1024
	rephaseConflicts = 1000
	restartMargin    = 1.10
	restartMin       = 2
	decayFocused     = 0.92
	decayStable      = 0.96
)

// policy decides when to restart, to reduce, and to change between stable and
// focused search. All of it is counted in conflicts.
type policy struct {
	fast, slow             average // of glue
	stable                 bool
	modes                  int64
	modeEnd                int64 // conflicts at which the mode changes
	lastRestart            int64
	luby                   int64
	stableEnd              int64
	reduceEnd, reduceEvery int64
	rephaseEnd, rephases   int64
	bestTrail              int
	targetTrail            int
	fixed                  int // assignments without decisions at the last reduction
}

// average is an exponential moving average with unbiased start.
type average struct {
	alpha, sum, weight float64
}

func (p *policy) reset() {
	*p = policy{
		fast:        average{alpha: 1.0 / 32},
		slow:        average{alpha: 1.0 / 4096},
		modeEnd:     modeConflicts,
		reduceEnd:   firstReduce,
		reduceEvery: firstReduce,
		rephaseEnd:  rephaseConflicts,
	}
}

func (a *average) add(x float64) {
	a.sum += a.alpha * (x - a.sum)
	a.weight += a.alpha * (1 - a.weight)
}

func (a *average) value() float64 {
	if a.weight == 0 {
		return 0
	}
	return a.sum / a.weight
}

// luby is the i-th member, from 1, of the sequence 1 1 2 1 1 2 4 ...
func luby(i int64) int64 {
	for k := int64(1); ; k++ {
		switch full := int64(1)<<k - 1; {
		case i == full:
			return 1 << (k - 1)
		case i < full:
			return luby(i - (1<<(k-1) - 1))
		}
	}
}
