package concolic

import (
	"math/rand/v2"
	"slices"

	"culprit/cfg"
)

// policy says what a walk wants.
type policy struct {
	way   way
	value func(i int) uint64 // the first value of the i-th input
	seed  uint64
}

// way is how a walk chooses where a branch goes.
type way uint8

const (
	nearest way = iota // the way with the shortest path to an error location
	first              // the first edge
	last               // the last edge
	follow             // where the inputs lead
	drawn              // drawn once for each branch
	redrawn            // drawn at each visit
	numWays
)

// streams are first values of inputs.
var streams = []uint64{0, 1, ^uint64(0), 5, 1 << 31, 1<<31 - 1}

func newPolicy(round, i uint64) policy {
	p := policy{seed: round*maxWalks + i}
	if p.seed < uint64(numWays) {
		p.way = way(p.seed)
	} else {
		p.way = []way{drawn, drawn, redrawn, nearest}[p.seed%4]
	}
	if n := p.seed / 2; n < uint64(len(streams)) {
		p.value = func(int) uint64 { return streams[n] }
		return p
	}
	rng := rand.New(rand.NewPCG(p.seed, 1))
	p.value = func(int) uint64 { return rng.Uint64() >> rng.IntN(64) }
	return p
}

// order sorts the ways out of a location by preference. took is the one where
// the inputs lead.
func (p *policy) order(m *roadMap, loc *cfg.Loc, n, took, visit int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	front := func(i int) { out[0], out[i] = out[i], out[0] }
	switch p.way {
	case nearest:
		front(took)
		slices.SortStableFunc(out, func(i, j int) int { return m.dist[loc.Out[i].To.ID] - m.dist[loc.Out[j].To.ID] })
	case first:
	case last:
		slices.Reverse(out)
	case follow:
		front(took)
	case drawn:
		front(int(mix(p.seed, uint64(loc.ID), 0) % uint64(n)))
	case redrawn:
		front(int(mix(p.seed, uint64(loc.ID), uint64(visit)) % uint64(n)))
	}
	return out
}

func mix(xs ...uint64) uint64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, x := range xs {
		h = (h ^ x) * 0xBF58476D1CE4E5B9
		h ^= h >> 29
	}
	return h
}

// roadMap is what all walks share about the program.
type roadMap struct {
	prog   *cfg.Program
	dist   []int    // by Loc.ID: edges to an error location, far if there is none
	consts []uint64 // of the program, with their neighbours
}

// newMap is nil if no error location can be reached, or a statement has no
// symbolic meaning.
func newMap(prog *cfg.Program) *roadMap {
	m := &roadMap{prog: prog, dist: make([]int, len(prog.Locs))}
	for i := range m.dist {
		m.dist[i] = far
	}
	var next []*cfg.Loc
	for _, l := range prog.ErrorLocs() {
		m.dist[l.ID] = 0
		next = append(next, l)
	}
	calls := map[*cfg.Loc][]*cfg.Edge{}
	for _, e := range prog.Edges {
		if s, ok := e.Stmt.(*cfg.Call); ok {
			calls[s.Proc.Entry] = append(calls[s.Proc.Entry], e)
		}
		for _, c := range cfg.Constants(e.Stmt) {
			m.consts = append(m.consts, c.V, c.V-1, c.V+1)
		}
	}
	slices.Sort(m.consts)
	m.consts = slices.Compact(m.consts)
	if len(m.consts) > maxConsts {
		m.consts = m.consts[:maxConsts]
	}
	if len(next) == 0 || !symbolic(prog) {
		return nil
	}
	for i := 0; i < len(next); i++ { // breadth first, backwards
		l := next[i]
		for _, e := range append(slices.Clone(l.In), calls[l]...) {
			if m.dist[e.From.ID] == far {
				m.dist[e.From.ID] = m.dist[l.ID] + 1
				next = append(next, e.From)
			}
		}
	}
	return m
}

// far is farther than any location.
const far = 1 << 30

// symbolic reports whether a program has a beginning, and all its statements a symbolic meaning.
func symbolic(prog *cfg.Program) bool {
	return prog.Main != nil && prog.Main.Entry != nil && !slices.ContainsFunc(prog.Edges, func(e *cfg.Edge) bool {
		_, lib := e.Stmt.(*cfg.Lib)
		return lib
	})
}
