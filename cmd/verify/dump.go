package main

import (
	"bufio"
	"fmt"
	"io"

	"culprit/automata"
	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/frontend"
	"culprit/hoare"
	"culprit/internal/limit"
	"culprit/logic"
)

// dumpCommand prints what the phases of the verifier hand to each other.
type dumpCommand struct {
	What      string   `arg:"" enum:"cfg,automaton,term,limits,project" help:"cfg: the lowered program; automaton: the program automaton over blocks of statements, for Graphviz; term: what each block does, as terms; limits: the table of limits, without a program; project: the files and functions of a compilation database, and what none of them defines."`
	File      string   `arg:"" optional:"" help:"C file or task definition."`
	Unit      []string `help:"Another C file of the program; repeatable." placeholder:"FILE" sep:"none"`
	DataModel string   `help:"ILP32 or LP64." placeholder:"MODEL"`
	Property  string   `help:"Name of a property or .prp file." placeholder:"NAME"`
	Dot       bool     `help:"Print the cfg as a graph for Graphviz."`
	Text      bool     `help:"Print the automaton as a table."`
	Execute   bool     `help:"Lower the program for execution, as verify run does."`
	Output    string   `short:"o" help:"Write to this file." placeholder:"FILE"`

	target.CompileFlags
}

// Run executes the command.
func (c *dumpCommand) Run(a *app) error {
	if c.Dot && (c.Text || c.What == "term") {
		return console.BadInput("--dot does not apply to terms and tables")
	}
	if c.Execute && c.What != "cfg" {
		return console.BadInput("--execute applies to dump cfg only")
	}
	switch {
	case c.What == "limits" && c.File != "":
		return console.BadInput("dump limits is not about a program")
	case c.What == "limits":
		return c.write(a, dumpLimits)
	case c.What == "project":
		p, err := target.ReadProject(c.File, frontend.Config{PtrBits: target.DefaultPtrBits}, nil)
		if err != nil {
			return err
		}
		return c.write(a, func(w io.Writer) error { p.List(w); return nil })
	case c.File == "":
		return console.BadInput("dump %s needs a C file or task definition", c.What)
	}
	t, err := target.Load(append([]string{c.File}, c.Unit...), c.Property, c.DataModel, c.CompileFlags)
	if err != nil {
		return err
	}
	prog, err := t.Parse(c.Execute)
	if err != nil {
		return err
	}
	return c.write(a, func(w io.Writer) error { return c.dump(w, prog) })
}

// write writes a dump where the user wants it.
func (c *dumpCommand) write(a *app, dump func(io.Writer) error) error {
	write := func(w io.Writer) error {
		b := bufio.NewWriter(w)
		if err := dump(b); err != nil {
			return err
		}
		return b.Flush()
	}
	if c.Output == "" {
		return write(a.Stdout)
	}
	if err := console.CheckOutput(c.Output); err != nil {
		return err
	}
	return console.WriteFile(c.Output, write)
}

func (c *dumpCommand) dump(w io.Writer, prog *cfg.Program) error {
	if c.What == "cfg" {
		if c.Dot {
			return cfg.Dot(w, prog)
		}
		return cfg.Print(w, prog)
	}
	ctl, err := hoare.BuildControl(prog, nil, hoare.MaxInlined)
	if err != nil {
		return err
	}
	if c.What == "automaton" {
		return dumpAutomaton(w, ctl, !c.Text)
	}
	return dumpTerms(w, ctl)
}

// dumpLimits prints the table of limits, one per line with tabs between the
// columns: name, default, value, ends of the range, unit.
func dumpLimits(w io.Writer) error {
	fmt.Fprintln(w, "name\tdefault\tvalue\tlow\thigh\tunit")
	for _, l := range limit.All() {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", l.Name, l.Default, l.Value, l.Low, l.High, l.Unit)
	}
	return nil
}

func dumpAutomaton(w io.Writer, ctl *hoare.Control, dot bool) error {
	if dot {
		return automata.Dot(w, ctl.Auto,
			func(q automata.State) string { return ctl.Locs[q].Pos.String() },
			func(l automata.Letter) string { return ctl.Letters[l].String() })
	}
	for _, l := range ctl.Letters {
		fmt.Fprintf(w, "# letter %d: %s\n", l.ID, l)
	}
	return automata.Print(w, ctl.Auto)
}

// dumpTerms prints guard and writes of each letter in the syntax of SMT-LIB.
func dumpTerms(w io.Writer, ctl *hoare.Control) error {
	tb := logic.NewTable()
	enc := hoare.NewEncoder(tb, ctl.Prog)
	for _, l := range ctl.Letters {
		fmt.Fprintf(w, "; letter %d: %s\n", l.ID, l)
		eff := enc.EffectOf(l)
		for _, g := range eff.Guard {
			fmt.Fprintf(w, "(guard %s)\n", tb.String(g))
		}
		for _, i := range eff.Mod {
			sym := enc.SymbolTerm(i)
			fmt.Fprintf(w, "(set %s %s)\n", tb.String(sym), tb.String(eff.Writes[sym]))
		}
	}
	return nil
}
