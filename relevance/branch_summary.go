package relevance

import "slices"

// collectBranches lists the branches that the traces of s pass.
func (s *Summary) collectBranches(results []TraceResult) {
	branches := map[int]*Branch{}
	var ids []int
	for _, i := range s.Traces {
		res := &results[i]
		seen := map[int]Status{}
		for k := range res.Branches {
			m := &res.Branches[k]
			e := res.Trace.Edges[m.Step]
			b := branches[e.ID]
			if b == nil {
				b = &Branch{Edge: e}
				branches[e.ID] = b
				ids = append(ids, e.ID)
			}
			old, visited := seen[e.ID]
			if !visited {
				b.VisitedIn = append(b.VisitedIn, i)
			}
			if m.Status == Relevant && old != Relevant {
				b.Leaves = b.Leaves || m.Leaves
				if len(b.RelevantIn) == 0 {
					b.Const, b.Ends = m.Const, slices.Clone(m.Ends)
				} else {
					b.Ends = slices.DeleteFunc(b.Ends, func(v uint64) bool { return !slices.Contains(m.Ends, v) })
				}
				b.RelevantIn = append(b.RelevantIn, i)
			}
			if m.Status == Relevant || m.Status == Undecided && old == Irrelevant {
				seen[e.ID] = m.Status
			} else {
				seen[e.ID] = old
			}
		}
		for id, st := range seen {
			if st == Undecided {
				branches[id].Undecided = append(branches[id].Undecided, i)
			}
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		s.Branches = append(s.Branches, *branches[id])
	}
}
