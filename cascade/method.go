package cascade

import (
	"context"
	"fmt"

	"culprit/fault"
)

const name = "cascade"

// Options are the flags of the method.
type Options struct {
	Pure    []string `help:"Correct function without side effects, whose results are used as they were (cascade)." placeholder:"FUNCTION" group:"Cause trees"`
	Levels  int      `help:"Levels of the tree to compute and show (default: compute all, show a few)." placeholder:"N" group:"Cause trees"`
	Nodes   int      `help:"Maximum number of causes to compute (0: all)." default:"1000" placeholder:"N" group:"Cause trees"`
	Node    int      `help:"Show this cause and what leads to it." placeholder:"NODE" group:"Cause trees"`
	Prune   []int    `help:"Benign cause: leave it out, with everything that leads only to it; repeatable." placeholder:"NODE" group:"Cause trees"`
	Without []string `help:"Switch off optimisations: slicing, correct, independence, skipping." placeholder:"NAME,..." group:"Cause trees"`
}

// Validate says what is wrong with the options.
func (o *Options) Validate() error {
	_, err := o.config()
	return err
}

// config is what the options say.
func (o *Options) config() (Config, error) {
	c := Config{Pure: o.Pure, Levels: o.Levels, Nodes: o.Nodes, Benign: o.Prune}
	if o.Levels < 0 || o.Nodes < 0 {
		return c, fmt.Errorf("--levels and --nodes must not be negative")
	}
	for _, name := range o.Without {
		switch name {
		case "slicing":
			c.NoSlicing = true
		case "correct":
			c.NoCorrect = true
		case "independence":
			c.NoIndependence = true
		case "skipping":
			c.NoSkipping = true
		default:
			return c, fmt.Errorf("--without %s: want slicing, correct, independence or skipping", name)
		}
	}
	return c, nil
}

// Method is the analysis as a method of package fault.
func Method() fault.Method {
	o := &Options{}
	return fault.Method{
		Name: name, Doc: "cause tree from weakest preconditions and unsat cores",
		Paper:   "Yi et al., Explaining software failures by cascade fault localization, TODAES 2015",
		Needs:   fault.NeedsRun,
		Options: o,
		Run: func(ctx context.Context, in *fault.Input) (*fault.Result, error) {
			c, err := o.config()
			if err != nil {
				return nil, err
			}
			c.Correct = in.Known.Functions
			t, err := Build(ctx, in, c)
			if err != nil {
				return nil, err
			}
			t.Alter(ctx)
			res := t.Result()
			res.View = fault.View{From: o.Node, Depth: o.Levels}
			return res, nil
		},
	}
}

// questions are those that a user may ask about the tree.
func (t *Tree) questions() []fault.Question {
	return []fault.Question{{
		Name: "prune", Doc: "N is benign",
		Ask: func(ctx context.Context, node int) (*fault.Result, string, error) {
			pruned, err := t.Prune(ctx, node)
			if err != nil {
				return nil, "", err
			}
			return pruned.Result(), fmt.Sprintf("%d of %d causes are left", len(pruned.Nodes), len(t.Nodes)), nil
		},
	}}
}
