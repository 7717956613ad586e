package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/frontend"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
)

// harnessCommand prints the text that --entry puts behind a file.
type harnessCommand struct {
	Function  string   `arg:"" help:"The function to call."`
	Files     []string `arg:"" help:"C files of the program."`
	DataModel string   `help:"ILP32 or LP64 (default: LP64)." placeholder:"MODEL"`

	target.CompileFlags
}

// Run prints a C file that includes the one with the function.
func (c *harnessCommand) Run(a *app) error {
	c.Entry = c.Function
	t, err := target.Load(c.Files, safety.UB, c.DataModel, c.CompileFlags)
	if err != nil {
		return err
	}
	name, err := filepath.Abs(t.Call.Text.File)
	if err != nil {
		name = t.Call.Text.File
	}
	fmt.Fprintf(a.Stdout, "#define main main_of_the_program\n#include %q\n#undef main\n\n%s\nint main(void)\n{\n    %s();\n    return 0;\n}\n", name, t.Call.Text.Text, t.Property.Entry)
	return nil
}

// room says how large the block that an argument leads to has to be for an access beyond
// its end: many of the alarms about a library are about arguments that nobody gives it.
func room(c *target.EntryFlags, call *frontend.Call, f *interp.Fault) string {
	if call == nil || f == nil || f.Alloc == nil || f.Alloc.Pos.File != call.Text.Name || f.Free != nil || f.Low == 0 || f.Size == 0 {
		return ""
	}
	b, ok := call.Blocks[f.Alloc.Pos.Line]
	switch {
	case !ok:
		return ""
	case f.Addr < f.Low:
		return fmt.Sprintf("%s leads into a larger block, and not to its beginning", b.Path)
	}
	n := (f.Addr + f.Size - f.Low + uint64(b.Size) - 1) / uint64(b.Size)
	has := (f.High - f.Low) / uint64(b.Size)
	if n <= has || n > uint64(target.MaxEntryLength) {
		return ""
	}
	if !b.Free {
		return fmt.Sprintf("%s leads to more than %d bytes", b.Path, f.High-f.Low)
	}
	hint := fmt.Sprintf("--assume 'len(%s) >= %d'", b.Path, n)
	if n > uint64(c.Length) {
		hint += fmt.Sprintf(" --length %d", n)
	}
	return fmt.Sprintf("len(%s) >= %d (%s)", b.Path, n, hint)
}

// several reports whether --entry names more than one function.
func several(entry string) bool { return strings.ContainsAny(entry, "*?") }

// entries asks about each function that --entry matches, in a process of its own with
// the limits of the command line, and prints one line for each.
func (c *verifyCommand) entries(a *app) error {
	switch {
	case c.Output != "" || c.Witness != "":
		return console.BadInput("-o, --witness: one file, and --entry %s is about several functions", c.Entry)
	case c.Format == "sarif":
		return console.BadInput("--format sarif: one program, and --entry %s is about several functions", c.Entry)
	}
	names, err := c.matching()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return console.Complaint(&svcomp.Error{File: c.File, Line: 1, Col: 1, Msg: fmt.Sprintf("no function that --entry %s matches has a body here", c.Entry)})
	}
	program, err := console.Self()
	if err != nil {
		return err
	}
	ctx, stop := a.UntilSignal()
	defer stop()
	x := &report.Entries{Schema: report.EntriesSchema, Tool: "verify", Version: version, File: c.File, Functions: []report.Entry{}}
	width := 0
	for _, n := range names {
		width = max(width, len(n))
	}
	count := map[string]int{}
	for _, n := range names {
		if c.Format == "text" {
			fmt.Fprintf(a.Stdout, "%-*s  ", width, n)
		}
		e, verdict := c.one(ctx, a, program, n)
		x.Functions = append(x.Functions, e)
		count[verdict]++
		if ctx.Err() != nil {
			break
		}
	}
	worst := report.Report{Verdict: "TRUE"}
	switch {
	case count["FALSE"] > 0:
		worst.Verdict = "FALSE"
	case count["TRUE"] < len(names):
		worst.Verdict = "UNKNOWN"
	}
	x.Status = worst.ExitCode()
	if c.Format == "text" {
		fmt.Fprintf(a.Stdout, "%d functions: %d TRUE, %d FALSE, %d UNKNOWN, %d cannot be called\n", len(names), count["TRUE"], count["FALSE"], count["UNKNOWN"], count[""])
		return console.StatusError(x.Status)
	}
	stdout := a.Reader()
	return a.Unwritten(x.Status, stdout.Lost(report.WriteJSON(stdout, x)))
}

// matching are the functions that --entry matches.
func (c *verifyCommand) matching() ([]string, error) {
	if target.IsProject(c.File) {
		p, err := target.ReadProject(c.File, frontend.Config{PtrBits: target.DefaultPtrBits}, nil)
		if err != nil {
			return nil, err
		}
		return p.Matching(c.Entry), nil
	}
	whole := c.CompileFlags
	whole.Entry = ""
	t, err := target.Load(append([]string{c.File}, c.More...), c.Property, c.DataModel, whole)
	if err != nil {
		return nil, err
	}
	names, err := frontend.Entries(t.Files, c.Entry, t.Config(false))
	if err != nil {
		return nil, t.CError(err)
	}
	return names, nil
}

// one asks about one function, and prints the answer where it is text. The verdict is ""
// if there is none.
func (c *verifyCommand) one(ctx context.Context, a *app, program, name string) (e report.Entry, verdict string) {
	e.Name = name
	args := []string{"--entry=" + name}
	if c.Effort == nil {
		args = append(args, "--effort=0")
	}
	if c.Timeout == 0 && c.CPUTimeout == 0 {
		args = append(args, "--cpu-timeout="+entryTime.String())
	}
	folders := map[string]string{"--report": c.Report, "--write-inputs": c.WriteInputs, "--test-harness": c.TestHarness}
	for _, flag := range slices.Sorted(maps.Keys(folders)) {
		if dir := folders[flag]; dir != "" { // of one folder, the files of all functions have the same names
			args = append(args, flag+"="+filepath.Join(dir, name))
		}
	}
	for i := 0; i < len(a.args); i++ {
		flag, _, valued := strings.Cut(a.args[i], "=")
		if _, folder := folders[flag]; !folder && flag != "--entry" && flag != "--format" {
			args = append(args, a.args[i])
		} else if !valued {
			i++
		}
	}
	args = append([]string{"--format=" + c.Format}, args...)
	var out, complaint bytes.Buffer
	cmd := console.Again(ctx, program, args)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	first, _, _ := strings.Cut(out.String(), "\n")
	complains, _, _ := strings.Cut(complaint.String(), "\n")
	if c.Format == "json" {
		if e.Refused = report.ReadRefusal(out.Bytes()); e.Refused != nil {
			return e, ""
		}
		if e.Report, err = report.ReadJSON(&out); err == nil {
			return e, e.Report.Verdict
		}
		e.Refused = newRefusal(console.ExitInternal, fmt.Errorf("%w %s", err, complains))
		return e, ""
	}
	verdict, _, _ = strings.Cut(first, " ")
	switch {
	case verdict == "TRUE" || verdict == "FALSE" || verdict == "UNKNOWN":
		fmt.Fprintf(a.Stdout, "%s\n", strings.Join(strings.Fields(first), " "))
		return e, verdict
	case errors.As(err, new(*exec.ExitError)) && complaint.Len() > 0:
		fmt.Fprintln(a.Stdout, complains)
	default:
		fmt.Fprintln(a.Stdout, err)
	}
	return e, ""
}
