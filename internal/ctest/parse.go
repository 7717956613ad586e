package ctest

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
)

// Expectations is what the comments of one program say.
type Expectations struct {
	File     string
	Verdict  string
	Single   bool
	Complete bool
	Exact    bool
	Reason   string
	PtrBits  int
	Traces   []Bound
	Lines    []Line
}

// Bound is a condition on the number of traces: Op is =, >= or <=.
type Bound struct {
	Op string
	N  int
}

// Line is an expectation on the statements of a line.
type Line struct {
	Number    int
	Kind      string // error, safe, open, relevant, some, irrelevant
	Fix       *int64
	Blocks    *[2]int64
	Validated bool
	NoFix     bool
}

var (
	comment = regexp.MustCompile(`//\s*(want|error|safe|open|relevant|irrelevant)\b(.*)$`)
	bound   = regexp.MustCompile(`^traces(=|>=|<=)(\d+)$`)
)

// Load reads the expectations of a file: from the file beside it that ends in
// .expect, if there is one, else from its own comments.
func Load(file string) (*Expectations, error) {
	src, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	beside := strings.TrimSuffix(file, ".c") + ".expect"
	text, err := os.ReadFile(beside)
	switch {
	case os.IsNotExist(err):
		return Parse(file, string(src))
	case err != nil:
		return nil, err
	}
	marked, err := mark(string(src), string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", beside, err)
	}
	return Parse(file, marked)
}

// mark puts each comment of a list of expectations after the line of the program
// that it repeats, and headers after the program.
func mark(src, expect string) (string, error) {
	lines := strings.Split(src, "\n")
	for _, text := range strings.Split(strings.TrimSpace(expect), "\n") {
		m := comment.FindStringIndex(text)
		if m == nil {
			return "", fmt.Errorf("no expectation in %q", text)
		}
		code := strings.TrimSpace(text[:m[0]])
		if code == "" {
			lines = append(lines, text)
			continue
		}
		at := -1
		for i, line := range lines {
			if strings.TrimSpace(line) != code {
				continue
			}
			if at >= 0 {
				return "", fmt.Errorf("lines %d and %d are %q", at+1, i+1, code)
			}
			at = i
		}
		if at < 0 {
			return "", fmt.Errorf("no line is %q", code)
		}
		lines[at] += " " + text[m[0]:]
	}
	return strings.Join(lines, "\n"), nil
}

// Parse reads the expectations of a text.
func Parse(file, src string) (*Expectations, error) {
	x := &Expectations{File: file, PtrBits: 64}
	for i, text := range strings.Split(src, "\n") {
		m := comment.FindStringSubmatch(strings.TrimRight(text, "\r"))
		if m == nil {
			continue
		}
		var err error
		if m[1] == "want" {
			err = x.header(m[2])
		} else {
			err = x.line(i+1, m[1], strings.Fields(m[2]))
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	if x.Verdict == "" {
		return nil, fmt.Errorf("%s: no line \"// want: VERDICT\"", file)
	}
	return x, nil
}

func (x *Expectations) header(rest string) error {
	if v, ok := strings.CutPrefix(rest, ":"); ok {
		v = strings.TrimSpace(v)
		if v != "TRUE" && v != "FALSE" && v != "UNKNOWN" {
			return fmt.Errorf("unknown verdict %q", v)
		}
		if x.Verdict != "" {
			return fmt.Errorf("second verdict")
		}
		x.Verdict = v
		return nil
	}
	for _, w := range strings.Fields(rest) {
		key, val, _ := strings.Cut(w, "=")
		switch {
		case w == "complete":
			x.Complete = true
		case w == "exact":
			x.Exact = true
		case w == "single":
			x.Single = true
		case key == "reason":
			x.Reason = val
		case w == "model=ILP32":
			x.PtrBits = 32
		case w == "model=LP64":
			x.PtrBits = 64
		case bound.MatchString(w):
			m := bound.FindStringSubmatch(w)
			n, err := strconv.Atoi(m[2])
			if err != nil {
				return err
			}
			x.Traces = append(x.Traces, Bound{m[1], n})
		default:
			return fmt.Errorf("unknown expectation %q", w)
		}
	}
	return nil
}

// line parses the comment after a statement. Words that are not expectations
// end it, so that a remark may follow.
func (x *Expectations) line(number int, kind string, words []string) error {
	l := Line{Number: number, Kind: kind}
words:
	for _, w := range words {
		key, val, _ := strings.Cut(w, "=")
		switch {
		case kind != "relevant":
			break words
		case w == "some":
			l.Kind = "some"
		case w == "validated":
			l.Validated = true
		case w == "nofix":
			l.NoFix = true
		case key == "fix":
			v, err := strconv.ParseInt(val, 0, 64)
			if err != nil {
				return err
			}
			l.Fix = &v
		case key == "blocks":
			lo, hi, ok := strings.Cut(val, "..")
			if !ok {
				hi = lo
			}
			a, err := strconv.ParseInt(lo, 0, 64)
			if err != nil {
				return err
			}
			b, err := strconv.ParseInt(hi, 0, 64)
			if err != nil {
				return err
			}
			l.Blocks = &[2]int64{a, b}
		default:
			break words
		}
	}
	x.Lines = append(x.Lines, l)
	return nil
}
