package frontend

import (
	"regexp"
	"strconv"
)

// notIndexed is what cc says about an index into a vector that it takes for a
// number: the result of an operator or of a builtin.
var notIndexed = regexp.MustCompile(`(?m)^<[^\n]*>:(\d+):(\d+): one of the expressions shall be a pointer`)

// rewriteElements rewrites the elements of vectors that cc did not accept, and
// reports whether there were any.
func (t *text) rewriteElements() bool {
	m := t.rewriter()
	found := false
	for _, at := range notIndexed.FindAllStringSubmatch(t.cc.said, -1) {
		line, _ := strconv.Atoi(at[1])
		col, _ := strconv.Atoi(at[2])
		i := t.indexAt(t.offset(line, col)) - (len(t.cc.toks) - len(t.toks))
		if m.element(i) {
			t.elements = append(t.elements, i)
			found = true
		}
	}
	return found
}

func (t *text) rewriter() *rewriter {
	m := &rewriter{toks: t.toks, around: t.around, typedefs: map[string]bool{}}
	m.brackets()
	m.typedefNames()
	return m
}

// element rewrites the index at token i, if that is one into a group in brackets
// or the result of a call:
//
//	(a + b)[i]         __culprit_element((a + b), i)
func (m *rewriter) element(i int) bool {
	if !m.is(i, "[") || m.match[i] < 0 || !m.is(i-1, ")") {
		return false
	}
	from := i - 1
	for from > 0 && m.match[from] != i-1 {
		from--
	}
	if m.isIdent(from-1) && operandWord(m.str(from-1)) {
		from--
	}
	m.replace(m.match[i], m.match[i], ")")
	m.replace(i, i, ",")
	m.before(from, elementName+"(")
	return true
}

// operandWord reports whether a word in front of a bracket is what is called.
func operandWord(w string) bool {
	switch w {
	case "return", "sizeof", "case", "else", "do", "goto":
		return false
	}
	return true
}
