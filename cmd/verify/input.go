package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/fault"
	"culprit/frontend"
	"culprit/frontend/cpp"
	"culprit/svcomp"
)

// target is what the user asked to look at.
type target struct {
	file     string            // the first C file
	files    []frontend.Source // all of them
	ptrBits  int
	property svcomp.Property
	expected string // verdict of the task file, "" if none
	// refused says why the program is not looked at although nothing is
	// wrong with it; the answer is UNKNOWN.
	refused string
	// compile is what the command line says about the text.
	compile compileFlags
	// labels makes the label ERROR an error in executions, too.
	labels bool
	call   *frontend.Call // of --entry, or nil
}

// executed is what makes an execution violate the property, besides failed
// assertions and undefined behaviour.
func (t *target) executed() fault.Property { return fault.PropertyOf(t.property.Checks()) }

// defaultPtrBits is the data model where neither flag nor task says one: the
// one of the machines most users have.
const defaultPtrBits = 64

// loadTarget reads the C files of a program, or a task definition and its C
// files. Every error is an inputError.
func loadTarget(names []string, property, model string, compile compileFlags) (*target, error) {
	t := &target{ptrBits: defaultPtrBits, property: svcomp.Default(), compile: compile}
	var task *svcomp.Task
	for _, name := range names {
		if !svcomp.IsTask(name) {
			continue
		}
		if len(names) > 1 {
			return nil, badFile(name, "a task definition stands alone, not among %d files", len(names))
		}
		var err error
		if task, err = svcomp.ReadTask(name); err != nil {
			return nil, inputError{err}
		}
		names = task.Inputs
		if task.PtrBits != 0 {
			t.ptrBits = task.PtrBits
		}
		p := task.Select()
		t.property, t.expected = p.Property, p.Verdict()
	}
	if property != "" {
		if err := t.choose(task, property); err != nil {
			return nil, inputError{err}
		}
	}
	if compile.Wrapv && t.property.Checks()&safety.Overflow != 0 {
		return nil, badInput("--wrapv: signed overflow is no error then, and --property %s asks whether there is any", t.property.Name)
	}
	if model != "" {
		bits, err := svcomp.ParseDataModel(model)
		if err != nil {
			return nil, badInput("--data-model: %v", err)
		}
		t.ptrBits = bits
	}
	if isProject(names[0]) {
		if err := t.fromProject(names, model != ""); err != nil {
			return nil, err
		}
		names = nil
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return nil, badFile(name, "is named twice")
		}
		src, err := svcomp.ReadFile(name)
		if err != nil {
			return nil, inputError{err}
		}
		if err := checkText(name, src); err != nil {
			return nil, inputError{err}
		}
		t.files = append(t.files, frontend.Source{Name: name, Text: src})
	}
	t.file = t.files[0].Name
	if compile.Entry != "" {
		if err := t.enter(property != ""); err != nil {
			return nil, err
		}
	}
	if !t.property.Supported {
		t.refused = fmt.Sprintf("the property %s is not supported yet", t.property.Name)
	}
	return t, nil
}

// fromProject takes the files that the program needs from a compilation database.
func (t *target) fromProject(names []string, modelGiven bool) error {
	file, function := "", cmp.Or(t.compile.Entry, "main")
	switch {
	case len(names) > 2:
		return badFile(names[0], "of a project, one file can be named where the program begins, not %d", len(names)-1)
	case len(names) == 2:
		file = names[1]
	}
	p, err := readProject(names[0], t.config(false), nil)
	if err != nil {
		return err
	}
	files, model, unsigned, err := p.program(function, file)
	if err != nil {
		return err
	}
	t.files = files
	t.compile.Unsigned = t.compile.Unsigned || unsigned
	if model != "" && !modelGiven {
		t.ptrBits, _ = svcomp.ParseDataModel(model)
	}
	return nil
}

// choose takes the property that the command line names, from the task if that
// has one of this name.
func (t *target) choose(task *svcomp.Task, property string) error {
	if task != nil {
		if p, ok := task.Property(property); ok {
			t.property, t.expected = p.Property, p.Verdict()
			return nil
		}
	}
	p, err := svcomp.LoadProperty(property)
	if err != nil {
		return err
	}
	t.property, t.expected = p, ""
	if task != nil {
		t.expected = task.Expects(p).Verdict()
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

// parse lowers the target, for verification or, with host, for an execution
// as C does it. Errors in the program are inputErrors.
func (t *target) parse(host bool) (*cfg.Program, error) {
	prog, err := frontend.ParseFiles(t.files, t.config(host))
	if err != nil {
		return nil, t.cError(err)
	}
	return prog, nil
}

// config says how the target is lowered.
func (t *target) config(host bool) frontend.Config {
	c := frontend.Config{PtrBits: t.ptrBits, ErrorFuncs: t.property.ErrorFuncs, Main: t.property.Entry, Execute: host, Checks: t.property.Checks()}
	t.compile.apply(&c)
	c.Call = t.call
	if t.property.IsDefault() {
		// Programs of all ages write the same error differently.
		c.ErrorFuncs, c.ErrorLabels = nil, !host || t.labels
	}
	return c
}

// cError makes an error of the front end an inputError, unless it is a defect.
func (t *target) cError(err error) error {
	var fe *cpp.Error
	switch {
	case errors.As(err, new(*frontend.InternalError)):
		return err
	case errors.As(err, &fe) && fe.Pos.Line == 0: // about the file as a whole
		err = &svcomp.Error{File: t.file, Line: 1, Col: 1, Msg: fe.Msg}
	case t.call != nil && errors.As(err, &fe) && fe.Pos.File == t.call.Text.Name: // such as an --assume that is none
		err = fmt.Errorf("--entry %s: %w", t.compile.Entry, err)
	case !slices.ContainsFunc(t.files, func(f frontend.Source) bool { return strings.HasPrefix(err.Error(), f.Name+":") }): // in a header
		err = fmt.Errorf("%s:1:1: %w", t.file, err)
	}
	return inputError{err}
}

// byteSize is a number of bytes, written as 6GiB, 500MB or 4096.
type byteSize uint64

var units = []struct {
	suffix string
	factor uint64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}, {"B", 1},
}

// UnmarshalText implements encoding.TextUnmarshaler for kong.
func (b *byteSize) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	factor := uint64(1)
	for _, u := range units {
		if strings.HasSuffix(s, u.suffix) {
			s, factor = strings.TrimSpace(strings.TrimSuffix(s, u.suffix)), u.factor
			break
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || !(f > 0) || f*float64(factor) >= 1<<63 {
		return fmt.Errorf("want a size such as 6GiB or 500MB, not %q", text)
	}
	*b = byteSize(f * float64(factor))
	return nil
}

func (b byteSize) String() string {
	switch {
	case b >= 1<<30 && b%(1<<30) == 0:
		return fmt.Sprintf("%d GiB", b>>30)
	case b >= 1e6 && b%1e6 == 0:
		return fmt.Sprintf("%d MB", b/1e6)
	case b >= 1<<20:
		return fmt.Sprintf("%d MiB", b>>20)
	}
	return fmt.Sprintf("%d bytes", uint64(b))
}
