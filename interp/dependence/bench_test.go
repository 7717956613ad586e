package dependence

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/interp"
)

// BenchmarkGraph builds graphs of runs of 3 million instances, and takes
// slices of them. Its figures: Minst/s, instances added a second, recording
// excluded but its decoding included; B/inst of the graph for an
// instance; alloc-MB, all that is allocated while it is built; x-all, time
// relative to iterating over the recording; slice-share, the share of a slice
// from the end of Main; slice-ms, relevant-ms,
// align-ms, for the whole run.
func BenchmarkGraph(b *testing.B) {
	files, err := filepath.Glob("../testdata/speed/*.c")
	if err != nil || len(files) == 0 {
		b.Fatal("no programs", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		p, err := frontend.Parse("p.c", append([]byte("#define REPEAT 1000\n"), src...), frontend.Config{PtrBits: 64, Execute: true})
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.TrimSuffix(filepath.Base(f), ".c"), func(b *testing.B) { benchmarkGraph(b, p, 3_000_000) })
	}
}

func benchmarkGraph(b *testing.B, p *cfg.Program, n int) {
	rec, err := interp.Record(p, interp.RunConfig{Limits: interp.Limits{Steps: n}})
	if err != nil {
		b.Fatal(err)
	}
	defer rec.Close()
	var decode, build, slice, relevant, align time.Duration
	lap := func(d *time.Duration, f func()) {
		start := time.Now()
		f()
		*d += time.Since(start)
	}
	var allocated, share float64
	for range b.N {
		lap(&decode, func() {
			for range rec.All(0) {
			}
		})
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var g *Graph
		lap(&build, func() { g, err = NewGraph(p, rec, Options{}) })
		if err != nil {
			b.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		allocated = float64(after.TotalAlloc - before.TotalAlloc)
		last := []int{g.N() - 1}
		for g.Call(last[0]) >= 0 || len(g.Data(last[0])) == 0 {
			last[0]--
		}
		size := 0
		lap(&slice, func() { size = g.Slice(last, DataDep|ControlDep).Len() })
		if size < 2 {
			b.Fatal("nothing in the slice")
		}
		share += float64(size) / float64(g.N()) / float64(b.N)
		lap(&relevant, func() { g.Relevant(last) })
		lap(&align, func() { Align(g, g, nil) })
	}
	ms := func(d time.Duration) float64 { return d.Seconds() * 1000 / float64(b.N) }
	b.ReportMetric(float64(n)*float64(b.N)/build.Seconds()/1e6, "Minst/s")
	b.ReportMetric(float64(build)/float64(decode), "x-all")
	b.ReportMetric(allocated/1e6, "alloc-MB")
	b.ReportMetric(share, "slice-share")
	b.ReportMetric(ms(slice), "slice-ms")
	b.ReportMetric(ms(relevant), "relevant-ms")
	b.ReportMetric(ms(align), "align-ms")
	b.ReportMetric(0, "ns/op")
}
