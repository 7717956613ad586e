package automata

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// MaxParsedStates bounds the number of states that Parse accepts, so that a
// short text cannot ask for a lot of memory.
const MaxParsedStates = 1 << 22

// ParseError is an error at a position of a parsed text; both count from 1.
type ParseError struct {
	Line, Col int
	Msg       string
}

func (e *ParseError) Error() string {
	return fmt.Sprintf("automaton:%d:%d: %s", e.Line, e.Col, e.Msg)
}

// Parse reads the format of Print. The line "states" comes first; the others
// may come in any order; edges may repeat. Text from # to the end of a line
// and empty lines are ignored. Errors are of type *ParseError.
func Parse(text string) (*NFA, error) {
	p := parser{states: -1}
	for len(text) > 0 {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		p.line++
		if err := p.parseLine(line); err != nil {
			return nil, err
		}
	}
	if p.states < 0 {
		return nil, &ParseError{p.line + 1, 1, "missing line: states"}
	}
	return p.builder.NFA(), nil
}

type parser struct {
	line    int
	fields  []field
	states  int // -1: not yet known
	label   bool
	builder Builder
}

// field is a word of the current line.
type field struct {
	col  int
	text string
}

func (p *parser) fail(f field, format string, args ...any) error {
	return &ParseError{p.line, f.col, fmt.Sprintf(format, args...)}
}

func (p *parser) parseLine(line string) error {
	p.split(line)
	if len(p.fields) == 0 {
		return nil
	}
	key, args := p.fields[0], p.fields[1:]
	if key.text == "states" {
		return p.parseStates(key, args)
	}
	if p.states < 0 {
		return p.fail(key, "%q before the number of states", key.text)
	}
	switch key.text {
	case "initial":
		return p.eachState(args, p.builder.SetInitial)
	case "final":
		return p.eachState(args, func(q State) { p.builder.SetFinal(q, true) })
	case "label":
		return p.parseLabels(key, args)
	}
	return p.parseEdge()
}

// split sets fields to the words of a line without its comment.
func (p *parser) split(line string) {
	line, _, _ = strings.Cut(line, "#")
	p.fields = p.fields[:0]
	for i := 0; i < len(line); {
		if isSpace(line[i]) {
			i++
			continue
		}
		lo := i
		for i < len(line) && !isSpace(line[i]) {
			i++
		}
		p.fields = append(p.fields, field{lo + 1, line[lo:i]})
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// number reads an integer between lo and hi.
func (p *parser) number(f field, what string, lo, hi int64) (int32, error) {
	v, err := strconv.ParseInt(f.text, 10, 64)
	if err != nil {
		return 0, p.fail(f, "%q is not a %s", f.text, what)
	}
	if v < lo || v > hi {
		return 0, p.fail(f, "%s %d is not in %d to %d", what, v, lo, hi)
	}
	return int32(v), nil
}

func (p *parser) state(f field) (State, error) {
	if p.states == 0 {
		return 0, p.fail(f, "there are no states")
	}
	return p.number(f, "state", 0, int64(p.states)-1)
}

func (p *parser) parseStates(key field, args []field) error {
	if p.states >= 0 {
		return p.fail(key, "second line: states")
	}
	if len(args) != 1 {
		return p.fail(key, "want one number of states")
	}
	v, err := p.number(args[0], "number of states", 0, MaxParsedStates)
	if err != nil {
		return err
	}
	p.states = int(v)
	p.builder.final = make([]bool, v)
	return nil
}

func (p *parser) eachState(args []field, do func(State)) error {
	for _, f := range args {
		q, err := p.state(f)
		if err != nil {
			return err
		}
		do(q)
	}
	return nil
}

func (p *parser) parseLabels(key field, args []field) error {
	if p.label {
		return p.fail(key, "second line: label")
	}
	if len(args) != p.states {
		return p.fail(key, "%d labels for %d states", len(args), p.states)
	}
	p.label = true
	p.builder.label = make([]int32, p.states)
	for i, f := range args {
		v, err := p.number(f, "label", math.MinInt32, math.MaxInt32)
		if err != nil {
			return err
		}
		p.builder.label[i] = v
	}
	return nil
}

func (p *parser) parseEdge() error {
	if len(p.fields) != 3 {
		return p.fail(p.fields[0], "want an edge: source, letter, target")
	}
	from, err := p.state(p.fields[0])
	if err != nil {
		return err
	}
	a, err := p.number(p.fields[1], "letter", 0, math.MaxInt32)
	if err != nil {
		return err
	}
	to, err := p.state(p.fields[2])
	if err != nil {
		return err
	}
	p.builder.AddEdge(from, a, to)
	return nil
}
