package candidate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"culprit/frontend/ctree"
)

// Fold writes a piece of C text in one line: without comments and with single
// spaces. It returns false for one that has directives of the preprocessor in it.
func Fold(text string) (string, bool) {
	var b strings.Builder
	space := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case strings.HasPrefix(text[i:], "/*"):
			end := strings.Index(text[i+2:], "*/")
			if end < 0 {
				return "", false
			}
			i += end + 3
			space = true
			continue
		case strings.HasPrefix(text[i:], "//"):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return "", false
			}
			i += end
			space = true
			continue
		case strings.IndexByte(" \t\r\n\f\v", c) >= 0 || c == '\\' && i+1 < len(text) && text[i+1] == '\n':
			space = true
			continue
		case c == '#':
			return "", false
		}
		if space && b.Len() > 0 {
			b.WriteByte(' ')
		}
		space = false
		b.WriteByte(c)
		if c == '"' || c == '\'' {
			for i++; i < len(text); i++ {
				b.WriteByte(text[i])
				if text[i] == c {
					break
				}
				if text[i] == '\\' && i+1 < len(text) {
					i++
					b.WriteByte(text[i])
				}
			}
		}
	}
	return b.String(), true
}

// Identifiers are the identifiers of a C text, without those in comments and
// literals, and where they are.
func Identifiers(src []byte) func(yield func(string, int) bool) {
	text := string(src)
	return func(yield func(string, int) bool) {
		for i := 0; i < len(text); {
			switch c := text[i]; {
			case strings.HasPrefix(text[i:], "/*"):
				end := strings.Index(text[i+2:], "*/")
				if end < 0 {
					return
				}
				i += end + 4
			case strings.HasPrefix(text[i:], "//"):
				end := strings.IndexByte(text[i:], '\n')
				if end < 0 {
					return
				}
				i += end
			case c == '"' || c == '\'':
				for i++; i < len(text) && text[i] != c && text[i] != '\n'; i++ {
					if text[i] == '\\' {
						i++
					}
				}
				i++
			case IsName("x" + text[i:i+1]):
				j := i
				for j < len(text) && IsName("x"+text[j:j+1]) {
					j++
				}
				if (c < '0' || c > '9') && !yield(text[i:j], i) {
					return
				}
				i = j
			default:
				i++
			}
		}
	}
}

// IsName reports whether a text is an identifier.
func IsName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// comment reports whether a text could begin or end in the middle of a comment.
func comment(s string) bool { return strings.Contains(s, "/*") || strings.Contains(s, "//") }

// LineOf is the line of an offset.
func LineOf(src []byte, off int) int {
	n := 1
	for _, c := range src[:off] {
		if c == '\n' {
			n++
		}
	}
	return n
}

// TextOf is the text of a node in a single line, "" if it cannot be written so.
func TextOf(src []byte, n *ctree.Node) string {
	if n.Start < 0 || n.End <= n.Start {
		return ""
	}
	t, ok := Fold(string(src[n.Start:n.End]))
	if !ok {
		return ""
	}
	return t
}

// OperandOf is the text of a node as an operand of an operator of a precedence.
func OperandOf(src []byte, n *ctree.Node, prec int) string {
	return within(TextOf(src, n), precedence(n), prec)
}

// within puts a text into parentheses where its operator binds less than prec.
func within(text string, own, prec int) string {
	if own < prec {
		return "(" + text + ")"
	}
	return text
}

// NumbersOf are the numbers in a text.
func NumbersOf(text string) (out []int64) {
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && '0' <= text[j] && text[j] <= '9' {
			j++
		}
		if j == i {
			i++
			continue
		}
		if v, err := strconv.ParseInt(text[i:j], 10, 64); err == nil {
			if i > 0 && text[i-1] == '-' {
				v = -v
			}
			if !slices.Contains(out, v) {
				out = append(out, v)
			}
		}
		i = j
	}
	return out
}

// caseLabel is where another case begins.
var caseLabel = regexp.MustCompile(`^(case\b|default\s*:)`)

// Macro is a macro that is defined as a number, and where the number is.
type Macro struct {
	Name string
	ctree.Extent
}

// Macros finds the macros that are defined as numbers, or computed of some.
func Macros(src []byte) (out []Macro) {
	at := 0
	for _, line := range strings.SplitAfter(string(src), "\n") {
		words := strings.Fields(line)
		if len(words) >= 3 && words[0] == "#define" && IsName(words[1]) {
			name := strings.Index(line, words[1]) + len(words[1])
			body := line[name:]
			if i := strings.Index(body, "/"); i >= 0 && comment(body[i:min(i+2, len(body))]) {
				body = body[:i]
			}
			value := strings.Trim(body, " \t\r\n()")
			_, sum := sumOf(value)
			if _, err := strconv.ParseFloat(value, 64); err == nil || sum {
				i := at + name + strings.Index(line[name:], value)
				out = append(out, Macro{words[1], ctree.Extent{Start: i, End: i + len(value)}})
			} else if value = strings.TrimSpace(body); computed.MatchString(value) {
				i := at + name + strings.Index(line[name:], value)
				out = append(out, Macro{words[1], ctree.Extent{Start: i, End: i + len(value)}})
			}
		}
		at += len(line)
	}
	return out
}

func isInt(s string) bool {
	_, err := strconv.ParseInt(s, 0, 64)
	return err == nil
}

// sumOf is the value of a number, or of a sum of numbers.
func sumOf(text string) (sum int64, ok bool) {
	for text = strings.TrimSpace(text); ; {
		end := nextTerm(text)
		v, err := strconv.ParseInt(strings.ReplaceAll(text[:end], " ", ""), 0, 64)
		if err != nil {
			return 0, false
		}
		sum += v
		if end == len(text) {
			return sum, true
		}
		text = text[end:]
	}
}

// nextTerm is where the term that a sum begins with ends.
func nextTerm(text string) int {
	if i := strings.IndexAny(text[min(1, len(text)):], "+-"); i >= 0 {
		return i + 1
	}
	return len(text)
}
