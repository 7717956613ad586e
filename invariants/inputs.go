package invariants

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"culprit/fault"
	"culprit/interp"
)

// pool makes inputs that are close to a failing one, and keeps the closest good
// and bad ones.
type pool struct {
	ctx       context.Context
	in        *fault.Input
	from      *fault.Test // the failing input
	symbols   []uint64    // of from
	runs      *fault.Runs // of the program
	reference *fault.Runs // of the correct one, nil if there is none
	left      int         // runs that are left
	all       []judged
	good, bad nearest
	known     map[string]fault.Outcome
	status    *int // of the reference on the failing input
}

// judged is a test whose outcome is known.
type judged struct {
	t    *fault.Test
	good bool
}

// decides reports whether the outcome of a run with another input can be told: a
// correct program says it, or the failure is one that no correct run has.
func decides(in *fault.Input) bool {
	return in.Reference != nil || in.Failure.Kind == fault.FailedAssertion || in.Failure.Kind == fault.UndefinedBehavior
}

// newPool prepares at most runs runs.
func newPool(ctx context.Context, in *fault.Input, good, bad, runs int) *pool {
	p := &pool{ctx: ctx, in: in, good: nearest{n: good}, bad: nearest{n: bad}, left: runs, known: map[string]fault.Outcome{}}
	// A changed input may make a run longer; one that is much longer hangs.
	const slower, more = 10, 100_000
	budget := in.Budget
	budget.Steps = min(budget.WithDefaults().Steps, slower*max(in.Failure.At, 0)+more)
	p.runs = fault.NewRuns(in.Prog, budget)
	if in.Reference != nil {
		p.reference = fault.NewRuns(in.Reference, budget)
	}
	p.begin(in.Failing)
	return p
}

// begin says which failing input the others are compared with.
func (p *pool) begin(t *fault.Test) {
	p.from, p.symbols = t, symbols(t)
	p.good = nearest{n: p.good.n, from: p.symbols}
	p.bad = nearest{n: p.bad.n, from: p.symbols}
	for _, x := range p.all {
		p.rank(x)
	}
}

// keep adds a test whose outcome is known.
func (p *pool) keep(t *fault.Test, good bool) {
	x := judged{t, good}
	p.all = append(p.all, x)
	p.rank(x)
}

func (p *pool) rank(x judged) {
	if x.good {
		p.good.add(x.t)
	} else {
		p.bad.add(x.t)
	}
}

// judge runs an input, which it has not run before, and keeps it: Fail says that
// it fails like the given one.
func (p *pool) judge(t *fault.Test) fault.Outcome {
	key := identity(t)
	o, ok := p.known[key]
	if !ok {
		if p.left <= 0 || p.ctx.Err() != nil {
			return fault.Unresolved
		}
		p.left--
		o = p.run(t)
		p.known[key] = o
		if o != fault.Unresolved {
			p.keep(t, o == fault.Pass)
		}
	}
	return o
}

func (p *pool) run(t *fault.Test) fault.Outcome {
	t.Expect = &fault.Expectation{}
	if p.reference != nil {
		r := p.reference.Execute(p.ctx, t)
		// A text that the correct program rejects is not an input.
		if r.Status != interp.Exited || p.status != nil && *p.status != r.Code {
			return fault.Unresolved
		}
		fold := p.in.Failing.Expect != nil && p.in.Failing.Expect.FoldSpace
		t.Expect = &fault.Expectation{Output: r.Stdout, HasOutput: true, FoldSpace: fold}
		if p.status == nil { // the first input is the failing one
			code := r.Code
			p.status = &code
		}
	}
	r := p.runs.Execute(p.ctx, t)
	o, f := t.Expect.Judge(r)
	if o == fault.Fail && !f.Same(p.in.Failure) || p.ctx.Err() != nil {
		return fault.Unresolved
	}
	return o
}

// identity tells tests apart by what the program gets.
func identity(t *fault.Test) string {
	var b bytes.Buffer
	for _, s := range symbols(t) {
		b.Write(binary.AppendUvarint(nil, s))
	}
	return b.String()
}

// parts is a test cut into what can be deleted: arguments, characters of
// arguments, of the standard input and of files, and values.
type parts struct {
	of  *fault.Test
	all []part
}

type part struct {
	kind partKind
	at   int    // number of the argument
	file string // name of the file
	c    byte
	v    uint64
}

type partKind uint8

const (
	wholeArg partKind = iota // with its characters
	argChar
	stdinChar
	fileChar
	value
)

func split(t *fault.Test) parts {
	p := parts{of: t}
	for i, a := range t.Args {
		p.all = append(p.all, part{kind: wholeArg, at: i})
		for k := range len(a) {
			p.all = append(p.all, part{kind: argChar, at: i, c: a[k]})
		}
	}
	for _, c := range t.Stdin {
		p.all = append(p.all, part{kind: stdinChar, c: c})
	}
	for _, name := range slices.Sorted(maps.Keys(t.Files)) {
		for _, c := range t.Files[name] {
			p.all = append(p.all, part{kind: fileChar, file: name, c: c})
		}
	}
	for _, v := range t.Values {
		p.all = append(p.all, part{kind: value, v: v})
	}
	return p
}

// join makes a test of some of the parts, in their order.
func (p *parts) join(some []part) *fault.Test {
	t := &fault.Test{Name: p.of.Name + " changed"}
	if p.of.Values != nil {
		t.Values = []uint64{}
	}
	args := map[int]int{} // where the arguments that are left stand
	if p.of.Files != nil {
		t.Files = map[string][]byte{}
		for name := range p.of.Files {
			t.Files[name] = []byte{}
		}
	}
	for _, x := range some {
		switch x.kind {
		case wholeArg:
			args[x.at] = len(t.Args)
			t.Args = append(t.Args, "")
		case argChar:
			if i, ok := args[x.at]; ok {
				t.Args[i] += string([]byte{x.c})
			}
		case stdinChar:
			t.Stdin = append(t.Stdin, x.c)
		case fileChar:
			t.Files[x.file] = append(t.Files[x.file], x.c)
		case value:
			t.Values = append(t.Values, x.v)
		}
	}
	return t
}

// delete is Algorithm 1. It takes inputs apart, beginning with the failing one,
// into n subsets for n from their length down to 2, tries each subset and its
// complement, and goes on with the good ones, as ddmin would; with the bad ones
// too while there are not enough of them. Inputs made of another one are farther
// from the failing one than it, so the closest is taken apart first, and the
// search ends where nothing closer can follow. Inputs that would not be kept
// are not run.
func (p *pool) delete() {
	type node struct {
		t *fault.Test
		d int
	}
	queue := []node{{p.from, 0}}
	done := map[string]bool{}
	for len(queue) > 0 && p.left > 0 && p.ctx.Err() == nil {
		i := 0
		for k := range queue {
			if queue[k].d < queue[i].d {
				i = k
			}
		}
		x := queue[i]
		queue = slices.Delete(queue, i, i+1)
		if !p.wants(x.d + 1) {
			return
		}
		if key := identity(x.t); !done[key] {
			done[key] = true
			ps := split(x.t)
			for n := len(ps.all); n > 1 && p.left > 0 && p.ctx.Err() == nil; n /= 2 {
				for k := range n {
					from, to := k*len(ps.all)/n, (k+1)*len(ps.all)/n
					for _, some := range [][]part{slices.Concat(ps.all[:from], ps.all[to:]), ps.all[from:to]} {
						t := ps.join(some)
						d := distance(p.symbols, symbols(t), p.limit())
						if !p.wants(d) {
							continue
						}
						switch o := p.judge(t); {
						case o == fault.Pass, o == fault.Fail && len(p.bad.tests) < p.bad.n:
							queue = append(queue, node{t, d})
						}
					}
				}
			}
		}
	}
}

// wants reports whether an input at a distance would be kept, good or bad.
func (p *pool) wants(d int) bool { return d > 0 && d < p.limit() }

// limit is a distance from which on none is wanted.
func (p *pool) limit() int { return max(p.good.limit(), p.bad.limit()) }

// summary says what an input is, for a note.
func summary(t *fault.Test) string {
	clip := func(s string) string {
		if len(s) > fault.MaxQuoted {
			return s[:fault.MaxQuoted] + "..."
		}
		return s
	}
	var out []string
	if len(t.Args) > 0 {
		out = append(out, clip(fmt.Sprintf("arguments %q", t.Args)))
	}
	if len(t.Stdin) > 0 {
		out = append(out, clip(fmt.Sprintf("standard input %q", t.Stdin)))
	}
	for _, name := range slices.Sorted(maps.Keys(t.Files)) {
		out = append(out, clip(fmt.Sprintf("file %s %q", name, t.Files[name])))
	}
	if len(t.Values) > 0 {
		out = append(out, clip(fmt.Sprintf("values %d", t.Values)))
	}
	if len(out) == 0 {
		return "no input"
	}
	return fmt.Sprint(out)
}

// runs are the runs that are compared.
type runs struct {
	in        *fault.Input // the failing run: the given one, or a smaller one
	given     *fault.Input
	good, bad []*fault.Test
	tried     int
	notes     []string
	cover     *fault.Coverage // of these runs, see coverage
}

// close gives up the smaller run.
func (w *runs) close() {
	if w.in != w.given {
		w.in.Close()
	}
}

// replace is Algorithm 2: inputs in which one number of the failing input is
// replaced. Inputs that would not be kept are not run.
func (p *pool) replace() {
	base := *p.from
	try := func(t fault.Test) {
		t.Name = base.Name + " changed"
		if p.wants(distance(p.symbols, symbols(&t), p.limit())) {
			p.judge(&t)
		}
	}
	vary := func(text string, set func(t *fault.Test, text string)) {
		for _, k := range number.FindAllStringIndex(text, -1) {
			for _, v := range variations(text[k[0]:k[1]]) {
				t := base
				set(&t, text[:k[0]]+v+text[k[1]:])
				try(t)
			}
		}
	}
	for i, a := range base.Args {
		vary(a, func(t *fault.Test, text string) {
			t.Args = slices.Clone(base.Args)
			t.Args[i] = text
		})
	}
	vary(string(base.Stdin), func(t *fault.Test, text string) { t.Stdin = []byte(text) })
	for _, name := range slices.Sorted(maps.Keys(base.Files)) {
		vary(string(base.Files[name]), func(t *fault.Test, text string) {
			t.Files = maps.Clone(base.Files)
			t.Files[name] = []byte(text)
		})
	}
	for i, v := range base.Values {
		for _, x := range integerVariations(fmt.Sprint(int64(v))) {
			n, err := strconv.ParseInt(x, 10, 64)
			if err != nil {
				continue
			}
			t := base
			t.Values = slices.Clone(base.Values)
			t.Values[i] = uint64(n)
			try(t)
		}
	}
}
