package outputs

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"culprit/internal/gcc"
	"culprit/internal/rounds"
)

// csmithOptions are the kinds of programs that are generated, by turns.
var csmithOptions = [][]string{
	{},
	{"--float"},
	{"--max-block-depth", "3", "--max-funcs", "20", "--inline-function"},
	{"--max-pointer-depth", "4", "--max-array-dim", "2", "--max-struct-fields", "16"},
}

// TestCsmith generates programs and compares what the interpreter computes
// with what they compute when gcc compiles them, for both data models.
// CULPRIT_CSMITH is the number of programs, CULPRIT_CSMITH_SEED the seed of
// the first; a mismatch is repeated by its seed and the number 1.
func TestCsmith(t *testing.T) {
	headers := csmithHeaders(t)
	n, seed := max(rounds.Of(10), 3), 1
	for name, v := range map[string]*int{"CULPRIT_CSMITH": &n, "CULPRIT_CSMITH_SEED": &seed} {
		if s := os.Getenv(name); s != "" {
			var err error
			if *v, err = strconv.Atoi(s); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	models := []int{64}
	if gcc.Runs32() {
		models = append(models, 32)
	} else {
		t.Log("no programs for 32 bits here: LP64 only")
	}
	conf := Config{
		Compiler: gcc.Compiler{Include: []string{headers}},
		Timeout:  time.Second,
		Steps:    200_000_000,
		Sanitize: true,
	}.withDefaults()

	var mu sync.Mutex
	count := map[Class]int{}
	next := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for s := range next {
				for _, bits := range models {
					c, detail := csmithOne(t, s, bits, conf)
					mu.Lock()
					count[c]++
					switch c {
					case Equal:
					case Skipped:
						t.Logf("seed %d, %d bits: %v: %s", s, bits, c, detail)
					default:
						t.Errorf("seed %d, %d bits, options %v: %v: %s", s, bits, csmithOptions[s%len(csmithOptions)], c, detail)
					}
					mu.Unlock()
					if c == Skipped {
						break // it does not end with the other data model either
					}
				}
			}
		})
	}
	for s := seed; s < seed+n; s++ {
		next <- s
	}
	close(next)
	wg.Wait()
	t.Logf("%d programs from seed %d, data models %v: %v", n, seed, models, count)
	if count[Equal] == 0 {
		t.Error("no program was compared")
	}
}

// csmithOne generates and compares one program.
func csmithOne(t *testing.T, seed, bits int, conf Config) (Class, string) {
	ctx := context.Background()
	file := filepath.Join(t.TempDir(), fmt.Sprintf("seed%d.c", seed))
	args := append([]string{"--seed", strconv.Itoa(seed), "--quiet", "--output", file}, csmithOptions[seed%len(csmithOptions)]...)
	timed, stop := context.WithTimeout(ctx, 20*time.Second)
	defer stop()
	csmith := exec.CommandContext(timed, "csmith", args...)
	csmith.Dir = filepath.Dir(file) // it leaves a file there
	if out, err := csmith.CombinedOutput(); err != nil {
		return Skipped, fmt.Sprintf("csmith: %v: %s", err, out)
	}
	conf.PtrBits = bits
	pair, err := newPair(ctx, file, conf)
	if err != nil {
		return Different, err.Error()
	}
	defer pair.close()
	res, err := pair.compare(ctx, gcc.Case{Name: "checksum"})
	if err != nil {
		return Different, err.Error()
	}
	if res.Class == Unsupported && res.Steps >= conf.Steps {
		return Skipped, "more than the limit of steps"
	}
	return res.Class, res.Detail
}

// csmithHeaders returns the folder of csmith.h, or skips the test.
func csmithHeaders(t *testing.T) string {
	for _, tool := range []string{"csmith", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed", tool)
		}
	}
	var files []string
	if dir := os.Getenv("CSMITH_PATH"); dir != "" {
		files = append(files, filepath.Join(dir, "csmith.h"), filepath.Join(dir, "runtime", "csmith.h"), filepath.Join(dir, "include", "csmith.h"))
	}
	for _, pattern := range []string{"/usr/include/csmith*/csmith.h", "/usr/local/include/csmith*/csmith.h"} {
		found, _ := filepath.Glob(pattern)
		files = append(files, found...)
	}
	for _, f := range files {
		if _, err := os.Stat(f); err == nil {
			return filepath.Dir(f)
		}
	}
	t.Skip("csmith.h is not installed (Debian: libcsmith-dev), and CSMITH_PATH does not lead to it")
	return ""
}
