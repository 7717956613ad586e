package check

import (
	"context"
	"strings"
	"time"

	"culprit/analysis/safety"
	"culprit/svcomp"
	"culprit/svcomp/witness"
)

// Witness decides whether a witness is right about a program. An error means
// that the question makes no sense: the witness is about something else, or
// the program is no C.
func Witness(ctx context.Context, w *witness.Witness, prog Program, conf Config) (*Answer, error) {
	c := newChecker(w, prog)
	c.ctx, c.conf, c.start = ctx, conf, time.Now()
	if c.conf.Log == nil {
		c.conf.Log = func(string, ...any) {}
	}
	for i := range w.Entries {
		if err := c.task(&w.Entries[i]); err != nil {
			return nil, err
		}
	}
	for i := range w.Entries {
		if err := c.locations(&w.Entries[i]); err != nil {
			return nil, err
		}
	}
	for _, e := range w.Entries {
		if e.Unsupported != "" {
			return undecided("%s are not supported", e.Unsupported), nil
		}
	}
	if !prog.Property.Supported {
		return undecided("the property %s is not supported", prog.Property.Name), nil
	}
	if a, err := c.outlines(); a != nil || err != nil {
		return a, err
	}
	if w.Entries[0].Type == witness.InvariantSet {
		return c.correctness()
	}
	return c.violations()
}

// task compares what the witness is about with the program.
func (c *checker) task(e *witness.Entry) error {
	if err := c.hashes(e); err != nil {
		return err
	}
	t := e.Metadata.Task
	p, err := witness.ParseSpecification(c.w.File, t.Property)
	if err != nil {
		return c.complaint(e.Line, "%v", err)
	}
	if q := c.prog.Property; !safety.PartOf(p.Name, q.Name) || strings.Join(p.ErrorFuncs, " ") != strings.Join(q.ErrorFuncs, " ") && !(p.IsDefault() && q.IsDefault()) {
		return c.complaint(e.Line, "the witness is for the property %s, not for %s", property(p), property(q))
	}
	if m := svcomp.DataModel(c.prog.Frontend.PtrBits); t.DataModel != m {
		return c.complaint(e.Line, "the witness is for the data model %s, not for %s", t.DataModel, m)
	}
	return nil
}

func property(p svcomp.Property) string {
	if len(p.ErrorFuncs) > 0 && !p.IsDefault() {
		return p.Name + " of " + strings.Join(p.ErrorFuncs, ", ")
	}
	return p.Name
}

// The instrumented program of a violation witness is executed if the witness
// gives its inputs, and verified otherwise.
