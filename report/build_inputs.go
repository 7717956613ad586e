package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
)

// Inputs: the values that a trace takes from outside, under the names that its
// reader knows.

// KindOfInput is the Input.Kind of what a nondeterministic statement takes.
func KindOfInput(s cfg.Stmt) string {
	if h, ok := s.(*cfg.Havoc); ok {
		return [...]string{cfg.Nondet: "nondet", cfg.Uninit: "uninitialised", cfg.Unknown: "unknown"}[h.Kind]
	}
	return "memory"
}

// inputOf describes an input; taker is the step of the statement that the
// user sees taking it.
func inputOf(prog *cfg.Program, tr *cfg.Trace, in *cfg.Input) (out Input, taker int) {
	out, taker = Input{Step: in.Step, Kind: "memory"}, in.Step
	e := tr.Edges[in.Step]
	switch s := e.Stmt.(type) {
	case *cfg.Havoc:
		out.Kind = KindOfInput(s)
		v, step := receiver(tr, in.Step, s.Dst)
		taker = step
		out.Name = inputName(v, s.Func)
		sh := shapeOf(s.Dst)
		if v != nil && v.Type == s.Dst.Type {
			sh = shapeOf(v)
		}
		out.Value, out.Bits = sh.format(in.Value), strconv.FormatUint(in.Value, 10)
		if sh.pointer && prog != nil {
			out.Value = prog.ShowAddress(cfg.Mask(in.Value, sh.typ.Width()))
		}
	default:
		out.Name = e.Text
		if h, ok := s.(*cfg.MemHavoc); ok && h.Kind == cfg.Nondet && e.Call != nil {
			out.Name, out.Value = readBytes(h, e, in.Mem)
		}
	}
	for _, a := range slices.Sorted(maps.Keys(in.Mem)) {
		out.Mem = append(out.Mem, Byte{fmt.Sprintf("0x%x", a), in.Mem[a]})
	}
	return out, taker
}

// readBytes shows what a call of the library reads into memory: under the name of
// the object, if that is known, as a number where one is read, and else as a text.
func readBytes(h *cfg.MemHavoc, e *cfg.Edge, mem map[uint64]byte) (name, value string) {
	if len(mem) == 0 {
		return e.Text, ""
	}
	addrs := slices.Sorted(maps.Keys(mem))
	low, high := addrs[0], addrs[len(addrs)-1]
	name = e.Text
	size, fixed := h.Size.(*cfg.Const)
	number := fixed && h.Text == nil && (size.V == 2 || size.V == 4 || size.V == 8)
	if a, ok := h.Dst.(*cfg.AddrOf); ok {
		name, low = cfg.SourceName(a.Obj.Name), a.Obj.Addr
		number = number && a.Obj.Size == size.V
	} else if number = number && high-low < size.V; number {
		low -= low % size.V
	}
	if number {
		v := uint64(0)
		for i := range size.V {
			v |= uint64(mem[low+i]) << (8 * i)
		}
		if a, ok := h.Dst.(*cfg.AddrOf); ok && a.Obj.Elem.Kind == cfg.Float {
			return name, cfg.FormatValue(a.Obj.Elem, true, v)
		}
		return name, strconv.FormatInt(cfg.SignExtend(v, int(8*size.V)), 10)
	}
	var text []byte
	for a := low; a <= high && len(text) < maxBytes; a++ {
		text = append(text, mem[a])
	}
	return name, strconv.Quote(strings.TrimRight(string(text), "\x00")) // what is not set is zero
}

// receiver is the variable of the user that an input ends up in, and where:
// the havoc'd one, or, if that is a temporary, the one assigned from it right
// after. Without one the variable is nil.
func receiver(tr *cfg.Trace, step int, dst *cfg.Var) (*cfg.Var, int) {
	if !dst.Temp {
		return dst, step
	}
	const reach = 4
	for i := step + 1; i < min(step+1+reach, len(tr.Edges)); i++ {
		a, ok := tr.Edges[i].Stmt.(*cfg.Assign)
		if !ok || !converts(a.Src, dst) {
			continue
		}
		if !a.Dst.Temp {
			return a.Dst, i
		}
		dst = a.Dst
	}
	return nil, step
}

// converts reports whether an expression is the value of v and nothing
// conversions around it.
func converts(x cfg.Expr, v *cfg.Var) bool {
	switch x := x.(type) {
	case *cfg.VarRef:
		return x.V == v
	case *cfg.Cast:
		return converts(x.X, v)
	case *cfg.Binary: // to bool
		c, ok := x.Y.(*cfg.Const)
		return x.Op == cfg.Ne && ok && c.V == 0 && converts(x.X, v)
	}
	return false
}

func inputName(v *cfg.Var, fn string) string {
	switch {
	case v != nil && v.Proc != nil && v.Proc.Ret == v:
		return v.Proc.Name + "()"
	case v != nil:
		return cfg.SourceName(v.Name)
	case fn != "":
		return fn + "()"
	}
	return "input"
}
