package frontier

import (
	"context"

	"culprit/fault"
)

const name = "frontier"

// Options are the flags of the method.
type Options struct {
	NoSummary       bool `name:"no-summary" help:"Without summary control dependences (frontier)." group:"Frontier sets"`
	Interprocedural bool `help:"Summary control dependences across procedures, too (frontier)." group:"Frontier sets"`
}

// Method is the analysis as a method of package fault.
func Method() fault.Method {
	o := &Options{}
	return fault.Method{
		Name: name, Doc: "root causes between cuts of the dependences, found by altering states of the run",
		Paper:   "Li, Li, Huo, Feng: Locating software faults based on minimum debugging frontier set, TSE 2016",
		Needs:   fault.NeedsRun | fault.NeedsExpectation,
		Options: o,
		Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
			a, err := Analyse(ctx, in, Config{NoSummary: o.NoSummary, Interprocedural: o.Interprocedural})
			if err != nil {
				return nil, err
			}
			return a.Result(), nil
		},
	}
}
