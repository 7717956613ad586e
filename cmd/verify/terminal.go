package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"culprit/cmd/verify/console"
	"culprit/verifier"

	"golang.org/x/term"
)

// isTerminal reports whether a stream is one a person looks at.
func (a *app) isTerminal(w io.Writer) bool {
	f := console.File(w)
	return f != nil && a.Getenv("TERM") != "" && a.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
}

// colour reports whether a stream is written in colours: as --color says, else on a
// terminal, unless NO_COLOR is set (no-color.org).
func (a *app) colour(w io.Writer) bool {
	switch a.colours {
	case "always":
		return true
	case "never":
		return false
	}
	return a.Getenv("NO_COLOR") == "" && a.isTerminal(w)
}

// pageColumns is how long lines get in a wide terminal: longer ones are hard to read.
const pageColumns = 120

// columns is how wide the page is: as COLUMNS says, else as the terminal is; 0 where
// there is none.
func (a *app) columns() int {
	if n, err := strconv.Atoi(a.Getenv("COLUMNS")); err == nil {
		return n
	}
	if f := console.File(a.Stdout); a.isTerminal(f) {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil {
			return min(n, pageColumns)
		}
	}
	return 0
}

// live shows a line on stderr, where a person looks at that, which is asked for again and
// again until the function it returns is called. It is drawn with carriage returns and
// spaces, without control sequences, and never as wide as the terminal, so that no copy
// of it stays when that is narrow.
func (a *app) live(line func() string) (stop func()) {
	f := console.File(a.Stderr)
	if !a.isTerminal(f) {
		return func() {}
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		shown := 0 // columns
		draw := func(text string) {
			width := 80
			if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
				width = n
			}
			r := []rune(text)
			r = r[:min(len(r), width-1)]
			fmt.Fprint(f, "\r", string(r), strings.Repeat(" ", max(min(shown, width-1)-len(r), 0)))
			shown = len(r)
		}
		for {
			select {
			case <-end:
				if shown > 0 {
					draw("")
					fmt.Fprint(f, "\r")
				}
				return
			case <-tick.C:
				draw(line())
			}
		}
	}()
	return sync.OnceFunc(func() { close(end); <-ended })
}

// meter keeps what the verifier last said about its progress, and shows it.
type meter struct {
	limitFlags
	mu    sync.Mutex
	phase string
	last  verifier.Progress
	start time.Time
	close func() // takes the line away
}

// newMeter begins to measure a command that has limits and began at start. One that
// logs shows no line.
func (a *app) newMeter(start time.Time, f limitFlags, logs bool) *meter {
	m := &meter{limitFlags: f, phase: "start", start: start, close: func() {}}
	if !logs {
		m.close = a.live(m.line)
	}
	return m
}

// elapsed shows how long a program has run, where its own output goes elsewhere, until the
// function it returns is called.
func (a *app) elapsed(start time.Time, f limitFlags) (stop func()) {
	if a.isTerminal(a.Stdout) {
		return func() {}
	}
	return a.live(func() string { return took(start) + "  running" + f.untilLimit(start) })
}

// took is how long ago a start was.
func took(start time.Time) string { return fmt.Sprintf("%4.0f s", time.Since(start).Seconds()) }

// untilLimit says how much of the time is left, "" where there is no limit.
func (f limitFlags) untilLimit(start time.Time) string {
	left, what := time.Duration(-1), "left"
	if f.Timeout > 0 {
		left = max(f.Timeout-time.Since(start), 0)
	}
	if f.CPUTimeout > 0 {
		if cpu := max(f.CPUTimeout-cpuTime(), 0); left < 0 || cpu < left {
			left, what = cpu, "of processor time left"
		}
	}
	if left < 0 {
		return ""
	}
	return fmt.Sprintf(", %.0f s %s", left.Seconds(), what)
}

// enter names the phase that begins.
func (m *meter) enter(phase string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.phase = phase
}

// update takes a progress report of the verifier.
func (m *meter) update(p verifier.Progress) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.phase, m.last = p.Phase.String(), p
}

func (m *meter) where() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.phase
}

// fill sets what the last progress report said.
func (m *meter) fill(s *verifier.Stats) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s.Iterations, s.MaxStates, s.Depth = m.last.Iterations, m.last.States, m.last.Depth
}

// obstacle is what the run was held up by at the last progress report.
func (m *meter) obstacle() *verifier.Obstacle {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.last.Obstacle
}

// line says how far the run is: the most important first, since a narrow terminal
// shows no more.
func (m *meter) line() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s", took(m.start), m.phase)
	for _, f := range []struct {
		n    int
		what string
	}{{m.last.Proved, "proved"}, {m.last.Open, "open"}, {m.last.Violated, "violated"}} {
		if f.n > 0 {
			fmt.Fprintf(&b, ", %d %s", f.n, f.what)
		}
	}
	b.WriteString(m.untilLimit(m.start))
	for _, f := range []struct {
		n    int
		what string
	}{{m.last.Depth, "deep"}, {m.last.Iterations, "rounds"}, {m.last.Traces, "traces"}, {m.last.States, "states"}} {
		if f.n > 0 {
			fmt.Fprintf(&b, ", %d %s", f.n, f.what)
		}
	}
	return b.String()
}
