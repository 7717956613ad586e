package html

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"culprit/report"
)

// fill sets whatever a value holds: strings to text, numbers to 1, two elements in
// each list.
func fill(v reflect.Value, text string, depth int) {
	switch v.Kind() {
	case reflect.String:
		if v.CanSet() {
			v.SetString(text)
		}
	case reflect.Int, reflect.Uint64:
		v.Set(reflect.ValueOf(1).Convert(v.Type()))
	case reflect.Float64:
		v.SetFloat(1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		if depth < 8 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem(), text, depth+1)
		}
	case reflect.Slice:
		if depth < 8 {
			v.Set(reflect.MakeSlice(v.Type(), 2, 2))
			for i := range 2 {
				fill(v.Index(i), text, depth+1)
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), text, depth+1)
			}
		}
	}
}

// filled are a report and an explanation in which every text is the one given.
func filled(text string) (*report.Report, *report.Explanation) {
	var r report.Report
	var x report.Explanation
	fill(reflect.ValueOf(&r).Elem(), text, 0)
	fill(reflect.ValueOf(&x).Elem(), text, 0)
	r.Verdict = "FALSE" // else nothing is shown
	for i := range r.Traces {
		r.Traces[i].Steps[0].Hidden, r.Traces[i].Steps[1].Hidden = false, false
	}
	return &r, &x
}

func write(t *testing.T, in Input) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestHostile holds the page to its own elements and attributes, whatever stands in
// the program and in its name.
func TestHostile(t *testing.T) {
	const hostile = "</script></style><img src=x onerror=alert(1)>`<b>` \" onmouseover=\"alert(2) ' --> ]]> \u202e {{.Title}} \x00\x1b[31m javascript:alert(3)"
	r, x := filled(hostile)
	files := []File{{hostile, []byte("/* " + hostile + "\n" + hostile + " */ char *s = \"" + hostile + "\n// " + hostile + "\n#include <" + hostile + ">\n")}}
	s := report.NewSurvey(hostile, hostile, hostile, []report.Surveyed{{Name: hostile, File: hostile, Command: hostile, Report: r}, {Name: hostile, Refused: hostile}}, 0, map[string][]byte{hostile: files[0].Text})
	s.Notes = []string{hostile}
	for name, in := range map[string]Input{"report": {Report: r, Files: files}, "explanation": {Explanation: x, Files: files}, "project": {Survey: s, Files: FilesOf(s)}} {
		page := write(t, in)
		if n := strings.Count(page, "onerror"); n < 10 {
			t.Errorf("%s: the hostile text occurs %d times only", name, n)
		}
		for _, bad := range []string{"<img", "<b>`", "\" onmouseover", "\u202e", "\x00", "\x1b", "ZgotmplZ"} {
			if i := strings.Index(page, bad); i >= 0 {
				t.Errorf("%s: %q in %.200q", name, bad, page[max(0, i-80):])
			}
		}
		if n, m := strings.Count(page, "<script"), strings.Count(page, "</script"); n != 1 || m != 1 {
			t.Errorf("%s: %d scripts begin, %d end", name, n, m)
		}
		for _, m := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if !strings.HasPrefix(m[1], "#") && m[1] != "data:," {
				t.Errorf("%s: leads to %q", name, m[1])
			}
		}
	}
}

// TestColours: a line keeps its text, and tokens have the classes of their kinds.
func TestColours(t *testing.T) {
	tests := []struct{ text, want string }{
		{"int x = 0x1p-3 + 'a';", `<i class=k>int</i> x = <i class=n>0x1p-3</i> + <i class=s>&#39;a&#39;</i>;`},
		{`s = "a\"b"; // c`, `s = <i class=s>&#34;a\&#34;b&#34;</i>; <i class=c>// c</i>`},
		{"a /* b */ c", "a <i class=c>/* b */</i> c"},
		{"  # include <x>", "  <i class=p># include</i> &lt;x&gt;"},
		{"a/*", "a<i class=c>/*</i>"},
		{"if */ if", "<i class=c>if */</i> <i class=k>if</i>"},
		{"int6 été 1e+5", "int6 été <i class=n>1e+5</i>"},
		{"a\u202eb", "a<i class=x>U+202E</i>b"},
	}
	p := painter{}
	for _, tt := range tests {
		if got := string(p.line(tt.text)); got != tt.want {
			t.Errorf("%q:\n%s, want\n%s", tt.text, got, tt.want)
		}
	}
	tags := regexp.MustCompile(`<[^>]*>`)
	const alphabet = "/*\"'\\ab1.#<>&\t eE+é"
	for range 2000 {
		var line string
		for range rand.IntN(20) {
			rs := []rune(alphabet)
			line += string(rs[rand.IntN(len(rs))])
		}
		if got := tags.ReplaceAllString(string(p.line(line)), ""); got != escape(line) {
			t.Fatalf("%q became %q", line, got)
		}
	}
}

// longest is the length of a longest common subsequence, for increasing.
func longest(a, b []visit) int {
	l := make([][]int, len(a)+1)
	for i := range l {
		l[i] = make([]int, len(b)+1)
		for j := range b {
			if i == 0 {
				continue
			}
			if l[i][j+1] = max(l[i-1][j+1], l[i][j]); a[i-1] == b[j] {
				l[i][j+1] = l[i-1][j] + 1
			}
		}
	}
	return l[len(a)][len(b)]
}

// TestAlign puts random traces side by side: each keeps its steps in their order,
// steps of a row are the same visit, and of two traces as many as can be share one.
func TestAlign(t *testing.T) {
	for range 500 {
		traces := make([]report.Trace, 2+rand.IntN(2))
		visits := make([][]visit, len(traces))
		for i := range traces {
			times := map[int]int{}
			for range rand.IntN(30) {
				e := rand.IntN(6)
				hidden := rand.IntN(8) == 0
				traces[i].Steps = append(traces[i].Steps, report.Step{Edge: e, Hidden: hidden})
				if !hidden {
					visits[i] = append(visits[i], visit{e, times[e]})
					times[e]++
				}
			}
		}
		rows := align(traces)
		shared := 0
		for i := range traces {
			var got, want []int
			for _, r := range rows {
				if i < len(r) && r[i] >= 0 {
					got = append(got, r[i])
				}
			}
			for k, st := range traces[i].Steps {
				if !st.Hidden {
					want = append(want, k)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("trace %d has the steps %v, want %v", i, got, want)
			}
		}
		for _, r := range rows {
			edge := -1
			for i, k := range r {
				if k >= 0 && edge >= 0 && traces[i].Steps[k].Edge != edge {
					t.Fatalf("edges %d and %d in a row", edge, traces[i].Steps[k].Edge)
				}
				if k >= 0 {
					edge = traces[i].Steps[k].Edge
				}
			}
			if len(r) >= 2 && r[0] >= 0 && r[1] >= 0 {
				shared++
			}
		}
		if want := longest(visits[0], visits[1]); shared != want {
			t.Fatalf("%d shared rows, want %d", shared, want)
		}
	}
}

// TestLayout lays random graphs out: boxes do not overlap, and edges that were not
// turned lead down.
func TestLayout(t *testing.T) {
	for range 300 {
		n := 1 + rand.IntN(20)
		nodes := make([]node, n)
		for i := range nodes {
			nodes[i] = node{w: 20 + rand.Float64()*200, h: 20 + rand.Float64()*60}
		}
		var links []*link
		for i := 1; i < n; i++ {
			links = append(links, &link{from: rand.IntN(i), to: i})
		}
		for range rand.IntN(n + 1) {
			links = append(links, &link{from: rand.IntN(n), to: rand.IntN(n), label: 30})
		}
		placed, w, h := layout(nodes, links)
		for i := range n {
			a := placed[i]
			if a.x-a.w/2 < -0.1 || a.x+a.w/2 > w+0.1 || a.y < 0 || a.y+a.h > h+0.1 {
				t.Fatalf("box %d is outside", i)
			}
			for j := range i {
				b := placed[j]
				if a.x-a.w/2 < b.x+b.w/2 && b.x-b.w/2 < a.x+a.w/2 && a.y < b.y+b.h && b.y < a.y+a.h {
					t.Fatalf("boxes %d and %d overlap", i, j)
				}
			}
		}
		for _, l := range links {
			first, last := l.path[0], l.path[len(l.path)-1]
			if l.from != l.to && (last.y > first.y) == l.turned {
				t.Fatalf("edge %d to %d leads from %v to %v", l.from, l.to, first, last)
			}
		}
	}
}

// largeInput is a program of so many lines with two traces of so many steps.
func largeInput(lines, steps int) Input {
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, "\tif (count[%d] > limit && next(node, \"%d\") != NULL) /* why */ total += %d;\n", i, i, i)
	}
	r := &report.Report{Verdict: "FALSE", Property: "unreach-call", File: "large.c"}
	at := func(l int) report.Range {
		return report.Range{File: "large.c", Line: l + 1, Col: 2, EndLine: l + 1, EndCol: 20}
	}
	r.Errors = []report.Error{{Range: at(lines - 1), What: "assertion", Status: "violated"}}
	for id := range 2 {
		tr := report.Trace{ID: id + 1, StepsVisible: steps, StepsTotal: steps}
		for k := range steps {
			l := k % lines
			tr.Steps = append(tr.Steps, report.Step{Edge: l, Kind: "assign", Proc: "main", Range: at(l), Text: fmt.Sprintf("total += %d", l),
				Values: fmt.Sprintf("total = %d", (id+1)*k), Mark: &report.Mark{Status: "irrelevant"}})
		}
		r.Traces = append(r.Traces, tr)
	}
	return Input{Report: r, Files: []File{{"large.c", []byte(text.String())}}}
}

// TestSize: a page of a program of 2,000 lines has at most 3 MB, however long its
// traces are.
func TestSize(t *testing.T) {
	if n := len(write(t, largeInput(2_000, 20_000))); n > 3_000_000 {
		t.Errorf("%d bytes", n)
	}
}
