package candidate

import (
	"slices"
	"strings"
	"unicode"

	"culprit/frontend/ctree"
)

// Wording is a text that failing runs print, what they should print instead, and
// what stands before and after it in what is printed: one word, two, three.
type Wording struct {
	got, want     string
	before, after [3]string
}

// Wordings are what differs between two texts.
func Wordings(got, want string) (out []Wording) {
	a, b := tokens(got), tokens(want)
	if len(a) > maxTokens || len(b) > maxTokens {
		return nil
	}
	// The longest common subsequence from each pair of positions on.
	same := make([][]int, len(a)+1)
	for i := range same {
		same[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				same[i][j] = same[i+1][j+1] + 1
			} else {
				same[i][j] = max(same[i+1][j], same[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(a) || j < len(b); {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			i, j = i+1, j+1
			continue
		}
		p, q := i, j
		for p < len(a) || q < len(b) {
			if p < len(a) && q < len(b) && a[p] == b[q] {
				if !blank(a[p]) || p+1 >= len(a) || q+1 >= len(b) || a[p+1] == b[q+1] {
					break
				}
				p, q = p+1, q+1 // a space between words that differ, too
			} else if q == len(b) || p < len(a) && same[p+1][q] >= same[p][q+1] {
				p++
			} else {
				q++
			}
		}
		if i+1 < p && blank(a[i]) && j < q && !blank(b[j]) { // a space too much, before a word
			p, q = i+1, j
		}
		w := Wording{got: strings.Join(a[i:p], ""), want: strings.Join(b[j:q], "")}
		for k := 1; k <= len(w.before) && i-k >= 0; k++ {
			w.before[k-1] = strings.Join(a[i-k:i], "")
		}
		for k := 1; k <= len(w.after) && p+k <= len(a); k++ {
			w.after[k-1] = strings.Join(a[p:p+k], "")
		}
		if !strings.ContainsFunc(w.got+w.want, unicode.IsDigit) {
			out = append(out, w)
		}
		i, j = p, q
	}
	return out
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// tokens are the words of a text, and each other byte.
func tokens(text string) (out []string) {
	for from := 0; from < len(text); {
		to := from + 1
		for letter(text[from]) && to < len(text) && letter(text[to]) {
			to++
		}
		out = append(out, text[from:to])
		from = to
	}
	return out
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80 }

// escaped writes a text as it stands in a format.
var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`, "%", "%%")

// rewriting finds the texts of literals that a wording is about: with as much of what
// stands around it as some literal has, and without any if it is a word.
func (w Wording) rewriting(literals []string) (from, to string) {
	for _, n := range [][2]int{{3, 3}, {2, 2}, {3, 0}, {1, 1}, {0, 3}, {2, 0}, {0, 2}, {1, 0}, {0, 1}, {0, 0}} {
		before, after := "", ""
		if n[0] > 0 {
			before = w.before[n[0]-1]
		}
		if n[1] > 0 {
			after = w.after[n[1]-1]
		}
		if blank(w.got) && blank(before+after) || n[0] > 0 && before == "" || n[1] > 0 && after == "" {
			continue
		}
		from = escaped.Replace(before + w.got + after)
		if slices.ContainsFunc(literals, func(s string) bool { return strings.Contains(s, from) }) {
			return from, escaped.Replace(before + w.want + after)
		}
	}
	return "", ""
}

// rewordings are what a literal becomes with each of the wordings, and at the end what
// it becomes with all of them; all is that, "" if there is none.
func (g *generator) rewordings(body string) (out []string, all string) {
	all = body
	for _, w := range g.Wordings {
		from, to := w.rewriting(g.strings)
		if text := `"` + strings.Replace(body, from, to, 1) + `"`; from != "" && strings.Contains(body, from) && !slices.Contains(out, text) {
			out = append(out, text)
			all = strings.Replace(all, from, to, 1)
		}
	}
	if all == body {
		return out, ""
	}
	all = `"` + all + `"`
	return append(out, all), all
}

// reword makes the change of all literals that are worded otherwise.
func (g *generator) reword() {
	c := &Change{Kind: Literal, File: g.File}
	done := map[ctree.Extent]bool{}
	for _, x := range g.changes {
		e := x.Edits[0]
		if x.Kind != Literal || len(x.Edits) > 1 || g.reworded[e.Extent] != e.Text || done[e.Extent] {
			continue
		}
		done[e.Extent] = true
		if c.Line == 0 {
			c.Line = x.Line
		}
		c.Edits, c.At = append(c.Edits, e), append(c.At, x.At...)
	}
	if len(c.Edits) > 1 {
		g.changes = append(g.changes, c)
	}
}
