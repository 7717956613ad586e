package cfg

import (
	"fmt"
	"slices"
)

// Check reports the first broken invariant of a program:
//
//   - ids are dense, and edges are linked at both ends and stay in one
//     procedure;
//   - Entry and Exit exist, Return labels exactly the edge out of Exit, error
//     and unsupported locations have no edges out;
//   - every location can be reached from the entry of its procedure, or is
//     the exit;
//   - expressions and statements are well typed, variables are global or of
//     the procedure that uses them, calls have an argument for each parameter;
//   - either no memory access has a region, or all have one of Regions.
func Check(p *Program) error {
	c := &checker{p: p, regions: len(p.Regions) > 0}
	defer func() { c.cur = nil }()
	for _, f := range []func() error{c.ids, c.links, c.procs, c.edges} {
		if err := f(); err != nil {
			return fmt.Errorf("cfg: %w", err)
		}
	}
	return nil
}

type checker struct {
	p       *Program
	regions bool
	cur     *Proc
}

func (c *checker) ids() error {
	p := c.p
	if p.PtrBits != 32 && p.PtrBits != 64 {
		return fmt.Errorf("pointers of %d bits", p.PtrBits)
	}
	for i, v := range p.Vars {
		if v == nil || v.ID != i {
			return fmt.Errorf("variable %d: id is not dense", i)
		}
		if err := checkType(v.Type); err != nil {
			return fmt.Errorf("variable %s: %w", v.Name, err)
		}
		if v.Proc != nil && !c.hasProc(v.Proc) {
			return fmt.Errorf("variable %s: procedure of another program", v.Name)
		}
	}
	for i, f := range p.Procs {
		if f == nil || f.ID != i {
			return fmt.Errorf("procedure %d: id is not dense", i)
		}
	}
	for i, o := range p.Objects {
		if o == nil || o.ID != i {
			return fmt.Errorf("object %d: id is not dense", i)
		}
		if o.Align == 0 || o.Align&(o.Align-1) != 0 {
			return fmt.Errorf("object %s: alignment %d", o.Name, o.Align)
		}
	}
	for i, r := range p.Regions {
		if r == nil || r.ID != i {
			return fmt.Errorf("region %d: id is not dense", i)
		}
		if r.Cell != 8 && r.Cell != 16 && r.Cell != 32 && r.Cell != 64 {
			return fmt.Errorf("region %s: cells of %d bits", r.Name, r.Cell)
		}
	}
	for i, l := range p.Locs {
		if l == nil || l.ID != i {
			return fmt.Errorf("location %d: id is not dense", i)
		}
		if !c.hasProc(l.Proc) {
			return fmt.Errorf("location %d: no procedure of this program", i)
		}
	}
	if p.Main == nil || !c.hasProc(p.Main) {
		return fmt.Errorf("no main procedure")
	}
	if p.HeapTop != nil && (!c.hasVar(p.HeapTop) || p.HeapTop.Type != BV(p.PtrBits) || p.HeapTop.Proc != nil) {
		return fmt.Errorf("the heap top is not a global pointer of this program")
	}
	return nil
}

func (c *checker) hasProc(f *Proc) bool {
	return f != nil && f.ID >= 0 && f.ID < len(c.p.Procs) && c.p.Procs[f.ID] == f
}

func (c *checker) hasObject(o *Object) bool {
	return o != nil && o.ID >= 0 && o.ID < len(c.p.Objects) && c.p.Objects[o.ID] == o
}

func (c *checker) hasVar(v *Var) bool {
	return v != nil && v.ID >= 0 && v.ID < len(c.p.Vars) && c.p.Vars[v.ID] == v
}

func (c *checker) hasLoc(l *Loc) bool {
	return l != nil && l.ID >= 0 && l.ID < len(c.p.Locs) && c.p.Locs[l.ID] == l
}

func checkType(t Type) error {
	switch {
	case t.Kind == Bool && t.Bits == 1, t.Kind == Bits && t.Bits >= 1 && t.Bits <= 64, t.Kind == Float && (t.Bits == 32 || t.Bits == 64):
		return nil
	}
	return fmt.Errorf("type of kind %d and width %d", t.Kind, t.Bits)
}

// links checks that each edge occurs once in From.Out and once in To.In, and
// that these lists hold nothing else.
func (c *checker) links() error {
	out, in := make([]int, len(c.p.Edges)), make([]int, len(c.p.Edges))
	for _, l := range c.p.Locs {
		for _, side := range []struct {
			list  []*Edge
			count []int
			end   func(*Edge) *Loc
		}{{l.Out, out, func(e *Edge) *Loc { return e.From }}, {l.In, in, func(e *Edge) *Loc { return e.To }}} {
			for _, e := range side.list {
				if e == nil || e.ID < 0 || e.ID >= len(c.p.Edges) || c.p.Edges[e.ID] != e || side.end(e) != l {
					return fmt.Errorf("location %d: a foreign edge is linked to it", l.ID)
				}
				side.count[e.ID]++
			}
		}
	}
	for i, e := range c.p.Edges {
		switch {
		case e == nil || e.ID != i:
			return fmt.Errorf("edge %d: id is not dense", i)
		case !c.hasLoc(e.From) || !c.hasLoc(e.To):
			return fmt.Errorf("edge %d: location of another program", i)
		case out[i] != 1 || in[i] != 1:
			return fmt.Errorf("edge %d: linked %d times at its start and %d times at its end", i, out[i], in[i])
		case e.From.Proc != e.To.Proc:
			return fmt.Errorf("edge %d: from %s to %s", i, e.From.Proc.Name, e.To.Proc.Name)
		}
	}
	return nil
}

func (c *checker) procs() error {
	reached := make([]bool, len(c.p.Locs))
	for _, f := range c.p.Procs {
		if !c.hasLoc(f.Entry) || !c.hasLoc(f.Exit) || f.Entry.Proc != f || f.Exit.Proc != f {
			return fmt.Errorf("procedure %s: no entry or exit of its own", f.Name)
		}
		if len(f.Exit.Out) != 1 {
			return fmt.Errorf("procedure %s: %d edges out of its exit", f.Name, len(f.Exit.Out))
		}
		for _, v := range append(f.Params[:len(f.Params):len(f.Params)], f.Locals...) {
			if !c.hasVar(v) || v.Proc != f {
				return fmt.Errorf("procedure %s: a parameter or local that is not its own", f.Name)
			}
		}
		if f.Ret != nil && !c.hasVar(f.Ret) {
			return fmt.Errorf("procedure %s: result variable of another program", f.Name)
		}
		work := []*Loc{f.Entry}
		reached[f.Entry.ID], reached[f.Exit.ID] = true, true
		for len(work) > 0 {
			l := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range l.Out {
				if !reached[e.To.ID] {
					reached[e.To.ID] = true
					work = append(work, e.To)
				}
			}
		}
	}
	for _, l := range c.p.Locs {
		switch {
		case !reached[l.ID]:
			return fmt.Errorf("location %d of %s: not reachable from the entry", l.ID, l.Proc.Name)
		case l.Kind != Plain && len(l.Out) > 0:
			return fmt.Errorf("location %d of %s: an edge leaves an %v location", l.ID, l.Proc.Name, l.Kind)
		}
		if err := c.annotations(l); err != nil {
			return fmt.Errorf("location %d of %s: %w", l.ID, l.Proc.Name, err)
		}
	}
	return nil
}

// annotations checks what a location has besides its edges.
func (c *checker) annotations(l *Loc) error {
	c.cur = l.Proc
	for _, k := range l.Checks {
		for _, e := range []Expr{k.When, k.Base, k.Addr, k.Size} {
			if e == nil {
				continue
			}
			if err := c.expr(e); err != nil {
				return fmt.Errorf("a check of memory: %w", err)
			}
		}
	}
	for _, x := range l.Loops {
		for _, n := range x.Scope {
			if n.Var != nil && !c.hasVar(n.Var) || n.Obj != nil && !c.hasObject(n.Obj) {
				return fmt.Errorf("the name %s of a loop means a variable of another program", n.Text)
			}
		}
	}
	return nil
}

func (c *checker) edges() error {
	for _, e := range c.p.Edges {
		c.cur = e.From.Proc
		if e.Stmt == nil {
			return fmt.Errorf("edge %d: no statement", e.ID)
		}
		_, ret := e.Stmt.(*Return)
		if exit := e.From == c.cur.Exit; ret != exit || ret && e.To != e.From {
			return fmt.Errorf("edge %d: %v from location %d, the exit is %d", e.ID, e.Stmt, e.From.ID, c.cur.Exit.ID)
		}
		if err := c.stmt(e.Stmt); err != nil {
			return fmt.Errorf("edge %d (%s, %v), %v: %w", e.ID, c.cur.Name, e.Pos, e.Stmt, err)
		}
	}
	return nil
}

// use checks that a variable may occur in the current procedure. Results of
// other procedures are read by their callers.
func (c *checker) use(v *Var) error {
	if !c.hasVar(v) {
		return fmt.Errorf("a variable of another program")
	}
	if v.Proc != nil && v.Proc != c.cur && v != v.Proc.Ret {
		return fmt.Errorf("variable %s belongs to %s", v.Name, v.Proc.Name)
	}
	return nil
}

func (c *checker) region(r *Region) error {
	switch {
	case r == nil && c.regions:
		return fmt.Errorf("a memory access without region")
	case r != nil && (r.ID < 0 || r.ID >= len(c.p.Regions) || c.p.Regions[r.ID] != r):
		return fmt.Errorf("a region of another program")
	}
	return nil
}

func (c *checker) want(e Expr, t Type, what string) error {
	if err := c.expr(e); err != nil {
		return err
	}
	if e.Type() != t {
		return fmt.Errorf("%s has type %v instead of %v", what, e.Type(), t)
	}
	return nil
}

func (c *checker) stmt(s Stmt) error {
	ptr := BV(c.p.PtrBits)
	first := func(errs ...error) error {
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		return nil
	}
	switch s := s.(type) {
	case *Assign:
		if err := c.use(s.Dst); err != nil {
			return err
		}
		return c.want(s.Src, s.Dst.Type, "the value")
	case *Havoc:
		return c.use(s.Dst)
	case *Assume:
		return c.want(s.Cond, BoolType, "the condition")
	case *Store:
		if err := first(c.want(s.Addr, ptr, "the address"), c.expr(s.Val), c.region(s.Region)); err != nil {
			return err
		}
		return checkMemType(s.Val.Type())
	case *MemCopy:
		err := first(c.want(s.Dst, ptr, "the destination"), c.want(s.Src, ptr, "the source"), c.want(s.Size, ptr, "the size"),
			c.region(s.DstRegion), c.region(s.SrcRegion))
		if err == nil && s.DstRegion != nil && s.SrcRegion != nil && s.DstRegion.Cell != s.SrcRegion.Cell {
			err = fmt.Errorf("a copy between regions with cells of %d and %d bits", s.SrcRegion.Cell, s.DstRegion.Cell)
		}
		return err
	case *MemSet:
		return first(c.want(s.Dst, ptr, "the destination"), c.want(s.Val, BV(8), "the byte"), c.want(s.Size, ptr, "the size"), c.region(s.Region))
	case *MemHavoc:
		return first(c.want(s.Dst, ptr, "the destination"), c.want(s.Size, ptr, "the size"), c.region(s.Region))
	case *Alloc:
		if c.p.HeapTop == nil {
			return fmt.Errorf("an allocation, but the program has no heap top")
		}
		if s.Dst != nil && s.Dst.Type != ptr {
			return fmt.Errorf("the destination has type %v", s.Dst.Type)
		}
		return first(c.use(s.Dst), c.want(s.Size, ptr, "the size"), c.region(s.Region))
	case *Free:
		return c.want(s.Ptr, ptr, "the pointer")
	case *Call:
		return c.call(s)
	case *Lib:
		return c.lib(s)
	case *Return:
		return nil
	case *Skip:
		for _, o := range slices.Concat(s.Begins, s.Ends) {
			if !c.hasObject(o) {
				return fmt.Errorf("the life of an object of another program")
			}
		}
		return nil
	}
	return fmt.Errorf("unknown statement %T", s)
}

func (c *checker) call(s *Call) error {
	if !c.hasProc(s.Proc) {
		return fmt.Errorf("a call of a procedure of another program")
	}
	if len(s.Args) != len(s.Proc.Params) {
		return fmt.Errorf("%d arguments for %d parameters", len(s.Args), len(s.Proc.Params))
	}
	for i, a := range s.Args {
		if err := c.want(a, s.Proc.Params[i].Type, "argument "+s.Proc.Params[i].Name); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) lib(s *Lib) error {
	if s.Func == "" {
		return fmt.Errorf("a library call without name")
	}
	if s.Dst != nil {
		if err := c.use(s.Dst); err != nil {
			return err
		}
	}
	for _, a := range s.Args {
		if err := c.expr(a); err != nil {
			return err
		}
		if err := checkMemType(a.Type()); err != nil {
			return fmt.Errorf("argument %v: %w", a, err)
		}
	}
	for i, r := range s.Regions {
		if r == nil || i > 0 && s.Regions[i-1].ID >= r.ID {
			return fmt.Errorf("the regions are not in order")
		}
		if err := c.region(r); err != nil {
			return err
		}
	}
	return nil
}

// CanOverflow reports whether overflow of op on a signed type is undefined.
func CanOverflow(op Op) bool {
	switch op {
	case Add, Sub, Mul, Shl, Neg:
		return true
	}
	return false
}

// checkMemType allows what memory can hold: whole bytes.
func checkMemType(t Type) error {
	if t.Kind == Bool || t.Bits%8 != 0 {
		return fmt.Errorf("memory access of type %v", t)
	}
	return nil
}

func (c *checker) expr(e Expr) error {
	if e == nil {
		return fmt.Errorf("an expression is missing")
	}
	var err error
	Children(e, func(sub Expr) {
		if err == nil {
			err = c.expr(sub)
		}
	})
	if err != nil {
		return err
	}
	if err := c.node(e); err != nil {
		return fmt.Errorf("in %v: %w", e, err)
	}
	return nil
}

// node checks one expression whose operands were checked.
func (c *checker) node(e Expr) error {
	switch e := e.(type) {
	case *Const:
		if err := checkType(e.T); err != nil {
			return err
		}
		if e.V != Mask(e.V, e.T.Width()) {
			return fmt.Errorf("the value %#x exceeds %v", e.V, e.T)
		}
	case *VarRef:
		return c.use(e.V)
	case *AddrOf:
		if e.Obj == nil || e.Obj.ID < 0 || e.Obj.ID >= len(c.p.Objects) || c.p.Objects[e.Obj.ID] != e.Obj {
			return fmt.Errorf("an object of another program")
		}
		if e.Bits != c.p.PtrBits {
			return fmt.Errorf("an address of %d bits", e.Bits)
		}
	case *FuncAddr:
		if !c.hasProc(e.Proc) || e.Bits != c.p.PtrBits {
			return fmt.Errorf("a procedure of another program, or %d bits", e.Bits)
		}
	case *Unary:
		return checkUnary(e)
	case *Binary:
		return c.binary(e)
	case *Cast:
		return checkCast(e)
	case *Ite:
		if e.Cond.Type() != BoolType || e.Then.Type() != e.Else.Type() {
			return fmt.Errorf("%v ? %v : %v", e.Cond.Type(), e.Then.Type(), e.Else.Type())
		}
	case *Load:
		if e.Addr.Type() != BV(c.p.PtrBits) {
			return fmt.Errorf("an address of type %v", e.Addr.Type())
		}
		if err := checkMemType(e.T); err != nil {
			return err
		}
		return c.region(e.Region)
	default:
		return fmt.Errorf("unknown expression %T", e)
	}
	return nil
}

func checkUnary(e *Unary) error {
	x := e.X.Type()
	ok := false
	if e.Signed && !CanOverflow(e.Op) {
		return fmt.Errorf("operator %v marked as signed", e.Op)
	}
	switch op, _ := e.Op.Base(); op {
	case Neg, Not:
		ok = x.Kind == Bits && e.T == x
	case LNot:
		ok = x == BoolType && e.T == x
	case FNeg, FSqrt, FAbs, FFloor, FCeil, FTruncF, FRound:
		ok = x.Kind == Float && e.T == x
	case FIsNaN, FIsInf:
		ok = x.Kind == Float && e.T == BoolType
	}
	if !ok {
		return fmt.Errorf("operator %v from %v to %v", e.Op, x, e.T)
	}
	return nil
}

func (c *checker) binary(e *Binary) error {
	x, y := e.X.Type(), e.Y.Type()
	ok := false
	if e.Signed && !CanOverflow(e.Op) {
		return fmt.Errorf("operator %v marked as signed", e.Op)
	}
	switch op, _ := e.Op.Base(); op {
	case Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr:
		ok = x.Kind == Bits && e.T == x
	case PtrAdd:
		ok = x == BV(c.p.PtrBits) && e.T == x
	case Eq, Ne:
		ok = x.Kind != Float && e.T == BoolType
	case ULt, ULe, SLt, SLe:
		ok = x.Kind == Bits && e.T == BoolType
	case LAnd, LOr:
		ok = x == BoolType && e.T == x
	case FAdd, FSub, FMul, FDiv:
		ok = x.Kind == Float && e.T == x
	case FEq, FNe, FLt, FLe:
		ok = x.Kind == Float && e.T == BoolType
	}
	if !ok || x != y {
		return fmt.Errorf("operator %v from %v and %v to %v", e.Op, x, y, e.T)
	}
	return nil
}

func checkCast(e *Cast) error {
	x, t := e.X.Type(), e.T
	ok := false
	switch op, _ := e.Op.Base(); op {
	case ZExt, SExt:
		ok = x.Kind == Bits && t.Kind == Bits && t.Bits > x.Bits
	case Trunc:
		ok = x.Kind == Bits && t.Kind == Bits && t.Bits < x.Bits
	case BoolToBits:
		ok = x == BoolType && t.Kind == Bits
	case BitsToBool:
		ok = x.Kind == Bits && t == BoolType
	case SToF, UToF:
		ok = x.Kind == Bits && t.Kind == Float
	case FToS, FToU:
		ok = x.Kind == Float && t.Kind == Bits
	case FToF:
		ok = x.Kind == Float && t.Kind == Float && x != t
	case FToBits:
		ok = x.Kind == Float && t == BV(x.Width())
	case BitsToF:
		ok = t.Kind == Float && x == BV(t.Width())
	}
	if !ok || checkType(t) != nil {
		return fmt.Errorf("cast %v from %v to %v", e.Op, x, t)
	}
	return nil
}
