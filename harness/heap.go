package harness

import (
	"bytes"
	"fmt"
)

// malloc writes the function that calls of malloc become. A call for another
// size than the next block of the trace gets zeroed memory.
func (h *Harness) malloc(b *bytes.Buffer) {
	b.WriteString("\nextern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n")
	for i, c := range h.allocs.blocks {
		if len(c.data) > 0 {
			fmt.Fprintf(b, "static const unsigned char culprit_new_%d[] = {%s};\n", i, bytesText(c.data))
		}
	}
	b.WriteString("\nvoid *culprit_malloc(__SIZE_TYPE__ n) {\n\tunsigned char *p = calloc(1, n ? n : 1);\n")
	if len(h.allocs.blocks) > 0 {
		b.WriteString("\tstatic const struct { __SIZE_TYPE__ size; const unsigned char *data; __SIZE_TYPE__ length; } blocks[] = {\n")
		for i, c := range h.allocs.blocks {
			name := "0"
			if len(c.data) > 0 {
				name = fmt.Sprintf("culprit_new_%d", i)
			}
			fmt.Fprintf(b, "\t\t{%d, %s, %d},\n", c.size, name, len(c.data))
		}
		fmt.Fprintf(b, "\t};\n\tstatic unsigned long next;\n\t__SIZE_TYPE__ i;\n\tif (p && next < %d && blocks[next].size == n) {\n", len(h.allocs.blocks))
		b.WriteString("\t\tfor (i = 0; i < blocks[next].length; i++)\n\t\t\tp[i] = blocks[next].data[i];\n\t\tnext++;\n\t}\n")
	}
	b.WriteString("\treturn p;\n}\n")
}
