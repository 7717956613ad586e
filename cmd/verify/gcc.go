package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"culprit/frontend/cpp"

	"github.com/alecthomas/kong"
)

// Options of gcc and clang, so that a compiler's command line can be given to
// verify: those that say what the text means are translated, those that say how
// to compile, warn or link are dropped.

// spelled are options with one dash and a long name, as the parser of the command
// line knows them.
var spelled = map[string]string{
	"-include": "--include-file", "-isystem": "--isystem", "-idirafter": "--isystem", "-iquote": "--include",
	"-ansi": "--std=c89", "-m32": "--data-model=ILP32", "-m64": "--data-model=LP64",
	"-funsigned-char": "--unsigned-char", "-fno-signed-char": "--unsigned-char",
	"-fwrapv": "--wrapv", "-fno-strict-overflow": "--wrapv",
	"-fsigned-char": "--unsigned-char=false", "-fno-unsigned-char": "--unsigned-char=false",
}

// withArgument are options without a meaning for the text whose argument is the
// next word.
var withArgument = []string{"-MF", "-MT", "-MQ", "-Xlinker", "-Xassembler", "-T", "-u", "-z", "-L", "-l", "--param", "-arch", "-x"}

// withoutMeaning are the beginnings of options without a meaning for the text.
var withoutMeaning = []string{
	"-O", "-g", "-W", "-w", "-f", "-M", "-l", "-L", "-p", "-c", "-v", "-s", "-r", "-Q", "-B", "-u", "-z", "-d", "-nostartfiles", "-nodefaultlibs",
	"-nostdlib", "-no-pie", "-no-canonical-prefixes", "-x", "--param", "--sysroot", "--coverage", "-specs", "-T",
}

// refused are options that change what some programs mean and are not followed,
// with what holds here instead.
var refused = map[string]string{
	"-ftrapv":                     "signed overflow wraps, and --property no-overflow finds it",
	"-fshort-enums":               "an enumeration is an int",
	"-fshort-wchar":               "wchar_t has 32 bits",
	"-fpack-struct":               "members are aligned",
	"-ffast-math":                 "floating-point numbers are those of IEEE 754",
	"-Ofast":                      "floating-point numbers are those of IEEE 754",
	"-funsafe-math-optimizations": "floating-point numbers are those of IEEE 754",
	"-fsingle-precision-constant": "a constant without a suffix is a double",
	"-mlong-double-64":            "long double has 80 bits",
	"-mlong-double-128":           "long double has 80 bits",
	"-mx32":                       "pointers have 32 bits where long has",
	"-nostdinc":                   "headers that are not found are the built-in ones",
	"-imacros":                    "-include reads a file before the program",
}

// likeGCC translates the options of compilers up to the first --, or for commands
// that execute the program up to its file: what follows are its arguments. Errors
// are options that are refused, and response files (@FILE) that cannot be
// read.
//
// long are the long options of verify, so that one with a single dash is not taken
// for one of a compiler.
func likeGCC(args []string, long map[string]bool) (out []string, err error) {
	if args, err = responses(args, 0); err != nil {
		return nil, err
	}
	executes := len(args) > 0 && (args[0] == "run" || args[0] == "explain")
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" || executes && !strings.HasPrefix(a, "-") && slices.Contains([]string{".c", ".i", ".yml"}, filepath.Ext(a)) {
			return append(out, args[i:]...), nil
		}
		name, value, _ := strings.Cut(a, "=")
		instead, refuse := refused[name]
		switch {
		case len(a) < 2 || a[0] != '-':
			out = append(out, a)
		case len(name) > 2 && name != "-std" && long[name[1:]] && spelled[a] == "":
			return nil, badInput("%s: did you mean -%s?", name, name)
		case refuse:
			return nil, badInput("%s is not supported: %s", a, instead)
		case spelled[a] != "":
			out = append(out, spelled[a])
		case strings.HasPrefix(a, "-isystem"):
			out = append(out, "--isystem", strings.TrimPrefix(a, "-isystem"))
		case name == "-std":
			out = append(out, "--std="+value)
		case slices.Contains(withArgument, a):
			i++
		case strings.HasPrefix(a, "-m"):
			defined, undefined := cpp.Machine(a)
			for _, m := range defined {
				out = append(out, "--define="+m)
			}
			for _, m := range undefined {
				out = append(out, "--undefine="+m)
			}
		case dropped(a):
		default:
			out = append(out, a)
		}
	}
	return out, nil
}

// longOptions are the names of the options of all commands.
func longOptions(model *kong.Application) map[string]bool {
	names := map[string]bool{}
	for _, n := range append([]*kong.Node{model.Node}, model.Children...) {
		for _, f := range n.Flags {
			names[f.Name] = true
		}
	}
	return names
}

// dropped reports whether an option has no meaning for the text. Options of one
// letter and long ones are those of verify.
func dropped(a string) bool {
	switch {
	case a == "-o" || a == "-h" || strings.HasPrefix(a, "-D") || strings.HasPrefix(a, "-U") || strings.HasPrefix(a, "-I"):
		return false
	case strings.HasPrefix(a, "--"):
		return strings.HasPrefix(a, "--param=") || strings.HasPrefix(a, "--sysroot") || a == "--coverage"
	}
	return slices.ContainsFunc(withoutMeaning, func(p string) bool { return strings.HasPrefix(a, p) })
}

// responses puts the words of response files in their place.
func responses(args []string, depth int) (out []string, err error) {
	for i, a := range args {
		if a == "--" {
			return append(out, args[i:]...), nil
		}
		if !strings.HasPrefix(a, "@") || len(a) == 1 {
			out = append(out, a)
			continue
		}
		text, err := os.ReadFile(a[1:])
		if err != nil {
			return nil, badInput("%s: %v", a, err)
		}
		if depth == maxCalls/2 {
			return nil, badInput("%s: response files name each other", a)
		}
		words, err := responses(responseWords(string(text)), depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, words...)
	}
	return out, nil
}

// responseWords are the words of a response file: separated by blanks, with quotes of
// both kinds around blanks and a backslash before any character, as gcc reads them.
func responseWords(text string) (out []string) {
	var word strings.Builder
	in, quote := false, rune(0)
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\':
			in, escaped = true, true
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			in, quote = true, r
		case r == ' ' || r == '\t' || r == '\n' || r == '\r':
			if in {
				out = append(out, word.String())
			}
			word.Reset()
			in = false
		default:
			in = true
			word.WriteRune(r)
		}
	}
	if in {
		out = append(out, word.String())
	}
	return out
}

// unitsExt ends the name of a file that verify cc records in.
const unitsExt = ".units"

// Variables of the environment that verify cc looks at.
const (
	unitsVariable    = "VERIFY_UNITS" // the file to record in; verify.units if unset
	compilerVariable = "VERIFY_CC"    // the compiler; cc, gcc or clang if unset
)

// ccCommand is written down for --help: its words are the compiler's.
type ccCommand struct {
	Words []string `arg:"" optional:"" passthrough:"" help:"The command line of the compiler."`
}

// Run is not used: run hands the words on before they are parsed.
func (c *ccCommand) Run(a *app) error { return a.cc(c.Words) }

// cc compiles with the compiler of the machine, if there is one, and records what it
// was told about each C file, one line of JSON for each: a compilation database that
// grows while make runs, in any number of processes.
func (a *app) cc(words []string) error {
	if err := record(a.getenv(unitsVariable), words); err != nil {
		fmt.Fprintf(a.stderr, "verify cc: %s\n", oneLine(err.Error())) // the build goes on
	}
	for _, name := range []string{a.getenv(compilerVariable), "cc", "gcc", "clang"} {
		path, err := exec.LookPath(name)
		if name == "" || err != nil {
			continue
		}
		cmd := exec.Command(path, words...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = a.stdin, file(a.stdout), a.stderr
		err = cmd.Run()
		var failed *exec.ExitError
		switch {
		case errors.As(err, &failed):
			return statusError(failed.ExitCode())
		case err != nil:
			return inputError{err}
		}
		return nil
	}
	return badInput("verify cc: no compiler: set %s", compilerVariable)
}

// record appends the C files of a command line to a file.
func record(to string, words []string) error {
	if slices.Contains(words, "-E") || slices.Contains(words, "-M") || slices.Contains(words, "-MM") {
		return nil
	}
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	var lines []byte
	for _, w := range words {
		if filepath.Ext(w) != ".c" || strings.HasPrefix(w, "-") {
			continue
		}
		line, err := json.Marshal(unit{Directory: dir, File: w, Arguments: append([]string{"cc"}, words...)})
		if err != nil {
			return err
		}
		lines = append(append(lines, line...), '\n')
	}
	if lines == nil {
		return nil
	}
	if to == "" {
		to = "verify" + unitsExt
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(lines) // at once, so that processes do not mix
	return errors.Join(err, f.Close())
}
