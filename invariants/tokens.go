package invariants

import (
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Specification says which tokens inputs have and what may replace them.
type Specification struct {
	classes []class
	symbols [][]string // of each group each may replace each other
}

type tokenKind uint8

const (
	stringToken tokenKind = iota
	integerToken
	floatToken
	symbolToken
)

var tokenNames = [...]string{"string", "integer", "float", "symbol"}

// class is a kind of token and what it looks like.
type class struct {
	kind tokenKind
	re   *regexp.Regexp
}

var tokenDefaults = [...]string{`[A-Za-z_]\w*`, `[+-]?[0-9]+`, `[+-]?[0-9]+\.[0-9]+`}

// numbers is the specification where none is given: numbers can be told without
// a grammar.
func numbers() *Specification {
	s, err := ParseSpecification("float\ninteger\n")
	if err != nil {
		panic(err)
	}
	return s
}

// ParseSpecification reads a specification, a line for each kind of token:
//
//	string [REGEXP]      whose characters are replaced by others
//	integer [REGEXP]     to or from which powers of two are added
//	float [REGEXP]
//	symbol WORD WORD...  each of which may be replaced by the others
//
// Without a regular expression strings are identifiers, and numbers decimal.
// Symbols are looked for first, the longest one first, then the others in the
// order of the lines. Empty lines and those that begin with # do not count.
func ParseSpecification(text string) (*Specification, error) {
	s := &Specification{}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		kind := slices.Index(tokenNames[:], word)
		switch {
		case kind < 0:
			return nil, fmt.Errorf("line %d: unknown token kind %q, want string, integer, float or symbol", i+1, word)
		case tokenKind(kind) == symbolToken:
			words := strings.Fields(rest)
			if len(words) < 2 {
				return nil, fmt.Errorf("line %d: a symbol needs another one that replaces it", i+1)
			}
			s.symbols = append(s.symbols, words)
			continue
		case rest == "":
			rest = tokenDefaults[kind]
		}
		re, err := regexp.Compile(`\A(?:` + rest + `)`)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		s.classes = append(s.classes, class{tokenKind(kind), re})
	}
	return s, nil
}

// token is a piece of a text.
type token struct {
	from, to int
	kind     tokenKind
	others   []string // of a symbol
}

// tokens finds the tokens of a text; anything else is skipped.
func (s *Specification) tokens(text string) []token {
	var out []token
	for at := 0; at < len(text); {
		t := token{from: at, to: at}
		for _, group := range s.symbols {
			for _, w := range group {
				if len(w) > t.to-at && strings.HasPrefix(text[at:], w) {
					t.to, t.kind = at+len(w), symbolToken
					t.others = slices.DeleteFunc(slices.Clone(group), func(o string) bool { return o == w })
				}
			}
		}
		for _, c := range s.classes {
			if t.to > at {
				break
			}
			if m := c.re.FindStringIndex(text[at:]); m != nil {
				t.to, t.kind = at+m[1], c.kind
			}
		}
		if t.to == at {
			at++
			continue
		}
		out = append(out, t)
		at = t.to
	}
	return out
}

// variations are the texts that may stand for a token.
func (t *token) variations(text string) []string {
	switch t.kind {
	case integerToken:
		return integerVariations(text)
	case floatToken:
		return floatVariations(text)
	case stringToken:
		return stringVariations(text)
	}
	return t.others
}

// integerVariations differ from a number by powers of two, up to its own size
// and a little beyond.
func integerVariations(text string) []string {
	v, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil
	}
	var out []string
	for i := range min(bits.Len64(uint64(max(v, -v)))+4, 63) {
		out = append(out, fmt.Sprint(v-1<<i), fmt.Sprint(v+1<<i))
	}
	return out
}

// floatVariations do the same, from an eighth on, with as many digits as the
// number has.
func floatVariations(text string) []string {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	digits := 0
	if i := strings.IndexByte(text, '.'); i >= 0 {
		digits = len(text) - i - 1
	}
	var out []string
	for step := 0.125; step <= max(16, 2*v, -2*v) && len(out) < 128; step *= 2 {
		out = append(out, strconv.FormatFloat(v-step, 'f', digits, 64), strconv.FormatFloat(v+step, 'f', digits, 64))
	}
	return out
}

// stringVariations divide a string into 1, 2, 4 and so on parts and replace the
// characters of each part by others of their kind.
func stringVariations(text string) []string {
	var out []string
	for n := 1; n <= len(text); n *= 2 {
		for k := range n {
			b := []byte(text)
			for i := k * len(b) / n; i < (k+1)*len(b)/n; i++ {
				b[i] = anotherByte(b[i])
			}
			out = append(out, string(b))
		}
	}
	return out
}

// anotherByte is the next character of the same kind.
func anotherByte(c byte) byte {
	switch {
	case c == 'z':
		return 'a'
	case c == 'Z':
		return 'A'
	case c == '9':
		return '0'
	case c >= 'a' && c < 'z', c >= 'A' && c < 'Z', c >= '0' && c < '9':
		return c + 1
	}
	return 'a'
}
