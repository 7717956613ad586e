package library

import (
	"fmt"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/cfg/clib"
	"culprit/frontend/ctypes"
	"culprit/frontend/emit"
	"culprit/frontend/link"
	"culprit/frontend/prelude"
	"culprit/frontend/syntax"
)

// fitsPrint reports whether a conversion of printf takes an argument of the type t. The
// sign of a number is not looked at, nor which of several types of its size it has.
func (f *Caller) fitsPrint(d clib.PrintPart, t *ctypes.Type) bool {
	tt := f.l.Types
	switch {
	case strings.IndexByte("diouxXcC", d.Conv) >= 0:
		size := tt.Int.Size
		if d.Length > clib.LenShort && d.Conv != 'c' && d.Conv != 'C' {
			size = uint64(d.Length.Bytes(int(tt.VoidPtr.Size)))
		}
		return t.Kind == ctypes.Int && max(t.Size, tt.Int.Size) == size
	case strings.IndexByte("sS", d.Conv) >= 0:
		if t.Kind != ctypes.Pointer {
			return false
		}
		el := tt.ElemOf(t)
		if d.Wide() {
			return el.Kind == ctypes.Int && el.Size == tt.Int.Size
		}
		return el.Kind == ctypes.Void || tt.IsChar(el)
	case d.Conv == 'p':
		return t.Kind == ctypes.Pointer
	case d.Conv == 'n':
		el := t
		if t.Kind == ctypes.Pointer {
			el = tt.ElemOf(t)
		}
		return el != t && el.Kind == ctypes.Int && el.Size == uint64(d.Length.Bytes(int(tt.VoidPtr.Size)))
	case strings.IndexByte("eEfFgGaA", d.Conv) >= 0 && d.Length == clib.LenLongLong:
		return t.Kind == ctypes.Extended || t.Kind == ctypes.Float && tt.LongDouble.Kind == ctypes.Float
	case strings.IndexByte("eEfFgGaA", d.Conv) >= 0:
		return t.Kind == ctypes.Float
	}
	return true
}

// formatSources are those of the program.
func (l *Models) formatSources() *link.FormatSources {
	if l.formats == nil {
		l.formats = link.NewFormatSources(l.Linked, l.Reach, l.conf.Main, l.conf.Harness != "")
	}
	return l.formats
}

// source is what the format of a call may be.
func (f *Caller) source(c *Call, at int) link.Format {
	return f.l.formatSources().Find(f.Arg(c, at), prelude.Func(c.Name).Params[at].Wide)
}

// refuseStores ends the path at a call of the printf family that may store
// through its arguments, and whose format is not one that the call has as a
// literal.
func (f *Caller) refuseStores(c *Call, at int) {
	if f.mayStore(c, at) {
		f.Fail(c.X, storesUnknown, c.Name)
	}
}

const storesUnknown = "call of %s, whose format may store through its arguments"

// mayStore reports whether a call of the printf family may store through its arguments.
func (f *Caller) mayStore(c *Call, at int) bool {
	lf := prelude.Func(c.Name)
	led := lf.TakesList()
	for _, a := range c.Args[min(at+1, len(c.Args)):] {
		led = led || f.l.Types.PointsIn(f.body.TypeOf(a)) && !syntax.IsText(a)
	}
	return led && f.source(c, at).Stores()
}

// matches reports whether the format of a call of the printf family is none but those that
// are literals and those that the call of Config.Harness gets: the latter match the
// arguments behind them, which is noted.
func (f *Caller) matches(c *Call, at int) bool {
	format := f.source(c, at)
	if !format.Given || format.Other != nil {
		return false
	}
	f.l.Notes.Assume(c.At.Pos, "the format %s of %s is assumed to match the arguments that follow it, and to store nothing", f.l.Linked.Sources.Node(f.Arg(c, at)).Text, c.Name)
	return true
}

// formatTaken makes it an error, where executions are asked to look, that a call
// of the printf family has other arguments than its format takes. The library
// sees numbers, and cannot tell a pointer from an integer.
func (f *Caller) formatTaken(c *Call, lf *clib.Func, vals []emit.Value) {
	at := lf.FormatOf(clib.Printf)
	if f.l.conf.Checks&safety.Format == 0 || at < 0 || at >= len(vals) || lf.TakesList() || !f.Asks(safety.Format) {
		return
	}
	ds, literal := f.formatOf(f.Arg(c, at))
	if !literal {
		return
	}
	next := at
	wrong := func(d clib.PrintPart, fits func(t *ctypes.Type) bool) bool {
		next++
		if next < len(vals) && fits(vals[next].Type) {
			return false
		}
		what := fmt.Sprintf("%s of %s has no argument", directiveText(d), c.Name)
		if next < len(vals) {
			what = fmt.Sprintf("%s of %s gets an argument of type %s", directiveText(d), c.Name, vals[next].Type.Name)
		}
		f.Forbidden(safety.Format, cfg.True, emit.Forbidden(what), c.At)
		return true
	}
	number := func(t *ctypes.Type) bool { return t.Kind == ctypes.Int && t.Size <= f.l.Types.Int.Size }
	for _, d := range ds {
		switch {
		case d.Conv == 0 || d.Conv == 'm':
		case d.Width == clib.Star && wrong(d, number), d.Prec == clib.Star && wrong(d, number),
			wrong(d, func(t *ctypes.Type) bool { return f.fitsPrint(d, t) }):
			return
		}
	}
}

// directiveText is a conversion as in the format.
func directiveText(d clib.PrintPart) string { return "%" + string(d.Text) }
