package main

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// torture runs verify on gcc's torture tests: programs that compilers got
// wrong once. Each ends with status 0 if it was understood, and calls abort
// otherwise.
type torture struct {
	Suite   string        `required:"" type:"existingdir" help:"Folder gcc-c-torture/execute of llvm/llvm-test-suite."`
	Verify  string        `default:"verify" help:"The program to measure."`
	Mode    string        `arg:"" enum:"run,verify,mutants" help:"run: execute; verify: prove that abort is not called; mutants: the same for changed programs that do call it."`
	Only    string        `help:"Only programs whose name contains this."`
	Limit   time.Duration `default:"20s" help:"Processor time of each run."`
	Jobs    int           `default:"2" help:"Runs at a time."`
	Mutants int           `default:"300" help:"Number of mutants."`
	Seed    uint64        `default:"1" help:"Chooses the mutants."`
	All     bool          `help:"Print a line for every program, not only for those that are not as expected."`
}

// passing names the programs that gcc 12 compiles on x86-64 and that then end
// with status 0.
//
//go:embed torture.txt
var passing string

// outcome is what one program came to.
type outcome struct {
	name, class, detail string
	good                bool
}

// Run prints a line for each program that is not as expected, and counts.
func (t *torture) Run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "torture")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var names []string
	for name := range strings.FieldsSeq(passing) {
		if strings.Contains(name, t.Only) {
			names = append(names, name)
		}
	}
	one := t.execute
	switch t.Mode {
	case "verify":
		one = t.prove
	case "mutants":
		one = t.refute
		if names, err = t.mutants(ctx, dir, names); err != nil {
			return err
		}
	}
	property := filepath.Join(dir, "abort.prp")
	if err := os.WriteFile(property, []byte("CHECK( init(main()), LTL(G ! call(abort())) )\n"), 0o644); err != nil {
		return err
	}
	outcomes := make([]outcome, len(names))
	inParallel(ctx, t.Jobs, names, func(i int, name string) {
		outcomes[i] = one(ctx, dir, name)
		outcomes[i].name = name
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	count := map[string]int{}
	for _, o := range outcomes {
		count[o.class]++
		if t.All || !o.good {
			fmt.Printf("%-30s %-12s %s\n", o.name, o.class, o.detail)
		}
	}
	for _, class := range slices.Sorted(maps.Keys(count)) {
		fmt.Printf("%6d %s\n", count[class], class)
	}
	return nil
}

// execute compares the interpreted program with the compiled one.
func (t *torture) execute(ctx context.Context, dir, name string) outcome {
	want, status := t.compiled(ctx, dir, filepath.Join(t.Suite, name))
	if status != 0 {
		return outcome{class: "not compiled", good: true}
	}
	got, detail, status := t.output(ctx, t.Verify, "run", "--cpu-timeout", t.Limit.String(), filepath.Join(t.Suite, name))
	switch {
	case status != 0:
		return outcome{class: fmt.Sprintf("status %d", status), detail: detail}
	case !bytes.Equal(got, want):
		return outcome{class: "output"}
	}
	return outcome{class: "equal", good: true}
}

// prove expects TRUE. FALSE is wrong.
func (t *torture) prove(ctx context.Context, dir, name string) outcome {
	class, line := t.verdict(ctx, dir, filepath.Join(t.Suite, name))
	return outcome{class: class, detail: line, good: class == "TRUE"}
}

// refute expects FALSE of a mutant. TRUE is wrong.
func (t *torture) refute(ctx context.Context, dir, name string) outcome {
	class, line := t.verdict(ctx, dir, filepath.Join(dir, name))
	return outcome{class: class, detail: line, good: class == "FALSE"}
}

func (t *torture) verdict(ctx context.Context, dir, file string) (class, line string) {
	out, detail, _ := t.output(ctx, t.Verify, "--effort", "0", "--property", filepath.Join(dir, "abort.prp"), "--cpu-timeout", t.Limit.String(), "--data-model", "LP64", file)
	line, _, _ = strings.Cut(string(out), "\n")
	class, _, _ = strings.Cut(line, " ")
	if class == "" {
		return "none", detail
	}
	return class, line
}

// compiled is the output and status of a program compiled by gcc; the status
// is -1 if it does not compile or does not end.
func (t *torture) compiled(ctx context.Context, dir, file string) (out []byte, status int) {
	exe := filepath.Join(dir, strings.ReplaceAll(filepath.Base(filepath.Dir(file))+filepath.Base(file), ".", "_"))
	defer os.Remove(exe)
	if exec.CommandContext(ctx, "gcc", "-w", "-O0", "-o", exe, file, "-lm").Run() != nil {
		return nil, -1
	}
	out, _, status = t.output(ctx, exe)
	return out, status
}

// output runs a command within the limit.
func (t *torture) output(ctx context.Context, command string, args ...string) (out []byte, first string, status int) {
	return run(ctx, 4*t.Limit, command, args...)
}
