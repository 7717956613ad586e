package witness

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"culprit/analysis/safety"
	"culprit/frontend"
	"culprit/svcomp"
)

// Format is the version of the format that is written.
const Format = "2.0"

// About is what a writer knows about the run. The zero Created and the empty
// UUID mean now and a random one; tests set them.
type About struct {
	Version  string            // of this program
	Files    []frontend.Source // of the program, as the user named them
	Property svcomp.Property
	PtrBits  int
	Created  time.Time
	UUID     string
}

// metadata completes the facts about a run.
func (a *About) metadata() Metadata {
	m := Metadata{
		FormatVersion: Format,
		UUID:          a.UUID,
		Created:       a.Created,
		Producer:      Producer{Name: "verify", Version: a.Version},
		Task: Task{
			Hashes:    map[string]string{},
			Property:  Specification(&a.Property),
			DataModel: svcomp.DataModel(a.PtrBits),
			Language:  "C",
		},
	}
	for i, name := range shortNames(a.Files) {
		sum := sha256.Sum256(a.Files[i].Text)
		m.Task.InputFiles = append(m.Task.InputFiles, name)
		m.Task.Hashes[name] = hex.EncodeToString(sum[:])
	}
	if m.UUID == "" {
		m.UUID = newUUID()
	}
	if m.Created.IsZero() {
		m.Created = time.Now().UTC().Truncate(time.Second)
	}
	return m
}

// shortNames are the names by which a witness calls the files of a program:
// without the folders that are not needed to tell them apart.
func shortNames(files []frontend.Source) []string {
	out := make([]string, len(files))
	for i, f := range files {
		short := Base(f.Name)
		for len(short) < len(f.Name) && slices.ContainsFunc(files, func(g frontend.Source) bool {
			return g.Name != f.Name && (g.Name == short || strings.HasSuffix(g.Name, "/"+short) || strings.HasSuffix(g.Name, `\`+short))
		}) {
			rest := strings.TrimRight(f.Name[:len(f.Name)-len(short)], `/\`)
			if rest == "" {
				short = f.Name
				break
			}
			short = f.Name[len(rest)-len(Base(rest)):]
		}
		out[i] = short
	}
	return out
}

// newUUID makes a random identifier, version 4 of RFC 4122.
func newUUID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

// Specification is the text of a property as the rules write it, one CHECK a
// line. It must be expressible.
func Specification(p *svcomp.Property) string {
	entry := p.Entry
	entry = cmp.Or(entry, "main")
	var out []string
	for _, row := range safety.Rows(p.Name) {
		formulas := []string{row.Formula}
		if row.Name == svcomp.UnreachCall {
			formulas = nil
			for _, f := range p.ErrorFuncs {
				formulas = append(formulas, fmt.Sprintf(row.Formula, f))
			}
		}
		for _, f := range formulas {
			out = append(out, "CHECK( init("+entry+"()), LTL("+f+") )")
		}
	}
	return strings.Join(out, "\n")
}

// Write prints a witness. Keys have the order of the format's description,
// texts are in double quotes.
func Write(w io.Writer, wit *Witness) error {
	p := &printer{}
	for i := range wit.Entries {
		p.entry(&wit.Entries[i])
	}
	_, err := w.Write(p.buf.Bytes())
	return err
}

type printer struct{ buf bytes.Buffer }

func (p *printer) line(indent int, format string, args ...any) {
	for range indent {
		p.buf.WriteString("  ")
	}
	fmt.Fprintf(&p.buf, format, args...)
	p.buf.WriteByte('\n')
}

// quote writes a text as a YAML scalar in double quotes, which is one of JSON,
// too.
func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // strings can be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (p *printer) entry(e *Entry) {
	m := &e.Metadata
	p.line(0, "- entry_type: %s", quote(e.Type))
	p.line(1, "metadata:")
	p.line(2, "format_version: %s", quote(m.FormatVersion))
	p.line(2, "uuid: %s", quote(m.UUID))
	p.line(2, "creation_time: %s", quote(m.Created.Format(time.RFC3339)))
	p.line(2, "producer:")
	p.line(3, "name: %s", quote(m.Producer.Name))
	p.line(3, "version: %s", quote(m.Producer.Version))
	if m.Producer.Configuration != "" {
		p.line(3, "configuration: %s", quote(m.Producer.Configuration))
	}
	if m.Producer.CommandLine != "" {
		p.line(3, "command_line: %s", quote(m.Producer.CommandLine))
	}
	p.line(2, "task:")
	p.line(3, "input_files:")
	for _, f := range m.Task.InputFiles {
		p.line(4, "- %s", quote(f))
	}
	p.line(3, "input_file_hashes:")
	for _, f := range m.Task.InputFiles {
		p.line(4, "%s: %s", quote(f), quote(m.Task.Hashes[f]))
	}
	p.line(3, "specification: %s", quote(m.Task.Property))
	p.line(3, "data_model: %s", quote(m.Task.DataModel))
	p.line(3, "language: %s", quote(m.Task.Language))
	if len(e.Invariants)+len(e.Segments) == 0 {
		p.line(1, "content: []")
		return
	}
	p.line(1, "content:")
	for i := range e.Invariants {
		p.invariant(&e.Invariants[i])
	}
	for _, s := range e.Segments {
		p.segment(s)
	}
}

func (p *printer) segment(s Segment) {
	p.line(2, "- segment:")
	for i := range s {
		p.waypoint(&s[i])
	}
}

func (p *printer) invariant(v *Invariant) {
	p.line(2, "- invariant:")
	p.line(4, "type: %s", quote(v.Type))
	p.location(4, &v.Location)
	p.line(4, "value: %s", quote(v.Value))
	p.line(4, "format: %s", quote(CExpression))
}

func (p *printer) waypoint(w *Waypoint) {
	p.line(4, "- waypoint:")
	p.line(6, "type: %s", quote(w.Type))
	p.line(6, "action: %s", quote(w.Action))
	if w.Constraint != "" {
		p.line(6, "constraint:")
		p.line(7, "value: %s", quote(w.Constraint))
		if w.Format != "" {
			p.line(7, "format: %s", quote(w.Format))
		}
	}
	p.location(6, &w.Location)
}

func (p *printer) location(indent int, l *Location) {
	p.line(indent, "location:")
	p.line(indent+1, "file_name: %s", quote(l.File))
	p.line(indent+1, "line: %d", l.Line)
	if l.Column > 0 {
		p.line(indent+1, "column: %d", l.Column)
	}
	if l.Function != "" {
		p.line(indent+1, "function: %s", quote(l.Function))
	}
}

// The formats of constraints.
const (
	CExpression    = "c_expression"
	ACSLExpression = "acsl_expression" // of function_return
)
