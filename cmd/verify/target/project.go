package target

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

	"culprit/cmd/verify/console"
	"culprit/frontend"
	"culprit/frontend/cpp"
	"culprit/frontend/extern"
	"culprit/svcomp"

	"github.com/alecthomas/kong"
)

// A project is known by its compilation database: which files are compiled, and what
// the compiler is told about each. It stands for the files that one function needs:
// those that define what it mentions, and so on.

// IsProject reports whether a file is a compilation database: compile_commands.json, or
// what verify cc records.
func IsProject(name string) bool {
	return filepath.Ext(name) == ".json" || filepath.Ext(name) == UnitsExt
}

// Unit is an entry of a compilation database.
type Unit struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Arguments []string `json:"arguments,omitempty"`
	Command   string   `json:"command,omitempty"`
}

// Project is a compilation database that was read.
type Project struct {
	Name   string
	Files  []frontend.Source
	model  []string // data model of each file, "" if nothing is said
	chars  []bool   // whether char is unsigned
	names  []*extern.Names
	Broken []error // why a file cannot be read
	Conf   frontend.Config
}

// ReadProject reads a compilation database and the files that it names, with m where
// that says.
func ReadProject(name string, conf frontend.Config, m *Move) (*Project, error) {
	text, err := svcomp.ReadFile(name)
	if err != nil {
		return nil, console.Complaint(err)
	}
	units, err := ParseUnits(text)
	if err != nil {
		return nil, console.BadFile(name, "not a compilation database: %v", err)
	}
	p := &Project{Name: name, Conf: conf}
	for i := range units {
		u := &units[i]
		if u.Directory = filepath.Join(u.Directory, "."); !filepath.IsAbs(u.Directory) {
			u.Directory = filepath.Join(filepath.Dir(name), u.Directory)
		}
		u.Directory, u.File, u.Command = strings.TrimSuffix(m.Text(u.Directory+"/"), "/"), m.Text(u.File), m.Text(u.Command)
		for k := range u.Arguments {
			u.Arguments[k] = m.Text(u.Arguments[k])
		}
		if err := p.add(u); err != nil {
			return nil, err
		}
	}
	if len(p.Files) == 0 {
		return nil, console.BadFile(name, "no C file is compiled here")
	}
	return p, nil
}

// ParseUnits reads a JSON array, or one value after the other.
func ParseUnits(text []byte) (units []Unit, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if len(bytes.TrimSpace(text)) > 0 && bytes.TrimSpace(text)[0] == '[' {
		err = d.Decode(&units)
		return units, err
	}
	for {
		var u Unit
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
func (p *Project) add(u *Unit) error {
	if !IsCode(u.File) {
		return nil
	}
	name := u.File
	if !filepath.IsAbs(name) {
		name = filepath.Join(u.Directory, name)
	}
	flags, model, err := u.Flags()
	if err != nil {
		return console.BadFile(p.Name, "%s: %v", u.File, err)
	}
	text, err := svcomp.ReadFile(name)
	if err != nil {
		return console.BadFile(p.Name, "%v", err)
	}
	var c frontend.Config
	flags.apply(&c)
	src := frontend.Source{Name: Shortest(name), Text: text, Flags: &cpp.Config{IncludeDirs: c.IncludeDirs, Macros: c.Macros, Included: c.Included, Standard: c.Standard}}
	p.Put(src, model, flags.Unsigned)
	return nil
}

// Put takes a file into the project, in the place of an earlier one of its name.
func (p *Project) Put(src frontend.Source, model string, unsignedChar bool) {
	at := slices.IndexFunc(p.Files, func(f frontend.Source) bool { return f.Name == src.Name })
	if at < 0 {
		at = len(p.Files)
		p.Files, p.model, p.chars = append(p.Files, src), append(p.model, ""), append(p.chars, false)
		p.names, p.Broken = append(p.names, nil), append(p.Broken, nil)
	}
	p.Files[at], p.model[at], p.chars[at] = src, model, unsignedChar
}

// Shortest is a name as seen from here, if that is below.
func Shortest(name string) string {
	if here, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(here, name); err == nil && !strings.HasPrefix(rel, "..") {
			return rel
		}
	}
	return name
}

// Flags are what the compiler is told about the text, and the data model.
func (u *Unit) Flags() (f CompileFlags, model string, err error) {
	words := u.Arguments
	if len(words) == 0 {
		words = responseWords(u.Command)
	}
	if len(words) == 0 {
		return f, "", errors.New("no command")
	}
	words, err = LikeGCC(u.absolute(words[1:]), nil)
	if err != nil {
		return f, "", err
	}
	var line struct {
		DataModel string
		Output    string   `short:"o"`
		Files     []string `arg:"" optional:""`
		CompileFlags
	}
	k, err := kong.New(&line, kong.Exit(func(int) {}), kong.NoDefaultHelp())
	if err != nil {
		panic(err)
	}
	if _, err := k.Parse(words); err != nil {
		return f, "", err
	}
	return line.CompileFlags, line.DataModel, nil
}

// absolute makes the names of files and folders absolute, and leaves out folders that
// are not there, as compilers do.
func (u *Unit) absolute(words []string) (out []string) {
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

// Read is what a file defines and mentions, found once: nothing if it is broken.
func (p *Project) Read(i int) *extern.Names {
	if p.names[i] == nil {
		c := p.Conf
		c.UnsignedChar = p.chars[i]
		if p.names[i], p.Broken[i] = extern.NamesOf(p.Files[i], c); p.names[i] == nil {
			p.names[i] = &extern.Names{}
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
func (p *Project) defining(name string, function bool) (out []int) {
	for i := range p.Files {
		if (p.names[i] != nil || mentions(p.Files[i].Text, name, !function)) && p.Read(i).Linked[name] {
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
func (p *Project) with(function string) (out []int) {
	for i := range p.Files {
		if (p.names[i] != nil || mentions(p.Files[i].Text, function, false)) && p.Read(i).Functions[function] {
			out = append(out, i)
		}
	}
	return out
}

// need are the files that a program needs which begins in one of them.
func (p *Project) need(first int) (files []int) {
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
		names := p.Read(files[k])
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
func (p *Project) nearest(to int, among []int) int {
	best, most := among[0], -1
	for _, i := range among {
		a, b := p.Files[i].Name, p.Files[to].Name
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

// Program are the files of the program that begins at a function: of the file that is
// named, if one is.
func (p *Project) Program(function, file string) (files []frontend.Source, model string, unsigned bool, err error) {
	in := p.with(function)
	if file != "" {
		in = slices.DeleteFunc(in, func(i int) bool { return filepath.Clean(p.Files[i].Name) != Shortest(file) && p.Files[i].Name != file })
	}
	switch {
	case len(in) == 0 && file != "":
		return nil, "", false, console.BadFile(p.Name, "%s has no function %s, or is not compiled here", file, function)
	case len(in) == 0:
		for i, err := range p.Broken {
			if err != nil && mentions(p.Files[i].Text, function, false) {
				return nil, "", false, console.Complaint(err)
			}
		}
		return nil, "", false, console.BadFile(p.Name, "no file defines a function %s", function)
	case len(in) > 1:
		var names []string
		for _, i := range in {
			names = append(names, p.Files[i].Name)
		}
		return nil, "", false, console.BadFile(p.Name, "%d files define a function %s: name one of %s after the project", len(in), function, strings.Join(names, ", "))
	}
	for _, i := range p.need(in[0]) {
		if p.model[i] != p.model[in[0]] || p.chars[i] != p.chars[in[0]] {
			return nil, "", false, console.BadFile(p.Name, "%s and %s are compiled for different data models", p.Files[in[0]].Name, p.Files[i].Name)
		}
		files = append(files, p.Files[i])
	}
	return files, p.model[in[0]], p.chars[in[0]], nil
}

// Matching are the functions whose names a pattern matches, by file and name.
func (p *Project) Matching(pattern string) (names []string) {
	for i := range p.Files {
		for _, name := range slices.Sorted(maps.Keys(p.Read(i).Functions)) {
			if ok, _ := path.Match(pattern, name); ok && name != "main" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// List prints the files, their functions and what nobody defines.
func (p *Project) List(w io.Writer) {
	for i := range p.Files {
		names := p.Read(i)
		if p.Broken[i] != nil {
			fmt.Fprintf(w, "%s: %v\n", p.Files[i].Name, p.Broken[i])
			continue
		}
		var missing []string
		for _, e := range names.Mentioned {
			if !e.Defined && !e.Library && len(p.defining(e.Name, e.Func)) == 0 {
				missing = append(missing, e.Name)
			}
		}
		fmt.Fprintf(w, "%s: %s\n", p.Files[i].Name, strings.Join(slices.Sorted(maps.Keys(names.Functions)), " "))
		if len(missing) > 0 {
			fmt.Fprintf(w, "  nowhere defined: %s\n", strings.Join(missing, " "))
		}
	}
}

// Move replaces a folder by another one in names of files.
type Move struct{ From, To string }

// Text is a text with names of files below the folder.
func (m *Move) Text(s string) string {
	if m == nil {
		return s
	}
	return strings.ReplaceAll(s, m.From+string(filepath.Separator), m.To+string(filepath.Separator))
}

// IsCode reports whether a file is one of C, by its name.
func IsCode(name string) bool {
	ext := filepath.Ext(name)
	return ext == ".c" || ext == ".i"
}

// UnitsExt ends the name of a file that verify cc records in.
const UnitsExt = ".units"
