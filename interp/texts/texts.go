// Package texts makes the texts that a program is executed on: arguments, an
// input, variables of the environment.
//
// They are made of what the program itself asks for, its Vocabulary: strings,
// characters, numbers and formats, since others end at its first check. Vary
// makes a text that is near another one, New one of nothing. Both depend on the
// generator of random numbers alone.
package texts

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Text is what a program is given as text.
type Text struct {
	Args  []string // without the program's name
	Stdin []byte
	Env   []string // NAME=VALUE
}

// Vocabulary is what the texts of a program are made of: its strings, the
// characters that it asks for, the formats by which it reads; and which texts it has:
// arguments, an input, variables of the environment.
type Vocabulary struct {
	Words       []string
	Letters     []byte
	Formats     []string // of scanf
	Args, Stdin bool
	Env         []string // names
}

// Varies reports whether the program has inputs that are texts.
func (v *Vocabulary) Varies() bool { return v.Stdin || v.Args || len(v.Env) > 0 }

// Number makes a number near another one.
type Number func(*rand.Rand, uint64) uint64

// Near makes numbers of a program, and next to them, as often as numbers near another one,
// or those that programs often treat in a way of their own.
func Near(numbers []uint64) Number {
	return func(r *rand.Rand, v uint64) uint64 {
		if len(numbers) > 0 && r.IntN(2) == 0 {
			return numbers[r.IntN(len(numbers))] + uint64(r.IntN(3)) - 1
		}
		switch r.IntN(8) {
		case 0:
			return 0
		case 1:
			return 1
		case 2:
			return ^uint64(0)
		case 3:
			return v + 1
		case 4:
			return v - 1
		case 5:
			return r.Uint64N(12)
		case 6:
			return v ^ 1<<r.IntN(8) // another letter, another flag
		}
		return r.Uint64N(1 << 10)
	}
}

// letter is a character: one that the program asks for, or any small letter.
func (v *Vocabulary) letter(r *rand.Rand) string {
	if len(v.Letters) > 0 && r.IntN(2) == 0 {
		return string(v.Letters[r.IntN(len(v.Letters))])
	}
	return string(byte('a' + r.IntN(26)))
}

// text is a text near another one: shorter, longer, with another letter, a number or a word of the program.
func (v *Vocabulary) text(r *rand.Rand, s string) string {
	switch k := r.IntN(8); {
	case k == 0 && len(v.Words) > 0:
		return v.Words[r.IntN(len(v.Words))]
	case k < 3:
		return strconv.Itoa(r.IntN(20))
	case k == 3:
		return s[:r.IntN(len(s)+1)]
	case k < 6 || s == "":
		for range 1 + r.IntN(3) {
			s += v.letter(r)
		}
		return s
	}
	i := r.IntN(len(s))
	return s[:i] + v.letter(r) + s[i+1:]
}

// word is a word near another one, where numbers are near by their value.
func (v *Vocabulary) word(r *rand.Rand, s string, other Number) string {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return strconv.FormatInt(int64(other(r, uint64(n))), 10)
	}
	return v.text(r, s)
}

// Vary makes a text near another one: with another input, other arguments, or another environment.
func (v *Vocabulary) Vary(r *rand.Rand, t Text, other Number) Text {
	var parts []func()
	if v.Stdin {
		parts = append(parts, func() { t.Stdin = []byte(v.input(r, string(t.Stdin), other)) })
	}
	if v.Args {
		parts = append(parts, func() {
			t.Args = slices.Clone(t.Args)
			switch n := len(t.Args); {
			case n == 0 || r.IntN(8) == 0:
				t.Args = append(t.Args, v.text(r, "a"))
			case r.IntN(8) == 0:
				t.Args = t.Args[:r.IntN(n)]
			}
			for _, i := range Some(r, len(t.Args)) {
				t.Args[i] = v.word(r, t.Args[i], other)
			}
		})
	}
	if len(v.Env) > 0 {
		parts = append(parts, func() {
			name := v.Env[r.IntN(len(v.Env))]
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
	for _, k := range Some(r, len(parts)) {
		parts[k]()
	}
	return t
}

// input is an input near another one, with some of its words changed, another line, or without its
// last ones.
func (v *Vocabulary) input(r *rand.Rand, text string, other Number) string {
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
	for _, i := range Some(r, len(words)) {
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

// Some are the positions among n that a sample changes: one, since programs
// reject many inputs, or a third of them, all of a few.
func Some(r *rand.Rand, n int) (out []int) {
	if n > 0 && r.IntN(2) == 0 {
		return []int{r.IntN(n)}
	}
	for i := range n {
		if n < 4 || r.IntN(3) == 0 {
			out = append(out, i)
		}
	}
	return out
}
