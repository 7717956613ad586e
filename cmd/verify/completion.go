package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"culprit/cmd/verify/console"
)

// completionCommand prints what the grammar of the command line is for others: shells
// that complete it, and the manual page.
type completionCommand struct {
	For string `arg:"" enum:"bash,zsh,fish,man" help:"bash, zsh or fish: a script that the shell reads; man: the manual page, for man -l."`
}

// Help is the detail of --help.
func (c *completionCommand) Help() string {
	return `bash: eval "$(verify completion bash)" in ~/.bashrc.
zsh: verify completion zsh >DIR/_verify, in a folder of $fpath.
fish: verify completion fish >~/.config/fish/completions/verify.fish.

The manual page: verify completion man >verify.1.`
}

// Run executes the command.
func (c *completionCommand) Run(a *app, ctx *kong.Context) error {
	print := map[string]func(io.Writer, []subcommand){"bash": completeBash, "zsh": completeZsh, "fish": completeFish, "man": manualPage}[c.For]
	print(a.Stdout, subcommands(ctx.Model))
	return nil
}

// subcommand is a command with its flags; the default one has no name.
type subcommand struct {
	name, help, detail string
	flags              []*kong.Flag
	args               []*kong.Positional
	words              []string // that may follow
}

// subcommands are the commands of the grammar, the default one first.
func subcommands(model *kong.Application) (out []subcommand) {
	first := subcommand{help: description}
	for _, n := range model.Children {
		s := subcommand{n.Name, n.Help, n.Detail, slices.Concat(n.Flags, model.Flags), n.Positional, nil}
		for _, k := range n.Children {
			s.words = append(s.words, k.Name)
			s.flags = append(s.flags, k.Flags...)
		}
		for _, p := range n.Positional {
			if p.Enum != "" {
				s.words = append(s.words, strings.Split(p.Enum, ",")...)
			}
		}
		if n == model.DefaultCmd {
			first.flags, first.args = s.flags, s.args
		}
		first.words = append(first.words, s.name)
		out = append(out, s)
	}
	return append([]subcommand{first}, out...)
}

// spellings are those of a flag.
func spellings(f *kong.Flag) []string {
	out := []string{"--" + f.Name}
	if f.Short != 0 {
		out = append(out, "-"+string(f.Short))
	}
	return out
}

// choices are the values of a flag that has few.
func choices(f *kong.Flag) []string {
	if f.Enum == "" {
		return nil
	}
	return strings.Split(f.Enum, ",")
}

func completeBash(w io.Writer, cs []subcommand) {
	fmt.Fprint(w, `# bash completion for verify
_verify() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= flags= words= w
	[[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}
	[[ $cur == = ]] && cur= prev=${COMP_WORDS[COMP_CWORD-1]}
	for w in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case $w in
`)
	fmt.Fprintf(w, "\t\t%s) command=$w; break ;;\n\t\tesac\n\tdone\n\tcase $command in\n", strings.Join(cs[0].words, "|"))
	for _, c := range cs {
		var flags []string
		for _, f := range c.flags {
			flags = append(flags, spellings(f)...)
		}
		fmt.Fprintf(w, "\t%q) flags='%s' words='%s' ;;\n", c.name, strings.Join(flags, " "), strings.Join(c.words, " "))
	}
	fmt.Fprint(w, "\tesac\n\tcase $command$prev in\n")
	for _, c := range cs {
		for _, f := range c.flags {
			if v := choices(f); v != nil {
				fmt.Fprintf(w, "\t%s--%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", c.name, f.Name, strings.Join(v, " "))
			}
		}
	}
	fmt.Fprint(w, `	esac
	COMPREPLY=()
	if [[ $cur == -* ]]; then
		COMPREPLY=($(compgen -W "$flags" -- "$cur"))
	elif [[ $COMP_CWORD == 1 || $prev == "$command" ]]; then
		COMPREPLY=($(compgen -W "$words" -- "$cur") $(compgen -f -- "$cur"))
	fi
}
complete -o filenames -o default -F _verify verify
`)
}

func completeZsh(w io.Writer, cs []subcommand) {
	quote := strings.NewReplacer(`'`, `'\''`, `[`, `\[`, `]`, `\]`, `:`, `\:`)
	fmt.Fprint(w, "#compdef verify\n_verify() {\n\tlocal command=${words[(r)("+strings.Join(cs[0].words, "|")+")]}\n\tlocal -a flags commands\n\tcase $command in\n")
	for _, c := range slices.Concat(cs[1:], cs[:1]) {
		name := c.name
		if name == "" {
			name = "*"
		}
		fmt.Fprintf(w, "\t%s) flags=(\n", name)
		for _, f := range c.flags {
			for _, s := range spellings(f) {
				value := ""
				switch v := choices(f); {
				case v != nil:
					value = ":value:(" + strings.Join(v, " ") + ")"
				case !f.IsBool():
					value = ":value:_files"
				}
				equals := ""
				if value != "" && strings.HasPrefix(s, "--") {
					equals = "="
				}
				fmt.Fprintf(w, "\t\t'*%s%s[%s]%s'\n", s, equals, quote.Replace(f.Help), value)
			}
		}
		fmt.Fprintf(w, "\t) commands=(%s) ;;\n", strings.Join(c.words, " "))
	}
	fmt.Fprint(w, `	esac
	_arguments $flags '*: :{ (( CURRENT == 2 || $+words[2] && ${words[CURRENT-1]} == "$command" )) && compadd -a commands; _files }'
}
compdef _verify verify
`)
}

func completeFish(w io.Writer, cs []subcommand) {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	for _, c := range cs {
		when := "__fish_seen_subcommand_from " + c.name
		if c.name == "" {
			when = "not __fish_seen_subcommand_from " + strings.Join(c.words, " ")
			for _, s := range cs[1:] {
				fmt.Fprintf(w, "complete -c verify -n __fish_use_subcommand -a %s -d '%s'\n", s.name, quote.Replace(s.help))
			}
		} else if len(c.words) > 0 {
			fmt.Fprintf(w, "complete -c verify -n '%s' -a '%s'\n", when, strings.Join(c.words, " "))
		}
		for _, f := range c.flags {
			more := ""
			if f.Short != 0 {
				more += " -s " + string(f.Short)
			}
			if v := choices(f); v != nil {
				more += " -x -a '" + strings.Join(v, " ") + "'"
			} else if !f.IsBool() {
				more += " -r"
			}
			fmt.Fprintf(w, "complete -c verify -n '%s' -l %s%s -d '%s'\n", when, f.Name, more, quote.Replace(f.Help))
		}
	}
}

// manualPage writes the page in the language of man.
func manualPage(w io.Writer, cs []subcommand) {
	fmt.Fprintf(w, ".TH VERIFY 1 \"\" \"verify %s\"\n.SH NAME\nverify \\- prove C programs, find and locate their bugs\n", version)
	fmt.Fprint(w, ".SH SYNOPSIS\n")
	for _, c := range cs[:1] {
		fmt.Fprintf(w, ".B verify\n%s\n", synopsis(&c))
	}
	for _, c := range cs[2:] {
		fmt.Fprintf(w, ".br\n.B verify %s\n%s\n", c.name, synopsis(&c))
	}
	fmt.Fprintf(w, ".SH DESCRIPTION\n%s\n", roff(description))
	for i, c := range cs {
		switch {
		case i == 1:
			continue // the default one
		case i == 0:
			fmt.Fprint(w, ".SH OPTIONS\n")
		default:
			fmt.Fprintf(w, ".SH VERIFY %s\n%s\n", strings.ToUpper(c.name), roff(c.help))
			if c.detail != "" {
				fmt.Fprintf(w, ".PP\n%s\n", roff(c.detail))
			}
		}
		for _, p := range c.args {
			fmt.Fprintf(w, ".TP\n.I %s\n%s\n", roff(p.Name), roff(p.Help))
		}
		for _, g := range groups(c.flags) {
			fmt.Fprintf(w, ".SS %s\n", roff(g.title))
			for _, f := range g.flags {
				fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(strings.TrimSpace(flagName(f))), roff(f.Help))
			}
		}
	}
}

func synopsis(c *subcommand) string {
	out := "[flags]"
	if len(c.args) == 0 && len(c.words) > 0 {
		out = strings.Join(c.words, "|")
	}
	for _, p := range c.args {
		out += " " + p.Summary()
	}
	return roff(out)
}

// roff is a text without the control characters of man pages.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(strings.ReplaceAll(s, "\n\n", "\n.PP\n"), "\n")
	for i, l := range lines {
		if (strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'")) && l != ".PP" {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

// misspelt complains about a first word that is not a file but almost a command.
func misspelt(model *kong.Application, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return nil
	}
	word := args[0]
	if _, err := os.Stat(word); err == nil {
		return nil
	}
	for _, n := range model.Children {
		if word == n.Name {
			return nil
		}
	}
	for _, n := range model.Children {
		if d := distance(word, n.Name); d <= 2 && d < len(n.Name)-1 {
			return console.BadFile(word, "no such file or command; did you mean verify %s?", n.Name)
		}
	}
	return nil
}

// distance is how many letters are to be added, dropped, changed or exchanged with
// the next to make one word of another.
func distance(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			same := 1
			if a[i-1] == b[j-1] {
				same = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+same)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
