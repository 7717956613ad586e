package frontier

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// ruleCost is the work of a run with a rule besides its instances, in instances.
const ruleCost = 200

// A fault is in the text: it acts at every instance of its statement, in every
// run, and in the same way. An alteration of one instance need not be the right
// one anywhere else. So, after the search, and if there are other runs, the
// statements that the failure depends on are altered by rules, which are
// functions of what their instances read and would have written, the same
// function for all instances of all runs. A rule fits if the failing run is as
// expected with it to its end. Its effect on the other runs says more about a
// statement than any alteration of a single state; of a run alone, what it does to
// all that the run did right.

// rule alters the instances of a statement alike.
type rule struct {
	class class
	what  string // completes "all runs are right if …"
	// take is the way out of a branch; nil, and a result of nil, is that of the run.
	take func(o *operands) *cfg.Edge
	// value is what is written instead, of parameter k where it is a call.
	value func(o *operands) uint64
	k     int
	// to is where the run goes on instead of executing the statement, with ret for
	// the result of the procedure if that is its end.
	to  *cfg.Loc
	ret uint64
	// where restricts the rule to some instances; nil: all.
	where func(o *operands) bool
}

// class says how much a rule explains: the simpler it is, the less likely it
// fits by chance.
type class uint8

const (
	edited   class = iota // the text says another operator, comparison or bound, or an operand less
	simple                // one more or less, an operand more or less, joined with what was there
	fixedTo               // always the same outcome or value
	foreign               // another variable, or a threshold that the run had
	skipping              // it is not executed, with what follows it
	guarded               // one of these, restricted by a guard (guards.go)
	cased                 // one that fits with a guard only
	classes
)

// ruled is what rules say about a statement.
type ruled struct {
	fits   int     // rules that set the failing run right
	mended int     // the most of the other failing runs that one of them sets right
	kept   float64 // and, of those that set so many right, the greatest share of passing runs that stay right
	near   rule    // the one that does so
	// by are the rules with which all runs are right, by class, first the simplest
	// one of them.
	by    [classes]int
	first string
	rule  rule // the one that first describes
	lacks bool // one of them leaves it out, or goes another way, under a guard
}

// ruling applies rules to runs.
type ruling struct {
	a       *Analysis
	ctx     context.Context
	failing []passing // the analysed one first
	others  *evidence
	seen    map[*cfg.Edge][]float64 // differences of compared operands in the failing run
	left    int                     // steps
	runs    int
	from    *cfg.Loc                     // where the statement under way is
	near    map[*passing]*interp.Session // runs shortly before they come there first
	ends    map[*cfg.Proc]*flow.Postdom  // of the procedures looked at
}

// rules finds what rules say about the statements that the failure depends on,
// the likeliest ones first, as far as the work for it goes.
func (a *Analysis) rules(ctx context.Context, in *fault.Input, others *evidence) error {
	if a.gr.g.N() > 2*maxAligned {
		return nil
	}
	alone := others.alone || len(in.Passing)+len(in.Others) == 0
	if !alone {
		if err := others.prepare(); err != nil {
			return err
		}
	}
	r := &ruling{a: a, ctx: ctx, others: others, left: maxRuleSteps, ends: map[*cfg.Proc]*flow.Postdom{}}
	tests := []*fault.Test{in.Failing}
	if !alone {
		tests = append(tests, in.Others[:min(len(in.Others), maxAlternates)]...)
	}
	for _, t := range tests {
		want, err := in.Oracle.Expectation(ctx, t)
		if err != nil {
			continue
		}
		n := a.gr.g.N()
		if len(r.failing) > 0 {
			conf := fault.Config(in.Prog, t, in.Budget)
			conf.Context = ctx
			s := r.failing[0].start.Again(conf)
			s.Finish()
			if n = s.At(); n > 2*maxAligned {
				continue
			}
		}
		p := passing{want: want}
		if conf := limited(ctx, fault.Config(in.Prog, t, in.Budget), n); len(r.failing) > 0 {
			p.start = r.failing[0].start.Again(conf)
		} else {
			p.start = interp.NewSession(in.Prog, conf)
		}
		r.failing = append(r.failing, p)
	}
	a.failing = len(r.failing)
	for k := range r.failing {
		r.follow(&r.failing[k])
	}
	for k := range others.runs {
		r.follow(&others.runs[k])
	}
	r.observe(in.Prog)
	a.ruled = map[*cfg.Edge]*ruled{}
	candidates := r.candidates()
	passes := []func(int32){r.statement, r.cases}
	if alone { // a guard that tells some moments of one run from others proves nothing
		passes = passes[:1]
	}
	for _, each := range passes {
		for _, v := range candidates {
			if ctx.Err() != nil || r.left <= 0 {
				break
			}
			each(v)
		}
	}
	a.Tried, a.reruns, a.ruling = a.Tried+r.runs, a.reruns+r.runs, r
	return nil
}

// limited bounds altered runs by the length n of one that is not altered: a loop
// may not end any more.
func limited(ctx context.Context, conf interp.RunConfig, n int) interp.RunConfig {
	const slower, more = 3, 5_000
	conf.Limits.Steps = min(conf.Limits.Steps, slower*n+more)
	conf.Context = ctx
	return conf
}

// candidates are nodes, one for each statement, the likeliest one first.
func (r *ruling) candidates() (out []int32) {
	a, gr := r.a, r.a.gr
	dist, order := a.distances(a.roots()), a.newOrder()
	score := map[*cfg.Edge]float64{}
	best := map[*cfg.Edge]int32{}
	for v := range int32(len(gr.inst)) {
		if !gr.shown(v) || gr.input[v] || gr.known[v] {
			continue
		}
		e := statement(gr.edge(v))
		if s := order.score(v, dist[v], false); s > score[e] {
			best[e], score[e] = v, s
		}
	}
	for _, v := range best {
		out = append(out, v)
	}
	slices.SortFunc(out, func(v, u int32) int {
		return cmp.Or(cmp.Compare(score[statement(gr.edge(u))], score[statement(gr.edge(v))]), cmp.Compare(v, u))
	})
	return out
}

// observe notes the differences of the operands of comparisons in the failing
// run.
func (r *ruling) observe(prog *cfg.Program) {
	r.seen = map[*cfg.Edge][]float64{}
	locs := make([]bool, len(prog.Locs))
	for _, e := range prog.Edges {
		locs[e.From.ID] = locs[e.From.ID] || fault.IsBranch(e)
	}
	s := r.failing[0].start.Fork()
	s.WatchAt(locs, func(i *cfg.Instance) bool {
		e := statement(i.Edge)
		c := compared(e)
		if c == nil || len(r.seen[e]) >= maxAlternates {
			return true
		}
		o := operands{s: s, i: i}
		if d := o.number(c.X) - o.number(c.Y); !slices.Contains(r.seen[e], d) {
			r.seen[e] = append(r.seen[e], d)
		}
		return true
	})
}

// follow notes when a run comes to each location.
func (r *ruling) follow(p *passing) {
	p.first = make([]int, len(r.a.gr.g.Prog.Locs))
	s := p.start.Fork()
	s.SetContext(r.ctx)
	s.Watch(func(i *cfg.Instance) bool {
		if at := &p.first[i.Edge.From.ID]; *at == 0 {
			*at = i.Index + 1
		}
		return true
	})
}

// before is a run shortly before it comes to a location for the first time.
func (r *ruling) before(p *passing, l *cfg.Loc) *interp.Session {
	if r.from != l {
		r.from, r.near = l, map[*passing]*interp.Session{}
	}
	s := r.near[p]
	if s == nil {
		s = p.start.Fork()
		s.SetContext(r.ctx)
		// The instance before is visited, too.
		s.RunTo(p.first[l.ID] - 2)
		r.left -= s.At()
		r.near[p] = s
	}
	return s.Fork()
}

// statement applies the rules for the statement of a node.
func (r *ruling) statement(v int32) {
	e := statement(r.a.gr.edge(v))
	x := &ruled{}
	r.a.ruled[e] = x
	at, before := guarding{r: r, e: e}, guarding{r: r, e: e, before: true}
	for _, u := range slices.Concat(r.of(v), r.skips(e)) {
		if !r.passes(&r.failing[0], e, &u) {
			continue
		}
		x.fits++
		mended := 0
		for k := range r.failing[1:] {
			if r.passes(&r.failing[k+1], e, &u) {
				mended++
			}
		}
		kept, tried := 0, 0
		for ; tried < len(r.others.runs) && tried-kept < maxTogether; tried++ {
			if r.passes(&r.others.runs[tried], e, &u) {
				kept++
			}
		}
		stay := share(kept, tried)
		if x.fits == 1 || mended > x.mended || mended == x.mended && stay > x.kept {
			x.mended, x.kept, x.near = mended, stay, u
		}
		g := &at
		if u.to != nil {
			g = &before
		}
		switch all := mended == len(r.failing)-1; {
		case all && kept == len(r.others.runs):
			x.right(u, u.class)
		case all && u.class != foreign:
			if w := g.guard(&u, true); w != nil {
				x.right(*w, guarded)
			}
		}
	}
}

// right notes a rule with which all runs are right.
func (x *ruled) right(u rule, c class) {
	x.lacks = x.lacks || u.value == nil && u.where != nil
	simplest := slices.IndexFunc(x.by[:], func(n int) bool { return n > 0 })
	x.by[c]++
	if simplest < 0 || int(c) < simplest {
		x.first, x.rule = u.what, u
	}
}

// cases looks for guards of rules that do not fit at all instances.
func (r *ruling) cases(v int32) {
	e := statement(r.a.gr.edge(v))
	x := r.a.ruled[e]
	if x == nil || x.first != "" {
		return
	}
	at, before := guarding{r: r, e: e}, guarding{r: r, e: e, before: true}
	for _, u := range slices.Concat(r.elsewhere(v), r.skips(e)) {
		g := &at
		if u.to != nil {
			g = &before
		}
		if w := g.guard(&u, false); w != nil {
			x.right(*w, cased)
		}
	}
}

// passes executes a run with a rule for a statement, unless it has no instance of
// that. It is false if there is no work left.
func (r *ruling) passes(p *passing, e *cfg.Edge, u *rule) bool {
	if r.left <= 0 || r.ctx.Err() != nil {
		return false
	}
	if p.first[e.From.ID] == 0 {
		return p.right
	}
	// The failing statement, which the failing run has to come to, unless the rule
	// is that something should not have been executed.
	again := r.a.again
	if p != &r.failing[0] || u.to != nil && p.want.HasOutput {
		again = nil
	}
	came := again == nil || p.first[again.ID] > 0 && p.first[again.ID] < p.first[e.From.ID]
	got := r.watch(p, e, again, u.to != nil, func(o *operands) {
		if o == nil {
			came = true
		} else if u.where == nil || u.where(o) {
			o.alter(u)
		}
	})
	out, _ := p.want.Judge(&got)
	return out == fault.Pass && came
}

// watch executes a run and visits the instances of a statement, or the moments
// before them; nil stands for an instance that leaves another location.
func (r *ruling) watch(p *passing, e *cfg.Edge, again *cfg.Loc, before bool, visit func(*operands)) interp.RunResult {
	s := r.before(p, e.From)
	from := s.At()
	prog := r.a.gr.g.Prog
	locs := make([]bool, len(prog.Locs))
	if again != nil {
		locs[again.ID] = true
	}
	if before {
		comesFrom(prog, e.From, locs)
	} else {
		locs[e.From.ID] = true
		for _, b := range e.From.In {
			locs[b.From.ID] = locs[b.From.ID] || !fault.IsBranch(e)
		}
	}
	c := compared(e)
	var was uint64
	none := cfg.Instance{}
	got := s.WatchAt(locs, func(i *cfg.Instance) bool {
		if i.Edge.From == again {
			visit(nil)
		}
		if before {
			if s.Next() == e.From {
				visit(&operands{s: s, i: &none})
			}
			return true
		}
		if statement(i.Edge) == e {
			o := operands{s: s, i: i, before: was}
			if c != nil {
				o.difference = o.number(c.X) - o.number(c.Y)
			}
			visit(&o)
		}
		if i.Edge.To == e.From {
			was = stored(s, e)
		}
		return true
	})
	r.runs++
	r.left -= s.At() - from + ruleCost
	return got
}

// comesFrom marks the locations from which control comes to l.
func comesFrom(prog *cfg.Program, l *cfg.Loc, locs []bool) {
	for _, e := range prog.Edges {
		c, call := e.Stmt.(*cfg.Call)
		switch {
		case call && e.To == l:
			locs[c.Proc.Exit.ID] = true
		case call && c.Proc.Entry == l, !call && e.To == l:
			locs[e.From.ID] = true
		}
	}
}

// operands are an instance of a statement, and what it had at hand.
type operands struct {
	s          *interp.Session
	i          *cfg.Instance
	difference float64 // of what it compares
	before     uint64  // what was where it writes
}

// stored is what lies where a statement writes, before it is executed.
func stored(s *interp.Session, e *cfg.Edge) uint64 {
	get := func(v *cfg.Var) uint64 { return s.Value(v, math.MaxInt) }
	switch x := e.Stmt.(type) {
	case *cfg.Assign:
		return get(x.Dst)
	case *cfg.Store:
		a := cfg.Eval(x.Addr, get, func(l *cfg.Load) uint64 {
			o := operands{s: s, i: &cfg.Instance{}}
			return o.load(l)
		})
		return s.Word(a, uint64(x.Val.Type().Bytes()))
	}
	return 0
}

// eval is the value of an expression before the instance.
func (o *operands) eval(x cfg.Expr) uint64 { return cfg.Eval(x, o.get, o.load) }

func (o *operands) get(v *cfg.Var) uint64 {
	for k := range o.i.Reads {
		if r := &o.i.Reads[k]; r.Var == v {
			return r.Value
		}
	}
	if o.i.Edge != nil {
		if a, ok := o.i.Edge.Stmt.(*cfg.Assign); ok && a.Dst == v {
			return o.before
		}
	}
	return o.s.Value(v, math.MaxInt)
}

func (o *operands) load(l *cfg.Load) uint64 {
	a, n := o.eval(l.Addr), uint64(l.T.Bytes())
	for k := range o.i.Reads {
		if r := &o.i.Reads[k]; r.Var == nil && r.Addr == a && r.Size == n {
			return r.Value
		}
	}
	return o.s.Word(a, n)
}

// number is the value of an operand, for comparisons of its size.
func (o *operands) number(x cfg.Expr) float64 {
	t := x.Type()
	return fromBits(t, t.Kind != cfg.Bool, o.eval(x))
}

// wrote is what the instance wrote, of a call parameter k.
func (o *operands) wrote(k int) uint64 {
	w := o.i.Writes
	if _, ok := o.i.Edge.Stmt.(*cfg.Call); !ok {
		k = len(w) - 1
	}
	if k < 0 || k >= len(w) {
		return 0
	}
	return w[k].Value
}

// alter does what a rule says.
func (o *operands) alter(u *rule) {
	if u.to != nil {
		if p := u.to.Proc; u.to == p.Exit && p.Ret != nil {
			o.s.Set(p.Ret, u.ret)
		}
		o.s.Jump(u.to)
		return
	}
	f := o.force(u)
	if u.take != nil {
		if f.Take != nil {
			o.s.Turn(f.Take)
		}
		return
	}
	switch s := o.i.Edge.Stmt.(type) {
	case *cfg.Assign, *cfg.Lib, *cfg.Store:
		fault.Overwrite(o.s, o.i, f.Value)
	case *cfg.Call:
		o.s.Set(s.Proc.Params[u.k], f.Args[u.k])
	}
}

// force is the change that a rule makes: of the instance, or, of a rule that
// leaves it out, of the one before it.
func (o *operands) force(u *rule) interp.Force {
	f := interp.Force{At: o.i.Index, Edge: o.i.Edge}
	if u.to != nil {
		if p := u.to.Proc; u.to == p.Exit && p.Ret != nil {
			f.Cells = []cfg.Access{{Var: p.Ret, Value: u.ret}}
		}
		f.At, f.Edge, f.Leave = o.s.At()-1, nil, u.to
		return f
	}
	if u.take != nil {
		if to := u.take(o); to != nil && to != o.i.Edge {
			f.Take = to
		}
		return f
	}
	if s, ok := o.i.Edge.Stmt.(*cfg.Call); ok {
		for k := range s.Proc.Params {
			f.Args = append(f.Args, o.wrote(k))
		}
		f.Args[u.k] = u.value(o)
		return f
	}
	f.SetValue, f.Value = true, u.value(o)
	return f
}

// confirmation says what a rule showed.
func (a *Analysis) confirmation(x *ruled) string {
	if a.failing == 1 && len(a.others.runs) == 0 {
		return "the run is right if " + x.first
	}
	return fmt.Sprintf("%d failing and %d passing runs are right if %s", a.failing, len(a.others.runs), x.first)
}
