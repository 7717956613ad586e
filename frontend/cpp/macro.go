package cpp

import (
	"slices"
	"strings"
)

// define reads a #define after the word.
func (p *preprocessor) define(line []Token) {
	if len(line) == 0 || line[0].Kind != Ident {
		p.failAt(line, "missing macro name")
	}
	m := &macro{name: line[0].Text}
	if m.name == "defined" {
		p.fail(&line[0], "%s cannot be a macro", m.name)
	}
	rest := line[1:]
	if len(rest) > 0 && rest[0].Is("(") && !rest[0].Spaced {
		m.funlike = true
		rest = p.parameters(m, rest[1:], &line[0])
	}
	m.body = slices.Clone(rest)
	for i := range m.body {
		t := &m.body[i]
		if t.Is("##") && (i == 0 || i == len(m.body)-1) {
			p.fail(t, "## at the end of a macro")
		}
		if m.funlike && t.Is("#") && (i+1 == len(m.body) || m.param(&m.body[i+1]) < 0 && !m.opt(&m.body[i+1])) {
			p.fail(t, "# is not followed by a parameter")
		}
	}
	if len(m.body) > 0 {
		m.body[0].Spaced = false
	}
	p.macros[m.name] = m
}

// parameters reads the parameters of m and returns what is after them.
func (p *preprocessor) parameters(m *macro, line []Token, name *Token) []Token {
	if len(line) > 0 && line[0].Is(")") {
		return line[1:]
	}
	for len(line) >= 2 {
		t := line[0]
		line = line[1:]
		switch {
		case t.Is("..."):
			m.params, m.variadic = append(m.params, "__VA_ARGS__"), true
		case t.Kind == Ident && !slices.Contains(m.params, t.Text):
			m.params = append(m.params, t.Text)
			if line[0].Is("...") {
				m.variadic = true
				line = line[1:]
			}
		default:
			p.fail(&t, "not a parameter of a macro: %s", t.Text)
		}
		switch {
		case len(line) == 0:
		case line[0].Is(")"):
			return line[1:]
		case line[0].Is(",") && !m.variadic:
			line = line[1:]
			continue
		}
		break
	}
	p.fail(name, "unterminated parameter list of macro %s", m.name)
	return nil
}

// param is the index of the parameter that t names, or -1.
func (m *macro) param(t *Token) int {
	if t.Kind != Ident || !m.funlike {
		return -1
	}
	return slices.Index(m.params, t.Text)
}

// opt reports whether t is __VA_OPT__.
func (m *macro) opt(t *Token) bool { return m.variadic && t.Kind == Ident && t.Text == "__VA_OPT__" }

// arg is an argument of a macro: as it stands, and expanded once asked for.
type arg struct {
	raw, full []Token
	expanded  bool
	missing   bool // with its comma
}

// expansion is one use of a macro.
type expansion struct {
	p    *preprocessor
	m    *macro
	name *Token
	args []arg
}

// expand replaces a use of the macro m, whose name t was just read, by its
// body, which is read next. It reports false if it is not a use.
func (p *preprocessor) expand(m *macro, t *Token) bool {
	x := expansion{p: p, m: m, name: t}
	if m.dynamic != nil {
		r, ok := m.dynamic(p, t)
		if ok {
			p.push([]Token{r}, nil)
		}
		return ok
	}
	if m.funlike {
		p.peeking = true
		next := p.next()
		p.peeking = false
		if !next.Is("(") {
			if next.Kind != End {
				p.push([]Token{next}, nil)
			}
			return false
		}
		x.collect()
	}
	out := x.subst(m.body)
	out = slices.DeleteFunc(out, func(t Token) bool { return t.Kind == Place })
	for i := range out {
		out[i].File, out[i].Off, out[i].First, out[i].Alien = t.File, t.Off, false, true
	}
	if len(out) > 0 {
		out[0].Spaced = t.Spaced || t.First
	}
	m.disabled = true
	p.push(out, m)
	return true
}

// collect reads the arguments up to the closing parenthesis.
func (x *expansion) collect() {
	p, m := x.p, x.m
	x.args = make([]arg, 1, len(m.params)+1)
	for depth := 0; ; {
		t := p.next()
		p.count(&t, 1)
		cur := &x.args[len(x.args)-1]
		switch {
		case t.Kind == End:
			p.fail(x.name, "unterminated argument list of macro %s", m.name)
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth--
			if depth < 0 {
				x.check()
				return
			}
		case t.Is(",") && depth == 0 && !(m.variadic && len(x.args) == len(m.params)):
			x.args = append(x.args, arg{})
			continue
		}
		if t.First {
			t.First, t.Spaced = false, true
		}
		cur.raw = append(cur.raw, t)
	}
}

// check compares the number of arguments with that of parameters.
func (x *expansion) check() {
	n, want := len(x.args), len(x.m.params)
	switch {
	case n == want:
	case want == 0 && n == 1 && len(x.args[0].raw) == 0:
		x.args = nil
	case x.m.variadic && n == want-1:
		x.args = append(x.args, arg{missing: true})
	default:
		x.p.fail(x.name, "macro %s is given %d arguments instead of %d", x.m.name, n, want)
	}
}

// full is the argument i, expanded.
func (x *expansion) full(i int) []Token {
	a := &x.args[i]
	if !a.expanded {
		a.expanded = true
		a.full = x.p.expandAll(a.raw)
	}
	return a.full
}

// subst replaces the parameters in a body or a part of it.
func (x *expansion) subst(body []Token) (out []Token) {
	m := x.m
	for i := 0; i < len(body); {
		t := &body[i]
		x.p.count(x.name, 1)
		if t.Is("##") && i > 0 && i+1 < len(body) {
			rhs, n := x.operand(body[i+1:], true)
			i += 1 + n
			out = x.glue(out, rhs, n == 1 && m.variadic && m.param(&body[i-1]) == len(m.params)-1)
			continue
		}
		raw := i+1 < len(body) && body[i+1].Is("##")
		if m.opt(t) && i+1 < len(body) {
			_, n := x.operand(body[i:], true)
			raw = i+n < len(body) && body[i+n].Is("##")
		}
		piece, n := x.operand(body[i:], raw)
		out = append(out, piece...)
		i += n
	}
	return out
}

// operand is what the first parameter or token of body becomes, and how many
// tokens that are. Operands of ## are not expanded, and are never empty.
func (x *expansion) operand(body []Token, raw bool) (out []Token, n int) {
	m, t := x.m, &body[0]
	switch i := m.param(t); {
	case m.funlike && t.Is("#") && len(body) > 1:
		if m.opt(&body[1]) {
			in, n := x.optional(body[1:])
			return []Token{x.stringize(t, in)}, n + 1
		}
		return []Token{x.stringize(t, x.args[m.param(&body[1])].raw)}, 2
	case m.opt(t) && len(body) > 1 && body[1].Is("("):
		out, n = x.optional(body)
	case i >= 0 && raw:
		out, n = slices.Clone(x.args[i].raw), 1
	case i >= 0:
		out, n = slices.Clone(x.full(i)), 1
	default:
		b := *t
		b.Line = x.name.Line
		return []Token{b}, 1
	}
	if len(out) > 0 {
		out[0].Spaced = t.Spaced
	} else if raw {
		out = []Token{{Kind: Place, Spaced: t.Spaced}}
	}
	x.p.count(x.name, len(out))
	return out, n
}

// optional is what __VA_OPT__ ( ... ) at the beginning of body becomes.
func (x *expansion) optional(body []Token) (out []Token, n int) {
	depth := 0
	for n = 1; n < len(body); n++ {
		if body[n].Is("(") {
			depth++
		} else if body[n].Is(")") {
			depth--
			if depth == 0 {
				break
			}
		}
	}
	if n == len(body) {
		x.p.fail(x.name, "unterminated __VA_OPT__")
	}
	if len(x.full(len(x.args)-1)) > 0 {
		out = x.subst(body[2:n])
	}
	return out, n + 1
}

// glue joins the last token of lhs and the first of rhs. A comma before
// variable arguments (rest) stays, or vanishes if there are none.
func (x *expansion) glue(lhs, rhs []Token, rest bool) []Token {
	if len(lhs) == 0 {
		return rhs
	}
	last := &lhs[len(lhs)-1]
	first := rhs[0]
	switch {
	case last.Is(",") && rest && first.Kind == Place && (x.args[len(x.args)-1].missing || len(x.args) == 1):
		return lhs[:len(lhs)-1]
	case last.Is(",") && rest:
		return append(lhs, rhs...)
	case first.Kind == Place:
		return append(lhs, rhs[1:]...)
	case last.Kind == Place:
		first.Spaced = last.Spaced
		return append(append(lhs[:len(lhs)-1], first), rhs[1:]...)
	}
	toks, err := lex(&File{Text: []byte(last.Text + first.Text)})
	if err != nil || len(toks) != 1 || toks[0].Kind == Bad && first.Kind != Bad && last.Kind != Bad {
		x.p.fail(x.name, "pasting %s and %s does not form a token", last.Text, first.Text)
	}
	toks[0].Spaced, toks[0].Line = last.Spaced, last.Line
	return append(append(lhs[:len(lhs)-1], toks[0]), rhs[1:]...)
}

// stringize makes a string literal of tokens.
func (x *expansion) stringize(at *Token, in []Token) Token {
	var b strings.Builder
	b.WriteByte('"')
	empty := true
	for i := range in {
		t := &in[i]
		if t.Kind == Place {
			continue
		}
		if t.Spaced && !empty {
			b.WriteByte(' ')
		}
		empty = false
		s := t.spelling()
		if t.Kind == String || t.Kind == Char {
			s = strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)
		}
		b.WriteString(s)
	}
	b.WriteByte('"')
	x.p.count(x.name, b.Len()/16)
	return Token{Kind: String, Spaced: at.Spaced, Text: b.String(), Line: x.name.Line}
}

// spelling is the text of a token as the user wrote it.
func (t *Token) spelling() string {
	if t.Kind == Punct && t.Alien && t.File != nil {
		for d, std := range digraphs {
			if std == t.Text && strings.HasPrefix(string(t.File.Text[t.Off:]), d) {
				return d
			}
		}
	}
	return t.Text
}
