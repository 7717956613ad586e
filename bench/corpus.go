package bench

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"culprit/svcomp"
	"github.com/bmatcuk/doublestar/v4"
)

// Task is one program and one property of it, with the expected verdict.
type Task struct {
	ID        string // name of the file without extension, with folders where that is not unique
	Category  string
	File      string // task definition or C file
	Property  string
	DataModel string // "" if the task does not say
	Expected  svcomp.Expected
	// Subproperty is the one that an expected violation violates, "" if the
	// task does not say.
	Subproperty string
	// ask is the argument of --property, "" where verify selects the property
	// by itself.
	ask string
}

// Find returns the tasks that paths name, sorted by id and property, each
// once. A path is a task definition, a C file, a set (.set: one glob pattern
// per line) or a folder. A folder stands for the task definitions below it, or
// if there are none for the C files. properties are the properties to take of
// each task definition, and that of C files; none means the one that verify
// selects. A broken task definition is an error.
func Find(paths, properties []string) ([]Task, error) {
	f := finder{properties: properties, seen: map[string]bool{}}
	for _, path := range paths {
		before := len(f.tasks)
		if err := f.path(path); err != nil {
			return nil, err
		}
		if len(f.tasks) == before && !f.again {
			return nil, fmt.Errorf("%s: %s", path, f.nothing())
		}
	}
	f.name()
	Sort(f.tasks)
	return f.tasks, nil
}

// Sort orders tasks by id and property.
func Sort(tasks []Task) {
	slices.SortFunc(tasks, func(a, b Task) int {
		if c := strings.Compare(a.ID, b.ID); c != 0 {
			return c
		}
		return strings.Compare(a.Property, b.Property)
	})
}

// finder collects tasks.
type finder struct {
	properties []string
	tasks      []Task
	seen       map[string]bool // absolute paths
	again      bool            // the last path named something seen before
	other      bool            // a task was left out for its properties
}

func (f *finder) nothing() string {
	if f.other {
		return "no task with the property " + strings.Join(f.properties, " or ")
	}
	return "no task definition (.yml) and no C file here"
}

// path adds what one argument names.
func (f *finder) path(path string) error {
	f.again, f.other = false, false
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", path, reason(err))
	case info.IsDir():
		return f.folder(path)
	case strings.EqualFold(filepath.Ext(path), ".set"):
		return f.set(path)
	case svcomp.IsTask(path) || isC(path):
		return f.file(path, "")
	}
	return fmt.Errorf("%s: neither a task definition (.yml), a set (.set), a C file (.c, .i) nor a folder", path)
}

// reason is the cause of an error that names a path itself.
func reason(err error) error {
	if pe, ok := err.(*fs.PathError); ok {
		return pe.Err
	}
	return err
}

func isC(path string) bool {
	ext := filepath.Ext(path)
	return ext == ".c" || ext == ".i"
}

// inputFiles is what tells a task definition from other YAML files.
var inputFiles = regexp.MustCompile(`(?m)^["']?input_files["']?\s*:`)

// folder adds the task definitions below a folder, else its C files.
func (f *finder) folder(dir string) error {
	var tasks, programs []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", path, reason(err))
		case d.IsDir():
		case svcomp.IsTask(path):
			text, err := os.ReadFile(path)
			if err != nil {
				return fmt.Errorf("%s: %w", path, reason(err))
			}
			if inputFiles.Match(text) {
				tasks = append(tasks, path)
			}
		case isC(path):
			programs = append(programs, path)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(tasks) == 0 {
		tasks = programs
	}
	for _, path := range tasks {
		if err := f.file(path, ""); err != nil {
			return err
		}
	}
	return nil
}

// file adds the tasks of one task definition or C file.
func (f *finder) file(path, category string) error {
	abs, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if f.seen[abs] {
		f.again = true
		return nil
	}
	f.seen[abs] = true
	t := Task{File: path, Category: category}
	if !svcomp.IsTask(path) {
		t.Property = svcomp.UnreachCall
		f.tasks = append(f.tasks, t)
		for i, p := range f.properties {
			last := &f.tasks[len(f.tasks)-1]
			if i > 0 {
				f.tasks = append(f.tasks, t)
				last = &f.tasks[len(f.tasks)-1]
			}
			last.Property, last.ask = p, p
		}
		return nil
	}
	def, err := svcomp.ReadTask(path)
	if err != nil {
		return err
	}
	if def.PtrBits != 0 {
		t.DataModel = svcomp.DataModel(def.PtrBits)
	}
	chosen := def.Select()
	add := func(p svcomp.TaskProperty) {
		t.Property, t.Expected, t.Subproperty, t.ask = p.Name, p.Expected, p.Subproperty, ""
		if p.Name != chosen.Name {
			t.ask = p.File
		}
		f.tasks = append(f.tasks, t)
	}
	if len(f.properties) == 0 {
		add(chosen)
		return nil
	}
	any := false
	for _, name := range f.properties {
		if p, ok := def.Property(name); ok {
			any = true
			add(p)
		}
	}
	f.other = f.other || !any
	return nil
}

// name gives every task an id: as few of the last elements of its path as tell
// it from those of other files. The category, unless a set gave one, is what
// comes before the first dot of the name, else the folder.
func (f *finder) name() {
	var files []string
	elements := map[string][]string{} // of files without extension
	depth := map[string]int{}
	stems := map[string]int{}
	for i := range f.tasks {
		path := f.tasks[i].File
		if elements[path] != nil {
			continue
		}
		abs, err := filepath.Abs(path)
		if err != nil {
			abs = path
		}
		files = append(files, path)
		stem := strings.TrimSuffix(abs, filepath.Ext(abs))
		stems[stem]++
		elements[path] = strings.Split(filepath.ToSlash(stem), "/")
		depth[path] = 1
	}
	for _, path := range files { // f.c next to f.i
		e := elements[path]
		if stems[filepath.FromSlash(strings.Join(e, "/"))] > 1 {
			e[len(e)-1] += filepath.Ext(path)
		}
	}
	id := func(path string) string {
		e := elements[path]
		return strings.Join(e[max(len(e)-depth[path], 0):], "/")
	}
	for changed := true; changed; {
		changed = false
		same := map[string][]string{}
		for _, path := range files {
			same[id(path)] = append(same[id(path)], path)
		}
		for _, paths := range same {
			for _, path := range paths {
				if len(paths) > 1 && depth[path] < len(elements[path]) {
					depth[path]++
					changed = true
				}
			}
		}
	}
	for i := range f.tasks {
		t := &f.tasks[i]
		t.ID = id(t.File)
		if t.Category != "" {
			continue
		}
		base := filepath.Base(t.File)
		category, _, ok := strings.Cut(strings.TrimSuffix(base, filepath.Ext(base)), ".")
		if !ok {
			e := elements[t.File]
			category = e[max(len(e)-2, 0)]
		}
		t.Category = category
	}
}

// Select keeps the tasks named in a CSV list: its column id (or task, name,
// program) names tasks, its column category, if there is one, replaces their
// categories.
func Select(tasks []Task, list string) ([]Task, error) {
	rows, err := ReadRows(list)
	if err != nil {
		return nil, err
	}
	byID := map[string][]Task{}
	for _, t := range tasks {
		byID[t.ID] = append(byID[t.ID], t)
	}
	seen := map[string]bool{}
	var out []Task
	for _, row := range rows {
		id := First(row, "id", "task", "name", "program")
		if len(byID[id]) == 0 {
			return nil, fmt.Errorf("%s: no task %q in the corpus", list, id)
		}
		if seen[id] {
			continue
		}
		seen[id] = true
		for _, t := range byID[id] {
			if c := row["category"]; c != "" {
				t.Category = c
			}
			out = append(out, t)
		}
	}
	return out, nil
}

// Narrow keeps the tasks of a list (see Select) whose ids contain a text; ""
// stands for all.
func Narrow(tasks []Task, list, only string) ([]Task, error) {
	if list != "" {
		var err error
		if tasks, err = Select(tasks, list); err != nil {
			return nil, err
		}
	}
	var kept []Task
	for _, t := range tasks {
		if strings.Contains(t.ID, only) {
			kept = append(kept, t)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("--only: no task contains %q", only)
	}
	return kept, nil
}

// set adds what a set names: each line a file, a folder or a glob pattern,
// relative to the folder of the set, except empty lines and those that begin
// with #. ** matches any number of folders. The name of the set is the category
// of its tasks. A pattern may match nothing, a plain name must exist.
func (f *finder) set(path string) error {
	text, err := svcomp.ReadFile(path)
	if err != nil {
		return err
	}
	category := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	again := false
	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		pattern := filepath.FromSlash(line)
		if !filepath.IsAbs(pattern) {
			pattern = filepath.Join(filepath.Dir(path), pattern)
		}
		files, err := doublestar.FilepathGlob(pattern)
		if err != nil {
			return fmt.Errorf("%s:%d:1: %s: %w", path, i+1, line, err)
		}
		if len(files) == 0 && !strings.ContainsAny(line, "*?[") {
			return fmt.Errorf("%s:%d:1: %s: no such file", path, i+1, line)
		}
		for _, file := range files {
			before := len(f.tasks)
			info, err := os.Stat(file)
			switch {
			case err != nil:
				err = fmt.Errorf("%s: %w", file, reason(err))
			case info.IsDir():
				err = f.folder(file)
			case svcomp.IsTask(file) || isC(file):
				err = f.file(file, category)
			}
			if err != nil {
				return err
			}
			for j := before; j < len(f.tasks); j++ {
				f.tasks[j].Category = category
			}
			again = again || f.again
		}
	}
	f.again = again
	return nil
}
