package values

import (
	"testing"

	"culprit/cfg"
	"culprit/internal/rounds"
)

// stateOf reads exported facts back.
//
// States cannot hold overlapping cells; whole is false if a fact was left out.
func (a *analysis) stateOf(n *Node) (s *state, whole bool) {
	s = &state{}
	for _, f := range n.Facts {
		var k key
		if f.Cell {
			r := int32(-1)
			if f.Region != nil {
				r = int32(f.Region.ID)
			}
			k = a.cellKey(cell{r, f.Addr, f.Width / 8})
		} else {
			k = key(f.Var.ID)
		}
		var v *val
		switch f.Kind {
		case Const:
			v = konst(f.Width, f.Lo)
		case UnsignedRange:
			v = urange(f.Width, f.Lo, f.Hi)
		case SignedRange:
			v = srange(f.Width, cfg.SignExtend(f.Lo, f.Width), cfg.SignExtend(f.Hi, f.Width))
		case Set:
			v = fromSorted(f.Width, f.Set)
		}
		v, ok := meet(s.get(k), v)
		if !ok {
			panic("contradictory facts")
		}
		s.set(k, v)
	}
	before := len(s.e)
	s.e = a.disjointCells(s.e)
	return s, len(s.e) == before
}

// gaps counts the arcs and missing arcs that the facts alone do not justify
// in the abstract semantics.
func gaps(t *testing.T, prog *cfg.Program, g *Graph, show bool) (bad, all int) {
	a := newAnalysis(prog, Limits{})
	for _, n := range g.Nodes {
		if n.Loc.Kind != cfg.Plain {
			continue
		}
		s, whole := a.stateOf(n)
		if !whole {
			continue
		}
		for _, e := range n.Loc.Out {
			var to *Node
			for _, arc := range n.Out {
				if arc.Edge == e {
					to = g.Nodes[arc.To]
				}
			}
			if _, ok := e.Stmt.(*cfg.Return); ok && to == nil && n.Stack == nil {
				continue
			}
			all++
			if to != nil && to.Loc.ID < 0 {
				continue
			}
			p, ok := s, true
			if _, ret := e.Stmt.(*cfg.Return); !ret {
				p, ok = a.post(s, e)
			}
			if to == nil {
				if ok {
					bad++
					if show {
						t.Logf("node %d edge %d %T: not impossible", n.ID, e.ID, e.Stmt)
					}
				}
				continue
			}
			if want, _ := a.stateOf(to); ok && !a.leq(p, want) {
				bad++
				if show {
					t.Logf("node %d edge %d %T: facts of node %d do not follow", n.ID, e.ID, e.Stmt, to.ID)
				}
			}
		}
	}
	return bad, all
}

func TestFactsAreInductive(t *testing.T) {
	bad, all := 0, 0
	for i := range rounds.Of(250) {
		prog := generate(uint64(i))
		g := Analyze(prog, Limits{})
		if g.Complete {
			b, n := gaps(t, prog, g, bad < 10)
			bad, all = bad+b, all+n
			if b > 0 && bad < 10 {
				t.Logf("in program %d", i)
			}
		}
	}
	t.Logf("%d of %d edges not justified", bad, all)
	if bad > 0 {
		t.Fail()
	}
}
