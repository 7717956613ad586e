package ccfix

import (
	"strings"

	"culprit/frontend/cpp"
)

// Names of types among the tokens of the rewriter.

var typeKeywords = wordSet(`void char short int long signed unsigned float double _Bool _Complex __complex __complex__ __int128 __int128_t
	__uint128_t __signed __signed__ _Float16 _Float32 _Float64 _Float32x _Float64x _Float128 __float128 __builtin_va_list
	_Decimal32 _Decimal64 _Decimal128 __auto_type`)

var qualifierKeywords = wordSet("const volatile restrict __const __const__ __volatile __volatile__ __restrict __restrict__ _Atomic")

// declarationKeywords begin declarations and are not parts of types.
var declarationKeywords = wordSet(`typedef extern static auto register inline __inline __inline__ _Noreturn _Thread_local __thread _Alignas
	_Static_assert __extension__ __attribute__ __attribute`)

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

func isTypeof(s string) bool { return s == "typeof" || s == "__typeof__" || s == "__typeof" }

// beginsDeclaration reports whether a declaration can begin with token i.
func (m *rewriter) beginsDeclaration(i int) bool {
	s := m.str(i)
	return m.isIdent(i) && (typeKeywords[s] || qualifierKeywords[s] || declarationKeywords[s] || isTypeof(s) || m.typedefs[s] ||
		s == "struct" || s == "union" || s == "enum")
}

// typeName reads tokens from to end as the name of a type, and returns where
// which text makes it that of a pointer to the type.
func (m *rewriter) typeName(from, end int) (at int, insert string, ok bool) {
	i, seen := from, false
	for i < end && m.isIdent(i) {
		switch s := m.str(i); {
		case s == "struct" || s == "union" || s == "enum":
			i = m.tag(i + 1)
			seen = true
			continue
		case isTypeof(s), s == "_Atomic" && m.is(i+1, "("), s == "__attribute__", s == "__attribute", s == "_Alignas":
			if !m.is(i+1, "(") || m.match[i+1] < 0 {
				return 0, "", false
			}
			seen = seen || isTypeof(s) || s == "_Atomic"
			i = m.match[i+1]
		case typeKeywords[s] || m.typedefs[s] && !seen:
			seen = true
		case !qualifierKeywords[s]:
			return 0, "", false
		}
		i++
	}
	if !seen {
		return 0, "", false
	}
	return m.abstract(i, end)
}

// tag returns the index after the tag and members of a structure, union or
// enumeration.
func (m *rewriter) tag(i int) int {
	for m.isIdent(i) && strings.HasPrefix(m.str(i), "__attribute") && m.is(i+1, "(") && m.match[i+1] > 0 {
		i = m.match[i+1] + 1
	}
	if m.isIdent(i) {
		i++
	}
	if m.is(i, "{") && m.match[i] > 0 {
		i = m.match[i] + 1
	}
	return i
}

// abstract is typeName for the abstract declarator.
func (m *rewriter) abstract(i, end int) (at int, insert string, ok bool) {
	for i < end && (m.is(i, "*") || m.isIdent(i) && qualifierKeywords[m.str(i)]) {
		i++
	}
	switch {
	case i >= end:
		return end, "*", i == end
	case m.is(i, "(") && (m.is(i+1, "*") || m.is(i+1, "(") || m.is(i+1, "[")) && m.match[i] > 0:
		return m.abstract(i+1, m.match[i])
	case m.is(i, "(") || m.is(i, "["):
		return i, "(*)", true
	}
	return 0, "", false
}

// pointer is the name of the type of pointers to the type, or to that of the
// expression, that the tokens are.
func (m *rewriter) pointer(r [2]int) string {
	at, insert, ok := m.typeName(r[0], r[1])
	if !ok {
		return "__typeof__(" + m.text(r) + ") *"
	}
	return m.text([2]int{r[0], at}) + " " + insert + " " + m.text([2]int{at, r[1]})
}

// text is what a range of tokens has become.
func (m *rewriter) text(r [2]int) string {
	var b strings.Builder
	for i := r[0]; i < r[1]; i++ {
		if i > r[0] {
			b.WriteByte(' ')
		}
		b.WriteString(m.around[i][0] + m.str(i) + m.around[i][1])
	}
	return b.String()
}

// typed replaces the operands of typeof, and __auto_type, of which cc has said a wrong
// type.
func (m *rewriter) typed() {
	for i, t := range m.types {
		if !isTypeof(m.str(i)) {
			m.replace(i, i, t)
		} else if m.is(i+1, "(") && m.match[i+1] > i+2 {
			m.replace(i+2, m.match[i+1]-1, "("+t+")0")
		}
	}
}

// typeofs rewrites typeof applied to a type.
func (m *rewriter) typeofs() {
	for i := range m.toks {
		if !m.isIdent(i) || !isTypeof(m.str(i)) || !m.is(i+1, "(") || m.match[i+1] < 0 || m.types[i] != "" {
			continue
		}
		j := m.match[i+1]
		at, insert, ok := m.typeName(i+2, j)
		if !ok {
			m.indexed(i+2, j)
			continue
		}
		m.after(i+1, "*(")
		m.before(at, insert)
		m.before(j, ")0")
	}
}

// indexed rewrites the operand a[i] or &a[i] of typeof, in tokens from to end: cc
// takes an element that is an array for a pointer, and the sum a + i for what it
// is. It would be at a loss with the sum of a vector and a number.
func (m *rewriter) indexed(from, end int) {
	for m.is(from, "(") && m.match[from] == end-1 {
		from, end = from+1, end-1
	}
	address := m.is(from, "&")
	start := from
	if address {
		start++
	}
	open := -1
	k := start + 1
	if m.is(start, "(") && m.match[start] > 0 {
		k = m.match[start] + 1
	} else if !m.isIdent(start) {
		return
	}
	for k < end {
		switch {
		case (m.is(k, "[") || m.is(k, "(")) && m.match[k] > 0:
			open = k
			k = m.match[k] + 1
		case (m.is(k, ".") || m.is(k, "->")) && m.isIdent(k+1):
			k += 2
		default:
			return
		}
	}
	if open < 0 || !m.is(open, "[") || m.match[open] != end-1 || m.vectors() {
		return
	}
	if address {
		m.replace(from, from, "")
		m.replace(end-1, end-1, ")")
	} else {
		m.before(start, "*(")
		m.replace(end-1, end-1, "))")
	}
	m.replace(open, open, "+ (")
}

// vectors reports whether the text has types of vectors.
func (m *rewriter) vectors() bool {
	for i := range m.toks {
		if strings.Contains(m.toks[i].Text, "vector_size") || m.toks[i].Kind == cpp.Ident && cpp.AttributeName(m.toks[i].Text) == "mode" {
			return true
		}
	}
	return false
}

// typedefNames records the names of all typedefs.
func (m *rewriter) typedefNames() {
	for i := range m.toks {
		if m.isIdent(i) && m.str(i) == "typedef" {
			m.typedefName(i)
		}
	}
}

// typedefName records the names a typedef declares: the last identifier in
// front of its semicolon or of a comma outside brackets.
func (m *rewriter) typedefName(i int) {
	for i++; i < len(m.toks) && !m.is(i, ";"); i++ {
		if m.match[i] > i && (m.is(i, "{") || m.is(i, "[") || m.is(i, "(") && !m.is(i+1, "*")) {
			i = m.match[i]
			continue
		}
		if m.isIdent(i) && !m.isIdent(i+1) {
			m.typedefs[m.str(i)] = true
		}
	}
}

// parameters rewrites S (*D) suffix, with brackets again in D, where cc reads a
// parameter: it becomes __typeof__(S (*) suffix) D.
func (m *rewriter) parameters() {
	for i := range m.toks {
		if !m.is(i, "(") || !m.is(i+1, "*") || m.match[i] < 0 {
			continue
		}
		d := i + 2
		for m.is(d, "*") {
			d++
		}
		end := m.match[i]
		if !m.is(d, "(") || m.match[d] > end || !m.is(end+1, "(") && !m.is(end+1, "[") {
			continue
		}
		s := i
		for s > 0 && (m.isIdent(s-1) || m.is(s-1, "*")) {
			s--
		}
		at, _, ok := m.typeName(s, i)
		if !m.is(s-1, "(") && !m.is(s-1, ",") || !ok || at != i {
			continue
		}
		last := end
		for (m.is(last+1, "(") || m.is(last+1, "[")) && m.match[last+1] > 0 {
			last = m.match[last+1]
		}
		m.before(s, "__typeof__(*(")
		m.after(i-1, " (**)"+m.text([2]int{end + 1, last + 1})+")0)")
		m.replace(i, i+1, "")
		m.replace(end, last, "")
	}
}
