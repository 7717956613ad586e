package hoare

import (
	"culprit/analysis/values"
	"culprit/cfg"
)

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
