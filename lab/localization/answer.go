package localization

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"culprit/cfg"
	"culprit/fault"
	"culprit/fault/answer"
	"culprit/lab/scoring"
)

// AnswerRecord is what all methods say about one failing test: enough to make
// one answer of it and to score it.
type AnswerRecord struct {
	ID        string         `json:"version"`
	Program   string         `json:"program"`
	Test      string         `json:"test"`
	Passing   int            `json:"passing"`         // passing tests that the methods were given
	Alone     bool           `json:"alone,omitempty"` // they were to get none
	Lines     []fault.Line   `json:"lines"`           // executed ones
	Faults    [][]fault.Line `json:"faults"`          // executed ones: any of its lines shows a fault
	Failing   fault.Line     `json:"failing"`         // of the failing statement
	Blameless []fault.Line   `json:"check,omitempty"` // see fault.Input.Blameless
	// Methods has the lines of each method with their scores, in order. A
	// method without an answer has none.
	Methods []AnswerRanking `json:"methods"`
}

// AnswerRanking is the list of one method.
type AnswerRanking struct {
	Method string       `json:"method"`
	Error  string       `json:"error,omitempty"`
	Time   float64      `json:"time_s"`
	Lines  []AnswerLine `json:"lines"`
}

// AnswerLine is a line with the score that its method gives it.
type AnswerLine struct {
	fault.Line
	Score float64 `json:"score"`
	Fixes bool    `json:"mends,omitempty"`
}

// Answers asks all methods about faulty versions. With alone they are not given
// passing tests. Each record is handed to add as soon as it is complete; tests
// of which known has a record of all methods are not asked again.
func Answers(ctx context.Context, versions []Version, conf Config, alone bool, known []AnswerRecord, add func(*AnswerRecord) error) error {
	conf = conf.withDefaults()
	conf.Spread = true
	explained := conf.Tests
	if explained > 0 { // the others are further failing runs
		conf.Tests = max(explained, mostOthers)
	}
	m := newMeasuring(conf)
	type test struct{ id, name string }
	done, of := map[test]bool{}, map[string]int{}
	for i := range known {
		if r := &known[i]; r.Alone == alone && r.complete(conf.Methods) {
			done[test{r.ID, r.Test}] = true
			of[r.ID]++
		}
	}
	for i := range versions {
		v := &versions[i]
		if explained > 0 && of[v.ID] >= explained {
			continue
		}
		n, start := 0, time.Now()
		var failed error
		err := m.failing(ctx, v, func(in *fault.Input, truth *scoring.Truth) {
			if explained > 0 && n >= explained || failed != nil {
				return
			}
			if done[test{v.ID, in.Failing.Name}] {
				n++
				return
			}
			if alone {
				in.Passing, in.Others = nil, nil
			}
			r, err := m.record(ctx, v, in, truth)
			r.Alone = alone
			if err == nil && ctx.Err() == nil { // an interrupted method has said nothing
				n++
				failed = add(&r)
			}
		})
		if failed != nil {
			return failed
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if conf.Progress != nil {
			fmt.Fprintf(conf.Progress, "%d/%d %s: %d records, %.1f s, %v\n", i+1, len(versions), v.ID, n, time.Since(start).Seconds(), err)
		}
	}
	return nil
}

// record asks all methods about one failing test.
func (m *measuring) record(ctx context.Context, v *Version, in *fault.Input, truth *scoring.Truth) (AnswerRecord, error) {
	r := AnswerRecord{ID: v.ID, Program: v.Program, Test: in.Failing.Name, Passing: len(in.Passing)}
	if err := fault.Locate(ctx, in); err != nil {
		return r, err
	}
	executed, err := executedBy(ctx, in)
	if err != nil {
		return r, err
	}
	s := newReading(in, truth, executed)
	for l := range s.lines {
		r.Lines = append(r.Lines, l)
	}
	slices.SortFunc(r.Lines, fault.Line.Compare)
	r.Faults = s.faults
	if e := in.Failure.Edge; e != nil {
		r.Failing = fault.LineOf(e.Pos)
	}
	r.Blameless = in.Blameless(ctx)
	for i := range m.conf.Methods {
		method := &m.conf.Methods[i]
		own, done := watch(ctx, m.conf.Timeout, 0)
		a := fault.Ask(own, method, in)
		x := AnswerRanking{Method: method.Name, Time: done().time.Seconds()}
		if a.Err != nil {
			x.Error = a.Err.Error()
		} else {
			for _, l := range a.Result.Locations {
				if l.Pos.Line > 0 && l.Role != fault.Support {
					x.Lines = append(x.Lines, AnswerLine{fault.LineOf(l.Pos), l.Score, l.Fixes})
				}
			}
		}
		r.Methods = append(r.Methods, x)
	}
	return r, nil
}

// complete reports whether a record has an answer of each method.
func (r *AnswerRecord) complete(methods []fault.Method) bool {
	return !slices.ContainsFunc(methods, func(m fault.Method) bool {
		return !slices.ContainsFunc(r.Methods, func(x AnswerRanking) bool { return x.Method == m.Name })
	})
}

// ReadAnswers reads records, a line of JSON each. Records of one version, test and
// number of passing tests are joined: the later ones add methods, or replace them.
func ReadAnswers(r io.Reader) ([]AnswerRecord, error) {
	type key struct {
		id, test string
		alone    bool
	}
	at := map[key]int{}
	var out []AnswerRecord
	dec := json.NewDecoder(bufio.NewReader(r))
	for {
		var x AnswerRecord
		if err := dec.Decode(&x); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		k := key{x.ID, x.Test, x.Passing == 0}
		i, ok := at[k]
		if !ok {
			at[k] = len(out)
			out = append(out, x)
			continue
		}
		for _, m := range x.Methods {
			out[i].Methods = slices.DeleteFunc(out[i].Methods, func(o AnswerRanking) bool { return o.Method == m.Method })
			out[i].Methods = append(out[i].Methods, m)
		}
	}
}

// AnswerFile is a file of records that grows while they are made, so that an
// interrupted measurement keeps what it has, and a repeated one continues.
type AnswerFile struct {
	Known []AnswerRecord // of earlier measurements
	f     *os.File
}

// OpenAnswers opens a file of records, or creates it; fresh empties it. A record
// whose writing was interrupted is cut off.
func OpenAnswers(name string, fresh bool) (*AnswerFile, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	a := &AnswerFile{f: f}
	if err := a.open(fresh); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return a, nil
}

func (a *AnswerFile) open(fresh bool) error {
	text, err := io.ReadAll(a.f)
	if err != nil {
		return err
	}
	whole := 0
	if !fresh {
		whole = bytes.LastIndexByte(text, '\n') + 1
	}
	if a.Known, err = ReadAnswers(bytes.NewReader(text[:whole])); err != nil {
		return err
	}
	if err := a.f.Truncate(int64(whole)); err != nil {
		return err
	}
	_, err = a.f.Seek(int64(whole), io.SeekStart)
	return err
}

// Add appends a record.
func (a *AnswerFile) Add(r *AnswerRecord) error { return json.NewEncoder(a.f).Encode(r) }

// Close closes the file.
func (a *AnswerFile) Close() error { return a.f.Close() }

func posOf(l fault.Line) cfg.Pos { return cfg.Pos{File: l.File, Line: l.N} }

// result is the list of a method as it was.
func (x *AnswerRanking) result() *fault.Result {
	res := &fault.Result{Method: x.Method}
	for _, l := range x.Lines {
		res.Locations = append(res.Locations, fault.Location{Score: l.Score, Pos: posOf(l.Line), Fixes: l.Fixes})
	}
	return res
}

// fused is the list of the answer that is made of all methods.
func (r *AnswerRecord) fused() *fault.Result {
	var results []*fault.Result
	for i := range r.Methods {
		if r.Methods[i].Error == "" {
			results = append(results, r.Methods[i].result())
		}
	}
	out := &fault.Result{}
	for _, p := range answer.Fuse(results, r.Blameless) {
		out.Locations = append(out.Locations, fault.Location{Score: p.Score, Pos: posOf(p.Line)})
	}
	return out
}

// score reads a list up to the first fault.
func (r *AnswerRecord) score(res *fault.Result) (row FrontierRow) {
	s := &reading{lines: map[fault.Line]bool{}, faults: nil, wrong: map[fault.Line]bool{}}
	for _, l := range r.Lines {
		s.lines[l] = true
	}
	var any []fault.Line // the first fault counts
	for _, f := range r.Faults {
		any = append(any, f...)
	}
	if any != nil {
		s.faults = [][]fault.Line{any}
	}
	if res == nil {
		row.Row = rowRandom
		res = &fault.Result{}
	}
	s.read(res, &row)
	return row
}
