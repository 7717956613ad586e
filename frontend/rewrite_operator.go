package frontend

// Operators in the clothes of functions: their operands may be types, and are
// separated by the commas that no bracket hides. They become C that the
// lowering recognises.

// operators hold what becomes of an operator, by the ranges of its operands.
var operators = map[string]func(m *rewriter, arg [][2]int) string{
	// The lowering recognises *(T *)__culprit_va_arg(ap).
	"__builtin_va_arg": func(m *rewriter, arg [][2]int) string {
		return "(*(" + m.pointer(arg[1]) + ")__culprit_va_arg(" + m.text(arg[0]) + "))"
	},
	// The address of a member of the object at 0 is a constant and not an access.
	"__builtin_offsetof": func(m *rewriter, arg [][2]int) string {
		return "((__predefined_size_t)&(((" + m.pointer(arg[0]) + ")0)->" + m.text(arg[1]) + "))"
	},
	typesCompatible: func(m *rewriter, arg [][2]int) string {
		a, b := m.pointer(arg[0]), m.pointer(arg[1])
		same, other := "1", "0"
		switch {
		case m.guess && m.text(arg[0]) == m.text(arg[1]):
			other = "1"
		case m.guess:
			same = "0"
		}
		return "_Generic((sizeof(" + b + "), (" + a + ")0), " + b + ": " + same + ", default: " + other + ")"
	},
	"__builtin_convertvector": func(m *rewriter, arg [][2]int) string {
		return "((" + m.text(arg[1]) + ")__culprit_convertvector(" + m.text(arg[0]) + "))"
	},
	"__builtin_bit_cast": func(m *rewriter, arg [][2]int) string {
		e := m.text(arg[1])
		return "(((union { __typeof__(" + e + ") __from; " + m.text(arg[0]) + " __to; }){ .__from = (" + e + ") }).__to)"
	},
}

// operators replaces the uses of operators, inner ones first.
func (m *rewriter) operators() {
	for i := len(m.toks) - 1; i >= 0; i-- {
		if !m.isIdent(i) || !m.is(i+1, "(") || m.match[i+1] < 0 {
			continue
		}
		if m.str(i) == "_Generic" {
			m.generic(i)
			continue
		}
		make := operators[m.str(i)]
		if make == nil {
			continue
		}
		if k, ok := m.chosen[i]; ok {
			m.replace(i, m.match[i+1], []string{"1", "0"}[k])
			continue
		}
		if arg := m.operands(i + 1); len(arg) == 2 {
			m.replace(i, m.match[i+1], make(m, arg))
		}
	}
}

// operands are the operands in the parentheses that open at i.
func (m *rewriter) operands(i int) [][2]int {
	end := m.match[i]
	arg := [][2]int{{i + 1, end}}
	for k := i + 1; k < end; k++ {
		switch {
		case m.match[k] > k && m.match[k] < end:
			k = m.match[k]
		case m.is(k, ","):
			arg[len(arg)-1][1] = k
			arg = append(arg, [2]int{k + 1, end})
		}
	}
	return arg
}
