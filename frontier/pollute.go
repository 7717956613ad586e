package frontier

import (
	"slices"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
)

// Algorithm 4, step 2: the nodes of a frontier whose values can be altered so
// that the property holds, one by one, then together with others.

// pollution is a polluted combination, with values that make the property hold.
type pollution struct {
	nodes  []int32
	forces []interp.Force
}

// pollution looks for polluted combinations in a frontier.
func (s *search) pollution(front []int32) (found []pollution, err error) {
	var rest []int32
	for _, v := range front {
		p, err := s.polluted([]int32{v})
		if err != nil {
			return found, err
		}
		if p != nil {
			found = append(found, *p)
		} else if !s.gr.correct[v] {
			rest = append(rest, v)
		}
	}
	tried := 0
	for size := 2; size <= min(maxTogether, len(rest)); size++ {
		var each func(from int, chosen []int32) error
		each = func(from int, chosen []int32) error {
			if len(chosen) == size {
				if tried >= maxCombinations || slices.ContainsFunc(found, func(p pollution) bool { return contains(chosen, p.nodes) }) {
					return nil
				}
				tried++
				p, err := s.polluted(slices.Clone(chosen))
				if p != nil {
					found = append(found, *p)
				}
				return err
			}
			for k := from; k < len(rest) && tried < maxCombinations; k++ {
				if err := each(k+1, append(chosen, rest[k])); err != nil {
					return err
				}
			}
			return nil
		}
		if err := each(0, nil); err != nil {
			return found, err
		}
	}
	return found, nil
}

// contains reports whether all of part are among all.
func contains(all, part []int32) bool {
	return !slices.ContainsFunc(part, func(v int32) bool { return !slices.Contains(all, v) })
}

// polluted alters the nodes of a combination: first to concrete values, then
// symbolically. What the user knows to be correct is not polluted.
func (s *search) polluted(nodes []int32) (*pollution, error) {
	if slices.ContainsFunc(nodes, func(v int32) bool { return s.gr.correct[v] }) {
		return nil, nil
	}
	s.altered++
	var found *pollution
	for _, forces := range s.products(nodes) {
		s.tried++
		ok, err := s.prop.holds(forces...)
		if err != nil {
			return nil, err
		}
		if ok {
			if !s.exhaustive {
				return &pollution{nodes, forces}, nil
			}
			found = &pollution{nodes, forces}
		}
	}
	if p, err := s.explore(nodes); p != nil || err != nil {
		return p, err
	}
	return found, nil
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
				if len(nodes) == 1 || len(next) < maxProducts {
					next = append(next, append(slices.Clip(forces), f))
				}
			}
		}
		out = next
	}
	return out
}

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
		for _, x := range fault.Alternatives(e, gr.value[v], gr.seen[e]) {
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

// written alters some of what a node writes.
func (gr *graph) written(v int32, values map[int]uint64) interp.Force {
	f := interp.Force{At: int(gr.inst[v]), Edge: gr.edge(v)}
	switch gr.kind[v] {
	case value:
		f.SetValue, f.Value = true, values[0]
	case args:
		for k, w := range gr.writes[v] {
			x, ok := values[k]
			if !ok {
				x = w.Value
			}
			f.Args = append(f.Args, x)
		}
	case cells:
		for k, w := range gr.writes[v] {
			if x, ok := values[k]; ok {
				w.Value = x
				f.Cells = append(f.Cells, w)
			}
		}
	}
	return f
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
