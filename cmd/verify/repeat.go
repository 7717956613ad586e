package main

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/cmd/verify/console"
	"culprit/interp"
	"culprit/report"
	"culprit/svcomp"
)

// recorded gives an execution the inputs of a trace, in their order. The
// first input that does not fit ends it, and err says why.
type recorded struct {
	inputs []report.Input
	next   int
	err    error
}

// take returns the next input, which must be of the kind that e takes.
func (r *recorded) take(e *cfg.Edge) *report.Input {
	if r.next >= len(r.inputs) {
		r.fail(e, "no input is left")
		return nil
	}
	in := &r.inputs[r.next]
	if kind := report.KindOfInput(e.Stmt); kind != in.Kind {
		r.fail(e, "input %d is %s (%s), and the program takes %s", r.next+1, in.Kind, in.Name, kind)
		return nil
	}
	r.next++
	return in
}

func (r *recorded) fail(e *cfg.Edge, format string, args ...any) {
	if r.err == nil {
		at := ""
		if e.Pos.IsValid() {
			at = e.Pos.String() + ": "
		}
		r.err = fmt.Errorf("the inputs do not belong to this program: %s%s", at, fmt.Sprintf(format, args...))
	}
}

// Value implements interp.InputSource.
func (r *recorded) Value(e *cfg.Edge, _ *cfg.Havoc) (uint64, bool) {
	in := r.take(e)
	if in == nil {
		return 0, false
	}
	v, err := strconv.ParseUint(in.Bits, 10, 64)
	if err != nil {
		r.fail(e, "input %d has the bits %q, want an unsigned number", r.next, in.Bits)
		return 0, false
	}
	return v, true
}

// Memory implements interp.InputSource.
func (r *recorded) Memory(e *cfg.Edge, _, _ uint64) (map[uint64]byte, bool) {
	in := r.take(e)
	if in == nil {
		return nil, false
	}
	mem := make(map[uint64]byte, len(in.Mem))
	for _, b := range in.Mem {
		addr, err := strconv.ParseUint(b.Addr, 0, 64)
		if err != nil {
			r.fail(e, "input %d has the address %q", r.next, b.Addr)
			return nil, false
		}
		mem[addr] = b.Value
	}
	return mem, true
}

// repeat executes a program on the inputs of a trace. An error means that
// they do not belong together.
func repeat(prog *cfg.Program, inputs []report.Input, steps int) (*interp.Outcome, error) {
	r := &recorded{inputs: inputs}
	o := interp.Execute(prog, r, interp.Limits{Steps: steps, Checks: true})
	return &o, r.err
}

// writeInputs writes a file with the inputs of each trace, and adds the
// commands that repeat them to the report. A file is only written if its
// inputs alone lead to the error.
func (c *verifyCommand) writeInputs(a *app, out outcome, rep *report.Report) error {
	if len(rep.Traces) == 0 {
		return nil
	}
	if err := os.MkdirAll(c.WriteInputs, 0o755); err != nil {
		return err
	}
	base := filepath.Base(rep.File)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	for i := range rep.Traces {
		t := &rep.Traces[i]
		steps := 2*t.StepsTotal + 1000
		prog, trace := out.trace(i)
		o, err := repeat(prog, t.Inputs, steps)
		if err == nil && (o.Status != interp.ReachedError || o.Loc.Pos != trace.Error.Pos) {
			err = fmt.Errorf("the execution ends with: %v", o.Status)
		}
		if err != nil {
			fmt.Fprintf(a.Stderr, "%s: no inputs written for trace %d: %s\n", rep.File, t.ID, console.OneLine(err.Error()))
			continue
		}
		path := filepath.Join(c.WriteInputs, fmt.Sprintf("%s.trace-%d.json", base, t.ID))
		in := rep.InputsOf(i)
		if err := console.WriteFile(path, func(w io.Writer) error { return report.WriteJSON(w, in) }); err != nil {
			return err
		}
		t.Replay = strings.Join(append(c.running(), fileWord(c.File), "--inputs", fileWord(path)), " ")
	}
	return nil
}

// visible reads the files that the program can open: those of --file and --files, and its
// arguments as far as they name files.
func (c *runCommand) visible() (map[string][]byte, error) {
	files := make(map[string][]byte)
	for _, arg := range c.Args {
		if info, err := os.Stat(arg); err == nil && info.Mode().IsRegular() {
			text, err := svcomp.ReadFile(arg)
			if err != nil {
				return nil, console.Complaint(err)
			}
			files[arg] = text
		}
	}
	for _, dir := range c.Folders {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			files[name], err = svcomp.ReadFile(name)
			return err
		})
		if err != nil {
			return nil, console.BadInput("--files: %v", err)
		}
	}
	for _, f := range c.Files {
		name, path, renamed := strings.Cut(f, "=")
		if !renamed {
			path = name
		}
		if name == "" || path == "" {
			return nil, console.BadInput("--file: want NAME or NAME=PATH, not %q", f)
		}
		text, err := svcomp.ReadFile(path)
		if err != nil {
			return nil, console.Complaint(err)
		}
		files[name] = text
	}
	return files, nil
}

// writeFiles writes the files of a program below dir. Names that lead out of
// it are refused.
func writeFiles(a *app, dir string, files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		local := strings.TrimLeft(filepath.FromSlash(name), string(filepath.Separator))
		if !filepath.IsLocal(local) {
			fmt.Fprintf(a.Stderr, "%s: not written, because the path leaves %s\n", console.OneLine(name), dir)
			continue
		}
		path := filepath.Join(dir, local)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		err := console.WriteFile(path, func(w io.Writer) error { _, err := w.Write(files[name]); return err })
		if err != nil {
			return err
		}
	}
	return nil
}
