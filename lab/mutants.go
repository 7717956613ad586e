package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// mutants writes changed programs into dir: one condition of an if statement
// is negated, or one number is larger by one, such that the compiled program
// calls abort. At most one mutant is made of each program.
func (t *torture) mutants(ctx context.Context, dir string, names []string) ([]string, error) {
	r := rand.New(rand.NewPCG(t.Seed, 0))
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var out []string
	for _, name := range names {
		if len(out) == t.Mutants || ctx.Err() != nil {
			break
		}
		src, err := os.ReadFile(filepath.Join(t.Suite, name))
		if err != nil {
			return nil, err
		}
		mutant := strings.ReplaceAll(name, "/", "_")
		file := filepath.Join(dir, mutant)
		changes := changesOf(string(src))
		r.Shuffle(len(changes), func(i, j int) { changes[i], changes[j] = changes[j], changes[i] })
		for _, text := range changes[:min(6, len(changes))] {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				return nil, err
			}
			if _, status := t.compiled(ctx, dir, file); status == 134 {
				out = append(out, mutant)
				break
			}
		}
	}
	return out, nil
}

var (
	ifHead  = regexp.MustCompile(`\bif\s*\(`)
	decimal = regexp.MustCompile(`\b(0|[1-9][0-9]*)\b`)
)

// changesOf lists the changed texts of a program.
func changesOf(src string) []string {
	var out []string
	for _, at := range ifHead.FindAllStringIndex(src, -1) {
		open := at[1] - 1
		depth := 0
		for i := open; i < len(src); i++ {
			switch src[i] {
			case '(':
				depth++
			case ')':
				depth--
			}
			if depth == 0 {
				out = append(out, src[:open]+"(!"+src[open:i+1]+")"+src[i+1:])
				break
			}
		}
	}
	for _, at := range decimal.FindAllStringIndex(src, -1) {
		line := src[strings.LastIndexByte(src[:at[0]], '\n')+1 : at[0]]
		n, err := strconv.ParseInt(src[at[0]:at[1]], 10, 64)
		if err != nil || strings.HasPrefix(strings.TrimSpace(line), "#") || strings.HasSuffix(line, ".") {
			continue
		}
		out = append(out, src[:at[0]]+strconv.FormatInt(n+1, 10)+src[at[1]:])
	}
	return out
}
