package ccfix

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/cpp"
)

// Complex numbers that cc does not read: imaginary integers; and, in texts that
// it refuses, complex types, some of which it does not know or cannot compute
// with, and the parts of numbers that are not complex to it.
//
//	source              becomes
//	2i                  __culprit_imaginary(2)
//	_Complex short      short __attribute__((vector_size(ComplexSize)))
//	_Complex float      int __attribute__((vector_size(ComplexSize << 1)))
//	__real__ f()        (__culprit_real)f()
//	__real__ z = 1      *(__culprit_real *)&z = 1

// rewriteComplex rewrites the tokens of a text that cc refused, and reports whether
// there was something to rewrite.
func rewriteComplex(toks []cpp.Token, around map[int][2]string) bool {
	m := &rewriter{toks: toks, around: around}
	m.brackets()
	found := false
	for i := 0; i < len(m.toks); i++ {
		if !m.isIdent(i) {
			continue
		}
		switch m.str(i) {
		case "__real__", "__real", "__imag__", "__imag":
			m.complexPart(i)
			found = true
		default:
			end, complex := m.complexType(i)
			i, found = max(i, end), found || complex
		}
	}
	return found
}

// UsesComplex reports whether the text has complex types.
func (t *Text) UsesComplex() bool {
	return slices.ContainsFunc(t.toks, func(t cpp.Token) bool { return t.Kind == cpp.Ident && complexWords[t.Text] })
}

var complexWords = map[string]bool{"_Complex": true, "__complex__": true, "__complex": true}

// numberWords are the words of arithmetic types, and those that may stand
// between them.
var numberWords = map[string]bool{"char": true, "short": true, "int": true, "long": true, "signed": true, "__signed__": true, "unsigned": true,
	"float": true, "double": true, "_Complex": true, "const": true, "volatile": true}

// complexType marks a complex type that begins with token i. It returns the
// last token of the words of a type there, and whether the type is complex.
func (m *rewriter) complexType(i int) (int, bool) {
	at := map[string]int{} // of the words of the type
	end := i
	for ; m.isIdent(end); end++ {
		w := m.str(end)
		if complexWords[w] {
			w = "_Complex"
		}
		if !numberWords[w] {
			break
		}
		at[w] = end
	}
	complex, ok := at["_Complex"]
	if !ok {
		return end - 1, false
	}
	delete(at, "_Complex")
	delete(at, "const")
	delete(at, "volatile")
	rank, word := 0, ""
	if k, ok := at["float"]; ok {
		m.replace(k, k, "int")
		rank = 1
	} else if k, ok := at["double"]; ok {
		m.replace(k, k, "int")
		rank = 2
		if _, ok := at["long"]; ok {
			rank = 3
		}
	} else if len(at) == 0 {
		word, rank = "int ", 2
	}
	m.replace(complex, complex, fmt.Sprintf("%s__attribute__((vector_size(%d)))", word, ComplexSize<<rank))
	return end - 1, true
}

// complexPart rewrites the operator at token i. Its operand is an lvalue where
// it is assigned to.
func (m *rewriter) complexPart(i int) {
	name := RealName
	if strings.HasPrefix(m.str(i), "__imag") {
		name = ImagName
	}
	write := m.is(i-1, "++") || m.is(i-1, "--") || m.is(i-1, "&") && !m.isIdent(i-2) && !m.is(i-2, ")") && !m.is(i-2, "]")
	switch m.str(m.operandEnd(i + 1)) {
	case "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--":
		write = true
	}
	if write {
		m.replace(i, i, "*("+name+" *)&")
	} else {
		m.replace(i, i, "("+name+")")
	}
}

// operandEnd returns the token after the operand of a prefix operator.
func (m *rewriter) operandEnd(i int) int {
	for m.is(i, "*") || m.is(i, "&") || m.is(i, "~") || m.is(i, "-") {
		i++
	}
	if m.is(i, "(") && m.match[i] > 0 {
		i = m.match[i]
	}
	for i++; i < len(m.toks); {
		switch {
		case (m.is(i, "[") || m.is(i, "(")) && m.match[i] > 0:
			i = m.match[i] + 1
		case (m.is(i, ".") || m.is(i, "->")) && m.isIdent(i+1):
			i += 2
		default:
			return i
		}
	}
	return i
}

// notIndexed is what cc says about an index into a vector that it takes for a
// number: the result of an operator or of a builtin.
var notIndexed = regexp.MustCompile(`(?m)^<[^\n]*>:(\d+):(\d+): one of the expressions shall be a pointer`)

// rewriteElements rewrites the elements of vectors that cc did not accept, and
// reports whether there were any.
func (t *Text) rewriteElements() bool {
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

func (t *Text) rewriter() *rewriter {
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
	m.before(from, ElementName+"(")
	return true
}

// operandWord reports whether a word before a bracket is what is called.
func operandWord(w string) bool {
	switch w {
	case "return", "sizeof", "case", "else", "do", "goto":
		return false
	}
	return true
}
