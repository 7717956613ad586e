package logic

import (
	"culprit/internal/ieee"
	"culprit/internal/work"
)

// Model gives values to variables and functions; what is missing reads as 0.
type Model struct {
	BV  map[T]uint64    // Boolean (0, 1) and bit-vector variables
	Arr map[T]*ArrayVal // array variables
	Fun map[string]*FuncVal
}

// ArrayVal is an array: M where defined, else Default.
type ArrayVal struct {
	Default uint64
	M       map[uint64]uint64
}

// At gives the element at index i.
func (a *ArrayVal) At(i uint64) uint64 {
	if a == nil {
		return 0
	}
	if v, ok := a.M[i]; ok {
		return v
	}
	return a.Default
}

// gives tells whether the element at index i is listed.
func (a *ArrayVal) gives(i uint64) bool {
	if a == nil {
		return false
	}
	_, ok := a.M[i]
	return ok
}

// FuncVal is a finite table of an uninterpreted function: the first matching row, else Default.
type FuncVal struct {
	Rows    []FuncRow
	Default uint64
}

// FuncRow maps one tuple of arguments to a value.
type FuncRow struct {
	Args []uint64
	Val  uint64
}

// NewModel gives the model in which everything is 0.
func NewModel() *Model {
	return &Model{BV: map[T]uint64{}, Arr: map[T]*ArrayVal{}, Fun: map[string]*FuncVal{}}
}

// Eval gives the value of a Boolean or bit-vector term under m. For many terms under one model use an Evaluator.
func (tb *Table) Eval(t T, m *Model) uint64 {
	ev := NewEvaluator(tb)
	ev.Reset(m)
	return ev.Value(t)
}

// Evaluator evaluates many terms of one table under one model at a time. It reads the table only.
type Evaluator struct {
	tb    *Table
	m     *Model
	val   []uint64
	stamp []uint32
	epoch uint32
	high  int // terms with this index or more have no value
	depth int
	done  int // terms computed since the clock was told
	stack []T

	guessed bool // a value was taken that the model does not give
}

// NewEvaluator gives an evaluator under the model in which everything is 0.
func NewEvaluator(tb *Table) *Evaluator {
	return &Evaluator{tb: tb, m: &Model{}, epoch: 1}
}

// Reset changes the model; it (or Forget) must also be called after Release of terms that were evaluated.
func (ev *Evaluator) Reset(m *Model) {
	ev.m = m
	ev.epoch++
	if ev.epoch == 0 {
		clear(ev.stamp)
		ev.epoch = 1
	}
}

// Forget drops the values of terms with index n or more; after Release of those, values of the others remain valid.
func (ev *Evaluator) Forget(n int) {
	if n < ev.high {
		clear(ev.stamp[n:ev.high])
		ev.high = n
	}
}

// Value gives the value of a Boolean (0, 1) or bit-vector term.
func (ev *Evaluator) Value(t T) uint64 {
	n := len(ev.tb.nodes)
	ev.high = n
	if len(ev.val) < n {
		n += n / 4
		ev.val = append(ev.val, make([]uint64, n-len(ev.val))...)
		ev.stamp = append(ev.stamp, make([]uint32, n-len(ev.stamp))...)
	}
	v := ev.value(t)
	ev.tb.Clock.Count(ev.done, work.Visit)
	ev.done = 0
	return v
}

// Holds tells whether the formula t is true.
func (ev *Evaluator) Holds(t T) bool { return ev.Value(t) == 1 }

func (ev *Evaluator) value(t T) uint64 {
	if ev.stamp[t] == ev.epoch {
		return ev.val[t]
	}
	ev.depth++
	if ev.depth > maxDepth {
		ev.prepare(t)
	}
	v := ev.compute(t)
	ev.depth--
	ev.val[t], ev.stamp[t] = v, ev.epoch
	return v
}

// Certain gives the value of t where it follows from what the model gives:
// whatever the variables, elements and functions that the model leaves out
// are, the value is the same. After ok == false the evaluator must be Reset.
func (ev *Evaluator) Certain(t T) (v uint64, ok bool) {
	ev.guessed = false
	v = ev.Value(t)
	return v, !ev.guessed
}

// prepare evaluates everything below t without recursion.
func (ev *Evaluator) prepare(root T) {
	st := append(ev.stack[:0], root)
	ev.stack = nil // a nested call takes its own
	tb := ev.tb
	for len(st) > 0 {
		t := st[len(st)-1]
		if ev.stamp[t] == ev.epoch || tb.nodes[t].sort.Kind == SArray {
			st = st[:len(st)-1]
			continue
		}
		n := len(st)
		for _, a := range tb.Args(t) {
			if ev.stamp[a] != ev.epoch && tb.nodes[a].sort.Kind != SArray {
				st = append(st, a)
			}
		}
		if len(st) == n {
			st = st[:n-1]
			v := ev.compute(t)
			ev.val[t], ev.stamp[t] = v, ev.epoch
		}
	}
	ev.stack = st
}

// At reads the array term arr at index i.
func (ev *Evaluator) At(arr T, i uint64) uint64 {
	ev.Value(True)
	return ev.read(arr, i)
}

func (ev *Evaluator) read(arr T, i uint64) uint64 {
	tb := ev.tb
	for {
		nd := &tb.nodes[arr]
		args := tb.arena[nd.off : nd.off+nd.n]
		switch nd.op {
		case OpVar:
			a := ev.m.Arr[arr]
			if !ev.guessed && !a.gives(i) {
				ev.guessed = true
			}
			return a.At(i) & mask(nd.sort.E)
		case OpConstArray:
			return ev.value(args[0])
		case OpStore:
			if ev.value(args[1]) == i {
				return ev.value(args[2])
			}
			arr = args[0]
		case OpIte:
			if ev.value(args[0]) == 1 {
				arr = args[1]
			} else {
				arr = args[2]
			}
		case OpCopy:
			if rel := (i - ev.value(args[1])) & mask(nd.sort.W); rel < ev.value(args[2]) {
				i = (rel + ev.value(args[4])) & mask(nd.sort.W)
				arr = args[3]
			} else {
				arr = args[0]
			}
		default:
			panic("logic: read of an array that is " + nd.op.String())
		}
	}
}

func (ev *Evaluator) compute(t T) uint64 {
	ev.done++
	tb := ev.tb
	nd := &tb.nodes[t]
	args := tb.arena[nd.off : nd.off+nd.n]
	w := nd.sort.W
	switch nd.op {
	case OpFalse:
		return 0
	case OpTrue:
		return 1
	case OpVar:
		v, ok := ev.m.BV[t]
		if !ok {
			ev.guessed = true
		}
		if nd.sort.Kind == SBool {
			return b2u(v != 0)
		}
		return v & mask(w)
	case OpConst:
		return nd.aux
	case OpNot:
		return 1 - ev.value(args[0])
	case OpAnd:
		for _, a := range args {
			if ev.value(a) == 0 {
				return 0
			}
		}
		return 1
	case OpOr:
		for _, a := range args {
			if ev.value(a) == 1 {
				return 1
			}
		}
		return 0
	case OpIte:
		if ev.value(args[0]) == 1 {
			return ev.value(args[1])
		}
		return ev.value(args[2])
	case OpAdd:
		v := uint64(0)
		for _, a := range args {
			v += ev.value(a)
		}
		return v & mask(w)
	case OpMul:
		v := uint64(1)
		for _, a := range args {
			v *= ev.value(a)
		}
		return v & mask(w)
	case OpExtract:
		return ev.value(args[0]) >> (nd.aux & 255) & mask(w)
	case OpZExt:
		return ev.value(args[0])
	case OpSExt:
		return uint64(signed(tb.nodes[args[0]].sort.W, ev.value(args[0]))) & mask(w)
	case OpBvNot:
		return ^ev.value(args[0]) & mask(w)
	case OpSelect:
		return ev.read(args[0], ev.value(args[1]))
	case OpApply:
		return ev.apply(tb.names[nd.aux], nd.sort, args)
	case OpFloat:
		op, m := tb.FloatOp(t)
		v, _ := ieee.Eval(op, m, int(w), int(tb.nodes[args[0]].sort.W), ev.value(args[0]), ev.value(args[len(args)-1]))
		return v
	case OpConcat:
		return ev.value(args[0])<<tb.nodes[args[1]].sort.W | ev.value(args[1])
	case OpStore, OpConstArray, OpCopy:
		panic("logic: value of an array; use Evaluator.At")
	}
	a, b := ev.value(args[0]), ev.value(args[1])
	return binary(nd.op, tb.nodes[args[0]].sort.W, a, b)
}

func (ev *Evaluator) apply(name string, s Sort, args []T) uint64 {
	ev.guessed = true // a table gives some rows of a function, not all
	f := ev.m.Fun[name]
	if f == nil {
		return 0
	}
	m := uint64(1)
	if s.Kind == SBV {
		m = mask(s.W)
	}
rows:
	for _, r := range f.Rows {
		if len(r.Args) != len(args) {
			continue
		}
		for i, a := range args {
			if ev.value(a) != r.Args[i] {
				continue rows
			}
		}
		return r.Val & m
	}
	return f.Default & m
}
