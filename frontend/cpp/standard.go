package cpp

import (
	"fmt"
	"strings"
)

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
