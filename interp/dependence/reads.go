package dependence

import (
	"slices"
	"sync/atomic"

	"culprit/analysis/flow"
	"culprit/cfg"
	"culprit/cfg/clib"
)

// Reads are stored one after another as words: the number of the writer plus
// one, or 0 if nothing wrote the value. A read of several bytes with different
// writers takes several words; moreWord marks all but its last. The reads of an
// instance correspond to the uses of its statement, unless its offset is
// marked by labelled: then each read is preceded by the variable, plus one, or
// 0 for memory, or constantMemory for that of a string literal or another
// constant object, or stateLabel or outputLabel for
// a state of the library.
const (
	moreWord  = 1 << 31
	labelled  = 1 << 31
	entryMask = 1<<31 - 1

	constantMemory = 1<<32 - 1
	stateLabel     = 1<<32 - 2
	outputLabel    = 1<<32 - 3
)

// edgeInfo is what the graph needs to know of a statement.
type edgeInfo struct {
	uses   []use
	count  int // that many uses are read by every execution, in this order
	fixed  bool
	args   []int       // for a Call: where the uses of each argument end
	open   bool        // taking the edge opens a region
	handle int         // for a Lib: see handleRead
	known  atomic.Bool // skip and skips have been computed; they stay from then on
	skips  bool        // some use has a skip
	// constant: the statement initialises an object that nothing else may
	// write, such as a string literal.
	constant bool
}

// use is a slot that a statement reads.
type use struct {
	id     int // dense over the program
	slot   flow.Slot
	cell   flow.Cell // of a region
	output bool      // slot is flow.OutputSlot
	input  bool      // slot is flow.InputSlot
	v      *cfg.Var  // nil for memory
	local  bool      // belongs to one activation
	single bool      // and the procedure is not recursive
	skip   []*cfg.Edge
}

func newEdgeInfos(prog *cfg.Program, inf *flow.Influence) []edgeInfo {
	infos := make([]edgeInfo, len(prog.Edges))
	calls := prog.CallGraph()
	next := 0
	for _, e := range prog.Edges {
		c := useCollector{prog: prog, fixed: true}
		info := &infos[e.ID]
		if s, ok := e.Stmt.(*cfg.Call); ok {
			for _, a := range s.Args {
				c.expr(a)
				info.args = append(info.args, len(c.uses))
			}
		} else {
			cfg.Exprs(e.Stmt, c.expr)
		}
		if s, ok := e.Stmt.(*cfg.MemCopy); ok {
			c.region(s.SrcRegion, flow.BlockAt(s.Src, s.Size))
		}
		info.constant = cfg.InitialisedConst(e.Stmt) != nil
		info.count, info.fixed = len(c.uses), c.fixed
		if s, ok := e.Stmt.(*cfg.Lib); ok {
			info.handle = handleRead(prog, s)
			for _, r := range s.Regions {
				c.region(r, flow.Cell{})
			}
		}
		if readsOutput(prog, e) {
			c.uses = append(c.uses, use{slot: flow.OutputSlot(prog), output: true})
		}
		if s, ok := e.Stmt.(*cfg.Lib); ok && flow.Consumes(s) {
			c.uses = append(c.uses, use{slot: flow.InputSlot(prog), input: true})
		}
		info.uses = c.uses
		if len(e.From.Out) > 1 {
			if mixedMemory(c.uses) {
				info.fixed = false
			}
			if first := &infos[e.From.Out[0].ID]; sameSlots(first.uses, c.uses) {
				info.uses = slices.Clone(first.uses)
			}
		}
		for i := range info.uses {
			u := &info.uses[i]
			u.id = next
			next++
			if u.slot >= 0 {
				u.local = inf.Local(u.slot)
			}
			u.single = u.local && !calls.Recursive(u.v.Proc)
		}
	}
	return infos
}

// A branch evaluates one of two complementary conditions, and that may list its
// operands the other way round (i < j, j <= i). So its edges take the order of
// the first one, and reads of different cells are never distinguished by order.

func sameSlots(a, b []use) bool {
	n := map[flow.Slot]int{}
	for _, u := range a {
		n[u.slot]++
	}
	for _, u := range b {
		n[u.slot]--
	}
	for _, k := range n {
		if k != 0 {
			return false
		}
	}
	return true
}

// mixedMemory reports whether memory reads are of several regions or cells.
func mixedMemory(uses []use) bool {
	i := slices.IndexFunc(uses, func(u use) bool { return u.v == nil })
	return i >= 0 && slices.ContainsFunc(uses[i:], func(u use) bool { return u.v == nil && (u.slot != uses[i].slot || u.cell != uses[i].cell) })
}

// useCollector lists the slots that expressions read in order of evaluation.
type useCollector struct {
	prog  *cfg.Program
	uses  []use
	fixed bool // every evaluation reads them all
}

func (c *useCollector) expr(e cfg.Expr) {
	switch x := e.(type) {
	case *cfg.Ite:
		c.fixed = false
	case *cfg.Binary:
		if x.Op == cfg.LAnd || x.Op == cfg.LOr {
			c.fixed = false
		}
	}
	cfg.Children(e, c.expr)
	switch x := e.(type) {
	case *cfg.VarRef:
		c.uses = append(c.uses, use{slot: flow.VarSlot(x.V), v: x.V})
	case *cfg.Load:
		c.region(x.Region, flow.CellAt(x.Addr, uint64(x.T.Bytes())))
	}
}

func (c *useCollector) region(r *cfg.Region, cell flow.Cell) {
	s := flow.Slot(-1) // alias analysis did not run: nothing is known
	if r != nil {
		s = flow.RegionSlot(c.prog, r)
	}
	c.uses = append(c.uses, use{slot: s, cell: cell})
}

// matches reports whether the reads are those of the uses, in order.
func (info *edgeInfo) matches(reads []cfg.Access) bool {
	if !info.fixed || len(reads) != info.count {
		return false
	}
	for k := range reads {
		if reads[k].Var != info.uses[k].v {
			return false
		}
	}
	return true
}

// read is one read of an instance, decoded.
type read struct {
	from     int      // the use that it is, an index of edgeInfo.uses, or
	v        *cfg.Var // one of this variable or, if nil, of memory (from < 0)
	writers  []uint32 // words
	constant bool     // of constant memory
	state    bool     // of no memory, but a state of the library
	output   bool     // and that is how much was printed
}

// each calls f on the reads of instance i.
func (g *Graph) each(i int, f func(k int, r read)) {
	at, end := g.off[i], g.off[i+1]&entryMask
	named := at&labelled != 0
	at &= entryMask
	var r read
	for k := 0; at < end; k++ {
		r = read{from: k}
		if named {
			r.from = -1
			switch w := g.reads[at]; w {
			case 0:
			case constantMemory:
				r.constant = true
			case stateLabel:
				r.state = true
			case outputLabel:
				r.state, r.output = true, true
			default:
				r.v = g.Prog.Vars[w-1]
			}
			at++
		}
		start := at
		for g.reads[at]&moreWord != 0 {
			at++
		}
		at++
		r.writers = g.reads[start:at]
		f(k, r)
	}
}

// usesOf calls f on the uses that a read of an edge may be.
func (info *edgeInfo) usesOf(r read, f func(u *use)) {
	if r.from >= 0 {
		f(&info.uses[r.from])
		return
	}
	for j := range info.uses {
		if u := &info.uses[j]; u.output == r.output && u.input == (r.state && !r.output) && u.v == r.v {
			f(u)
		}
	}
}

// constant reports whether a read sees only the initialisation of
// constant objects: no other definition can be missing.
func (g *Graph) constant(r read) bool {
	if r.constant {
		return true
	}
	for _, w := range r.writers {
		if j := writer(w); j < 0 || !g.info[g.edge[j]].constant {
			return false
		}
	}
	return true
}

// writer is the instance of a word, or -1.
func writer(w uint32) int { return int(w&entryMask) - 1 }

// oldest is the earliest of the writers, -1 if one is missing.
func (r read) oldest() int {
	out := writer(r.writers[0])
	for _, w := range r.writers[1:] {
		out = min(out, writer(w))
	}
	return out
}

// variable is the variable read, nil for memory.
func (info *edgeInfo) variable(r read) *cfg.Var {
	if r.from >= 0 {
		return info.uses[r.from].v
	}
	return r.v
}

// Data lists the instances that i is data dependent on, ascending.
func (g *Graph) Data(i int) []int32 { return g.AppendData(nil, i) }

// AppendData appends the instances that i is data dependent on to buf,
// ascending.
func (g *Graph) AppendData(buf []int32, i int) []int32 {
	n := len(buf)
	g.each(i, func(_ int, r read) { buf = appendWriters(buf, r) })
	return sortTail(buf, n)
}

// DataOf lists the instances that read number k of instance i depends on,
// ascending: those that wrote what it read. Reads are numbered as in
// cfg.Instance.
func (g *Graph) DataOf(i, k int) []int32 {
	var buf []int32
	g.each(i, func(j int, r read) {
		if j == k {
			buf = appendWriters(buf, r)
		}
	})
	return sortTail(buf, 0)
}

func appendWriters(buf []int32, r read) []int32 {
	if r.state {
		return buf
	}
	for _, w := range r.writers {
		if j := writer(w); j >= 0 {
			buf = append(buf, int32(j))
		}
	}
	return buf
}

// Reads calls f with the number of each read of instance i, as in cfg.Instance,
// the variable, nil for memory, and the instances that wrote what it read. These
// are valid during the call.
func (g *Graph) Reads(i int, f func(k int, v *cfg.Var, from []int32)) {
	info := &g.info[g.edge[i]]
	var buf [8]int32
	g.each(i, func(k int, r read) {
		if !r.state {
			f(k, info.variable(r), appendWriters(buf[:0], r))
		}
	})
}

// Hidden state of the C library: a call that reads input depends on the calls
// that consumed input of the same stream before, and rand on srand. These
// dependences are kept apart from data dependences, because each such call
// depends on all the ones before it, which says little to a user; but only
// with them a slice tells why an input was read at all.
//
// How much was printed is such a state, too. A statement that prints depends on those that
// printed before, and has summary control dependences on the branches between
// that may have kept something from being printed: why a byte stands where
// another one was expected. So has the end of Main.

// streamArg is the index of the argument whose stream a library call reads from
// or prints to, or -1.
func streamArg(s *cfg.Lib) int {
	f := clib.Lookup(s.Func)
	if f == nil || f.State != clib.StreamState && f.Prints == clib.NoOutput {
		return -1
	}
	if at := f.Stream(); at < len(s.Args) {
		return at
	}
	return -1
}

// stateKey names the state that an instance of a Lib depends on and changes: the
// handle of a stream, or a small number.
func stateKey(s *cfg.Lib, info *edgeInfo, in *cfg.Instance) (uint64, bool) {
	if at := streamArg(s); at >= 0 {
		h := handle(s, info, in, at)
		return h, h != clib.Stdout && h != clib.Stderr
	}
	switch f := clib.Lookup(s.Func); {
	case f == nil || f.Hidden() == clib.NoState || f.State == clib.StreamState || f.State == clib.DescriptorState:
		return 0, false
	case f.State == clib.StdinState:
		return clib.Stdin, true
	default:
		return uint64(f.Hidden()), true
	}
}

// handle is the value of an argument that is a stream handle, or 0 if it is
// not known.
func handle(s *cfg.Lib, info *edgeInfo, in *cfg.Instance, at int) uint64 {
	if c, ok := s.Args[at].(*cfg.Const); ok {
		return c.V
	}
	if k := info.handle; k >= 0 && k < len(in.Reads) {
		return in.Reads[k].Value
	}
	return 0
}

// prints reports whether an instance of a Lib prints to standard output.
func prints(s *cfg.Lib, info *edgeInfo, in *cfg.Instance) bool {
	if !flow.Prints(s) {
		return false
	}
	if at := streamArg(s); at >= 0 {
		h := handle(s, info, in, at)
		return h == clib.Stdout || h == 0
	}
	return true
}

// readsOutput reports whether it matters for a statement how much has been
// printed: where its own output begins, or that there is no more of it.
func readsOutput(prog *cfg.Program, e *cfg.Edge) bool {
	switch s := e.Stmt.(type) {
	case *cfg.Lib:
		return flow.Prints(s)
	case *cfg.Return:
		return e.From.Proc == prog.Main
	}
	return false
}

// handleRead is the number of the read whose value is the stream handle that a
// library function gets, or -1: that of a variable or of memory which is read
// as it is, after arguments that always make the same reads.
func handleRead(prog *cfg.Program, s *cfg.Lib) int {
	at := streamArg(s)
	if at < 0 {
		return -1
	}
	switch s.Args[at].(type) {
	case *cfg.VarRef, *cfg.Load:
		c := useCollector{prog: prog, fixed: true}
		for _, a := range s.Args[:at+1] {
			c.expr(a)
		}
		if c.fixed {
			return len(c.uses) - 1
		}
	}
	return -1
}

// State is the library call whose effect on hidden state, such as the position
// of an input stream, library call i depends on, or -1. Output is left out.
func (g *Graph) State(i int) int {
	out := -1
	if _, ok := g.Edge(i).Stmt.(*cfg.Lib); ok {
		g.each(i, func(_ int, r read) {
			if r.state && !r.output {
				out = writer(r.writers[0])
			}
		})
	}
	return out
}

// PrintedBefore is the instance that last printed before printing instance i,
// or before the end of Main, or -1. If what i printed is wrong where it stands,
// what was printed before it may lack something, or be too much.
func (g *Graph) PrintedBefore(i int) int {
	out := -1
	g.each(i, func(_ int, r read) {
		if r.output {
			out = writer(r.writers[0])
		}
	})
	return out
}

// WrongOutput lists the instances to ask why byte number k of standard output
// is not what was expected: the one that printed it, or the end of the run if
// there is no such byte, and the one that printed before it.
func (g *Graph) WrongOutput(k int64) []int {
	i := g.Printed(k)
	if i < 0 {
		if g.N() == 0 {
			return nil
		}
		i = g.N() - 1
	}
	out := []int{i}
	if i > 0 && g.Printed(k) < 0 && len(g.outputs) > 0 {
		out = append(out, int(g.outputs[len(g.outputs)-1].instance))
	} else if p := g.PrintedBefore(i); p >= 0 {
		out = append(out, p)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sortTail sorts what is after the first n and drops duplicates.
func sortTail(buf []int32, n int) []int32 {
	if len(buf)-n > 1 {
		slices.Sort(buf[n:])
		buf = buf[:n+len(slices.Compact(buf[n:]))]
	}
	return buf
}
