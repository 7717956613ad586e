package candidate

import (
	"regexp"
	"slices"
	"strings"

	"culprit/frontend/ctree"
)

// functionMacro is the definition of a macro with parameters, in one line.
var functionMacro = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+(\w+)\(([\w, \t]+)\)[ \t]+([^\n{};]*[^\n{};\s\\])[ \t]*$`)

// grouped makes the changes of macros whose parameters, or whose text as a whole, have no parentheses, so that
// operators of an argument or beside a use divide them. They are in no schema.
func (g *generator) grouped() {
	for _, m := range functionMacro.FindAllSubmatchIndex(g.Src, -1) {
		name, body := string(g.Src[m[2]:m[3]]), string(g.Src[m[6]:m[7]])
		params := strings.FieldsFunc(string(g.Src[m[4]:m[5]]), func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
		uses := g.uses(name)
		text := parenthesised(body, params)
		if text == body || strings.ContainsAny(body, "#\"'") || !slices.ContainsFunc(uses, func(n int) bool { return g.Executed(n, n) }) {
			continue
		}
		c := g.change(Logical, m[6], []Edit{{g.File, ctree.Extent{Start: m[6], End: m[7]}, text}})
		c.Uses, c.Odd = uses, true
	}
}

// parenthesised is the text of a macro with parentheses around each of its parameters and around the whole, if
// it has operators.
func parenthesised(body string, params []string) string {
	if !strings.ContainsAny(body, "+-*/%<>=!&|^~?") {
		return body
	}
	param := regexp.MustCompile(`(\(\s*)?\b(` + strings.Join(params, "|") + `)\b(\s*\))?`)
	out := param.ReplaceAllStringFunc(body, func(s string) string {
		m := param.FindStringSubmatch(s)
		if m[1] != "" && m[3] != "" {
			return s
		}
		return m[1] + "(" + m[2] + ")" + m[3]
	})
	depth, whole := 0, true
	for i, c := range out {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
		whole = whole && (depth > 0 || i == len(out)-1)
	}
	if whole {
		return out
	}
	return "(" + out + ")"
}
