package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/kept"
	"culprit/cmd/verify/target"
	"culprit/frontend"
	"culprit/frontend/extern"
	"culprit/report"
	"culprit/report/html"
	"culprit/svcomp"
)

// checkCommand asks about the functions of a project, keeps the answers, and tells what
// is new.
type checkCommand struct {
	What         []string `arg:"" optional:"" help:"A file of settings (default: verify.toml), or C files."`
	Flag         []string `sep:"none" help:"What else verify is told about each function; these may also follow as they are after --." placeholder:"FLAG"`
	In           []string `sep:"none" help:"Only functions of this file." placeholder:"FILE"`
	ChangedSince string   `help:"Only functions that are not what they were in this revision of the git repository." placeholder:"REV"`
	Accept       bool     `help:"Write the findings into the baseline: they are known from then on."`
	Retry        bool     `help:"Ask again where the answer was UNKNOWN."`
	Jobs         int      `short:"j" help:"How many functions are asked about at a time (default: one for each processor)." placeholder:"N"`
	Format       string   `help:"text, json, sarif (SARIF 2.1.0) or junit (JUnit's XML)." enum:"text,json,sarif,junit" default:"text"`
	Cache        string   `help:"Folder of answers, in place of that of the settings; for C files there is none by default." placeholder:"DIR"`
	Report       string   `help:"Write a page for a browser into this folder: index.html." placeholder:"DIR"`
	Output       string   `short:"o" help:"Write the report to this file, and only the last line to stdout." placeholder:"FILE"`
}

// Run executes the command.
func (c *checkCommand) Run(a *app) error {
	if c.Jobs < 0 {
		return console.BadInput("--jobs: must not be negative")
	}
	if err := c.outputs(); err != nil {
		return err
	}
	s, err := c.settings()
	if err != nil {
		return err
	}
	list, err := s.functions()
	if err != nil {
		return err
	}
	all := len(list)
	if all == 0 && len(s.in) == 0 {
		return console.BadFile(s.name, "no function here may be called by other files (verify --entry NAME asks about any)")
	}
	if c.ChangedSince != "" {
		if list, err = s.changed(list, c.ChangedSince); err != nil {
			return err
		}
	}
	program, err := console.Self()
	if err != nil {
		return err
	}
	known, err := readBaseline(s.Baseline)
	if err != nil {
		return err
	}
	store, err := kept.Open(s.Cache)
	if err != nil {
		return err
	}
	ctx, stop := a.UntilSignal()
	defer stop()
	var lines bytes.Buffer
	text := io.Writer(&lines)
	if c.Output == "" {
		text = a.Stdout
	}
	if c.Format != "text" {
		text = io.Discard
	}
	c.ask(ctx, program, store, list, text)
	interrupted := ctx.Err() != nil
	r := s.survey(list, all)
	comments, err := ignorings(r.Texts())
	if err != nil {
		return err
	}
	r.Decide(known.known, func(f *report.Finding) (string, bool) { return ignored(comments, f) }, interrupted)
	whole := r.Whole() && !interrupted
	if whole {
		r.Notes = append(r.Notes, s.stale(list, comments)...)
		r.Notes = append(r.Notes, known.stale(s.Baseline, r)...)
	}
	var lost []error
	if c.Accept {
		lost = append(lost, known.accept(s.Baseline, r, whole))
	}
	lost = append(lost, c.write(a, r, &lines)...)
	return a.Unwritten(r.Status, append(lost, store.Lost...)...)
}

// outputs checks where the report and the page go. Settings change the folder.
func (c *checkCommand) outputs() error {
	if c.Output != "" {
		if err := console.CheckOutput(c.Output); err != nil {
			return err
		}
		c.Output = absolute(c.Output)
	}
	if c.Report != "" {
		if err := console.CheckFolder(c.Report); err != nil {
			return err
		}
		c.Report = absolute(c.Report)
	}
	return nil
}

// write writes the report, in a file below the lines about each function, and the page.
// The errors say what is lost.
func (c *checkCommand) write(a *app, r *report.Survey, lines *bytes.Buffer) (lost []error) {
	out, root := a.Reader(), "."
	if dir, err := os.Getwd(); err == nil {
		root = dir
	}
	if c.Output == "" {
		lost = append(lost, out.Lost(report.WriteSurvey(out, r, c.Format, root)))
	} else {
		lost = append(lost, console.WriteFile(c.Output, func(w io.Writer) error {
			if _, err := lines.WriteTo(w); err != nil {
				return err
			}
			return report.WriteSurvey(w, r, c.Format, root)
		}))
		_, err := fmt.Fprintln(out, r.Summary)
		lost = append(lost, out.Lost(err))
	}
	if c.Report != "" {
		lost = append(lost, a.writeHTML(filepath.Join(c.Report, "index.html"), html.Input{Survey: r, Files: html.FilesOf(r)}))
	}
	return lost
}

// settings are those of a file, or those that C files stand for, with what the command
// line says.
func (c *checkCommand) settings() (s *settings, err error) {
	names, code := c.What, slices.ContainsFunc(c.What, hasFunctions)
	cache := ""
	var in []string
	if c.Cache != "" {
		cache = absolute(c.Cache)
	}
	for _, name := range c.In {
		in = append(in, absolute(name))
	}
	switch {
	case code && slices.ContainsFunc(names, func(w string) bool { return !hasFunctions(w) }) || !code && len(names) > 1:
		return nil, console.BadInput("check wants a file of settings, or C files: %s", strings.Join(names, " "))
	case code && c.Accept:
		return nil, console.BadInput("--accept: the baseline is named by a file of settings")
	case code:
		for _, name := range names {
			if _, err := svcomp.ReadFile(name); err != nil {
				return nil, console.Complaint(err)
			}
		}
		s = defaultSettings(strings.Join(names, " "))
		s.Files, s.Baseline, s.Cache = names, "", ""
	case len(names) == 1:
		s, err = readSettings(names[0])
	default:
		s, err = readSettings("verify.toml")
	}
	if err != nil {
		return nil, err
	}
	s.in = in
	s.Flags = append(s.Flags, c.Flag...)
	if cache != "" {
		s.Cache = cache
	}
	s.program, err = hashOfSelf()
	return s, err
}

// asks reports whether the functions of a file are asked about.
func (s *settings) asks(file string) bool {
	return len(s.in) == 0 || slices.Contains(s.in, absolute(file))
}

// absolute is the name of a file wherever one stands.
func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// hasFunctions reports whether a file may be asked about: one of C, or a library that is
// one header.
func hasFunctions(name string) bool { return target.IsCode(name) || filepath.Ext(name) == ".h" }

// survey puts the answers together.
func (s *settings) survey(list []*inquiry, all int) *report.Survey {
	answers := []report.Surveyed{}
	for _, q := range list {
		answers = append(answers, q.Surveyed)
	}
	texts := map[string][]byte{}
	for _, f := range s.project.Files {
		texts[f.Name] = f.Text
	}
	return report.NewSurvey("verify", version, s.name, answers, all-len(list), texts)
}

// ask gets the answers, from the store or by asking, and writes them as lines in their
// order.
func (c *checkCommand) ask(ctx context.Context, program string, store *kept.Store, list []*inquiry, w io.Writer) {
	width := 0
	for _, q := range list {
		width = max(width, len(q.Name))
	}
	jobs := c.Jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var wait sync.WaitGroup
	done := make([]chan struct{}, len(list))
	next := make(chan int)
	for i := range list {
		done[i] = make(chan struct{})
	}
	for range jobs {
		wait.Go(func() {
			for i := range next {
				c.answer(ctx, program, store, list[i])
				close(done[i])
			}
		})
	}
	go func() {
		for i := range list {
			next <- i
		}
		close(next)
	}()
	for i, q := range list {
		<-done[i]
		if q.Verdict() == "" && ctx.Err() != nil {
			continue // not asked about
		}
		reused := ""
		if q.Reused {
			reused = "  (as before)"
		}
		fmt.Fprintf(w, "%-*s  %s%s\n", width, q.Name, q.Line(), reused)
	}
	wait.Wait()
}

// answer gets one answer.
func (c *checkCommand) answer(ctx context.Context, program string, store *kept.Store, q *inquiry) {
	if q.Refused != "" || ctx.Err() != nil {
		return
	}
	if q.Report = store.Get(q.key, q.print); q.Report != nil && !(c.Retry && q.Verdict() == "UNKNOWN") {
		q.Reused = true
		return
	}
	q.Report = nil
	var out, complaint bytes.Buffer
	cmd := console.Again(ctx, program, q.words)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	err := cmd.Run()
	r, unread := report.ReadJSON(bytes.NewReader(out.Bytes()))
	switch {
	case unread == nil:
		q.Report = r
		if ctx.Err() == nil && kept.Lasts(r) {
			store.Put(q.key, q.print, out.Bytes())
		}
	case complaint.Len() > 0:
		q.Refused = console.OneLine(console.FirstLine(complaint.String()))
	default:
		q.Refused = fmt.Sprint(err)
	}
}

// functions are those that the settings ask about, with the command line and the
// fingerprint of each.
func (s *settings) functions() (list []*inquiry, err error) {
	p, err := s.open()
	if err != nil {
		return nil, err
	}
	for _, name := range s.in {
		if !slices.ContainsFunc(p.Files, func(f frontend.Source) bool { return absolute(f.Name) == name }) {
			list = append(list, &inquiry{Surveyed: report.Surveyed{Name: report.AnyFunction, File: target.Shortest(name), Refused: fmt.Sprintf("%s is not a file of %s", target.Shortest(name), s.name)}})
		}
	}
	matched := make([]bool, len(s.Entries))
	prints := map[string]*extern.Fingerprints{}
	for i := range p.Files {
		p.Read(i) // so that what is in one file is not asked of some of the others
	}
	for i := range p.Files {
		if !s.asks(p.Files[i].Name) {
			continue
		}
		var names []string
		for name := range p.Read(i).Functions {
			if len(s.Entries) == 0 && p.Read(i).Linked[name] && name != "main" {
				names = append(names, name)
			}
			for k, pattern := range s.Entries {
				if ok, _ := path.Match(pattern, name); ok && (name != "main" || pattern == "main") {
					matched[k] = true
					names = append(names, name)
					break
				}
			}
		}
		slices.Sort(names)
		for _, name := range names {
			q := &inquiry{Surveyed: report.Surveyed{Name: name, File: p.Files[i].Name}}
			s.prepare(p, q, prints)
			list = append(list, q)
		}
		if p.Broken[i] != nil {
			list = append(list, &inquiry{Surveyed: report.Surveyed{Name: report.AnyFunction, File: p.Files[i].Name, Refused: console.OneLine(p.Broken[i].Error())}})
		}
	}
	for k, ok := range matched {
		if !ok && len(s.in) == 0 {
			return nil, console.BadInput("%s:1:1: entries: no function that %q matches has a body here", s.name, s.Entries[k])
		}
	}
	return list, nil
}

// prepare finds out what is needed to ask about a function.
func (s *settings) prepare(p *target.Project, q *inquiry, prints map[string]*extern.Fingerprints) {
	files, model, unsigned, err := p.Program(q.Name, q.File)
	if err != nil {
		q.Refused = console.OneLine(err.Error())
		return
	}
	q.words = s.words(q, files)
	conf := p.Conf
	conf.UnsignedChar = conf.UnsignedChar || unsigned
	if bits, err := svcomp.ParseDataModel(model); err == nil {
		conf.PtrBits = bits
	}
	key := fmt.Sprint(model, unsigned)
	for _, f := range files {
		key += "\x00" + f.Name
	}
	if prints[key] == nil {
		f, err := extern.NewFingerprints(files, conf)
		if err != nil {
			q.Refused = console.OneLine(err.Error())
			return
		}
		prints[key] = f
	}
	if q.print = prints[key].Of(q.Name); q.print == nil {
		q.Refused = fmt.Sprintf("%s: no body of %s was found", q.File, q.Name)
		return
	}
	q.Missing, q.Begins = q.print.Missing, q.print.At.Line
	q.text, q.key = s.depends(q, files, model, unsigned)
}
