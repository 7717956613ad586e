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
