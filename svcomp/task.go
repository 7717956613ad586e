package svcomp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// Task is a task definition, with paths made relative to the current folder.
type Task struct {
	File       string
	Inputs     []string
	Properties []TaskProperty
	// PtrBits is 32 for ILP32, 64 for LP64, 0 if the task does not say.
	PtrBits int
}

// Expected is the verdict a task claims.
type Expected uint8

// The expected verdicts.
const (
	ExpectNothing Expected = iota
	ExpectTrue
	ExpectFalse
)

func (e Expected) String() string { return [...]string{"", "true", "false"}[e] }

// TaskProperty is one property of a task.
type TaskProperty struct {
	Property
	Expected    Expected
	Subproperty string // which one of several an expected violation violates
}

// Verdict is the string of the competition: true, false(unreach-call), or ""
// if nothing is expected.
func (p TaskProperty) Verdict() string {
	if p.Expected != ExpectFalse {
		return p.Expected.String()
	}
	if p.Subproperty != "" {
		return "false(" + p.Subproperty + ")"
	}
	return "false(" + p.Name + ")"
}

// IsTask reports whether a file name is that of a task definition.
func IsTask(file string) bool {
	ext := strings.ToLower(filepath.Ext(file))
	return ext == ".yml" || ext == ".yaml"
}

// ReadTask reads a task definition and the property files it names, and makes
// sure that the input files exist.
func ReadTask(file string) (*Task, error) {
	src, err := ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parseTask(file, src)
}

// Select returns the property to check: unreach-call if it is among them, else
// the first that the verifier supports, else the first.
func (t *Task) Select() TaskProperty {
	for _, p := range t.Properties {
		if p.Name == UnreachCall {
			return p
		}
	}
	for _, p := range t.Properties {
		if p.Supported {
			return p
		}
	}
	return t.Properties[0]
}

// Property returns the task's entry for a property name.
func (t *Task) Property(name string) (TaskProperty, bool) {
	for _, p := range t.Properties {
		if p.Name == name {
			return p, true
		}
	}
	return TaskProperty{}, false
}

// Expects returns what the task says about a property, wherever that was
// read, with the property itself: nothing, if the task does not have it.
func (t *Task) Expects(p Property) TaskProperty {
	for _, q := range t.Properties {
		if q.Name == p.Name && q.Entry == p.Entry && slices.Equal(q.ErrorFuncs, p.ErrorFuncs) {
			q.Property = p
			return q
		}
	}
	return TaskProperty{Property: p}
}

// reader walks the YAML tree and remembers where it is, so that each
// complaint has a position.
type reader struct {
	file string
	tree string // the real path of the folder that no file of the task may leave
}

func (r *reader) errorf(n ast.Node, format string, args ...any) error {
	return ErrorAt(r.file, n, format, args...)
}

func parseTask(file string, src []byte) (*Task, error) {
	r := &reader{file: file, tree: tree(file)}
	if err := checkText(file, src, maxDefinition); err != nil {
		return nil, err
	}
	docs, complaint := ParseYAML(file, src)
	if complaint != nil {
		return nil, complaint
	}
	if len(docs) == 0 {
		return nil, r.errorf(nil, "empty task definition")
	}
	root := docs[0]
	top, err := r.mapping(root, "a task definition")
	if err != nil {
		return nil, err
	}
	t := &Task{File: file}
	if err := r.version(root, top["format_version"]); err != nil {
		return nil, err
	}
	if err := r.inputs(t, root, top["input_files"]); err != nil {
		return nil, err
	}
	if err := r.properties(t, root, top["properties"]); err != nil {
		return nil, err
	}
	if err := r.options(t, top["options"]); err != nil {
		return nil, err
	}
	return t, nil
}

// mapping returns the entries of a mapping by key.
func (r *reader) mapping(n ast.Node, what string) (map[string]ast.Node, error) {
	out := map[string]ast.Node{}
	var second error
	if !Entries(n, func(key string, kv *ast.MappingValueNode) {
		if _, dup := out[key]; dup && second == nil {
			second = r.errorf(kv.Key, "second %q", key)
		}
		out[key] = kv.Value
	}) {
		return nil, r.errorf(n, "%s must be a mapping, not %s", what, Describe(n))
	}
	return out, second
}

// text returns the text of a scalar, as written.
func (r *reader) text(n ast.Node, what string) (string, error) {
	s, ok := Scalar(n)
	if !ok {
		return "", r.errorf(n, "%s must be a string, not %s", what, Describe(n))
	}
	return s, nil
}

func (r *reader) version(root, n ast.Node) error {
	if n == nil {
		return r.errorf(root, "no format_version")
	}
	s, err := r.text(n, "format_version")
	if err != nil {
		return err
	}
	major, _, _ := strings.Cut(s, ".")
	if v, err := strconv.Atoi(major); err != nil || v < 1 || v > 2 {
		return r.errorf(n, "format_version %q is not known, only 1.0 and 2.x are", s)
	}
	return nil
}

func (r *reader) inputs(t *Task, root, n ast.Node) error {
	if n == nil {
		return r.errorf(root, "no input_files")
	}
	items := []ast.Node{n}
	if seq, ok := n.(*ast.SequenceNode); ok {
		items = seq.Values
	}
	if len(items) == 0 {
		return r.errorf(n, "input_files is empty")
	}
	for _, item := range items {
		path, err := r.path(item, "input file")
		switch {
		case err != nil:
			return err
		case IsTask(path):
			return r.errorf(item, "input file %s: is a task definition", path)
		case slices.Contains(t.Inputs, path):
			return r.errorf(item, "input file %s: is named twice", path)
		}
		t.Inputs = append(t.Inputs, path)
	}
	return nil
}

// path returns the path of the file that a scalar names, relative to the
// task's folder. A task comes from somebody else, and what is wrong with a file
// is quoted in messages: it may only name regular files of its own tree, also
// through symbolic links.
func (r *reader) path(n ast.Node, what string) (string, error) {
	s, err := r.text(n, what)
	if err != nil {
		return "", err
	}
	switch {
	case s == "":
		return "", r.errorf(n, "%s has an empty name", what)
	case filepath.IsAbs(s):
		return "", r.errorf(n, "%s %s: must be a path relative to the task definition", what, s)
	}
	path := filepath.Join(filepath.Dir(r.file), filepath.FromSlash(s))
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", r.errorf(n, "%s %s: %s", what, path, reason(err))
	}
	if real, err = filepath.Abs(real); err == nil {
		if rel, err := filepath.Rel(r.tree, real); err != nil || !filepath.IsLocal(rel) {
			return "", r.errorf(n, "%s %s: lies outside of %s, the folder tree of the task", what, path, r.tree)
		}
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return "", r.errorf(n, "%s %s: %s", what, path, reason(err))
	case info.IsDir():
		return "", r.errorf(n, "%s %s: is a directory", what, path)
	case !info.Mode().IsRegular():
		return "", r.errorf(n, "%s %s: is not a regular file", what, path)
	}
	return path, nil
}

// treeHeight is how many folders above that of a task its tree begins. The
// competition has c/SET/TASK.yml with c/properties/NAME.prp next to SET, and
// collections of tasks have a folder for each.
const treeHeight = 2

// tree is the root of the tree that the files of a task may lie in: never that
// of the file system.
func tree(file string) string {
	dir, err := filepath.Abs(filepath.Dir(file))
	if err != nil {
		return filepath.Dir(file)
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	for range treeHeight {
		up := filepath.Dir(dir)
		if filepath.Dir(up) == up {
			break
		}
		dir = up
	}
	return dir
}

func (r *reader) properties(t *Task, root, n ast.Node) error {
	if n == nil {
		return r.errorf(root, "no properties")
	}
	seq, ok := n.(*ast.SequenceNode)
	if !ok || len(seq.Values) == 0 {
		return r.errorf(n, "properties must be a list with at least one entry")
	}
	for _, item := range seq.Values {
		m, err := r.mapping(item, "a property")
		if err != nil {
			return err
		}
		p, err := r.property(item, m)
		if err != nil {
			return err
		}
		t.Properties = append(t.Properties, p)
	}
	return nil
}

func (r *reader) property(item ast.Node, m map[string]ast.Node) (TaskProperty, error) {
	var p TaskProperty
	fn := m["property_file"]
	if fn == nil {
		return p, r.errorf(item, "a property without property_file")
	}
	path, err := r.path(fn, "property file")
	if err != nil {
		return p, err
	}
	if p.Property, err = ReadProperty(path); err != nil {
		return p, err
	}
	if v := m["expected_verdict"]; v != nil {
		s, err := r.text(v, "expected_verdict")
		if err != nil {
			return p, err
		}
		switch strings.ToLower(s) {
		case "true":
			p.Expected = ExpectTrue
		case "false":
			p.Expected = ExpectFalse
		default:
			return p, r.errorf(v, "expected_verdict must be true or false, not %q", s)
		}
	}
	if s := m["subproperty"]; s != nil {
		if p.Subproperty, err = r.text(s, "subproperty"); err != nil {
			return p, err
		}
	}
	return p, nil
}

func (r *reader) options(t *Task, n ast.Node) error {
	if n == nil || n.Type() == ast.NullType {
		return nil
	}
	m, err := r.mapping(n, "options")
	if err != nil {
		return err
	}
	if l := m["language"]; l != nil {
		s, err := r.text(l, "language")
		if err != nil {
			return err
		}
		if s != "C" {
			return r.errorf(l, "language %q is not C", s)
		}
	}
	if d := m["data_model"]; d != nil {
		s, err := r.text(d, "data_model")
		if err != nil {
			return err
		}
		if t.PtrBits, err = ParseDataModel(s); err != nil {
			return r.errorf(d, "%v", err)
		}
	}
	return nil
}

// ParseDataModel returns the width of pointers in a data model.
func ParseDataModel(s string) (ptrBits int, err error) {
	switch s {
	case "ILP32":
		return 32, nil
	case "LP64":
		return 64, nil
	}
	return 0, fmt.Errorf("data model %q is neither ILP32 nor LP64", s)
}

// DataModel is the name of the data model with pointers of that width.
func DataModel(ptrBits int) string {
	if ptrBits == 32 {
		return "ILP32"
	}
	return "LP64"
}
