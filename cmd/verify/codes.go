package main

import (
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/safety"
)

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
				fmt.Fprintf(a.stdout, "%-18s%s\n", p.Name, p.Summary())
			}
		}
		return nil
	}
	p := safety.Lookup(c.Code)
	if p == nil || !safety.Supported(p.Name) {
		return badInput("help: no kind of failure is called %q; verify help lists them", c.Code)
	}
	fmt.Fprint(a.stdout, explained(p))
	return nil
}

// explained is a paragraph about a kind of failure, with an example.
func explained(p *safety.Property) string {
	head := p.Name
	if p.CWE != 0 {
		head += fmt.Sprintf("  CWE-%d: https://cwe.mitre.org/data/definitions/%d.html", p.CWE, p.CWE)
	}
	out := head + "\n\n"
	if len(p.Parts) > 0 {
		return out + paragraphs("A name for these together: "+strings.Join(p.Parts, ", ")+".") + "\n"
	}
	out += paragraphs(p.Means) + "\n\nExample (verify --property " + p.Name + "):\n\n"
	for line := range strings.Lines(p.Example) {
		out += "    " + line
	}
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
