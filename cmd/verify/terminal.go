package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"culprit/verifier"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// isTerminal reports whether a stream is one a person looks at.
func (a *app) isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && a.getenv("TERM") != "" && a.getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd()))
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
	return a.getenv("NO_COLOR") == "" && a.isTerminal(w)
}

// pageColumns is how long lines get in a wide terminal: longer ones are hard to read.
const pageColumns = 120

// columns is how wide the page is: as COLUMNS says, else as the terminal is; 0 where
// there is none.
func (a *app) columns() int {
	if n, err := strconv.Atoi(a.getenv("COLUMNS")); err == nil {
		return n
	}
	if f, ok := a.stdout.(*os.File); ok && a.isTerminal(f) {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil {
			return min(n, pageColumns)
		}
	}
	return 0
}

// lineWidth is how long the line of a meter may be, beside what moves in front of it.
const lineWidth = 74

// meter keeps what the verifier last said about its progress, and shows it on
// a line of stderr where that is a terminal.
type meter struct {
	mu    sync.Mutex
	phase string
	last  verifier.Progress
	start time.Time
	stop  chan struct{}
	done  sync.WaitGroup
}

func (a *app) newMeter(start time.Time) *meter {
	m := &meter{phase: "start", start: start, stop: make(chan struct{})}
	if !a.isTerminal(a.stderr) {
		return m
	}
	bar := progressbar.NewOptions(-1, progressbar.OptionSetWriter(a.stderr), progressbar.OptionSpinnerType(14),
		progressbar.OptionSetElapsedTime(false), progressbar.OptionClearOnFinish())
	m.done.Add(1)
	go func() {
		defer m.done.Done()
		tick := time.NewTicker(200 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-m.stop:
				_ = bar.Clear()
				return
			case <-tick.C:
				line := []rune(m.line())
				bar.Describe(string(line[:min(len(line), lineWidth)]))
			}
		}
	}()
	return m
}

// elapsed shows how long a program has run, where its own output goes elsewhere, until the
// function it returns is called.
func (a *app) elapsed(start time.Time) (stop func()) {
	if !a.isTerminal(a.stderr) || a.isTerminal(a.stdout) {
		return func() {}
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-end:
				fmt.Fprint(a.stderr, "\r\x1b[K")
				return
			case <-tick.C:
				fmt.Fprintf(a.stderr, "\r\x1b[K%4.0f s", time.Since(start).Seconds())
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
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

func (m *meter) line() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	parts := []string{fmt.Sprintf("%4.0f s  %s", time.Since(m.start).Seconds(), m.phase)}
	for _, f := range []struct {
		n    int
		what string
	}{{m.last.Iterations, "iterations"}, {m.last.States, "states"}, {m.last.Depth, "deep"}, {m.last.Traces, "traces"}} {
		if f.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", f.n, f.what))
		}
	}
	return strings.Join(parts, ", ")
}

// close takes the line away.
func (m *meter) close() {
	close(m.stop)
	m.done.Wait()
}
