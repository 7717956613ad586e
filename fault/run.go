package fault

import (
	"bytes"
	"cmp"
	"context"
	"iter"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/work"
	"culprit/interp"
)

// Config is how a test is executed.
func Config(prog *cfg.Program, t *Test, budget Budget) interp.RunConfig {
	conf := interp.RunConfig{
		Stdin:  bytes.NewReader(t.Stdin),
		Files:  t.Files,
		Args:   append([]string{prog.File}, t.Args...),
		Env:    t.Env,
		Limits: interp.Limits{Steps: budget.WithDefaults().Steps},
		Checks: t.Property.Checks, Leaks: t.Property.Leaks,
	}
	if t.Values != nil {
		conf.Inputs = &values{rest: t.Values, again: t.Values}
	}
	return conf
}

// Execute runs a test to its end.
func Execute(ctx context.Context, prog *cfg.Program, t *Test, budget Budget) *interp.RunResult {
	return NewRuns(prog, budget).Execute(ctx, t)
}

// Runs executes many tests of one program, which is compiled once for all.
type Runs struct {
	prog   *cfg.Program
	budget Budget
	runner *interp.Runner
}

// NewRuns prepares runs of prog.
func NewRuns(prog *cfg.Program, budget Budget) *Runs {
	return &Runs{prog, budget, interp.NewRunner(prog)}
}

// Execute runs a test to its end.
func (r *Runs) Execute(ctx context.Context, t *Test) *interp.RunResult {
	return r.execute(ctx, t, nil)
}

// execute is Execute; covered, if not nil, is interp.RunConfig.Covered.
func (r *Runs) execute(ctx context.Context, t *Test, covered []bool) *interp.RunResult {
	conf := Config(r.prog, t, r.budget)
	conf.Context, conf.Covered = ctx, covered
	res := r.runner.Run(conf)
	return &res
}

// values is an input source that gives values in order, and then the same ones
// once more: a changed run that does not fail asks for more than the failing one.
type values struct{ rest, again []uint64 }

// Value implements interp.InputSource.
func (v *values) Value(_ *cfg.Edge, h *cfg.Havoc) (uint64, bool) {
	if len(v.rest) == 0 {
		if len(v.again) == 0 {
			return 0, false
		}
		v.rest, v.again = v.again, nil
	}
	x := v.rest[0]
	v.rest = v.rest[1:]
	return cfg.Mask(x, h.Dst.Type.Width()), true
}

// Memory implements interp.InputSource: the bytes are zero.
func (v *values) Memory(*cfg.Edge, uint64, uint64) (map[uint64]byte, bool) { return nil, true }

// record records a run. The caller closes the recording.
func record(ctx context.Context, in *Input, t *Test) (*interp.Recording, error) {
	conf := Config(in.Prog, t, in.Budget)
	conf.Context = ctx
	return interp.Record(in.Prog, conf)
}

// instances reads a recording from an instance on until ctx ends.
func instances(ctx context.Context, rec *interp.Recording, from int) iter.Seq[*cfg.Instance] {
	return func(yield func(*cfg.Instance) bool) {
		const often = 1 << 12
		left := 0
		for inst := range rec.All(from) {
			left--
			if left < 0 {
				if ctx.Err() != nil {
					return
				}
				left = often
			}
			if !yield(inst) {
				return
			}
		}
	}
}

// Source is the text of a program and how it is lowered, for methods that
// change it.
type Source struct {
	Files []frontend.Source
	// Execute and Verify lower it for execution and for the verifier.
	Execute, Verify frontend.Config
	// Prove asks the verifier about the program with other texts of its files:
	// what is proved of it and, if a run is found that fails, or does what is
	// undefined, a test that runs so; nil: it is not at hand. It does at
	// most so much work and says how much it did.
	Prove func(ctx context.Context, texts map[string][]byte, most work.Amount) (proof Proof, fails *Test, took work.Amount)
}

// Lower lowers the program for execution with other texts of its files.
func (s *Source) Lower(ctx context.Context, texts map[string][]byte) (*cfg.Program, error) {
	conf := s.Execute
	conf.Ctx = ctx
	return frontend.ParseFiles(s.Changed(texts), conf)
}

// Changed are the files with other texts.
func (s *Source) Changed(texts map[string][]byte) (files []frontend.Source) {
	for _, f := range s.Files {
		if text, ok := texts[f.Name]; ok {
			f.Text = text
		}
		files = append(files, f)
	}
	return files
}

// Line is a line of a source file.
type Line struct {
	File string
	N    int
}

// Compare orders lines by file and number.
func (l Line) Compare(o Line) int { return cmp.Or(cmp.Compare(l.File, o.File), cmp.Compare(l.N, o.N)) }

// LineOf is the line of a position.
func LineOf(p cfg.Pos) Line { return Line{p.File, p.Line} }

// Budget bounds the work of a method. Zero fields mean the defaults. Time is
// bounded by the method's context.
type Budget struct {
	Steps int // statements of one run; default 20 million
	Runs  int // re-executions; default 2000
	Work  int // statements of all re-executions together; default 5 billion
	// Method is the work of a method that counts all it does, 0 if it decides that
	// itself: what it finds then depends on no clock.
	Method work.Amount
}

// WithDefaults fills in what is not set.
func (b Budget) WithDefaults() Budget {
	if b.Steps <= 0 {
		b.Steps = 20_000_000
	}
	if b.Runs <= 0 {
		b.Runs = 2000
	}
	if b.Work <= 0 {
		b.Work = 5_000_000_000
	}
	return b
}
