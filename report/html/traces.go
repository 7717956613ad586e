package html

import (
	"fmt"
	"slices"
	"strings"

	"culprit/report"
)

// The traces side by side.

// traces is the table of traces.
type traces struct {
	Columns []column
	Groups  [][]step // rows, in stretches that the browser need not lay out before they are seen
	Several bool
}

type column struct {
	Trace   int
	Ends    ref
	Steps   int
	Class   string // what is special about it
	Shared  []statement
	Omitted int
}

// step is a row: a statement with a cell for each trace.
type step struct {
	At      ref
	Proc    string // where it begins
	Text    string
	Indent  string
	Class   string
	Cells   []cell
	Left    int // steps that are left out here; nothing else is set
	matters bool
}

type cell struct {
	Class  string // absent, relevant, undecided, differs
	Values string
	Says   string
}

func (b *builder) traces(r *report.Report) *traces {
	out := &traces{Several: len(r.Traces) > 1}
	for i := range r.Traces {
		t := &r.Traces[i]
		c := column{Trace: t.ID, Steps: t.StepsVisible}
		if t.Error >= 0 && t.Error < len(r.Errors) {
			c.Ends = b.ref(r.Errors[t.Error].Range)
		}
		if t.Omitted != nil {
			c.Omitted = t.Omitted.Visible
		}
		if k := t.Class; k != nil {
			switch {
			case k.Single:
				c.Class = "no other path fails like it"
			case k.PartsAt != nil:
				c.Class = fmt.Sprintf("leaves the class of trace %d at line %d: %s", k.PartsFrom, k.PartsAt.Line, k.PartsAt.Text)
			}
			for _, s := range k.Shared[:min(len(k.Shared), maxPlaces)] {
				c.Shared = append(c.Shared, statement{At: b.ref(s.Range), Text: clip(s.Text, maxText)})
			}
		}
		out.Columns = append(out.Columns, c)
		for k := range t.Steps {
			if st := &t.Steps[k]; !st.Hidden {
				b.mark(st.Range).visited = true
			}
		}
	}
	rows := make([]step, 0, maxRows)
	for _, w := range align(r.Traces) {
		rows = append(rows, b.step(r, w))
	}
	rows = shorten(rows)
	proc := ""
	for i := range rows {
		if rows[i].Left > 0 {
			continue
		}
		if rows[i].Proc == proc {
			rows[i].Proc = ""
		} else {
			proc = rows[i].Proc
		}
	}
	for g := range slices.Chunk(rows, chunkLines) {
		out.Groups = append(out.Groups, g)
	}
	return out
}

// step is the row of a visit.
func (b *builder) step(r *report.Report, w row) step {
	var out step
	first, differs, absent := "", false, false
	met := false
	for t, i := range w {
		if i < 0 {
			out.Cells = append(out.Cells, cell{Class: "absent"})
			absent = true
			continue
		}
		st := &r.Traces[t].Steps[i]
		c := cell{Values: clip(st.Values, maxText)}
		if st.Mark != nil && st.Mark.Status != "irrelevant" {
			c.Class, c.Says = st.Mark.Status, st.Mark.Says()
			out.matters = true
		}
		if !met {
			first, met = c.Values, true
			text := st.Text
			if st.Kind == "assume" {
				text = "[" + text + "]"
			}
			out.At, out.Proc, out.Text = b.ref(st.Range), st.Proc, clip(text, maxText)
			out.Indent = strings.Repeat("\u2003", min(st.Depth, 12))
		}
		differs = differs || c.Values != first
		out.Cells = append(out.Cells, c)
	}
	for len(out.Cells) < len(r.Traces) {
		out.Cells = append(out.Cells, cell{Class: "absent"})
		absent = true
	}
	switch {
	case differs:
		out.Class = "differs"
	case absent:
		out.Class = "parts"
	}
	if !out.matters {
		out.Class += " d"
	}
	out.matters = out.matters || differs || absent
	return out
}

// shorten leaves out rows in the middle: those that do not matter, and then others.
func shorten(rows []step) []step {
	if len(rows) <= maxRows {
		return rows
	}
	ends := maxRows / 8
	room := maxRows - 2*ends
	for i := ends; i < len(rows)-ends; i++ {
		if rows[i].matters {
			room--
		}
	}
	var out []step
	for i, x := range rows {
		keep := i < ends || i >= len(rows)-ends || x.matters && (room >= 0 || i < maxRows-ends)
		switch {
		case keep:
			out = append(out, x)
		case len(out) > 0 && out[len(out)-1].Left > 0:
			out[len(out)-1].Left++
		default:
			out = append(out, step{Left: 1})
		}
	}
	return out
}
