package html

import (
	"bytes"
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"culprit/report"
)

// The source, with what is known about each line.

func (m *marks) note(text string) {
	if text != "" && !slices.Contains(m.notes, text) {
		m.notes = append(m.notes, text)
	}
}

// lines of a chunk.
const chunkLines = 100

// The colours of C: comments, texts, numbers, words of the language, directives.
// chroma would do it too, but registers 300 languages at each start of the program
// (15 ms, 4 MB) and takes seconds for 50,000 lines.

var keywords = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`auto break case char const continue default do double else enum extern float for goto if
		inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile
		while _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn _Static_assert _Thread_local bool typeof
		asm __asm__ __attribute__ __extension__ __inline __inline__ __restrict __volatile__ __typeof__ __int128`) {
		keywords[w] = true
	}
}

// painter colours the lines of a file one by one.
type painter struct {
	comment bool // a comment goes on
}

// line is a line of C as HTML: text escaped, tokens in elements.
func (p *painter) line(s string) template.HTML {
	var b strings.Builder
	put := func(class, text string) {
		if class == "" || text == "" {
			b.WriteString(escape(text))
			return
		}
		b.WriteString("<i class=" + class + ">" + escape(text) + "</i>")
	}
	plain := 0 // where text without a colour begins
	for i := 0; i < len(s); {
		n, class := p.token(s, i)
		if class != "" {
			put("", s[plain:i])
			put(class, s[i:i+n])
			plain = i + n
		}
		i += n
	}
	put("", s[plain:])
	return template.HTML(b.String())
}

// token is the length of the token that begins at i, and its class: "" for none.
func (p *painter) token(s string, i int) (n int, class string) {
	rest := s[i:]
	switch c := rest[0]; {
	case p.comment || strings.HasPrefix(rest, "/*"):
		from := 0
		if !p.comment {
			from = 2
		}
		end := strings.Index(rest[from:], "*/")
		if p.comment = end < 0; p.comment {
			return len(rest), "c"
		}
		return from + end + 2, "c"
	case strings.HasPrefix(rest, "//"):
		return len(rest), "c"
	case c == '"' || c == '\'':
		return quoted(rest), "s"
	case c == '#' && strings.TrimSpace(s[:i]) == "":
		n = 1 + len(rest[1:]) - len(strings.TrimLeft(rest[1:], " \t"))
		return n + word(rest[n:]), "p"
	case '0' <= c && c <= '9':
		return number(rest), "n"
	}
	if n = word(rest); n > 0 {
		if keywords[rest[:n]] {
			return n, "k"
		}
		return n, ""
	}
	_, n = utf8.DecodeRuneInString(rest)
	return n, ""
}

// quoted is the length of a literal, up to the end of the line if it has no other.
func quoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}

func word(s string) int {
	return len(s) - len(strings.TrimLeftFunc(s, func(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }))
}

// number is the length of a preprocessing number, exponents with a sign included.
func number(s string) int {
	i := 1
	for ; i < len(s); i++ {
		c := s[i]
		if (c == '+' || c == '-') && strings.IndexByte("eEpP", s[i-1]) >= 0 {
			continue
		}
		if c != '.' && word(s[i:i+1]) == 0 {
			break
		}
	}
	return i
}

// visible makes what hides visible in a page, wherever it stands.
func visible(page []byte) []byte { return replaced(page, "U+%04X") }

func replaced(s []byte, format string) []byte {
	if !bytes.ContainsFunc(s, hides) {
		return s
	}
	var b bytes.Buffer
	for _, r := range string(s) {
		if hides(r) {
			fmt.Fprintf(&b, format, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

func hides(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' || r == 0x7f || unicode.Is(unicode.Cf, r) || 0x80 <= r && r < 0xa0
}

func newSources(files []File) *sources {
	s := &sources{files: files, index: map[string]int{}, at: map[string]*marks{}}
	for i, f := range files {
		s.index[f.Name] = i
	}
	return s
}

// ref is the link to where a range begins, without an ID if the page does not have
// the file.
func (s *sources) ref(r report.Range) ref {
	i, ok := s.index[r.File]
	label := strconv.Itoa(r.Line)
	switch {
	case r.Line == 0:
		return ref{Label: "–"}
	case !ok:
		return ref{Label: base(r.File) + ":" + label}
	case i > 0:
		label = base(r.File) + ":" + label
	}
	return ref{fmt.Sprintf("f%d-%d", i, r.Line), label}
}

// mark is what is known about the line where a range begins.
func (s *sources) mark(r report.Range) *marks {
	id := s.ref(r).ID
	m := s.at[id]
	if m == nil {
		m = &marks{}
		s.at[id] = m
	}
	return m
}

// pages are the files with their lines.
func (s *sources) pages() (out []file) {
	visited := false
	for _, m := range s.at {
		visited = visited || m.visited
	}
	for i, f := range s.files {
		text := strings.TrimSuffix(strings.ReplaceAll(string(f.Text), "\r\n", "\n"), "\n")
		lines := strings.Split(text, "\n")
		page := file{Name: f.Name}
		p := painter{}
		for n, l := range lines {
			if n%chunkLines == 0 {
				page.Chunks = append(page.Chunks, chunk{Before: n})
			}
			id := fmt.Sprintf("f%d-%d", i, n+1)
			m := cmp.Or(s.at[id], &marks{})
			x := line{ID: id}
			for _, text := range m.notes[:min(len(m.notes), 2)] {
				x.Notes = append(x.Notes, prose(clip(text, maxText)))
			}
			if m.rank > 0 {
				x.Rank = strconv.Itoa(m.rank)
			}
			switch {
			case m.fails:
				x.Class = " e"
			case m.heat > 0:
				x.Class = fmt.Sprintf(" h%d", m.heat)
			case visited && m.rank == 0:
				x.Class = " d" // not relevant
			}
			x.Code = p.line(l)
			if len(lines) > maxColoured && x.Class == " d" {
				x.Code = template.HTML(escape(l))
			}
			c := &page.Chunks[len(page.Chunks)-1]
			c.Lines = append(c.Lines, x)
		}
		out = append(out, page)
	}
	return out
}

// escape is a text as HTML, with characters that hide what is there made visible:
// others than those of the text could be read where the direction of writing
// changes.
func escape(s string) string {
	s = template.HTMLEscapeString(strings.ToValidUTF8(s, "\uFFFD"))
	return string(replaced([]byte(s), "<i class=x>U+%04X</i>"))
}

// prose is a sentence that quotes code between backticks.
func prose(s string) template.HTML {
	parts := strings.Split(s, "`")
	var b strings.Builder
	for i, p := range parts {
		switch {
		case i%2 == 1 && i < len(parts)-1:
			b.WriteString("<code>" + escape(p) + "</code>")
		case i%2 == 1:
			b.WriteString("`" + escape(p))
		default:
			b.WriteString(escape(p))
		}
	}
	return template.HTML(b.String())
}
