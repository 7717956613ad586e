package texts

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Change makes a text of another one that has the same form: one part of an argument, a line
// or a variable is replaced, left out or comes twice. Parts are names, numbers, and the
// characters between them.
func (v *Vocabulary) Change(r *rand.Rand, t Text, other Number) Text {
	t.Args, t.Env = slices.Clone(t.Args), slices.Clone(t.Env)
	lines := strings.SplitAfter(string(t.Stdin), "\n")
	switch n := len(t.Args) + len(t.Env) + len(lines); {
	case n == 0:
	default:
		switch i := r.IntN(n); {
		case i < len(t.Args):
			t.Args[i] = v.change(r, t.Args[i], other)
		case i < len(t.Args)+len(t.Env):
			i -= len(t.Args)
			name, value, _ := strings.Cut(t.Env[i], "=")
			t.Env[i] = name + "=" + v.change(r, value, other)
		default:
			i -= len(t.Args) + len(t.Env)
			lines[i] = v.change(r, lines[i], other)
			if r.IntN(4) == 0 {
				lines[i] += lines[r.IntN(len(lines))]
			}
			t.Stdin = []byte(strings.Join(lines, ""))
		}
	}
	return t
}

// change replaces a part of a text.
func (v *Vocabulary) change(r *rand.Rand, s string, other Number) string {
	parts := partsOf(s)
	if len(parts) == 0 {
		return s + v.phrase(r, other)
	}
	i := r.IntN(len(parts))
	switch k := r.IntN(8); {
	case k == 0:
		parts[i] = ""
	case k == 1:
		parts[i] += parts[i]
	case k == 2:
		parts[i] += v.letter(r)
	case k < 5 && len(v.Words) > 0:
		parts[i] = v.Words[r.IntN(len(v.Words))]
	default:
		n, _ := strconv.ParseInt(parts[i], 10, 64)
		parts[i] = strconv.FormatInt(int64(other(r, uint64(n))), 10)
	}
	return strings.Join(parts, "")
}

// partsOf are the names and numbers of a text, and the single characters between them.
func partsOf(s string) (parts []string) {
	named := func(c byte) bool {
		return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
	}
	for len(s) > 0 {
		n := 1
		for named(s[0]) && n < len(s) && named(s[n]) {
			n++
		}
		parts, s = append(parts, s[:n]), s[n:]
	}
	return parts
}

// Shorter are texts that are a bit shorter than another one: without an argument, a
// variable, a line, or a part of one.
func Shorter(t Text) (out []Text) {
	put := func(n Text) { out = append(out, n) }
	args := func(list []string) { put(Text{list, t.Stdin, t.Env}) }
	env := func(list []string) { put(Text{t.Args, t.Stdin, list}) }
	lines := strings.SplitAfter(string(t.Stdin), "\n")
	stdin := func(list []string) { put(Text{t.Args, []byte(strings.Join(list, "")), t.Env}) }
	without(t.Args, args)
	without(t.Env, env)
	without(slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return l == "" }), stdin)
	within(lines, func(l string) (string, string, string) {
		text := strings.TrimSuffix(l, "\n")
		return "", text, l[len(text):]
	}, stdin)
	within(t.Args, func(a string) (string, string, string) { return "", a, "" }, args)
	within(t.Env, func(e string) (string, string, string) {
		name, value, _ := strings.Cut(e, "=")
		return name + "=", value, ""
	}, env)
	return out
}

// without puts each list with one element less.
func without(list []string, put func([]string)) {
	for i := range list {
		put(slices.Delete(slices.Clone(list), i, i+1))
	}
}

// within puts each list with a shorter text in one element, which split divides into what
// stays before it, the text, and what stays behind it.
func within(list []string, split func(string) (before, text, behind string), put func([]string)) {
	for i, x := range list {
		before, text, behind := split(x)
		for _, s := range shorterLines(text) {
			n := slices.Clone(list)
			n[i] = before + s + behind
			put(n)
		}
	}
}

// shorterLines are the first half of a line, and the line without one of its parts, the last
// first; of one part its first half.
func shorterLines(s string) (out []string) {
	parts := partsOf(s)
	if len(parts) < 2 {
		if len(s) < 2 {
			return nil
		}
		return []string{s[:len(s)/2]}
	}
	if len(parts) > 2 {
		out = append(out, strings.Join(parts[:len(parts)/2], ""))
	}
	for i := len(parts) - 1; i >= 0; i-- {
		out = append(out, strings.Join(parts[:i], "")+strings.Join(parts[i+1:], ""))
	}
	return out
}
