package prelude

import (
	"flag"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite generated.h")

// templates are the files of folder templates and what their words stand for, for
// each type. @ stands for what the names of the functions for it end in.
//
// complex.h has the arithmetic of complex numbers, by C99, annex G: products and
// quotients whose parts are not numbers may be infinite. Quotients are scaled as in
// M. Baudin and R. Smith, A robust complex division in Scilab, 2012, with the
// limits of libgcc 12.
//
// real.h has mathematical functions, which an execution has in package interp/libc:
// those that few operations compute exactly, and of the others what holds of every
// result. MANT, EXPS and BIAS are of the format; LONGEST is a number up to which
// all integers have the type, LIFT a power of two that makes subnormal numbers
// normal.
//
// text.h has the functions of texts that are the same for bytes and for wide
// characters. CODE is the type in which a character has its code, TEXT and ENDOF
// are what the names of the functions begin with.
var templates = []struct {
	file  string
	words []string
}{
	{"text.h", []string{"CHAR", "char", "CODE", "unsigned char", "TEXT", "str", "ENDOF", "stp"}},
	{"text.h", []string{"CHAR", "__WCHAR_TYPE__", "CODE", "__WCHAR_TYPE__", "TEXT", "wcs", "ENDOF", "wcp"}},
	{"complex.h", []string{"REAL", "float", "_S(", "_s(", "S(", "f(", "Kc3", "sc3", "LIM_", "FLT_"}},
	{"complex.h", []string{"REAL", "double", "_S(", "_d(", "S(", "(", "Kc3", "dc3", "LIM_", "DBL_"}},
	{"complex.h", []string{"REAL", "long double", "_S(", "_x(", "S(", "l(", "Kc3", "xc3", "LIM_", "LDBL_"}},
	{"real.h", []string{"REAL", "double", "BITS", "unsigned long long", "@", "", "MANT", "52", "EXPS", "2047", "BIAS", "1023",
		"LIFT", "0x1p54", "LONGEST", "0x1p53", "LARGEST", "0x1p1023"}},
	{"real.h", []string{"REAL", "float", "BITS", "unsigned", "@", "f", "MANT", "23", "EXPS", "255", "BIAS", "127",
		"LIFT", "0x1p25f", "LONGEST", "0x1p24f", "LARGEST", "0x1p127f"}},
}

// divideFloats is the quotient of complex numbers of float, which is computed in
// double.
const divideFloats = `float _Complex ` + Prefix + `__divsc3(float a, float b, float c, float d) {
	double n = (double)c * c + (double)d * d;
	return ` + Prefix + `__complex_quotient_s(a, b, c, d, ((double)a * c + (double)b * d) / n, ((double)b * c - (double)a * d) / n);
}`

// TestGenerated makes generated.h of the templates; go test -update writes it.
func TestGenerated(t *testing.T) {
	out := []string{"/* Made of templates by go test ./frontend/prelude -update. */"}
	for _, m := range templates {
		src, err := os.ReadFile("templates/" + m.file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(strings.TrimSpace(strings.NewReplacer(m.words...).Replace(string(src))), "\n\n") {
			if strings.Contains(part, Prefix+"__divsc3(float a") {
				part = divideFloats
			}
			out = append(out, part)
		}
	}
	text := strings.Join(out, "\n\n") + "\n"
	if *update {
		if err := os.WriteFile("generated.h", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if text != generatedSource {
		t.Error("generated.h is not what the templates say: go test ./frontend/prelude -update")
	}
}

// TestParts finds functions without a blank line between them, of which only the
// first would exist; run_atexit and run_abort are there with atexit and signal.
func TestParts(t *testing.T) {
	for _, src := range []string{mainSource, timeSource, generatedSource, executeSource} {
		for _, part := range strings.Split(src, "\n\n") {
			var functions []string
			for _, line := range strings.Split(part, "\n") {
				name := call.FindStringSubmatch(line)
				if name != nil && line[0] != '\t' && line[0] != ' ' && strings.Contains(line, name[0]+"(") && strings.Contains(line, "{") && !strings.HasPrefix(line, "#") && name[0] != RunAtexit && name[0] != RunAbort {
					functions = append(functions, name[1])
				}
			}
			if len(functions) > 1 {
				t.Errorf("no blank line between %s", strings.Join(functions, " and "))
			}
		}
	}
}
