package main

import (
	"fmt"
	"io"
	"path/filepath"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/fault"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
)

// How the run of a program ended is said on stderr, line by line, or on stdout as JSON.

// execution is how a run ended, as far as any run can say it.
func (c *runCommand) execution(t *target.Program, o *interp.Outcome, at cfg.Pos) *report.Execution {
	x := &report.Execution{
		Schema: report.RunSchema, Tool: "verify", Version: version, File: c.File, DataModel: svcomp.DataModel(t.PtrBits),
		End: report.EndStopped, Status: exitIncomplete, Violations: []report.Violation{}, Notes: []report.Note{},
	}
	for _, f := range o.Notes {
		x.Notes = append(x.Notes, report.Note{Range: report.RangeOf(f.At), Text: f.Message()})
	}
	switch o.Status {
	case interp.Exited:
		x.End, x.Status = report.EndExited, console.ExitOK
	case interp.ReachedError:
		at := o.Loc.Pos
		if n := len(o.Notes); n > 0 && !at.IsValid() { // in the C library
			at = o.Notes[n-1].At
		}
		x.End, x.Status = report.EndError, exitStopped
		x.Violations = append(x.Violations, report.Violation{Range: report.RangeOf(at), Text: o.Loc.Reason.Violation(), Property: o.Loc.Property})
	default:
		x.Stopped = incomplete(o, at)
	}
	return x
}

// ended is how a run as C does it ended.
func (c *runCommand) ended(t *target.Program, r *interp.RunResult) *report.Execution {
	x := c.execution(t, &r.Outcome, r.At)
	x.Notes = x.Notes[:0]
	for _, e := range r.Unknown {
		if e.Pos.IsValid() && c.AllowUninit { // else it is the environment of main, or does not matter
			x.Notes = append(x.Notes, report.Note{Range: report.RangeOf(e.Pos), Text: "the result of " + e.Text + " is unknown and taken to be 0"})
		}
	}
	switch {
	case r.Status == interp.Exited:
		x.Status = r.Code & 0xff
		return x
	case len(r.Leaks) > 0:
		x.End, x.Status, x.Stopped = report.EndLeak, exitStopped, nil
		for i := range r.Leaks {
			x.Violations = append(x.Violations, violation(&r.Leaks[i]))
		}
	case r.Fault != nil:
		x.End, x.Status, x.Stopped = report.EndUndefined, exitStopped, nil
		x.Violations = append(x.Violations, violation(r.Fault))
	}
	for _, f := range r.Stack {
		if f.Call.Pos.IsValid() {
			x.Stack = append(x.Stack, report.OpenCall{Range: report.RangeOf(f.Call.Pos), Func: f.Func})
		}
	}
	return x
}

// violation is a fault with the property that it violates and the number of its
// weakness.
func violation(f *interp.Fault) report.Violation {
	v := report.Violation{Range: report.RangeOf(f.At), Text: f.Message()}
	if p := fault.Violated(f); p != nil {
		v.Property, v.CWE = p.Name, p.CWE
	}
	if c := fault.CodeOf(f); c != nil {
		v.Code, v.CWE = c.Name, c.CWE
	}
	return v
}

// incomplete says why an execution did not continue.
func incomplete(o *interp.Outcome, at cfg.Pos) *report.Note {
	what := o.Status.String()
	if o.Status == interp.Interrupted && o.Reason != "" { // by what is a sentence
		what, o.Reason = o.Reason, ""
	}
	if o.Status == interp.Blocked && o.Loc != nil && len(o.Loc.Out) == 1 {
		what, o.Reason = "the assumption does not hold", ""
	}
	if o.Reason != "" && o.Reason != what {
		what += ": " + o.Reason
	}
	if o.Loc != nil && o.Loc.Reason.Kind != cfg.NoReason && o.Loc.Reason.String() != o.Reason {
		what += " (" + o.Loc.Reason.String() + ")"
	}
	if o.Loc != nil && !at.IsValid() {
		at = o.Loc.Pos
	}
	return &report.Note{Range: report.RangeOf(at), Text: what}
}

// tell says how the run ended, and gives the exit status: that of the run if all could
// be written.
func (c *runCommand) tell(a *app, x *report.Execution, lost ...error) error {
	printEnd(a.Stderr, x)
	if c.Format == "json" {
		stdout := a.Reader()
		if err := stdout.Lost(report.WriteJSON(stdout, x)); err != nil {
			lost = append(lost, fmt.Errorf("writing how the run ended: %w", err))
		}
	}
	return a.Unwritten(x.Status, lost...)
}

// printEnd prints how a run ended.
func printEnd(w io.Writer, x *report.Execution) {
	for _, n := range x.Notes {
		fmt.Fprintln(w, placed(n.Range, "note: "+n.Text))
	}
	for _, v := range x.Violations {
		weakness := ""
		if v.CWE != 0 {
			weakness = fmt.Sprintf(" (CWE-%d)", v.CWE)
		}
		fmt.Fprintln(w, placed(v.Range, v.Text)+weakness)
	}
	if x.Stopped != nil {
		fmt.Fprintln(w, placed(x.Stopped.Range, x.Stopped.Text))
	}
	for i, f := range x.Stack {
		if i == maxCalls {
			fmt.Fprintf(w, "  and %d more calls\n", len(x.Stack)-maxCalls)
			break
		}
		fmt.Fprintf(w, "  in %s, called at %s\n", f.Func, place(f.Range))
	}
	for i, name := range x.Missing {
		if i == maxCalls {
			fmt.Fprintf(w, "%d more files were not given\n", len(x.Missing)-maxCalls)
			break
		}
		fmt.Fprintln(w, missed(name))
	}
}

// place is a range as messages begin, "" if it is none.
func place(r report.Range) string {
	return cfg.Pos{File: r.File, Line: r.Line, Col: r.Col}.String()
}

// placed is a text behind its place.
func placed(r report.Range, text string) string {
	if at := place(r); at != "" {
		text = at + ": " + text
	}
	return console.OneLine(text)
}

// missed says what to do about a file that the program did not get.
func missed(name string) string {
	return fmt.Sprintf("%s: the program could not open it, since it was not given: --file %s, or --files %s", console.OneLine(name), quoted(name), quoted(filepath.Dir(name)))
}
