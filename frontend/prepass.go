package frontend

import (
	"bytes"
	"io"
	"unicode/utf8"

	"culprit/cfg"

	"modernc.org/cc/v4"
)

// The prepass reads the source text once as a sequence of tokens before cc
// sees it. It refuses what is no C text at all or would take cc unreasonably
// long, with a position, and mends a few constructs that cc rejects and
// compilers accept (mend.go). Line numbers never change; columns change only
// behind a mended token on its own line.

// Limits of the prepass.
const (
	maxSource   = 64 << 20 // bytes
	maxNesting  = 1000     // nested brackets
	maxPrefix   = 1000     // operators in a row
	maxOperands = 50000    // operators in one expression
	maxBranches = 5000     // of one if-else-if chain
)

// tokKind classifies the tokens of the prepass.
type tokKind uint8

const (
	tokIdent tokKind = iota
	tokNumber
	tokString // with its prefix
	tokChar   // with its prefix
	tokPunct  // one byte each, so that "->" is two tokens
	tokDirective
)

// tok is one token: src[off:end].
type tok struct {
	kind      tokKind
	off, end  int
	line, col int
}

// text is a source text after the prepass.
type text struct {
	src []byte
	// expand says that the nesting after macro expansion may exceed what the
	// tokens of the file show.
	expand bool
	// names holds the identifiers of the file; the value says that one occurs
	// where no bracket follows.
	names map[string]bool
}

func pos0(name string) cfg.Pos { return cfg.Pos{File: name, Line: 1, Col: 1, EndLine: 1, EndCol: 2} }

// prepare checks and mends src.
func prepare(name string, src []byte, ptrBits int) (text, *Error) {
	if len(src) > maxSource {
		return text{}, errorAt(pos0(name), "the file has %d bytes, more than the limit of %d", len(src), maxSource)
	}
	if len(bytes.TrimSpace(src)) == 0 {
		return text{}, errorAt(pos0(name), "the file is empty")
	}
	out := make([]byte, len(src), len(src)+1)
	copy(out, src)
	if bytes.HasPrefix(out, []byte("\xef\xbb\xbf")) {
		copy(out, "   ")
	}
	if out[len(out)-1] != '\n' {
		out = append(out, '\n')
	}
	s := scanner{name: name, src: out, line: 1}
	if err := s.run(); err != nil {
		return text{}, err
	}
	if err := checkNesting(name, out, s.toks); err != nil {
		return text{}, err
	}
	names := identifiers(out, s.toks)
	return text{src: mend(out, s.toks, ptrBits), expand: s.macros, names: names}, nil
}

// identifiers lists the identifiers among the tokens, directives included.
func identifiers(src []byte, toks []tok) map[string]bool {
	out := map[string]bool{}
	for i, t := range toks {
		switch t.kind {
		case tokIdent:
			bare := i+1 == len(toks) || src[toks[i+1].off] != '('
			name := src[t.off:t.end]
			if old, ok := out[string(name)]; !ok || bare && !old {
				out[string(name)] = bare
			}
		case tokDirective:
			for j := t.off; j < t.end; j++ {
				k := j
				for k < t.end && isIdent(src[k]) {
					k++
				}
				if k > j {
					out[string(src[j:k])] = true
					j = k
				}
			}
		}
	}
	return out
}

// checkExpanded applies the nesting limits to the text after macro expansion.
func checkExpanded(config *cc.Config, name string, t text, ptrBits int) error {
	if !t.expand {
		return nil
	}
	var b limitedBuffer
	if err := cc.Preprocess(config, inputs(name, t.src, ptrBits), &b); err != nil {
		return err
	}
	if b.full {
		return errorAt(pos0(name), "macro expansion yields more than %d bytes", maxSource)
	}
	s := scanner{name: name, src: b.Bytes(), line: 1}
	if err := s.run(); err != nil {
		return nil // cc will say it better, with the right position
	}
	if err := checkNesting(name, s.src, s.toks); err != nil {
		err.Pos = pos0(name)
		err.Msg += " (after macro expansion)"
		return err
	}
	return nil
}

// limitedBuffer stops growing at maxSource bytes.
type limitedBuffer struct {
	bytes.Buffer
	full bool
}

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxSource {
		b.full = true
		return 0, io.ErrShortWrite
	}
	return b.Buffer.Write(p)
}

// scanner splits a text into tokens.
type scanner struct {
	name      string
	src       []byte
	i         int
	line      int
	lineStart int
	fresh     bool // no token on this line yet
	macros    bool // some macro body holds brackets
	toks      []tok
}

func (s *scanner) pos(i int) cfg.Pos {
	c := i - s.lineStart + 1
	return cfg.Pos{File: s.name, Line: s.line, Col: c, EndLine: s.line, EndCol: c + 1}
}

func (s *scanner) newline(i int) { s.line, s.lineStart, s.fresh = s.line+1, i+1, true }

func (s *scanner) emit(k tokKind, off, end int) {
	s.toks = append(s.toks, tok{k, off, end, s.line, off - s.lineStart + 1})
}

func isIdent(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// run scans the whole text.
func (s *scanner) run() *Error {
	s.fresh = true
	for s.i < len(s.src) {
		c := s.src[s.i]
		switch {
		case c == '\n':
			s.newline(s.i)
			s.i++
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			s.i++
		case c == '\\' && s.splice() > 0:
			n := s.splice()
			s.newline(s.i + n - 1)
			s.fresh = false
			s.i += n
		case s.has("/*") || s.has("//"):
			if err := s.comment(); err != nil {
				return err
			}
		case c == '#' && s.fresh:
			if err := s.directive(); err != nil {
				return err
			}
		case c == '"' || c == '\'':
			if err := s.quoted(s.i); err != nil {
				return err
			}
		case isDigit(c) || c == '.' && s.i+1 < len(s.src) && isDigit(s.src[s.i+1]):
			s.number()
		case isIdent(c):
			if err := s.ident(); err != nil {
				return err
			}
		case c < ' ' || c == 0x7f:
			return errorAt(s.pos(s.i), "byte 0x%02x is not C source text", c)
		default:
			s.fresh = false
			s.emit(tokPunct, s.i, s.i+1)
			s.i++
		}
	}
	return nil
}

func (s *scanner) has(prefix string) bool {
	return s.i+len(prefix) <= len(s.src) && string(s.src[s.i:s.i+len(prefix)]) == prefix
}

// splice is the length of the line continuation at the current position, or 0.
func (s *scanner) splice() int {
	if s.has("\\\n") {
		return 2
	}
	if s.has("\\\r\n") {
		return 3
	}
	return 0
}

// comment skips a comment. Bytes of other encodings in it are blanked.
func (s *scanner) comment() *Error {
	start := s.pos(s.i)
	block := s.src[s.i+1] == '*'
	s.i += 2
	for s.i < len(s.src) {
		switch c := s.src[s.i]; {
		case c == '\n':
			if !block {
				return nil
			}
			s.newline(s.i)
		case c == '\\' && !block && s.splice() > 0:
			n := s.splice()
			s.newline(s.i + n - 1)
			s.fresh = false
			s.i += n
			continue
		case c == '*' && block && s.has("*/"):
			s.i += 2
			return nil
		case c == 0:
			return errorAt(s.pos(s.i), "byte 0x00 is not C source text")
		case c < ' ' && c != '\t' || c >= 0x7f:
			s.src[s.i] = ' '
		}
		s.i++
	}
	return errorAt(start, "this comment does not end")
}

// quoted scans a string or character literal that begins at off.
func (s *scanner) quoted(off int) *Error {
	quote, kind := s.src[s.i], tokString
	if quote == '\'' {
		kind = tokChar
	}
	line, lineStart, start := s.line, s.lineStart, s.pos(s.i)
	for s.i++; s.i < len(s.src); s.i++ {
		switch c := s.src[s.i]; {
		case c == quote:
			s.i++
			s.fresh = false
			s.toks = append(s.toks, tok{kind, off, s.i, line, off - lineStart + 1})
			return nil
		case c == '\\' && s.splice() > 0:
			n := s.splice()
			s.newline(s.i + n - 1)
			s.i += n - 1
		case c == '\\' && s.i+1 < len(s.src) && s.src[s.i+1] != '\n':
			s.i++
		case c == '\n':
			return errorAt(start, "this literal does not end on its line")
		case c == 0:
			return errorAt(s.pos(s.i), "byte 0x00 is not C source text")
		}
	}
	return errorAt(start, "this literal does not end")
}

func (s *scanner) number() {
	off := s.i
	for s.i < len(s.src) {
		c := s.src[s.i]
		if (c == '+' || c == '-') && bytes.IndexByte([]byte("eEpP"), s.src[s.i-1]) >= 0 && s.i > off {
			s.i++
			continue
		}
		if !isIdent(c) && c != '.' || c >= 0x80 {
			break
		}
		s.i++
	}
	s.fresh = false
	s.emit(tokNumber, off, s.i)
}

func (s *scanner) ident() *Error {
	off := s.i
	for s.i < len(s.src) && isIdent(s.src[s.i]) {
		if s.src[s.i] >= 0x80 {
			r, n := utf8.DecodeRune(s.src[s.i:])
			if r == utf8.RuneError && n <= 1 {
				return errorAt(s.pos(s.i), "byte 0x%02x is not C source text", s.src[s.i])
			}
			s.i += n
			continue
		}
		s.i++
	}
	if s.i < len(s.src) && (s.src[s.i] == '"' || s.src[s.i] == '\'') {
		switch string(s.src[off:s.i]) {
		case "L", "u", "U", "u8":
			return s.quoted(off)
		}
	}
	s.fresh = false
	s.emit(tokIdent, off, s.i)
	return nil
}

// directive scans a preprocessing line as one token. Line markers (# 12 "f"
// and #line) are blanked, since positions are those of the physical file, and
// so are pragmas without a meaning here, which need not even be C tokens.
func (s *scanner) directive() *Error {
	off := s.i
	line, lineStart := s.line, s.lineStart
	for s.i++; s.i < len(s.src) && s.src[s.i] != '\n'; {
		switch {
		case s.has("/*") || s.has("//"):
			if err := s.comment(); err != nil {
				return err
			}
			continue
		case s.splice() > 0:
			n := s.splice()
			s.newline(s.i + n - 1)
			s.i += n
			continue
		case s.src[s.i] == 0:
			return errorAt(s.pos(s.i), "byte 0x00 is not C source text")
		case s.src[s.i] == '"':
			// Quotes hide comment signs; those of #error need not match.
			if n := bytes.IndexAny(s.src[s.i+1:], "\"\n"); n >= 0 && s.src[s.i+1+n] == '"' {
				s.i += n + 1
			}
		}
		s.i++
	}
	s.fresh = false
	body := bytes.TrimLeft(s.src[off+1:s.i], " \t")
	switch {
	case len(body) > 0 && isDigit(body[0]), bytes.HasPrefix(body, []byte("line")),
		bytes.HasPrefix(body, []byte("pragma")) && !meaningfulPragma.Match(body):
		for j := off; j < s.i; j++ {
			if s.src[j] != '\n' && s.src[j] != '\r' {
				s.src[j] = ' '
			}
		}
		return nil
	case bytes.HasPrefix(body, []byte("define")):
		s.macros = s.macros || bytes.ContainsAny(body, "([{") || bytes.ContainsAny(body, "!~*&+-")
	case bytes.HasPrefix(body, []byte("include")):
		s.macros = s.macros || bytes.IndexByte(body, '"') >= 0
	}
	s.toks = append(s.toks, tok{tokDirective, off, s.i, line, off - lineStart + 1})
	return nil
}

// checkNesting refuses texts nested so deeply that recursive algorithms over
// the syntax tree would need unreasonable time or stack.
func checkNesting(name string, src []byte, toks []tok) *Error {
	prefix, operators, nested := 0, 0, 0
	chain := make([]int, 1, 64) // by bracket depth: branches of the current else-if chain
	ended := false              // the previous token ended a statement
	for _, t := range toks {
		p := cfg.Pos{File: name, Line: t.line, Col: t.col, EndLine: t.line, EndCol: t.col + t.end - t.off}
		wasEnd := ended
		ended = false
		if t.kind != tokPunct {
			prefix = 0
			if t.kind != tokIdent {
				continue
			}
			top := &chain[len(chain)-1]
			switch string(src[t.off:t.end]) {
			case "else":
				nested = 0
				if *top++; *top > maxBranches {
					return errorAt(p, "a chain of more than %d else branches", maxBranches)
				}
				continue
			case "if", "for", "while", "do", "switch":
				if nested++; nested > maxNesting {
					return errorAt(p, "statements nested deeper than %d", maxNesting)
				}
			}
			if wasEnd {
				*top = 0
			}
			continue
		}
		switch src[t.off] {
		case '(', '[', '{':
			prefix = 0
			if src[t.off] == '{' {
				nested = 0
			}
			if len(chain) > maxNesting {
				return errorAt(p, "brackets nested deeper than %d", maxNesting)
			}
			chain = append(chain, 0)
		case ')', ']', '}':
			prefix = 0
			if len(chain) > 1 {
				chain = chain[:len(chain)-1]
			}
			ended = src[t.off] == '}'
		case ';':
			ended = true
			prefix, operators, nested = 0, 0, 0
		case ',':
			prefix, operators = 0, 0
		default:
			if prefix++; prefix > maxPrefix {
				return errorAt(p, "more than %d operators in a row", maxPrefix)
			}
			if operators++; operators > maxOperands {
				return errorAt(p, "an expression with more than %d operators", maxOperands)
			}
		}
	}
	return nil
}
