package interp

import (
	"culprit/cfg"
	"culprit/interp/code"
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

// Overflow (RunConfig.Checks). Operations that cfg marks as signed are compiled
// to code.Signed, which computes the same value and reports when it is not the
// mathematical one; so does a conversion of the program from a float. Before
// operations on unsigned numbers stands code.Wrap. Checks that are not asked for cost
// nothing.

// signedArithmetic executes code.Signed.
func (m *machine) signedArithmetic(pc int32, in *code.Instr) uint64 {
	w := 64 - int(in.Sh)
	x, y := m.reg[in.A], m.reg[in.B]
	if op := cfg.Op(in.Aux); op == cfg.FToS || op == cfg.FToU {
		m.floatRange(pc, x, w, int(in.Mask), op == cfg.FToS)
		return x
	}
	a, b := cfg.SignExtend(x, w), cfg.SignExtend(y, w)
	var v int64
	fits := true
	switch op := cfg.Op(in.Aux); op {
	case cfg.Add:
		v = a + b
		fits = (v < a) == (b < 0)
	case cfg.Sub:
		v = a - b
		fits = (v > a) == (b < 0)
	case cfg.Neg:
		v = -a
		fits = a != -1<<63
	case cfg.Mul:
		hi, lo := bits.Mul64(uint64(a), uint64(b))
		// Mul64 is unsigned: correct the high word for negative operands.
		h := int64(hi)
		if a < 0 {
			h -= b
		}
		if b < 0 {
			h -= a
		}
		v = int64(lo)
		fits = h == v>>63
	case cfg.Shl:
		if y >= uint64(w) {
			m.shiftRange(pc, in)
			return 0
		}
		// C11 6.5.7: the value must be non-negative and the result fit.
		v = a << y
		fits = a >= 0 && v>>y == a
	}
	if !fits || cfg.SignExtend(uint64(v), w) != v {
		m.signedOverflow(pc, cfg.Op(in.Aux), w, a, b)
	}
	return uint64(v) & in.Mask
}

// floatRange reports a float of w bits whose integral part does not fit into to
// bits.
func (m *machine) floatRange(pc int32, x uint64, w, to int, signed bool) {
	v := math.Float64frombits(x)
	if w == 32 {
		v = float64(math.Float32frombits(uint32(x)))
	}
	low, high, what := 0.0, math.Ldexp(1, to), "an unsigned"
	if signed {
		high = math.Ldexp(1, to-1)
		low, what = -high, "a signed"
	}
	if i := math.Trunc(v); i >= low && i < high {
		return
	}
	kind := SignedOverflow
	if m.code.Opt.Checks&code.ConversionCheck != 0 {
		kind = BadConversion
	}
	m.fault(pc, kind, func(f *Fault) {
		f.Text = fmt.Sprintf("%v does not fit in %s type of %d bits", v, what, to)
		if c, ok := m.site(pc).(*cfg.Cast); ok {
			if name := m.nameOf(c.X); name != "" {
				f.Text += fmt.Sprintf(", %s is %v", name, v)
			}
		}
	})
}

// signedOverflow reports an operation whose result does not fit in w bits.
func (m *machine) signedOverflow(pc int32, op cfg.Op, w int, a, b int64) {
	m.fault(pc, SignedOverflow, func(f *Fault) {
		x, y, v := big.NewInt(a), big.NewInt(b), new(big.Int)
		sign := ""
		switch op {
		case cfg.Add:
			sign, v = "+", v.Add(x, y)
		case cfg.Sub:
			sign, v = "-", v.Sub(x, y)
		case cfg.Mul:
			sign, v = "*", v.Mul(x, y)
		case cfg.Shl:
			sign, v = "<<", v.Lsh(x, uint(b))
		case cfg.Neg:
			v = v.Neg(x)
		}
		switch {
		case op == cfg.Neg:
			f.Text = fmt.Sprintf("-(%d) = %s", a, v)
		case op == cfg.Shl && a < 0:
			f.Text = fmt.Sprintf("%d << %d shifts a negative value", a, b)
		default:
			f.Text = fmt.Sprintf("%s %s %s = %s", bracketed(a), sign, bracketed(b), v)
		}
		if op != cfg.Shl || a >= 0 {
			f.Text += fmt.Sprintf(" does not fit in a signed type of %d bits", w)
		}
		switch e := m.site(pc).(type) {
		case *cfg.Binary:
			f.Text += m.named(e.X) + m.named(e.Y)
		case *cfg.Unary:
			f.Text += m.named(e.X)
		}
	})
}

// wrapping executes code.Wrap and reports whether the execution goes on.
func (m *machine) wrapping(pc int32, in *code.Instr) bool {
	x, y, lim, sign := m.reg[in.A], m.reg[in.B], ^uint64(0)>>in.Sh, ""
	var fits bool
	switch cfg.Op(in.Aux) {
	case cfg.Add:
		fits, sign = y <= lim-x, "+"
	case cfg.Sub:
		fits, sign = y <= x, "-"
	case cfg.Mul:
		hi, lo := bits.Mul64(x, y)
		fits, sign = hi == 0 && lo <= lim, "*"
	}
	if fits {
		return true
	}
	m.fault(pc, UnsignedWrap, func(f *Fault) {
		f.Text = fmt.Sprintf("%d %s %d does not fit in an unsigned type of %d bits", x, sign, y, 64-in.Sh)
		if e, ok := m.site(pc).(*cfg.Binary); ok {
			f.Text += m.named(e.X) + m.named(e.Y)
		}
	})
	return m.status == Running
}

// bracketed writes an operand, negative ones in parentheses.
func bracketed(v int64) string {
	if v < 0 {
		return fmt.Sprintf("(%d)", v)
	}
	return fmt.Sprint(v)
}

// operation writes the operation that overflows at the error location l with
// the values of its operands, "2147483647 + 1"; "" for other locations, and
// for operands that are too involved.
func (m *machine) operation(l *cfg.Loc) string {
	e := failing(l)
	if e == nil {
		return ""
	}
	switch e := e.(type) {
	case *cfg.Unary:
		if x, ok := m.number(e.X); ok {
			return "-" + bracketed(x)
		}
	case *cfg.Cast:
		if x, ok := m.valueOf(e.X); ok {
			v := math.Float64frombits(x)
			if e.X.Type().Width() == 32 {
				v = float64(math.Float32frombits(uint32(x)))
			}
			return fmt.Sprint(v)
		}
	case *cfg.Binary:
		sign := map[cfg.Op]string{cfg.Add: "+", cfg.Sub: "-", cfg.Mul: "*", cfg.Shl: "<<", cfg.AShr: ">>", cfg.SDiv: "/", cfg.SRem: "%"}[e.Op]
		x, okX := m.number(e.X)
		y, okY := m.number(e.Y)
		if okX && okY && sign != "" {
			return bracketed(x) + " " + sign + " " + bracketed(y)
		}
	}
	return ""
}

// number is the signed value of an expression.
func (m *machine) number(e cfg.Expr) (int64, bool) {
	v, ok := m.valueOf(e)
	return cfg.SignExtend(v, e.Type().Width()), ok
}

// failing finds the operation whose overflow leads to l: the one with the
// position of l in the statement after its test and those of others.
func failing(l *cfg.Loc) cfg.Expr {
	if len(l.In) != 1 {
		return nil
	}
	var found cfg.Expr
	at := l.In[0].From
	for range maxOperations {
		var next *cfg.Loc
		for _, e := range at.Out {
			for y := range cfg.StmtParts(e.Stmt) {
				if s := cfg.SiteOf(y); s != nil && s.Pos == l.Pos && found == nil {
					found = y
				}
			}
			if _, test := e.Stmt.(*cfg.Assume); test && e.Role == cfg.RoleImplicit && e.To.Kind == cfg.Plain {
				next = e.To
			}
		}
		if found != nil || next == nil {
			break
		}
		at = next
	}
	return found
}
