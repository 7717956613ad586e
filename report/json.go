package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes the JSON form, described in doc/json.md.
func WriteJSON(w io.Writer, r *Report) error {
	if r.Later != nil {
		r.Later()
	}
	return writeJSON(w, r)
}

// writeJSON is how all JSON forms are written.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(v)
}

// ReadJSON reads the JSON form back.
func ReadJSON(rd io.Reader) (*Report, error) {
	var r Report
	if err := json.NewDecoder(rd).Decode(&r); err != nil {
		return nil, fmt.Errorf("reading a report: %w", err)
	}
	if r.Schema != Schema {
		return nil, fmt.Errorf("reading a report: schema %q, want %q", r.Schema, Schema)
	}
	if r.Verdict != "TRUE" && r.Verdict != "FALSE" && r.Verdict != "UNKNOWN" {
		return nil, fmt.Errorf("reading a report: verdict %q", r.Verdict)
	}
	return &r, nil
}
