package report

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"culprit/analysis/safety"
	"culprit/fault"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// SARIF 2.1.0, for the places where code is reviewed: a result for each violated
// assertion or check, with a code flow for each trace that ends there, the likeliest
// faults as related locations, and proved changes as fixes. There are at most so
// many of each that GitHub takes the file; of the steps of a trace the relevant ones
// come first, then the last.

// WriteSARIF writes the report as SARIF 2.1.0. Names of files are relative to root, if
// they lie below it.
func WriteSARIF(w io.Writer, r *Report, root string) error {
	if r.Later != nil {
		r.Later()
	}
	s := &sarifWriter{r: r, root: root, seen: map[string]int{}}
	run := sarif.NewRun().WithTool(sarif.NewTool().WithDriver(
		sarif.NewToolComponent().WithName(r.Tool).WithVersion(r.Version).WithSemanticVersion(r.Version)))
	run.WithColumnKind("utf16CodeUnits")
	for i := range r.Errors {
		if e := &r.Errors[i]; e.Status == "violated" {
			s.rule(run, e)
			run.AddResult(s.result(i, run))
		}
	}
	call := sarif.NewInvocation().WithExecutionSuccessful(true).WithExitCode(r.ExitCode()).WithExitCodeDescription(r.VerdictLine())
	if r.Reason != nil {
		n := sarif.NewNotification().WithLevel("warning").WithMessage(sarif.NewTextMessage("UNKNOWN " + r.Property + ": " + r.Reason.Text))
		if o := r.Reason.Obstacle; o != nil {
			n.WithLocations([]*sarif.Location{s.location(o.Range, "")})
		}
		call.WithToolExecutionNotifications([]*sarif.Notification{n})
	}
	run.AddInvocation(call)
	out := sarif.NewReport()
	out.AddRun(run)
	return out.PrettyWrite(w)
}

// sarifWriter makes the results of a report.
type sarifWriter struct {
	r    *Report
	root string
	seen map[string]int // how many results have a fingerprint so far
}

// rule describes the property that an error violates.
func (s *sarifWriter) rule(run *sarif.Run, e *Error) {
	rule := run.AddRule(cmp.Or(e.Code, e.Property))
	if rule.ShortDescription != nil {
		return
	}
	text := func(t string) *sarif.MultiformatMessageString {
		return sarif.NewMultiformatMessageString().WithText(t)
	}
	p := safety.Lookup(e.Property)
	holds := e.Property
	if p != nil && p.Holds != "" {
		holds = p.Holds
	}
	rule.WithShortDescription(text("It is required that " + holds + "."))
	rule.WithFullDescription(text("A violation of the property " + e.Property + ": an execution was found, and repeated, after which it does not hold that " + holds + "."))
	tags := []string{"correctness"}
	help := "Property " + e.Property + "."
	if code := fault.FindCode(e.Code); code != nil {
		help += " " + code.Means
	}
	if e.CWE != 0 {
		tags = append(tags, "external/cwe/cwe-"+strconv.Itoa(e.CWE))
		help += " See CWE-" + strconv.Itoa(e.CWE) + "."
		rule.WithHelpURI("https://cwe.mitre.org/data/definitions/" + strconv.Itoa(e.CWE) + ".html")
	}
	rule.WithHelp(text(help))
	rule.WithProperties(sarif.NewPropertyBag().WithTags(tags))
	rule.WithDefaultConfiguration(sarif.NewReportingConfiguration().WithLevel("error"))
}

// result is that of the error with this index.
func (s *sarifWriter) result(index int, run *sarif.Run) *sarif.Result {
	e := &s.r.Errors[index]
	text := e.says(maxSaid)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	res := sarif.NewRuleResult(cmp.Or(e.Code, e.Property)).WithRuleIndex(run.GetRuleIndex(cmp.Or(e.Code, e.Property))).WithLevel("error").WithKind("fail").
		WithMessage(sarif.NewTextMessage(text)).WithLocations([]*sarif.Location{s.location(e.Range, "")}).
		WithPartialFingerprints(map[string]string{"failure/v1": s.fingerprint(e)})
	for i := range s.r.Traces {
		if t := &s.r.Traces[i]; t.Error == index && len(res.CodeFlows) < maxListed {
			res.AddCodeFlow(s.flow(t))
		}
	}
	if len(s.r.Traces) == 0 || s.r.Traces[0].Error != index {
		return res // the places are those of the first trace
	}
	for i := range s.r.Answer {
		p := &s.r.Answer[i]
		if len(res.RelatedLocations) < 4*MaxPlaces {
			res.AddRelatedLocation(s.location(p.Range, fmt.Sprintf("%d. %s", i+1, p.Reason)).WithID(i + 1))
		}
		if p.Change != nil && p.Change.Proved && p.Change.Doubt == "" && len(res.Fixes) < MaxPlaces {
			if f := s.fix(p.Change); f != nil {
				res.Fixes = append(res.Fixes, f)
			}
		}
	}
	return res
}

// fingerprint identifies an error in later versions of the file: by the property, the
// function's text of the line and how many such lines come before it, not by its number.
func (s *sarifWriter) fingerprint(e *Error) string {
	line, ok := s.r.sources.line(e.File, e.Line)
	if !ok {
		line = e.What
	}
	sum := sha256.Sum256([]byte(e.Property + "\x00" + filepath.Base(e.File) + "\x00" + strings.Join(strings.Fields(line), " ")))
	key := fmt.Sprintf("%x", sum[:16])
	s.seen[key]++
	return key + ":" + strconv.Itoa(s.seen[key])
}

// flow is a trace.
func (s *sarifWriter) flow(t *Trace) *sarif.CodeFlow {
	var steps []*Step
	for i := range t.Steps {
		if st := &t.Steps[i]; !st.Hidden && st.Line > 0 {
			steps = append(steps, st)
		}
	}
	if drop := len(steps) - maxLines/2; drop > 0 {
		steps = slices.DeleteFunc(steps, func(st *Step) bool {
			if drop > 0 && importance(st) == "unimportant" {
				drop--
				return true
			}
			return false
		})
		steps = steps[max(0, len(steps)-maxLines/2):]
	}
	var locs []*sarif.ThreadFlowLocation
	for i, st := range steps {
		text := st.Text
		if st.Branch != "" {
			text = "condition: " + text
		}
		loc := sarif.NewThreadFlowLocation().WithLocation(s.location(st.Range, text)).
			WithImportance(importance(st)).WithNestingLevel(st.Depth).WithExecutionOrder(i + 1)
		locs = append(locs, loc)
	}
	flow := sarif.NewThreadFlow().WithLocations(locs)
	note := fmt.Sprintf("trace %d", t.ID)
	if in := inputText(t); in != "" {
		note += " with " + in
	}
	return sarif.NewCodeFlow().WithThreadFlows([]*sarif.ThreadFlow{flow}).WithMessage(sarif.NewTextMessage(note))
}

// importance is how a step counts for the failure, in the words of SARIF.
func importance(st *Step) string {
	switch {
	case st.Mark == nil:
		return "unimportant"
	case st.Mark.Status == "relevant":
		return "essential"
	case st.Mark.Status == "irrelevant":
		return "unimportant"
	}
	return "important"
}

// fix is a change as replaced lines; nil if the source is not known.
func (s *sarifWriter) fix(c *Change) *sarif.Fix {
	fix := sarif.NewFix().WithDescription(sarif.NewTextMessage(c.Fix))
	for _, file := range slices.Sorted(maps.Keys(c.files)) {
		old, ok := s.r.sources[file]
		if !ok {
			return nil
		}
		now := splitSources(map[string][]byte{file: c.files[file]})[file]
		from, to := 0, 0
		for from < min(len(old), len(now)) && old[from] == now[from] {
			from++
		}
		if from == len(old) && from == len(now) {
			continue // another file is changed
		}
		for to < min(len(old), len(now))-from && old[len(old)-1-to] == now[len(now)-1-to] {
			to++
		}
		text := strings.Join(now[from:len(now)-to], "\n")
		if len(now)-to > from {
			text += "\n"
		}
		gone := sarif.NewRegion().WithStartLine(from + 1).WithStartColumn(1).WithEndLine(len(old) - to + 1).WithEndColumn(1)
		fix.AddArtifactChange(sarif.NewArtifactChange().WithArtifactLocation(s.artifact(file)).
			WithReplacements([]*sarif.Replacement{sarif.NewReplacement().WithDeletedRegion(gone).
				WithInsertedContent(sarif.NewArtifactContent().WithText(text))}))
	}
	if len(fix.ArtifactChanges) == 0 {
		return nil
	}
	return fix
}

// location is a range with a text, if there is one.
func (s *sarifWriter) location(r Range, text string) *sarif.Location {
	loc := sarif.NewLocation()
	if r.Line > 0 {
		region := sarif.NewRegion().WithStartLine(r.Line).WithStartColumn(s.column(r.File, r.Line, r.Col))
		if r.EndLine >= r.Line && r.EndCol > 0 {
			region.WithEndLine(r.EndLine).WithEndColumn(s.column(r.File, r.EndLine, r.EndCol))
		}
		loc.WithPhysicalLocation(sarif.NewPhysicalLocation().WithArtifactLocation(s.artifact(r.File)).WithRegion(region))
	}
	if text != "" {
		loc.WithMessage(sarif.NewTextMessage(text))
	}
	return loc
}

// column counts UTF-16 code units where positions count bytes.
func (s *sarifWriter) column(file string, line, col int) int {
	text, ok := s.r.sources.line(file, line)
	if !ok || col < 1 || col-1 > len(text) {
		return max(col, 1)
	}
	return len(utf16.Encode([]rune(text[:col-1]))) + 1
}

// artifact is the address of a file: relative to the root below which it lies, else
// absolute.
func (s *sarifWriter) artifact(file string) *sarif.ArtifactLocation {
	name := cmp.Or(file, s.r.File)
	if abs, err := filepath.Abs(name); err == nil && s.root != "" {
		if rel, err := filepath.Rel(s.root, abs); err == nil && filepath.IsLocal(rel) {
			u := url.URL{Path: filepath.ToSlash(rel)}
			return sarif.NewArtifactLocation().WithURI(u.EscapedPath()).WithURIBaseID("%SRCROOT%")
		}
		u := url.URL{Scheme: "file", Path: filepath.ToSlash(abs)}
		return sarif.NewArtifactLocation().WithURI(u.String())
	}
	u := url.URL{Path: filepath.ToSlash(name)}
	return sarif.NewArtifactLocation().WithURI(u.EscapedPath())
}
