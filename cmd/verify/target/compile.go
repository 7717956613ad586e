package target

import (
	"slices"
	"strings"

	"culprit/cmd/verify/console"
	"culprit/frontend"
	"culprit/frontend/cpp"

	"github.com/alecthomas/kong"
)

// CompileFlags are what compilers are told about the text of a program, under
// their names for it.
type CompileFlags struct {
	Include  []string `short:"I" type:"path" sep:"none" help:"Search this folder for included files." placeholder:"DIR" group:"The program"`
	Isystem  []string `type:"path" sep:"none" help:"Search this folder after those of -I, before the built-in headers; also -isystem DIR." placeholder:"DIR" group:"The program"`
	Define   []string `short:"D" sep:"none" help:"Define a macro (as 1 if no text is given), with parameters if need be: -D 'F(x)=x'." placeholder:"NAME[=TEXT]" group:"The program"`
	Undefine []string `short:"U" sep:"none" help:"Undefine a macro, predefined or from -D." placeholder:"NAME" group:"The program"`
	Before   []string `name:"include-file" type:"existingfile" sep:"none" help:"Read this file before each file of the program; also -include FILE." placeholder:"FILE" group:"The program"`
	Unsigned bool     `name:"unsigned-char" help:"char is an unsigned type; also -funsigned-char." group:"The program"`
	Wrapv    bool     `help:"Signed overflow is not an error, and properties that ask about it are refused; also -fwrapv." group:"The program"`
	Std      string   `help:"Language standard: c89, c99, c11, c17, c2x, gnu89, ... (default ${default}); also -std=c99." default:"gnu17" placeholder:"STD" group:"The program"`

	MallocMayFail bool `name:"malloc-may-fail" help:"Let every allocation return null, not only those that cannot fit into memory; in an execution, those for which an input is 0." group:"What is asked"`

	EntryFlags

	macros []cpp.Macro // of Define and Undefine, in their order
}

// AfterApply puts -D and -U in the order of the command line, and checks the
// standard.
func (c *CompileFlags) AfterApply(k *kong.Context) error {
	c.macros = nil
	defined, dropped := 0, 0
	for _, p := range k.Path {
		if p.Flag == nil {
			continue
		}
		switch {
		case p.Flag.Name == "define" && defined < len(c.Define):
			c.macros = append(c.macros, cpp.Macro{Text: c.Define[defined]})
			defined++
		case p.Flag.Name == "undefine" && dropped < len(c.Undefine):
			c.macros = append(c.macros, cpp.Macro{Text: c.Undefine[dropped], Undefine: true})
			dropped++
		}
	}
	if _, ok := cpp.ParseStandard(c.Std); !ok {
		return console.BadInput("--std=%s: unknown standard", c.Std)
	}
	return c.EntryFlags.check()
}

// apply tells the front end.
func (c *CompileFlags) apply(conf *frontend.Config) {
	conf.IncludeDirs = slices.Concat(c.Include, c.Isystem)
	conf.Macros, conf.Included = c.macros, c.Before
	conf.UnsignedChar, conf.Wrapv, conf.MallocMayFail = c.Unsigned, c.Wrapv, c.MallocMayFail
	conf.Standard, _ = cpp.ParseStandard(c.Std)
}

// Words are the flags as words of a command line.
func (c *CompileFlags) Words() (out []string) {
	for _, d := range c.Include {
		out = append(out, "--include="+d)
	}
	for _, d := range c.Isystem {
		out = append(out, "--isystem="+d)
	}
	for _, m := range c.macros {
		if m.Undefine {
			out = append(out, "--undefine="+m.Text)
		} else {
			out = append(out, "--define="+m.Text)
		}
	}
	for _, f := range c.Before {
		out = append(out, "--include-file="+f)
	}
	if c.Unsigned {
		out = append(out, "--unsigned-char")
	}
	if c.Wrapv {
		out = append(out, "--wrapv")
	}
	if c.MallocMayFail {
		out = append(out, "--malloc-may-fail")
	}
	if c.Std != "" && c.Std != defaultStd {
		out = append(out, "--std="+c.Std)
	}
	return append(out, c.EntryFlags.words()...)
}

// defaultStd is what gcc 12 takes.
const defaultStd = "gnu17"

// ForProgram sorts the arguments of run and explain: their flags first, then the
// file, then the program's. The first one after the file that begins with a dash
// and is not one of their flags, and all that follow, are the program's.
func ForProgram(model *kong.Application, args []string) []string {
	if len(args) == 0 || args[0] != "run" && args[0] != "explain" {
		return args
	}
	flags := map[string]*kong.Flag{}
	for _, n := range append([]*kong.Node{model.Node}, model.Children...) {
		if n != model.Node && n.Name != args[0] {
			continue
		}
		for _, f := range n.Flags {
			flags["--"+f.Name] = f
			if f.Short != 0 {
				flags["-"+string(f.Short)] = f
			}
		}
	}
	ours, rest := []string{args[0]}, []string(nil)
	for i := 1; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		if len(a) < 2 || a[0] != '-' {
			rest = append(rest, a)
			continue
		}
		name, _, valued := strings.Cut(a, "=")
		if a[1] != '-' && len(a) > 2 {
			name, valued = a[:2], true
		}
		f := flags[name]
		if f == nil && len(rest) == 0 {
			return args // the parser says what is wrong
		}
		if f == nil {
			rest = append(rest, args[i:]...)
			break
		}
		ours = append(ours, a)
		if !valued && !f.IsBool() && i+1 < len(args) {
			i++
			ours = append(ours, args[i])
		}
	}
	if len(rest) > 1 {
		rest = slices.Insert(rest, 1, "--")
	}
	return append(ours, rest...)
}

// ForFunctions makes of what follows -- in a command line of check values of --flag.
func ForFunctions(args []string) []string {
	end := slices.Index(args, "--")
	if len(args) == 0 || args[0] != "check" || end < 0 {
		return args
	}
	out := slices.Clone(args[:end])
	for _, w := range args[end+1:] {
		out = append(out, "--flag="+w)
	}
	return out
}

// Negatives joins an option with a value that begins like a negative number, so
// that whoever reads the value can say what is wrong with it.
func Negatives(model *kong.Application, args []string) (out []string) {
	valued := map[string]bool{}
	for _, n := range append([]*kong.Node{model.Node}, model.Children...) {
		for _, f := range n.Flags {
			valued["--"+f.Name] = valued["--"+f.Name] || !f.IsBool()
		}
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			return append(out, args[i:]...)
		case valued[a] && i+1 < len(args) && len(args[i+1]) > 1 && args[i+1][0] == '-' && strings.IndexByte("0123456789.", args[i+1][1]) >= 0:
			i++
			a += "=" + args[i]
		}
		out = append(out, a)
	}
	return out
}
