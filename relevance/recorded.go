package relevance

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"culprit/cfg"
	"culprit/smt"
)

// ErrRunTooLong is returned for a recorded run with more statements than
// RunOptions.MaxSteps.
var ErrRunTooLong = errors.New("the run is too long for relevance")

// Goal says what a recorded run must still do at its end for its failure to
// be the same. The conditions that it passed are always part of it.
type Goal uint8

const (
	// Arrives: it gets to the last instance. That is enough for a failed
	// assertion.
	Arrives Goal = iota
	// SameOperands: the last instance, a call of the library or a statement
	// with undefined behaviour, gets the same values: its arguments, or the
	// addresses, sizes, divisors and shift counts in it.
	SameOperands
	// SameResult: the last value written to RunOptions.Result is the same, for
	// a wrong exit status.
	SameResult
)

// RunOptions is what AnalyzeRun needs to know about a recorded run.
type RunOptions struct {
	// Last is the number of the instance at which the failure shows; those
	// after it are not considered. A negative one means the whole run.
	Last   int
	Goal   Goal
	Result *cfg.Var // for SameResult
	// MaxSteps bounds the statements of the run that have an effect; 0 means
	// 20,000.
	MaxSteps int
	// MaxOccurrences bounds the instances of one statement that are looked at:
	// the first, the last, and others evenly between them. 0 means 16, a
	// negative number all of them. A statement is relevant if one of its
	// instances is.
	MaxOccurrences int
}

// RunResult is relevance in a recorded run.
type RunResult struct {
	// TraceResult belongs to a program that consists of the run, one statement
	// after the other. Variables of marks are those of the original program.
	TraceResult
	Prog *cfg.Program
	// Instances and Edges say where step k of the trace comes from: the number
	// of the instance, -1 for a goal and for initial memory, and its edge in
	// the original program.
	Instances []int
	Edges     []*cfg.Edge
}

// AnalyzeRun marks the assigning statements of a recorded run of a program
// lowered for execution, from its first instance on: Analyze of the straight
// line program that the run is. In it
//
//   - results of the C library are constants; what it read from a file, the
//     random numbers and the time are inputs that could have been others;
//   - blocks on the heap have the addresses of the run, and so have the
//     arguments of main; memory that the run read and did not write is part of
//     the start;
//   - each activation of a procedure has its own variables;
//   - a call is one assignment for each parameter.
//
// The program is otherwise the same, pointers included: a statement that
// assigns another pointer continues with what lies there. The error is
// ErrRunTooLong for a run beyond MaxSteps. With conf.NoRanges, constants are
// tried by execution first (Config.Quick), which is much faster; a query has
// 200 ms of work unless conf says otherwise. The time is about the number of
// marks times that of statements: 1 ms for a mark in a run of 1,000.
func AnalyzeRun(ctx context.Context, prog *cfg.Program, insts iter.Seq[*cfg.Instance], opt RunOptions, engine smt.Engine, conf Config) (RunResult, error) {
	l, err := newLine(prog, insts, opt)
	if err != nil {
		return RunResult{}, err
	}
	goals, err := l.operands(opt)
	if err != nil {
		return RunResult{}, err
	}
	l.finish()
	if err := l.goals(ctx, goals); err != nil {
		return RunResult{}, fmt.Errorf("the recorded run: %w", err)
	}
	res := RunResult{Prog: l.prog, Instances: l.instances, Edges: l.from}
	conf.Quick = conf.Quick || conf.NoRanges
	if conf.Budget.Time == 0 && conf.Budget.Work == 0 {
		conf.Budget.Work = queryWork / 10
	}
	conf.Only = l.sample(opt.MaxOccurrences)
	res.TraceResult, err = Analyze(ctx, l.prog, l.trace, l.at, engine, conf)
	for k := range res.Marks {
		if v := res.Marks[k].Var; v != nil && v.ID >= len(prog.Vars) {
			res.Marks[k].Var = l.original[v.ID-len(prog.Vars)]
		}
	}
	if err != nil {
		return res, fmt.Errorf("the recorded run: %w", err)
	}
	return res, nil
}
