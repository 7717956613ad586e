package report

import (
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/verifier"
)

func newBranch(e *cfg.Edge) Branch { return Branch{Edge: e.ID, Range: RangeOf(e.Pos), Text: e.Text} }

// classes adds the classes to the traces of a report.
func (r *Report) classes(list []verifier.Class) {
	for _, c := range list {
		out := &Class{Single: c.Single, PartsFrom: c.Near + 1, Shared: []Branch{}}
		if c.Parts != nil {
			at := newBranch(c.Parts)
			out.PartsAt = &at
		}
		for _, e := range c.Shared {
			if !hidden(e) {
				out.Shared = append(out.Shared, newBranch(e))
			}
		}
		r.Traces[c.Trace].Class = out
	}
}

// exceptions adds to traces why they were looked for.
func (r *Report) exceptions(list []verifier.Exception) {
	for _, x := range list {
		for _, e := range x.Statements {
			if !hidden(e) {
				r.Traces[x.Trace].Exception = append(r.Traces[x.Trace].Exception, newBranch(e))
			}
		}
	}
}

// excepting writes which traces were looked for because of which lines.
func (p *printer) excepting() {
	for i := range p.r.Traces {
		t := &p.r.Traces[i]
		var sts []*Statement
		for _, b := range t.Exception {
			sts = append(sts, &Statement{Range: b.Range})
		}
		if len(sts) > 0 {
			fmt.Fprintf(p, "  %s\n", p.s.wrap(fmt.Sprintf("trace %d was looked for because of %s: another value there avoids all traces before it, not this one", t.ID, lines(sts)), 2))
		}
	}
}

// parting writes for each trace but the first in what it differs from all paths
// that are like earlier ones, and with All what the paths of each class have in
// common.
func (p *printer) parting() {
	n := 0
	for i := range p.r.Traces {
		t := &p.r.Traces[i]
		c := t.Class
		if c == nil || len(p.r.Traces) < 2 {
			continue
		}
		var parts []string
		if c.PartsAt != nil {
			parts = append(parts, fmt.Sprintf("takes another way than trace %d at %s", c.PartsFrom, p.branch(c.PartsAt)))
		}
		if p.s.All {
			if own := p.own(c); len(own) > 0 {
				parts = append(parts, "all paths like it take "+strings.Join(own, ", "))
			}
		}
		if len(parts) == 0 {
			continue
		}
		n++
		if n > MaxPlaces && !p.s.All {
			continue
		}
		fmt.Fprintf(p, "  trace %d %s\n", t.ID, p.s.wrap(strings.Join(parts, "; "), 10))
	}
	if n > MaxPlaces && !p.s.All {
		fmt.Fprintf(p, "    %s\n", p.s.paint(dim, fmt.Sprintf("%s more: %s", count(n-MaxPlaces, "trace"), showAll)))
	}
}

// own are the branches of a class that not all classes share.
func (p *printer) own(c *Class) (out []string) {
	for i := range c.Shared {
		b := &c.Shared[i]
		everywhere := !slices.ContainsFunc(p.r.Traces, func(t Trace) bool {
			return t.Class != nil && !slices.ContainsFunc(t.Class.Shared, func(x Branch) bool { return x.Edge == b.Edge })
		})
		if !everywhere {
			out = append(out, p.branch(b))
		}
	}
	return out
}

// branch is a branch with its line.
func (p *printer) branch(b *Branch) string {
	at := fmt.Sprint(b.Line)
	if b.File != p.r.File {
		at = fmt.Sprintf("%s:%d", b.File, b.Line)
	}
	return fmt.Sprintf("line %s [%s]", at, b.Text)
}
