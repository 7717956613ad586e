package main

import (
	"fmt"
	"io"

	"culprit/analysis/safety"
	"culprit/svcomp/witness"
	"culprit/verifier"
)

// writeWitness writes the witness of a verdict. For UNKNOWN there is none, and
// a file of that name stays as it is; nor is there one for a property that the
// format cannot name.
func (c *verifyCommand) writeWitness(a *app, t *target, out outcome) error {
	about := witness.About{Version: version, Files: t.files, Property: t.property, PtrBits: t.ptrBits}
	if out.res.Verdict != verifier.Unknown && !safety.Expressible(t.property.Name) {
		fmt.Fprintf(a.stderr, "%s: no witness is written: the rules of the competition have no formula for %s\n", c.Witness, t.property.Name)
		return nil
	}
	var w *witness.Witness
	switch out.res.Verdict {
	case verifier.False:
		w = witness.NewViolation(out.res.Traces[0].Trace, t.config(false), about)
	case verifier.True:
		w = witness.NewCorrectness(out.res.Annotation, about)
	default:
		return nil
	}
	return writeFile(c.Witness, func(f io.Writer) error { return witness.Write(f, w) })
}
