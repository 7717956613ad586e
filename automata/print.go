package automata

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Print writes n in the text format that Parse reads:
//
//	states 3
//	initial 0
//	final 1 2
//	label 7 7 9
//	0 4 1
//	1 4 2
//
// After the number of states come the initial and the final states, the labels
// (one per state; the line is absent if there are none), and one line per edge
// with source, letter and target.
func Print(w io.Writer, n *NFA) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "states %d\ninitial", n.NumStates())
	for _, q := range n.Initial {
		fmt.Fprintf(b, " %d", q)
	}
	fmt.Fprint(b, "\nfinal")
	for q, ok := range n.Final {
		if ok {
			fmt.Fprintf(b, " %d", q)
		}
	}
	if n.Label != nil {
		fmt.Fprint(b, "\nlabel")
		for _, l := range n.Label {
			fmt.Fprintf(b, " %d", l)
		}
	}
	fmt.Fprintln(b)
	for q, out := range n.Out {
		for _, e := range out {
			fmt.Fprintf(b, "%d %d %d\n", q, e.Letter, e.To)
		}
	}
	return b.Flush()
}

// String returns what Print writes.
func (n *NFA) String() string {
	var b strings.Builder
	if err := Print(&b, n); err != nil {
		panic(err) // a strings.Builder never fails
	}
	return b.String()
}

// Dot writes n in the language of Graphviz. The functions name states and
// letters; either may be nil, and numbers are shown then. Edges between the
// same states are drawn as one.
func Dot(w io.Writer, n *NFA, state func(State) string, letter func(Letter) string) error {
	if state == nil {
		state = func(q State) string {
			if n.Label != nil {
				return fmt.Sprintf("%d (%d)", q, n.Label[q])
			}
			return fmt.Sprint(q)
		}
	}
	if letter == nil {
		letter = func(a Letter) string { return fmt.Sprint(a) }
	}
	b := bufio.NewWriter(w)
	fmt.Fprint(b, "digraph automaton {\n\trankdir=LR;\n\tnode [shape=circle];\n")
	for q := range n.Out {
		shape := ""
		if n.Final[q] {
			shape = ", shape=doublecircle"
		}
		fmt.Fprintf(b, "\t%d [label=%s%s];\n", q, dotQuote(state(State(q))), shape)
	}
	for _, q := range n.Initial {
		fmt.Fprintf(b, "\ti%d [shape=point];\n\ti%d -> %d;\n", q, q, q)
	}
	for q, out := range n.Out {
		names := map[State][]string{}
		var targets []State // in the order of their first letter
		for _, e := range out {
			if names[e.To] == nil {
				targets = append(targets, e.To)
			}
			names[e.To] = append(names[e.To], letter(e.Letter))
		}
		for _, p := range targets {
			fmt.Fprintf(b, "\t%d -> %d [label=%s];\n", q, p, dotQuote(strings.Join(names[p], "\n")))
		}
	}
	fmt.Fprint(b, "}\n")
	return b.Flush()
}

// dotQuote returns a quoted Graphviz string; line breaks become \n.
func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", "").Replace(s) + `"`
}

// Check returns an error naming the first broken invariant of n: parallel
// slices of equal length, ids in range, letters not negative, initial states
// and edges strictly ascending.
func Check(n *NFA) error {
	size := len(n.Out)
	if len(n.Final) != size {
		return fmt.Errorf("automata: %d states but %d entries in Final", size, len(n.Final))
	}
	if n.Label != nil && len(n.Label) != size {
		return fmt.Errorf("automata: %d states but %d entries in Label", size, len(n.Label))
	}
	for i, q := range n.Initial {
		if q < 0 || int(q) >= size {
			return fmt.Errorf("automata: initial state %d out of range", q)
		}
		if i > 0 && n.Initial[i-1] >= q {
			return fmt.Errorf("automata: initial states %d, %d not ascending", n.Initial[i-1], q)
		}
	}
	for q, out := range n.Out {
		for i, e := range out {
			if e.Letter < 0 {
				return fmt.Errorf("automata: state %d has an edge with letter %d", q, e.Letter)
			}
			if e.To < 0 || int(e.To) >= size {
				return fmt.Errorf("automata: edge %d -%d-> %d leaves the automaton", q, e.Letter, e.To)
			}
			if i > 0 && compareEdges(out[i-1], e) >= 0 {
				return fmt.Errorf("automata: edges of state %d not ascending at letter %d", q, e.Letter)
			}
		}
	}
	return nil
}

// CheckDeterministic is Check and at most one initial state and at most one
// successor per state and letter.
func CheckDeterministic(n *NFA) error {
	if err := Check(n); err != nil {
		return err
	}
	if len(n.Initial) > 1 {
		return fmt.Errorf("automata: %d initial states", len(n.Initial))
	}
	for q, out := range n.Out {
		for i := 1; i < len(out); i++ {
			if out[i].Letter == out[i-1].Letter {
				return fmt.Errorf("automata: state %d has two successors under letter %d", q, out[i].Letter)
			}
		}
	}
	return nil
}
