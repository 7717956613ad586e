package relevance

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"culprit/cfg"
	"culprit/cfg/clib"
)

// line is a recorded run as a program without branches, under construction.
type line struct {
	activations
	trace *cfg.Trace
	at    *cfg.Loc
	max   int

	instances []int
	from      []*cfg.Edge

	calls   []*cfg.Proc     // open calls
	written map[uint64]bool // bytes of memory that were written, but for
	blocks  []cfg.Access    // large blocks that were
	initial map[uint64]byte // bytes read before, where not zero
	last    *cfg.Instance   // a copy of the last instance
	memo    map[memoKey]cfg.Stmt
}

func newLine(prog *cfg.Program, insts iter.Seq[*cfg.Instance], opt RunOptions) (*line, error) {
	l := &line{
		activations: newActivations(prog), trace: &cfg.Trace{}, max: opt.MaxSteps,
		written: map[uint64]bool{}, initial: map[uint64]byte{}, memo: map[memoKey]cfg.Stmt{},
	}
	if l.max <= 0 {
		l.max = maxHeld
	}
	p := l.prog
	p.Procs, p.Locs, p.Edges, p.HeapTop = nil, nil, nil, nil
	l.depth = make([]int, len(prog.Procs))
	// Procedures keep their numbers and addresses, for calls through pointers.
	for _, f := range prog.Procs {
		g := p.NewProc(f.Name, f.Pos)
		g.Addr = f.Addr
	}
	main := p.Procs[prog.Main.ID]
	p.Main = main
	main.Entry = p.NewLoc(main, prog.Main.Pos)
	l.at = main.Entry
	l.depth[prog.Main.ID] = 1
	for i := range insts {
		if opt.Last >= 0 && i.Index > opt.Last {
			break
		}
		if l.last != nil {
			if err := l.instance(l.last); err != nil {
				return nil, err
			}
		}
		l.last = copyInstance(i)
	}
	if l.last == nil {
		return nil, errors.New("the run has no statement")
	}
	if _, branch := l.last.Edge.Stmt.(*cfg.Assume); branch && opt.Goal == SameOperands {
		l.reads(l.last) // undefined, so that it went neither way
		return l, nil
	}
	return l, l.instance(l.last)
}

func copyInstance(i *cfg.Instance) *cfg.Instance {
	c := *i
	c.Reads = append([]cfg.Access(nil), i.Reads...)
	c.Writes = append([]cfg.Access(nil), i.Writes...)
	return &c
}

// add appends a statement; in is the input that it takes, if it takes one.
func (l *line) add(i *cfg.Instance, s cfg.Stmt, in *cfg.Input) error {
	if len(l.trace.Edges) >= l.max {
		return fmt.Errorf("%w: it has more than %d statements", ErrRunTooLong, l.max)
	}
	e := i.Edge
	next := l.prog.NewLoc(l.prog.Main, e.To.Pos)
	l.trace.Edges = append(l.trace.Edges, l.prog.NewEdge(l.at, next, s, e.Pos, e.Text, e.Role))
	l.at = next
	l.instances = append(l.instances, i.Index)
	l.from = append(l.from, e)
	if in != nil {
		in.Step = len(l.trace.Edges) - 1
		l.trace.Inputs = append(l.trace.Inputs, *in)
	}
	return nil
}

// instance appends the statements of one instance.
func (l *line) instance(i *cfg.Instance) error {
	l.reads(i)
	defer l.wrote(i)
	switch s := i.Edge.Stmt.(type) {
	case *cfg.Skip, *cfg.Free:
		return nil
	case *cfg.Return:
		if n := len(l.calls); n > 0 {
			l.depth[l.calls[n-1].ID]--
			l.calls = l.calls[:n-1]
		}
		return nil
	case *cfg.Call:
		return l.call(i, s)
	case *cfg.Alloc:
		return l.alloc(i, s)
	case *cfg.Lib:
		return l.lib(i, s)
	case *cfg.Havoc:
		if len(i.Writes) == 0 {
			return nil // the run ended here
		}
		if s.Func == "main" {
			return l.constant(i, l.variable(s.Dst), i.Writes[0].Value)
		}
		h := *s
		h.Dst = l.variable(s.Dst)
		return l.add(i, &h, &cfg.Input{Value: i.Writes[0].Value})
	case *cfg.MemHavoc:
		if len(i.Writes) == 0 {
			return nil
		}
		return l.add(i, l.stmt(i.Edge), &cfg.Input{Mem: bytesOf(i.Writes[0])})
	case *cfg.Assume:
		return l.add(i, l.stmt(i.Edge), nil)
	}
	if len(i.Writes) == 0 {
		switch i.Edge.Stmt.(type) {
		case *cfg.Assign, *cfg.Store:
			return nil // the run ended here
		}
	}
	return l.add(i, l.stmt(i.Edge), nil)
}

// reads notes what memory the instance read and nobody wrote.
func (l *line) reads(i *cfg.Instance) {
	for _, a := range i.Reads {
		if a.Var != nil {
			continue
		}
		for k := range a.Size {
			var b byte
			switch {
			case a.Size <= 8:
				b = byte(a.Value >> (8 * k))
			case k < uint64(len(a.Data)):
				b = a.Data[k]
			}
			if b != 0 && !l.overwritten(a.Addr+k) {
				l.initial[a.Addr+k] = b
			}
		}
	}
}

func (l *line) wrote(i *cfg.Instance) {
	for _, a := range i.Writes {
		switch {
		case a.Var != nil:
		case a.Size > largeBlock:
			l.blocks = append(l.blocks, a)
		default:
			for k := range a.Size {
				l.written[a.Addr+k] = true
			}
		}
	}
}

// largeBlock is up to which size the bytes of a block are noted one by one: few programs have larger ones.
const largeBlock = 1 << 16

// overwritten reports whether the run has written a byte before.
func (l *line) overwritten(addr uint64) bool {
	return l.written[addr] || slices.ContainsFunc(l.blocks, func(a cfg.Access) bool { return addr-a.Addr < a.Size })
}

func bytesOf(a cfg.Access) map[uint64]byte {
	mem := map[uint64]byte{}
	for k := range a.Size {
		b := byte(0)
		if k < uint64(len(a.Data)) {
			b = a.Data[k]
		} else if a.Size <= 8 {
			b = byte(a.Value >> (8 * k))
		}
		if b != 0 {
			mem[a.Addr+k] = b
		}
	}
	return mem
}

// call assigns the parameters. They belong to the new activation and the
// arguments to the caller's, so that the order does not matter.
func (l *line) call(i *cfg.Instance, s *cfg.Call) error {
	args := make([]cfg.Expr, len(s.Args))
	for k, a := range s.Args {
		args[k] = l.expr(a)
	}
	l.depth[s.Proc.ID]++
	l.calls = append(l.calls, s.Proc)
	for k, p := range s.Proc.Params {
		if k < len(args) {
			if err := l.add(i, &cfg.Assign{Dst: l.variable(p), Src: args[k]}, nil); err != nil {
				return err
			}
		}
	}
	return nil
}

// alloc assigns the address of the run. The contents are what the run had
// there.
func (l *line) alloc(i *cfg.Instance, s *cfg.Alloc) error {
	for _, w := range i.Writes {
		var err error
		switch {
		case w.Var != nil:
			err = l.constant(i, l.variable(s.Dst), w.Value)
		default:
			b := uint64(0)
			if len(w.Data) > 0 {
				b = uint64(w.Data[0])
			} else if w.Size <= 8 {
				b = w.Value & 0xff
			}
			err = l.hidden(i, &cfg.MemSet{Dst: l.number(w.Addr), Val: &cfg.Const{T: cfg.BV(8), V: b}, Size: l.number(w.Size)}, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hidden appends a statement that is not a candidate.
func (l *line) hidden(i *cfg.Instance, s cfg.Stmt, in *cfg.Input) error {
	err := l.add(i, s, in)
	if err == nil {
		l.trace.Edges[len(l.trace.Edges)-1].Role = cfg.RoleImplicit
	}
	return err
}

func (l *line) constant(i *cfg.Instance, v *cfg.Var, value uint64) error {
	return l.add(i, &cfg.Assign{Dst: v, Src: &cfg.Const{T: v.Type, V: cfg.Mask(value, v.Type.Width())}}, nil)
}

func (l *line) number(v uint64) *cfg.Const { return &cfg.Const{T: cfg.BV(l.prog.PtrBits), V: v} }

// lib assigns what a library function wrote.
func (l *line) lib(i *cfg.Instance, s *cfg.Lib) error {
	f := clib.Lookup(s.Func)
	input := f != nil && f.Input // then results and writes come from outside
	for _, w := range i.Writes {
		var err error
		switch {
		case w.Var != nil && input && !w.Var.Pointer():
			err = l.add(i, &cfg.Havoc{Dst: l.variable(w.Var), Kind: cfg.Nondet, Func: s.Func}, &cfg.Input{Value: w.Value})
		case w.Var != nil:
			err = l.constant(i, l.variable(w.Var), w.Value)
		case input && w.Size <= 8 && w.Size&(w.Size-1) == 0:
			err = l.scalar(i, s, w)
		case input:
			err = l.add(i, &cfg.MemHavoc{Dst: l.number(w.Addr), Size: l.number(w.Size), Kind: cfg.Nondet}, &cfg.Input{Mem: bytesOf(w)})
		default:
			err = l.block(i, w)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// scalar stores an input of a scalar's size, which is easier to reason about
// than a block.
func (l *line) scalar(i *cfg.Instance, s *cfg.Lib, w cfg.Access) error {
	v := l.temp(cfg.BV(int(8 * w.Size)))
	if err := l.hidden(i, &cfg.Havoc{Dst: v, Kind: cfg.Nondet, Func: s.Func}, &cfg.Input{Value: w.Value}); err != nil {
		return err
	}
	return l.add(i, &cfg.Store{Addr: l.number(w.Addr), Val: &cfg.VarRef{V: v}}, nil)
}

func (l *line) temp(t cfg.Type) *cfg.Var {
	v := &cfg.Var{ID: len(l.prog.Vars), Name: "operand", Type: t, Temp: true}
	l.prog.Vars = append(l.prog.Vars, v)
	return v
}

// block stores the bytes of a write one by one, or a pointer as a whole, so
// that the alias analysis sees it.
func (l *line) block(i *cfg.Instance, w cfg.Access) error {
	mem := bytesOf(w)
	word := uint64(l.prog.PtrBits / 8)
	for k := uint64(0); k < w.Size; {
		n := uint64(1)
		if (w.Addr+k)%word == 0 && w.Size-k >= word {
			n = word
		}
		v := uint64(0)
		for j := range n {
			v |= uint64(mem[w.Addr+k+j]) << (8 * j)
		}
		if err := l.add(i, &cfg.Store{Addr: l.number(w.Addr + k), Val: &cfg.Const{T: cfg.BV(int(8 * n)), V: v}}, nil); err != nil {
			return err
		}
		k += n
	}
	return nil
}

// sample selects the steps that get marks; nil means all. Steps of one edge
// and one assigned variable are instances of one statement.
func (l *line) sample(most int) func(step int) bool {
	if most < 0 {
		return nil
	}
	if most == 0 {
		most = maxOccurrences
	}
	type key struct {
		edge *cfg.Edge
		part int // of several assignments of one instance
	}
	steps := map[key][]int{}
	part := 0
	for k, e := range l.from {
		part++
		if k == 0 || l.instances[k] != l.instances[k-1] {
			part = 0
		}
		steps[key{e, part}] = append(steps[key{e, part}], k)
	}
	chosen := map[int]bool{}
	for _, ks := range steps {
		n := min(most, len(ks))
		for j := range n {
			at := 0
			if n > 1 {
				at = j * (len(ks) - 1) / (n - 1)
			}
			chosen[ks[at]] = true
		}
		if n == 1 {
			chosen[ks[len(ks)-1]] = true
		}
	}
	return func(step int) bool { return chosen[step] }
}
