package target

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/fault"
	"culprit/frontend"
	"culprit/frontend/cpp"
	"culprit/svcomp"
)

// Program is what the user asked to look at.
type Program struct {
	File     string            // the first C file
	Files    []frontend.Source // all of them
	PtrBits  int
	Property svcomp.Property
	Expected string // verdict of the task file, "" if none
	// Refused says why the program is not looked at although nothing is
	// wrong with it; the answer is UNKNOWN.
	Refused string
	// Compile is what the command line says about the text.
	Compile CompileFlags
	// Labels makes the label ERROR an error in executions, too.
	Labels bool
	Call   *frontend.Call // of --entry, or nil
}

// Executed is what makes an execution violate the property, besides failed
// assertions and undefined behaviour.
func (t *Program) Executed() fault.Property { return fault.PropertyOf(t.Property.Checks()) }

// DefaultPtrBits is the data model where neither flag nor task says one: the
// one of the machines most users have.
const DefaultPtrBits = 64

// Load reads the C files of a program, or a task definition and its C
// files. Every error is a console.InputError.
func Load(names []string, property, model string, compile CompileFlags) (*Program, error) {
	t := &Program{PtrBits: DefaultPtrBits, Property: svcomp.Default(), Compile: compile}
	var task *svcomp.Task
	for _, name := range names {
		if !svcomp.IsTask(name) {
			continue
		}
		if len(names) > 1 {
			return nil, console.BadFile(name, "a task definition stands alone, not among %d files", len(names))
		}
		var err error
		if task, err = svcomp.ReadTask(name); err != nil {
			return nil, console.Complaint(err)
		}
		names = task.Inputs
		if task.PtrBits != 0 {
			t.PtrBits = task.PtrBits
		}
		p := task.Select()
		t.Property, t.Expected = p.Property, p.Verdict()
	}
	if property != "" {
		if err := t.choose(task, property); err != nil {
			return nil, console.Complaint(err)
		}
	}
	if compile.Wrapv && t.Property.Checks()&safety.Overflow != 0 {
		return nil, console.BadInput("--wrapv: signed overflow is no error then, and --property %s asks whether there is any", t.Property.Name)
	}
	if model != "" {
		bits, err := svcomp.ParseDataModel(model)
		if err != nil {
			return nil, console.BadInput("--data-model: %v", err)
		}
		t.PtrBits = bits
	}
	if IsProject(names[0]) {
		if err := t.fromProject(names, model != ""); err != nil {
			return nil, err
		}
		names = nil
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, console.BadFile(name, "is named twice")
		}
		src, err := svcomp.ReadFile(name)
		if err != nil {
			return nil, console.Complaint(err)
		}
		if err := checkText(name, src); err != nil {
			return nil, console.Complaint(err)
		}
		t.Files = append(t.Files, frontend.Source{Name: name, Text: src})
	}
	t.File = t.Files[0].Name
	if compile.Entry != "" {
		if err := t.enter(property != ""); err != nil {
			return nil, err
		}
	}
	if !t.Property.Supported {
		t.Refused = fmt.Sprintf("the property %s is not supported yet", t.Property.Name)
	}
	return t, nil
}

// fromProject takes the files that the program needs from a compilation database.
func (t *Program) fromProject(names []string, modelGiven bool) error {
	file, function := "", cmp.Or(t.Compile.Entry, "main")
	switch {
	case len(names) > 2:
		return console.BadFile(names[0], "of a project, one file can be named where the program begins, not %d", len(names)-1)
	case len(names) == 2:
		file = names[1]
	}
	p, err := ReadProject(names[0], t.Config(false), nil)
	if err != nil {
		return err
	}
	files, model, unsigned, err := p.Program(function, file)
	if err != nil {
		return err
	}
	t.Files = files
	t.Compile.Unsigned = t.Compile.Unsigned || unsigned
	if model != "" && !modelGiven {
		t.PtrBits, _ = svcomp.ParseDataModel(model)
	}
	return nil
}

// choose takes the property that the command line names, from the task if that
// has one of this name.
func (t *Program) choose(task *svcomp.Task, property string) error {
	if task != nil {
		if p, ok := task.Property(property); ok {
			t.Property, t.Expected = p.Property, p.Verdict()
			return nil
		}
	}
	p, err := svcomp.LoadProperty(property)
	if err != nil {
		return err
	}
	t.Property, t.Expected = p, ""
	if task != nil {
		t.Expected = task.Expects(p).Verdict()
	}
	return nil
}

// checkText rejects files that are no C text at all, before the front end
// complains about something less helpful.
func checkText(file string, src []byte) error {
	if len(bytes.TrimSpace(src)) == 0 {
		return &svcomp.Error{File: file, Line: 1, Col: 1, Msg: "the file is empty"}
	}
	if i := bytes.IndexByte(src, 0); i >= 0 {
		head := src[:i]
		line := bytes.Count(head, []byte{'\n'}) + 1
		col := i - bytes.LastIndexByte(head, '\n')
		return &svcomp.Error{File: file, Line: line, Col: col, Msg: "not a C text file (NUL byte)"}
	}
	return nil
}

// Parse lowers the target, for verification or, with host, for an execution
// as C does it. Errors in the program are console.InputErrors.
func (t *Program) Parse(host bool) (*cfg.Program, error) {
	prog, err := frontend.ParseFiles(t.Files, t.Config(host))
	if err != nil {
		return nil, t.CError(err)
	}
	return prog, nil
}

// Config says how the target is lowered.
func (t *Program) Config(host bool) frontend.Config {
	c := frontend.Config{PtrBits: t.PtrBits, ErrorFuncs: t.Property.ErrorFuncs, Main: t.Property.Entry, Execute: host, Checks: t.Property.Checks()}
	t.Compile.apply(&c)
	c.Call = t.Call
	if t.Property.IsDefault() {
		// Programs of all ages write the same error differently.
		c.ErrorFuncs, c.ErrorLabels = nil, !host || t.Labels
	}
	return c
}

// CError makes an error of the front end a console.InputError, unless it is a defect.
func (t *Program) CError(err error) error {
	var fe *cpp.Error
	switch {
	case errors.As(err, new(*frontend.InternalError)):
		return err
	case errors.As(err, &fe) && fe.Pos.Line == 0: // about the file as a whole
		err = &svcomp.Error{File: t.File, Line: 1, Col: 1, Msg: fe.Msg}
	case t.Call != nil && errors.As(err, &fe) && fe.Pos.File == t.Call.Text.Name: // such as an --assume that is none
		err = fmt.Errorf("--entry %s: %w", t.Compile.Entry, err)
	case !slices.ContainsFunc(t.Files, func(f frontend.Source) bool { return strings.HasPrefix(err.Error(), f.Name+":") }): // in a header
		err = fmt.Errorf("%s:1:1: %w", t.File, err)
	}
	return console.Complaint(err)
}

// enter lets the program begin at the function of --entry.
func (t *Program) enter(asked bool) error {
	conf := t.Config(false)
	if err := frontend.Enter(t.Files, t.Compile.call(), &conf); err != nil {
		return t.CError(err)
	}
	switch {
	case !asked && conf.Call.Promises:
		t.Property, _ = svcomp.Named(safety.AllAsserts)
	case !asked:
		t.Property, _ = svcomp.Named(safety.UB)
	}
	t.Property.Entry, t.Call = conf.Main, conf.Call
	return nil
}
