package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// planted is a program of a suite of planted defects.
type planted struct {
	name  string
	class *defectClass
	// files are its own in the repository, shared those that it is built with.
	files, shared []string
	// include is a text that is read before each file.
	include string
	// main is the text of a main function, "" where the files have one.
	main string
	// twin is the program without the defect; nil if definitions make it.
	twin *planted
}

// repository is a git repository whose files are read at HEAD.
type repository string

func (r repository) git(ctx context.Context, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "git", append([]string{"-C", string(r)}, args...)...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("git %s: %w: %s", args[0], err, strings.TrimSpace(errs.String()))
	}
	return out, nil
}

// paths are the names of all files.
func (r repository) paths(ctx context.Context) ([]string, error) {
	out, err := r.git(ctx, "ls-tree", "-r", "--name-only", "HEAD")
	return strings.Fields(string(out)), err
}

// text is what a file contains.
func (r repository) text(ctx context.Context, file string) ([]byte, error) {
	return r.git(ctx, "show", "HEAD:"+file)
}

// write copies a program into a folder: its C files, and the folder's headers.
func (r repository) write(ctx context.Context, p *planted, dir string) (units []string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for _, file := range slices.Concat(p.files, p.shared) {
		text, err := r.text(ctx, file)
		if err != nil {
			return nil, err
		}
		name := filepath.Join(dir, path.Base(file))
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return nil, err
		}
		if path.Ext(file) == ".c" {
			units = append(units, name)
		}
	}
	if p.main != "" {
		name := filepath.Join(dir, "main.c")
		return append(units, name), os.WriteFile(name, []byte(p.main), 0o644)
	}
	return units, nil
}

// julietFile is the path of a C file: the weakness, the program, and the letter of
// the file if the program has several.
var julietFile = regexp.MustCompile(`^testcases/(CWE\d+)_[^/]*/(?:s\d+/)?(CWE\d+_.*_\d\d)([a-z]?)\.c$`)

// glibcAtoi makes atoi what it is in glibc. By the words of C a number that does not
// fit is undefined, which is none of the planted defects; in this suite all numbers
// from outside are read so, in the twins, too.
const glibcAtoi = "#include <stdlib.h>\n#define atoi(s) ((int)strtol(s, (char **)0, 10))\n"

// forWindows reports whether a program is written for Windows, where %s stands for
// wide characters in wide formats.
func forWindows(name string) bool {
	return strings.Contains(name, "w32") || strings.Contains(name, "wchar_t") && (strings.Contains(name, "printf") || strings.Contains(name, "CWE134"))
}

// julietPrograms are the programs in C, other than for Windows, all of whose names
// have an odd hash; the others are kept back by those who ask for the measurement.
func julietPrograms(paths []string) []*planted {
	by := map[string]*planted{}
	even := map[string]bool{}
	for _, file := range paths {
		m := julietFile.FindStringSubmatch(file)
		if m == nil || forWindows(m[2]) {
			continue
		}
		i := slices.IndexFunc(julietClasses, func(c defectClass) bool { return c.name == m[1] })
		if i < 0 {
			continue
		}
		p := by[m[2]]
		if p == nil {
			p = &planted{name: m[2], class: &julietClasses[i], include: glibcAtoi, shared: []string{"testcasesupport/io.c", "testcasesupport/std_testcase.h", "testcasesupport/std_testcase_io.h"}}
			by[m[2]] = p
		}
		p.files = append(p.files, file)
		if !oddHash(m[2]) || !oddHash(path.Base(file)) {
			even[m[2]] = true
		}
	}
	var out []*planted
	for name, p := range by {
		if !even[name] {
			slices.Sort(p.files)
			out = append(out, p)
		}
	}
	return out
}

// oddHash reports whether the sha256 hash of a name is an odd number.
func oddHash(name string) bool {
	sum := sha256.Sum256([]byte(name))
	return sum[len(sum)-1]%2 == 1
}

var (
	itcMain   = regexp.MustCompile(`(?m)^\s*void\s+(\w+_main)\s*\(`)
	itcNumber = regexp.MustCompile(`\bvflag\s*==\s*(\d+)\b`)
)

// itcPrograms are the functions of one file of ITC, numbered by its main function;
// twins is the name of the file without the defects.
func itcPrograms(c *defectClass, file, twins string, text []byte) []*planted {
	entry := itcMain.FindSubmatch(text)
	if entry == nil {
		return nil
	}
	var out []*planted
	for _, m := range itcNumber.FindAllSubmatch(text, -1) {
		number := string(m[1])
		name := fmt.Sprintf("%s_%03s", c.name, number)
		if number == "888" || slices.ContainsFunc(out, func(p *planted) bool { return p.name == name }) { // 888 stands for all
			continue
		}
		main := fmt.Sprintf("#include \"HeaderFile.h\"\nvolatile int vflag, vflag_copy, vflag_file;\nint idx, sink;\ndouble dsink;\nvoid *psink;\nint main(void)\n{\n\tvflag = %s;\n\t%s();\n\treturn 0;\n}\n", number, entry[1])
		headers := []string{"include/HeaderFile.h"}
		out = append(out, &planted{name: name, class: c, files: []string{file}, shared: headers, main: main, twin: &planted{files: []string{twins}, shared: headers, main: main}})
	}
	return out
}

// programs are those of a suite.
func (r repository) programs(ctx context.Context, suite string) ([]*planted, error) {
	paths, err := r.paths(ctx)
	if err != nil || suite == "juliet" {
		return julietPrograms(paths), err
	}
	var out []*planted
	for i := range itcClasses {
		c := &itcClasses[i]
		file, twins := "01.w_Defects/"+c.name+".c", "02.wo_Defects/"+c.name+".c"
		if !slices.Contains(paths, twins) {
			twins = "02.wo_Defects/" + strings.Replace(c.name, "dynamic", "dynamically", 1) + ".c"
		}
		text, err := r.text(ctx, file)
		if err != nil {
			return nil, err
		}
		out = append(out, itcPrograms(c, file, twins, text)...)
	}
	return out, nil
}

// drawn are the first programs of each class in the order of the hashes of salt and
// name, which the earlier salts do not draw.
func drawn(all []*planted, each int, salt string, earlier []string) []*planted {
	gone := map[string]bool{}
	for i, s := range earlier {
		for _, p := range drawn(all, each, s, earlier[:i]) {
			gone[p.name] = true
		}
	}
	hash := func(p *planted) string {
		sum := sha256.Sum256([]byte(salt + "\x00" + p.name))
		return string(sum[:])
	}
	rest := slices.DeleteFunc(slices.Clone(all), func(p *planted) bool { return gone[p.name] })
	slices.SortFunc(rest, func(a, b *planted) int {
		return cmp.Or(strings.Compare(a.class.name, b.class.name), strings.Compare(hash(a), hash(b)))
	})
	var out []*planted
	count := map[*defectClass]int{}
	for _, p := range rest {
		if count[p.class] < each {
			count[p.class]++
			out = append(out, p)
		}
	}
	return out
}
