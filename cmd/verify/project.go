package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"culprit/frontend"
	"culprit/frontend/cpp"
	"culprit/svcomp"

	"github.com/alecthomas/kong"
)

// A project is known by its compilation database: which files are compiled, and what
// the compiler is told about each. It stands for the files that one function needs:
// those that define what it mentions, and so on.

// isProject reports whether a file is a compilation database: compile_commands.json, or
// what verify cc records.
func isProject(name string) bool {
	return filepath.Ext(name) == ".json" || filepath.Ext(name) == unitsExt
}

// unit is an entry of a compilation database.
type unit struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments,omitempty"`
	Command   string   `json:"command,omitempty"`
}

// project is a compilation database that was read.
type project struct {
	name   string
	files  []frontend.Source
	model  []string // data model of each file, "" if nothing is said
	chars  []bool   // whether char is unsigned
	names  []*frontend.Names
	broken []error // why a file cannot be read
	conf   frontend.Config
}

// readProject reads a compilation database and the files that it names, with m where
// that says.
func readProject(name string, conf frontend.Config, m *move) (*project, error) {
	text, err := svcomp.ReadFile(name)
	if err != nil {
		return nil, inputError{err}
	}
	units, err := parseUnits(text)
	if err != nil {
		return nil, badFile(name, "not a compilation database: %v", err)
	}
	p := &project{name: name, conf: conf}
	for i := range units {
		u := &units[i]
		if u.Directory = filepath.Join(u.Directory, "."); !filepath.IsAbs(u.Directory) {
			u.Directory = filepath.Join(filepath.Dir(name), u.Directory)
		}
		u.Directory, u.File, u.Command = strings.TrimSuffix(m.text(u.Directory+"/"), "/"), m.text(u.File), m.text(u.Command)
		for k := range u.Arguments {
			u.Arguments[k] = m.text(u.Arguments[k])
		}
		if err := p.add(u); err != nil {
			return nil, err
		}
	}
	if len(p.files) == 0 {
		return nil, badFile(name, "no C file is compiled here")
	}
	return p, nil
}

// parseUnits reads a JSON array, or one value after the other.
func parseUnits(text []byte) (units []unit, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if len(bytes.TrimSpace(text)) > 0 && bytes.TrimSpace(text)[0] == '[' {
		err = d.Decode(&units)
		return units, err
	}
	for {
		var u unit
		switch err := d.Decode(&u); {
		case errors.Is(err, io.EOF):
			return units, nil
		case err != nil:
			return nil, err
		}
		units = append(units, u)
	}
}

// add reads the file of an entry. One that is compiled twice counts with its last
// flags.
func (p *project) add(u *unit) error {
	if !isCode(u.File) {
		return nil
	}
	name := u.File
	if !filepath.IsAbs(name) {
		name = filepath.Join(u.Directory, name)
	}
	flags, model, err := u.flags()
	if err != nil {
		return badFile(p.name, "%s: %v", u.File, err)
	}
	text, err := svcomp.ReadFile(name)
	if err != nil {
		return badFile(p.name, "%v", err)
	}
	var c frontend.Config
	flags.apply(&c)
	src := frontend.Source{Name: shortest(name), Text: text, Flags: &cpp.Config{IncludeDirs: c.IncludeDirs, Macros: c.Macros, Included: c.Included, Standard: c.Standard}}
	p.put(src, model, flags.Unsigned)
	return nil
}

// put takes a file into the project, in the place of an earlier one of its name.
func (p *project) put(src frontend.Source, model string, unsignedChar bool) {
	at := slices.IndexFunc(p.files, func(f frontend.Source) bool { return f.Name == src.Name })
	if at < 0 {
		at = len(p.files)
		p.files, p.model, p.chars = append(p.files, src), append(p.model, ""), append(p.chars, false)
		p.names, p.broken = append(p.names, nil), append(p.broken, nil)
	}
	p.files[at], p.model[at], p.chars[at] = src, model, unsignedChar
}

// shortest is a name as seen from here, if that is below.
func shortest(name string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, name); err == nil && !strings.HasPrefix(rel, "..") {
			return rel
		}
	}
	return name
}

// flags are what the compiler is told about the text, and the data model.
func (u *unit) flags() (f compileFlags, model string, err error) {
	words := u.Arguments
	if len(words) == 0 {
		words = responseWords(u.Command)
	}
	if len(words) == 0 {
		return f, "", errors.New("no command")
	}
	words, err = likeGCC(u.absolute(words[1:]), nil)
	if err != nil {
		return f, "", err
	}
	var line struct {
		DataModel string
		Output    string   `short:"o"`
		Files     []string `arg:"" optional:""`
		compileFlags
	}
	k, err := kong.New(&line, kong.Exit(func(int) {}), defaults(), kong.NoDefaultHelp())
	if err != nil {
		panic(err)
	}
	if _, err := k.Parse(words); err != nil {
		return f, "", err
	}
	return line.compileFlags, line.DataModel, nil
}

// absolute makes the names of files and folders absolute, and leaves out folders that
// are not there, as compilers do.
func (u *unit) absolute(words []string) (out []string) {
	there := func(name string) (string, bool) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(u.Directory, name)
		}
		_, err := os.Stat(name)
		return name, err == nil
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		option := ""
		for _, o := range []string{"-isystem", "-iquote", "-idirafter", "-include", "-I", "@"} {
			if strings.HasPrefix(w, o) {
				option = o
				break
			}
		}
		switch {
		case option == "":
			out = append(out, w)
		case option == "@":
			name, _ := there(w[1:])
			out = append(out, "@"+name)
		default:
			name := w[len(option):]
			if name == "" && i+1 < len(words) {
				i++
				name = words[i]
			}
			if name, ok := there(name); ok {
				out = append(out, option, name)
			}
		}
	}
	return out
}

// read is what a file defines and mentions, found once: nothing if it is broken.
func (p *project) read(i int) *frontend.Names {
	if p.names[i] == nil {
		c := p.conf
		c.UnsignedChar = p.chars[i]
		if p.names[i], p.broken[i] = frontend.NamesOf(p.files[i], c); p.names[i] == nil {
			p.names[i] = &frontend.Names{}
		}
	}
	return p.names[i]
}

// mentions reports whether the text of a file looks as if it defined a function, or
// with any whether the name occurs: parsing takes longer.
func mentions(text []byte, name string, any bool) bool {
	if !bytes.Contains(text, []byte(name)) {
		return false
	}
	expr := `\b` + regexp.QuoteMeta(name) + `\b`
	if !any {
		expr += `([^;{}]*|\s*\([^;{}()]*\)\s*[\w/][^{}=]*)\{` // declarations of parameters may follow
	}
	return regexp.MustCompile(expr).Match(text)
}

// defining are the files that define a name for others; those that do not give way to
// others, if there are any.
func (p *project) defining(name string, function bool) (out []int) {
	for i := range p.files {
		if (p.names[i] != nil || mentions(p.files[i].Text, name, !function)) && p.read(i).Linked[name] {
			out = append(out, i)
		}
	}
	weak := func(i int) bool { return p.names[i].Weak[name] }
	if slices.ContainsFunc(out, func(i int) bool { return !weak(i) }) {
		out = slices.DeleteFunc(out, weak)
	}
	return out
}

// with are the files that have a function.
func (p *project) with(function string) (out []int) {
	for i := range p.files {
		if (p.names[i] != nil || mentions(p.files[i].Text, function, false)) && p.read(i).Functions[function] {
			out = append(out, i)
		}
	}
	return out
}

// need are the files that a program needs which begins in one of them.
func (p *project) need(first int) (files []int) {
	files = []int{first}
	asked := map[string]bool{}
	ask := func(name string, function bool) {
		if asked[name] {
			return
		}
		asked[name] = true
		in := p.defining(name, function)
		if len(in) > 0 && !slices.ContainsFunc(in, func(j int) bool { return slices.Contains(files, j) }) {
			files = append(files, p.nearest(first, in))
		}
	}
	for k := 0; k < len(files); k++ {
		names := p.read(files[k])
		for _, e := range names.Mentioned {
			if !e.Defined { // by the file; a project may have its own function of the library
				ask(e.Name, e.Func)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(names.Weak)) {
			ask(name, names.Functions[name])
		}
	}
	return files
}

// nearest is the file among some that shares most of its folders with another one.
func (p *project) nearest(to int, among []int) int {
	best, most := among[0], -1
	for _, i := range among {
		a, b := p.files[i].Name, p.files[to].Name
		n := 0
		for n < len(a) && n < len(b) && a[n] == b[n] {
			n++
		}
		if n > most {
			best, most = i, n
		}
	}
	return best
}

// program are the files of the program that begins at a function: of the file that is
// named, if one is.
func (p *project) program(function, file string) (files []frontend.Source, model string, unsigned bool, err error) {
	in := p.with(function)
	if file != "" {
		in = slices.DeleteFunc(in, func(i int) bool { return filepath.Clean(p.files[i].Name) != shortest(file) && p.files[i].Name != file })
	}
	switch {
	case len(in) == 0 && file != "":
		return nil, "", false, badFile(p.name, "%s has no function %s, or is not compiled here", file, function)
	case len(in) == 0:
		for i, err := range p.broken {
			if err != nil && mentions(p.files[i].Text, function, false) {
				return nil, "", false, inputError{err}
			}
		}
		return nil, "", false, badFile(p.name, "no file defines a function %s", function)
	case len(in) > 1:
		var names []string
		for _, i := range in {
			names = append(names, p.files[i].Name)
		}
		return nil, "", false, badFile(p.name, "%d files define a function %s: name one of %s after the project", len(in), function, strings.Join(names, ", "))
	}
	for _, i := range p.need(in[0]) {
		if p.model[i] != p.model[in[0]] || p.chars[i] != p.chars[in[0]] {
			return nil, "", false, badFile(p.name, "%s and %s are compiled for different data models", p.files[in[0]].Name, p.files[i].Name)
		}
		files = append(files, p.files[i])
	}
	return files, p.model[in[0]], p.chars[in[0]], nil
}

// matching are the functions whose names a pattern matches, by file and name.
func (p *project) matching(pattern string) (names []string) {
	for i := range p.files {
		for _, name := range slices.Sorted(maps.Keys(p.read(i).Functions)) {
			if ok, _ := path.Match(pattern, name); ok && name != "main" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// list prints the files, their functions and what nobody defines.
func (p *project) list(w io.Writer) {
	for i := range p.files {
		names := p.read(i)
		if p.broken[i] != nil {
			fmt.Fprintf(w, "%s: %v\n", p.files[i].Name, p.broken[i])
			continue
		}
		var missing []string
		for _, e := range names.Mentioned {
			if !e.Defined && !e.Library && len(p.defining(e.Name, e.Func)) == 0 {
				missing = append(missing, e.Name)
			}
		}
		fmt.Fprintf(w, "%s: %s\n", p.files[i].Name, strings.Join(slices.Sorted(maps.Keys(names.Functions)), " "))
		if len(missing) > 0 {
			fmt.Fprintf(w, "  nowhere defined: %s\n", strings.Join(missing, " "))
		}
	}
}
