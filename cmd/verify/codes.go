package main

import (
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/fault"
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
			for _, code := range fault.Codes() {
				if code.Property == p.Name {
					fmt.Fprintf(a.stdout, "  %s\n", code.Name)
				}
			}
		}
		return nil
	}
	if code := fault.FindCode(c.Code); code != nil {
		fmt.Fprint(a.stdout, failurePage(code.Name, code.CWE, code.Property, code.Means, code.Example))
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
