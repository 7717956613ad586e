package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
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

// faultsEach is the number of functions that gcc compiles at a time.
const faultsEach = 40

// notSigned is what the sanitizers find in values of unsigned types, which is
// not an overflow.
var notSigned = regexp.MustCompile(`type '[^']*(unsigned|_Bool)|bit type '(unsigned|char unsigned|short unsigned|long unsigned|long long unsigned)`)

// Run prints a line for each wrong answer, and a table.
func (f *faults) Run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "faults")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	tally := map[string]map[string]int{"stopped": {}, "not stopped": {}}
	var mu sync.Mutex
	for first := f.Seed; first < f.Seed+uint64(f.Count) && ctx.Err() == nil; first += faultsEach {
		why, err := f.sanitized(ctx, dir, first)
		if err != nil {
			return err
		}
		var group sync.WaitGroup
		slots := make(chan bool, max(f.Jobs, 1))
		for i, w := range why {
			slots <- true
			group.Go(func() {
				defer func() { <-slots }()
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
		group.Wait()
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
	out, _, _ := run(ctx, 12*f.Limit, f.Verify, "--property", property, "--cpu-timeout", f.Limit.String(), "--data-model", "LP64", file)
	class, _, _ = strings.Cut(string(out), " ")
	if class != "TRUE" && class != "FALSE" && class != "UNKNOWN" {
		class = "none"
	}
	return class, src
}

// sanitized says for each of some functions why the sanitizers stop it, or "".
func (f *faults) sanitized(ctx context.Context, dir string, first uint64) ([]string, error) {
	var b, calls strings.Builder
	b.WriteString("int atoi(const char *);\n")
	for i := range uint64(faultsEach) {
		b.WriteString(gen.Fault(first+i, fmt.Sprint("f", i), f.Memory))
		fmt.Fprintf(&calls, "if (n == %d) return f%d(1);\n", i, i)
	}
	fmt.Fprintf(&b, "int main(int c, char **v) { int n = atoi(v[1]);\n%sreturn 0; }\n", calls.String())
	file, exe := filepath.Join(dir, "all.c"), filepath.Join(dir, "all")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		return nil, err
	}
	kind, mark := "signed-integer-overflow,shift,float-cast-overflow", "runtime error"
	if f.Memory {
		kind, mark = "address", "ERROR:"
	}
	if _, first, status := run(ctx, time.Minute, "gcc", "-std=gnu11", "-O0", "-w", "-fsanitize="+kind, "-fno-sanitize-recover=all", "-o", exe, file); status != 0 {
		return nil, fmt.Errorf("gcc: %s", first)
	}
	why := make([]string, faultsEach)
	for i := range why {
		_, errs, status := runAll(ctx, 20*time.Second, "env", "ASAN_OPTIONS=detect_stack_use_after_return=1:detect_leaks=0", exe, fmt.Sprint(i))
		if status == 0 {
			continue
		}
		for line := range strings.Lines(errs) {
			if strings.Contains(line, mark) && (f.Memory || !notSigned.MatchString(line)) {
				why[i] = strings.TrimSpace(line)
				break
			}
		}
	}
	return why, nil
}
