package safety

import "culprit/cfg"

// Bounds of arrays that are parts of larger objects (C11 6.5.6p8, annex J.2): rows of
// an array of arrays, and members. valid-deref is about whole objects, so that an
// index which leads from one row into the next is not its error. An element counts
// that the program denotes by the array and an index, as for gcc's -fsanitize=bounds;
// what a pointer into the array leads to does not, since programs walk through all
// rows with one pointer, and clear them with one memset.

// Indexed is what the front end knows of the address of an element of such an array.
type Indexed struct {
	Index  cfg.Expr // in elements, or in bytes if the length is
	Length cfg.Expr
	Past   bool // it is not accessed, so that it may be the one past the last
	Longer bool // the array may be longer than its type says
	Text   string
	Pos    cfg.Pos
}

// Indices adds an error location for each element that may be none. They are listed
// by the expressions for their addresses.
func Indices(p *cfg.Program, at map[cfg.Expr]Indexed) {
	if len(at) == 0 {
		return
	}
	guardAll(p, func(_ *cfg.Loc, e cfg.Expr, add func(check)) {
		x, ok := at[e]
		if !ok {
			return
		}
		outside := cfg.Negate(cfg.Compare(cfg.ULt, x.Index, x.Length))
		switch {
		case x.Longer:
			outside = less(x.Index, konst(p.PtrBits, 0))
		case x.Past:
			outside = cfg.Negate(cfg.Compare(cfg.ULe, x.Index, x.Length))
		}
		add(check{outside, UBBounds, cfg.Reason{Kind: cfg.Forbidden, Text: x.Text + " is no element of its array"}, x.Pos})
	})
}
