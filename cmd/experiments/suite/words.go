package suite

import (
	"fmt"
	"strings"
)

// command is one line of a test universe: what a shell would make of it.
type command struct {
	args  []string
	stdin string // the file after <, or ""
}

// parseCommand splits a line as a POSIX shell does, as far as test universes
// go: words, both kinds of quotes, backslashes, and one redirection of the
// input. Patterns stand for themselves, as where no file matches. Everything else that means something to a shell is an error, since a
// program run with other arguments would prove nothing.
func parseCommand(line string) (command, error) {
	var c command
	redirect := false // the next word names the input
	for i := 0; ; {
		for i < len(line) && strings.IndexByte(" \t\r\n", line[i]) >= 0 {
			i++
		}
		if i == len(line) || line[i] == '#' {
			break
		}
		if line[i] == '<' {
			if redirect || c.stdin != "" {
				return c, fmt.Errorf("two redirections in %q", line)
			}
			redirect = true
			i++
			continue
		}
		word, n, err := parseWord(line[i:])
		if err != nil {
			return c, err
		}
		i += n
		if redirect {
			c.stdin, redirect = word, false
			continue
		}
		c.args = append(c.args, word)
	}
	if redirect {
		return c, fmt.Errorf("no file after < in %q", line)
	}
	return c, nil
}

// parseWord reads one word with its quotes and returns its length in s.
func parseWord(s string) (word string, n int, err error) {
	var b strings.Builder
	for n < len(s) {
		switch c := s[n]; c {
		case ' ', '\t', '\r', '\n', '<':
			return b.String(), n, nil
		case '\'':
			end := strings.IndexByte(s[n+1:], '\'')
			if end < 0 {
				return "", 0, fmt.Errorf("open quote in %q", s)
			}
			b.WriteString(s[n+1 : n+1+end])
			n += end + 2
		case '"':
			m, err := parseQuoted(s[n:], &b)
			if err != nil {
				return "", 0, err
			}
			n += m
		case '\\':
			if n+1 == len(s) {
				return "", 0, fmt.Errorf("backslash at the end of %q", s)
			}
			b.WriteByte(s[n+1])
			n += 2
		case '$':
			if expands(s[n+1:]) {
				return "", 0, fmt.Errorf("%q has a meaning in a shell that is not followed here: %q", c, s)
			}
			b.WriteByte(c)
			n++
		case '|', '&', ';', '(', ')', '`', '>', '~':
			return "", 0, fmt.Errorf("%q has a meaning in a shell that is not followed here: %q", c, s)
		default:
			b.WriteByte(c)
			n++
		}
	}
	return b.String(), n, nil
}

// parseQuoted reads what stands between double quotes, both included.
func parseQuoted(s string, b *strings.Builder) (n int, err error) {
	for n = 1; n < len(s); n++ {
		switch c := s[n]; c {
		case '"':
			return n + 1, nil
		case '$', '`':
			if c == '$' && (n+1 < len(s) && s[n+1] == '"' || !expands(s[n+1:])) {
				b.WriteByte(c)
				continue
			}
			return 0, fmt.Errorf("%q has a meaning in a shell that is not followed here: %q", c, s)
		case '\\':
			if n+1 < len(s) && strings.IndexByte("$`\"\\", s[n+1]) >= 0 {
				n++
			}
			b.WriteByte(s[n])
		default:
			b.WriteByte(c)
		}
	}
	return 0, fmt.Errorf("open quote in %q", s)
}

// expands reports whether a dollar before s has a meaning.
func expands(s string) bool {
	if s == "" {
		return false
	}
	c := s[0]
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || strings.IndexByte("{(@*#?-$!'\"", c) >= 0
}
