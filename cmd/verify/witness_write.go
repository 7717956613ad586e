package main

import (
	"io"

	"culprit/svcomp/witness"
	"culprit/verifier"
)

// writeWitness writes the witness of a verdict. For UNKNOWN there is none, and
// a file of that name stays as it is.
func (c *verifyCommand) writeWitness(t *target, out outcome) error {
	about := witness.About{Version: version, Files: t.files, Property: t.property, PtrBits: t.ptrBits}
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
