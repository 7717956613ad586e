package clib

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

func mustRead(text string) ([]*Func, map[string]*Func) {
	list, names, err := read(text)
	if err != nil {
		panic(err) // the table is part of the program
	}
	return list, names
}

// index are the functions, sorted by name, and all by their names and synonyms. The
// commands that only print do without.
var index = sync.OnceValues(func() ([]*Func, map[string]*Func) { return mustRead(table) })

// All lists the functions, sorted by name.
func All() []*Func {
	functions, _ := index()
	return slices.Clone(functions)
}

// Lookup finds the function of a name, which may be one of its synonyms; nil if
// the table has none.
func Lookup(name string) *Func {
	_, byName := index()
	return byName[name]
}

//go:embed functions.txt
var table string

// read reads the table: its functions, sorted by name, and all by their names
// and synonyms.
func read(text string) (list []*Func, names map[string]*Func, err error) {
	names = map[string]*Func{}
	for n, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		fs, err := readLine(line)
		if err != nil {
			return nil, nil, fmt.Errorf("functions.txt:%d: %w", n+1, err)
		}
		for _, f := range fs {
			list = append(list, f)
			for _, name := range append([]string{f.Name}, f.Synonyms...) {
				if names[name] != nil {
					return nil, nil, fmt.Errorf("functions.txt:%d: second entry of %s", n+1, name)
				}
				names[name] = f
			}
		}
	}
	slices.SortFunc(list, func(a, b *Func) int { return strings.Compare(a.Name, b.Name) })
	return list, names, nil
}

// readLine reads the functions of one entry.
func readLine(line string) ([]*Func, error) {
	parts := strings.Split(line, ":")
	if len(parts) != 3 {
		return nil, fmt.Errorf("want \"names : signature : facts\"")
	}
	f := Func{Given: -1, Compares: -1, Echoes: -1}
	if err := f.signature(strings.Fields(parts[1])); err != nil {
		return nil, err
	}
	for _, w := range strings.Fields(parts[2]) {
		if err := f.fact(w); err != nil {
			return nil, err
		}
	}
	if err := f.check(); err != nil {
		return nil, err
	}
	var out []*Func
	for _, names := range strings.Fields(parts[0]) {
		g := f
		all := strings.Split(names, "/")
		g.Name, g.Synonyms = all[0], all[1:]
		if g.Object == "" {
			g.Object = g.Name
		}
		if g.After == "" && g.measures() {
			g.After = g.Name
		}
		out = append(out, &g)
	}
	return out, nil
}

const typeLetters = "viumlxyztfdDpFaS"

func (f *Func) signature(words []string) error {
	if n := len(words); n > 0 && words[n-1] == "." {
		f.Variadic, words = true, words[:n-1]
	}
	for i, w := range words {
		if i == 0 {
			if len(w) != 1 || strings.IndexByte(typeLetters, w[0]) < 0 {
				return fmt.Errorf("result %q", w)
			}
			f.Result = w[0]
			continue
		}
		p, err := readParam(w)
		if err != nil {
			return err
		}
		f.Params = append(f.Params, p)
	}
	if f.Result == 0 {
		return fmt.Errorf("no signature")
	}
	return nil
}

// accesses are the words of a pointer parameter that sizes may follow.
var accesses = []struct {
	word string
	Param
}{
	{"rw", Param{Access: Write, Reads: true}}, {"r", Param{Access: Read}}, {"w", Param{Access: Write}},
	{"s", Param{Access: String}}, {"W", Param{Access: String, Wide: true}},
}

// plain are the other words of a pointer parameter.
var plain = map[string]Param{
	"printf": {Type: 'p', Access: String, Format: Printf}, "scanf": {Type: 'p', Access: String, Format: Scanf},
	"strftime": {Type: 'p', Access: String, Format: Strftime},
	"wprintf":  {Type: 'p', Access: String, Format: Printf, Wide: true},
	"wscanf":   {Type: 'p', Access: String, Format: Scanf, Wide: true},
	"F":        {Type: 'F', Access: Stream}, "o": {Type: 'p', Access: Stream}, "h": {Type: 'p', Access: Block}, "v": {Type: 'p', Access: Value},
}

func readParam(w string) (p Param, err error) {
	word := w
	w, null := strings.CutSuffix(w, "?")
	p, known := plain[w]
	for _, a := range accesses {
		size, found := strings.CutPrefix(w, a.word)
		if known || !found {
			continue
		}
		p, known = a.Param, true
		p.Type = 'p'
		if n, fixed := strings.CutPrefix(size, "="); fixed {
			p.Fixed, err = strconv.ParseUint(n, 10, 64)
		} else if n, behind := strings.CutPrefix(size, "@"); behind {
			p.Behind, err = strconv.Atoi(n)
			p.Behind--
		} else if size != "" {
			size, p.Bytes = strings.CutSuffix(size, "b")
			p.Factor, err = readIndices(size, "*")
		}
	}
	if !known {
		if len(w) != 1 || strings.IndexByte(typeLetters, w[0]) < 0 {
			return p, fmt.Errorf("parameter %q", word)
		}
		p.Type = w[0]
	}
	p.Null = null
	return p, err
}

// readIndices reads numbers of arguments, which count from 1.
func readIndices(text, sep string) (out []int, err error) {
	for _, n := range strings.Split(text, sep) {
		i, err := strconv.Atoi(n)
		if err != nil || i < 1 {
			return nil, fmt.Errorf("argument number %q", n)
		}
		out = append(out, i-1)
	}
	return out, nil
}

func (f *Func) fact(word string) (err error) {
	key, value, _ := strings.Cut(word, "=")
	flags := map[string]*bool{"run": &f.Run, "run=c": &f.RunText, "complete": &f.Complete, "errno": &f.Errno, "returns": &f.Returns, "stores": &f.Stores, "new": &f.Allocates,
		"closes": &f.Closes, "pure": &f.Pure, "noreturn": &f.NoReturn, "sets-env": &f.SetsEnv, "input": &f.Input, "negates": &f.Negates, "divides": &f.Divides, "signgam": &f.SignGam, "same": &f.Same, "seeks": &f.Seeks, "number": &f.Number, "puts-back": &f.PutsBack, "wide": &f.Wide, "partial": &f.Partial, "fixed": &f.Fixed, "once": &f.Once, "spells": &f.Spells, "utc": &f.UTC, "reorders": &f.Reorders}
	if b := flags[word]; b != nil {
		*b = true
		return nil
	}
	switch key {
	case "model":
		f.Model = Model(value)
	case "chk":
		f.Checked, err = readIndices(value, ",")
	case "promises":
		f.Promises, err = choose(value, map[string]Promise{"sign": Sign, "truth": Truth})
	case "owns", "owns?":
		f.Owns, f.Nullable, f.Object = true, key == "owns?", value
	case "ends":
		f.Ends = strings.Split(value, ",")
	case "keeps":
		f.Keeps, err = readIndices(value, ",")
	case "sets":
		f.Sets = strings.Split(value, ",")
	case "compares":
		var at []int
		if at, err = readIndices(value, ","); err == nil {
			f.Compares = at[0]
		}
	case "returns":
		var at []int
		if at, err = readIndices(value, ","); err == nil {
			f.Returns, f.Given = true, at[0]
		}
	case "after":
		f.After = value
	case "echoes":
		var at []int
		if at, err = readIndices(value, ","); err == nil {
			f.Echoes = at[0]
		}
	case "state":
		f.State, err = choose(value, map[string]State{"": StreamState, "stdin": StdinState, "rand": RandState, "rand48": Rand48State, "fd": DescriptorState})
	case "indicators":
		f.Indicator, err = choose(value, map[string]Indicator{"kept": KeepsThem, "end": TellsEnd, "error": TellsError, "cleared": Clears, "rewound": Rewinds, "write": Writes,
			"read": Reads, "ahead": ReadsAhead, "scan": Scans})
	case "prints":
		f.Prints, err = choose(value, map[string]Output{"": OtherOutput, "char": CharOutput, "text": TextOutput, "line": LineOutput, "format": FormatOutput})
	case "range":
		f.Range, err = readRange(value)
	case "within":
		f.Within, err = readRange(value)
	default:
		return fmt.Errorf("fact %q", word)
	}
	return err
}

func choose[T any](word string, choices map[string]T) (T, error) {
	c, ok := choices[word]
	if !ok {
		return c, fmt.Errorf("no choice %q", word)
	}
	return c, nil
}

func readRange(text string) (*Range, error) {
	switch text {
	case "any":
		return &Range{Any: true}, nil
	case "new":
		return &Range{New: true}, nil
	case "block":
		return &Range{Block: true}, nil
	}
	lo, hi, ok := strings.Cut(text, "..")
	if !ok {
		return nil, fmt.Errorf("range %q", text)
	}
	r := &Range{Hi: 1<<63 - 1}
	var err error
	if r.Lo, err = strconv.ParseInt(lo, 0, 64); err == nil && hi != "" {
		r.Hi, err = strconv.ParseInt(hi, 0, 64)
	}
	return r, err
}

// check finds entries that contradict themselves.
func (f *Func) check() error {
	for _, p := range f.Params {
		if p.Behind != 0 && (p.Behind < 0 || p.Behind >= len(f.Params) || f.Params[p.Behind].Type != 'p') {
			return fmt.Errorf("argument %d is not a pointer", p.Behind+1)
		}
		for _, i := range p.Factor {
			if i >= len(f.Params) || strings.IndexByte("izum", f.Params[i].Type) < 0 {
				return fmt.Errorf("argument %d is not a size", i+1)
			}
		}
	}
	for _, i := range append(slices.Clone(f.Keeps), f.Given, f.Compares) {
		if i >= len(f.Params) || i >= 0 && strings.IndexByte("pF", f.Params[i].Type) < 0 {
			return fmt.Errorf("argument %d is not a pointer", i+1)
		}
	}
	switch {
	case f.Echoes >= len(f.Params) || f.Echoes >= 0 && (f.Params[f.Echoes].Type != f.Result || f.Range == nil || f.Range.Lo != -1):
		return fmt.Errorf("argument %d cannot be the result", f.Echoes+1)
	case (f.After != "" || f.Seeks) && f.Range == nil:
		return fmt.Errorf("after other calls, but the world does not choose the result")
	case f.Complete && f.Model != NoModel:
		return fmt.Errorf("complete, and model %s", f.Model)
	case f.State == StreamState && f.Stream() < 0:
		return fmt.Errorf("the state of a stream, but none is passed")
	case f.Prints == FormatOutput && f.FormatOf(Printf) < 0:
		return fmt.Errorf("prints a format, but has none")
	case f.Allocates && (len(f.Params) == 0 || f.Params[0].Access != Write):
		return fmt.Errorf("a new block, but no pointer to store")
	case f.Closes && len(f.Params) == 0:
		return fmt.Errorf("closes nothing")
	case f.Within != nil && (f.Range != nil || f.Model == ByText || f.Within.Any || f.Within.New || f.Within.Block || strings.IndexByte("iulmxyzt", f.Result) < 0):
		return fmt.Errorf("within says nothing")
	case f.Run && f.Result == 'p' && !f.Returns && !f.Owns:
		return fmt.Errorf("where the result points is not known")
	}
	return nil
}
