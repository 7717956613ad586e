package ccfix

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"culprit/frontend/cpp"
)

// Attributes and assembly that cc rejects or forgets:
//
//	source                            becomes
//	__attribute__((a, b, c))          __attribute__((a)) __attribute__((b)) __attribute__((c)),
//	                                  as cc keeps two of a list; harmless ones go
//	mode(V4SI)                        mode(SI))) __attribute__((vector_size(16)
//	aligned(8)                        Aligned(8): cc refuses two that differ
//	[[gnu::a, unused]]                __attribute__((a)) __attribute__((unused))
//	enum __attribute__((a)) e { x }   enum e { x } __attribute__((a)), which cc does
//	                                  not know to be the same
//	struct { int x __attribute__((a)), y; }   int x __attribute__((a)); int y;
//	asm inline ("")                   asm ("")

// attributes rewrites attributes and assembly. The brackets are known.
func (m *rewriter) attributes() {
	for i := range m.toks {
		if !m.isIdent(i) {
			continue
		}
		switch m.str(i) {
		case "__attribute__", "__attribute":
			m.attributeList(i)
		case "struct", "union":
			m.memberAttributes(i)
		case "asm", "__asm__", "__asm":
			for j := i + 1; m.isIdent(j); j++ {
				if s := m.str(j); s == "inline" || s == "__inline__" || s == "__inline" {
					m.replace(j, j, "")
				}
			}
		}
	}
}

// list returns the tokens inside of the double brackets after an
// __attribute__, and the last token of all.
func (m *rewriter) list(i int) (from, to, last int, ok bool) {
	if !m.is(i+1, "(") || !m.is(i+2, "(") || m.match[i+1] < 0 || m.match[i+2] != m.match[i+1]-1 {
		return 0, 0, 0, false
	}
	return i + 3, m.match[i+2], m.match[i+1], true
}

// attributeList splits a list of attributes.
func (m *rewriter) attributeList(i int) {
	from, to, _, ok := m.list(i)
	if !ok {
		return
	}
	parts := m.parts(from, to)
	var kept [][2]int
	for _, p := range parts {
		name := cpp.AttributeName(m.str(p[0]))
		if strings.HasPrefix(m.str(p[0]), "__aligned__") {
			m.replace(p[0], p[0], "__Aligned__")
		} else if name == "aligned" {
			m.replace(p[0], p[0], "Aligned")
		}
		if name == "mode" {
			m.vectorMode(p[0], p[1])
		}
		if len(parts) < 3 || cpp.Attributes[name] != cpp.Harmless {
			kept = append(kept, p)
		}
	}
	if len(parts) < 3 {
		return
	}
	const more = ")) __attribute__(("
	next := 0
	for j := from; j < to; j++ {
		for next < len(kept) && kept[next][1] < j {
			next++
		}
		switch {
		case next < len(kept) && j >= kept[next][0]:
		case next < len(kept) && next > 0 && j == kept[next][0]-1 && len(kept) > 2:
			m.replace(j, j, more)
		case next < len(kept) && next > 0 && j == kept[next][0]-1:
		default:
			m.replace(j, j, "")
		}
	}
}

// vectorMode matches the mode of a vector: its length and the mode of its
// elements.
var vectorMode = regexp.MustCompile(`^V(\d+)([QHSD][IF])$`)

// vectorMode makes the mode of a vector that of its elements.
func (m *rewriter) vectorMode(from, to int) {
	v := vectorMode.FindStringSubmatch(cpp.AttributeName(m.str(from + 2)))
	if v == nil || to != from+3 {
		return
	}
	n, err := strconv.ParseUint(v[1], 10, 8)
	if err != nil {
		return
	}
	size := map[byte]uint64{'Q': 1, 'H': 2, 'S': 4, 'D': 8}[v[2][0]]
	m.replace(from, to, fmt.Sprintf("mode(%s))) __attribute__((vector_size(%d)", v[2], n*size))
}

// parts divides tokens at the commas outside of brackets; empty parts are left
// out.
func (m *rewriter) parts(from, to int) (out [][2]int) {
	start := from
	for j := from; j <= to; j++ {
		if j == to || m.is(j, ",") {
			if j > start {
				out = append(out, [2]int{start, j - 1})
			}
			start = j + 1
		} else if m.match[j] > j {
			j = m.match[j]
		}
	}
	return out
}

// memberAttributes divides declarations of members that have attributes in
// front of a comma.
func (m *rewriter) memberAttributes(i int) {
	open := i + 1
	for open < len(m.toks) && !m.is(open, "{") {
		if m.isIdent(open) && strings.HasPrefix(m.str(open), "__attribute") {
			_, _, last, ok := m.list(open)
			if !ok {
				return
			}
			open = last
		} else if !m.isIdent(open) {
			return
		}
		open++
	}
	if open >= len(m.toks) || m.match[open] < 0 {
		return
	}
	start := open + 1
	for j := start; j < m.match[open]; j++ {
		switch {
		case m.is(j, ";"):
			start = j + 1
		case m.is(j, ",") && m.is(j-1, ")") && m.endsAttribute(j-1, start):
			if s := m.specifierText(start, j); s != "" {
				m.replace(j, j, "; "+s)
			}
		case m.match[j] > j:
			j = m.match[j]
		}
	}
}

// endsAttribute reports whether the bracket at i closes a list of attributes.
func (m *rewriter) endsAttribute(i, start int) bool {
	for j := start; j < i; j++ {
		if m.match[j] == i {
			return j > start && m.isIdent(j-1) && strings.HasPrefix(m.str(j-1), "__attribute")
		}
	}
	return false
}

// specifierText is the text of the specifiers of a declaration, "" if they
// cannot be repeated.
func (m *rewriter) specifierText(start, end int) string {
	var out []string
	named := false // a type is
	for j := start; j < end && m.isIdent(j); j++ {
		s := m.str(j)
		switch {
		case strings.HasPrefix(s, "__attribute"), s == "typeof", s == "__typeof__", s == "__typeof", s == "_Alignas", s == "_Atomic":
			if !m.is(j+1, "(") || m.match[j+1] < 0 {
				break
			}
			for k := j; k <= m.match[j+1]; k++ {
				out = append(out, m.str(k))
			}
			named = named || strings.Contains(s, "typeof")
			j = m.match[j+1]
			continue
		case s == "struct" || s == "union" || s == "enum":
			named = true
			out = append(out, s)
			if !m.isIdent(j + 1) {
				return ""
			}
			j++
			out = append(out, m.str(j))
			if m.is(j+1, "{") {
				if j = m.match[j+1]; j < 0 {
					return ""
				}
			}
			continue
		case typeKeywords[s]:
			named = true
		case qualifierKeywords[s] || s == "__extension__":
		case named:
			return strings.Join(out, " ")
		default:
			named = true
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// attributes23 turns the attributes of C23, [[...]], into those of GNU. Those of
// statements say nothing about what they do.
func (m *rewriter) attributes23() {
	for i := 0; i < len(m.toks); i++ {
		if !m.is(i, "[") || !m.is(i+1, "[") || m.match[i+1] < 0 || m.match[i] != m.match[i+1]+1 {
			continue
		}
		end := m.match[i]
		next := end + 1
		for m.is(next, "[") && m.is(next+1, "[") && m.match[next] > 0 {
			next = m.match[next] + 1
		}
		gnu := ""
		if !m.beginsStatement(i) || m.beginsDeclaration(next) {
			gnu = m.gnuAttributes(i+2, end-1)
		}
		m.replace(i, end, gnu)
		i = end
	}
}

// beginsStatement reports whether a statement or declaration can begin with
// token i.
func (m *rewriter) beginsStatement(i int) bool {
	for i--; i >= 0 && m.toks[i].Kind == cpp.Raw || m.toks[max(i, 0)].Kind == cpp.Place; i-- {
	}
	if i < 0 {
		return true
	}
	switch m.str(i) {
	case ";", "{", "}", ":", "else", "do":
		return true
	case ")":
		return !m.is(i+1, "[") // for (...) [[x]] y; but not f(int) [[x]]
	}
	return false
}

// gnuAttributes is the attribute list of tokens from to end in GNU's syntax.
func (m *rewriter) gnuAttributes(from, end int) string {
	var out []string
	for i := from; i < end; i++ {
		name, known := cpp.AttributeName(m.str(i)), false
		if m.is(i+1, ":") && m.is(i+2, ":") {
			known = name == "gnu"
			i += 3
			name = m.str(i)
		} else if a, ok := cpp.StandardAttributes[name]; ok {
			name, known = a.Gnu, true
		} else if name == "noreturn" || name == "_Noreturn" {
			name, known = "noreturn", true
		}
		args := ""
		if m.is(i+1, "(") && m.match[i+1] > 0 {
			args = m.text([2]int{i + 1, m.match[i+1] + 1})
			i = m.match[i+1]
		}
		if known {
			if name == "aligned" {
				name = "Aligned" // as above
			}
			out = append(out, "__attribute__(("+name+args+"))")
		}
		i++ // the comma
	}
	return strings.Join(out, " ")
}

// enums moves the attributes between the keyword and the tag of an enumeration
// with constants after it.
func (m *rewriter) enums() {
	for i := range m.toks {
		if !m.isIdent(i) || m.str(i) != "enum" {
			continue
		}
		k := i + 1
		if k == len(m.toks) {
			return
		}
		for m.toks[k].Kind == cpp.Raw || m.toks[k].Kind == cpp.Place || strings.HasPrefix(m.str(k), "__attribute") && m.is(k+1, "(") && m.match[k+1] > 0 {
			if m.toks[k].Kind == cpp.Ident {
				k = m.match[k+1]
			}
			k++
			if k >= len(m.toks) {
				return
			}
		}
		open := k
		if m.isIdent(k) {
			open++
		}
		if k == i+1 || !m.is(open, "{") || m.match[open] < 0 {
			continue
		}
		m.after(m.match[open], m.text([2]int{i + 1, k}))
		m.replace(i+1, k-1, "")
	}
}
