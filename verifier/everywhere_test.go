package verifier

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"culprit/cfg"
	"culprit/internal/gen"
	"culprit/internal/rounds"
	"culprit/internal/work"
	"culprit/interp"
	"culprit/relevance"
	"culprit/smt/bitblast"
)

// paths enumerates the error paths of a program without memory, whose variables
// have few values, and the states on them.
type paths struct {
	p     *cfg.Program
	most  int
	found [][]*cfg.Edge
	over  bool // there are more
}

type vector string // the values of the variables, a byte each

func (v vector) state() *gen.State {
	s := &gen.State{Vars: make([]uint64, len(v))}
	for i := range s.Vars {
		s.Vars[i] = uint64(v[i])
	}
	return s
}

func (v vector) with(x *cfg.Var, to uint64) vector {
	b := []byte(v)
	b[x.ID] = byte(to)
	return vector(b)
}

// successors are the states that an edge leads to.
func successors(e *cfg.Edge, v vector) []vector {
	st := v.state()
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		return []vector{v.with(s.Dst, gen.Eval(s.Src, st))}
	case *cfg.Havoc:
		var out []vector
		for x := range uint64(1) << s.Dst.Type.Width() {
			out = append(out, v.with(s.Dst, x))
		}
		return out
	case *cfg.Assume:
		if gen.Eval(s.Cond, st) == 0 {
			return nil
		}
	case *cfg.Call:
		out := v
		for i, x := range s.Proc.Params {
			out = out.with(x, gen.Eval(s.Args[i], st))
		}
		return []vector{out}
	}
	return []vector{v}
}

// walk goes on from a location in which the states are possible.
func (x *paths) walk(at *cfg.Loc, states []vector, path []*cfg.Edge, calls []*cfg.Edge) {
	switch {
	case x.over:
		return
	case at.Kind == cfg.Error:
		x.found = append(x.found, slices.Clone(path))
		x.over = len(x.found) > x.most
		return
	case len(path) > 60:
		x.over = true
		return
	case at == at.Proc.Exit:
		if n := len(calls); n > 0 {
			x.walk(calls[n-1].To, states, append(path[:len(path):len(path)], at.Out[0]), calls[:n-1])
		}
		return
	}
	for _, e := range at.Out {
		next := step(e, states)
		if len(next) == 0 {
			continue
		}
		to, stack := e.To, calls
		if c, ok := e.Stmt.(*cfg.Call); ok {
			to, stack = c.Proc.Entry, append(calls[:len(calls):len(calls)], e)
		}
		x.walk(to, next, append(path[:len(path):len(path)], e), stack)
	}
}

func step(e *cfg.Edge, states []vector) (next []vector) {
	for _, v := range states {
		next = append(next, successors(e, v)...)
	}
	slices.Sort(next)
	return slices.Compact(next)
}

// relevantIn are the ids of the statements that are relevant in a path, by
// Definition 3.1 to the letter.
func relevantIn(path []*cfg.Edge, start vector) map[int]bool {
	ends := make([]map[vector]bool, len(path)+1)
	for i := range ends {
		ends[i] = map[vector]bool{}
	}
	var finishes func(k int, v vector) bool
	finishes = func(k int, v vector) bool {
		if k == len(path) {
			return true
		}
		done, ok := ends[k][v]
		if !ok {
			done = slices.ContainsFunc(successors(path[k], v), func(v vector) bool { return finishes(k+1, v) })
			ends[k][v] = done
		}
		return done
	}
	out := map[int]bool{}
	states := []vector{start}
	for k, e := range path {
		var vars []*cfg.Var
		if relevance.Assigning(e) {
			switch s := e.Stmt.(type) {
			case *cfg.Assign:
				vars = []*cfg.Var{s.Dst}
			case *cfg.Havoc:
				vars = []*cfg.Var{s.Dst}
			case *cfg.Call:
				vars = s.Proc.Params
			}
		}
		for _, v := range states {
			if !finishes(k, v) {
				continue
			}
			for _, x := range vars {
				for val := range uint64(1) << x.Type.Width() {
					base := v
					if c, ok := e.Stmt.(*cfg.Call); ok {
						base = successors(&cfg.Edge{Stmt: c}, v)[0]
					}
					if !finishes(k+1, base.with(x, val)) {
						out[e.ID] = true
					}
				}
			}
		}
		states = step(e, states)
	}
	return out
}

// TestEverywhere compares what is said about all error paths with all error paths
// of random programs: what is proved is relevant in each of them, and an exception
// is one.
func TestEverywhere(t *testing.T) {
	proved, open, wrong, exceptions, before := 0, 0, 0, 0, 0
	for seed := range envInt("CULPRIT_PROGRAMS", max(60, rounds.Of(120))) {
		opt := gen.Options{MaxWidth: 2, Vars: 3, Stmts: 14, Errors: 1, NoMemory: true, NoCalls: seed%3 == 0, NoLoops: seed%2 == 0, Terminating: true}
		p := gen.Program(rand.New(rand.NewPCG(uint64(seed), 9)), opt)
		zero(p)
		x := &paths{p: p, most: 400}
		start := vector(make([]byte, len(p.Vars)))
		x.walk(p.Main.Entry, []vector{start}, nil, nil)
		if x.over || len(x.found) < 2 {
			continue
		}
		by := map[string]map[int]bool{} // what is relevant, by path
		byError := map[*cfg.Loc][]map[int]bool{}
		for _, path := range x.found {
			r := relevantIn(path, start)
			by[name(path)] = r
			at := path[len(path)-1].To
			byError[at] = append(byError[at], r)
		}
		res := Verify(context.Background(), p, Config{Replay: interp.Replay, Work: 8 * work.Second, MultiTrace: true, MaxTraces: 10})
		for _, ex := range res.Exceptions {
			exceptions++
			r, ok := by[name(res.Traces[ex.Trace].Trace.Edges)]
			if !ok {
				t.Fatalf("seed %d: trace %d is none of %d error paths", seed, ex.Trace, len(x.found))
			}
			for _, e := range ex.Statements {
				if r[e.ID] {
					t.Errorf("seed %d: %s is relevant in trace %d", seed, e.Stmt, ex.Trace)
				}
			}
		}
		for _, s := range res.Summaries {
			for i := range s.Statements {
				st := &s.Statements[i]
				everywhere := !slices.ContainsFunc(byError[s.Error], func(r map[int]bool) bool { return !r[st.Edge.ID] })
				switch {
				case st.Everywhere && !everywhere:
					t.Errorf("seed %d: %s (edge %d) is not relevant in all error paths", seed, st.Edge.Stmt, st.Edge.ID)
				case st.Everywhere:
					proved++
				case s.InAll(st) && !everywhere:
					wrong++
				case s.InAll(st):
					open++
				}
			}
		}
		first := len(res.Traces) - len(res.Exceptions)
		for _, s := range relevance.Group(res.Traces[:first]) {
			for i := range s.Statements {
				if st := &s.Statements[i]; s.InAll(st) && slices.ContainsFunc(byError[s.Error], func(r map[int]bool) bool { return !r[st.Edge.ID] }) {
					before++
				}
			}
		}
	}
	t.Logf("relevant in all traces: %d proved for all error paths, %d open, %d wrong; %d before %d exceptions were found", proved, open, wrong, before, exceptions)
	if proved < 20 || exceptions == 0 {
		t.Error("too little was decided")
	}
}

// zero sets the variables of a program first.
func zero(p *cfg.Program) {
	to := p.Main.Entry
	p.Main.Entry = p.NewLoc(p.Main, cfg.Pos{})
	at := p.Main.Entry
	for _, v := range p.Vars {
		if v.Proc == nil {
			next := p.NewLoc(p.Main, cfg.Pos{})
			p.NewEdge(at, next, &cfg.Assign{Dst: v, Src: &cfg.Const{T: v.Type}}, cfg.Pos{}, "", cfg.RoleImplicit)
			at = next
		}
	}
	p.NewEdge(at, to, &cfg.Skip{}, cfg.Pos{}, "", cfg.RoleImplicit)
}

// name tells paths apart; traces leave out Return edges.
func name(path []*cfg.Edge) string {
	s := ""
	for _, e := range path {
		if _, ok := e.Stmt.(*cfg.Return); !ok {
			s += fmt.Sprint(e.ID, " ")
		}
	}
	return s
}

// TestEverywhereRecursive holds what is proved about all error paths of programs
// whose functions call each other against all executions that fail.
func TestEverywhereRecursive(t *testing.T) {
	proved, runs := 0, 0
	for seed := range uint64(envInt("CULPRIT_PROGRAMS", rounds.Of(40))) {
		src := gen.Recursive(rand.New(rand.NewPCG(seed, 37)), true)
		p := parseC(t, src)
		var failing []interp.Outcome
		if !executions(p, func(o interp.Outcome) { failing = append(failing, o) }) || len(failing) == 0 {
			continue
		}
		res := Verify(context.Background(), p, Config{Replay: interp.Replay, Work: 2 * work.Second, MultiTrace: true, MaxTraces: 6})
		claims := map[*cfg.Loc][]*cfg.Edge{}
		for _, s := range res.Summaries {
			for i := range s.Statements {
				if st := &s.Statements[i]; st.Everywhere {
					claims[s.Error] = append(claims[s.Error], st.Edge)
				}
			}
			proved += len(claims[s.Error])
		}
		for _, o := range failing {
			if len(claims[o.Loc]) == 0 {
				continue
			}
			runs++
			a, err := relevance.Analyze(context.Background(), p, o.Trace, o.Loc, bitblast.New(bitblast.Config{}), relevance.Config{Quick: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range claims[o.Loc] {
				if a.Matters(e) == relevance.Irrelevant {
					t.Errorf("seed %d: %s does not matter in an error path\n%s", seed, e.Text, src)
				}
			}
		}
	}
	t.Logf("%d statements proved, %d failing executions", proved, runs)
	if proved == 0 || runs == 0 {
		t.Error("nothing was tested")
	}
}
