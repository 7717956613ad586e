package hoare

import (
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/values"
	"culprit/automata"
	"culprit/cfg"
	digraph "culprit/internal/graph"
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
func (c *Control) Loc(a *automata.NFA, q automata.State) *cfg.Loc { return c.At(a.Label[q]) }

// At is the program location of a label.
func (c *Control) At(label int32) *cfg.Loc { return c.labelLoc[label] }

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
	useful := g.reachesTarget()
	c.Dropped = map[*cfg.Loc]bool{}
	for q, l := range g.loc {
		if !useful[q] {
			c.Dropped[l] = true
		}
	}
	k := newContraction(c, g, useful)
	k.add(-1, c.Prog.Main.Entry, false)
	if len(useful) > 0 && useful[0] {
		k.contract()
	}
	c.Auto = k.auto
}

// reachesTarget tells for each node whether a path leads from it to a location
// of another kind than Plain.
func (g *graph) reachesTarget() []bool {
	n := len(g.loc)
	in := make([][]int, n)
	for q := range g.out {
		for _, a := range g.out[q] {
			in[a.to] = append(in[a.to], q)
		}
	}
	var targets []int
	for q, l := range g.loc {
		if l.Kind != cfg.Plain {
			targets = append(targets, q)
		}
	}
	return digraph.Reach(n, targets, digraph.Lists(in), nil)
}

// contraction is the program automaton of a graph under construction.
type contraction struct {
	c     *Control
	loc   []*cfg.Loc
	outs  [][]arc // the useful ones
	indeg []int
	auto  *automata.NFA

	state   map[int32]automata.State // by node
	labels  map[*cfg.Loc]int32
	letters map[string]int32 // by what a block consists of
}

func newContraction(c *Control, g *graph, useful []bool) *contraction {
	n := len(g.loc)
	k := &contraction{c: c, loc: g.loc, outs: make([][]arc, n), indeg: make([]int, n),
		auto:  &automata.NFA{Initial: []automata.State{0}},
		state: map[int32]automata.State{}, labels: map[*cfg.Loc]int32{}, letters: map[string]int32{}}
	for q := range g.out {
		if !useful[q] {
			continue
		}
		for _, a := range g.out[q] {
			if useful[a.to] {
				k.outs[q] = append(k.outs[q], a)
				k.indeg[a.to]++
			}
		}
	}
	c.labelLoc = []*cfg.Loc{c.Prog.Main.Entry}
	return k
}

// contract adds all blocks. The start state precedes the entry, so that the
// initial block can set up memory whatever jumps back to the entry.
func (k *contraction) contract() {
	auto := k.auto
	if k.indeg[0] == 0 && len(k.outs[0]) == 1 {
		auto.Out[0] = []automata.Edge{k.follow(true, k.outs[0][0])}
	} else {
		auto.Out[0] = []automata.Edge{{Letter: k.letter(true, nil), To: k.at(0)}}
	}
	for s := 1; s < len(k.c.Nodes); s++ {
		for _, a := range k.outs[k.c.Nodes[s]] {
			auto.Out[s] = append(auto.Out[s], k.follow(false, a))
		}
	}
	for _, out := range auto.Out {
		slices.SortFunc(out, func(a, b automata.Edge) int { return int(a.Letter) - int(b.Letter) })
	}
}

// follow makes the block that begins with an arc.
func (k *contraction) follow(init bool, a arc) automata.Edge {
	edges, to := []*cfg.Edge{a.edge}, a.to
	for k.inner(to) && !chooses(edges[len(edges)-1]) {
		a := k.outs[to][0]
		edges = append(edges, a.edge)
		to = a.to
	}
	return automata.Edge{Letter: k.letter(init, edges), To: k.at(to)}
}

// inner reports whether a node may be inside a block: one way in, one way out.
func (k *contraction) inner(q int32) bool {
	return q != 0 && k.indeg[q] == 1 && len(k.outs[q]) == 1
}

// at is the state of a node.
func (k *contraction) at(q int32) automata.State {
	s, ok := k.state[q]
	if !ok {
		l := k.loc[q]
		s = automata.State(len(k.c.Nodes))
		k.state[q] = s
		if _, ok := k.labels[l]; !ok {
			k.labels[l] = int32(len(k.c.labelLoc))
			k.c.labelLoc = append(k.c.labelLoc, l)
		}
		k.add(q, l, l.Kind != cfg.Plain)
	}
	return s
}

// add adds a state.
func (k *contraction) add(q int32, l *cfg.Loc, final bool) {
	k.auto.Final = append(k.auto.Final, final)
	k.auto.Out = append(k.auto.Out, nil)
	k.auto.Label = append(k.auto.Label, k.labels[l])
	k.c.Locs = append(k.c.Locs, l)
	k.c.Nodes = append(k.c.Nodes, q)
}

// letter is the letter of a block; equal blocks share one.
func (k *contraction) letter(init bool, edges []*cfg.Edge) int32 {
	var key strings.Builder
	if init {
		key.WriteByte('!')
	}
	for _, e := range edges {
		fmt.Fprintf(&key, "%d,", e.ID)
	}
	id, ok := k.letters[key.String()]
	if !ok {
		id = int32(len(k.c.Letters))
		k.letters[key.String()] = id
		k.c.Letters = append(k.c.Letters, &Letter{ID: id, Edges: edges, Init: init})
	}
	return id
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

// graph is the program with calls inlined as control: nodes are (location,
// return stack), possibly split further by the value analysis.
type graph struct {
	loc   []*cfg.Loc
	stack []*frame
	out   [][]arc
}

type arc struct {
	edge *cfg.Edge
	to   int32
}

// frame is an interned return stack.
type frame struct {
	call   *cfg.Edge
	parent *frame
	depth  int
	// kids interns the frames pushed on this one.
	kids map[*cfg.Edge]*frame
	// nodes maps locations to nodes with this stack.
	nodes map[*cfg.Loc]int32
}

func newFrame(call *cfg.Edge, parent *frame) *frame {
	f := &frame{call: call, parent: parent, kids: map[*cfg.Edge]*frame{}, nodes: map[*cfg.Loc]int32{}}
	if parent != nil {
		f.depth = parent.depth + 1
	}
	return f
}

func (f *frame) push(call *cfg.Edge) *frame {
	k := f.kids[call]
	if k == nil {
		k = newFrame(call, f)
		f.kids[call] = k
	}
	return k
}

// active counts the activations of p on the stack, the main procedure not
// counted.
func (f *frame) active(p *cfg.Proc) int {
	n := 0
	for ; f.parent != nil; f = f.parent {
		if f.call.Stmt.(*cfg.Call).Proc == p {
			n++
		}
	}
	return n
}

// expand builds the graph of prog. Calling a procedure that is already active
// leads to an Unsupported location: with one copy of the locals for all
// activations, recursion cannot be followed. ok is false when the graph would
// have more than maxNodes nodes.
func expand(prog *cfg.Program, maxNodes int) (g *graph, ok bool) {
	g = &graph{}
	recursion := map[*cfg.Proc]*cfg.Loc{}
	node := func(l *cfg.Loc, f *frame) int32 {
		if n, ok := f.nodes[l]; ok {
			return n
		}
		n := int32(len(g.loc))
		f.nodes[l] = n
		g.loc = append(g.loc, l)
		g.stack = append(g.stack, f)
		g.out = append(g.out, nil)
		return n
	}
	root := newFrame(nil, nil)
	node(prog.Main.Entry, root)
	for n := 0; n < len(g.loc); n++ {
		if len(g.loc) > maxNodes {
			return nil, false
		}
		l, f := g.loc[n], g.stack[n]
		for _, e := range l.Out {
			var to int32
			switch st := e.Stmt.(type) {
			case *cfg.Call:
				if st.Proc == prog.Main || f.active(st.Proc) > 0 {
					u := recursion[st.Proc]
					if u == nil {
						u = &cfg.Loc{ID: -1, Kind: cfg.Unsupported, Reason: cfg.Reason{Kind: cfg.Recursion, Name: st.Proc.Name}, Pos: e.Pos}
						recursion[st.Proc] = u
					}
					to = node(u, f)
				} else {
					to = node(st.Proc.Entry, f.push(e))
				}
			case *cfg.Return:
				if f.parent == nil {
					continue // main returned
				}
				to = node(f.call.To, f.parent)
			default:
				to = node(e.To, f)
			}
			g.out[n] = append(g.out[n], arc{e, to})
		}
	}
	return g, true
}

// fromValues turns the abstract reachability graph of the value analysis into
// a graph.
func fromValues(vg *values.Graph) *graph {
	g := &graph{}
	for _, n := range vg.Nodes {
		g.loc = append(g.loc, n.Loc)
		g.stack = append(g.stack, nil)
		out := make([]arc, 0, len(n.Out))
		for _, a := range n.Out {
			out = append(out, arc{a.Edge, int32(a.To)})
		}
		g.out = append(g.out, out)
	}
	return g
}
