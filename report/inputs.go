package report

import (
	"encoding/json"
	"fmt"
	"io"
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
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(in)
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
