package html

import (
	"cmp"
	"math"
	"slices"
)

// A layered layout of small directed graphs, after Sugiyama: edges against the
// direction of a depth-first search are turned, nodes get layers by longest paths,
// long edges get a place in each layer that they pass, layers are ordered by
// barycentres, and then moved towards their neighbours.

type point struct{ x, y float64 }

// node is a box: x, y is the middle of its top.
type node struct {
	w, h, x, y float64
	layer      int
	edge       bool // the place of an edge that passes
}

// link is an edge. label is the width of its text. path leads from the bottom of a
// box to the top of another, or the other way if it was turned.
type link struct {
	from, to int
	label    float64
	turned   bool
	path     []point
}

const (
	gapX, gapY = 26, 40
	passWidth  = 10
)

// layout places boxes and edges, and returns the size of the whole. The first node
// is where the search begins.
func layout(nodes []node, links []*link) (placed []node, width, height float64) {
	turn(len(nodes), links)
	layers(nodes, links)
	chains := make([][]int, len(links)) // the nodes that an edge leads through
	for i, l := range links {
		from, to := l.ends()
		chains[i] = []int{from}
		for n := nodes[from].layer + 1; n < nodes[to].layer; n++ {
			chains[i] = append(chains[i], len(nodes))
			nodes = append(nodes, node{w: passWidth, layer: n, edge: true})
		}
		chains[i] = append(chains[i], to)
	}
	up, down := make([][]int, len(nodes)), make([][]int, len(nodes))
	for _, c := range chains {
		for k := 1; k < len(c); k++ {
			if c[k-1] != c[k] {
				down[c[k-1]] = append(down[c[k-1]], c[k])
				up[c[k]] = append(up[c[k]], c[k-1])
			}
		}
	}
	rows := order(nodes, up, down)
	settle(nodes, rows, up, down)
	y := 0.0
	for _, row := range rows {
		tall := 0.0
		for _, i := range row {
			nodes[i].y = y
			tall = max(tall, nodes[i].h)
		}
		for _, i := range row {
			if nodes[i].edge {
				nodes[i].h = tall
			}
		}
		y += tall + gapY
	}
	left := math.Inf(1)
	for i := range nodes {
		left = min(left, nodes[i].x-nodes[i].w/2)
	}
	for i := range nodes {
		nodes[i].x -= left
		width = max(width, nodes[i].x+nodes[i].w/2)
	}
	route(nodes, links, chains)
	return nodes, width, y - gapY
}

// ends are those of an edge as it leads down.
func (l *link) ends() (from, to int) {
	if l.turned {
		return l.to, l.from
	}
	return l.from, l.to
}

// turn turns edges that lead back to where the search is.
func turn(n int, links []*link) {
	out := make([][]*link, n)
	for _, l := range links {
		out[l.from] = append(out[l.from], l)
	}
	const fresh, open, done = 0, 1, 2
	state := make([]int, n)
	var visit func(i int)
	visit = func(i int) {
		state[i] = open
		for _, l := range out[i] {
			if state[l.to] == fresh {
				visit(l.to)
			} else if state[l.to] == open {
				l.turned = true
			}
		}
		state[i] = done
	}
	for i := range n {
		if state[i] == fresh {
			visit(i)
		}
	}
}

// layers gives each node the length of the longest path to it.
func layers(nodes []node, links []*link) {
	for changed := true; changed; { // without cycles as many rounds as nodes
		changed = false
		for _, l := range links {
			from, to := l.ends()
			if from != to && nodes[to].layer <= nodes[from].layer {
				nodes[to].layer = nodes[from].layer + 1
				changed = true
			}
		}
	}
}

// order is the nodes of each layer from left to right, with few crossings.
func order(nodes []node, up, down [][]int) [][]int {
	var rows [][]int
	for i := range nodes {
		for len(rows) <= nodes[i].layer {
			rows = append(rows, nil)
		}
		rows[nodes[i].layer] = append(rows[nodes[i].layer], i)
	}
	at := make([]float64, len(nodes))
	number := func(row []int) {
		for k, i := range row {
			at[i] = float64(k)
		}
	}
	for _, row := range rows {
		number(row)
	}
	best, fewest := clone(rows), crossings(rows, at, down)
	for sweep := range 12 {
		for k := range rows {
			row, near := rows[k], up
			if sweep%2 == 1 {
				row, near = rows[len(rows)-1-k], down
			}
			want := make(map[int]float64, len(row))
			for _, i := range row {
				want[i] = mean(near[i], at, at[i])
			}
			slices.SortStableFunc(row, func(a, b int) int { return cmp.Compare(want[a], want[b]) })
			number(row)
		}
		if n := crossings(rows, at, down); n < fewest {
			best, fewest = clone(rows), n
		}
	}
	return best
}

func clone(rows [][]int) [][]int {
	out := make([][]int, len(rows))
	for i := range rows {
		out[i] = slices.Clone(rows[i])
	}
	return out
}

// mean is the mean place of some nodes, or of none the one given.
func mean(of []int, at []float64, other float64) float64 {
	if len(of) == 0 {
		return other
	}
	sum := 0.0
	for _, i := range of {
		sum += at[i]
	}
	return sum / float64(len(of))
}

func crossings(rows [][]int, at []float64, down [][]int) (n int) {
	for _, row := range rows {
		for a, i := range row {
			for _, j := range row[a+1:] {
				for _, p := range down[i] {
					for _, q := range down[j] {
						if at[p] > at[q] {
							n++
						}
					}
				}
			}
		}
	}
	return n
}

// settle moves the nodes of each layer towards those that they are linked with, in
// their order and apart.
func settle(nodes []node, rows, up, down [][]int) {
	x := make([]float64, len(nodes))
	apart := func(a, b int) float64 { return (nodes[a].w+nodes[b].w)/2 + gapX }
	for _, row := range rows {
		for k := 1; k < len(row); k++ {
			x[row[k]] = x[row[k-1]] + apart(row[k-1], row[k])
		}
	}
	for sweep := range 16 {
		for k := range rows {
			row, near := rows[k], up
			if sweep%2 == 1 {
				row, near = rows[len(rows)-1-k], down
			}
			right, left := make([]float64, len(row)), make([]float64, len(row))
			for k, i := range row {
				right[k] = mean(near[i], x, x[i])
				left[k] = right[k]
			}
			for k := 1; k < len(row); k++ {
				right[k] = max(right[k], right[k-1]+apart(row[k-1], row[k]))
			}
			for k := len(row) - 2; k >= 0; k-- {
				left[k] = min(left[k], left[k+1]-apart(row[k], row[k+1]))
			}
			for k, i := range row {
				x[i] = (left[k] + right[k]) / 2
			}
		}
	}
	for i := range nodes {
		nodes[i].x = x[i]
	}
}

// route gives each edge its path. Edges leave a box side by side, in the order of
// where they lead, each below its label.
func route(nodes []node, links []*link, chains [][]int) {
	type end struct {
		link  int
		x     float64 // of the next node
		width float64
	}
	outs, ins := make([][]end, len(nodes)), make([][]end, len(nodes))
	for i, c := range chains {
		n := len(c)
		outs[c[0]] = append(outs[c[0]], end{i, nodes[c[1]].x, max(links[i].label, passWidth)})
		ins[c[n-1]] = append(ins[c[n-1]], end{i, nodes[c[n-2]].x, 2 * passWidth})
	}
	port := func(ends []end, at *node, put func(link int, x float64)) {
		slices.SortStableFunc(ends, func(a, b end) int { return cmp.Compare(a.x, b.x) })
		total := 0.0
		for _, e := range ends {
			total += e.width
		}
		scale := min(1, at.w/max(total, 1))
		x := at.x - total*scale/2
		for _, e := range ends {
			put(e.link, x+e.width*scale/2)
			x += e.width * scale
		}
	}
	start, stop := make([]float64, len(links)), make([]float64, len(links))
	for i := range nodes {
		port(outs[i], &nodes[i], func(l int, x float64) { start[l] = x })
		port(ins[i], &nodes[i], func(l int, x float64) { stop[l] = x })
	}
	for i, c := range chains {
		l, n := links[i], len(c)
		a, b := &nodes[c[0]], &nodes[c[n-1]]
		if l.from == l.to { // round the right side
			r := a.x + a.w/2
			l.path = []point{{r, a.y + a.h*0.7}, {r + 18, a.y + a.h/2}, {r, a.y + a.h*0.3}}
			continue
		}
		l.path = []point{{start[i], a.y + a.h}}
		for _, k := range c[1 : n-1] {
			l.path = append(l.path, point{nodes[k].x, nodes[k].y}, point{nodes[k].x, nodes[k].y + nodes[k].h})
		}
		l.path = append(l.path, point{stop[i], b.y})
		if l.turned {
			slices.Reverse(l.path)
		}
	}
}
