package headers

import (
	"io/fs"
	"regexp"
	"strings"
	"sync"
)

var (
	declaredName = regexp.MustCompile(`\b([A-Za-z_]\w*)\s*\((?:([^()]*)\))?`)
	directives   = regexp.MustCompile(`(?m)^\s*#(?:.*\\\n)*.*$`)
)

// bodies stands in headers that define their functions, which is C as any other.
const bodies = "#pragma culprit"

// Names are the names that the embedded headers declare as functions without body,
// with the number of their parameters, -1 if it is not fixed or not easily read.
var Names = sync.OnceValue(func() map[string]int {
	out := map[string]int{}
	err := fs.WalkDir(FS, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := FS.ReadFile(path)
		if strings.Contains(string(text), bodies) {
			return err
		}
		for _, m := range declaredName.FindAllStringSubmatch(directives.ReplaceAllString(string(text), ""), -1) {
			params := strings.TrimSpace(m[2])
			switch {
			case params == "void":
				out[m[1]] = 0
			case params == "" || strings.Contains(params, "..."):
				out[m[1]] = -1
			default:
				out[m[1]] = strings.Count(params, ",") + 1
			}
		}
		return err
	})
	if err != nil {
		panic(err) // the files are part of the program
	}
	return out
})
