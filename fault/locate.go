package fault

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/interp"
)

// ErrNoInstance says that a method needs the statement instance at which the
// failure shows (Failure.At), and that Locate did not find it.
var ErrNoInstance = errors.New("the instance at which the failure shows is not known")

// ErrPasses says that the run to explain does not fail.
var ErrPasses = errors.New("the run does not fail")

// Locate executes the failing run of in, sets in.Failure, and finds the
// statement instance at which the failure shows:
//
//   - of a failed assertion and of undefined behaviour the last one;
//   - of a wrong output the library call that printed the first wrong byte;
//     if the output is right as far as it goes, the statement that ended the
//     run, exit or the return of main, or else the last one;
//   - of a wrong exit status the last one that set the result of main, or of
//     exit;
//   - of a run without end the last one within the limit.
//
// The run is recorded for the methods; what was recorded of another run before
// is given up. The error is ErrPasses if the run passes, and says what happened if the
// oracle cannot tell.
func Locate(ctx context.Context, in *Input) error {
	in.Close() // what was made of another run
	rec, err := in.Recording(ctx)
	if err != nil {
		return err
	}
	got := &rec.Result
	o, f := in.Oracle.Judge(ctx, in.Failing, got)
	switch o {
	case Pass:
		return ErrPasses
	case Unresolved:
		_, err := in.Oracle.Expectation(ctx, in.Failing)
		switch {
		case err != nil:
			return err
		case got.Status == interp.Exited:
			return errors.New("the run ends by abort")
		case got.Reason != "":
			return errors.New("the run ends with: " + got.Status.String() + ": " + got.Reason)
		}
		return errors.New("the run ends with: " + got.Status.String())
	}
	in.Failure = f
	switch f.Kind {
	case FailedAssertion, UndefinedBehavior:
		f.At = rec.N - 1
	case WrongOutput:
		var start, end int
		if f.At, start, end = rec.Printed(f.Offset); f.At >= 0 {
			want, err := in.Oracle.Expectation(ctx, in.Failing)
			if err != nil {
				return err
			}
			f.Printed, f.Expected, f.FoldSpace = got.Stdout[start:end], want.Output, want.FoldSpace
			f.After = got.Stdout[end:]
			if want.FoldSpace {
				start = matching(want.Output, got.Stdout, start)
			}
			f.Expected = f.Expected[min(start, len(f.Expected)):]
		}
	}
	f.describe(in, rec)
	return nil
}

// describe finds the statement of the failure's instance; if that is not
// known yet, the last instance of a statement of the user.
func (f *Failure) describe(in *Input, rec *interp.Recording) {
	last, ended := f.At < 0, false
	for inst := range rec.All(max(f.At, 0)) {
		e := inst.Edge
		ends := SetsStatus(in.Prog, e) && (f.Kind == WrongStatus || f.Kind == WrongOutput && Shown(e))
		if !last || ends || Shown(e) && !ended {
			f.Edge, f.At, ended = e, inst.Index, ends
		}
		if !last {
			break
		}
	}
	if f.Kind != FailedAssertion && !f.Pos.IsValid() && f.Edge != nil {
		f.Pos = f.Edge.Pos
	}
}

// SetsStatus reports whether a statement sets the exit status.
func SetsStatus(prog *cfg.Program, e *cfg.Edge) bool {
	s, ok := e.Stmt.(*cfg.Assign)
	return ok && s.Dst == prog.Main.Ret
}

// Known is what the user knows to be correct in the failing run.
type Known struct {
	Functions []string
	Places    []Place
}

// Place is a line, or a condition in it, whose values are correct.
type Place struct {
	Line int
	Cond string // without white space; "": all of the line
}

// ParseKnown reads words that are FUNCTION, several of them with commas between
// them, LINE, or LINE:COND.
func ParseKnown(words []string) (k Known, err error) {
	for _, w := range words {
		if w == "" || w[0] < '0' || w[0] > '9' {
			k.Functions = append(k.Functions, strings.Split(w, ",")...)
			continue
		}
		line, cond, found := strings.Cut(w, ":")
		n, err := strconv.Atoi(line)
		if err != nil || n <= 0 || found && squeeze(cond) == "" {
			return k, fmt.Errorf("%q: want a function, a line, or a line and a condition in it, LINE:COND", w)
		}
		k.Places = append(k.Places, Place{n, squeeze(cond)})
	}
	return k, nil
}

// Correct reports whether the user knows that what a statement does is correct:
// it is in one of the places, or in one of the functions.
func (k *Known) Correct(prog *cfg.Program, e *cfg.Edge) bool {
	if slices.Contains(k.Functions, e.From.Proc.Name) {
		return true
	}
	return slices.ContainsFunc(k.Places, func(p Place) bool {
		return e.Pos.Line == p.Line && e.Pos.File == prog.File && Shown(e) && (p.Cond == "" || sourceText(prog, e.Pos) == p.Cond)
	})
}

// squeeze drops white space.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }

// sourceText is a range of the source text without white space.
func sourceText(prog *cfg.Program, p cfg.Pos) string {
	lines := strings.Split(string(prog.Sources[p.File]), "\n")
	if p.Line < 1 || p.EndLine < p.Line || p.EndLine > len(lines) {
		return ""
	}
	lines = slices.Clone(lines[p.Line-1 : p.EndLine])
	last := len(lines) - 1
	lines[last] = lines[last][:min(max(p.EndCol-1, 0), len(lines[last]))]
	lines[0] = lines[0][min(max(p.Col-1, 0), len(lines[0])):]
	return squeeze(strings.Join(lines, " "))
}
