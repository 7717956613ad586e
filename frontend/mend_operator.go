package frontend

import "strings"

// Operators in the clothes of functions: their operands may be types, and are
// separated by the commas that no bracket hides. They become C that the
// lowering recognises.

// operators hold what becomes of an operator, by the ranges of its operands.
var operators = map[string]func(m *mender, arg [][2]int) string{
	// The lowering recognises *(T *)__culprit_va_arg(ap).
	"__builtin_va_arg": func(m *mender, arg [][2]int) string {
		return "(*(" + m.pointer(arg[1]) + ")__culprit_va_arg(" + m.text(arg[0]) + "))"
	},
	// The address of a member of the object at 0 is a constant and not an access.
	"__builtin_offsetof": func(m *mender, arg [][2]int) string {
		return "((__predefined_size_t)&(((" + m.pointer(arg[0]) + ")0)->" + m.text(arg[1]) + "))"
	},
	"__builtin_types_compatible_p": func(m *mender, arg [][2]int) string {
		return "_Generic((" + m.pointer(arg[0]) + ")0, " + m.pointer(arg[1]) + ": 1, default: 0)"
	},
	"__builtin_convertvector": func(m *mender, arg [][2]int) string {
		return "((" + m.text(arg[1]) + ")__culprit_convertvector(" + m.text(arg[0]) + "))"
	},
	"__builtin_bit_cast": func(m *mender, arg [][2]int) string {
		e := m.text(arg[1])
		return "(((union { __typeof__(" + e + ") __from; " + m.text(arg[0]) + " __to; }){ .__from = (" + e + ") }).__to)"
	},
}

// operators replaces the uses of operators, inner ones first.
func (m *mender) operators() {
	for i := len(m.toks) - 1; i >= 0; i-- {
		if !m.isIdent(i) || !m.is(i+1, "(") {
			continue
		}
		make := operators[m.str(i)]
		if make == nil || m.match[i+1] < 0 {
			continue
		}
		end := m.match[i+1]
		arg := [][2]int{{i + 2, end}}
		for k := i + 2; k < end; k++ {
			switch {
			case m.match[k] > k && m.match[k] < end:
				k = m.match[k]
			case m.is(k, ","):
				arg[len(arg)-1][1] = k
				arg = append(arg, [2]int{k + 1, end})
			}
		}
		if len(arg) == 2 {
			m.replace(i, end, make(m, arg))
		}
	}
}

// text is what a range of tokens has become.
func (m *mender) text(r [2]int) string {
	var b strings.Builder
	for i := r[0]; i < r[1]; i++ {
		if i > r[0] {
			b.WriteByte(' ')
		}
		b.WriteString(m.around[i][0] + m.str(i) + m.around[i][1])
	}
	return b.String()
}

// pointer is the name of the type of pointers to the type that the tokens name.
func (m *mender) pointer(r [2]int) string {
	if m.isType(r[0], r[1]) || m.isRecord(r) {
		return m.text(r) + " *"
	}
	return "__typeof__(" + m.text(r) + ") *"
}

// isRecord reports whether tokens are a structure with its members.
func (m *mender) isRecord(r [2]int) bool {
	return r[1] > r[0] && (m.str(r[0]) == "struct" || m.str(r[0]) == "union") && m.is(r[1]-1, "}")
}
