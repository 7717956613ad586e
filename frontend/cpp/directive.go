package cpp

import (
	_ "embed"
	"strings"
)

// directive executes a directive, whose tokens after # are line.
func (p *preprocessor) directive(f *openFile, line []Token) {
	if len(line) == 0 {
		return
	}
	hash, word, rest := &f.toks[f.i-len(line)-1], &line[0], line[1:]
	if word.Kind == Number {
		p.lineMarker(f, line, false)
		return
	}
	switch word.Text {
	case "define":
		p.define(rest)
	case "undef":
		if len(rest) == 0 || rest[0].Kind != Ident {
			p.fail(word, "missing macro name")
		}
		delete(p.macros, rest[0].Text)
	case "include", "include_next", "import":
		p.include(f, hash, word.Text, rest)
	case "if", "ifdef", "ifndef":
		c := condition{at: hash, taken: p.holds(word, rest)}
		f.conds = append(f.conds, c)
		if !c.taken {
			p.skipGroups(f)
		}
	case "elif", "elifdef", "elifndef", "else", "endif":
		if len(f.conds) == 0 {
			p.fail(hash, "#%s without #if", word.Text)
		}
		c := &f.conds[len(f.conds)-1]
		if word.Text == "endif" {
			f.conds = f.conds[:len(f.conds)-1]
			return
		}
		p.another(c, hash, word)
		p.skipGroups(f)
	case "line":
		p.lineMarker(f, rest, true)
	case "error":
		p.fail(word, "%s", plain(rest))
	case "pragma":
		p.pragma(f, rest)
	case "warning", "ident", "sccs", "assert", "unassert":
	default:
		p.fail(hash, "invalid preprocessing directive #%s", word.Text)
	}
}

// another checks the order of #elif and #else.
func (p *preprocessor) another(c *condition, hash, word *Token) {
	if c.last {
		p.fail(hash, "#%s after #else", word.Text)
	}
	c.last = word.Text == "else"
}

// skipGroups skips groups of the innermost #if up to the one to be read, or to
// its #endif.
func (p *preprocessor) skipGroups(f *openFile) {
	depth := 0
	c := &f.conds[len(f.conds)-1]
	for f.i < len(f.toks) {
		hash := &f.toks[f.i]
		f.i++
		if !hash.First || !hash.Is("#") {
			continue
		}
		line := p.restOfLine(f)
		if len(line) == 0 {
			continue
		}
		word := &line[0]
		switch word.Text {
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			depth--
			if depth < 0 {
				f.conds = f.conds[:len(f.conds)-1]
				return
			}
		case "else", "elif", "elifdef", "elifndef":
			if depth > 0 {
				continue
			}
			p.another(c, hash, word)
			if !c.taken && (c.last || p.holds(word, line[1:])) {
				c.taken = true
				return
			}
		}
	}
	p.fail(c.at, "unterminated #if")
}

// holds decides the condition of #if and the like.
func (p *preprocessor) holds(word *Token, rest []Token) bool {
	switch word.Text {
	case "if", "elif":
		return p.evaluate(word, rest)
	}
	if len(rest) == 0 || rest[0].Kind != Ident {
		p.fail(word, "missing macro name")
	}
	return (p.macros[rest[0].Text] != nil) != strings.HasSuffix(word.Text, "ndef")
}

// plain is the text of tokens.
func plain(line []Token) string {
	if len(line) == 0 {
		return ""
	}
	src := line[0].File
	text := string(src.Text[line[0].Off:])
	last := int(line[len(line)-1].Off - line[0].Off)
	if n := strings.IndexByte(text[last:], '\n'); n >= 0 {
		text = text[:last+n]
	}
	return strings.TrimSpace(text)
}

// lineMarker executes #line, or # with a number: what __LINE__ and __FILE__
// say changes, positions do not.
func (p *preprocessor) lineMarker(f *openFile, rest []Token, word bool) {
	if word {
		rest = p.expandAll(rest)
	}
	n := int32(0)
	for _, c := range firstText(rest) {
		if c < '0' || c > '9' || n > 1<<27 {
			p.failAt(rest, "not a line number")
		}
		n = n*10 + c - '0'
	}
	if len(rest) == 0 {
		p.failAt(rest, "not a line number")
	}
	next := int32(0)
	if f.i < len(f.toks) {
		l, _ := f.src.LineCol(int(rest[0].Off))
		next = int32(l) + 1
	}
	f.shift = n - next
	if len(rest) > 1 && rest[1].Kind == String {
		_, body := SplitLiteral(rest[1].Text)
		units, _ := LiteralValues(body, "")
		name := make([]byte, len(units))
		for i, u := range units {
			name[i] = byte(u)
		}
		f.name = string(name)
	}
}

func firstText(line []Token) string {
	if len(line) == 0 {
		return ""
	}
	return line[0].Text
}

// pragma executes a #pragma: those of the preprocessor at once, others are
// left for later.
func (p *preprocessor) pragma(f *openFile, rest []Token) {
	switch firstText(rest) {
	case "once":
		p.includes.once[f.src.Name] = true
		return
	case "push_macro", "pop_macro":
		p.pushMacro(rest)
		return
	case "culprit":
		if IsHeader(f.src.Name) {
			f.later = true
			p.later.defined(f.toks[:f.i])
		}
		return
	case "GCC":
		if len(rest) > 1 && rest[1].Text == "error" {
			p.fail(&rest[1], "%s", plain(rest[2:]))
		}
	}
	if len(rest) > 0 && !Embedded(f.src.Name) {
		p.pragmas = append(p.pragmas, Pragma{Before: len(p.out), Toks: rest})
	}
}

// pushMacro executes #pragma push_macro("x") and pop_macro.
func (p *preprocessor) pushMacro(rest []Token) {
	if len(rest) < 4 || rest[2].Kind != String {
		p.failAt(rest, "missing macro name")
	}
	_, name := SplitLiteral(rest[2].Text)
	stack := p.pushed[name]
	if rest[0].Text == "push_macro" {
		p.pushed[name] = append(stack, p.macros[name])
		return
	}
	if n := len(stack); n > 0 {
		delete(p.macros, name)
		if m := stack[n-1]; m != nil {
			p.macros[name] = m
		}
		p.pushed[name] = stack[:n-1]
	}
}

// pragmaOperator executes _Pragma ("..."), whose operand may come from a macro.
func (p *preprocessor) pragmaOperator(t *Token) bool {
	var in []Token
	for range 3 {
		in = append(in, p.token())
	}
	if !in[0].Is("(") || in[1].Kind != String || !in[2].Is(")") {
		p.fail(t, "_Pragma takes a string literal in parentheses")
	}
	_, text := SplitLiteral(in[1].Text)
	text = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(text)
	toks, err := lex(NewFile("", []byte(text)))
	if err != nil {
		p.fail(t, "%s", err.Msg)
	}
	for i := range toks {
		toks[i].File, toks[i].Off, toks[i].Line, toks[i].Alien = t.File, t.Off, t.Line, true
	}
	p.pragma(p.frames[len(p.frames)-1], toks)
	return true
}

// token returns the next token, after expansion.
func (p *preprocessor) token() Token {
	for {
		t := p.next()
		if t.Kind != Ident || t.frozen {
			return t
		}
		if p.inIf && t.Text == "defined" {
			return p.defined(&t)
		}
		m := p.macros[t.Text]
		if m == nil {
			if t.Text == "_Pragma" && !p.inIf && p.pragmaOperator(&t) {
				continue
			}
			return t
		}
		p.count(&t, 1)
		if m.disabled {
			t.frozen = true
			return t
		}
		if !p.expand(m, &t) {
			return t
		}
	}
}

// fromFile returns the next token of the open files, handling directives.
func (p *preprocessor) fromFile() Token {
	for len(p.frames) > 0 {
		f := p.frames[len(p.frames)-1]
		if f.i == len(f.toks) {
			if n := len(f.conds); n > 0 {
				p.fail(f.conds[n-1].at, "unterminated #if")
			}
			p.frames = p.frames[:len(p.frames)-1]
			continue
		}
		t := &f.toks[f.i]
		f.i++
		if t.First && t.Is("#") {
			if p.peeking {
				f.i--
				return Token{}
			}
			p.directive(f, p.restOfLine(f))
			continue
		}
		if f.later {
			f.i--
			p.defineLater(f)
			continue
		}
		return *t
	}
	return Token{}
}
