package ctree

import (
	"fmt"
	"strings"
	"testing"

	"culprit/frontend/cpp"
	"culprit/frontend/parse"
)

func outlined(t *testing.T, src string) *Outline {
	t.Helper()
	units, err := parse.Files([]parse.Source{{Name: "o.c", Text: []byte(src)}}, cpp.Config{PtrBits: 64}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return NewOutline(units)
}

func TestOutline(t *testing.T) {
	src := `#define LESS(a, b) ((a) < (b))
#define FOREVER while (1)
int f(int a, int b);
int g(void) {
    int x = f(1, 2), y;
    if (LESS(x, 3)) return 1; else x = 2;
    for (int i = 0; ; i++) { y = x ? f(x, g()) : 0; }
  out:
    do x--; while (x > 0);
    switch (y) { case 1: case 'a': x = 1; }
    FOREVER ;
    goto out;
}
`
	o := outlined(t, src)
	text := func(e Extent) string { return strings.Join(strings.Fields(src[e.Start:e.End]), " ") }
	var got []string
	for _, p := range o.Places {
		switch p.Kind {
		case PlaceStatement, PlaceDeclaration:
			s := fmt.Sprintf("%d: statement %s", p.Kind, text(p.Whole))
			if p.Braces {
				s += ", in braces"
			}
			if p.Insert != p.At {
				s += ", behind " + text(Extent{Start: p.At, End: p.Insert})
			}
			got = append(got, s)
		case PlaceBranching, PlaceSwitch:
			s := fmt.Sprintf("%d: condition %q", p.Kind, text(p.Cond))
			if p.Loop {
				s += " of a loop"
			}
			if p.Also >= 0 {
				s += " at " + src[p.Also:p.Also+5]
			}
			for _, c := range p.Cases {
				s += " case " + text(c)
			}
			got = append(got, s)
		case PlaceCall:
			got = append(got, fmt.Sprintf("%d: call %s of %s, last %q, calls %v", p.Kind, text(p.Whole), p.Name, text(p.Last), p.Args))
		}
	}
	want := []string{
		"1: statement int x = f(1, 2), y;",
		`5: call f(1, 2) of f, last "2", calls false`,
		`3: condition "LESS(x, 3)"`,
		"0: statement if (LESS(x, 3)) return 1; else x = 2;",
		"0: statement return 1;, in braces",
		"0: statement x = 2;, in braces",
		`3: condition "" of a loop`,
		"0: statement for (int i = 0; ; i++) { y = x ? f(x, g()) : 0; }",
		"0: statement { y = x ? f(x, g()) : 0; }, behind {",
		"0: statement y = x ? f(x, g()) : 0;",
		`3: condition "x"`,
		`5: call g() of g, last "", calls false`,
		`5: call f(x, g()) of f, last "g()", calls true`,
		"0: statement out: do x--; while (x > 0);, behind out:",
		`3: condition "x > 0" of a loop at while`,
		"0: statement do x--; while (x > 0);",
		"0: statement x--;, in braces",
		`4: condition "y" case 'a' case 1`,
		"0: statement switch (y) { case 1: case 'a': x = 1; }",
		"0: statement { case 1: case 'a': x = 1; }, behind {",
		"0: statement case 1: case 'a': x = 1;, behind case 1:",
		"0: statement case 'a': x = 1;, behind case 'a':",
		"0: statement x = 1;",
		"0: statement ;, in braces",
		"0: statement goto out;",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if o.First != strings.Index(src, "int g(") || text(o.Bodies["g"])[:7] != "{ int x" {
		t.Errorf("first function at %d, body %v", o.First, o.Bodies["g"])
	}
}

// TestHidden lists what comes from macros.
func TestHidden(t *testing.T) {
	src := `#define FOREVER while (1)
#define COND (x > 3)
#define CALL(x) f(x)
#define CHOOSE(a) ((a) ? 1 : 2)
#define BEGIN {
#define BODY { while (1) ; }
int f(int a);
int g(int x) {
    FOREVER {
        if COND return CALL(x);
        switch COND { }
    }
    if (x) BEGIN
        x = CHOOSE(x);
    }
    f(x);
    return x;
}
void h(void) BODY
`
	o := outlined(t, src)
	var got []string
	for _, p := range o.Hidden {
		if p.Func == "g" {
			got = append(got, fmt.Sprintf("%d: %s %v", p.Kind, src[p.Whole.Start:p.Whole.End], p.Loop))
		}
	}
	want := []string{"3: if false", "0: if false", "4: switch false", "0: switch false", "3: FOREVER true", "0: FOREVER false", "0: BEGIN false",
		"5: CALL(x) false", "3: CHOOSE(x) false"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := len(o.Hidden) - len(got); n != int(PlaceCall)+1 {
		t.Errorf("%d places of a body that is a macro", n)
	}
}

// TestJoinedStrings looks at strings that the parser makes one of: they have the text of all.
func TestJoinedStrings(t *testing.T) {
	const src = "#define LONG \"lu\"\nextern int print(const char *, ...);\nint f(unsigned long n) {\n\treturn print(\"a \\\" %\" LONG\n\t\t\" b\" \"\\n\", n) + print(\"%\" LONG, n);\n}\n"
	units, err := parse.Files([]parse.Source{{Name: "o.c", Text: []byte(src)}}, cpp.Config{PtrBits: 64}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range New(units).Funcs {
		if f.Body == nil {
			continue
		}
		f.Body.Walk(func(n *Node) {
			if n.Start >= 0 && (n.Kind == NodeCall || src[n.Start] == '"') {
				got = append(got, src[n.Start:n.End])
			}
		})
	}
	want := []string{"print(\"a \\\" %\" LONG\n\t\t\" b\" \"\\n\", n)", "\"a \\\" %\" LONG\n\t\t\" b\" \"\\n\"", "print(\"%\" LONG, n)", "\"%\" LONG"}
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}
