package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"culprit/bench"
	"culprit/internal/meta"
)

// environment is what a task expects of its environment, for gcc: inputs are
// random, small ones often; a wrong assumption ends the program.
const environment = `
#include <stdio.h>
#include <stdlib.h>
static unsigned long long meta_state = SEED;
static unsigned long long meta_next(void) {
  meta_state ^= meta_state << 13; meta_state ^= meta_state >> 7; meta_state ^= meta_state << 17;
  unsigned long long v = meta_state * 2685821657736338717ull;
  switch (v >> 62) { case 0: return v % 3; case 1: return v % 20; case 2: return v % 1000; }
  return v;
}
#define INPUT(name, type) type __VERIFIER_nondet_##name(void) __attribute__((weak)); type __VERIFIER_nondet_##name(void) { return (type)meta_next(); }
INPUT(int, int) INPUT(uint, unsigned) INPUT(unsigned, unsigned) INPUT(unsigned_int, unsigned) INPUT(short, short) INPUT(ushort, unsigned short)
INPUT(char, char) INPUT(uchar, unsigned char) INPUT(long, long) INPUT(ulong, unsigned long) INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long) INPUT(float, float) INPUT(double, double) INPUT(size_t, size_t) INPUT(u8, unsigned char) INPUT(u16, unsigned short) INPUT(u32, unsigned)
_Bool __VERIFIER_nondet_bool(void) { return meta_next() & 1; }
_Bool __VERIFIER_nondet__Bool(void) { return meta_next() & 1; }
__attribute__((weak)) void __VERIFIER_assume(int c) { if (!c) exit(0); }
__attribute__((weak)) void reach_error(void) { exit(0); }
__attribute__((weak)) void __VERIFIER_error(void) { exit(0); }
void meta_probe(int k, long long v) { static int n; if (n++ < 2000) { fprintf(stderr, "probe %d %lld\n", k, v); } else exit(0); }
`

var notCompiled = regexp.MustCompile(`meta_probe\((\d+),`)

// plant inserts up to two errors into a program that is proved, where gcc's
// sanitizers find a run without undefined behaviour up to there. It gives their
// number.
func (f *farm) plant(ctx context.Context, dir string, t bench.Task, src string, limit time.Duration) int {
	seen := f.probe(ctx, dir, t, src)
	if len(seen) == 0 {
		f.count("plant", "no run")
		return 0
	}
	r := rand.New(rand.NewPCG(f.Seed, uint64(len(src))))
	n := 0
	for range 2 {
		p := seen[r.IntN(len(seen))]
		call := "{ extern void reach_error(void); reach_error(); }"
		text := meta.Planted(src, p.probe, p.value, call)
		n++
		switch got, line := f.changed(ctx, dir, t, t.ID+".c", text, limit); got {
		case "FALSE":
			f.count("plant", "same")
		default:
			f.differs("plant", got, t, "FALSE", line, text)
		}
	}
	return n
}

type seenValue struct {
	probe int
	value int64
}

// probe runs the program with a few inputs and says what its probes saw.
func (f *farm) probe(ctx context.Context, dir string, t bench.Task, src string) []seenValue {
	model := "-m64"
	if t.DataModel == "ILP32" {
		model = "-m32"
	}
	file, lib, exe := filepath.Join(dir, "probed.c"), filepath.Join(dir, "runtime.c"), filepath.Join(dir, "probed")
	if os.WriteFile(lib, []byte(environment), 0o644) != nil {
		return nil
	}
	var out []seenValue
	skip := map[int]bool{}
	for seed := range 4 {
		for try := 0; ; try++ {
			text, n := meta.Probed(src, skip)
			if n == 0 || try == 3 || os.WriteFile(file, []byte(text), 0o644) != nil {
				return out
			}
			_, _, status := run(ctx, time.Minute, "gcc", "-w", model, "-g", "-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all",
				fmt.Sprintf("-DSEED=%dull", 88172645463325252+1000003*seed), "-o", exe, file, lib, "-lm")
			if status == 0 {
				break
			}
			if _, errs, _ := runAll(ctx, time.Minute, "gcc", "-w", model, "-fsyntax-only", file); !drop(skip, text, errs) {
				return out
			}
		}
		_, errs, _ := runAll(ctx, 5*time.Second, exe)
		for line := range strings.Lines(errs) {
			w := strings.Fields(line)
			if len(w) != 3 || w[0] != "probe" {
				continue
			}
			k, _ := strconv.Atoi(w[1])
			v, err := strconv.ParseInt(w[2], 10, 64)
			if s := (seenValue{k, v}); err == nil && !slices.Contains(out, s) && v != -1<<63 {
				out = append(out, s)
			}
		}
	}
	return out
}

// drop adds the probes to skip that an error message is about.
func drop(skip map[int]bool, text, errs string) bool {
	lines := strings.Split(text, "\n")
	n := len(skip)
	for _, m := range regexp.MustCompile(`:(\d+):\d+: error`).FindAllStringSubmatch(errs, -1) {
		i, _ := strconv.Atoi(m[1])
		if i < 1 || i > len(lines) {
			continue
		}
		if p := notCompiled.FindStringSubmatch(lines[i-1]); p != nil {
			k, _ := strconv.Atoi(p[1])
			skip[k] = true
		}
	}
	return len(skip) > n
}
