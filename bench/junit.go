package bench

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string     `xml:"name,attr"`
	Class   string     `xml:"classname,attr"`
	Time    string     `xml:"time,attr"`
	Failure *junitNote `xml:"failure"`
	Error   *junitNote `xml:"error"`
	Skipped *junitNote `xml:"skipped"`
}

type junitNote struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
}

// WriteJUnit writes rows in the form that CI systems read: a test suite for
// each category, a test case for each task. Wrong answers and rejected
// witnesses are failures, errors are errors, and unknown tasks are skipped.
func WriteJUnit(w io.Writer, results []Result) error {
	by := map[string][]*Result{}
	for i := range results {
		by[results[i].Category] = append(by[results[i].Category], &results[i])
	}
	all := junitSuites{Name: "verify bench"}
	wall := 0.0
	for _, name := range sorted(by) {
		s := junitSuite{Name: name, Tests: len(by[name])}
		sum := 0.0
		for _, r := range by[name] {
			c := junitCase{Name: r.Task, Class: name + "." + r.Property, Time: fmt.Sprintf("%.3f", r.Wall)}
			note := &junitNote{Message: r.answer() + ", expected " + r.Expected, Type: r.Reason}
			if r.Text != "" {
				note.Message = r.Text
			}
			switch {
			case r.Status == Wrong:
				note.Type = "wrong"
				c.Failure = note
				s.Failures++
			case r.Witness == Rejected:
				c.Failure = &junitNote{Message: r.answer() + ": witness rejected: " + strings.TrimPrefix(r.Text, "witness: "), Type: "witness"}
				s.Failures++
			case r.Status == Failed:
				c.Error = note
				s.Errors++
			case r.Status == Unknown:
				c.Skipped = note
				note.Type = "" // the format has none here
				s.Skipped++
			}
			s.Cases = append(s.Cases, c)
			sum += r.Wall
		}
		s.Time = fmt.Sprintf("%.3f", sum)
		wall += sum
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		all.Skipped += s.Skipped
		all.Suites = append(all.Suites, s)
	}
	all.Time = fmt.Sprintf("%.3f", wall)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
