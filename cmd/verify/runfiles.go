package main

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit/svcomp"
)

// visible reads the files that the program can open: those of --file and --files, and its
// arguments as far as they name files.
func (c *runCommand) visible() (map[string][]byte, error) {
	files := make(map[string][]byte)
	for _, arg := range c.Args {
		if info, err := os.Stat(arg); err == nil && info.Mode().IsRegular() {
			text, err := svcomp.ReadFile(arg)
			if err != nil {
				return nil, inputError{err}
			}
			files[arg] = text
		}
	}
	for _, dir := range c.Folders {
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			files[name], err = svcomp.ReadFile(name)
			return err
		})
		if err != nil {
			return nil, badInput("--files: %v", err)
		}
	}
	for _, f := range c.Files {
		name, path, renamed := strings.Cut(f, "=")
		if !renamed {
			path = name
		}
		if name == "" || path == "" {
			return nil, badInput("--file: want NAME or NAME=PATH, not %q", f)
		}
		text, err := svcomp.ReadFile(path)
		if err != nil {
			return nil, inputError{err}
		}
		files[name] = text
	}
	return files, nil
}

// writeFiles writes the files of a program below dir. Names that lead out of
// it are refused.
func writeFiles(a *app, dir string, files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		local := strings.TrimLeft(filepath.FromSlash(name), string(filepath.Separator))
		if !filepath.IsLocal(local) {
			fmt.Fprintf(a.stderr, "%s: not written, because the path leaves %s\n", oneLine(name), dir)
			continue
		}
		path := filepath.Join(dir, local)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		err := writeFile(path, func(w io.Writer) error { _, err := w.Write(files[name]); return err })
		if err != nil {
			return err
		}
	}
	return nil
}
