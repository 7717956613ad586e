package harness

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"culprit/cfg"
	"culprit/frontend"
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

// heapBlock is what one call of malloc is to return: a block with these first
// bytes, the others zero.
type heapBlock struct {
	size uint64
	data []byte
}

// heap collects the blocks that malloc returns in a trace. Their addresses
// follow from the sizes (cfg.Program.HeapBase), up to the first allocation in the
// program of a size that is not constant; what blocks after it hold is not controlled.
func (h *Harness) heap(tr *cfg.Trace) {
	top, k := h.prog.HeapBase(), 0
	var block *cfg.Var // the last block, and where it is
	var at uint64
	for i, e := range tr.Edges {
		for k < len(tr.Inputs) && tr.Inputs[k].Step < i {
			k++
		}
		if s, ok := e.Stmt.(*cfg.Assign); ok && s.Dst == h.prog.HeapTop {
			if _, ok := s.Src.(*cfg.Binary); ok { // room for a header, or up to an alignment
				known := true
				next := cfg.Eval(s.Src, func(v *cfg.Var) uint64 {
					if v == block {
						return at
					}
					known = known && v == h.prog.HeapTop
					return top
				}, nil)
				if !known {
					return
				}
				top = next
			}
		}
		s, ok := e.Stmt.(*cfg.Alloc)
		if !ok {
			continue
		}
		size, constant := s.Size.(*cfg.Const)
		block, at = s.Dst, (top+cfg.HeapAlign-1)&^(cfg.HeapAlign-1)
		if constant {
			top = at + max(size.V, 1)
		}
		if h.prog.Slots && frontend.LongArgument(&cfg.VarRef{V: s.Dst}) {
			continue
		}
		if s.Zero || k == len(tr.Inputs) || tr.Inputs[k].Step != i {
			continue
		}
		mem := tr.Inputs[k].Mem
		if !constant || s.Stack || callee(e) != "malloc" {
			h.allocs.calloc = true
			h.memory(mem, e, "the new block")
			if !constant {
				return
			}
			continue
		}
		h.allocs.calloc = true
		b := heapBlock{size: size.V}
		for _, a := range slices.Sorted(maps.Keys(mem)) {
			if a >= at && a-at < min(size.V, 1<<20) {
				b.data = append(b.data, make([]byte, a-at+1-uint64(len(b.data)))...)
				b.data[a-at] = mem[a]
			}
		}
		h.allocs.blocks = append(h.allocs.blocks, b)
	}
}
