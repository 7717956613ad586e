package relevance

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"

	"culprit/analysis/alias"
	"culprit/cfg"
	"culprit/logic"
	"culprit/smt"
)

// ErrRunTooLong is returned for a recorded run with more statements than
// RunOptions.MaxSteps.
var ErrRunTooLong = errors.New("the run is too long for relevance")

// Goal says what a recorded run must still do at its end for its failure to
// be the same. The conditions that it passed are always part of it.
type Goal uint8

const (
	// Arrives: it gets to the last instance. That is enough for a failed
	// assertion.
	Arrives Goal = iota
	// SameOperands: the last instance, a call of the library or a statement
	// with undefined behaviour, gets the same values: its arguments, or the
	// addresses, sizes, divisors and shift counts in it.
	SameOperands
	// SameResult: the last value written to RunOptions.Result is the same, for
	// a wrong exit status.
	SameResult
)

// RunOptions is what AnalyzeRun needs to know about a recorded run.
type RunOptions struct {
	// Last is the number of the instance at which the failure shows; those
	// after it are not considered. A negative one means the whole run.
	Last   int
	Goal   Goal
	Result *cfg.Var // for SameResult
	// MaxSteps bounds the statements of the run that have an effect; 0 means
	// 20,000.
	MaxSteps int
	// MaxOccurrences bounds the instances of one statement that are looked at:
	// the first, the last, and others evenly between them. 0 means 16, a
	// negative number all of them. A statement is relevant if one of its
	// instances is.
	MaxOccurrences int
}

// RunResult is relevance in a recorded run.
type RunResult struct {
	// TraceResult belongs to a program that consists of the run, one statement
	// after the other. Variables of marks are those of the original program.
	TraceResult
	Prog *cfg.Program
	// Instances and Edges say where step k of the trace comes from: the number
	// of the instance, -1 for a goal and for initial memory, and its edge in
	// the original program.
	Instances []int
	Edges     []*cfg.Edge
}

// AnalyzeRun marks the assigning statements of a recorded run of a program
// lowered for execution, from its first instance on: Analyze of the straight
// line program that the run is. In it
//
//   - results of the C library are constants; what it read from a file, the
//     random numbers and the time are inputs that could have been others;
//   - blocks on the heap have the addresses of the run, and so have the
//     arguments of main; memory that the run read and did not write is part of
//     the start;
//   - each activation of a procedure has its own variables;
//   - a call is one assignment for each parameter.
//
// The program is otherwise the same, pointers included: a statement that
// assigns another pointer continues with what lies there. The error is
// ErrRunTooLong for a run beyond MaxSteps. With conf.Quick, constants are
// tried by execution first, which is much faster. The time is about the number of
// marks times that of statements: 1 ms for a mark in a run of 1,000.
func AnalyzeRun(ctx context.Context, prog *cfg.Program, insts iter.Seq[*cfg.Instance], opt RunOptions, engine smt.Engine, conf Config) (RunResult, error) {
	l, err := newLine(prog, insts, opt)
	if err != nil {
		return RunResult{}, err
	}
	goals, err := l.operands(opt)
	if err != nil {
		return RunResult{}, err
	}
	l.finish()
	if err := l.goals(ctx, goals); err != nil {
		return RunResult{}, fmt.Errorf("the recorded run: %w", err)
	}
	res := RunResult{Prog: l.prog, Instances: l.instances, Edges: l.from}
	conf.Only = l.sample(opt.MaxOccurrences)
	res.TraceResult, err = Analyze(ctx, l.prog, l.trace, l.at, engine, conf)
	for k := range res.Marks {
		res.Marks[k].Var = l.source(res.Marks[k].Var)
	}
	if err != nil {
		return res, fmt.Errorf("the recorded run: %w", err)
	}
	return res, nil
}

// stmt copies the statement of an edge for the current activation. The copies
// of one edge are the same, which the alias analysis is grateful for.
func (l *line) stmt(e *cfg.Edge) cfg.Stmt {
	key := memoKey{e, l.depth[e.From.Proc.ID]}
	if s := l.memo[key]; s != nil {
		return s
	}
	s := cfg.RebuildStmt(e.Stmt, l.variable, nil, l.expr)
	l.memo[key] = s
	return s
}

// operands appends assignments that keep the values which the goal names.
func (l *line) operands(opt RunOptions) ([]*cfg.Var, error) {
	var xs []cfg.Expr
	switch opt.Goal {
	case SameResult:
		if opt.Result == nil {
			return nil, errors.New("no result to compare")
		}
		xs = append(xs, &cfg.VarRef{V: l.variable(opt.Result)})
	case SameOperands:
		xs = l.undefined(l.last.Edge.Stmt)
	}
	var out []*cfg.Var
	at := &cfg.Instance{Index: -1, Edge: l.last.Edge}
	l.max += 2 * len(xs)
	for _, x := range xs {
		v := l.temp(x.Type())
		out = append(out, v)
		if err := l.hidden(at, &cfg.Assign{Dst: v, Src: x}, nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// goals makes sure that the trace repeats the run, and appends the conditions that the variables have the values of the run.
// A value that floating arithmetic is in is left out: it is not known.
func (l *line) goals(ctx context.Context, vars []*cfg.Var) error {
	r := newRun(ctx, unfold(l.prog, l.trace), nil, Config{})
	if r.stopped != nil {
		return r.stopped
	}
	r.m0 = logic.NewModel()
	for _, in := range l.trace.Inputs {
		r.setInput(r.m0, r.input[in.Step], in)
	}
	if r.dead || !r.floats && !r.holds(r.m0, r.formula()) {
		return errors.New("executing its statements one after the other does not repeat it")
	}
	if len(vars) == 0 {
		return nil
	}
	r.advance(len(l.trace.Edges))
	r.ev.Reset(r.m0)
	at := &cfg.Instance{Index: -1, Edge: l.last.Edge}
	l.at.Kind = cfg.Plain
	for _, v := range vars {
		t := r.cur.Var(v)
		if applies(r.tb, t) {
			continue
		}
		value := &cfg.Const{T: v.Type, V: r.ev.Value(t)}
		if err := l.hidden(at, &cfg.Assume{Cond: equal(&cfg.VarRef{V: v}, value)}, nil); err != nil {
			return err
		}
	}
	l.at.Kind = cfg.Error
	return nil
}

func equal(x, y cfg.Expr) cfg.Expr {
	if t := x.Type(); t.Kind == cfg.Float {
		b := cfg.BV(t.Width())
		x, y = &cfg.Cast{Op: cfg.FToBits, T: b, X: x}, &cfg.Cast{Op: cfg.FToBits, T: b, X: y}
	}
	return cfg.Compare(cfg.Eq, x, y)
}

// undefined lists the arguments of a library call, or what can be undefined in
// another statement.
func (l *line) undefined(s cfg.Stmt) []cfg.Expr {
	var out []cfg.Expr
	add := func(x cfg.Expr) {
		if _, ok := x.(*cfg.Const); !ok {
			out = append(out, l.expr(x))
		}
	}
	if s, ok := s.(*cfg.Lib); ok {
		for _, a := range s.Args {
			add(a)
		}
		return out
	}
	for x := range cfg.StmtParts(s) {
		switch x := x.(type) {
		case *cfg.Load:
			add(x.Addr)
		case *cfg.Binary:
			switch x.Op {
			case cfg.UDiv, cfg.SDiv, cfg.URem, cfg.SRem, cfg.Shl, cfg.LShr, cfg.AShr:
				add(x.Y)
			}
		}
	}
	if _, addr, size := cfg.Written(s); addr != nil {
		add(addr)
		add(size)
	}
	switch s := s.(type) {
	case *cfg.MemCopy:
		add(s.Src)
	case *cfg.Free:
		add(s.Ptr)
	}
	return out
}

// finish puts the initial memory before everything and assigns regions.
// Pointers are stored as a whole, so that the alias analysis sees them.
func (l *line) finish() {
	word := uint64(l.prog.PtrBits / 8)
	words := map[uint64]uint64{}
	for a, b := range l.initial {
		words[a/word*word] |= uint64(b) << (8 * (a % word))
	}
	var prefix []*cfg.Edge
	at := l.prog.Main.Entry
	l.prog.Main.Entry = l.prog.NewLoc(l.prog.Main, cfg.Pos{})
	from := l.prog.Main.Entry
	add := func(to *cfg.Loc, s cfg.Stmt) {
		prefix = append(prefix, l.prog.NewEdge(from, to, s, cfg.Pos{}, "", cfg.RoleImplicit))
		from = to
	}
	for _, a := range slices.Sorted(maps.Keys(words)) {
		s := &cfg.Store{Addr: l.number(a), Val: &cfg.Const{T: cfg.BV(l.prog.PtrBits), V: words[a]}}
		add(l.prog.NewLoc(l.prog.Main, cfg.Pos{}), s)
	}
	add(at, &cfg.Skip{})
	n := len(prefix)
	l.trace.Edges = append(prefix, l.trace.Edges...)
	for k := range l.trace.Inputs {
		l.trace.Inputs[k].Step += n
	}
	l.instances = append(slices.Repeat([]int{-1}, n), l.instances...)
	l.from = append(make([]*cfg.Edge, n), l.from...)
	l.at.Kind = cfg.Error
	alias.Assign(l.prog)
}
