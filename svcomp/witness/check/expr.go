package check

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/frontend/ctree"
)

// prefix begins the names that checks add to a program.
const prefix = "__culprit_"

// expression prepares a C expression of a witness for being put into a
// program. It must be one expression, and without side effects: no other
// text may get in this way. The problem is "" if there is none; unsupported
// says that it is one of ours.
func expression(s string) (text, problem string, unsupported bool) {
	var out strings.Builder
	var brackets []byte
	prev := byte(0)
	ident := ""
	for i := 0; i < len(s); i++ {
		b := s[i]
		next := byte(0)
		if i+1 < len(s) {
			next = s[i+1]
		}
		switch {
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			out.WriteByte(' ')
			continue
		case b == '"' || b == '\'':
			j := quotationEnd(s, i)
			if j < 0 {
				return "", "an open quotation", false
			}
			out.WriteString(s[i : j+1])
			i, prev, ident = j, b, ""
			continue
		case b == '\\':
			return "", "ACSL: " + word(s[i+1:], `\`), true
		case b == '=' && next == '=' && i+2 < len(s) && s[i+2] == '>':
			return "", "ACSL: ==>", true
		case b == ';' || b == '{' || b == '}' || b == '#' || b == '@' || b == '`' || b == '$' || b >= 0x7f || b < ' ':
			return "", fmt.Sprintf("%q in an expression", rune(b)), false
		case b == '/' && (next == '/' || next == '*'):
			return "", "a comment in an expression", false
		case b == '(':
			if ident != "" && !allowed[ident] {
				return "", "a call of " + ident, true
			}
			brackets = append(brackets, ')')
		case b == '[':
			brackets = append(brackets, ']')
		case b == ')' || b == ']':
			if len(brackets) == 0 || brackets[len(brackets)-1] != b {
				return "", fmt.Sprintf("an unexpected %q", rune(b)), false
			}
			brackets = brackets[:len(brackets)-1]
		case b == ',' && len(brackets) == 0:
			return "", "several expressions", false
		case (b == '+' || b == '-') && next == b && !strings.ContainsRune("+-", rune(prev)):
			return "", fmt.Sprintf("a side effect, %c%c", b, b), false
		case b == '=' && next != '=' && !strings.ContainsRune("=!<>", rune(prev)):
			return "", "an assignment", false
		case b == '=' && i >= 2 && (s[i-2:i] == "<<" || s[i-2:i] == ">>"):
			return "", "an assignment", false
		}
		if isName(b) {
			j := i
			for j < len(s) && isName(s[j]) {
				j++
			}
			ident = s[i:j]
			if strings.HasPrefix(ident, prefix) {
				return "", "a name that is reserved, " + ident, false
			}
			if statementWords[ident] {
				return "", ident + " in an expression", false
			}
			if b >= '0' && b <= '9' {
				ident = ""
			}
			out.WriteString(s[i:j])
			prev = s[j-1]
			i = j - 1
			continue
		}
		out.WriteByte(b)
		prev = b
		ident = ""
	}
	if len(brackets) > 0 {
		return "", "an open bracket", false
	}
	return out.String(), "", false
}

// quotationEnd is where the literal that begins at i ends, -1 if it does not in its line.
func quotationEnd[T string | []byte](s T, i int) int {
	for j := i + 1; j < len(s) && s[j] != '\n'; j++ {
		switch s[j] {
		case s[i]:
			return j
		case '\\':
			j++
		}
	}
	return -1
}

// allowed are the names that may precede a parenthesis.
var allowed = map[string]bool{"sizeof": true, "_Alignof": true, "int": true, "char": true, "unsigned": true,
	"signed": true, "long": true, "short": true, "_Bool": true, "float": true, "double": true, "void": true}

var statementWords = map[string]bool{"goto": true, "return": true, "asm": true, "__asm__": true, "__asm": true, "while": true, "for": true, "do": true, "if": true}

func isName(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z'
}

// word is the first word of s after a prefix.
func word(s, before string) string {
	i := 0
	for i < len(s) && isName(s[i]) {
		i++
	}
	return before + s[:i]
}

// oneLine copies text of the program without comments and line breaks, so
// that it can be put into a line a second time.
func (f *file) oneLine(x ctree.Extent) (string, bool) {
	src := f.Text[x.Start:x.End]
	var out strings.Builder
	for i := 0; i < len(src); i++ {
		b := src[i]
		switch {
		case b == '/' && i+1 < len(src) && src[i+1] == '/':
			for i < len(src) && src[i] != '\n' {
				i++
			}
			out.WriteByte(' ')
		case b == '/' && i+1 < len(src) && src[i+1] == '*':
			for i += 2; i < len(src) && !(src[i] == '/' && src[i-1] == '*'); i++ {
			}
			out.WriteByte(' ')
		case b == '"' || b == '\'':
			j := quotationEnd(src, i)
			if j < 0 {
				return "", false
			}
			out.Write(src[i : j+1])
			i = j
		case b == '#':
			return "", false
		case b == '\n' || b == '\r':
			out.WriteByte(' ')
		case b == '\\':
			out.WriteByte(' ')
		default:
			out.WriteByte(b)
		}
	}
	return out.String(), true
}

func floatText(v uint64, bits int) string {
	if bits == 32 {
		return fmt.Sprint(math.Float32frombits(uint32(v)))
	}
	return fmt.Sprint(math.Float64frombits(v))
}

// names are the identifiers of an expression, each once.
func names(s string) []string {
	var out []string
	seen := map[string]bool{}
	for i := 0; i < len(s); i++ {
		if !isName(s[i]) {
			continue
		}
		w := word(s[i:], "")
		i += len(w) - 1
		if w[0] > '9' && !seen[w] {
			seen[w] = true
			out = append(out, w)
		}
	}
	return out
}

// An invariant holds only where its evaluation is defined. Its arithmetic is
// checked together with the invariants; what it reads from memory is checked
// in a second run, since that is another lowering of the program.

// undefinedAt is an operation of an invariant that may be undefined.
type undefinedAt struct {
	claim int // the number of the claim, or -1
	why   string
}

// undefined adds error locations for the undefined arithmetic of invariants,
// and collects all that lie in inserted text. It must run before restore.
func (cs changes) undefined(prog *cfg.Program) map[*cfg.Loc]*undefinedAt {
	safety.Undefined(prog, func(p cfg.Pos) bool { return p.IsValid() && cs.inserted(p) })
	out := map[*cfg.Loc]*undefinedAt{}
	for _, l := range prog.ErrorLocs() {
		if i, ok := cs.claimAt(l.Pos); ok {
			out[l] = &undefinedAt{i, l.Reason.String()}
		}
	}
	return out
}

// claimAt is the number of the claim whose text is at a position of the
// changed text: that of the next call of the claim function.
func (cs changes) claimAt(p cfg.Pos) (n int, ok bool) {
	if !cs.inserted(p) || !p.IsValid() {
		return -1, false
	}
	for _, c := range cs {
		if c.file.Name != p.File {
			continue
		}
		_, rest, found := bytes.Cut(c.now.src[c.now.offset(p.Line, p.Col):], []byte(prefix+"claim("))
		digits, _, closed := bytes.Cut(rest, []byte(")"))
		if n, err := strconv.Atoi(string(digits)); found && closed && err == nil {
			return n, true
		}
	}
	return -1, true
}

// readsMemory reports whether a statement reads memory.
func readsMemory(e *cfg.Edge) bool {
	found := false
	for x := range cfg.StmtParts(e.Stmt) {
		_, load := x.(*cfg.Load)
		found = found || load
	}
	return found
}
