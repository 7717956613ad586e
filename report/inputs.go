package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// InputsSchema names the form of a file with the inputs of one trace.
const InputsSchema = "culprit-inputs/1"

// Inputs is what is needed to repeat a trace.
type Inputs struct {
	Schema    string  `json:"schema"`
	File      string  `json:"file"`
	DataModel string  `json:"data_model,omitempty"`
	Property  string  `json:"property,omitempty"`
	Trace     int     `json:"trace"` // its id
	Inputs    []Input `json:"inputs"`
}

// InputsOf are the inputs of the i-th trace of a report.
func (r *Report) InputsOf(i int) *Inputs {
	t := &r.Traces[i]
	return &Inputs{
		Schema: InputsSchema, File: r.File, DataModel: r.DataModel, Property: r.Property, Trace: t.ID, Inputs: t.Inputs,
	}
}

// WriteInputs writes the inputs of one trace.
func WriteInputs(w io.Writer, in *Inputs) error {
	return writeJSON(w, in)
}

// ParseInputs reads what WriteInputs wrote, or a whole report, of which it
// takes the trace with the given id.
func ParseInputs(text []byte, id int) (*Inputs, error) {
	var kind struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return nil, err
	}
	switch kind.Schema {
	case InputsSchema:
		var in Inputs
		if err := json.Unmarshal(text, &in); err != nil {
			return nil, err
		}
		return &in, nil
	case Schema:
		var r Report
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, err
		}
		for i := range r.Traces {
			if r.Traces[i].ID == id {
				return r.InputsOf(i), nil
			}
		}
		return nil, fmt.Errorf("the report has %s, and no trace %d", count(len(r.Traces), "trace"), id)
	}
	return nil, fmt.Errorf("schema %q, want %q or %q", kind.Schema, InputsSchema, Schema)
}

// inputs writes the values a user would enter to see each trace fail.
func (p *printer) inputs(traces []int) {
	var parts []string
	for i := range p.r.Traces {
		t := &p.r.Traces[i]
		if traces != nil && !slices.Contains(traces, t.ID) {
			continue
		}
		text := inputText(t)
		if text == "" {
			continue
		}
		if len(p.r.Traces) > 1 {
			text = fmt.Sprintf("trace %d %s", t.ID, text)
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return
	}
	if len(parts) > maxValues {
		rest := len(parts) - maxValues
		parts = append(parts[:maxValues], count(rest, "more trace")+" (see --format json)")
	}
	one := strings.Join(parts, ", ")
	if len(one)+10 <= p.s.width() {
		fmt.Fprintf(p, "  inputs: %s\n", one)
		return
	}
	for i, part := range parts {
		head := "inputs:"
		if i > 0 {
			head = "       "
		}
		fmt.Fprintf(p, "  %s %s\n", head, clip(part, p.s.width()-11))
	}
}

// inputText writes "a = 1, 2, b = 0": the values of each input in order, with the
// numbers and texts that the library reads into memory. If there are many, those that go into a relevant statement are enough.
func inputText(t *Trace) string {
	type input struct {
		name     string
		values   []string
		relevant bool
	}
	var all []*input
	byName := map[string]*input{}
	for _, in := range t.Inputs {
		if in.Text || in.Kind != "nondet" && (in.Kind != "memory" || in.Value == "") {
			continue
		}
		x := byName[in.Name]
		if x == nil {
			x = &input{name: in.Name}
			byName[in.Name] = x
			all = append(all, x)
		}
		x.values = append(x.values, in.Value)
		x.relevant = x.relevant || in.Relevant
	}
	var parts []string
	others := 0
	for _, x := range all {
		if len(all) > maxValues && !x.relevant {
			others++
			continue
		}
		text := strings.Join(x.values[:min(len(x.values), 2*maxValues)], ", ")
		if len(x.values) > 2*maxValues {
			text += fmt.Sprintf(", … (%d values)", len(x.values))
		}
		parts = append(parts, x.name+" = "+text)
	}
	out := strings.Join(parts, ", ")
	if others > 0 {
		out = strings.TrimSpace(out + fmt.Sprintf(" and %s not relevant", count(others, "other")))
	}
	return out
}
