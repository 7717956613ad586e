package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"hash/fnv"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"culprit/bench"
	"culprit/internal/limit"
)

// withLimits gives limits other values: they are read when a program starts, so
// this one is started again with them.
func withLimits(set []string) error {
	text := strings.Join(set, ",")
	if text == "" || os.Getenv(limit.Variable) == text {
		if err := limit.Err(); err != nil {
			fmt.Fprintln(os.Stderr, "experiments: only in programs that are run:", err)
		}
		return nil
	}
	self, err := os.Executable()
	if err == nil {
		err = os.Setenv(limit.Variable, text)
	}
	if err != nil {
		return err
	}
	return syscall.Exec(self, os.Args, os.Environ())
}

// limitsOf prints the table of limits, or measures some of them.
type limitsOf struct {
	Tasks   []string `arg:"" optional:"" help:"Task definitions, sets, C files, or folders of them, to measure on."`
	Source  string   `default:".." help:"Checkout whose limits are printed."`
	Measure int      `help:"Halve and double this many limits, drawn at random, one at a time."`
	Seed    uint64   `default:"1" help:"Of the draw."`
	Package []string `help:"Halve and double all limits of this package at once, in place of drawn ones."`
	Name    []string `help:"Halve and double this limit, in place of drawn ones."`
	sample  `embed:""`
}

// sample says on which tasks and how verify is measured with something changed.
type sample struct {
	List   string        `help:"Only the tasks in this file (.csv with a column id)."`
	Draw   int           `help:"Only this many of the tasks, drawn by a hash of their names."`
	Verify string        `default:"verify" help:"The program to measure."`
	Limit  time.Duration `default:"3s" help:"Processor time of each run."`
	Jobs   int           `default:"1" help:"Runs at a time."`
	Flags  []string      `help:"Further flags for verify."`
	CSV    string        `name:"csv" help:"Also write the table to this file."`
}

// config is how the tasks are run.
func (s *sample) config() bench.Config {
	return bench.Config{Binary: s.Verify, Args: append([]string{"--effort=0"}, s.Flags...), Timeout: 20 * s.Limit, CPU: s.Limit, Memory: 6 << 30, Jobs: s.Jobs}
}

// write writes a table to the file that is asked for, if there is one.
func (s *sample) write(t *bench.Table) error {
	if s.CSV == "" {
		return nil
	}
	return writeFile(s.CSV, t.WriteCSV)
}

// tasks are those of the list, or as many of them as are drawn.
func (s *sample) tasks(paths []string) ([]bench.Task, error) {
	tasks, err := bench.Find(paths, nil)
	if err == nil {
		tasks, err = bench.Narrow(tasks, s.List, "")
	}
	if err != nil {
		return nil, err
	}
	if s.Draw > 0 && s.Draw < len(tasks) {
		slices.SortFunc(tasks, func(a, b bench.Task) int { return cmp.Compare(hashOf(a.ID), hashOf(b.ID)) })
		tasks = tasks[:s.Draw]
	}
	return tasks, nil
}

// Run prints the table.
func (l *limitsOf) Run(ctx context.Context) error {
	if l.Measure == 0 && len(l.Package)+len(l.Name) == 0 {
		table, err := l.table()
		if err != nil {
			return err
		}
		return errors.Join(table.Write(os.Stdout), l.write(table))
	}
	return l.measure(ctx)
}

// table reads the limits from the source: numbers as they are written there,
// and the reasons.
func (l *limitsOf) table() (*bench.Table, error) {
	t := &bench.Table{Columns: []string{"limit", "default", "from", "to", "unit", "reason"}}
	count := map[string]int{}
	err := filepath.WalkDir(l.Source, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.Name() != "tuning.go" {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				v, ok := s.(*ast.ValueSpec)
				if !ok {
					continue
				}
				for _, value := range v.Values {
					args := declared(value)
					if args == nil {
						continue
					}
					row := []any{}
					for _, a := range args {
						var b bytes.Buffer
						_ = printer.Fprint(&b, fset, a) // a buffer takes everything
						text := b.String()
						if plain, err := strconv.Unquote(text); err == nil {
							text = plain
						}
						row = append(row, strings.ReplaceAll(text, "work.", ""))
					}
					t.Add(append(row, reason(v, g))...)
					count[filepath.ToSlash(filepath.Dir(path))]++
				}
			}
		}
		return nil
	})
	slices.SortFunc(t.Rows, func(a, b []string) int { return cmp.Compare(a[0], b[0]) })
	t.Notes = append(t.Notes, fmt.Sprintf("%d limits in %d packages", len(t.Rows), len(count)))
	return t, err
}

// declared returns the arguments of limit.Of in a value that is, or converts, a call.
func declared(e ast.Expr) []ast.Expr {
	call, ok := e.(*ast.CallExpr)
	if ok && len(call.Args) == 1 { // a conversion
		call, ok = call.Args[0].(*ast.CallExpr)
	}
	if !ok {
		return nil
	}
	fun := call.Fun
	if x, ok := fun.(*ast.IndexExpr); ok {
		fun = x.X
	}
	if s, ok := fun.(*ast.SelectorExpr); !ok || s.Sel.Name != "Of" || len(call.Args) != 5 {
		return nil
	}
	return call.Args
}

// reason is the comment of a declaration in one line.
func reason(v *ast.ValueSpec, g *ast.GenDecl) string {
	for _, c := range []*ast.CommentGroup{v.Doc, v.Comment, g.Doc} {
		if c != nil {
			return strings.Join(strings.Fields(c.Text()), " ")
		}
	}
	return ""
}

// variant is a change of limits.
type variant struct{ what, set string }

// measure runs the tasks as they are and with each variant.
func (l *limitsOf) measure(ctx context.Context) error {
	tasks, err := l.tasks(l.Tasks)
	if err != nil {
		return err
	}
	known, err := limitsIn(ctx, l.Verify)
	if err != nil {
		return err
	}
	known = slices.DeleteFunc(known, func(k limit.Limit) bool { return k.Unit == limit.UnitPart })
	variants, err := l.variants(known)
	if err != nil {
		return err
	}
	c := l.config()
	before := bench.All(ctx, tasks, c)
	tasks, before = steady(tasks, before, bench.All(ctx, tasks, c))
	t := &bench.Table{
		Title:   fmt.Sprintf("Limits halved and doubled, on %d tasks that take the same work each time", len(tasks)),
		Columns: []string{"limit", "to", "other work", "work", "CPU", "verdicts"},
		Notes: []string{"other work: of the tasks that both solve, those whose counted work differs",
			"work, CPU: the sums of these tasks, as a ratio to those with the defaults"},
	}
	for _, v := range variants {
		changed := c
		changed.Set = v.set
		after := bench.All(ctx, tasks, changed)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		row := compareRuns(before, after)
		to := v.set
		if strings.Contains(to, ",") {
			to = ""
		}
		_, to, _ = strings.Cut(to, "=")
		t.Add(v.what, to, row.differ, row.work, row.cpu, row.verdicts)
		fmt.Fprintln(os.Stderr, t.Rows[len(t.Rows)-1])
	}
	return errors.Join(printTables(bench.Machine(c, versionOf(l.Verify)), t), l.write(t))
}

// steady leaves those of some runs that a second time have the same verdict and
// the same work: time plays a part in the others.
func steady(tasks []bench.Task, runs, again []bench.Run) (left []bench.Task, kept []bench.Run) {
	for i := range runs {
		a, b := &runs[i], &again[i]
		if a.Verdict == b.Verdict && (!a.Solved() || a.Report.Stats.Work == b.Report.Stats.Work) {
			left, kept = append(left, tasks[i]), append(kept, *a)
		}
	}
	return left, kept
}

func hashOf(s string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(s)) // hashes take everything
	return h.Sum64()
}

// limitsIn asks a verify program for its limits.
func limitsIn(ctx context.Context, verify string) ([]limit.Limit, error) {
	out, err := exec.CommandContext(ctx, verify, "dump", "limits").Output()
	if err != nil {
		return nil, fmt.Errorf("%s dump limits: %w", verify, err)
	}
	var all []limit.Limit
	s := bufio.NewScanner(bytes.NewReader(out))
	for s.Scan() {
		if f := strings.Split(s.Text(), "\t"); len(f) == 6 && f[0] != "name" {
			all = append(all, limit.Limit{Name: f[0], Default: f[1], Value: f[2], Low: f[3], High: f[4], Unit: f[5]})
		}
	}
	return all, s.Err()
}

// variants are the drawn limits, or those of packages, halved and doubled.
func (l *limitsOf) variants(known []limit.Limit) ([]variant, error) {
	var groups [][]limit.Limit
	var names []string
	for _, p := range l.Package {
		var of []limit.Limit
		for _, k := range known {
			if dir, _, _ := cutLast(k.Name, "."); dir == p {
				of = append(of, k)
			}
		}
		groups, names = append(groups, of), append(names, p)
	}
	for _, n := range l.Name {
		i := slices.IndexFunc(known, func(k limit.Limit) bool { return k.Name == n })
		if i < 0 {
			return nil, fmt.Errorf("--name: there is no limit %s", n)
		}
		groups, names = append(groups, known[i:i+1]), append(names, n)
	}
	if len(groups) == 0 {
		random := rand.New(rand.NewPCG(l.Seed, 0))
		for _, i := range random.Perm(len(known))[:min(l.Measure, len(known))] {
			groups, names = append(groups, known[i:i+1]), append(names, known[i].Name)
		}
	}
	var out []variant
	for i, of := range groups {
		if len(of) == 0 {
			return nil, fmt.Errorf("--package: there are no limits in %s", names[i])
		}
		for _, factor := range []float64{0.5, 2} {
			var set []string
			for _, k := range of {
				text, err := scaled(k, factor)
				if err != nil {
					return nil, err
				}
				if text != k.Default {
					set = append(set, k.Name+"="+text)
				}
			}
			if len(set) > 0 {
				out = append(out, variant{fmt.Sprintf("%s x %v", names[i], factor), strings.Join(set, ",")})
			}
		}
	}
	return out, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// scaled is the default of a limit times a factor, as far as its range goes.
func scaled(k limit.Limit, factor float64) (string, error) {
	if def, err := time.ParseDuration(k.Default); err == nil && k.Default != "0" {
		lo, _ := time.ParseDuration(k.Low)
		hi, _ := time.ParseDuration(k.High)
		return min(max(time.Duration(float64(def)*factor), lo), hi).String(), nil
	}
	var v [3]float64
	for i, text := range []string{k.Default, k.Low, k.High} {
		var err error
		if v[i], err = strconv.ParseFloat(text, 64); err != nil {
			return "", fmt.Errorf("%s: %q is not a number", k.Name, text)
		}
	}
	x := v[0] * factor
	if !strings.ContainsAny(k.Default+k.Low+k.High, ".") {
		x = math.Round(x)
	}
	return strconv.FormatFloat(min(max(x, v[1]), v[2]), 'f', -1, 64), nil
}

// difference is how the runs with a variant differ.
type difference struct {
	differ    string
	work, cpu float64
	verdicts  string
}

func compareRuns(before, after []bench.Run) difference {
	var d difference
	var both, differ int
	var work, cpu [2]float64
	var changed []string
	for i := range before {
		a, b := &before[i], &after[i]
		if a.Verdict != b.Verdict {
			changed = append(changed, fmt.Sprintf("%s %s->%s", a.ID, a.Verdict, b.Verdict))
		}
		if !a.Solved() || !b.Solved() {
			continue
		}
		both++
		w := [2]float64{a.Report.Stats.Work, b.Report.Stats.Work}
		if w[0] != w[1] {
			differ++
		}
		for j, x := range w {
			work[j] += x
		}
		cpu[0] += a.CPU
		cpu[1] += b.CPU
	}
	d.differ = fmt.Sprintf("%d of %d", differ, both)
	d.work, d.cpu = 1, 1 // of nothing
	if both > 0 {
		d.work, d.cpu = work[1]/work[0], cpu[1]/cpu[0]
	}
	d.verdicts = cmp.Or(strings.Join(changed, ", "), "as before")
	return d
}
