package smt

import (
	"fmt"
	"time"
)

// Stats counts where questions were answered.
type Stats struct {
	Checks     int // questions asked
	Syntactic  int // answered by form
	Cached     int // answered from the cache, parts included
	Candidate  int // answered by a candidate model, parts included
	Propagated int // answered by propagation of equalities
	Engine     int // parts given to the engine
	Sat        int // answers below the quick stages
	Unsat      int
	Unknown    int
	Invalid    int // models that failed their validation
	Errors     int // engine errors
	Cores      int

	PropagateTime time.Duration
	EngineTime    time.Duration
	CoreTime      time.Duration
}

func (s Stats) String() string {
	return fmt.Sprintf("%d checks: %d syntactic, %d cached, %d by candidate models, %d propagated, %d to the engine in %v"+
		" (%d sat, %d unsat, %d unknown, %d invalid models, %d errors), %d cores in %v",
		s.Checks, s.Syntactic, s.Cached, s.Candidate, s.Propagated, s.Engine, s.EngineTime.Round(time.Millisecond),
		s.Sat, s.Unsat, s.Unknown, s.Invalid, s.Errors, s.Cores, s.CoreTime.Round(time.Millisecond))
}
