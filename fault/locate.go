package fault

import (
	"context"
	"errors"
	"slices"

	"culprit/cfg"
	"culprit/interp"
)

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
// The error is ErrPasses if the run passes, and says what happened if the
// oracle cannot tell.
func Locate(ctx context.Context, in *Input) error {
	conf := Config(in.Prog, in.Failing, in.Budget)
	conf.Context = ctx
	log := &printed{}
	conf.Stdout = log
	log.run = interp.NewSession(in.Prog, conf)
	got := log.run.Finish()
	got.Stdout = log.buf
	if err := context.Cause(ctx); err != nil {
		return err
	}
	o, f := in.Oracle.Judge(ctx, in.Failing, &got)
	switch o {
	case Pass:
		return ErrPasses
	case Unresolved:
		_, err := in.Oracle.expectation(ctx, in.Failing)
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
		f.At = log.run.At() - 1
	case WrongOutput:
		var start, end int
		if f.At, start, end = log.instance(f.Offset); f.At >= 0 {
			want, err := in.Oracle.expectation(ctx, in.Failing)
			if err != nil {
				return err
			}
			f.Printed, f.Expected, f.FoldSpace = log.buf[start:end], want.Output, want.FoldSpace
			if want.FoldSpace {
				start = matching(want.Output, log.buf, start)
			}
			f.Expected = f.Expected[min(start, len(f.Expected)):]
		}
	}
	return f.describe(ctx, in)
}

// describe finds the statement of the failure's instance; if that is not
// known yet, the last instance of a statement of the user.
func (f *Failure) describe(ctx context.Context, in *Input) error {
	rec, err := in.Record(ctx)
	if err != nil {
		return err
	}
	defer rec.Close()
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
	return nil
}

// SetsStatus reports whether a statement sets the exit status.
func SetsStatus(prog *cfg.Program, e *cfg.Edge) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		return s.Dst == prog.Main.Ret
	case *cfg.Lib:
		return s.Func == "exit" || s.Func == "_Exit" || s.Func == "_exit"
	}
	return false
}

// printed is an output that remembers which instance wrote what.
type printed struct {
	run  *interp.Session
	buf  []byte
	ends []printedBy
}

// printedBy says that an instance wrote up to an offset.
type printedBy struct{ end, at int }

// Write implements io.Writer. The library writes through at once, during the
// instance that prints, which counts as executed then.
func (p *printed) Write(b []byte) (int, error) {
	p.buf = append(p.buf, b...)
	p.ends = append(p.ends, printedBy{len(p.buf), p.run.At() - 1})
	return len(b), nil
}

// instance is the instance that wrote the byte at an offset, and the range of
// what it wrote; -1 if none did.
func (p *printed) instance(offset int) (at, start, end int) {
	k, _ := slices.BinarySearchFunc(p.ends, offset, func(e printedBy, offset int) int {
		if e.end <= offset {
			return -1
		}
		return 1
	})
	if k == len(p.ends) {
		return -1, 0, 0
	}
	at = p.ends[k].at
	for k > 0 && p.ends[k-1].at == at {
		k--
	}
	if k > 0 {
		start = p.ends[k-1].end
	}
	for k < len(p.ends) && p.ends[k].at == at {
		end = p.ends[k].end
		k++
	}
	return at, start, end
}
