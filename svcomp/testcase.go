package svcomp

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"culprit/cfg"
)

// TestInput is one value of a test case of the competition on testing.
type TestInput struct {
	Variable string // "" if it has no name
	Type     string // the C type
	Value    string
}

// TestMetadata describes a test suite.
type TestMetadata struct {
	Producer      string
	Specification string
	ProgramFile   string
	Program       []byte // for the hash
	PtrBits       int
	Created       time.Time
}

type xmlMetadata struct {
	XMLName       xml.Name `xml:"test-metadata"`
	Language      string   `xml:"sourcecodelang"`
	Producer      string   `xml:"producer"`
	Specification string   `xml:"specification"`
	File          string   `xml:"programfile"`
	Hash          string   `xml:"programhash"`
	Entry         string   `xml:"entryfunction"`
	Architecture  string   `xml:"architecture"`
	Created       string   `xml:"creationtime"`
}

type xmlInput struct {
	Variable string `xml:"variable,attr,omitempty"`
	Type     string `xml:"type,attr,omitempty"`
	Value    string `xml:",chardata"`
}

type xmlTestcase struct {
	XMLName xml.Name   `xml:"testcase"`
	Covers  bool       `xml:"coversError,attr"`
	Inputs  []xmlInput `xml:"input"`
}

// writeXML writes a document with the head that the format asks for.
func writeXML(w io.Writer, kind string, v any) error {
	const head = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE %s PUBLIC "+//IDN sosy-lab.org//DTD test-format %s 1.1//EN" "https://sosy-lab.org/test-format/%s-1.1.dtd">
`
	var b bytes.Buffer
	fmt.Fprintf(&b, head, kind, kind, kind)
	enc := xml.NewEncoder(&b)
	enc.Indent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

// WriteTestMetadata writes the metadata.xml of a test suite.
func WriteTestMetadata(w io.Writer, m TestMetadata) error {
	return writeXML(w, "test-metadata", xmlMetadata{
		Language: "C", Producer: m.Producer, Specification: m.Specification, File: m.ProgramFile,
		Hash: fmt.Sprintf("%x", sha256.Sum256(m.Program)), Entry: "main",
		Architecture: fmt.Sprintf("%dbit", m.PtrBits), Created: m.Created.UTC().Format(time.RFC3339),
	})
}

// WriteTestcase writes a test case that reaches an error: the values in the
// order in which the program takes them.
func WriteTestcase(w io.Writer, inputs []TestInput) error {
	t := xmlTestcase{Covers: true}
	for _, in := range inputs {
		t.Inputs = append(t.Inputs, xmlInput(in))
	}
	return writeXML(w, "testcase", t)
}

// ParseTestcase reads the values of a test case, in their order.
func ParseTestcase(text []byte) ([]string, error) {
	var out []string
	d := xml.NewDecoder(bytes.NewReader(text))
	depth, root, inInput := 0, false, false
	var value strings.Builder
	fail := func(format string, args ...any) ([]string, error) {
		line, col := d.InputPos()
		return nil, &Error{Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
	}
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			var se *xml.SyntaxError
			if errors.As(err, &se) {
				return nil, &Error{Line: se.Line, Col: 1, Msg: se.Msg}
			}
			return fail("%v", err)
		}
		switch t := tok.(type) {
		case xml.StartElement:
			depth++
			switch {
			case depth == 1 && (root || t.Name.Local != "testcase"):
				return fail("element %s, want one testcase", t.Name.Local)
			case depth == 1:
				root = true
			case depth == 2 && t.Name.Local != "input" || depth > 2:
				return fail("element %s inside a testcase, want input", t.Name.Local)
			default:
				inInput = true
				value.Reset()
			}
		case xml.EndElement:
			depth--
			if inInput {
				inInput = false
				out = append(out, strings.TrimSpace(value.String()))
			}
		case xml.CharData:
			if inInput {
				value.Write(t)
			}
		}
	}
	if !root {
		return fail("no element testcase")
	}
	return out, nil
}

// ParseValue reads a value of a test case as one of type t: C's integers
// with their suffixes, characters, floats, true and false. Integers wrap.
func ParseValue(s string, t cfg.Type) (uint64, error) {
	text := strings.TrimSpace(s)
	if t.Kind == cfg.Float {
		f, err := strconv.ParseFloat(strings.TrimRight(text, "fFlL"), t.Width())
		if strings.HasSuffix(strings.ToLower(text), "inf") || strings.HasPrefix(strings.ToLower(text), "0x") {
			f, err = strconv.ParseFloat(text, t.Width())
		}
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return 0, fmt.Errorf("%q is not a floating value", s)
		}
		if t.Width() == 32 {
			return uint64(math.Float32bits(float32(f))), nil
		}
		return math.Float64bits(f), nil
	}
	if v, ok := parseInteger(text); ok {
		return cfg.Mask(v, t.Width()), nil
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil && math.Abs(f) < 1<<63 {
		return cfg.Mask(uint64(int64(f)), t.Width()), nil // 5.0 for an integer
	}
	return 0, fmt.Errorf("%q is not an integer value", s)
}

func parseInteger(text string) (uint64, bool) {
	switch {
	case text == "true":
		return 1, true
	case text == "false" || text == "NULL":
		return 0, true
	case strings.HasPrefix(text, "'"):
		r, _, rest, err := strconv.UnquoteChar(text[1:], '\'')
		return uint64(r), err == nil && rest == "'"
	}
	digits := strings.TrimRight(text, "uUlL")
	minus := strings.HasPrefix(digits, "-")
	digits = strings.TrimPrefix(strings.TrimPrefix(digits, "-"), "+")
	if digits == "" || digits[0] < '0' || digits[0] > '9' || strings.Contains(digits, "_") {
		return 0, false
	}
	v, err := strconv.ParseUint(digits, 0, 64)
	if minus {
		v = -v
	}
	return v, err == nil
}
