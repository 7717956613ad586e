package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/cmd/verify/target"
	"culprit/fault"
	"culprit/harness"
	"culprit/interp"
	"culprit/report"
)

// A trace says of each call of the library by itself what it reads. Here that
// becomes a text: arguments, standard input, an environment, with which the program
// is executed as `verify run` does it, and has to fail as the trace does.

// given is what the program of a trace is given as text.
type given struct {
	harness.Text
	why string // nothing was found; else ""
}

// giver finds texts for traces.
type giver struct {
	t      *target.Program
	runner *interp.Runner
	broken bool // the program cannot be executed
	found  map[*cfg.Trace]*given
}

func newGiver(t *target.Program) *giver {
	host := *t
	host.Labels = true // as the verifier takes it
	return &giver{t: &host, found: map[*cfg.Trace]*given{}}
}

// replay executes a trace and looks for a text with which the program runs so.
func (g *giver) replay(prog *cfg.Program, tr *cfg.Trace) error {
	res, err := interp.ReplayNotes(prog, tr)
	if err != nil {
		return err
	}
	return g.take(prog, tr, res.Places)
}

// take looks for a text for a trace that was replayed. The error says that there
// cannot be one: the library never says what it says there.
func (g *giver) take(prog *cfg.Program, tr *cfg.Trace, places map[int]interp.Place) error {
	if g == nil {
		return nil
	}
	at := make(map[int]harness.Place, len(places))
	for k, p := range places {
		at[k] = harness.Place(p)
	}
	texts := harness.Texts(prog, tr, at)
	if len(texts) == 0 {
		return nil
	}
	out := &given{why: "no text was found with which an execution fails in the same way"}
	for i := range texts {
		if g.fails(&texts[i], tr) {
			g.plain(&texts[i], tr)
			out = &given{Text: texts[i]}
			break
		}
	}
	g.found[tr] = out
	if why := texts[0].Impossible; out.why != "" && why != "" {
		return fmt.Errorf("no input is like this: %s", why)
	}
	return nil
}

// numbers looks for the text with the numbers of a trace that takes no other one.
func (g *giver) numbers(tr *cfg.Trace) {
	if g.found[tr] != nil {
		return
	}
	_, texts := valuesOf(tr)
	if len(texts) == 0 || len(texts) > maxInputs {
		return
	}
	out := &given{Text: harness.Text{Stdin: []byte(strings.Join(texts, " ") + "\n")}}
	if g.fails(&out.Text, tr) {
		g.found[tr] = out
	}
}

// fails reports whether an execution on a text fails as a trace does.
func (g *giver) fails(text *harness.Text, tr *cfg.Trace) bool {
	if g.runner == nil && !g.broken {
		prog, err := g.t.Parse(true)
		if g.broken = err != nil; g.broken {
			return false
		}
		g.runner = interp.NewRunner(prog)
	}
	if g.broken || len(tr.Edges) == 0 {
		return false
	}
	p := g.t.Executed()
	r := g.runner.Run(interp.RunConfig{
		Stdin: bytes.NewReader(text.Stdin), Args: append([]string{g.t.File}, text.Args...), Env: text.Env,
		Checks: p.Checks, Leaks: p.Leaks, Limits: interp.Limits{Steps: testSteps / 2},
	})
	end := tr.Edges[len(tr.Edges)-1].To
	places := []cfg.Pos{end.Pos, calledAt(tr)}
	here := func(at cfg.Pos) bool {
		return at.IsValid() && slices.ContainsFunc(places, func(p cfg.Pos) bool { return p.File == at.File && p.Line == at.Line })
	}
	switch {
	case r.Status == interp.ReachedError:
		return here(r.Loc.Pos)
	case r.Fault == nil:
		return false
	}
	if v := fault.Violated(r.Fault); v == nil || v.Name != end.Property {
		return false
	}
	return here(r.Fault.At) || len(r.Leaks) > 0 || slices.ContainsFunc(r.Stack, func(f interp.Frame) bool { return here(f.Call.Pos) })
}

// field is a part of a text that can be changed.
type field struct {
	text string
	put  func(string)
}

func fields(t *harness.Text) (out []field) {
	if t.Stdin != nil {
		out = append(out, field{string(t.Stdin), func(s string) { t.Stdin = []byte(s) }})
	}
	for i, a := range t.Args {
		out = append(out, field{a, func(s string) { t.Args[i] = s }})
	}
	for i, v := range t.Env {
		name, value, _ := strings.Cut(v, "=")
		out = append(out, field{value, func(s string) { t.Env[i] = name + "=" + s }})
	}
	return out
}

// plain replaces bytes that are hard to type, where the failure does not need them:
// all of a field, or else one by one.
func (g *giver) plain(text *harness.Text, tr *cfg.Trace) {
	for _, f := range fields(text) {
		b := []byte(f.text)
		var hard []int
		for i, c := range b {
			if !typed(c) {
				hard, b[i] = append(hard, i), 'a'
			}
		}
		if len(hard) == 0 {
			continue
		}
		f.put(string(b))
		if g.fails(text, tr) {
			continue
		}
		b = []byte(f.text)
		for _, i := range hard[:min(len(hard), maxInputs)] {
			b[i] = 'a'
			f.put(string(b))
			if !g.fails(text, tr) {
				b[i] = f.text[i]
			}
		}
		f.put(string(b))
	}
}

// typed reports whether a byte is one that people type.
func typed(c byte) bool { return c == '\n' || ' ' <= c && c < 0x7f }

// start makes a test fail as a trace does: with the text that was found, or the values
// of the inputs by themselves. It returns these as text.
func (g *giver) start(test *fault.Test, tr *cfg.Trace) (texts []string) {
	test.Values, texts = valuesOf(tr)
	if x := g.found[tr]; x != nil && x.why == "" && x.Inputs != nil {
		test.Values, texts = nil, nil
		test.Args, test.Stdin, test.Env = x.Args, x.Stdin, x.Env
	}
	return texts
}

// repetitions adds to the traces of a report the commands that repeat them.
func (c *verifyCommand) repetitions(out outcome, rep *report.Report, g *giver) {
	for i := range min(len(rep.Traces), len(out.res.Traces)) {
		t, tr := &rep.Traces[i], out.res.Traces[i].Trace
		if c.Format == "text" || c.Report != "" {
			g.numbers(tr)
		}
		x := g.found[tr]
		if x == nil {
			continue
		}
		for _, k := range x.Inputs {
			t.Inputs[k].Text = true
		}
		if t.Replay == "" && x.why == "" {
			t.Replay = c.command(x)
		}
	}
}

// commandLength is how long a command may be to be printed, in bytes.
const commandLength = 600

// command is the command line that repeats a trace, "" if it is too long.
func (c *verifyCommand) command(g *given) string {
	words := c.running()
	for _, v := range g.Env {
		words = append(words, "--env", shellWord(v))
	}
	words = append(words, fileWord(c.File))
	dashes := false
	for _, a := range g.Args {
		if !dashes && strings.HasPrefix(a, "-") {
			dashes = true
			words = append(words, "--")
		}
		words = append(words, shellWord(a))
	}
	line := strings.Join(words, " ")
	switch {
	case g.Stdin == nil:
	case len(g.Stdin) == 0:
		line += " < /dev/null"
	default:
		line = shellPrint(string(g.Stdin)) + " | " + line
	}
	if len(line) > commandLength {
		return ""
	}
	return line
}

// piece is a part of a text: text, n times.
type piece struct {
	text string
	n    int
}

// longRun is how many equal bytes are counted in a command, not written.
const longRun = 40

// pieces cuts long runs of one byte out of a text.
func pieces(s string) (out []piece) {
	from := 0
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		if j-i >= longRun {
			if from < i {
				out = append(out, piece{s[from:i], 1})
			}
			out = append(out, piece{s[i : i+1], j - i})
			from = j
		}
		i = j
	}
	if from < len(s) {
		out = append(out, piece{s[from:], 1})
	}
	return out
}

// prints is a shell command that prints a part of a text.
func (p piece) prints() string {
	if p.n == 1 {
		dashes := ""
		if strings.HasPrefix(p.text, "-") {
			dashes = "-- "
		}
		return "printf " + dashes + "'" + escaped(p.text) + "'"
	}
	if p.text == "\x00" {
		return fmt.Sprintf("head -c %d /dev/zero", p.n)
	}
	return fmt.Sprintf(`head -c %d /dev/zero | tr '\0' '%s'`, p.n, strings.ReplaceAll(escaped(p.text), "%%", "%"))
}

// shellPrint is a shell command that prints a text.
func shellPrint(s string) string {
	ps := pieces(s)
	if len(ps) == 1 {
		return ps[0].prints()
	}
	var out []string
	for _, p := range ps {
		out = append(out, p.prints())
	}
	return "{ " + strings.Join(out, "; ") + "; }"
}

// shellWord is a text as one word of a shell command.
func shellWord(s string) string {
	ps := pieces(s)
	if len(ps) <= 1 && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7f }) && (len(ps) == 0 || ps[0].n == 1) {
		return quoted(s)
	}
	if strings.HasSuffix(s, "\n") { // which a command substitution drops
		return quoted(s)
	}
	return `"$(` + shellPrint(s) + `)"`
}

// fileWord quotes the name of a file for a shell, so that no program takes it for a flag.
func fileWord(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	return shellWord(name)
}

// escaped is a text as a format of printf between single quotes.
func escaped(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n':
			b.WriteString(`\n`)
		case c == '%':
			b.WriteString("%%")
		case c == '\\':
			b.WriteString(`\\`)
		case c == '\'':
			b.WriteString(`'\''`)
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// valuesOf are the values of the nondeterministic inputs of a trace, as bits
// and as text.
func valuesOf(tr *cfg.Trace) (values []uint64, texts []string) {
	values = []uint64{}
	for _, in := range tr.Inputs {
		if s := tr.Edges[in.Step].Stmt; cfg.AsksInput(s) {
			values = append(values, in.Value)
			texts = append(texts, shown(s.(*cfg.Havoc), in.Value))
		}
	}
	return values, texts
}

// shown writes a value as one of its type.
func shown(h *cfg.Havoc, v uint64) string { return cfg.FormatValue(h.Dst.Type, h.Dst.Signed, v) }

// quoted writes a word for a shell.
func quoted(s string) string {
	const safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:@%="
	if s != "" && s[0] != '-' && strings.Trim(s, safe) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// running is the beginning of a command that executes the program of c.
func (c *verifyCommand) running() []string {
	words := []string{"verify", "run"}
	if c.Property != "" {
		words = append(words, "--property", quoted(c.Property))
	}
	if c.DataModel != "" {
		words = append(words, "--data-model", quoted(c.DataModel))
	}
	for _, name := range c.More {
		words = append(words, "--unit", fileWord(name))
	}
	for _, w := range c.Words() {
		words = append(words, "--"+quoted(strings.TrimPrefix(w, "--")))
	}
	return words
}
