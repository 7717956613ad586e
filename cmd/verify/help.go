package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// help prints the help of a command. That of the whole program shows the
// flags of the default command, since these are what its users look for.
func help(options kong.HelpOptions, ctx *kong.Context) error {
	if ctx.Selected() != nil && ctx.Selected() != ctx.Model.DefaultCmd {
		return kong.DefaultHelpPrinter(options, ctx)
	}
	w := ctx.Stdout
	fmt.Fprintf(w, "Usage: verify [flags] FILE.c|FILE.i|TASK.yml\n\n%s\n\nFlags:\n", description)
	for _, f := range append(ctx.Model.Flags[:len(ctx.Model.Flags):len(ctx.Model.Flags)], ctx.Model.DefaultCmd.Flags...) {
		name := "    --" + f.Name
		if f.Short != 0 {
			name = "-" + string(f.Short) + ", --" + f.Name
		}
		if !f.IsBool() {
			name += "=" + strings.Trim(f.FormatPlaceHolder(), `"`)
		}
		const column = 28
		fmt.Fprintf(w, "  %-*s  %s\n", column, name, f.Help)
	}
	fmt.Fprintf(w, "\nOther commands (verify COMMAND --help):\n")
	for _, c := range ctx.Model.Children {
		if c != ctx.Model.DefaultCmd {
			fmt.Fprintf(w, "  %-8s %s\n", c.Name, c.Help)
		}
	}
	return nil
}
