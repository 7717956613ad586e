package localization

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"culprit/cascade"
	"culprit/cfg"
	"culprit/fault"
	"culprit/lab/maxsat"
	"culprit/lab/scoring"
	"culprit/spectrum"
)

// CascadeRun is what the cause tree and its rivals say about one failing test.
type CascadeRun struct {
	ID, Program, Test string
	Failure           string
	Err               string // why there is no answer
	Length            int    // source lines of the program
	Faults            int    // known faults
	Executed          bool   // a statement of one of them was executed up to the failure
	Trace             int    // instances of the run
	Own               int    // instances of statements of the user among them
	Lines             int    // executed lines, up to the failure

	Tree   Found
	Level  int // at which the tree has all executed faults, 0: it has not
	Levels int // of the tree
	Nodes  int
	Upper  Found // the tree down to Level
	// To is the tree when it gets the cause that completes the executed faults,
	// if it is built cause by cause. ByCause counts the lines that are read cause
	// by cause as the tree is shown; all executed lines if no cause has all.
	To      Found
	ByCause int
	// Path are the lines of the causes from the failure to the one that completes the
	// faults, as who knows where to go reads the tree; PathLLVM without statements that
	// are not instructions where locals are registers. Where no path has all faults they
	// are ByCause.
	Path, PathLLVM int
	// Read are the lines that are read in the order of the answer (SCORING), with
	// ties at their expectation; Random and Ochiai (on the tests given) beside it.
	Read, Random, Ochiai float64
	Notes                []string
	Time                 time.Duration

	MaxSAT Found
	// MaxSATRead counts the lines of the correction sets up to the size that
	// completes the executed faults, MaxSATMid those that are read on average
	// if sets of one size are read in any order.
	MaxSATRead int
	MaxSATMid  float64
	MaxSATErr  string

	Slice, Relevant Found
}

// Found is what a method names.
type Found struct {
	All   bool    // every executed fault
	Share float64 // of the instances of the run
	Own   float64 // of the instances of statements of the user
	Lines int
	Time  time.Duration
}

// CascadeConfig says what is measured besides the cause tree.
type CascadeConfig struct {
	Config
	MaxSAT bool
	Slices bool
}

// Cascade measures cause trees on faulty versions.
func Cascade(ctx context.Context, versions []Version, conf CascadeConfig) []CascadeRun {
	conf.Config = conf.withDefaults()
	m := newMeasuring(conf.Config)
	var out []CascadeRun
	for i := range versions {
		v := &versions[i]
		if ctx.Err() != nil {
			break
		}
		start := time.Now()
		n := len(out)
		err := m.failing(ctx, v, func(in *fault.Input, truth *scoring.Truth) {
			c := causes{conf: conf, in: in, run: CascadeRun{ID: v.ID, Program: v.Program, Test: in.Failing.Name, Faults: len(v.Lines)}}
			if err := c.measure(ctx, truth); err != nil {
				c.run.Err = err.Error()
			}
			out = append(out, c.run)
		})
		if err != nil {
			out = append(out, CascadeRun{ID: v.ID, Program: v.Program, Err: err.Error()})
		}
		if conf.Progress != nil {
			fmt.Fprintf(conf.Progress, "%d/%d %s: %d failing tests, %.1f s\n", i+1, len(versions), v.ID, len(out)-n, time.Since(start).Seconds())
		}
	}
	return out
}

// causes measures one failing run.
type causes struct {
	conf     CascadeConfig
	in       *fault.Input
	run      CascadeRun
	truth    *scoring.Truth
	executed []bool
	edges    []int32 // by instance
	user     []bool  // by instance
	atOnce   bool    // the failure is undefined behaviour of a faulty statement
}

func (c *causes) measure(ctx context.Context, truth *scoring.Truth) error {
	r := &c.run
	if err := fault.Locate(ctx, c.in); err != nil {
		return err
	}
	r.Failure, c.truth = c.in.Failure.Kind.String(), truth
	if err := c.read(ctx); err != nil {
		return err
	}
	if err := c.tree(ctx); err != nil {
		return err
	}
	if c.conf.MaxSAT {
		c.maxsat(ctx)
	}
	if c.conf.Slices {
		c.slice(ctx, fault.Slice(), &r.Slice)
		c.slice(ctx, fault.RelevantSlice(), &r.Relevant)
	}
	return nil
}

// read reads the run.
func (c *causes) read(ctx context.Context) error {
	r := &c.run
	for _, text := range c.in.Prog.Sources {
		r.Length += countLines(text)
	}
	g, err := c.in.Graph(ctx)
	if err != nil {
		return err
	}
	c.executed = make([]bool, len(c.in.Prog.Edges))
	for i := range g.N() {
		e := g.Edge(i)
		if i <= c.in.Failure.At { // what comes after it is not to blame
			c.executed[e.ID] = true
		}
		c.edges = append(c.edges, int32(e.ID))
		user := g.User(i) && fault.Shown(e)
		c.user = append(c.user, user)
		if user {
			r.Own++
		}
	}
	r.Trace = g.N()
	if e := c.in.Failure.Edge; c.in.Failure.Kind == fault.UndefinedBehavior && e != nil {
		c.atOnce = c.score([]fault.Location{{Edge: e, Pos: e.Pos}}).Found
	}
	m := c.score(nil)
	r.Executed, r.Lines = m.Executed, m.Lines
	return nil
}

func countLines(text []byte) int {
	n := 0
	for _, b := range text {
		if b == '\n' {
			n++
		}
	}
	return n
}

// score holds locations against the known faults. Where a faulty statement
// itself has undefined behaviour, which ends the run, it is the only fault that
// this failure has to do with.
func (c *causes) score(locs []fault.Location) scoring.Metrics {
	m := scoring.Score(&fault.Result{Locations: locs}, c.truth, c.in.Prog, c.executed)
	m.FoundAll = m.FoundAll || c.atOnce && m.Found
	return m
}

// locations are the statements of some instances.
func (c *causes) locations(instances []int) []fault.Location {
	var out []fault.Location
	seen := map[int32]bool{}
	for _, i := range instances {
		id := c.edges[i]
		if e := c.in.Prog.Edges[id]; !seen[id] && fault.Shown(e) {
			seen[id] = true
			out = append(out, fault.Location{Edge: e, Pos: e.Pos})
		}
	}
	return out
}

// found measures a set of instances.
func (c *causes) found(instances []int) Found {
	m := c.score(c.locations(instances))
	own := 0
	for _, i := range instances {
		if c.user[i] {
			own++
		}
	}
	return Found{
		All: m.Executed && m.FoundAll, Lines: m.ReportedLines,
		Share: ratio(float64(len(instances)), float64(c.run.Trace)), Own: ratio(float64(own), float64(c.run.Own)),
	}
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// tree builds the cause tree and finds the faults in it.
func (c *causes) tree(ctx context.Context) error {
	r := &c.run
	ctx, done := watch(ctx, c.conf.Timeout, 0)
	t, err := build(ctx, c.in, cascade.Config{})
	if err == nil {
		t.Alter(ctx)
	}
	r.Time = done().time
	if err != nil {
		return err
	}
	c.ranked(ctx, t)
	r.Nodes, r.Notes = len(t.Nodes), t.Notes
	for _, n := range t.Nodes {
		r.Levels = max(r.Levels, n.Level)
	}
	level := func(l int) []int { return slices.Collect(t.Included(l).All()) }
	r.Tree = c.found(level(0))
	r.Upper, r.To, r.ByCause, r.Path, r.PathLLVM = r.Tree, r.Tree, r.Lines, r.Lines, r.Lines
	if !r.Tree.All {
		return nil
	}
	r.Level = 1
	for r.Upper = c.found(level(1)); !r.Upper.All && r.Level < r.Levels; r.Upper = c.found(level(r.Level)) {
		r.Level++
	}
	whole, shown := nodeReading{c: c}, nodeReading{c: c}
	for _, n := range t.Nodes {
		whole.add(append([]int{n.Condition}, t.Support(n)...))
	}
	if to, ok := whole.to(); ok {
		r.To = to
	}
	root := t.Result().Tree
	shown.causes(root)
	if to, ok := shown.to(); ok {
		r.ByCause = to.Lines
	}
	r.Path, r.PathLLVM = c.path(root, func(*cfg.Edge) bool { return true }), c.path(root, isInstruction)
	return nil
}

// path counts the lines of the causes from the failure to the nearest one that
// completes the faults, with its footnotes.
func (c *causes) path(root *fault.Node, counts func(*cfg.Edge) bool) int {
	least := 0
	var walk func(n *fault.Node, read []int)
	walk = func(n *fault.Node, read []int) {
		read = append(slices.Clone(read), n.Instances...)
		for i := range n.Support {
			for _, j := range n.Support[i].Instances {
				if counts(c.in.Prog.Edges[c.edges[j]]) {
					read = append(read, j)
				}
			}
		}
		last := slices.Clone(read)
		for i := range n.Given {
			last = append(last, n.Given[i].Instances...)
		}
		slices.Sort(last)
		if f := c.found(slices.Compact(last)); f.All {
			if least == 0 || f.Lines < least {
				least = f.Lines
			}
			return
		}
		for _, d := range n.Children {
			walk(d, read)
		}
	}
	walk(root, nil)
	return cmp.Or(least, c.run.ByCause)
}

// isInstruction reports whether a statement does more than copy a constant or a
// local variable to a local variable or a result.
func isInstruction(e *cfg.Edge) bool {
	d := cfg.Defined(e.Stmt)
	if d == nil || d.Proc == nil {
		return true
	}
	x := fault.Assigned(e)
	for {
		c, ok := x.(*cfg.Cast)
		if !ok {
			break
		}
		x = c.X
	}
	switch x := x.(type) {
	case *cfg.Const:
		return false
	case *cfg.VarRef:
		return x.V.Proc == nil
	}
	return true
}

// nodeReading is a list of instances, read cause by cause.
type nodeReading struct {
	c    *causes
	read []int
	ends []int // by cause
}

func (x *nodeReading) add(instances []int) {
	x.read = append(x.read, instances...)
	x.ends = append(x.ends, len(x.read))
}

// causes reads the nodes of a tree in the order that the method says.
// Footnotes come after all causes.
func (x *nodeReading) causes(root *fault.Node) {
	var nodes []*fault.Node
	for more := []*fault.Node{root}; len(more) > 0; more = more[1:] {
		nodes = append(nodes, more[0])
		more = append(more, more[0].Children...)
	}
	slices.SortFunc(nodes, func(a, b *fault.Node) int { return cmp.Compare(a.Turn, b.Turn) })
	for _, n := range nodes {
		is := slices.Clone(n.Instances)
		for i := range n.Support {
			is = append(is, n.Support[i].Instances...)
		}
		x.add(is)
	}
	for _, n := range nodes {
		for i := range n.Given {
			x.add(n.Given[i].Instances)
		}
	}
}

// to measures what is read until all faults are seen. The number of causes that
// it takes is found by bisection.
func (x *nodeReading) to() (Found, bool) {
	upTo := func(end int) Found {
		is := slices.Clone(x.read[:end])
		slices.Sort(is)
		return x.c.found(slices.Compact(is))
	}
	k, _ := slices.BinarySearchFunc(x.ends, true, func(end int, _ bool) int { return cmp.Compare(share(upTo(end).All), 1) })
	if k == len(x.ends) {
		return Found{}, false
	}
	return upTo(x.ends[k]), true
}

// ranked reads the statements in the order of the answer.
func (c *causes) ranked(ctx context.Context, t *cascade.Tree) {
	s := newReading(c.in, c.truth, c.executed)
	if c.atOnce {
		s.faults = [][]fault.Line{slices.Concat(s.faults...)}
	}
	read := func(row string, res *fault.Result) float64 {
		r := FrontierRow{Row: row}
		s.read(res, &r)
		return r.Read
	}
	c.run.Read = read("", t.Result())
	c.run.Random = read(rowRandom, nil)
	c.run.Ochiai = float64(len(s.lines))
	ochiai := spectrum.Ochiai()
	if a := fault.Ask(context.WithoutCancel(ctx), &ochiai, c.in); a.Err == nil {
		c.run.Ochiai = read("", a.Result)
	}
}

// build is cascade.Build; an answer that breaks does not count.
func build(ctx context.Context, in *fault.Input, c cascade.Config) (t *cascade.Tree, err error) {
	defer func() {
		if p := recover(); p != nil {
			t, err = nil, fmt.Errorf("internal error: %v", p)
		}
	}()
	return cascade.Build(ctx, in, c)
}

// maxsat measures the correction sets. Sets of one size are alike: a user who
// is lucky reads those first that complete the faults, one who is not last.
func (c *causes) maxsat(ctx context.Context) {
	r := &c.run
	ctx, done := watch(ctx, c.conf.Timeout, 0)
	got, err := maxsat.Analyse(ctx, c.in, maxsat.Config{})
	took := done().time
	r.MaxSATRead, r.MaxSATMid = r.Lines, float64(r.Lines)
	if err != nil {
		r.MaxSATErr = err.Error()
		return
	}
	c.correct(got)
	r.MaxSAT.Time = took
}

// correct measures correction sets.
func (c *causes) correct(got *maxsat.Corrections) {
	r := &c.run
	var locs []fault.Location
	smaller := 0 // lines of earlier groups
	sets := slices.Concat(got.Sets, got.Open)
	for k := 0; k < len(sets); {
		first, before := &sets[k], len(locs)
		for ; k < len(sets) && len(sets[k].Lines) == len(first.Lines) && (sets[k].Check == maxsat.Open) == (first.Check == maxsat.Open); k++ {
			for _, e := range sets[k].Edges {
				locs = append(locs, fault.Location{Edge: e, Pos: e.Pos})
			}
		}
		m := c.score(locs)
		if m.FoundAll && m.Executed && !r.MaxSAT.All {
			r.MaxSAT.All = true
			lucky := smaller + c.least(locs[:before], locs[before:])
			r.MaxSATRead, r.MaxSATMid = m.ReportedLines, float64(lucky+m.ReportedLines)/2
		}
		smaller = m.ReportedLines
	}
	m := c.score(locs)
	r.MaxSAT.Lines = m.ReportedLines
}

// least is the number of further lines that are needed besides others to have
// all executed faults.
func (c *causes) least(before, more []fault.Location) int {
	needed := len(more)
	kept := slices.Clone(more)
	for k := len(kept) - 1; k >= 0; k-- {
		rest := slices.Delete(slices.Clone(kept), k, k+1)
		if c.score(slices.Concat(before, rest)).FoundAll {
			kept = rest
			needed--
		}
	}
	return needed
}

// slice measures a slice.
func (c *causes) slice(ctx context.Context, m fault.Method, out *Found) {
	ctx, done := watch(ctx, c.conf.Timeout, 0)
	res, err := m.Run(ctx, c.in)
	took := done().time
	if err != nil {
		return
	}
	got := c.score(res.Locations)
	n, own := 0, 0
	for _, x := range res.Stats.More {
		if x.Key == fault.SlicedInstances {
			n = x.N
		}
	}
	for _, l := range res.Locations {
		own += len(l.Instances)
	}
	*out = Found{
		All: got.Executed && got.FoundAll, Lines: got.ReportedLines, Time: took,
		Share: ratio(float64(n), float64(c.run.Trace)), Own: ratio(float64(own), float64(c.run.Own)),
	}
}
