package repair

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/repair/candidate"
)

// vocabulary is what inputs that are texts are made of: the strings of a program, and the
// characters that it asks for.
type vocabulary struct {
	words   []string
	letters []byte
}

// vocabulary is that of the program.
func (s *search) vocabulary() (v vocabulary) {
	for _, n := range s.numbers() {
		if n > ' ' && n < 127 {
			v.letters = append(v.letters, byte(n))
		}
	}
	for _, f := range s.in.Source.Files {
		for _, fn := range s.trees[f.Name].Funcs {
			if fn.Body == nil {
				continue
			}
			candidate.Walk(fn.Body, func(n *ctree.Node) {
				if n.Kind != ctree.NodeString || len(v.words) >= candidate.MaxNumbers {
					return
				}
				text, err := strconv.Unquote(candidate.TextOf(f.Text, n))
				if err == nil && !strings.Contains(text, "%") {
					v.words = append(v.words, strings.Fields(text)...)
				}
			})
		}
	}
	return v
}

// text is a text near another one: shorter, with another letter, or a word of the program.
func (v *vocabulary) text(r *rand.Rand, s string) string {
	switch k := r.IntN(5); {
	case k == 0 && len(v.words) > 0:
		return v.words[r.IntN(len(v.words))]
	case k < 3 || s == "":
		return s[:r.IntN(len(s)+1)/2]
	case k == 3:
		return s[:r.IntN(len(s))]
	}
	i := r.IntN(len(s))
	c := byte('a' + r.IntN(26))
	if len(v.letters) > 0 && r.IntN(2) == 0 {
		c = v.letters[r.IntN(len(v.letters))]
	}
	return s[:i] + string(c) + s[i+1:]
}

// word is a word near another one, where numbers are near by their value.
func (v *vocabulary) word(r *rand.Rand, s string, other func(*rand.Rand, uint64) uint64) string {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return strconv.FormatInt(int64(other(r, uint64(n))), 10)
	}
	return v.text(r, s)
}

// vary makes a test near another one: with another input, other arguments, or another environment.
func (v *vocabulary) vary(r *rand.Rand, t *fault.Test, other func(*rand.Rand, uint64) uint64) {
	var parts []func()
	if len(t.Stdin) > 0 {
		parts = append(parts, func() { t.Stdin = []byte(v.input(r, string(t.Stdin), other)) })
	}
	if len(t.Args) > 0 {
		parts = append(parts, func() {
			t.Args = slices.Clone(t.Args)
			if len(t.Args) > 1 && r.IntN(8) == 0 {
				t.Args = t.Args[:r.IntN(len(t.Args))]
			}
			for _, i := range some(r, len(t.Args)) {
				t.Args[i] = v.word(r, t.Args[i], other)
			}
		})
	}
	if len(t.Env) > 0 {
		parts = append(parts, func() {
			t.Env = slices.Clone(t.Env)
			for _, i := range some(r, len(t.Env)) {
				name, value, _ := strings.Cut(t.Env[i], "=")
				t.Env[i] = name + "=" + v.word(r, value, other)
			}
		})
	}
	for _, k := range some(r, len(parts)) {
		parts[k]()
	}
}

// input is an input near another one, with some of its words changed, or without its last lines.
func (v *vocabulary) input(r *rand.Rand, text string, other func(*rand.Rand, uint64) uint64) string {
	if lines := strings.SplitAfter(text, "\n"); len(lines) > 2 && r.IntN(8) == 0 {
		text = strings.Join(lines[:1+r.IntN(len(lines)-1)], "")
	}
	words := strings.Fields(text)
	changed := map[int]bool{}
	for _, i := range some(r, len(words)) {
		changed[i] = true
	}
	var out strings.Builder
	for i, w := range words {
		at := strings.Index(text, w)
		out.WriteString(text[:at])
		text = text[at+len(w):]
		if changed[i] {
			w = v.word(r, w, other)
		}
		out.WriteString(w)
	}
	out.WriteString(text)
	return out.String()
}
