package witness

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"time"

	"culprit/svcomp"

	"github.com/goccy/go-yaml/ast"
)

// Read reads a witness. Its errors are an *svcomp.Error: the first fatal
// complaint.
func Read(file string) (*Witness, error) {
	w, complaints := Lint(file)
	for i := range complaints {
		if complaints[i].Fatal {
			return nil, &complaints[i].Error
		}
	}
	return w, nil
}

// Lint reads a witness and lists all the rules that it breaks, in the order of
// their places.
func Lint(file string) (*Witness, []Complaint) {
	info, err := os.Stat(file)
	if err == nil && info.Mode().IsRegular() && info.Size() > int64(maxFile) {
		return nil, []Complaint{{svcomp.Error{File: file, Line: 1, Col: 1,
			Msg: fmt.Sprintf("the witness has %d bytes, more than the limit of %d", info.Size(), maxFile)}, true}}
	}
	src, err := svcomp.ReadFile(file)
	if err != nil {
		var e *svcomp.Error
		errors.As(err, &e)
		return nil, []Complaint{{*e, true}}
	}
	return LintText(file, src)
}

// LintText is Lint of a text that was read already.
func LintText(file string, src []byte) (*Witness, []Complaint) {
	r := &reader{file: file}
	w := r.witness(src)
	sort.SliceStable(r.complaints, func(i, j int) bool {
		a, b := r.complaints[i], r.complaints[j]
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Col < b.Col || a.Col == b.Col && a.Msg < b.Msg
	})
	return w, r.complaints
}

func (r *reader) witness(src []byte) *Witness {
	root := r.parse(src)
	if root == nil {
		return nil
	}
	items := r.list(root, "a witness")
	if items == nil {
		return nil
	}
	w := &Witness{File: r.file}
	for _, n := range items {
		if e, ok := r.entry(n); ok {
			w.Entries = append(w.Entries, e)
		}
	}
	for _, e := range w.Entries {
		if e.Type != w.Entries[0].Type {
			r.complaints = append(r.complaints, Complaint{svcomp.Error{File: r.file, Line: e.Line, Col: 1,
				Msg: fmt.Sprintf("an entry of type %s in a witness of type %s", e.Type, w.Entries[0].Type)}, true})
			break
		}
	}
	return w
}

// laterEntries are the entry types of later versions.
var laterEntries = []string{"ghost_instrumentation"}

func (r *reader) entry(n ast.Node) (e Entry, ok bool) {
	f := r.mapping(n, "an entry", "entry_type", "metadata", "content")
	if f == nil {
		return e, false
	}
	e.Line = svcomp.ErrorAt(r.file, n, "").Line
	e.Type = f.text("entry_type")
	if m := f.get("metadata"); m != nil {
		e.Metadata = r.metadata(m)
	}
	content := f.get("content")
	switch {
	case slices.Contains(laterEntries, e.Type):
		e.Type, e.Unsupported = InvariantSet, "the entry type "+e.Type
	case content == nil:
	case e.Type == InvariantSet:
		r.invariants(&e, content)
	case e.Type == ViolationSequence:
		r.segments(&e, content)
	case f.m["entry_type"] != nil:
		r.complain(f.m["entry_type"], "unknown entry type %s", quoted(f.m["entry_type"]))
	}
	return e, true
}

var (
	versionRE = regexp.MustCompile(`^2\.[0-9]+(\.[0-9]+)?$`)
	uuidRE    = regexp.MustCompile(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)
	hashRE    = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)
)

func (r *reader) metadata(n ast.Node) (m Metadata) {
	f := r.mapping(n, "metadata", "format_version", "uuid", "creation_time", "producer", "task")
	if f == nil {
		return m
	}
	m.FormatVersion = f.text("format_version")
	if v := f.m["format_version"]; v != nil {
		switch {
		case !versionRE.MatchString(m.FormatVersion):
			r.complain(v, "unsupported format version %s, want 2.x", quoted(v))
		case svcomp.Bare(v).Type() != ast.StringType:
			r.note(v, "the format version must be a string: put it in quotes")
		}
	}
	m.UUID = f.provenance("uuid")
	if v := f.m["uuid"]; v != nil && !uuidRE.MatchString(m.UUID) {
		r.note(v, "invalid UUID %s", quoted(v))
	}
	created := f.provenance("creation_time")
	if v := f.m["creation_time"]; v != nil {
		var ok bool
		if m.Created, ok = parseTime(created); !ok {
			r.note(v, "%s is not a time such as 2024-05-31T10:00:00Z", quoted(v))
		}
	}
	if p := f.m["producer"]; p == nil {
		r.note(n, "metadata has no \"producer\"")
	} else if g := r.mapping(p, "producer", "name", "version", "configuration", "command_line", "description"); g != nil {
		m.Producer = Producer{Name: g.provenance("name"), Version: g.provenance("version"),
			Configuration: g.optional("configuration"), CommandLine: g.optional("command_line")}
	}
	if t := f.get("task"); t != nil {
		m.Task = r.task(t)
	}
	return m
}

func parseTime(s string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

func (r *reader) task(n ast.Node) (t Task) {
	f := r.mapping(n, "task", "input_files", "input_file_hashes", "specification", "data_model", "language")
	if f == nil {
		return t
	}
	if files := f.get("input_files"); files != nil {
		for _, item := range r.list(files, `"input_files"`) {
			s, ok := svcomp.Scalar(item)
			if !ok || s == "" {
				r.complain(item, "an input file must be a name, not %s", quoted(item))
				continue
			}
			t.InputFiles = append(t.InputFiles, s)
		}
	}
	t.Hashes = map[string]string{}
	if hashes := f.get("input_file_hashes"); hashes != nil {
		if g := r.mapping(hashes, `"input_file_hashes"`); g != nil {
			for _, file := range t.InputFiles {
				h := g.text(file)
				if v := g.m[file]; v != nil && !hashRE.MatchString(h) {
					r.complain(v, "invalid SHA-256 %s", quoted(v))
				}
				t.Hashes[file] = strings.ToLower(h)
			}
		}
	}
	t.Property = f.text("specification")
	if v := f.m["specification"]; v != nil {
		if _, err := ParseSpecification(r.file, t.Property); err != nil {
			r.complain(v, "%s", err)
		}
	}
	t.DataModel = f.oneOf("data_model", "ILP32", "LP64")
	t.Language = f.oneOf("language", "C")
	return t
}

// ParseSpecification reads the property of a witness: one or several CHECKs,
// or a bare formula.
func ParseSpecification(file, text string) (svcomp.Property, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "CHECK") && text != "" {
		text = "CHECK( init(main()), LTL(" + text + ") )"
	}
	text = strings.Join(strings.Fields(text), " ")
	text = strings.ReplaceAll(text, ") CHECK", ")\nCHECK")
	p, err := svcomp.ParseProperty(file, []byte(text))
	var e *svcomp.Error
	if errors.As(err, &e) {
		return p, errors.New(e.Msg)
	}
	return p, err
}

// The YAML below the entries of a witness, with complaints at its nodes.
