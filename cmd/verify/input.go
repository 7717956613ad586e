package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/svcomp"
)

// target is what the user asked to look at.
type target struct {
	file     string // the C file
	src      []byte
	ptrBits  int
	property svcomp.Property
	expected string // verdict of the task file, "" if none
	// refused says why the program is not looked at although nothing is
	// wrong with it; the answer is UNKNOWN.
	refused string
	// includes are the folders of -I.
	includes []string
	// labels makes the label ERROR an error in executions, too.
	labels bool
}

// defaultPtrBits is the data model where neither flag nor task says one: the
// one of the machines most users have.
const defaultPtrBits = 64

// loadTarget reads a C file, or a task definition and its C file. Every error
// is an inputError.
func loadTarget(file, property, model string, includes ...string) (*target, error) {
	t := &target{file: file, ptrBits: defaultPtrBits, property: svcomp.Default(), includes: includes}
	if svcomp.IsTask(file) {
		if err := t.fromTask(file); err != nil {
			return nil, inputError{err}
		}
	}
	if property != "" {
		p, err := svcomp.LoadProperty(property)
		if err != nil {
			return nil, inputError{err}
		}
		if p.Name != t.property.Name {
			t.expected = ""
		}
		t.property = p
	}
	if model != "" {
		bits, err := svcomp.ParseDataModel(model)
		if err != nil {
			return nil, badInput("--data-model: %v", err)
		}
		t.ptrBits = bits
	}
	src, err := svcomp.ReadFile(t.file)
	if err != nil {
		return nil, inputError{err}
	}
	t.src = src
	if err := checkText(t.file, src); err != nil {
		return nil, inputError{err}
	}
	if !t.property.Supported {
		t.refused = fmt.Sprintf("the property %s is not supported yet, only %s is", t.property.Name, svcomp.UnreachCall)
	}
	return t, nil
}

func (t *target) fromTask(file string) error {
	task, err := svcomp.ReadTask(file)
	if err != nil {
		return err
	}
	t.file = task.Inputs[0]
	if task.PtrBits != 0 {
		t.ptrBits = task.PtrBits
	}
	p := task.Select()
	t.property, t.expected = p.Property, p.Verdict()
	if len(task.Inputs) > 1 {
		t.refused = fmt.Sprintf("the program has %d input files, only one is supported", len(task.Inputs))
	}
	return nil
}

// checkText rejects files that are no C text at all, before the front end
// complains about something less helpful.
func checkText(file string, src []byte) error {
	if len(bytes.TrimSpace(src)) == 0 {
		return fmt.Errorf("%s:1:1: the file is empty", file)
	}
	if i := bytes.IndexByte(src, 0); i >= 0 {
		head := src[:i]
		line := bytes.Count(head, []byte{'\n'}) + 1
		col := i - bytes.LastIndexByte(head, '\n')
		return fmt.Errorf("%s:%d:%d: not a C text file (NUL byte)", file, line, col)
	}
	return nil
}

// parse lowers the target, for verification or, with host, for an execution
// as C does it. Errors in the program are inputErrors.
func (t *target) parse(host bool) (*cfg.Program, error) {
	c := frontend.Config{PtrBits: t.ptrBits, ErrorFuncs: t.property.ErrorFuncs, IncludeDirs: t.includes, Execute: host}
	if !host {
		c.Checks = t.property.Checks()
	}
	if t.property.IsDefault() {
		// Programs of all ages write the same error differently.
		c.ErrorFuncs, c.ErrorLabels = nil, !host || t.labels
	}
	prog, err := frontend.Parse(t.file, t.src, c)
	if err == nil {
		return prog, nil
	}
	var fe *frontend.Error
	switch {
	case errors.As(err, new(*frontend.InternalError)):
		return nil, err
	case errors.As(err, &fe) && fe.Pos.Line == 0: // about the file as a whole
		err = fmt.Errorf("%s:1:1: %s", t.file, fe.Msg)
	case !strings.HasPrefix(err.Error(), t.file+":"): // in a header
		err = fmt.Errorf("%s:1:1: %w", t.file, err)
	}
	return nil, inputError{err}
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
	case b >= 1<<20:
		return fmt.Sprintf("%d MiB", b>>20)
	}
	return fmt.Sprintf("%d bytes", uint64(b))
}
