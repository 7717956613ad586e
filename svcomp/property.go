package svcomp

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"culprit/analysis/safety"
)

// The names of properties that tasks have.
const (
	UnreachCall    = safety.UnreachCall
	NoOverflow     = safety.NoOverflow
	ValidMemsafety = safety.ValidMemsafety
	ValidFree      = safety.ValidFree
	ValidDeref     = safety.ValidDeref
	ValidMemtrack  = safety.ValidMemtrack
	ValidMemclean  = safety.ValidMemclean
)

// Property is what a task asks about a program.
type Property struct {
	Name string
	File string // where it was read from, "" if it was named on the command line
	// ErrorFuncs are the functions whose call is the violation, for
	// unreach-call.
	ErrorFuncs []string
	// Entry is the function where the program starts, "" for main.
	Entry string
	// Supported says that this verifier can decide it.
	Supported bool
}

// Checks are the assertions that the property asks the front end for; none
// for unreach-call.
func (p *Property) Checks() safety.Checks { return safety.Asks(p.Name) }

// Default is the property of a plain C file: no error function is called, no
// assertion fails and the label ERROR is not reached.
func Default() Property {
	return Property{Name: UnreachCall, ErrorFuncs: []string{"reach_error"}, Supported: true}
}

// IsDefault reports whether the property is the usual one: the error function
// is one of the two names that the competition has used.
func (p *Property) IsDefault() bool {
	for _, f := range p.ErrorFuncs {
		if f != "reach_error" && f != "__VERIFIER_error" {
			return false
		}
	}
	return p.Name == UnreachCall || p.Name == safety.AllAsserts
}

// Named returns the property with a name of the table.
func Named(name string) (Property, bool) {
	switch {
	case safety.Lookup(name) == nil:
		return Property{}, false
	case name == UnreachCall:
		return Default(), true
	case safety.PartOf(UnreachCall, name):
		p := Default()
		p.Name = name
		return p, true
	}
	return Property{Name: name, Supported: safety.Supported(name)}, true
}

// Names lists the names that Named knows.
func Names() []string {
	var out []string
	for _, p := range safety.Properties() {
		out = append(out, p.Name)
	}
	return out
}

// LoadProperty takes what a user writes after --property: a name of the
// rules or a file.
func LoadProperty(arg string) (Property, error) {
	if p, ok := Named(arg); ok {
		return p, nil
	}
	if strings.ContainsAny(arg, `/\`) || filepath.Ext(arg) != "" {
		return ReadProperty(arg)
	}
	return Property{}, &Error{File: arg, Msg: "unknown property; known are " + strings.Join(Names(), ", ") + ", or name a .prp file"}
}

// ReadProperty reads a property file.
func ReadProperty(file string) (Property, error) {
	src, err := ReadFile(file)
	if err != nil {
		return Property{}, err
	}
	return ParseProperty(file, src)
}

var (
	checkRE = regexp.MustCompile(`^CHECK\s*\(\s*init\s*\(\s*([A-Za-z_]\w*)\s*\(\s*\)\s*\)\s*,\s*(.*\S)\s*\)$`)
	coverRE = regexp.MustCompile(`^COVER\s*\(\s*init\s*\(\s*([A-Za-z_]\w*)\s*\(\s*\)\s*\)\s*,\s*(.*\S)\s*\)$`)
	ltlRE   = regexp.MustCompile(`^LTL\s*\(\s*(.*\S)\s*\)$`)
	callRE  = regexp.MustCompile(`^G\s*!\s*call\s*\(\s*([A-Za-z_]\w*)\s*\(\s*\)\s*\)$`)
	spaceRE = regexp.MustCompile(`\s+`)
)

// byFormula is the name of the property with an LTL formula of the rules, other
// than that of calls; "" if there is none.
func byFormula(ltl string) string {
	packed := func(s string) string { return spaceRE.ReplaceAllString(s, "") }
	for _, p := range safety.Properties() {
		if p.Formula != "" && packed(p.Formula) == packed(ltl) {
			return p.Name
		}
	}
	return ""
}

// ParseProperty parses the text of a property file.
func ParseProperty(file string, src []byte) (Property, error) {
	p := Property{File: file}
	if err := checkText(file, src, maxDefinition); err != nil {
		return p, err
	}
	entry := ""
	var found []string
	for i, line := range strings.Split(string(src), "\n") {
		text := strings.TrimSpace(line)
		if text == "" || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "#") {
			continue
		}
		col := strings.Index(line, text) + 1
		c, err := parseCheck(text)
		switch {
		case err != nil:
			return Property{}, &Error{File: file, Line: i + 1, Col: col, Msg: err.Error()}
		case entry != "" && c.entry != entry:
			return Property{}, &Error{File: file, Line: i + 1, Col: col, Msg: "the program starts at " + c.entry + " here and at " + entry + " above"}
		}
		entry = c.entry
		if c.fn != "" && !slices.Contains(p.ErrorFuncs, c.fn) {
			p.ErrorFuncs = append(p.ErrorFuncs, c.fn)
		}
		if !slices.Contains(found, c.name) {
			found = append(found, c.name)
		}
	}
	if len(found) == 0 {
		return Property{}, &Error{File: file, Line: 1, Col: 1, Msg: "no CHECK( init(main()), LTL(…) ) line"}
	}
	p.Name = joinNames(found)
	if entry != "main" {
		p.Entry = entry
	}
	p.Supported = safety.Supported(p.Name)
	return p, nil
}

// check is one line of a property file.
type check struct {
	entry string
	name  string
	fn    string // whose call is the violation
}

func parseCheck(text string) (c check, err error) {
	if m := coverRE.FindStringSubmatch(text); m != nil {
		c = check{entry: m[1], name: safety.CoverageBranch}
		if strings.Contains(m[2], "@CALL") {
			c.name = safety.CoverageError
		}
		return c, nil
	}
	m := checkRE.FindStringSubmatch(text)
	if m == nil {
		return c, fmt.Errorf("want CHECK( init(main()), LTL(…) ), not %q", clip(text))
	}
	l := ltlRE.FindStringSubmatch(m[2])
	if l == nil {
		return c, fmt.Errorf("want LTL(…), not %q", clip(m[2]))
	}
	if f := callRE.FindStringSubmatch(l[1]); f != nil {
		return check{m[1], UnreachCall, f[1]}, nil
	}
	if n := byFormula(l[1]); n != "" {
		return check{m[1], n, ""}, nil
	}
	return c, fmt.Errorf("unknown property %q", clip(l[1]))
}

// joinNames names a file of several lines: properties that have a common name
// get it, others are listed.
func joinNames(list []string) string {
	var out []string
	for _, p := range safety.Properties() {
		has := func(part string) bool { return slices.Contains(list, part) }
		if len(p.Parts) > 0 && !slices.ContainsFunc(p.Parts, func(part string) bool { return !has(part) }) {
			out = append(out, p.Name)
			list = slices.DeleteFunc(list, func(n string) bool { return slices.Contains(p.Parts, n) })
		}
	}
	return strings.Join(append(out, list...), "+")
}

func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "..."
	}
	return s
}
