package entry

import (
	"strings"
	"testing"
)

func clauses(c *contract) (out []string) {
	if c == nil {
		return nil
	}
	for _, x := range c.clauses {
		out = append(out, x.kind+" "+strings.NewReplacer("__verify_math", "m", "__verify_", "").Replace(x.cond))
	}
	return out
}

// TestContract reads comments, and translates what they say.
func TestContract(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"/*@ requires 0 <= n < 4; */", []string{"requires ((m(0) <= m(n)) && (m(n) < m(4)))"}},
		{"/*@ requires a ==> b ==> c;\n  @ ensures \\result == \\old(*p) + 1;\n  @*/", []string{"requires (!m(a) || (!m(b) || m(c)))", "ensures (m(result) == (m(old1) + m(1)))"}},
		{"//@ requires p != \\null && p->next[i].x > -1;", []string{"requires ((m(p) != ((void *)0)) && (m(p->next[(long long)m(i)].x) > (-m(1))))"}},
		{"//@ requires x;\n//@ ensures !x ^^ y;", []string{"requires m(x)", "ensures (!(!m(x)) != !m(y))"}},
		{"/*@ requires \\valid(p) && \\valid(q + (0 .. n-1)); */", []string{"requires ((p != 0 && len(p) >= 1) && ((m(n) - m(1)) < m(0) || (m(0) >= 0 && len(q) > (m(n) - m(1)))))"}},
		{"/*@ behavior a: assumes x > 0; ensures y; behavior b: ensures z; ensures \\forall int i; i; */", []string{"ensures !(old1) || (m(y))", "ensures m(z)", "ensures ", "clause "}},
		{"/*@ requires \\result > 0; ensures \\valid(p); assigns *p; requires f(x); requires (int) x; requires a b; */", []string{"requires ", "ensures ", "assigns ", "requires ", "requires ", "requires "}},
		{"/*@ requires x & y == 1 ? \\true : z <==> w; */", []string{"requires ((m(x) & (m(y) == m(1))) ? 1 : (!m(z) == !m(w)))"}},
		{"/*@ ghost int x; */", []string{"clause "}},
		{"/*@ */", nil},
	} {
		if got := clauses((&contract{}).of(tt.text, 1)); strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s:\n%q, want\n%q", tt.text, got, tt.want)
		}
	}
}

// TestCommentBefore finds the comment that belongs to a function.
func TestCommentBefore(t *testing.T) {
	for text, want := range map[string]string{
		"int x;\n/*@ requires a; */\nint f":           "2:/*@ requires a; */",
		"//@ requires a;\n  //@ requires b;\n\nint f": "1://@ requires a;\n  //@ requires b;",
		"/*@ requires a; */ int g(int a);\nint f":     "2:",
		"/* @ requires a; */\nint f":                  "",
		"// requires a;\nint f":                       "",
		"/*@ requires a; */ // more\nint f":           "",
		"int f":                                       "",
		"int x; //@ requires a;\nint f":               "",
	} {
		got, line := commentBefore([]byte(text), strings.LastIndex(text, "int f"))
		if got == "" {
			if strings.Contains(want, "requires") {
				t.Errorf("%q has none", text)
			}
			continue
		}
		if got := string(rune('0'+line)) + ":" + got; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzContract reads whatever there is, and what it understands has balanced parentheses.
func FuzzContract(f *testing.F) {
	f.Add("/*@ requires 0 <= n < 4 && \\valid(p+(0..n)); ensures \\old(a[i]) == \\result ==> 'x' != 0x1F; */")
	f.Add("//@ behavior a: assumes x ? y : z; ensures -x;")
	f.Fuzz(func(t *testing.T, text string) {
		c := (&contract{}).of(text, 1)
		if c == nil {
			return
		}
		for _, x := range c.clauses {
			if depth := strings.Count(x.cond, "(") - strings.Count(x.cond, ")"); depth != 0 && !strings.Contains(x.cond, "'") {
				t.Errorf("%q became %q", x.text, x.cond)
			}
		}
	})
}
