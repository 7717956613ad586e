package target

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"culprit/cmd/verify/console"
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
// with what holds here instead, for one of their values where it is named.
var refused = map[string]string{
	"-ftrapv":                     "signed overflow wraps, and --property no-overflow finds it",
	"-fshort-enums":               "an enumeration is an int",
	"-fshort-wchar":               "wchar_t has 32 bits",
	"-fpack-struct":               "members are aligned",
	"-ffast-math":                 "floating-point numbers are those of IEEE 754",
	"-Ofast":                      "floating-point numbers are those of IEEE 754",
	"-funsafe-math-optimizations": "floating-point numbers are those of IEEE 754",
	"-ffinite-math-only":          "floating-point numbers are those of IEEE 754",
	"-fassociative-math":          "floating-point numbers are those of IEEE 754",
	"-freciprocal-math":           "floating-point numbers are those of IEEE 754",
	"-fno-signed-zeros":           "floating-point numbers are those of IEEE 754",
	"-fcx-limited-range":          "complex numbers are those of C, annex G",
	"-fcx-fortran-rules":          "complex numbers are those of C, annex G",
	"-mpc32":                      "long double has 64 bits of significand",
	"-mpc64":                      "long double has 64 bits of significand",
	"-mfpmath=387":                "float and double are computed in their own precision",
	"-funsigned-bitfields":        "bit-fields of int have signs",
	"-fno-signed-bitfields":       "bit-fields of int have signs",
	"-fsso-struct":                "structures have the byte order of the machine",
	"-mms-bitfields":              "bit-fields lie as gcc puts them on Linux",
	"-malign-double":              "members are aligned as on Linux",
	"-m96bit-long-double":         "long double takes what it takes on Linux",
	"-m128bit-long-double":        "long double takes what it takes on Linux",
	"-fexec-charset":              "strings are in UTF-8",
	"-fwide-exec-charset":         "wide strings are in UTF-32",
	"-finput-charset":             "files are in UTF-8",
	"-finstrument-functions":      "functions call nothing but what they name",
	"-fsingle-precision-constant": "a constant without a suffix is a double",
	"-mlong-double-64":            "long double has 80 bits",
	"-mlong-double-128":           "long double has 80 bits",
	"-mx32":                       "pointers have 32 bits where long has",
	"-nostdinc":                   "headers that are not found are the built-in ones",
	"-imacros":                    "-include reads a file before the program",
}

// LikeGCC translates the options of compilers up to the first --, or for commands
// that execute the program up to its file: what follows are its arguments. Errors
// are options that are refused, and response files (@FILE) that cannot be
// read.
//
// long are the long options of verify, so that one with a single dash is not taken
// for one of a compiler.
func LikeGCC(args []string, long map[string]bool) (out []string, err error) {
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
		if !refuse {
			instead, refuse = refused[a]
		}
		switch {
		case len(a) < 2 || a[0] != '-':
			out = append(out, a)
		case len(name) > 2 && name != "-std" && long[name[1:]] && spelled[a] == "":
			return nil, console.BadInput("%s: did you mean -%s?", name, name)
		case refuse && !strings.EqualFold(value, "utf-8"):
			return nil, console.BadInput("%s is not supported: %s", a, instead)
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

// LongOptions are the names of the options of all commands.
func LongOptions(model *kong.Application) map[string]bool {
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
			return nil, console.BadInput("%s: %v", a, err)
		}
		if depth == maxResponses {
			return nil, console.BadInput("%s: response files name each other", a)
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
