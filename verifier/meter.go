package verifier

import (
	"time"

	"culprit/internal/work"
)

// meter measures what a run does, and tells its caller.
type meter struct {
	logf    func(format string, args ...any) // may be nil
	entered func(Phase)                      // hears of each phase that begins; may be nil
	start   time.Time
	clock   *work.Clock // of all budgets
	begun   work.Amount // on the clock
	refined work.Amount // work on feasibility, interpolation and differences
	marking work.Amount // work on relevance
	asking  work.Amount // work on relevance in all error paths
	// first and ledTo are the work of the verdict that led to the first trace, and
	// to the last one.
	first, ledTo work.Amount
	stats        *Stats
}

// elapsed is the work done so far.
func (m *meter) elapsed() work.Amount { return m.clock.Since(m.begun) }

// verdict is the work done so far that relevance did not take.
func (m *meter) verdict() work.Amount { return m.elapsed() - m.marking - m.asking }

// phase runs f and books its time.
func (m *meter) phase(p Phase, f func()) {
	if m.entered != nil {
		m.entered(p)
	}
	t, w := time.Now(), m.clock.Now()
	f()
	m.stats.Phases[p] += time.Since(t)
	switch p {
	case PhaseFeasibility, PhaseInterpolation, PhaseDifference:
		m.refined += m.clock.Since(w)
	case PhaseRelevance:
		m.marking += m.clock.Since(w)
	case PhaseEverywhere:
		m.asking += m.clock.Since(w)
	}
}

func (m *meter) log(format string, args ...any) {
	if m.logf != nil {
		m.logf(format, args...)
	}
}
