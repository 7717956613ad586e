package frontend

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit/cfg"
)

// cc does not notice files that include each other forever. A cycle of
// includes that no condition guards has no end; about one behind a condition
// nothing is said here.

// includeScan is a depth-first search in the graph of unguarded includes.
type includeScan struct {
	dirs []string
	open []string        // the files from the first one to the current one
	done map[string]bool // files from which no cycle was found
}

// checkIncludes refuses a file that includes itself, directly or not.
func checkIncludes(name string, src []byte, dirs []string) *Error {
	if !bytes.Contains(src, []byte("include")) {
		return nil
	}
	s := &includeScan{dirs: dirs, done: map[string]bool{}}
	return s.file(filepath.Clean(name), name, src)
}

// file looks at one file, whose name in positions is shown.
func (s *includeScan) file(name, shown string, src []byte) *Error {
	s.open = append(s.open, name)
	defer func() { s.open = s.open[:len(s.open)-1] }()
	for _, d := range unguarded(shown, src) {
		next, text := s.find(filepath.Dir(name), d)
		if i := slices.Index(s.open, next); i >= 0 {
			return errorAt(d.pos, "files include each other without end: %s", strings.Join(append(s.open[i:], next), " → "))
		}
		if text == nil || s.done[next] {
			continue
		}
		if err := s.file(next, next, text); err != nil {
			err.Pos = d.pos // the user's file is where it begins
			return err
		}
	}
	s.done[name] = true
	return nil
}

// include is an #include.
type include struct {
	pos  cfg.Pos
	name string
	own  bool // in quotes
}

// find returns the file of the user that an #include names, if there is one.
func (s *includeScan) find(dir string, d include) (string, []byte) {
	dirs := s.dirs
	if d.own {
		dirs = append([]string{dir}, dirs...)
	}
	for _, dir := range dirs {
		path := filepath.Join(dir, d.name)
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
			continue
		}
		if text, err := os.ReadFile(path); err == nil {
			return path, text
		}
	}
	return "", nil
}

// unguarded lists the includes of a text that stand in no #if. A text with
// #pragma once has none.
func unguarded(name string, src []byte) []include {
	if bytes.Contains(src, []byte("once")) {
		return nil
	}
	s := scanner{name: name, src: append(bytes.Clone(src), '\n'), line: 1}
	if s.run() != nil {
		return nil // the parser will say what is wrong
	}
	var out []include
	depth := 0
	for _, t := range s.toks {
		if t.kind != tokDirective {
			continue
		}
		text := strings.TrimLeft(string(s.src[t.off+1:t.end]), " \t")
		switch {
		case strings.HasPrefix(text, "if"):
			depth++
		case strings.HasPrefix(text, "endif"):
			depth--
		case depth <= 0 && strings.HasPrefix(text, "include"):
			rest := strings.TrimLeft(text[len("include"):], " \t")
			if len(rest) < 3 || rest[0] != '"' && rest[0] != '<' {
				continue
			}
			end := strings.IndexAny(rest[1:], `">`)
			if end < 0 {
				continue
			}
			pos := cfg.Pos{File: name, Line: t.line, Col: t.col, EndLine: t.line, EndCol: t.col + t.end - t.off}
			out = append(out, include{pos, rest[1 : 1+end], rest[0] == '"'})
		}
	}
	return out
}
