package html

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"culprit/report"
)

func newPage(in *Input) *page {
	b := &builder{sources: newSources(in.Files), p: &page{}}
	if r := in.Report; r != nil {
		b.report(r)
	}
	if x := in.Explanation; x != nil {
		b.explanation(x)
	}
	if s := in.Survey; s != nil {
		b.survey(s)
	}
	b.p.Files = b.pages()
	return b.p
}

// report shows what the verifier says.
func (b *builder) report(r *report.Report) {
	p := b.p
	p.Title, p.Verdict, p.Head, p.Work = r.Verdict+" "+base(r.File), r.Verdict, short(r.Headline(), r.File), r.Work()
	p.About = strings.TrimPrefix(r.VerdictLine(), r.Verdict+" ")
	b.failures(r)
	b.relevance(r)
	b.places(r.Answer)
	if r.Reason != nil {
		if o := r.Reason.Obstacle; o != nil {
			p.Facts = append(p.Facts, fact{"why", o.Text})
			b.mark(o.Range).note(o.Text)
		}
		for _, t := range r.Reason.Try {
			p.Facts = append(p.Facts, fact{"try", t})
		}
	}
	if len(r.Traces) > 0 {
		p.Traces = b.traces(r)
		for i := range r.Traces {
			p.Inputs = append(p.Inputs, inputsOf(&r.Traces[i]))
		}
	}
	for i, v := range r.Invariants {
		b.mark(v.Range).note("whenever control is here: " + v.Text)
		if i < maxRows {
			p.Invariants = append(p.Invariants, statement{b.ref(v.Range), v.Text, v.Proc})
		}
	}
	b.functions(r.Functions)
	b.automata(r)
	b.notes(r)
	p.Details = details(r)
}

// failures lists the assertions and checks, those that fail first.
func (b *builder) failures(r *report.Report) {
	for i := range r.Errors {
		e := &r.Errors[i]
		fails := e.Fails()
		if fails {
			m := b.mark(e.Range)
			m.fails = true
			m.note(e.Detail)
			if b.p.At.ID == "" {
				b.p.At = b.ref(e.Range)
			}
		}
		b.p.Errors = append(b.p.Errors, failure{statement{b.ref(e.Range), e.What, strings.TrimSpace(e.Reason + " " + e.Detail)}, e.Status, e.Property, e.CWE})
		if e.Detail != "" && fails {
			b.p.Facts = append(b.p.Facts, fact{"what happens", e.Detail})
		}
	}
	slices.SortStableFunc(b.p.Errors, func(x, y failure) int { return weight(x.Status) - weight(y.Status) })
	b.p.Errors = b.p.Errors[:min(len(b.p.Errors), maxRows)]
}

func weight(status string) int {
	return slices.Index([]string{"violated", "covered", "open", "proved"}, status)
}

// relevance lists the lines that are relevant, and heats them.
func (b *builder) relevance(r *report.Report) {
	for i := range r.Summaries {
		s := &r.Summaries[i]
		for _, list := range [][]report.Statement{s.Statements, s.Branches} {
			for k := range list {
				st := &list[k]
				m := b.mark(st.Range)
				m.visited = true
				heat, in := 0, ""
				switch st.Relevant {
				case report.InAll:
					heat, in = 3, "in every trace"
					if len(r.Traces) == 1 {
						in = "in the trace"
					}
					if st.Everywhere {
						heat, in = 4, "on every error path, proved"
					}
				case report.InSome:
					heat, in = 2, "in some traces: "+numbers(st.RelevantIn)
				case report.IsUndecided:
					heat = 1
				}
				m.heat = max(m.heat, heat)
				if in == "" {
					continue
				}
				says := st.Says(len(s.Traces))
				if len(m.notes) == 0 {
					m.note(says)
				}
				b.p.Relevant = append(b.p.Relevant, relevant{statement{b.ref(st.Range), clip(st.Text, maxText), says}, in})
			}
		}
		b.order(s)
	}
	b.p.Relevant = b.p.Relevant[:min(len(b.p.Relevant), maxRows)]
}

// order sorts what is relevant as the summary does.
func (b *builder) order(s *report.Summary) {
	at := map[string]int{}
	for i := range s.Lines {
		at[b.ref(s.Lines[i].Range).ID] = i
	}
	slices.SortStableFunc(b.p.Relevant, func(x, y relevant) int { return at[x.At.ID] - at[y.At.ID] })
}

// places shows the answer of localization methods, the first fix apart.
func (b *builder) places(all []report.Place) {
	for i := range all[:min(len(all), maxPlaces)] {
		a := &all[i]
		m := b.mark(a.Range)
		m.rank = cmp.Or(m.rank, i+1)
		m.notes = nil // those about relevance say less
		m.note(a.Says())
		x := place{statement: statement{b.ref(a.Range), clip(a.Text, maxText), a.Says()}, Rank: i + 1, Change: changeOf(a.Change)}
		for _, e := range a.Evidence {
			x.Evidence = append(x.Evidence, fact{e.Method, e.Reason})
		}
		if x.Change != nil && x.Change.Fix && b.p.Fix == nil {
			b.p.Fix, x.Change = x.Change, nil
		}
		if i < report.MaxPlaces {
			b.p.Places = append(b.p.Places, x)
		} else {
			b.p.Further = append(b.p.Further, x)
		}
	}
	b.p.Ranking = b.ranking(all)
	for i := 0; i < len(b.p.Places) && b.p.Fix == nil; i++ {
		b.p.Fix, b.p.Places[i].Change = b.p.Places[i].Change, nil
	}
}

// functions draws the control flow.
func (b *builder) functions(list []report.Function) {
	for i := range list {
		f := &list[i]
		g := &graph{label: "control flow of " + f.Name}
		fails := false
		for _, x := range f.Blocks {
			g.boxes = append(g.boxes, b.block(&x))
			fails = fails || x.Error != ""
		}
		for _, w := range f.Flows {
			g.arrows = append(g.arrows, arrow{w.From, w.To, clip(w.Text, 30), on(w.Traces)})
		}
		b.p.Functions = append(b.p.Functions, drawing{f.Name, b.ref(f.Range), fails || i == 0, g.svg()})
	}
}

func (b *builder) notes(r *report.Report) {
	for _, n := range r.Notes {
		b.p.Notes = append(b.p.Notes, note{b.ref(n.Range), n.Text, n.Assumed || n.Failure})
	}
	b.p.Notes = b.p.Notes[:min(len(b.p.Notes), maxRows)]
}

// details says how the answer came about.
func details(r *report.Report) []fact {
	s := &r.Stats
	out := []fact{{"tool", r.Tool + " " + r.Version}, {"file", r.File}, {"property", r.Property}}
	add := func(name, format string, args ...any) { out = append(out, fact{name, fmt.Sprintf(format, args...)}) }
	if r.DataModel != "" {
		add("data model", "%s", r.DataModel)
	}
	if r.Expected != "" {
		add("the task expects", "%s", r.Expected)
	}
	add("time", "%.2f s, %.2f s of the processor", s.Wall, s.CPU)
	if s.Locations > 0 {
		add("program", "%d locations, %d edges", s.Locations, s.Edges)
	}
	for _, ph := range s.Phases {
		if ph.Time >= 0.01 {
			add(ph.Phase, "%.2f s", ph.Time)
		}
	}
	return out
}

//go:embed page.html
var pageHTML string

//go:embed page.css
var pageCSS string

//go:embed page.js
var pageJS string

// Write writes the page.
func Write(w io.Writer, in Input) error {
	t, err := template.New("page").Funcs(template.FuncMap{"prose": prose}).Parse(pageHTML)
	if err != nil {
		return err
	}
	p := newPage(&in)
	p.Style, p.Script = template.CSS(pageCSS), template.JS(pageJS)
	sum := sha256.Sum256([]byte(pageJS))
	p.Hash = base64.StdEncoding.EncodeToString(sum[:])
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return err
	}
	_, err = w.Write(visible(b.Bytes()))
	return err
}

func inputsOf(t *report.Trace) inputs {
	out := inputs{Trace: t.ID, Replay: t.Replay}
	for _, in := range t.Inputs {
		if in.Value != "" && in.Kind != "memory" && in.Kind != "uninitialised" || in.Relevant {
			out.Values = append(out.Values, input{in.Name, in.Value, in.Relevant})
		}
	}
	out.Values = out.Values[:min(len(out.Values), maxRows)]
	return out
}

func (b *builder) statement(l *report.Located) statement {
	return statement{b.ref(l.Range), clip(l.Text, maxText), l.Reason}
}
