package witness

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/interp"
	"culprit/svcomp"
	"culprit/verifier"
)

// Verdict is the answer about a witness.
type Verdict uint8

// The verdicts. Undecided and Rejected come with a reason.
const (
	Undecided Verdict = iota
	Confirmed
	Rejected
)

func (v Verdict) String() string { return [...]string{"undecided", "confirmed", "rejected"}[v] }

// Program is what a witness is checked against.
type Program struct {
	File     string
	Src      []byte
	Property svcomp.Property
	// Frontend is how the program is lowered.
	Frontend frontend.Config
}

// CheckConfig limits a check. The zero value has no limits.
type CheckConfig struct {
	Timeout time.Duration // of the whole check
	Memory  uint64        // bytes the process may hold
	Solver  string        // as for the verifier
	Log     func(format string, args ...any)
}

// Answer is what a check found out.
type Answer struct {
	Verdict Verdict
	// Reason says why, in one line.
	Reason string
	// Inputs are those of the run that confirms a violation sequence or
	// refutes an invariant, in order.
	Inputs []Input
	// Values are those of the variables of a refuted invariant where it fails.
	Values []Value
	// End is where the run ends.
	End *cfg.Loc
	// Invariants counts those of the witness, Proved those that were proved.
	Invariants, Proved int
}

// Input is a value that a run got from outside.
type Input struct {
	Pos   cfg.Pos
	Func  string
	Value string
}

// Value is the value of a variable.
type Value struct{ Name, Value string }

func undecided(format string, args ...any) *Answer {
	return &Answer{Verdict: Undecided, Reason: fmt.Sprintf(format, args...)}
}

func rejected(format string, args ...any) *Answer {
	return &Answer{Verdict: Rejected, Reason: fmt.Sprintf(format, args...)}
}

// checker is the state of one check.
type checker struct {
	ctx     context.Context
	w       *Witness
	prog    Program
	conf    CheckConfig
	start   time.Time
	outline *frontend.Outline
	text    lines
}

// Check decides whether a witness is right about a program. An error means
// that the question makes no sense: the witness is about something else, or
// the program is no C.
func Check(ctx context.Context, w *Witness, prog Program, conf CheckConfig) (*Answer, error) {
	c := &checker{ctx: ctx, w: w, prog: prog, conf: conf, start: time.Now(), text: newLines(prog.Src)}
	if c.conf.Log == nil {
		c.conf.Log = func(string, ...any) {}
	}
	for i := range w.Entries {
		if err := c.task(&w.Entries[i]); err != nil {
			return nil, err
		}
	}
	for i := range w.Entries {
		if err := c.locations(&w.Entries[i]); err != nil {
			return nil, err
		}
	}
	for _, e := range w.Entries {
		if e.Unsupported != "" {
			return undecided("%s are not supported", e.Unsupported), nil
		}
	}
	if !prog.Property.Supported {
		return undecided("the property %s is not supported", prog.Property.Name), nil
	}
	var err error
	if c.outline, err = frontend.NewOutline(prog.File, prog.Src, prog.Frontend); err != nil {
		return nil, err
	}
	if w.Entries[0].Type == InvariantSet {
		return c.correctness()
	}
	return c.violations()
}

// complaint is an error about a line of the witness.
func (c *checker) complaint(line int, format string, args ...any) error {
	return &svcomp.Error{File: c.w.File, Line: max(line, 1), Col: 1, Msg: fmt.Sprintf(format, args...)}
}

// hash makes sure that the witness is about this text.
func (c *checker) hash(e *Entry) error {
	t := e.Metadata.Task
	if len(t.InputFiles) != 1 {
		return c.complaint(e.Line, "the witness is for a program of %d files", len(t.InputFiles))
	}
	sum := sha256.Sum256(c.prog.Src)
	if have, want := hex.EncodeToString(sum[:]), t.Hashes[t.InputFiles[0]]; have != want {
		what := "another version of " + filepath.Base(c.prog.File)
		if base(t.InputFiles[0]) != filepath.Base(c.prog.File) {
			what = "another program, " + base(t.InputFiles[0])
		}
		return c.complaint(e.Line, "the witness is for %s: its SHA-256 is %.8s…, that of %s is %.8s…", what, want, filepath.Base(c.prog.File), have)
	}
	return nil
}

// task compares what the witness is about with the program.
func (c *checker) task(e *Entry) error {
	if err := c.hash(e); err != nil {
		return err
	}
	t := e.Metadata.Task
	p, err := ParseSpecification(c.w.File, t.Property)
	if err != nil {
		return c.complaint(e.Line, "%v", err)
	}
	if q := c.prog.Property; p.Name != q.Name && !partOf(p.Name, q.Name) || strings.Join(p.ErrorFuncs, " ") != strings.Join(q.ErrorFuncs, " ") && !(p.IsDefault() && q.IsDefault()) {
		return c.complaint(e.Line, "the witness is for the property %s, not for %s", property(p), property(q))
	}
	if m := svcomp.DataModel(c.prog.Frontend.PtrBits); t.DataModel != m {
		return c.complaint(e.Line, "the witness is for the data model %s, not for %s", t.DataModel, m)
	}
	return nil
}

// partOf reports whether a property is one of those that memory safety
// consists of.
func partOf(p, q string) bool {
	return q == svcomp.ValidMemsafety && (p == svcomp.ValidDeref || p == svcomp.ValidFree || p == svcomp.ValidMemtrack)
}

func property(p svcomp.Property) string {
	if len(p.ErrorFuncs) > 0 && !p.IsDefault() {
		return p.Name + " of " + strings.Join(p.ErrorFuncs, ", ")
	}
	return p.Name
}

// locations makes sure that everything is about a place in the file.
func (c *checker) locations(e *Entry) error {
	check := func(line int, l Location) error {
		if !c.text.has(l.Line, l.Column) {
			if l.Column > 0 {
				return c.complaint(line, "%s has nothing at %d:%d", filepath.Base(c.prog.File), l.Line, l.Column)
			}
			return c.complaint(line, "%s has no line %d", filepath.Base(c.prog.File), l.Line)
		}
		return nil
	}
	for _, i := range e.Invariants {
		if err := check(i.Line, i.Location); err != nil {
			return err
		}
	}
	for _, s := range e.Segments {
		for _, w := range s {
			if err := check(w.Line, w.Location); err != nil {
				return err
			}
		}
	}
	return nil
}

// at names a line of the witness and a place of the program.
func (c *checker) at(line int, l Location) string {
	s := fmt.Sprintf("%s:%d (%s:%d", c.w.File, line, filepath.Base(c.prog.File), l.Line)
	if l.Column > 0 {
		s += fmt.Sprintf(":%d", l.Column)
	}
	return s + ")"
}

// find returns the place of a kind at a location: without a column, the
// leftmost of the line. Of several the largest is meant.
func (c *checker) find(l Location, ok func(*frontend.Place) bool) *frontend.Place {
	var best *frontend.Place
	for i := range c.outline.Places {
		p := &c.outline.Places[i]
		if !ok(p) || l.Function != "" && l.Function != p.Func {
			continue
		}
		if !c.matches(l, p.At) && !(p.Also >= 0 && c.matches(l, p.Also)) {
			continue
		}
		if best == nil || p.At == best.At && p.Whole.End > best.Whole.End {
			best = p
		}
	}
	return best
}

// hidden reports whether a location may be that of a place which comes out of
// a macro as a whole, so that no code can be put there.
func (c *checker) hidden(l Location, ok func(*frontend.Place) bool) bool {
	for i := range c.outline.Hidden {
		p := &c.outline.Hidden[i]
		if !ok(p) || l.Function != "" && l.Function != p.Func {
			continue
		}
		from, _ := c.text.position(p.Whole.Start)
		to, _ := c.text.position(p.Whole.End - 1)
		if l.Column > 0 && p.Whole.Contains(c.text.offset(l.Line, l.Column)) || l.Column == 0 && from <= l.Line && l.Line <= to {
			return true
		}
	}
	return false
}

// matches reports whether an offset is at a location.
func (c *checker) matches(l Location, off int) bool {
	line, col := c.text.position(off)
	return line == l.Line && (l.Column == 0 || l.Column == col)
}

// lower lowers the changed program. An error comes with the original offset
// where it is, -1 if that is not known.
func (c *checker) lower(ch *changed) (prog *cfg.Program, off int, err error) {
	prog, err = frontend.Parse(c.prog.File, ch.now.src, c.prog.Frontend)
	if err == nil {
		return prog, -1, nil
	}
	var fe *frontend.Error
	if errors.As(err, &fe) && fe.Pos.Line > 0 {
		return nil, ch.now.offset(fe.Pos.Line, fe.Pos.Col), err
	}
	return nil, -1, err
}

// verify runs the verifier on a program for the time that is left.
func (c *checker) verify(prog *cfg.Program) *verifier.Result {
	conf := verifier.Config{
		NoRelevance: true, Memory: c.conf.Memory, Solver: c.conf.Solver,
		Replay: interp.Replay, Search: interp.Search, Log: c.conf.Log,
	}
	if c.conf.Timeout > 0 {
		conf.Timeout = max(c.conf.Timeout-time.Since(c.start), time.Millisecond)
	}
	return verifier.Verify(c.ctx, prog, conf)
}

// declare puts declarations in front of the first function.
func (c *checker) declare(e *edit, text string) bool {
	if c.outline.First < 0 {
		return false
	}
	e.inserts = append(e.inserts, insert{c.outline.First, -1, 0, 0, text + " "})
	return true
}

// inputs lists what a run got from functions without body.
func inputs(prog *cfg.Program, tr *cfg.Trace) []Input {
	var out []Input
	for _, in := range tr.Inputs {
		e := tr.Edges[in.Step]
		h, ok := e.Stmt.(*cfg.Havoc)
		if !ok || h.Kind != cfg.Nondet || !e.Pos.IsValid() {
			continue
		}
		out = append(out, Input{e.Pos, h.Func, format(in.Value, h.Dst)})
	}
	return out
}

// format prints the value of a variable.
func format(v uint64, x *cfg.Var) string {
	switch {
	case x.Type.Kind == cfg.Float:
		return floatText(v, x.Type.Width())
	case x.Signed:
		return fmt.Sprint(cfg.SignExtend(v, x.Type.Width()))
	}
	return fmt.Sprint(cfg.Mask(v, x.Type.Width()))
}

// tape gives a run the inputs of a trace.
type tape struct {
	inputs []cfg.Input
	next   int
}

func (t *tape) pop() (cfg.Input, bool) {
	if t.next >= len(t.inputs) {
		return cfg.Input{}, false
	}
	t.next++
	return t.inputs[t.next-1], true
}

// Value implements interp.InputSource.
func (t *tape) Value(*cfg.Edge, *cfg.Havoc) (uint64, bool) {
	in, ok := t.pop()
	return in.Value, ok
}

// Memory implements interp.InputSource.
func (t *tape) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) {
	in, ok := t.pop()
	return in.Mem, ok
}

// LintProgram lists what a witness says about a program that is not so: its
// hash, and places that the file does not have.
func LintProgram(w *Witness, file string, src []byte) []Complaint {
	c := &checker{w: w, prog: Program{File: file, Src: src}, text: newLines(src)}
	var out []Complaint
	for i := range w.Entries {
		for _, err := range []error{c.hash(&w.Entries[i]), c.locations(&w.Entries[i])} {
			var e *svcomp.Error
			if errors.As(err, &e) {
				out = append(out, Complaint{*e, true})
			}
		}
	}
	return out
}
