package main

import (
	"strings"
	"testing"
)

// Every application has what its measurement needs.
func TestApplications(t *testing.T) {
	all, err := readApplications(applicationsText)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range all {
		if !strings.Contains(a.repository, "/") || a.fixed == "" || a.main == "" || len(a.faults) == 0 || len(a.tests) < 2 {
			t.Errorf("%s is not complete: %+v", a.name, a)
		}
	}
	for _, bad := range []string{"main a.c", "application a\nunheard b", "application a\ninput x y"} {
		if _, err := readApplications(bad); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}

func TestRankOf(t *testing.T) {
	list := []scoredLine{{"a.c", 1, 3}, {"a.c", 2, 2}, {"a.c", 3, 2}, {"a.c", 1, 1}, {"b.c", 9, 1}}
	for _, c := range []struct{ fault, want string }{{"a.c:1", "1 of 4"}, {"a.c:3", "2.5 of 4"}, {"b.c:9", "4 of 4"}, {"b.c:8", "- of 4"}} {
		if got := rankOf(list, []string{c.fault}); got != c.want {
			t.Errorf("%s: got %s, want %s", c.fault, got, c.want)
		}
	}
}
