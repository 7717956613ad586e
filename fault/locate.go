package fault

import (
	"context"
	"errors"

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
//     if the output is right as far as it goes, the last statement;
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
		f.At = log.instance(f.Offset)
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
	last := f.At < 0
	for inst := range rec.All(max(f.At, 0)) {
		e := inst.Edge
		if !last || Shown(e) || f.Kind == WrongStatus && setsStatus(in.Prog, e) {
			f.Edge, f.At = e, inst.Index
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

// setsStatus reports whether a statement sets the exit status.
func setsStatus(prog *cfg.Program, e *cfg.Edge) bool {
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

// instance is the instance that wrote the byte at an offset, -1 if none did.
func (p *printed) instance(offset int) int {
	for _, e := range p.ends {
		if offset < e.end {
			return e.at
		}
	}
	return -1
}
