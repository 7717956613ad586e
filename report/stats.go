package report

import (
	"fmt"
	"slices"
	"strings"
)

// stats writes the table of --stats.
func (p *printer) stats() {
	s := &p.r.Stats
	fmt.Fprintf(p, "  statistics\n")
	fmt.Fprintf(p, "    time        %s wall, %s CPU", seconds(s.Wall), seconds(s.CPU))
	if s.PeakMemory > 0 {
		fmt.Fprintf(p, ", %d MiB peak", (s.PeakMemory+1<<20-1)>>20)
	}
	fmt.Fprintf(p, "\n    program     %s, %s, %s, %s\n", count(s.Locations, "location"), count(s.Edges, "edge"), count(s.Letters, "letter"), count(s.States, "state"))
	fmt.Fprintf(p, "    search      %s, %d refined, %s, at most %s, unrolled to depth %d\n",
		count(s.Iterations, "iteration"), s.Refined, count(s.Predicates, "predicate"), count(s.MaxStates, "state"), s.Depth)
	var parts []string
	for _, ph := range s.Phases {
		if ph.Time > 0 {
			parts = append(parts, ph.Phase+" "+seconds(ph.Time))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(p, "    phases      %s\n", strings.Join(parts, ", "))
	}
	stages := make([]string, 0, len(s.Queries))
	for k, n := range s.Queries {
		if n > 0 {
			stages = append(stages, k)
		}
	}
	slices.Sort(stages)
	parts = nil
	for _, k := range stages {
		text := fmt.Sprintf("%s %d", k, s.Queries[k])
		if t, ok := s.QueryTime[k]; ok && t > 0 {
			text += " (" + seconds(t) + ")"
		}
		parts = append(parts, text)
	}
	if len(parts) > 0 {
		fmt.Fprintf(p, "    queries     %s\n", strings.Join(parts, ", "))
	}
}
