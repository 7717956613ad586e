package witness

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"culprit/svcomp"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// The YAML below the entries of a witness, with complaints at its nodes.

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
	line, col := place(n)
	r.complaints = append(r.complaints, Complaint{svcomp.Error{File: r.file, Line: line, Col: col, Msg: msg}, fatal})
}

// place is where a node starts.
func place(n ast.Node) (line, col int) {
	if m, ok := n.(ast.MapNode); ok { // the token of a mapping is a colon
		if it := m.MapRange(); it.Next() {
			n = it.KeyValue().Key
		}
	}
	if n != nil {
		if tk := n.GetToken(); tk != nil && tk.Position != nil {
			return max(1, tk.Position.Line), max(1, tk.Position.Column)
		}
	}
	return 1, 1
}

// parse returns the body of the first document, nil after complaints.
func (r *reader) parse(src []byte) (root ast.Node) {
	if len(src) > maxFile {
		r.complain(nil, "the witness has %d bytes, more than the limit of %d", len(src), maxFile)
		return nil
	}
	line, col, what := scan(src)
	if what != "" {
		r.complaints = append(r.complaints, Complaint{svcomp.Error{File: r.file, Line: line, Col: col, Msg: what}, true})
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			r.complain(nil, "the YAML parser failed on this file")
			root = nil
		}
	}()
	tree, err := parser.ParseBytes(src, 0)
	if err != nil {
		e := svcomp.Error{File: r.file, Line: 1, Col: 1, Msg: err.Error()}
		var ye yaml.Error
		if errors.As(err, &ye) {
			e.Msg = ye.GetMessage()
			if tk := ye.GetToken(); tk != nil && tk.Position != nil {
				e.Line, e.Col = max(1, tk.Position.Line), max(1, tk.Position.Column)
			}
		}
		e.Msg, _, _ = strings.Cut(e.Msg, "\n")
		r.complaints = append(r.complaints, Complaint{e, true})
		return nil
	}
	for _, d := range tree.Docs {
		if d.Body == nil || d.Body.Type() == ast.CommentType {
			continue
		}
		if root != nil {
			r.complain(d.Body, "a second document: a witness is one list of entries")
			return nil
		}
		root = d.Body
	}
	if root == nil || root.Type() == ast.NullType {
		r.complain(root, "the witness is empty")
		return nil
	}
	return root
}

// scan refuses text that is no YAML at all, or nested so deep that the parser
// would not survive it.
func scan(src []byte) (line, col int, what string) {
	line, col = 1, 0
	depth, dashes, lead := 0, 0, true
	for _, c := range src {
		col++
		switch {
		case c == 0:
			return line, col, "not a text file (NUL byte)"
		case c == '\n':
			line, col, dashes, lead = line+1, 0, 0, true
			continue
		case c == '[' || c == '{':
			depth++
		case (c == ']' || c == '}') && depth > 0:
			depth--
		case lead && (c == '-' || c == '?'):
			dashes++
		}
		lead = lead && (c == ' ' || c == '-' || c == '?' || c == '\t')
		if depth > maxNesting || dashes > maxNesting && c != '-' {
			return line, col, fmt.Sprintf("nested more than %d levels deep", maxNesting)
		}
	}
	return 0, 0, ""
}

// list returns the elements of a list that must not be empty.
func (r *reader) list(n ast.Node, what string) []ast.Node {
	seq, ok := bare(n).(*ast.SequenceNode)
	switch {
	case !ok:
		r.complain(n, "%s must be a list, not %s", what, describe(n))
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
	m, ok := bare(n).(ast.MapNode)
	if !ok {
		r.complain(n, "%s must be a mapping, not %s", what, describe(n))
		return nil
	}
	f := &fields{r, n, what, map[string]ast.Node{}}
	for it := m.MapRange(); it.Next(); {
		kv := it.KeyValue()
		key := kv.Key.String()
		if s, ok := kv.Key.(*ast.StringNode); ok {
			key = s.Value
		}
		if _, dup := f.m[key]; dup {
			r.complain(kv.Key, "second %q in %s", key, what)
		}
		f.m[key] = kv.Value
		if known != nil && !contains(known, key) {
			r.note(kv.Key, "%s has no key %q", what, key)
		}
	}
	return f
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
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
	s, ok := scalar(n)
	if !ok {
		f.r.complain(n, "%q must be a string, not %s", key, describe(n))
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
	s, _ := scalar(n)
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
	if n := f.m[key]; n != nil && !contains(values, s) {
		if _, ok := scalar(n); ok {
			f.r.complain(n, "%q is %s, not %s", key, quoted(n), strings.Join(values, " or "))
		}
		return ""
	}
	return s
}

// bare strips anchors and tags.
func bare(n ast.Node) ast.Node {
	for {
		switch x := n.(type) {
		case *ast.AnchorNode:
			n = x.Value
		case *ast.TagNode:
			n = x.Value
		default:
			return n
		}
	}
}

// scalar returns the text of a scalar.
func scalar(n ast.Node) (string, bool) {
	switch n := bare(n).(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), true
	case *ast.FloatNode, *ast.IntegerNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func quoted(n ast.Node) string {
	s, ok := scalar(n)
	if !ok {
		return describe(n)
	}
	if r := []rune(s); len(r) > 60 {
		s = string(r[:57]) + "..."
	}
	return strconv.Quote(s)
}

func describe(n ast.Node) string {
	switch bare(n).(type) {
	case ast.MapNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode, nil:
		return "nothing"
	case *ast.AliasNode:
		return "an alias"
	}
	return "a scalar"
}
