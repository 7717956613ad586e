package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"culprit/analysis/safety"
	"culprit/cmd/verify/console"
	"culprit/cmd/verify/target"
	"culprit/frontend"
	"culprit/frontend/extern"
	"culprit/report"
	"culprit/svcomp"

	"github.com/alecthomas/kong"
	"github.com/pelletier/go-toml/v2"
)

// settings are a verify.toml: what a project consists of, and what is asked about it.
type settings struct {
	Project  string   // compilation database
	Files    []string // in its place: C files, as patterns
	Entries  []string // patterns of functions; none: those that other files may call
	Property string
	Limit    string   // of processor time for each function
	Flags    []string // of verify, for all functions
	Baseline string   // file of findings that are known
	Cache    string   // folder of answers
	Entry    map[string]struct{ Flags []string }

	name    string   // of the file
	in      []string // files whose functions are asked about; none: all
	program []byte   // hash of this program
	project *target.Project
	moved   *target.Move
}

// readSettings reads a file and goes to its folder, from where all names in it count.
func readSettings(name string) (*settings, error) {
	text, err := svcomp.ReadFile(name)
	if err != nil {
		return nil, console.Complaint(err)
	}
	s := defaultSettings(filepath.Base(name))
	d := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, s.said(name, err)
	}
	if (s.Project == "") == (len(s.Files) == 0) {
		return nil, console.BadFile(name, "project names a compilation database, or files the C files: one of the two")
	}
	if _, err := time.ParseDuration(s.Limit); err != nil {
		return nil, console.BadFile(name, "limit: %q is not a duration such as 30s", s.Limit)
	}
	if err := os.Chdir(filepath.Dir(name)); err != nil {
		return nil, console.Complaint(err)
	}
	return s, nil
}

// defaultSettings are those that nothing is said about.
func defaultSettings(name string) *settings {
	return &settings{Property: safety.AllAsserts, Limit: entryTime.String(), Baseline: "verify.baseline", Cache: ".verify", name: name}
}

// said is what the TOML library says, with its place.
func (s *settings) said(name string, err error) error {
	var strict *toml.StrictMissingError
	var at *toml.DecodeError
	switch {
	case errors.As(err, &strict) && len(strict.Errors) > 0:
		at = &strict.Errors[0]
		line, col := at.Position()
		return console.BadInput("%s:%d:%d: nothing is called %s here", name, line, col, strings.Join(at.Key(), "."))
	case errors.As(err, &at):
		line, col := at.Position()
		return console.BadInput("%s:%d:%d: %s", name, line, col, strings.TrimPrefix(at.Error(), "toml: "))
	}
	return console.BadFile(name, "%v", err)
}

// hashOfSelf identifies this program: another version may answer something else.
func hashOfSelf() ([]byte, error) {
	name, err := console.Self()
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return nil, err
	}
	return h.Sum(nil), nil
}

// open reads the files of the project.
func (s *settings) open() (*target.Project, error) {
	flags, err := s.parsed(s.Flags)
	if err != nil {
		return nil, err
	}
	for _, p := range []string{s.Property, flags.Property} {
		if p == "" {
			continue
		}
		if _, err := svcomp.LoadProperty(p); err != nil {
			return nil, console.BadFile(s.name, "property: %v", err)
		}
	}
	t := &target.Program{PtrBits: target.DefaultPtrBits, Compile: flags.CompileFlags}
	if flags.DataModel != "" {
		if t.PtrBits, err = svcomp.ParseDataModel(flags.DataModel); err != nil {
			return nil, console.BadFile(s.name, "flags: --data-model: %v", err)
		}
	}
	conf := t.Config(false)
	if s.Project != "" {
		s.project, err = target.ReadProject(s.Project, conf, s.moved)
		return s.project, err
	}
	p := &target.Project{Name: s.name, Conf: conf}
	s.project = p
	for _, pattern := range s.Files {
		names, err := filepath.Glob(pattern)
		if _, there := os.Stat(pattern); there == nil {
			names, err = []string{pattern}, nil
		}
		if err != nil || len(names) == 0 {
			return nil, console.BadFile(s.name, "files: no file matches %q", pattern)
		}
		for _, name := range names {
			text, err := svcomp.ReadFile(name)
			if err != nil {
				return nil, console.Complaint(err)
			}
			p.Put(frontend.Source{Name: name, Text: text}, "", false)
		}
	}
	return p, nil
}

// parsed are flags that the settings give.
func (s *settings) parsed(words []string) (*verifyCommand, error) {
	var c verifyCommand
	k, err := kong.New(&c, kong.Exit(func(int) {}), defaults(), kong.NoDefaultHelp())
	if err != nil {
		panic(err)
	}
	words, err = target.LikeGCC(words, target.LongOptions(k.Model))
	if err == nil {
		_, err = k.Parse(append(slices.Clone(words), "--entry=main", "file.c")) // flags for the arguments want an entry
	}
	if err != nil {
		return nil, console.BadFile(s.name, "flags: %v", console.OneLine(err.Error()))
	}
	return &c, nil
}

// words are the command line that asks about a function.
func (s *settings) words(q *inquiry, files []frontend.Source) []string {
	words := slices.Concat(s.Flags, s.Entry[q.Name].Flags)
	for _, w := range []string{"--property=" + s.Property, "--cpu-timeout=" + s.Limit, "--effort=0"} {
		flag, _, _ := strings.Cut(w, "=")
		if !slices.ContainsFunc(words, func(u string) bool { return u == flag || strings.HasPrefix(u, flag+"=") }) {
			words = append(words, w)
		}
	}
	if q.Name != "main" {
		words = append(words, "--entry="+q.Name)
	}
	if s.Project != "" {
		words = append(words, s.Project, q.File)
	} else {
		for _, f := range files {
			words = append(words, f.Name)
		}
	}
	q.Command = "verify"
	for _, w := range words {
		flag, value, valued := strings.Cut(w, "=")
		switch {
		case w == "--effort=0": // who reads the whole answer wants to know where to look
		case valued && strings.HasPrefix(flag, "--"):
			q.Command += " " + flag + "=" + quoted(value)
		case strings.HasPrefix(w, "--"):
			q.Command += " " + w
		default:
			q.Command += " " + quoted(w)
		}
	}
	return append(words, "--format=json")
}

// depends are hashes of what an answer depends on: of the text that the function
// reaches, as it is read, and of all.
func (s *settings) depends(q *inquiry, files []frontend.Source, model string, unsigned bool) (text, all string) {
	h := sha256.New()
	fmt.Fprintf(h, "%q %v %x", model, unsigned, q.print.Sum)
	for _, f := range files {
		if f.Flags != nil {
			fmt.Fprintf(h, " %v", f.Flags.Standard)
		}
	}
	text = fmt.Sprintf("%x", h.Sum(nil)[:16])
	fmt.Fprintf(h, "%x %q %q", s.program, os.Getenv("CULPRIT_SET"), q.words)
	return text, fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// stale are parts of the settings, and comments, that concern nothing.
func (s *settings) stale(list []*inquiry, comments []*ignoring) (out []string) {
	for _, name := range slices.Sorted(maps.Keys(s.Entry)) {
		if !slices.ContainsFunc(list, func(q *inquiry) bool { return q.Name == name }) {
			out = append(out, fmt.Sprintf("%s: [entry.%s]: no function of this name is checked", s.name, name))
		}
	}
	for _, x := range comments {
		if !x.used {
			out = append(out, fmt.Sprintf("%s:%d: nothing is ignored here: %s", x.file, x.line, x.kind))
		}
	}
	return out
}

// inquiry is one about a function of the project, and the answer.
type inquiry struct {
	report.Surveyed
	words []string // of its command line
	print *extern.Fingerprint
	text  string // hash of what the function reaches
	key   string // hash of all that the answer depends on
}
