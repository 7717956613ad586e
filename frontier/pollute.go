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
	return p, s.assess(p)
}

// assess asks passing runs about a polluted node, and about its other values
// where they speak against the first one.
func (s *search) assess(p *pollution) error {
	if len(p.nodes) > 1 || s.others.none() {
		return nil
	}
	v := p.nodes[0]
	where, err := s.situation(v)
	if err != nil {
		return err
	}
	if p.says, err = s.others.judge(where, p.forces[0]); err != nil || p.plausible() {
		return err
	}
	others := s.gr.alternates(v)
	if f, err := s.nearest(v, p.forces[0]); err != nil {
		return err
	} else if f != nil {
		others = append(others, *f)
	}
	for _, f := range others {
		s.tried++
		holds, whole, err := s.prop.holds(f)
		if err != nil {
			return err
		}
		if !holds {
			continue
		}
		says, err := s.others.judge(where, f)
		if err != nil {
			return err
		}
		if says < p.says {
			p.forces[0], p.says, p.whole = f, says, whole
		}
		if p.plausible() {
			return nil
		}
	}
	p.head = !s.gr.derived[v]
	return nil
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
		holds, _, err := s.prop.holds(g)
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
	for _, forces := range s.products(nodes) {
		s.tried++
		holds, whole, err := s.prop.holds(forces...)
		if err != nil {
			return nil, err
		}
		if holds {
			return &pollution{nodes: nodes, forces: forces, whole: whole}, nil
		}
	}
	if p, err := s.explore(ctx, nodes); p != nil || err != nil {
		return p, err
	}
	if len(nodes) == 1 {
		return s.solve(nodes[0])
	}
	return nil, nil
}

// solve looks for another value of a node with which the expected number is
// printed.
func (s *search) solve(v int32) (*pollution, error) {
	n := s.prop.number
	if n == nil || s.prop.instead != nil || s.gr.kind[v] != value {
		return nil, nil
	}
	e := s.gr.edge(v)
	t, signed, pointer, _ := fault.Written(e)
	if pointer || t.Kind == cfg.Bool {
		return nil, nil
	}
	was := s.gr.value[v]
	x := fromBits(t, signed, was)
	fx, next := n.got, x+math.Max(1, math.Abs(x)/64)
	for range maxSecant {
		bits := toBits(t, next)
		if y := fromBits(t, signed, bits); y == x || math.IsNaN(y) || math.IsInf(y, 0) {
			return nil, nil
		}
		next = fromBits(t, signed, bits)
		f := interp.Force{At: int(s.gr.inst[v]), Edge: e, SetValue: true, Value: bits}
		s.tried++
		o, got, err := s.prop.rerun.Try(f)
		if err != nil {
			return nil, err
		}
		if bits != was && (o == fault.Pass || o == fault.Fail && s.prop.printed(got)) {
			return &pollution{nodes: []int32{v}, forces: []interp.Force{f}, whole: o == fault.Pass}, nil
		}
		fy, ok := n.in(got.Stdout)
		if !ok || fy == fx {
			return nil, nil
		}
		x, fx, next = next, fy, next+(n.want-fy)*(next-x)/(fy-fx)
	}
	return nil, nil
}
