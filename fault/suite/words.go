package suite

import (
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// command is one line of a test universe: what a shell would make of it.
type command struct {
	args  []string
	stdin string // the file after <, or ""
}

// parseCommand splits a line as a POSIX shell does, as far as test universes
// go: words, and one redirection of the input. Patterns are taken literally, as
// where no file matches. Everything else that means something to a shell is an
// error, since a program run with other arguments would prove nothing.
func parseCommand(line string) (command, error) {
	var c command
	if strings.ContainsAny(line, "\x00\u0080\u0081") { // the parser drops the first, and takes the others for the end of the text and an escaped newline
		return c, fmt.Errorf("%q: the control characters U+0000, U+0080 and U+0081 are not supported", line)
	}
	if strings.Contains(line, "\r\n") { // the parser drops the carriage return, which a shell keeps
		return c, fmt.Errorf("%q: a carriage return before the end of a line is not supported", line)
	}
	// A name before the arguments, since the first of them may be a keyword. What
	// only bash knows is an error, too: it depends on who runs the tests.
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader("program "+line), "")
	if err != nil {
		return c, fmt.Errorf("%q: %w", line, err)
	}
	unknown := fmt.Errorf("%q has a meaning in a shell that is not supported here", line)
	if len(file.Stmts) != 1 {
		return c, unknown
	}
	s := file.Stmts[0]
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || s.Negated || s.Background || s.Semicolon.IsValid() || len(call.Assigns) > 0 || len(s.Redirs) > 1 {
		return c, unknown
	}
	for _, w := range call.Args[1:] {
		word, ok := literal(w)
		if !ok {
			return c, unknown
		}
		c.args = append(c.args, word)
	}
	for _, r := range s.Redirs {
		if c.stdin, ok = literal(r.Word); !ok || r.Op != syntax.RdrIn || r.N != nil {
			return c, unknown
		}
	}
	return c, nil
}

// literal is the value of a word in which a shell expands nothing; ok is false
// if it does.
func literal(w *syntax.Word) (value string, ok bool) {
	var b strings.Builder
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.HasPrefix(p.Value, "~") || !unescape(&b, p.Value, "") {
				return "", false
			}
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			if p.Dollar {
				return "", false
			}
			for _, q := range p.Parts {
				if l, isLit := q.(*syntax.Lit); !isLit || !unescape(&b, l.Value, "$`\"\\") {
					return "", false
				}
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// unescape writes a text without the backslashes before characters of special,
// or before all if that is empty. It reports whether each has such a character.
func unescape(b *strings.Builder, text, special string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && (special == "" || i+1 < len(text) && strings.IndexByte(special, text[i+1]) >= 0) {
			i++
			if i == len(text) {
				return false
			}
		}
		b.WriteByte(text[i])
	}
	return true
}
