package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"culprit/cmd/verify/console"
	"culprit/cmd/verify/kept"
	"culprit/cmd/verify/target"
	"culprit/frontend/extern"
	"culprit/report"
	"culprit/svcomp"
)

// How the language server comes to its answers: by runs of this program, or by what a
// run said before about the same program.

// answer asks about a file, and keeps in it what is known then.
func (s *languageServer) answer(ctx context.Context, f *edited, known bool) (found []Diagnostic) {
	text, err := readRegular(f.path)
	if err != nil {
		return []Diagnostic{{Severity: 1, Source: "verify", Message: err.Error()}}
	}
	lines := strings.Split(string(text), "\n")
	print, read := s.fingerprint(f.path)
	if read && print == nil {
		return s.functions(ctx, f, lines)
	}
	rep, raw := s.recall(f.path, text, print)
	if rep == nil || !known {
		end, how := s.shows(f), ""
		defer func() { end(how) }()
		if raw, err = s.run(ctx, f.path); err != nil {
			return []Diagnostic{{Severity: 1, Source: "verify", Message: err.Error()}}
		}
		if rep, err = report.ReadJSON(bytes.NewReader(raw)); err != nil {
			return []Diagnostic{refusal(raw, err, f.path, lines)}
		}
		how = rep.VerdictLine()
		if ctx.Err() == nil && kept.Lasts(rep) {
			s.keep(f.path, text, print, raw)
		}
	}
	s.mu.Lock()
	f.rep, f.raw, f.survey, f.lines = rep, raw, nil, lines
	s.mu.Unlock()
	return diagnostics(rep, lines)
}

// readRegular reads a file that has an end.
func readRegular(path string) ([]byte, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: not a regular file", path)
	}
	return svcomp.ReadFile(path)
}

// run runs this program on a file.
func (s *languageServer) run(ctx context.Context, path string) (out []byte, err error) {
	dir, err := os.MkdirTemp("", "verify-lsp") // for the page, whose data have the invariants
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	cmd := console.Again(ctx, s.binary, append(slices.Clip(s.args), "--report", dir, "--", path))
	out, _ = cmd.Output() // what it says tells more than the status
	return out, nil
}

// refusal is why there is no answer.
func refusal(out []byte, err error, path string, lines []string) Diagnostic {
	d := Diagnostic{Severity: 1, Source: "verify", Message: err.Error()}
	if r := report.ReadRefusal(out); r != nil {
		d.Message = r.Message
		if r.File == path {
			d.Range = rangeIn(lines, report.Range{Line: r.Line, Col: r.Col})
		}
	}
	return d
}

// fingerprint is that of the program in a file as it is read now, with its headers: nil
// if it cannot be read, or has no main.
func (s *languageServer) fingerprint(path string) (print *extern.Fingerprint, read bool) {
	defer func() {
		if recover() != nil { // the run says what is wrong
			print, read = nil, false
		}
	}()
	t, err := target.Load([]string{path}, s.c.Property, "", s.c.CompileFlags)
	if err != nil {
		return nil, false
	}
	all, err := extern.NewFingerprints(t.Files, t.Config(false))
	if err != nil {
		return nil, false
	}
	function := t.Property.Entry
	if function == "" {
		function = "main"
	}
	return all.Of(function), true
}

// keep keeps an answer, if the file, and all that it includes, still is what it was before
// the run: then the run read the same.
func (s *languageServer) keep(path string, text []byte, print *extern.Fingerprint, raw []byte) {
	if print == nil {
		return
	}
	after, _ := s.fingerprint(path)
	if now, err := readRegular(path); err != nil || !bytes.Equal(now, text) || after == nil || after.Sum != print.Sum {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[path] = &keptAnswer{kept.Answer{Spans: kept.SpansOf(print), Report: raw}, print, text}
}

// recall is the answer about the program before, with the positions of today, where the
// program is the same but for comments, white space and what nothing reaches. A failure
// also speaks of the text: its answer needs the same.
func (s *languageServer) recall(path string, text []byte, print *extern.Fingerprint) (rep *report.Report, raw []byte) {
	s.mu.Lock()
	old := s.kept[path]
	s.mu.Unlock()
	if old == nil || print == nil || old.print.Sum != print.Sum {
		return nil, nil
	}
	if rep = old.Now(print); rep == nil || rep.Verdict == "FALSE" && !bytes.Equal(old.text, text) {
		return nil, nil
	}
	return rep, old.Report
}

// execute does what a command says.
func (s *languageServer) execute(id json.RawMessage, command string, args []json.RawMessage) {
	uri, trace := "", 1
	if len(args) > 0 {
		_ = json.Unmarshal(args[0], &uri) // then no file has it
	}
	if len(args) > 1 {
		_ = json.Unmarshal(args[1], &trace)
	}
	var path string
	var raw []byte
	s.with(uri, func(f *edited) {
		path = f.path
		if !f.stale && f.rep != nil && trace >= 1 && trace <= len(f.rep.Traces) {
			raw = f.raw
		}
	})
	switch {
	case command != commandCheck && command != commandRun:
		s.fail(id, InvalidRequest, fmt.Sprintf("no command %q", command))
	case path == "":
		s.fail(id, InvalidRequest, fmt.Sprintf("%s: %q is not open", command, uri))
	case command == commandCheck:
		s.start(uri, false)
		s.reply(id, nil)
	case raw == nil:
		s.fail(id, InvalidRequest, fmt.Sprintf("%s: the text as it is now has no failure %d", command, trace))
	default:
		s.runs.Go(func() { s.repeat(id, path, raw, trace) })
	}
}

// repeat runs a program with the input of a trace, and shows how that ends.
func (s *languageServer) repeat(id json.RawMessage, path string, raw []byte, trace int) {
	file, err := os.CreateTemp("", "verify-lsp*.json")
	if err != nil {
		s.fail(id, InvalidRequest, err.Error())
		return
	}
	defer os.Remove(file.Name())
	_, err = file.Write(raw)
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		s.fail(id, InvalidRequest, err.Error())
		return
	}
	args := []string{"run", "--format", "json", "--inputs", file.Name(), "--trace", strconv.Itoa(trace), "--timeout", s.c.Timeout.String()}
	if s.c.Property != "" {
		args = append(args, "--property", s.c.Property)
	}
	var out, says bytes.Buffer
	cmd := console.Again(s.ctx, s.binary, append(append(args, s.c.Words()...), "--", path))
	cmd.Stdout, cmd.Stderr = &out, &says
	_ = cmd.Run() // what it says tells more than the status
	result := json.RawMessage("null")
	if json.Valid(out.Bytes()) {
		result = out.Bytes()
	}
	s.notify("window/showMessage", map[string]any{"type": 3, "message": "verify run " + filepath.Base(path) + ": " + strings.TrimSpace(says.String())})
	s.reply(id, result)
}

// functions asks about the functions of a file.
func (s *languageServer) functions(ctx context.Context, f *edited, lines []string) []Diagnostic {
	end, how := s.shows(f), ""
	defer func() { end(how) }()
	var survey *report.Survey
	var raw []byte
	var err error
	folder := ""
	if name := settingsOf(f.path); name != "" {
		folder, raw = filepath.Dir(name), s.check(ctx, f.path, name)
		survey, err = report.ReadSurvey(raw)
	}
	if err == nil && (survey == nil || len(survey.Functions) == 1 && survey.Functions[0].Name == report.AnyFunction) { // another project's
		folder, raw = "", s.checkAlone(ctx, f.path)
		survey, err = report.ReadSurvey(raw)
	}
	if err != nil {
		return []Diagnostic{refusal(raw, err, f.path, lines)}
	}
	how = survey.Summary
	for i := range survey.Findings {
		survey.Findings[i].File = in(folder, survey.Findings[i].File)
	}
	s.mu.Lock()
	f.rep, f.raw, f.survey, f.lines = nil, nil, survey, lines
	s.mu.Unlock()
	return ofFunctions(survey, f.path, folder, lines)
}
