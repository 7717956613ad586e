package automata

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

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
