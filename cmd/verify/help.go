package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// help prints the help of a command. That of one with a default command shows
// the flags of the default, since these are what its users look for.
func help(options kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	switch {
	case node == nil || node == ctx.Model.DefaultCmd:
		node = ctx.Model.Node
	case node.Parent != ctx.Model.Node && node == node.Parent.DefaultCmd:
		node = node.Parent
	case node.DefaultCmd == nil:
		return kong.DefaultHelpPrinter(options, ctx)
	}
	usage, about := "verify [flags] FILE.c|FILE.i|TASK.yml", description
	if node != ctx.Model.Node {
		usage, about = "verify "+node.Name+" [flags] TASKS...", node.Help
		if node.Detail != "" {
			about += "\n\n" + node.Detail
		}
	}
	w := ctx.Stdout
	fmt.Fprintf(w, "Usage: %s\n\n%s\n\nFlags:\n", usage, about)
	for _, f := range append(ctx.Model.Flags[:len(ctx.Model.Flags):len(ctx.Model.Flags)], node.DefaultCmd.Flags...) {
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
	fmt.Fprintf(w, "\nOther commands (%s COMMAND --help):\n", strings.TrimSpace("verify "+strings.TrimPrefix(node.Path(), "verify")))
	for _, c := range node.Children {
		if c != node.DefaultCmd {
			fmt.Fprintf(w, "  %-8s %s\n", c.Name, c.Help)
		}
	}
	return nil
}
