package svcomp

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"culprit/cfg/safety"
)

// The names of the properties of the competition rules.
const (
	UnreachCall    = "unreach-call"
	NoOverflow     = "no-overflow"
	ValidMemsafety = "valid-memsafety"
	ValidFree      = "valid-free"
	ValidDeref     = "valid-deref"
	ValidMemtrack  = "valid-memtrack"
	ValidMemclean  = "valid-memcleanup"
	Termination    = "termination"
	NoDataRace     = "no-data-race"
	CoverageBranch = "coverage-branches"
	CoverageError  = "coverage-error-call"
)

var names = []string{
	UnreachCall, NoOverflow, ValidMemsafety, ValidFree, ValidDeref, ValidMemtrack, ValidMemclean,
	Termination, NoDataRace, CoverageBranch, CoverageError,
}

// Property is what a task asks about a program.
type Property struct {
	Name string
	File string // where it was read from, "" if it was named on the command line
	// ErrorFuncs are the functions whose call is the violation, for
	// unreach-call.
	ErrorFuncs []string
	// Supported says that this verifier can decide it.
	Supported bool
}

// Checks are the assertions that the property asks the front end for; none
// for unreach-call.
func (p *Property) Checks() safety.Checks {
	var c safety.Checks
	for _, name := range strings.Split(p.Name, "+") {
		c |= checks[name]
	}
	return c
}

var checks = map[string]safety.Checks{
	NoOverflow:     safety.Overflow,
	ValidMemsafety: safety.Memsafety,
	ValidFree:      safety.Free,
	ValidDeref:     safety.Deref,
	ValidMemtrack:  safety.Memtrack,
	ValidMemclean:  safety.Memclean,
}

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
	return p.Name == UnreachCall
}

// Named returns the property with a name of the competition rules.
func Named(name string) (Property, bool) {
	for _, n := range names {
		if n != name {
			continue
		}
		if n == UnreachCall {
			return Default(), true
		}
		return Property{Name: n}, true
	}
	return Property{}, false
}

// Names lists the names that Named knows.
func Names() []string { return append([]string(nil), names...) }

// LoadProperty takes what a user writes behind --property: a name of the
// rules or a file.
func LoadProperty(arg string) (Property, error) {
	if p, ok := Named(arg); ok {
		return p, nil
	}
	if strings.ContainsAny(arg, `/\`) || filepath.Ext(arg) != "" {
		return ReadProperty(arg)
	}
	return Property{}, &Error{File: arg, Msg: "unknown property; known are " + strings.Join(names, ", ") + ", or name a .prp file"}
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

// formulas gives the name of each LTL formula of the rules except calls,
// with all white space removed.
var formulas = map[string]string{
	"G!overflow":        NoOverflow,
	"Gvalid-free":       ValidFree,
	"Gvalid-deref":      ValidDeref,
	"Gvalid-memtrack":   ValidMemtrack,
	"Gvalid-memcleanup": ValidMemclean,
	"Fend":              Termination,
	"G!data-race":       NoDataRace,
}

// ParseProperty parses the text of a property file.
func ParseProperty(file string, src []byte) (Property, error) {
	p := Property{File: file}
	seen := map[string]bool{}
	for i, line := range strings.Split(string(src), "\n") {
		text := strings.TrimSpace(line)
		if text == "" || strings.HasPrefix(text, "//") || strings.HasPrefix(text, "#") {
			continue
		}
		col := strings.Index(line, text) + 1
		name, fn, err := parseCheck(text)
		if err != nil {
			return Property{}, &Error{File: file, Line: i + 1, Col: col, Msg: err.Error()}
		}
		if fn != "" {
			p.ErrorFuncs = append(p.ErrorFuncs, fn)
		}
		if !seen[name] {
			seen[name] = true
			p.Name = joinNames(p.Name, name)
		}
	}
	if p.Name == "" {
		return Property{}, &Error{File: file, Line: 1, Col: 1, Msg: "no CHECK( init(main()), LTL(…) ) line"}
	}
	p.Supported = p.Name == UnreachCall
	return p, nil
}

// parseCheck returns the name of one property line and, for calls, the
// function.
func parseCheck(text string) (name, fn string, err error) {
	if m := coverRE.FindStringSubmatch(text); m != nil {
		if strings.Contains(m[2], "@CALL") {
			return CoverageError, "", nil
		}
		return CoverageBranch, "", nil
	}
	m := checkRE.FindStringSubmatch(text)
	if m == nil {
		return "", "", fmt.Errorf("want CHECK( init(main()), LTL(…) ), not %q", clip(text))
	}
	if m[1] != "main" {
		return "", "", fmt.Errorf("programs start at main, not at %s", m[1])
	}
	l := ltlRE.FindStringSubmatch(m[2])
	if l == nil {
		return "", "", fmt.Errorf("want LTL(…), not %q", clip(m[2]))
	}
	if c := callRE.FindStringSubmatch(l[1]); c != nil {
		return UnreachCall, c[1], nil
	}
	if n, ok := formulas[spaceRE.ReplaceAllString(l[1], "")]; ok {
		return n, "", nil
	}
	return "", "", fmt.Errorf("unknown property %q", clip(l[1]))
}

// joinNames names a file of several lines: the three properties of memory
// safety have a common name, others are listed.
func joinNames(a, b string) string {
	switch {
	case a == "":
		return b
	case isMemsafety(a) && isMemsafety(b):
		return ValidMemsafety
	}
	return a + "+" + b
}

func isMemsafety(name string) bool {
	return name == ValidFree || name == ValidDeref || name == ValidMemtrack || name == ValidMemsafety
}

func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:57]) + "..."
	}
	return s
}
