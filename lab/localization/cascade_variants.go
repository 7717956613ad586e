package localization

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync/atomic"
	"time"

	"culprit/bench"
	"culprit/cascade"
	"culprit/fault"
	"culprit/lab/scoring"
)

// The variants of tables VI to VIII of paper 000.
var variants = []struct {
	name string
	conf cascade.Config
}{
	{"None", cascade.Config{NoSlicing: true, NoCorrect: true, NoIndependence: true, NoSkipping: true}},
	{"C+L", cascade.Config{NoSlicing: true, NoIndependence: true, NoSkipping: true}},
	{"SO+SL", cascade.Config{NoCorrect: true}},
	{"All", cascade.Config{}},
}

// VariantRun is what the variants of the cause tree say about one run.
type VariantRun struct {
	Name     string
	Err      string
	Variants []Variant // in the order None, C+L, SO+SL, All
}

// Variant is the tree of one variant.
type Variant struct {
	cascade.Stats
	Over   string // the limit that ended it, "" if it is complete
	Lines  int
	Share  float64 // of the instances
	Found  bool
	Memory uint64 // peak of the process
}

// VariantConfig bounds the runs of tables VI to VIII.
type VariantConfig struct {
	Config
	Memory uint64 // of the process during one variant; 0: no limit
	Sizes  int    // how many sizes of each program of our own are measured
}

// Variants measures the four variants on a failing test of each program and on
// programs of our own with inputs of growing size.
func Variants(ctx context.Context, versions []Version, conf VariantConfig) []VariantRun {
	conf.Config = conf.withDefaults()
	var out []VariantRun
	one := func(name string, in *fault.Input, truth *scoring.Truth, err error) {
		r := VariantRun{Name: name}
		if err == nil {
			err = r.measure(ctx, in, truth, conf)
		}
		if err != nil {
			r.Err = err.Error()
		}
		out = append(out, r)
		r.progress(conf.Progress)
	}
	m := newMeasuring(conf.Config)
	m.conf.Tests = 1
	for i := range versions {
		v := &versions[i]
		if ctx.Err() != nil {
			return out
		}
		err := m.failing(ctx, v, func(in *fault.Input, truth *scoring.Truth) {
			one(v.ID, in, truth, fault.Locate(ctx, in))
		})
		if err != nil && !errors.Is(err, errNoneFails) {
			one(v.ID, nil, nil, err)
		}
	}
	for k := range max(conf.Sizes, 0) {
		for _, s := range scaledPrograms {
			if k < len(s.sizes) && ctx.Err() == nil {
				in, truth, err := s.failing(ctx, s.sizes[k])
				one(fmt.Sprintf("%s %d", s.name, s.sizes[k]), in, truth, err)
				if in != nil {
					in.Close()
				}
			}
		}
	}
	return out
}

func (r *VariantRun) progress(w io.Writer) {
	if w == nil {
		return
	}
	var parts []string
	for k, v := range r.Variants {
		parts = append(parts, fmt.Sprintf("%s %.1f s", variants[k].name, v.Total.Seconds()))
	}
	fmt.Fprintf(w, "%s: %s%s\n", r.Name, strings.Join(parts, ", "), r.Err)
}

func (r *VariantRun) measure(ctx context.Context, in *fault.Input, truth *scoring.Truth, conf VariantConfig) error {
	c := causes{in: in, truth: truth}
	if err := c.read(ctx); err != nil {
		return err
	}
	for _, v := range variants {
		r.Variants = append(r.Variants, c.variant(ctx, v.conf, conf))
	}
	return nil
}

// variant builds the tree of one variant.
func (c *causes) variant(ctx context.Context, which cascade.Config, conf VariantConfig) Variant {
	debug.FreeOSMemory()
	ctx, done := watch(ctx, conf.Timeout, conf.Memory)
	t, err := build(ctx, c.in, which)
	over := context.Cause(ctx)
	used := done()
	v := Variant{Memory: used.memory}
	switch {
	case err != nil:
		v.Over = err.Error()
	case over != nil:
		v.Over = over.Error()
	}
	if t == nil {
		v.Total = used.time
		return v
	}
	v.Stats = t.Stats
	v.Total = used.time
	var is []int
	for i := range t.Included(0).All() {
		is = append(is, i)
	}
	f := c.found(is)
	v.Lines, v.Share, v.Found = f.Lines, f.Share, f.All
	return v
}

// Why a method is ended.
var (
	errMemory = errors.New("out of memory")
	errTime   = errors.New("out of CPU time")
)

// spent is what a method has used: CPU time of the process, and the peak of
// its memory.
type spent struct {
	time   time.Duration
	memory uint64
}

// watch follows what the process uses until done is called, and ends the
// context beyond limits; 0 is none. CPU time, unlike wall time, does not
// depend on what else the machine does.
func watch(ctx context.Context, limit time.Duration, memory uint64) (out context.Context, done func() spent) {
	out, cancel := context.WithCancelCause(ctx)
	var stop atomic.Bool
	ended := make(chan spent)
	start := ownTime()
	go func() {
		var used spent
		s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		for last := false; !last; {
			last = stop.Load()
			metrics.Read(s)
			used.time = ownTime() - start
			used.memory = max(used.memory, s[0].Value.Uint64()-s[1].Value.Uint64())
			switch {
			case last:
			case memory > 0 && used.memory > memory:
				cancel(errMemory)
			case limit > 0 && used.time > limit:
				cancel(errTime)
			}
			if !last {
				time.Sleep(10 * time.Millisecond)
			}
		}
		ended <- used
	}()
	return out, func() spent {
		used := ownTime() - start
		stop.Store(true)
		all := <-ended
		cancel(nil)
		return spent{used, all.memory}
	}
}

// cells gives one cell for each variant, "-" where a limit ended it.
func (r *VariantRun) cells(f func(*Variant) any) []any {
	var out []any
	for k := range r.Variants {
		v := &r.Variants[k]
		if v.Over != "" {
			out = append(out, "-")
			continue
		}
		out = append(out, f(v))
	}
	return out
}

// variantColumns names a column for each variant.
func variantColumns(what string) []string {
	var out []string
	for _, v := range variants {
		out = append(out, strings.TrimSpace(what+" "+v.name))
	}
	return out
}

// all is the variant with all optimisations, which is there even if it was
// ended by a limit.
func (r *VariantRun) all() *Variant { return &r.Variants[len(r.Variants)-1] }

// withVariants adds a row for each run, the means of their numbers, and those of the
// paper's twelve applications. What met a limit, of the paper's an hour, does not count.
func withVariants(runs []VariantRun, t *bench.Table, row func(r *VariantRun) []any, paper ...any) *bench.Table {
	errs := map[string]int{}
	over := map[string]int{}
	sums := make([][]float64, len(t.Columns))
	for i := range runs {
		r := &runs[i]
		if r.Err != "" {
			errs[r.Name+": "+r.Err]++
			continue
		}
		cells := row(r)
		for k, c := range cells {
			switch c := c.(type) {
			case int:
				sums[k] = append(sums[k], float64(c))
			case float64:
				sums[k] = append(sums[k], c)
			case time.Duration:
				sums[k] = append(sums[k], c.Seconds())
				cells[k] = took(c)
			}
		}
		t.Add(cells...)
		for k, v := range r.Variants {
			if v.Over != "" {
				over[variants[k].name+": "+v.Over]++
			}
		}
	}
	for _, e := range sortedKeys(over) {
		t.Notes = append(t.Notes, fmt.Sprintf("%d times ended, %s", over[e], e))
	}
	t.Notes = append(t.Notes, sortedKeys(errs)...)
	means := []any{"average"}
	for _, xs := range sums[1:] {
		if xs == nil {
			means = append(means, "-")
		} else {
			means = append(means, meanOf(xs))
		}
	}
	t.Add(means...)
	t.Add(append([]any{"paper 000"}, paper...)...)
	t.Foot = 2
	return t
}

// TableVI shows what the variants report.
func TableVI(runs []VariantRun) *bench.Table {
	t := &bench.Table{
		Title:   "Table VI: what the variants report",
		Columns: append([]string{"run", "trace", "after C", "after S", "after CS"}, append(variantColumns("lines"), append(variantColumns("C%"), "found")...)...),
		Notes:   []string{"Instances: of the run, without correct functions, of the slice, of both. found: by All, in the whole tree."},
	}
	return withVariants(runs, t, func(r *VariantRun) []any {
		a := r.all()
		row := []any{r.Name, a.Trace, a.Correct, a.Sliced, a.Both}
		row = append(row, r.cells(func(v *Variant) any { return v.Lines })...)
		row = append(row, r.cells(func(v *Variant) any { return 100 * v.Share })...)
		return append(row, a.Found)
	}, 29151.5, 12325.75, 10989.17, 8321.08, 74.71, 76.27, 119.17, 99.42, 12.29, 4.0, 10.55, 4.33, "all")
}

// TableVII shows the time of the variants.
func TableVII(runs []VariantRun) *bench.Table {
	t := &bench.Table{Title: "Table VII: seconds of the variants (weakest preconditions and solver by the clock, total CPU time)", Columns: []string{"run"}}
	for _, v := range variants {
		t.Columns = append(t.Columns, v.name+" WP", "solver", "total")
	}
	t.Columns = append(t.Columns, "None/All", "MB All")
	return withVariants(runs, t, func(r *VariantRun) []any {
		row := []any{r.Name}
		for k := range r.Variants {
			v := &r.Variants[k]
			if v.Over != "" {
				row = append(row, "-", "-", fmt.Sprintf(">%.1f", v.Total.Seconds()))
				continue
			}
			row = append(row, v.WPTime, v.SolverTime, v.Total)
		}
		return append(row, r.against(func(v *Variant) float64 { return v.Total.Seconds() }), int(r.all().Memory>>20))
	}, 7.09, 728.5, 736.97, 3.95, 23.68, 28.48, 11.57, 25.7, 37.76, 4.25, 11.74, 18.81, 547.1, "")
}

// against is None by All, where both ended.
func (r *VariantRun) against(f func(*Variant) float64) any {
	none, all := &r.Variants[0], r.all()
	if none.Over != "" || all.Over != "" || f(all) == 0 {
		return "-"
	}
	return f(none) / f(all)
}

// TableVIII shows how many constraints the solver got.
func TableVIII(runs []VariantRun) *bench.Table {
	t := &bench.Table{
		Title:   "Table VIII: constraints handed to the solver",
		Columns: append(append([]string{"run"}, variantColumns("")...), append(variantColumns("checks"), "None/All")...),
		Notes:   []string{"None/All is 2,036 to 23,071 in the paper; the aim here is 100 at least."},
	}
	return withVariants(runs, t, func(r *VariantRun) []any {
		row := []any{r.Name}
		row = append(row, r.cells(func(v *Variant) any { return v.Constraints })...)
		row = append(row, r.cells(func(v *Variant) any { return v.Checks })...)
		return append(row, r.against(func(v *Variant) float64 { return float64(v.Constraints) }))
	}, 3128062.0, 91596.18, 10106.67, 3277.42, "", "", "", "", 6648.0)
}
