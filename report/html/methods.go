package html

import (
	"fmt"
	"slices"
	"strings"

	"culprit/report"
)

// Localization methods, and what they say about a failing run.

// ranking is the table of the evidence of an answer.
func (b *builder) ranking(all []report.Place) *ranking {
	t := &ranking{}
	for i := range all {
		for _, e := range all[i].Evidence {
			if !slices.Contains(t.Methods, e.Method) {
				t.Methods = append(t.Methods, e.Method)
			}
		}
	}
	for i := range all[:min(len(all), maxPlaces)] {
		a := &all[i]
		row := ranked{i + 1, b.ref(a.Range), clip(a.Text, maxText), make([]string, len(t.Methods))}
		for _, e := range a.Evidence {
			row.Ranks[slices.Index(t.Methods, e.Method)] = rank(e.Rank)
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

// rank is an expected rank: whole, or between two where equal scores tie.
func rank(r float64) string {
	if r == 0 {
		return ""
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", r), ".0")
}

// explanation shows what methods say about a failing run.
func (b *builder) explanation(x *report.Explanation) {
	p, f := b.p, &x.Failure
	p.Title, p.Verdict, p.About, p.Head = "FAIL "+base(x.File), "FAIL", f.Kind, short(f.Headline(), x.File)
	p.At = b.ref(f.Range)
	m := b.mark(f.Range)
	m.fails = true
	m.note(f.What)
	add := func(name string, texts ...string) {
		if text := strings.Join(texts, " "); text != "" {
			p.Facts = append(p.Facts, fact{name, text})
		}
	}
	add("expected", f.Want)
	add("got", f.Got)
	add("arguments", f.Args...)
	add("environment", f.Env...)
	add("standard input", f.Stdin)
	add("inputs", strings.Join(f.Inputs, ", "))
	b.places(x.Answer)
	best := 0.0
	for i := range x.Answer {
		best = max(best, x.Answer[i].Score)
	}
	for i := range x.Answer {
		m := b.mark(x.Answer[i].Range)
		m.heat = max(m.heat, 1, int(4*x.Answer[i].Score/max(best, 1e-9)))
	}
	for i := range x.Methods {
		l := &x.Methods[i]
		for k := range l.Locations {
			m := b.mark(l.Locations[k].Range)
			m.visited = true
			if x.Answer == nil {
				m.heat = max(m.heat, max(1, 4-k))
			}
		}
		p.Methods = append(p.Methods, b.method(l))
	}
	if x.Answer != nil {
		p.Ranking = b.ranks(x)
	}
	b.functions(x.Functions)
	p.Details = []fact{{"tool", x.Tool + " " + x.Version}, {"file", x.File}, {"data model", x.DataModel}}
}

// ranks is the table of all methods that name places, not only of those whose
// evidence the answer shows.
func (b *builder) ranks(x *report.Explanation) *ranking {
	t := &ranking{}
	rows := map[string]*ranked{}
	var order []string
	row := func(r report.Range, text string) *ranked {
		id := b.ref(r)
		if rows[id.ID] == nil {
			rows[id.ID] = &ranked{At: id, Text: clip(text, maxText), Ranks: make([]string, len(x.Methods))}
			order = append(order, id.ID)
		}
		return rows[id.ID]
	}
	for i := range x.Answer {
		row(x.Answer[i].Range, x.Answer[i].Text).Rank = i + 1
	}
	for k := range x.Methods {
		t.Methods = append(t.Methods, x.Methods[k].Method)
		for i := range x.Methods[k].Locations {
			l := &x.Methods[k].Locations[i]
			if r := row(l.Range, l.Text); r.Ranks[k] == "" {
				r.Ranks[k] = rank(l.Rank)
			}
		}
	}
	for _, id := range order[:min(len(order), maxPlaces)] {
		t.Rows = append(t.Rows, *rows[id])
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

func (b *builder) method(l *report.Localization) method {
	out := method{Name: l.Method, Paper: l.Paper, Error: l.Error, Notes: l.Notes, Tree: b.cause(l.Tree)}
	for i := range l.Locations[:min(len(l.Locations), maxPlaces)] {
		x := b.located(&l.Locations[i])
		out.Observed = out.Observed || x.Observed != ""
		out.Compared = out.Compared || len(x.Values) > 0
		out.Places = append(out.Places, x)
	}
	out.More = len(l.Locations) - len(out.Places)
	for i := range l.Path[:min(len(l.Path), maxPlaces)] {
		out.Path = append(out.Path, b.located(&l.Path[i]))
	}
	for i := range l.Changes[:min(len(l.Changes), maxPlaces/4)] {
		out.Changes = append(out.Changes, changeOf(&l.Changes[i]))
	}
	add := func(name, format string, n any) { out.Counts = append(out.Counts, fact{name, fmt.Sprintf(format, n)}) }
	if l.Instances > 0 {
		add("statements executed", "%d", l.Instances)
	}
	if l.Reruns > 0 {
		add("re-executions", "%d", l.Reruns)
	}
	for _, c := range l.Counts {
		add(c.Name, "%d", c.N)
	}
	add("time", "%.2f s", l.Time)
	return out
}

func (b *builder) located(l *report.Located) located {
	return located{statement: b.statement(l), Rank: rank(l.Rank), Score: strings.TrimSuffix(fmt.Sprintf("%.3g", l.Score), ".0"), Expected: l.Expected, Observed: l.Observed, Values: l.Values}
}

func (b *builder) cause(c *report.Cause) *cause {
	if c == nil {
		return nil
	}
	out := &cause{statement: b.statement(&c.Located), ID: c.ID, Turn: c.Turn, Passes: c.Passes, Goes: c.Goes}
	for i := range c.Support {
		out.Support = append(out.Support, b.statement(&c.Support[i]))
	}
	for i := range c.Given {
		out.Given = append(out.Given, b.statement(&c.Given[i]))
	}
	for _, k := range c.Causes {
		out.Causes = append(out.Causes, b.cause(k))
	}
	return out
}
