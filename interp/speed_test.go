package interp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"culprit/frontend/frontendtest"
)

// compiledRepeat is how many times more work the compiled program does, so
// that its time can be measured.
const compiledRepeat = 40

// BenchmarkSpeed runs the programs of testdata/speed as they are, and compares
// their time with that of the code gcc -O0 makes of them. Its figures:
// Mstmt/s, statements a second; x-gcc, how many times slower than gcc -O0;
// x-cover, how many times slower a run with coverage is; x-record, how many
// times slower a recorded run is; x-decode, how many times
// slower it is to run, record, and iterate over all instances.
func BenchmarkSpeed(b *testing.B) {
	files, err := filepath.Glob("testdata/speed/*.c")
	if err != nil || len(files) == 0 {
		b.Fatal("no programs", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(strings.TrimSuffix(filepath.Base(f), ".c"), func(b *testing.B) { speed(b, string(src)) })
	}
}

func speed(b *testing.B, src string) {
	p := frontendtest.Execute(b, "#define REPEAT 5\n"+src)
	want, compiled := gccTime(b, src)
	var plain, covered, recorded, decoded time.Duration
	steps := 0
	b.ResetTimer()
	for range b.N {
		start := cpuTime()
		r := Run(p, RunConfig{})
		plain += cpuTime() - start
		if r.Status != Exited {
			b.Fatal(r.Status, r.Fault)
		}
		if compiled > 0 && r.Code != want {
			b.Fatalf("result %d, gcc says %d", r.Code, want)
		}
		steps += r.Steps
		start = cpuTime()
		Run(p, RunConfig{Covered: make([]bool, len(p.Locs))})
		covered += cpuTime() - start
		start = cpuTime()
		rec, err := Record(p, RunConfig{})
		if err != nil {
			b.Fatal(err)
		}
		recorded += cpuTime() - start
		n := 0
		for range rec.All(0) {
			n++
		}
		decoded += cpuTime() - start
		rec.Close()
		if n != r.Steps {
			b.Fatalf("%d instances, %d steps", n, r.Steps)
		}
	}
	b.ReportMetric(float64(steps)/plain.Seconds()/1e6, "Mstmt/s")
	if compiled > 0 {
		b.ReportMetric(plain.Seconds()/float64(b.N)/compiled.Seconds(), "x-gcc")
	}
	b.ReportMetric(float64(covered)/float64(plain), "x-cover")
	b.ReportMetric(float64(recorded)/float64(plain), "x-record")
	b.ReportMetric(float64(decoded)/float64(plain), "x-decode")
	b.ReportMetric(0, "ns/op")
}

// gccTime compiles a program with gcc -O0 and returns its exit status for the
// same work and the time for it; 0 without gcc.
func gccTime(b *testing.B, src string) (int, time.Duration) {
	if _, err := exec.LookPath("gcc"); err != nil {
		return 0, 0
	}
	build := func(repeat int) string {
		dir := b.TempDir()
		bin := filepath.Join(dir, "p")
		if err := os.WriteFile(bin+".c", []byte(src), 0o600); err != nil {
			b.Fatal(err)
		}
		if out, err := exec.Command("gcc", "-O0", "-w", fmt.Sprintf("-DREPEAT=%d", repeat), "-o", bin, bin+".c").CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		return bin
	}
	small := exec.Command(build(5))
	small.Run()
	best := time.Duration(1 << 62)
	for bin, i := build(5*compiledRepeat), 0; i < 3; i++ {
		cmd := exec.Command(bin)
		cmd.Run()
		best = min(best, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	}
	return small.ProcessState.ExitCode(), best / compiledRepeat
}
