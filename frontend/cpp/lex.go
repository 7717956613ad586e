package cpp

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"culprit/cfg"
)

// Kind classifies preprocessing tokens.
type Kind uint8

const (
	End   Kind = iota // the end of a file, a directive, or an argument
	Ident             // with universal character names replaced
	Number
	String // with its prefix
	Char   // with its prefix
	Punct  // the longest possible; digraphs as what they stand for
	Bad    // no token of C: text says why
	Place  // placemarker: an empty operand of ##
	Raw    // C text that replaces tokens (package ccfix)
)

// Token is one preprocessing token. Where it stands is where the user sees it:
// for tokens of a macro, where the macro is used.
type Token struct {
	Kind Kind
	// spaced: white space or a line's beginning precedes. first: it is the
	// first of its line. frozen: the name of a macro that is not expanded any
	// more. alien: the text in the file differs (digraph, macro).
	Spaced, First, frozen, Alien bool

	Text string
	File *File
	Off  int32 // in file
	Line int32 // for __LINE__, before #line
}

// Is reports whether the token is the punctuator c.
func (t *Token) Is(c string) bool { return t.Kind == Punct && t.Text == c }

// Pos is the range of the token in its file.
func (t *Token) Pos() cfg.Pos {
	if t.File == nil {
		return cfg.Pos{}
	}
	l, c := t.File.LineCol(int(t.Off))
	return cfg.Pos{File: displayName(t.File.Name), Line: l, Col: c, EndLine: l, EndCol: c + 1}
}

// puncts are the punctuators of more than one character, longest first.
var puncts = []string{"%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
	"*=", "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:"}

var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#", "%:%:": "##"}

// lexer splits a text into preprocessing tokens.
type lexer struct {
	src    *File
	text   string
	i      int
	line   int
	first  bool // no token on this line yet
	old    bool // there are no line comments
	spaced bool
	toks   []Token
}

// lex splits a file into tokens. What is not C becomes a Bad, since it may
// are where it does not matter. A comment without end is an error.
func lex(src *File) ([]Token, *Error) {
	return (&lexer{src: src, text: string(src.Text)}).all()
}

// all splits the text.
func (x *lexer) all() ([]Token, *Error) {
	x.line, x.first = 1, true
	x.toks = make([]Token, 0, len(x.text)/5+8)
	if strings.HasPrefix(x.text, "\xef\xbb\xbf") {
		x.i = 3
	}
	for x.i < len(x.text) {
		c := x.text[x.i]
		switch {
		case c == '\n':
			x.line++
			x.i++
			x.first, x.spaced = true, true
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			x.i++
			x.spaced = true
		case x.splice(x.i) > 0:
			x.i += x.splice(x.i)
			x.line++
		case c == '/' && (x.after(1) == '*' || x.after(1) == '/' && !x.old):
			if err := x.comment(); err != nil {
				return nil, err
			}
		default:
			x.token(c)
		}
	}
	return x.toks, nil
}

// splice is the length of a line continuation at i, or 0.
func (x *lexer) splice(i int) int {
	if i+1 >= len(x.text) || x.text[i] != '\\' {
		return 0
	}
	switch {
	case x.text[i+1] == '\n':
		return 2
	case x.text[i+1] == '\r' && i+2 < len(x.text) && x.text[i+2] == '\n':
		return 3
	}
	return 0
}

// skip returns the offset of the first character from i on that no line
// continuation hides.
func (x *lexer) skip(i int) int {
	for i < len(x.text) && x.text[i] == '\\' && x.splice(i) > 0 {
		i += x.splice(i)
	}
	return i
}

// after is the n-th character after the current one, 0 at the end.
func (x *lexer) after(n int) byte {
	i := x.i
	for ; n > 0; n-- {
		if i = x.skip(i + 1); i >= len(x.text) {
			return 0
		}
	}
	return x.text[i]
}

func (x *lexer) at(i int) cfg.Pos {
	t := Token{File: x.src, Off: int32(i)}
	return t.Pos()
}

func (x *lexer) comment() *Error {
	start := x.i
	block := x.after(1) == '*'
	x.second()
	for x.i < len(x.text) {
		switch c := x.text[x.i]; {
		case c == '\n' && !block:
			x.spaced = true
			return nil
		case c == '\n':
			x.line++
		case x.splice(x.i) > 0:
			x.line++
			x.i += x.splice(x.i)
			continue
		case c == '*' && block && x.after(1) == '/':
			x.second()
			x.spaced = true
			return nil
		}
		x.i++
	}
	if !block {
		return nil
	}
	return Errorf(x.at(start), "unterminated comment")
}

// second moves after the second character from here, and counts the lines
// between the two.
func (x *lexer) second() {
	j := x.skip(x.i + 1)
	x.line += strings.Count(x.text[x.i:j], "\n")
	x.i = j + 1
}

// emit adds the token from off to the current position.
func (x *lexer) emit(kind Kind, off int, text string) {
	x.toks = append(x.toks, Token{Kind: kind, Spaced: x.spaced, First: x.first, Text: text, File: x.src, Off: int32(off), Line: int32(x.line)})
	x.first, x.spaced = false, false
}

// IsIdent reports whether identifiers may contain c.
func IsIdent(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// IsDigit reports whether c is a decimal digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

func isHex(c byte) bool { return IsDigit(c) || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }

// token scans one token that begins with c.
func (x *lexer) token(c byte) {
	switch {
	case c == '"' || c == '\'':
		x.quoted(x.i)
	case IsDigit(c) || c == '.' && IsDigit(x.after(1)):
		x.number()
	case IsIdent(c) || c == '\\' && x.ucn(x.i) > 0:
		x.ident()
	case c < ' ' || c == 0x7f:
		x.bad("byte 0x%02x is not C source text", c)
	default:
		x.punct()
	}
}

// bad adds an invalid token of one byte.
func (x *lexer) bad(format string, args ...any) {
	off := x.i
	x.i++
	x.emit(Bad, off, Errorf(cfg.Pos{}, format, args...).Msg)
}

// punct scans a punctuator.
func (x *lexer) punct() {
	off := x.i
	var next [4]byte
	for k := range next {
		next[k] = x.after(k)
	}
	text := x.text[off : off+1]
	for _, p := range puncts {
		if p[0] == next[0] && p == string(next[:len(p)]) {
			text = p
			break
		}
	}
	line := x.line
	for n := len(text); n > 0; n-- {
		for j := x.skip(x.i); x.i < j; x.i++ {
			if x.text[x.i] == '\n' {
				line++
			}
		}
		x.i++
	}
	std, di := digraphs[text]
	if di {
		text = std
	}
	x.emit(Punct, off, text)
	x.toks[len(x.toks)-1].Alien = di
	x.line = line
}

// ucn is the length of a universal character name at i, or 0.
func (x *lexer) ucn(i int) int {
	if i+1 >= len(x.text) || x.text[i] != '\\' {
		return 0
	}
	n := map[byte]int{'u': 4, 'U': 8}[x.text[i+1]]
	if n == 0 || i+2+n > len(x.text) {
		return 0
	}
	for k := i + 2; k < i+2+n; k++ {
		if !isHex(x.text[k]) {
			return 0
		}
	}
	return 2 + n
}

// run scans characters as long as ok says so and returns them without line
// continuations.
func (x *lexer) run(ok func(i int) int) string {
	off := x.i
	var clean []byte
	spliced, line := false, x.line
	for x.i < len(x.text) {
		if n := x.splice(x.i); n > 0 {
			if !spliced {
				spliced, clean = true, append(clean, x.text[off:x.i]...)
			}
			x.i += n
			line++
			continue
		}
		n := ok(x.i)
		if n == 0 {
			break
		}
		if spliced {
			clean = append(clean, x.text[x.i:x.i+n]...)
		}
		x.i += n
	}
	defer func() { x.line = line }()
	if spliced {
		return string(clean)
	}
	return x.text[off:x.i]
}

func (x *lexer) number() {
	off, line := x.i, x.line
	prev := byte(0)
	text := x.run(func(i int) int {
		c := x.text[i]
		p := prev
		prev = c
		switch {
		case c == '.', IsIdent(c) && c < 0x80:
			return 1
		case c == '+' || c == '-':
			if p == 'e' || p == 'E' || p == 'p' || p == 'P' {
				return 1
			}
		case c == '\'' && i+1 < len(x.text) && IsIdent(x.text[i+1]) && x.text[i+1] < 0x80 && isHex(p):
			return 1
		}
		return 0
	})
	x.emitAt(Number, off, line, strings.ReplaceAll(text, "'", ""))
}

// emitAt is emit for a token that began on another line.
func (x *lexer) emitAt(kind Kind, off, line int, text string) {
	x.emit(kind, off, text)
	x.toks[len(x.toks)-1].Line = int32(line)
}

func (x *lexer) ident() {
	off, line := x.i, x.line
	bad := -1
	text := x.run(func(i int) int {
		switch c := x.text[i]; {
		case c == '\\':
			return x.ucn(i)
		case !IsIdent(c):
			return 0
		case c >= 0x80:
			r, n := utf8.DecodeRuneInString(x.text[i:])
			if r == utf8.RuneError && n <= 1 && bad < 0 {
				bad = i
			}
			return n
		}
		return 1
	})
	if bad >= 0 {
		x.emitAt(Bad, bad, line, Errorf(cfg.Pos{}, "byte 0x%02x is not C source text", x.text[bad]).Msg)
		return
	}
	if x.i < len(x.text) && (x.text[x.i] == '"' || x.text[x.i] == '\'') {
		switch text {
		case "L", "u", "U", "u8":
			x.line = line
			x.quoted(off)
			return
		}
	}
	if strings.IndexByte(text, '\\') >= 0 {
		text = withoutUCN(text)
	}
	x.emitAt(Ident, off, line, text)
}

// withoutUCN replaces universal character names by the characters.
func withoutUCN(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		n := map[byte]int{'u': 4, 'U': 8}[s[i+1]]
		r, _ := strconv.ParseUint(s[i+2:i+2+n], 16, 32)
		b.WriteRune(rune(r))
		i += 1 + n
	}
	return b.String()
}

// quoted scans a string or character literal, whose prefix begins at off.
func (x *lexer) quoted(off int) {
	quote, kind := x.text[x.i], String
	if quote == '\'' {
		kind = Char
	}
	line, start := x.line, x.i
	closed, escaped := false, false
	x.i = off
	text := x.run(func(i int) int {
		switch c := x.text[i]; {
		case i <= start:
			return 1
		case closed || c == '\n':
			return 0
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == quote:
			closed = true
		}
		return 1
	})
	switch {
	case !closed:
		x.emitAt(Bad, off, line, "unterminated literal")
	case strings.IndexByte(text, 0) >= 0:
		x.emitAt(Bad, off, line, "byte 0x00 is not C source text")
	default:
		x.emitAt(kind, off, line, text)
	}
}

var trigraphs = strings.NewReplacer("??=", "#", "??(", "[", "??/", "\\", "??)", "]", "??'", "^", "??<", "{", "??!", "|", "??>", "}", "??-", "~")

// lexAs is lex for a text of the standard.
func lexAs(src *File, std Standard) ([]Token, *Error) {
	x := &lexer{src: src, text: string(src.Text), old: !std.lineComments()}
	if !std.trigraphs() || !strings.Contains(x.text, "??") {
		return x.all()
	}
	// Each trigraph that is replaced moves what follows it by two.
	var moved []int32
	text := x.text
	x.text = trigraphs.Replace(text)
	for i, j := 0, 0; i < len(text); i, j = i+1, j+1 {
		if text[i] != x.text[j] {
			moved = append(moved, int32(j))
			i += 2
		}
	}
	toks, err := x.all()
	n := 0
	for i := range toks {
		t := &toks[i]
		for n < len(moved) && moved[n] < t.Off {
			n++
		}
		t.Alien = t.Alien || n < len(moved) && moved[n] < t.Off+int32(len(t.Text))
		t.Off += int32(2 * n)
	}
	return toks, err
}

// End returns the offset after the source form of the token at off, whose text is txt: for a
// token of a macro expansion, after the macro and its arguments.
func (s *File) End(off int, txt []byte) int {
	if strings.HasPrefix(string(s.Text[off:min(len(s.Text), off+len(txt))]), string(txt)) {
		if len(txt) > 0 && !(IsIdent(txt[len(txt)-1]) && off+len(txt) < len(s.Text) && IsIdent(s.Text[off+len(txt)])) {
			return off + len(txt)
		}
	}
	if off < len(s.Text) && s.Text[off] == '"' {
		return s.literals(off)
	}
	i := off
	for i < len(s.Text) && IsIdent(s.Text[i]) {
		i++
	}
	if i == off {
		return min(off+1, len(s.Text))
	}
	j := i
	for j < len(s.Text) && (s.Text[j] == ' ' || s.Text[j] == '\t' || s.Text[j] == '\n') {
		j++
	}
	if j < len(s.Text) && s.Text[j] == '(' {
		if k := s.closing(j); k > 0 {
			return k
		}
	}
	return i
}

// literals returns the offset after the string literals at i, which are one token, and the macros among them, as in
// "%" PRIu64 "\n".
func (s *File) literals(i int) int {
	end := i
	for i < len(s.Text) {
		switch c := s.Text[i]; {
		case c == ' ' || c == '\t' || c == '\n':
			i++
			continue
		case c == '"':
			for i++; i < len(s.Text) && s.Text[i] != '"' && s.Text[i] != '\n'; i++ {
				if s.Text[i] == '\\' {
					i++
				}
			}
			i++
		case IsIdent(c):
			for i < len(s.Text) && IsIdent(s.Text[i]) {
				i++
			}
		default:
			return end
		}
		end = min(i, len(s.Text))
	}
	return end
}

// closing returns the offset after the bracket that closes the one at i.
func (s *File) closing(i int) int {
	depth := 0
	for ; i < len(s.Text); i++ {
		switch c := s.Text[i]; c {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				return i + 1
			}
		case '"', '\'':
			for i++; i < len(s.Text) && s.Text[i] != c && s.Text[i] != '\n'; i++ {
				if s.Text[i] == '\\' {
					i++
				}
			}
		}
	}
	return -1
}
