package report

import (
	"slices"

	"culprit/cfg"
)

// Functions are the functions in the text of the program that traces pass or that
// can fail, those with an error location first; of larger ones than maxBlocks
// nothing.
func Functions(prog *cfg.Program, traces []*cfg.Trace) []Function {
	passed := make([][]int, len(prog.Edges)) // by edge
	for i, t := range traces {
		for _, e := range t.Edges {
			if p := passed[e.ID]; len(p) == 0 || p[len(p)-1] != i+1 {
				passed[e.ID] = append(p, i+1)
			}
		}
	}
	var failing, others []Function
	for _, p := range prog.Procs {
		if _, ours := prog.Sources[p.Pos.File]; !ours || !p.Pos.IsValid() {
			continue
		}
		f, fails := functionOf(p, passed)
		entered := len(f.Blocks) > 0 && slices.ContainsFunc(f.Blocks, func(b Block) bool { return len(b.Traces) > 0 })
		switch {
		case len(f.Blocks) < 2 || len(f.Blocks) > maxBlocks:
		case fails:
			failing = append(failing, f)
		case entered || len(traces) == 0:
			others = append(others, f)
		}
	}
	out := append(failing, others...)
	return out[:min(len(out), maxFunctions)]
}

// functionOf divides a function into blocks.
func functionOf(p *cfg.Proc, passed [][]int) (f Function, fails bool) {
	f = Function{Name: p.Name, Range: RangeOf(p.Pos)}
	index := map[*cfg.Loc]int{}
	var leaders []*cfg.Loc
	leader := func(l *cfg.Loc) int {
		if _, ok := index[l]; !ok {
			index[l] = len(leaders)
			leaders = append(leaders, l)
		}
		return index[l]
	}
	leader(p.Entry)
	for i := 0; i < len(leaders); i++ {
		l, b := leaders[i], Block{Statements: []Branch{}}
		for len(l.Out) == 1 && l != p.Exit {
			e := l.Out[0]
			b.Traces = union(b.Traces, passed[e.ID])
			if !hidden(e) {
				b.Statements = append(b.Statements, newBranch(e))
			}
			if _, known := index[e.To]; known || len(e.To.In) != 1 {
				f.Flows = append(f.Flows, Flow{From: i, To: leader(e.To), Traces: passed[e.ID]})
				break
			}
			l = e.To
		}
		if l.Kind == cfg.Error {
			fails = true
			b.Error = l.Reason.String()
		}
		b.Exit = l == p.Exit
		if len(l.Out) > 1 && l != p.Exit {
			b.Condition = decides(l)
			for _, e := range l.Out {
				flow := Flow{From: i, To: leader(e.To), Traces: passed[e.ID]}
				switch {
				case b.Condition != nil && e.Negated:
					flow.Text = "no"
				case b.Condition != nil:
					flow.Text = "yes"
				case e.Role != cfg.RoleImplicit:
					flow.Text = e.Text
				}
				f.Flows = append(f.Flows, flow)
			}
		}
		f.Blocks = append(f.Blocks, b)
		if len(f.Blocks) > 4*maxBlocks {
			return f, fails
		}
	}
	for _, w := range f.Flows {
		for _, k := range []int{w.From, w.To} {
			f.Blocks[k].Traces = union(f.Blocks[k].Traces, w.Traces)
		}
	}
	f.contract()
	return f, fails
}

// decides is the condition of a location whose two ways out are its outcomes, nil if
// there is none in the text.
func decides(l *cfg.Loc) *Branch {
	if len(l.Out) != 2 || l.Out[0].Negated == l.Out[1].Negated {
		return nil
	}
	e := l.Out[0]
	if e.Negated {
		e = l.Out[1]
	}
	if e.Role == cfg.RoleImplicit || e.Text == "" {
		return nil
	}
	c := newBranch(e)
	return &c
}

func union(a, b []int) []int {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// contract takes away blocks in which the reader sees nothing, and flows that say
// the same.
func (f *Function) contract() {
	to := make([]int, len(f.Blocks)) // the block that stands for it
	for i := range to {
		to[i] = i
	}
	next := func(i int) int {
		b := &f.Blocks[i]
		if i == 0 || len(b.Statements) > 0 || b.Condition != nil || b.Error != "" || b.Exit {
			return i
		}
		n := -1
		for _, w := range f.Flows {
			if w.From == i && n >= 0 && w.To != n {
				return i // it branches
			}
			if w.From == i {
				n = w.To
			}
		}
		return max(n, 0)
	}
	for i := range to {
		for range f.Blocks {
			if j := next(to[i]); j != to[i] && f.Blocks[to[i]].Error == "" {
				to[i] = j
			}
		}
	}
	var blocks []Block
	at := make([]int, len(f.Blocks))
	for i, b := range f.Blocks {
		if at[i] = -1; to[i] == i {
			at[i] = len(blocks)
			blocks = append(blocks, b)
		}
	}
	var flows []Flow
	for _, w := range f.Flows {
		if at[w.From] < 0 || at[to[w.To]] < 0 {
			continue
		}
		w.From, w.To = at[w.From], at[to[w.To]]
		k := slices.IndexFunc(flows, func(o Flow) bool { return o.From == w.From && o.To == w.To && o.Text == w.Text })
		if k < 0 {
			flows = append(flows, w)
		} else {
			flows[k].Traces = union(flows[k].Traces, w.Traces)
		}
	}
	f.Blocks, f.Flows = blocks, flows
}
