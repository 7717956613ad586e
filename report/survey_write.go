package report

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteSurvey writes the answer about a project in a format: json, sarif with names
// relative to root, junit, or text, which comes behind the lines of the functions.
func WriteSurvey(w io.Writer, r *Survey, format, root string) error {
	switch format {
	case "json":
		return WriteJSON(w, r)
	case "sarif":
		return WriteSARIF(w, r.together(), root)
	case "junit":
		return r.junit(w)
	}
	return r.text(w)
}

// Says is the finding in words: what fails, unless what, where, and how to see all of it.
func (f *Finding) Says() string {
	text := f.Text + weakness(f.CWE, f.Kind())
	if u := f.Unless(); u != "" {
		text += "\n" + u
	}
	return text + "\nin " + strings.Join(f.Functions, ", ") + "\n" + f.Command
}

// Unless is the precondition that would keep it from happening, in words.
func (f *Finding) Unless() string {
	if f.Precondition == "" {
		return ""
	}
	return unless + f.Precondition
}

// Says says how much hangs on the function.
func (u *Undefined) Says() string {
	return fmt.Sprintf("%s is not defined: it is called in %d of these functions, and %d of them are open", u.Name, u.Functions, u.Open)
}

// ReadSurvey reads what WriteSurvey writes as JSON.
func ReadSurvey(text []byte) (*Survey, error) {
	r := &Survey{}
	err := json.Unmarshal(text, r)
	if err == nil && r.Schema != SurveySchema {
		err = fmt.Errorf("the schema is %q, not %q", r.Schema, SurveySchema)
	}
	return r, err
}

// text writes what is found, and what is open.
func (r *Survey) text(w io.Writer) error {
	var b strings.Builder
	for _, f := range r.Findings {
		says := strings.Split(f.Says(), "\n")
		fmt.Fprintf(&b, "%-8s %s %s\n", f.State, place(f.Range), says[0])
		switch f.State {
		case FindingNew:
			for _, l := range says[1:] {
				fmt.Fprintf(&b, "         %s\n", l)
			}
		case FindingIgnored:
			fmt.Fprintf(&b, "         %s\n", f.Why)
		}
	}
	for i, u := range r.Undefined {
		if i == MaxPlaces {
			fmt.Fprintf(&b, "nowhere  %d more functions are not defined (see --format json)\n", len(r.Undefined)-i)
			break
		}
		fmt.Fprintf(&b, "nowhere  %s\n", u.Says())
	}
	for _, n := range r.Notes {
		fmt.Fprintf(&b, "note     %s\n", n)
	}
	fmt.Fprintln(&b, r.Summary)
	_, err := io.WriteString(w, b.String())
	return err
}

// The elements of JUnit's XML that servers for continuous integration read.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Failed  *junitMessage `xml:"failure,omitempty"`
		Error   *junitMessage `xml:"error,omitempty"`
		Skipped *junitMessage `xml:"skipped,omitempty"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// junit writes a test case for each function: failed where something new fails, skipped
// where nothing is known, and an error where it cannot be called.
func (r *Survey) junit(w io.Writer) error {
	s := junitSuite{Name: r.File}
	for i := range r.Functions {
		q := &r.Functions[i]
		c := junitCase{Name: q.Name, Class: q.File}
		var failures []string
		for _, f := range r.Findings {
			if f.State == FindingNew && slices.Contains(f.Functions, q.Name) {
				failures = append(failures, place(f.Range)+" "+f.Text)
			}
		}
		switch {
		case len(failures) > 0:
			s.Failures++
			c.Failed = &junitMessage{failures[0], strings.Join(failures, "\n") + "\n" + q.Command}
		case q.Report == nil:
			s.Errors++
			c.Error = &junitMessage{Message: q.Refused}
		case q.Verdict() == "UNKNOWN":
			s.Skipped++
			c.Skipped = &junitMessage{Message: q.Line()}
		}
		s.Cases = append(s.Cases, c)
	}
	s.Tests = len(s.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", " ")
	if err := e.Encode(s); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
