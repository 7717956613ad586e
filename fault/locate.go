package fault

import (
	"context"
	"errors"

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
		if err == nil {
			err = errors.New("the run ends with: " + got.Status.String())
			if got.Reason != "" {
				err = errors.New("the run ends with: " + got.Status.String() + ": " + got.Reason)
			}
		}
		return err
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
