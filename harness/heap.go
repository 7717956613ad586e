package harness

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"culprit/cfg"
	"culprit/frontend/argv"
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
	w := heapWalk{Harness: h, top: h.prog.HeapBase(), inputs: map[*cfg.Var]uint64{}}
	k := 0
	for i, e := range tr.Edges {
		for k < len(tr.Inputs) && tr.Inputs[k].Step < i {
			k++
		}
		var in *cfg.Input
		if k < len(tr.Inputs) && tr.Inputs[k].Step == i {
			in = &tr.Inputs[k]
		}
		if !w.step(e, in) {
			return
		}
	}
}

// heapWalk goes through a trace and knows where the heap ends.
type heapWalk struct {
	*Harness
	top     uint64
	block   *cfg.Var            // the last block, and where it is
	at      uint64              //
	element uint64              // of argv
	inputs  map[*cfg.Var]uint64 // what global variables have from inputs
}

// step takes one statement with its input, nil if it has none; false if the addresses
// of further blocks are not known.
func (w *heapWalk) step(e *cfg.Edge, in *cfg.Input) bool {
	if v := cfg.Defined(e.Stmt); v != nil {
		delete(w.inputs, v)
	}
	switch s := e.Stmt.(type) {
	case *cfg.Assign:
		if s.Dst == w.prog.HeapTop {
			return w.moved(s.Src)
		}
	case *cfg.Havoc:
		if s.Dst.Proc == nil && in != nil {
			w.inputs[s.Dst] = in.Value
		}
		if s.Func == cfg.ArgumentChosen && in != nil {
			w.element = in.Value / uint64(w.prog.PtrBits/8)
		}
	case *cfg.MemHavoc:
		if argv.Block(s.Dst) && in != nil {
			w.texts[w.element] = textAt(in.Mem, w.at, maxBytes)
			w.unread--
		}
	case *cfg.Alloc:
		return w.allocated(e, s, in)
	}
	return true
}

// moved follows the end of the heap where the program moves it: to have room for a
// header, or up to an alignment.
func (w *heapWalk) moved(to cfg.Expr) (known bool) {
	if _, ok := to.(*cfg.Binary); !ok {
		return true
	}
	known = true
	next := cfg.Eval(to, func(v *cfg.Var) uint64 {
		if v == w.block {
			return w.at
		}
		known = known && v == w.prog.HeapTop
		return w.top
	}, nil)
	if known {
		w.top = next
	}
	return known
}

// allocated takes an allocation with what the trace says that the block holds.
func (w *heapWalk) allocated(e *cfg.Edge, s *cfg.Alloc, in *cfg.Input) (known bool) {
	known = !cfg.Loads(s.Size)
	size := cfg.Eval(s.Size, func(v *cfg.Var) uint64 {
		n, ok := w.inputs[v]
		known = known && ok
		return n
	}, func(*cfg.Load) uint64 { return 0 })
	w.block, w.at = s.Dst, (w.top+cfg.HeapAlign-1)&^(cfg.HeapAlign-1)
	if known {
		w.top = w.at + max(size, 1)
	}
	if s.Zero || in == nil || w.prog.Slots && argv.Block(&cfg.VarRef{V: s.Dst}) {
		return true
	}
	w.allocs.calloc = true
	if !known || s.Stack || callee(e) != "malloc" {
		w.memory(in.Mem, e, "the new block")
		return known
	}
	b := heapBlock{size: size}
	for _, a := range slices.Sorted(maps.Keys(in.Mem)) {
		if a >= w.at && a-w.at < min(size, 1<<20) {
			b.data = append(b.data, make([]byte, a-w.at+1-uint64(len(b.data)))...)
			b.data[a-w.at] = in.Mem[a]
		}
	}
	w.allocs.blocks = append(w.allocs.blocks, b)
	return true
}

// callee is the function that the statement is a call of; "" if none is known.
func callee(e *cfg.Edge) string {
	if e.Call == nil {
		return ""
	}
	return e.Call.Func
}
