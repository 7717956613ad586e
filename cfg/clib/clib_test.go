package clib

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	for _, tc := range []struct {
		name, plain string
		checked     bool
	}{
		{"printf", "printf", false},
		{"__isoc99_sscanf", "sscanf", false},
		{"__isoc23_strtol", "strtol", false},
		{"__snprintf_chk", "snprintf", true},
		{"__longjmp_chk", "__longjmp_chk", false},
		{"index", "strchr", false},
		{"fputc_unlocked", "fputc", false},
		{"frobnicate", "frobnicate", false},
	} {
		if plain, checked := Plain(tc.name); plain != tc.plain || checked != tc.checked {
			t.Errorf("%s: %s %v", tc.name, plain, checked)
		}
	}
}

// TestFacts checks that entries say what their lines mean.
func TestFacts(t *testing.T) {
	f := Lookup("fgets_unlocked")
	if f == nil || f.Name != "fgets" || f.Stream() != 2 || f.Buffer() != 0 || !slices.Equal(f.Params[0].Factor, []int{1}) || !f.Returns || !f.Input || f.State != StreamState {
		t.Errorf("fgets: %+v", f)
	}
	f = Lookup("fread")
	if !f.Writes() || !slices.Equal(f.Params[0].Factor, []int{2, 1}) || !slices.Equal(f.Checked, []int{1}) {
		t.Errorf("fread: %+v", f)
	}
	f = Lookup("vsnprintf")
	if f.FormatOf(Printf) != 2 || !f.TakesList() || f.Prints != NoOutput {
		t.Errorf("vsnprintf: %+v", f)
	}
	if f := Lookup("lseek"); f.Range == nil || f.Range.Lo != -1 || f.Range.Hi != 1<<63-1 || f.Variadic {
		t.Errorf("lseek: %+v", f)
	}
	if !Lookup("scanf").Writes() || !Lookup("sinl").Writes() || Lookup("sin").Writes() || !Lookup("ldexp").Numeric() || Lookup("frexp").Numeric() {
		t.Error("what is written")
	}
	if !slices.IsSortedFunc(All(), func(a, b *Func) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("not sorted")
	}
}

func TestReadErrors(t *testing.T) {
	for _, tc := range []struct{ line, want string }{
		{"f : i", "want"},
		{"f : : run", "no signature"},
		{"f : q :", "result"},
		{"f : i k :", "parameter"},
		{"f : i w3 z :", "not a size"},
		{"f : i w0 z :", "argument number"},
		{"f : i : frobs", "fact"},
		{"f : i : state", "stream"},
		{"f : i : state=disk", "choice"},
		{"f : i : range=1", "range"},
		{"f : p : run", "where the result points"},
		{"f : i : new", "no pointer"},
		{"f : i : prints=format", "has none"},
		{"f g/f : i :", "second entry of f"},
	} {
		if _, _, err := read(tc.line + "\n"); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v", tc.line, err)
		}
	}
}

func TestPrintParts(t *testing.T) {
	for _, tc := range []struct{ format, want string }{
		{"", ""},
		{"a%%b", `"a%b"`},
		{"x=%-+#08.3lld!", `"x=" lld w8 p3 -+#0 "!"`},
		{"%*.*s", `s w-2 p-2`},
		{"%.f %hhx", `f w-1 p0 " " x w-1 p-1`},
		{"%", "not read"},
		{"%l", "not read"},
		{"%y", "not read"},
		{"%1$d", "not read"},
		{"%99999999999d", "not read"},
	} {
		parts, ok := PrintParts(tc.format)
		var got []string
		for _, p := range parts {
			if p.Conv == 0 {
				got = append(got, fmt.Sprintf("%q", p.Literal))
				continue
			}
			s := string(p.Conv)
			if p.Length == LenLongLong {
				s = "ll" + s
			}
			s += fmt.Sprintf(" w%d p%d", p.Width, p.Prec)
			flags := ""
			for i, b := range []bool{p.Minus, p.Plus, p.Space, p.Alt, p.Zero} {
				if b {
					flags += "-+ #0"[i : i+1]
				}
			}
			got = append(got, strings.TrimSpace(s+" "+flags))
		}
		text := strings.Join(got, " ")
		if !ok {
			text = "not read"
		}
		if text != tc.want {
			t.Errorf("%s: %s, want %s", tc.format, text, tc.want)
		}
	}
}

func TestScanParts(t *testing.T) {
	for _, tc := range []struct{ format, want string }{
		{"%d, %*5ld", `d w-1 n0 "," " " *d w5 n3`},
		{"a%%", `"a" " " "%"`},
		{"%[^]a-c]x", `[ w-1 n0 {^]abc} "x"`},
		{"%[]-]", `[ w-1 n0 {-]}`},
		{"%ms%hhu", `ms w-1 n0 u w-1 n1`},
		{"%", "not read"},
		{"%[a", "not read"},
		{"%5", "not read"},
	} {
		parts, ok := ScanParts(tc.format)
		var got []string
		for _, p := range parts {
			if p.Conv == 0 {
				got = append(got, fmt.Sprintf("%q", string(p.Literal)))
				continue
			}
			s := string(p.Conv)
			if p.Alloc {
				s = "m" + s
			}
			if p.Suppress {
				s = "*" + s
			}
			s += fmt.Sprintf(" w%d n%d", p.Width, p.Length)
			if p.Set != nil {
				s += " {" + members(p.Set) + "}"
			}
			got = append(got, s)
		}
		text := strings.Join(got, " ")
		if !ok {
			text = "not read"
		}
		if text != tc.want {
			t.Errorf("%s: %s, want %s", tc.format, text, tc.want)
		}
	}
}

// members lists a set, or what it lacks if it has most characters.
func members(set *[256]bool) string {
	in, out := "", ""
	for i, b := range set {
		if b {
			in += string(rune(i))
		} else {
			out += string(rune(i))
		}
	}
	if len(out) < 100 {
		return "^" + out
	}
	return in
}
