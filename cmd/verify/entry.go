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
	"culprit/frontend"
	"culprit/frontend/entry"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
)

// entryFlags let a program begin at one of its functions, with any arguments.
type entryFlags struct {
	Entry      string   `help:"Call this function with any arguments of its types, instead of main, and ask about undefined behaviour unless --property asks something else." placeholder:"FUNCTION" group:"A function instead of main"`
	Length     int      `help:"How many elements arrays and strings have at most." default:"${length}" placeholder:"N" group:"A function instead of main"`
	Chain      int      `name:"depth-of-links" help:"How many structures a list has, and how high a tree is, at most." default:"${links}" placeholder:"N" group:"A function instead of main"`
	Null       bool     `help:"Pointers may be null." group:"A function instead of main"`
	AnyGlobals bool     `help:"Variables of the file have any value, not that of the beginning." group:"A function instead of main"`
	Assume     []string `sep:"none" help:"A condition in C that the arguments fulfil; len(p) is the number of elements behind p." placeholder:"CONDITION" group:"A function instead of main"`
}

// check rejects flags that mean nothing without --entry.
func (c *entryFlags) check() error {
	switch {
	case c.Length < 0 || c.Length > maxEntryLength:
		return badInput("--length: must be from 0 to %d", maxEntryLength)
	case c.Chain < 1 || c.Chain > maxEntryDepth:
		return badInput("--depth-of-links: must be from 1 to %d", maxEntryDepth)
	case c.Entry != "":
		return nil
	case c.Null:
		return badInput("--null: says something about --entry, which is missing")
	case c.AnyGlobals:
		return badInput("--any-globals: says something about --entry, which is missing")
	case len(c.Assume) > 0:
		return badInput("--assume: says something about --entry, which is missing")
	}
	return nil
}

// words are the flags as words of a command line.
func (c *entryFlags) words() (out []string) {
	if c.Entry == "" {
		return nil
	}
	out = append(out, "--entry="+c.Entry)
	if c.Length != entryLength {
		out = append(out, fmt.Sprintf("--length=%d", c.Length))
	}
	if c.Chain != entryDepth {
		out = append(out, fmt.Sprintf("--depth-of-links=%d", c.Chain))
	}
	if c.Null {
		out = append(out, "--null")
	}
	if c.AnyGlobals {
		out = append(out, "--any-globals")
	}
	for _, a := range c.Assume {
		out = append(out, "--assume="+a)
	}
	return out
}

// call is what the flags say to package entry.
func (c *entryFlags) call() entry.Config {
	return entry.Config{Function: c.Entry, Length: c.Length, Depth: c.Chain, Null: c.Null, Globals: c.AnyGlobals, Assume: c.Assume}
}

// enter lets the program begin at the function of --entry.
func (t *target) enter(asked bool) error {
	conf := t.config(false)
	if err := frontend.Enter(t.files, t.compile.call(), &conf); err != nil {
		return t.cError(err)
	}
	switch {
	case !asked && conf.Call.Promises:
		t.property, _ = svcomp.Named(safety.AllAsserts)
	case !asked:
		t.property, _ = svcomp.Named(safety.UB)
	}
	t.property.Entry, t.call = conf.Main, conf.Call
	return nil
}

// harnessCommand prints the text that --entry puts behind a file.
type harnessCommand struct {
	Function  string   `arg:"" help:"The function to call."`
	Files     []string `arg:"" help:"C files of the program."`
	DataModel string   `help:"ILP32 or LP64 (default: LP64)." placeholder:"MODEL"`

	compileFlags
}

// Run prints a C file that includes the one with the function.
func (c *harnessCommand) Run(a *app) error {
	c.Entry = c.Function
	t, err := loadTarget(c.Files, safety.UB, c.DataModel, c.compileFlags)
	if err != nil {
		return err
	}
	name, err := filepath.Abs(t.call.Text.File)
	if err != nil {
		name = t.call.Text.File
	}
	fmt.Fprintf(a.stdout, "#define main main_of_the_program\n#include %q\n#undef main\n\n%s\nint main(void)\n{\n    %s();\n    return 0;\n}\n", name, t.call.Text.Text, t.property.Entry)
	return nil
}

// room says how large the block that an argument leads to has to be for an access beyond
// its end: many of the alarms about a library are about arguments that nobody gives it.
func (c *entryFlags) room(call *frontend.Call, f *interp.Fault) string {
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
	if n <= has || n > uint64(maxEntryLength) {
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
		return badInput("-o, --witness: one file, and --entry %s is about several functions", c.Entry)
	case c.Format == "sarif":
		return badInput("--format sarif: one program, and --entry %s is about several functions", c.Entry)
	}
	names, err := c.matching()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return inputError{&svcomp.Error{File: c.File, Line: 1, Col: 1, Msg: fmt.Sprintf("no function that --entry %s matches has a body here", c.Entry)}}
	}
	program, err := self()
	if err != nil {
		return err
	}
	ctx, stop := a.untilSignal()
	defer stop()
	x := &report.Entries{Schema: report.EntriesSchema, Tool: "verify", Version: version, File: c.File, Functions: []report.Entry{}}
	width := 0
	for _, n := range names {
		width = max(width, len(n))
	}
	count := map[string]int{}
	for _, n := range names {
		if c.Format == "text" {
			fmt.Fprintf(a.stdout, "%-*s  ", width, n)
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
		fmt.Fprintf(a.stdout, "%d functions: %d TRUE, %d FALSE, %d UNKNOWN, %d cannot be called\n", len(names), count["TRUE"], count["FALSE"], count["UNKNOWN"], count[""])
		return statusError(x.Status)
	}
	stdout := a.reader()
	return a.unwritten(x.Status, stdout.lost(report.WriteEntriesJSON(stdout, x)))
}

// matching are the functions that --entry matches.
func (c *verifyCommand) matching() ([]string, error) {
	if isProject(c.File) {
		p, err := readProject(c.File, frontend.Config{PtrBits: defaultPtrBits}, nil)
		if err != nil {
			return nil, err
		}
		return p.matching(c.Entry), nil
	}
	whole := c.compileFlags
	whole.Entry = ""
	t, err := loadTarget(append([]string{c.File}, c.More...), c.Property, c.DataModel, whole)
	if err != nil {
		return nil, err
	}
	names, err := frontend.Entries(t.files, c.Entry, t.config(false))
	if err != nil {
		return nil, t.cError(err)
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
	cmd := again(ctx, program, args)
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
		e.Refused = newRefusal(exitInternal, fmt.Errorf("%w %s", err, complains))
		return e, ""
	}
	verdict, _, _ = strings.Cut(first, " ")
	switch {
	case verdict == "TRUE" || verdict == "FALSE" || verdict == "UNKNOWN":
		fmt.Fprintf(a.stdout, "%s\n", strings.Join(strings.Fields(first), " "))
		return e, verdict
	case errors.As(err, new(*exec.ExitError)) && complaint.Len() > 0:
		fmt.Fprintln(a.stdout, complains)
	default:
		fmt.Fprintln(a.stdout, err)
	}
	return e, ""
}
