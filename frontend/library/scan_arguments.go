package library

import (
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"
)

// The arguments of the scanf family: whether they are what a format takes, and those
// that get pointers to new blocks.

// takes compares the arguments of a call with what its literal format takes.
func (f *Caller) takes(c *Call, format int) {
	if f.l.conf.Checks&safety.Format == 0 || f.Dead() {
		return
	}
	text, literal := syntax.LiteralText(f.Arg(c, format))
	convs, ok := conversions(text)
	if !literal || !ok {
		return
	}
	next := format + 1
	for _, d := range convs {
		if d.Suppress {
			continue
		}
		if next >= len(c.Args) {
			f.misformatted(c, "fewer arguments than its format takes")
			return
		}
		if !f.fitsScan(d, f.body.TypeOf(c.Args[next])) {
			f.misformatted(c, otherArgument)
			return
		}
		next++
	}
}

// fitting notes that the numbers that a call reads are taken to fit where they are stored,
// unless its literal format lets it read few digits: C does not define others.
func (f *Caller) fitting(c *Call, format int) {
	const digits = 4 // that fit into any type but char
	if !f.Asks(safety.Builtin) || f.l.conf.Execute || f.Dead() {
		return
	}
	text, literal := syntax.LiteralText(f.Arg(c, format))
	convs, ok := conversions(text)
	if !literal || !ok || slices.ContainsFunc(convs, func(d clib.ScanPart) bool {
		return !d.Suppress && strings.IndexByte("diouxX", d.Conv) >= 0 && (d.Width == clib.None || d.Width > digits)
	}) {
		f.l.Notes.AssumeOnce(c.At.Pos, "assumes that the numbers that %s reads fit where they are stored", c.Name)
	}
}

// fitsScan reports whether a conversion stores through a pointer of type t.
func (f *Caller) fitsScan(d clib.ScanPart, t *ctypes.Type) bool {
	if t.Kind != ctypes.Pointer && t.Kind != ctypes.Array {
		return false
	}
	el := f.l.Types.ElemOf(t)
	switch {
	case d.Alloc:
		return el.Kind == ctypes.Pointer
	case strings.IndexByte("cs[", d.Conv) >= 0:
		return el.Kind == ctypes.Void || f.l.Types.IsChar(el) || el.Kind == ctypes.Array && f.l.Types.IsChar(f.l.Types.ElemOf(el)) || d.Length != clib.LenNone
	case d.Conv == 'p':
		return el.Kind == ctypes.Pointer
	case strings.IndexByte("eEfFgGaA", d.Conv) >= 0:
		return (el.Kind == ctypes.Float || el.Kind == ctypes.Extended) && f.l.Types.SizeOf(el) == f.scanSize(d)
	}
	return el.Kind == ctypes.Int && f.l.Types.SizeOf(el) == f.scanSize(d)
}

// allocates reports whether a conversion stores a pointer to a new block.
func allocates(d clib.ScanPart) bool { return d.Alloc && !d.Suppress }

// perhapsNull stores a null pointer or nothing, as a conversion does that should have
// allocated and fails: POSIX says neither, glibc's stores null if there was something to try.
func (f *Caller) perhapsNull(c *Call, to emit.Value) {
	choice := f.havocIn(c, f.l.Types.Int, 0, 1, cfg.Unknown)
	f.When(emit.IsNot(choice.Expr, 0), parse.Span{Pos: c.At.Pos}, func() {
		p := f.l.Types.CharPtr
		f.Store(emit.Place{Type: p, Addr: to.Expr}, emit.Value{Expr: emit.Const(f.l.Types.Value(p), 0), Type: p}, c.At, cfg.RoleUser)
	})
}

// scannedNew stores a pointer to a new block with what a conversion reads. Where there is
// no memory for it, the call fails; none is nil where it is not known what that undoes.
func (f *Caller) scannedNew(c *Call, d clib.ScanPart, to emit.Value, kind cfg.HavocKind, none func()) {
	if f.mayRefuse() && none == nil || strings.IndexByte("cs[", d.Conv) < 0 || d.Wide() || d.Conv == 'c' && d.Width > 1 {
		f.Fail(c.X, "%s that allocates", c.Name)
	}
	tt := f.l.Types
	v := f.Temp(tt.CharPtr)
	block := emit.Value{Expr: &cfg.VarRef{V: v}, Type: tt.CharPtr}
	given := func(size cfg.Expr) {
		if f.mayRefuse() {
			some, not := f.NewLoc(cfg.Pos{}), f.NewLoc(cfg.Pos{})
			f.Fork(f.available(c, size), some, not, parse.Span{})
			f.Start(not)
			none()
			f.Start(some)
		}
		f.heapBlock(v, request{size: size}, c.At)
	}
	if d.Conv == 'c' {
		given(f.SizeConst(1))
		f.Emit(f.scannedBytes(block, f.SizeConst(1), kind, scanQuestion{}), c.At, cfg.RoleUser)
	} else {
		n := f.textLengthOf(c, d, 0, kind, scanQuestion{})
		given(f.Let(emit.Binary(cfg.Add, n, f.SizeConst(1))))
		f.scannedCharacters(c, d, block, n, kind, scanQuestion{})
	}
	f.Store(emit.Place{Type: tt.CharPtr, Addr: to.Expr}, block, c.At, cfg.RoleUser)
}
