package svcomp

import (
	"bytes"
	"encoding/xml"
	"math"
	"strings"
	"testing"
	"time"

	"culprit/cfg"

	"github.com/google/go-cmp/cmp"
)

func TestTestcase(t *testing.T) {
	for _, in := range [][]TestInput{
		nil,
		{{"x", "int", "-5"}, {"", "double", "0.5"}, {`a<b>&"c`, "unsigned char", "255"}},
	} {
		var b bytes.Buffer
		if err := WriteTestcase(&b, in); err != nil {
			t.Fatal(err)
		}
		got, err := ParseTestcase(b.Bytes())
		var want []string
		for _, v := range in {
			want = append(want, v.Value)
		}
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%v %s\n%s", err, d, &b)
		}
	}
}

func TestTestMetadata(t *testing.T) {
	var b bytes.Buffer
	m := TestMetadata{Producer: "verify <1>", ProgramFile: "a.c", Program: []byte("int x;"), PtrBits: 32, Created: time.Unix(0, 0)}
	if err := WriteTestMetadata(&b, m); err != nil {
		t.Fatal(err)
	}
	var got xmlMetadata
	if err := xml.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.Architecture != "32bit" || got.Producer != m.Producer || got.Created != "1970-01-01T00:00:00Z" || len(got.Hash) != 64 {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(b.String(), "<!DOCTYPE test-metadata PUBLIC") {
		t.Error(b.String())
	}
}

func TestParseTestcase(t *testing.T) {
	for _, tt := range []struct {
		text, err string
		want      []string
	}{
		{text: `<testcase/>`},
		{text: `<?xml version="1.0"?><!DOCTYPE testcase PUBLIC "a" "b"><testcase coversError="true"> <input type="int"> 5 </input><!-- c --><input>'a'</input></testcase>`, want: []string{"5", "'a'"}},
		{text: ``, err: ":1:1: no element testcase"},
		{text: `<test-metadata/>`, err: "want one testcase"},
		{text: `<testcase/><testcase/>`, err: "want one testcase"},
		{text: "<testcase>\n<output/></testcase>", err: ":2:10: element output"},
		{text: "<testcase>\n<input>5</testcase>", err: ":2:1: element <input> closed by"},
		{text: `<testcase><input><b/></input></testcase>`, err: "element b"},
	} {
		got, err := ParseTestcase([]byte(tt.text))
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("%s: error %v, want %q", tt.text, err, tt.err)
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s: %s", tt.text, d)
		}
	}
}

func TestParseValue(t *testing.T) {
	for _, tt := range []struct {
		text string
		typ  cfg.Type
		want uint64
		bad  bool
	}{
		{"5", cfg.BV(32), 5, false},
		{"-1", cfg.BV(8), 255, false},
		{"0x10UL", cfg.BV(64), 16, false},
		{"-9223372036854775808", cfg.BV(64), 1 << 63, false},
		{"18446744073709551615", cfg.BV(64), math.MaxUint64, false},
		{"'a'", cfg.BV(8), 97, false},
		{`'\n'`, cfg.BV(8), 10, false},
		{"true", cfg.BV(8), 1, false},
		{"5.0", cfg.BV(32), 5, false},
		{"x", cfg.BV(32), 0, true},
		{"", cfg.BV(32), 0, true},
		{"-", cfg.BV(32), 0, true},
		{"1.5", cfg.FP(64), math.Float64bits(1.5), false},
		{"1.5f", cfg.FP(32), uint64(math.Float32bits(1.5)), false},
		{"0x1.8p+1", cfg.FP(64), math.Float64bits(3), false},
		{"-inf", cfg.FP(64), math.Float64bits(math.Inf(-1)), false},
		{"1e999", cfg.FP(64), math.Float64bits(math.Inf(1)), false},
		{"one", cfg.FP(64), 0, true},
	} {
		got, err := ParseValue(tt.text, tt.typ)
		if got != tt.want || (err != nil) != tt.bad {
			t.Errorf("%q as %v: %d, %v, want %d", tt.text, tt.typ, got, err, tt.want)
		}
	}
}

// FuzzTestcase looks for texts that crash the reader, and for values that do
// not survive being written.
func FuzzTestcase(f *testing.F) {
	f.Add([]byte(`<testcase><input type="int">5</input></testcase>`))
	f.Add([]byte(`<testcase><input>&lt;</input></testcase>`))
	f.Fuzz(func(t *testing.T, text []byte) {
		vs, err := ParseTestcase(text)
		if err != nil {
			return
		}
		var in []TestInput
		for _, v := range vs {
			in = append(in, TestInput{Value: v})
			for _, typ := range []cfg.Type{cfg.BV(8), cfg.BV(64), cfg.FP(32), cfg.FP(64)} {
				if x, err := ParseValue(v, typ); err == nil && x != cfg.Mask(x, typ.Width()) {
					t.Errorf("%q as %v: %#x", v, typ, x)
				}
			}
		}
		var b bytes.Buffer
		if err := WriteTestcase(&b, in); err != nil {
			t.Fatal(err)
		}
		again, err := ParseTestcase(b.Bytes())
		if d := cmp.Diff(vs, again); err != nil || d != "" {
			t.Errorf("%v %s", err, d)
		}
	})
}
