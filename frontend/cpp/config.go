package cpp

import (
	"fmt"
	"strings"
)

// Config says how a text is read.
type Config struct {
	PtrBits int // 32 (ILP32) or 64 (LP64)
	// UnsignedChar makes char an unsigned type (gcc's -funsigned-char).
	UnsignedChar bool
	// IncludeDirs are folders where #include finds header files, before the
	// built-in ones.
	IncludeDirs []string
	// Macros are defined or dropped before a file is read, in their order, and
	// the files of Included are read before it.
	Macros   []Macro
	Included []string
	Standard Standard
	// Behind, if not nil, is a text that is read behind a file.
	Behind *Behind
	// Tick, if not nil, is called now and then. It panics to end the work.
	Tick func()
}

// Poll gives the caller an opportunity to end the work.
func (c *Config) Poll() {
	if c.Tick != nil {
		c.Tick()
	}
}

// Macro is one option -D or -U.
type Macro struct {
	Text     string // NAME, NAME=TEXT, or a name
	Undefine bool
}

// Behind is a text that is read as if the last line of a file included it.
type Behind struct {
	File string // that it is behind
	Name string // under which it shows
	Text []byte
}

// commandLine names the text of the options -D and -U in messages.
const commandLine = "<command-line>"

// definitions is what the configuration says about macros, as text.
func (c *Config) definitions() string {
	var b strings.Builder
	b.WriteString(c.Standard.definitions())
	if c.UnsignedChar {
		b.WriteString("#define __CHAR_UNSIGNED__ 1\n")
	}
	for _, m := range c.Macros {
		name, text, given := strings.Cut(m.Text, "=")
		switch {
		case m.Undefine:
			fmt.Fprintf(&b, "#undef %s\n", m.Text)
		case given:
			fmt.Fprintf(&b, "#define %s %s\n", name, strings.ReplaceAll(text, "\n", " "))
		default:
			fmt.Fprintf(&b, "#define %s 1\n", name)
		}
	}
	return b.String()
}
