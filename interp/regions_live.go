package interp

import (
	"slices"

	"culprit/cfg"
	"culprit/cfg/flow"
)

// Regions follows the regions of execution indices along a run, without a
// graph: those that are open before each instance.
type Regions struct {
	control *flow.Control
	ends    []int32 // where each open region ends; callRegion for a call
	calls   []*cfg.Edge
	base    int
	bases   []int
}

const callRegion = -2

// NewRegions begins before instance i of the run of g.
func (g *Graph) NewRegions(i int) *Regions {
	r := &Regions{control: g.control}
	var path []int
	for k := i; g.region[k] >= 0; k = int(g.region[k]) {
		path = append(path, int(g.region[k]))
	}
	for _, k := range slices.Backward(path) {
		r.open(g.Edge(k))
	}
	return r
}

func (r *Regions) open(e *cfg.Edge) {
	switch _, call := e.Stmt.(*cfg.Call); {
	case call:
		r.ends = append(r.ends, callRegion)
		r.bases = append(r.bases, r.base)
		r.calls = append(r.calls, e)
		r.base = len(r.ends)
	case r.control.Opens(e.From):
		r.ends = append(r.ends, r.control.End(e.From))
	}
}

// Next executes an edge; it returns the location where the run is then, nil
// where Main returns.
func (r *Regions) Next(e *cfg.Edge) *cfg.Loc {
	to := e.To
	r.open(e)
	switch s := e.Stmt.(type) {
	case *cfg.Call:
		to = s.Proc.Entry
	case *cfg.Return:
		n := len(r.calls) - 1
		if n < 0 {
			return nil
		}
		to = r.calls[n].To
		r.ends = r.ends[:r.base-1]
		r.base, r.bases, r.calls = r.bases[n], r.bases[:n], r.calls[:n]
	}
	for n := len(r.ends); n > r.base && r.ends[n-1] == int32(to.ID); n = len(r.ends) {
		r.ends = r.ends[:n-1]
	}
	return to
}

// Depth is the number of open regions.
func (r *Regions) Depth() int { return len(r.ends) }
