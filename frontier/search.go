package frontier

import (
	"errors"
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/internal/work"
	"culprit/interp"
)

// errCutting says that the work for minimum cuts is used up.
var errCutting = errors.New("the limit of work for frontiers is reached")

// search is the state of the core algorithm.
type search struct {
	gr             *graph
	prop           *property
	others         *evidence
	altered, tried int
	flow           maxFlow
	cutting        int            // the most states that it may see
	explored       work.Amount    // by symbolic exploration
	judged         map[int32]bool // nodes that were altered
	heads          []pollution    // that were taken for correct
}

// pollution is a polluted combination, with values that make the property hold.
type pollution struct {
	nodes  []int32
	forces []interp.Force
	// says is what passing runs say about it, of one node.
	says verdict
	// whole: the run is as expected to its end, not only up to the first wrong
	// word.
	whole bool
	// head: nothing that may be wrong leads to it. If it is implausible, too, the
	// search takes it for correct.
	head bool
}

// plausible reports whether no passing run speaks against a polluted combination.
func (p *pollution) plausible() bool { return p.says < implausible }

// alternates are the concrete alterations of a node.
func (gr *graph) alternates(v int32) (out []interp.Force) {
	at, e := int(gr.inst[v]), gr.edge(v)
	switch gr.kind[v] {
	case branch:
		for _, other := range e.From.Out {
			if other != e {
				out = append(out, interp.Force{At: at, Take: other})
			}
		}
	case value:
		values := fault.Alternatives(e, gr.value[v], gr.seen[e])
		if _, _, pointer, _ := fault.Written(e); pointer {
			for _, x := range gr.seen[e][:min(len(gr.seen[e]), maxSituations)] {
				if x != gr.value[v] && !slices.Contains(values, x) {
					values = append(values, x)
				}
			}
		}
		for _, x := range values {
			out = append(out, interp.Force{At: at, Edge: e, SetValue: true, Value: x})
		}
	case args, cells:
		for k, w := range gr.writes[v][:min(len(gr.writes[v]), maxCells)] {
			for _, x := range neighbours(w) {
				out = append(out, gr.written(v, map[int]uint64{k: x}))
			}
		}
	}
	return out
}

// neighbours are values to try instead of what was written to a cell.
func neighbours(w access) []uint64 {
	bits := int(8 * w.Size)
	try := []uint64{0, 1, ^uint64(0), w.Value + 1, w.Value - 1}
	if w.Var != nil {
		bits = w.Var.Type.Width()
		if w.Var.Pointer() {
			try = try[:1]
		}
	}
	var out []uint64
	for _, x := range try {
		if x = cfg.Mask(x, bits); x != w.Value && !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// products are the concrete alterations of a combination.
func (s *search) products(nodes []int32) [][]interp.Force {
	out := [][]interp.Force{nil}
	for _, v := range nodes {
		alternates := s.gr.alternates(v)
		if len(nodes) > 1 {
			alternates = alternates[:min(len(alternates), maxAlternates)]
		}
		var next [][]interp.Force
		for _, forces := range out {
			for _, f := range alternates {
				if len(nodes) == 1 || len(next) < maxSituations {
					next = append(next, append(slices.Clip(forces), f))
				}
			}
		}
		out = next
	}
	return out
}

// situation is that of a node in the failing run.
func (s *search) situation(v int32) (*situation, error) {
	rec, err := s.prop.in.Recording(s.others.ctx)
	if err != nil {
		return nil, err
	}
	for i := range rec.All(int(s.gr.inst[v])) {
		out := situate(i)
		return &out, nil
	}
	return nil, fault.ErrNoInstance
}

// contains reports whether all of part are among all.
func contains(all, part []int32) bool {
	return !slices.ContainsFunc(part, func(v int32) bool { return !slices.Contains(all, v) })
}
