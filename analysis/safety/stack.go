package safety

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
)

// The depth of the stack, as an estimate: a frame takes the variables of the function
// whose names are in the text, whether registers hold them or not, and the words
// that a call saves; blocks of the stack take their sizes. Functions of the library
// take nothing.

// stack is the state of the pass.
type stack struct {
	editor
	addresses
	limit uint64
	depth *cfg.Var              // what is taken
	above map[*cfg.Var]*cfg.Var // what was taken before a block, by its variable
}

// UsualStack is the limit that Linux sets for the stack of a program.
const UsualStack = 8 << 20

// Depth adds an error location for each call, and each block of the stack, that takes
// the stack beyond limit bytes. Like Instrument, which it follows, it must run before
// recursive procedures are copied.
func Depth(p *cfg.Program, limit uint64) {
	s := &stack{editor: editor{p}, addresses: addressesOf(p), limit: limit, above: map[*cfg.Var]*cfg.Var{}}
	s.depth = s.temp(nil, "#stack", cfg.BV(p.PtrBits))
	begin := map[*cfg.Proc]*cfg.Var{} // the depth at which an activation begins
	for _, e := range append([]*cfg.Edge(nil), p.Edges...) {
		switch st := e.Stmt.(type) {
		case *cfg.Call:
			s.call(e, st.Proc)
		case *cfg.Alloc:
			if f := e.From.Proc; st.Stack {
				s.allocated(e, st)
				if begin[f] == nil {
					begin[f] = s.temp(f, "#frame", s.depth.Type)
				}
			}
		case *cfg.Free:
			if r, ok := st.Ptr.(*cfg.VarRef); ok && st.Stack && s.above[r.V] != nil {
				s.after(e, &cfg.Assign{Dst: s.depth, Src: &cfg.VarRef{V: s.above[r.V]}})
			}
		}
	}
	for f, v := range begin {
		if f != p.Main {
			s.suffix(f, []cfg.Stmt{&cfg.Assign{Dst: s.depth, Src: &cfg.VarRef{V: v}}})
		}
		s.prefix(f, []cfg.Stmt{&cfg.Assign{Dst: v, Src: &cfg.VarRef{V: s.depth}}})
	}
	s.begin()
	p.Assume(p.Main.Pos, fmt.Sprintf("estimates a frame of the stack as its variables and %d bytes (%s), of %d bytes for all", 2*p.PtrBits/8, s.frames(), limit))
}

// move makes the stack deeper, or less deep.
func (s *stack) move(op cfg.Op, by cfg.Expr) cfg.Stmt {
	return &cfg.Assign{Dst: s.depth, Src: arithmetic(op, &cfg.VarRef{V: s.depth}, by)}
}

// check lets no statement follow that needs more than there is.
func (s *stack) check(l *cfg.Loc, needs cfg.Expr, text string, at cfg.Pos) {
	left := arithmetic(cfg.Sub, s.ptr(s.limit), &cfg.VarRef{V: s.depth})
	guard(s.p, l, []check{{cfg.Compare(cfg.ULt, left, needs), StackDepth, cfg.Reason{Kind: cfg.Forbidden, Text: text}, at}})
}

func (s *stack) call(e *cfg.Edge, f *cfg.Proc) {
	size := s.frame(f)
	if size == 0 {
		return
	}
	s.check(e.From, s.ptr(size), fmt.Sprintf("call of %s, whose frame takes %d bytes, with less left on the stack", f.Name, size), e.Pos)
	s.before(e, s.move(cfg.Add, s.ptr(size)))
	s.after(e, s.move(cfg.Sub, s.ptr(size)))
}

func (s *stack) allocated(e *cfg.Edge, a *cfg.Alloc) {
	above := s.above[a.Dst]
	if above == nil {
		above = s.temp(e.From.Proc, "#above", s.depth.Type)
		s.above[a.Dst] = above
	}
	at := e.Pos
	if !at.IsValid() {
		at = e.From.Proc.Pos
	}
	s.check(e.From, a.Size, "block of the stack that is larger than what is left on it", at)
	s.before(e, &cfg.Assign{Dst: above, Src: &cfg.VarRef{V: s.depth}})
	s.before(e, s.move(cfg.Add, a.Size))
}

// frame is the size of a frame of f, 0 for functions of the library.
func (s *stack) frame(f *cfg.Proc) uint64 {
	if !f.Pos.IsValid() {
		return 0
	}
	size := uint64(0)
	for _, o := range s.p.Objects {
		if o.Proc == f {
			size += o.Size
		}
	}
	for _, v := range s.p.Vars {
		if v.Proc == f && !v.Temp && v.Pos.IsValid() {
			size += uint64(v.Type.Bytes())
		}
	}
	return (size+15)&^15 + uint64(2*s.p.PtrBits/8)
}

// begin sets the depth where the program begins.
func (s *stack) begin() {
	f, size := s.p.Main, s.frame(s.p.Main)
	s.prefix(f, []cfg.Stmt{&cfg.Skip{}, &cfg.Assign{Dst: s.depth, Src: s.ptr(size)}})
	if size > s.limit {
		text := fmt.Sprintf("%s, whose frame takes %d bytes, with less left on the stack", f.Name, size)
		guard(s.p, f.Entry, []check{{cfg.True, StackDepth, cfg.Reason{Kind: cfg.Forbidden, Text: text}, f.Pos}})
	}
}

// frames lists the largest frames.
func (s *stack) frames() string {
	var all []*cfg.Proc
	for _, f := range s.p.Procs {
		if s.frame(f) > 0 {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(f, g *cfg.Proc) int { return cmp.Compare(s.frame(g), s.frame(f)) })
	var out []string
	for _, f := range all[:min(len(all), maxListed)] {
		out = append(out, fmt.Sprint(f.Name, " ", s.frame(f)))
	}
	return strings.Join(out, ", ")
}
