package cfg

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// Dot writes a program as a graph for Graphviz: one cluster per procedure,
// error locations in red, loop heads with a double border.
func Dot(w io.Writer, p *Program) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "digraph program {\n  node [shape=circle, fontname=monospace]; edge [fontname=monospace];\n")
	for _, f := range p.Procs {
		fmt.Fprintf(b, "  subgraph cluster_%d {\n    label=%s;\n", f.ID, strconv.Quote(f.Name))
		for _, l := range p.Locs {
			if l.Proc != f {
				continue
			}
			style := ""
			switch {
			case l.Kind == Error:
				style = ", style=filled, fillcolor=salmon"
			case l.Kind == Unsupported:
				style = ", style=filled, fillcolor=lightgrey"
			case l.LoopHead:
				style = ", peripheries=2"
			}
			fmt.Fprintf(b, "    L%d [label=\"%d\"%s];\n", l.ID, l.ID, style)
		}
		fmt.Fprintf(b, "  }\n")
	}
	for _, e := range p.Edges {
		label := e.Text
		if label == "" {
			label = fmt.Sprint(e.Stmt)
		}
		fmt.Fprintf(b, "  L%d -> L%d [label=%s];\n", e.From.ID, e.To.ID, strconv.Quote(label))
	}
	fmt.Fprintf(b, "}\n")
	return b.Flush()
}
