package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"culprit/bench"
)

// defects runs verify on programs of a suite of planted defects, and on their twins
// without, with gcc's sanitizers beside it.
type defects struct {
	Suite      string        `arg:"" enum:"juliet,itc" help:"juliet or itc."`
	Repository string        `required:"" type:"existingdir" help:"A git repository with the suite."`
	Verify     string        `default:"verify" help:"The program to measure."`
	Salt       string        `default:"1" help:"Chooses the programs."`
	Except     []string      `help:"Leave out what these salts chose, each without those before it."`
	Each       int           `default:"5" help:"Programs of each class."`
	Only       string        `help:"Only programs whose name contains this."`
	Limit      time.Duration `default:"20s" help:"Processor time of each run."`
	Jobs       int           `default:"1" help:"Runs at a time."`
	Keep       string        `help:"Keep the programs and the answers in this folder."`
}

// What gcc's sanitizers say about a run; they are asked where the answer is not as
// expected.
const (
	stopped = "stopped"
	quiet   = "quiet"
)

// defectAnswer is what verify and gcc say about a variant.
type defectAnswer struct {
	verdict, detail, gcc string
	time                 time.Duration
}

// Run prints a line for each answer that is not as expected, and a table.
func (d *defects) Run(ctx context.Context) error {
	repo := repository(d.Repository)
	all, err := repo.programs(ctx, d.Suite)
	if err != nil {
		return err
	}
	keep := d.Keep
	if keep == "" {
		if keep, err = os.MkdirTemp("", "defects"); err != nil {
			return err
		}
		defer os.RemoveAll(keep)
	}
	chosen := drawn(all, d.Each, d.Salt, d.Except)
	chosen = slices.DeleteFunc(chosen, func(p *planted) bool { return !strings.Contains(p.name, d.Only) })
	answers := make([][2]defectAnswer, len(chosen))
	inParallel(ctx, d.Jobs, chosen, func(i int, p *planted) {
		dir := filepath.Join(keep, p.name)
		answers[i] = [2]defectAnswer{d.variant(ctx, p, filepath.Join(dir, "bad"), false), d.variant(ctx, p, filepath.Join(dir, "good"), true)}
		d.line(p, "bad", "FALSE", answers[i][0])
		d.line(p, "good", "TRUE", answers[i][1])
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return printTables(bench.Machine(bench.Config{CPU: d.Limit, Jobs: d.Jobs}, versionOf(d.Verify)), defectTable(d.Suite, chosen, answers))
}

// line prints an answer that is not as expected.
func (d *defects) line(p *planted, variant, want string, a defectAnswer) {
	if a.verdict == want {
		return
	}
	note := ""
	if !p.class.covers(p.name) {
		note = ", defined"
	}
	fmt.Printf("%s %s%s: %s, gcc: %s, %.1f s: %s\n", p.name, variant, note, a.verdict, a.gcc, a.time.Seconds(), a.detail)
}

// variant asks about a program or its twin.
func (d *defects) variant(ctx context.Context, p *planted, dir string, good bool) defectAnswer {
	source, macros, suspect := p, []string{"-DINCLUDEMAIN", "-DOMITGOOD"}, "TRUE"
	if good {
		macros[1], suspect = "-DOMITBAD", "FALSE"
		if p.twin != nil {
			source = p.twin
		}
	}
	units, err := repository(d.Repository).write(ctx, source, dir)
	if err != nil {
		return defectAnswer{verdict: "none", detail: err.Error(), gcc: quiet}
	}
	if source.include != "" {
		name := filepath.Join(dir, "include.h")
		if err := os.WriteFile(name, []byte(source.include), 0o644); err != nil {
			return defectAnswer{verdict: "none", detail: err.Error(), gcc: quiet}
		}
		macros = append(macros, "-include", name)
	}
	args := slices.Concat([]string{"--property", "ub", "--effort", "0", "--data-model", "LP64", "--cpu-timeout", d.Limit.String(), "-I", dir}, macros, p.class.flags, units)
	start := time.Now()
	out, errs, _ := runAll(ctx, 40*d.Limit, d.Verify, args...)
	a := defectAnswer{time: time.Since(start)}
	text := string(out) + errs
	if err := os.WriteFile(filepath.Join(dir, "answer.txt"), []byte(strings.Join(args, " ")+"\n"+text), 0o644); err != nil {
		a.detail = err.Error()
	}
	a.verdict, a.detail = answerOf(text)
	if a.verdict == suspect {
		a.gcc = d.sanitized(ctx, dir, macros, units)
	}
	return a
}

// answerOf is the verdict of an output, and the rest of its first line with the
// reason.
func answerOf(text string) (verdict, detail string) {
	verdict, rest, _ := strings.Cut(text, " ")
	switch verdict {
	case "TRUE", "FALSE", "UNKNOWN":
	default:
		verdict, rest = "none", text
	}
	detail, rest, _ = strings.Cut(rest, "\n")
	if _, reason, ok := strings.Cut(rest, "reason: "); ok {
		reason, _, _ = strings.Cut(reason, "\n")
		detail += ": " + reason
	}
	return verdict, strings.TrimSpace(detail)
}

// sanitized says whether the compiled program is stopped.
func (d *defects) sanitized(ctx context.Context, dir string, macros, units []string) string {
	exe := filepath.Join(dir, "program")
	defer os.Remove(exe)
	args := slices.Concat([]string{"-w", "-g", "-O0", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-I", dir, "-o", exe}, macros, units, []string{"-lm", "-lpthread"})
	if _, first, status := run(ctx, 40*d.Limit, "gcc", args...); status != 0 {
		return "refused: " + first
	}
	_, errs, _ := runAll(ctx, d.Limit, "env", "--chdir="+dir, "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1", "./program")
	for line := range strings.Lines(errs) {
		if _, what, ok := strings.Cut(line, "runtime error: "); ok {
			return stopped + ": " + strings.TrimSpace(what)
		}
		if _, what, ok := strings.Cut(line, "ERROR: AddressSanitizer: "); ok {
			return stopped + ": " + strings.TrimSpace(what)
		}
	}
	return quiet
}

// defectTable counts the answers, by class and for all.
func defectTable(suite string, chosen []*planted, answers [][2]defectAnswer) *bench.Table {
	t := &bench.Table{
		Title:   "Planted defects of " + suite,
		Columns: []string{"class", "drawn", "covered", "found", "unknown", "TRUE, gcc stops", "TRUE, gcc does not", "other: TRUE, gcc stops", "good: TRUE", "unknown", "FALSE, gcc stops", "FALSE, gcc does not"},
		Foot:    1,
	}
	total := make([]int, len(t.Columns))
	add := func(name string, n []int) {
		cells := []any{name}
		for i, k := range n[1:] {
			cells = append(cells, k)
			total[i+1] += k
		}
		t.Add(cells...)
	}
	for i := 0; i < len(chosen); {
		c, n := chosen[i].class, make([]int, len(t.Columns))
		for ; i < len(chosen) && chosen[i].class == c; i++ {
			n[1]++
			for _, k := range columnsOf(c.covers(chosen[i].name), answers[i]) {
				n[k]++
			}
		}
		add(c.name, n)
	}
	add("all", slices.Clone(total))
	return t
}

// columnsOf are the columns in which a program counts.
func columnsOf(covered bool, a [2]defectAnswer) []int {
	var out []int
	stops := func(a defectAnswer) bool { return strings.HasPrefix(a.gcc, stopped) }
	bad, good := a[0], a[1]
	if covered {
		out = append(out, 2)
	}
	switch {
	case !covered && bad.verdict == "TRUE" && stops(bad):
		out = append(out, 7)
	case !covered:
	case bad.verdict == "FALSE":
		out = append(out, 3)
	case bad.verdict != "TRUE":
		out = append(out, 4)
	case stops(bad):
		out = append(out, 5)
	default:
		out = append(out, 6)
	}
	switch {
	case good.verdict == "TRUE":
		out = append(out, 8)
	case good.verdict != "FALSE":
		out = append(out, 9)
	case stops(good):
		out = append(out, 10)
	default:
		out = append(out, 11)
	}
	return out
}
