package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"culprit/internal/gen"
)

// faults runs verify on random functions with undefined behaviour at the edges
// of C, with gcc's sanitizers as oracle: TRUE is wrong where a run is stopped.
type faults struct {
	Verify string        `default:"verify" help:"The program to measure."`
	Memory bool          `help:"Memory safety instead of overflow."`
	Count  int           `default:"1500" help:"Number of programs."`
	Seed   uint64        `default:"1" help:"The first seed."`
	Limit  time.Duration `default:"5s" help:"Processor time of each run."`
	Jobs   int           `default:"2" help:"Runs at a time."`
	Keep   string        `help:"Keep programs that are answered wrongly in this folder."`
}

// Run prints a line for each wrong answer, and a table.
func (f *faults) Run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "faults")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tally := map[string]map[string]int{"stopped": {}, "not stopped": {}}
	var mu sync.Mutex
	for first := f.Seed; first < f.Seed+uint64(f.Count) && ctx.Err() == nil; first += gen.SanitizedEach {
		why, err := gen.Sanitized(ctx, dir, first, f.Memory)
		if err != nil {
			return err
		}
		inParallel(ctx, f.Jobs, why, func(i int, w string) {
			class, src := f.verdict(ctx, dir, first+uint64(i))
			mu.Lock()
			defer mu.Unlock()
			kind := "stopped"
			if w == "" {
				kind = "not stopped"
			}
			tally[kind][class]++
			if w != "" && class == "TRUE" {
				fmt.Printf("WRONG seed %d: TRUE, gcc: %s\n", first+uint64(i), w)
				if f.Keep != "" && os.MkdirAll(f.Keep, 0o755) == nil {
					_ = os.WriteFile(filepath.Join(f.Keep, fmt.Sprintf("fault%d.c", first+uint64(i))), []byte(src), 0o644)
				}
			}
		})
	}
	for _, kind := range []string{"stopped", "not stopped"} {
		fmt.Printf("%-12s TRUE %d, FALSE %d, UNKNOWN %d, other %d\n", kind, tally[kind]["TRUE"], tally[kind]["FALSE"], tally[kind]["UNKNOWN"], tally[kind]["none"])
	}
	return ctx.Err()
}

func (f *faults) verdict(ctx context.Context, dir string, seed uint64) (class, src string) {
	src = gen.Fault(seed, "f", f.Memory) + "int main(void) { return f(1); }\n"
	file := filepath.Join(dir, fmt.Sprintf("f%d.c", seed))
	property := "no-overflow"
	if f.Memory {
		property = "valid-memsafety"
	}
	if os.WriteFile(file, []byte(src), 0o644) != nil {
		return "none", src
	}
	defer os.Remove(file)
	out, _, _ := run(ctx, 12*f.Limit, f.Verify, "--effort", "0", "--property", property, "--cpu-timeout", f.Limit.String(), "--data-model", "LP64", file)
	class, _, _ = strings.Cut(string(out), " ")
	if class != "TRUE" && class != "FALSE" && class != "UNKNOWN" {
		class = "none"
	}
	return class, src
}
