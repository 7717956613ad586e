package witness

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit/svcomp"

	"github.com/goccy/go-yaml/ast"
)

// The rules for the contents of entries.

// Formats of expressions.
const (
	cExpression    = "c_expression"
	acslExpression = "acsl_expression"
)

func (r *reader) invariants(e *Entry, n ast.Node) {
	seq, ok := svcomp.Bare(n).(*ast.SequenceNode)
	if !ok {
		r.complain(n, `"content" must be a list, not %s`, svcomp.Describe(n))
		return
	}
	for _, item := range seq.Values {
		f := r.mapping(item, "an element of an invariant_set")
		if f == nil {
			continue
		}
		for key := range f.m {
			switch key {
			case "invariant":
				r.invariant(e, f.m[key])
			case "function_contract", "contract":
				e.Unsupported = "function contracts"
			default:
				r.complain(item, `an invariant_set contains "invariant", not %q`, key)
			}
		}
	}
}

func (r *reader) invariant(e *Entry, n ast.Node) {
	f := r.mapping(n, "an invariant", "type", "location", "value", "format")
	if f == nil {
		return
	}
	var inv Invariant
	inv.Line = svcomp.ErrorAt(r.file, n, "").Line
	inv.Type = f.text("type")
	switch {
	case strings.HasSuffix(inv.Type, "_transition_invariant") || inv.Type == "function_contract":
		e.Unsupported = "invariants of type " + inv.Type
		return
	case f.m["type"] != nil && inv.Type != LoopInvariant && inv.Type != LocationInvariant:
		r.complain(f.m["type"], "unknown invariant type %s", quoted(f.m["type"]))
	}
	if l := f.get("location"); l != nil {
		inv.Location = r.location(e, l)
	}
	inv.Value = f.text("value")
	if v := f.m["value"]; v != nil && strings.TrimSpace(inv.Value) == "" {
		r.complain(v, "an empty invariant")
	}
	switch format := f.text("format"); {
	case format == cExpression || f.m["format"] == nil:
	case format == acslExpression || strings.HasPrefix(format, "ext_"):
		e.Unsupported = "invariants in the format " + format
	default:
		r.complain(f.m["format"], "unknown format %s", quoted(f.m["format"]))
	}
	e.Invariants = append(e.Invariants, inv)
}

func (r *reader) location(e *Entry, n ast.Node) (l Location) {
	f := r.mapping(n, "a location", "file_name", "line", "column", "function")
	if f == nil {
		return l
	}
	l.File = f.text("file_name")
	if v := f.get("line"); v != nil {
		if l.Line = f.number("line", v); l.Line == 0 && svcomp.Bare(v).Type() == ast.IntegerType {
			r.complain(v, "lines count from 1")
		}
	}
	if v := f.m["column"]; v != nil {
		if l.Column = f.number("column", v); l.Column == 0 {
			r.note(v, "columns count from 1")
		}
	}
	l.Function = f.optional("function")
	if v := f.m["file_name"]; v != nil && l.File != "" && len(e.Metadata.Task.InputFiles) > 0 && !ofTask(e.Metadata.Task, l.File) {
		r.complain(v, "%s is not one of the input files", quoted(v))
	} else if v != nil && ambiguous(e.Metadata.Task, l.File) {
		r.complain(v, "%s may be one input file or another", quoted(v))
	}
	return l
}

// ofTask reports whether a file is an input file of the task. Folders differ
// from tool to tool.
func ofTask(t Task, file string) bool {
	return slices.ContainsFunc(t.InputFiles, func(f string) bool { return Base(f) == Base(file) })
}

// ambiguous reports whether several input files have the name of a file, but
// in other folders.
func ambiguous(t Task, file string) bool {
	n := 0
	for _, f := range t.InputFiles {
		if f == file {
			return false
		}
		if Base(f) == Base(file) {
			n++
		}
	}
	return n > 1
}

// Base is the name of a file without its folders.
func Base(file string) string {
	return file[strings.LastIndexAny(file, `/\`)+1:]
}

func (r *reader) segments(e *Entry, n ast.Node) {
	items := r.list(n, `"content"`)
	for i, item := range items {
		f := r.mapping(item, "an element of a violation_sequence", "segment")
		if f == nil {
			continue
		}
		list := f.get("segment")
		if list == nil {
			continue
		}
		var s Segment
		points := r.list(list, "a segment")
		for j, p := range points {
			g := r.mapping(p, "an element of a segment", "waypoint")
			if g == nil {
				continue
			}
			w := g.get("waypoint")
			if w == nil {
				continue
			}
			wp, ok := r.waypoint(e, w)
			if !ok {
				continue
			}
			if e.Unsupported == "" {
				r.order(wp, w, j == len(points)-1, i == len(items)-1)
			}
			s = append(s, wp)
		}
		e.Segments = append(e.Segments, s)
	}
}

// order checks the rules about what comes last.
func (r *reader) order(w Waypoint, n ast.Node, last, final bool) {
	switch {
	case w.Action == "" || w.Type == "":
	case w.Action == Follow && !last:
		r.complain(n, "a waypoint to follow must be the last of its segment")
	case w.Action == Avoid && last:
		r.complain(n, "the last waypoint of a segment must be one to follow")
	case w.Type == Target && w.Action != Follow:
		r.complain(n, "a target must be followed")
	case w.Type == Target && !final:
		r.complain(n, "a target must be in the last segment")
	case final && last && w.Type != Target:
		r.complain(n, "the last waypoint must be a target")
	}
}

// Result divides the constraint of a FunctionReturn into its comparison and the
// text of what the result is compared with.
func (w *Waypoint) Result() (comparison, constant string, ok bool) {
	m := resultRE.FindStringSubmatch(w.Constraint)
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// resultRE is the form of constraints on results.
var resultRE = regexp.MustCompile(`^\s*\\result\s*(==|!=|<=|>=|<|>)\s*(.*\S)\s*$`)

func (r *reader) waypoint(e *Entry, n ast.Node) (w Waypoint, ok bool) {
	f := r.mapping(n, "a waypoint", "type", "action", "location", "constraint")
	if f == nil {
		return w, false
	}
	w.Line = svcomp.ErrorAt(r.file, n, "").Line
	w.Type, w.Action = f.text("type"), f.text("action")
	switch w.Type {
	case Assumption, Branching, FunctionEnter, FunctionReturn, Target, "":
	case "recurrence_condition":
		e.Unsupported = "waypoints of type " + w.Type
		w.Type = ""
	default:
		r.complain(f.m["type"], "unknown waypoint type %s", quoted(f.m["type"]))
		w.Type = ""
	}
	switch w.Action {
	case Follow, Avoid, "":
	case "cycle":
		e.Unsupported = "waypoints with the action cycle"
		w.Action = ""
	default:
		r.complain(f.m["action"], "unknown action %s", quoted(f.m["action"]))
		w.Action = ""
	}
	if f.m["thread_id"] != nil {
		e.Unsupported = "threads"
	}
	if l := f.get("location"); l != nil {
		w.Location = r.location(e, l)
	}
	c := f.m["constraint"]
	switch {
	case c == nil || c.Type() == ast.NullType:
		if w.Type == Assumption || w.Type == Branching {
			r.complain(n, "a waypoint of type %s has no constraint", w.Type)
		} else if w.Type == FunctionReturn {
			r.note(n, "a waypoint of type %s has no constraint", w.Type)
		}
	case w.Type == Target || w.Type == FunctionEnter:
		r.complain(c, "a waypoint of type %s must not have a constraint", w.Type)
	default:
		r.constraint(e, &w, c)
	}
	return w, true
}

func (r *reader) constraint(e *Entry, w *Waypoint, n ast.Node) {
	f := r.mapping(n, "a constraint", "value", "format")
	if f == nil {
		return
	}
	w.Constraint, w.Format = strings.TrimSpace(f.text("value")), f.optional("format")
	v := f.m["value"]
	if v == nil {
		return
	}
	switch w.Type {
	case Assumption:
		switch {
		case w.Constraint == "":
			r.complain(v, "an empty assumption")
		case w.Format == acslExpression:
			e.Unsupported = "assumptions in the format " + w.Format
		case f.m["format"] == nil:
			r.note(n, "a constraint has no format")
		case w.Format != cExpression:
			r.complain(f.m["format"], "unknown format %s", quoted(f.m["format"]))
		}
	case FunctionReturn:
		switch {
		case !resultRE.MatchString(w.Constraint):
			r.complain(v, `a constraint on a result must be \result, a comparison and a constant, not %s`, quoted(v))
		case w.Format != acslExpression:
			r.note(n, "the format of a constraint on a result must be %s", acslExpression)
		}
	case Branching:
		if _, err := strconv.ParseInt(w.Constraint, 0, 64); err != nil &&
			w.Constraint != "true" && w.Constraint != "false" && w.Constraint != "default" {
			if _, err := strconv.ParseUint(w.Constraint, 0, 64); err != nil {
				r.complain(v, "a branching goes true, false, default or to a number, not %s", quoted(v))
			}
		}
	}
}
