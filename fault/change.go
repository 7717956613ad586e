package fault

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"culprit/analysis/safety"
	"culprit/cfg"
)

// Change is a change of the source text that a method has executed.
type Change struct {
	Kind string  // relation, constant, deletion, ...
	Pos  cfg.Pos // of the statement that is changed
	// Before and After are the changed line, or lines, without white space
	// around them.
	Before, After string
	Diff          string            // the change in the unified format
	Files         map[string][]byte // the texts of the program with the change
	// Reason says why the change is called a fix, see Proved; "" if it is evidence
	// for its place and no more.
	Reason string
	Proof  Proof // of the changed program
	// Doubt is why the change is not called a fix for all that, a clause; "" if nothing is
	// known against it.
	Doubt     string
	Suggested bool // it is likely enough to be shown for all its doubt
	Seldom    bool // the doubt is only that other changes than those that were tried may be meant
	Asked     bool // the verifier was asked for a proof in the end
	// Fixed of Failing failing runs pass with it, and Kept of Passing passing
	// runs do as before.
	Fixed, Failing, Kept, Passing int
}

// Fix reports whether the change is called a fix, for the reason it has.
func (c *Change) Fix() bool { return c.Reason != "" && c.Doubt == "" }

// Mends reports whether nothing that is known speaks against the change: its place is as good as that of
// a fix.
func (c *Change) Mends() bool { return c.Reason != "" && (c.Doubt == "" || c.Seldom) }

// Proof is what the verifier proves of a program.
type Proof struct {
	Holds   string   // a sentence; "": nothing is proved
	Assumed []string // what that assumes, each a sentence
}

// ProofOf is the proof of a program, lowered for the verifier with checks: that no
// property is violated which an error location is about. Without one nothing can
// violate the properties that checks are for. Of assertions nothing is proved
// then: there is none.
func ProofOf(prog *cfg.Program, checks safety.Checks, assumed []cfg.Note) Proof {
	asked := map[string]bool{}
	for _, l := range prog.Locs {
		if l.Kind == cfg.Error {
			asked[cmp.Or(l.Property, safety.UnreachCall)] = true
		}
	}
	var holds []string
	undefined := 0
	for _, p := range safety.Properties() {
		if !asked[p.Name] && (len(asked) > 0 || checks&p.Checks == 0) {
			continue
		}
		if safety.PartOf(p.Name, safety.UB) {
			undefined++
		}
		if !slices.Contains(holds, p.Holds) {
			holds = append(holds, p.Holds)
		}
	}
	said := map[cfg.Note]bool{}
	p := Proof{Holds: strings.Join(holds, " and ")}
	if undefined > 1 && len(p.Holds) > 2*MaxQuoted {
		p.Holds = strings.Join(defined(asked, checks), " and ")
	}
	for _, n := range assumed {
		text := n.Text
		n.Pos = cfg.Pos{}
		if !said[n] { // at several places
			said[n] = true
			p.Assumed = append(p.Assumed, text)
		}
	}
	return p
}

// defined says of many kinds of undefined behaviour that they do not happen, and of the
// other properties what holds.
func defined(asked map[string]bool, checks safety.Checks) []string {
	all := safety.Asks(safety.UB)
	holds := []string{"nothing undefined happens"}
	if checks&all != all {
		holds[0] += " of the kinds that are asked about"
	}
	for _, p := range safety.Properties() {
		if (asked[p.Name] || len(asked) == 0 && checks&p.Checks != 0) && !safety.PartOf(p.Name, safety.UB) && !slices.Contains(holds, p.Holds) {
			holds = append(holds, p.Holds)
		}
	}
	return holds
}

// Reason is the reason of a change with which something is proved.
func (p *Proof) Reason() string { return "proved: with it, " + p.Holds }

// Assuming ends a sentence on what is proved.
func (p Proof) Assuming() string {
	if len(p.Assumed) == 0 {
		return ""
	}
	return "; " + strings.Join(p.Assumed, "; ")
}

// Brief is the proof with its assumptions counted, for where they have no room.
func (p Proof) Brief() Proof {
	switch n := len(p.Assumed); n {
	case 0:
	case 1:
		p.Assumed = []string{"1 assumption"}
	default:
		p.Assumed = []string{fmt.Sprintf("%d assumptions", n)}
	}
	return p
}

// Still is the reason of a change that makes failing runs pass, as what says, and
// leaves n runs as they are that pass: passing ones, or sampled correct ones.
func Still(what string, n int, kind string) string {
	if n == 1 {
		return what + ", and the " + kind + " one still passes"
	}
	return fmt.Sprintf("%s, and all %d %s ones still pass", what, n, kind)
}

// Quoted quotes the text after a change for a sentence, at most so many bytes: of a
// longer one those around what differs from the text before it.
func Quoted(before, after string, most int) string {
	before, after = strings.TrimRight(WithoutComment(before), " \t"), strings.TrimRight(WithoutComment(after), " \t")
	if len(after) <= most {
		return "`" + after + "`"
	}
	from, same := 0, 0
	for from < len(before) && from < len(after) && before[from] == after[from] {
		from++
	}
	for same < min(len(before), len(after))-from && before[len(before)-1-same] == after[len(after)-1-same] {
		same++
	}
	differs := from
	around := max(0, most-(len(after)-same-from)) / 2
	from = max(0, min(from-around, len(after)-most))
	to := from + most
	const dots = 4
	if from <= dots { // as short as what stands for it
		from = 0
	}
	if len(after)-to <= dots {
		to = len(after)
	}
	if i := strings.IndexByte(after[from:], ' '); from > 0 && i >= 0 && from+i < differs {
		from += i + 1 // at a word
	}
	if i := strings.LastIndexByte(after[:to], ' '); to < len(after) && i >= len(after)-same {
		to = i
	}
	quoted := strings.ToValidUTF8(after[from:to], "")
	if from > 0 {
		quoted = "... " + quoted
	}
	if to < len(after) {
		quoted += " ..."
	}
	return "`" + quoted + "`"
}

// Empty reports whether nothing is left of a changed text.
func Empty(after string) bool { return strings.Trim(WithoutComment(after), " \t;") == "" }

// Sentence is the sentence about a change that is a fix: what is to be written
// ("": nothing) in place of what was there before, of which at most so many bytes are
// quoted, what that is proved to do, if it is, and else the reason.
func Sentence(before, after string, proof *Proof, reason string, most int) string {
	gone := Empty(after)
	switch {
	case proof.Holds != "" && gone:
		return "without it, " + proof.claim()
	case proof.Holds != "":
		return "with " + Quoted(before, after, most) + ", " + proof.claim()
	case gone:
		return "deleting it " + reason
	}
	return Quoted(before, after, most) + " " + reason
}

// Sentence is the sentence about a change that is a fix, or would be one but for a doubt: what is
// proved is told then, but not that it is, which would sound like advice.
func (c *Change) Sentence() string {
	switch {
	case c.Doubt == "":
		return Sentence(c.Before, c.After, &c.Proof, c.Reason, MaxQuoted)
	case c.Proof.Holds != "" && Empty(c.After):
		return "without it, " + c.Proof.Holds + ", but " + c.Doubt
	case c.Proof.Holds != "":
		return "with " + Quoted(c.Before, c.After, MaxQuoted) + ", " + c.Proof.Holds + ", but " + c.Doubt
	}
	return Sentence(c.Before, c.After, &c.Proof, c.Reason, MaxQuoted) + ", but " + c.Doubt
}

func (p *Proof) claim() string { return p.Holds + " (proved" + p.Assuming() + ")" }

// WithoutComment cuts the comment at the end of a line. Where quotes make it
// uncertain that it is one, nothing is cut.
func WithoutComment(s string) string {
	i := strings.Index(s, "//")
	if j := strings.Index(s, "/*"); j >= 0 && (i < 0 || j < i) && strings.HasSuffix(strings.TrimRight(s, " \t"), "*/") {
		i = j
	}
	if i < 0 || strings.ContainsAny(s[:i], "\"'") {
		return s
	}
	return s[:i]
}
