package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/frontend/extern"
	"culprit/harness"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
)

// writeHarness writes, for each trace, a C file that makes the compiled
// program fail in the same way, and a test case of the competition format.
func (c *verifyCommand) writeHarness(a *app, t *target.Program, out outcome, rep *report.Report) error {
	if len(rep.Traces) == 0 {
		return nil
	}
	externs, err := extern.List(t.Files, t.Config(false))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.TestHarness, 0o755); err != nil {
		return err
	}
	base := filepath.Base(rep.File)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	producer := "verify " + version
	var more []string
	for _, f := range t.Files[1:] {
		more = append(more, f.Name)
	}
	for i := range rep.Traces {
		tr := &rep.Traces[i]
		name := filepath.Join(c.TestHarness, fmt.Sprintf("%s.trace-%d", base, tr.ID))
		prog, found := out.trace(i)
		trace, pattern := calm(prog, found.Trace)
		h := harness.New(prog, trace, externs, harness.Options{
			Tool: producer, Name: name, ErrorFuncs: errorFuncs(t), Pattern: pattern, More: more,
		})
		for _, f := range accessFaults(prog, trace) {
			h.Lose("the %v at %v, which may end the compiled program", f.Kind, f.At)
		}
		for _, l := range h.Loose {
			fmt.Fprintf(a.Stderr, "%s.c: warning: does not control %s\n", name, console.OneLine(l))
		}
		files := map[string]func(io.Writer) error{
			name + ".c": func(w io.Writer) error { _, err := w.Write(h.Source()); return err },
			filepath.Join(c.TestHarness, fmt.Sprintf("testcase-%d.xml", tr.ID)): func(w io.Writer) error {
				return svcomp.WriteTestcase(w, testInputs(h, tr))
			},
		}
		if h.Stdin != nil {
			files[name+".stdin"] = func(w io.Writer) error { _, err := w.Write(h.Stdin); return err }
		}
		for path, write := range files {
			if err := console.WriteFile(path, write); err != nil {
				return err
			}
		}
	}
	meta := svcomp.TestMetadata{
		Producer: producer, ProgramFile: t.File, Program: t.Files[0].Text, PtrBits: t.PtrBits, Created: time.Now(),
		Specification: specification(t),
	}
	return console.WriteFile(filepath.Join(c.TestHarness, "metadata.xml"), func(w io.Writer) error {
		return svcomp.WriteTestMetadata(w, meta)
	})
}

// calm is the trace with other values in place of uninitialised ones, as far as
// they do not matter for it: zero, which a harness can arrange most easily. If
// not all can be zero, a compiler may fill them with a pattern.
func calm(prog *cfg.Program, tr *cfg.Trace) (out *cfg.Trace, pattern bool) {
	out = &cfg.Trace{Edges: tr.Edges, Inputs: slices.Clone(tr.Inputs)}
	zero := func(k int) { out.Inputs[k].Value, out.Inputs[k].Mem = 0, nil }
	var wild []int // those that are not zero
	autos := false // some of them are variables
	for k, in := range tr.Inputs {
		kind, ok := uninitialised(tr.Edges[in.Step].Stmt)
		if ok && (in.Value != 0 || len(in.Mem) > 0) {
			wild = append(wild, k)
			autos = autos || kind == autoVar
			zero(k)
		}
	}
	if len(wild) == 0 || interp.Replay(prog, out) == nil {
		return out, false
	}
	copy(out.Inputs, tr.Inputs)
	if autos && fillPattern(out) && interp.Replay(prog, out) == nil {
		return out, true
	}
	copy(out.Inputs, tr.Inputs)
	for _, k := range wild[:min(len(wild), maxInputs)] {
		if zero(k); interp.Replay(prog, out) != nil {
			out.Inputs[k] = tr.Inputs[k]
		}
	}
	return out, false
}

// autoKind says what an uninitialised value belongs to.
type autoKind uint8

const (
	heapBlock autoKind = iota
	autoVar
)

// uninitialised reports whether a statement leaves something uninitialised.
func uninitialised(s cfg.Stmt) (autoKind, bool) {
	switch s := s.(type) {
	case *cfg.Havoc:
		return autoVar, s.Kind == cfg.Uninit
	case *cfg.MemHavoc:
		return autoVar, s.Kind == cfg.Uninit
	case *cfg.Alloc:
		return heapBlock, true
	}
	return heapBlock, false
}

// fillPattern gives all uninitialised variables the pattern of gcc. It fails
// for memory whose place is not known.
func fillPattern(tr *cfg.Trace) bool {
	for k := range tr.Inputs {
		in := &tr.Inputs[k]
		switch s := tr.Edges[in.Step].Stmt.(type) {
		case *cfg.Havoc:
			if s.Kind == cfg.Uninit {
				in.Value = cfg.Mask(0x0101010101010101*harness.PatternByte, s.Dst.Type.Width())
			}
		case *cfg.MemHavoc:
			if s.Kind != cfg.Uninit {
				continue
			}
			obj, ok := s.Dst.(*cfg.AddrOf)
			size, known := s.Size.(*cfg.Const)
			if !ok || !known || size.V > 1<<20 {
				return false
			}
			in.Mem = map[uint64]byte{}
			for i := range size.V {
				in.Mem[obj.Obj.Addr+i] = harness.PatternByte
			}
		case *cfg.Alloc:
			if s.Stack {
				return false
			}
		}
	}
	return true
}

// accessFaults are the places where a trace accesses memory that it must not.
func accessFaults(prog *cfg.Program, tr *cfg.Trace) []interp.Fault {
	res, err := interp.ReplayNotes(prog, tr)
	if err != nil {
		return nil // it was replayed before it was reported
	}
	return slices.DeleteFunc(res.Notes, func(f interp.Fault) bool {
		switch f.Kind {
		case interp.NullAccess, interp.WildAccess, interp.OutOfBounds, interp.UseAfterFree, interp.ConstWrite:
			return false
		}
		return true
	})
}

// testInputs are the values of the __VERIFIER_nondet functions with the names
// that the report has for them.
func testInputs(h *harness.Harness, tr *report.Trace) []svcomp.TestInput {
	var out []svcomp.TestInput
	for _, k := range h.Calls {
		in := svcomp.TestInput{Type: k.Type, Value: k.Value}
		if k.Input < len(tr.Inputs) {
			in.Variable = tr.Inputs[k.Input].Name
		}
		out = append(out, in)
	}
	return out
}

// errorFuncs are the functions whose call violates the property.
func errorFuncs(t *target.Program) []string {
	if t.Property.IsDefault() {
		return []string{"reach_error", "__VERIFIER_error"}
	}
	return t.Property.ErrorFuncs
}

// specification is the property in the language of test metadata.
func specification(t *target.Program) string {
	if fns := errorFuncs(t); len(fns) > 0 {
		return fmt.Sprintf("COVER( init(main()), FQL(COVER EDGES(@CALL(%s))) )", fns[0])
	}
	return t.Property.Name
}

// readTestcase reads a test case of the competition format.
func readTestcase(file string) ([]string, error) {
	text, err := svcomp.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parseTestcase(file, text)
}

// parseTestcase is svcomp.ParseTestcase with the name of the file in its errors.
func parseTestcase(file string, text []byte) ([]string, error) {
	values, err := svcomp.ParseTestcase(text)
	if e := (*svcomp.Error)(nil); errors.As(err, &e) {
		e.File = file
	}
	return values, err
}

// testcase gives an execution the values of a test case for the results of
// the __VERIFIER_nondet functions, and zero for everything else that is not
// known. The first value that does not fit ends it, and err says why.
type testcase struct {
	values []string
	next   int
	err    error
}

// Value implements interp.InputSource.
func (t *testcase) Value(e *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if !strings.HasPrefix(h.Func, "__VERIFIER_nondet") {
		return 0, true
	}
	if t.next == len(t.values) {
		return 0, false
	}
	v, err := svcomp.ParseValue(t.values[t.next], h.Dst.Type)
	t.next++
	if err != nil {
		t.err = fmt.Errorf("input %d, which %s takes at %v: %w", t.next, h.Func, e.Pos, err)
	}
	return v, err == nil
}

// Memory implements interp.InputSource.
func (t *testcase) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }
