package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"culprit/bench"
)

// growth measures what proofs and bugs cost as programs grow: families of
// programs of any size (scaled.go), the time for each, and its exponent, the
// slope of time over size where both are logarithms: 1 is linear, 2 quadratic.
type growth struct {
	Verify string        `default:"verify" help:"The program to measure."`
	Only   string        `help:"Only families whose name contains this."`
	Limit  time.Duration `default:"60s" help:"Processor time of each run; a family ends with the first that needs more."`
	Repeat int           `default:"1" help:"Runs of each program, of which the fastest counts."`
	CSV    string        `help:"Also write the table to this file."`
	Plots  string        `help:"Write one plot per family (SVG) into this folder."`
}

// measured is a run of a family's program of one size.
type measured struct {
	n     int
	run   bench.Run
	slope float64 // of time since the size before, NaN for the first
}

// Run prints a row per program, and writes the plots.
func (g *growth) Run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "growth")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	table := &bench.Table{
		Title:   "Cost beside size",
		Columns: []string{"family", "size", "verdict", "s", "exponent", "locations", "states", "unrolled", "iterations", "steps of the trace", "MiB"},
	}
	for _, f := range families {
		if !strings.Contains(f.name, g.Only) {
			continue
		}
		ms, err := g.measure(ctx, dir, f)
		if err != nil {
			return err
		}
		for _, m := range ms {
			table.Add(f.row(m)...)
		}
		if g.Plots != "" && len(ms) > 0 {
			if err := writeFile(filepath.Join(g.Plots, f.name+".svg"), func(w io.Writer) error { return f.plot(w, ms) }); err != nil {
				return err
			}
		}
	}
	if err := printTables(bench.Machine(bench.Config{CPU: g.Limit, Jobs: 1}, versionOf(g.Verify)), table); err != nil {
		return err
	}
	if g.CSV != "" {
		if err := writeFile(g.CSV, table.WriteCSV); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// measure runs the programs of a family, from small to large.
func (g *growth) measure(ctx context.Context, dir string, f family) (ms []measured, err error) {
	for _, n := range f.sizes {
		file := filepath.Join(dir, fmt.Sprintf("%s-%d.c", f.name, n))
		if err := os.WriteFile(file, []byte(f.text(n)), 0o644); err != nil {
			return nil, err
		}
		task := bench.Task{ID: f.name, File: file, DataModel: "LP64", Property: "unreach-call"}
		m := measured{n: n, slope: math.NaN()}
		for i := range max(g.Repeat, 1) {
			run := bench.All(ctx, []bench.Task{task}, bench.Config{Binary: g.Verify, CPU: g.Limit, Args: []string{"--effort", "0", "--property", task.Property}})[0]
			if i == 0 || run.CPU < m.run.CPU {
				m.run = run
			}
		}
		if len(ms) > 0 {
			before := ms[len(ms)-1]
			m.slope = math.Log(m.run.CPU/before.run.CPU) / math.Log(float64(n)/float64(before.n))
		}
		ms = append(ms, m)
		if m.run.Verdict != f.verdict || ctx.Err() != nil {
			break
		}
	}
	return ms, nil
}

// row is that of a run. Short runs are all start, and their exponents noise.
func (f family) row(m measured) []any {
	verdict := m.run.Verdict
	if verdict != f.verdict && verdict != "UNKNOWN" {
		verdict += " (wrong)"
	}
	row := []any{f.name, m.n, verdict, m.run.CPU, "", "", "", "", "", "", int(m.run.Peak >> 20)}
	if m.run.CPU > shortRun && !math.IsNaN(m.slope) {
		row[4] = fmt.Sprintf("%.1f", m.slope)
	}
	if r := m.run.Report; r != nil && r.Verdict != "UNKNOWN" {
		row[5], row[6], row[7], row[8] = r.Stats.Locations, r.Stats.States, r.Stats.Depth, r.Stats.Iterations
		if len(r.Traces) > 0 {
			row[9] = len(r.Traces[0].Steps)
		}
	}
	return row
}

// shortRun is what a run takes, in seconds, beside which its start does not
// count.
const shortRun = 0.2

// plot draws time over size, both as logarithms, with a linear and a quadratic
// slope through the first point that counts.
func (f family) plot(w io.Writer, ms []measured) error {
	const width, height, margin = 480, 360, 56
	span := func(of func(m measured) float64) (lo, hi float64) {
		xs := make([]float64, len(ms))
		for i, m := range ms {
			xs[i] = of(m)
		}
		return math.Floor(math.Log10(slices.Min(xs))), math.Max(math.Ceil(math.Log10(slices.Max(xs))), math.Floor(math.Log10(slices.Min(xs)))+1)
	}
	seconds := func(m measured) float64 { return math.Max(m.run.CPU, 0.001) }
	size := func(m measured) float64 { return float64(m.n) }
	x0, x1 := span(size)
	y0, y1 := span(seconds)
	at := func(x, y float64) (float64, float64) {
		return margin + (math.Log10(x)-x0)/(x1-x0)*(width-2*margin), height - margin - (math.Log10(y)-y0)/(y1-y0)*(height-2*margin)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/><text x="%d" y="24" font-size="14">%s</text>`+"\n", width, height, margin, f.about)
	for d := x0; d <= x1; d++ {
		x, _ := at(math.Pow(10, d), 1)
		fmt.Fprintf(&b, `<path d="M%.1f %dV%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle">%g</text>`+"\n", x, margin, height-margin, x, height-margin+18, math.Pow(10, d))
	}
	for d := y0; d <= y1; d++ {
		_, y := at(1, math.Pow(10, d))
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%g s</text>`+"\n", margin, y, width-margin, margin-6, y+4, math.Pow(10, d))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`+"\n", width/2, height-14, f.axis)
	from := ms[max(slices.IndexFunc(ms, func(m measured) bool { return seconds(m) > shortRun }), 0)]
	for _, g := range []struct {
		exponent float64
		dashes   string
	}{{1, "4 3"}, {2, "1 3"}} {
		to := math.Min(math.Pow(10, x1), size(from)*math.Pow(math.Pow(10, y1)/seconds(from), 1/g.exponent))
		xa, ya := at(size(from), seconds(from))
		xb, yb := at(to, seconds(from)*math.Pow(to/size(from), g.exponent))
		fmt.Fprintf(&b, `<path d="M%.1f %.1fL%.1f %.1f" stroke="#888" stroke-dasharray="%s"/>`+"\n", xa, ya, xb, yb, g.dashes)
	}
	path := "M"
	for i, m := range ms {
		x, y := at(size(m), seconds(m))
		fill := "#1f5faa"
		if m.run.Verdict != f.verdict {
			fill = "white"
		}
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s" stroke="#1f5faa"/>`+"\n", x, y, fill)
		if i > 0 {
			path += "L"
		}
		path += fmt.Sprintf("%.1f %.1f", x, y)
	}
	fmt.Fprintf(&b, `<path d="%s" fill="none" stroke="#1f5faa"/>`+"\n</svg>\n", path)
	_, err := io.WriteString(w, b.String())
	return err
}
