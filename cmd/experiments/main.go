// Command experiments measures verify on programs that others wrote. It is
// apart from the product: nothing here ships, and every experiment names the
// public corpus that it needs. See README.md.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"

	"github.com/alecthomas/kong"
)

type grammar struct {
	Torture torture `cmd:"" help:"gcc's torture tests: execution, verification, and mutants, against the compiled programs."`
	Farm    farm    `cmd:"" help:"Programs and transformations of them: verdicts must not change; planted errors must be found."`
	Faults  faults  `cmd:"" help:"Random functions with undefined behaviour, with gcc's sanitizers as oracle."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var g grammar
	k := kong.Parse(&g, kong.Name("experiments"), kong.Description("Measure verify on programs that others wrote."), kong.BindTo(ctx, (*context.Context)(nil)))
	if err := k.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "experiments:", err)
		os.Exit(1)
	}
}
