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

// Standard is a version of C, as gcc's option -std names them. The zero value is
// gnu17. Constructs that a version does not have are accepted all the same; what
// differs is what a text means: the predefined macros, which words are
// keywords, trigraphs, // comments, and what inline does.
type Standard struct {
	Year   int  // 1989, 1999, 2011, 2017, 2023; 0 means 2017
	Strict bool // without extensions that change the meaning of conforming programs
}

// standards are the names of the versions without c or gnu in front.
var standards = map[string]int{"89": 1989, "90": 1989, "99": 1999, "9x": 1999, "11": 2011, "1x": 2011, "17": 2017, "18": 2017, "2x": 2023, "23": 2023}

// isoNames are the names that the standards have themselves.
var isoNames = map[string]int{"iso9899:1990": 1989, "iso9899:199409": 1989, "iso9899:1999": 1999, "iso9899:2011": 2011, "iso9899:2017": 2017, "iso9899:2018": 2017}

// ParseStandard reads the value of -std.
func ParseStandard(name string) (Standard, bool) {
	if y, ok := isoNames[name]; ok {
		return Standard{y, true}, true
	}
	if s, ok := strings.CutPrefix(name, "gnu"); ok {
		return Standard{standards[s], false}, standards[s] != 0
	}
	s, ok := strings.CutPrefix(name, "c")
	return Standard{standards[s], true}, ok && standards[s] != 0
}

func (s Standard) year() int {
	if s.Year == 0 {
		return 2017
	}
	return s.Year
}

// trigraphs reports whether ??= is #.
func (s Standard) trigraphs() bool { return s.Strict && s.year() < 2023 }

// lineComments reports whether // begins a comment.
func (s Standard) lineComments() bool { return !s.Strict || s.year() >= 1999 }

// GnuInline reports whether inline means what GNU C gave to it: a function that
// is inline and not extern has a body for all units.
func (s Standard) GnuInline() bool { return s.year() < 1999 }

// Names are the words that are identifiers, not keywords.
func (s Standard) Names() []string {
	switch {
	case !s.Strict:
		return nil
	case s.year() < 1999:
		return []string{"asm", "typeof", "inline", "restrict"}
	case s.year() < 2023:
		return []string{"asm", "typeof"}
	}
	return []string{"asm"}
}

// definitions is the text that sets the predefined macros.
func (s Standard) definitions() string {
	var b strings.Builder
	version := map[int]string{1999: "199901L", 2011: "201112L", 2017: "201710L", 2023: "202000L"}[s.year()]
	if s.year() != 2017 {
		b.WriteString("#undef __STDC_VERSION__\n")
		if version != "" {
			fmt.Fprintf(&b, "#define __STDC_VERSION__ %s\n", version)
		}
	}
	if s.Strict {
		b.WriteString("#define __STRICT_ANSI__ 1\n#undef linux\n#undef unix\n#undef i386\n")
	}
	if s.GnuInline() {
		b.WriteString("#undef __GNUC_STDC_INLINE__\n#define __GNUC_GNU_INLINE__ 1\n")
	}
	if s.year() >= 2023 {
		b.WriteString(C23)
	}
	return b.String()
}

// C23 makes the new keywords of C23 known. Older programs may use
// them as names, so that it is only tried on programs that are rejected
// without it.
const C23 = `
#define bool _Bool
#define true ((_Bool)1)
#define false ((_Bool)0)
#define nullptr ((void *)0)
#define static_assert _Static_assert
#define alignas _Alignas
#define alignof _Alignof
#define thread_local _Thread_local
#define constexpr static const
#define typeof_unqual __typeof__
`
