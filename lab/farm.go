package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"culprit/bench"
	"culprit/internal/meta"
)

// farm runs verify on programs and on transformations of them: a verdict that
// changes between TRUE and FALSE is wrong in one of the two.
type farm struct {
	Tasks  []string      `arg:"" help:"Task definitions, C files, or folders of them."`
	List   string        `help:"Only the tasks in this file (.csv with a column id)."`
	Verify string        `default:"verify" help:"The program to measure."`
	Mode   string        `default:"transform" enum:"transform,plant" help:"transform: change the text and not the meaning; plant: insert an error that a run reaches into what is proved."`
	Only   string        `help:"Only this transformation."`
	Count  int           `default:"300" help:"Number of programs with a verdict (transform), or of planted errors (plant)."`
	Limit  time.Duration `default:"10s" help:"Processor time of each run; a transformation gets three times what the program took, and a second, if that is more."`
	Easy   time.Duration `default:"2s" help:"Leave out programs that take longer than this themselves."`
	Jobs   int           `default:"2" help:"Runs at a time."`
	Seed   uint64        `default:"1" help:"Chooses the programs."`
	Keep   string        `help:"Keep the changed programs that are answered otherwise in this folder."`

	mu    sync.Mutex
	tally map[string]map[string]int // by transformation, by outcome
}

// Run prints a line for every changed verdict, and counts.
func (f *farm) Run(ctx context.Context) error {
	tasks, err := bench.Find(f.Tasks, nil)
	if err != nil {
		return err
	}
	if f.List != "" {
		if tasks, err = bench.Select(tasks, f.List); err != nil {
			return err
		}
	}
	rand.New(rand.NewPCG(f.Seed, 1)).Shuffle(len(tasks), func(i, j int) { tasks[i], tasks[j] = tasks[j], tasks[i] })
	dir, err := os.MkdirTemp("", "farm")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	f.tally = map[string]map[string]int{}
	done := 0
	enough, stop := context.WithCancel(ctx)
	defer stop()
	inParallel(enough, f.Jobs, tasks, func(i int, t bench.Task) {
		n := f.program(ctx, filepath.Join(dir, fmt.Sprint(i)), t)
		f.mu.Lock()
		defer f.mu.Unlock()
		done += n
		if done >= f.Count {
			stop()
		}
	})
	f.report(done)
	return ctx.Err()
}

// program measures one task and what becomes of it; it gives what counts
// towards Count.
func (f *farm) program(ctx context.Context, dir string, t bench.Task) int {
	file := t.File
	if !strings.HasSuffix(file, ".c") && !strings.HasSuffix(file, ".i") {
		inputs, _ := filepath.Glob(filepath.Join(filepath.Dir(file), "*.[ci]"))
		if len(inputs) != 1 {
			return 0
		}
		file = inputs[0]
	}
	src, err := os.ReadFile(file)
	if err != nil || os.MkdirAll(dir, 0o755) != nil {
		return 0
	}
	defer os.RemoveAll(dir)
	start := time.Now()
	want, _ := f.verdict(ctx, t, file, f.Limit)
	took := time.Since(start)
	if want != "TRUE" && want != "FALSE" || took > f.Easy || f.Mode == "plant" && want != "TRUE" {
		return 0
	}
	limit := max(f.Limit, 3*took+time.Second)
	if f.Mode == "plant" {
		return f.plant(ctx, dir, t, string(src), limit)
	}
	for _, tr := range meta.Transformations {
		if f.Only != "" && tr.Name != f.Only {
			continue
		}
		text := tr.To(string(src))
		if text == "" {
			continue
		}
		if got, line := f.changed(ctx, dir, t, file, text, limit); got == want {
			f.count(tr.Name, "same")
		} else {
			f.differs(tr.Name, got, t, want, line, text)
		}
	}
	return 1
}

// changed is the verdict on a changed text. It keeps the name of the file, for
// programs that include others.
func (f *farm) changed(ctx context.Context, dir string, t bench.Task, file, text string, limit time.Duration) (class, line string) {
	p := filepath.Join(dir, filepath.Base(file))
	if os.WriteFile(p, []byte(text), 0o644) != nil {
		return "none", ""
	}
	return f.verdict(ctx, t, p, limit)
}

func (f *farm) verdict(ctx context.Context, t bench.Task, file string, limit time.Duration) (class, line string) {
	args := []string{"--effort", "0", "--property", t.Property, "--cpu-timeout", limit.String(), "--timeout", (10 * limit).String(), "-I", filepath.Dir(t.File)}
	if t.DataModel != "" {
		args = append(args, "--data-model", t.DataModel)
	}
	out, first, status := run(ctx, 12*limit, f.Verify, append(args, file)...)
	line, _, _ = strings.Cut(string(out), "\n")
	class, _, _ = strings.Cut(line, " ")
	if status == 2 {
		return "refused", first
	}
	if class == "" {
		return "none", first
	}
	return class, line
}

func (f *farm) count(name, outcome string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.tally[name] == nil {
		f.tally[name] = map[string]int{}
	}
	f.tally[name][outcome]++
}

// differs reports a verdict that is not the expected one.
func (f *farm) differs(name, got string, t bench.Task, want, line, text string) {
	outcome := "lost"
	switch got {
	case "TRUE", "FALSE":
		outcome = "FLIPPED"
	case "refused":
		outcome = "refused"
	}
	f.count(name, outcome)
	f.mu.Lock()
	fmt.Printf("%-8s %-9s %s, want %s: %s\n", outcome, name, t.ID, want, line)
	f.mu.Unlock()
	if f.Keep != "" && os.MkdirAll(f.Keep, 0o755) == nil {
		_ = os.WriteFile(filepath.Join(f.Keep, t.ID+"."+name+".c"), []byte(text), 0o644)
	}
}

func (f *farm) report(done int) {
	outcomes := []string{"same", "lost", "refused", "FLIPPED"}
	total := map[string]int{}
	fmt.Printf("%-10s", "")
	for _, o := range outcomes {
		fmt.Printf("%9s", o)
	}
	fmt.Println()
	line := func(name string, n map[string]int) {
		fmt.Printf("%-10s", name)
		for _, o := range outcomes {
			fmt.Printf("%9d", n[o])
		}
		fmt.Println()
	}
	var names []string
	for name, n := range f.tally {
		names = append(names, name)
		for o, k := range n {
			total[o] += k
		}
	}
	slices.Sort(names)
	for _, name := range names {
		line(name, f.tally[name])
	}
	line(fmt.Sprintf("%d cases", done), total)
}
