// Package suite reads folders of tests, in the forms that public suites of
// faulty programs have them.
package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"culprit/fault"
)

// Case is a test, or why it cannot be run.
type Case struct {
	fault.Test
	Skip string // "" if it can be run
}

// Read returns the tests of a folder, in one of these forms:
//
//   - a file universe with one command line per test, to be run in the folder
//     inputs (the Siemens programs), and the output of line N in outputs/N;
//   - files input-* and heldout-input-*, each with its output-* (Codeflaws);
//   - files tests/*/NAME.in or NAME.in, each with its NAME.out (IntroClass).
//
// The expected outputs may be missing. White space at the ends of lines and of
// the output does not count in them, as in the checkers of these suites.
func Read(dir string) ([]Case, error) {
	if text, err := os.ReadFile(filepath.Join(dir, "universe")); err == nil {
		return universe(string(text), dir)
	}
	var files []string
	for _, pattern := range []string{"input-*", "heldout-input-*", "tests/*/*.in", "*.in"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	var out []Case
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return nil, err
		}
		c := Case{Test: fault.Test{Name: name, Stdin: text}}
		if want, err := os.ReadFile(outputOf(file)); err == nil {
			c.Expect = expected(want)
		}
		out = append(out, c)
	}
	return out, nil
}

func expected(output []byte) *fault.Expectation {
	return &fault.Expectation{Output: output, HasOutput: true, FoldSpace: true}
}

// outputOf names the file with the expected output of a test.
func outputOf(input string) string {
	dir, name := filepath.Split(input)
	if base, ok := strings.CutSuffix(name, ".in"); ok {
		return dir + base + ".out"
	}
	return dir + strings.Replace(name, "input-", "output-", 1)
}

// universe returns the test of every line of text. Relative names are those
// of files seen from the folder inputs; an argument that names one makes it
// visible to the program.
func universe(text, dir string) ([]Case, error) {
	inputs := filepath.Join(dir, "inputs")
	var out []Case
	for i, line := range strings.Split(text, "\n") {
		cmd, err := parseCommand(line)
		if err != nil {
			out = append(out, Case{Test: fault.Test{Name: fmt.Sprint(i + 1)}, Skip: err.Error()})
			continue
		}
		if len(cmd.args) == 0 && cmd.stdin == "" {
			continue
		}
		c := Case{Test: fault.Test{Name: fmt.Sprint(i + 1), Args: cmd.args}}
		if want, err := os.ReadFile(filepath.Join(dir, "outputs", c.Name)); err == nil {
			c.Expect = expected(want)
		}
		if cmd.stdin != "" {
			if c.Stdin, err = os.ReadFile(filepath.Join(inputs, cmd.stdin)); err != nil {
				c.Skip = "no file " + cmd.stdin
			}
		}
		for _, a := range cmd.args {
			if a == "" || filepath.IsAbs(a) {
				continue
			}
			path := filepath.Join(inputs, a)
			if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
				continue
			}
			file, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			if c.Files == nil {
				c.Files = map[string][]byte{}
			}
			c.Files[a] = file
		}
		out = append(out, c)
	}
	return out, nil
}

// Spread is where the k-th of n tests is found if the first ones of any number
// are to be spread over all: steps of about the golden section, which meet each
// test once.
func Spread(k, n int) int {
	step := max(1, n*618/1000)
	for gcd(step, n) > 1 {
		step++
	}
	return k * step % n
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}
