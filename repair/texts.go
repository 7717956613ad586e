package repair

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg/clib"
	"culprit/fault"
	"culprit/frontend/ctree"
	"culprit/repair/candidate"
)

// vocabulary is what inputs that are texts are made of: the strings of a program, and the
// characters that it asks for; and which inputs it has: arguments, an input, variables of the
// environment.
type vocabulary struct {
	words       []string
	letters     []byte
	args, stdin bool
	env         []string
}

// vocabulary is that of the program.
func (s *search) vocabulary() (v vocabulary) {
	for _, n := range s.numbers() {
		if n > ' ' && n < 127 {
			v.letters = append(v.letters, byte(n))
		}
	}
	unquoted := func(src []byte, n *ctree.Node) (string, bool) {
		text, err := strconv.Unquote(candidate.TextOf(src, n))
		return text, n.Kind == ctree.NodeString && err == nil
	}
	for _, f := range s.in.Source.Files {
		for _, fn := range s.trees[f.Name].Funcs {
			if fn.Body == nil {
				continue
			}
			v.args = v.args || fn.Name == "main" && len(fn.Params) > 1
			candidate.Walk(fn.Body, func(n *ctree.Node) {
				if lib := clib.Lookup(n.Callee().Name); lib != nil {
					v.stdin = v.stdin || lib.Input
					for _, k := range n.Kids[1:] {
						if name, ok := unquoted(f.Text, k); ok && lib.Model == clib.Environment && !slices.Contains(v.env, name) {
							v.env = append(v.env, name)
						}
					}
				}
				if text, ok := unquoted(f.Text, n); ok && len(v.words) < candidate.MaxNumbers && !strings.Contains(text, "%") {
					v.words = append(v.words, strings.Fields(text)...)
				}
			})
		}
	}
	return v
}

// text is a text near another one: shorter, longer, with another letter, a number or a word of the program.
func (v *vocabulary) text(r *rand.Rand, s string) string {
	letter := func() string {
		if len(v.letters) > 0 && r.IntN(2) == 0 {
			return string(v.letters[r.IntN(len(v.letters))])
		}
		return string(byte('a' + r.IntN(26)))
	}
	switch k := r.IntN(8); {
	case k == 0 && len(v.words) > 0:
		return v.words[r.IntN(len(v.words))]
	case k < 3:
		return strconv.Itoa(r.IntN(20))
	case k == 3:
		return s[:r.IntN(len(s)+1)]
	case k < 6 || s == "":
		for range 1 + r.IntN(3) {
			s += letter()
		}
		return s
	}
	i := r.IntN(len(s))
	return s[:i] + letter() + s[i+1:]
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
	if v.stdin {
		parts = append(parts, func() { t.Stdin = []byte(v.input(r, string(t.Stdin), other)) })
	}
	if v.args {
		parts = append(parts, func() {
			t.Args = slices.Clone(t.Args)
			switch n := len(t.Args); {
			case n == 0 || r.IntN(8) == 0:
				t.Args = append(t.Args, v.text(r, "a"))
			case r.IntN(8) == 0:
				t.Args = t.Args[:r.IntN(n)]
			}
			for _, i := range some(r, len(t.Args)) {
				t.Args[i] = v.word(r, t.Args[i], other)
			}
		})
	}
	if len(v.env) > 0 {
		parts = append(parts, func() {
			name := v.env[r.IntN(len(v.env))]
			value := "a"
			env := slices.DeleteFunc(slices.Clone(t.Env), func(e string) bool {
				is, text, _ := strings.Cut(e, "=")
				if is == name {
					value = text
				}
				return is == name
			})
			value = v.word(r, value, other)
			if r.IntN(8) > 0 {
				env = append(env, name+"="+value)
			}
			t.Env = env
		})
	}
	for _, k := range some(r, len(parts)) {
		parts[k]()
	}
}

// varies reports whether the program has inputs that are texts.
func (v *vocabulary) varies() bool { return v.stdin || v.args || len(v.env) > 0 }

// input is an input near another one, with some of its words changed, another line, or without its
// last ones.
func (v *vocabulary) input(r *rand.Rand, text string, other func(*rand.Rand, uint64) uint64) string {
	if k := r.IntN(8); text == "" || k < 3 {
		if k == 0 {
			text = ""
		}
		for range 1 + r.IntN(4) {
			text += v.text(r, "a") + "\n"
		}
	} else if lines := strings.SplitAfter(text, "\n"); len(lines) > 2 && r.IntN(8) == 0 {
		text = strings.Join(lines[:1+r.IntN(len(lines)-1)], "")
	}
	if len(text) > 0 && r.IntN(8) == 0 {
		text = strings.Repeat(text, 2+r.IntN(12))
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
