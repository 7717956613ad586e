package html

import (
	"fmt"
	"slices"
	"strings"

	"culprit/report"
)

// The traces side by side.

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

// Traces side by side: rows of steps that are the same visit of the same statement.

// visit is the n-th time that a trace comes to a statement.
type visit struct{ edge, n int }

// row is a step of one trace or more: indices of their steps, -1 where a trace does
// not come there.
type row []int

// align puts the visible steps of traces into rows. Two traces share the rows of the
// longest sequence of visits that both have in this order; since each trace makes a
// visit once, that is a longest increasing subsequence, and takes n log n.
func align(traces []report.Trace) []row {
	var rows []row
	var keys []visit // of the rows
	for t := range traces {
		var steps []int
		var visits []visit
		times := map[int]int{}
		for i := range traces[t].Steps {
			if st := &traces[t].Steps[i]; !st.Hidden {
				steps, visits = append(steps, i), append(visits, visit{st.Edge, times[st.Edge]})
				times[st.Edge]++
			}
		}
		at := map[visit]int{}
		for i, k := range keys {
			at[k] = i
		}
		shared := increasing(visits, at)
		var out []row
		var outKeys []visit
		next := 0 // of the rows so far
		for i, v := range visits {
			r, common := at[v]
			common = common && shared[i]
			for common && next < r {
				out, outKeys = append(out, append(rows[next], -1)), append(outKeys, keys[next])
				next++
			}
			fresh := make(row, t, t+1)
			for k := range fresh {
				fresh[k] = -1
			}
			if common {
				fresh = rows[r]
				next = r + 1
			}
			out, outKeys = append(out, append(fresh, steps[i])), append(outKeys, v)
		}
		for ; next < len(rows); next++ {
			out, outKeys = append(out, append(rows[next], -1)), append(outKeys, keys[next])
		}
		rows, keys = out, outKeys
	}
	return rows
}

// increasing marks a longest sequence of visits whose rows increase.
func increasing(visits []visit, at map[visit]int) []bool {
	var ends []int // by length less one: the visit that ends the sequence with the least row
	before := make([]int, len(visits))
	for i, v := range visits {
		r, ok := at[v]
		if !ok {
			continue
		}
		n, _ := slices.BinarySearchFunc(ends, r, func(e, r int) int { return at[visits[e]] - r })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	out := make([]bool, len(visits))
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			out[i] = true
		}
	}
	return out
}
