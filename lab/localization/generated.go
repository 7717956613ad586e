package localization

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"

	"culprit/fault"
	"culprit/interp"
)

// Inputs that are made of those of a suite tell a fix that is meant from one that only
// passes the tests (Smith, Barr, Le Goues, Brun: Is the Cure Worse than the Disease?,
// ESEC/FSE 2015). The correct program says what is right on them.

// attempts is how many inputs are made for each that is wanted: on some the correct
// program fails, and others are made twice.
const attempts = 5

// longestRun is how many statements the correct program may execute on one, and longerRun
// how much longer than that the changed one may take.
const (
	longestRun = 200_000
	longerRun  = 4
)

// agrees compares a changed program with the correct one on generated inputs, up to the
// first on which they differ: on how many the correct program ends, at most n, and the
// one on which the other does not print the same, "" if there is none. The inputs depend
// on the version alone.
func (m *measuring) agrees(ctx context.Context, v *Version, c *fault.Change, n int) (compared int, differs string, err error) {
	file := v.Correct
	if file == "" {
		file = v.Reference
	}
	if file == "" || n == 0 {
		return 0, "", nil
	}
	correct, err := m.parse(file)
	if err != nil {
		return 0, "", err
	}
	source, err := m.source(v.File)
	if err != nil {
		return 0, "", err
	}
	prog, err := source.Lower(ctx, c.Files)
	if err != nil {
		return 0, "", err
	}
	inputs, short, long := newInputs(v), m.budget(), m.budget()
	short.Steps, long.Steps = longestRun, longerRun*longestRun
	// An input behind which the correct program reads on is not complete, unless it reads on
	// behind a test of the suite.
	open := slices.ContainsFunc(inputs.tests, func(t *fault.Test) bool {
		return !bytes.Equal(fault.Execute(ctx, correct, t, short).Stdout, fault.Execute(ctx, correct, longer(t), short).Stdout)
	})
	for range attempts * n {
		if compared == n || ctx.Err() != nil {
			break
		}
		t := inputs.next()
		if t == nil {
			continue
		}
		want := fault.Execute(ctx, correct, t, short)
		if want.Status != interp.Exited {
			continue
		}
		more := fault.Execute(ctx, correct, longer(t), short)
		if !open && !bytes.Equal(want.Stdout, more.Stdout) {
			continue
		}
		compared++
		x := &fault.Expectation{Output: want.Stdout, HasOutput: true, FoldSpace: v.FoldSpace}
		if o, _ := x.Judge(fault.Execute(ctx, prog, t, long)); o != fault.Pass {
			return compared, key(t), nil
		}
	}
	return compared, "", nil
}

// inputs makes inputs of those of a suite.
type inputs struct {
	random *rand.Rand
	tests  []*fault.Test
	made   map[string]bool
	// numbers are those that stand at a position of the inputs, if all have as many
	// words, or anywhere: under -1.
	numbers map[int][]int64
	letters []byte
}

// word is a number, a letter, or a run of characters that are not white space.
var word = regexp.MustCompile(`[^\s]+`)

var whole = regexp.MustCompile(`^[-+]?[0-9]{1,18}$`)

func newInputs(v *Version) *inputs {
	h := fnv.New64a()
	h.Write([]byte(v.ID))
	in := &inputs{random: rand.New(rand.NewPCG(h.Sum64(), 0)), made: map[string]bool{}, numbers: map[int][]int64{}}
	for i := range v.Cases {
		k := &v.Cases[i]
		if k.Skip != "" {
			continue
		}
		t := &fault.Test{Args: k.Args, Stdin: k.Stdin, Files: k.Files}
		in.tests = append(in.tests, t)
		in.made[key(t)] = true
		for at, w := range wordsOf(t) {
			if whole.MatchString(w) {
				x, _ := strconv.ParseInt(w, 10, 64)
				in.numbers[at], in.numbers[-1] = append(in.numbers[at], x), append(in.numbers[-1], x)
				continue
			}
			in.letters = append(in.letters, w...)
		}
	}
	for _, t := range in.tests {
		if len(wordsOf(t)) != len(wordsOf(in.tests[0])) {
			in.numbers = map[int][]int64{-1: in.numbers[-1]}
			break
		}
	}
	return in
}

func key(t *fault.Test) string { return fmt.Sprintf("%q %q", t.Args, t.Stdin) }

// wordsOf are the arguments of a test and the words of its standard input.
func wordsOf(t *fault.Test) []string {
	return append(slices.Clone(t.Args), word.FindAllString(string(t.Stdin), -1)...)
}

// next is another input, nil if it was made before: a test with some of its words
// exchanged, numbers by those of the suite or between them, and letters by its letters.
func (in *inputs) next() *fault.Test {
	if len(in.tests) == 0 {
		return nil
	}
	old := in.tests[in.random.IntN(len(in.tests))]
	total := len(wordsOf(old))
	changes := map[int]bool{}
	for range 1 + in.random.IntN(3) {
		changes[in.random.IntN(max(total, 1))] = true
	}
	t := &fault.Test{Files: old.Files}
	at := 0
	exchange := func(w string) string {
		if changes[at] {
			w = in.other(at, w)
		}
		at++
		return w
	}
	for _, a := range old.Args {
		t.Args = append(t.Args, exchange(a))
	}
	t.Stdin = []byte(word.ReplaceAllStringFunc(string(old.Stdin), exchange))
	if in.made[key(t)] {
		return nil
	}
	in.made[key(t)] = true
	return t
}

// longer is a test with another number behind its input.
func longer(t *fault.Test) *fault.Test {
	x := *t
	x.Stdin = append(slices.Clone(t.Stdin), "\n1\n"...)
	return &x
}

// other is a word in the place of one.
func (in *inputs) other(at int, w string) string {
	if !whole.MatchString(w) {
		return in.respelled(w)
	}
	from := in.numbers[at]
	if len(from) == 0 {
		from = in.numbers[-1]
	}
	x, _ := strconv.ParseInt(w, 10, 64)
	least, most := slices.Min(from), slices.Max(from)
	switch in.random.IntN(4) {
	case 0:
		x += int64(in.random.IntN(3)) - 1
	case 1:
		if span := most - least + 1; span > 0 {
			x = least + in.random.Int64N(span)
		}
	default:
		x = from[in.random.IntN(len(from))]
	}
	return strconv.FormatInt(min(max(x, least), most), 10)
}

// respelled is a word with two letters exchanged, or one that is another, left out or added. An empty one, or
// one where no test has letters, stays as it is.
func (in *inputs) respelled(w string) string {
	if w == "" || len(in.letters) == 0 {
		return w
	}
	b, i := []byte(w), in.random.IntN(len(w))
	letter := in.letters[in.random.IntN(len(in.letters))]
	switch in.random.IntN(6) {
	case 0:
		b = slices.Insert(b, i, letter)
	case 1:
		if len(b) > 1 {
			b = slices.Delete(b, i, i+1)
		}
	case 2:
		b[i] = letter
	default:
		j := in.random.IntN(len(b))
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}
