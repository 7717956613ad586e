package svcomp

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// YAML from somebody else, which task definitions and witnesses share: each complaint
// about it has a position.

// ParseYAML returns the bodies of the documents in a text.
func ParseYAML(file string, src []byte) (docs []ast.Node, complaint *Error) {
	if complaint = checkNesting(file, src); complaint != nil {
		return nil, complaint
	}
	defer func() {
		if p := recover(); p != nil {
			docs, complaint = nil, ErrorAt(file, nil, "the YAML parser failed on this file")
		}
	}()
	tree, err := parser.ParseBytes(src, 0)
	if err != nil {
		e := ErrorAt(file, nil, "%v", err)
		var ye yaml.Error
		if errors.As(err, &ye) {
			e.Msg = ye.GetMessage()
			if tk := ye.GetToken(); tk != nil && tk.Position != nil {
				e.Line, e.Col = max(1, tk.Position.Line), max(1, tk.Position.Column)
			}
		}
		e.Msg, _, _ = strings.Cut(e.Msg, "\n") // the library adds an excerpt
		return nil, e
	}
	for _, d := range tree.Docs {
		if d.Body != nil && d.Body.Type() != ast.CommentType {
			docs = append(docs, d.Body)
		}
	}
	return docs, nil
}

// checkNesting refuses text that is no YAML at all, or nested so deep that the
// recursive parser would not survive it.
func checkNesting(file string, src []byte) *Error {
	line, col := 1, 0
	depth, dashes, lead := 0, 0, true
	for _, c := range src {
		col++
		switch {
		case c == 0:
			return &Error{File: file, Line: line, Col: col, Msg: "not a text file (NUL byte)"}
		case c == '\n':
			line, col, dashes, lead = line+1, 0, 0, true
			continue
		case c == '[' || c == '{':
			depth++
		case (c == ']' || c == '}') && depth > 0:
			depth--
		case lead && (c == '-' || c == '?'):
			dashes++
		}
		lead = lead && (c == ' ' || c == '-' || c == '?' || c == '\t')
		if depth > maxNesting || dashes > maxNesting && c != '-' {
			return &Error{File: file, Line: line, Col: col, Msg: fmt.Sprintf("nested more than %d levels deep", maxNesting)}
		}
	}
	return nil
}

// ErrorAt is a complaint about a node, nil: the whole text.
func ErrorAt(file string, n ast.Node, format string, args ...any) *Error {
	e := &Error{File: file, Line: 1, Col: 1, Msg: fmt.Sprintf(format, args...)}
	if m, ok := n.(ast.MapNode); ok { // the token of a mapping is a colon
		if it := m.MapRange(); it.Next() {
			n = it.KeyValue().Key
		}
	}
	if n != nil {
		if tk := n.GetToken(); tk != nil && tk.Position != nil {
			e.Line, e.Col = max(1, tk.Position.Line), max(1, tk.Position.Column)
		}
	}
	return e
}

// Bare strips anchors and tags.
func Bare(n ast.Node) ast.Node {
	for {
		switch x := n.(type) {
		case *ast.AnchorNode:
			n = x.Value
		case *ast.TagNode:
			n = x.Value
		default:
			return n
		}
	}
}

// Entries calls each for the entries of a mapping in their order; ok is false if n
// is none.
func Entries(n ast.Node, each func(key string, kv *ast.MappingValueNode)) (ok bool) {
	m, ok := Bare(n).(ast.MapNode)
	if !ok {
		return false
	}
	for it := m.MapRange(); it.Next(); {
		kv := it.KeyValue()
		key := kv.Key.String()
		if s, ok := kv.Key.(*ast.StringNode); ok {
			key = s.Value
		}
		each(key, kv)
	}
	return true
}

// Scalar returns the text of a scalar, as written.
func Scalar(n ast.Node) (string, bool) {
	switch n := Bare(n).(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), true
	case *ast.FloatNode, *ast.IntegerNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// Describe says what a node is.
func Describe(n ast.Node) string {
	switch Bare(n).(type) {
	case ast.MapNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode, nil:
		return "nothing"
	case *ast.AliasNode:
		return "an alias"
	}
	return "a scalar"
}

// Error is a positioned complaint about an input file. Line and Col are 0
// where the whole file is meant.
type Error struct {
	File      string
	Line, Col int
	Msg       string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %s", e.File, e.Msg)
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// ReadFile reads a file the user named. Its errors read "file: what".
func ReadFile(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, &Error{File: file, Msg: reason(err)}
	}
	switch {
	case info.IsDir():
		return nil, &Error{File: file, Msg: "is a directory"}
	case info.Mode().IsRegular() && info.Size() > MaxFile:
		return nil, &Error{File: file, Msg: fmt.Sprintf("is larger than %d MiB", MaxFile>>20)}
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, &Error{File: file, Msg: reason(err)}
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, &Error{File: file, Msg: reason(err)}
	}
	if int64(len(src)) > MaxFile {
		return nil, &Error{File: file, Msg: fmt.Sprintf("is larger than %d MiB", MaxFile>>20)}
	}
	return src, nil
}

// reason is the text of an error of the operating system without the path,
// which precedes it anyway.
func reason(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	var no syscall.Errno
	if errors.As(err, &no) {
		return no.Error()
	}
	return err.Error()
}

// checkText refuses what is not text: too long, bytes of zero, or not UTF-8.
func checkText(file string, src []byte, most int) error {
	at := func(off int, msg string) error {
		line, col := position(src, off)
		return &Error{File: file, Line: line, Col: col, Msg: msg}
	}
	if len(src) > most {
		return at(0, fmt.Sprintf("the file has %d bytes, more than the limit of %d", len(src), most))
	}
	for i := 0; i < len(src); {
		if src[i] == 0 {
			return at(i, "not a text file (NUL byte)")
		}
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n <= 1 {
			return at(i, fmt.Sprintf("byte 0x%02x is not UTF-8", src[i]))
		}
		i += n
	}
	return nil
}

// position converts a byte offset to line and column, both from 1.
func position(src []byte, off int) (line, col int) {
	line, col = 1, 1
	for _, b := range src[:min(off, len(src))] {
		if b == '\n' {
			line, col = line+1, 1
		} else {
			col++
		}
	}
	return line, col
}
