package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/md5"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"culprit/report"
)

// reportedPrograms are 101 programs after faults that developers reported, from as many
// repositories: NAME.c with the fault, NAME.fixed.c, and NAME.more.c, a driver with held-back tests, which
// takes the place of what follows the line reportedDriver. index.csv has the property and the faulty lines.
//
//go:embed testdata/reported.tar.gz
var reportedPrograms []byte

const reportedDriver = "/* ---- driver ---- */"

// reported measures the answer about those programs: the verdict, the rank of a faulty line, and
// whether the held-back tests pass with the fix that is shown.
type reported struct {
	Verify  string        `default:"verify" help:"The program to measure."`
	Half    string        `default:"open" enum:"open,kept,all" help:"The half of the programs whose names have an even hash is open to be looked at, the other one is only to be counted."`
	Only    string        `help:"Only programs whose name contains this."`
	Limit   time.Duration `default:"60s" help:"Wall time of each run."`
	Jobs    int           `default:"1" help:"Runs at a time."`
	Extract string        `help:"Write the open programs to this folder instead."`
	CSV     string        `help:"Also write a row for each open program to this file."`
}

// reportedProgram is one of the programs.
type reportedProgram struct {
	name, property string
	faulty         []int
	text, fixed    string
	driver         string // of the held-back tests
}

// reportedAnswer is what is said about one. Fix is "fix", "proved" or "suggestion", "" if none is shown; right says that the
// tests pass with it.
type reportedAnswer struct {
	name, verdict, fix, before, after string
	rank                              int
	right                             bool
}

// Run asks about the programs, or writes them.
func (r *reported) Run(ctx context.Context) error {
	programs, err := r.programs()
	if err != nil {
		return err
	}
	if r.Extract != "" {
		for _, p := range programs {
			for end, text := range map[string]string{".c": p.text, ".fixed.c": p.fixed, ".more.c": p.driver} {
				if err := os.WriteFile(filepath.Join(r.Extract, p.name+end), []byte(text), 0o666); err != nil {
					return err
				}
			}
		}
		return nil
	}
	answers := make([]reportedAnswer, len(programs))
	var all sync.WaitGroup
	slots := make(chan struct{}, max(r.Jobs, 1))
	for i, p := range programs {
		slots <- struct{}{}
		all.Go(func() {
			answers[i] = r.ask(ctx, p)
			<-slots
		})
	}
	all.Wait()
	r.print(answers)
	if r.CSV == "" {
		return nil
	}
	return r.write(answers)
}

// print prints the shares.
func (r *reported) print(answers []reportedAnswer) {
	count := map[string]int{}
	for _, a := range answers {
		if a.verdict != "FALSE" {
			count[a.verdict]++
			continue
		}
		count["FALSE"]++
		if a.rank == 1 {
			count["first"]++
		}
		if 0 < a.rank && a.rank <= 5 {
			count["in five"]++
		}
		if a.fix != "" {
			count[a.fix]++
		}
		if a.right {
			count[a.fix+" right"]++
		}
	}
	fmt.Printf("%d programs: FALSE %d, UNKNOWN %d, TRUE %d; the faulty line first %d, in five %d\n", len(answers), count["FALSE"], count["UNKNOWN"], count["TRUE"], count["first"], count["in five"])
	for _, kind := range []string{"proved", "fix", "suggestion"} {
		fmt.Printf("%s: shown %d, the held-back tests pass with %d\n", kind, count[kind], count[kind+" right"])
	}
}

// write writes the rows of the open programs.
func (r *reported) write(answers []reportedAnswer) error {
	rows := [][]string{{"name", "verdict", "rank", "fix", "right", "before", "after"}}
	for _, a := range answers {
		if isOpen(a.name) {
			rows = append(rows, []string{a.name, a.verdict, strconv.Itoa(a.rank), a.fix, strconv.FormatBool(a.right), a.before, a.after})
		}
	}
	f, err := os.Create(r.CSV)
	if err != nil {
		return err
	}
	return errors.Join(csv.NewWriter(f).WriteAll(rows), f.Close())
}

// isOpen reports whether a program is one of the half that may be looked at.
func isOpen(name string) bool { return md5.Sum([]byte(name))[md5.Size-1]%2 == 0 }

// programs are those of the chosen half.
func (r *reported) programs() (out []reportedProgram, err error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(reportedPrograms))
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for in := tar.NewReader(unpacked); ; {
		h, err := in.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		texts[h.Name] = string(text)
	}
	rows, err := csv.NewReader(strings.NewReader(texts["index.csv"])).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, row := range rows[1:] {
		name := row[0]
		if open := isOpen(name); r.Half != "all" && open != (r.Half == "open") || !strings.Contains(name, r.Only) || r.Extract != "" && !open {
			continue
		}
		p := reportedProgram{name: name, property: row[1], text: texts[name+".c"], fixed: texts[name+".fixed.c"], driver: texts[name+".more.c"]}
		for _, f := range strings.Split(row[2], ";") {
			n, err := strconv.Atoi(f)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			p.faulty = append(p.faulty, n)
		}
		out = append(out, p)
	}
	return out, nil
}

// ask asks about a program.
func (r *reported) ask(ctx context.Context, p reportedProgram) reportedAnswer {
	a := reportedAnswer{name: p.name, verdict: "no answer"}
	dir, err := os.MkdirTemp("", "reported")
	if err != nil {
		return a
	}
	defer os.RemoveAll(dir)
	name := p.name + ".c"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(p.text), 0o666); err != nil {
		return a
	}
	binary, err := exec.LookPath(r.Verify)
	if err != nil {
		return a
	}
	if binary, err = filepath.Abs(binary); err != nil { // it is started in another folder
		return a
	}
	cmd := exec.CommandContext(ctx, binary, "--effort", "1", "--format", "json", "--timeout", r.Limit.String(), "--property", p.property, name)
	cmd.Dir = dir
	said, _ := cmd.Output() // the status is that of the verdict
	rep, err := report.ReadJSON(bytes.NewReader(said))
	if err != nil {
		return a
	}
	a.verdict = rep.Verdict
	a.rank = 1 + slices.IndexFunc(rep.Answer, func(l report.Place) bool { return slices.Contains(p.faulty, l.Line) })
	c := report.ShownChange(rep.Answer)
	switch {
	case c == nil:
		return a
	case c.Fix == "":
		a.fix = "suggestion"
	case c.Proved:
		a.fix = "proved"
	default:
		a.fix = "fix"
	}
	a.before, a.after = c.Before, c.After
	a.right = p.passes(ctx, dir, name, c.Diff)
	return a
}

// passes reports whether the held-back tests pass with a change of what is before the driver.
func (p *reportedProgram) passes(ctx context.Context, dir, name, diff string) bool {
	patch := exec.CommandContext(ctx, "patch", "-s", "-p1")
	patch.Dir, patch.Stdin = dir, strings.NewReader(diff)
	if patch.Run() != nil {
		return false
	}
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return false
	}
	_, main, _ := strings.Cut(p.text, reportedDriver)
	lib, now, ok := strings.Cut(string(text), reportedDriver)
	if !ok || now != main || os.WriteFile(filepath.Join(dir, "tests.c"), []byte(lib+"\n"+p.driver), 0o666) != nil {
		return false
	}
	gcc := exec.CommandContext(ctx, "gcc", "-w", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "tests.c", "-o", "tests", "-lm")
	gcc.Dir = dir
	if gcc.Run() != nil {
		return false
	}
	const testing = 20 * time.Second
	ctx, stop := context.WithTimeout(ctx, testing)
	defer stop()
	tests := exec.CommandContext(ctx, filepath.Join(dir, "tests"))
	leaks := "0"
	if p.property == "valid-memsafety" {
		leaks = "1"
	}
	tests.Dir, tests.Env = dir, append(os.Environ(), "ASAN_OPTIONS=detect_leaks="+leaks)
	return tests.Run() == nil
}
