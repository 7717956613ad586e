package texts

import (
	"bytes"
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
// variable, a line, or the last part of one.
func Shorter(t Text) (out []Text) {
	for i := range t.Args {
		n := t
		n.Args = slices.Delete(slices.Clone(t.Args), i, i+1)
		out = append(out, n)
	}
	for i := range t.Env {
		n := t
		n.Env = slices.Delete(slices.Clone(t.Env), i, i+1)
		out = append(out, n)
	}
	lines := bytes.SplitAfter(t.Stdin, []byte("\n"))
	with := func(i int, by ...[]byte) {
		n := t
		n.Stdin = bytes.Join(slices.Replace(slices.Clone(lines), i, i+1, by...), nil)
		out = append(out, n)
	}
	for i := range lines {
		if len(lines[i]) > 0 {
			with(i)
		}
	}
	for i, l := range lines {
		text := bytes.TrimSuffix(l, []byte("\n"))
		for _, s := range shorterLines(string(text)) {
			with(i, append([]byte(s), l[len(text):]...))
		}
	}
	for i, a := range t.Args {
		for _, s := range shorterLines(a) {
			n := t
			n.Args = slices.Clone(t.Args)
			n.Args[i] = s
			out = append(out, n)
		}
	}
	for i, e := range t.Env {
		name, value, _ := strings.Cut(e, "=")
		for _, s := range shorterLines(value) {
			n := t
			n.Env = slices.Clone(t.Env)
			n.Env[i] = name + "=" + s
			out = append(out, n)
		}
	}
	return out
}

// shorterLines are the first half of a line, and the line without its last part or its first.
func shorterLines(s string) (out []string) {
	parts := partsOf(s)
	if len(parts) < 2 {
		return nil
	}
	return []string{strings.Join(parts[:len(parts)/2], ""), strings.Join(parts[:len(parts)-1], ""), strings.Join(parts[1:], "")}
}
