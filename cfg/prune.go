package cfg

import "slices"

// Prune drops the locations that control cannot come to and their edges, and
// numbers the rest in the order in which they were made. Entries and exits of
// procedures stay. The ends of the edges count: Prune links the
// locations to them again.
func (p *Program) Prune() {
	for _, l := range p.Locs {
		l.In, l.Out = nil, nil
	}
	for _, e := range p.Edges {
		e.From.Out = append(e.From.Out, e)
	}
	live := map[*Loc]bool{}
	var work []*Loc
	mark := func(l *Loc) {
		if !live[l] {
			live[l] = true
			work = append(work, l)
		}
	}
	for _, f := range p.Procs {
		mark(f.Entry)
		mark(f.Exit)
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.Out {
			mark(e.To)
		}
	}
	p.Locs = slices.DeleteFunc(p.Locs, func(l *Loc) bool { return !live[l] })
	p.Edges = slices.DeleteFunc(p.Edges, func(e *Edge) bool { return !live[e.From] })
	for i, l := range p.Locs {
		l.ID = i
	}
	for i, e := range p.Edges {
		e.ID = i
		e.To.In = append(e.To.In, e)
	}
}
