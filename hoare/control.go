package hoare

import (
	"fmt"
	"slices"
	"strings"

	"culprit/automata"
	"culprit/cfg"
	"culprit/cfg/values"
)

// Letter is one symbol of the alphabet of traces: a block of statements that
// are always executed in a row. Occurrences under different call stacks are
// one letter, so that everything computed about letters scales with the
// program text. A block ends after a nondeterministic choice.
type Letter struct {
	ID    int32
	Edges []*cfg.Edge
	// Init marks blocks that start at program start.
	Init bool
}

func (l *Letter) String() string {
	var b strings.Builder
	if l.Init {
		b.WriteString("<init> ")
	}
	sep := ""
	for _, e := range l.Edges {
		if e.Text != "" {
			b.WriteString(sep + e.Text)
			sep = "; "
		}
	}
	return b.String()
}

// Control is the program automaton over letters. It accepts the error traces:
// every path from program start to an Error or Unsupported location. It is
// deterministic and trimmed.
type Control struct {
	Prog    *cfg.Program
	Graph   *values.Graph // nil when the value analysis was not used
	Letters []*Letter
	Auto    *automata.NFA
	Locs    []*cfg.Loc // by automaton state
	Nodes   []int32    // by automaton state: the node of Graph, or -1 for the start state
	// Dropped are the locations of which some occurrence cannot reach an error
	// and is not in the automaton.
	Dropped map[*cfg.Loc]bool
	// labelLoc maps the labels of Auto, and of every automaton derived from
	// it, to locations.
	labelLoc []*cfg.Loc
}

// Loc is the program location of a state of Auto or of an automaton derived
// from it by difference and minimisation.
func (c *Control) Loc(a *automata.NFA, q automata.State) *cfg.Loc { return c.labelLoc[a.Label[q]] }

// BuildControl builds the program automaton, from the value analysis where it
// is complete. maxNodes bounds the inlined control flow; beyond it the result
// is an error.
func BuildControl(prog *cfg.Program, vg *values.Graph, maxNodes int) (*Control, error) {
	var g *graph
	c := &Control{Prog: prog}
	if vg != nil && vg.Complete {
		c.Graph = vg
		g = fromValues(vg)
	} else {
		var ok bool
		if g, ok = expand(prog, maxNodes); !ok {
			return nil, fmt.Errorf("control flow with calls inlined has more than %d locations", maxNodes)
		}
	}
	c.blocks(g)
	return c, nil
}

// blocks contracts chains of the part of g that can reach a target.
func (c *Control) blocks(g *graph) {
	n := len(g.loc)
	useful := make([]bool, n)
	in := make([][]int32, n)
	for q := range g.out {
		for _, a := range g.out[q] {
			in[a.to] = append(in[a.to], int32(q))
		}
	}
	var work []int32
	for q, l := range g.loc {
		if l.Kind != cfg.Plain {
			useful[q] = true
			work = append(work, int32(q))
		}
	}
	for len(work) > 0 {
		q := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range in[q] {
			if !useful[p] {
				useful[p] = true
				work = append(work, p)
			}
		}
	}
	c.Dropped = map[*cfg.Loc]bool{}
	for q, l := range g.loc {
		if !useful[q] {
			c.Dropped[l] = true
		}
	}
	if n == 0 || !useful[0] {
		c.Auto = &automata.NFA{Initial: []automata.State{0}, Final: []bool{false}, Out: make([][]automata.Edge, 1), Label: []int32{0}}
		c.Locs = []*cfg.Loc{c.Prog.Main.Entry}
		c.Nodes = []int32{-1}
		c.labelLoc = c.Locs
		return
	}
	outs := make([][]arc, n)
	indeg := make([]int, n)
	for q := range g.out {
		if !useful[q] {
			continue
		}
		for _, a := range g.out[q] {
			if useful[a.to] {
				outs[q] = append(outs[q], a)
				indeg[a.to]++
			}
		}
	}
	// A node inside a block: one way in, one way out, not after a choice.
	inner := func(q int32) bool { return q != 0 && indeg[q] == 1 && len(outs[q]) == 1 }
	auto := &automata.NFA{Initial: []automata.State{0}}
	state := map[int32]automata.State{}
	labels := map[*cfg.Loc]int32{}
	c.labelLoc = []*cfg.Loc{c.Prog.Main.Entry}
	letters := map[string]int32{}
	var nodes []int32
	mk := func(q int32) automata.State {
		s, ok := state[q]
		if !ok {
			s = automata.State(len(nodes))
			state[q] = s
			nodes = append(nodes, q)
			l := g.loc[q]
			if _, ok := labels[l]; !ok {
				labels[l] = int32(len(c.labelLoc))
				c.labelLoc = append(c.labelLoc, l)
			}
			auto.Final = append(auto.Final, l.Kind != cfg.Plain)
			auto.Out = append(auto.Out, nil)
			auto.Label = append(auto.Label, labels[l])
			c.Locs = append(c.Locs, l)
		}
		return s
	}
	var key strings.Builder
	intern := func(init bool, edges []*cfg.Edge) int32 {
		key.Reset()
		if init {
			key.WriteByte('!')
		}
		for _, e := range edges {
			fmt.Fprintf(&key, "%d,", e.ID)
		}
		id, ok := letters[key.String()]
		if !ok {
			id = int32(len(c.Letters))
			letters[key.String()] = id
			c.Letters = append(c.Letters, &Letter{ID: id, Edges: edges, Init: init})
		}
		return id
	}
	// The start state precedes the entry, so that the initial block can set
	// up memory whatever jumps back to the entry.
	auto.Final = append(auto.Final, false)
	auto.Out = append(auto.Out, nil)
	auto.Label = append(auto.Label, 0)
	c.Locs = append(c.Locs, c.Prog.Main.Entry)
	nodes = append(nodes, -1)
	follow := func(init bool, edges []*cfg.Edge, to int32) (int32, automata.State) {
		for inner(to) && (len(edges) == 0 || !chooses(edges[len(edges)-1])) {
			a := outs[to][0]
			edges = append(edges, a.edge)
			to = a.to
		}
		return intern(init, edges), mk(to)
	}
	if indeg[0] == 0 && len(outs[0]) == 1 {
		a := outs[0][0]
		l, s := follow(true, []*cfg.Edge{a.edge}, a.to)
		auto.Out[0] = []automata.Edge{{Letter: l, To: s}}
	} else {
		l, s := intern(true, nil), mk(0)
		auto.Out[0] = []automata.Edge{{Letter: l, To: s}}
	}
	for s := 1; s < len(nodes); s++ {
		for _, a := range outs[nodes[s]] {
			l, t := follow(false, []*cfg.Edge{a.edge}, a.to)
			auto.Out[s] = append(auto.Out[s], automata.Edge{Letter: l, To: t})
		}
	}
	for _, out := range auto.Out {
		slices.SortFunc(out, func(a, b automata.Edge) int { return int(a.Letter) - int(b.Letter) })
	}
	c.Auto, c.Nodes = auto, nodes
}

// chooses reports whether the edge makes a nondeterministic choice.
func chooses(e *cfg.Edge) bool {
	switch st := e.Stmt.(type) {
	case *cfg.Havoc, *cfg.MemHavoc:
		return true
	case *cfg.Alloc:
		return !st.Zero
	}
	return false
}

// ExecLetter executes a letter.
func (s *Sym) ExecLetter(l *Letter) {
	if l.Init {
		s.Init()
	}
	for _, e := range l.Edges {
		s.Exec(e)
	}
}
