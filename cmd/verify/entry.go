package main

import (
	"fmt"
	"path/filepath"

	"culprit/analysis/safety"
	"culprit/frontend"
	"culprit/frontend/entry"
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
	if !asked {
		t.property, _ = svcomp.Named(safety.UB)
	}
	conf := t.config(false)
	if err := frontend.Enter(t.files, t.compile.call(), &conf); err != nil {
		return t.cError(err)
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
