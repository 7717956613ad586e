package lsp

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf16"

	"culprit/report"
	"culprit/svcomp"
)

// message is what client and server send.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
}

// Codes of errors in the protocol.
const (
	ParseError     = -32700
	InvalidRequest = -32600
	NoMethod       = -32601
)

// ReadMessage reads a message after its header.
func ReadMessage(in *bufio.Reader) ([]byte, error) {
	length := -1
	for {
		head, err := in.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return nil, errors.New("lsp: a header of a message does not end")
		}
		if err != nil {
			return nil, io.EOF
		}
		line := strings.TrimSpace(string(head))
		if line == "" {
			break
		}
		if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(name, "Content-Length") {
			if length, err = strconv.Atoi(strings.TrimSpace(value)); err != nil {
				length = -1
			}
		}
	}
	if length < 0 || int64(length) > svcomp.MaxFile {
		return nil, errors.New("lsp: a message has no Content-Length that makes sense")
	}
	body := make([]byte, length)
	if _, err := io.ReadFull(in, body); err != nil {
		return nil, io.EOF
	}
	return body, nil
}

// Position counts lines and UTF-16 code units from 0.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

func (r Range) meets(o Range) bool {
	return r.Start.Line <= o.End.Line && o.Start.Line <= r.End.Line
}

// rangeIn is a range of a file with these lines; to the end of the line if it has no
// end.
func rangeIn(lines []string, r report.Range) Range {
	at := func(line, col int) Position {
		if line < 1 || line > len(lines) {
			return Position{Line: max(line-1, 0)}
		}
		text := strings.TrimSuffix(lines[line-1], "\r")
		col = min(max(col-1, 0), len(text))
		return Position{line - 1, len(utf16.Encode([]rune(text[:col])))}
	}
	if r.EndLine == 0 {
		r.EndLine, r.EndCol = r.Line, 1<<20
	}
	return Range{at(r.Line, r.Col), at(r.EndLine, r.EndCol)}
}

type Diagnostic struct {
	Range    Range     `json:"range"`
	Severity int       `json:"severity"` // 1 error, 2 warning, 3 information
	Code     string    `json:"code,omitempty"`
	Source   string    `json:"source"`
	Message  string    `json:"message"`
	Related  []related `json:"relatedInformation,omitempty"`
}

type related struct {
	Location struct {
		URI   string `json:"uri"`
		Range Range  `json:"range"`
	} `json:"location"`
	Message string `json:"message"`
}

type TextEdit struct {
	Range   Range  `json:"range"`
	NewText string `json:"newText"`
}

// openAnswer says why there is no answer: at the obstacle, if that is in this file, else at
// the place given. Names in the report count from a folder.
func openAnswer(r *report.Report, about, folder, path string, lines []string, at report.Range) Diagnostic {
	d := Diagnostic{Severity: 3, Code: r.Property, Source: "verify", Message: about + "UNKNOWN: " + r.Reason.Text}
	if o := r.Reason.Obstacle; o != nil && in(folder, o.File) == path {
		at, d.Message = o.Range, d.Message+"\n"+o.Text
	}
	if at.Line > 0 {
		d.Range = rangeIn(lines, at)
	}
	return d
}

// in is a name that counts from a folder.
func in(folder, name string) string {
	if folder == "" || filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(folder, name)
}
