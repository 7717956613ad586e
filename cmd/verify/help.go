package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cmd/verify/console"
	"culprit/fault"

	"github.com/alecthomas/kong"
)

const (
	helpWidth  = 80 // as in a man page
	helpColumn = 26 // where the descriptions of flags begin
)

// help prints the help of a command. That of one with a default command shows
// the flags of the default, since these are what its users look for.
func help(_ kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Selected()
	switch {
	case node == nil || node == ctx.Model.DefaultCmd:
		node = ctx.Model.Node
	case node.Parent != ctx.Model.Node && node == node.Parent.DefaultCmd:
		node = node.Parent
	}
	shown, name := node, strings.TrimSpace("verify "+strings.TrimPrefix(node.Path(), "verify"))
	if node.DefaultCmd != nil {
		shown = node.DefaultCmd
	}
	about := node.Help
	if node == ctx.Model.Node {
		about = description
	}
	if node.Detail != "" {
		about += "\n\n" + node.Detail
	}
	w := ctx.Stdout
	runs := len(shown.Children) == 0 // else it only has commands
	line := name + " COMMAND"
	if runs {
		line = name + " [flags]"
		for _, p := range shown.Positional {
			line += " " + p.Summary()
		}
	}
	fmt.Fprintf(w, "Usage: %s\n\n%s\n", line, paragraphs(about))
	if len(shown.Positional) > 0 {
		fmt.Fprint(w, "\nArguments:\n")
		for _, p := range shown.Positional {
			column(w, p.Summary(), p.Help)
		}
	}
	if runs {
		for _, g := range groups(slices.Concat(shown.Flags, ctx.Model.Flags)) {
			fmt.Fprintf(w, "\n%s:\n", g.title)
			for _, f := range g.flags {
				column(w, flagName(f), f.Help)
			}
		}
	}
	first := true
	for _, c := range node.Children {
		if c == node.DefaultCmd {
			continue
		}
		if first {
			fmt.Fprintf(w, "\nCommands (%s COMMAND --help):\n", name)
			first = false
		}
		column(w, c.Name, c.Help)
	}
	return nil
}

// flagGroup is flags under one title.
type flagGroup struct {
	title string
	flags []*kong.Flag
}

// groups sorts flags by the groups that the grammar gives them, in the order of their
// first; those without a group come last.
func groups(flags []*kong.Flag) (out []flagGroup) {
	var rest []*kong.Flag
	for _, f := range flags {
		if f.Group == nil {
			rest = append(rest, f)
			continue
		}
		i := slices.IndexFunc(out, func(g flagGroup) bool { return g.title == f.Group.Title })
		if i < 0 {
			i, out = len(out), append(out, flagGroup{title: f.Group.Title})
		}
		out[i].flags = append(out[i].flags, f)
	}
	if len(out) == 0 {
		return []flagGroup{{"Flags", rest}}
	}
	return append(out, flagGroup{"Other flags", rest})
}

func flagName(f *kong.Flag) string {
	name := "    --" + f.Name
	if f.Short != 0 {
		name = "-" + string(f.Short) + ", --" + f.Name
	}
	if !f.IsBool() {
		name += "=" + strings.Trim(f.FormatPlaceHolder(), `"`)
	}
	return name
}

// column prints a name and its description in two columns.
func column(w io.Writer, name, text string) {
	lines := wrap(text, helpWidth-helpColumn)
	if len(name) > helpColumn-4 {
		fmt.Fprintf(w, "  %s\n", name)
	} else {
		fmt.Fprintf(w, "  %-*s%s\n", helpColumn-2, name, lines[0])
		lines = lines[1:]
	}
	for _, l := range lines {
		fmt.Fprintf(w, "%*s%s\n", helpColumn, "", l)
	}
}

// paragraphs wraps text, paragraph by paragraph.
func paragraphs(text string) string {
	var out []string
	for p := range strings.SplitSeq(text, "\n\n") {
		out = append(out, strings.Join(wrap(p, helpWidth), "\n"))
	}
	return strings.Join(out, "\n\n")
}

// wrap breaks text into lines of at most width bytes, if its words allow.
func wrap(text string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case len(*last)+1+len(word) <= width:
			*last += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// helpCommand explains a kind of failure. Its code is the name of the property that it
// violates, which the verdict, JSON and this command have in common.
type helpCommand struct {
	Code string `arg:"" optional:"" help:"What the verdict line of a FALSE names, such as valid-deref; without it, all are listed."`
}

// Run executes the command.
func (c *helpCommand) Run(a *app) error {
	if c.Code == "" {
		for _, p := range safety.Properties() {
			if safety.Supported(p.Name) {
				fmt.Fprintf(a.Stdout, "%-18s%s\n", p.Name, p.Summary())
			}
			for _, code := range fault.Codes() {
				if code.Property == p.Name {
					fmt.Fprintf(a.Stdout, "  %s\n", code.Name)
				}
			}
		}
		return nil
	}
	if code := fault.FindCode(c.Code); code != nil {
		fmt.Fprint(a.Stdout, failurePage(code.Name, code.CWE, code.Property, code.Means, code.Example))
		return nil
	}
	p := safety.Lookup(c.Code)
	if p == nil || !safety.Supported(p.Name) {
		return console.BadInput("help: no kind of failure is called %q; verify help lists them", c.Code)
	}
	fmt.Fprint(a.Stdout, explained(p))
	return nil
}

// explained is a paragraph about a kind of failure, with an example.
func explained(p *safety.Property) string {
	if len(p.Parts) > 0 {
		return p.Name + "\n\n" + paragraphs("A name for these together: "+strings.Join(p.Parts, ", ")+".") + "\n"
	}
	out := failurePage(p.Name, p.CWE, p.Name, p.Means, p.Example)
	if p.Without != "" {
		out += "\n" + paragraphs("Not checked: "+p.Without+".") + "\n"
	}
	var in []string
	for _, q := range safety.Properties() {
		if slices.Contains(q.Parts, p.Name) {
			in = append(in, q.Name)
		}
	}
	if len(in) > 0 {
		out += "\n" + paragraphs("Also asked for by --property "+strings.Join(in, " and --property ")+".") + "\n"
	}
	return out
}

// failurePage is the part that all kinds of failures have.
func failurePage(name string, cwe int, property, means, example string) string {
	head := name
	if cwe != 0 {
		head += fmt.Sprintf("  CWE-%d: https://cwe.mitre.org/data/definitions/%d.html", cwe, cwe)
	}
	out := head + "\n\n" + paragraphs(means) + "\n\nExample (verify --property " + property + "):\n\n"
	for line := range strings.Lines(example) {
		out += "    " + line
	}
	return out
}
