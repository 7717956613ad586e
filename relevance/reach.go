package relevance

import "culprit/cfg"

// reaching tells, for each step and each of its targets as a bit, whether what it
// assigns reaches a condition: whether some condition after it reads the value, or
// what is computed from it, in some execution of the trace. If it does not, no
// value blocks, and the statement is irrelevant.
//
// A statement reads the same in all executions of the trace, except where inputs
// choose the address: then any cell of the region may be meant. With another value
// at a step, every address that counts is the same as long as nothing that counts
// differs, so one pass backwards suffices for all steps.
func (x *execution) reaching() []uint64 {
	r := &reach{execution: x, live: make([]bool, len(x.region)), count: make([]int, len(x.cells)), wide: make([]bool, len(x.cells))}
	out := make([]uint64, len(x.steps))
	for k := len(x.steps) - 1; k >= 0; k-- {
		out[k] = r.step(k)
	}
	x.clock.Count(len(x.places), numberCost)
	return out
}

// reach is what counts at a moment of the pass.
type reach struct {
	*execution
	live  []bool // by place
	count []int  // by region: live cells
	wide  []bool // by region: any cell may be read
}

func (r *reach) set(l int32, live bool) {
	if r.live[l] == live {
		return
	}
	r.live[l] = live
	if g := r.region[l]; g >= 0 {
		if live {
			r.count[g]++
		} else {
			r.count[g]--
		}
	}
}

func (r *reach) counts(l int32) bool {
	return r.live[l] || r.region[l] >= 0 && r.wide[r.region[l]]
}

func (r *reach) readAll(ls []int32) {
	for _, l := range ls {
		r.set(l, true)
	}
}

// readWide makes all cells count of the regions that step k reads at an address
// that inputs choose.
func (r *reach) readWide(k int) {
	for _, g := range r.loads[int32(k)] {
		r.wide[g] = true
	}
}

// step goes back over step k, and gives the bits of its targets that count.
func (r *reach) step(k int) (targets uint64) {
	at := &r.steps[k]
	addresses, values, writes := r.places[at.addresses:at.values], r.places[at.values:at.writes], r.places[at.writes:at.end]
	st := r.tr.Edges[k].Stmt
	if _, ok := st.(*cfg.Assume); ok {
		r.readAll(values)
		r.readWide(k)
		return 0
	}
	g := written(st)
	anywhere := g != nil && (r.count[g.ID] > 0 || r.wide[g.ID])
	counts := make([]bool, len(writes))
	any := at.chosen && anywhere
	for i, l := range writes {
		counts[i] = r.counts(l)
		any = any || counts[i]
	}
	if !at.chosen {
		for _, l := range writes {
			r.set(l, false)
		}
	}
	switch st.(type) {
	case *cfg.Call:
		for i, c := range counts {
			if c {
				targets |= 1 << min(i, 63)
				r.readAll(values[r.args[int32(k)][i]:r.args[int32(k)][i+1]])
			}
		}
	case *cfg.MemCopy:
		for i, c := range counts {
			if c || at.chosen && anywhere {
				r.set(values[i], true)
			}
		}
	default:
		if any {
			r.readAll(values)
		}
	}
	if any || anywhere { // another address would hit what counts
		r.readAll(addresses)
		r.readWide(k)
	}
	if _, call := st.(*cfg.Call); any && !call {
		targets = 1
	}
	return targets
}

// written is the region that a statement writes to, nil if it does not.
func written(st cfg.Stmt) *cfg.Region {
	switch st := st.(type) {
	case *cfg.Store:
		return st.Region
	case *cfg.MemCopy:
		return st.DstRegion
	case *cfg.MemSet:
		return st.Region
	case *cfg.MemHavoc:
		return st.Region
	case *cfg.Alloc:
		return st.Region
	}
	return nil
}
