package witness

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/svcomp"

	"github.com/goccy/go-yaml/ast"
)

// reader walks the syntax tree. It continues after complaints.
type reader struct {
	file       string
	complaints []Complaint
}

// complain adds a fatal complaint about a node.
func (r *reader) complain(n ast.Node, format string, args ...any) {
	r.add(n, true, fmt.Sprintf(format, args...))
}

// note adds one that is not.
func (r *reader) note(n ast.Node, format string, args ...any) {
	r.add(n, false, fmt.Sprintf(format, args...))
}

func (r *reader) add(n ast.Node, fatal bool, msg string) {
	r.complaints = append(r.complaints, Complaint{*svcomp.ErrorAt(r.file, n, "%s", msg), fatal})
}

// parse returns the body of the first document, nil after complaints.
func (r *reader) parse(src []byte) ast.Node {
	if len(src) > maxFile {
		r.complain(nil, "the witness has %d bytes, more than the limit of %d", len(src), maxFile)
		return nil
	}
	docs, complaint := svcomp.ParseYAML(r.file, src)
	switch {
	case complaint != nil:
		r.complaints = append(r.complaints, Complaint{*complaint, true})
		return nil
	case len(docs) == 0 || docs[0].Type() == ast.NullType:
		r.complain(nil, "the witness is empty")
		return nil
	case len(docs) > 1:
		r.complain(docs[1], "a second document: a witness is one list of entries")
		return nil
	}
	return docs[0]
}

// list returns the elements of a list that must not be empty.
func (r *reader) list(n ast.Node, what string) []ast.Node {
	seq, ok := svcomp.Bare(n).(*ast.SequenceNode)
	switch {
	case !ok:
		r.complain(n, "%s must be a list, not %s", what, svcomp.Describe(n))
		return nil
	case len(seq.Values) == 0:
		r.complain(n, "%s is an empty list", what)
		return nil
	}
	return seq.Values
}

// fields are the entries of a mapping by key.
type fields struct {
	r    *reader
	node ast.Node
	what string
	m    map[string]ast.Node
}

// mapping reads a mapping. Keys that the format does not know are noted.
func (r *reader) mapping(n ast.Node, what string, known ...string) *fields {
	f := &fields{r, n, what, map[string]ast.Node{}}
	if !svcomp.Entries(n, func(key string, kv *ast.MappingValueNode) {
		if _, dup := f.m[key]; dup {
			r.complain(kv.Key, "second %q in %s", key, what)
		}
		f.m[key] = kv.Value
		if known != nil && !slices.Contains(known, key) {
			r.note(kv.Key, "%s has no key %q", what, key)
		}
	}) {
		r.complain(n, "%s must be a mapping, not %s", what, svcomp.Describe(n))
		return nil
	}
	return f
}

// provenance returns the text of a key that must be there, but does not matter
// to anyone who checks a witness.
func (f *fields) provenance(key string) string {
	if f.m[key] == nil {
		f.r.note(f.node, "%s has no %q", f.what, key)
		return ""
	}
	return f.text(key)
}

// get returns the value of a key that must be there.
func (f *fields) get(key string) ast.Node {
	n := f.m[key]
	if n == nil {
		f.r.complain(f.node, "%s has no %q", f.what, key)
	}
	return n
}

// text returns the text of a key that must be there.
func (f *fields) text(key string) string {
	n := f.get(key)
	if n == nil {
		return ""
	}
	s, ok := svcomp.Scalar(n)
	if !ok {
		f.r.complain(n, "%q must be a string, not %s", key, svcomp.Describe(n))
	}
	return s
}

// optional returns the text of a key that need not be there.
func (f *fields) optional(key string) string {
	if f.m[key] == nil || f.m[key].Type() == ast.NullType {
		return ""
	}
	return f.text(key)
}

// number returns a positive number, or zero.
func (f *fields) number(key string, n ast.Node) int {
	s, _ := svcomp.Scalar(n)
	v, err := strconv.Atoi(s)
	if err != nil || v < 0 || v > 1<<30 || n.Type() != ast.IntegerType {
		f.r.complain(n, "%q must be a number, not %s", key, quoted(n))
		return 0
	}
	return v
}

// oneOf returns the text of a key with few values.
func (f *fields) oneOf(key string, values ...string) string {
	s := f.text(key)
	if n := f.m[key]; n != nil && !slices.Contains(values, s) {
		if _, ok := svcomp.Scalar(n); ok {
			f.r.complain(n, "%q is %s, not %s", key, quoted(n), strings.Join(values, " or "))
		}
		return ""
	}
	return s
}

func quoted(n ast.Node) string {
	s, ok := svcomp.Scalar(n)
	if !ok {
		return svcomp.Describe(n)
	}
	if r := []rune(s); len(r) > 60 {
		s = string(r[:57]) + "..."
	}
	return strconv.Quote(s)
}

// Complaint is a rule of the format that a witness breaks.
type Complaint struct {
	svcomp.Error
	// Fatal complaints keep the witness from being understood. The others are
	// about what does not matter for checking it.
	Fatal bool
}
