package frontier

import (
	"context"
	"math"
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
	// says is what passing runs say about it, of one node.
	says verdict
	// whole: the run is as expected to its end, not only up to the first wrong
	// word.
	whole bool
	// head: nothing that may be wrong leads to it. If it is implausible, too, the
	// search takes it for correct.
	head bool
}

// pollution looks for polluted combinations in a frontier of a domain.
func (s *search) pollution(ctx context.Context, front []int32, d *domain) (found []pollution, err error) {
	var rest []int32
	for _, v := range front {
		p, err := s.assessed(ctx, []int32{v})
		if err != nil {
			return found, err
		}
		switch {
		case p != nil && p.head && !p.plausible():
			s.gr.correct[v] = true
			s.heads = append(s.heads, *p)
		case p != nil:
			found = append(found, *p)
		case !s.gr.correct[v]:
			rest = append(rest, v)
		}
	}
	if len(found) == 0 {
		if found, err = s.executed(ctx, front, d); err != nil || len(found) > 0 {
			return found, err
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
				p, err := s.assessed(ctx, slices.Clone(chosen))
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

// executed looks for branches around those of a frontier. That a branch is
// executed at all is part of its state: where the one around it goes another way
// in the correct run (else if), no outcome of it is the right one.
func (s *search) executed(ctx context.Context, front []int32, d *domain) (found []pollution, err error) {
	gr := s.gr
	tried := map[int32]bool{}
	for _, v := range front {
		if gr.kind[v] != branch {
			continue
		}
		for range maxTogether {
			b := around(gr.g, int(gr.inst[v]))
			u, ok := slices.BinarySearchFunc(gr.inst, int32(b), func(x, i int32) int { return int(i - x) })
			if b < 0 || !ok || gr.edge(int32(u)).From.Proc != gr.edge(v).From.Proc || gr.edge(int32(u)).From == gr.edge(v).From {
				break
			}
			if v = int32(u); !d.free(v) || gr.kind[v] != branch || tried[v] || slices.Contains(front, v) {
				break
			}
			tried[v] = true
			p, err := s.assessed(ctx, []int32{v})
			if err != nil {
				return found, err
			}
			if p != nil && !p.head {
				found = append(found, *p)
				break
			}
		}
	}
	return found, nil
}

// assessed is polluted, with what passing runs say.
func (s *search) assessed(ctx context.Context, nodes []int32) (*pollution, error) {
	p, err := s.polluted(ctx, nodes)
	if err != nil || p == nil {
		return nil, err
	}
	if p, err = s.assess(p); err != nil || p == nil {
		return p, err
	}
	o, _, err := s.prop.rerun.TryTo(math.MaxInt, p.forces...)
	p.whole = o == fault.Pass
	return p, err
}

// plausible reports whether no passing run speaks against a polluted combination.
func (p *pollution) plausible() bool { return p.says < implausible }

// assess asks passing runs about a polluted node, and about its other values
// where they speak against the first one.
func (s *search) assess(p *pollution) (*pollution, error) {
	if len(p.nodes) > 1 || s.others.none() {
		return p, nil
	}
	v := p.nodes[0]
	where, err := s.situation(v)
	if err != nil {
		return p, err
	}
	if p.says, err = s.others.judge(where, p.forces[0]); err != nil || p.plausible() {
		return p, err
	}
	others := s.gr.alternates(v)
	if f, err := s.nearest(v, p.forces[0]); err != nil {
		return p, err
	} else if f != nil {
		others = append(others, *f)
	}
	for _, f := range others {
		s.tried++
		holds, err := s.prop.holds(f)
		if err != nil {
			return p, err
		}
		if !holds {
			continue
		}
		says, err := s.others.judge(where, f)
		if err != nil {
			return p, err
		}
		if says < p.says {
			p.forces[0], p.says = f, says
		}
		if p.plausible() {
			return p, nil
		}
	}
	p.head = !s.gr.derived[v]
	return p, nil
}

// nearest looks for the value nearest to the one of the failing run with which
// the property holds, by bisection up to a value with which it does.
func (s *search) nearest(v int32, f interp.Force) (*interp.Force, error) {
	if !f.SetValue {
		return nil, nil
	}
	t, signed, pointer, _ := fault.Written(s.gr.edge(v))
	if pointer || t.Kind == cfg.Bool {
		return nil, nil
	}
	from, to := fromBits(t, signed, s.gr.value[v]), fromBits(t, signed, f.Value)
	for range maxBisect {
		g := f
		g.Value = toBits(t, (from+to)/2)
		middle := fromBits(t, signed, g.Value)
		if math.IsNaN(middle) || math.IsInf(middle, 0) || middle == from || middle == to {
			break
		}
		s.tried++
		holds, err := s.prop.holds(g)
		switch {
		case err != nil:
			return nil, err
		case holds:
			f, to = g, middle
		default:
			from = middle
		}
	}
	return &f, nil
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

// polluted alters the nodes of a combination: first to concrete values, then
// symbolically. Nodes that the user knows to be correct are not polluted.
func (s *search) polluted(ctx context.Context, nodes []int32) (*pollution, error) {
	if slices.ContainsFunc(nodes, func(v int32) bool { return s.gr.correct[v] }) {
		return nil, nil
	}
	s.altered++
	for _, v := range nodes {
		s.judged[v] = true
	}
	var found *pollution
	for _, forces := range s.products(nodes) {
		s.tried++
		ok, err := s.prop.holds(forces...)
		if err != nil {
			return nil, err
		}
		if ok {
			if !s.exhaustive {
				return &pollution{nodes: nodes, forces: forces}, nil
			}
			found = &pollution{nodes: nodes, forces: forces}
		}
	}
	if p, err := s.explore(ctx, nodes); p != nil || err != nil {
		return p, err
	}
	if found == nil && len(nodes) == 1 {
		f, err := s.solve(nodes[0])
		if err != nil {
			return nil, err
		}
		if f != nil {
			found = &pollution{nodes: nodes, forces: []interp.Force{*f}}
		}
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
				if len(nodes) == 1 || len(next) < maxSituations {
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
