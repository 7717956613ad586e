package html

import (
	"fmt"
	"html/template"
	"strings"

	"culprit/report"
)

// page is what the template shows.
type page struct {
	Style  template.CSS
	Script template.JS
	Hash   string // of the script

	Title, Verdict, About, Head, Work string
	Facts                             []fact
	At                                ref     // where it fails
	Places, Further                   []place // the first ones, and those that follow
	Fix                               *change // the first of them, or else the first change
	Relevant                          []relevant
	Traces                            *traces
	Inputs                            []inputs
	Errors                            []failure
	Invariants                        []statement
	Ranking                           *ranking
	Methods                           []method
	Functions                         []drawing
	Automata                          []automaton
	Rest                              string // what became of the traces that no automaton has
	Notes                             []note
	Details                           []fact
	Files                             []file

	Findings []finding // of a project
	Surveyed []surveyed
}

type fact struct{ Name, Text string }

// statement is a line of the source with what is said about it.
type statement struct {
	At   ref
	Text string
	Says string
}

type place struct {
	statement
	Rank     int
	Change   *change
	Evidence []fact
}

type change struct {
	Heading string
	Fix     bool
	Assumed []string
	Diff    []diffLine
	Runs    string
}

type diffLine struct{ Class, Text string }

type relevant struct {
	statement
	In string
}

type inputs struct {
	Trace  int
	Values []input
	Replay string
}

type input struct {
	Name, Value string
	Relevant    bool
}

type failure struct {
	statement
	Status, Property string
	CWE              int
}

type note struct {
	At      ref
	Text    string
	Assumed bool
}

// automaton is a picture with what it means.
type automaton struct {
	Name, Text string
	Open       bool
	SVG        template.HTML // empty if it is too large
}

type drawing struct {
	Name string
	At   ref
	Open bool
	SVG  template.HTML
}

// ranking is one table of the lines that methods name: the place in the answer, and
// the rank that each method gives.
type ranking struct {
	Methods []string
	Rows    []ranked
}

type ranked struct {
	Rank  int // in the answer, 0 for none
	At    ref
	Text  string
	Ranks []string
}

type method struct {
	Name, Paper, Error string
	Places             []located
	More               int
	Path               []located
	Tree               *cause
	Changes            []*change
	Notes              []string
	Counts             []fact
	Observed           bool // some place has a value that passing runs do not have
	Compared           bool // some place has values of two runs
}

type located struct {
	statement
	Rank               string
	Score              string
	Expected, Observed string
	Values             []report.TwoValues
}

// cause is a node of the tree of causes.
type cause struct {
	statement
	ID, Turn int
	Passes   bool
	Goes     []int
	Support  []statement
	Given    []statement
	Causes   []*cause
}

type finding struct {
	statement
	State, Kind, Why string
	CWE              int
	Unless, In       string
	Command          string
	Traces           *traces
}

// Status is the state of a finding as a class of the page.
func (f finding) Status() string {
	switch f.State {
	case report.FindingNew:
		return "violated"
	case report.FindingKnown:
		return "open"
	}
	return "muted"
}

// Code is the kind of a finding, with its number of the CWE.
func (f finding) Code() string {
	if f.CWE == 0 {
		return f.Kind
	}
	return fmt.Sprintf("%s, CWE-%d", f.Kind, f.CWE)
}

type surveyed struct {
	At                  ref
	Name, Verdict, Says string
	Reused              bool
}

// Class is the verdict about a function as a class of the page.
func (s surveyed) Class() string {
	switch s.Verdict {
	case "FALSE":
		return "violated"
	case "TRUE":
		return "proved"
	}
	return "open"
}

// traces is the table of traces.
type traces struct {
	Columns []column
	Groups  [][]step // rows, in stretches that the browser need not lay out before they are seen
	Several bool
}

type column struct {
	Trace   int
	Ends    ref
	Steps   int
	Class   string // what is special about it
	Shared  []statement
	Omitted int
}

// step is a row: a statement with a cell for each trace.
type step struct {
	At      ref
	Proc    string // where it begins
	Text    string
	Indent  string
	Class   string
	Cells   []cell
	Left    int // steps that are left out here; nothing else is set
	matters bool
}

type cell struct {
	Class  string // absent, relevant, undecided, differs
	Values string
	Says   string
}

// Input is what a page shows: a report, an explanation, or the answer about a project,
// with the files of the program.
type Input struct {
	Report      *report.Report
	Explanation *report.Explanation
	Survey      *report.Survey
	Files       []File
}

// File is a source file.
type File struct {
	Name string
	Text []byte
}

// base is the last part of the name of a file.
func base(file string) string { return file[strings.LastIndexAny(file, `/\`)+1:] }

// short is a text in which a file goes by the last part of its name.
func short(text, file string) string {
	if file == "" {
		return text
	}
	return strings.ReplaceAll(text, file, base(file))
}

func changeOf(c *report.Change) *change {
	if c == nil {
		return nil
	}
	out := &change{Heading: c.Heading(), Fix: c.Fix != "", Assumed: c.Assumed}
	if c.Failing+c.Passing > 0 {
		out.Runs = fmt.Sprintf("%d of %d failing runs pass, %d of %d passing runs still do", c.Fixed, c.Failing, c.Kept, c.Passing)
	}
	for l := range strings.Lines(strings.TrimRight(c.Diff, "\n")) {
		l = strings.TrimRight(l, "\r\n")
		class := ""
		switch {
		case strings.HasPrefix(l, "---") || strings.HasPrefix(l, "+++") || strings.HasPrefix(l, "@@"):
			class = "meta"
		case strings.HasPrefix(l, "-"):
			class = "del"
		case strings.HasPrefix(l, "+"):
			class = "add"
		}
		out.Diff = append(out.Diff, diffLine{class, l})
	}
	return out
}

// numbers writes a list of numbers.
func numbers(ns []int) string {
	var parts []string
	for _, n := range ns {
		parts = append(parts, fmt.Sprint(n))
	}
	return strings.Join(parts, ", ")
}

// on names the traces that pass, as classes.
func on(traces []int) string {
	if len(traces) == 0 {
		return ""
	}
	out := "on"
	for _, t := range traces {
		out += fmt.Sprintf(" t%d", t)
	}
	return out
}

// clip shortens a text for a picture.
func clip(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

// sources are the files of the page and what is known about their lines.
type sources struct {
	files []File
	index map[string]int
	at    map[string]*marks // by anchor
}

// file is a source file of the page.
type file struct {
	Name   string
	Chunks []chunk
}

// chunk is a stretch of lines that the browser need not lay out before it is seen.
type chunk struct {
	Before int // lines
	Lines  []line
}

type line struct {
	ID    string
	Class string // heat and whether it is dimmed
	Code  template.HTML
	Rank  string // of the likeliest places
	Notes []template.HTML
}

// marks is what is known about a line.
type marks struct {
	heat    int // 0: not relevant; to 4
	visited bool
	fails   bool
	rank    int
	notes   []string
}

// ref is a link to a line.
type ref struct{ ID, Label string }

// builder makes the page.
type builder struct {
	*sources
	p *page
}
