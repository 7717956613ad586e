package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"culprit/svcomp"

	"github.com/bmatcuk/doublestar/v4"
)

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
