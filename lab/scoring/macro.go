package scoring

import (
	"bytes"
	"slices"
)

// A line inside a macro definition is not a statement of its own: it becomes one
// at every use of the macro. These functions find the uses in the text,
// because the program after preprocessing does not know macros any more.

// macro is one #define.
type macro struct {
	name     string
	function bool // has parameters: it is used only where ( follows
	from, to int  // its lines, the continuations included
	end      int  // last line at which it is defined in its file
}

// macroUses lists the lines at which macros whose definition holds a line of
// the file are used, by file; uses inside other macros count as uses of
// those. ok is false if the line is in no macro definition.
func macroUses(sources map[string][]byte, file string, line int) (uses map[string][]int, ok bool) {
	blanked := map[string][][]byte{}
	macros := map[string][]macro{}
	for name, text := range sources {
		blanked[name] = splitLines(blank(text))
		macros[name] = definitions(blanked[name])
	}
	type ref struct {
		file string
		m    macro
	}
	var work []ref
	seen := map[ref]bool{}
	add := func(file string, m macro) {
		if r := (ref{file, m}); !seen[r] {
			seen[r] = true
			work = append(work, r)
		}
	}
	for _, m := range macros[file] {
		if m.from <= line && line <= m.to {
			add(file, m)
		}
	}
	if len(work) == 0 {
		return nil, false
	}
	uses = map[string][]int{}
	for len(work) > 0 {
		r := work[0]
		work = work[1:]
		for name, ls := range blanked {
			for i, text := range ls {
				n := i + 1
				if name == r.file && (n <= r.m.to || n > r.m.end) || !mentions(text, ls[i+1:], r.m) {
					continue
				}
				if in := slices.IndexFunc(macros[name], func(m macro) bool { return m.from <= n && n <= m.to }); in >= 0 {
					add(name, macros[name][in])
				} else {
					uses[name] = append(uses[name], n)
				}
			}
		}
	}
	for name := range uses {
		slices.Sort(uses[name])
		uses[name] = slices.Compact(uses[name])
	}
	return uses, true
}

func splitLines(text []byte) [][]byte { return bytes.Split(text, []byte{'\n'}) }

// definitions lists the macros of a file.
func definitions(ls [][]byte) []macro {
	var out []macro
	for i := 0; i < len(ls); i++ {
		first := i
		word, rest := directive(ls[i])
		for word != "" && i+1 < len(ls) && bytes.HasSuffix(bytes.TrimRight(ls[i], " \t\r"), []byte{'\\'}) {
			i++
		}
		if word != "define" && word != "undef" {
			continue
		}
		name := identifier(rest)
		for j := range out {
			if out[j].name == name {
				out[j].end = min(out[j].end, first)
			}
		}
		if word == "define" && name != "" {
			after := rest[len(name):]
			out = append(out, macro{name, len(after) > 0 && after[0] == '(', first + 1, i + 1, len(ls)})
		}
	}
	return out
}

// directive is the name of the preprocessor directive in a line and what
// follows it, "" if there is none.
func directive(line []byte) (word string, rest []byte) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) == 0 || line[0] != '#' {
		return "", nil
	}
	line = bytes.TrimLeft(line[1:], " \t")
	word = identifier(line)
	return word, bytes.TrimLeft(line[len(word):], " \t")
}

// identifier is the identifier at the beginning of a text.
func identifier(text []byte) string {
	n := 0
	for n < len(text) && inIdentifier(text[n]) {
		n++
	}
	return string(text[:n])
}

func inIdentifier(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c >= 0x80
}

// mentions reports whether a macro is used in a line. For the arguments of
// one with parameters the lines after it may have to be looked at.
func mentions(line []byte, next [][]byte, m macro) bool {
	if word, _ := directive(line); word == "undef" || word == "ifdef" || word == "ifndef" {
		return false
	}
	for i := 0; i < len(line); {
		name := identifier(line[i:])
		if name == "" {
			i++
			continue
		}
		i += len(name)
		if name != m.name {
			continue
		}
		if !m.function {
			return true
		}
		rest := bytes.TrimLeft(line[i:], " \t\r\\")
		for j := 0; len(rest) == 0 && j < len(next); j++ {
			rest = bytes.TrimLeft(next[j], " \t\r\\")
		}
		if len(rest) > 0 && rest[0] == '(' {
			return true
		}
	}
	return false
}

// blank replaces comments, and the contents of strings and characters, by
// spaces. Lines stay where they are.
func blank(text []byte) []byte {
	out := bytes.Clone(text)
	wipe := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case bytes.HasPrefix(text[i:], []byte("//")):
			end := i
			for end < len(text) && text[end] != '\n' {
				end++
			}
			wipe(i, end)
			i = end
		case bytes.HasPrefix(text[i:], []byte("/*")):
			end := len(text)
			if j := bytes.Index(text[i+2:], []byte("*/")); j >= 0 {
				end = i + 2 + j + 2
			}
			wipe(i, end)
			i = end
		case c == '"' || c == '\'':
			end := i + 1
			for end < len(text) && text[end] != c && text[end] != '\n' {
				if text[end] == '\\' && end+1 < len(text) {
					end++
				}
				end++
			}
			end = min(end, len(text))
			wipe(i+1, end)
			i = end + 1
		default:
			i++
		}
	}
	return out
}
