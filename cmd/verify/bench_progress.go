package main

import (
	"fmt"
	"io"
	"strings"

	"culprit/bench"

	"github.com/schollz/progressbar/v3"
)

// progress shows how far a measurement is: a bar with the expected end on a
// terminal, else a line per task.
type progress struct {
	out    io.Writer // nil: nothing
	bar    *progressbar.ProgressBar
	isTerm bool
	total  int
	done   int
	counts map[string]int // by status
}

func (a *app) newProgress(quiet bool) *progress {
	p := &progress{counts: map[string]int{}}
	if !quiet {
		p.out, p.isTerm = a.stderr, a.isTerminal(a.stderr)
	}
	return p
}

// begin says how many results there will be and which there are. The bar shows
// what is left, so that the expected end is not that of earlier results.
func (p *progress) begin(total int, earlier []bench.Result) {
	p.total, p.done = total, len(earlier)
	for i := range earlier {
		p.counts[earlier[i].Status]++
	}
	if p.out == nil {
		return
	}
	if !p.isTerm {
		if len(earlier) > 0 {
			fmt.Fprintf(p.out, "%4d/%d already done\n", p.done, total)
		}
		return
	}
	if total == p.done {
		return
	}
	p.bar = progressbar.NewOptions(total-p.done,
		progressbar.OptionSetWriter(p.out), progressbar.OptionSetWidth(20), progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetDescription(p.line()), progressbar.OptionClearOnFinish(), progressbar.OptionSetRenderBlankState(true),
	)
}

// line has the counts by status.
func (p *progress) line() string {
	var parts []string
	for _, s := range []string{bench.Correct, bench.Unchecked, bench.Wrong, bench.Unknown, bench.Failed} {
		if n := p.counts[s]; n > 0 || s == bench.Wrong || s == bench.Correct {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	return strings.Join(parts, ", ")
}

// add counts a result.
func (p *progress) add(r *bench.Result) {
	p.done++
	p.counts[r.Status]++
	switch {
	case p.bar != nil:
		p.bar.Describe(p.line())
		_ = p.bar.Add(1)
	case p.out != nil && !p.isTerm:
		fmt.Fprintf(p.out, "%4d/%d %s\n", p.done, p.total, r.Line())
	}
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
