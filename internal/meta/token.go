package meta

import (
	"regexp"
	"strings"
)

// token is a token of C with the white space and the comments before it.
type token struct {
	space, text string
	kind        kind
}

type kind uint8

const (
	quoted kind = iota // string or character constant, with its prefix
	word               // identifier or keyword
	number
	punctuator
	directive // a line that begins with #
)

var lexeme = regexp.MustCompile(`^(?:` +
	`((?:\s|\\\n|//[^\n]*|/\*(?s:.*?)\*/)+)|` +
	`((?:L|u8|u|U)?(?:"(?:[^"\\\n]|\\(?s:.))*"|'(?:[^'\\\n]|\\(?s:.))*'))|` +
	`([A-Za-z_$][\w$]*)|` +
	`(\.?\d(?:[eEpP][+-]|[\w.])*)|` +
	`(\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[-+*/%&|^<>=!]=|&&|\|\||##|.))`)

// lex splits a program. White space at the end of the file is lost.
func lex(src string) []token {
	var out []token
	space, start := "", true // start: at the start of a line
	for src != "" {
		if start && src[0] == '#' {
			end := lineEnd(src)
			out = append(out, token{space, src[:end], directive})
			src, space = src[end:], ""
			continue
		}
		m := lexeme.FindStringSubmatch(src)
		if m == nil {
			m = []string{src[:1], "", "", "", "", src[:1]}
		}
		src = src[len(m[0]):]
		if m[1] != "" {
			space += m[1]
			start = start || strings.Contains(m[1], "\n")
			continue
		}
		start = false
		k := punctuator
		for i := quoted; i < punctuator; i++ {
			if m[2+int(i)] != "" {
				k = i
			}
		}
		out = append(out, token{space, m[0], k})
		space = ""
	}
	return out
}

// lineEnd is where a directive ends, continuation lines included.
func lineEnd(src string) int {
	for i := 0; i < len(src); i++ {
		if src[i] == '\n' && (i == 0 || src[i-1] != '\\') {
			return i
		}
	}
	return len(src)
}

// text is the program of tokens.
func text(toks []token) string {
	var b strings.Builder
	for i, t := range toks {
		b.WriteString(t.space)
		if i > 0 && toks[i-1].kind == directive && !strings.Contains(t.space, "\n") {
			b.WriteByte('\n')
		}
		if t.space == "" && i > 0 && glued(toks[i-1], t) {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	b.WriteByte('\n')
	return b.String()
}

// glued tells whether two tokens would become others without space between.
func glued(a, b token) bool {
	if a.kind == directive || b.kind == directive {
		return false
	}
	if a.kind != punctuator && b.kind != punctuator {
		return a.kind != quoted || b.kind != quoted
	}
	return a.kind == punctuator && b.kind == punctuator && strings.Contains("+-&|<>=.#/", a.text[len(a.text)-1:])
}

// parse gives the tokens of a piece of C without space before the first.
func parse(format string) []token {
	t := lex(format)
	if len(t) > 0 {
		t[0].space = " "
	}
	return t
}

// pairs gives for each bracket the index of its partner, -1 for the rest.
func pairs(toks []token) []int {
	out := make([]int, len(toks))
	var open []int
	for i, t := range toks {
		out[i] = -1
		if t.kind != punctuator {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			open = append(open, i)
		case ")", "]", "}":
			if n := len(open); n > 0 {
				out[i], out[open[n-1]] = open[n-1], i
				open = open[:n-1]
			}
		}
	}
	return out
}
