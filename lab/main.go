// Command experiments regenerates the tables of papers and measures verify on
// programs that others wrote. It is apart from the product: nothing here ships,
// and every experiment names the corpus that it needs. See README.md.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
)

type grammar struct {
	Set []string `help:"Give limits other values, here and in the programs that are run: NAME=VALUE." placeholder:"NAME=VALUE"`

	Limits       limitsOf       `cmd:"" help:"The table of limits, or what changes when some of them are halved and doubled."`
	Ablate       ablate         `cmd:"" help:"What each part of the verifier decides and costs: tasks without it."`
	Table1       table1         `cmd:"" name:"table1" help:"Single traces of programs."`
	Table2       table2         `cmd:"" name:"table2" help:"Several traces of programs."`
	Parse        parse          `cmd:"" help:"Programs that the front end does not lower."`
	Cascade      cascadeTables  `cmd:"" help:"Cause trees of faulty programs, tables III to VIII."`
	Causal       causalTables   `cmd:"" help:"Causal paths of faulty programs, with the correct version or without."`
	Frontier     frontierTable  `cmd:"" help:"Frontier sets on faulty programs, and their rivals, tables 2 to 5 of paper 001."`
	Answers      answers        `cmd:"" help:"What all localization methods say about faulty programs, as records."`
	Order        order          `cmd:"" help:"The answer that is made of all methods, on records, next to each method."`
	Localization localizationOf `cmd:"" help:"Localization methods on faulty programs."`
	Repair       repairOf       `cmd:"" help:"Changes of faulty programs: lines read up to the fault, and fixes."`
	Invariants   invariantsOf   `cmd:"" help:"Likely invariants on faulty programs, tables 3 and 4 of paper 004."`
	Applications applications   `cmd:"" help:"What the methods say about faults of real programs, next to the fixes of their developers."`
	Outputs      outputsOf      `cmd:"" help:"Programs on all their tests, interpreted and compiled by gcc."`
	Witnesses    witnesses      `cmd:"" help:"Witnesses of verdicts, checked by verify witness check."`
	Torture      torture        `cmd:"" help:"gcc's torture tests: execution, verification, and mutants, against the compiled programs."`
	Farm         farm           `cmd:"" help:"Programs and transformations of them: verdicts must not change; planted errors must be found."`
	Faults       faults         `cmd:"" help:"Random functions with undefined behaviour, with gcc's sanitizers as oracle."`
	Defects      defects        `cmd:"" help:"Programs of suites with a planted defect, and their twins without."`
	Library      library        `cmd:"" help:"Random programs of calls of the C library, whose results compiled programs have shown in several worlds."`
	Places       places         `cmd:"" help:"The answer after a FALSE: rank of the faulty line in programs without tests."`
	Realistic    realistic      `cmd:"" help:"Programs with a bug and without, as users write them: bugs found, and proofs."`
	Reported     reported       `cmd:"" help:"Programs after faults that developers reported: verdicts, places, and fixes against held-back tests."`
	Growth       growth         `cmd:"" help:"What proofs and bugs cost as programs grow: a table, and plots."`
	Census       census         `cmd:"" help:"Files, lines, functions and structs of checkouts, side by side."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var g grammar
	k := kong.Parse(&g, kong.Name("experiments"), kong.Description("Tables of papers, and measurements on programs that others wrote."), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := withLimits(g.Set); err != nil {
		fmt.Fprintln(os.Stderr, "experiments:", err)
		os.Exit(1)
	}
	if err := k.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "experiments:", err)
		os.Exit(1)
	}
}
