package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestJulietPrograms(t *testing.T) {
	var paths []string
	for n := range 200 {
		for _, file := range []string{"fgets_%02d.c", "goto_%02da.c", "goto_%02db.c", "w32_%02d.c", "new_%02d.cpp"} {
			paths = append(paths, "testcases/CWE121_Stack/s03/CWE121_Stack__"+fmt.Sprintf(file, n%100))
		}
		paths = append(paths, fmt.Sprintf("testcases/CWE401_Leak/CWE401_Leak__malloc_%02d.c", n%100), "testcasesupport/io.c")
	}
	slices.Sort(paths)
	all := julietPrograms(slices.Compact(paths))
	kinds := map[string]int{}
	for _, p := range all {
		kind := strings.TrimRight(strings.TrimPrefix(p.name, "CWE121_Stack__"), "0123456789")
		kinds[kind]++
		want := map[string]int{"fgets_": 1, "goto_": 2}[kind]
		if len(p.files) != want || p.class.name != "CWE121" {
			t.Errorf("%s: %d files of class %s, want %d of CWE121", p.name, len(p.files), p.class.name, want)
		}
		if !oddHash(p.name) {
			t.Errorf("%s is kept back", p.name)
		}
		for _, f := range p.files {
			if !oddHash(f[strings.LastIndex(f, "/")+1:]) {
				t.Errorf("%s of %s is kept back", f, p.name)
			}
		}
	}
	if kinds["fgets_"] < 10 || kinds["goto_"] < 3 || len(kinds) != 2 { // a quarter and an eighth of 100
		t.Errorf("programs: %v", kinds)
	}
}

func TestJulietCovers(t *testing.T) {
	covers := func(class, name string) bool {
		i := slices.IndexFunc(julietClasses, func(c defectClass) bool { return c.name == class })
		return julietClasses[i].covers(name)
	}
	for name, want := range map[string]bool{
		"CWE190_Integer_Overflow__int_fgets_add_01":  true,
		"CWE190_Integer_Overflow__char_fgets_add_01": false,
		"CWE675_Duplicate__fopen_01":                 true,
		"CWE675_Duplicate__open_01":                  false,
	} {
		class, _, _ := strings.Cut(name, "_")
		if got := covers(class, name); got != want {
			t.Errorf("%s: covered %v, want %v", name, got, want)
		}
	}
}

func TestItcPrograms(t *testing.T) {
	text := `
void overrun_st_001 () { }
extern volatile int vflag;
void overrun_st_main ()
{
	if (vflag == 1 || vflag ==888) { overrun_st_001(); }
	if (vflag==2 || vflag == 888) { overrun_st_002(); }
}
`
	got := itcPrograms(&itcClasses[0], "01/x.c", "02/y.c", []byte(text))
	if len(got) != 2 || got[0].name != "bit_shift_001" || got[1].name != "bit_shift_002" {
		t.Fatalf("programs: %+v", got)
	}
	second := got[1]
	if !strings.Contains(second.main, "vflag = 2;\n\toverrun_st_main();") {
		t.Errorf("main of the second:\n%s", second.main)
	}
	if second.files[0] != "01/x.c" || second.twin.files[0] != "02/y.c" || second.twin.main != second.main {
		t.Errorf("the second is made of %v, its twin of %v", second.files, second.twin.files)
	}
}

func TestDrawn(t *testing.T) {
	var all []*planted
	for i := range 40 {
		all = append(all, &planted{name: fmt.Sprint("p", i), class: &itcClasses[i%2]})
	}
	names := func(salt string, earlier ...string) map[string]bool {
		out := map[string]bool{}
		of := map[string]int{}
		for _, p := range drawn(all, 6, salt, earlier) {
			out[p.name] = true
			of[p.class.name]++
		}
		if of[itcClasses[0].name] != 6 || of[itcClasses[1].name] != 6 {
			t.Errorf("salt %s draws %v", salt, of)
		}
		return out
	}
	a, b, c := names("a"), names("b", "a"), names("c", "a", "b")
	for name := range a {
		if b[name] || c[name] {
			t.Errorf("%s is drawn again", name)
		}
	}
	for name := range b {
		if c[name] {
			t.Errorf("%s is drawn again", name)
		}
	}
	if !maps.Equal(a, names("a")) || maps.Equal(a, names("b")) {
		t.Error("the salt does not decide")
	}
}

func TestAnswerOf(t *testing.T) {
	for _, c := range []struct{ text, verdict, detail string }{
		{"TRUE ub  x.c: proved\n  note: reason: none\n", "TRUE", "ub  x.c: proved: none"},
		{"UNKNOWN ub  x.c: processor time limit of 20s reached\n", "UNKNOWN", "ub  x.c: processor time limit of 20s reached"},
		{"UNKNOWN ub  x.c\n  reason: a call of recv is not modelled\n", "UNKNOWN", "ub  x.c: a call of recv is not modelled"},
		{"x.c:3:1 expected a semicolon\n", "none", "x.c:3:1 expected a semicolon"},
	} {
		if v, d := answerOf(c.text); v != c.verdict || d != c.detail {
			t.Errorf("%q: %s, %q", c.text, v, d)
		}
	}
}

func TestDefectTable(t *testing.T) {
	c := &julietClasses[slices.IndexFunc(julietClasses, func(c defectClass) bool { return c.name == "CWE190" })]
	chosen := []*planted{{name: "CWE190__int_1", class: c}, {name: "CWE190__int_2", class: c}, {name: "CWE190__char_1", class: c}, {name: "CWE415__3", class: &itcClasses[0]}, {name: "CWE415__4", class: &itcClasses[0]}}
	is := func(verdict, gcc string) defectAnswer { return defectAnswer{verdict: verdict, gcc: gcc} }
	table := defectTable("x", chosen, [][2]defectAnswer{
		{is("FALSE", stopped), is("TRUE", quiet)},
		{is("TRUE", stopped+": overflow"), is("FALSE", quiet)},
		{is("TRUE", quiet), is("FALSE", stopped)},
		{is("UNKNOWN", quiet), is("none", quiet)},
		{is("TRUE", quiet), is("TRUE", quiet)},
	})
	for i, want := range []string{"[CWE190 3 2 1 0 1 0 0 1 0 1 1]", "[bit_shift 2 2 0 1 0 1 0 1 1 0 0]", "[all 5 4 1 1 1 1 0 2 1 1 1]"} {
		if got := fmt.Sprint(table.Rows[i]); got != want {
			t.Errorf("row %d: %s, want %s", i, got, want)
		}
	}
}
