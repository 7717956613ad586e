package ccfix

import (
	"strconv"
	"strings"

	"culprit/frontend/cpp"
)

func (m *rewriter) startsValue(i int) bool {
	return i < len(m.toks) && (m.toks[i].Kind == cpp.Number || m.toks[i].Kind == cpp.String || m.toks[i].Kind == cpp.Char || m.is(i, "{"))
}

// brackets finds the partner of every opening bracket.
func (m *rewriter) brackets() {
	m.match = make([]int, len(m.toks))
	var open []int
	for i := range m.toks {
		m.match[i] = -1
		switch {
		case m.is(i, "(") || m.is(i, "[") || m.is(i, "{"):
			open = append(open, i)
		case m.is(i, ")") || m.is(i, "]") || m.is(i, "}"):
			if n := len(open); n > 0 {
				m.match[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
}

// designators rewrites { field: value } and { [index] value }.
func (m *rewriter) designators() {
	var open []bool // for each open bracket whether it is an initializer list
	for i := range m.toks {
		switch {
		case m.is(i, "{"):
			inside := len(open) > 0 && open[len(open)-1]
			open = append(open, m.is(i-1, "=") || inside)
		case m.is(i, "(") || m.is(i, "["):
			if m.is(i, "[") && len(open) > 0 && open[len(open)-1] && (m.is(i-1, "{") || m.is(i-1, ",")) {
				if j := m.match[i]; j >= 0 && m.startsValue(j+1) {
					m.after(j, "=")
				}
			}
			open = append(open, false)
		case m.is(i, ")") || m.is(i, "]") || m.is(i, "}"):
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		case m.is(i, ":") && len(open) > 0 && open[len(open)-1] && m.isIdent(i-1) && (m.is(i-2, "{") || m.is(i-2, ",")):
			m.before(i-1, ".")
			m.toks[i].Text = "="
		}
	}
}

// labels gives local labels a new name whose name was declared local before, or is
// that of a label of the function.
func (m *rewriter) labels() {
	seen := map[string]int{}
	var open []int
	for i := range m.toks {
		switch {
		case m.is(i, "{"):
			open = append(open, i)
		case m.is(i, "}") && len(open) > 0:
			open = open[:len(open)-1]
		case m.isIdent(i) && m.str(i) == "__label__" && len(open) > 0:
			end := m.match[open[len(open)-1]]
			for j := i + 1; end >= 0 && (m.isIdent(j) || m.is(j, ",")); j++ {
				if !m.isIdent(j) {
					continue
				}
				name := m.str(j)
				seen[name]++
				if seen[name] > 1 || m.labelled(name, open[len(open)-1], end) {
					m.rename(j, end, name, name+"__"+strconv.Itoa(seen[name]))
				}
			}
		}
	}
}

// labelled reports whether a name is that of a label outside of the block from begin
// to end.
func (m *rewriter) labelled(name string, begin, end int) bool {
	for i := range m.toks {
		if (i < begin || i > end) && m.isIdent(i) && m.str(i) == name && m.is(i+1, ":") && i > 0 && !m.is(i-1, "?") && m.str(i-1) != "case" {
			return true
		}
	}
	return false
}

// rename renames a label within tokens from to end.
func (m *rewriter) rename(from, end int, old, name string) {
	for i := from; i < end; i++ {
		if !m.isIdent(i) || m.str(i) != old {
			continue
		}
		label := m.is(i+1, ":") && !m.is(i-1, "?")
		if i == from || label || m.str(i-1) == "goto" || m.is(i-1, "&&") {
			m.toks[i].Text = name
		}
	}
}

// assertions keeps the values of static assertions from cc, whose sizes are not
// ours (lowerer.asserts), and gives those of one operand a second one.
func (m *rewriter) assertions() {
	for i := range m.toks {
		if !m.isIdent(i) || m.str(i) != "_Static_assert" || !m.is(i+1, "(") || m.match[i+1] < 0 {
			continue
		}
		arg := m.operands(i + 1)
		m.after(i+1, "sizeof(")
		m.before(arg[0][1], ")")
		if len(arg) == 1 {
			m.before(arg[0][1], `, ""`)
		}
	}
}

// arrays rewrites the parameters a[*], and a[], whose size cc refuses to tell, and keeps
// from cc the lengths that are meant as assertions.
func (m *rewriter) arrays() {
	var open []int
	for i := range m.toks {
		if m.is(i, "[") && m.asserting(i) {
			m.after(i, "__builtin_expect(")
			m.before(m.match[i], ",0)")
		}
		if m.is(i, ":") && m.is(i+1, "-") && m.is(i+2, "!") && m.is(i+3, "!") && m.is(i+4, "(") && m.is(m.match[i+4]+1, ";") && m.sized(i+4) {
			m.replace(i+1, i+2, "0; _Static_assert(sizeof(")
			m.before(m.match[i+4]+1, `), "negative width")`)
		}
		switch {
		case m.is(i, "[") && m.is(i+1, "*") && m.is(i+2, "]"):
			size := ""
			if m.is(i-1, "]") {
				size = "1" // of an element
			}
			m.replace(i+1, i+1, size)
		case m.is(i, "[") && m.is(i+1, "]") && len(open) > 0 && m.is(open[len(open)-1], "(") &&
			!m.is(open[len(open)-1]+1, "*") && m.namesParameter(i-1):
			m.after(i, "1")
		}
		switch {
		case m.is(i, "(") || m.is(i, "[") || m.is(i, "{"):
			open = append(open, i)
		case m.is(i, ")") || m.is(i, "]") || m.is(i, "}"):
			open = open[:max(len(open)-1, 0)]
		}
	}
}

// asserting reports whether the length that begins at a bracket, of a type or of an array
// that gets no value, may be negative where a size is not the one that is meant.
func (m *rewriter) asserting(i int) bool {
	choice, minus := false, false
	for k := i + 1; k < m.match[i]; k++ {
		choice, minus = choice || m.is(k, "?") || m.is(k, "!"), minus || m.is(k, "-")
	}
	if !m.sized(i) || !choice || !minus {
		return false
	}
	first := i
	for first > 0 && !m.is(first-1, ";") && !m.is(first-1, "{") && !m.is(first-1, "}") {
		first--
	}
	return m.str(first) == "typedef" || m.str(first) == "extern" || typeKeywords[m.str(i-1)]
}

// sized reports whether there is a size or an alignment in the brackets that begin at i.
func (m *rewriter) sized(i int) bool {
	for k := i + 1; k < m.match[i]; k++ {
		if s := m.str(k); s == "sizeof" || s == "_Alignof" || strings.HasPrefix(s, "__alignof") || s == "__builtin_offsetof" {
			return true
		}
	}
	return false
}

// namesParameter reports whether a token within parentheses is the name that is
// declared, and not, as in a compound literal, the end of a type.
func (m *rewriter) namesParameter(i int) bool {
	word := func(i int) bool {
		return m.isIdent(i) && !typeKeywords[m.str(i)] && !qualifierKeywords[m.str(i)] && !m.typedefs[m.str(i)]
	}
	switch m.str(i - 1) {
	case "struct", "union", "enum", "(", ",":
		return false
	}
	return word(i) && (m.isIdent(i-1) || m.is(i-1, "*"))
}

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
