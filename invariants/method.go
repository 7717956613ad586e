package invariants

import (
	"cmp"
	"context"
	"errors"
	"time"

	"culprit/fault"
)

// Options are the flags of the method.
type Options struct {
	Good  int `help:"Passing runs that likely invariants are taken from (invariants)." default:"8" placeholder:"N" group:"Likely invariants"`
	Bad   int `help:"Failing runs besides the one explained that have to agree (invariants)." default:"8" placeholder:"N" group:"Likely invariants"`
	Tries int `help:"Bound of the runs of inputs made from the failing one, 0: none are made (invariants)." default:"1000" placeholder:"N" group:"Likely invariants"`
}

// Validate says what is wrong with the options.
func (o *Options) Validate() error {
	if o.Good <= 0 || o.Bad < 0 || o.Tries < 0 {
		return errors.New("--good must be positive, --bad and --tries must not be negative")
	}
	return nil
}

// Method is the analysis as a method of package fault.
func Method() fault.Method {
	o := &Options{Good: maxRuns, Bad: maxRuns, Tries: maxTries}
	return fault.Method{
		Name: "invariants", Doc: "values outside of what close passing runs have, that the failure depends on",
		Paper:   "Sahoo, Criswell, Geigle, Adve: Using likely invariants for automated software fault localization, ASPLOS 2013",
		Needs:   fault.NeedsRun,
		Options: o,
		Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
			a, err := Diagnose(ctx, in, *o)
			if err != nil {
				return nil, err
			}
			return a.Result(), nil
		},
	}
}

// Diagnose explains the failing run.
func Diagnose(ctx context.Context, in *fault.Input, o Options) (*Diagnosis, error) {
	start := time.Now()
	w, err := inputs(ctx, in, o)
	if err != nil {
		return nil, err
	}
	defer w.close()
	levels, err := learn(ctx, in, w.good, false)
	if err != nil {
		return nil, err
	}
	if len(levels) == 0 {
		if !decides(in) || o.Tries == 0 {
			why := "needs a passing run close to the failing one (--tests, --pass-stdin)"
			if !decides(in) {
				why += ", or a --reference that tells which inputs pass"
			}
			return nil, fault.CannotSay{Why: why}
		}
		const why = "no input close to the failing one was found that passes"
		d := &Diagnosis{Tried: w.tried, notes: append(w.notes, why+": what follows are statements that the failure depends on")}
		if err := d.withoutInvariants(ctx, w); err != nil {
			return nil, err
		}
		d.Time = time.Since(start)
		return d, nil
	}
	d := &Diagnosis{Invariants: levels[0].count(), Good: levels[0].runs, Tried: w.tried, notes: w.notes}
	if err := d.look(ctx, w, levels); err != nil {
		return nil, err
	}
	d.Time = time.Since(start)
	return d, nil
}

// inputs chooses the runs: those that are given, and, where these are too few and
// the outcome of others can be told, inputs made from the failing one, which is
// minimized before (section 7.3). The closest are taken.
func inputs(ctx context.Context, in *fault.Input, o Options) (*runs, error) {
	w := &runs{in: in, given: in}
	if o.Tries == 0 || len(in.Passing) >= o.Good || !decides(in) {
		w.good, w.bad = closest(in.Failing, in.Passing, o.Good), closest(in.Failing, in.Others, o.Bad)
		return w, nil
	}
	short, stop := ctx, func() {}
	if end, ok := ctx.Deadline(); ok {
		short, stop = context.WithTimeout(ctx, time.Until(end)/2)
	}
	defer stop()
	p := newPool(short, in, o.Good, o.Bad, o.Tries)
	for _, t := range in.Passing {
		p.keep(t, true)
	}
	for _, t := range in.Others {
		p.keep(t, false)
	}
	// A half of the runs minimizes, the other half looks around.
	p.left = o.Tries / 2
	small := fault.ReduceTest(short, in.Failing, p.judge)
	p.left += o.Tries - o.Tries/2
	if small != in.Failing && identity(small) != identity(in.Failing) {
		sub := &fault.Input{Prog: in.Prog, Reference: in.Reference, Failing: small, Oracle: in.Oracle, Budget: in.Budget, Others: []*fault.Test{in.Failing}}
		if err := fault.Locate(ctx, sub); err != nil || !sub.Failure.Same(in.Failure) {
			sub.Close()
			return nil, cmp.Or(err, errDiffers)
		}
		w.in = sub
		w.notes = append(w.notes, "explained is a smaller input that fails alike: "+summary(small))
		p.begin(small)
		p.keep(in.Failing, false)
	}
	p.delete()
	p.replace()
	w.tried = o.Tries - p.left
	if short.Err() != nil && ctx.Err() == nil {
		w.notes = append(w.notes, "not all inputs close to the failing one were tried for lack of time")
	}
	w.good, w.bad = p.good.list(), p.bad.list()
	return w, nil
}
