package cfgtext

import (
	"fmt"
	"strconv"
	"strings"

	"culprit/cfg"
)

// The tokens of the text form.

type syntaxError string

// textParser holds the tables of names and the current line.
type textParser struct {
	prog     *cfg.Program
	vars     map[string]*cfg.Var
	objects  map[string]*cfg.Object
	ctypes   map[string]*cfg.CType
	procs    map[string]*cfg.Proc
	locs     map[int]*cfg.Loc
	owner    map[int]*cfg.Proc // of locations
	cur      *cfg.Proc
	nextEdge int
	edges    map[int]*cfg.Edge

	line  int
	rest  string
	space bool   // before tok
	tok   string // current token; strings keep their quotes, "" is the end
}

func (p *textParser) fail(format string, args ...any) {
	panic(syntaxError(fmt.Sprintf(format, args...)))
}

const opChars = "+-*/%&|^<>=!~.:?"

// next reads a token: a name with its #id, a number, a quoted string, an
// operator with its letter, or a single character.
func (p *textParser) next() {
	s := strings.TrimLeft(p.rest, " \t\r")
	p.space = len(s) < len(p.rest)
	n := 0
	word := func(c byte) bool {
		return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	}
	switch {
	case s == "" || strings.HasPrefix(s, "//"):
		p.tok, p.rest = "", ""
		return
	case s[0] == '"' || s[0] == '\'':
		for n = 1; n < len(s) && s[n] != s[0]; n++ {
			if s[n] == '\\' {
				n++
			}
		}
		n++
		if n > len(s) {
			p.fail("unterminated quote")
		}
	case s[0] >= '0' && s[0] <= '9':
		for n < len(s) && word(s[n]) {
			n++
		}
	case word(s[0]):
		for n < len(s) && (word(s[n]) || (s[n] == '.' || s[n] == ':') && n+1 < len(s) && word(s[n+1]) || s[n] == ':' && strings.HasPrefix(s[n:], "::")) {
			n++
		}
	case strings.IndexByte(opChars, s[0]) >= 0:
		for n < len(s) && strings.IndexByte(opChars, s[n]) >= 0 {
			n++
		}
		switch {
		case n+1 < len(s) && s[n+1] == ' ' && (s[n] == 'u' || s[n] == 's') && strings.Contains(" / % >> < <= ", " "+s[:n]+" "):
			n++
		case n+1 < len(s) && s[n+1] == ' ' && strings.IndexByte("dpz", s[n]) >= 0 && strings.Contains(" +. -. *. /. ", " "+s[:n]+" "):
			n++
		case strings.IndexByte("!~&-", s[0]) >= 0 && (n >= len(s) || s[n] != ' ') && s[:n] != "->":
			n = 1 // prefix operators may touch
			if strings.HasPrefix(s, "&&") {
				n = 2
			}
		}
	default:
		n = 1
	}
	if (s[0] == '\'' || word(s[0])) && n < len(s) && s[n] == '#' && n+1 < len(s) && s[n+1] >= '0' && s[n+1] <= '9' {
		for n++; n < len(s) && s[n] >= '0' && s[n] <= '9'; n++ {
		}
	}
	p.tok, p.rest = s[:n], s[n:]
}

func (p *textParser) take() string {
	t := p.tok
	p.next()
	return t
}

func (p *textParser) accept(t string) bool {
	if p.tok == t {
		p.next()
		return true
	}
	return false
}

func (p *textParser) expect(t string) {
	if !p.accept(t) {
		p.fail("%q where %q was expected", p.tok, t)
	}
}

func (p *textParser) number() int {
	n, err := strconv.Atoi(p.tok)
	if err != nil {
		p.fail("%q where a number was expected", p.tok)
	}
	p.next()
	return n
}

func (p *textParser) str() string {
	s, err := strconv.Unquote(p.tok)
	if err != nil || p.tok[0] != '"' {
		p.fail("%q where a string was expected", p.tok)
	}
	p.next()
	return s
}

func (p *textParser) isString() bool { return strings.HasPrefix(p.tok, `"`) }

// splitName gives the key of a name and the name without #id and quotes.
func (p *textParser) splitName() (key, name string) {
	key = p.take()
	name = key
	if i := strings.LastIndexByte(name, '#'); i > 0 && !strings.Contains(name[i:], "'") {
		name = name[:i]
	}
	if strings.HasPrefix(name, "'") {
		if len(name) < 2 || !strings.HasSuffix(name, "'") {
			p.fail("bad name %s", name)
		}
		s, err := strconv.Unquote(`"` + name[1:len(name)-1] + `"`)
		if err != nil {
			p.fail("bad name %s", name)
		}
		return key, s
	}
	if name == "" || !(name[0] == '_' || name[0] == '$' || name[0] >= 'A' && name[0] <= 'Z' || name[0] >= 'a' && name[0] <= 'z') {
		p.fail("%q where a name was expected", name)
	}
	return key, name
}

func (p *textParser) isNumber() bool { return p.tok != "" && p.tok[0] >= '0' && p.tok[0] <= '9' }
