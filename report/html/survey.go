package html

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"culprit/report"
)

// The answer about a project: what was found in all functions, and each of them.

// survey shows it. The lines that no trace passes are not dimmed: other functions have
// them.
func (b *builder) survey(s *report.Survey) {
	p := b.p
	p.Verdict = s.Verdict()
	p.Title, p.About, p.Head = p.Verdict+" "+base(s.File), s.File, s.Summary
	for _, f := range s.Findings {
		m := b.mark(f.Range)
		m.fails = m.fails || f.State == report.FindingNew
		m.note(f.Text)
		x := finding{statement: statement{b.ref(f.Range), f.Source, f.Text}, State: f.State, Kind: f.Kind(), Why: f.Why, CWE: f.CWE,
			Unless: f.Unless(), In: strings.Join(f.Functions, ", "), Command: f.Command}
		if r := f.Alone(); len(r.Traces) > 0 {
			r.Traces = r.Traces[:1]
			r.Traces[0].Steps = slices.DeleteFunc(slices.Clone(r.Traces[0].Steps), func(st report.Step) bool {
				_, ours := b.index[st.File]
				return !ours // but of what makes the arguments
			})
			x.Traces = b.traces(r)
		}
		p.Findings = append(p.Findings, x)
	}
	order := []string{report.FindingNew, report.FindingKnown, report.FindingIgnored}
	slices.SortStableFunc(p.Findings, func(x, y finding) int { return slices.Index(order, x.State) - slices.Index(order, y.State) })
	for i := range s.Functions {
		q := &s.Functions[i]
		x := surveyed{At: b.ref(report.Range{File: q.File, Line: q.Begins}), Name: q.Name, Verdict: cmp.Or(q.Verdict(), "refused"), Says: q.Refused, Reused: q.Reused}
		if q.Report != nil {
			x.Says = short(q.Report.Headline(), q.Report.File)
		}
		p.Surveyed = append(p.Surveyed, x)
	}
	verdicts := []string{"FALSE", "UNKNOWN", "refused", "TRUE"}
	slices.SortStableFunc(p.Surveyed, func(x, y surveyed) int { return slices.Index(verdicts, x.Verdict) - slices.Index(verdicts, y.Verdict) })
	for _, u := range s.Undefined {
		p.Notes = append(p.Notes, note{Text: u.Says()})
	}
	for _, n := range s.Notes {
		p.Notes = append(p.Notes, note{Text: n})
	}
	p.Details = []fact{{"tool", s.Tool + " " + s.Version}, {"settings", s.File}}
	for _, m := range b.at {
		m.visited = false
	}
}

// FilesOf are the files in which something was found, or a trace of it passes.
func FilesOf(s *report.Survey) (out []File) {
	names := map[string]bool{}
	for _, f := range s.Findings {
		names[f.File] = true
		for _, t := range f.Alone().Traces {
			for i := range t.Steps {
				names[t.Steps[i].File] = true
			}
		}
	}
	texts := s.Texts()
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if texts[name] != nil {
			out = append(out, File{name, texts[name]})
		}
	}
	return out
}
