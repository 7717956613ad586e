package logic

import (
	"fmt"
	"maps"
	"slices"

	"culprit/internal/work"
)

// node is one term: 32 bytes, no pointers. Arguments live in Table.arena.
type node struct {
	aux  uint64 // constant value, extract bounds (hi<<8 | lo), index of a name
	sig  uint64 // 64-bit Bloom signature of the variables below
	hash uint32
	off  uint32 // first argument in the arena
	n    uint32 // number of arguments
	op   Op
	sort Sort
}

// Table holds terms. The zero value is not usable; call NewTable.
type Table struct {
	// Clock counts the work done with the table. A user may replace it.
	Clock *work.Clock

	nodes []node
	arena []T
	slots []T // open addressing, linear probing; 0 = empty (False is found without the table)

	names   []string
	nameIDs map[string]int32
	fresh   int

	// Traversal scratch: seen[t] == epoch means visited.
	seen  []uint32
	epoch uint32
	stack []T

	// Scratch of Subst.
	memo    []T
	coneBuf []T

	size   []int32       // cached Size, 0 = unknown
	vars   lists[T]      // see Vars
	values lists[uint64] // see valueSet

	sel    map[selKey]T // reads through writes already expanded; extracts of sums, with idx < 0
	selLog []selKey
	// reading says that a read is expanded; halves counts where it went on in two arrays.
	reading bool
	halves  int

	words   map[wordKey]T // words by their parts, and reads of words already expanded
	wordLog []wordKey

	onRelease []func(n int)
}

type selKey struct{ arr, idx T }

// Mark is a position in the life of a table to which Release returns.
type Mark struct {
	terms, arena, names, vars, selLog, values, wordLog, fresh int
}

// NewTable gives a table that holds only False and True.
func NewTable() *Table {
	tb := &Table{
		Clock:   &work.Clock{},
		slots:   make([]T, 1024),
		nameIDs: map[string]int32{},
		sel:     map[selKey]T{},
		words:   map[wordKey]T{},
	}
	tb.grow(node{op: OpFalse})
	tb.grow(node{op: OpTrue})
	return tb
}

// TableOn is NewTable with the work counted on a clock.
func TableOn(c *work.Clock) *Table {
	tb := NewTable()
	tb.Clock = c
	return tb
}

// Clone gives a table of its own with the same terms, which counts on a clock of
// its own: two goroutines may use them side by side.
func (tb *Table) Clone(clock *work.Clock) *Table {
	return &Table{
		Clock: clock,
		nodes: slices.Clone(tb.nodes), arena: slices.Clone(tb.arena), slots: slices.Clone(tb.slots),
		names: slices.Clone(tb.names), nameIDs: maps.Clone(tb.nameIDs), fresh: tb.fresh,
		size: slices.Clone(tb.size), vars: tb.vars.clone(), values: tb.values.clone(),
		sel: maps.Clone(tb.sel), selLog: slices.Clone(tb.selLog),
		words: maps.Clone(tb.words), wordLog: slices.Clone(tb.wordLog),
	}
}

func (tb *Table) grow(nd node) T {
	t := T(len(tb.nodes))
	tb.nodes = append(tb.nodes, nd)
	return t
}

func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// probe looks for the term with this form: it gives its slot and hash; the slot is empty if there is no such term.
func (tb *Table) probe(op Op, s Sort, aux uint64, args []T) (slot, hash uint32) {
	h := mix(uint64(op)|uint64(s.Kind)<<8|uint64(s.W)<<16|uint64(s.E)<<24, aux)
	for _, a := range args {
		h = mix(h, uint64(a)+1)
	}
	hash = uint32(h ^ h>>32)
	m := uint32(len(tb.slots) - 1)
	i := hash & m
	for tb.slots[i] != 0 {
		nd := &tb.nodes[tb.slots[i]]
		if nd.hash == hash && nd.op == op && nd.sort == s && nd.aux == aux && int(nd.n) == len(args) &&
			slices.Equal(tb.arena[nd.off:nd.off+nd.n], args) {
			break
		}
		i = (i + 1) & m
	}
	return i, hash
}

// find gives the term with this form if it exists.
func (tb *Table) find(op Op, s Sort, aux uint64, args ...T) (T, bool) {
	i, _ := tb.probe(op, s, aux, args)
	return tb.slots[i], tb.slots[i] != 0
}

// mk finds or creates the term with exactly this form; no simplification.
func (tb *Table) mk(op Op, s Sort, aux uint64, args ...T) T {
	tb.Clock.Add(work.Term + work.Amount(len(args))*work.Visit)
	i, h32 := tb.probe(op, s, aux, args)
	if t := tb.slots[i]; t != 0 {
		return t
	}
	nd := node{aux: aux, hash: h32, off: uint32(len(tb.arena)), n: uint32(len(args)), op: op, sort: s}
	if op == OpVar {
		nd.sig = 1 << (mix(uint64(len(tb.nodes)), 0) >> 58)
	}
	for _, a := range args {
		nd.sig |= tb.nodes[a].sig
	}
	tb.arena = append(tb.arena, args...)
	t := tb.grow(nd)
	if t < 0 {
		panic("logic: table full")
	}
	tb.slots[i] = t
	if len(tb.nodes)*2 > len(tb.slots) {
		tb.rehash(len(tb.slots) * 2)
	}
	return t
}

// rehash inserts in index order, so that no term ever lies on the probe path of an older one: Release relies on it.
func (tb *Table) rehash(n int) {
	tb.slots = make([]T, n)
	m := uint32(n - 1)
	for t := 2; t < len(tb.nodes); t++ {
		i := tb.nodes[t].hash & m
		for tb.slots[i] != 0 {
			i = (i + 1) & m
		}
		tb.slots[i] = T(t)
	}
}

// Mark remembers the current contents.
func (tb *Table) Mark() Mark {
	return Mark{len(tb.nodes), len(tb.arena), len(tb.names), len(tb.vars.lists), len(tb.selLog), len(tb.values.lists), len(tb.wordLog), tb.fresh}
}

// Release drops all terms created since m was taken. Marks are released in stack order; terms dropped must not be used.
func (tb *Table) Release(m Mark) {
	if m.terms > len(tb.nodes) || m.terms < 2 {
		panic("logic: Release of a mark that was already released")
	}
	if m.terms == len(tb.nodes) {
		return
	}
	sm := uint32(len(tb.slots) - 1)
	if dropped := len(tb.nodes) - m.terms; dropped > len(tb.slots)/4 {
		tb.nodes = tb.nodes[:m.terms]
		clear(tb.slots)
		for t := 2; t < m.terms; t++ {
			i := tb.nodes[t].hash & sm
			for tb.slots[i] != 0 {
				i = (i + 1) & sm
			}
			tb.slots[i] = T(t)
		}
	} else {
		for t := len(tb.nodes) - 1; t >= m.terms; t-- {
			i := tb.nodes[t].hash & sm
			for tb.slots[i] != T(t) {
				i = (i + 1) & sm
			}
			tb.slots[i] = 0
		}
		tb.nodes = tb.nodes[:m.terms]
	}
	tb.arena = tb.arena[:m.arena]
	for _, s := range tb.names[m.names:] {
		delete(tb.nameIDs, s)
	}
	tb.names = tb.names[:m.names]
	tb.fresh = m.fresh
	tb.size = tb.size[:min(len(tb.size), m.terms)]
	tb.vars.release(m.terms, m.vars)
	tb.releaseSelects(m)
	tb.values.release(m.terms, m.values)
	tb.releaseWords(m)
	tb.seen = tb.seen[:min(len(tb.seen), m.terms)]
	for _, f := range tb.onRelease {
		f(m.terms)
	}
}

// OnRelease registers f to be called after each Release that dropped terms: those with index n or more.
func (tb *Table) OnRelease(f func(n int)) { tb.onRelease = append(tb.onRelease, f) }

// lists are what was computed of terms and is kept: a list for each that has one.
type lists[E any] struct {
	at    []int32 // by term: 1 + index into lists, 0 = unknown, -1 = none
	lists []owned[E]
}

type owned[E any] struct {
	owner T
	list  []E
}

// of is the list of a term, and whether it is known; the table has n terms.
func (l *lists[E]) of(t T, n int) (list []E, known bool) {
	if int(t) >= len(l.at) {
		l.at = append(l.at, make([]int32, n-len(l.at))...)
	}
	if i := l.at[t]; i > 0 {
		return l.lists[i-1].list, true
	}
	return nil, l.at[t] < 0
}

// keep notes the list of a term, nil if it has none.
func (l *lists[E]) keep(t T, list []E) {
	if list == nil {
		l.at[t] = -1
		return
	}
	l.lists = append(l.lists, owned[E]{t, list})
	l.at[t] = int32(len(l.lists))
}

func (l *lists[E]) clone() lists[E] { return lists[E]{slices.Clone(l.at), slices.Clone(l.lists)} }

// release keeps the lists of surviving terms, wherever they were computed; there were n.
func (l *lists[E]) release(terms, n int) {
	keep := l.lists[:n]
	for _, x := range l.lists[n:] {
		if int(x.owner) < terms {
			keep = append(keep, x)
			l.at[x.owner] = int32(len(keep))
		}
	}
	clear(l.lists[len(keep):])
	l.lists = keep
	l.at = l.at[:min(len(l.at), terms)]
}

func (tb *Table) releaseSelects(m Mark) {
	for _, k := range tb.selLog[m.selLog:] {
		delete(tb.sel, k)
	}
	tb.selLog = tb.selLog[:m.selLog]
}

// Len is the number of terms in the table; all indices are below it.
func (tb *Table) Len() int { return len(tb.nodes) }

// Op gives the operator at the root of t.
func (tb *Table) Op(t T) Op { return tb.nodes[t].op }

// Sort gives the sort of t.
func (tb *Table) Sort(t T) Sort { return tb.nodes[t].sort }

// Width gives the number of bits of a bit-vector term.
func (tb *Table) Width(t T) int { return int(tb.nodes[t].sort.W) }

// Args gives the arguments of t; the caller must not modify them, nor keep them across the building of terms and Release.
func (tb *Table) Args(t T) []T {
	nd := &tb.nodes[t]
	return tb.arena[nd.off : nd.off+nd.n : nd.off+nd.n]
}

func (tb *Table) arg(t T, i uint32) T { return tb.arena[tb.nodes[t].off+i] }

// ConstVal gives the value of a constant: of OpConst, or 0 and 1 of OpFalse and OpTrue.
func (tb *Table) ConstVal(t T) uint64 {
	switch tb.nodes[t].op {
	case OpConst:
		return tb.nodes[t].aux
	case OpFalse:
		return 0
	case OpTrue:
		return 1
	}
	panic(fmt.Sprintf("logic: ConstVal of %s", tb.nodes[t].op))
}

// IsConst tells whether t is a bit-vector constant, False or True.
func (tb *Table) IsConst(t T) bool {
	op := tb.nodes[t].op
	return op == OpConst || op <= OpTrue
}

func (tb *Table) isBVConst(t T) bool { return tb.nodes[t].op == OpConst }

// Name gives the name of a variable or of an applied function.
func (tb *Table) Name(t T) string {
	switch tb.nodes[t].op {
	case OpVar, OpApply:
		return tb.names[tb.nodes[t].aux]
	}
	panic(fmt.Sprintf("logic: Name of %s", tb.nodes[t].op))
}

// ExtractBounds gives the highest and the lowest bit an OpExtract takes.
func (tb *Table) ExtractBounds(t T) (hi, lo int) {
	if tb.nodes[t].op != OpExtract {
		panic(fmt.Sprintf("logic: ExtractBounds of %s", tb.nodes[t].op))
	}
	return int(tb.nodes[t].aux >> 8), int(tb.nodes[t].aux & 255)
}

func (tb *Table) nameID(name string) uint64 {
	if id, ok := tb.nameIDs[name]; ok {
		return uint64(id)
	}
	id := int32(len(tb.names))
	tb.names = append(tb.names, name)
	tb.nameIDs[name] = id
	return uint64(id)
}

// Bool gives the truth value b.
func (tb *Table) Bool(b bool) T {
	if b {
		return True
	}
	return False
}

// True gives the true formula.
func (tb *Table) True() T { return True }

// False gives the false formula.
func (tb *Table) False() T { return False }

// BV gives the constant v modulo 2^w.
func (tb *Table) BV(w int, v uint64) T {
	checkWidth(w)
	return tb.mk(OpConst, Sort{Kind: SBV, W: uint8(w)}, v&mask(uint8(w)))
}

// Constant gives the constant of a sort: of an array the one whose elements all are v.
func (tb *Table) Constant(s Sort, v uint64) T {
	switch s.Kind {
	case SBool:
		return tb.Bool(v&1 != 0)
	case SArray:
		return tb.ConstArray(s, tb.BV(int(s.E), v))
	}
	return tb.BV(int(s.W), v)
}

func (tb *Table) bv(w uint8, v uint64) T { return tb.mk(OpConst, Sort{Kind: SBV, W: w}, v&mask(w)) }

// Var gives the variable of this name and sort. A name with the character | cannot be printed so that it can be read again.
func (tb *Table) Var(name string, s Sort) T { return tb.mk(OpVar, s, tb.nameID(name)) }

// Fresh gives a variable that does not occur in the table yet.
func (tb *Table) Fresh(prefix string, s Sort) T {
	for {
		tb.fresh++
		name := fmt.Sprintf("%s!%d", prefix, tb.fresh)
		if _, ok := tb.nameIDs[name]; !ok {
			return tb.Var(name, s)
		}
	}
}

// Apply gives the application of the uninterpreted function fn to Boolean and bit-vector arguments; without
// arguments, a variable.
func (tb *Table) Apply(fn string, result Sort, args ...T) T {
	if result.Kind == SArray {
		panic("logic: Apply with an array result")
	}
	for _, a := range args {
		if tb.nodes[a].sort.Kind == SArray {
			panic("logic: Apply to an array")
		}
	}
	if len(args) == 0 {
		return tb.Var(fn, result)
	}
	return tb.mk(OpApply, result, tb.nameID(fn), args...)
}

func (tb *Table) sortPanic(what string, args ...T) {
	s := "logic: ill-sorted " + what
	for _, a := range args {
		s += " " + tb.nodes[a].sort.String()
	}
	panic(s)
}
