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
// follow from the sizes (cfg.Program.HeapBase), up to the first allocation of a size that
// is neither constant nor follows from inputs; what blocks after it hold is not controlled.
func (h *Harness) heap(tr *cfg.Trace) {
	top, k := h.prog.HeapBase(), 0
	element := uint64(0)            // of argv
	inputs := map[*cfg.Var]uint64{} // what global variables have from them
	var block *cfg.Var              // the last block, and where it is
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
		if v := cfg.Defined(e.Stmt); v != nil {
			delete(inputs, v)
		}
		here := k < len(tr.Inputs) && tr.Inputs[k].Step == i
		switch s := e.Stmt.(type) {
		case *cfg.Havoc:
			if s.Dst.Proc == nil && here {
				inputs[s.Dst] = tr.Inputs[k].Value
			}
			if s.Func == cfg.ArgumentChosen && here {
				element = tr.Inputs[k].Value / uint64(h.prog.PtrBits/8)
			}
		case *cfg.MemHavoc:
			if frontend.ArgumentBlock(s.Dst) && here {
				h.texts[element] = textAt(tr.Inputs[k].Mem, at, maxBytes)
				h.unread--
			}
		}
		s, ok := e.Stmt.(*cfg.Alloc)
		if !ok {
			continue
		}
		constant := !cfg.Loads(s.Size)
		size := cfg.Eval(s.Size, func(v *cfg.Var) uint64 {
			n, known := inputs[v]
			constant = constant && known
			return n
		}, func(*cfg.Load) uint64 { return 0 })
		block, at = s.Dst, (top+cfg.HeapAlign-1)&^(cfg.HeapAlign-1)
		if constant {
			top = at + max(size, 1)
		}
		if h.prog.Slots && frontend.ArgumentBlock(&cfg.VarRef{V: s.Dst}) {
			continue
		}
		if s.Zero || !here {
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
		b := heapBlock{size: size}
		for _, a := range slices.Sorted(maps.Keys(mem)) {
			if a >= at && a-at < min(size, 1<<20) {
				b.data = append(b.data, make([]byte, a-at+1-uint64(len(b.data)))...)
				b.data[a-at] = mem[a]
			}
		}
		h.allocs.blocks = append(h.allocs.blocks, b)
	}
}

// callee is the function that the statement is a call of; "" if none is known.
func callee(e *cfg.Edge) string {
	if e.Call == nil {
		return ""
	}
	return e.Call.Func
}
